/* ls-stage-menu-live.c: what can be done with a source of a program that runs elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include <glib/gi18n.h>

#include "ls-menu.h"
#include "ls-page-watch.h"
#include "ls-text.h"
#include "ls-watch.h"

/* Returns the name of the menu's task, an empty string if it has none. */
static const char *
get_name (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  const LsTaskState *task = self->menu_task != 0 ? ls_state_get_task (state, self->menu_task) : NULL;

  return task != NULL ? ls_trace_get_text (ls_player_get_trace (self->player), task->name) : "";
}

static void
act_cb (GSimpleAction *action,
        GVariant      *parameter,
        gpointer       user_data)
{
  LsStage *self = user_data;
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_widget_activate_action (GTK_WIDGET (self), name, "u", self->menu_task);
}

static void
priority_cb (GSimpleAction *action,
             GVariant      *value,
             gpointer       user_data)
{
  LsStage *self = user_data;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.set-source-priority", "(ui)", self->menu_task, g_variant_get_int32 (value));
}

static void
hold_name_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  LsStage *self = user_data;

  gtk_widget_activate_action (GTK_WIDGET (self), "win.hold-before-name", "s", get_name (self));
}

static const GActionEntry entries[] = {
  { "hold-before", act_cb },
  { "run-source", act_cb },
  { "remove-source", act_cb },
  { "source-priority", NULL, "i", "0", priority_cb },
  { "hold-name", hold_name_cb },
};

/* Adds the actions of the menu. */
void
ls_stage_add_live_actions (LsStage *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self->menu_actions), entries, G_N_ELEMENTS (entries), self);
}

/* Returns whether the menu is about a source of a program that is watched. */
gboolean
ls_stage_has_live_task (LsStage *self)
{
  return self->menu_task != 0 && self->debugger != NULL && ls_debugger_is_live (self->debugger) &&
         LS_IS_WATCH (ls_debugger_get_live_run (self->debugger));
}

/* Appends what can be done with the source of the menu's task. */
void
ls_stage_append_live (LsStage *self,
                      GMenu   *menu)
{
  LsWatch *watch = LS_WATCH (ls_debugger_get_live_run (self->debugger));
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) priorities = g_menu_new ();
  gboolean found = FALSE;
  const int priority = ls_watch_get_priority (watch, self->menu_task, &found);

  for (guint type = LS_QUEUE_TYPE_SOURCES; type < LS_N_TRACE_QUEUE_TYPES; type++)
    {
      const char *name = ls_queue_type_get_source_priority_name (type);
      const char *number = ls_queue_type_get_source_priority (type);
      g_autofree char *label = NULL;

      /* Those that lie between two have no number of their own. */
      if (name == NULL)
        continue;
      label = g_strdup_printf ("%s (%s)", number, name);
      ls_menu_append (priorities, label, "task.source-priority", g_variant_new_int32 (atoi (number)));
    }
  g_menu_append (section, _("_Hold Before This Runs"), "task.hold-before");
  g_menu_append (section, _("_Run Now"), "task.run-source");
  g_menu_append_submenu (section, _("GLib _Priority"), G_MENU_MODEL (priorities));
  g_menu_append (section, _("Re_move Source"), "task.remove-source");
  g_menu_append_section (menu, found ? NULL : _("This source is gone, or has run by now"), G_MENU_MODEL (section));
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    ls_menu_enable (self->menu_actions, entries[i].name, found);
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->menu_actions), "source-priority")),
                             g_variant_new_int32 (priority));
}

/* Returns whether the menu is about a task of a page that is watched. */
gboolean
ls_stage_has_page_task (LsStage *self)
{
  return self->menu_task != 0 && self->debugger != NULL && ls_debugger_is_live (self->debugger) &&
         LS_IS_PAGE_WATCH (ls_debugger_get_live_run (self->debugger));
}

/* Appends what can be done with a page before the menu's task runs again. */
void
ls_stage_append_page (LsStage *self,
                      GMenu   *menu)
{
  g_autofree char *shown = ls_text_shorten (get_name (self));
  g_autofree char *name = ls_menu_escape (shown);
  /* Translators: %s is the name of a function */
  g_autofree char *label = *name != '\0' ? g_strdup_printf (_("_Hold Before “%s”"), name) : g_strdup (_("_Hold Before Tasks of This Name"));
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append (section, label, "task.hold-name");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  ls_menu_enable (self->menu_actions, "hold-name",
                  *name != '\0' && ls_live_run_can_hold (ls_debugger_get_live_run (self->debugger)));
}
