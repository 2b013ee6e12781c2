/* ls-script-buffer-syntax.c: finds where statements begin and where an error is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script-buffer-private.h"

#include "ls-script-text.h"

static gboolean
is_right (const LsSourceCheck *check)
{
  return check != NULL && check->message == NULL;
}

/* Keeps the result of the check for the text that runs, if that is the same text. */
void
ls_script_buffer_note_ran (LsScriptBuffer *self)
{
  const LsSourceCheck *result = ls_syntax_check_get_result (self->check);

  g_clear_pointer (&self->ran, ls_source_check_free);
  if (is_right (result) && !ls_script_buffer_get_differs (self))
    self->ran = ls_source_check_copy (result);
}

static void
on_check_done (LsScriptBuffer *self)
{
  const LsSourceCheck *result = ls_syntax_check_get_result (self->check);

  if (result != NULL && result->message != NULL)
    ls_script_buffer_set_error (self, result->line, result->column);
  if (!ls_script_buffer_get_differs (self))
    ls_script_buffer_note_ran (self);
  if (is_right (result) && self->unsettled_line != 0 && self->breakpoints != NULL)
    ls_script_buffer_move_unsettled (self, result);
  self->unsettled_line = 0;
  ls_script_buffer_move_breakpoints (self);
  g_signal_emit_by_name (self, "syntax-checked");
}

void
ls_script_buffer_init_check (LsScriptBuffer *self)
{
  self->check = ls_syntax_check_new (GTK_TEXT_BUFFER (self), FALSE);
  g_signal_connect_object (self->check, "done", G_CALLBACK (on_check_done), self, G_CONNECT_SWAPPED);
}

/**
 * ls_script_buffer_find_run_line:
 * @self: a buffer
 * @line: a line of the text as it is now, from 1
 *
 * Returns: the line in the text that runs at which a breakpoint in @line stops; 0 if the user has edited @line
 */
guint
ls_script_buffer_find_run_line (LsScriptBuffer *self,
                                guint           line)
{
  guint run_line = ls_script_buffer_to_run_line (self, line);
  guint found = run_line != 0 && self->ran != NULL ? ls_source_check_find_line (self->ran, run_line) : 0;

  return found != 0 ? found : run_line;
}

/**
 * ls_script_buffer_find_code:
 * @self: a buffer
 * @line: a line, from 1
 *
 * Returns: the line at which a breakpoint in @line stops. That is the first line from @line on in which a statement begins, or else
 *   the last one above. Until the check is done, it is the first line from @line on that has more than spaces and comments, or else
 *   @line
 */
guint
ls_script_buffer_find_code (LsScriptBuffer *self,
                            guint           line)
{
  const LsSourceCheck *result = ls_syntax_check_get_result (self->check);
  guint found = is_right (result) ? ls_source_check_find_line (result, line) : 0;

  if (found != 0)
    return found;
  return ls_script_text_find_code (GTK_SOURCE_BUFFER (self), line);
}

/**
 * ls_script_buffer_get_syntax_error:
 * @self: a buffer
 * @line: (out): the line
 * @column: (out): the column
 *
 * Returns: (transfer none) (nullable): the error in the present text; %NULL if it has none, or none is known
 */
const char *
ls_script_buffer_get_syntax_error (LsScriptBuffer *self,
                                   guint          *line,
                                   guint          *column)
{
  const LsSourceCheck *result = ls_syntax_check_get_result (self->check);

  if (result == NULL)
    return NULL;
  *line = result->line;
  *column = result->column;
  return result->message;
}

/**
 * ls_script_buffer_set_error:
 * @self: a buffer
 * @line: a line of the present text, from 1; 0 for none
 * @column: a column, from 1; 0 if not known
 *
 * Underlines the place of an error.
 */
void
ls_script_buffer_set_error (LsScriptBuffer *self,
                            guint           line,
                            guint           column)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self);
  GtkTextIter start, end;

  if (self->error_mark != NULL)
    {
      gtk_text_buffer_get_bounds (buffer, &start, &end);
      gtk_text_buffer_remove_tag (buffer, self->error_tag, &start, &end);
      gtk_text_buffer_delete_mark (buffer, self->error_mark);
      self->error_mark = NULL;
    }
  else if (line == 0)
    {
      return;
    }
  if (line > 0)
    {
      self->marks_error = TRUE;
      ls_script_text_mark_word (buffer, self->error_tag, &start, line, column);
      self->marks_error = FALSE;
      self->error_mark = gtk_text_buffer_create_mark (buffer, NULL, &start, TRUE);
    }
  g_signal_emit_by_name (self, "lines-changed");
}

/**
 * ls_script_buffer_get_error_line:
 * @self: a buffer
 *
 * Returns: the line with the error, 0 if there is none
 */
guint
ls_script_buffer_get_error_line (LsScriptBuffer *self)
{
  GtkTextIter iter;

  if (self->error_mark == NULL)
    return 0;
  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self), &iter, self->error_mark);
  return gtk_text_iter_get_line (&iter) + 1;
}
