/* ls-welcome-lessons.c: the courses, the lessons, and the user's own lessons on the welcome page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-welcome-private.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "ls-column-layout.h"
#include "ls-compat.h"
#include "ls-courses.h"
#include "ls-lesson-results.h"
#include "ls-lessons.h"
#include "ls-widget.h"

/* Files come several at a time, and are written in pieces. */
#define SETTLE_MS 200

/* Adds a line to a text (nullable) that says how the learner has done in a lesson, if there is anything to say yet. */
static void
add_score (LsWelcome   *self,
           const char  *id,
           char       **text)
{
  LsLessonScore score;
  g_autofree char *words = NULL;
  g_autofree char *before = NULL;

  ls_lesson_results_get_score (self->settings, id, &score);
  if (score.n_answered + score.n_done == 0)
    return;
  words = ls_lesson_score_say (&score);
  before = g_steal_pointer (text);
  *text = before != NULL ? g_strdup_printf ("%s\n%s", before, words) : g_steal_pointer (&words);
}

/* Returns an icon that assistive technology reads as @text. */
static GtkWidget *
new_mark (const char *icon_name,
          const char *css_class,
          const char *text)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);

  ls_widget_set_tooltip (icon, text);
  gtk_widget_add_css_class (icon, css_class);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return icon;
}

/* Returns what stands at the end of a row: a tick where the user has finished, and @text. Before the title the tick would push it
 * out of line. */
static GtkWidget *
new_note (LsWelcome  *self,
          const char *text,
          gboolean    is_finished)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (text);

  if (is_finished)
    gtk_box_append (GTK_BOX (box), new_mark ("object-select-symbolic", "lesson-finished", _("Finished")));
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), label);
  /* The label takes what the column has, and no more. */
  gtk_widget_set_hexpand (box, FALSE);
  gtk_widget_set_margin_start (box, 12);
  gtk_size_group_add_widget (self->notes, box);
  return box;
}

/* Adds a row for a lesson: its number and title, and behind them its length, how the user has done, and whether it is finished. */
static void
append_lesson (LsWelcome          *self,
               GtkWidget          *group,
               const LsFilesEntry *entry)
{
  g_autofree char *title = NULL;
  g_autofree char *time = NULL;
  gboolean is_finished = ls_lessons_get_finished (self->settings, entry->id);
  guint page = ls_lessons_get_page (self->settings, entry->id);
  GtkWidget *row;

  /* Translators: a lesson's number and title */
  title = entry->number > 0 ? g_strdup_printf (_("%u. %s"), entry->number, entry->title) : g_strdup (entry->title);
  if (entry->minutes > 0)
    time = g_strdup_printf (ngettext ("%u minute", "%u minutes", entry->minutes), entry->minutes);
  if (page > 0)
    {
      g_autofree char *only = g_steal_pointer (&time);

      /* Translators: %u is the page of a lesson at which it was left, %s how long the lesson takes */
      time = g_strdup_printf (_("page %u · %s"), page + 1, only != NULL ? only : "");
    }
  add_score (self, entry->id, &time);
  row = ls_welcome_append_file (self, group, title, entry->description, entry->file, "win.open-example",
                                new_note (self, time, is_finished));
  g_object_set_data_full (G_OBJECT (row), LS_WELCOME_FOUND_BY, g_strdup (entry->file_title), g_free);
  if (self->next_lesson == NULL && !is_finished && group == self->lessons)
    self->next_lesson = row;
}

/* Adds a row for a course: behind its title how long it takes, and how many of its lessons the user has finished. */
static void
append_course (LsWelcome          *self,
               GtkWidget          *group,
               const LsFilesEntry *entry)
{
  const guint n_lessons = ls_course_get_n_lessons (entry->course);
  const guint n_finished = ls_courses_count_finished (self->settings, entry->course);
  g_autofree char *time = NULL, *count = NULL, *text = NULL;

  if (n_finished > 0)
    /* Translators: how many lessons of a course are finished, and how many it has */
    count = g_strdup_printf (ngettext ("%u of %u lesson finished", "%u of %u lessons finished", n_lessons), n_finished, n_lessons);
  else
    count = g_strdup_printf (ngettext ("%u lesson", "%u lessons", n_lessons), n_lessons);
  if (entry->minutes > 0)
    time = g_strdup_printf (ngettext ("%u minute", "%u minutes", entry->minutes), entry->minutes);
  text = time != NULL ? g_strdup_printf ("%s\n%s", time, count) : g_steal_pointer (&count);
  ls_welcome_append_file (self, group, entry->title, entry->description, entry->file, "win.open-example",
                          new_note (self, text, n_finished == n_lessons));
}

/* Adds a row that says what is wrong with a file. */
static void
append_bad (LsWelcome          *self,
            GtkWidget          *group,
            const LsFilesEntry *entry)
{
  GtkWidget *row = ls_column_layout_new_row (entry->title, entry->error);

  adw_action_row_add_prefix (ADW_ACTION_ROW (row), new_mark ("dialog-warning-symbolic", "lesson-bad", _("Cannot be read")));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  g_ptr_array_add (self->rows, row);
}

/* Shows how to begin where there is nothing yet. */
static void
update_no_own (LsWelcome *self,
               gboolean   is_empty)
{
  if (is_empty == (self->no_own != NULL))
    return;
  if (!is_empty)
    {
      adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self->own), g_steal_pointer (&self->no_own));
      return;
    }
  self->no_own = ls_column_layout_new_row (_("No lessons of your own yet"),
                                           _("Begin one with “loopscope-cli lesson new”, and save it in this folder."));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->own), self->no_own);
}

/* Replaces the rows of the user's own lessons. */
static void
show_own (LsWelcome *self,
          GPtrArray *own)
{
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  for (guint i = self->rows->len; i > self->n_before; i--)
    {
      GtkWidget *row = g_ptr_array_steal_index (self->rows, i - 1);

      if (gtk_widget_is_ancestor (row, self->own))
        adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self->own), row);
      else
        g_ptr_array_insert (after, 0, row);
    }
  update_no_own (self, own->len == 0);
  for (guint i = 0; i < own->len; i++)
    {
      const LsFilesEntry *entry = g_ptr_array_index (own, i);

      if (entry->course != NULL)
        append_course (self, self->own, entry);
      else if (entry->error != NULL)
        append_bad (self, self->own, entry);
      else
        append_lesson (self, self->own, entry);
    }
  g_ptr_array_extend_and_steal (self->rows, g_steal_pointer (&after));
}

static gboolean
refresh_cb (gpointer user_data)
{
  LsWelcome *self = user_data;
  g_auto (LsFilesLessons) found = { NULL };

  self->refresh = 0;
  self->is_stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->is_stale)
    return G_SOURCE_REMOVE;
  ls_files_find_lessons (&found);
  show_own (self, found.own);
  ls_welcome_update (self);
  return G_SOURCE_REMOVE;
}

/* Something has changed in the folder of the user's own lessons. */
static void
on_folder_changed (LsWelcome *self)
{
  if (self->refresh == 0)
    self->refresh = g_timeout_add (SETTLE_MS, refresh_cb, self);
}

static void
on_map (LsWelcome *self)
{
  if (self->is_stale)
    on_folder_changed (self);
}

/* Lists what there is to learn, and follows what comes and goes. */
void
ls_welcome_begin_lessons (LsWelcome *self)
{
  g_autofree char *path = ls_files_get_own_folder ();
  g_autoptr (GFile) folder = g_file_new_for_path (path);
  g_auto (LsFilesLessons) found = { NULL };

  /* A folder that is there can be watched, and is found by whoever wants to put something into it. */
  g_mkdir_with_parents (path, 0700);
  self->monitor = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (on_folder_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);

  ls_files_find_lessons (&found);
  for (guint i = 0; i < found.courses->len; i++)
    append_course (self, self->courses, g_ptr_array_index (found.courses, i));
  for (guint i = 0; i < found.lessons->len; i++)
    append_lesson (self, self->lessons, g_ptr_array_index (found.lessons, i));
  self->n_before = self->rows->len;
  show_own (self, found.own);
}

void
ls_welcome_end_lessons (LsWelcome *self)
{
  g_clear_handle_id (&self->refresh, g_source_remove);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
}

/* There is nothing to choose. */
static void
on_read (const char *response,
         gpointer    user_data)
{
}

static void
on_folder_shown (GtkWindow    *window,
                 const GError *error)
{
  const LsCompatResponse responses[] = { { "cancel", _("_Close"), ADW_RESPONSE_DEFAULT } };
  g_autofree char *path = NULL, *text = NULL;

  if (error == NULL)
    return;
  path = ls_files_get_own_folder ();
  /* Translators: the path of a folder, and what went wrong */
  text = g_strdup_printf (_("The folder is %s. %s"), path, error->message);
  ls_compat_ask (GTK_WIDGET (window), _("Could Not Open the Folder"), text, NULL, responses, G_N_ELEMENTS (responses), "cancel",
                 on_read, NULL);
}

/* Opens the folder in the desktop's file manager. */
void
ls_welcome_open_own_folder (LsWelcome *self)
{
  g_autofree char *path = ls_files_get_own_folder (), *uri = g_filename_to_uri (path, NULL, NULL);

  g_mkdir_with_parents (path, 0700);
  ls_compat_show_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), uri, on_folder_shown);
}
