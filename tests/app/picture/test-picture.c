/* test-picture.c: pictures of parts of the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "test-window-util.h"

#include "ls-picture-dialog.h"
#include "ls-stage.h"
#include "ls-timeline.h"

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

/* ARGB, not multiplied with alpha: what a file says. */
static guint32
get_pixel (GdkPixbuf *pixbuf,
           int        x,
           int        y)
{
  const guchar *pixel = gdk_pixbuf_read_pixels (pixbuf) + (gsize) y * gdk_pixbuf_get_rowstride (pixbuf) +
                        x * gdk_pixbuf_get_n_channels (pixbuf);
  guint alpha = gdk_pixbuf_get_has_alpha (pixbuf) ? pixel[3] : 255;

  return alpha << 24 | pixel[0] << 16 | pixel[1] << 8 | pixel[2];
}

static GdkPixbuf *
read_picture (GBytes *bytes)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GError) error = NULL;
  GdkPixbuf *pixbuf = gdk_pixbuf_new_from_stream (stream, NULL, &error);

  g_assert_no_error (error);
  return pixbuf;
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

/* Of the window */

static LsWindow *
open_example (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 12);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

static LsPictureDialog *
open_dialog (LsWindow *window)
{
  test_window_activate (window, "win.export-picture", NULL);
  g_assert_true (LS_IS_PICTURE_DIALOG (ls_window_get_dialog (window)));
  return LS_PICTURE_DIALOG (ls_window_get_dialog (window));
}

static LsPictureStudio *
get_studio (LsPictureDialog *dialog)
{
  return LS_PICTURE_STUDIO (test_ui_find (GTK_WIDGET (dialog), LS_TYPE_PICTURE_STUDIO, NULL));
}

/* Exports as a person does, but for the choice of a file; closes the dialog. */
static GBytes *
export (LsWindow         *window,
        LsPictureSubject  subject,
        LsPictureFormat   format,
        int               width,
        gboolean          transparent,
        int              *height)
{
  LsPictureDialog *dialog = open_dialog (window);
  GtkWidget *root = GTK_WIDGET (dialog);
  LsPictureStudio *studio = get_studio (dialog);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (),
                                            format == LS_PICTURE_PNG ? "test-picture.png" : "test-picture.svg", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  int own_width;
  char *text;
  gsize length;

  g_unlink (path);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (root, ADW_TYPE_COMBO_ROW, "subject")), subject);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (root, ADW_TYPE_COMBO_ROW, "format")),
                              format == LS_PICTURE_PNG);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (root, ADW_TYPE_COMBO_ROW, "background")), transparent);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (root, GTK_TYPE_SPIN_BUTTON, "width")), width);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (test_ui_find (root, GTK_TYPE_SPIN_BUTTON, "scale")), 1);
  test_ui_wait_for (ls_picture_studio_is_ready (studio));
  test_ui_wait_for (gtk_widget_get_sensitive (test_ui_find (root, GTK_TYPE_BUTTON, "accept")));
  ls_picture_studio_get_size (studio, &own_width, height);
  g_assert_cmpint (own_width, >=, width);
  ls_picture_dialog_export_to (dialog, file);
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  return g_bytes_new_take (text, length);
}

static guint
count (GBytes     *bytes,
       const char *word)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  guint n = 0;

  for (const char *place = strstr (text, word); place != NULL; place = strstr (place + 1, word))
    n++;
  return n;
}

static gboolean
is_element_name (const char *name)
{
  return *name != '\0' && strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == strlen (name);
}

static void
start_element (GMarkupParseContext  *context,
               const char           *name,
               const char          **names,
               const char          **values,
               gpointer              user_data,
               GError              **error)
{
  g_assert_true (is_element_name (name));
}

static void
check_xml (GBytes *bytes)
{
  const GMarkupParser parser = { .start_element = start_element };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

/* How many pixels differ from the one in the corner. */
static guint
count_drawn (GdkPixbuf *pixbuf)
{
  guint32 corner = get_pixel (pixbuf, 0, 0);
  guint n = 0;

  for (int y = 0; y < gdk_pixbuf_get_height (pixbuf); y++)
    for (int x = 0; x < gdk_pixbuf_get_width (pixbuf); x++)
      n += get_pixel (pixbuf, x, y) != corner;
  return n;
}

/* Each subject, as vectors: letters are glyphs, and nothing large is made of pixels. */
static void
test_picture_svg (void)
{
  LsWindow *window = open_example ();

  for (guint subject = LS_PICTURE_STAGE; subject <= LS_PICTURE_TIMELINE_PART; subject++)
    {
      int height;
      g_autoptr (GBytes) bytes = export (window, subject, LS_PICTURE_SVG, 900, FALSE, &height);
      g_autofree char *size = g_strdup_printf ("width=\"900px\" height=\"%dpx\"", height);
      g_autofree char *size_alone = g_strdup_printf ("width=\"900\" height=\"%d\"", height);

      check_xml (bytes);
      g_assert_cmpuint (count (bytes, size) + count (bytes, size_alone), >, 0);
      g_assert_cmpuint (count (bytes, "glyph"), >, 20);
      g_assert_cmpuint (count (bytes, "<image"), <, 60);
    }
  test_window_close (window);
}

/* Pixels and vectors show the same. */
static void
test_picture_same (void)
{
  LsWindow *window = open_example ();

  for (guint subject = LS_PICTURE_STAGE; subject <= LS_PICTURE_TIMELINE; subject++)
    {
      int heights[2];
      g_autoptr (GBytes) svg = export (window, subject, LS_PICTURE_SVG, 900, FALSE, &heights[0]);
      g_autoptr (GBytes) png = export (window, subject, LS_PICTURE_PNG, 900, FALSE, &heights[1]);
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (svg);
      g_autoptr (GdkPixbuf) vectors = gdk_pixbuf_new_from_stream (stream, NULL, NULL);
      g_autoptr (GdkPixbuf) pixels = read_picture (png);
      double drawn;

      g_assert_cmpint (heights[0], ==, heights[1]);
      g_assert_cmpint (gdk_pixbuf_get_width (pixels), ==, 900);
      g_assert_cmpint (gdk_pixbuf_get_height (pixels), ==, heights[1]);
      drawn = count_drawn (pixels);
      g_assert_cmpfloat (drawn, >, 2000);
      if (vectors == NULL)
        {
          g_test_message ("nothing here reads SVG");
          continue;
        }
      g_assert_cmpint (gdk_pixbuf_get_width (vectors), ==, 900);
      g_assert_cmphex (get_pixel (vectors, 0, 0), ==, get_pixel (pixels, 0, 0));
      g_assert_cmpfloat (fabs (count_drawn (vectors) - drawn), <, 0.1 * drawn);
    }
  test_window_close (window);
}

/* The stage ends with a margin, where it is not cut off. */
static void
check_margin (GBytes *bytes)
{
  g_autoptr (GdkPixbuf) pixbuf = read_picture (bytes);
  int last = gdk_pixbuf_get_height (pixbuf) - 1;

  for (int x = 0; x < gdk_pixbuf_get_width (pixbuf); x++)
    g_assert_cmphex (get_pixel (pixbuf, x, last), ==, get_pixel (pixbuf, 0, 0));
}

/* The content is there whole, however little of it the window has room for. */
static void
test_picture_whole (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1000, 600);
  LsTimeline *timeline = LS_TIMELINE (test_window_get_child (window, "timeline"));
  LsTimeAxis *axis = ls_timeline_scene_get_axis (ls_timeline_get_scene (timeline));
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (GBytes) part = NULL;
  g_autoptr (GBytes) narrow = NULL;
  g_autoptr (GBytes) all = NULL;
  int heights[4];
  double from;

  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 12);
  test_ui_settle (GTK_WIDGET (window));
  whole = export (window, LS_PICTURE_TIMELINE, LS_PICTURE_PNG, 900, FALSE, &heights[0]);
  all = export (window, LS_PICTURE_TIMELINE_PART, LS_PICTURE_PNG, 900, FALSE, &heights[1]);
  g_assert_true (g_bytes_equal (whole, all));

  ls_time_axis_zoom (axis, 4, 0);
  from = ls_time_axis_get_from (axis);
  part = export (window, LS_PICTURE_TIMELINE_PART, LS_PICTURE_PNG, 900, FALSE, &heights[1]);
  g_bytes_unref (all);
  all = export (window, LS_PICTURE_TIMELINE, LS_PICTURE_PNG, 900, FALSE, &heights[1]);
  g_assert_false (g_bytes_equal (whole, part));
  g_assert_true (g_bytes_equal (whole, all));
  /* The window itself has not moved. */
  g_assert_cmpfloat (ls_time_axis_get_from (axis), ==, from);
  g_assert_false (ls_time_axis_get_fits (axis));
  g_assert_cmpint (heights[0], ==, heights[1]);

  narrow = export (window, LS_PICTURE_STAGE, LS_PICTURE_PNG, 500, FALSE, &heights[2]);
  check_margin (narrow);
  g_bytes_unref (all);
  all = export (window, LS_PICTURE_STAGE, LS_PICTURE_PNG, 1200, FALSE, &heights[3]);
  check_margin (all);
  g_assert_cmpint (heights[2], >, heights[3]);
  g_assert_cmpint (heights[2], >, gtk_widget_get_height (test_window_get_child (window, "stage")));
  test_window_close (window);
}

static guint32
export_corner (LsWindow *window,
               gboolean  transparent,
               GBytes  **bytes)
{
  int height;
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  *bytes = export (window, LS_PICTURE_STAGE, LS_PICTURE_PNG, 800, transparent, &height);
  pixbuf = read_picture (*bytes);
  return get_pixel (pixbuf, 0, 0);
}

static void
test_picture_style (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LsWindow *window = open_example ();
  g_autoptr (GBytes) light = NULL;
  g_autoptr (GBytes) dark = NULL;
  g_autoptr (GBytes) clear = NULL;
  guint32 corner;

  corner = export_corner (window, FALSE, &light);
  g_assert_cmphex (corner & 0xff0000ff, >=, 0xff0000e0);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  test_ui_settle (GTK_WIDGET (window));
  corner = export_corner (window, FALSE, &dark);
  g_assert_cmphex (corner >> 24, ==, 0xff);
  g_assert_cmphex (corner & 0xff, <, 0x50);
  g_assert_false (g_bytes_equal (light, dark));
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
  test_ui_settle (GTK_WIDGET (window));
  corner = export_corner (window, TRUE, &clear);
  g_assert_cmphex (corner >> 24, ==, 0);
  test_window_close (window);
}

/* From right to left the names of the tracks are on the other side. */
static void
test_picture_rtl (void)
{
  GBytes *bytes[2];

  for (guint i = 0; i < 2; i++)
    {
      LsWindow *window;
      int height;

      gtk_widget_set_default_direction (i == 1 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
      window = open_example ();
      bytes[i] = export (window, LS_PICTURE_TIMELINE, LS_PICTURE_PNG, 900, FALSE, &height);
      test_window_close (window);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_assert_false (g_bytes_equal (bytes[0], bytes[1]));
  g_bytes_unref (bytes[0]);
  g_bytes_unref (bytes[1]);
}

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

/* Many signals are all there. */
static void
test_picture_many_signals (void)
{
  LsWindow *window = test_window_new_program ("for (let i = 0; i < 400; i++) new TaskController ();", 1360, 860);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  int height, width, empty = 0, longest = 0;

  test_window_activate (window, "win.to-end", NULL);
  bytes = export (window, LS_PICTURE_SIGNALS, LS_PICTURE_PNG, 400, FALSE, &height);
  pixbuf = read_picture (bytes);
  width = gdk_pixbuf_get_width (pixbuf);
  for (int y = 60; y < height - 20; y++)
    {
      guint n = 0;

      for (int x = 0; x < width; x++)
        n += get_pixel (pixbuf, x, y) != get_pixel (pixbuf, 0, y);
      empty = n == 0 ? empty + 1 : 0;
      longest = MAX (longest, empty);
    }
  g_assert_cmpint (longest, <, 60);
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
  g_test_add_func ("/picture/svg", test_picture_svg);
  g_test_add_func ("/picture/same", test_picture_same);
  g_test_add_func ("/picture/whole", test_picture_whole);
  g_test_add_func ("/picture/many-signals", test_picture_many_signals);
  g_test_add_func ("/picture/style", test_picture_style);
  g_test_add_func ("/picture/right-to-left", test_picture_rtl);
  g_test_add_func ("/picture/errors", test_picture_errors);
  g_test_add_func ("/picture/closed", test_picture_closed);
  g_test_add_func ("/picture/copy", test_picture_copy);
  g_test_add_func ("/picture/dialog", test_picture_dialog);
  g_test_add_func ("/picture/page", test_picture_page);

  return g_test_run ();
}
