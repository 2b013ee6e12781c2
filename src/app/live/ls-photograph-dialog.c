/* ls-photograph-dialog.c: the queues of a browser at one moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-photograph-dialog.h"

#include <glib/gi18n.h>

#include "ls-column-layout.h"
#include "ls-compat.h"
#include "ls-text.h"
#include "ls-widget.h"

/* More are counted only. */
#define MAX_THREADS 50
#define MAX_TASKS 100

/**
 * LsPhotographDialog:
 *
 * Takes a photograph of the browser's own queues and shows it: a row for each queue that has tasks, which opens to show them, by
 * thread. What only the browser or only the model has is marked. It can be taken again, and copied.
 */
struct _LsPhotographDialog
{
  GtkBox            parent_instance;

  GtkWidget        *again;
  GtkWidget        *copy;
  GtkWidget        *status;
  GtkWidget        *threads;

  LsPageWatch      *watch;
  GCancellable     *cancellable;
  LsPagePhotograph *photograph;
};

G_DEFINE_FINAL_TYPE (LsPhotographDialog, ls_photograph_dialog, GTK_TYPE_BOX)

static void
add_row (GtkWidget  *list,
         const char *title,
         const char *subtitle)
{
  GtkWidget *row = ls_column_layout_new_row (title, subtitle);

  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 3);
  if (ADW_IS_EXPANDER_ROW (list))
    adw_expander_row_add_row (ADW_EXPANDER_ROW (list), row);
  else
    gtk_list_box_append (GTK_LIST_BOX (list), row);
}

static void
add_more (GtkWidget *list,
          guint      n)
{
  g_autofree char *more = g_strdup_printf (ngettext ("and %u more", "and %u more", n), n);

  if (n > 0)
    add_row (list, more, NULL);
}

/* A sign that something is on one side only. */
static GtkWidget *
new_mark (const char *label)
{
  GtkWidget *mark = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  ls_widget_set_tooltip (mark, label);
  ls_widget_set_class (mark, "warning", TRUE);
  return mark;
}

static GtkWidget *
new_expander (const char *title,
              const char *subtitle,
              const char *mark)
{
  GtkWidget *row = g_object_new (ADW_TYPE_EXPANDER_ROW, "use-markup", FALSE, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle);
  if (mark != NULL)
    ls_compat_add_suffix (ADW_EXPANDER_ROW (row), new_mark (mark));
  return row;
}

static void
add_task (GtkWidget              *list,
          const LsPhotographTask *task)
{
  g_autofree char *whole = ls_photograph_task_to_text (task);
  g_autofree char *title = ls_text_shorten (whole);
  g_autofree char *marked = NULL;

  if (ls_photograph_task_differs (task))
    /* Translators: %s describes a task */
    marked = g_strdup_printf (_("Only in the browser: %s"), title);
  add_row (list, marked != NULL ? marked : title, task->task != 0 ? task->posted_from : NULL);
}

static guint
count_unknown (const LsPhotographQueue *queue)
{
  guint n = 0;

  for (guint i = 0; i < queue->tasks->len; i++)
    n += ls_photograph_task_differs (g_ptr_array_index (queue->tasks, i));
  return n;
}

static guint
count_joined (const LsPhotographQueue *queue)
{
  guint n = 0;

  for (guint i = 0; i < queue->tasks->len; i++)
    n += ((const LsPhotographTask *) g_ptr_array_index (queue->tasks, i))->task != 0;
  return n;
}

/* The browser's queue, and how many of its tasks the model has. */
static void
add_queue (GtkWidget               *list,
           const LsPhotographQueue *queue)
{
  const guint n_tasks = ls_photograph_queue_get_n_tasks (queue);
  const guint n_joined = count_joined (queue), n_unknown = count_unknown (queue);
  g_autofree char *title = ls_photograph_queue_to_text (queue);
  g_autofree char *tasks = g_strdup_printf (ngettext ("%u task", "%u tasks", n_tasks), n_tasks);
  g_autoptr (GString) subtitle = g_string_new (NULL);
  g_autofree char *mark = NULL;
  GtkWidget *row;

  /* Translators: the number and name of a priority of the browser, and how many tasks a queue has */
  g_string_printf (subtitle, _("Priority %u %s · %s"), queue->priority, ls_photograph_priority_to_string (queue->priority), tasks);
  if (n_joined > 0 || n_unknown > 0)
    g_string_append_printf (subtitle, ngettext (" · model: %u", " · model: %u", n_joined), n_joined);
  if (n_unknown > 0)
    mark = g_strdup_printf (ngettext ("The Model Does Not Have %u Task", "The Model Does Not Have %u Tasks", n_unknown), n_unknown);
  row = new_expander (title, subtitle->str, mark);
  for (guint i = 0; i < MIN (queue->tasks->len, MAX_TASKS); i++)
    add_task (row, g_ptr_array_index (queue->tasks, i));
  add_more (row, n_tasks - MIN (queue->tasks->len, MAX_TASKS));
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

/* What the model has, and the browser has not. */
static void
add_missing (GtkWidget                *list,
             const LsPhotographThread *thread)
{
  const guint n = thread->missing->len;
  g_autofree char *tasks = g_strdup_printf (ngettext ("%u task", "%u tasks", n), n);
  GtkWidget *row;

  if (n == 0)
    return;
  row = new_expander (_("Only in the Model"), tasks, _("The Browser Does Not Have These Tasks"));
  for (guint i = 0; i < MIN (n, MAX_TASKS); i++)
    {
      const LsPhotographMissing *missing = g_ptr_array_index (thread->missing, i);
      g_autofree char *name = ls_text_shorten (missing->name);
      /* Translators: the name and number of a task */
      g_autofree char *title = g_strdup_printf (_("“%s” (task %u)"), name, missing->task);

      add_row (row, title, NULL);
    }
  add_more (row, n - MIN (n, MAX_TASKS));
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

static GtkWidget *
new_label (const char *text,
           const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  ls_widget_wrap (label);
  ls_widget_set_class (label, class, TRUE);
  return label;
}

static void
add_thread (LsPhotographDialog       *self,
            const LsPhotographThread *thread)
{
  g_autofree char *joined = g_strjoinv (", ", thread->names);
  g_autofree char *names = ls_text_shorten (joined);
  g_autofree char *summary = ls_photograph_thread_to_text (thread);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = new_label (names, "heading"), *list = gtk_list_box_new ();
  guint n_empty = 0;

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  ls_widget_set_class (list, "boxed-list", TRUE);
  ls_widget_name (list, "%s", names);
  for (guint i = 0; i < thread->queues->len; i++)
    {
      const LsPhotographQueue *queue = g_ptr_array_index (thread->queues, i);

      if (ls_photograph_queue_get_n_tasks (queue) > 0)
        add_queue (list, queue);
      else
        n_empty++;
    }
  add_missing (list, thread);
  if (n_empty > 0)
    {
      g_autofree char *empty = g_strdup_printf (ngettext ("%u empty queue", "%u empty queues", n_empty), n_empty);

      add_row (list, empty, NULL);
    }
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), new_label (summary, "dim-label"));
  if (thread->queues->len > 0)
    gtk_box_append (GTK_BOX (box), list);
  else
    g_object_ref_sink (list), g_object_unref (list);
  gtk_box_append (GTK_BOX (self->threads), box);
}

/**
 * ls_photograph_dialog_show:
 * @self: a dialog
 * @photograph: a photograph
 *
 * Shows a photograph.
 */
void
ls_photograph_dialog_show (LsPhotographDialog *self,
                           LsPagePhotograph   *photograph)
{
  g_autofree char *status = NULL;

  ls_page_photograph_ref (photograph);
  g_clear_pointer (&self->photograph, ls_page_photograph_unref);
  self->photograph = photograph;
  ls_widget_remove_children (self->threads);
  for (guint i = 0; i < MIN (photograph->threads->len, MAX_THREADS); i++)
    add_thread (self, g_ptr_array_index (photograph->threads, i));
  status = photograph->threads->len > 0 ? g_strdup_printf (_("Taken in %.1f ms"), photograph->duration / 1000.0)
                                        : g_strdup (_("No page or worker is there that runs a script"));
  ls_widget_show_text (self->status, status);
  ls_compat_announce (GTK_WIDGET (self), status);
  gtk_widget_set_sensitive (self->copy, TRUE);
}

static void
taken_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (LsPhotographDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsPagePhotograph) photograph = ls_page_watch_photograph_finish (LS_PAGE_WATCH (object), result, &error);

  /* The dialog is closed. */
  if (self->cancellable == NULL || g_cancellable_is_cancelled (self->cancellable))
    return;
  gtk_widget_set_sensitive (self->again, TRUE);
  if (photograph != NULL)
    {
      ls_photograph_dialog_show (self, photograph);
      return;
    }
  ls_widget_show_text (self->status, error->message);
  ls_compat_announce (GTK_WIDGET (self), error->message);
}

static void
take (LsPhotographDialog *self)
{
  gtk_widget_set_sensitive (self->again, FALSE);
  ls_widget_show_text (self->status, _("The browser says what is in its queues…"));
  ls_page_watch_photograph_async (self->watch, self->cancellable, taken_cb, g_object_ref (self));
}

static void
on_again (LsPhotographDialog *self)
{
  take (self);
}

static void
on_copy (LsPhotographDialog *self)
{
  g_autofree char *text = NULL;

  if (self->photograph == NULL)
    return;
  text = ls_page_photograph_to_text (self->photograph);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  ls_widget_show_text (self->status, _("Copied"));
  ls_compat_announce (GTK_WIDGET (self), _("Copied"));
}

static void
on_close (LsPhotographDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
ls_photograph_dialog_dispose (GObject *object)
{
  LsPhotographDialog *self = LS_PHOTOGRAPH_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->watch);
  g_clear_pointer (&self->photograph, ls_page_photograph_unref);

  G_OBJECT_CLASS (ls_photograph_dialog_parent_class)->dispose (object);
}

/* Nobody would see what comes now. */
static void
ls_photograph_dialog_unroot (GtkWidget *widget)
{
  LsPhotographDialog *self = LS_PHOTOGRAPH_DIALOG (widget);

  g_cancellable_cancel (self->cancellable);

  GTK_WIDGET_CLASS (ls_photograph_dialog_parent_class)->unroot (widget);
}

static void
ls_photograph_dialog_class_init (LsPhotographDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_photograph_dialog_dispose;
  widget_class->unroot = ls_photograph_dialog_unroot;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-photograph-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPhotographDialog, again);
  gtk_widget_class_bind_template_child (widget_class, LsPhotographDialog, copy);
  gtk_widget_class_bind_template_child (widget_class, LsPhotographDialog, status);
  gtk_widget_class_bind_template_child (widget_class, LsPhotographDialog, threads);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_close);
}

static void
ls_photograph_dialog_init (LsPhotographDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}

/**
 * ls_photograph_dialog_new:
 * @watch: what watches the browser
 *
 * Returns: (transfer floating): a dialog that takes a photograph at once
 */
GtkWidget *
ls_photograph_dialog_new (LsPageWatch *watch)
{
  LsPhotographDialog *self = g_object_new (LS_TYPE_PHOTOGRAPH_DIALOG, NULL);

  self->watch = g_object_ref (watch);
  take (self);
  return GTK_WIDGET (self);
}
