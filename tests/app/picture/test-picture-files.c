/* test-picture-files.c: what is in the files of pictures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "picture-fixture.h"

#include "ls-timeline.h"

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
  static const char *const names[] = { "test-picture.svg", "test-picture.png", "test-picture.pdf" };
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), names[format], NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  int own_width;
  char *text;
  gsize length;

  g_unlink (path);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (root, ADW_TYPE_COMBO_ROW, "subject")), subject);
  adw_combo_row_set_selected (ADW_COMBO_ROW (test_ui_find (root, ADW_TYPE_COMBO_ROW, "format")), format);
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
  const char *begin = g_bytes_get_data (bytes, NULL), *end = begin + g_bytes_get_size (bytes);
  guint n = 0;

  for (const char *place = begin; (place = memmem (place, (gsize) (end - place), word, strlen (word))) != NULL; place++)
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

/* Draws a page of a PDF with another program's reader, a pixel for each of GTK's. */
static GdkPixbuf *
read_pdf (GBytes *bytes)
{
  const char *const command[] = { "pdftocairo", "-png", "-singlefile", "-r", "96", "-", "-", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) reader = NULL;
  g_autoptr (GBytes) png = NULL;

  reader = g_subprocess_newv (command, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (reader, bytes, NULL, &png, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (reader));
  return read_picture (png);
}

/* Vectors on a page of the picture's size, which need neither a new version nor many pixels. */
static void
test_picture_pdf (void)
{
  LsWindow *window = open_example ();

  for (guint subject = LS_PICTURE_STAGE; subject <= LS_PICTURE_TIMELINE_PART; subject++)
    {
      int height;
      g_autoptr (GBytes) bytes = export (window, subject, LS_PICTURE_PDF, 900, FALSE, &height);
      g_autofree char *box = g_strdup_printf ("/MediaBox [ 0 0 675 %g ]", height * 0.75);

      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 8, "%PDF-1.4", 8);
      g_assert_cmpuint (count (bytes, box), ==, 1);
      g_assert_cmpuint (count (bytes, "/Type /Font"), >, 0);
      g_assert_cmpuint (count (bytes, "/Subtype /Image"), <, 60);
    }
  test_window_close (window);
}

/* Another program reads a PDF, and sees what is in the picture of pixels. */
static void
test_picture_pdf_read (void)
{
  g_autofree char *reader = g_find_program_in_path ("pdftocairo");
  LsWindow *window;

  /* build-aux/deps installs it with poppler-utils. */
  g_assert_nonnull (reader);
  window = open_example ();
  for (guint subject = LS_PICTURE_STAGE; subject <= LS_PICTURE_TIMELINE; subject++)
    {
      int heights[2];
      g_autoptr (GBytes) pdf = export (window, subject, LS_PICTURE_PDF, 900, FALSE, &heights[0]);
      g_autoptr (GBytes) png = export (window, subject, LS_PICTURE_PNG, 900, FALSE, &heights[1]);
      g_autoptr (GdkPixbuf) vectors = read_pdf (pdf);
      g_autoptr (GdkPixbuf) pixels = read_picture (png);
      double drawn = count_drawn (pixels);

      g_assert_cmpint (gdk_pixbuf_get_width (vectors), ==, 900);
      g_assert_cmpint (gdk_pixbuf_get_height (vectors), ==, heights[1]);
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

void
test_picture_add_files (void)
{
  g_test_add_func ("/picture/svg", test_picture_svg);
  g_test_add_func ("/picture/same", test_picture_same);
  g_test_add_func ("/picture/pdf", test_picture_pdf);
  g_test_add_func ("/picture/pdf-read", test_picture_pdf_read);
  g_test_add_func ("/picture/whole", test_picture_whole);
  g_test_add_func ("/picture/many-signals", test_picture_many_signals);
  g_test_add_func ("/picture/style", test_picture_style);
  g_test_add_func ("/picture/right-to-left", test_picture_rtl);
}
