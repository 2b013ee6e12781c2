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
show_why_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  LsSessionView *self = user_data;

  ls_session_view_show_pane (self, "show-inspector");
  ls_player_select (self->player, LS_SELECTION_TASK, g_variant_get_uint32 (parameter));
}

static void
show_in_timeline_action (GSimpleAction *action,
                         GVariant      *parameter,
                         gpointer       user_data)
{
  LsSessionView *self = user_data;

  ls_session_view_show_pane (self, "show-events");
  gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), "timeline");
  ls_player_select (self->player, LS_SELECTION_TASK, g_variant_get_uint32 (parameter));
  ls_timeline_show_task (LS_TIMELINE (self->timeline), g_variant_get_uint32 (parameter));
  gtk_widget_grab_focus (self->timeline);
}

static void
add_breakpoint_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  LsSessionView *self = user_data;
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
next_record_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  gtk_widget_activate_action (LS_SESSION_VIEW (user_data)->stage, "stage.next-record", NULL);
}

static void
previous_record_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  gtk_widget_activate_action (LS_SESSION_VIEW (user_data)->stage, "stage.previous-record", NULL);
}

static void
other_stage_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  ls_stage_show_other (LS_STAGE (LS_SESSION_VIEW (user_data)->stage));
}

/**
 * ls_session_view_add_stage_actions:
 * @self: a view
 *
 * Adds the actions of the stage and what its menu needs.
 */
void
ls_session_view_add_stage_actions (LsSessionView *self)
{
  static const GActionEntry entries[] = {
    { "show-why", show_why_action, "u" },
    { "show-in-timeline", show_in_timeline_action, "u" },
    { "add-breakpoint", add_breakpoint_action, "s" },
    { "next-record", next_record_action },
    { "previous-record", previous_record_action },
    { "other-stage", other_stage_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}
