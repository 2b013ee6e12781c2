/* ls-picture-dialog.c: asks what picture to make
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-picture-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"

#define N_SUBJECTS (LS_PICTURE_TIMELINE_PART + 1)

/**
 * LsPictureDialog:
 *
 * The dialog asks for the subject, the size and the format of a picture, and shows a preview. It makes the picture and closes. It
 * emits "done" with a sentence that says what it did.
 */
struct _LsPictureDialog
{
  GtkBox           parent_instance;

  GtkWidget       *accept;
  GtkWidget       *page;
  GtkWidget       *studio;
  GtkWidget       *subject;
  GtkWidget       *format;
  GtkWidget       *width;
  GtkWidget       *scale_row;
  GtkWidget       *scale;
  GtkWidget       *background;
  GtkWidget       *size;
  GtkWidget       *progress;

  LsDebugger      *debugger;
  LsTimelineScene *scene;
  char            *name;
  int              widths[N_SUBJECTS];   /* widths of the subjects in the window */
  GFile           *file;                 /* file that the dialog writes, NULL for the clipboard */
  GCancellable    *work;
  gboolean         disposed;
};

static guint done_signal;

G_DEFINE_FINAL_TYPE (LsPictureDialog, ls_picture_dialog, GTK_TYPE_BOX)

/* How names of files of each LsPictureFormat end. */
static const char *const suffixes[] = { ".svg", ".png", ".pdf" };

/* The choices are in the order of the formats. */
static LsPictureFormat
get_format (LsPictureDialog *self)
{
  return MIN (adw_combo_row_get_selected (ADW_COMBO_ROW (self->format)), G_N_ELEMENTS (suffixes) - 1);
}

static double
get_scale (LsPictureDialog *self,
           LsPictureFormat  format)
{
  return format == LS_PICTURE_PNG ? gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->scale)) : 1;
}

static void
show_error (LsPictureDialog *self,
            const char      *text)
{
  gtk_label_set_label (GTK_LABEL (self->size), text);
  gtk_widget_add_css_class (self->size, "error");
}

static void
update (LsPictureDialog *self)
{
  LsPictureFormat format = get_format (self);
  double scale = get_scale (self, format);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean ready = ls_picture_studio_is_ready (LS_PICTURE_STUDIO (self->studio));
  int width, height;
  gboolean fits;

  if (self->debugger == NULL)
    return;
  gtk_widget_set_visible (self->scale_row, format == LS_PICTURE_PNG);
  gtk_widget_remove_css_class (self->size, "error");
  ls_picture_studio_get_size (LS_PICTURE_STUDIO (self->studio), &width, &height);
  fits = !ready || ls_picture_check_size (width, height, scale, &error);
  if (!ready)
    text = g_strdup (_("Drawing…"));
  else if (!fits)
    show_error (self, error->message);
  else if (format == LS_PICTURE_PNG)
    /* Translators: width, height, and millions of pixels */
    text = g_strdup_printf (_("%.0f × %.0f pixels, %.1f million"), ceil (width * scale), ceil (height * scale),
                            width * scale * height * scale / 1e6);
  else
    text = g_strdup_printf (_("%d × %d, scalable"), width, height);
  if (text != NULL)
    gtk_label_set_label (GTK_LABEL (self->size), text);
  gtk_widget_set_sensitive (self->accept, ready && fits && self->work == NULL);
  gtk_widget_set_sensitive (self->page, self->work == NULL);
  gtk_widget_set_visible (self->progress, self->work != NULL);
}

static void
on_subject_changed (LsPictureDialog *self)
{
  guint subject = adw_combo_row_get_selected (ADW_COMBO_ROW (self->subject));

  if (self->debugger == NULL || subject >= N_SUBJECTS)
    return;
  ls_picture_studio_set_subject (LS_PICTURE_STUDIO (self->studio), subject, self->debugger, self->scene);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->width), self->widths[subject]);
  update (self);
}

static void
on_width_changed (LsPictureDialog *self)
{
  if (self->debugger == NULL)
    return;
  ls_picture_studio_set_width (LS_PICTURE_STUDIO (self->studio),
                               gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->width)));
  update (self);
}

static void
on_background_changed (LsPictureDialog *self)
{
  ls_picture_studio_set_transparent (LS_PICTURE_STUDIO (self->studio),
                                     adw_combo_row_get_selected (ADW_COMBO_ROW (self->background)) == 1);
}

/* Making the picture */

static void
finish (LsPictureDialog *self,
        const char      *done,
        const GError    *error)
{
  g_autofree char *text = g_strdup (done);

  g_clear_object (&self->work);
  g_clear_object (&self->file);
  if (self->disposed)
    return;
  update (self);
  if (error != NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        show_error (self, error->message);
      return;
    }
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit (self, done_signal, 0, text);
}

static void
written_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LsPictureDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_basename (G_FILE (object));
  g_autofree char *text = g_strdup_printf (_("Saved %s"), name);

  g_file_replace_contents_finish (G_FILE (object), result, NULL, &error);
  finish (self, text, error);
}

static void
rendered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LsPictureDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ls_picture_render_finish (result, &error);
  g_autoptr (GdkTexture) texture = NULL;

  if (bytes == NULL || self->disposed)
    {
      finish (self, NULL, error);
      return;
    }
  if (self->file != NULL)
    {
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0.9);
      g_file_replace_contents_bytes_async (self->file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, self->work, written_cb,
                                           g_object_ref (self));
      return;
    }
  texture = gdk_texture_new_from_bytes (bytes, &error);
  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  finish (self, _("Copied the picture"), error);
}

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  LsPictureDialog *self = user_data;

  if (!self->disposed)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), fraction);
}

static void
make (LsPictureDialog *self,
      LsPictureFormat  format,
      GFile           *file)
{
  g_autoptr (GskRenderNode) node = NULL;
  int width, height;

  if (self->work != NULL || self->disposed)
    return;
  node = ls_picture_studio_take (LS_PICTURE_STUDIO (self->studio));
  if (node == NULL)
    {
      show_error (self, _("Nothing to draw"));
      return;
    }
  ls_picture_studio_get_size (LS_PICTURE_STUDIO (self->studio), &width, &height);
  self->work = g_cancellable_new ();
  g_set_object (&self->file, file);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  update (self);
  ls_picture_render_async (node, width, height, get_scale (self, format), format, self->work, progress_cb, self,
                           rendered_cb, g_object_ref (self));
}

/**
 * ls_picture_dialog_export_to:
 * @self: a dialog
 * @file: the file to write; a name that ends in .svg, .png or .pdf sets the format, otherwise the dialog's choice does
 *
 * Makes the picture, and closes the dialog if that succeeds. It replaces an existing file.
 */
void
ls_picture_dialog_export_to (LsPictureDialog *self,
                             GFile           *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *folded = g_utf8_casefold (name, -1);
  LsPictureFormat format = get_format (self);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (folded, suffixes[i]))
      format = i;
  make (self, format, file);
}

static void
file_cb (GFile    *file,
         gpointer  user_data)
{
  g_autoptr (LsPictureDialog) self = user_data;

  if (file != NULL && !self->disposed)
    ls_picture_dialog_export_to (self, file);
}

static void
on_export (LsPictureDialog *self)
{
  static const char *const nicks[N_SUBJECTS] = { "stage", "signals", "timeline", "timeline" };
  GFile *session = ls_debugger_get_file (self->debugger);
  g_autoptr (GFile) folder = session != NULL ? g_file_get_parent (session) : NULL;
  g_autofree char *name = NULL;

  name = g_strdup_printf ("%s-%s%s", self->name, nicks[adw_combo_row_get_selected (ADW_COMBO_ROW (self->subject))],
                          suffixes[get_format (self)]);
  g_strdelimit (name, "/", '-');
  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Export Picture"), name, folder, file_cb,
                       g_object_ref (self));
}

static void
on_copy (LsPictureDialog *self)
{
  make (self, LS_PICTURE_PNG, NULL);
}

/* Cancels the picture in progress, or else closes the dialog. */
static void
on_cancel (LsPictureDialog *self)
{
  if (self->work != NULL)
    g_cancellable_cancel (self->work);
  else
    ls_compat_close_dialog (GTK_WIDGET (self));
}

static void
ls_picture_dialog_dispose (GObject *object)
{
  LsPictureDialog *self = LS_PICTURE_DIALOG (object);

  self->disposed = TRUE;
  g_cancellable_cancel (self->work);
  g_clear_object (&self->debugger);
  g_clear_object (&self->scene);

  G_OBJECT_CLASS (ls_picture_dialog_parent_class)->dispose (object);
}

static void
ls_picture_dialog_finalize (GObject *object)
{
  LsPictureDialog *self = LS_PICTURE_DIALOG (object);

  g_clear_object (&self->work);
  g_clear_object (&self->file);
  g_free (self->name);

  G_OBJECT_CLASS (ls_picture_dialog_parent_class)->finalize (object);
}

/* A picture in progress keeps the dialog alive. It is cancelled when the dialog closes, since the user no longer wants it. */
static void
ls_picture_dialog_unroot (GtkWidget *widget)
{
  g_cancellable_cancel (LS_PICTURE_DIALOG (widget)->work);

  GTK_WIDGET_CLASS (ls_picture_dialog_parent_class)->unroot (widget);
}

static void
ls_picture_dialog_class_init (LsPictureDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_picture_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_picture_dialog_finalize;
  widget_class->unroot = ls_picture_dialog_unroot;

  done_signal = g_signal_new ("done", LS_TYPE_PICTURE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_STRING);

  g_type_ensure (LS_TYPE_PICTURE_STUDIO);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-picture-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, page);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, studio);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, subject);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, format);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, width);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, scale_row);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, scale);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, background);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, size);
  gtk_widget_class_bind_template_child (widget_class, LsPictureDialog, progress);
  gtk_widget_class_bind_template_callback (widget_class, on_subject_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_width_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_background_changed);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
}

static void
ls_picture_dialog_init (LsPictureDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_picture_studio_set_preview (LS_PICTURE_STUDIO (self->studio), TRUE);
}

/**
 * ls_picture_dialog_set_page:
 * @self: a dialog
 * @page: the name of the stage, see ls_stage_show_page()
 *
 * Sets the stage that a picture of the stage shows.
 */
void
ls_picture_dialog_set_page (LsPictureDialog *self,
                            const char      *page)
{
  ls_picture_studio_set_page (LS_PICTURE_STUDIO (self->studio), page);
}

/**
 * ls_picture_dialog_new:
 * @debugger: the debugger whose session to show
 * @scene: the scene of the timeline
 * @name: the start of file names, without subject and suffix
 * @widths: (array): the width of each LsPictureSubject in the window
 *
 * Returns: a dialog that makes pictures
 */
GtkWidget *
ls_picture_dialog_new (LsDebugger      *debugger,
                       LsTimelineScene *scene,
                       const char      *name,
                       const int       *widths)
{
  LsPictureDialog *self = g_object_new (LS_TYPE_PICTURE_DIALOG, NULL);

  self->debugger = g_object_ref (debugger);
  self->scene = g_object_ref (scene);
  self->name = g_strdup (name);
  for (guint i = 0; i < N_SUBJECTS; i++)
    self->widths[i] = CLAMP (widths[i], 200, 20000);
  on_subject_changed (self);
  on_width_changed (self);
  return GTK_WIDGET (self);
}
