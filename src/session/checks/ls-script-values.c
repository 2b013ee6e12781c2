/* ls-script-values.c: reads and writes the values of comments of a script, which claims have as well
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-script-comments-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

static const char *
skip_blanks (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

/* Reads the number of a bound into a member of @object. Moves @text behind it, and behind its unit. */
static gboolean
read_number (const char    **text,
             LsScriptBound   kind,
             JsonObject     *object,
             const char     *member)
{
  const char *begin = *text;
  /* Not for hexadecimal numbers and exponents, which strtod() accepts. */
  const gsize length = (kind == LS_SCRIPT_BOUND_INTEGER && *begin == '-') +
                       strspn (begin + (*begin == '-'), kind == LS_SCRIPT_BOUND_TIME ? "0123456789." : "0123456789");
  g_autofree char *digits = g_strndup (begin, length);
  char *end = NULL;
  gint64 integer;

  if (kind != LS_SCRIPT_BOUND_TIME)
    {
      *text = begin + length;
      if (!g_ascii_string_to_signed (digits, 10, kind == LS_SCRIPT_BOUND_NUMBER ? 0 : G_MININT64, G_MAXINT64, &integer, NULL))
        return FALSE;
      json_object_set_int_member (object, member, kind == LS_SCRIPT_BOUND_NUMBER ? MIN (integer, G_MAXUINT32) : integer);
      return TRUE;
    }

  json_object_set_double_member (object, member, g_ascii_strtod (digits, &end));
  *text = skip_blanks (begin + length);
  if (length == 0 || *end != '\0' || !g_str_has_prefix (*text, "ms"))
    return FALSE;
  *text += strlen ("ms");
  return **text == '\0' || g_ascii_isspace (**text);
}

static const char *
find_member (const char    *text,
             LsScriptBound  kind)
{
  if (g_str_has_prefix (text, "<="))
    return "atMost";
  if (g_str_has_prefix (text, ">="))
    return "atLeast";
  return kind == LS_SCRIPT_BOUND_INTEGER && *text == '=' ? "equals" : NULL;
}

/* Reads “<= 16 ms”, “>= 16 ms”, or both one after the other. Returns (transfer full) (nullable) an object with these bounds. */
JsonNode *
ls_script_value_read_bounds (const char    *text,
                             LsScriptBound  kind)
{
  g_autoptr (JsonObject) object = json_object_new ();

  text = skip_blanks (text);
  do
    {
      const char *member = find_member (text, kind);

      if (member == NULL || json_object_has_member (object, member))
        return NULL;
      text = skip_blanks (text + (*text == '=' ? strlen ("=") : strlen ("<=")));
      if (!read_number (&text, kind, object, member))
        return NULL;
      text = skip_blanks (text);
    }
  while (*text != '\0');
  return ls_json_take_object (g_steal_pointer (&object));
}

/* Adds “<= 16 ms”. @value: in µs for times */
static void
write_bound (GString       *text,
             const char    *sign,
             guint64        value,
             LsScriptBound  kind)
{
  g_string_append_printf (text, "%s%s %" PRIu64, text->len > 0 ? " " : "", sign,
                          kind == LS_SCRIPT_BOUND_TIME ? value / 1000 : value);
  if (kind != LS_SCRIPT_BOUND_TIME)
    return;
  if (value % 1000 != 0)
    {
      g_string_append_printf (text, ".%03u", (guint) (value % 1000));
      while (text->str[text->len - 1] == '0')
        g_string_truncate (text, text->len - 1);
    }
  g_string_append (text, " ms");
}

/* Returns (transfer full) bounds, which are in µs for times. @most: G_MAXUINT64 for none */
char *
ls_script_value_write_bounds (guint64       least,
                              guint64       most,
                              LsScriptBound kind)
{
  GString *text = g_string_new (NULL);

  if (least > 0 || most == G_MAXUINT64)
    write_bound (text, ">=", least, kind);
  if (most != G_MAXUINT64)
    write_bound (text, "<=", most, kind);
  return g_string_free (text, FALSE);
}

static JsonNode *
read_names (const char *text)
{
  g_autoptr (JsonArray) names = json_array_new ();
  const char *end = text + strlen (text);
  char *name;

  while ((name = ls_script_comment_next_name (&text, end)) != NULL)
    {
      json_array_add_string_element (names, name);
      g_free (name);
    }
  return json_array_get_length (names) > 0 ? ls_json_take_array (g_steal_pointer (&names)) : NULL;
}

static JsonNode *
read_wait (const char *text)
{
  g_autofree char *name = ls_script_comment_next_name (&text, text + strlen (text));
  JsonNode *bound = name != NULL ? ls_script_value_read_bounds (text, LS_SCRIPT_BOUND_TIME) : NULL;

  if (bound != NULL)
    json_object_set_string_member (json_node_get_object (bound), "task", name);
  return bound;
}

static JsonNode *
read_result (const char *text)
{
  static const char *const states[] = { "fulfilled", "rejected", "pending", NULL };
  g_autofree char *name = ls_script_comment_next_name (&text, text + strlen (text));
  const char *word = skip_blanks (text);
  const gsize length = strcspn (word, " \t");
  g_autofree char *state = g_strndup (word, length);
  const char *value = word + length + strspn (word + length, " \t");
  JsonObject *object;

  if (name == NULL || !g_strv_contains (states, state))
    return NULL;
  object = json_object_new ();
  json_object_set_string_member (object, "task", name);
  json_object_set_string_member (object, "state", state);
  if (*value != '\0')
    {
      g_autofree char *line = ls_script_comment_dup_line (value, strlen (value));

      json_object_set_string_member (object, "value", line);
    }
  return ls_json_take_object (object);
}

static JsonNode *
read_flag (const char *text)
{
  if (!g_str_equal (text, "true") && !g_str_equal (text, "false"))
    return NULL;
  return json_node_init_boolean (json_node_alloc (), g_str_equal (text, "true"));
}

/* Reads the value of a comment, but for lines. Returns (transfer full) (nullable) what the member of an expectation is: for names
 * that are an expectation each, an array of them. If there is none, @expected is what should be there, for ls_json_expected(). */
JsonNode *
ls_script_value_read (LsScriptValue   kind,
                      const char     *text,
                      const char    **expected)
{
  switch ((guint) kind)
    {
    case LS_SCRIPT_VALUE_NAMES:
    case LS_SCRIPT_VALUE_EACH:
      *expected = NC_("expected", "names of tasks");
      return read_names (text);
    case LS_SCRIPT_VALUE_WAIT:
      *expected = NC_("expected", "the name of a task and a time, such as “tap <= 16 ms”");
      return read_wait (text);
    case LS_SCRIPT_VALUE_TIME:
      *expected = NC_("expected", "a time, such as “<= 50 ms”");
      return ls_script_value_read_bounds (text, LS_SCRIPT_BOUND_TIME);
    case LS_SCRIPT_VALUE_NUMBER:
      *expected = NC_("expected", "a number, such as “<= 2”");
      return ls_script_value_read_bounds (text, LS_SCRIPT_BOUND_NUMBER);
    case LS_SCRIPT_VALUE_RESULT:
      *expected = NC_("expected", "the name of a task and “fulfilled”, “rejected” or “pending”");
      return read_result (text);
    case LS_SCRIPT_VALUE_FLAG:
      *expected = NC_("expected", "true or false");
      return read_flag (text);
    default:
      g_return_val_if_reached (NULL);
    }
}
