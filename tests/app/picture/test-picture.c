/* test-picture.c: pictures of parts of the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "picture-fixture.h"

#include "ls-stage.h"

/* Making one */

static GBytes *rendered;
static GError *failed;
static gboolean is_done;
static double last_progress;

static void
rendered_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  rendered = ls_picture_render_finish (result, &failed);
  is_done = TRUE;
}

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  g_assert_cmpfloat (fraction, >, last_progress);
  g_assert_cmpfloat (fraction, <=, 1);
  last_progress = fraction;
}

static void
render (GskRenderNode   *node,
        double           width,
        double           height,
        double           scale,
        LsPictureFormat  format,
        GCancellable    *cancellable)
{
  g_clear_pointer (&rendered, g_bytes_unref);
  g_clear_error (&failed);
  is_done = FALSE;
  last_progress = 0;
  ls_picture_render_async (node, width, height, scale, format, cancellable, progress_cb, NULL, rendered_cb, NULL);
  if (cancellable != NULL)
    g_cancellable_cancel (cancellable);
  test_ui_wait_for (is_done);
}

static GskRenderNode *
make_halves (void)
{
  g_autoptr (GskRenderNode) left = gsk_color_node_new (&(GdkRGBA) { 1, 0, 0, 1 }, &GRAPHENE_RECT_INIT (0, 0, 50, 100));
  g_autoptr (GskRenderNode) right = gsk_color_node_new (&(GdkRGBA) { 0, 0, 1, 1 }, &GRAPHENE_RECT_INIT (50, 0, 50, 100));
  GskRenderNode *nodes[] = { left, right };

  return gsk_container_node_new (nodes, 2);
}

/* Each size there is gives a picture of exactly that size, with everything in its place. */
static void
test_picture_png (void)
{
  static const double scales[] = { 0.5, 1, 1.3, 2, 30 };
  g_autoptr (GskRenderNode) node = make_halves ();

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      g_autoptr (GdkPixbuf) pixbuf = NULL;
      int extent = ceil (100 * scales[i] - 1e-6);

      render (node, 100, 100, scales[i], LS_PICTURE_PNG, NULL);
      g_assert_no_error (failed);
      pixbuf = read_picture (rendered);
      g_assert_cmpint (gdk_pixbuf_get_width (pixbuf), ==, extent);
      g_assert_cmpint (gdk_pixbuf_get_height (pixbuf), ==, extent);
      for (int y = 0; y < extent; y += MAX (1, extent / 50))
        {
          g_assert_cmphex (get_pixel (pixbuf, extent / 4, y), ==, 0xffff0000);
          g_assert_cmphex (get_pixel (pixbuf, extent * 3 / 4, y), ==, 0xff0000ff);
        }
    }
  g_assert_cmpfloat (last_progress, >, 0.4);
}

static void
test_picture_bounds (void)
{
  g_autoptr (GskRenderNode) node = make_halves ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  render (node, 20000, 5001, 1, LS_PICTURE_PNG, NULL);
  g_assert_error (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (failed->message, "100 million"));
  render (node, 32768, 1, 1, LS_PICTURE_SVG, NULL);
  g_assert_error (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  render (node, 1, 2048, 16, LS_PICTURE_PNG, NULL);
  g_assert_error (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  render (node, 0, 10, 1, LS_PICTURE_PNG, NULL);
  g_assert_error (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  render (node, NAN, 10, 1, LS_PICTURE_SVG, NULL);
  g_assert_error (failed, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  render (node, 32767, 10, 1, LS_PICTURE_PNG, NULL);
  g_assert_no_error (failed);
  render (node, 5000, 5000, 1, LS_PICTURE_PNG, cancellable);
  g_assert_error (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (rendered);
}

/* A page that would be too large for readers becomes smaller. */
static void
test_picture_pdf_large (void)
{
  static const char box[] = "/MediaBox [ 0 0 14400 45 ]";
  g_autoptr (GskRenderNode) node = make_halves ();

  render (node, 32000, 100, 1, LS_PICTURE_PDF, NULL);
  g_assert_no_error (failed);
  g_assert_nonnull (memmem (g_bytes_get_data (rendered, NULL), g_bytes_get_size (rendered), box, strlen (box)));
}

/* Of the window */

/* What cannot be written is said in the dialog, which stays; so is what is too large. */
static void
test_picture_errors (void)
{
  LsWindow *window = open_example ();
  LsPictureDialog *dialog = open_dialog (window);
  GtkWidget *root = GTK_WIDGET (dialog);
  GtkWidget *size = test_ui_find (root, GTK_TYPE_LABEL, "size");
  GtkWidget *accept = test_ui_find (root, GTK_TYPE_BUTTON, "accept");
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/at/all.svg");

  test_ui_wait_for (gtk_widget_get_sensitive (accept));
  ls_picture_dialog_export_to (dialog, file);
  test_ui_wait_for (gtk_widget_has_css_class (size, "error"));
  test_ui_wait_for (gtk_widget_get_sensitive (accept));
  g_assert_nonnull (ls_window_get_dialog (window));

  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (root, ADW_TYPE_COMBO_ROW, "format")), 1);
  g_assert_false (gtk_widget_has_css_class (size, "error"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (root, GTK_TYPE_SPIN_BUTTON, "width")), 20000);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (root, GTK_TYPE_SPIN_BUTTON, "scale")), 16);
  test_ui_wait_for (gtk_widget_has_css_class (size, "error"));
  g_assert_false (gtk_widget_get_sensitive (accept));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (root, GTK_TYPE_SPIN_BUTTON, "scale")), 1);
  test_ui_wait_for (gtk_widget_get_sensitive (accept));
  test_window_close_dialog (window);
  test_window_close (window);
}

/* A dialog that is closed while it draws writes nothing. */
static void
test_picture_closed (void)
{
  LsWindow *window = open_example ();
  LsPictureDialog *dialog = open_dialog (window);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "test-picture-closed.png", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gpointer weak = dialog;

  g_object_add_weak_pointer (G_OBJECT (dialog), &weak);
  g_unlink (path);
  test_ui_wait_for (ls_picture_studio_is_ready (get_studio (dialog)));
  ls_picture_dialog_export_to (dialog, file);
  test_window_close_dialog (window);
  test_ui_wait_for (weak == NULL);
  g_assert_false (g_file_query_exists (file, NULL));
  test_window_close (window);
}

static void
on_texture_read (GObject      *object,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  GdkTexture **texture = user_data;

  *texture = gdk_clipboard_read_texture_finish (GDK_CLIPBOARD (object), result, NULL);
}

static void
test_picture_copy (void)
{
  LsWindow *window = open_example ();
  GtkWidget *box = gtk_widget_get_parent (test_window_get_child (window, "toasts"));
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  g_autoptr (GdkTexture) texture = NULL;
  int height = gtk_widget_get_height (test_window_get_child (window, "toasts"));

  gtk_widget_grab_focus (test_window_get_child (window, "timeline"));
  gdk_clipboard_set_text (clipboard, "nothing");
  test_window_activate (window, "win.copy-picture", NULL);
  test_ui_wait_for (gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (clipboard), GDK_TYPE_TEXTURE));
  gdk_clipboard_read_texture_async (clipboard, NULL, on_texture_read, &texture);
  test_ui_wait_for (texture != NULL);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 2 * gtk_widget_get_width (test_window_get_child (window, "timeline")));
  /* What drew it is gone, and nothing has moved. */
  g_assert_null (test_ui_find (box, LS_TYPE_PICTURE_STUDIO, NULL));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_height (test_window_get_child (window, "toasts")), ==, height);

  /* A window that is closed meanwhile is no problem. */
  test_window_activate (window, "win.copy-picture", NULL);
  test_window_close (window);
}

/* To be looked at. */
static void
test_picture_dialog (void)
{
  LsWindow *window = open_example ();
  LsPictureDialog *dialog = open_dialog (window);

  test_ui_wait_for (ls_picture_studio_is_ready (get_studio (dialog)));
  for (guint i = 0; i < 5; i++)
    test_ui_settle (GTK_WIDGET (dialog));
  test_ui_save_picture (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (dialog))), "window-picture");
  test_window_close_dialog (window);
  test_window_close (window);
}

/* The picture of the stage is of the one that is shown. */
static void
test_picture_page (void)
{
  LsWindow *window = test_window_new ("atomics-lost-wake-up.loopscope", 1360, 860);
  GtkWidget *stage;

  ls_stage_show_page (LS_STAGE (test_window_get_child (window, "stage")), "atomics");
  test_window_activate (window, "win.export-picture", NULL);
  stage = test_ui_find (ls_window_get_dialog (window), LS_TYPE_STAGE, NULL);
  g_assert_nonnull (stage);
  g_assert_cmpstr (ls_stage_get_page (LS_STAGE (stage)), ==, "atomics");
  test_window_close_dialog (window);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/picture/png", test_picture_png);
  g_test_add_func ("/picture/bounds", test_picture_bounds);
  g_test_add_func ("/picture/pdf-large", test_picture_pdf_large);
  test_picture_add_files ();
  g_test_add_func ("/picture/errors", test_picture_errors);
  g_test_add_func ("/picture/closed", test_picture_closed);
  g_test_add_func ("/picture/copy", test_picture_copy);
  g_test_add_func ("/picture/dialog", test_picture_dialog);
  g_test_add_func ("/picture/page", test_picture_page);

  return g_test_run ();
}
