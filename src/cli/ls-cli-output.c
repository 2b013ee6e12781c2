/* ls-cli-output.c: standard output and messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "ls-character-private.h"
#include "ls-cli.h"

#define PROGRAM "loopscope-cli"

/* The error that ended standard output. Later writes are dropped. */
static int write_error;

/* Writes to standard output, through a buffer: @length bytes, UTF-8 whatever the locale, or up to the zero that ends @data for
 * -1. */
void
ls_cli_write (const char *data,
              gssize      length)
{
  gsize size = length < 0 ? strlen (data) : (gsize) length;

  if (write_error == 0 && fwrite (data, 1, size, stdout) < size)
    write_error = errno;
}

/* Writes @text to standard output, and a line end if it has none. */
void
ls_cli_write_text (const char *text)
{
  ls_cli_write (text, -1);
  if (!g_str_has_suffix (text, "\n"))
    ls_cli_write ("\n", 1);
}

/* Writes @text to standard output, a line end after each line, with all other control characters escaped. */
void
ls_cli_write_lines (const char *text)
{
  while (*text != '\0')
    {
      gsize length = strcspn (text, "\n");
      g_autofree char *line = ls_cli_escape (text, length);

      ls_cli_write_text (line);
      text += length;
      if (*text == '\n')
        text++;
    }
}

/* Writes JSON as ls_cli_write_text() does, and lines as ls_cli_write_lines() does. */
void
ls_cli_write_answer (const char *text,
                     gboolean    is_json)
{
  (is_json ? ls_cli_write_text : ls_cli_write_lines) (text);
}

/* Lets the reader of standard output have what was written. */
void
ls_cli_flush (void)
{
  if (write_error == 0 && fflush (stdout) != 0)
    write_error = errno;
}

/* Returns whether writing to standard output has failed. */
gboolean
ls_cli_write_failed (void)
{
  return write_error != 0;
}

/* Flushes standard output. If that fails because nobody reads it, the program ends as SIGPIPE would end it, without a word; this
 * happens where the parent ignores that signal. Returns @exit_status, or %LS_CLI_OUTPUT_FAILED after a message. */
int
ls_cli_finish_output (int exit_status)
{
  ls_cli_flush ();

  if (write_error == EPIPE)
    return 128 + SIGPIPE;

  if (write_error != 0)
    {
      ls_cli_message (_("Could not write to standard output: %s"), g_strerror (write_error));
      return LS_CLI_OUTPUT_FAILED;
    }

  return exit_status;
}

static void
append_escaped_char (GString  *string,
                     gunichar  c)
{
  switch (c)
    {
    case '\n':
      g_string_append (string, "\\n");
      break;

    case '\r':
      g_string_append (string, "\\r");
      break;

    case '\t':
      g_string_append (string, "\\t");
      break;

    default:
      if (ls_character_is_unsafe (c))
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_unichar (string, c);
      break;
    }
}

/* Escapes all that steers a terminal but the characters of @kept. */
static char *
escape_but (const char *text,
            gssize      length,
            const char *kept)
{
  const char *end = text + (length < 0 ? strlen (text) : (gsize) length);
  GString *string = g_string_sized_new (end - text);

  while (text < end)
    {
      gunichar c = g_utf8_get_char_validated (text, end - text);

      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append_printf (string, "\\x%02x", (guchar) *text);
          text++;
        }
      else if (c < 0x80 && c != 0 && strchr (kept, c) != NULL)
        {
          g_string_append_c (string, c);
          text++;
        }
      else
        {
          append_escaped_char (string, c);
          text = g_utf8_next_char (text);
        }
    }

  return g_string_free (string, FALSE);
}

/* Returns (transfer full) @length bytes of @text, or all up to its zero for -1, on one line that cannot steer a terminal nor turn
 * what stands beside it: control characters, of direction too, as `\n`, `\r`, `\t` or `\u001b`, bytes that are no UTF-8 as `\xff`. */
char *
ls_cli_escape (const char *text,
               gssize      length)
{
  return escape_but (text, length, "");
}

/* Asks the system once: programs print many lines. */
static gboolean
is_terminal (FILE *stream)
{
  static int answers[2] = { -1, -1 };
  int *answer = &answers[stream == stderr];

  if (*answer < 0)
    *answer = isatty (fileno (stream));
  return *answer;
}

/* Returns (transfer full) @text as @stream may have it: a terminal escaped, so that it cannot be steered, others as it is. */
static char *
get_shown (FILE       *stream,
           const char *text)
{
  return is_terminal (stream) ? escape_but (text, -1, "\n\t") : g_strdup (text);
}

/* Writes to standard output what others have written, which is passed on as it is, but not to a terminal. JSON stays JSON. */
void
ls_cli_write_shown (const char *text)
{
  g_autofree char *shown = get_shown (stdout, text);

  ls_cli_write (shown, -1);
}

static void write_error_line (const char *prefix,
                              const char *format,
                              va_list     arguments) G_GNUC_PRINTF (2, 0);

static void
write_error_line (const char *prefix,
                  const char *format,
                  va_list     arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  g_autofree char *escaped = ls_cli_escape (text, -1);
  g_autofree char *line = g_strconcat (prefix, escaped, "\n", NULL);

  /* Both streams may be one terminal: keep their order. */
  ls_cli_flush ();
  fputs (line, stderr);
  fflush (stderr);
}

/* Ends the process, after all output so far, from a signal handler on the thread that would print: it is in a call that never
 * ends. */
void
ls_cli_end_stuck (const char *message)
{
  ls_cli_flush ();
  fputs (PROGRAM ": ", stderr);
  fputs (message, stderr);
  fputc ('\n', stderr);
  _exit (LS_CLI_BUDGET_EXCEEDED);
}

/* Passes on to standard error what a program printed there, and a line end; to a terminal as ls_cli_write_shown() does. */
void
ls_cli_write_error (const char *text)
{
  g_autofree char *shown = get_shown (stderr, text);

  ls_cli_flush ();
  fputs (shown, stderr);
  fputc ('\n', stderr);
  fflush (stderr);
}

/* Tells the user something on standard error, in one line. @format is translated, and has no line end. */
void
ls_cli_message (const char *format,
                ...)
{
  va_list arguments;

  va_start (arguments, format);
  write_error_line (PROGRAM ": ", format, arguments);
  va_end (arguments);
}

/* Passes on to standard error, in one line, what a session's program reported there. @format has no line end. */
void
ls_cli_program_error (const char *format,
                      ...)
{
  va_list arguments;

  va_start (arguments, format);
  write_error_line ("", format, arguments);
  va_end (arguments);
}
