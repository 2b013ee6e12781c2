/* ls-session-view-stage.c: what the stage asks of the view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-stage.h"
#include "ls-timeline.h"

static void
show_why_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_pane (self, "show-inspector");
  ls_player_select (self->player, LS_SELECTION_TASK, g_variant_get_uint32 (parameter));
}

static void
show_in_timeline_action (GtkWidget  *widget,
                         const char *name,
                         GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_pane (self, "show-events");
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
  LsSessionView *self = LS_SESSION_VIEW (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsBreakRule) rule = ls_break_rule_new_from_json (g_variant_get_string (parameter, NULL), &error);
  g_autofree char *sentence = NULL;
  g_autofree char *title = NULL;

  if (!ls_session_view_has_session (self))
    return;
  if (rule == NULL || !ls_debugger_add_breakpoint (self->debugger, rule, _("add a breakpoint"), &error))
    {
      ls_session_view_report (self, error->message);
      return;
    }
  sentence = ls_break_rule_to_sentence (rule);
  /* Translators: %s is a sentence in English that says at what */
  title = g_strdup_printf (_("Breakpoint added: %s"), sentence);
  ls_session_view_offer_undo (self, title);
}

static void
next_record_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  gtk_widget_activate_action (LS_SESSION_VIEW (widget)->stage, "stage.next-record", NULL);
}

static void
previous_record_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  gtk_widget_activate_action (LS_SESSION_VIEW (widget)->stage, "stage.previous-record", NULL);
}

static void
other_stage_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  ls_stage_show_other (LS_STAGE (LS_SESSION_VIEW (widget)->stage));
}

/**
 * ls_session_view_install_stage_actions:
 * @widget_class: the view's class
 *
 * Installs the actions of the stage and what its menu needs.
 */
void
ls_session_view_install_stage_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-why", "u", show_why_action);
  gtk_widget_class_install_action (widget_class, "win.show-in-timeline", "u", show_in_timeline_action);
  gtk_widget_class_install_action (widget_class, "win.add-breakpoint", "s", add_breakpoint_action);
  gtk_widget_class_install_action (widget_class, "win.next-record", NULL, next_record_action);
  gtk_widget_class_install_action (widget_class, "win.previous-record", NULL, previous_record_action);
  gtk_widget_class_install_action (widget_class, "win.other-stage", NULL, other_stage_action);
}
