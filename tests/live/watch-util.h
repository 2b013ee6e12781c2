/* watch-util.h: programs that tests watch from their beginning to their end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-watch.h"

/* Watches a program until its end, which is to be that with @status. */
static inline LsWatch *
watch_to_end (const char *const *arguments,
              int                status)
{
  LsWatch *watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, status);
  return watch;
}
