/* ls-claim.c: expectations as a line of text, so that who writes a lesson needs no JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-claim-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ls-expectation-private.h"
#include "ls-lesson-reader-private.h"
#include "ls-meant-private.h"
#include "ls-script-comments-private.h"

/* The words of comments without their “expect-”, and some more. A claim ends with “# TITLE” where it has one. Between lines stands
 * “|”. Both signs are signs only with blanks around them, or at an end, and not in a JSON string. */

static const LsScriptWord own_words[] = {
  { "next", "next", LS_EXPECTATION_NEXT, LS_SCRIPT_VALUE_EACH },
  { "posted", "posted", LS_EXPECTATION_POSTED, LS_SCRIPT_VALUE_POSTED },
  { "aborted", "signal", LS_EXPECTATION_SIGNAL, LS_SCRIPT_VALUE_ABORTED },
  { "not-aborted", "signal", LS_EXPECTATION_SIGNAL, LS_SCRIPT_VALUE_INTACT },
  { "priority", "signal", LS_EXPECTATION_SIGNAL, LS_SCRIPT_VALUE_PRIORITY },
  { "memory", "memory", LS_EXPECTATION_MEMORY, LS_SCRIPT_VALUE_CELL },
  { "unlocked", "unlocked", LS_EXPECTATION_UNLOCKED, LS_SCRIPT_VALUE_EACH },
  { "holders", "holders", LS_EXPECTATION_HOLDERS, LS_SCRIPT_VALUE_LOCK },
  { "agent", "agent", LS_EXPECTATION_AGENT, LS_SCRIPT_VALUE_AGENT },
  { "nobody-waits", "nobodyWaits", LS_EXPECTATION_NOBODY_WAITS, LS_SCRIPT_VALUE_FLAG },
  { "unhandled-rejections", "unhandledRejections", LS_EXPECTATION_UNHANDLED_REJECTIONS, LS_SCRIPT_VALUE_COUNT },
  { NULL }
};

static const LsScriptWord *const tables[] = { ls_script_words, own_words };

static const char *
get_word (const LsScriptWord *word)
{
  if (word->kind == LS_EXPECTATION_LOG)
    return "log";
  return g_str_has_prefix (word->word, "expect-") ? word->word + strlen ("expect-") : word->word;
}

/* Returns the word of a kind; of a signal the first one. */
const char *
ls_claim_get_word (LsExpectationKind kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const LsScriptWord *word = tables[i]; word->word != NULL; word++)
      if (word->kind == kind)
        return get_word (word);
  g_return_val_if_reached ("");
}

static const LsScriptWord *
find_word (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const LsScriptWord *word = tables[i]; word->word != NULL; word++)
      if (g_str_equal (get_word (word), text))
        return word;
  return NULL;
}

static gboolean
is_end (char letter)
{
  return letter == '\0' || g_ascii_isspace (letter);
}

/* Whether a sign of the language stands at a place of @text. */
gboolean
ls_claim_is_sign (const char *text,
                  const char *at)
{
  return (*at == '|' || *at == '#') && (at == text || g_ascii_isspace (at[-1])) && is_end (at[1]);
}

/* Returns (nullable) the place behind a JSON string. */
static const char *
find_string_end (const char *text)
{
  for (const char *at = text + 1; *at != '\0'; at++)
    if (*at == '"')
      return at + 1;
    else if (*at == '\\' && at[1] != '\0')
      at++;
  return NULL;
}

/* A claim while it is read. */
typedef struct
{
  const LsScriptWord *word;
  char               *value;      /* what follows the word, for lines with the title */
  char               *title;      /* (nullable) */
  const char         *expected;   /* for ls_json_expected() */
} Claim;

static char *
dup_stripped (const char *text,
              gsize       length)
{
  return g_strstrip (g_strndup (text, length));
}

static char *
dup_line (const char *text,
          gsize       length)
{
  g_autofree char *stripped = dup_stripped (text, length);

  return ls_script_comment_dup_line (stripped, strlen (stripped));
}

/* Takes the title from what follows “#”; nothing is none. */
static void
take_title (Claim      *self,
            const char *text)
{
  if (text[strspn (text, " \t\r\n\v\f")] != '\0')
    self->title = dup_line (text, strlen (text));
}

/* Returns the end of a line: the sign behind it, or the end of the text. */
static const char *
find_line_end (const char *line)
{
  const char *begin = line;
  const char *end;

  while (g_ascii_isspace (*begin))
    begin++;
  end = *begin == '"' ? find_string_end (begin) : NULL;
  if (end != NULL && is_end (*end))
    {
      while (g_ascii_isspace (*end))
        end++;
      if (*end == '\0' || ls_claim_is_sign (line, end))
        return end;
    }
  for (end = line; *end != '\0' && !ls_claim_is_sign (line, end);)
    end++;
  return end;
}

static JsonNode *
read_lines (Claim *self)
{
  JsonArray *lines = json_array_new ();
  const char *at = self->value;
  const char *end = find_line_end (at);
  g_autofree char *first = dup_stripped (at, end - at);

  /* Nothing is no line; an empty one is "". */
  if (*first != '\0' || *end == '|')
    for (;; at = end + 1, end = find_line_end (at))
      {
        g_autofree char *line = dup_line (at, end - at);

        json_array_add_string_element (lines, line);
        if (*end != '|')
          break;
      }
  if (*end == '#')
    take_title (self, end + 1);
  return ls_json_take_array (lines);
}

/* Cuts the title off the value, which has no lines. */
static void
cut_title (Claim *self)
{
  for (char *at = self->value; *at != '\0'; at++)
    {
      const gboolean is_start = at == self->value || g_ascii_isspace (at[-1]);
      const char *end = is_start && *at == '"' ? find_string_end (at) : NULL;

      if (end != NULL)
        at = self->value + (end - self->value) - 1;
      else if (*at == '#' && ls_claim_is_sign (self->value, at))
        {
          take_title (self, at + 1);
          *at = '\0';
          break;
        }
    }
  g_strstrip (self->value);
}

/* Returns (transfer full) (nullable) the next word or JSON string. Moves @at behind it, and behind the blanks that follow. */
static char *
take_word (const char **at)
{
  char *word = ls_script_comment_next_name (at, *at + strlen (*at));

  while (g_ascii_isspace (**at))
    (*at)++;
  return word;
}

static JsonNode *
read_name (Claim *self)
{
  const char *at = self->value;
  g_autofree char *name = take_word (&at);

  self->expected = self->word->kind == LS_EXPECTATION_UNLOCKED
                     ? NC_("expected", "the name of a lock, in quotation marks if it has blanks")
                     : NC_("expected", "the name of a task, in quotation marks if it has blanks");
  return name != NULL && *at == '\0' ? json_node_init_string (json_node_alloc (), name) : NULL;
}

/* Adds the member that a word of “posted” is about: a priority, a signal or, by default, the name. */
static gboolean
add_posted_word (JsonObject  *object,
                 const char **at)
{
  const gboolean is_quoted = **at == '"';
  g_autofree char *word = take_word (at);
  const char *member = "name";
  LsTaskPriority priority;

  if (!is_quoted && ls_task_priority_from_string (word, &priority))
    member = "priority";
  else if (!is_quoted && g_str_equal (word, "signal"))
    {
      member = "signal";
      g_free (word);
      word = take_word (at);
    }
  if (word == NULL || json_object_has_member (object, member))
    return FALSE;
  json_object_set_string_member (object, member, word);
  return TRUE;
}

static gboolean
add_delay (JsonObject *object,
           const char *text)
{
  g_autoptr (JsonNode) bounds = ls_script_value_read_bounds (text, LS_SCRIPT_BOUND_TIME);
  JsonObject *found = bounds != NULL ? json_node_get_object (bounds) : NULL;
  double delay;

  if (found == NULL || json_object_has_member (found, "atMost"))
    return FALSE;
  delay = json_object_get_double_member (found, "atLeast");
  if (delay != floor (delay) || delay > G_MAXUINT32)
    return FALSE;
  json_object_set_int_member (object, "delay", delay);
  return TRUE;
}

static JsonNode *
read_posted (Claim *self)
{
  g_autoptr (JsonObject) object = json_object_new ();
  const char *at = self->value;

  self->expected = NC_("expected", "what an action posts, such as “tap user-blocking”");
  while (*at != '\0' && !g_str_has_prefix (at, ">="))
    if (!add_posted_word (object, &at))
      return NULL;
  if (*at != '\0' && !add_delay (object, at))
    return NULL;
  return ls_json_take_object (g_steal_pointer (&object));
}

/* Reads a name and up to two words. */
static JsonNode *
read_signal (Claim *self)
{
  const LsScriptValue kind = self->word->value;
  const char *at = self->value;
  g_autofree char *name = take_word (&at);
  g_autofree char *priority = kind == LS_SCRIPT_VALUE_PRIORITY ? take_word (&at) : NULL;
  g_autofree char *aborted = priority != NULL ? take_word (&at) : NULL;
  LsTaskPriority known;
  JsonObject *object;

  self->expected = kind == LS_SCRIPT_VALUE_PRIORITY
                     ? NC_("expected", "the name of a signal and “user-blocking”, “user-visible” or “background”")
                     : NC_("expected", "the name of a signal, in quotation marks if it has blanks");
  if (name == NULL || *at != '\0' ||
      (kind == LS_SCRIPT_VALUE_PRIORITY && (priority == NULL || !ls_task_priority_from_string (priority, &known))) ||
      (aborted != NULL && !g_str_equal (aborted, "aborted") && !g_str_equal (aborted, "not-aborted")))
    return NULL;
  object = json_object_new ();
  json_object_set_string_member (object, "name", name);
  if (priority != NULL)
    json_object_set_string_member (object, "priority", priority);
  if (kind != LS_SCRIPT_VALUE_PRIORITY || aborted != NULL)
    json_object_set_boolean_member (object, "aborted", kind == LS_SCRIPT_VALUE_ABORTED || g_strcmp0 (aborted, "aborted") == 0);
  return ls_json_take_object (object);
}

/* Reads NAME[INDEX], without the index for the first element. Moves @at behind it. Returns (transfer full) (nullable) the name. */
static char *
take_place (const char **at,
            guint64     *index)
{
  const char *end = **at == '"' ? find_string_end (*at) : NULL;
  g_autofree char *text = NULL, *digits = NULL;

  if (end == NULL)
    end = *at + strcspn (*at, "[ \t");
  text = g_strndup (*at, end - *at);
  *index = 0;
  *at = end;
  if (*end == '[')
    {
      const gsize length = strspn (end + 1, "0123456789");

      digits = g_strndup (end + 1, length);
      if (end[1 + length] != ']' || !g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT32, index, NULL))
        return NULL;
      *at = end + length + strlen ("[]");
    }
  return *text != '\0' ? ls_script_comment_dup_line (text, strlen (text)) : NULL;
}

static JsonNode *
read_place (Claim         *self,
            const char    *name_member,
            LsScriptBound  kind)
{
  const char *at = self->value;
  guint64 index;
  g_autofree char *name = take_place (&at, &index);
  JsonNode *bounds = name != NULL ? ls_script_value_read_bounds (at, kind) : NULL;

  self->expected = kind == LS_SCRIPT_BOUND_INTEGER
                     ? NC_("expected", "an element of shared memory and a number, such as “cells[0] = 2”")
                     : NC_("expected", "an element of shared memory and a number, such as “cells[0] <= 1”");
  if (bounds == NULL)
    return NULL;
  json_object_set_string_member (json_node_get_object (bounds), name_member, name);
  json_object_set_int_member (json_node_get_object (bounds), "index", index);
  return bounds;
}

static JsonNode *
read_agent (Claim *self)
{
  const char *at = self->value;
  g_autofree char *name = take_word (&at);
  g_autofree char *state = take_word (&at);
  JsonObject *object;

  self->expected = NC_("expected", "the name of an agent and “running”, “runnable”, “waiting”, “idle” or “ended”");
  if (name == NULL || state == NULL || *at != '\0')
    return NULL;
  object = json_object_new ();
  json_object_set_string_member (object, "name", name);
  json_object_set_string_member (object, "is", state);
  return ls_json_take_object (object);
}

static JsonNode *
read_count (Claim *self)
{
  guint64 number;

  self->expected = NC_("expected", "a whole number, 0 or more");
  if (!g_ascii_string_to_unsigned (self->value, 10, 0, G_MAXUINT32, &number, NULL))
    return NULL;
  return json_node_init_int (json_node_alloc (), number);
}

static JsonNode *
read_value (Claim *self)
{
  if (self->word->value == LS_SCRIPT_VALUE_LINE)
    return read_lines (self);

  cut_title (self);
  switch (self->word->value)
    {
    case LS_SCRIPT_VALUE_EACH:
      return read_name (self);
    case LS_SCRIPT_VALUE_POSTED:
      return read_posted (self);
    case LS_SCRIPT_VALUE_ABORTED:
    case LS_SCRIPT_VALUE_INTACT:
    case LS_SCRIPT_VALUE_PRIORITY:
      return read_signal (self);
    case LS_SCRIPT_VALUE_CELL:
      return read_place (self, "name", LS_SCRIPT_BOUND_INTEGER);
    case LS_SCRIPT_VALUE_LOCK:
      return read_place (self, "memory", LS_SCRIPT_BOUND_NUMBER);
    case LS_SCRIPT_VALUE_AGENT:
      return read_agent (self);
    case LS_SCRIPT_VALUE_COUNT:
      return read_count (self);
    default:
      return ls_script_value_read (self->word->value, self->value, &self->expected);
    }
}

static void
refuse_word (const char  *word,
             GError     **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *known = NULL, *found = ls_json_quote (word);
  const char *meant;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const LsScriptWord *own = tables[i]; own->word != NULL; own++)
      g_ptr_array_add (names, (gpointer) get_word (own));
  g_ptr_array_add (names, NULL);
  meant = g_utf8_validate (word, -1, NULL) ? ls_meant_find (word, (const char *const *) names->pdata) : NULL;
  known = g_strjoinv (", ", (char **) names->pdata);
  if (meant != NULL)
    /* Translators: two words; the first one is in quotation marks */
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, _("found %s; did you mean “%s”?"), found, meant);
  else
    /* Translators: a word in quotation marks, and a list of words */
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, _("found %s, expected one of %s"), found, known);
}

/* Reads the word before the colon, and what follows it. */
static gboolean
begin (Claim       *self,
       const char  *text,
       GError     **error)
{
  const char *start = text + strspn (text, " \t\r\n\v\f");
  const char *colon = strchr (start, ':');
  g_autofree char *word = g_strndup (start, colon != NULL ? (gsize) (colon - start) : strlen (start));
  g_autofree char *found = ls_json_quote (start);

  if (!g_utf8_validate (text, -1, NULL) || colon == NULL)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, _("found %s, expected %s"),
                   *start != '\0' ? found : C_("found", "nothing"),
                   C_("expected", "a word, a colon and what it is about, such as “next: save”"));
      return FALSE;
    }
  self->word = find_word (word);
  if (self->word == NULL)
    refuse_word (word, error);
  else
    self->value = g_strdup (colon + 1);
  return self->word != NULL;
}

/* Gives what the reader of session files says to who wrote a line: there are no pointers. */
static void
set_read_error (const Claim   *self,
                const GError  *problem,
                GError       **error)
{
  const char *place = strstr (problem->message, ": ");
  const char *message = place != NULL ? strstr (place + strlen (": "), ": ") : NULL;

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, "%s: %s", get_word (self->word),
               message != NULL ? message + strlen (": ") : problem->message);
}

/* Takes @value. */
static JsonNode *
finish (const Claim  *self,
        JsonNode     *value,
        GError      **error)
{
  JsonObject *object = json_object_new ();
  g_autoptr (JsonNode) node = ls_json_take_object (object);
  g_autoptr (GError) problem = NULL;
  LsExpectation *expectation;
  LsJsonReader reader;

  if (self->title != NULL)
    json_object_set_string_member (object, "title", self->title);
  json_object_set_member (object, self->word->member, value);
  ls_json_reader_init (&reader, get_word (self->word), NULL);
  expectation = ls_lesson_read_expectation (&reader, node);
  g_clear_pointer (&expectation, ls_expectation_unref);
  if (ls_json_reader_finish (&reader, &problem))
    return g_steal_pointer (&node);
  set_read_error (self, problem, error);
  return NULL;
}

/* Returns (transfer full) (nullable) the JSON of the expectation that a line of text says; %NULL with an error of
 * %LS_SESSION_ERROR_INVALID if it cannot be understood. docs/session-format.md has the language. */
JsonNode *
ls_claim_parse (const char  *text,
                GError     **error)
{
  Claim claim = { NULL };
  JsonNode *value, *node = NULL;

  if (!begin (&claim, text, error))
    return NULL;
  value = read_value (&claim);
  if (value != NULL)
    node = finish (&claim, value, error);
  else
    {
      g_autofree char *found = *claim.value != '\0' ? ls_json_quote (claim.value) : g_strdup (C_("found", "nothing"));

      /* Translators: the word of a claim such as “waited”, what follows it, and what should, such as “the name of a task” */
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, _("%s: found %s, expected %s"), get_word (claim.word), found,
                   ls_json_expected (claim.expected));
    }
  g_free (claim.value);
  g_free (claim.title);
  return node;
}
