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
 * @name: “text”, “paragraphs”, “lines”, “claim”, “claims”, “moment” or “range”
 *
 * Returns: how such a value is typed
 */
LsLessonForm
ls_lesson_form_from_name (const char *name)
{
  static const char *const names[] = {
    [LS_LESSON_FORM_TEXT] = "text",   [LS_LESSON_FORM_PARAGRAPHS] = "paragraphs", [LS_LESSON_FORM_LINES] = "lines",
    [LS_LESSON_FORM_CLAIM] = "claim", [LS_LESSON_FORM_CLAIMS] = "claims",         [LS_LESSON_FORM_MOMENT] = "moment",
    [LS_LESSON_FORM_RANGE] = "range",
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
  return form == LS_LESSON_FORM_PARAGRAPHS || form == LS_LESSON_FORM_LINES || form == LS_LESSON_FORM_CLAIMS;
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

/* How a moment is typed: what stands before its number, and behind. */
static const struct
{
  const char *member;
  const char *before;
  const char *after;
} moments[] = {
  { "step", "step ", "" },
  { "turn", "turn ", "" },
  { "timeMs", "", " ms" },
};

static char *
write_moment (JsonNode *value)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (value) ? json_node_get_object (value) : NULL;

  for (guint i = 0; object != NULL && i < G_N_ELEMENTS (moments); i++)
    if (json_object_has_member (object, moments[i].member))
      return g_strdup_printf ("%s%" G_GINT64_FORMAT "%s", moments[i].before,
                              json_object_get_int_member (object, moments[i].member), moments[i].after);
  return g_strdup ("");
}

/* What is no moment is given to the reader as it is, which says what it expects. */
static JsonNode *
read_moment (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      const gboolean is_begun = g_str_has_prefix (text, moments[i].before);
      char *end = NULL;
      const gint64 number = is_begun ? g_ascii_strtoll (text + strlen (moments[i].before), &end, 10) : 0;
      JsonObject *object;

      if (!is_begun || end == text + strlen (moments[i].before) || !g_str_equal (end, moments[i].after))
        continue;
      object = json_object_new ();
      json_object_set_int_member (object, moments[i].member, number);
      return ls_json_take_object (object);
    }
  return json_node_init_string (json_node_alloc (), text);
}

static char *
write_range (JsonNode *value)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (value) ? json_node_get_array (value) : NULL;

  return array != NULL && json_array_get_length (array) == 2
           ? g_strdup_printf ("%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT, json_array_get_int_element (array, 0),
                              json_array_get_int_element (array, 1))
           : g_strdup ("");
}

/* One line is a range, too. What is none is given to the reader as it is. */
static JsonNode *
read_range (const char *text)
{
  char *end;
  const gint64 first = g_ascii_strtoll (text, &end, 10);
  const char *dash = g_str_has_prefix (end, "–") ? "–" : "-";
  gint64 last = first;
  JsonArray *array;

  if (end != text && g_str_has_prefix (end, dash))
    last = g_ascii_strtoll (end + strlen (dash), &end, 10);
  if (end == text || *end != '\0')
    return json_node_init_string (json_node_alloc (), text);
  array = json_array_new ();
  json_array_add_int_element (array, first);
  json_array_add_int_element (array, last);
  return ls_json_take_array (array);
}

static char *
write_element (LsLessonForm  form,
               JsonNode     *value)
{
  if (form == LS_LESSON_FORM_MOMENT)
    return write_moment (value);
  if (form == LS_LESSON_FORM_RANGE)
    return write_range (value);
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
  if (form == LS_LESSON_FORM_MOMENT)
    return read_moment (text);
  if (form == LS_LESSON_FORM_RANGE)
    return read_range (text);
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
