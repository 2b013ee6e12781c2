/* ls-claim-write.c: writes an expectation as a line of text
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-claim-private.h"

#include <inttypes.h>
#include <string.h>

#include "ls-expectation-private.h"
#include "ls-script-comments-private.h"

static gboolean
has_sign (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (ls_claim_is_sign (text, at))
      return TRUE;
  return FALSE;
}

static gboolean
has_blank_ends (const char *text)
{
  return *text != '\0' && (g_ascii_isspace (text[0]) || g_ascii_isspace (text[strlen (text) - 1]));
}

static char *
write_line (const char *line)
{
  if (*line == '\0' || *line == '"' || has_blank_ends (line) || has_sign (line))
    return ls_script_comment_quote (line);
  return ls_script_comment_write (line);
}

/* Returns (transfer full) texts with a separator between them. @write: what each of them is written as */
static char *
write_all (char       **texts,
           char       *(*write) (const char *text),
           const char  *separator)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *text = write (texts[i]);

      g_string_append_printf (all, "%s%s", i > 0 ? separator : "", text);
    }
  return g_string_free (all, FALSE);
}

/* Returns (transfer full) a name, as a JSON string where it could be read in another way. */
static char *
write_name (const char *name)
{
  char *own[] = { (char *) name, NULL };
  LsTaskPriority priority;

  if (has_sign (name) || strchr (name, '[') != NULL || g_str_has_prefix (name, ">=") || g_str_equal (name, "signal") ||
      ls_task_priority_from_string (name, &priority))
    return ls_script_comment_quote (name);
  return ls_script_comment_write_names (own);
}

static char *
write_result (const LsExpectation *self)
{
  g_autofree char *name = write_name (self->name);
  g_autofree char *value = NULL;

  if (self->value != NULL)
    value = strchr (self->value, '"') != NULL ? ls_script_comment_quote (self->value) : write_line (self->value);
  return g_strjoin (" ", name, self->state, value, NULL);
}

static char *
write_posted (const LsExpectation *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  if (self->name != NULL)
    g_ptr_array_add (words, write_name (self->name));
  if (self->priority != LS_TASK_PRIORITY_NONE)
    g_ptr_array_add (words, g_strdup (ls_task_priority_to_string (self->priority)));
  if (self->signal != NULL)
    {
      g_ptr_array_add (words, g_strdup ("signal"));
      g_ptr_array_add (words, write_name (self->signal));
    }
  if (self->number > 0)
    g_ptr_array_add (words, g_strdup_printf (">= %u ms", self->number));
  g_ptr_array_add (words, NULL);
  return g_strjoinv (" ", (char **) words->pdata);
}

static char *
write_signal (const LsExpectation  *self,
              const char          **word)
{
  const char *aborted = self->aborted == -1 ? NULL : self->aborted ? "aborted" : "not-aborted";
  char *name = write_name (self->name);
  g_autofree char *own = NULL;

  if (self->priority == LS_TASK_PRIORITY_NONE)
    {
      *word = aborted;
      return name;
    }
  own = name;
  *word = "priority";
  return g_strjoin (" ", own, ls_task_priority_to_string (self->priority), aborted, NULL);
}

static char *
write_memory (const LsExpectation *self)
{
  g_autofree char *name = write_name (self->name);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s[%" PRIu64 "]", name, self->index);
  if (self->minimum == self->maximum)
    g_string_append_printf (text, " = %" PRId64, self->minimum);
  else if (self->minimum != G_MININT64 || self->maximum == G_MAXINT64)
    g_string_append_printf (text, " >= %" PRId64, self->minimum);
  if (self->minimum != self->maximum && self->maximum != G_MAXINT64)
    g_string_append_printf (text, " <= %" PRId64, self->maximum);
  return g_string_free (text, FALSE);
}

static char *
write_bounds (const LsExpectation *self,
              LsScriptBound        kind)
{
  return ls_script_value_write_bounds (self->least, self->most, kind);
}

/* Returns (transfer full) (nullable) what follows the word, which may be changed. */
static char *
write_value (const LsExpectation  *self,
             const char          **word)
{
  g_autofree char *name = self->name != NULL ? write_name (self->name) : NULL;
  g_autofree char *bounds = NULL;

  switch (self->kind)
    {
    case LS_EXPECTATION_LOG:
    case LS_EXPECTATION_LOG_CONTAINS:
    case LS_EXPECTATION_NEVER:
    case LS_EXPECTATION_UNCAUGHT:
      return write_all (self->lines, write_line, " | ");
    case LS_EXPECTATION_ORDER:
      return *self->lines != NULL ? write_all (self->lines, write_name, " ") : NULL;
    case LS_EXPECTATION_RAN:
    case LS_EXPECTATION_NOT_RAN:
    case LS_EXPECTATION_UNLOCKED:
    case LS_EXPECTATION_NEXT:
      return g_steal_pointer (&name);
    case LS_EXPECTATION_RESULT:
      return write_result (self);
    case LS_EXPECTATION_FINISHED:
    case LS_EXPECTATION_NOBODY_WAITS:
      return g_strdup (self->flag ? "true" : "false");
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return g_strdup_printf ("%u", self->number);
    case LS_EXPECTATION_SIGNAL:
      return write_signal (self, word);
    case LS_EXPECTATION_POSTED:
      return write_posted (self);
    case LS_EXPECTATION_MEMORY:
      return self->flag ? NULL : write_memory (self);
    case LS_EXPECTATION_WAITED:
      bounds = write_bounds (self, LS_SCRIPT_BOUND_TIME);
      return g_strjoin (" ", name, bounds, NULL);
    case LS_EXPECTATION_LONGEST_TURN:
      return write_bounds (self, LS_SCRIPT_BOUND_TIME);
    case LS_EXPECTATION_MISSED_FRAMES:
      return write_bounds (self, LS_SCRIPT_BOUND_NUMBER);
    case LS_EXPECTATION_HOLDERS:
      bounds = write_bounds (self, LS_SCRIPT_BOUND_NUMBER);
      return g_strdup_printf ("%s[%" PRIu64 "] %s", name, self->index, bounds);
    case LS_EXPECTATION_AGENT:
      return g_strjoin (" ", name, self->state, NULL);
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Returns (transfer full) (nullable) the claim of which ls_claim_parse() makes the same expectation; %NULL for what claims cannot
 * say: at which step something is so, that memory is so always, and an order of no tasks. */
char *
ls_claim_to_text (LsExpectation *expectation)
{
  const char *word = ls_claim_get_word (expectation->kind);
  g_autofree char *value = expectation->has_step ? NULL : write_value (expectation, &word);
  g_autofree char *title = NULL;

  if (value == NULL)
    return NULL;
  if (expectation->title != NULL)
    title = *expectation->title != '\0' ? ls_script_comment_write_result (expectation->title) : g_strdup ("\"\"");
  return g_strconcat (word, ":", *value != '\0' ? " " : "", value, title != NULL ? " # " : "", title, NULL);
}
