/* ls-stage-menu.c: what can be done with a task or a queue, in a menu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-breakpoint.h"
#include "ls-menu.h"
#include "ls-recorded-place.h"
#include "ls-task-control.h"
#include "ls-task-javascript.h"
#include "ls-text.h"

/* Returns the task that the menu is about. For a queue that is its oldest task. */
static guint32
get_task (LsStage *self)
{
  const LsQueueState *queue = ls_state_get_queue (ls_player_get_state (self->player), self->menu_queue);

  return self->menu_task != 0 || queue == NULL ? self->menu_task : queue->tasks.first;
}

static void
show_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  gboolean why = g_str_equal (g_action_get_name (G_ACTION (action)), "why");

  gtk_widget_activate_action (user_data, why ? "win.show-why" : "win.show-in-timeline", "u", get_task (user_data));
}

static void
abort_later (LsPlayer *player,
             gpointer  user_data)
{
  gtk_widget_activate_action (user_data, "task.abort", NULL);
}

static void
abort_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  LsStage *self = user_data;
  guint32 signal;

  if (ls_player_defer (self->player, abort_later, self, NULL))
    return;
  signal = ls_task_control_find_abort (ls_player_get_state (self->player), self->menu_task, self->menu_queue, NULL);
  /* The player may have returned while the window shows another session. */
  if (signal != 0)
    ls_actions_activate (GTK_WIDGET (self), "abort", g_variant_new ("(us)", signal, ""));
}

static void
priority_cb (GSimpleAction *action,
             GVariant      *value,
             gpointer       user_data)
{
  LsStage *self = user_data;
  LsTaskPriority priority;
  guint32 signal;

  if (!ls_task_priority_from_string (g_variant_get_string (value, NULL), &priority))
    return;
  signal = ls_task_control_can_change (ls_player_get_state (self->player), self->menu_task, self->menu_queue, priority,
                                       NULL);
  if (signal != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.set-priority", "(uu)", signal, (guint32) priority);
}

static const char *
get_text (LsState *state,
          guint32  text)
{
  return text != 0 ? ls_trace_get_text (ls_state_get_trace (state), text) : "";
}

/* Makes a breakpoint at the start of the menu's task or queue. Returns %NULL if it has no name of its own. */
static LsBreakRule *
make_rule (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  const LsTaskState *task = ls_state_get_task (state, self->menu_task);
  const LsQueueState *queue = ls_state_get_queue (state, self->menu_queue);
  const LsSignalState *signal = queue != NULL && queue->signal != 0 ? ls_state_get_signal (state, queue->signal) : NULL;
  LsBreakRule *rule;

  if (self->menu_task != 0)
    {
      const char *name = task != NULL ? get_text (state, task->name) : "";

      if (*name == '\0')
        return NULL;
      rule = ls_break_rule_new (LS_BREAK_TASK_START);
      rule->task = ls_break_pattern_escape (name);
      return rule;
    }
  if (signal != NULL && *get_text (state, signal->name) != '\0')
    {
      rule = ls_break_rule_new (LS_BREAK_TASK_START);
      rule->signal = ls_break_pattern_escape (get_text (state, signal->name));
      return rule;
    }
  if (queue != NULL && queue->signal == 0)
    {
      rule = ls_break_rule_new (LS_BREAK_PRIORITY);
      rule->priority = queue->priority;
      return rule;
    }
  return NULL;
}

static void
break_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  LsStage *self = user_data;
  g_autoptr (LsBreakRule) rule = make_rule (self);
  g_autofree char *json = rule != NULL ? ls_break_rule_to_json (rule) : NULL;

  if (json != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.add-breakpoint", "s", json);
}

/* Returns (transfer full) (nullable) the pattern that fits the name of the menu's task alone. */
static char *
dup_pattern (LsStage *self)
{
  LsState *state = ls_player_get_state (self->player);
  const LsTaskState *task = ls_state_get_task (state, self->menu_task);

  return task != NULL && *get_text (state, task->name) != '\0' ? ls_break_pattern_escape (get_text (state, task->name)) : NULL;
}

static void
yield_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  g_autofree char *pattern = dup_pattern (user_data);

  if (pattern != NULL)
    gtk_widget_activate_action (user_data, "win.what-if-yield", "s", pattern);
}

static char *
to_javascript (LsStage *self)
{
  return ls_task_to_javascript (ls_player_get_state (self->player),
                                self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL, get_task (self));
}

static void
copy_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  LsStage *self = user_data;
  g_autofree char *text = to_javascript (self);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
source_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  LsStage *self = user_data;
  const char *place = ls_recorded_place_of_code (ls_player_get_state (self->player), get_task (self));

  if (place != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-source", "s", place);
}

static const GActionEntry entries[] = {
  { "why", show_cb },
  { "timeline", show_cb },
  { "abort", abort_cb },
  { "priority", NULL, "s", "''", priority_cb },
  { "break", break_cb },
  { "yield", yield_cb },
  { "copy", copy_cb },
  { "source", source_cb },
};

static char *
format_item (const char *format,
             LsState    *state,
             guint32     signal)
{
  g_autofree char *name = ls_text_format_signal (state, signal);
  g_autofree char *escaped = ls_menu_escape (name);
  g_auto (GStrv) halves = g_strsplit (format, "%s", 2);

  return g_strjoinv (escaped, halves);
}

static void
append_priority (LsStage *self,
                 GMenu   *menu)
{
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *reason = NULL;
  guint32 signal = ls_task_control_find_priority (state, self->menu_task, self->menu_queue, &reason);
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->menu_actions), "priority");
  g_autoptr (GMenu) section = g_menu_new ();
  g_autofree char *label = NULL;

  ls_menu_enable (self->menu_actions, "priority", signal != 0);
  if (signal == 0)
    {
      g_menu_append (section, _("Change _Priority"), "task.priority::");
      g_menu_append_section (menu, reason, G_MENU_MODEL (section));
      return;
    }

  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_string (ls_task_priority_to_string (
                               ls_state_get_signal (state, signal)->priority)));
  /* Translators: %s is a controller */
  label = format_item (_("_Priority of “%s”"), state, signal);
  ls_menu_append_priorities (section, label, "task.priority");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_abort (LsStage *self,
              GMenu   *menu)
{
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *reason = NULL;
  guint32 signal = ls_task_control_find_abort (state, self->menu_task, self->menu_queue, &reason);
  g_autoptr (GMenu) section = g_menu_new ();
  /* Translators: %s is a controller */
  g_autofree char *label = signal != 0 ? format_item (_("_Abort “%s”"), state, signal) : g_strdup (_("_Abort"));

  ls_menu_enable (self->menu_actions, "abort", signal != 0);
  g_menu_append (section, label, "task.abort");
  g_menu_append_section (menu, reason, G_MENU_MODEL (section));
}

static GMenuModel *
make_menu (LsStage *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) show = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();
  g_autoptr (LsBreakRule) rule = make_rule (self);
  g_autofree char *javascript = to_javascript (self);
  g_autofree char *pattern = dup_pattern (self);

  g_menu_append (show, _("_Why"), "task.why");
  g_menu_append (show, _("Show in _Timeline"), "task.timeline");
  if (ls_state_is_recorded (ls_player_get_state (self->player)))
    g_menu_append (show, _("Show _Source"), "task.source");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (show));
  if (ls_stage_has_live_task (self))
    {
      ls_stage_append_live (self, menu);
    }
  else
    {
      append_priority (self, menu);
      append_abort (self, menu);
    }
  if (ls_stage_has_page_task (self))
    ls_stage_append_page (self, menu);
  if (self->menu_task != 0 && self->debugger != NULL && ls_debugger_get_recording (self->debugger) != NULL)
    g_menu_append (more, _("What If It _Yielded…"), "task.yield");
  g_menu_append (more, self->menu_task != 0 ? _("_Break When This Runs") : _("_Break When a Task of It Runs"),
                 "task.break");
  if (self->menu_task != 0)
    g_menu_append (more, _("Copy as _JavaScript"), "task.copy");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));

  ls_menu_enable (self->menu_actions, "why", get_task (self) != 0);
  ls_menu_enable (self->menu_actions, "timeline", get_task (self) != 0);
  ls_menu_enable (self->menu_actions, "source", ls_recorded_place_of_code (ls_player_get_state (self->player), get_task (self)) != NULL);
  ls_menu_enable (self->menu_actions, "break", rule != NULL);
  ls_menu_enable (self->menu_actions, "yield", pattern != NULL);
  ls_menu_enable (self->menu_actions, "copy", javascript != NULL);
  return G_MENU_MODEL (menu);
}

static void
popup_menu (LsPlayer *player,
            gpointer  user_data)
{
  LsStage *self = user_data;
  g_autoptr (GMenuModel) model = make_menu (self);

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    ls_menu_popup (self->menu, model);
}

/* Shows the menu for the chip or queue box that contains @widget. */
static gboolean
show_menu (GtkWidget *widget,
           GtkWidget *part)
{
  LsStage *self = LS_STAGE (widget);
  GtkWidget *target = ls_stage_find_target (self, part, &self->menu_task, &self->menu_queue);

  if (target == NULL || self->player == NULL || !ls_menu_point_to (self->menu, target))
    return FALSE;
  ls_stage_hide_card (self);
  if (!ls_player_defer (self->player, popup_menu, self, NULL))
    popup_menu (self->player, self);
  return TRUE;
}

void
ls_stage_init_menu (LsStage *self)
{
  self->menu_actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->menu_actions), entries, G_N_ELEMENTS (entries), self);
  ls_stage_add_live_actions (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "task", G_ACTION_GROUP (self->menu_actions));
  self->menu = ls_menu_attach (GTK_WIDGET (self), _("Task"), show_menu);
}

void
ls_stage_dispose_menu (LsStage *self)
{
  gtk_widget_insert_action_group (GTK_WIDGET (self), "task", NULL);
  g_clear_object (&self->menu_actions);
}
