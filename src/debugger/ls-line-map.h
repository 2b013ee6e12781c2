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
 * Finds lines of one text in another one, where they are the same: above the first line that was edited and below the last
 * one. To what runs U+2028 ends a line as well, to a text view it does not.
 */
typedef struct
{
  guint   n_run_lines;     /* lines of the text that runs, as they are shown */
  guint   n_lines;         /* lines of the text as it is now */
  guint   n_same_above;    /* lines at the top that are as they run */
  guint   n_same_below;    /* and at the bottom */
  GArray *separators;      /* (element-type guint) for each U+2028 in what runs its line as it is shown; NULL for none */
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
