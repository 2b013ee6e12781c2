/* ls-script-expectations-update.c: writes what a run has shown into the comments of its script
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-script-expectations.h"

#include <string.h>

#include "ls-expectation-private.h"
#include "ls-script-comments-private.h"
#include "ls-session-check-private.h"

/* A comment stays where it is and gets another value; the rest of the text stays as it is. Comments of lines that are too many go,
 * and those that are missing follow the last one of their word. */

typedef struct
{
  LsRunner   *runner;
  const char *text;
  GArray     *comments;    /* LsScriptComment */
  GString    *updated;
  gsize       copied;      /* so much of @text is in @updated, or has gone */
} Update;

static void
copy_until (Update *self,
            gsize   end)
{
  if (end > self->copied)
    g_string_append_len (self->updated, self->text + self->copied, end - self->copied);
  self->copied = MAX (self->copied, end);
}

static const char *
get_line_end (const char *text)
{
  const char *found = strpbrk (text, "\r\n");

  return found != NULL && *found == '\r' && found[1] == '\n' ? "\r\n" : found != NULL && *found == '\r' ? "\r" : "\n";
}

static gsize
find_line_start (const Update *self,
                 gsize         place)
{
  while (place > 0 && self->text[place - 1] != '\n' && self->text[place - 1] != '\r')
    place--;
  return place;
}

static gboolean
is_blank (const char *text,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] != ' ' && text[i] != '\t')
      return FALSE;
  return TRUE;
}

static void
append_comment (Update             *self,
                const LsScriptWord *word,
                const char         *value)
{
  g_string_append_printf (self->updated, "// %s:%s%s", word->word, *value != '\0' ? " " : "", value);
}

static void
set_value (Update                *self,
           const LsScriptComment *comment,
           const char            *value)
{
  const gsize length = comment->end - comment->value;

  if (strlen (value) == length && memcmp (self->text + comment->value, value, length) == 0)
    return;

  copy_until (self, comment->value);
  if (*value != '\0' && self->text[comment->value - 1] == ':')
    g_string_append_c (self->updated, ' ');
  g_string_append (self->updated, value);
  self->copied = comment->end;
}

/* Takes a comment out: its line, if nothing else is there, else with the blanks before it. */
static void
drop (Update                *self,
      const LsScriptComment *comment)
{
  const gsize line = find_line_start (self, comment->start);
  gsize start = comment->start;
  gsize end = comment->end;

  end += strcspn (self->text + end, "\r\n");
  if (is_blank (self->text + line, start - line))
    {
      start = line;
      end += self->text[end] == '\r' && self->text[end + 1] == '\n' ? 2 : self->text[end] != '\0' ? 1 : 0;
    }
  else
    {
      while (start > line && (self->text[start - 1] == ' ' || self->text[start - 1] == '\t'))
        start--;
    }

  copy_until (self, start);
  self->copied = MAX (self->copied, end);
}

/* Puts comments on lines of their own below that of @comment, as far to the right as its line is. */
static void
add_below (Update                *self,
           const LsScriptComment *comment,
           GPtrArray             *values,
           guint                  first)
{
  const gsize line = find_line_start (self, comment->start);
  const gsize indent = strspn (self->text + line, " \t");

  copy_until (self, comment->end + strcspn (self->text + comment->end, "\r\n"));
  for (guint i = first; i < values->len; i++)
    {
      g_string_append (self->updated, get_line_end (self->text));
      g_string_append_len (self->updated, self->text + line, indent);
      append_comment (self, comment->word, g_ptr_array_index (values, i));
    }
}

/* Adds comments at the end of the text. */
static void
add_at_end (Update             *self,
            const LsScriptWord *word,
            GPtrArray          *values)
{
  const char *line_end = get_line_end (self->text);
  const gsize length = strlen (self->text);

  copy_until (self, length);
  if (values->len == 0)
    return;
  if (length > 0 && self->text[length - 1] != '\n' && self->text[length - 1] != '\r')
    g_string_append (self->updated, line_end);
  if (length > 0)
    g_string_append (self->updated, line_end);
  for (guint i = 0; i < values->len; i++)
    {
      append_comment (self, word, g_ptr_array_index (values, i));
      g_string_append (self->updated, line_end);
    }
}

static GPtrArray *
list_log (LsRunner *runner)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ls_runner_get_n_log_lines (runner); i++)
    ls_expectation_split_line (ls_runner_get_log_line (runner, i), lines);
  for (guint i = 0; i < lines->len; i++)
    g_ptr_array_add (values, ls_script_comment_write (g_ptr_array_index (lines, i)));

  return values;
}

/* Returns (transfer full) (nullable) the value that a comment of one expectation gets after the run, %NULL to leave it alone. */
static char *
find_value (LsExpectation *expectation,
            LsCheckFacts  *facts)
{
  g_auto (GStrv) names = NULL;
  const char *state, *value = "";
  char *own[] = { expectation->name, NULL };
  g_autofree char *name = expectation->name != NULL ? ls_script_comment_write_names (own) : NULL;
  g_autofree char *line = NULL;
  guint64 wait;

  switch (expectation->kind)
    {
    case LS_EXPECTATION_ORDER:
      names = ls_check_find_order (expectation, facts);
      return names[0] != NULL ? ls_script_comment_write_names (names) : NULL;
    case LS_EXPECTATION_RESULT:
      state = ls_check_find_result (expectation, facts, &value);
      line = ls_script_comment_write (value);
      return state != NULL ? g_strchomp (g_strjoin (" ", name, state, line, NULL)) : NULL;
    case LS_EXPECTATION_WAITED:
      if (!ls_check_find_wait (expectation, facts, &wait) || wait <= expectation->time)
        return NULL;
      return g_strdup_printf ("%s <= %" G_GUINT64_FORMAT " ms", name, (wait + 999) / 1000);
    default:
      return NULL;
    }
}

/* Updates the comments of a word that all together are one expectation. */
static void
update_line (Update                *self,
             const LsScriptComment *comment,
             GPtrArray             *lines,
             guint                  number,
             gboolean               is_last)
{
  if (number < lines->len)
    set_value (self, comment, g_ptr_array_index (lines, number));
  else
    drop (self, comment);
  if (is_last && number + 1 < lines->len)
    add_below (self, comment, lines, number + 1);
}

/* Returns (nullable) the expectation of a comment that is one by itself: the next one of such comments at @next or behind it. */
static LsExpectation *
take_expectation (GPtrArray             *expectations,
                  const LsScriptComment *comment,
                  guint                 *next)
{
  while (*next < expectations->len)
    {
      LsExpectation *expectation = g_ptr_array_index (expectations, (*next)++);

      if (expectation->kind == comment->word->kind)
        return expectation;
    }
  return NULL;
}

static void
update_comments (Update    *self,
                 GPtrArray *expectations)
{
  g_autoptr (GPtrArray) lines = list_log (self->runner);
  LsCheckFacts facts;
  guint n_logs = 0, number = 0, next = 0;

  for (guint i = 0; i < self->comments->len; i++)
    n_logs += g_array_index (self->comments, LsScriptComment, i).word->kind == LS_EXPECTATION_LOG;

  ls_check_facts_init (&facts, self->runner, G_MAXSIZE);
  for (guint i = 0; i < self->comments->len; i++)
    {
      const LsScriptComment *comment = &g_array_index (self->comments, LsScriptComment, i);

      if (comment->word->kind == LS_EXPECTATION_LOG)
        {
          update_line (self, comment, lines, number, number + 1 == n_logs);
          number++;
        }
      else if (comment->word->kind == LS_EXPECTATION_ORDER || comment->word->kind == LS_EXPECTATION_RESULT ||
               comment->word->kind == LS_EXPECTATION_WAITED)
        {
          LsExpectation *expectation = take_expectation (expectations, comment, &next);
          g_autofree char *value = expectation != NULL ? find_value (expectation, &facts) : NULL;

          if (value != NULL)
            set_value (self, comment, value);
        }
    }
  if (self->comments->len == 0)
    add_at_end (self, &ls_script_words[0], lines);
  ls_check_facts_clear (&facts);
}

/**
 * ls_runner_update_script_expectations:
 * @runner: a runner with a trace, that has run a session that is a script and nothing else
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Writes into the comments of the script what the run has shown: the lines of output, orders, results, and how long tasks waited
 * where that was longer. Comments about errors, about lines that are among others, about tasks that run and about whether the run
 * ends stay as they are. A script without any such comment gets those of its output.
 *
 * Returns: (transfer full): the text of the script, which does not differ elsewhere; %NULL with @error set if a comment cannot be
 *   understood
 */
char *
ls_runner_update_script_expectations (LsRunner  *runner,
                                      GError   **error)
{
  g_autoptr (GPtrArray) expectations = NULL;
  g_autoptr (GArray) comments = NULL;
  LsScript *script;
  Update update;

  g_return_val_if_fail (LS_IS_RUNNER (runner), NULL);

  script = ls_session_get_only_script (ls_runner_get_session (runner));
  g_return_val_if_fail (script != NULL, NULL);

  expectations = ls_session_read_script_expectations (ls_runner_get_session (runner), error);
  comments = expectations != NULL ? ls_script_read_comments (script, error) : NULL;
  if (comments == NULL)
    return NULL;

  update = (Update) { runner, ls_script_get_text (script), comments, g_string_new (NULL), 0 };
  update_comments (&update, expectations);
  copy_until (&update, strlen (update.text));
  return g_string_free (update.updated, FALSE);
}
