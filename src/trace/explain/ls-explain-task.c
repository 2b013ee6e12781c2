/* ls-explain-task.c: what a task waits for, or what has become of it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-past-private.h"
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
  ls_explanation_begin (self, text);
  ls_explanation_set_clause (self, clause, 0, 0);
  return self;
}

static LsExplanationKind
get_waiting_kind (const LsTaskState *task,
                  const LsNextTask  *described,
                  const LsNextTask  *next)
{
  if (described->rank != next->rank || described->is_deferred != next->is_deferred)
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
  g_autofree char *name = ls_names_say_task (state, task->id);
  g_autofree char *queue = ls_names_say_queue (state, ls_state_get_queue (state, task->queue));

  return explain (LS_EXPLANATION_WAITS_PRIORITY, task,
                  /* Translators: a task, its queue */
                  g_strdup_printf (_("%s never runs: its queue %s is no longer in its scheduler's map."), name, queue),
                  LS_CLAUSE_CREATE_TASK_HANDLE);
}

/* Explains the task that is next: of a turn that runs, what it waits for is the end of that. */
static LsExplanation *
explain_next_task (LsState            *state,
                   const LsTaskState  *task,
                   LsExplanationTense  tense)
{
  LsExplanation *self = ls_explanation_new_next (state, tense);
  g_autofree char *name = NULL, *running = NULL;

  if (ls_state_is_between_turns (state))
    return self;

  self->kind = LS_EXPLANATION_WAITS_TURN;
  if (self->blocker != 0)
    {
      ls_explanation_name_two (state, task->id, self->blocker, &name, &running);
      /* Translators: a task, the running task */
      ls_explanation_put_first (self, g_strdup_printf (ls_state_is_of_glib (state)
                                                         ? _("%s waits until the callback of %s has returned.")
                                                         : _("%s waits until %s and its microtasks are done."), name, running));
    }
  ls_explanation_add_doubt (self, state);
  return self;
}

/* The task leaves its queue before there is a choice: what follows in the trace removes it. */
static LsExplanation *
explain_removal_to_come (LsState           *state,
                         const LsTaskState *task,
                         const LsTaskState *then)
{
  g_autofree char *name = ls_names_say_task (state, task->id);
  g_autofree char *time = ls_names_say_duration (then->finished_at != LS_TIME_NEVER ? then->finished_at : 0);
  LsExplanation *self;

  self = explain (LS_EXPLANATION_WAITS_TURN, task,
                  /* Translators: a task, a time */
                  g_strdup_printf (_("%s never runs: it is removed at %s, before the next choice."), name, time),
                  LS_CLAUSE_CREATE_TASK_HANDLE);
  self->blocker = ls_state_is_between_turns (state) ? 0 : ls_state_get_running_task (state);
  return self;
}

/* An idle callback whose period cannot begin: a delayed task is due within a millisecond. */
static LsExplanation *
explain_put_off (LsState           *state,
                 const LsTaskState *task)
{
  g_autofree char *name = NULL, *next = NULL;
  LsExplanation *self;

  ls_explanation_name_two (ls_state_get_ahead (state), task->id, ls_state_get_next_task (state), &name, &next);
  self = explain (LS_EXPLANATION_WAITS_PRIORITY, task,
                  /* Translators: an idle callback, the task that is next */
                  g_strdup_printf (_("%s waits for %s: there is no idle time before that."), name, next),
                  LS_CLAUSE_IDLE_CALLBACK);
  self->blocker = ls_state_get_next_task (state);
  return self;
}

/* The task that the trace has next cannot be compared with the task: the trace contradicts itself. */
static LsExplanation *
explain_contradiction (LsState           *state,
                       const LsTaskState *task)
{
  const guint32 next = ls_state_get_next_task (state);
  g_autofree char *name = NULL, *winner = NULL;
  LsExplanation *self;

  if (next == 0 || next == task->id)
    {
      name = ls_names_say_task (state, task->id);
      return explain (LS_EXPLANATION_WAITS_PRIORITY, task,
                      g_strdup_printf (_("%s waits; the trace does not say what for."), name), LS_CLAUSE_NONE);
    }
  ls_explanation_name_two (ls_state_get_ahead (state), next, task->id, &winner, &name);
  self = explain (LS_EXPLANATION_WAITS_PRIORITY, task,
                  /* Translators: a task, the task it waits for */
                  g_strdup_printf (_("%s waits for %s; the trace does not say why."), name, winner), LS_CLAUSE_NONE);
  self->blocker = next;
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
  g_autofree char *name = NULL, *winner = NULL;
  LsExplanation *self;
  LsNextTask described, next;
  gboolean by_rule;
  char *held;

  if (ls_state_get_next_basis (state) == LS_NEXT_HELD && (held = ls_explanation_say_held_back (state, task->id)) != NULL)
    {
      self = explain (LS_EXPLANATION_WAITS_PRIORITY, task, held, LS_CLAUSE_NONE);
      self->blocker = ls_state_get_next_task (state);
      return self;
    }
  if (then != NULL && then->status == LS_TASK_STATUS_DELAYED)
    return explain_put_off (state, task);
  if (then == NULL || !ls_selection_describe (world, then, &described))
    return explain_removal_to_come (state, task, then != NULL ? then : task);
  if (!ls_explanation_describe_next (state, &next) || next.task == 0 || next.task == task->id)
    return explain_contradiction (state, task);
  by_rule = next.flags != 0 && !ls_selection_comes_before (&next, &described);

  self = ls_explanation_new (get_waiting_kind (then, &described, &next), task->id);
  self->blocker = next.task;
  ls_explanation_set_described (self, ahead, &described);
  ls_explanation_set_selection_clause (self, described.queue != 0 && next.queue != 0, by_rule ? next.flags : 0);
  self->n_before = ls_selection_count_before (world, &described, &next);
  if (described.is_deferred && !next.is_deferred)
    ls_explanation_set_clause (self, LS_CLAUSE_PRESET, 0, 0);
  ls_explanation_name_two (ahead, next.task, task->id, &winner, &name);
  ls_explanation_begin (self, ls_explanation_say_reason (ahead, LS_EXPLANATION_WAITING, &next, &described, winner, name));
  if (ls_queue_type_is_of_sources (described.queue_type))
    return self;
  if (self->n_before > 1)
    ls_explanation_add (self, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "As things stand, %u task comes before it.",
                                                            "As things stand, %u tasks come before it.", self->n_before),
                                               self->n_before));
  if (then->status == LS_TASK_STATUS_INCOMING)
    ls_explanation_add (self, g_strdup (_("It is still in the immediate incoming queue. The loop takes that over when immediate work "
                                          "is empty.")));
  if (self->kind == LS_EXPLANATION_WAITS_INCOMING)
    ls_explanation_set_clause (self, LS_CLAUSE_BLINK_TASK_QUEUE, 0, 0);

  return self;
}

/* @name waits for time, @running is what runs when its delay is over, or NULL. */
static char *
say_delay (LsState           *state,
           const LsTaskState *task,
           const char        *name,
           const char        *running)
{
  const guint64 now = ls_state_get_time (state);
  g_autofree char *left = ls_names_say_duration (task->due_at > now ? task->due_at - now : now - task->due_at);
  g_autofree char *due = ls_names_say_duration (task->due_at);

  if (task->awaits_event)
    /* Translators: a source of GLib */
    return g_strdup_printf (_("%s waits for an event, such as data at a descriptor. Nobody knows when it will come."), name);
  if (ls_queue_type_is_of_sources (task->queue_type) && task->due_at > now)
    /* Translators: a timeout of GLib, how long, and at what time */
    return g_strdup_printf (_("%s waits for its interval to end, in %s (at %s)."), name, left, due);
  if (ls_state_infers_due (state, task->id))
    /* Translators: a task */
    return g_strdup_printf (_("%s waits. The recording does not say when it can run."), name);
  if (task->due_at > now)
    /* Translators: a task, how long, and at what time */
    return g_strdup_printf (_("%s waits for its delay to end, in %s (at %s)."), name, left, due);
  if (running != NULL)
    /* Translators: a task, how late, since what time, the running task */
    return g_strdup_printf (_("%s is due, %s late (since %s), and waits for %s to finish."), name, left, due, running);
  /* Translators: a task, how late, and since what time */
  return g_strdup_printf (_("%s is due, %s late (since %s)."), name, left, due);
}

static LsExplanation *
explain_delayed (LsState           *state,
                 const LsTaskState *task)
{
  LsExplanation *self = ls_explanation_new (LS_EXPLANATION_WAITS_DELAY, task->id);
  const guint32 blocker = ls_state_is_between_turns (state) ? 0 : ls_state_get_running_task (state);
  g_autofree char *name = ls_names_say_task (state, task->id);
  g_autofree char *running = NULL;

  if (blocker != 0)
    {
      g_free (name);
      ls_explanation_name_two (state, task->id, blocker, &name, &running);
    }
  ls_explanation_begin (self, say_delay (state, task, name, running));
  if (task->due_at > ls_state_get_time (state))
    ls_explanation_add (self, g_strdup (ls_queue_type_is_of_sources (task->queue_type)
                                          ? _("It is ready then, and waits for an iteration in which its priority is the best.")
                                        : task->is_scheduler_task
                                          ? _("It gets its queue, priority and enqueue order then.")
                                          : _("It moves from delayed incoming to delayed work then, and gets its enqueue order.")));
  ls_explanation_set_clause (self, task->is_scheduler_task ? LS_CLAUSE_SCHEDULE_POST_TASK : LS_CLAUSE_BLINK_WAKE_UP_QUEUE,
                             task->is_scheduler_task ? 13 : 0, task->is_scheduler_task ? 13 : 0);

  return self;
}

static LsExplanation *
explain_removed (LsState           *state,
                 const LsTaskState *task)
{
  const LsSignalState *signal = ls_state_get_signal (state, task->removed_by);
  g_autofree char *name = ls_names_say_task (state, task->id);
  g_autofree char *time = ls_names_say_duration (task->finished_at);
  g_autofree char *source = NULL, *reason = NULL;

  if (ls_queue_type_is_of_sources (task->queue_type))
    return explain (LS_EXPLANATION_REMOVED, task,
                    /* Translators: a source of GLib, a time */
                    g_strdup_printf (_("%s was not dispatched: it was destroyed, or got another priority, at %s."), name, time),
                    LS_CLAUSE_GLIB_ITERATION);
  if (task->removed_by == 0)
    return explain (LS_EXPLANATION_REMOVED, task,
                    /* Translators: a task, a time */
                    g_strdup_printf (task->is_timer ? _("%s never ran: its timer was cleared at %s.")
                                                    : _("%s never ran: it was cancelled at %s."), name, time),
                    task->is_timer ? LS_CLAUSE_HTML_CLEAR_TIMER : LS_CLAUSE_IDLE_CALLBACK);
  source = ls_names_say_signal (state, task->removed_by);
  reason = ls_names_shorten (g_strdup (signal != NULL ? ls_trace_get_text (ls_state_get_trace (state), signal->reason) : NULL));
  return explain (LS_EXPLANATION_REMOVED, task,
                  /* Translators: a task, a signal, a time, what was thrown */
                  g_strdup_printf (_("%s never ran: %s was aborted at %s with the reason “%s”."),
                                   name, source, time, reason != NULL ? reason : "AbortError"),
                  LS_CLAUSE_CREATE_TASK_HANDLE);
}

static LsExplanation *
explain_running (LsState           *state,
                 const LsTaskState *task)
{
  g_autofree char *name = ls_names_say_task (state, task->id);

  if (ls_queue_type_is_of_sources (task->queue_type))
    /* Translators: a source of GLib */
    return explain (LS_EXPLANATION_RUNNING, task, g_strdup_printf (task->finished_at == LS_TIME_NEVER
                                                                     ? _("%s is being dispatched.")
                                                                     : _("The callback of %s has returned."), name),
                    LS_CLAUSE_GLIB_ITERATION);
  if (task->finished_at == LS_TIME_NEVER)
    /* Translators: a task, the number of its turn */
    return explain (LS_EXPLANATION_RUNNING, task, g_strdup_printf (_("%s is running, in turn %u."), name, task->turn),
                    LS_CLAUSE_EVENT_LOOP);
  if (ls_state_is_between_turns (state))
    /* Translators: a task, the number of its turn */
    return explain (LS_EXPLANATION_RUNNING, task, g_strdup_printf (_("%s has run, and turn %u is over."), name, task->turn),
                    LS_CLAUSE_EVENT_LOOP);
  /* Translators: a task, the number of its turn */
  return explain (LS_EXPLANATION_RUNNING, task,
                  g_strdup_printf (_("%s has returned; turn %u ends after its microtasks."), name, task->turn),
                  LS_CLAUSE_EVENT_LOOP);
}

static LsExplanation *
explain_finished (LsState           *state,
                  const LsTaskState *task)
{
  g_autofree char *name = ls_names_say_task (state, task->id);
  g_autofree char *began = ls_names_say_duration (task->started_at != LS_TIME_NEVER ? task->started_at : 0);
  g_autofree char *ended = ls_names_say_duration (task->finished_at != LS_TIME_NEVER ? task->finished_at : 0);

  if (ls_queue_type_is_of_sources (task->queue_type))
    /* Translators: a source of GLib, two times */
    return explain (LS_EXPLANATION_FINISHED, task, g_strdup_printf (_("%s was dispatched from %s to %s."), name, began, ended),
                    LS_CLAUSE_GLIB_ITERATION);
  if (task->started_at == LS_TIME_NEVER || task->finished_at == LS_TIME_NEVER)
    /* Translators: a task, the number of its turn */
    return explain (LS_EXPLANATION_FINISHED, task, g_strdup_printf (_("%s ran in turn %u."), name, task->turn),
                    LS_CLAUSE_EVENT_LOOP);
  return explain (LS_EXPLANATION_FINISHED, task,
                  /* Translators: a task, the number of its turn, two times */
                  g_strdup_printf (task->threw ? _("%s ran in turn %u, from %s to %s, and threw.")
                                               : _("%s ran in turn %u, from %s to %s."), name, task->turn, began, ended),
                  LS_CLAUSE_EVENT_LOOP);
}

static LsExplanation *
explain_posted (LsState           *state,
                const LsTaskState *task)
{
  g_autofree char *name = ls_names_say_task (state, task->id);
  LsExplanation *self;

  self = explain (LS_EXPLANATION_WAITS_INCOMING, task,
                  /* No other continuation stays on the way: yield() queues it at once. */
                  g_strdup_printf (task->is_continuation ? _("%s waits until the next frame has been made.")
                                                         : _("%s has been posted and is on its way to a queue."), name),
                  task->is_continuation ? LS_CLAUSE_EXPERIMENT_RENDER : LS_CLAUSE_SCHEDULE_TASK);
  self->queue = 0;
  return self;
}

static LsExplanation *
explain_known_task (LsState            *state,
                    const LsTaskState  *task,
                    LsExplanationTense  tense)
{
  LsExplanation *self;

  /* What is held may be delayed for the model. */
  if (ls_state_get_next_basis (state) == LS_NEXT_HELD && ls_state_get_next_task (state) == task->id)
    return ls_explanation_new_next (state, LS_EXPLANATION_PRESENT);
  switch (task->status)
    {
    case LS_TASK_STATUS_QUEUED:
    case LS_TASK_STATUS_INCOMING:
      if (task->queue != 0 && !ls_state_get_queue (state, task->queue)->is_runnable)
        return explain_lost (state, task);
      if (ls_state_get_next_task (state) != task->id)
        return explain_queued (state, task);
      self = explain_next_task (state, task, tense);
      ls_explanation_add_raise (self, ls_state_get_choice (state));
      return self;
    case LS_TASK_STATUS_DELAYED:
      return explain_delayed (state, task);
    case LS_TASK_STATUS_RUNNING:
      return explain_running (state, task);
    case LS_TASK_STATUS_FINISHED:
      return explain_finished (state, task);
    case LS_TASK_STATUS_REMOVED:
      return explain_removed (state, task);
    case LS_TASK_STATUS_POSTED:
    default:
      return explain_posted (state, task);
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

/* Explains a task of the state's loop. */
static LsExplanation *
explain_of_loop (LsState            *state,
                 const LsTaskState  *task,
                 LsExplanationTense  tense)
{
  LsExplanation *self = explain_known_task (state, task, tense);
  const gboolean is_next = task->id == ls_state_get_next_task (state);

  if (!is_next)
    ls_explanation_add_raise (self, state);
  if (self->kind == LS_EXPLANATION_NEXT || self->kind == LS_EXPLANATION_NEXT_SO_FAR
        ? ls_state_get_asked_agent (state) != 0 && tense == LS_EXPLANATION_PRESENT &&
          ls_state_get_next_basis (state) != LS_NEXT_HELD
        : self->kind <= LS_EXPLANATION_RUNNING && (!is_next || ls_state_get_asked_agent (state) != 0))
    ls_explanation_add_agent (self, state);
  return self;
}

/* As ls_explain_task(); where a run is told, @state is where the task was selected. */
LsExplanation *
ls_explanation_new_task (LsState            *state,
                         guint32             task,
                         LsExplanationTense  tense)
{
  const LsTaskState *known = ls_state_get_task (state, task);
  const guint32 asked = ls_state_get_asked_agent (state);
  LsExplanation *self;

  /* What it waits for is decided in its own loop. */
  if (known != NULL && ls_state_get_n_agents (state) > 0 && known->agent != asked)
    {
      ls_state_set_agent (state, known->agent);
      self = ls_explanation_new_task (state, task, tense);
      ls_state_set_agent (state, asked);
      return self;
    }
  if (known != NULL)
    self = explain_of_loop (state, known, tense);
  else
    {
      self = ls_explanation_new (LS_EXPLANATION_UNKNOWN_TASK, task);
      ls_explanation_begin (self, g_strdup_printf (_("No task %u has been posted at this position yet."), task));
      ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);
    }
  self->position = ls_state_get_position (state);
  set_title (state, self);
  ls_explanation_settle_clause (self, state);

  return self;
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
  g_return_val_if_fail (state != NULL, NULL);

  return ls_explanation_new_task (state, task, LS_EXPLANATION_PRESENT);
}

/* Says the same as the first sentence of ls_explain_next(), to people who have seen the task run since. Returns (transfer full). */
char *
ls_explain_say_ran (LsState *state)
{
  g_autoptr (LsExplanation) explanation = ls_explanation_new_next (state, LS_EXPLANATION_PAST);

  return g_strdup (explanation->sentence);
}
