/* ls-session-view-page.c: what the user can do with pages of a browser that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-node-dialog.h"
#include "ls-page-dialog.h"
#include "ls-photograph-dialog.h"
#include "ls-text.h"
#include "ls-watch-pane.h"

/* What is told once a page has done it. */
typedef struct
{
  char         *title;
  LsLiveChange *change;    /* that can be undone, NULL for none */
} PageAct;

static void
page_act_free (gpointer data)
{
  PageAct *self = data;

  g_free (self->title);
  g_clear_pointer (&self->change, ls_live_change_free);
  g_free (self);
}

/* Tells of an act when the page has done it. @number: that the watch gave it. @title, @change: (transfer full) */
static void
tell_when_done (LsSessionView *self,
                guint64        number,
                char          *title,
                LsLiveChange  *change)
{
  PageAct *act = g_new (PageAct, 1);

  *act = (PageAct) { .title = title, .change = change };
  g_hash_table_insert (self->page_acts, g_memdup2 (&number, sizeof number), act);
}

/* The page has done something, or could not: then it is said why. */
static void
on_acted (LsSessionView *self,
          guint64        number,
          const char    *why)
{
  PageAct *act = g_hash_table_lookup (self->page_acts, &number);

  if (why != NULL)
    ls_session_view_report_act (self, why);
  else if (act != NULL)
    ls_session_view_tell_live_change (self, act->title, g_steal_pointer (&act->change));
  g_hash_table_remove (self->page_acts, &number);
}

/* Returns (transfer none) (nullable) the watch of the browser that is shown, as long as it goes on. */
LsPageWatch *
ls_session_view_get_page (LsSessionView *self)
{
  LsLiveRun *live_run = ls_debugger_is_live (self->debugger) ? ls_debugger_get_live_run (self->debugger) : NULL;

  return LS_IS_PAGE_WATCH (live_run) ? LS_PAGE_WATCH (live_run) : NULL;
}

/* Whether the view shows something with a scheduler, which Node.js has not: a page, say, where tasks can be posted. */
gboolean
ls_session_view_has_scheduler (LsSessionView *self)
{
  LsPageWatch *watch = ls_session_view_get_page (self);

  return watch != NULL && !ls_page_watch_is_node (watch);
}

/* Whether it shows a browser that says what is in its own queues. */
gboolean
ls_session_view_can_photograph (LsSessionView *self)
{
  LsPageWatch *watch = ls_session_view_get_page (self);

  return watch != NULL && ls_page_watch_can_photograph (watch);
}

static void
show_page (LsSessionView *self,
           LsPageWatch   *watch,
           const char    *title)
{
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_show_live_run (ls_session_view_get_free (self), LS_LIVE_RUN (watch), title,
                                      ls_page_watch_is_node (watch) ? "thread" : "scheduler", &error))
    ls_session_view_report (self, error->message);
}

/**
 * ls_session_view_watch_page:
 * @self: a view
 * @address: what to open
 * @flags: how to watch
 *
 * Starts the browser of @flags, opens a page in it and shows what its scheduler does, here or in a tab of its own. Says so if it
 * cannot be started.
 */
void
ls_session_view_watch_page (LsSessionView    *self,
                            const char       *address,
                            LsPageWatchFlags  flags)
{
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  g_autofree char *title = ls_page_watch_clean_address (address, flags);
  g_autoptr (GError) error = NULL;

  if (ls_page_watch_launch (watch, address, flags, &error))
    show_page (self, watch, title);
  else
    ls_session_view_report (self, error->message);
}

/**
 * ls_session_view_join_browser:
 * @self: a view
 * @browser: where it listens, as ls_page_watch_join() takes it
 * @address: (nullable): what to open, %NULL for nothing
 * @flags: how to watch
 *
 * Watches the pages of a browser that runs already, here or in a tab of its own. Says so if it cannot be joined.
 */
void
ls_session_view_join_browser (LsSessionView    *self,
                              const char       *browser,
                              const char       *address,
                              LsPageWatchFlags  flags)
{
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  /* Translators: %s is a number or an address */
  g_autofree char *title = address != NULL ? ls_page_watch_clean_address (address, flags)
                                           : g_strdup_printf (_("Browser at %s"), browser);
  g_autoptr (GError) error = NULL;

  if (ls_page_watch_join (watch, browser, address, flags, &error))
    show_page (self, watch, title);
  else
    ls_session_view_report (self, error->message);
}

/**
 * ls_session_view_watch_node:
 * @self: a view
 * @arguments: a script and its arguments, or options of Node.js before it
 * @folder: (nullable): its working directory, as ls_page_watch_set_surroundings() takes it
 * @environment: (nullable): likewise
 *
 * Starts Node.js and shows what its event loop does, here or in a tab of its own. Says so if it cannot be started.
 */
void
ls_session_view_watch_node (LsSessionView      *self,
                            const char *const  *arguments,
                            const char         *folder,
                            const char *const  *environment)
{
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  guint i = 0;

  /* Options come before the script. */
  while (arguments[i] != NULL && arguments[i][0] == '-')
    i++;
  title = arguments[i] != NULL ? g_path_get_basename (arguments[i]) : g_strdup ("Node.js");
  ls_page_watch_set_surroundings (watch, folder, environment);
  if (ls_page_watch_launch_node (watch, arguments, &error))
    show_page (self, watch, title);
  else
    ls_session_view_report (self, error->message);
}

static void
on_script_chosen (LsSessionView  *self,
                  char          **arguments,
                  const char     *folder)
{
  ls_session_view_watch_node (self, (const char *const *) arguments, folder, NULL);
}

static void
watch_node_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  GtkWidget *dialog = ls_node_dialog_new ();

  g_signal_connect_object (dialog, "watch", G_CALLBACK (on_script_chosen), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Watch Node.js"), 480, 440);
}

static void
on_page_chosen (LsSessionView *self,
                const char    *address,
                const char    *browser,
                guint          flags)
{
  if (*browser == '\0')
    ls_session_view_watch_page (self, address, flags);
  else
    ls_session_view_join_browser (self, browser, *address != '\0' ? address : NULL, flags);
}

static void
watch_page_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  GtkWidget *dialog = ls_page_dialog_new ();

  g_signal_connect_object (dialog, "watch", G_CALLBACK (on_page_chosen), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Watch a Page"), 480, 560);
}

static void
photograph_queues_action (LsSessionView *self,
                          const char    *name,
                          GVariant      *parameter)
{
  GtkWidget *dialog = ls_photograph_dialog_new (ls_session_view_get_page (self));

  ls_session_view_present_dialog (self, dialog, _("Queues of the Browser"), 620, 560);
}

static void
hold_before_name_action (LsSessionView *self,
                         const char    *name,
                         GVariant      *parameter)
{
  const char *held = g_variant_get_string (parameter, NULL);
  g_autofree char *done = NULL;

  if (ls_session_view_get_page (self) == NULL || *held == '\0')
    return;
  if (!ls_watch_pane_hold_before (LS_WATCH_PANE (self->watch), held))
    {
      ls_session_view_report (self, _("Pages are already held before as many tasks as can be named"));
      return;
    }
  /* Translators: %s is the name of a function */
  done = g_strdup_printf (ls_session_view_has_scheduler (self) ? _("The page will be held before “%s” runs")
                                                               : _("The program will be held before “%s” runs"), held);
  ls_session_view_tell (self, done, NULL, NULL, 0);
}

/* Has the controller of a signal change its priority, if a page is watched. Returns whether one is. */
gboolean
ls_session_view_set_priority_in_page (LsSessionView *self,
                                      guint32        signal,
                                      guint32        priority)
{
  LsPageWatch *watch = ls_session_view_get_page (self);
  LsTrace *trace = ls_player_get_trace (self->player);
  /* The view may be at another moment. */
  LsState *state = watch != NULL ? ls_player_get_names (self->player, ls_trace_get_length (trace))
                                 : ls_player_get_state (self->player);
  const LsSignalState *data = ls_state_get_signal (state, signal);
  g_autofree char *controller = NULL;
  LsLiveChange *change = NULL;
  guint64 act;

  if (watch == NULL)
    return FALSE;
  if (data == NULL || !ls_task_priority_is_valid (priority))
    return TRUE;
  controller = ls_text_format_signal (state, signal);
  act = ls_page_watch_set_signal_priority (watch, signal, priority);
  /* What was dragged goes back until the page says that it has moved. */
  g_signal_emit_by_name (self->player, "changed");
  if (!ls_task_priority_is_valid (data->priority) || data->priority == priority)
    return TRUE;
  change = ls_live_change_new (self, "set-priority", g_variant_new ("(uu)", signal, (guint32) data->priority),
                               g_variant_new ("(uu)", signal, priority));
  tell_when_done (self, act, g_strdup_printf (_("Set %s to %s"), controller, ls_task_priority_to_string (priority)), change);
  return TRUE;
}

/* Has the controller of a signal abort, if a page is watched. Returns whether one is. */
gboolean
ls_session_view_abort_in_page (LsSessionView *self,
                               guint32        signal,
                               const char    *reason)
{
  LsPageWatch *watch = ls_session_view_get_page (self);
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *controller = NULL;
  guint64 act;

  if (watch == NULL)
    return FALSE;
  if (ls_state_get_signal (state, signal) == NULL)
    return TRUE;
  controller = ls_text_format_signal (state, signal);
  act = ls_page_watch_abort_signal (watch, signal, *reason != '\0' ? reason : NULL);
  tell_when_done (self, act, g_strdup_printf (_("Aborted %s"), controller), NULL);
  return TRUE;
}

static void
on_session_changed (LsSessionView *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);

  g_hash_table_remove_all (self->page_acts);
  ls_session_view_withdraw_act (self);
  g_signal_group_set_target (self->page_signals, LS_IS_PAGE_WATCH (live_run) ? live_run : NULL);
}

/* Says what a page has done for the user, or could not do. */
void
ls_session_view_connect_page (LsSessionView *self)
{
  self->page_signals = g_signal_group_new (LS_TYPE_PAGE_WATCH);
  self->page_acts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, page_act_free);
  g_signal_group_connect_swapped (self->page_signals, "acted", G_CALLBACK (on_acted), self);
  g_signal_group_connect_swapped (self->debugger_signals, "session-changed", G_CALLBACK (on_session_changed), self);
}

const LsActionEntry ls_session_view_page_actions[] = {
  { "watch-page", NULL, 0, G_CALLBACK (watch_page_action) },
  { "watch-node", NULL, 0, G_CALLBACK (watch_node_action) },
  { "photograph-queues", NULL, LS_NEEDS_PAGE, G_CALLBACK (photograph_queues_action) },
  { "hold-before-name", "s", LS_NEEDS_HOLD, G_CALLBACK (hold_before_name_action) },
  { NULL },
};
