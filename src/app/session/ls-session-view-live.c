/* ls-session-view-live.c: what the user can do with what runs elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-session-live.h"
#include "ls-stage.h"
#include "ls-text.h"
#include "ls-watch-dialog.h"
#include "ls-watch.h"

/* Shows @live_run from now on, as it goes on. @page: the page of the stage */
gboolean
ls_session_view_show_live_run (LsSessionView  *self,
                               LsLiveRun      *live_run,
                               const char     *title,
                               const char     *page,
                               GError        **error)
{
  g_autoptr (LsSession) session = ls_session_new_for_live_run (live_run, title);

  if (!ls_session_file_take (self->file, session, NULL, NULL, error))
    return FALSE;
  ls_stage_show_page (LS_STAGE (self->stage), page);
  ls_player_set_running (self->player, TRUE);
  return TRUE;
}

static gboolean
show_program (LsSessionView  *self,
              LsWatch        *watch,
              const char     *title,
              GError        **error)
{
  return ls_session_view_show_live_run (ls_session_view_get_free (self), LS_LIVE_RUN (watch), title, "thread", error);
}

/**
 * ls_session_view_watch:
 * @self: a view
 * @arguments: a program and its arguments, as ls_watch_launch() takes them
 * @folder: (nullable): its working directory, as ls_watch_set_surroundings() takes it
 * @environment: (nullable): likewise
 *
 * Starts a program and shows what its main loops do, here or in a tab of its own. Says so if it cannot be started.
 */
void
ls_session_view_watch (LsSessionView      *self,
                       const char *const  *arguments,
                       const char         *folder,
                       const char *const  *environment)
{
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autofree char *title = g_path_get_basename (arguments[0]);
  g_autoptr (GError) error = NULL;

  ls_watch_set_surroundings (watch, folder, environment);
  if (!ls_watch_launch (watch, arguments, &error) ||
      !show_program (self, watch, title, &error))
    ls_session_view_report (self, error->message);
}

/**
 * ls_session_view_join:
 * @self: a view
 * @pid: the process ID of a program that runs already
 *
 * Watches a running program, here or in a tab of its own. Says so if it cannot be joined.
 */
void
ls_session_view_join (LsSessionView *self,
                      guint          pid)
{
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autofree char *path = g_strdup_printf ("/proc/%u/comm", pid);
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  if (g_file_get_contents (path, &title, NULL, NULL))
    g_strchomp (title);
  else
    title = g_strdup_printf ("%u", pid);
  if (!ls_watch_join (watch, pid, &error) || !show_program (self, watch, title, &error))
    ls_session_view_report (self, error->message);
}

static void
on_watch_chosen (LsSessionView  *self,
                 char          **arguments)
{
  ls_session_view_watch (self, (const char *const *) arguments, NULL, NULL);
}

static void
watch_program_action (LsSessionView *self,
                      const char    *name,
                      GVariant      *parameter)
{
  GtkWidget *dialog = ls_watch_dialog_new ();

  g_signal_connect_object (dialog, "watch", G_CALLBACK (on_watch_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "join", G_CALLBACK (ls_session_view_join), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Watch a Program"), 480, 560);
}

static LsLiveRun *
get_live_run (LsSessionView *self)
{
  return ls_debugger_is_live (self->debugger) ? ls_debugger_get_live_run (self->debugger) : NULL;
}

static LsWatch *
get_watch (LsSessionView *self)
{
  LsLiveRun *live_run = get_live_run (self);

  return LS_IS_WATCH (live_run) ? LS_WATCH (live_run) : NULL;
}

/* Whether the view shows a program or a page that is held. */
gboolean
ls_session_view_is_held (LsSessionView *self)
{
  LsLiveRun *live_run = get_live_run (self);

  return live_run != NULL && ls_live_run_is_held (live_run);
}

static void
hold_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  LsLiveRun *live_run = get_live_run (self);

  if (live_run == NULL)
    return;
  if (g_str_equal (name, "hold-program"))
    ls_live_run_hold (live_run);
  else if (g_str_equal (name, "step-program"))
    ls_live_run_step (live_run);
  else
    ls_live_run_let_go (live_run);
}

/* Returns (transfer full) what the source is called that @task waits for. Call this before the task may be another one. */
static char *
name_source (LsSessionView *self,
             guint32        task)
{
  LsState *state = ls_player_get_state (self->player);

  /* The view may be at a moment before the task. */
  if (ls_state_get_task (state, task) == NULL)
    state = ls_player_get_names (self->player, ls_trace_get_length (ls_player_get_trace (self->player)));
  return ls_text_format_task (state, task);
}

static void
source_action (LsSessionView *self,
               const char    *name,
               GVariant      *parameter)
{
  LsWatch *watch = get_watch (self);
  const guint32 task = g_variant_get_uint32 (parameter);
  g_autofree char *source = NULL;
  g_autofree char *done = NULL;
  g_autoptr (GError) error = NULL;

  if (watch == NULL)
    return;
  source = name_source (self, task);
  /* Translators: %s is a source of a program */
  if (g_str_equal (name, "hold-before") && ls_watch_hold_at (watch, task, &error))
    done = g_strdup_printf (_("The program will be held before “%s” runs"), source);
  else if (g_str_equal (name, "run-source") && ls_watch_run_now (watch, task, &error))
    /* Translators: %s is a source of a program */
    done = g_strdup_printf (_("“%s” runs next"), source);
  else if (g_str_equal (name, "remove-source") && ls_watch_remove (watch, task, &error))
    /* Translators: %s is a source of a program */
    done = g_strdup_printf (_("Removed “%s”"), source);
  if (done != NULL)
    ls_session_view_tell (self, done, NULL, NULL, 0);
  else
    ls_session_view_report (self, error->message);
}

/* What the user has changed in what is live, and can take back: an action of the view, with what takes it back and what does it
 * again. */
struct _LsLiveChange
{
  char     *action;
  GVariant *back, *again;
};

void
ls_live_change_free (LsLiveChange *self)
{
  g_free (self->action);
  g_variant_unref (self->back);
  g_variant_unref (self->again);
  g_free (self);
}

/* Returns (transfer full) (nullable) how to take a change back, NULL where the change itself takes one back. @back, @again:
 * floating */
LsLiveChange *
ls_live_change_new (LsSessionView *self,
                    const char    *action,
                    GVariant      *back,
                    GVariant      *again)
{
  LsLiveChange *change = g_new (LsLiveChange, 1);

  *change = (LsLiveChange) { g_strdup (action), g_variant_ref_sink (back), g_variant_ref_sink (again) };
  if (self->undoes_live)
    g_clear_pointer (&change, ls_live_change_free);
  return change;
}

/* Says in @title what has changed, and lets undo take it back. @change: (transfer full) (nullable): NULL if nothing can */
void
ls_session_view_tell_live_change (LsSessionView *self,
                                  const char    *title,
                                  LsLiveChange  *change)
{
  if (change == NULL)
    {
      ls_session_view_tell (self, title, NULL, NULL, 0);
      return;
    }
  g_ptr_array_add (self->live_changes, change);
  g_ptr_array_set_size (self->undone_live_changes, 0);
  ls_session_view_update_actions (self);
  ls_session_view_offer_undo (self, title);
}

/* Returns whether what is live has something to undo, or to do again. */
gboolean
ls_session_view_can_undo_live (LsSessionView *self,
                               gboolean       is_undo)
{
  return get_live_run (self) != NULL && (is_undo ? self->live_changes : self->undone_live_changes)->len > 0;
}

/* Takes the last change of what is live back, or does it again. */
void
ls_session_view_undo_live (LsSessionView *self,
                           gboolean       is_undo)
{
  GPtrArray *from = is_undo ? self->live_changes : self->undone_live_changes;
  GPtrArray *to = is_undo ? self->undone_live_changes : self->live_changes;
  LsLiveChange *change;

  if (!ls_session_view_can_undo_live (self, is_undo))
    return;
  change = g_ptr_array_steal_index (from, from->len - 1);
  g_ptr_array_add (to, change);
  self->undoes_live = TRUE;
  ls_actions_activate (GTK_WIDGET (self), change->action, is_undo ? change->back : change->again);
  self->undoes_live = FALSE;
  ls_session_view_update_actions (self);
}

static void
set_source_priority_action (LsSessionView *self,
                            const char    *name,
                            GVariant      *parameter)
{
  LsWatch *watch = get_watch (self);
  g_autofree char *source = NULL;
  g_autofree char *done = NULL;
  g_autoptr (GError) error = NULL;
  gboolean found = FALSE;
  guint32 task;
  int priority, before;

  if (watch == NULL)
    return;
  g_variant_get (parameter, "(ui)", &task, &priority);
  before = ls_watch_get_priority (watch, task, &found);
  source = name_source (self, task);
  if (!ls_watch_set_priority (watch, task, priority, &error))
    {
      ls_session_view_report (self, error->message);
      return;
    }
  if (!found || before == priority)
    return;
  /* Translators: a source of a program, then a priority of GLib */
  done = g_strdup_printf (_("“%s” has the priority %d"), source, priority);
  ls_session_view_tell_live_change (self, done, ls_live_change_new (self, "set-source-priority", g_variant_new ("(ui)", task, before),
                                                                    g_variant_new ("(ui)", task, priority)));
}

/* Whether it shows one that is held, or is to be. */
gboolean
ls_session_view_is_to_hold (LsSessionView *self)
{
  LsLiveRun *live_run = get_live_run (self);

  return live_run != NULL && (ls_live_run_is_held (live_run) || ls_live_run_is_to_hold (live_run));
}

/* Whether it shows one that can be held. */
gboolean
ls_session_view_can_hold (LsSessionView *self)
{
  LsLiveRun *live_run = get_live_run (self);

  return live_run != NULL && ls_live_run_can_hold (live_run);
}

/* The program is held, runs on, or is over. */
static void
on_held (LsSessionView *self)
{
  /* What is held is next. */
  ls_player_look_ahead (self->player);
  ls_session_view_update_actions (self);
  ls_session_view_update_status (self);
}

/* Nothing follows any more, and no controller can be used. */
static void
on_ended (LsSessionView *self)
{
  ls_state_seek (ls_player_get_state (self->player), ls_player_get_position (self->player));
  g_signal_emit_by_name (self->player, "changed");
  on_held (self);
}

/* The loop that draws is the one that people look at, and the document that a page has opened last, unless they have chosen another
 * one. */
static void
show_main_agent (LsSessionView *self)
{
  LsLiveRun *live_run = ls_debugger_get_live_run (self->debugger);
  const guint32 agent = live_run != NULL ? ls_live_run_get_main_agent (live_run) : 0;
  LsState *state = ls_player_get_state (self->player);

  if (agent == 0 || agent == self->main_agent || ls_state_get_n_agents (state) < agent)
    return;
  if (self->main_agent == 0 || ls_player_get_shown_agent (self->player) == self->main_agent)
    ls_player_show_agent (self->player, agent);
  self->main_agent = agent;
}

/* Whether the view shows something that could run in another way. What is watched has no program here. */
gboolean
ls_session_view_has_settings (LsSessionView *self)
{
  return !ls_state_is_of_glib (ls_player_get_state (self->player)) && ls_debugger_get_live_run (self->debugger) == NULL;
}

/* Shows the pages that what is watched has something for. */
static void
on_player_changed (LsSessionView *self)
{
  GtkWidget *const others[] = { self->what_if_page, self->explore, self->actions };
  const gboolean has_settings = ls_session_view_has_settings (self);

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    gtk_stack_page_set_visible (gtk_stack_get_page (GTK_STACK (self->bottom_stack), others[i]), has_settings);
  show_main_agent (self);
}

static void
on_session_changed (LsSessionView *self)
{
  g_signal_group_set_target (self->live_signals, ls_debugger_get_live_run (self->debugger));
  g_ptr_array_set_size (self->live_changes, 0);
  g_ptr_array_set_size (self->undone_live_changes, 0);
  self->main_agent = 0;
}

/* Follows the live run of whatever session is shown. */
void
ls_session_view_connect_live (LsSessionView *self)
{
  self->live_changes = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_live_change_free);
  self->undone_live_changes = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_live_change_free);
  self->live_signals = g_signal_group_new (LS_TYPE_LIVE_RUN);
  /* A page may call itself something else. */
  g_signal_group_connect_swapped (self->live_signals, "changed", G_CALLBACK (ls_session_view_update_title), self);
  g_signal_group_connect_swapped (self->live_signals, "held", G_CALLBACK (on_held), self);
  g_signal_group_connect_swapped (self->live_signals, "ended", G_CALLBACK (on_ended), self);
  g_signal_group_connect_swapped (self->debugger_signals, "session-changed", G_CALLBACK (on_session_changed), self);
  g_signal_group_connect_swapped (self->player_signals, "changed", G_CALLBACK (on_player_changed), self);
}

const LsActionEntry ls_session_view_live_actions[] = {
  { "watch-program", NULL, 0, G_CALLBACK (watch_program_action) },
  { "hold-program", NULL, LS_NEEDS_HOLD, G_CALLBACK (hold_action) },
  { "step-program", NULL, LS_NEEDS_HOLD, G_CALLBACK (hold_action) },
  { "let-program-go", NULL, LS_NEEDS_LIVE | LS_NEEDS_HELD, G_CALLBACK (hold_action) },
  { "hold-before", "u", LS_NEEDS_LIVE, G_CALLBACK (source_action) },
  { "run-source", "u", LS_NEEDS_LIVE, G_CALLBACK (source_action) },
  { "remove-source", "u", LS_NEEDS_LIVE, G_CALLBACK (source_action) },
  { "set-source-priority", "(ui)", LS_NEEDS_LIVE, G_CALLBACK (set_source_priority_action) },
  { NULL },
};
