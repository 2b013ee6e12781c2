/* ls-break-rule.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-rule.h"

#include <string.h>

typedef struct
{
  const char     *name;
  LsBreakMembers  members;
} KindSpec;

#define WHERE (LS_BREAK_MEMBER_TASK | LS_BREAK_MEMBER_SIGNAL | LS_BREAK_MEMBER_PRIORITY | LS_BREAK_MEMBER_HITS)

static const KindSpec kinds[LS_N_BREAK_KINDS] = {
  [LS_BREAK_LINE] = { "line", LS_BREAK_MEMBER_SCRIPT | LS_BREAK_MEMBER_CONDITION | WHERE },
  [LS_BREAK_TASK_START] = { "task-start", WHERE },
  [LS_BREAK_PRIORITY_CHANGE] = { "prioritychange", WHERE },
  [LS_BREAK_ABORT] = { "abort", WHERE | LS_BREAK_MEMBER_TEXT },
  [LS_BREAK_SIGNAL] = { "signal", WHERE },
  [LS_BREAK_PRIORITY] = { "priority", WHERE },
  [LS_BREAK_TIME] = { "time", LS_BREAK_MEMBER_TIME },
  [LS_BREAK_LOG] = { "log", WHERE | LS_BREAK_MEMBER_TEXT },
  [LS_BREAK_QUEUE_LENGTH] = {
    "queue-length", LS_BREAK_MEMBER_QUEUE | LS_BREAK_MEMBER_COUNT | LS_BREAK_MEMBER_SIGNAL | LS_BREAK_MEMBER_PRIORITY |
                    LS_BREAK_MEMBER_HITS
  },
  [LS_BREAK_WAIT] = { "wait", WHERE | LS_BREAK_MEMBER_TIME },
};

G_DEFINE_BOXED_TYPE (LsBreakRule, ls_break_rule, ls_break_rule_copy, ls_break_rule_free)

/**
 * ls_break_rule_new:
 * @kind: what it is to look for
 *
 * Returns: (transfer full): a breakpoint that is enabled, and narrowed by nothing; see ls_break_rule_is_complete()
 */
LsBreakRule *
ls_break_rule_new (LsBreakKind kind)
{
  LsBreakRule *self;

  g_return_val_if_fail ((guint) kind < LS_N_BREAK_KINDS, NULL);

  self = g_new0 (LsBreakRule, 1);
  self->kind = kind;
  self->enabled = TRUE;
  self->priority = LS_TASK_PRIORITY_NONE;
  self->queue = LS_BREAK_QUEUE_ANY;
  self->from = 1;
  self->every = 1;
  return self;
}

/**
 * ls_break_rule_new_for_line:
 * @script: the name of a script
 * @line: a line of it, from 1
 * @condition: (nullable): an expression
 *
 * Returns: (transfer full): a breakpoint at a line
 */
LsBreakRule *
ls_break_rule_new_for_line (const char *script,
                            guint       line,
                            const char *condition)
{
  LsBreakRule *self;

  g_return_val_if_fail (script != NULL, NULL);

  self = ls_break_rule_new (LS_BREAK_LINE);
  self->script = g_strdup (script);
  self->line = line;
  self->condition = g_strdup (condition);
  return self;
}

/**
 * ls_break_rule_copy:
 * @self: a breakpoint
 *
 * Returns: (transfer full): a copy
 */
LsBreakRule *
ls_break_rule_copy (const LsBreakRule *self)
{
  LsBreakRule *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new (LsBreakRule, 1);
  *copy = *self;
  copy->script = g_strdup (self->script);
  copy->condition = g_strdup (self->condition);
  copy->task = g_strdup (self->task);
  copy->signal = g_strdup (self->signal);
  copy->text = g_strdup (self->text);
  return copy;
}

/**
 * ls_break_rule_free:
 * @self: (transfer full): a breakpoint
 */
void
ls_break_rule_free (LsBreakRule *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->script);
  g_free (self->condition);
  g_free (self->task);
  g_free (self->signal);
  g_free (self->text);
  g_free (self);
}

/**
 * ls_break_rule_equal:
 * @self: a breakpoint
 * @other: another
 *
 * Returns: whether all their members are equal
 */
gboolean
ls_break_rule_equal (const LsBreakRule *self,
                     const LsBreakRule *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  return self->kind == other->kind && !self->enabled == !other->enabled && self->line == other->line &&
         self->priority == other->priority && self->time == other->time && self->queue == other->queue &&
         self->count == other->count && self->from == other->from && self->every == other->every &&
         g_strcmp0 (self->script, other->script) == 0 && g_strcmp0 (self->condition, other->condition) == 0 &&
         g_strcmp0 (self->task, other->task) == 0 && g_strcmp0 (self->signal, other->signal) == 0 &&
         g_strcmp0 (self->text, other->text) == 0;
}

static gboolean
has_text (const char *text)
{
  return text != NULL && *text != '\0';
}

/**
 * ls_break_rule_is_complete:
 * @self: a breakpoint
 *
 * Returns: whether it has what its kind needs: a line, a signal's name, a priority, a text; one that is not complete never
 *   stops
 */
gboolean
ls_break_rule_is_complete (const LsBreakRule *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if ((guint) self->kind >= LS_N_BREAK_KINDS || self->from == 0 || self->every == 0)
    return FALSE;
  switch (self->kind)
    {
    case LS_BREAK_LINE:
      return has_text (self->script) && self->line > 0;
    case LS_BREAK_SIGNAL:
      return has_text (self->signal);
    case LS_BREAK_PRIORITY:
      return self->priority < LS_N_TASK_PRIORITIES;
    case LS_BREAK_LOG:
      return has_text (self->text);
    case LS_BREAK_QUEUE_LENGTH:
      return self->queue == LS_BREAK_QUEUE_ANY || self->queue == LS_BREAK_QUEUE_ALL ||
             (self->queue >= 0 && ls_queue_type_is_valid (self->queue));
    case LS_BREAK_TASK_START:
    case LS_BREAK_PRIORITY_CHANGE:
    case LS_BREAK_ABORT:
    case LS_BREAK_TIME:
    case LS_BREAK_WAIT:
    case LS_N_BREAK_KINDS:
    default:
      return TRUE;
    }
}

static void
append_priority (GString           *out,
                 const LsBreakRule *self,
                 const char        *before)
{
  if (self->priority < LS_N_TASK_PRIORITIES)
    g_string_append_printf (out, "%s%s", before, ls_task_priority_to_string (self->priority));
}

static void
append_signal (GString    *out,
               const char *pattern)
{
  if (has_text (pattern))
    g_string_append_printf (out, "“%s”", pattern);
  else
    g_string_append (out, "any signal");
}

static void
append_task (GString           *out,
             const LsBreakRule *self)
{
  g_string_append (out, "a task");
  if (has_text (self->task))
    g_string_append_printf (out, " called “%s”", self->task);
  append_priority (out, self, " of ");
  if (has_text (self->signal))
    g_string_append_printf (out, " with the signal “%s”", self->signal);
}

/* What narrows a breakpoint that is not about a task. */
static void
append_running (GString           *out,
                const LsBreakRule *self,
                gboolean           has_signal,
                gboolean           has_priority)
{
  gboolean priority = !has_priority && self->priority < LS_N_TASK_PRIORITIES;
  gboolean signal = !has_signal && has_text (self->signal);

  if (!priority && !signal && !has_text (self->task))
    return;
  g_string_append (out, ", in a task");
  if (has_text (self->task))
    g_string_append_printf (out, " called “%s”", self->task);
  if (priority)
    append_priority (out, self, " of ");
  if (signal)
    g_string_append_printf (out, " with the signal “%s”", self->signal);
}

static void
append_queue (GString           *out,
              const LsBreakRule *self)
{
  if (self->queue == LS_BREAK_QUEUE_ALL)
    g_string_append (out, "all queues together hold");
  else if (self->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    g_string_append (out, "the queues of schedulers together hold");
  else if (self->queue >= 0)
    g_string_append_printf (out, "the queue %s holds", ls_queue_type_to_string (self->queue));
  else
    {
      g_string_append (out, "a queue");
      append_priority (out, self, " of ");
      if (has_text (self->signal))
        g_string_append_printf (out, " with the signal “%s”", self->signal);
      g_string_append (out, " holds");
    }
  g_string_append_printf (out, " more than %u task%s", self->count, self->count == 1 ? "" : "s");
}

static void
append_hits (GString           *out,
             const LsBreakRule *self)
{
  if (self->from > 1)
    g_string_append_printf (out, ", from time %u on", self->from);
  if (self->every > 1)
    g_string_append_printf (out, ", each time of %u", self->every);
}

static char *
format_duration (guint64 time)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup_printf ("%s ms", g_ascii_formatd (buffer, sizeof buffer, "%.15g", time / 1000.0));
}

/**
 * ls_break_rule_to_sentence:
 * @self: a breakpoint
 *
 * Says in a sentence what it looks for, such as “Break when a queue of background holds more than 10 tasks”. It does not say
 * whether it is enabled.
 *
 * Returns: (transfer full): a sentence in English without a full stop; names in it are as they are, and may be long
 */
char *
ls_break_rule_to_sentence (const LsBreakRule *self)
{
  g_autoptr(GString) out = NULL;
  g_autofree char *time = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new ("Break ");
  time = format_duration (self->time);
  switch (self->kind)
    {
    case LS_BREAK_LINE:
      g_string_append_printf (out, "at line %u of %s", self->line, self->script != NULL ? self->script : "");
      if (has_text (self->condition))
        g_string_append_printf (out, " if %s", self->condition);
      append_running (out, self, FALSE, FALSE);
      break;
    case LS_BREAK_TASK_START:
    case LS_BREAK_PRIORITY:
      g_string_append (out, "when ");
      append_task (out, self);
      g_string_append (out, " starts");
      break;
    case LS_BREAK_PRIORITY_CHANGE:
      g_string_append (out, "when the priority of ");
      append_signal (out, self->signal);
      g_string_append (out, " changes");
      append_priority (out, self, " to ");
      append_running (out, self, TRUE, TRUE);
      break;
    case LS_BREAK_ABORT:
      g_string_append (out, "when ");
      append_signal (out, self->signal);
      g_string_append (out, " is aborted");
      if (has_text (self->text))
        g_string_append_printf (out, " because of “%s”", self->text);
      append_running (out, self, TRUE, FALSE);
      break;
    case LS_BREAK_SIGNAL:
      g_string_append (out, "when anything happens to ");
      append_signal (out, self->signal);
      append_running (out, self, TRUE, FALSE);
      break;
    case LS_BREAK_TIME:
      g_string_append_printf (out, "at %s", time);
      break;
    case LS_BREAK_LOG:
      g_string_append_printf (out, "when “%s” is printed", self->text != NULL ? self->text : "");
      append_running (out, self, FALSE, FALSE);
      break;
    case LS_BREAK_QUEUE_LENGTH:
      g_string_append (out, "when ");
      append_queue (out, self);
      break;
    case LS_BREAK_WAIT:
      g_string_append (out, "when ");
      append_task (out, self);
      g_string_append_printf (out, " has waited longer than %s", time);
      break;
    case LS_N_BREAK_KINDS:
    default:
      g_return_val_if_reached (NULL);
    }
  append_hits (out, self);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * ls_break_kind_get_members:
 * @kind: a kind of breakpoint
 *
 * Returns: the members of #LsBreakRule that it looks at
 */
LsBreakMembers
ls_break_kind_get_members (LsBreakKind kind)
{
  return (guint) kind < LS_N_BREAK_KINDS ? kinds[kind].members : 0;
}

/**
 * ls_break_kind_to_string:
 * @kind: a kind of breakpoint
 *
 * Returns: (transfer none): its name in files
 */
const char *
ls_break_kind_to_string (LsBreakKind kind)
{
  return (guint) kind < LS_N_BREAK_KINDS ? kinds[kind].name : "unknown";
}

/**
 * ls_break_kind_from_string:
 * @string: (nullable): a name
 * @kind: (out): the kind of that name
 *
 * Returns: %FALSE where no kind is called @string
 */
gboolean
ls_break_kind_from_string (const char  *string,
                           LsBreakKind *kind)
{
  for (guint i = 0; string != NULL && i < LS_N_BREAK_KINDS; i++)
    if (g_str_equal (kinds[i].name, string))
      {
        *kind = i;
        return TRUE;
      }

  return FALSE;
}

static const char *
skip_one (const char *pattern,
          const char *name)
{
  if (*pattern == '\\' && pattern[1] != '\0')
    pattern++;
  else if (*pattern == '?')
    return pattern + 1;
  return *pattern == *name ? pattern + 1 : NULL;
}

/**
 * ls_break_pattern_match:
 * @pattern: a pattern as in #LsBreakRule
 * @name: a name in UTF-8
 *
 * Takes time in proportion to the product of both lengths at most, whatever the pattern.
 *
 * Returns: whether @pattern is one for the whole of @name
 */
gboolean
ls_break_pattern_match (const char *pattern,
                        const char *name)
{
  const char *star = NULL;
  const char *tried = NULL;

  g_return_val_if_fail (pattern != NULL && name != NULL, FALSE);

  while (*name != '\0')
    {
      const char *next;

      if (*pattern == '*')
        {
          star = ++pattern;
          tried = name;
        }
      else if (*pattern != '\0' && (next = skip_one (pattern, name)) != NULL)
        {
          name = *pattern == '?' ? g_utf8_next_char (name) : name + 1;
          pattern = next;
        }
      else if (star != NULL)
        {
          pattern = star;
          name = tried = g_utf8_next_char (tried);
        }
      else
        return FALSE;
    }
  while (*pattern == '*')
    pattern++;

  return *pattern == '\0';
}
