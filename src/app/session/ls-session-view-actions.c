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
to_start_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  ls_player_to_start (LS_SESSION_VIEW (widget)->player);
}

static void
to_end_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ls_player_to_end (LS_SESSION_VIEW (widget)->player);
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ls_player_step (LS_SESSION_VIEW (widget)->player);
}

static void
step_back_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  ls_player_step_back (LS_SESSION_VIEW (widget)->player);
}

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  LsPlayer *player = LS_SESSION_VIEW (widget)->player;

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
post_task_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  GtkWidget *dialog;

  ls_player_set_running (self->player, FALSE);
  dialog = ls_post_task_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "post", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Post Task"), 460, -1);
}

static void
add_signal_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  GtkWidget *dialog;

  ls_player_set_running (self->player, FALSE);
  dialog = ls_signal_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "add", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_session_view_present_dialog (self, dialog, _("Add Signal"), 460, 450);
}

static void
yield_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  g_autoptr (LsStep) step = ls_step_new_yield ();

  act (LS_SESSION_VIEW (widget), step, _("yield"));
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
  /* Of several only the last would be undone. */
  if (self->undo_toast != NULL)
    adw_toast_dismiss (self->undo_toast);
  g_set_weak_pointer (&self->undo_toast, toast);
  ls_session_view_add_toast (self, toast);
}

/* What is done while the session runs again up to where it was is done there. */
typedef struct
{
  GtkWidget *widget;
  char      *name;
  GVariant  *parameter;
} DeferredAction;

static void
deferred_action_free (gpointer data)
{
  DeferredAction *deferred = data;

  g_free (deferred->name);
  g_variant_unref (deferred->parameter);
  g_free (deferred);
}

static void
deferred_action_cb (LsPlayer *player,
                    gpointer  user_data)
{
  DeferredAction *deferred = user_data;

  gtk_widget_activate_action_variant (deferred->widget, deferred->name, deferred->parameter);
}

static gboolean
defer (LsSessionView *self,
       const char    *name,
       GVariant      *parameter)
{
  DeferredAction *deferred = g_new0 (DeferredAction, 1);

  deferred->widget = GTK_WIDGET (self);
  deferred->name = g_strdup (name);
  deferred->parameter = g_variant_ref (parameter);
  if (ls_player_defer (self->player, deferred_action_cb, deferred, deferred_action_free))
    return TRUE;
  deferred_action_free (deferred);
  return FALSE;
}

/* What a step calls the controller of @signal; where it cannot, says why. */
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
set_priority_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  guint32 signal, priority;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;
  const char *called;

  if (defer (self, name, parameter))
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
abort_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
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
let_agent_go_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  guint32 agent = g_variant_get_uint32 (parameter);
  g_autofree char *agent_name = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;

  if (defer (self, name, parameter) || agent == 0 || agent > ls_state_get_n_agents (ls_player_get_state (self->player)))
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
undo_text (GtkWidget  *widget,
           const char *action)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (GTK_IS_TEXT_VIEW (focus) || GTK_IS_EDITABLE (focus)) &&
         gtk_widget_activate_action (focus, action, NULL);
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  if (undo_text (widget, "text.undo"))
    return;
  ls_debugger_undo (LS_SESSION_VIEW (widget)->debugger);
}

static void
redo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  if (undo_text (widget, "text.redo"))
    return;
  ls_debugger_redo (LS_SESSION_VIEW (widget)->debugger);
}

static void
search_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "events");
  ls_events_table_focus_search (LS_EVENTS_TABLE (self->events));
}

static void
go_to_step_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  ls_player_step_to (LS_SESSION_VIEW (widget)->player, g_variant_get_uint32 (parameter));
}

static void
unselect_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  ls_player_select (LS_SESSION_VIEW (widget)->player, LS_SELECTION_NONE, 0);
}

/**
 * ls_session_view_install_actions:
 * @widget_class: the view's class
 *
 * Installs the actions that move, act and search.
 */
void
ls_session_view_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.to-start", NULL, to_start_action);
  gtk_widget_class_install_action (widget_class, "win.to-end", NULL, to_end_action);
  gtk_widget_class_install_action (widget_class, "win.step", NULL, step_action);
  gtk_widget_class_install_action (widget_class, "win.step-back", NULL, step_back_action);
  gtk_widget_class_install_action (widget_class, "win.run", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "win.post-task", NULL, post_task_action);
  gtk_widget_class_install_action (widget_class, "win.add-signal", NULL, add_signal_action);
  gtk_widget_class_install_action (widget_class, "win.yield", NULL, yield_action);
  gtk_widget_class_install_action (widget_class, "win.set-priority", "(uu)", set_priority_action);
  gtk_widget_class_install_action (widget_class, "win.abort", "(us)", abort_action);
  gtk_widget_class_install_action (widget_class, "win.let-agent-go", "u", let_agent_go_action);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, redo_action);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "win.go-to-step", "u", go_to_step_action);
  gtk_widget_class_install_action (widget_class, "win.unselect", NULL, unselect_action);
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

  /* Not the window's own: there the toolkit's binding of Space, which activates what has the focus, would come first. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (run->there),
                                                          gtk_named_action_new (run->action)));
  gtk_widget_add_controller (self->stack, keys);
}

/**
 * ls_session_view_set_enabled:
 * @self: a view
 * @action: one of its actions
 * @enabled: whether it makes sense now
 *
 * Enables or disables an action of the view, and the window's of that name while the view is shown.
 */
void
ls_session_view_set_enabled (LsSessionView *self,
                             const char    *action,
                             gboolean       enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
  g_signal_emit_by_name (self, "action-enabled", action, enabled);
}

/**
 * ls_session_view_update_actions:
 * @self: a view
 *
 * Enables what makes sense at the position.
 */
void
ls_session_view_update_actions (LsSessionView *self)
{
  static const char *const needs_session[] = { "win.to-end", "win.step", "win.run",
                                               "win.post-task", "win.go-to-step", "win.add-signal", "win.set-priority", "win.abort",
                                               "win.search", "win.export-picture", "win.copy-picture",
                                               "win.what-if", "win.explore" };
  gboolean has_session = ls_session_view_has_session (self);
  LsState *state = ls_player_get_state (self->player);
  gboolean at_start = ls_player_get_position (self->player) <= ls_player_get_start (self->player) &&
                      !ls_player_is_returning (self->player);

  for (guint i = 0; i < G_N_ELEMENTS (needs_session); i++)
    ls_session_view_set_enabled (self, needs_session[i], has_session);
  ls_session_view_set_enabled (self, "win.to-start", has_session && !at_start);
  ls_session_view_set_enabled (self, "win.step-back", has_session && !at_start);
  ls_session_view_set_enabled (self, "win.yield", has_session && ls_state_get_running_task (state) != 0);
  ls_session_view_set_enabled (self, "win.undo", ls_debugger_get_undo_label (self->debugger) != NULL);
  ls_session_view_set_enabled (self, "win.redo", ls_debugger_get_redo_label (self->debugger) != NULL);
  ls_session_view_set_enabled (self, "win.cancel-opening", ls_session_file_get_opening (self->file) != NULL);
  ls_session_view_set_enabled (self, "win.save", has_session);
  ls_session_view_set_enabled (self, "win.save-as", has_session);
  ls_session_view_update_program_actions (self);
  ls_session_view_update_lesson_actions (self);
  g_signal_emit_by_name (self, "settings-changed");
}
