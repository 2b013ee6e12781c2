/* ls-node-dialog.c: asks which script Node.js is to run under a watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-node-dialog.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-widget.h"

/**
 * LsNodeDialog:
 *
 * Asks for a script and its arguments. It emits "watch" with both and the script's folder, and closes itself.
 */
struct _LsNodeDialog
{
  GtkBox     parent_instance;

  GtkWidget *script;
  GtkWidget *arguments;
  GtkWidget *error;
};

G_DEFINE_FINAL_TYPE (LsNodeDialog, ls_node_dialog, GTK_TYPE_BOX)

/* @row: (nullable): what is wrong, NULL for nothing that is typed */
static void
show_error (LsNodeDialog *self,
            GtkWidget    *row,
            const char   *message)
{
  GtkWidget *const rows[] = { self->script, self->arguments };

  ls_widget_show_text (self->error, message);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      ls_widget_set_class (rows[i], "error", rows[i] == row);
      gtk_accessible_update_state (GTK_ACCESSIBLE (rows[i]), GTK_ACCESSIBLE_STATE_INVALID,
                                   rows[i] == row ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
    }
  if (row != NULL)
    gtk_widget_grab_focus (row);
  if (message != NULL)
    ls_compat_announce (GTK_WIDGET (self), message);
}

static void
on_edited (LsNodeDialog *self)
{
  show_error (self, NULL, NULL);
}

static void
on_file_chosen (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (LsNodeDialog) self = user_data;
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;

  if (name == NULL)
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->script), name);
  gtk_widget_grab_focus (self->arguments);
}

static void
on_choose (LsNodeDialog *self)
{
  static const char *const patterns[] = { "*.js", "*.mjs", "*.cjs" };
  g_autoptr (GtkFileFilter) scripts = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  GtkFileFilter *filters[] = { scripts, all, NULL };

  gtk_file_filter_set_name (scripts, _("Scripts"));
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    gtk_file_filter_add_pattern (scripts, patterns[i]);
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  ls_compat_open_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Choose a Script"), filters, on_file_chosen,
                       g_object_ref (self));
}

/* Returns (transfer full) (nullable) what Node.js is to get; NULL where that makes no sense, which is said. @folder: (out) */
static char **
read_arguments (LsNodeDialog  *self,
                char         **folder)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->script))));
  g_autoptr (GFile) file = g_file_parse_name (typed);
  g_autofree char *path = g_file_get_path (file);
  g_auto (GStrv) rest = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;

  if (*typed == '\0')
    {
      show_error (self, self->script, _("Expected a script, such as “server.js”"));
      return NULL;
    }
  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      /* Translators: %s is what the user has typed */
      g_autofree char *message = g_strdup_printf (_("There is no file “%s”"), typed);

      show_error (self, self->script, message);
      return NULL;
    }
  if (!g_shell_parse_argv (gtk_editable_get_text (GTK_EDITABLE (self->arguments)), NULL, &rest, &error) &&
      !g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    {
      show_error (self, self->arguments, error->message);
      return NULL;
    }
  *folder = g_path_get_dirname (path);
  g_strv_builder_add (builder, path);
  for (guint i = 0; rest != NULL && rest[i] != NULL; i++)
    g_strv_builder_add (builder, rest[i]);
  return g_strv_builder_end (builder);
}

static void
on_accept (LsNodeDialog *self)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) arguments = read_arguments (self, &folder);

  if (arguments == NULL)
    return;
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "watch", arguments, folder);
  g_object_unref (self);
}

static void
on_cancel (LsNodeDialog *self)
{
  ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
ls_node_dialog_class_init (LsNodeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  /**
   * LsNodeDialog::watch:
   * @self: a dialog
   * @arguments: a script and its arguments
   * @folder: the script's folder
   *
   * The user wants to start Node.js with a script, and to watch it.
   */
  g_signal_new ("watch", LS_TYPE_NODE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRV, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-node-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsNodeDialog, script);
  gtk_widget_class_bind_template_child (widget_class, LsNodeDialog, arguments);
  gtk_widget_class_bind_template_child (widget_class, LsNodeDialog, error);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_choose);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
}

static void
ls_node_dialog_init (LsNodeDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_node_dialog_new:
 *
 * Returns: (transfer floating): a dialog that asks for a script
 */
GtkWidget *
ls_node_dialog_new (void)
{
  return g_object_new (LS_TYPE_NODE_DIALOG, NULL);
}
