/* ls-debugger-live.c: a session that shows what runs elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>
#include <sys/wait.h>

#include "ls-page-watch.h"
#include "ls-session-live.h"
#include "ls-watch.h"

/* (element-type LsLiveRun): what nobody watches any more, and has still something to do: a browser ends, say. */
static GPtrArray *leaving;

/**
 * ls_debugger_get_live_run:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): what runs elsewhere and is shown by the session, %NULL for any other session
 */
LsLiveRun *
ls_debugger_get_live_run (LsDebugger *self)
{
  return self->session != NULL ? ls_session_get_live_run (self->session) : NULL;
}

/**
 * ls_debugger_is_live:
 * @self: a debugger
 *
 * Returns: whether the session shows something that is being watched at this moment
 */
gboolean
ls_debugger_is_live (LsDebugger *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self);

  return live_run != NULL && ls_trace_get_growing (ls_live_run_get_trace (live_run));
}

static void
on_left (LsLiveRun *live_run)
{
  g_signal_handlers_disconnect_by_func (live_run, on_left, NULL);
  g_ptr_array_remove_fast (leaving, live_run);
}

/* Watches no more. What was seen stays; a program goes on. Nobody waits here until what is left has ended. */
void
ls_debugger_leave_live_run (LsDebugger *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self);

  if (live_run == NULL)
    return;
  ls_live_run_stop (live_run);
  if (ls_live_run_has_ended (live_run) || (leaving != NULL && g_ptr_array_find (leaving, live_run, NULL)))
    return;
  if (leaving == NULL)
    leaving = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (leaving, g_object_ref (live_run));
  g_signal_connect (live_run, "ended", G_CALLBACK (on_left), NULL);
}

/**
 * ls_debugger_finish_leaving:
 *
 * Waits until all that debuggers have left has ended: then no browser of ours is left, nor its profile. That takes a second; a
 * browser that does not answer is ended after some more.
 */
void
ls_debugger_finish_leaving (void)
{
  while (leaving != NULL && leaving->len > 0)
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&leaving, g_ptr_array_unref);
}

/* Returns (transfer full) (nullable) how the program ended, if that was not as it should. */
static char *
describe_status (int         status,
                 const char *title)
{
  if (WIFSIGNALED (status))
    /* Translators: a program, then the number of a signal of the system */
    return g_strdup_printf (_("%s was ended by signal %d"), title, WTERMSIG (status));
  if (WIFEXITED (status) && WEXITSTATUS (status) != 0)
    /* Translators: a program, then a number */
    return g_strdup_printf (_("%s ended with status %d"), title, WEXITSTATUS (status));
  return NULL;
}

static char *
describe_program_end (LsWatch    *watch,
                      const char *title)
{
  g_autofree char *problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));

  if (ls_watch_get_n_processes (watch) == 0 && problem != NULL)
    return g_steal_pointer (&problem);
  /* Somebody has changed his mind. */
  if (ls_watch_is_joining (watch))
    return NULL;
  if (ls_watch_get_n_processes (watch) == 0)
    /* Translators: %s is a program */
    return g_strdup_printf (_("%s told nothing: it does not use GLib, or it does not let other libraries in"), title);
  return describe_status (ls_watch_get_wait_status (watch), title);
}

/* How a Node.js ended counts where it did that by itself. */
static char *
describe_page_end (LsPageWatch *watch,
                   const char  *title)
{
  char *problem;

  if (ls_page_watch_get_n_agents (watch) > 0)
    return ls_page_watch_is_stopped (watch) ? NULL : describe_status (ls_page_watch_get_wait_status (watch), title);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));
  if (problem != NULL)
    return problem;
  return g_strdup (ls_page_watch_is_node (watch) ? _("The program told nothing: its script did not begin")
                                                 : _("The page told nothing"));
}

/* Returns (transfer full) (nullable) what there is to say of the end of what was watched. */
char *
ls_debugger_describe_live_end (LsDebugger *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self);

  return LS_IS_PAGE_WATCH (live_run) ? describe_page_end (LS_PAGE_WATCH (live_run), ls_session_get_title (self->session))
                                     : describe_program_end (LS_WATCH (live_run), ls_session_get_title (self->session));
}
