/* ls-unsaved-list.c: lets the user choose which unsaved sessions to save
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-unsaved-list.h"

#include <glib/gi18n.h>

#include "ls-column-layout.h"
#include "ls-widget.h"

/**
 * LsUnsavedList:
 *
 * Shows a row with a check mark for each session that would be lost. The window saves the checked ones.
 */
struct _LsUnsavedList
{
  AdwBin     parent_instance;

  GtkWidget *list;
};

G_DEFINE_FINAL_TYPE (LsUnsavedList, ls_unsaved_list, ADW_TYPE_BIN)

static void
ls_unsaved_list_class_init (LsUnsavedListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-unsaved-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LsUnsavedList, list);
}

static void
ls_unsaved_list_init (LsUnsavedList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_unsaved_list_append:
 * @self: a list
 * @title: the title of a session
 * @place: (nullable): the name of its file for display, %NULL if it has none
 *
 * Adds a row with a check mark.
 */
void
ls_unsaved_list_append (LsUnsavedList *self,
                        const char    *title,
                        const char    *place)
{
  GtkWidget *check = g_object_new (GTK_TYPE_CHECK_BUTTON, "active", TRUE, "valign", GTK_ALIGN_CENTER, NULL);
  GtkWidget *row = ls_column_layout_new_row (title, place != NULL ? place : _("New, never saved"));

  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  /* Translators: %s is a session's title */
  ls_widget_name (check, _("Save “%s”"), title);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/**
 * ls_unsaved_list_get_checked:
 * @self: a list
 * @index: the place of a row
 *
 * Returns: whether the user wants to save that session
 */
gboolean
ls_unsaved_list_get_checked (LsUnsavedList *self,
                             guint          index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);

  return row != NULL &&
         gtk_check_button_get_active (GTK_CHECK_BUTTON (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row))));
}
