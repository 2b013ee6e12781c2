/* picture-fixture.h: what tests of pictures have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

#include "ls-picture-dialog.h"

void test_picture_add_files (void);

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
