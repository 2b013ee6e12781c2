/* ls-welcome.c: where a window starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-welcome.h"

#include <glib/gi18n.h>

#include "ls-files.h"

/**
 * LsWelcome:
 *
 * Open, an empty session, the examples and the recent sessions; or what went wrong with a file, and what to do next.
 */
struct _LsWelcome
{
  GtkWidget  parent_instance;

  GtkWidget *page;
  GtkWidget *examples;
  GtkWidget *recent;
  GtkWidget *open;
  GtkWidget *programs;

  GPtrArray *rows;        /* (element-type GtkWidget): in @examples and @recent */
};

G_DEFINE_FINAL_TYPE (LsWelcome, ls_welcome, GTK_TYPE_WIDGET)

static void
append_file (LsWelcome  *self,
             GtkWidget  *group,
             const char *title,
             const char *subtitle,
             GFile      *file,
             const char *action)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *uri = g_file_get_uri (file);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle != NULL ? subtitle : "");
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic", "accessible-role",
                                           GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (row), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", uri);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  g_ptr_array_add (self->rows, row);
}

static void
clear (LsWelcome *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      GtkWidget *group = gtk_widget_get_ancestor (row, ADW_TYPE_PREFERENCES_GROUP);

      adw_preferences_group_remove (ADW_PREFERENCES_GROUP (group), row);
    }
  g_ptr_array_set_size (self->rows, 0);
}

static void
ls_welcome_dispose (GObject *object)
{
  LsWelcome *self = LS_WELCOME (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_welcome_parent_class)->dispose (object);
}

static void
ls_welcome_finalize (GObject *object)
{
  g_clear_pointer (&LS_WELCOME (object)->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_welcome_parent_class)->finalize (object);
}

static void
ls_welcome_class_init (LsWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_welcome_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_welcome_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, page);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, examples);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, recent);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, open);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, programs);
}

static void
ls_welcome_init (LsWelcome *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_welcome_refresh (self);
}

/**
 * ls_welcome_refresh:
 * @self: a welcome page
 *
 * Looks again for examples and recent sessions, and forgets an error.
 */
void
ls_welcome_refresh (LsWelcome *self)
{
  g_autoptr (GPtrArray) examples = ls_files_list_examples ();
  g_autoptr (GPtrArray) recent = ls_files_list_recent (8);

  clear (self);
  for (guint i = 0; i < examples->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (examples, i);

      append_file (self, self->examples, entry->title, entry->description, entry->file, "win.open-example");
    }
  for (guint i = 0; i < recent->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (recent, i);

      append_file (self, self->recent, entry->title, entry->description, entry->file, "win.open-uri");
    }
  gtk_widget_set_visible (self->examples, examples->len > 0);
  gtk_widget_set_visible (self->recent, recent->len > 0);

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->page), LS_APP_ID);
  adw_status_page_set_title (ADW_STATUS_PAGE (self->page), _("Loopscope"));
  adw_status_page_set_description (ADW_STATUS_PAGE (self->page),
                                   _("See, step and explain prioritised task scheduling"));
  gtk_button_set_label (GTK_BUTTON (self->open), _("_Open…"));
}

/**
 * ls_welcome_set_programs:
 * @self: a welcome page
 * @programs: a menu
 *
 * Says with which programs one can begin.
 */
void
ls_welcome_set_programs (LsWelcome  *self,
                         GMenuModel *programs)
{
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->programs), programs);
}

/**
 * ls_welcome_show_error:
 * @self: a welcome page
 * @heading: what did not work
 * @message: why
 *
 * Shows an error in place of the greeting.
 */
void
ls_welcome_show_error (LsWelcome  *self,
                       const char *heading,
                       const char *message)
{
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->page), "dialog-error-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (self->page), heading);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->page), escaped);
  gtk_button_set_label (GTK_BUTTON (self->open), _("_Open Another…"));
}
