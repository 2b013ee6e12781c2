/* ls-shortcuts.c: lists the keyboard shortcuts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-shortcuts.h"

#include <glib/gi18n.h>

#include "ls-commands.h"

/**
 * LsShortcuts:
 *
 * Lists the keyboard shortcuts. (Newer versions of GTK deprecate their own window for this.)
 */
struct _LsShortcuts
{
  GtkBox     parent_instance;

  GtkWidget *page;
};

G_DEFINE_FINAL_TYPE (LsShortcuts, ls_shortcuts, GTK_TYPE_BOX)

static void
add_key (GtkWidget  *row,
         const char *key)
{
  g_autofree char *text = ls_command_dup_key_label (key);
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "keys");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
}

static GtkWidget *
make_row (const LsCommand *command)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(command->title));
  if (command->window[0] != NULL)
    add_key (row, command->window[0]);
  for (guint i = 0; command->everywhere[i] != NULL; i++)
    add_key (row, command->everywhere[i]);
  if (command->there != NULL)
    add_key (row, command->there);
  return row;
}

static void
ls_shortcuts_class_init (LsShortcutsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-shortcuts.ui");
  gtk_widget_class_bind_template_child (widget_class, LsShortcuts, page);
}

static void
ls_shortcuts_init (LsShortcuts *self)
{
  GtkWidget *group = NULL;
  LsCommandSection section = LS_N_COMMAND_SECTIONS;
  guint n_commands;
  const LsCommand *commands = ls_commands_get (&n_commands);

  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < n_commands; i++)
    {
      if (ls_command_get_key (&commands[i]) == NULL)
        continue;
      if (group == NULL || commands[i].section != section)
        {
          section = commands[i].section;
          group = adw_preferences_group_new ();
          adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), ls_commands_get_section_title (section));
          adw_preferences_page_add (ADW_PREFERENCES_PAGE (self->page), ADW_PREFERENCES_GROUP (group));
        }
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), make_row (&commands[i]));
    }
}
