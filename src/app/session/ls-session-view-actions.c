/* ls-session-view-actions.c: what the user can do to a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-action.h"
#include "ls-atomics-text.h"
#include "ls-commands.h"
#include "ls-compat.h"
#include "ls-lesson-bars.h"
#include "ls-lesson-field.h"
#include "ls-post-task-dialog.h"
#include "ls-preset-table.h"
#include "ls-signal-dialog.h"
#include "ls-text.h"
#include "ls-watch-pane.h"

static void
move_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  static const struct
  {
    const char *name;
    void      (*move) (LsPlayer *player);
  } moves[] = {
    { "to-start", ls_player_to_start },
    { "to-end", ls_player_to_end },
    { "step-callback", ls_player_step },
    { "step-callback-back", ls_player_step_back },
  };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (g_str_equal (moves[i].name, name))
      moves[i].move (self->player);
}

static void
run_action (LsSessionView *self,
            const char    *name,
            GVariant      *parameter)
{
  LsPlayer *player = self->player;

  ls_player_set_running (player, !ls_player_get_running (player));
}

/* Does @step, and says so where that did not work. */
static gboolean
act (LsSessionView   *self,
     LsStep     *step,
     const char *label)
{
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_act (self->debugger, step, label, &error))
    {
      ls_session_view_report (self, error->message);
      return FALSE;
    }
  return TRUE;
}

static void
on_post (LsSessionView *self,
         LsStep   *step)
{
  g_autofree char *label = ls_step_to_words (step);

  act (self, step, label);
}

static void
post_task_action (LsSessionView *self,
                  const char    *name,
                  GVariant      *parameter)
{
  GtkWidget *dialog;

  if (ls_session_view_get_page (self) != NULL)
    {
      ls_session_view_show_program (self);
      ls_watch_pane_focus_post (LS_WATCH_PANE (self->watch));
      return;
    }
  ls_player_set_running (self->player, FALSE);
  dialog = ls_post_task_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "post", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Post Task"), 460, -1);
}

static void
add_signal_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  GtkWidget *dialog;

  ls_player_set_running (self->player, FALSE);
  dialog = ls_signal_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "add", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Add Signal"), 460, 450);
}

static void
yield_action (LsSessionView *self,
              const char    *name,
              GVariant      *parameter)
{
  g_autoptr (LsStep) step = ls_step_new_yield ();

  act (self, step, _("yield"));
}

/**
 * ls_session_view_dup_yield_problem:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): why nothing can yield at the position that is shown, a sentence; %NULL if something can
 */
char *
ls_session_view_dup_yield_problem (LsSessionView *self)
{
  g_autoptr (GError) error = NULL;

  if (ls_debugger_get_live_run (self->debugger) != NULL)
    return g_strdup (_("What is watched yields by itself"));
  if (!ls_session_view_has_session (self) || ls_action_can_yield (ls_player_get_state (self->player), &error))
    return NULL;
  return g_strdup (error->message);
}

/* Undo takes back the last change, so only a message about that one may offer it. */
static void
withdraw_undo (LsSessionView *self)
{
  AdwToast *toast = self->undo_toast;

  g_clear_weak_pointer (&self->undo_toast);
  g_clear_pointer (&self->undo_label, g_free);
  if (toast != NULL)
    adw_toast_dismiss (toast);
}

/* Says in @title what was done, beside a button to undo it. */
void
ls_session_view_offer_undo (LsSessionView   *self,
                            const char *title)
{
  withdraw_undo (self);
  g_set_weak_pointer (&self->undo_toast, ls_session_view_tell (self, title, _("_Undo"), "win.undo", 0));
  self->undo_label = g_strdup (ls_debugger_get_undo_label (self->debugger));
}

/* Withdraws the offer once undo would take back something else. */
static void
check_undo_offer (LsSessionView *self)
{
  if (self->undo_toast != NULL && g_strcmp0 (self->undo_label, ls_debugger_get_undo_label (self->debugger)) != 0)
    withdraw_undo (self);
}

/* An action that waits until the session has run again up to where it was. */
typedef struct
{
  GActionGroup *actions;
  char         *name;
  GVariant     *parameter;
} Deferred;

static void
deferred_free (gpointer data)
{
  Deferred *deferred = data;

  g_object_unref (deferred->actions);
  g_free (deferred->name);
  g_variant_unref (deferred->parameter);
  g_free (deferred);
}

static void
deferred_cb (LsPlayer *player,
             gpointer  user_data)
{
  Deferred *deferred = user_data;

  g_action_group_activate_action (deferred->actions, deferred->name, deferred->parameter);
}

static gboolean
defer (LsSessionView *self,
       const char    *name,
       GVariant      *parameter)
{
  Deferred *deferred = g_new0 (Deferred, 1);

  deferred->actions = g_object_ref (G_ACTION_GROUP (ls_actions_get (GTK_WIDGET (self))));
  deferred->name = g_strdup (name);
  deferred->parameter = g_variant_ref (parameter);
  if (ls_player_defer (self->player, deferred_cb, deferred, deferred_free))
    return TRUE;
  deferred_free (deferred);
  return FALSE;
}

/* Returns what a step calls the controller of @signal. If it has no name, says so and returns NULL. */
static const char *
find_name (LsSessionView *self,
           guint32        signal)
{
  g_autoptr (GError) error = NULL;
  const char *name = ls_action_name_signal (ls_player_get_state (self->player), signal, &error);

  if (name == NULL)
    ls_session_view_report (self, error->message);
  return name;
}

static void
set_priority_action (LsSessionView *self,
                     const char    *name,
                     GVariant      *parameter)
{
  guint32 signal, priority;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;
  const char *called;

  if (defer (self, name, parameter))
    return;
  g_variant_get (parameter, "(uu)", &signal, &priority);
  if (ls_session_view_set_priority_in_page (self, signal, priority))
    return;
  called = ls_task_priority_is_valid (priority) ? find_name (self, signal) : NULL;
  if (called == NULL)
    {
      g_signal_emit_by_name (self->player, "changed");
      return;
    }
  controller = ls_text_format_signal (ls_player_get_state (self->player), signal);
  /* Translators: a controller, then a priority */
  label = g_strdup_printf (_("set %s to %s"), controller, ls_task_priority_to_string (priority));
  step = ls_step_new_set_priority (called, priority);
  if (!act (self, step, label))
    {
      g_signal_emit_by_name (self->player, "changed");
      return;
    }
  title = g_strdup_printf (_("Set %s to %s"), controller, ls_task_priority_to_string (priority));
  ls_session_view_offer_undo (self, title);
}

static void
abort_action (LsSessionView *self,
              const char    *name,
              GVariant      *parameter)
{
  guint32 signal;
  const char *reason;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;
  const char *called;

  if (defer (self, name, parameter))
    return;
  g_variant_get (parameter, "(u&s)", &signal, &reason);
  if (ls_session_view_abort_in_page (self, signal, reason))
    return;
  called = find_name (self, signal);
  if (called == NULL)
    return;
  controller = ls_text_format_signal (ls_player_get_state (self->player), signal);
  label = g_strdup_printf (_("abort %s"), controller);
  step = ls_step_new_abort (called, *reason != '\0' ? reason : NULL);
  if (!act (self, step, label))
    return;

  title = g_strdup_printf (_("Aborted %s"), controller);
  ls_session_view_offer_undo (self, title);
}

static void
let_agent_go_action (LsSessionView *self,
                     const char    *name,
                     GVariant      *parameter)
{
  guint32 agent = g_variant_get_uint32 (parameter);
  g_autofree char *agent_name = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  if (defer (self, name, parameter) || agent == 0 || agent > ls_state_get_n_agents (ls_player_get_state (self->player)))
    return;
  agent_name = ls_atomics_text_format_agent (ls_player_get_state (self->player), agent);
  /* Translators: an agent */
  label = g_strdup_printf (_("run %s next"), agent_name);
  if (!ls_debugger_let_agent_go (self->debugger, agent, label, &error))
    {
      ls_session_view_report (self, error->message);
      return;
    }
  /* Translators: an agent */
  title = g_strdup_printf (_("%s runs next"), agent_name);
  ls_session_view_offer_undo (self, title);
}

/* Text that is being typed has an undo of its own, and so have bars of a lesson. What is typed in a field of a lesson is a change
 * of the session, unless it cannot be part of the lesson. */
static void
undo_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *bars = focus != NULL ? gtk_widget_get_ancestor (focus, LS_TYPE_LESSON_BARS) : NULL;
  GtkWidget *field = focus != NULL ? gtk_widget_get_ancestor (focus, LS_TYPE_LESSON_FIELD) : NULL;
  gboolean is_undo = g_str_equal (name, "undo");

  /* An entry in a popover that has just closed can still have the focus. */
  if (field != NULL && is_undo && ls_lesson_field_restore (LS_LESSON_FIELD (field)))
    return;
  if (field == NULL && focus != NULL && gtk_widget_get_mapped (focus) && (GTK_IS_TEXT_VIEW (focus) || GTK_IS_EDITABLE (focus)) &&
      gtk_widget_activate_action (focus, is_undo ? "text.undo" : "text.redo", NULL))
    return;
  if (is_undo && bars != NULL && ls_lesson_bars_undo (LS_LESSON_BARS (bars)))
    return;
  withdraw_undo (self);
  if (ls_debugger_is_live (self->debugger))
    ls_session_view_undo_live (self, is_undo);
  else if (is_undo)
    ls_debugger_undo (self->debugger);
  else
    ls_debugger_redo (self->debugger);
}

static void
go_to_step_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  ls_player_step_to (self->player, g_variant_get_uint32 (parameter));
}

static void
unselect_action (LsSessionView *self,
                 const char    *name,
                 GVariant      *parameter)
{
  ls_player_select (self->player, LS_SELECTION_NONE, 0);
}

const LsActionEntry ls_session_view_basic_actions[] = {
  { "to-start", NULL, LS_NEEDS_SESSION | LS_NEEDS_WAY_BACK, G_CALLBACK (move_action) },
  { "to-end", NULL, LS_NEEDS_SESSION | LS_NEEDS_FUTURE, G_CALLBACK (move_action) },
  { "step-callback", NULL, LS_NEEDS_SESSION | LS_NEEDS_FUTURE, G_CALLBACK (move_action) },
  { "step-callback-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_WAY_BACK, G_CALLBACK (move_action) },
  { "run", NULL, LS_NEEDS_SESSION | LS_NEEDS_FUTURE, G_CALLBACK (run_action) },
  { "post-task", NULL, LS_NEEDS_SCHEDULER, G_CALLBACK (post_task_action) },
  { "add-signal", NULL, LS_NEEDS_PROGRAM, G_CALLBACK (add_signal_action) },
  { "yield", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_CALLBACK, G_CALLBACK (yield_action) },
  { "set-priority", "(uu)", LS_NEEDS_SCHEDULER, G_CALLBACK (set_priority_action) },
  { "abort", "(us)", LS_NEEDS_CONTROLLERS, G_CALLBACK (abort_action) },
  { "let-agent-go", "u", LS_NEEDS_PROGRAM, G_CALLBACK (let_agent_go_action) },
  { "undo", NULL, LS_NEEDS_UNDO, G_CALLBACK (undo_action) },
  { "redo", NULL, LS_NEEDS_REDO, G_CALLBACK (undo_action) },
  { "go-to-step", "u", LS_NEEDS_SESSION, G_CALLBACK (go_to_step_action) },
  { "unselect", NULL, 0, G_CALLBACK (unselect_action) },
  { NULL },
};

/**
 * ls_session_view_change_setting:
 * @self: a view
 * @name: "preset", "edition" or "clock"
 * @value: what it is to be
 *
 * Changes a setting of the session, if there is one.
 */
void
ls_session_view_change_setting (LsSessionView *self,
                                const char    *name,
                                const char    *value)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autoptr (LsSettings) settings = NULL;
  g_autofree char *label = g_strdup_printf (_("change to %s"), value);
  g_autoptr (GError) error = NULL;

  if (session == NULL)
    return;
  settings = ls_settings_copy (ls_session_get_settings (session));
  if (g_str_equal (name, "preset"))
    {
      g_free (settings->preset);
      settings->preset = g_strdup (value);
    }
  else if (g_str_equal (name, "edition"))
    {
      ls_edition_from_string (value, &settings->edition);
    }
  else
    {
      ls_clock_kind_from_string (value, &settings->clock);
    }
  if (!ls_debugger_change_settings (self->debugger, settings, label, &error))
    ls_session_view_report (self, error->message);
}

/**
 * ls_session_view_change_experiment:
 * @self: a view
 * @name: the name of an experiment
 * @is_on: whether it is to be on
 *
 * Turns an experiment of the session on or off, if there is a session.
 */
void
ls_session_view_change_experiment (LsSessionView *self,
                                   const char    *name,
                                   gboolean       is_on)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  LsExperiments experiment = LS_EXPERIMENT_NONE;
  g_autoptr (LsSettings) settings = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *label = NULL;

  if (session == NULL || !ls_experiment_from_string (name, &experiment))
    return;
  settings = ls_settings_copy (ls_session_get_settings (session));
  settings->experiments = is_on ? settings->experiments | experiment : settings->experiments & ~experiment;
  /* Translators: what undo takes back: %s is an experiment, such as scheduler.wait() */
  label = g_strdup_printf (is_on ? _("turn %s on") : _("turn %s off"), ls_experiment_get_title (experiment));
  if (!ls_debugger_change_settings (self->debugger, settings, label, &error))
    ls_session_view_report (self, error->message);
}

static gboolean
run_shortcut (GtkWidget *widget,
              GVariant  *arguments,
              gpointer   user_data)
{
  return ls_commands_takes_characters (widget) && gtk_widget_activate_action (widget, user_data, NULL);
}

/* Puts away the inspector where it lies over the stage. */
static gboolean
on_escape (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  return ls_pane_layout_is_narrow (LS_SESSION_VIEW (user_data)->layout) &&
         gtk_widget_activate_action (widget, "win.show-inspector", NULL);
}

/* Adds the key that runs, and the one that puts away the inspector. */
void
ls_session_view_add_keys (LsSessionView *self)
{
  GtkEventController *flap_keys = gtk_shortcut_controller_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  const LsCommand *run = ls_commands_find ("win.run");

  /* A key of the window would come after the toolkit's own binding of Space, which activates what has the focus. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (run->there),
                                                          gtk_callback_action_new (run_shortcut, (char *) run->action, NULL)));
  gtk_widget_add_controller (self->stack, keys);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (flap_keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (on_escape, self, NULL)));
  gtk_widget_add_controller (self->panes.inspector_pane, flap_keys);
}

/* Adds the actions of the session as such. The panes have those that are about what they show. */
void
ls_session_view_add_actions (LsSessionView *self)
{
  static const LsActionEntry *const tables[] = {
    ls_session_view_basic_actions, ls_session_view_document_actions, ls_session_view_file_actions,
    ls_session_view_program_actions, ls_session_view_stage_actions, ls_session_view_mark_actions,
    ls_session_view_analysis_actions, ls_session_view_picture_actions, ls_session_view_lesson_actions,
    ls_session_view_recording_actions, ls_session_view_trace_actions,
    ls_session_view_part_actions, ls_session_view_live_actions, ls_session_view_page_actions,
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    ls_actions_add (GTK_WIDGET (self), tables[i]);
}

/**
 * ls_session_view_list_actions:
 * @self: a view
 *
 * Returns: (transfer container) (element-type GSimpleActionGroup): what the user can do in it: the group of the session, and those
 *   of the panes
 */
GPtrArray *
ls_session_view_list_actions (LsSessionView *self)
{
  GtkWidget *const owners[] = { GTK_WIDGET (self), self->program, self->lesson,  self->why,
                                self->events,      self->what_if, self->rerun, self->explore, self->breakpoints };
  GPtrArray *groups = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    g_ptr_array_add (groups, ls_actions_get (owners[i]));
  return groups;
}

/* Returns the LsActionNeeds that are met. */
static guint
find_met (LsSessionView *self)
{
  gboolean is_past = ls_player_get_position (self->player) > ls_player_get_start (self->player);
  guint met = 0;

  met |= ls_session_view_has_session (self) ? LS_NEEDS_SESSION : 0;
  met |= ls_session_view_has_session (self) && !ls_debugger_is_recorded (self->debugger) ? LS_NEEDS_PROGRAM : 0;
  met |= ls_debugger_is_live (self->debugger) ? LS_NEEDS_LIVE : 0;
  met |= ls_session_view_has_session (self) && ls_session_view_has_settings (self) ? LS_NEEDS_SETTINGS : 0;
  met |= ls_session_view_can_photograph (self) ? LS_NEEDS_PAGE : 0;
  met |= ls_session_view_is_to_hold (self) ? LS_NEEDS_HELD : 0;
  met |= ls_session_view_can_hold (self) ? LS_NEEDS_HOLD : 0;
  met |= met & LS_NEEDS_PROGRAM || ls_session_view_get_page (self) != NULL ? LS_NEEDS_CONTROLLERS : 0;
  met |= met & LS_NEEDS_PROGRAM || ls_session_view_has_scheduler (self) ? LS_NEEDS_SCHEDULER : 0;
  met |= ls_debugger_get_recording (self->debugger) != NULL ? LS_NEEDS_RECORDING : 0;
  met |= !ls_session_view_has_part (self) ? LS_NEEDS_WHOLE : 0;
  met |= ls_debugger_is_javascript (self->debugger) ? LS_NEEDS_SCRIPT : 0;
  met |= ls_session_view_has_lesson (self) ? LS_NEEDS_LESSON : 0;
  met |= is_past ? LS_NEEDS_PAST : 0;
  met |= is_past || ls_player_is_returning (self->player) ? LS_NEEDS_WAY_BACK : 0;
  met |= ls_action_can_yield (ls_player_get_state (self->player), NULL) ? LS_NEEDS_CALLBACK : 0;
  met |= ls_breakpoints_is_active (ls_debugger_get_breakpoints (self->debugger)) ? LS_NEEDS_BREAKPOINTS : 0;
  met |= ls_debugger_get_undo_label (self->debugger) != NULL || ls_session_view_can_undo_live (self, TRUE) ? LS_NEEDS_UNDO : 0;
  met |= ls_debugger_get_redo_label (self->debugger) != NULL || ls_session_view_can_undo_live (self, FALSE) ? LS_NEEDS_REDO : 0;
  met |= ls_debugger_get_working (self->debugger) ? LS_NEEDS_WORK : 0;
  met |= ls_session_file_get_opening (self->file) != NULL ? LS_NEEDS_OPENING : 0;
  met |= !(ls_player_get_curtain (self->player) & LS_CURTAIN_FUTURE) || !ls_player_is_at_end (self->player) ? LS_NEEDS_FUTURE : 0;
  met |= ls_session_view_is_empty (self) ? LS_NEEDS_NOTHING_THERE : 0;
  return met;
}

/* Enables the actions that make sense at the position. */
void
ls_session_view_update_actions (LsSessionView *self)
{
  g_autoptr (GPtrArray) groups = ls_session_view_list_actions (self);
  guint met = find_met (self);

  for (guint i = 0; i < groups->len; i++)
    ls_actions_enable (g_ptr_array_index (groups, i), met);
  check_undo_offer (self);
  g_signal_emit_by_name (self, "settings-changed");
}
