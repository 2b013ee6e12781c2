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

/* Adds the expectation of a comment, or one for each of its names. */
static void
add_value (Reading               *self,
           const LsScriptComment *comment)
{
  g_autofree char *text = dup_value (self, comment);
  const char *expected = NULL;
  g_autoptr (JsonNode) value = ls_script_value_read (comment->word->value, text, &expected);

  if (value == NULL)
    fail (self, comment, expected);
  else if (comment->word->value != LS_SCRIPT_VALUE_EACH)
    add (self, comment, comment->word->member, g_steal_pointer (&value));
  else
    for (guint i = 0; i < json_array_get_length (json_node_get_array (value)); i++)
      add (self, comment, comment->word->member, json_node_copy (json_array_get_element (json_node_get_array (value), i)));
}

static void
read_comment (Reading *self,
              guint    index)
{
  const LsScriptComment *comment = &g_array_index (self->comments, LsScriptComment, index);
  const guint bit = 1u << (comment->word - ls_script_words);

  if (comment->word->value != LS_SCRIPT_VALUE_LINE)
    add_value (self, comment);
  else if ((self->seen & bit) == 0)
    add_lines (self, index);
  self->seen |= bit;
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
