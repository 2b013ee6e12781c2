/* ls-wait-result.h: how a wait ended
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LsWaitResult:
 * @LS_WAIT_OK: "ok": another agent notified the waiter
 * @LS_WAIT_NOT_EQUAL: "not-equal": the element had another value, and the agent did not wait
 * @LS_WAIT_TIMED_OUT: "timed-out"
 * @LS_WAIT_FAILED: an error
 *
 * How a wait ended.
 */
typedef enum
{
  LS_WAIT_OK = 0,
  LS_WAIT_NOT_EQUAL,
  LS_WAIT_TIMED_OUT,
  LS_WAIT_FAILED
} LsWaitResult;

/**
 * LsWaitResolveFunc:
 * @result: %LS_WAIT_OK or %LS_WAIT_TIMED_OUT
 * @user_data: the data that was given with it
 *
 * Resolves the promise of [func@atomics_wait_async_full], on the thread of the waiting agent.
 */
typedef void (*LsWaitResolveFunc) (LsWaitResult result,
                                   gpointer     user_data);

LS_AVAILABLE_IN_1_0
const char *ls_wait_result_to_string   (LsWaitResult  result);
LS_AVAILABLE_IN_1_0
gboolean    ls_wait_result_from_string (const char   *string,
                                        LsWaitResult *result);

G_END_DECLS
