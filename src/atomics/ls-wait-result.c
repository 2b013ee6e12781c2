/* ls-wait-result.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-result.h"

#include "ls-names-private.h"

static const char *const wait_results[] = { "ok", "not-equal", "timed-out", "failed" };

/**
 * ls_wait_result_to_string:
 * @result: how a wait ended
 *
 * Gets what `Atomics.wait()` returns.
 *
 * Returns: (transfer none): the return value of `Atomics.wait()`: "ok", "not-equal" or "timed-out"
 */
const char *
ls_wait_result_to_string (LsWaitResult result)
{
  return (guint) result < G_N_ELEMENTS (wait_results) ? wait_results[result] : "unknown";
}

/**
 * ls_wait_result_from_string:
 * @string: (nullable): a return value of `Atomics.wait()`
 * @result: (out): how it ended
 *
 * Looks up a name, as ls_wait_result_to_string() has it.
 *
 * Returns: %FALSE where @string is none of these
 */
gboolean
ls_wait_result_from_string (const char   *string,
                            LsWaitResult *result)
{
  return ls_find_name (wait_results, LS_WAIT_FAILED, string, (guint *) result);
}
