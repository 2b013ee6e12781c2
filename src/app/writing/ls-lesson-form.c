/* ls-lesson-form.c: what a lesson's file has, as its author types it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-form.h"

#include <string.h>

#include "ls-claim-private.h"
#include "ls-expectation-private.h"
#include "ls-json-private.h"
#include "ls-json-writer-private.h"

/* An expectation is typed as in the comments of a script. One that these words cannot say stays as the file has it. */

/**
 * ls_lesson_form_from_name:
 * @name: “text”, “paragraphs”, “lines”, “claim” or “claims”
 *
 * Returns: how such a value is typed
 */
LsLessonForm
ls_lesson_form_from_name (const char *name)
{
  static const char *const names[] = {
    [LS_LESSON_FORM_TEXT] = "text",   [LS_LESSON_FORM_PARAGRAPHS] = "paragraphs", [LS_LESSON_FORM_LINES] = "lines",
    [LS_LESSON_FORM_CLAIM] = "claim", [LS_LESSON_FORM_CLAIMS] = "claims",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return i;
  g_return_val_if_reached (LS_LESSON_FORM_TEXT);
}

/**
 * ls_lesson_form_is_long:
 * @form: how a value is typed
 *
 * Returns: whether it has lines
 */
gboolean
ls_lesson_form_is_long (LsLessonForm form)
{
  return form != LS_LESSON_FORM_TEXT && form != LS_LESSON_FORM_CLAIM;
}

static char *
write_claim (JsonNode *value)
{
  g_autoptr (LsExpectation) expectation = NULL;
  char *text = NULL;
  LsJsonReader reader;

  ls_json_reader_init (&reader, "lesson", NULL);
  expectation = ls_expectation_read_in_lesson (&reader, value);
  if (ls_json_reader_finish (&reader, NULL) && expectation != NULL)
    text = ls_claim_to_text (expectation);
  return text != NULL ? text : ls_json_format_compact (value);
}

static JsonNode *
read_claim (const char  *text,
            GError     **error)
{
  return *text == '{' ? ls_json_parse ("lesson", text, strlen (text), NULL, error) : ls_claim_parse (text, error);
}

static char *
write_element (LsLessonForm  form,
               JsonNode     *value)
{
  if (form == LS_LESSON_FORM_CLAIM || form == LS_LESSON_FORM_CLAIMS)
    return write_claim (value);
  if (JSON_NODE_HOLDS_VALUE (value) && json_node_get_value_type (value) == G_TYPE_STRING)
    return json_node_dup_string (value);
  return g_strdup ("");
}

/**
 * ls_lesson_form_write:
 * @form: how a value is typed
 * @value: (nullable): the value
 *
 * Returns: (transfer full): what its author would type
 */
char *
ls_lesson_form_write (LsLessonForm  form,
                      JsonNode     *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *array;

  if (value == NULL)
    return g_strdup ("");
  if (!ls_lesson_form_is_long (form) || !JSON_NODE_HOLDS_ARRAY (value))
    return write_element (form, value);
  array = json_node_get_array (value);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *element = write_element (form, json_array_get_element (array, i));

      if (i > 0)
        g_string_append (text, form == LS_LESSON_FORM_PARAGRAPHS ? "\n\n" : "\n");
      g_string_append (text, element);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static JsonNode *
read_element (LsLessonForm   form,
              const char    *text,
              GError       **error)
{
  if (form == LS_LESSON_FORM_CLAIM || form == LS_LESSON_FORM_CLAIMS)
    return read_claim (text, error);
  return json_node_init_string (json_node_alloc (), text);
}

/* Returns (transfer full) the lines of a text, or its paragraphs, of which each has its lines joined by blanks. */
static GPtrArray *
split (LsLessonForm  form,
       const char   *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gboolean begins = TRUE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (*line != '\0' && !begins)
        {
          char *joined = g_strconcat (g_ptr_array_index (parts, parts->len - 1), " ", line, NULL);

          g_free (g_ptr_array_index (parts, parts->len - 1));
          parts->pdata[parts->len - 1] = joined;
        }
      else if (*line != '\0')
        g_ptr_array_add (parts, g_strdup (line));
      begins = form != LS_LESSON_FORM_PARAGRAPHS || *line == '\0';
    }
  return parts;
}

/**
 * ls_lesson_form_read:
 * @form: how the value is typed
 * @text: what its author has typed
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Returns: (transfer full) (nullable): the value; %NULL without an error if nothing is there, or with @error set if it cannot be
 *   understood
 */
JsonNode *
ls_lesson_form_read (LsLessonForm   form,
                     const char    *text,
                     GError       **error)
{
  g_autoptr (GPtrArray) parts = NULL;
  g_autoptr (JsonArray) array = NULL;

  if (!ls_lesson_form_is_long (form))
    {
      g_autofree char *line = g_strdelimit (g_strdup (text), "\n", ' ');

      return *g_strstrip (line) != '\0' ? read_element (form, line, error) : NULL;
    }
  parts = split (form, text);
  array = json_array_new ();
  for (guint i = 0; i < parts->len; i++)
    {
      JsonNode *element = read_element (form, g_ptr_array_index (parts, i), error);

      if (element == NULL)
        return NULL;
      json_array_add_element (array, element);
    }
  return parts->len > 0 ? ls_json_take_array (g_steal_pointer (&array)) : NULL;
}
