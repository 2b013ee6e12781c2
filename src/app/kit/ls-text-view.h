/* ls-text-view.h: helpers for views of text and source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

void      ls_text_view_drop_source       (GtkScrolledWindow *scrolled);
void      ls_text_view_init_schemes      (void);
void      ls_text_view_use_scheme        (GtkSourceBuffer   *buffer);
void      ls_text_view_set_buffer        (GtkTextView       *view,
                                          GtkTextBuffer     *buffer);
void      ls_text_view_set_code          (GtkWidget         *widget);
gboolean  ls_text_view_get_tooltip_iter  (GtkTextView       *view,
                                          int                x,
                                          int                y,
                                          gboolean           keyboard,
                                          GtkTextIter       *iter);
char     *ls_text_view_dup_text          (GtkTextBuffer     *buffer);
void      ls_text_view_follow_wrapping   (GtkTextView       *view);
void      ls_text_view_hold_offset       (GtkTextView       *view);

G_END_DECLS
