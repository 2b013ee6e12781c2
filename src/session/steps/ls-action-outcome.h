/* ls-action-outcome.h: what has become of an action in a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-stamp.h"

G_BEGIN_DECLS

/**
 * LsActionResult:
 * @LS_ACTION_PENDING: the run has not come to its moment yet
 * @LS_ACTION_DONE: it was done
 * @LS_ACTION_OFF: it is switched off
 * @LS_ACTION_NO_MOMENT: its moment never came
 * @LS_ACTION_NOTHING_YIELDS: it is a yield, and no callback ran at its moment
 * @LS_ACTION_NO_TASK: it belongs to the turn of a task that did not run
 * @LS_ACTION_NO_NAME: what it names was not there at its moment
 *
 * What has become of an action of a session in a run.
 */
typedef enum
{
  LS_ACTION_PENDING,
  LS_ACTION_DONE,
  LS_ACTION_OFF,
  LS_ACTION_NO_MOMENT,
  LS_ACTION_NOTHING_YIELDS,
  LS_ACTION_NO_TASK,
  LS_ACTION_NO_NAME
} LsActionResult;

/**
 * LS_N_ACTION_RESULTS:
 *
 * How many values [enum@ActionResult] has.
 */
#define LS_N_ACTION_RESULTS (LS_ACTION_NO_NAME + 1)

/**
 * LsActionOutcome:
 * @result: what has become of it
 * @stamp: when it was done; else the moment that the session gives
 * @turn: where it was done, what the task is known by in whose turn that was; 0 before the first turn, or if the run does not
 *   follow tasks
 * @step: the number of the step that doing it was; 0 if it was not done
 * @time: when that was, in µs of the run
 *
 * What has become of an action in a run: plain data.
 */
typedef struct
{
  LsActionResult result;
  LsStamp        stamp;
  guint64        turn;
  guint32        step;
  guint64        time;
} LsActionOutcome;

#define LS_TYPE_ACTION_OUTCOME (ls_action_outcome_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_action_outcome_get_type (void);

#ifndef __GI_SCANNER__
LS_AVAILABLE_IN_1_0
const char *ls_action_result_to_string   (LsActionResult  self);
LS_AVAILABLE_IN_1_0
gboolean    ls_action_result_from_string (const char     *string,
                                          LsActionResult *result);
LS_AVAILABLE_IN_1_0
const char *ls_action_result_to_words    (LsActionResult  self);
LS_AVAILABLE_IN_1_0
gboolean    ls_action_result_is_problem  (LsActionResult  self);
#endif

G_END_DECLS
