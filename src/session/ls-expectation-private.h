/* ls-expectation-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

struct _LsExpectation
{
  gatomicrefcount    ref_count;
  LsExpectationKind  kind;
  char              *title;
  char             **lines;    /* LOG, LOG_CONTAINS, ORDER */
  char              *name;     /* of a task: RAN, NOT_RAN, RESULT, NEXT */
  char              *state;    /* RESULT: "fulfilled", "rejected", "pending" */
  char              *value;    /* RESULT, nullable */
  guint32            number;   /* NEXT: the step; UNHANDLED_REJECTIONS */
  gboolean           flag;     /* FINISHED */
};

LsExpectation *ls_expectation_read (LsJsonReader *reader,
                                    JsonNode     *node);

G_END_DECLS
