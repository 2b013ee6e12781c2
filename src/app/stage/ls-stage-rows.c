/* ls-stage-rows.c: how high the rows of the queues are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-rows.h"

#include "ls-widget.h"

/* Returns what a row takes with the space to the next one. */
static int
measure_row (GtkWidget *row,
             int        width)
{
  const int spacing = gtk_box_get_spacing (GTK_BOX (gtk_widget_get_parent (row)));

  return gtk_widget_get_visible (row) ? ls_widget_measure_height (row, width) + spacing : 0;
}

/**
 * ls_stage_rows_snap:
 * @rows: a box with the rows
 * @width: the width that it has
 * @height: the height in pixels that there is for it
 * @most: by how much it may be another one
 *
 * Returns: a height near @height at which none of the rows is cut; @height if there is none
 */
int
ls_stage_rows_snap (GtkWidget *rows,
                    int        width,
                    int        height,
                    int        most)
{
  const int half = gtk_box_get_spacing (GTK_BOX (rows)) / 2;
  int end = ls_widget_measure_height (rows, width) + gtk_box_get_spacing (GTK_BOX (rows));
  int snapped = height;

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    end -= measure_row (row, width);
  /* What is above the first row is below the last one, too. */
  end /= 2;
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      end += measure_row (row, width);
      if (ABS (end - half - height) <= most)
        {
          snapped = end - half;
          most = ABS (snapped - height);
        }
    }
  return snapped;
}
