/* ls-layout-cache.h: keeps texts laid out from frame to frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _LsLayoutCache LsLayoutCache;

LsLayoutCache *ls_layout_cache_new        (GtkWidget     *widget);
void           ls_layout_cache_clear      (LsLayoutCache *self);
PangoLayout   *ls_layout_cache_get        (LsLayoutCache *self,
                                           GtkWidget     *widget,
                                           const char    *text,
                                           double         max_width,
                                           int           *width,
                                           int           *height);

G_END_DECLS
