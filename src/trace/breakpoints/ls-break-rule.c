/* ls-break-rule.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-rule.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  const char     *name;
  LsBreakMembers  members;
} KindSpec;

#define WHERE \
  (LS_BREAK_MEMBER_TASK | LS_BREAK_MEMBER_SIGNAL | LS_BREAK_MEMBER_PRIORITY | LS_BREAK_MEMBER_AGENT | LS_BREAK_MEMBER_HITS)
#define OF_AGENT (LS_BREAK_MEMBER_AGENT | LS_BREAK_MEMBER_HITS)

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
    "queue-length", LS_BREAK_MEMBER_QUEUE | LS_BREAK_MEMBER_COUNT | LS_BREAK_MEMBER_SIGNAL | LS_BREAK_MEMBER_PRIORITY | OF_AGENT
  },
  [LS_BREAK_WAIT] = { "wait", WHERE | LS_BREAK_MEMBER_TIME },
  [LS_BREAK_AGENT_RUN] = { "agent-run", OF_AGENT },
  [LS_BREAK_AGENT_WAIT] = { "agent-wait", OF_AGENT | LS_BREAK_MEMBER_MEMORY },
  [LS_BREAK_AGENT_NOTIFIED] = { "agent-notified", OF_AGENT | LS_BREAK_MEMBER_MEMORY },
  [LS_BREAK_MEMORY] = { "memory", OF_AGENT | LS_BREAK_MEMBER_MEMORY | LS_BREAK_MEMBER_VALUE },
  [LS_BREAK_LOCK] = { "lock", OF_AGENT | LS_BREAK_MEMBER_MEMORY },
};

/* Where a breakpoint has texts. */
static const gsize texts[] = {
  G_STRUCT_OFFSET (LsBreakRule, script), G_STRUCT_OFFSET (LsBreakRule, condition), G_STRUCT_OFFSET (LsBreakRule, task),
  G_STRUCT_OFFSET (LsBreakRule, signal), G_STRUCT_OFFSET (LsBreakRule, text), G_STRUCT_OFFSET (LsBreakRule, agent),
  G_STRUCT_OFFSET (LsBreakRule, memory), G_STRUCT_OFFSET (LsBreakRule, value),
};

G_DEFINE_BOXED_TYPE (LsBreakRule, ls_break_rule, ls_break_rule_copy, ls_break_rule_free)

/**
 * ls_break_rule_new:
 * @kind: what it is to look for
 *
 * Makes a breakpoint that is narrowed by nothing yet.
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
  self->index = LS_BREAK_INDEX_ANY;
  return self;
}

/**
 * ls_break_rule_new_for_line:
 * @script: the name of a script
 * @line: a line of it, from 1
 * @condition: (nullable): an expression
 *
 * Makes a breakpoint at a line.
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
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsBreakRule *
ls_break_rule_copy (const LsBreakRule *self)
{
  LsBreakRule *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    G_STRUCT_MEMBER (char *, copy, texts[i]) = g_strdup (G_STRUCT_MEMBER (char *, self, texts[i]));
  return copy;
}

/**
 * ls_break_rule_free:
 * @self: (transfer full): a breakpoint
 *
 * Frees it.
 */
void
ls_break_rule_free (LsBreakRule *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (G_STRUCT_MEMBER (char *, self, texts[i]));
  g_free (self);
}

/**
 * ls_break_rule_equal:
 * @self: a breakpoint
 * @other: another
 *
 * Compares two breakpoints.
 *
 * Returns: whether all their members are equal
 */
gboolean
ls_break_rule_equal (const LsBreakRule *self,
                     const LsBreakRule *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_strcmp0 (G_STRUCT_MEMBER (char *, self, texts[i]), G_STRUCT_MEMBER (char *, other, texts[i])) != 0)
      return FALSE;
  return self->kind == other->kind && !self->enabled == !other->enabled && self->line == other->line &&
         self->priority == other->priority && self->time == other->time && self->queue == other->queue &&
         self->count == other->count && self->from == other->from && self->every == other->every && self->index == other->index;
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
 * Tells whether it has what its kind needs.
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
  switch ((int) self->kind)
    {
    case LS_BREAK_LINE:
      return has_text (self->script) && self->line > 0;
    case LS_BREAK_SIGNAL:
      return has_text (self->signal);
    case LS_BREAK_PRIORITY:
      return ls_task_priority_is_valid (self->priority);
    case LS_BREAK_LOG:
      return has_text (self->text);
    case LS_BREAK_QUEUE_LENGTH:
      return self->queue == LS_BREAK_QUEUE_ANY || self->queue == LS_BREAK_QUEUE_ALL ||
             (self->queue >= 0 && ls_queue_type_is_known (self->queue));
    case LS_BREAK_MEMORY:
      return !has_text (self->value) || ls_break_value_is_valid (self->value);
    default:
      return TRUE;
    }
}

/* A task as the subject of a sentence: “a task named “decode” with priority background and signal “c1””. */
static char *
say_task (const LsBreakRule *self)
{
  const char *priority = ls_task_priority_is_valid (self->priority) ? ls_task_priority_to_string (self->priority) : NULL;

  if (has_text (self->task) && priority != NULL && has_text (self->signal))
    return g_strdup_printf (C_("task", "a task named “%s” with priority %s and signal “%s”"), self->task, priority, self->signal);
  if (has_text (self->task) && priority != NULL)
    return g_strdup_printf (C_("task", "a task named “%s” with priority %s"), self->task, priority);
  if (has_text (self->task) && has_text (self->signal))
    return g_strdup_printf (C_("task", "a task named “%s” with signal “%s”"), self->task, self->signal);
  if (has_text (self->task))
    return g_strdup_printf (C_("task", "a task named “%s”"), self->task);
  if (priority != NULL && has_text (self->signal))
    return g_strdup_printf (C_("task", "a task with priority %s and signal “%s”"), priority, self->signal);
  if (priority != NULL)
    return g_strdup_printf (C_("task", "a task with priority %s"), priority);
  if (has_text (self->signal))
    return g_strdup_printf (C_("task", "a task with signal “%s”"), self->signal);
  return g_strdup (C_("task", "a task"));
}

/* Puts what @out says into a sentence that says more. */
static void
replace_text (GString *out,
              char    *text)
{
  g_string_assign (out, text);
  g_free (text);
}

/* The conditions of a breakpoint that is not about a task. */
static void
append_running (GString           *out,
                const LsBreakRule *self,
                gboolean           has_signal,
                gboolean           has_priority)
{
  const char *task = has_text (self->task) ? self->task : NULL;
  const char *priority = has_priority || !ls_task_priority_is_valid (self->priority)
                           ? NULL : ls_task_priority_to_string (self->priority);
  const char *signal = has_signal || !has_text (self->signal) ? NULL : self->signal;
  char *text = NULL;

  /* Translators: in these, the first %s is a sentence such as “Break at line 3 of main.js” */
  if (task != NULL && priority != NULL && signal != NULL)
    text = g_strdup_printf (_("%s, in a task named “%s” with priority %s and signal “%s”"), out->str, task, priority, signal);
  else if (task != NULL && priority != NULL)
    text = g_strdup_printf (_("%s, in a task named “%s” with priority %s"), out->str, task, priority);
  else if (task != NULL && signal != NULL)
    text = g_strdup_printf (_("%s, in a task named “%s” with signal “%s”"), out->str, task, signal);
  else if (task != NULL)
    text = g_strdup_printf (_("%s, in a task named “%s”"), out->str, task);
  else if (priority != NULL && signal != NULL)
    text = g_strdup_printf (_("%s, in a task with priority %s and signal “%s”"), out->str, priority, signal);
  else if (priority != NULL)
    text = g_strdup_printf (_("%s, in a task with priority %s"), out->str, priority);
  else if (signal != NULL)
    text = g_strdup_printf (_("%s, in a task with signal “%s”"), out->str, signal);
  if (text != NULL)
    replace_text (out, text);
}

static void
append_any_queue (GString           *out,
                  const LsBreakRule *self)
{
  const char *priority = ls_task_priority_is_valid (self->priority) ? ls_task_priority_to_string (self->priority) : NULL;

  if (priority != NULL && has_text (self->signal))
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE,
                                              "Break when a queue with priority %s and signal “%s” holds more than %u task",
                                              "Break when a queue with priority %s and signal “%s” holds more than %u tasks",
                                              self->count),
                            priority, self->signal, self->count);
  else if (priority != NULL)
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Break when a queue with priority %s holds more than %u task",
                                              "Break when a queue with priority %s holds more than %u tasks", self->count),
                            priority, self->count);
  else if (has_text (self->signal))
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Break when a queue with signal “%s” holds more than %u task",
                                              "Break when a queue with signal “%s” holds more than %u tasks", self->count),
                            self->signal, self->count);
  else
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Break when a queue holds more than %u task",
                                              "Break when a queue holds more than %u tasks", self->count),
                            self->count);
}

static void
append_queue (GString           *out,
              const LsBreakRule *self)
{
  if (self->queue == LS_BREAK_QUEUE_ALL)
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Break when all queues together hold more than %u task",
                                              "Break when all queues together hold more than %u tasks", self->count),
                            self->count);
  else if (self->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE,
                                              "Break when all scheduler queues together hold more than %u task",
                                              "Break when all scheduler queues together hold more than %u tasks",
                                              self->count),
                            self->count);
  else if (self->queue >= 0)
    /* Translators: a queue of the loop, such as timer */
    g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "Break when the %s queue holds more than %u task",
                                              "Break when the %s queue holds more than %u tasks", self->count),
                            ls_queue_type_to_string (self->queue), self->count);
  else
    append_any_queue (out, self);
}

static void
append_line (GString           *out,
             const LsBreakRule *self)
{
  const char *script = self->script != NULL ? self->script : "";

  if (has_text (self->condition))
    /* Translators: a line, a script, a condition in JavaScript */
    g_string_append_printf (out, _("Break at line %u of %s if %s"), self->line, script, self->condition);
  else
    g_string_append_printf (out, _("Break at line %u of %s"), self->line, script);
}

static void
append_priority_change (GString           *out,
                        const LsBreakRule *self)
{
  const char *priority = ls_task_priority_is_valid (self->priority) ? ls_task_priority_to_string (self->priority) : NULL;

  if (has_text (self->signal) && priority != NULL)
    g_string_append_printf (out, _("Break when the priority of “%s” changes to %s"), self->signal, priority);
  else if (has_text (self->signal))
    g_string_append_printf (out, _("Break when the priority of “%s” changes"), self->signal);
  else if (priority != NULL)
    g_string_append_printf (out, _("Break when the priority of any signal changes to %s"), priority);
  else
    g_string_append (out, _("Break when the priority of any signal changes"));
}

static void
append_abort (GString           *out,
              const LsBreakRule *self)
{
  if (has_text (self->signal) && has_text (self->text))
    /* Translators: a signal, the reason of its abort */
    g_string_append_printf (out, _("Break when “%s” is aborted because of “%s”"), self->signal, self->text);
  else if (has_text (self->signal))
    g_string_append_printf (out, _("Break when “%s” is aborted"), self->signal);
  else if (has_text (self->text))
    g_string_append_printf (out, _("Break when any signal is aborted because of “%s”"), self->text);
  else
    g_string_append (out, _("Break when any signal is aborted"));
}

/* A place in shared memory, as programs write it: “lock[0]”. */
static char *
say_place (const LsBreakRule *self)
{
  const char *memory = has_text (self->memory) ? self->memory : "*";

  if (self->index == LS_BREAK_INDEX_ANY)
    return g_strdup_printf ("%s[*]", memory);
  return g_strdup_printf ("%s[%u]", memory, self->index);
}

static void
append_agent (GString           *out,
              const LsBreakRule *self)
{
  g_autofree char *place = say_place (self);
  const char *agent = has_text (self->agent) ? self->agent : NULL;

  switch ((int) self->kind)
    {
    case LS_BREAK_AGENT_RUN:
      if (agent != NULL)
        g_string_append_printf (out, _("Break when agent “%s” continues"), agent);
      else
        g_string_append (out, _("Break when another agent continues"));
      return;
    case LS_BREAK_AGENT_WAIT:
      if (agent != NULL)
        g_string_append_printf (out, _("Break when agent “%s” starts to wait"), agent);
      else
        g_string_append (out, _("Break when an agent starts to wait"));
      break;
    case LS_BREAK_AGENT_NOTIFIED:
      if (agent != NULL)
        g_string_append_printf (out, _("Break when agent “%s” is notified"), agent);
      else
        g_string_append (out, _("Break when an agent is notified"));
      break;
    case LS_BREAK_LOCK:
      if (agent != NULL)
        g_string_append_printf (out, _("Break when agent “%s” acquires a lock"), agent);
      else
        g_string_append (out, _("Break when an agent acquires a lock"));
      break;
    default:
      if (has_text (self->value))
        /* Translators: a place in shared memory, such as count[0]; a number */
        g_string_append_printf (out, _("Break when %s becomes %s"), place, self->value);
      else
        g_string_append_printf (out, _("Break when %s changes"), place);
      return;
    }
  if (has_text (self->memory) || self->index != LS_BREAK_INDEX_ANY)
    /* Translators: a sentence such as “Break when an agent is notified”, and a place in shared memory, such as lock[0] */
    replace_text (out, g_strdup_printf (_("%s at %s"), out->str, place));
}

static void
append_hits (GString           *out,
             const LsBreakRule *self)
{
  if (self->from > 1)
    /* Translators: a sentence about a breakpoint; the hit, counted from 1, at which it first stops */
    replace_text (out, g_strdup_printf (_("%s, starting with hit %u"), out->str, self->from));
  if (self->every > 1)
    /* Translators: a sentence about a breakpoint; it stops only once in so many hits */
    replace_text (out, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, once every %u hit", "%s, once every %u hits",
                                                     self->every),
                                        out->str, self->every));
}

/**
 * ls_break_rule_to_sentence:
 * @self: a breakpoint
 *
 * Says in a sentence what it looks for, such as “Break when a queue with priority background holds more than 10 tasks”. It does
 * not say whether it is enabled.
 *
 * Returns: (transfer full): a sentence in the language of the locale, without a full stop; names in it are as they are, and may
 *   be long
 */
char *
ls_break_rule_to_sentence (const LsBreakRule *self)
{
  g_autoptr (GString) out = NULL;
  g_autofree char *time = NULL;
  g_autofree char *task = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  time = g_strdup_printf ("%.15g ms", self->time / 1000.0);
  task = say_task (self);
  switch (self->kind)
    {
    case LS_BREAK_LINE:
      append_line (out, self);
      append_running (out, self, FALSE, FALSE);
      break;
    case LS_BREAK_TASK_START:
    case LS_BREAK_PRIORITY:
      /* Translators: %s is a text with the context “task”, such as “a task named “decode”” */
      g_string_append_printf (out, _("Break when %s starts"), task);
      break;
    case LS_BREAK_PRIORITY_CHANGE:
      append_priority_change (out, self);
      append_running (out, self, TRUE, TRUE);
      break;
    case LS_BREAK_ABORT:
      append_abort (out, self);
      append_running (out, self, TRUE, FALSE);
      break;
    case LS_BREAK_SIGNAL:
      if (has_text (self->signal))
        g_string_append_printf (out, _("Break when anything happens to “%s”"), self->signal);
      else
        g_string_append (out, _("Break when anything happens to any signal"));
      append_running (out, self, TRUE, FALSE);
      break;
    case LS_BREAK_TIME:
      /* Translators: a time */
      g_string_append_printf (out, _("Break at %s"), time);
      break;
    case LS_BREAK_LOG:
      g_string_append_printf (out, _("Break when “%s” is printed"), self->text != NULL ? self->text : "");
      append_running (out, self, FALSE, FALSE);
      break;
    case LS_BREAK_QUEUE_LENGTH:
      append_queue (out, self);
      break;
    case LS_BREAK_WAIT:
      /* Translators: a text with the context “task”, such as “a task named “decode””, and how long */
      g_string_append_printf (out, _("Break when %s has waited longer than %s"), task, time);
      break;
    case LS_BREAK_AGENT_RUN:
    case LS_BREAK_AGENT_WAIT:
    case LS_BREAK_AGENT_NOTIFIED:
    case LS_BREAK_MEMORY:
    case LS_BREAK_LOCK:
      append_agent (out, self);
      break;
    default:
      g_return_val_if_reached (NULL);
    }
  if ((self->kind < LS_BREAK_AGENT_RUN || self->kind == LS_BREAK_MEMORY) && has_text (self->agent))
    /* Translators: a sentence about a breakpoint; the name of an agent (a worker, or the main one) */
    replace_text (out, g_strdup_printf (_("%s, in agent “%s”"), out->str, self->agent));
  append_hits (out, self);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * ls_break_kind_get_members:
 * @kind: a kind of breakpoint
 *
 * Tells which members of [struct@BreakRule] a kind of breakpoint looks at.
 *
 * Returns: the members of [struct@BreakRule] that it looks at
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
 * Gets the name of a kind of breakpoint.
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
 * Looks up a name, as ls_break_kind_to_string() has it.
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
