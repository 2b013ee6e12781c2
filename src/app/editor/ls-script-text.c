/* ls-script-text.c: helpers for the text of a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script-text.h"

#include <string.h>

#define MAX_LINES_AT_ONCE 200   /* lines: GtkSourceView highlights more when it is idle */
#define MAX_LINE_LENGTH 20000   /* bytes: GTK lays a line out as a whole */

/**
 * ls_script_text_cut_lines:
 * @text: a program
 * @longest: (out): the length of its longest line, in bytes
 *
 * Cuts the ends of lines that are too long to be shown.
 *
 * Returns: (transfer full) (nullable): the text to show, %NULL if no line is too long
 */
char *
ls_script_text_cut_lines (const char *text,
                          gsize      *longest)
{
  g_autoptr (GString) shown = NULL;

  *longest = 0;
  for (const char *line = text; *line != '\0';)
    {
      gsize length = strcspn (line, "\r\n");
      gsize end = length + strspn (line + length, "\r\n");

      *longest = MAX (*longest, length);
      if (length > MAX_LINE_LENGTH && shown == NULL)
        shown = g_string_new_len (text, line - text);
      if (length > MAX_LINE_LENGTH)
        {
          const char *last = g_utf8_find_prev_char (line, line + MAX_LINE_LENGTH);

          g_string_append_len (shown, line, last - line);
          g_string_append (shown, "…");
          g_string_append_len (shown, line + length, end - length);
        }
      else if (shown != NULL)
        {
          g_string_append_len (shown, line, end);
        }
      line += end;
    }
  return shown != NULL ? g_string_free (g_steal_pointer (&shown), FALSE) : NULL;
}

/* Returns whether the first line ends with CR and LF. */
gboolean
ls_script_text_is_crlf (const char *text)
{
  const char *end = strpbrk (text, "\r\n");

  return end != NULL && end[0] == '\r' && end[1] == '\n';
}

/**
 * ls_script_text_add_crs:
 * @text: the inserted text
 * @length: its length in bytes, or -1
 *
 * Returns: (transfer full): @text with lines that end with CR and LF
 */
char *
ls_script_text_add_crs (const char *text,
                        int         length)
{
  GString *result = g_string_new (NULL);

  if (length < 0)
    length = strlen (text);
  for (int i = 0; i < length; i++)
    {
      if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r'))
        g_string_append_c (result, '\r');
      g_string_append_c (result, text[i]);
    }
  return g_string_free (result, FALSE);
}

/**
 * ls_script_text_get_iter:
 * @buffer: a buffer
 * @iter: (out): the place
 * @line: a line, from 1
 * @column: a column in UTF-16 units, from 1; 0 for the first character that is not a space
 *
 * Finds a place, or the nearest one.
 */
void
ls_script_text_get_iter (GtkTextBuffer *buffer,
                         GtkTextIter   *iter,
                         guint          line,
                         guint          column)
{
  guint n_lines = gtk_text_buffer_get_line_count (buffer);
  guint offset = 1;

  gtk_text_buffer_get_iter_at_line (buffer, iter, CLAMP (line, 1, n_lines) - 1);
  if (column == 0)
    {
      while (!gtk_text_iter_ends_line (iter) && g_unichar_isspace (gtk_text_iter_get_char (iter)))
        gtk_text_iter_forward_char (iter);
      return;
    }
  while (offset < column && !gtk_text_iter_ends_line (iter))
    {
      offset += gtk_text_iter_get_char (iter) > 0xffff ? 2 : 1;
      gtk_text_iter_forward_char (iter);
    }
}

static gboolean
has_code (GtkSourceBuffer *buffer,
          guint            line)
{
  GtkTextIter iter, end;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (buffer), &iter, line - 1);
  end = iter;
  gtk_text_iter_forward_line (&end);
  /* Lines far below may not be highlighted yet. A mistake does no harm: the program stops at the first statement behind a
   * breakpoint anyway. */
  if (line <= MAX_LINES_AT_ONCE)
    gtk_source_buffer_ensure_highlight (buffer, &iter, &end);
  for (; !gtk_text_iter_ends_line (&iter); gtk_text_iter_forward_char (&iter))
    {
      GtkTextIter after = iter;

      if (g_unichar_isspace (gtk_text_iter_get_char (&iter)))
        continue;
      if (gtk_text_iter_get_char (&iter) == '/' && gtk_text_iter_forward_char (&after) &&
          gtk_text_iter_get_char (&after) == '/')
        return FALSE;
      return !gtk_source_buffer_iter_has_context_class (buffer, &iter, "comment");
    }

  return FALSE;
}

/**
 * ls_script_text_find_code:
 * @buffer: a buffer
 * @line: a line, from 1
 *
 * Returns: the first line from @line on that has more than spaces and comments; @line if there is none
 */
guint
ls_script_text_find_code (GtkSourceBuffer *buffer,
                          guint            line)
{
  guint n_lines = gtk_text_buffer_get_line_count (GTK_TEXT_BUFFER (buffer));

  for (guint other = line; other >= 1 && other <= n_lines; other++)
    if (has_code (buffer, other))
      return other;
  return line;
}

/* Moves to the end of the word, or to the end of the line if @iter is not in a word. */
static void
to_word_end (GtkTextIter *iter)
{
  gunichar first = gtk_text_iter_get_char (iter);

  if (!g_unichar_isalnum (first) && first != '_' && first != '$')
    {
      if (!gtk_text_iter_ends_line (iter))
        gtk_text_iter_forward_to_line_end (iter);
      return;
    }
  while (g_unichar_isalnum (gtk_text_iter_get_char (iter)) || gtk_text_iter_get_char (iter) == '_' ||
         gtk_text_iter_get_char (iter) == '$')
    if (!gtk_text_iter_forward_char (iter))
      break;
}

/**
 * ls_script_text_mark_word:
 * @buffer: a buffer
 * @tag: the tag for the word
 * @start: (out): where the word begins
 * @line: a line, from 1
 * @column: a column in UTF-16 units, from 1; 0 for the first character that is not a space
 *
 * Gives @tag to the word at a place, or to the rest of the line if there is no word; at the end of a line to its last character.
 */
void
ls_script_text_mark_word (GtkTextBuffer *buffer,
                          GtkTextTag    *tag,
                          GtkTextIter   *start,
                          guint          line,
                          guint          column)
{
  GtkTextIter end;

  ls_script_text_get_iter (buffer, start, line, column);
  if (gtk_text_iter_ends_line (start) && !gtk_text_iter_starts_line (start))
    gtk_text_iter_backward_char (start);
  end = *start;
  to_word_end (&end);
  gtk_text_buffer_apply_tag (buffer, tag, start, &end);
}

/* Tests for the blocks in which Unicode has only letters that run from the right. */
static gboolean
runs_from_right (gunichar character)
{
  return (character >= 0x590 && character <= 0x8ff) || character == 0x200f ||
         (character >= 0xfb1d && character <= 0xfdff) || (character >= 0xfe70 && character <= 0xfeff) ||
         (character >= 0x10800 && character <= 0x10fff) || (character >= 0x1e800 && character <= 0x1efff);
}

/* Returns the direction of the first letter, NONE if the line has no letter. */
static GtkTextDirection
get_direction (GtkTextBuffer *buffer,
               guint          line)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (buffer, &iter, line);
  for (; !gtk_text_iter_ends_line (&iter); gtk_text_iter_forward_char (&iter))
    {
      gunichar character = gtk_text_iter_get_char (&iter);

      if (g_unichar_isalpha (character) || character == 0x200e || character == 0x200f)
        return runs_from_right (character) ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR;
    }
  return GTK_TEXT_DIR_NONE;
}

/* Returns the direction in which the view lays out a line without letters if the cursor is in it. */
static GtkTextDirection
get_keyboard_direction (void)
{
  GdkSeat *seat = gdk_display_get_default_seat (gdk_display_get_default ());
  GdkDevice *keyboard = seat != NULL ? gdk_seat_get_keyboard (seat) : NULL;

  return keyboard != NULL && gdk_device_get_direction (keyboard) == PANGO_DIRECTION_RTL ? GTK_TEXT_DIR_RTL
                                                                                        : GTK_TEXT_DIR_LTR;
}

static guint
get_cursor_line (GtkTextBuffer *buffer)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return gtk_text_iter_get_line (&iter);
}

static void
align_line (GtkTextBuffer    *buffer,
            GtkTextTag       *tag,
            guint             line,
            GtkTextDirection  direction)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_line (buffer, &start, line);
  end = start;
  gtk_text_iter_forward_line (&end);
  if (direction == GTK_TEXT_DIR_RTL)
    gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
  else if (gtk_text_iter_has_tag (&start, tag))
    gtk_text_buffer_remove_tag (buffer, tag, &start, &end);
}

/**
 * ls_script_text_align_lines:
 * @buffer: a buffer
 * @tag: a tag that aligns to the right
 * @first: a line, from 0
 * @last: the same or a later line
 *
 * Aligns all lines to the same side. A text view aligns a line that begins with a letter of Arabic, Hebrew or a similar script to
 * the other side, where the user may not see it. It aligns a line without letters like the line above, or by the keyboard if the
 * cursor is in the line. This function gives such lines @tag, which brings them back, and removes @tag from the others.
 */
void
ls_script_text_align_lines (GtkTextBuffer *buffer,
                            GtkTextTag    *tag,
                            guint          first,
                            guint          last)
{
  guint n_lines = gtk_text_buffer_get_line_count (buffer);
  guint cursor_line = get_cursor_line (buffer);
  GtkTextDirection direction = get_direction (buffer, first);

  while (first > 0 && direction == GTK_TEXT_DIR_NONE)
    direction = get_direction (buffer, --first);
  /* If no line above has letters, the first line with letters decides. */
  for (guint line = first + 1; direction == GTK_TEXT_DIR_NONE && line < n_lines; line++)
    direction = get_direction (buffer, line);
  for (guint line = first; line < n_lines; line++)
    {
      GtkTextDirection own = get_direction (buffer, line);

      if (own != GTK_TEXT_DIR_NONE && line > last)
        break;
      direction = own != GTK_TEXT_DIR_NONE ? own : direction;
      align_line (buffer, tag, line,
                  own == GTK_TEXT_DIR_NONE && line == cursor_line ? get_keyboard_direction () : direction);
    }
}
