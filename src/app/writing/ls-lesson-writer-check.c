/* ls-lesson-writer-check.c: holds the lesson against what the engine does, while it is written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-writer-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-lesson-check.h"
#include "ls-source-private.h"
#include "ls-task-thread-private.h"
#include "ls-widget.h"

/* After the last change. */
#define WAIT_MS 500
/* More are counted, and not shown. */
#define MAX_PROBLEMS 30

/* A problem of the lesson. */
typedef struct
{
  char     *text;
  guint     page;        /* from 1; 0 for none */
  gboolean  is_warning;
} Problem;

static void
problem_free (gpointer data)
{
  Problem *problem = data;

  g_free (problem->text);
  g_free (problem);
}

/* What is said of a page begins with its number, or with its place in the file, where pages are counted from 0. */
static guint
find_page (const char *text)
{
  static const char place[] = "/lesson/pages/";

  if (g_str_has_prefix (text, place))
    return g_ascii_strtoull (text + strlen (place), NULL, 10) + 1;
  return g_ascii_strtoull (text + strcspn (text, "0123456789"), NULL, 10);
}

static void
add (GPtrArray *problems,
     char      *text,
     gboolean   is_warning)
{
  Problem *problem = g_new (Problem, 1);

  *problem = (Problem) { .text = text, .page = find_page (text), .is_warning = is_warning };
  g_ptr_array_add (problems, problem);
}

static void
check_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  const LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  GPtrArray *problems = g_ptr_array_new_with_free_func (problem_free);
  g_autoptr (GPtrArray) results = ls_session_check_lesson (data, &options, cancellable);
  g_autoptr (GPtrArray) visible = ls_session_find_visible_answers (data, &options, cancellable);
  g_autoptr (GPtrArray) unread = ls_session_find_unread_members (data);

  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      if (!result->passed)
        add (problems, g_strdup_printf ("%s: %s", result->title, result->message), FALSE);
    }
  for (guint i = 0; i < visible->len; i++)
    add (problems, g_strdup (g_ptr_array_index (visible, i)), TRUE);
  for (guint i = 0; i < unread->len; i++)
    add (problems, g_strdup (g_ptr_array_index (unread, i)), TRUE);
  g_task_return_pointer (task, problems, (GDestroyNotify) g_ptr_array_unref);
}

static void
on_problem_clicked (LsLessonWriter *self,
                    GtkWidget      *button)
{
  const guint page = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "page"));

  if (page > 0)
    ls_lesson_writer_turn_to (self, page - 1);
}

static GtkWidget *
make_row (LsLessonWriter *self,
          const Problem  *problem)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name (problem->is_warning ? "dialog-warning-symbolic" : "dialog-error-symbolic");
  GtkWidget *label = gtk_label_new (NULL);

  ls_widget_show_text (label, problem->text);
  ls_widget_wrap (label);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (icon, problem->is_warning ? "warning" : "error");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "lesson-problem");
  g_object_set_data (G_OBJECT (button), "page", GUINT_TO_POINTER (problem->page));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_problem_clicked), self, G_CONNECT_SWAPPED);
  return button;
}

static void
show (LsLessonWriter *self,
      GPtrArray      *problems)
{
  g_autofree char *text = problems->len > 0
                            ? g_strdup_printf (ngettext ("%u problem", "%u problems", problems->len), problems->len)
                            : g_strdup (_("Everything the lesson claims is true"));

  ls_widget_remove_children (self->problems);
  for (guint i = 0; i < MIN (problems->len, MAX_PROBLEMS); i++)
    gtk_box_append (GTK_BOX (self->problems), make_row (self, g_ptr_array_index (problems, i)));
  gtk_label_set_label (GTK_LABEL (self->state), text);
  ls_widget_set_class (self->state, "success", problems->len == 0);
  gtk_widget_set_visible (gtk_widget_get_ancestor (self->problems, GTK_TYPE_SCROLLED_WINDOW), problems->len > 0);
}

static void
checked_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  LsLessonWriter *self = LS_LESSON_WRITER (object);
  g_autoptr (GPtrArray) problems = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Another one has begun, or nobody writes any more. */
  if (problems == NULL || g_task_get_cancellable (G_TASK (result)) != self->checking)
    return;
  g_clear_object (&self->checking);
  show (self, problems);
}

static gboolean
check_cb (gpointer user_data)
{
  LsLessonWriter *self = user_data;
  g_autoptr (LsSession) kept = NULL;
  g_autoptr (GTask) task = NULL;

  /* What is typed from now on is undone apart. */
  self->edited = NULL;
  ls_clear_source (&self->waiting);
  /* The window is being closed, and has let go of its session. */
  if (ls_lesson_writer_get_session (self) == NULL)
    return G_SOURCE_REMOVE;
  kept = ls_debugger_dup_kept (self->debugger);
  self->checking = g_cancellable_new ();
  task = g_task_new (self, self->checking, checked_cb, NULL);
  g_task_set_task_data (task, ls_session_copy (kept), g_object_unref);
  ls_task_run_in_thread (task, check_thread);
  return G_SOURCE_REMOVE;
}

/* Checks the lesson once nobody has changed it for a while. */
void
ls_lesson_writer_check_soon (LsLessonWriter *self)
{
  ls_lesson_writer_end_check (self);
  gtk_label_set_label (GTK_LABEL (self->state), _("Checking…"));
  ls_widget_set_class (self->state, "success", FALSE);
  self->waiting = g_timeout_source_new (WAIT_MS);
  g_source_set_callback (self->waiting, check_cb, self, NULL);
  g_source_attach (self->waiting, NULL);
}

/* Gives up what is being checked. */
void
ls_lesson_writer_end_check (LsLessonWriter *self)
{
  ls_clear_source (&self->waiting);
  if (self->checking != NULL)
    g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
}
