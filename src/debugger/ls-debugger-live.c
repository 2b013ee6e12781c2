/* ls-debugger-live.c: a session that shows a program that runs elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>
#include <sys/wait.h>

#include "ls-session-live.h"

/**
 * ls_debugger_get_watch:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): what watches the program that the session shows, %NULL for any other session
 */
LsWatch *
ls_debugger_get_watch (LsDebugger *self)
{
  return self->session != NULL ? ls_session_get_watch (self->session) : NULL;
}

/**
 * ls_debugger_is_live:
 * @self: a debugger
 *
 * Returns: whether the session shows a program that is being watched at this moment
 */
gboolean
ls_debugger_is_live (LsDebugger *self)
{
  LsWatch *watch = ls_debugger_get_watch (self);

  return watch != NULL && ls_trace_get_growing (ls_watch_get_trace (watch));
}

/* Watches no more. What was seen stays; the program goes on. */
void
ls_debugger_leave_watch (LsDebugger *self)
{
  LsWatch *watch = ls_debugger_get_watch (self);

  if (watch != NULL)
    ls_watch_stop (watch);
}

/* Returns (transfer full) (nullable) how the program ended, if that was not as it should. */
static char *
describe_end (LsWatch    *watch,
              const char *title)
{
  const int status = ls_watch_get_wait_status (watch);

  if (WIFSIGNALED (status))
    /* Translators: a program, then the number of a signal of the system */
    return g_strdup_printf (_("%s was ended by signal %d"), title, WTERMSIG (status));
  if (WIFEXITED (status) && WEXITSTATUS (status) != 0)
    /* Translators: a program, then a number */
    return g_strdup_printf (_("%s ended with status %d"), title, WEXITSTATUS (status));
  return NULL;
}

/* Returns (transfer full) (nullable) what there is to say of the end of the watch. */
char *
ls_debugger_describe_watch_end (LsDebugger *self)
{
  LsWatch *watch = ls_debugger_get_watch (self);
  const char *title = ls_session_get_title (self->session);

  if (ls_watch_get_n_processes (watch) == 0 && ls_watch_get_problem (watch) != NULL)
    return g_strdup (ls_watch_get_problem (watch));
  if (ls_watch_get_n_processes (watch) == 0)
    /* Translators: %s is a program */
    return g_strdup_printf (_("%s told nothing: it does not use GLib, or it does not let other libraries in"), title);
  return describe_end (watch, title);
}
