/* ls-compat-choosers.c: dialogs for files and fonts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

/* The dialogs that GTK 4.10 brought are made of these, which it deprecates. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

typedef struct
{
  LsCompatFileFunc file_func;
  LsCompatFontFunc font_func;
  gpointer         user_data;
} Request;

static void
on_file_response (GtkNativeDialog *dialog,
                  int              response,
                  gpointer         user_data)
{
  g_autofree Request *request = user_data;
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  request->file_func (file, request->user_data);
  g_object_unref (dialog);
}

static GtkFileChooser *
choose_file (GtkWindow            *parent,
             const char           *title,
             GtkFileChooserAction  action,
             LsCompatFileFunc      done,
             gpointer              user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (title, parent, action, NULL, NULL);
  Request *request = g_new0 (Request, 1);

  request->file_func = done;
  request->user_data = user_data;
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_file_response), request);
  return GTK_FILE_CHOOSER (dialog);
}

/**
 * ls_compat_open_file:
 * @parent: the window that asks
 * @title: title of the dialog
 * @filters: (array zero-terminated=1): the files that the dialog offers; the first filter is the one that it begins with
 * @done: the function that gets the answer
 * @user_data: data for @done
 *
 * Lets the user choose a file to open.
 */
void
ls_compat_open_file (GtkWindow        *parent,
                     const char       *title,
                     GtkFileFilter   **filters,
                     LsCompatFileFunc  done,
                     gpointer          user_data)
{
  GtkFileChooser *chooser = choose_file (parent, title, GTK_FILE_CHOOSER_ACTION_OPEN, done, user_data);

  for (guint i = 0; filters[i] != NULL; i++)
    gtk_file_chooser_add_filter (chooser, filters[i]);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/**
 * ls_compat_save_file:
 * @parent: the window that asks
 * @title: title of the dialog
 * @name: the name that the dialog proposes
 * @folder: (nullable): the folder that the dialog proposes
 * @done: the function that gets the answer
 * @user_data: data for @done
 *
 * Lets the user choose a file to save to. The dialog asks before it accepts an existing file.
 */
void
ls_compat_save_file (GtkWindow        *parent,
                     const char       *title,
                     const char       *name,
                     GFile            *folder,
                     LsCompatFileFunc  done,
                     gpointer          user_data)
{
  GtkFileChooser *chooser = choose_file (parent, title, GTK_FILE_CHOOSER_ACTION_SAVE, done, user_data);

  gtk_file_chooser_set_current_name (chooser, name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
on_font_response (GtkDialog *dialog,
                  int        response,
                  gpointer   user_data)
{
  g_autofree Request *request = user_data;
  g_autofree char *font = NULL;

  if (response == GTK_RESPONSE_OK)
    font = gtk_font_chooser_get_font (GTK_FONT_CHOOSER (dialog));
  request->font_func (font, request->user_data);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/**
 * ls_compat_choose_font:
 * @parent: the window that asks
 * @title: title of the dialog
 * @font: the present font, such as “Monospace 12”
 * @done: the function that gets the answer
 * @user_data: data for @done
 *
 * Lets the user choose a font.
 */
void
ls_compat_choose_font (GtkWindow        *parent,
                       const char       *title,
                       const char       *font,
                       LsCompatFontFunc  done,
                       gpointer          user_data)
{
  GtkWidget *dialog = gtk_font_chooser_dialog_new (title, parent);
  Request *request = g_new0 (Request, 1);

  request->font_func = done;
  request->user_data = user_data;
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_font_chooser_set_font (GTK_FONT_CHOOSER (dialog), font);
  g_signal_connect (dialog, "response", G_CALLBACK (on_font_response), request);
  gtk_window_present (GTK_WINDOW (dialog));
}

G_GNUC_END_IGNORE_DEPRECATIONS
