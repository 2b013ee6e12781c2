/* ls-explain-task.c: what a task waits for, or what has become of it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-foresight-private.h"
#include "ls-state-private.h"
#include "ls-trace-names-private.h"

/* An explanation that is one sentence. Takes @text. */
static LsExplanation *
explain (LsExplanationKind  kind,
         const LsTaskState *task,
         char              *text,
         LsClause           clause)
{
  LsExplanation *self = ls_explanation_new (kind, task->id);

  self->queue = task->queue;
  self->text = text;
  ls_explanation_set_clause (self, clause, 0, 0);
  return self;
}

/* "3 tasks come before it as things stand, first “decode ↻”, whose queue has effective priority 5." */
static void
append_what_is_before (GString             *text,
                       LsState             *state,
                       const LsExplanation *self,
                       const LsNextTask    *next,
                       gboolean             by_rule)
{
  g_autofree char *name = ls_names_say_task (state, next->task);
  g_autofree char *rank = ls_names_say_rank (state, next->rank);
  g_autofree char *own_rank = ls_names_say_rank (state, self->rank);
  g_autofree char *rule = by_rule ? ls_explanation_dup_rule (state, next) : NULL;
  guint n = self->n_before;

  /* Translators: in what follows %u is how many tasks, the first %s a task; then a rule, numbers or ranks (“rank 5”) */
  if (by_rule && n <= 1)
    ls_explanation_say (text, _("Only %s comes before it as things stand: %s."), name, rule);
  else if (by_rule)
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE, "%u task comes before it as things stand, first %s: %s.",
                                           "%u tasks come before it as things stand, first %s: %s.", n),
                        n, name, rule);
  else if (self->kind != LS_EXPLANATION_WAITS_PRIORITY && n <= 1)
    ls_explanation_say (text, _("Only %s comes before it as things stand, which is older (enqueue order %u)."), name,
                        next->order);
  else if (self->kind != LS_EXPLANATION_WAITS_PRIORITY)
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE,
                                           "%u task comes before it as things stand, first %s, which is older "
                                           "(enqueue order %u).",
                                           "%u tasks come before it as things stand, first %s, which is older "
                                           "(enqueue order %u).", n),
                        n, name, next->order);
  else if (next->queue != 0 && self->queue != 0 && n <= 1)
    ls_explanation_say (text, _("Only %s comes before it as things stand, whose queue has effective priority %d."), name,
                        next->effective_priority);
  else if (next->queue != 0 && self->queue != 0)
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE,
                                           "%u task comes before it as things stand, first %s, whose queue has effective "
                                           "priority %d.",
                                           "%u tasks come before it as things stand, first %s, whose queue has effective "
                                           "priority %d.", n),
                        n, name, next->effective_priority);
  else if (n <= 1)
    ls_explanation_say (text, _("Only %s comes before it as things stand, whose queue has %s; the loop serves that before "
                                "%s."), name, rank, own_rank);
  else
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE,
                                           "%u task comes before it as things stand, first %s, whose queue has %s; the loop "
                                           "serves that before %s.",
                                           "%u tasks come before it as things stand, first %s, whose queue has %s; the loop "
                                           "serves that before %s.", n),
                        n, name, rank, own_rank);
}

/* "Its queue (input) has rank 1 (Highest); its enqueue order is 5." */
static void
append_own_place (GString           *text,
                  LsState           *state,
                  const LsTaskState *task,
                  const LsNextTask  *described)
{
  g_autofree char *queue = ls_explanation_dup_queue (state, described->queue, described->queue_type);
  g_autofree char *rank = ls_names_say_rank (state, described->rank);

  if (described->queue != 0)
    /* Translators: a queue, two numbers */
    ls_explanation_say (text, _("Its queue %s has effective priority %d; its enqueue order is %u."), queue,
                        described->effective_priority, task->enqueue_order);
  else
    /* Translators: a queue, “rank 5”, a number */
    ls_explanation_say (text, _("Its queue %s has %s; its enqueue order is %u."), queue, rank, task->enqueue_order);
}

static LsExplanationKind
get_waiting_kind (const LsTaskState *task,
                  const LsNextTask  *described,
                  const LsNextTask  *next)
{
  if (described->rank != next->rank)
    return LS_EXPLANATION_WAITS_PRIORITY;
  if (described->queue != 0 && next->queue != 0 && described->effective_priority != next->effective_priority)
    return LS_EXPLANATION_WAITS_PRIORITY;
  if (task->status == LS_TASK_STATUS_INCOMING)
    return LS_EXPLANATION_WAITS_INCOMING;
  return LS_EXPLANATION_WAITS_ORDER;
}

/* A task of a queue whose map entry is gone: the specification's letter loses it. */
static LsExplanation *
explain_lost (LsState           *state,
              const LsTaskState *task)
{
  g_autofree char *queue = ls_names_say_queue (state, ls_state_get_queue (state, task->queue));

  return explain (LS_EXPLANATION_WAITS_PRIORITY, task,
                  g_strdup_printf (_("Its queue %s is no longer in its scheduler's map, so it is not considered: "
                                     "the task will never run."), queue),
                  LS_CLAUSE_CREATE_TASK_HANDLE);
}

/* Explains the task that is next: of a turn that runs, what it waits for is the end of that. */
static LsExplanation *
explain_next_task (LsState           *state,
                   const LsTaskState *task)
{
  LsExplanation *self = ls_explain_next (state);

  if (!ls_state_is_between_turns (state))
    self->kind = LS_EXPLANATION_WAITS_TURN;
  return self;
}

/* The task leaves its queue before there is a choice: what follows in the trace removes it. */
static LsExplanation *
explain_removal_to_come (LsState           *state,
                         const LsTaskState *task,
                         const LsTaskState *then)
{
  g_autofree char *time = ls_names_say_duration (then->finished_at != LS_TIME_NEVER ? then->finished_at : 0);
  LsExplanation *self;

  /* Translators: a time */
  self = explain (LS_EXPLANATION_WAITS_TURN, task,
                  g_strdup_printf (_("It is removed at %s, before the loop chooses the next task: it never runs."), time),
                  LS_CLAUSE_CREATE_TASK_HANDLE);
  self->blocker = ls_state_is_between_turns (state) ? 0 : ls_state_get_running_task (state);
  return self;
}

/* An idle callback whose period cannot begin: a delayed task is due within a millisecond. */
static LsExplanation *
explain_put_off (LsState           *state,
                 const LsTaskState *task)
{
  g_autofree char *name = ls_names_say_task (ls_state_get_ahead (state), ls_state_get_next_task (state));
  LsExplanation *self = explain (LS_EXPLANATION_WAITS_PRIORITY, task,
                                 /* Translators: a task */
                                 g_strdup_printf (_("The idle period in which it could run has no time: %s comes first."), name),
                                 LS_CLAUSE_IDLE_CALLBACK);

  self->blocker = ls_state_get_next_task (state);
  return self;
}

/* A task of a queue, against the task that is next. Where the turn that runs changes how the task stands, that counts. */
static LsExplanation *
explain_queued (LsState           *state,
                const LsTaskState *task)
{
  LsState *ahead = ls_state_get_ahead (state);
  const LsWorld *world = ls_state_get_world (ahead);
  const LsTaskState *then = ls_state_get_task (ahead, task->id);
  GString *text;
  LsExplanation *self;
  LsNextTask described, next;
  gboolean by_rule;

  if (then != NULL && then->status == LS_TASK_STATUS_DELAYED)
    return explain_put_off (state, task);
  if (then == NULL || !ls_selection_describe (world, then, &described))
    return explain_removal_to_come (state, task, then != NULL ? then : task);
  ls_explanation_describe_next (state, &next);
  by_rule = next.flags != 0 && !ls_selection_comes_before (&next, &described);

  self = ls_explanation_new (get_waiting_kind (then, &described, &next), task->id);
  self->blocker = next.task;
  ls_explanation_set_described (self, ahead, &described);
  ls_explanation_set_selection_clause (self, described.queue != 0 && next.queue != 0, by_rule ? next.flags : 0);
  self->n_before = ls_selection_count_before (world, &described, &next);
  text = g_string_new (NULL);
  append_own_place (text, ahead, then, &described);
  if (then->status == LS_TASK_STATUS_INCOMING)
    ls_explanation_say (text, "%s", _("It is in the immediate incoming queue, which immediate work takes over when it is "
                                      "empty."));
  append_what_is_before (text, ahead, self, &next, by_rule);
  if (self->kind == LS_EXPLANATION_WAITS_INCOMING)
    ls_explanation_set_clause (self, LS_CLAUSE_BLINK_TASK_QUEUE, 0, 0);
  self->text = g_string_free (text, FALSE);

  return self;
}

static LsExplanation *
explain_delayed (LsState           *state,
                 const LsTaskState *task)
{
  LsExplanation *self = ls_explanation_new (LS_EXPLANATION_WAITS_DELAY, task->id);
  guint64 now = ls_state_get_time (state);
  g_autofree char *left = ls_names_say_duration (task->due_at > now ? task->due_at - now : now - task->due_at);
  g_autofree char *due = ls_names_say_duration (task->due_at);
  const char *then = task->is_scheduler_task
    ? _("It gets its queue, its priority and its enqueue order when the delay ends.")
    : _("Then it moves from delayed incoming to delayed work of its queue and gets its enqueue order.");
  GString *text = g_string_new (NULL);

  if (task->due_at <= now && ls_state_is_between_turns (state))
    /* Translators: how late, and since what time */
    ls_explanation_say (text, _("Its delay has ended: it is due, %s late (since %s)."), left, due);
  else if (task->due_at <= now)
    /* Translators: how late, and since what time */
    ls_explanation_say (text, _("Its delay has ended: it is due, %s late (since %s), but the turn that runs comes first."), left,
                        due);
  else
    /* Translators: how long, and at what time */
    ls_explanation_say (text, _("Its delay has not ended: it is due in %s (at %s)."), left, due);
  ls_explanation_say (text, "%s", then);
  self->text = g_string_free (text, FALSE);
  ls_explanation_set_clause (self, task->is_scheduler_task ? LS_CLAUSE_SCHEDULE_POST_TASK : LS_CLAUSE_BLINK_WAKE_UP_QUEUE,
                             task->is_scheduler_task ? 13 : 0, task->is_scheduler_task ? 13 : 0);

  return self;
}

static LsExplanation *
explain_removed (LsState           *state,
                 const LsTaskState *task)
{
  const LsSignalState *signal = ls_state_get_signal (state, task->removed_by);
  g_autofree char *time = ls_names_say_duration (task->finished_at);
  g_autofree char *name = NULL, *reason = NULL;

  if (task->removed_by == 0)
    return explain (LS_EXPLANATION_REMOVED, task,
                    g_strdup_printf (task->is_timer ? _("It was taken away before it ran, at %s: its timer was cleared.")
                                                    : _("It was taken away before it ran, at %s: it was cancelled."), time),
                    task->is_timer ? LS_CLAUSE_HTML_CLEAR_TIMER : LS_CLAUSE_IDLE_CALLBACK);
  name = ls_names_say_signal (state, task->removed_by);
  reason = ls_names_shorten (g_strdup (signal != NULL ? ls_trace_get_text (ls_state_get_trace (state), signal->reason) : NULL));
  return explain (LS_EXPLANATION_REMOVED, task,
                  /* Translators: a time, a signal, what was thrown */
                  g_strdup_printf (_("It was removed before it ran, at %s, because %s was aborted with the reason “%s”."),
                                   time, name, reason != NULL ? reason : "AbortError"),
                  LS_CLAUSE_CREATE_TASK_HANDLE);
}

static LsExplanation *
explain_running (const LsTaskState *task)
{
  return explain (LS_EXPLANATION_RUNNING, task,
                  g_strdup_printf (task->finished_at != LS_TIME_NEVER
                                     ? _("Its steps are done; turn %u lasts until its microtasks are done as well.")
                                     : _("It is running, in turn %u."), task->turn),
                  LS_CLAUSE_EVENT_LOOP);
}

static LsExplanation *
explain_finished (const LsTaskState *task)
{
  g_autofree char *began = ls_names_say_duration (task->started_at != LS_TIME_NEVER ? task->started_at : 0);
  g_autofree char *ended = ls_names_say_duration (task->finished_at != LS_TIME_NEVER ? task->finished_at : 0);

  if (task->started_at == LS_TIME_NEVER || task->finished_at == LS_TIME_NEVER)
    return explain (LS_EXPLANATION_FINISHED, task, g_strdup_printf (_("It ran in turn %u."), task->turn), LS_CLAUSE_EVENT_LOOP);
  return explain (LS_EXPLANATION_FINISHED, task,
                  g_strdup_printf (task->threw ? _("It ran in turn %u, from %s to %s, and threw.")
                                               : _("It ran in turn %u, from %s to %s."), task->turn, began, ended),
                  LS_CLAUSE_EVENT_LOOP);
}

static LsExplanation *
explain_known_task (LsState           *state,
                    const LsTaskState *task)
{
  LsExplanation *self;

  switch (task->status)
    {
    case LS_TASK_STATUS_QUEUED:
    case LS_TASK_STATUS_INCOMING:
      if (task->queue != 0 && !ls_state_get_queue (state, task->queue)->is_runnable)
        return explain_lost (state, task);
      return ls_state_get_next_task (state) == task->id ? explain_next_task (state, task) : explain_queued (state, task);
    case LS_TASK_STATUS_DELAYED:
      return explain_delayed (state, task);
    case LS_TASK_STATUS_RUNNING:
      return explain_running (task);
    case LS_TASK_STATUS_FINISHED:
      return explain_finished (task);
    case LS_TASK_STATUS_REMOVED:
      return explain_removed (state, task);
    case LS_TASK_STATUS_POSTED:
    default:
      self = explain (LS_EXPLANATION_WAITS_INCOMING, task,
                      /* No other continuation stays on the way: yield() queues it at once. */
                      task->is_continuation ? g_strdup (_("It waits until the next frame has been made."))
                                            : g_strdup (_("It has been posted and is on the way to its queue.")),
                      task->is_continuation ? LS_CLAUSE_EXPERIMENT_RENDER : LS_CLAUSE_SCHEDULE_TASK);
      self->queue = 0;
      return self;
    }
}

static void
set_title (LsState       *state,
           LsExplanation *self)
{
  g_autofree char *name = ls_names_say_task (state, self->task);
  GString *title = g_string_new (NULL);

  switch (self->kind)
    {
    case LS_EXPLANATION_NEXT:
    case LS_EXPLANATION_NEXT_SO_FAR:
      /* The title is there. */
      g_string_free (title, TRUE);
      return;
    case LS_EXPLANATION_RUNNING:
      ls_explanation_say (title, _("%s is running"), name);
      break;
    case LS_EXPLANATION_FINISHED:
      ls_explanation_say (title, _("%s has run"), name);
      break;
    case LS_EXPLANATION_REMOVED:
      ls_explanation_say (title, _("Why did %s not run?"), name);
      break;
    case LS_EXPLANATION_UNKNOWN_TASK:
      ls_explanation_say (title, _("There is no %s"), name);
      break;
    default:
      ls_explanation_say (title, _("What does %s wait for?"), name);
      break;
    }
  g_free (self->title);
  self->title = g_string_free (title, FALSE);
}

/**
 * ls_explain_task:
 * @state: a state
 * @task: number of a task
 *
 * Why the task is next, or what it waits for, or what became of it.
 *
 * Returns: (transfer full): an explanation; of kind %LS_EXPLANATION_UNKNOWN_TASK where no such task is known at the
 *   state's position
 */
LsExplanation *
ls_explain_task (LsState *state,
                 guint32  task)
{
  const LsTaskState *known;
  LsExplanation *self;
  guint32 asked;

  g_return_val_if_fail (state != NULL, NULL);

  /* What it waits for is decided in its own loop. */
  known = ls_state_get_task (state, task);
  asked = ls_state_get_asked_agent (state);
  if (known != NULL && ls_state_get_n_agents (state) > 0 && known->agent != asked)
    {
      ls_state_set_agent (state, known->agent);
      self = ls_explain_task (state, task);
      ls_state_set_agent (state, asked);
      return self;
    }
  if (known != NULL)
    {
      self = explain_known_task (state, known);
      ls_explanation_add_raise (state, self);
    }
  else
    {
      self = ls_explanation_new (LS_EXPLANATION_UNKNOWN_TASK, task);
      self->text = g_strdup (_("At this position no task of that number has been posted yet."));
      ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);
    }
  if (known != NULL && self->kind > LS_EXPLANATION_NEXT && self->kind <= LS_EXPLANATION_RUNNING &&
      task != ls_state_get_next_task (state))
    ls_explanation_add_agent (state, self);
  self->position = ls_state_get_position (state);
  set_title (state, self);

  return self;
}
