/* ls-trace-names-private.h: how tasks, queues, signals and times are called in text
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

/* Names as in records, in files and on the command line: the same in each language. */
char *ls_names_task_numbered (LsState            *state,
                              guint32             id);
char *ls_names_signal        (LsState            *state,
                              guint32             id);
char *ls_names_queue         (LsState            *state,
                              const LsQueueState *queue);
char *ls_names_rank_number   (LsState            *state,
                              guint               rank);
char *ls_names_rank          (LsState            *state,
                              guint               rank);
char *ls_names_microtask     (LsState            *state,
                              guint32             id);
char *ls_names_agent         (LsState            *state,
                              guint32             id);
char *ls_names_say_agent     (LsState            *state,
                              guint32             id);
char *ls_names_place         (LsState            *state,
                              guint32             memory,
                              guint32             byte_index);
char *ls_names_cell_value    (const LsCellState  *cell);
char *ls_names_duration      (guint64             microseconds);
char *ls_names_shorten       (char               *name);

/* In sentences, in the language of who reads them; names are shortened where they are long. */
char *ls_names_say_task      (LsState            *state,
                              guint32             id);
char *ls_names_say_numbered  (LsState            *state,
                              guint32             id);
char *ls_names_say_signal    (LsState            *state,
                              guint32             id);
char *ls_names_say_queue     (LsState            *state,
                              const LsQueueState *queue);
char *ls_names_say_microtask (LsState            *state,
                              guint32             id);
char *ls_names_say_rank      (LsState            *state,
                              guint               rank);
char *ls_names_say_duration  (guint64             microseconds);
const char *ls_names_get_skipped     (LsState     *state,
                                      guint32      id);
const char *ls_names_say_queue_type  (LsQueueType  type);
const char *ls_names_say_agent_state (LsAgentState state);
void  ls_names_capitalize    (GString            *string,
                              gsize               start);

G_END_DECLS
