/* ls-wait-causes-text.c: what a task waited for, as text and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-wait-causes-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-json-writer-private.h"
#include "ls-trace-names-private.h"

/* How many groups of a kind the text lists. */
#define MAX_LINES 8

static const struct
{
  const char *name;
  LsClause clause;
  guint8 step;
} kinds[LS_N_WAIT_CAUSE_KINDS] = {
  [LS_WAIT_CAUSE_RUNNING] = { "running", LS_CLAUSE_EVENT_LOOP, 0 },
  [LS_WAIT_CAUSE_PRIORITY] = { "higher-priority", LS_CLAUSE_SELECT_NEXT_QUEUE, 5 },
  [LS_WAIT_CAUSE_CONTINUATION] = { "continuation", LS_CLAUSE_SELECT_NEXT_QUEUE, 5 },
  [LS_WAIT_CAUSE_RANK] = { "higher-rank", LS_CLAUSE_PRESET, 0 },
  [LS_WAIT_CAUSE_ORDER] = { "older", LS_CLAUSE_EVENT_LOOP, 2 },
  [LS_WAIT_CAUSE_SAME_RANK] = { "older-same-rank", LS_CLAUSE_EVENT_LOOP, 2 },
  [LS_WAIT_CAUSE_BEST_QUEUE] = { "better-queue", LS_CLAUSE_SELECT_NEXT_QUEUE, 5 },
  [LS_WAIT_CAUSE_RULE] = { "preset-rule", LS_CLAUSE_PRESET, 0 },
  [LS_WAIT_CAUSE_DELAY_LATE] = { "delay-late", LS_CLAUSE_BLINK_WAKE_UP_QUEUE, 0 },
  [LS_WAIT_CAUSE_UNKNOWN] = { "unknown", LS_CLAUSE_NONE, 0 },
  [LS_WAIT_CAUSE_ELSEWHERE] = { "elsewhere", LS_CLAUSE_NONE, 0 },
  [LS_WAIT_CAUSE_DEFERRED] = { "deferred", LS_CLAUSE_PRESET, 0 },
  [LS_WAIT_CAUSE_ITERATION] = { "iteration", LS_CLAUSE_GLIB_ITERATION, 0 },
};

static const char *const statuses[] = { "ran", "removed", "waiting", "delayed" };

/**
 * ls_wait_cause_kind_to_string:
 * @kind: a kind of cause
 *
 * Gets the name of a kind of cause.
 *
 * Returns: (transfer none): its name in JSON, stable over releases
 */
const char *
ls_wait_cause_kind_to_string (LsWaitCauseKind kind)
{
  return (guint) kind < LS_N_WAIT_CAUSE_KINDS ? kinds[kind].name : "unknown";
}

/**
 * ls_wait_status_to_string:
 * @status: how a wait ended
 *
 * Gets the name of how a wait ended.
 *
 * Returns: (transfer none): its name in JSON, stable over releases
 */
const char *
ls_wait_status_to_string (LsWaitStatus status)
{
  return (guint) status < G_N_ELEMENTS (statuses) ? statuses[status] : "unknown";
}

/**
 * ls_wait_cause_kind_get_rule:
 * @kind: a kind of cause
 *
 * Tells which clause a kind of cause follows from.
 *
 * Returns: (transfer full) (nullable): the clause that says so, or %NULL where none does
 */
char *
ls_wait_cause_kind_get_rule (LsWaitCauseKind kind)
{
  g_return_val_if_fail ((guint) kind < LS_N_WAIT_CAUSE_KINDS, NULL);

  return kinds[kind].clause != LS_CLAUSE_NONE ? ls_clause_format (kinds[kind].clause, kinds[kind].step) : NULL;
}

/* Says where a page has posted the task. (transfer full) (nullable) */
static char *
say_place (const LsWaitCauses *self)
{
  LsTaskPlace place;

  if (!ls_state_find_place (self->end, self->task, &place))
    return NULL;
  if (place.function == NULL)
    /* Translators: a place in a script */
    return g_strdup_printf (_("It was posted in %s."), place.place);
  /* Translators: a function, a place in a script */
  return g_strdup_printf (_("“%s” has posted it, in %s."), place.function, place.place);
}

/* Says when the priority changed while the task waited. */
static void
append_change (const LsWaitCauses *self,
               GString            *title)
{
  g_autofree char *at = NULL, *left = NULL, *sentence = NULL;

  if (!ls_task_priority_is_valid (self->changed_to))
    return;
  at = ls_names_say_duration (self->changed_at);
  left = ls_names_say_duration (self->until - MIN (self->changed_at, self->until));
  /* Translators: a time, such as “user-blocking”, how long */
  sentence = g_strdup_printf (_("It became %2$s at %1$s, and waited %3$s from then on."), at,
                              ls_task_priority_to_string (self->changed_to), left);
  g_string_append_printf (title, " %s", sentence);
}

/* Whether the task is a source that is ready when something happens. */
static gboolean
awaits_event (const LsWaitCauses *self)
{
  const LsTaskState *task = ls_state_get_task (self->end, self->task);

  return task != NULL && task->awaits_event;
}

/**
 * ls_wait_causes_get_title:
 * @self: causes of a wait
 *
 * Says how long the task waited.
 *
 * Returns: (transfer full): a sentence that says how long the task waited
 */
char *
ls_wait_causes_get_title (const LsWaitCauses *self)
{
  g_autoptr (GString) title = g_string_new (NULL);
  g_autofree char *name = NULL, *wait = NULL, *from = NULL, *until = NULL, *origin = NULL, *dispatched = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  name = ls_names_say_numbered (self->end, self->task);
  wait = ls_names_say_duration (self->until - self->from);
  from = ls_names_say_duration (self->from);
  until = ls_names_say_duration (self->until);
  switch (self->status)
    {
    case LS_WAIT_RAN:
      /* Translators: a task, how long, two times */
      g_string_printf (title, _("%s waited %s, from %s to %s."), name, wait, from, until);
      break;
    case LS_WAIT_REMOVED:
      /* Translators: a task, how long, two times */
      g_string_printf (title, _("%s waited %s, from %s to %s, and was removed before it could run."), name, wait, from, until);
      break;
    case LS_WAIT_DELAYED:
      g_string_printf (title, awaits_event (self) ? _("%s has not waited: it was not ready yet.")
                              : self->is_of_source ? _("%s has not waited: its interval was not over.")
                              : _("%s has not waited: its delay was not over."), name);
      break;
    case LS_WAIT_WAITING:
    default:
      /* Translators: a task, how long, a time */
      g_string_printf (title, _("%s has waited %s, since %s, and has not run."), name, wait, from);
      break;
    }
  ls_names_capitalize (title, 0);
  append_change (self, title);
  if (!self->is_of_source && (origin = say_place (self)) != NULL)
    g_string_append_printf (title, " %s", origin);
  else if (self->is_of_source && (origin = ls_wait_causes_say_origin (self)) != NULL)
    g_string_append_printf (title, " %s", origin);
  if (self->is_of_source && (dispatched = ls_wait_causes_say_dispatched (self)) != NULL)
    g_string_append_printf (title, " %s", dispatched);
  return g_string_free (g_steal_pointer (&title), FALSE);
}

/* The group of the turn that went on when the wait began. */
static const LsWaitCause *
find_running (const LsWaitCauses *self)
{
  for (guint i = 0; i < self->causes->len; i++)
    if (g_array_index (self->causes, LsWaitCause, i).kind == LS_WAIT_CAUSE_RUNNING)
      return &g_array_index (self->causes, LsWaitCause, i);
  return NULL;
}

static char *
say_running (const LsWaitCauses *self,
             const char         *duration)
{
  const LsWaitCause *running = find_running (self);
  const LsTaskState *task = ls_state_get_task (self->end, self->task);
  g_autofree char *name = ls_names_say_task (self->end, running != NULL ? running->task : 0);

  if (running != NULL && task != NULL && task->posted_by == running->task)
    /* Translators: how long, a task */
    return g_strdup_printf (_("%s while %s, which posted it, was still running: no turn is interrupted."), duration, name);
  /* Translators: how long, a task */
  return g_strdup_printf (_("%s while %s was still running: no turn is interrupted."), duration, name);
}

/* Queues of the loop have no priorities. */
static char *
say_order (const LsWaitCauses *self,
           const char         *duration,
           guint32             n)
{
  const LsTaskState *task = ls_state_get_task (self->end, self->task);

  if (task != NULL && task->is_scheduler_task)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u older task of the same priority.",
                                         "%s behind %u older tasks of the same priority.", n), duration, n);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u older task of the same queue.",
                                       "%s behind %u older tasks of the same queue.", n), duration, n);
}

static char *
say_delay_late (const char *duration,
                guint32     n)
{
  if (n == 0)
    return g_strdup_printf (_("%s until the loop noticed that its delay was over."), duration);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%s until the loop noticed that its delay was over; %u task ran meanwhile.",
                                       "%s until the loop noticed that its delay was over; %u tasks ran meanwhile.", n),
                          duration, n);
}

/* The group with the longest dispatch of the main context that runs the loop, while no task of the loop ran. */
static const LsWaitCause *
find_longest_elsewhere (const LsWaitCauses *self)
{
  const LsWaitCause *longest = NULL;

  for (guint i = 0; i < self->causes->len; i++)
    {
      const LsWaitCause *group = &g_array_index (self->causes, LsWaitCause, i);

      if (group->kind == LS_WAIT_CAUSE_ELSEWHERE && (longest == NULL || group->longest > longest->longest))
        longest = group;
    }
  return longest;
}

static char *
say_elsewhere (const LsWaitCauses *self,
               const char         *duration)
{
  const LsWaitCause *longest = find_longest_elsewhere (self);

  if (longest != NULL)
    {
      const guint32 n = self->n_tasks[LS_WAIT_CAUSE_ELSEWHERE];
      g_autofree char *name = ls_names_say_task (self->end, longest->task);
      g_autofree char *took = ls_names_say_duration (longest->longest);

      /* Translators: how long, how many, the name of a source of GLib, how long it took */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s while no task of this loop ran: the main context of its thread dispatched %u source, "
                                           "%s, for %s.",
                                           "%s while no task of this loop ran: the main context of its thread dispatched %u sources, "
                                           "the longest of them %s, for %s.", n),
                              duration, n, name, took);
    }
  if (self->knows_host)
    return g_strdup_printf (_("%s while no task of this loop ran, and the main context of its thread dispatched nothing else."), duration);
  if (self->is_recorded)
    return g_strdup_printf (_("%s while no task of this thread ran: the recording does not say why."), duration);
  if (ls_state_get_n_agents (self->end) > 1)
    return g_strdup_printf (_("%s while no task of this loop ran, but other loops of the thread could."), duration);
  return g_strdup_printf (_("%s while no task of this loop ran."), duration);
}

static char *
say_kind (const LsWaitCauses *self,
          LsWaitCauseKind     kind,
          const char         *duration)
{
  const guint32 n = self->n_tasks[kind];

  switch (kind)
    {
    case LS_WAIT_CAUSE_RUNNING:
      return say_running (self, duration);
    case LS_WAIT_CAUSE_PRIORITY:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u task of higher priority.",
                                           "%s behind %u tasks of higher priority.", n), duration, n);
    case LS_WAIT_CAUSE_CONTINUATION:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s behind %u continuation of the same priority: it comes before tasks that have not started.",
                                           "%s behind %u continuations of the same priority: they come before tasks that have not started.",
                                           n), duration, n);
    case LS_WAIT_CAUSE_RANK:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u task of a queue that the preset ranks higher.",
                                           "%s behind %u tasks of queues that the preset ranks higher.", n), duration, n);
    case LS_WAIT_CAUSE_ORDER:
      return say_order (self, duration, n);
    case LS_WAIT_CAUSE_SAME_RANK:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u older task of another queue with the same rank.",
                                           "%s behind %u older tasks of other queues with the same rank.", n), duration, n);
    case LS_WAIT_CAUSE_BEST_QUEUE:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s behind %u younger task: a better queue of the scheduler was not empty.",
                                           "%s behind %u younger tasks: a better queue of the scheduler was not empty.", n),
                              duration, n);
    case LS_WAIT_CAUSE_RULE:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s behind %u task that a rule of the preset let go first.",
                                           "%s behind %u tasks that a rule of the preset let go first.", n), duration, n);
    case LS_WAIT_CAUSE_DEFERRED:
      /* Translators: how long. The input is a click, or a key press */
      return g_strdup_printf (_("%s held back until the frame after the input was drawn."), duration);
    case LS_WAIT_CAUSE_DELAY_LATE:
      return say_delay_late (duration, n);
    case LS_WAIT_CAUSE_ELSEWHERE:
      return say_elsewhere (self, duration);
    case LS_WAIT_CAUSE_UNKNOWN:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s behind %u task that the preset would not have let go first: the recording "
                                           "does not say why it did.",
                                           "%s behind %u tasks that the preset would not have let go first: the recording "
                                           "does not say why they did.", n),
                              duration, n);
    }
}

/**
 * ls_wait_causes_get_sentence:
 * @self: causes of a wait
 * @kind: a kind of cause
 *
 * Says one cause of the wait in a sentence.
 *
 * Returns: (transfer full) (nullable): a sentence such as "31 ms behind 3 tasks of higher priority.", or %NULL where nothing of the
 *   wait is due to this
 */
char *
ls_wait_causes_get_sentence (const LsWaitCauses *self,
                             LsWaitCauseKind     kind)
{
  g_autofree char *duration = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail ((guint) kind < LS_N_WAIT_CAUSE_KINDS, NULL);

  if (self->totals[kind] == 0)
    return NULL;
  duration = ls_names_say_duration (self->totals[kind]);
  return self->is_of_source ? ls_wait_causes_say_of_source (self, kind, duration) : say_kind (self, kind, duration);
}

/**
 * ls_wait_causes_name_group:
 * @self: causes of a wait
 * @index: less than ls_wait_causes_get_n()
 *
 * Gets what people call a group of tasks.
 *
 * Returns: (transfer full) (nullable): what the tasks of a group are called, in a sentence
 */
char *
ls_wait_causes_name_group (const LsWaitCauses *self,
                           guint               index)
{
  const LsWaitCause *group;
  const char *text;
  g_autofree char *name = NULL;
  const char *mark;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < self->causes->len, NULL);

  group = &g_array_index (self->causes, LsWaitCause, index);
  mark = group->is_continuation ? " ↻" : "";
  if (group->is_rest)
    return g_strdup (_("tasks of other names"));
  text = ls_trace_get_text (ls_state_get_trace (self->end), group->name);
  if (text == NULL || *text == '\0')
    return g_strdup_printf (_("unnamed tasks (%s)%s"), ls_queue_type_to_string (group->queue), mark);
  name = ls_names_shorten (g_strdup (text));
  return g_strdup_printf (_("“%s%s”"), name, mark);
}

/* The main loop of a GLib program follows no specification. */
static char *
get_rule (const LsWaitCauses *self,
          LsWaitCauseKind     kind)
{
  if (self->is_of_source && kinds[kind].clause != LS_CLAUSE_NONE)
    return ls_clause_format (LS_CLAUSE_GLIB_ITERATION, 0);
  return ls_wait_cause_kind_get_rule (kind);
}

static void
append_group (const LsWaitCauses *self,
              guint               index,
              GString            *text)
{
  const LsWaitCause *group = &g_array_index (self->causes, LsWaitCause, index);
  g_autofree char *name = ls_wait_causes_name_group (self, index);
  g_autofree char *duration = ls_names_say_duration (group->duration);

  if (ls_queue_type_is_of_sources (group->queue) && !group->is_rest)
    {
      /* Translators: how long, how many, what these sources of GLib are called, their priority */
      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "    %s: %u dispatch: %s, priority %s\n",
                                                 "    %s: %u dispatches: %s, priority %s\n", group->n_tasks),
                              duration, group->n_tasks, name, ls_queue_type_get_source_priority (group->queue));
      return;
    }
  /* Translators: how long, how many, what these tasks are called, which queue they are of */
  g_string_append_printf (text, group->is_inferred
                                  ? g_dngettext (GETTEXT_PACKAGE, "    %s: %u task: %s, %s (inferred)\n",
                                                 "    %s: %u tasks: %s, %s (inferred)\n", group->n_tasks)
                                  : g_dngettext (GETTEXT_PACKAGE, "    %s: %u task: %s, %s\n", "    %s: %u tasks: %s, %s\n",
                                                 group->n_tasks),
                          duration, group->n_tasks, name,
                          ls_task_priority_is_valid (group->priority) ? ls_task_priority_to_string (group->priority)
                                                                 : ls_queue_type_to_string (group->queue));
}

/* The kinds, that with the greatest total first. */
static void
sort_kinds (const LsWaitCauses *self,
            LsWaitCauseKind    *order)
{
  for (guint i = 0; i < LS_N_WAIT_CAUSE_KINDS; i++)
    {
      guint at = i;

      for (; at > 0 && self->totals[order[at - 1]] < self->totals[i]; at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
}

static void
append_kind (const LsWaitCauses *self,
             LsWaitCauseKind     kind,
             GString            *text)
{
  g_autofree char *sentence = ls_wait_causes_get_sentence (self, kind);
  g_autofree char *rule = get_rule (self, kind);
  guint n_lines = 0, n_left_out = 0;

  if (sentence == NULL)
    return;
  g_string_append_printf (text, "%s\n", sentence);
  for (guint i = 0; i < self->causes->len && kind != LS_WAIT_CAUSE_RUNNING; i++)
    if (g_array_index (self->causes, LsWaitCause, i).kind == kind)
      {
        if (n_lines++ < MAX_LINES)
          append_group (self, i, text);
        else
          n_left_out++;
      }
  if (n_left_out > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "    … and %u more name\n", "    … and %u more names\n",
                                               n_left_out), n_left_out);
  if (rule != NULL)
    g_string_append_printf (text, "    %s\n", rule);
}

/**
 * ls_wait_causes_to_text:
 * @self: causes of a wait
 *
 * The title, then a sentence for each kind of cause, the one that took longest first, with the tasks and the rule.
 *
 * Returns: (transfer full): lines, each with a line feed
 */
char *
ls_wait_causes_to_text (const LsWaitCauses *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *title = NULL;
  LsWaitCauseKind order[LS_N_WAIT_CAUSE_KINDS];

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  title = ls_wait_causes_get_title (self);
  g_string_append_printf (text, "%s\n", title);
  if (self->is_inferred)
    g_string_append_printf (text, "%s\n", self->is_of_source
                                            ? _("When it became ready is not known: it may have waited longer.")
                                            : _("The recording does not say when it could first run: it may have waited longer."));
  sort_kinds (self, order);
  for (guint i = 0; i < LS_N_WAIT_CAUSE_KINDS; i++)
    append_kind (self, order[i], text);
  return g_string_free (text, FALSE);
}

static void
append_json_groups (const LsWaitCauses *self,
                    LsWaitCauseKind     kind,
                    LsJsonWriter       *json)
{
  LsTrace *trace = ls_state_get_trace (self->end);

  ls_json_begin (json, "groups", '[', FALSE);
  for (guint i = 0; i < self->causes->len; i++)
    {
      const LsWaitCause *group = &g_array_index (self->causes, LsWaitCause, i);

      if (group->kind != kind)
        continue;
      ls_json_begin (json, NULL, '{', FALSE);
      ls_json_string (json, "name", ls_trace_get_text (trace, group->name));
      ls_json_string (json, "queue", group->is_rest ? NULL : ls_queue_type_to_string (group->queue));
      ls_json_string (json, "priority",
                      ls_task_priority_is_valid (group->priority) ? ls_task_priority_to_string (group->priority) : NULL);
      ls_json_bool (json, "continuation", group->is_continuation);
      ls_json_bool (json, "rest", group->is_rest);
      ls_json_bool (json, "inferred", group->is_inferred);
      ls_json_int (json, "tasks", group->n_tasks);
      ls_json_time (json, "duration", group->duration);
      ls_json_int (json, "longestTask", group->task);
      ls_json_time (json, "longest", group->longest);
      ls_json_end (json, '}');
    }
  ls_json_end (json, ']');
}

/**
 * ls_wait_causes_to_json:
 * @self: causes of a wait
 *
 * One line with an object: task (number), name (string or null), status (see ls_wait_status_to_string()), from, until, wait
 * (milliseconds), inferred (see ls_wait_causes_is_inferred()), causes and text; where the priority changed meanwhile, also change,
 * with at (milliseconds) and priority. Each cause has kind (see
 * ls_wait_cause_kind_to_string()), duration (milliseconds), tasks (how many), rule (string or null), sentence and groups; each
 * group name, queue and priority (strings or null), continuation, rest, inferred (the queue), tasks, duration,
 * longestTask and longest (milliseconds).
 *
 * Returns: (transfer full): JSON, without a line feed
 */
char *
ls_wait_causes_to_json (const LsWaitCauses *self)
{
  const LsTaskState *task;
  g_autofree char *title = NULL;
  LsWaitCauseKind order[LS_N_WAIT_CAUSE_KINDS];
  LsJsonWriter json;

  g_return_val_if_fail (self != NULL, NULL);

  task = ls_state_get_task (self->end, self->task);
  title = ls_wait_causes_get_title (self);
  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_int (&json, "task", self->task);
  ls_json_string (&json, "name", task != NULL ? ls_trace_get_text (ls_state_get_trace (self->end), task->name) : NULL);
  ls_json_string (&json, "status", ls_wait_status_to_string (self->status));
  ls_json_time (&json, "from", self->from);
  ls_json_time (&json, "until", self->until);
  ls_json_time (&json, "wait", self->until - self->from);
  ls_json_bool (&json, "inferred", self->is_inferred);
  if (ls_task_priority_is_valid (self->changed_to))
    {
      ls_json_begin (&json, "change", '{', FALSE);
      ls_json_time (&json, "at", self->changed_at);
      ls_json_string (&json, "priority", ls_task_priority_to_string (self->changed_to));
      ls_json_end (&json, '}');
    }
  ls_json_begin (&json, "causes", '[', FALSE);
  sort_kinds (self, order);
  for (guint i = 0; i < LS_N_WAIT_CAUSE_KINDS; i++)
    {
      g_autofree char *sentence = ls_wait_causes_get_sentence (self, order[i]);
      g_autofree char *rule = get_rule (self, order[i]);

      if (sentence == NULL)
        continue;
      ls_json_begin (&json, NULL, '{', FALSE);
      ls_json_string (&json, "kind", ls_wait_cause_kind_to_string (order[i]));
      ls_json_time (&json, "duration", self->totals[order[i]]);
      ls_json_int (&json, "tasks", self->n_tasks[order[i]]);
      ls_json_string (&json, "rule", rule);
      ls_json_string (&json, "sentence", sentence);
      append_json_groups (self, order[i], &json);
      ls_json_end (&json, '}');
    }
  ls_json_end (&json, ']');
  ls_json_string (&json, "text", title);
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}
