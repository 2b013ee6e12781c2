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
show_in_timeline_action (LsSessionView *self,
                         const char    *name,
                         GVariant      *parameter)
{
  ls_session_view_show_page (self, self->timeline);
  ls_player_select (self->player, LS_SELECTION_TASK, g_variant_get_uint32 (parameter));
  ls_timeline_show_task (LS_TIMELINE (self->timeline), g_variant_get_uint32 (parameter));
  gtk_widget_grab_focus (self->timeline);
}

static void
add_breakpoint_action (LsSessionView *self,
                       const char    *name,
                       GVariant      *parameter)
{
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
record_action (LsSessionView *self,
               const char    *name,
               GVariant      *parameter)
{
  g_autofree char *action = g_strconcat ("stage.", name, NULL);

  gtk_widget_activate_action (self->stage, action, NULL);
}

static void
other_stage_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  ls_stage_show_other (LS_STAGE (self->stage));
}

const LsActionEntry ls_session_view_stage_actions[] = {
  { "show-in-timeline", "u", 0, G_CALLBACK (show_in_timeline_action) },
  { "add-breakpoint", "s", 0, G_CALLBACK (add_breakpoint_action) },
  { "next-record", NULL, 0, G_CALLBACK (record_action) },
  { "previous-record", NULL, 0, G_CALLBACK (record_action) },
  { "other-stage", NULL, 0, G_CALLBACK (other_stage_action) },
  { NULL },
};
