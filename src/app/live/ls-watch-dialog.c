/* ls-watch-dialog.c: asks which program to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-watch-dialog.h"

#include <gio/gdesktopappinfo.h>
#include <glib/gi18n.h>
#include <string.h>

#include "ls-column-layout.h"
#include "ls-compat.h"
#include "ls-running-list.h"
#include "ls-task-thread-private.h"
#include "ls-watch.h"
#include "ls-widget.h"

/* More rows than anybody looks through without a search. */
#define MAX_APPLICATIONS 500
/* How often the dialog looks at what runs. */
#define LOOK_S 2

/**
 * LsWatchDialog:
 *
 * Offers to start a command or an installed application under a watch, and to join a program that runs already: one that waits for
 * that, or another one, by a debugger. What runs it finds out on a thread, again and again. It emits "watch" with the program and its
 * arguments, or "join" with the number of the process, and closes itself.
 */
struct _LsWatchDialog
{
  GtkBox        parent_instance;

  GtkWidget    *command;
  GtkWidget    *error;
  GtkWidget    *running;
  GtkWidget    *others;
  GtkWidget    *search;
  GtkWidget    *applications;
  GtkWidget    *nothing;

  GPtrArray    *rows;          /* (element-type GtkWidget): in @applications */
  GCancellable *cancellable;   /* of looking */
  guint         looking;       /* again later, 0 while it looks */
};

G_DEFINE_FINAL_TYPE (LsWatchDialog, ls_watch_dialog, GTK_TYPE_BOX)

static void
show_error (LsWatchDialog *self,
            const char    *message)
{
  ls_widget_show_text (self->error, message);
  if (message != NULL)
    ls_compat_announce (GTK_WIDGET (self), message);
}

static void
watch (LsWatchDialog *self,
       char         **arguments)
{
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "watch", arguments);
  g_object_unref (self);
}

static void
on_edited (LsWatchDialog *self)
{
  show_error (self, NULL);
}

/* Starts the command in the entry. */
static void
on_accept (LsWatchDialog *self)
{
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;

  if (!g_shell_parse_argv (gtk_editable_get_text (GTK_EDITABLE (self->command)), NULL, &arguments, &error))
    {
      show_error (self, g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING) ? _("Expected a command, such as “gtk4-demo”")
                                                                                          : error->message);
      return;
    }
  found = g_find_program_in_path (arguments[0]);
  if (found == NULL)
    {
      /* Translators: %s is what the user has typed */
      g_autofree char *message = g_strdup_printf (_("There is no program “%s”"), arguments[0]);

      show_error (self, message);
      return;
    }
  watch (self, arguments);
}

static void
on_cancel (LsWatchDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

/* Returns (transfer full) a word of a desktop file's command line without the places for files and the like, such as "%u"; "%%"
 * stands for a percent sign. */
static char *
expand_word (const char *word)
{
  GString *text = g_string_new (NULL);

  for (; *word != '\0'; word++)
    {
      if (word[0] != '%' || word[1] == '\0')
        g_string_append_c (text, *word);
      else if (*++word == '%')
        g_string_append_c (text, '%');
    }
  return g_string_free (text, FALSE);
}

/* Returns (transfer full) (nullable) what a desktop file starts, without any files. */
static char **
list_arguments (GAppInfo *application)
{
  const char *line = g_app_info_get_commandline (application);
  g_auto (GStrv) words = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (line == NULL || !g_shell_parse_argv (line, NULL, &words, NULL))
    return NULL;
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = expand_word (words[i]);

      if (*word != '\0' || *words[i] == '\0')
        g_strv_builder_add (builder, word);
    }
  return g_strv_builder_end (builder);
}

static void
on_application_activated (AdwActionRow  *row,
                          LsWatchDialog *self)
{
  GAppInfo *application = g_object_get_data (G_OBJECT (row), "application");
  g_auto (GStrv) arguments = list_arguments (application);

  if (arguments != NULL && arguments[0] != NULL)
    watch (self, arguments);
}

/* Programs that run */

static void
on_join (LsWatchDialog *self,
         guint          pid)
{
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "join", pid);
  g_object_unref (self);
}

/* What there is at a moment. */
typedef struct
{
  GPtrArray *running, *others;      /* (element-type LsWatchProgram) */
  char      *problem;               /* why @others cannot be joined, NULL if they can */
} Programs;

static void
programs_free (gpointer data)
{
  Programs *self = data;

  g_ptr_array_unref (self->running);
  g_ptr_array_unref (self->others);
  g_free (self->problem);
  g_free (self);
}

static void
look_on_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  Programs *programs = g_new0 (Programs, 1);

  programs->running = ls_watch_list_programs ();
  programs->others = ls_watch_list_others ();
  programs->problem = ls_watch_explain_debugger ();
  g_task_return_pointer (task, programs, programs_free);
}

static gboolean look_cb (gpointer user_data);

static void
looked_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  LsWatchDialog *self = user_data;
  Programs *programs = g_task_propagate_pointer (G_TASK (result), NULL);

  /* The dialog is gone, for which nobody waits. */
  if (programs == NULL)
    return;
  ls_running_list_show (LS_RUNNING_LIST (self->running), programs->running, NULL);
  ls_running_list_show (LS_RUNNING_LIST (self->others), programs->others, programs->problem);
  programs_free (programs);
  self->looking = g_timeout_add_seconds (LOOK_S, look_cb, self);
}

static gboolean
look_cb (gpointer user_data)
{
  LsWatchDialog *self = user_data;
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, looked_cb, self);

  self->looking = 0;
  ls_task_run_in_thread (task, look_on_thread);
  return G_SOURCE_REMOVE;
}

/* Applications */

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *first = g_utf8_casefold (g_app_info_get_display_name ((GAppInfo *) a), -1);
  g_autofree char *second = g_utf8_casefold (g_app_info_get_display_name ((GAppInfo *) b), -1);

  return g_utf8_collate (first, second);
}

static void
add_application (LsWatchDialog *self,
                 GAppInfo      *application)
{
  GtkWidget *row = ls_column_layout_new_row (g_app_info_get_display_name (application), g_app_info_get_executable (application));
  GIcon *icon = g_app_info_get_icon (application);
  GtkWidget *image = icon != NULL ? gtk_image_new_from_gicon (icon) : gtk_image_new_from_icon_name ("application-x-executable");

  gtk_image_set_pixel_size (GTK_IMAGE (image), 32);
  gtk_accessible_update_state (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "application", g_object_ref (application), g_object_unref);
  g_signal_connect (row, "activated", G_CALLBACK (on_application_activated), self);
  gtk_list_box_append (GTK_LIST_BOX (self->applications), row);
  g_ptr_array_add (self->rows, row);
}

static void
list_applications (LsWatchDialog *self)
{
  g_autolist (GAppInfo) all = g_list_sort (g_app_info_get_all (), compare_names);

  for (GList *link = all; link != NULL && self->rows->len < MAX_APPLICATIONS; link = link->next)
    if (g_app_info_should_show (link->data) && g_app_info_get_executable (link->data) != NULL)
      add_application (self, link->data);
}

static void
on_search_changed (LsWatchDialog *self)
{
  g_autofree char *needle = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  guint n_shown = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      g_autofree char *title = g_utf8_casefold (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1);
      g_autofree char *program = g_utf8_casefold (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), -1);
      const gboolean fits = strstr (title, needle) != NULL || strstr (program, needle) != NULL;

      gtk_widget_set_visible (row, fits);
      n_shown += fits;
    }
  ls_running_list_filter (LS_RUNNING_LIST (self->running), gtk_editable_get_text (GTK_EDITABLE (self->search)));
  ls_running_list_filter (LS_RUNNING_LIST (self->others), gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_widget_set_visible (self->applications, n_shown > 0);
  gtk_widget_set_visible (self->nothing, n_shown == 0);
}

static void
ls_watch_dialog_dispose (GObject *object)
{
  LsWatchDialog *self = LS_WATCH_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->looking, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_watch_dialog_parent_class)->dispose (object);
}

static void
ls_watch_dialog_class_init (LsWatchDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_watch_dialog_dispose;

  /**
   * LsWatchDialog::watch:
   * @self: a dialog
   * @arguments: a program and its arguments
   *
   * The user wants to start and watch a program.
   */
  g_signal_new ("watch", LS_TYPE_WATCH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRV);

  /**
   * LsWatchDialog::join:
   * @self: a dialog
   * @pid: the number of a process
   *
   * The user wants to watch a program that runs already.
   */
  g_signal_new ("join", LS_TYPE_WATCH_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_RUNNING_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-watch-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, command);
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, error);
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, running);
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, others);
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, search);
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, applications);
  gtk_widget_class_bind_template_child (widget_class, LsWatchDialog, nothing);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_join);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
ls_watch_dialog_init (LsWatchDialog *self)
{
  self->rows = g_ptr_array_new ();
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  look_cb (self);
  list_applications (self);
  on_search_changed (self);
}

/**
 * ls_watch_dialog_new:
 *
 * Returns: (transfer floating): a dialog that offers what runs and what is installed at this moment
 */
GtkWidget *
ls_watch_dialog_new (void)
{
  return g_object_new (LS_TYPE_WATCH_DIALOG, NULL);
}
