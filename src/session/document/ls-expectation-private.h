/* ls-expectation-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-json-private.h"
#include "ls-types.h"

G_BEGIN_DECLS

struct _LsExpectation
{
  gatomicrefcount    ref_count;
  LsExpectationKind  kind;
  char              *title;
  char             **lines;    /* LOG, LOG_CONTAINS, ORDER, UNCAUGHT, NEVER */
  char              *name;     /* of a task (POSTED: a pattern, nullable), a signal, memory (HOLDERS too), a lock or an agent */
  char              *state;    /* RESULT: "fulfilled", "rejected", "pending"; AGENT: what ls_agent_state_to_string() says */
  char              *value;    /* RESULT, nullable */
  char              *signal;   /* POSTED: of the signal that the task was posted with, nullable */
  guint32            number;   /* NEXT, SIGNAL, AGENT: the step; UNHANDLED_REJECTIONS; POSTED: the least delay in ms */
  gboolean           has_step; /* NEXT, SIGNAL, AGENT: whether @number says at which step */
  gboolean           flag;     /* FINISHED, NOBODY_WAITS; MEMORY: whether it holds always */
  guint64            index;    /* MEMORY, HOLDERS: of the element */
  gint64             minimum;  /* MEMORY */
  gint64             maximum;
  LsTaskPriority     priority; /* SIGNAL, POSTED: LS_TASK_PRIORITY_NONE for any */
  int                aborted;  /* SIGNAL: -1 for either */
  guint64            least;    /* WAITED, LONGEST_TURN: µs; MISSED_FRAMES, HOLDERS: a number */
  guint64            most;     /* likewise, G_MAXUINT64 for any */
  char              *script;   /* (nullable): the script whose comments say it */
  GArray            *places;   /* (nullable): guint: the line there of each of @lines, or one line of it all */
};

gpointer       ls_expectation_read           (LsJsonReader  *reader,
                                              JsonNode      *node);
LsExpectation *ls_expectation_read_in_lesson (LsJsonReader  *reader,
                                              JsonNode      *node);
char          *ls_expectation_describe       (LsExpectation *self);
char          *ls_expectation_quote_all      (const char *const *lines);
void           ls_expectation_split_line     (const char    *text,
                                              GPtrArray     *lines);

G_END_DECLS
