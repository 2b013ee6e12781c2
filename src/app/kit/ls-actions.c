/* ls-actions.c: the action group of a widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-actions.h"

typedef void (*Activate) (gpointer    widget,
                          const char *name,
                          GVariant   *parameter);

static void
on_activate (GtkWidget *widget,
             GVariant  *parameter,
             GAction   *action)
{
  const LsActionEntry *entry = g_object_get_data (G_OBJECT (action), "entry");

  ((Activate) entry->activate) (widget, entry->name, parameter);
}

/**
 * ls_actions_add:
 * @widget: a pane or view
 * @entries: a table of actions, which outlives the widget
 *
 * Adds actions to the group of @widget, which gets one if it has none.
 */
void
ls_actions_add (GtkWidget           *widget,
                const LsActionEntry *entries)
{
  GSimpleActionGroup *actions = ls_actions_get (widget);

  if (actions == NULL)
    {
      actions = g_simple_action_group_new ();
      g_object_set_data_full (G_OBJECT (widget), "actions", actions, g_object_unref);
    }
  for (const LsActionEntry *entry = entries; entry->name != NULL; entry++)
    {
      g_autoptr (GVariantType) type = entry->parameter != NULL ? g_variant_type_new (entry->parameter) : NULL;
      g_autoptr (GSimpleAction) action = g_simple_action_new (entry->name, type);

      g_object_set_data (G_OBJECT (action), "entry", (gpointer) entry);
      g_signal_connect_object (action, "activate", G_CALLBACK (on_activate), widget, G_CONNECT_SWAPPED);
      g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
    }
}

/**
 * ls_actions_get:
 * @widget: a pane or view
 *
 * Returns: (transfer none) (nullable): the group of @widget, %NULL if it has none
 */
GSimpleActionGroup *
ls_actions_get (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "actions");
}

/**
 * ls_actions_activate:
 * @widget: a widget
 * @name: the name of an action, without the prefix “win”
 * @parameter: (transfer floating): its parameter
 *
 * Activates the action of the view that contains @widget, also while the window shows another view, whose actions are “win” then.
 */
void
ls_actions_activate (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  g_autoptr (GVariant) held = g_variant_ref_sink (parameter);
  g_autofree char *full = g_strconcat ("win.", name, NULL);

  for (GtkWidget *parent = widget; parent != NULL; parent = gtk_widget_get_parent (parent))
    {
      GSimpleActionGroup *actions = ls_actions_get (parent);

      if (actions != NULL && g_action_group_has_action (G_ACTION_GROUP (actions), name))
        {
          g_action_group_activate_action (G_ACTION_GROUP (actions), name, held);
          return;
        }
    }
  gtk_widget_activate_action_variant (widget, full, held);
}

/**
 * ls_actions_get_needs:
 * @actions: the group of a widget
 * @name: the name of an action, without the prefix “win”
 *
 * Returns: what the action needs, as bits of [enum@ActionNeeds]; 0 if the group has no such action
 */
guint
ls_actions_get_needs (GSimpleActionGroup *actions,
                      const char         *name)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (actions), name);
  const LsActionEntry *entry = action != NULL ? g_object_get_data (G_OBJECT (action), "entry") : NULL;

  return entry != NULL ? entry->needs : 0;
}

/**
 * ls_actions_enable:
 * @actions: the group of a widget
 * @met: what is there, as bits of [enum@ActionNeeds]
 *
 * Enables the actions whose needs are met, and disables the others.
 */
void
ls_actions_enable (GSimpleActionGroup *actions,
                   guint               met)
{
  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (actions));

  for (guint i = 0; names[i] != NULL; i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (actions), names[i]);
      const LsActionEntry *entry = g_object_get_data (G_OBJECT (action), "entry");

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), (entry->needs & ~met) == 0);
    }
}

/**
 * ls_actions_add_reveal:
 * @type: a class of panes, while it is initialised
 *
 * Adds the signal “reveal” to @type. With it the actions of a pane ask for the pane to be shown, because it may be hidden or behind
 * others.
 */
void
ls_actions_add_reveal (GType type)
{
  g_signal_new ("reveal", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/**
 * ls_actions_reveal:
 * @widget: a pane of a class that has the signal “reveal”
 *
 * Asks for the pane to be shown.
 */
void
ls_actions_reveal (GtkWidget *widget)
{
  g_signal_emit_by_name (widget, "reveal");
}
