/* ls-json-parser.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define VALUES_AT_ONCE 1024

/* Makes json-glib's trees of JSON text. json-glib's own parser recurses as deep as the text wants, takes the last of several
 * members of one name and rounds numbers that are out of range. Files come from anywhere: this parser refuses all of that. */

typedef struct
{
  const char *name;
  const char *start;
  const char *end;
  const char *cursor;
  GString    *pointer;
  GString    *scratch;
  guint       depth;
  guint       n_values;
  LsLoadWatch *watch;
  GError    **error;
} Parser;

static JsonNode *parse_value (Parser *parser);

static void
fail (Parser         *parser,
      LsSessionError  code,
      const char     *at,
      const char     *format,
      ...) G_GNUC_PRINTF (4, 5);

static void
fail (Parser         *parser,
      LsSessionError  code,
      const char     *at,
      const char     *format,
      ...)
{
  g_autofree char *message = NULL;
  g_autofree char *name = ls_json_display (parser->name, 0);
  g_autofree char *pointer = ls_json_display_pointer (parser->pointer->str);
  guint line = 1;
  const char *line_start = parser->start;
  va_list args;

  for (const char *p = parser->start; p < at; p++)
    if (*p == '\n')
      {
        line++;
        line_start = p + 1;
      }

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  /* Translators: a file, a place in it such as /program/main/0, a line, a column, what is wrong there */
  g_set_error (parser->error, LS_SESSION_ERROR, code, _("%s: %s: line %u, column %ld: %s"), name, pointer, line,
               g_utf8_strlen (line_start, at - line_start) + 1, message);
}

static char *
describe_here (Parser *parser)
{
  g_autofree char *text = NULL;
  gunichar c;

  if (parser->cursor >= parser->end)
    return g_strdup (C_("found", "the end of the file"));

  c = g_utf8_get_char (parser->cursor);
  if (g_unichar_iscntrl (c))
    return g_strdup_printf (C_("found", "the control character U+%04X"), c);
  if (!g_unichar_isgraph (c) || g_unichar_isspace (c))
    return g_strdup_printf (C_("found", "the character U+%04X"), c);

  if (g_ascii_isalpha (c))
    {
      const char *p = parser->cursor;

      while (p < parser->end && p - parser->cursor < 20 && g_ascii_isalnum (*p))
        p++;
      text = g_strndup (parser->cursor, p - parser->cursor);
      return ls_json_quote (text);
    }

  text = g_strndup (parser->cursor, g_utf8_next_char (parser->cursor) - parser->cursor);
  return ls_json_quote (text);
}

/* Fails; @expected is as for ls_json_reader_unexpected(). */
static void
unexpected (Parser     *parser,
            const char *expected)
{
  g_autofree char *found = describe_here (parser);

  fail (parser, LS_SESSION_ERROR_SYNTAX, parser->cursor, _("found %s, expected %s"), found,
        ls_json_expected (expected));
}

static void
skip_space (Parser *parser)
{
  while (parser->cursor < parser->end &&
         (*parser->cursor == ' ' || *parser->cursor == '\t' || *parser->cursor == '\n' || *parser->cursor == '\r'))
    parser->cursor++;
}

static gboolean
parse_hex4 (Parser   *parser,
            gunichar *value)
{
  *value = 0;
  for (guint i = 0; i < 4; i++)
    {
      int digit = parser->cursor < parser->end ? g_ascii_xdigit_value (*parser->cursor) : -1;

      if (digit < 0)
        {
          unexpected (parser, NC_("expected", "four hexadecimal digits after “\\u”"));
          return FALSE;
        }
      *value = *value << 4 | digit;
      parser->cursor++;
    }

  return TRUE;
}

static gboolean
parse_escape (Parser  *parser,
              GString *string)
{
  static const char from[] = "\"\\/bfnrt";
  static const char to[] = "\"\\/\b\f\n\r\t";
  const char *at = parser->cursor - 1;
  const char *found;
  gunichar c;

  found = parser->cursor < parser->end && *parser->cursor != '\0' ? strchr (from, *parser->cursor) : NULL;
  if (found != NULL)
    {
      g_string_append_c (string, to[found - from]);
      parser->cursor++;
      return TRUE;
    }

  if (parser->cursor >= parser->end || *parser->cursor != 'u')
    {
      unexpected (parser, NC_("expected", "one of \" \\ / b f n r t u after “\\”"));
      return FALSE;
    }

  parser->cursor++;
  if (!parse_hex4 (parser, &c))
    return FALSE;

  if (c >= 0xd800 && c < 0xdc00 && parser->end - parser->cursor > 2 &&
      parser->cursor[0] == '\\' && parser->cursor[1] == 'u')
    {
      gunichar low;

      parser->cursor += 2;
      if (!parse_hex4 (parser, &low))
        return FALSE;
      if (low >= 0xdc00 && low < 0xe000)
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }

  if (c == 0 || (c >= 0xd800 && c < 0xe000))
    {
      fail (parser, LS_SESSION_ERROR_SYNTAX, at, _("found the escape “%.*s”, expected a character that text can hold"),
            (int) (parser->cursor - at), at);
      return FALSE;
    }

  g_string_append_unichar (string, c);
  return TRUE;
}

/* Reads text, and leaves it in parser->scratch. */
static gboolean
parse_string (Parser *parser)
{
  const char *opening = parser->cursor++;

  g_string_truncate (parser->scratch, 0);
  for (;;)
    {
      const char *run = parser->cursor;

      while (parser->cursor < parser->end && *parser->cursor != '"' && *parser->cursor != '\\' &&
             (guchar) *parser->cursor >= 0x20)
        parser->cursor++;
      g_string_append_len (parser->scratch, run, parser->cursor - run);

      if (parser->cursor >= parser->end)
        {
          fail (parser, LS_SESSION_ERROR_SYNTAX, opening,
                _("found unterminated text, expected a closing “\"”"));
          return FALSE;
        }
      if (*parser->cursor == '"')
        {
          parser->cursor++;
          return TRUE;
        }
      if (*parser->cursor != '\\')
        {
          unexpected (parser, NC_("expected", "it to be written as an escape inside text"));
          return FALSE;
        }

      parser->cursor++;
      if (!parse_escape (parser, parser->scratch))
        return FALSE;
    }
}

static gboolean
take (Parser *parser,
      char    c)
{
  if (parser->cursor >= parser->end || *parser->cursor != c)
    return FALSE;
  parser->cursor++;
  return TRUE;
}

static gboolean
skip_digits (Parser *parser)
{
  if (parser->cursor >= parser->end || !g_ascii_isdigit (*parser->cursor))
    {
      unexpected (parser, NC_("expected", "a digit"));
      return FALSE;
    }
  while (parser->cursor < parser->end && g_ascii_isdigit (*parser->cursor))
    parser->cursor++;

  return TRUE;
}

static JsonNode *
parse_number (Parser *parser)
{
  const char *start = parser->cursor;
  gboolean integral = TRUE;
  g_autofree char *text = NULL;
  double number;

  take (parser, '-');
  if (!take (parser, '0') && !skip_digits (parser))
    return NULL;

  if (take (parser, '.'))
    {
      integral = FALSE;
      if (!skip_digits (parser))
        return NULL;
    }
  if (take (parser, 'e') || take (parser, 'E'))
    {
      integral = FALSE;
      if (!take (parser, '+'))
        take (parser, '-');
      if (!skip_digits (parser))
        return NULL;
    }

  text = g_strndup (start, parser->cursor - start);
  if (integral)
    {
      gint64 integer;

      if (!g_str_equal (text, "-0") && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &integer, NULL))
        return json_node_init_int (json_node_alloc (), integer);
    }

  number = g_ascii_strtod (text, NULL);
  if (!isfinite (number))
    {
      fail (parser, LS_SESSION_ERROR_SYNTAX, start, _("found the number %.30s%s, expected one no greater than 1.8e308"),
            text, strlen (text) > 30 ? "…" : "");
      return NULL;
    }

  return json_node_init_double (json_node_alloc (), number);
}

static JsonNode *
parse_word (Parser     *parser,
            const char *word,
            JsonNode   *node)
{
  gsize length = strlen (word);

  if ((gsize) (parser->end - parser->cursor) >= length && strncmp (parser->cursor, word, length) == 0 &&
      (parser->cursor + length == parser->end || !g_ascii_isalnum (parser->cursor[length])))
    {
      parser->cursor += length;
      return node;
    }

  json_node_unref (node);
  unexpected (parser, NC_("expected", "a value"));
  return NULL;
}

static gboolean
enter (Parser *parser)
{
  if (++parser->depth > LS_JSON_MAX_DEPTH)
    {
      fail (parser, LS_SESSION_ERROR_LIMIT, parser->cursor, _("found more than %d levels of nesting, expected fewer"),
            LS_JSON_MAX_DEPTH);
      return FALSE;
    }

  parser->cursor++;
  skip_space (parser);
  return TRUE;
}

static gboolean
parse_member (Parser     *parser,
              JsonObject *object)
{
  g_autofree char *name = NULL;
  gsize mark = parser->pointer->len;
  const char *at = parser->cursor;
  JsonNode *value;

  if (parser->cursor >= parser->end || *parser->cursor != '"')
    {
      unexpected (parser, NC_("expected", "the name of a member in quotation marks"));
      return FALSE;
    }
  if (!parse_string (parser))
    return FALSE;

  name = g_strdup (parser->scratch->str);
  ls_json_append_pointer (parser->pointer, name);
  if (json_object_has_member (object, name))
    {
      fail (parser, LS_SESSION_ERROR_SYNTAX, at,
            _("found a second member of this name, expected each name once"));
      return FALSE;
    }

  skip_space (parser);
  if (!take (parser, ':'))
    {
      unexpected (parser, NC_("expected", "“:” after the member's name"));
      return FALSE;
    }

  value = parse_value (parser);
  if (value == NULL)
    return FALSE;
  json_object_set_member (object, name, value);

  g_string_truncate (parser->pointer, mark);
  return TRUE;
}

static gboolean
parse_element (Parser    *parser,
               JsonArray *array)
{
  gsize mark = parser->pointer->len;
  JsonNode *value;

  g_string_append_printf (parser->pointer, "/%u", json_array_get_length (array));
  value = parse_value (parser);
  if (value == NULL)
    return FALSE;
  json_array_add_element (array, value);
  g_string_truncate (parser->pointer, mark);
  return TRUE;
}

/* Reads what is in @object or in @array, of which one is NULL, with the bracket after it. */
static gboolean
parse_contents (Parser     *parser,
                JsonObject *object,
                JsonArray  *array)
{
  const char bracket = object != NULL ? '}' : ']';

  if (!enter (parser))
    return FALSE;
  if (!take (parser, bracket))
    {
      do
        {
          skip_space (parser);
          if (!(object != NULL ? parse_member (parser, object) : parse_element (parser, array)))
            return FALSE;
          skip_space (parser);
        }
      while (take (parser, ','));
      if (!take (parser, bracket))
        {
          unexpected (parser, object != NULL ? NC_("expected", "“,” or “}” after a member")
                                             : NC_("expected", "“,” or “]” after an element"));
          return FALSE;
        }
    }

  parser->depth--;
  return TRUE;
}

static JsonNode *
parse_object (Parser *parser)
{
  g_autoptr (JsonObject) object = json_object_new ();

  return parse_contents (parser, object, NULL) ? json_node_init_object (json_node_alloc (), object) : NULL;
}

static JsonNode *
parse_array (Parser *parser)
{
  g_autoptr (JsonArray) array = json_array_new ();

  return parse_contents (parser, NULL, array) ? json_node_init_array (json_node_alloc (), array) : NULL;
}

static JsonNode *
parse_value (Parser *parser)
{
  skip_space (parser);

  if (++parser->n_values > LS_JSON_MAX_VALUES)
    {
      fail (parser, LS_SESSION_ERROR_LIMIT, parser->cursor, _("found more than %d values, expected fewer"),
            LS_JSON_MAX_VALUES);
      return NULL;
    }

  if (parser->n_values % VALUES_AT_ONCE == 0 &&
      !ls_load_watch_tell (parser->watch, (double) (parser->cursor - parser->start) / (parser->end - parser->start),
                           parser->error))
    return NULL;

  switch (parser->cursor < parser->end ? *parser->cursor : '\0')
    {
    case '{':
      if (parser->watch != NULL)
        parser->watch->n_objects++;
      return parse_object (parser);
    case '[':
      return parse_array (parser);
    case '"':
      return parse_string (parser) ? json_node_init_string (json_node_alloc (), parser->scratch->str) : NULL;
    case 't':
      return parse_word (parser, "true", json_node_init_boolean (json_node_alloc (), TRUE));
    case 'f':
      return parse_word (parser, "false", json_node_init_boolean (json_node_alloc (), FALSE));
    case 'n':
      return parse_word (parser, "null", json_node_init_null (json_node_alloc ()));
    case '-': case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      return parse_number (parser);
    default:
      unexpected (parser, NC_("expected", "a value"));
      return NULL;
    }
}

/* Reads JSON (RFC 8259) strictly: UTF-8, each member once, finite numbers, and bounds on size, nesting and the number of values.
 * @data need not end in a NUL. @max_length: the most bytes. @watch: (nullable): is told how far the parser is; the parser ends when
 * nobody waits for it any more. @name: what messages call the text.
 *
 * Returns: (transfer full): the tree */
JsonNode *
ls_json_parse_large (const char   *name,
                     const char   *data,
                     gsize         length,
                     gsize         max_length,
                     LsLoadWatch  *watch,
                     GError      **error)
{
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autoptr (GString) scratch = g_string_new (NULL);
  const char *start = data != NULL ? data : "";
  Parser parser = {
    .name = name, .start = start, .cursor = start, .end = start + length,
    .pointer = pointer, .scratch = scratch, .watch = watch, .error = error,
  };
  const char *valid_end;
  JsonNode *root;

  g_return_val_if_fail (data != NULL || length == 0, NULL);

  if (length > max_length)
    {
      g_autofree char *shown = ls_json_display (name, 0);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
                   _("%s: /: found more than %" PRIu64 " MB, expected a smaller file"),
                   shown, (guint64) max_length / (1024 * 1024));
      return NULL;
    }

  if (!g_utf8_validate_len (start, length, &valid_end))
    {
      g_autofree char *shown = ls_json_display (name, 0);

      if (valid_end < start + length && *valid_end == '\0')
        g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_SYNTAX,
                     _("%s: /: found a zero byte at byte %zu, expected UTF-8 text"),
                     shown, (gsize) (valid_end - start));
      else
        g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_SYNTAX,
                     _("%s: /: found the byte 0x%02X at byte %zu, expected UTF-8 text"),
                     shown, (guchar) *valid_end, (gsize) (valid_end - start));
      return NULL;
    }

  if (length >= 3 && memcmp (start, "\357\273\277", 3) == 0)
    parser.cursor += 3;

  root = parse_value (&parser);
  if (root == NULL)
    return NULL;

  skip_space (&parser);
  if (parser.cursor < parser.end)
    {
      unexpected (&parser, NC_("expected", "the end of the file"));
      json_node_unref (root);
      return NULL;
    }

  return root;
}

/* Reads JSON of the size that a file of a session may have, as ls_json_parse_large() does. */
JsonNode *
ls_json_parse (const char   *name,
               const char   *data,
               gsize         length,
               LsLoadWatch  *watch,
               GError      **error)
{
  return ls_json_parse_large (name, data, length, LS_JSON_MAX_SIZE, watch, error);
}
