/* ls-script-comments.c: reads and writes the comments of a script that say what a run shows
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-script-comments-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-json-private.h"
#include "ls-meant-private.h"
#include "ls-source-check.h"

#define EXPECT "expect"

const LsScriptWord ls_script_words[] = {
  { "expect", "log", LS_EXPECTATION_LOG, LS_SCRIPT_VALUE_LINE },
  { "expect-log-contains", "logContains", LS_EXPECTATION_LOG_CONTAINS, LS_SCRIPT_VALUE_LINE },
  { "expect-never", "never", LS_EXPECTATION_NEVER, LS_SCRIPT_VALUE_LINE },
  { "expect-uncaught", "uncaught", LS_EXPECTATION_UNCAUGHT, LS_SCRIPT_VALUE_LINE },
  { "expect-order", "order", LS_EXPECTATION_ORDER, LS_SCRIPT_VALUE_NAMES },
  { "expect-ran", "ran", LS_EXPECTATION_RAN, LS_SCRIPT_VALUE_EACH },
  { "expect-not-ran", "notRan", LS_EXPECTATION_NOT_RAN, LS_SCRIPT_VALUE_EACH },
  { "expect-waited", "waited", LS_EXPECTATION_WAITED, LS_SCRIPT_VALUE_WAIT },
  { "expect-longest-turn", "longestTurn", LS_EXPECTATION_LONGEST_TURN, LS_SCRIPT_VALUE_TIME },
  { "expect-missed-frames", "missedFrames", LS_EXPECTATION_MISSED_FRAMES, LS_SCRIPT_VALUE_NUMBER },
  { "expect-result", "result", LS_EXPECTATION_RESULT, LS_SCRIPT_VALUE_RESULT },
  { "expect-finished", "finished", LS_EXPECTATION_FINISHED, LS_SCRIPT_VALUE_FLAG },
  { NULL }
};

/* Returns (nullable) the script of a session that is a script and nothing else. */
LsScript *
ls_session_get_only_script (LsSession *session)
{
  return ls_session_is_plain_script (session) ? ls_program_get_script (ls_session_get_program (session), 0) : NULL;
}

static const LsScriptWord *
find_word (const char *word)
{
  for (const LsScriptWord *found = ls_script_words; found->word != NULL; found++)
    if (g_str_equal (found->word, word))
      return found;
  return NULL;
}

static void
refuse_word (LsScript   *script,
             guint       line,
             const char *word,
             GError    **error)
{
  const char *names[G_N_ELEMENTS (ls_script_words)] = { NULL };
  g_autofree char *known = NULL;
  const char *meant;

  for (guint i = 0; ls_script_words[i].word != NULL; i++)
    names[i] = ls_script_words[i].word;
  meant = ls_meant_find (word, names);
  known = g_strjoinv (", ", (char **) names);
  if (meant != NULL)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 /* Translators: a script, a line, and two words of comments */
                 _("%s:%u: found “%s”; did you mean “%s”?"), ls_script_get_name (script), line, word, meant);
  else
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                 /* Translators: a script, a line, a word of a comment, and a list of such words */
                 _("%s:%u: found “%s”, expected one of %s"), ls_script_get_name (script), line, word, known);
}

/* Reads a comment. Returns whether it says what to expect; if not, @error is set where it seems to. */
static gboolean
read_comment (LsScript              *script,
              const LsSourceComment *comment,
              LsScriptComment       *found,
              GError               **error)
{
  const char *text = ls_script_get_text (script);
  const char *begin = text + comment->start + strlen ("//");
  const char *end = text + comment->end;
  const char *colon;
  g_autofree char *word = NULL;

  begin += strspn (begin, " \t");
  if (begin + strlen (EXPECT) >= end || !g_str_has_prefix (begin, EXPECT))
    return FALSE;
  colon = begin + strspn (begin, "abcdefghijklmnopqrstuvwxyz-");
  if (colon >= end || *colon != ':' || (begin[strlen (EXPECT)] != ':' && begin[strlen (EXPECT)] != '-'))
    return FALSE;

  word = g_strndup (begin, colon - begin);
  found->word = find_word (word);
  if (found->word == NULL)
    {
      refuse_word (script, comment->line, word, error);
      return FALSE;
    }

  begin = colon + 1;
  while (end > begin && g_ascii_isspace (end[-1]))
    end--;
  if (begin < end && *begin == ' ')
    begin++;
  *found = (LsScriptComment) { found->word, comment->start, begin - text, end - text, comment->line };
  return TRUE;
}

/* Whether the text has what could be such a comment. To read JavaScript takes some milliseconds, and a build may not be able to. */
static gboolean
may_expect (const char *text)
{
  for (const char *at = text; (at = strstr (at, EXPECT)) != NULL; at++)
    {
      const char *before = at;

      while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
      if (before - text >= 2 && before[-1] == '/' && before[-2] == '/' && strchr (":-", at[strlen (EXPECT)]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Returns (transfer full) (element-type LsScriptComment) the comments of a script that say what to expect, in their order; %NULL
 * with @error set if one of them, or the script, cannot be understood. */
GArray *
ls_script_read_comments (LsScript  *script,
                         GError   **error)
{
  g_autoptr (GArray) comments = g_array_new (FALSE, FALSE, sizeof (LsScriptComment));
  g_autoptr (LsSourceCheck) check = NULL;
  const char *text = ls_script_get_text (script);

  if (!may_expect (text))
    return g_steal_pointer (&comments);

  check = ls_source_check_wait (text, ls_script_get_name (script), error);
  if (check == NULL)
    {
      g_prefix_error (error, "%s: ", ls_script_get_name (script));
      return NULL;
    }
  if (check->message != NULL)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s:%u:%u: %s", ls_script_get_name (script), check->line,
                   check->column, check->message);
      return NULL;
    }

  for (guint i = 0; i < check->n_comments; i++)
    {
      g_autoptr (GError) problem = NULL;
      LsScriptComment comment;

      if (read_comment (script, &check->comments[i], &comment, &problem))
        g_array_append_val (comments, comment);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }

  return g_steal_pointer (&comments);
}

/* Returns (transfer full) (nullable) the text that a JSON string stands for. */
static char *
read_quoted (const char *text,
             gsize       length)
{
  g_autofree char *array = g_strdup_printf ("[%.*s]", (int) MIN (length, G_MAXINT), text);
  g_autoptr (JsonNode) node = ls_json_parse ("", array, strlen (array), NULL, NULL);
  JsonArray *elements = node != NULL ? json_node_get_array (node) : NULL;

  if (elements == NULL || json_array_get_length (elements) != 1 ||
      json_node_get_value_type (json_array_get_element (elements, 0)) != G_TYPE_STRING)
    return NULL;
  return g_strdup (json_array_get_string_element (elements, 0));
}

static gboolean
looks_quoted (const char *text,
              gsize       length)
{
  return length >= 2 && text[0] == '"' && text[length - 1] == '"';
}

/* Returns (transfer full) the line that the value of a comment stands for: itself, or what a JSON string says. */
char *
ls_script_comment_dup_line (const char *text,
                            gsize       length)
{
  char *line = looks_quoted (text, length) ? read_quoted (text, length) : NULL;

  return line != NULL ? line : g_strndup (text, length);
}

static gboolean
is_plain (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);

      if (g_unichar_iscntrl (letter) ? letter != '\t' : letter == 0x2028 || letter == 0x2029)
        return FALSE;
    }
  return TRUE;
}

/* Returns (transfer full) a text as a JSON string. */
char *
ls_script_comment_quote (const char *text)
{
  LsJsonWriter writer;
  g_autofree char *array = NULL;

  ls_json_writer_init (&writer);
  ls_json_begin (&writer, NULL, '[', FALSE);
  ls_json_string (&writer, NULL, text);
  ls_json_end (&writer, ']');
  array = ls_json_writer_finish (&writer);
  return g_strndup (array + 1, strlen (array) - 2);
}

/* Returns (transfer full) how a comment says a line: as it is, or where that could be read in another way, as a JSON string. */
char *
ls_script_comment_write (const char *line)
{
  return is_plain (line) && !looks_quoted (line, strlen (line)) ? g_strdup (line) : ls_script_comment_quote (line);
}

/* Returns (transfer full) how a comment says the value of a result, which begins and ends without blanks unless it is a JSON
 * string. */
char *
ls_script_comment_write_result (const char *value)
{
  const gsize length = strlen (value);

  return length > 0 && (g_ascii_isspace (value[0]) || g_ascii_isspace (value[length - 1])) ? ls_script_comment_quote (value)
                                                                                          : ls_script_comment_write (value);
}

/* Reads the next of some names, up to a blank, or a JSON string. Moves @value behind it. Returns (transfer full) (nullable) the
 * name, %NULL behind the last one. */
char *
ls_script_comment_next_name (const char **value,
                             const char  *end)
{
  const char *begin = *value;
  const char *at;
  char *name = NULL;

  while (begin < end && g_ascii_isspace (*begin))
    begin++;
  if (begin >= end)
    return NULL;

  for (at = begin + 1; at < end && *at != '"'; at++)
    if (*at == '\\' && at + 1 < end)
      at++;
  if (*begin == '"' && at < end)
    name = read_quoted (begin, ++at - begin);
  if (name == NULL)
    {
      for (at = begin; at < end && !g_ascii_isspace (*at);)
        at++;
      name = g_strndup (begin, at - begin);
    }

  *value = at;
  return name;
}

/* Returns (transfer full) how a comment lists names. */
char *
ls_script_comment_write_names (char **names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const gboolean is_word = names[i][0] != '\0' && names[i][0] != '"' && strpbrk (names[i], " \t\r\n\v\f") == NULL;
      g_autofree char *quoted = is_word ? ls_script_comment_write (names[i]) : ls_script_comment_quote (names[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", quoted);
    }
  return g_string_free (text, FALSE);
}
