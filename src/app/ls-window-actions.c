/* ls-window-actions.c: what the user can do to a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-command-palette.h"
#include "ls-compat.h"
#include "ls-events-table.h"
#include "ls-post-task-dialog.h"
#include "ls-shortcuts.h"
#include "ls-signal-dialog.h"
#include "ls-text.h"

#define PROGRAM_MINIMUM 220

static void
to_start_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  ls_player_to_start (LS_WINDOW (widget)->player);
}

static void
to_end_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  ls_player_to_end (LS_WINDOW (widget)->player);
}

static void
step_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ls_player_step (LS_WINDOW (widget)->player);
}

static void
step_back_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  ls_player_step_back (LS_WINDOW (widget)->player);
}

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  LsPlayer *player = LS_WINDOW (widget)->player;

  ls_player_set_running (player, !ls_player_get_running (player));
}

/* Does @step, and says so where that did not work. */
static gboolean
act (LsWindow   *self,
     LsStep     *step,
     const char *label)
{
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_act (self->debugger, step, label, &error))
    {
      ls_window_report (self, error->message);
      return FALSE;
    }
  return TRUE;
}

static void
on_post (LsWindow *self,
         LsStep   *step)
{
  g_autofree char *label = ls_step_describe (step);

  act (self, step, label);
}

/**
 * ls_window_present_dialog:
 * @self: a window that shows no dialog
 * @content: what the dialog shows
 * @title: its title
 * @width: its width in pixels
 *
 * Shows a dialog above the window.
 */
void
ls_window_present_dialog (LsWindow   *self,
                          GtkWidget  *content,
                          const char *title,
                          int         width)
{
  g_set_weak_pointer (&self->dialog, content);
  ls_compat_present_dialog (GTK_WIDGET (self), content, title, width);
}

static void
post_task_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  GtkWidget *dialog;

  if (self->dialog != NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  dialog = ls_post_task_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "post", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_window_present_dialog (self, dialog, _("Post Task"), 460);
}

static void
add_signal_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  GtkWidget *dialog;

  if (self->dialog != NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  dialog = ls_signal_dialog_new (self->debugger);
  g_signal_connect_object (dialog, "add", G_CALLBACK (on_post), self, G_CONNECT_SWAPPED);
  ls_window_present_dialog (self, dialog, _("Add Signal"), 460);
}

static void
yield_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  g_autoptr (LsStep) step = ls_step_new_yield ();

  act (LS_WINDOW (widget), step, _("yield"));
}

/**
 * ls_window_offer_undo:
 * @self: a window
 * @title: what was done
 *
 * Says that something was done, beside a button to undo it.
 */
void
ls_window_offer_undo (LsWindow   *self,
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
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
}

static void
set_priority_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 signal, priority;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;

  g_variant_get (parameter, "(uu)", &signal, &priority);
  if (priority >= LS_N_TASK_PRIORITIES)
    return;
  controller = ls_text_format_signal (ls_player_get_state (self->player), signal);
  /* Translators: a controller, then a priority */
  label = g_strdup_printf (_("set %s to %s"), controller, ls_task_priority_to_string (priority));
  step = ls_step_new_set_priority (controller, priority);
  if (!act (self, step, label))
    {
      g_signal_emit_by_name (self->player, "changed");
      return;
    }
  title = g_strdup_printf (_("Set %s to %s"), controller, ls_task_priority_to_string (priority));
  ls_window_offer_undo (self, title);
}

static void
abort_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  guint32 signal;
  const char *reason;
  g_autofree char *controller = NULL;
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (LsStep) step = NULL;

  g_variant_get (parameter, "(u&s)", &signal, &reason);
  controller = ls_text_format_signal (ls_player_get_state (self->player), signal);
  label = g_strdup_printf (_("abort %s"), controller);
  step = ls_step_new_abort (controller, *reason != '\0' ? reason : NULL);
  if (!act (self, step, label))
    return;

  title = g_strdup_printf (_("Aborted %s"), controller);
  ls_window_offer_undo (self, title);
}

/* Text that is being typed has an undo of its own. */
static gboolean
undo_text (GtkWidget  *widget,
           const char *action)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (widget));

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
  ls_debugger_undo (LS_WINDOW (widget)->debugger);
}

static void
redo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  if (undo_text (widget, "text.redo"))
    return;
  ls_debugger_redo (LS_WINDOW (widget)->debugger);
}

static void
search_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);

  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-events", g_variant_new_boolean (TRUE));
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "events");
  ls_events_table_focus_search (LS_EVENTS_TABLE (self->events));
}

static void
on_command (LsWindow   *self,
            const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), name, target);
}

static void
go_to_step_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  ls_player_step_to (LS_WINDOW (widget)->player, g_variant_get_uint32 (parameter));
}

static void
commands_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  GtkWidget *palette;

  if (self->dialog != NULL)
    return;
  palette = ls_command_palette_new (GTK_WIDGET (self));
  g_signal_connect_object (palette, "command", G_CALLBACK (on_command), self, G_CONNECT_SWAPPED);
  ls_window_present_dialog (self, palette, _("Commands"), 500);
}

static void
shortcuts_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);

  if (self->dialog == NULL)
    ls_window_present_dialog (self, ls_shortcuts_new (), _("Keyboard Shortcuts"), 480);
}

static void
unselect_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  ls_player_select (LS_WINDOW (widget)->player, LS_SELECTION_NONE, 0);
}

/**
 * ls_window_install_actions:
 * @widget_class: the window's class
 *
 * Installs the actions that move, act and search, and their keys.
 */
void
ls_window_install_actions (GtkWidgetClass *widget_class)
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
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, redo_action);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_action);
  gtk_widget_class_install_action (widget_class, "win.shortcuts", NULL, shortcuts_action);
  gtk_widget_class_install_action (widget_class, "win.commands", NULL, commands_action);
  gtk_widget_class_install_action (widget_class, "win.go-to-step", "u", go_to_step_action);
  gtk_widget_class_install_action (widget_class, "win.unselect", NULL, unselect_action);

  /* Keys without Control are the window's own, so that entries and lists come first. The others are the application's. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Home, 0, "win.to-start", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_End, 0, "win.to-end", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "win.commands", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, GDK_SHIFT_MASK, "win.commands", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_question, 0, "win.shortcuts", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_question, GDK_SHIFT_MASK, "win.shortcuts", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.unselect", NULL);
  /* In a program Control with Return runs it. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "win.post-task", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_CONTROL_MASK, "win.post-task", NULL);
}

static void
change_speed (GSimpleAction *action,
              GVariant      *value,
              gpointer       user_data)
{
  LsWindow *self = user_data;
  double speed = g_ascii_strtod (g_variant_get_string (value, NULL), NULL);
  g_autofree char *label = NULL;

  g_simple_action_set_state (action, value);
  ls_player_set_speed (self->player, speed);
  g_settings_set_double (self->settings, "speed", speed);
  /* Translators: a speed, such as 0.5× */
  label = speed == LS_SPEED_MAXIMUM ? g_strdup (C_("speed", "Maximum"))
                                    : g_strdup_printf (_("%g×"), speed);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->speed), label);
}

static void
change_settings (LsWindow         *self,
                 const LsSettings *settings,
                 const char       *label)
{
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_change_settings (self->debugger, settings, label, &error))
    ls_window_report (self, error->message);
}

static void
change_setting (GSimpleAction *action,
                GVariant      *value,
                gpointer       user_data)
{
  LsWindow *self = user_data;
  LsSession *session = ls_debugger_get_session (self->debugger);
  const char *name = g_action_get_name (G_ACTION (action));
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (action));
  const char *string = g_variant_get_string (value, NULL);
  g_autoptr (LsSettings) settings = NULL;
  g_autofree char *label = g_strdup_printf (_("change to %s"), string);

  if (session == NULL || g_variant_equal (value, state))
    return;
  settings = ls_settings_copy (ls_session_get_settings (session));
  if (g_str_equal (name, "preset"))
    {
      g_free (settings->preset);
      settings->preset = g_strdup (string);
    }
  else if (g_str_equal (name, "edition"))
    {
      ls_edition_from_string (string, &settings->edition);
    }
  else
    {
      ls_clock_kind_from_string (string, &settings->clock);
    }
  change_settings (self, settings, label);
}

static void
change_visibility (GSimpleAction *action,
                   GVariant      *value,
                   gpointer       user_data)
{
  LsWindow *self = user_data;
  const char *name = g_action_get_name (G_ACTION (action));
  GtkWidget *pane = g_str_equal (name, "show-program")     ? self->left_pane
                    : g_str_equal (name, "show-inspector") ? self->right_pane
                                                           : self->bottom_pane;

  g_simple_action_set_state (action, value);
  gtk_widget_set_visible (pane, g_variant_get_boolean (value));
  /* A window that became too small may have taken its room. */
  if (pane == self->left_pane && gtk_paned_get_position (GTK_PANED (self->left)) < PROGRAM_MINIMUM)
    gtk_paned_set_position (GTK_PANED (self->left), g_settings_get_int (self->settings, "program-width"));
  /* Beside the stage a narrow window has room for one of the two. */
  if (self->narrow && g_variant_get_boolean (value) && pane != self->bottom_pane)
    g_action_group_change_action_state (G_ACTION_GROUP (self),
                                        pane == self->left_pane ? "show-inspector" : "show-program",
                                        g_variant_new_boolean (FALSE));
}

static const GActionEntry entries[] = {
  { "speed", NULL, "s", "'0.05'", change_speed },
  { "preset", NULL, "s", "''", change_setting },
  { "edition", NULL, "s", "''", change_setting },
  { "clock", NULL, "s", "''", change_setting },
  { "show-program", NULL, NULL, "true", change_visibility },
  { "show-inspector", NULL, NULL, "true", change_visibility },
  { "show-events", NULL, NULL, "true", change_visibility },
};

/**
 * ls_window_add_actions:
 * @self: a window
 *
 * Adds the actions that have a state.
 */
void
ls_window_add_actions (LsWindow *self)
{
  char speed[G_ASCII_DTOSTR_BUF_SIZE];
  GtkEventController *keys = gtk_shortcut_controller_new ();

  /* Not the window's own: there the toolkit's binding of Space, which activates what has the focus, would come first. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_space, 0),
                                                          gtk_named_action_new ("win.run")));
  gtk_widget_add_controller (self->stack, keys);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_ascii_formatd (speed, sizeof speed, "%g", g_settings_get_double (self->settings, "speed"));
  g_action_group_change_action_state (G_ACTION_GROUP (self), "speed", g_variant_new_string (speed));
}

static void
set_state (LsWindow   *self,
           const char *name,
           const char *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (state));
}

static void
update_settings (LsWindow *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  const LsSettings *settings;

  if (session == NULL)
    return;
  settings = ls_session_get_settings (session);
  set_state (self, "preset", settings->preset);
  set_state (self, "edition", ls_edition_to_string (settings->edition));
  set_state (self, "clock", ls_clock_kind_to_string (settings->clock));
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->clock),
                             settings->clock == LS_CLOCK_VIRTUAL ? _("Virtual clock") : _("Real clock"));
}

/**
 * ls_window_update_actions:
 * @self: a window
 *
 * Enables what makes sense at the position.
 */
void
ls_window_update_actions (LsWindow *self)
{
  static const char *const needs_session[] = { "win.to-end", "win.step", "win.run",
                                               "win.post-task", "win.go-to-step", "win.add-signal", "win.set-priority", "win.abort",
                                               "win.search", "win.export-picture", "win.copy-picture",
                                               "win.what-if" };
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_session = ls_window_has_session (self);
  LsState *state = ls_player_get_state (self->player);
  gboolean at_start = ls_player_get_position (self->player) == 0;

  for (guint i = 0; i < G_N_ELEMENTS (needs_session); i++)
    gtk_widget_action_set_enabled (widget, needs_session[i], has_session);
  gtk_widget_action_set_enabled (widget, "win.to-start", has_session && !at_start);
  gtk_widget_action_set_enabled (widget, "win.step-back", has_session && !at_start);
  gtk_widget_action_set_enabled (widget, "win.yield", has_session && ls_state_get_running_task (state) != 0);
  gtk_widget_action_set_enabled (widget, "win.undo", ls_debugger_get_undo_label (self->debugger) != NULL);
  gtk_widget_action_set_enabled (widget, "win.redo", ls_debugger_get_redo_label (self->debugger) != NULL);
  gtk_widget_action_set_enabled (widget, "win.save", has_session);
  gtk_widget_action_set_enabled (widget, "win.save-as", has_session);
  ls_window_update_program_actions (self);
  update_settings (self);
}
