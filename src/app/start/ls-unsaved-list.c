/* ls-unsaved-list.c: lets the user choose which unsaved sessions to save
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-unsaved-list.h"

#include <glib/gi18n.h>

/**
 * LsUnsavedList:
 *
 * Shows a row with a check mark for each session that would be lost. The window saves the checked ones.
 */
struct _LsUnsavedList
{
  AdwBin     parent_instance;

  GtkWidget *list;

  GPtrArray *checks;      /* (element-type GtkCheckButton): the rows own them */
};

G_DEFINE_FINAL_TYPE (LsUnsavedList, ls_unsaved_list, ADW_TYPE_BIN)

static void
ls_unsaved_list_dispose (GObject *object)
{
  LsUnsavedList *self = LS_UNSAVED_LIST (object);

  g_ptr_array_set_size (self->checks, 0);

  G_OBJECT_CLASS (ls_unsaved_list_parent_class)->dispose (object);
}

static void
ls_unsaved_list_finalize (GObject *object)
{
  g_ptr_array_unref (LS_UNSAVED_LIST (object)->checks);

  G_OBJECT_CLASS (ls_unsaved_list_parent_class)->finalize (object);
}

static void
ls_unsaved_list_class_init (LsUnsavedListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_unsaved_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_unsaved_list_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-unsaved-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LsUnsavedList, list);
}

static void
ls_unsaved_list_init (LsUnsavedList *self)
{
  self->checks = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_unsaved_list_new:
 *
 * Returns: (transfer floating): a list without rows
 */
LsUnsavedList *
ls_unsaved_list_new (void)
{
  return g_object_new (LS_TYPE_UNSAVED_LIST, NULL);
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
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *escaped_title = g_markup_escape_text (title, -1);
  g_autofree char *escaped_place = g_markup_escape_text (place != NULL ? place : _("New, without a file"), -1);
  /* Translators: %s is a session's title */
  g_autofree char *label = g_strdup_printf (_("Save “%s”"), title);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), escaped_title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped_place);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
  g_ptr_array_add (self->checks, check);
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
  return index < self->checks->len && gtk_check_button_get_active (g_ptr_array_index (self->checks, index));
}
