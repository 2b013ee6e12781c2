/* ls-script-expectations.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-script-expectations.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-expectation-private.h"
#include "ls-script-comments-private.h"

/* Makes expectations of the comments of a script, by the reader of session files: a comment is another way to write an element of
 * "expectations". */

typedef struct
{
  LsScript        *script;
  const char      *text;
  GArray          *comments;       /* LsScriptComment */
  GPtrArray       *expectations;
  guint            seen;           /* bits of words whose lines have been read */
  GError          *error;
} Reading;

static char *
dup_value (const Reading         *self,
           const LsScriptComment *comment)
{
  return g_strndup (self->text + comment->value, comment->end - comment->value);
}

static void
fail (Reading               *self,
      const LsScriptComment *comment,
      const char            *expected)
{
  g_autofree char *value = dup_value (self, comment);
  g_autofree char *found = *value != '\0' ? ls_json_quote (value) : g_strdup (C_("found", "nothing"));

  if (self->error == NULL)
    g_set_error (&self->error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 /* Translators: a script, a line, a word of a comment, what follows it there, and what should, such as “the name of
                  * a task” */
                 _("%s:%u: %s: found %s, expected %s"), ls_script_get_name (self->script), comment->line, comment->word->word, found,
                 ls_json_expected (expected));
}

/* Adds the expectation with this member. Takes @value. */
static LsExpectation *
add (Reading               *self,
     const LsScriptComment *comment,
     const char            *member,
     JsonNode              *value)
{
  g_autofree char *name = g_strdup_printf ("%s:%u", ls_script_get_name (self->script), comment != NULL ? comment->line : 0);
  JsonObject *object = json_object_new ();
  g_autoptr (JsonNode) node = ls_json_take_object (object);
  LsExpectation *expectation;
  LsJsonReader reader;

  json_object_set_member (object, member, value);
  ls_json_reader_init (&reader, name, NULL);
  expectation = ls_expectation_read (&reader, node);
  if (!ls_json_reader_finish (&reader, self->error == NULL ? &self->error : NULL))
    {
      g_clear_pointer (&expectation, ls_expectation_unref);
      return NULL;
    }

  expectation->script = g_strdup (ls_script_get_name (self->script));
  if (comment != NULL)
    {
      expectation->places = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (expectation->places, comment->line);
    }
  g_ptr_array_add (self->expectations, expectation);
  return expectation;
}

static JsonNode *
text_node_new (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

/* Adds the expectation of all comments of one word, at the first of them. */
static void
add_lines (Reading *self,
           guint    first)
{
  const LsScriptComment *begin = &g_array_index (self->comments, LsScriptComment, first);
  JsonArray *lines = json_array_new ();
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));
  LsExpectation *expectation;

  for (guint i = 0; i < self->comments->len; i++)
    {
      const LsScriptComment *comment = &g_array_index (self->comments, LsScriptComment, i);
      g_autofree char *line = ls_script_comment_dup_line (self->text + comment->value, comment->end - comment->value);

      if (comment->word != begin->word)
        continue;
      if (*line == '\0' && comment->word->kind == LS_EXPECTATION_UNCAUGHT)
        fail (self, comment, NC_("expected", "words of an error"));
      json_array_add_string_element (lines, line);
      g_array_append_val (places, comment->line);
    }

  expectation = add (self, begin, begin->word->member, ls_json_take_array (lines));
  if (expectation != NULL && expectation->kind == LS_EXPECTATION_LOG)
    expectation->title = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The log has the line that is expected",
                                                       "The log has the %u lines that are expected", places->len), places->len);
  if (expectation == NULL)
    {
      g_array_unref (places);
      return;
    }
  g_array_unref (expectation->places);
  expectation->places = places;
}

static void
add_names (Reading               *self,
           const LsScriptComment *comment)
{
  const char *value = self->text + comment->value;
  JsonArray *names = json_array_new ();
  char *name;

  while ((name = ls_script_comment_next_name (&value, self->text + comment->end)) != NULL)
    {
      if (comment->word->value == LS_SCRIPT_VALUE_EACH)
        add (self, comment, comment->word->member, text_node_new (name));
      json_array_add_string_element (names, name);
      g_free (name);
    }

  if (json_array_get_length (names) == 0)
    fail (self, comment, NC_("expected", "names of tasks"));
  if (comment->word->value == LS_SCRIPT_VALUE_NAMES)
    add (self, comment, comment->word->member, json_node_init_array (json_node_alloc (), names));
  json_array_unref (names);
}

/* Reads a name and what follows it, up to @rest. */
static char *
read_name (Reading               *self,
           const LsScriptComment *comment,
           char                 **rest)
{
  const char *value = self->text + comment->value;
  const char *end = self->text + comment->end;
  char *name = ls_script_comment_next_name (&value, end);

  while (value < end && g_ascii_isspace (*value))
    value++;
  *rest = g_strndup (value, end - value);
  return name;
}

/* Reads “<= 16 ms”, or “>= 16 ms”, without the unit where @unit is "". Returns (transfer full) (nullable) an object with a bound. */
static JsonNode *
read_bound (const char *text,
            const char *unit)
{
  const gboolean is_least = g_str_has_prefix (text, ">=");
  JsonObject *object;
  gsize length;
  double number;
  char *end;

  if (!is_least && !g_str_has_prefix (text, "<="))
    return NULL;
  text += strlen ("<=");
  text += strspn (text, " \t");
  /* Not for hexadecimal numbers and exponents, which strtod() accepts. */
  length = strspn (text, *unit != '\0' ? "0123456789." : "0123456789");
  number = g_ascii_strtod (text, &end);
  if (length == 0 || end != text + length || !g_str_equal (end + strspn (end, " \t"), unit))
    return NULL;

  object = json_object_new ();
  if (*unit != '\0')
    json_object_set_double_member (object, is_least ? "atLeast" : "atMost", number);
  else
    json_object_set_int_member (object, is_least ? "atLeast" : "atMost", MIN (number, G_MAXUINT32));
  return ls_json_take_object (object);
}

static void
add_wait (Reading               *self,
          const LsScriptComment *comment)
{
  g_autofree char *rest = NULL;
  g_autofree char *name = read_name (self, comment, &rest);
  JsonNode *bound = name != NULL ? read_bound (rest, "ms") : NULL;

  if (bound == NULL)
    {
      fail (self, comment, NC_("expected", "the name of a task and a time, such as “tap <= 16 ms”"));
      return;
    }

  json_object_set_string_member (json_node_get_object (bound), "task", name);
  add (self, comment, comment->word->member, bound);
}

static void
add_bound (Reading               *self,
           const LsScriptComment *comment,
           const char            *unit,
           const char            *expected)
{
  g_autofree char *value = dup_value (self, comment);
  JsonNode *bound = read_bound (value + strspn (value, " \t"), unit);

  if (bound != NULL)
    add (self, comment, comment->word->member, bound);
  else
    fail (self, comment, expected);
}

static void
add_result (Reading               *self,
            const LsScriptComment *comment)
{
  static const char *const states[] = { "fulfilled", "rejected", "pending", NULL };
  g_autofree char *rest = NULL;
  g_autofree char *name = read_name (self, comment, &rest);
  const gsize length = strcspn (rest, " \t");
  g_autofree char *state = g_strndup (rest, length);
  const char *value = rest + length + strspn (rest + length, " \t");
  JsonObject *object;

  if (name == NULL || !g_strv_contains (states, state))
    {
      fail (self, comment, NC_("expected", "the name of a task and “fulfilled”, “rejected” or “pending”"));
      return;
    }

  object = json_object_new ();
  json_object_set_string_member (object, "task", name);
  json_object_set_string_member (object, "state", state);
  if (*value != '\0')
    {
      g_autofree char *line = ls_script_comment_dup_line (value, strlen (value));

      json_object_set_string_member (object, "value", line);
    }
  add (self, comment, comment->word->member, ls_json_take_object (object));
}

static void
add_flag (Reading               *self,
          const LsScriptComment *comment)
{
  g_autofree char *value = dup_value (self, comment);

  if (g_str_equal (value, "true") || g_str_equal (value, "false"))
    add (self, comment, comment->word->member, json_node_init_boolean (json_node_alloc (), g_str_equal (value, "true")));
  else
    fail (self, comment, NC_("expected", "true or false"));
}

static void
read_comment (Reading *self,
              guint    index)
{
  const LsScriptComment *comment = &g_array_index (self->comments, LsScriptComment, index);
  const guint bit = 1u << (comment->word - ls_script_words);

  switch (comment->word->value)
    {
    case LS_SCRIPT_VALUE_LINE:
      if ((self->seen & bit) == 0)
        add_lines (self, index);
      self->seen |= bit;
      break;
    case LS_SCRIPT_VALUE_NAMES:
    case LS_SCRIPT_VALUE_EACH:
      add_names (self, comment);
      break;
    case LS_SCRIPT_VALUE_WAIT:
      add_wait (self, comment);
      break;
    case LS_SCRIPT_VALUE_TIME:
      add_bound (self, comment, "ms", NC_("expected", "a time, such as “<= 50 ms”"));
      break;
    case LS_SCRIPT_VALUE_NUMBER:
      add_bound (self, comment, "", NC_("expected", "a number, such as “<= 2”"));
      break;
    case LS_SCRIPT_VALUE_RESULT:
      add_result (self, comment);
      break;
    case LS_SCRIPT_VALUE_FLAG:
      add_flag (self, comment);
      break;
    default:
      g_return_if_reached ();
    }
}

static gboolean
expects (const Reading     *self,
         LsExpectationKind  kind)
{
  for (guint i = 0; i < self->expectations->len; i++)
    if (((LsExpectation *) g_ptr_array_index (self->expectations, i))->kind == kind)
      return TRUE;
  return FALSE;
}

/**
 * ls_session_read_script_expectations:
 * @session: a session
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads what the comments of a session expect that is a script and nothing else, such as `// expect: done`. All lines of output are
 * one expectation. A script that has any expectation also expects that nothing is left uncaught, unless a comment says what is.
 * Starts and waits for a thread that reads JavaScript.
 *
 * Returns: (transfer full) (element-type LsExpectation): the expectations, none of a session that is no script; %NULL with @error
 *   set, which begins with the script's name and the line, if a comment cannot be understood
 */
GPtrArray *
ls_session_read_script_expectations (LsSession  *session,
                                     GError    **error)
{
  g_autoptr (GPtrArray) expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  g_autoptr (GArray) comments = NULL;
  LsScript *script;
  Reading reading;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  script = ls_session_get_only_script (session);
  if (script == NULL)
    return g_steal_pointer (&expectations);
  comments = ls_script_read_comments (script, error);
  if (comments == NULL)
    return NULL;

  reading = (Reading) { script, ls_script_get_text (script), comments, expectations, 0, NULL };
  for (guint i = 0; i < comments->len && reading.error == NULL; i++)
    read_comment (&reading, i);
  if (reading.error == NULL && expectations->len > 0 && !expects (&reading, LS_EXPECTATION_UNCAUGHT))
    add (&reading, NULL, "uncaught", ls_json_take_array (json_array_new ()));
  if (reading.error != NULL)
    {
      g_propagate_error (error, reading.error);
      return NULL;
    }

  return g_steal_pointer (&expectations);
}
