/* ls-script-buffer-breakpoints.c: lets the breakpoints of a script follow its lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script-buffer-private.h"

static gboolean
is_here (LsScriptBuffer          *self,
         const LsBreakpointState *breakpoint)
{
  return g_str_equal (breakpoint->script, self->name);
}

/* Reports an edit to LsBreakpoints. Breakpoints move as their marks do: inserted text goes before a mark at the same place. */
void
ls_script_buffer_tell_edit (LsScriptBuffer *self,
                            guint           first,
                            guint           n_lines)
{
  guint n_now = gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (self));

  if (self->loading || self->breakpoints == NULL)
    return;
  ls_breakpoints_tell_edit (self->breakpoints, self->name, first, n_lines > n_now ? n_lines - n_now : 0,
                            n_now > n_lines ? n_now - n_lines : 0);
}

/* Marks the places of this script's breakpoints, so that the breakpoints can follow their lines. */
void
ls_script_buffer_mark_breakpoints (LsScriptBuffer *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);

  if (self->moving)
    return;
  for (guint i = 0; i < self->places->len; i++)
    gtk_text_buffer_delete_mark (buffer, g_ptr_array_index (self->places, i));
  g_ptr_array_set_size (self->places, 0);
  for (guint i = 0; self->breakpoints != NULL && i < ls_breakpoints_get_n (self->breakpoints); i++)
    {
      const LsBreakpointState *breakpoint = ls_breakpoints_get (self->breakpoints, i);
      GtkTextIter iter;

      if (!is_here (self, breakpoint))
        continue;
      ls_script_buffer_get_iter (self, &iter, breakpoint->line, 0);
      g_ptr_array_add (self->places, gtk_text_buffer_create_mark (buffer, NULL, &iter, FALSE));
    }
}

/* Moves the breakpoints with their lines. If two of them reach the same line, only one stays. */
void
ls_script_buffer_move_breakpoints (LsScriptBuffer *self)
{
  guint place = self->places->len;
  guint line_below = 0;

  if (self->breakpoints == NULL)
    return;
  self->moving = TRUE;
  for (guint i = ls_breakpoints_get_n (self->breakpoints); i-- > 0 && place > 0;)
    {
      GtkTextIter iter;
      guint line;

      if (!is_here (self, ls_breakpoints_get (self->breakpoints, i)))
        continue;
      gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self), &iter, g_ptr_array_index (self->places, --place));
      line = gtk_text_iter_get_line (&iter) + 1;
      ls_breakpoints_move (self->breakpoints, i, line == line_below ? 0 : line,
                           ls_script_buffer_find_run_line (self, line));
      line_below = line;
    }
  self->moving = FALSE;
  ls_script_buffer_mark_breakpoints (self);
}

/* Moves a breakpoint from a line without a statement to the line at which it stops. */
void
ls_script_buffer_move_unsettled (LsScriptBuffer      *self,
                                 const LsSourceCheck *result)
{
  guint line = ls_source_check_find_line (result, self->unsettled_line);

  for (guint i = 0; line != 0 && line != self->unsettled_line && i < ls_breakpoints_get_n (self->breakpoints); i++)
    {
      const LsBreakpointState *breakpoint = ls_breakpoints_get (self->breakpoints, i);

      if (!is_here (self, breakpoint) || breakpoint->line != self->unsettled_line)
        continue;
      ls_breakpoints_move (self->breakpoints, i,
                           ls_breakpoints_find (self->breakpoints, self->name, line) != NULL ? 0 : line,
                           ls_script_buffer_find_run_line (self, line));
      break;
    }
}

/**
 * ls_script_buffer_settle_breakpoint:
 * @self: a buffer
 * @line: a line of the text as it is now, from 1
 *
 * Notes that the user set a breakpoint in @line. If the buffer does not know yet whether @line can stop, it moves the breakpoint
 * once the check of the text is done.
 */
void
ls_script_buffer_settle_breakpoint (LsScriptBuffer *self,
                                    guint           line)
{
  if (!ls_syntax_check_get_pending (self->check))
    return;
  self->unsettled_line = line;
  ls_syntax_check_hurry (self->check);
}
