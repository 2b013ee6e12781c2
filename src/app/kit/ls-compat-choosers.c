/* ls-compat-choosers.c: dialogs for files and fonts, whatever the version of GTK
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

typedef struct
{
  LsCompatFileFunc done;
  gpointer         user_data;
} FileRequest;

static void
file_request_finish (FileRequest *request,
                     GFile       *file)
{
  request->done (file, request->user_data);
  g_free (request);
}

static FileRequest *
file_request_new (LsCompatFileFunc done,
                  gpointer         user_data)
{
  FileRequest *request = g_new0 (FileRequest, 1);

  request->done = done;
  request->user_data = user_data;
  return request;
}

#if GTK_CHECK_VERSION (4, 10, 0)

static void
open_file_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (object), result, NULL);

  file_request_finish (user_data, file);
}

static void
save_file_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GFile) file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (object), result, NULL);

  file_request_finish (user_data, file);
}

#else

static void
file_chooser_response_cb (GtkNativeDialog *dialog,
                          int              response,
                          gpointer         user_data)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  file_request_finish (user_data, file);
  g_object_unref (dialog);
}

#endif

/**
 * ls_compat_open_file:
 * @parent: the window that asks
 * @title: title of the dialog
 * @filter: (nullable): the files that the dialog offers
 * @done: the function that gets the answer
 * @user_data: data for @done
 *
 * Lets the user choose a file to open.
 */
void
ls_compat_open_file (GtkWindow        *parent,
                     const char       *title,
                     GtkFileFilter    *filter,
                     LsCompatFileFunc  done,
                     gpointer          user_data)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_default_filter (dialog, filter);
  gtk_file_dialog_open (dialog, parent, NULL, open_file_cb, file_request_new (done, user_data));
#else
  GtkFileChooserNative *dialog;

  dialog = gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  if (filter != NULL)
    gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  g_signal_connect (dialog, "response", G_CALLBACK (file_chooser_response_cb), file_request_new (done, user_data));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
#endif
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
#if GTK_CHECK_VERSION (4, 10, 0)
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_initial_name (dialog, name);
  if (folder != NULL)
    gtk_file_dialog_set_initial_folder (dialog, folder);
  gtk_file_dialog_save (dialog, parent, NULL, save_file_cb, file_request_new (done, user_data));
#else
  GtkFileChooserNative *dialog;

  dialog = gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  g_signal_connect (dialog, "response", G_CALLBACK (file_chooser_response_cb), file_request_new (done, user_data));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
#endif
}

typedef struct
{
  LsCompatFontFunc done;
  gpointer         user_data;
} FontRequest;

static void
font_request_finish (FontRequest          *request,
                     PangoFontDescription *font)
{
  g_autofree char *name = font != NULL ? pango_font_description_to_string (font) : NULL;

  request->done (name, request->user_data);
  g_free (request);
}

#if GTK_CHECK_VERSION (4, 10, 0)

static void
choose_font_cb (GObject      *object,
                GAsyncResult *result,
                gpointer      user_data)
{
  PangoFontDescription *font = gtk_font_dialog_choose_font_finish (GTK_FONT_DIALOG (object), result, NULL);

  font_request_finish (user_data, font);
  g_clear_pointer (&font, pango_font_description_free);
}

#else

static void
font_response_cb (GtkDialog *dialog,
                  int        response,
                  gpointer   user_data)
{
  PangoFontDescription *font = NULL;

  if (response == GTK_RESPONSE_OK)
    font = gtk_font_chooser_get_font_desc (GTK_FONT_CHOOSER (dialog));
  font_request_finish (user_data, font);
  g_clear_pointer (&font, pango_font_description_free);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

#endif

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
  PangoFontDescription *description = pango_font_description_from_string (font);
  FontRequest *request = g_new0 (FontRequest, 1);

  request->done = done;
  request->user_data = user_data;
#if GTK_CHECK_VERSION (4, 10, 0)
  g_autoptr (GtkFontDialog) dialog = gtk_font_dialog_new ();

  gtk_font_dialog_set_title (dialog, title);
  gtk_font_dialog_choose_font (dialog, parent, description, NULL, choose_font_cb, request);
#else
  GtkWidget *dialog = gtk_font_chooser_dialog_new (title, parent);

  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_font_chooser_set_font_desc (GTK_FONT_CHOOSER (dialog), description);
  g_signal_connect (dialog, "response", G_CALLBACK (font_response_cb), request);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
  pango_font_description_free (description);
}
