/* ls-expectation.h: what a run of a session is expected to show
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LsExpectationKind:
 * @LS_EXPECTATION_LOG: the whole log is this
 * @LS_EXPECTATION_LOG_CONTAINS: these lines occur in the log in this order
 * @LS_EXPECTATION_ORDER: tasks of these names first started in this order
 * @LS_EXPECTATION_RAN: a task of this name started
 * @LS_EXPECTATION_NOT_RAN: no task of this name started
 * @LS_EXPECTATION_RESULT: the promise of the task of this name ended so
 * @LS_EXPECTATION_NEXT: at a step, the task of this name was next
 * @LS_EXPECTATION_UNHANDLED_REJECTIONS: so many rejections were not handled
 * @LS_EXPECTATION_FINISHED: the run came to its end, or did not
 * @LS_EXPECTATION_SIGNAL: at a step, or at the end, a signal has this priority, or is aborted or not
 * @LS_EXPECTATION_POSTED: an action posted such a task
 * @LS_EXPECTATION_MEMORY: an element of shared memory is in a range, at the end or always
 * @LS_EXPECTATION_UNLOCKED: at the end, a lock is free
 * @LS_EXPECTATION_NOBODY_WAITS: at the end, nobody waits at a place in shared memory, or somebody does
 * @LS_EXPECTATION_WAITED: no task of this name waited longer, or one of them waited so long
 * @LS_EXPECTATION_UNCAUGHT: so many errors were not caught, with these words in them
 * @LS_EXPECTATION_LONGEST_TURN: no turn of the main agent took longer, or one of them took so long
 * @LS_EXPECTATION_MISSED_FRAMES: so many refreshes of the display came while a frame of the main agent was late
 * @LS_EXPECTATION_NEVER: the log has none of these lines
 * @LS_EXPECTATION_HOLDERS: so many agents had a lock at once
 * @LS_EXPECTATION_AGENT: at a step, or at the end, an agent is in this state
 *
 * What an expectation looks at.
 */
typedef enum
{
  LS_EXPECTATION_LOG,
  LS_EXPECTATION_LOG_CONTAINS,
  LS_EXPECTATION_ORDER,
  LS_EXPECTATION_RAN,
  LS_EXPECTATION_NOT_RAN,
  LS_EXPECTATION_RESULT,
  LS_EXPECTATION_NEXT,
  LS_EXPECTATION_UNHANDLED_REJECTIONS,
  LS_EXPECTATION_FINISHED,
  LS_EXPECTATION_SIGNAL,
  LS_EXPECTATION_POSTED,
  LS_EXPECTATION_MEMORY,
  LS_EXPECTATION_UNLOCKED,
  LS_EXPECTATION_NOBODY_WAITS,
  LS_EXPECTATION_WAITED,
  LS_EXPECTATION_UNCAUGHT,
  LS_EXPECTATION_LONGEST_TURN,
  LS_EXPECTATION_MISSED_FRAMES,
  LS_EXPECTATION_NEVER,
  LS_EXPECTATION_HOLDERS,
  LS_EXPECTATION_AGENT
} LsExpectationKind;

/**
 * LsExpectation:
 *
 * What a run is expected to show. Expectations do not change; they may be used from any thread.
 */
typedef struct _LsExpectation LsExpectation;

#define LS_TYPE_EXPECTATION (ls_expectation_get_type ())

LS_AVAILABLE_IN_1_0
GType             ls_expectation_get_type  (void);
LS_AVAILABLE_IN_1_0
LsExpectation    *ls_expectation_ref       (LsExpectation *self);
LS_AVAILABLE_IN_1_0
void              ls_expectation_unref     (LsExpectation *self);
LS_AVAILABLE_IN_1_0
LsExpectationKind ls_expectation_get_kind  (LsExpectation *self);
LS_AVAILABLE_IN_1_0
const char       *ls_expectation_get_title (LsExpectation *self);

LS_AVAILABLE_IN_1_0
gboolean          ls_expectation_kind_can_be_watched (LsExpectationKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsExpectation, ls_expectation_unref)

G_END_DECLS
