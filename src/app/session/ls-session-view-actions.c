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
#include "ls-events-table.h"
#include "ls-post-task-dialog.h"
#include "ls-signal-dialog.h"
#include "ls-text.h"

static void
to_start_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  ls_player_to_start (LS_SESSION_VIEW (user_data)->player);
}

static void
to_end_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  ls_player_to_end (LS_SESSION_VIEW (user_data)->player);
}

static void
step_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  ls_player_step (LS_SESSION_VIEW (user_data)->player);
}

static void
step_back_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  ls_player_step_back (LS_SESSION_VIEW (user_data)->player);
}

static void
run_action (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  LsPlayer *player = LS_SESSION_VIEW (user_data)->player;

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
post_task_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  LsSessionView *self = user_data;
  GtkWidget *dialog;

  ls_player_set_running (self->player, FALSE);
  dialog = ls_post_task_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "post", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Post Task"), 460, -1);
}

static void
add_signal_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LsSessionView *self = user_data;
  GtkWidget *dialog;

  ls_player_set_running (self->player, FALSE);
  dialog = ls_signal_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "add", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Add Signal"), 460, 450);
}

static void
yield_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  g_autoptr (LsStep) step = ls_step_new_yield ();

  act (LS_SESSION_VIEW (user_data), step, _("yield"));
}

/**
 * ls_session_view_offer_undo:
 * @self: a view
 * @title: what was done
 *
 * Says that something was done, beside a button to undo it.
 */
void
ls_session_view_offer_undo (LsSessionView   *self,
                      const char *title)
{
  g_autofree char *escaped = g_markup_escape_text (title, -1);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  /* Undo takes the last change back, so only the last of these messages is true. */
  if (self->undo_toast != NULL)
    adw_toast_dismiss (self->undo_toast);
  g_set_weak_pointer (&self->undo_toast, toast);
  ls_session_view_add_toast (self, toast);
}

/* An action that waits until the session has run again up to where it was. */
typedef struct
{
  GAction  *action;
  GVariant *parameter;
} Deferred;

static void
deferred_free (gpointer data)
{
  Deferred *deferred = data;

  g_object_unref (deferred->action);
  g_variant_unref (deferred->parameter);
  g_free (deferred);
}

static void
deferred_cb (LsPlayer *player,
             gpointer  user_data)
{
  Deferred *deferred = user_data;

  g_action_activate (deferred->action, deferred->parameter);
}

static gboolean
defer (LsSessionView *self,
       GSimpleAction *action,
       GVariant      *parameter)
{
  Deferred *deferred = g_new0 (Deferred, 1);

  deferred->action = g_object_ref (G_ACTION (action));
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
set_priority_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  LsSessionView *self = user_data;
  guint32 signal, priority;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;
  const char *called;

  if (defer (self, action, parameter))
    return;
  g_variant_get (parameter, "(uu)", &signal, &priority);
  called = priority < LS_N_TASK_PRIORITIES ? find_name (self, signal) : NULL;
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
abort_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  LsSessionView *self = user_data;
  guint32 signal;
  const char *reason;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;
  const char *called;

  if (defer (self, action, parameter))
    return;
  g_variant_get (parameter, "(u&s)", &signal, &reason);
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
let_agent_go_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  LsSessionView *self = user_data;
  guint32 agent = g_variant_get_uint32 (parameter);
  g_autofree char *agent_name = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  if (defer (self, action, parameter) || agent == 0 || agent > ls_state_get_n_agents (ls_player_get_state (self->player)))
    return;
  agent_name = ls_atomics_text_format_agent (ls_player_get_state (self->player), agent);
  /* Translators: an agent */
  label = g_strdup_printf (_("let %s go next"), agent_name);
  if (!ls_debugger_let_agent_go (self->debugger, agent, label, &error))
    {
      ls_session_view_report (self, error->message);
      return;
    }
  /* Translators: an agent */
  title = g_strdup_printf (_("%s goes next"), agent_name);
  ls_session_view_offer_undo (self, title);
}

/* Text that is being typed has an undo of its own. */
static gboolean
undo_text (LsSessionView *self,
           const char    *action)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (GTK_IS_TEXT_VIEW (focus) || GTK_IS_EDITABLE (focus)) &&
         gtk_widget_activate_action (focus, action, NULL);
}

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  if (undo_text (user_data, "text.undo"))
    return;
  ls_debugger_undo (LS_SESSION_VIEW (user_data)->debugger);
}

static void
redo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  if (undo_text (user_data, "text.redo"))
    return;
  ls_debugger_redo (LS_SESSION_VIEW (user_data)->debugger);
}

static void
search_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  LsSessionView *self = user_data;

  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "events");
  ls_events_table_focus_search (LS_EVENTS_TABLE (self->events));
}

static void
go_to_step_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  ls_player_step_to (LS_SESSION_VIEW (user_data)->player, g_variant_get_uint32 (parameter));
}

static void
unselect_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  ls_player_select (LS_SESSION_VIEW (user_data)->player, LS_SELECTION_NONE, 0);
}

/**
 * ls_session_view_add_actions:
 * @self: a view
 *
 * Adds the actions that move, act and search.
 */
void
ls_session_view_add_actions (LsSessionView *self)
{
  static const GActionEntry entries[] = {
    { "to-start", to_start_action },
    { "to-end", to_end_action },
    { "step", step_action },
    { "step-back", step_back_action },
    { "run", run_action },
    { "post-task", post_task_action },
    { "add-signal", add_signal_action },
    { "yield", yield_action },
    { "set-priority", set_priority_action, "(uu)" },
    { "abort", abort_action, "(us)" },
    { "let-agent-go", let_agent_go_action, "u" },
    { "undo", undo_action },
    { "redo", redo_action },
    { "search", search_action },
    { "go-to-step", go_to_step_action, "u" },
    { "unselect", unselect_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

static void
change_settings (LsSessionView         *self,
                 const LsSettings *settings,
                 const char       *label)
{
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_change_settings (self->debugger, settings, label, &error))
    ls_session_view_report (self, error->message);
}

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
  change_settings (self, settings, label);
}

/**
 * ls_session_view_add_keys:
 * @self: a view
 *
 * Adds the key that runs.
 */
void
ls_session_view_add_keys (LsSessionView *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  const LsCommand *run = ls_commands_find ("win.run");

  /* A key of the window would come after the toolkit's own binding of Space, which activates what has the focus. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (run->there),
                                                          gtk_named_action_new (run->action)));
  gtk_widget_add_controller (self->stack, keys);
}

/**
 * ls_session_view_set_enabled:
 * @self: a view
 * @action: one of its actions, as "step"
 * @enabled: whether it makes sense now
 *
 * Enables or disables an action.
 */
void
ls_session_view_set_enabled (LsSessionView *self,
                             const char    *action,
                             gboolean       enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), action)), enabled);
}

/**
 * ls_session_view_update_actions:
 * @self: a view
 *
 * Enables the actions that make sense at the position.
 */
void
ls_session_view_update_actions (LsSessionView *self)
{
  static const char *const needs_session[] = { "to-end", "step", "run", "post-task", "go-to-step", "add-signal", "set-priority",
                                               "abort", "search", "export-picture", "copy-picture", "what-if", "explore" };
  gboolean has_session = ls_session_view_has_session (self);
  LsState *state = ls_player_get_state (self->player);
  gboolean at_start = ls_player_get_position (self->player) <= ls_player_get_start (self->player) &&
                      !ls_player_is_returning (self->player);

  for (guint i = 0; i < G_N_ELEMENTS (needs_session); i++)
    ls_session_view_set_enabled (self, needs_session[i], has_session);
  ls_session_view_set_enabled (self, "to-start", has_session && !at_start);
  ls_session_view_set_enabled (self, "step-back", has_session && !at_start);
  ls_session_view_set_enabled (self, "yield", has_session && ls_state_get_running_task (state) != 0);
  ls_session_view_set_enabled (self, "undo", ls_debugger_get_undo_label (self->debugger) != NULL);
  ls_session_view_set_enabled (self, "redo", ls_debugger_get_redo_label (self->debugger) != NULL);
  ls_session_view_set_enabled (self, "cancel-opening", ls_session_file_get_opening (self->file) != NULL);
  ls_session_view_set_enabled (self, "save", has_session);
  ls_session_view_set_enabled (self, "save-as", has_session);
  ls_session_view_update_program_actions (self);
  ls_session_view_update_lesson_actions (self);
  ls_session_view_update_settings (self);
}
