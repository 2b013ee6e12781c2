/* ls-script-text.h: helpers for the text of a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

char     *ls_script_text_cut_lines    (const char      *text,
                                       gsize           *longest);
gboolean  ls_script_text_is_crlf      (const char      *text);
char     *ls_script_text_add_crs      (const char      *text,
                                       int              length);
void      ls_script_text_get_iter     (GtkTextBuffer   *buffer,
                                       GtkTextIter     *iter,
                                       guint            line,
                                       guint            column);
guint     ls_script_text_find_code    (GtkSourceBuffer *buffer,
                                       guint            line);
void  ls_script_text_mark_word   (GtkTextBuffer   *buffer,
                                  GtkTextTag      *tag,
                                  GtkTextIter     *start,
                                  guint            line,
                                  guint            column);
void      ls_script_text_align_lines  (GtkTextBuffer   *buffer,
                                       GtkTextTag      *tag,
                                       guint            first,
                                       guint            last);

G_END_DECLS
