/* ls-picture.h: what widgets draw, as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** LS_PICTURE_MAX_PIXELS: the most pixels that a picture may have. */
#define LS_PICTURE_MAX_PIXELS 100000000.0

/** LS_PICTURE_MAX_EXTENT: the most pixels that a picture may be wide or high. Cairo cannot draw more. */
#define LS_PICTURE_MAX_EXTENT 32767.0

/**
 * LsPictureFormat:
 * @LS_PICTURE_SVG: vectors
 * @LS_PICTURE_PNG: pixels
 * @LS_PICTURE_PDF: vectors on one page, 96 of GTK's pixels an inch
 */
typedef enum
{
  LS_PICTURE_SVG,
  LS_PICTURE_PNG,
  LS_PICTURE_PDF
} LsPictureFormat;

/**
 * LsPictureProgressFunc:
 * @fraction: the part that is done, from 0 to 1
 * @user_data: data for the function
 *
 * Tells the caller of ls_picture_render_async() the progress of a picture.
 */
typedef void (*LsPictureProgressFunc) (double   fraction,
                                       gpointer user_data);

gboolean  ls_picture_check_size    (double                  width,
                                    double                  height,
                                    double                  scale,
                                    GError                **error);
void      ls_picture_render_async  (GskRenderNode          *node,
                                    double                  width,
                                    double                  height,
                                    double                  scale,
                                    LsPictureFormat         format,
                                    GCancellable           *cancellable,
                                    LsPictureProgressFunc   progress,
                                    gpointer                progress_data,
                                    GAsyncReadyCallback     callback,
                                    gpointer                user_data);
GBytes   *ls_picture_render_finish (GAsyncResult           *result,
                                    GError                **error);

G_END_DECLS
