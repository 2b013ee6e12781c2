/* ls-script-buffer.c: the text of a script, and how it differs from the text that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script-buffer-private.h"

#include <string.h>

#include "ls-script-text.h"
#include "ls-text-view.h"

#define MAX_HIGHLIGHTED 3000    /* bytes: highlighting longer lines takes too long */

/**
 * LsScriptBuffer:
 *
 * A script that the user can edit while an older text of it runs. The buffer maps lines from one text to the other if they are the
 * same: those above the first edited line and those below the last one. It emits "changed" when the text changes,
 * "modified-changed" when the text begins or ceases to be the one that runs, "lines-changed" when the marks of lines change, and
 * "syntax-checked" when a check of the text is done.
 */
G_DEFINE_FINAL_TYPE (LsScriptBuffer, ls_script_buffer, GTK_SOURCE_TYPE_BUFFER)

static gboolean
may_be_right_to_left (const char *text,
                      int         length)
{
  /* Such letters begin at U+0590, which is D6 90 in UTF-8. */
  for (int i = 0; i < length; i++)
    if ((guchar) text[i] >= 0xd6)
      return TRUE;
  return FALSE;
}

static void
ls_script_buffer_insert_text (GtkTextBuffer *buffer,
                              GtkTextIter   *location,
                              const char    *text,
                              int            length)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (buffer);
  guint line = gtk_text_iter_get_line (location);
  guint n_lines = ls_script_buffer_get_n_lines (self);
  guint first = gtk_text_iter_starts_line (location) ? line + 1 : line + 2;
  gboolean whole_above, whole_below;
  g_autofree char *with_crs = NULL;

  if (length < 0)
    length = strlen (text);
  if (self->crlf && !self->loading && memchr (text, '\n', length) != NULL)
    {
      with_crs = ls_script_text_add_crs (text, length);
      text = with_crs;
      length = strlen (text);
    }
  whole_above = length > 0 && gtk_text_iter_starts_line (location) && text[length - 1] == '\n';
  whole_below = length > 0 && gtk_text_iter_ends_line (location) && (text[0] == '\n' || text[0] == '\r');
  if (!self->loading)
    ls_line_map_edit (&self->map, whole_below ? line + 1 : line, whole_above ? n_lines - line : n_lines - line - 1);
  self->has_other_direction = self->has_other_direction || may_be_right_to_left (text, length);

  GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->insert_text (buffer, location, text, length);
  ls_script_buffer_tell_edit (self, first, n_lines);
  if (self->has_other_direction)
    ls_script_text_align_lines (buffer, self->align_tag, line, gtk_text_iter_get_line (location));
}

static void
ls_script_buffer_delete_range (GtkTextBuffer *buffer,
                               GtkTextIter   *start,
                               GtkTextIter   *end)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (buffer);
  guint n_lines = gtk_text_buffer_get_line_count (buffer);
  guint first = MIN (gtk_text_iter_get_line (start), gtk_text_iter_get_line (end)) + 2;

  if (!self->loading)
    ls_line_map_edit (&self->map, gtk_text_iter_get_line (start),
                      ls_script_buffer_get_n_lines (self) - gtk_text_iter_get_line (end) - 1);
  GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->delete_range (buffer, start, end);
  ls_script_buffer_tell_edit (self, first, n_lines);
  if (self->has_other_direction)
    ls_script_text_align_lines (buffer, self->align_tag, gtk_text_iter_get_line (start), gtk_text_iter_get_line (start));
}

static void
ls_script_buffer_mark_set (GtkTextBuffer     *buffer,
                           const GtkTextIter *location,
                           GtkTextMark       *mark)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (buffer);
  guint line = gtk_text_iter_get_line (location);
  guint before = MIN (self->cursor_line, ls_script_buffer_get_n_lines (self) - 1);

  GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->mark_set (buffer, location, mark);
  if (mark != gtk_text_buffer_get_insert (buffer) || line == self->cursor_line)
    return;
  self->cursor_line = line;
  if (!self->has_other_direction)
    return;
  ls_script_text_align_lines (buffer, self->align_tag, before, before);
  ls_script_text_align_lines (buffer, self->align_tag, line, line);
}

/* Keeps the error tag away from pasted text. */
static void
ls_script_buffer_apply_tag (GtkTextBuffer     *buffer,
                            GtkTextTag        *tag,
                            const GtkTextIter *start,
                            const GtkTextIter *end)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (buffer);

  if (tag != self->error_tag || self->marks_error)
    GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->apply_tag (buffer, tag, start, end);
}

static void
ls_script_buffer_changed (GtkTextBuffer *buffer)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (buffer);

  self->map.n_lines = gtk_text_buffer_get_line_count (buffer);
  self->unsettled_line = 0;
  g_clear_pointer (&self->script, ls_script_unref);
  if (!self->loading)
    {
      self->unsaved = TRUE;
      ls_script_buffer_set_error (self, 0, 0);
      ls_script_buffer_move_breakpoints (self);
    }
  GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->changed (buffer);
}

/* Undo may have restored the text that runs. */
static void
ls_script_buffer_modified_changed (GtkTextBuffer *buffer)
{
  /* During a load the marks of the breakpoints have no valid places. */
  if (!gtk_text_buffer_get_modified (buffer) && !LS_SCRIPT_BUFFER (buffer)->loading)
    {
      ls_line_map_set_ran (&LS_SCRIPT_BUFFER (buffer)->map, gtk_text_buffer_get_line_count (buffer));
      ls_script_buffer_move_breakpoints (LS_SCRIPT_BUFFER (buffer));
    }
  if (GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->modified_changed != NULL)
    GTK_TEXT_BUFFER_CLASS (ls_script_buffer_parent_class)->modified_changed (buffer);
}

static void
ls_script_buffer_constructed (GObject *object)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (object);
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();

  G_OBJECT_CLASS (ls_script_buffer_parent_class)->constructed (object);

  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self),
                                  gtk_source_language_manager_get_language (languages, "js"));
  gtk_source_buffer_set_implicit_trailing_newline (GTK_SOURCE_BUFFER (self), FALSE);
  self->error_tag = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self), NULL, "underline", PANGO_UNDERLINE_ERROR, NULL);
  self->align_tag = gtk_text_buffer_create_tag (GTK_TEXT_BUFFER (self), NULL, "justification", GTK_JUSTIFY_RIGHT, NULL);
  ls_script_buffer_init_check (self);
}

static void
ls_script_buffer_dispose (GObject *object)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (object);

  if (self->check != NULL)
    g_object_run_dispose (G_OBJECT (self->check));
  g_clear_object (&self->check);
  g_clear_object (&self->breakpoints);

  G_OBJECT_CLASS (ls_script_buffer_parent_class)->dispose (object);
}

static void
ls_script_buffer_finalize (GObject *object)
{
  LsScriptBuffer *self = LS_SCRIPT_BUFFER (object);

  ls_line_map_clear (&self->map);
  g_clear_pointer (&self->ran, ls_source_check_free);
  g_clear_pointer (&self->places, g_ptr_array_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->script, ls_script_unref);
  g_clear_pointer (&self->ran_script, ls_script_unref);

  G_OBJECT_CLASS (ls_script_buffer_parent_class)->finalize (object);
}

static void
ls_script_buffer_class_init (LsScriptBufferClass *klass)
{
  GtkTextBufferClass *buffer_class = GTK_TEXT_BUFFER_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = ls_script_buffer_constructed;
  G_OBJECT_CLASS (klass)->dispose = ls_script_buffer_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_script_buffer_finalize;
  buffer_class->insert_text = ls_script_buffer_insert_text;
  buffer_class->delete_range = ls_script_buffer_delete_range;
  buffer_class->mark_set = ls_script_buffer_mark_set;
  buffer_class->apply_tag = ls_script_buffer_apply_tag;
  buffer_class->changed = ls_script_buffer_changed;
  buffer_class->modified_changed = ls_script_buffer_modified_changed;

  g_signal_new ("lines-changed", LS_TYPE_SCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("syntax-checked", LS_TYPE_SCRIPT_BUFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_script_buffer_init (LsScriptBuffer *self)
{
  self->places = g_ptr_array_new ();
  ls_line_map_set_ran (&self->map, 1);
}

/**
 * ls_script_buffer_new:
 * @name: the script's name
 * @breakpoints: the breakpoints, which follow their lines when the user edits the text
 *
 * Returns: (transfer full): a new buffer without text
 */
LsScriptBuffer *
ls_script_buffer_new (const char    *name,
                      LsBreakpoints *breakpoints)
{
  LsScriptBuffer *self = g_object_new (LS_TYPE_SCRIPT_BUFFER, NULL);

  self->name = g_strdup (name);
  ls_syntax_check_set_name (self->check, name);
  self->breakpoints = g_object_ref (breakpoints);
  g_signal_connect_object (breakpoints, "changed", G_CALLBACK (ls_script_buffer_mark_breakpoints), self, G_CONNECT_SWAPPED);
  return self;
}

const char *
ls_script_buffer_get_name (LsScriptBuffer *self)
{
  return self->name;
}

static void
mark_lines (LsScriptBuffer *self)
{
  const guint last = MIN (self->last_line, ls_script_buffer_get_n_lines (self));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self), &start, &end);
  gtk_source_buffer_remove_source_marks (GTK_SOURCE_BUFFER (self), &start, &end, LS_SCRIPT_BUFFER_LINES);
  for (guint line = self->first_line; line > 0 && line <= last; line++)
    {
      gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self), &start, line - 1);
      gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (self), NULL, LS_SCRIPT_BUFFER_LINES, &start);
    }
}

/**
 * ls_script_buffer_load:
 * @self: a buffer
 * @text: the text that runs
 *
 * Replaces the text. The user cannot undo this. If @text has lines that are too long to be shown, the buffer cuts their ends and
 * cannot be edited.
 */
void
ls_script_buffer_load (LsScriptBuffer *self,
                       const char     *text)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  gsize longest;
  g_autofree char *shown = ls_script_text_cut_lines (text, &longest);
  GtkTextIter start;

  self->loading = TRUE;
  self->cut = shown != NULL;
  self->crlf = ls_script_text_is_crlf (text);
  self->has_other_direction = FALSE;
  self->current_line = 0;
  ls_script_buffer_set_error (self, 0, 0);
  gtk_source_buffer_set_language (GTK_SOURCE_BUFFER (self),
                                  longest <= MAX_HIGHLIGHTED
                                  ? gtk_source_language_manager_get_language (languages, "js") : NULL);
  gtk_text_buffer_begin_irreversible_action (GTK_TEXT_BUFFER (self));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self), shown != NULL ? shown : text, -1);
  gtk_text_buffer_end_irreversible_action (GTK_TEXT_BUFFER (self));
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self), &start);
  self->loading = FALSE;
  self->unsaved = FALSE;
  mark_lines (self);
  ls_script_buffer_mark_breakpoints (self);
  ls_script_buffer_set_ran (self);
  /* A run may reach a breakpoint soon. */
  ls_syntax_check_hurry (self->check);
}

/**
 * ls_script_buffer_get_all:
 * @self: a buffer
 *
 * Returns: (transfer full): the whole text
 */
char *
ls_script_buffer_get_all (LsScriptBuffer *self)
{
  return ls_text_view_dup_text (GTK_TEXT_BUFFER (self));
}

static void
take_script (LsScript **where,
             LsScript  *script)
{
  LsScript *old = *where;

  *where = script != NULL ? ls_script_ref (script) : NULL;
  g_clear_pointer (&old, ls_script_unref);
}

/**
 * ls_script_buffer_set_script:
 * @self: a buffer
 * @script: a script
 *
 * Notes that the text is that of @script, until the user edits it.
 */
void
ls_script_buffer_set_script (LsScriptBuffer *self,
                             LsScript       *script)
{
  take_script (&self->script, script);
}

/**
 * ls_script_buffer_has_script:
 * @self: a buffer
 * @script: a script
 *
 * Compares the buffer with a script. The result is cached until the next edit, so that further calls are quick for any length.
 *
 * Returns: whether the text is that of @script; the buffer may show only a part of it
 */
gboolean
ls_script_buffer_has_script (LsScriptBuffer *self,
                             LsScript       *script)
{
  g_autofree char *text = NULL;

  if (self->script == script)
    return TRUE;
  if (self->script == NULL)
    text = ls_script_buffer_get_all (self);
  if (!g_str_equal (self->script != NULL ? ls_script_get_text (self->script) : text, ls_script_get_text (script)))
    return FALSE;
  take_script (&self->script, script);
  return TRUE;
}

/**
 * ls_script_buffer_set_read_only:
 * @self: a buffer
 *
 * Shows a text that is not the session's, and cannot be edited for this reason.
 */
void
ls_script_buffer_set_read_only (LsScriptBuffer *self)
{
  self->read_only = TRUE;
}

/* Returns whether the text cannot be edited, as that of an imported file. */
gboolean
ls_script_buffer_get_read_only (LsScriptBuffer *self)
{
  return self->read_only;
}

/**
 * ls_script_buffer_get_cut:
 * @self: a buffer
 *
 * Returns: whether the buffer lacks the ends of lines that are too long to be shown
 */
gboolean
ls_script_buffer_get_cut (LsScriptBuffer *self)
{
  return self->cut;
}

/**
 * ls_script_buffer_set_ran:
 * @self: a buffer
 *
 * Notes that the present text is the one that runs.
 */
void
ls_script_buffer_set_ran (LsScriptBuffer *self)
{
  ls_line_map_set_ran (&self->map, ls_script_buffer_get_n_lines (self));
  if (self->script == NULL || self->script != self->ran_script)
    {
      g_autofree char *text = ls_script_buffer_get_all (self);

      ls_line_map_set_text (&self->map, text);
      take_script (&self->ran_script, self->script);
    }
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self), FALSE);
  ls_script_buffer_note_ran (self);
  ls_script_buffer_move_breakpoints (self);
  g_signal_emit_by_name (self, "lines-changed");
}

/**
 * ls_script_buffer_get_differs:
 * @self: a buffer
 *
 * Returns: whether the text differs from the one that runs
 */
gboolean
ls_script_buffer_get_differs (LsScriptBuffer *self)
{
  return gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self));
}

/**
 * ls_script_buffer_get_unsaved:
 * @self: a buffer
 *
 * Returns: whether the user has edited the text since the session took it over
 */
gboolean
ls_script_buffer_get_unsaved (LsScriptBuffer *self)
{
  return self->unsaved;
}

void
ls_script_buffer_set_unsaved (LsScriptBuffer *self,
                              gboolean        unsaved)
{
  self->unsaved = unsaved;
}

guint
ls_script_buffer_get_n_lines (LsScriptBuffer *self)
{
  return gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (self));
}

/**
 * ls_script_buffer_from_run_line:
 * @self: a buffer
 * @line: a line of the text that runs, from 1
 *
 * Returns: the same line in the present text; 0 if the user has edited it
 */
guint
ls_script_buffer_from_run_line (LsScriptBuffer *self,
                                guint           line)
{
  return ls_line_map_from_run (&self->map, line);
}

/**
 * ls_script_buffer_to_run_line:
 * @self: a buffer
 * @line: a line of the present text, from 1
 *
 * Returns: the same line in the text that runs; 0 if the user has edited it
 */
guint
ls_script_buffer_to_run_line (LsScriptBuffer *self,
                              guint           line)
{
  return ls_line_map_to_run (&self->map, line);
}

/**
 * ls_script_buffer_get_iter:
 * @self: a buffer
 * @iter: (out): the place
 * @line: a line, from 1
 * @column: a column in UTF-16 units, from 1; 0 for the first character that is not a space
 *
 * Finds a place, or the nearest one.
 */
void
ls_script_buffer_get_iter (LsScriptBuffer *self,
                           GtkTextIter    *iter,
                           guint           line,
                           guint           column)
{
  ls_script_text_get_iter (GTK_TEXT_BUFFER (self), iter, line, column);
}

/**
 * ls_script_buffer_set_current_line:
 * @self: a buffer
 * @line: a line of the present text, from 1; 0 for none
 * @done: whether the callback of that line has ended
 *
 * Marks the line at which the program is, or was last.
 */
void
ls_script_buffer_set_current_line (LsScriptBuffer *self,
                                   guint           line,
                                   gboolean        done)
{
  if (self->current_line == line && self->current_done == done)
    return;
  self->current_line = line;
  self->current_done = done;
  g_signal_emit_by_name (self, "lines-changed");
}

/**
 * ls_script_buffer_set_lines:
 * @self: a buffer
 * @first: the first line, from 1; 0 for none
 * @last: the last line
 *
 * Marks lines that somebody talks about. The marks move with the text.
 */
void
ls_script_buffer_set_lines (LsScriptBuffer *self,
                            guint           first,
                            guint           last)
{
  if (self->first_line == first && self->last_line == last)
    return;
  self->first_line = first;
  self->last_line = last;
  mark_lines (self);
  g_signal_emit_by_name (self, "lines-changed");
}

/**
 * ls_script_buffer_get_lines:
 * @self: a buffer
 * @last: (out): the last marked line
 *
 * Returns: the first marked line, 0 for none
 */
guint
ls_script_buffer_get_lines (LsScriptBuffer *self,
                            guint          *last)
{
  *last = self->last_line;
  return self->first_line;
}

/**
 * ls_script_buffer_get_current_line:
 * @self: a buffer
 * @done: (out) (optional): whether the callback of that line has ended
 *
 * Returns: the line at which the program is, 0 for none
 */
guint
ls_script_buffer_get_current_line (LsScriptBuffer *self,
                                   gboolean       *done)
{
  if (done != NULL)
    *done = self->current_done;
  return self->current_line;
}
