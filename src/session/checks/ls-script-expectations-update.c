/* ls-script-expectations-update.c: writes what a run has shown into the comments of its script
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-script-expectations.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-expectation-private.h"
#include "ls-script-comments-private.h"
#include "ls-session-check-private.h"

/* A comment stays where it is and gets another value; the rest of the text stays as it is. Comments of lines that are too many go,
 * and those that are missing follow the last one of their word. What does not hold and cannot get another value goes as well, so
 * that the next run passes, and the caller hears of it. It also hears of errors that nothing catches, which no comment ever gets to
 * expect. */

typedef struct
{
  LsRunner   *runner;
  const char *text;
  GArray     *comments;    /* LsScriptComment */
  GString    *updated;
  gsize       copied;      /* so much of @text is in @updated, or has gone */
  GPtrArray  *lines;       /* char *: the log, as comments expect it */
  guint       n_contained; /* so many of @lines are before what comments have found among them, or are that */
  GPtrArray  *unanswered;  /* char *: a sentence on each expectation that the run has no answer to */
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
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ls_runner_get_n_log_lines (runner); i++)
    ls_expectation_split_line (ls_runner_get_log_line (runner, i), lines);
  return lines;
}

static GPtrArray *
list_values (GPtrArray *lines)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < lines->len; i++)
    g_ptr_array_add (values, ls_script_comment_write (g_ptr_array_index (lines, i)));
  return values;
}

/* Tells that the run has no answer to a comment, or to the part @value of it. */
static void
tell (Update                *self,
      const LsScriptComment *comment,
      const char            *value,
      gboolean               is_gone)
{
  const char *name = ls_script_get_name (ls_session_get_only_script (ls_runner_get_session (self->runner)));
  g_autofree char *text = g_strdup_printf ("%s: %s", comment->word->word, value);

  g_ptr_array_add (self->unanswered,
                   is_gone
                     /* Translators: a script, a line, and a comment such as “expect-ran: save” */
                     ? g_strdup_printf (_("%s:%u: the run has no answer to “%s”, which is gone now"), name, comment->line, text)
                     /* Translators: a script, a line, and a comment such as “expect-finished: true” */
                     : g_strdup_printf (_("%s:%u: the run has no answer to “%s”, which stays"), name, comment->line, text));
}

static void
drop_and_tell (Update                *self,
               const LsScriptComment *comment)
{
  g_autofree char *value = g_strndup (self->text + comment->value, comment->end - comment->value);

  tell (self, comment, value, TRUE);
  drop (self, comment);
}

/* Leaves @kept names in a comment, and tells of those that are @lost. */
static void
keep_names (Update                *self,
            const LsScriptComment *comment,
            char                 **kept,
            char                 **lost)
{
  g_autofree char *value = ls_script_comment_write_names (kept);
  g_autofree char *rest = ls_script_comment_write_names (lost);

  if (*lost != NULL)
    tell (self, comment, rest, TRUE);
  if (*kept != NULL)
    set_value (self, comment, value);
  else
    drop (self, comment);
}

/* Returns (transfer full) the names of an expectation that are not among those that have run, @found. */
static char **
list_lost (LsExpectation *expectation,
           char         **found)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  g_autoptr (GStrvBuilder) lost = g_strv_builder_new ();
  guint index;

  for (guint i = 0; found[i] != NULL; i++)
    g_ptr_array_add (rest, found[i]);
  for (guint i = 0; expectation->lines[i] != NULL; i++)
    if (g_ptr_array_find_with_equal_func (rest, expectation->lines[i], g_str_equal, &index))
      g_ptr_array_remove_index (rest, index);
    else
      g_strv_builder_add (lost, expectation->lines[i]);
  return g_strv_builder_end (lost);
}

static void
update_order (Update                *self,
              const LsScriptComment *comment,
              LsExpectation         *expectation,
              LsCheckFacts          *facts)
{
  g_auto (GStrv) found = ls_check_find_order (expectation, facts);
  g_auto (GStrv) lost = list_lost (expectation, found);

  if (!g_strv_equal ((const char *const *) found, (const char *const *) expectation->lines))
    keep_names (self, comment, found, lost);
}

/* Updates a comment whose names are an expectation each: that tasks of these names run, or that none does. */
static void
update_names (Update                *self,
              const LsScriptComment *comment,
              LsCheckFacts          *facts)
{
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new (), lost = g_strv_builder_new ();
  g_auto (GStrv) kept_names = NULL, lost_names = NULL;
  const char *value = self->text + comment->value;
  char *name;

  while ((name = ls_script_comment_next_name (&value, self->text + comment->end)) != NULL)
    {
      const gboolean ran = g_hash_table_contains (facts->started, name);

      g_strv_builder_add (ran == (comment->word->kind == LS_EXPECTATION_RAN) ? kept : lost, name);
      g_free (name);
    }
  kept_names = g_strv_builder_end (kept);
  lost_names = g_strv_builder_end (lost);
  if (*lost_names != NULL)
    keep_names (self, comment, kept_names, lost_names);
}

/* Leaves a line in which is among those of the log, behind that of the comment before. */
static void
update_contained (Update                *self,
                  const LsScriptComment *comment)
{
  g_autofree char *line = ls_script_comment_dup_line (self->text + comment->value, comment->end - comment->value);

  for (guint i = self->n_contained; i < self->lines->len; i++)
    if (g_str_equal (g_ptr_array_index (self->lines, i), line))
      {
        self->n_contained = i + 1;
        return;
      }
  drop_and_tell (self, comment);
}

static void
update_end (Update                *self,
            const LsScriptComment *comment,
            LsExpectation         *expectation)
{
  const gboolean finished = ls_runner_get_state (self->runner) == LS_RUNNER_FINISHED;

  if (finished && !expectation->flag)
    set_value (self, comment, "true");
  else if (!finished && expectation->flag)
    tell (self, comment, "true", FALSE);
}

static void
update_result (Update                *self,
               const LsScriptComment *comment,
               LsExpectation         *expectation,
               LsCheckFacts          *facts)
{
  const char *found = "";
  const char *state = ls_check_find_result (expectation, facts, &found);
  char *own[] = { expectation->name, NULL };
  g_autofree char *name = ls_script_comment_write_names (own);
  g_autofree char *result = ls_script_comment_write_result (found);
  g_autofree char *value = NULL;

  if (state == NULL)
    {
      drop_and_tell (self, comment);
      return;
    }
  if (g_str_equal (state, expectation->state) && (expectation->value == NULL || g_str_equal (found, expectation->value)))
    return;
  value = g_strjoin (" ", name, state, *result != '\0' ? result : NULL, NULL);
  set_value (self, comment, value);
}

/* Gives a bound that was not kept another number: for times the next whole ms. */
static void
update_bound (Update                *self,
              const LsScriptComment *comment,
              LsExpectation         *expectation,
              LsCheckFacts          *facts)
{
  char *own[] = { expectation->name, NULL };
  g_autofree char *name = ls_script_comment_write_names (own);
  g_autofree char *bounds = NULL, *value = NULL;
  const gboolean is_number = comment->word->value == LS_SCRIPT_VALUE_NUMBER;
  const guint64 unit = is_number ? 1 : 1000;
  guint64 found, least = expectation->least, most = expectation->most;

  if (!ls_check_measure (expectation, facts, &found))
    {
      drop_and_tell (self, comment);
      return;
    }
  if (found >= least && found <= most)
    return;
  if (found > most)
    most = (found + unit - 1) / unit * unit;
  else
    least = found / unit * unit;
  bounds = ls_script_value_write_bounds (least, most, is_number ? LS_SCRIPT_BOUND_NUMBER : LS_SCRIPT_BOUND_TIME);
  value = g_strjoin (*name != '\0' ? " " : "", name, bounds, NULL);
  set_value (self, comment, value);
}

/* Leaves a line that is not in the log. */
static void
update_never (Update                *self,
              const LsScriptComment *comment)
{
  g_autofree char *line = ls_script_comment_dup_line (self->text + comment->value, comment->end - comment->value);

  if (g_ptr_array_find_with_equal_func (self->lines, line, g_str_equal, NULL))
    drop_and_tell (self, comment);
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

/* Returns (transfer full) a byte for each comment: whether it is about an error that did not come. Errors keep their order. */
static guint8 *
find_idle_errors (Update       *self,
                  LsCheckFacts *facts)
{
  guint8 *idle = g_new0 (guint8, self->comments->len + 1);
  const char *name = ls_script_get_name (ls_session_get_only_script (ls_runner_get_session (self->runner)));
  guint n_met = 0;

  for (guint i = 0; i < self->comments->len; i++)
    {
      const LsScriptComment *comment = &g_array_index (self->comments, LsScriptComment, i);
      g_autofree char *words = ls_script_comment_dup_line (self->text + comment->value, comment->end - comment->value);

      if (comment->word->kind != LS_EXPECTATION_UNCAUGHT)
        continue;
      idle[i] = n_met >= facts->uncaught->len || strstr (g_ptr_array_index (facts->uncaught, n_met), words) == NULL;
      n_met += !idle[i];
    }
  for (guint i = n_met; i < facts->uncaught->len; i++)
    g_ptr_array_add (self->unanswered, g_strdup_printf (_("%s: nothing caught “%s”, and --update does not make that expected"), name,
                                                        (const char *) g_ptr_array_index (facts->uncaught, i)));
  return idle;
}

/* Updates a comment that is an expectation by itself, or several for its names. */
static void
update_other (Update                *self,
              const LsScriptComment *comment,
              LsExpectation         *expectation,
              LsCheckFacts          *facts)
{
  switch (comment->word->kind)
    {
    case LS_EXPECTATION_LOG_CONTAINS:
      update_contained (self, comment);
      break;
    case LS_EXPECTATION_RAN:
    case LS_EXPECTATION_NOT_RAN:
      update_names (self, comment, facts);
      break;
    case LS_EXPECTATION_ORDER:
      update_order (self, comment, expectation, facts);
      break;
    case LS_EXPECTATION_RESULT:
      update_result (self, comment, expectation, facts);
      break;
    case LS_EXPECTATION_WAITED:
    case LS_EXPECTATION_LONGEST_TURN:
    case LS_EXPECTATION_MISSED_FRAMES:
      update_bound (self, comment, expectation, facts);
      break;
    case LS_EXPECTATION_NEVER:
      update_never (self, comment);
      break;
    case LS_EXPECTATION_FINISHED:
      update_end (self, comment, expectation);
      break;
    default:
      g_return_if_reached ();
    }
}

/* Whether each comment with this word is one expectation. */
static gboolean
is_one (const LsScriptComment *comment)
{
  return comment->word->value != LS_SCRIPT_VALUE_LINE && comment->word->value != LS_SCRIPT_VALUE_EACH;
}

static void
update_comments (Update    *self,
                 GPtrArray *expectations)
{
  g_autoptr (GPtrArray) values = list_values (self->lines);
  g_autofree guint8 *idle = NULL;
  LsCheckFacts facts;
  guint n_logs = 0, number = 0, next = 0;

  for (guint i = 0; i < self->comments->len; i++)
    n_logs += g_array_index (self->comments, LsScriptComment, i).word->kind == LS_EXPECTATION_LOG;

  ls_check_facts_init (&facts, self->runner, G_MAXSIZE);
  idle = find_idle_errors (self, &facts);
  for (guint i = 0; i < self->comments->len; i++)
    {
      const LsScriptComment *comment = &g_array_index (self->comments, LsScriptComment, i);

      if (comment->word->kind == LS_EXPECTATION_LOG)
        {
          update_line (self, comment, values, number, number + 1 == n_logs);
          number++;
        }
      else if (comment->word->kind != LS_EXPECTATION_UNCAUGHT)
        update_other (self, comment, is_one (comment) ? take_expectation (expectations, comment, &next) : NULL, &facts);
      else if (idle[i])
        drop_and_tell (self, comment);
    }
  if (self->comments->len == 0)
    add_at_end (self, &ls_script_words[0], values);
  ls_check_facts_clear (&facts);
}

/**
 * ls_runner_update_script_expectations:
 * @runner: a runner with a trace, that has run a session that is a script and nothing else
 * @unanswered: (out) (optional) (transfer full) (element-type utf8): a sentence on each expectation that the run has no answer to,
 *   which begins with the script's name and mostly the line
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Writes into the comments of the script what the run has shown: the lines of output, orders, results, and bounds that were not
 * kept. What holds stays as it is. What does not hold and cannot have another value is taken out, such as the name
 * of a task that did not run, and is told in @unanswered. Errors that nothing caught are told there too, and are never made to be
 * expected. A script without any such comment gets those of its output.
 *
 * Returns: (transfer full): the text of the script, which does not differ elsewhere; %NULL with @error set if a comment cannot be
 *   understood
 */
char *
ls_runner_update_script_expectations (LsRunner   *runner,
                                      GPtrArray **unanswered,
                                      GError    **error)
{
  g_autoptr (GPtrArray) expectations = NULL;
  g_autoptr (GArray) comments = NULL;
  g_autoptr (GPtrArray) lines = NULL, sentences = NULL;
  LsScript *script;
  Update update;

  g_return_val_if_fail (LS_IS_RUNNER (runner), NULL);

  script = ls_session_get_only_script (ls_runner_get_session (runner));
  g_return_val_if_fail (script != NULL, NULL);

  expectations = ls_session_read_script_expectations (ls_runner_get_session (runner), error);
  comments = expectations != NULL ? ls_script_read_comments (script, error) : NULL;
  if (comments == NULL)
    return NULL;

  lines = list_log (runner);
  sentences = g_ptr_array_new_with_free_func (g_free);
  update = (Update) { runner, ls_script_get_text (script), comments, g_string_new (NULL), 0, lines, 0, sentences };
  update_comments (&update, expectations);
  copy_until (&update, strlen (update.text));
  if (unanswered != NULL)
    *unanswered = g_steal_pointer (&sentences);
  return g_string_free (update.updated, FALSE);
}
