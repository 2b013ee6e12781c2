/* ls-line-map.h: lines of a text that is edited, and of an older one that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * LsLineMap:
 *
 * Finds the lines of one text in another one, where they are the same: above the first line that was edited and below the last one.
 * U+2028 ends a line for a program that runs, but not for a text view.
 */
typedef struct
{
  guint   n_run_lines;     /* lines of the text that runs, as a text view counts them */
  guint   n_lines;         /* lines of the text as it is now */
  guint   n_same_above;    /* lines at the top that both texts have */
  guint   n_same_below;    /* and lines at the bottom */
  GArray *separators;      /* (element-type guint) of each U+2028 of the text that runs its line in a text view; NULL for none */
} LsLineMap;

void  ls_line_map_clear    (LsLineMap  *self);
void  ls_line_map_set_ran  (LsLineMap  *self,
                            guint       n_lines);
void  ls_line_map_set_text (LsLineMap  *self,
                            const char *text);
void  ls_line_map_edit     (LsLineMap  *self,
                            guint       n_above,
                            guint       n_below);
guint ls_line_map_from_run (LsLineMap  *self,
                            guint       line);
guint ls_line_map_to_run   (LsLineMap  *self,
                            guint       line);

G_END_DECLS
