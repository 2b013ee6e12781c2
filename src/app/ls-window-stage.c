/* ls-window-stage.c: what the stage asks of the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include "ls-timeline.h"

#include <glib/gi18n.h>

#include "ls-stage.h"
#include "ls-timeline.h"

static void
set_shown (LsWindow   *self,
           const char *action)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, g_variant_new_boolean (TRUE));
}

static void
show_why_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);

  set_shown (self, "show-inspector");
  ls_player_select (self->player, LS_SELECTION_TASK, g_variant_get_uint32 (parameter));
}

static void
show_in_timeline_action (GtkWidget  *widget,
                         const char *name,
                         GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);

  set_shown (self, "show-events");
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "timeline");
  ls_player_select (self->player, LS_SELECTION_TASK, g_variant_get_uint32 (parameter));
  ls_timeline_show_task (LS_TIMELINE (self->timeline), g_variant_get_uint32 (parameter));
  gtk_widget_grab_focus (self->timeline);
}

static void
add_breakpoint_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsBreakRule) rule = ls_break_rule_new_from_json (g_variant_get_string (parameter, NULL), &error);
  g_autofree char *sentence = NULL;
  g_autofree char *title = NULL;

  if (!ls_window_has_session (self))
    return;
  if (rule == NULL || !ls_debugger_add_breakpoint (self->debugger, rule, _("add a breakpoint"), &error))
    {
      ls_window_report (self, error->message);
      return;
    }
  sentence = ls_break_rule_to_sentence (rule);
  /* Translators: %s is a sentence in English that says at what */
  title = g_strdup_printf (_("Breakpoint added: %s"), sentence);
  ls_window_offer_undo (self, title);
}

static void
next_record_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  gtk_widget_activate_action (LS_WINDOW (widget)->stage, "stage.next-record", NULL);
}

static void
previous_record_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  gtk_widget_activate_action (LS_WINDOW (widget)->stage, "stage.previous-record", NULL);
}

static void
other_stage_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  ls_stage_show_other (LS_STAGE (LS_WINDOW (widget)->stage));
}

/**
 * ls_window_install_stage_actions:
 * @widget_class: the window's class
 *
 * Installs the actions of the stage and what its menu needs.
 */
void
ls_window_install_stage_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-why", "u", show_why_action);
  gtk_widget_class_install_action (widget_class, "win.show-in-timeline", "u", show_in_timeline_action);
  gtk_widget_class_install_action (widget_class, "win.add-breakpoint", "s", add_breakpoint_action);
  gtk_widget_class_install_action (widget_class, "win.next-record", NULL, next_record_action);
  gtk_widget_class_install_action (widget_class, "win.previous-record", NULL, previous_record_action);
  gtk_widget_class_install_action (widget_class, "win.other-stage", NULL, other_stage_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_period, 0, "win.next-record", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_comma, 0, "win.previous-record", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F4, 0, "win.other-stage", NULL);
}
