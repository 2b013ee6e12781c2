/* test-pixels.h: what is drawn of a window, and whether it can be read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A window as it was drawn, and is still. */
typedef struct
{
  GtkWidget *window;
  guint32   *pixels;   /* ARGB */
  int        width, height;
} TestPixels;

void       test_pixels_take          (TestPixels       *self,
                                      GtkWidget        *window,
                                      const char       *name);
void       test_pixels_clear         (TestPixels       *self);
double     test_pixels_get_luminance (guint32           color);
guint32    test_pixels_get           (const TestPixels *self,
                                      int               x,
                                      int               y);
gboolean   test_pixels_get_part      (const TestPixels *self,
                                      GtkWidget        *widget,
                                      graphene_rect_t  *part);
gboolean   test_pixels_has_whole     (const TestPixels *self,
                                      GtkWidget        *widget);
void       test_pixels_check_label   (const TestPixels *self,
                                      GtkWidget        *label,
                                      double            contrast);
guint      test_pixels_check_labels  (const TestPixels *self,
                                      GtkWidget        *root);
GtkWidget *test_pixels_find_label    (GtkWidget        *root,
                                      const char       *part);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestPixels, test_pixels_clear)

G_END_DECLS
