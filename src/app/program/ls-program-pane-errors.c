/* ls-program-pane-errors.c: finds the error of a program and its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-pane-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-text.h"

static void
show_error (LsProgramPane *self,
            const char    *text,
            const char    *script,
            guint          line,
            guint          column,
            gboolean       reveal)
{
  LsPlace place = { script, script != NULL ? strlen (script) : 0, line, column };
  LsScriptBuffer *buffer = script != NULL ? ls_program_pane_find_buffer (self, &place) : NULL;
  g_autofree char *shown = ls_text_shorten (text);

  gtk_label_set_label (GTK_LABEL (self->error_label), shown);
  gtk_widget_set_visible (self->error, TRUE);
  gtk_widget_set_visible (self->syntax, FALSE);
  ls_compat_announce (self->error, shown);
  g_free (self->error_script);
  self->error_script = g_strdup (script);
  self->error_line = line;
  self->error_column = column;
  if (buffer != NULL)
    {
      guint here = ls_script_buffer_from_run_line (buffer, line);

      if (here > 0)
        ls_script_buffer_set_error (buffer, here, column);
      if (reveal)
        ls_program_pane_show_buffer (self, buffer);
      if (reveal && here > 0)
        ls_script_view_show_line (self->script, here);
    }
}

void
ls_program_pane_forget_error (LsProgramPane *self)
{
  gtk_widget_set_visible (self->error, FALSE);
  g_clear_pointer (&self->error_script, g_free);
  self->error_record = G_MAXSIZE;
  self->scanned = 0;
  for (guint i = 0; i < self->buffers->len; i++)
    ls_script_buffer_set_error (ls_program_pane_get_buffer (self, i), 0, 0);
}

/* Splits "main.js:3:7: Uncaught Error: boom" into the place and the message. */
static const char *
split_message (const char *message,
               LsPlace    *place)
{
  for (const char *end = strstr (message, ": "); end != NULL; end = strstr (end + 1, ": "))
    {
      g_autofree char *before = g_strndup (message, end - message);

      if (!ls_place_parse (place, before) || place->column == 0)
        continue;
      place->script = message;
      return end + 2;
    }

  *place = (LsPlace) { 0 };
  return message;
}

/* Finds the first exception that nothing caught. */
void
ls_program_pane_look_for_exceptions (LsProgramPane *self)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize length = ls_player_get_length (self->player);

  if (self->buffers->len == 0 || self->error_record != G_MAXSIZE)
    return;
  self->scanned = MAX (self->scanned, ls_player_get_start (self->player));
  while (self->scanned < length)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (trace, self->scanned, &n_records);

      if (n_records == 0)
        return;
      n_records = MIN (n_records, length - self->scanned);
      for (gsize i = 0; i < n_records; i++)
        {
          g_autofree char *script = NULL;
          LsPlace place = { 0 };
          const char *text;

          if ((records[i].kind != LS_RECORD_EXCEPTION && records[i].kind != LS_RECORD_PROMISE_UNHANDLED) ||
              records[i].text == 0)
            continue;
          self->error_record = self->scanned + i;
          text = ls_trace_get_text (trace, records[i].text);
          split_message (text, &place);
          /* A thrown value that is not an Error does not carry the place where it was thrown. */
          if (place.script == NULL && records[i].kind == LS_RECORD_EXCEPTION)
            ls_place_of_record (&place, trace, self->error_record);
          if (place.script != NULL)
            script = ls_place_dup_script (&place);
          show_error (self, text, script, place.line, place.column, FALSE);
          return;
        }
      self->scanned += n_records;
    }
}

/* Shows the first breakpoint with an invalid condition. */
void
ls_program_pane_update_refused (LsProgramPane *self)
{
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (self->debugger);
  const LsBreakpointState *refused = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < ls_breakpoints_get_n (breakpoints) && refused == NULL; i++)
    if (ls_breakpoints_get (breakpoints, i)->error != NULL && ls_breakpoints_get (breakpoints, i)->enabled)
      refused = ls_breakpoints_get (breakpoints, i);
  gtk_widget_set_visible (self->refused, refused != NULL);
  if (refused == NULL)
    return;
  shown = ls_text_shorten (refused->error);
  text = g_strdup_printf (_("The condition of the breakpoint at line %u fails: %s"), refused->line, shown);
  gtk_label_set_label (GTK_LABEL (self->refused_label), text);
  g_free (self->refused_script);
  self->refused_script = g_strdup (refused->script);
  self->refused_line = refused->line;
}

void
ls_program_pane_edit_refused (LsProgramPane *self)
{
  LsPlace place = { self->refused_script, strlen (self->refused_script), self->refused_line, 0 };
  LsScriptBuffer *buffer = ls_program_pane_find_buffer (self, &place);

  if (buffer == NULL)
    return;
  ls_program_pane_show_buffer (self, buffer);
  ls_script_view_edit_breakpoint (self->script, self->refused_line);
}

void
ls_program_pane_update_failure (LsProgramPane *self)
{
  g_autofree char *script = NULL;
  guint line, column;
  g_autofree char *failure = ls_debugger_get_failure (self->debugger, &script, &line, &column);

  /* If a budget runs out at no particular place, the window reports it. */
  if (failure != NULL && self->buffers->len > 0 &&
      (script != NULL || ls_trace_get_length (ls_player_get_trace (self->player)) == 0))
    show_error (self, failure, script, line, column, TRUE);
  else
    ls_program_pane_look_for_exceptions (self);
}

void
ls_program_pane_go_to_error (LsProgramPane *self)
{
  LsPlace place = { self->error_script, self->error_script != NULL ? strlen (self->error_script) : 0, self->error_line,
                    self->error_column };

  if (self->error_record != G_MAXSIZE)
    {
      ls_player_set_running (self->player, FALSE);
      ls_player_seek (self->player, self->error_record + 1);
    }
  if (self->error_script != NULL)
    ls_program_pane_show_place (self, &place);
}

/* Shows the syntax error of the displayed text, unless the pane already shows the error of a run, which says the same. */
void
ls_program_pane_update_syntax (LsProgramPane *self)
{
  LsScriptBuffer *buffer = ls_script_view_get_buffer (self->script);
  guint line = 0, column = 0;
  const char *message = buffer != NULL ? ls_script_buffer_get_syntax_error (buffer, &line, &column) : NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->syntax, message != NULL && !gtk_widget_get_visible (self->error));
  if (message == NULL)
    return;
  text = g_strdup_printf (_("Line %u: %s"), line, message);
  gtk_label_set_label (GTK_LABEL (self->syntax_label), text);
}

void
ls_program_pane_go_to_syntax (LsProgramPane *self)
{
  LsScriptBuffer *buffer = ls_script_view_get_buffer (self->script);
  guint line = 0, column = 0;

  if (buffer != NULL && ls_script_buffer_get_syntax_error (buffer, &line, &column) != NULL)
    ls_script_view_go_to (self->script, line, column);
}
