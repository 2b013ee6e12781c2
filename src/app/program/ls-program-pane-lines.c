/* ls-program-pane-lines.c: the lines that a page of a lesson is about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-pane-private.h"

/* Marks the lines, which are not shown yet. */
void
ls_program_pane_mark_lines (LsProgramPane *self)
{
  self->is_shown_first = FALSE;
  if (self->n_scripts > 0)
    ls_script_buffer_set_lines (ls_program_pane_get_buffer (self, 0), self->first_line, self->last_line);
}

/* Shows the lines that the page of a lesson is about, as long as the position is that of the page. Returns FALSE without such
 * lines, or once somebody has gone on. */
gboolean
ls_program_pane_show_lines (LsProgramPane *self)
{
  const gboolean is_on_the_way = ls_player_is_pending (self->player);

  if (self->first_line == 0 || self->n_scripts == 0)
    return FALSE;
  if (self->lines_position != G_MAXSIZE && ls_player_get_position (self->player) != self->lines_position)
    return FALSE;
  if (!is_on_the_way && self->lines_position == G_MAXSIZE)
    {
      self->lines_position = ls_player_get_position (self->player);
      self->is_shown_first = FALSE;
    }
  /* The learner may scroll meanwhile. */
  if (self->is_shown_first)
    return TRUE;
  self->is_shown_first = TRUE;
  ls_program_pane_show_buffer (self, ls_program_pane_get_buffer (self, 0));
  ls_script_view_show_from (self->script, self->first_line);
  return TRUE;
}

/**
 * ls_program_pane_set_lines:
 * @self: a pane
 * @first: the first line of the first script that a page of a lesson is about, from 1; 0 for none
 * @last: the last line
 *
 * Marks lines, and shows them until the position changes from where the page begins.
 */
void
ls_program_pane_set_lines (LsProgramPane *self,
                           guint          first,
                           guint          last)
{
  self->first_line = first;
  self->last_line = last;
  self->lines_position = G_MAXSIZE;
  ls_program_pane_mark_lines (self);
  ls_program_pane_show_lines (self);
}

/**
 * ls_program_pane_measure_lines:
 * @self: a pane
 * @n_lines: a number of lines
 *
 * Returns: the height of the pane in which so many lines of a script are seen; 0 as long as that is not known
 */
int
ls_program_pane_measure_lines (LsProgramPane *self,
                               guint          n_lines)
{
  GtkTextView *view = GTK_TEXT_VIEW (ls_script_view_get_text_view (self->script));
  const int others = gtk_widget_get_height (GTK_WIDGET (self)) - gtk_widget_get_height (GTK_WIDGET (view));
  GtkTextIter start;
  GdkRectangle line;

  if (self->n_scripts == 0 || gtk_widget_get_height (GTK_WIDGET (view)) == 0)
    return 0;
  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &start);
  gtk_text_view_get_iter_location (view, &start, &line);
  return others + n_lines * line.height;
}

/**
 * ls_program_pane_set_low:
 * @self: a pane
 * @is_low: whether there is little height
 *
 * Gives the lines of the program the height of the field for expressions, unless there are some to be watched.
 */
void
ls_program_pane_set_low (LsProgramPane *self,
                         gboolean       is_low)
{
  gtk_widget_set_visible (GTK_WIDGET (self->watches), !is_low || ls_watch_list_has_any (self->watches));
}
