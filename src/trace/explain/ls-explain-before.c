/* ls-explain-before.c: why one task ran before another
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-trace-names-private.h"
#include "ls-state-private.h"

/* Two tasks. The first one ran first; @state is just before it was selected. */
typedef struct
{
  LsState          *end;          /* the whole trace */
  LsState          *state;        /* when the first was selected */
  guint32           task, other;
  char             *name;         /* their names at the end of the trace */
  char             *other_name;
} LsBefore;

/* The TASK_SELECTED record of a task that has started. Little is between the two records. */
static gsize
find_selection (LsState           *end,
                const LsTaskState *task)
{
  LsTrace *trace = ls_state_get_trace (end);
  gsize start = ls_trace_get_start (trace);

  if (task == NULL || task->turn == 0)
    return G_MAXSIZE;
  for (gsize i = task->started_record != G_MAXUINT64 ? task->started_record + 1 : ls_state_get_position (end); i > start; i--)
    {
      LsRecord record;

      ls_trace_get_record (trace, i - 1, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == task->id)
        return i - 1;
    }
  return G_MAXSIZE;
}

/**
 * ls_explain_find_selection:
 * @trace: a trace
 * @task: number of a task
 *
 * Where the choice was made that let a task run.
 *
 * Returns: the position just before its turn began, or %G_MAXSIZE if it has not run
 */
gsize
ls_explain_find_selection (LsTrace *trace,
                           guint32  task)
{
  g_autoptr (LsState) end = NULL;

  g_return_val_if_fail (LS_IS_TRACE (trace), G_MAXSIZE);

  end = ls_state_new (trace);
  ls_state_seek (end, G_MAXSIZE);
  return find_selection (end, ls_state_get_task (end, task));
}

static gboolean
is_known (const LsTaskState *task)
{
  return task != NULL && task->status != LS_TASK_STATUS_NONE;
}

/* Whether the trace has dropped the record that selected the task. */
static gboolean
is_forgotten (LsState *end,
              guint32  id)
{
  const LsTaskState *task = ls_state_get_task (end, id);

  if (id == 0 || id > ls_state_get_n_tasks (end) || ls_trace_get_start (ls_state_get_trace (end)) == 0)
    return FALSE;
  return !is_known (task) || (task->turn != 0 && find_selection (end, task) == G_MAXSIZE);
}

static LsExplanation *
explain_unknown (LsState *end,
                 guint32  task)
{
  LsExplanation *self = ls_explanation_new (LS_EXPLANATION_UNKNOWN_TASK, task);

  if (is_forgotten (end, task))
    {
      self->title = g_strdup_printf (_("Task %u is no longer kept"), task);
      self->text = g_strdup (_("It was over before the first record that is still there."));
      ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);
      return self;
    }

  self->title = g_strdup_printf (_("There is no task %u"), task);
  self->text = g_strdup (_("No task of that number has been posted."));
  ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);

  return self;
}

static gboolean
is_removed (const LsTaskState *task)
{
  return task->status == LS_TASK_STATUS_REMOVED;
}

/* Says what became of two tasks of which neither ran. */
static char *
describe_fates (LsState    *end,
                guint32     task,
                guint32     other,
                const char *name,
                const char *other_name)
{
  gboolean removed = is_removed (ls_state_get_task (end, task));
  gboolean other_removed = is_removed (ls_state_get_task (end, other));

  if (removed && other_removed)
    return g_strdup_printf (_("Neither has: %s was removed before it could run, and %s was removed before it could run."),
                            name, other_name);
  if (removed)
    return g_strdup_printf (_("Neither has: %s was removed before it could run, and %s has not run yet."), name, other_name);
  if (other_removed)
    return g_strdup_printf (_("Neither has: %s has not run yet, and %s was removed before it could run."), name, other_name);
  return g_strdup_printf (_("Neither has: %s has not run yet, and %s has not run yet."), name, other_name);
}

static LsExplanation *
explain_neither (LsState *end,
                 guint32  task,
                 guint32  other)
{
  LsExplanation *self = ls_explanation_new (LS_EXPLANATION_NEITHER_RAN, task);
  g_autofree char *name = ls_names_say_numbered (end, task);
  g_autofree char *other_name = ls_names_say_numbered (end, other);

  self->other = other != task ? other : 0;
  self->position = ls_state_get_position (end);
  if (other == task)
    {
      self->title = g_strdup_printf (_("Why did %s run before itself?"), name);
      self->text = g_strdup (_("These are not two tasks."));
    }
  else
    {
      self->title = g_strdup_printf (_("Did %s run before %s?"), name, other_name);
      self->text = describe_fates (end, task, other, name, other_name);
    }
  ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);

  return self;
}

static void
append_posted_later (const LsBefore    *self,
                     LsExplanation     *explanation,
                     const LsTaskState *last,
                     GString           *text)
{
  g_autofree char *time = ls_names_say_duration (last->posted_at != LS_TIME_NEVER ? last->posted_at : last->queued_at);

  explanation->kind = LS_EXPLANATION_BEFORE_POSTED;
  if (last->posted_by == 0)
    /* Translators: a task, a time */
    ls_explanation_say (text, _("%s did not exist yet: it was posted at %s."), self->other_name, time);
  else if (last->posted_by == self->task)
    ls_explanation_say (text, _("%s did not exist yet: it was posted at %s, by this very task."), self->other_name, time);
  else
    {
      g_autofree char *poster = ls_names_say_task (self->end, last->posted_by);

      /* Translators: a task, a time, another task */
      ls_explanation_say (text, _("%s did not exist yet: it was posted at %s, by %s."), self->other_name, time, poster);
    }
  ls_explanation_set_clause (explanation, LS_CLAUSE_EVENT_LOOP, 2, 2);
}

static void
append_not_queued (const LsBefore    *self,
                   LsExplanation     *explanation,
                   const LsTaskState *then,
                   GString           *text)
{
  explanation->kind = LS_EXPLANATION_BEFORE_QUEUED;
  if (then->status == LS_TASK_STATUS_DELAYED)
    {
      guint64 now = ls_state_get_time (self->state);
      g_autofree char *left = ls_names_say_duration (then->due_at > now ? then->due_at - now : 0);

      /* Translators: a task, how long */
      ls_explanation_say (text, _("The delay of %s had not ended: it was due %s later."), self->other_name, left);
      if (then->is_scheduler_task)
        ls_explanation_set_clause (explanation, LS_CLAUSE_SCHEDULE_POST_TASK, 13, 13);
      else
        ls_explanation_set_clause (explanation, LS_CLAUSE_BLINK_WAKE_UP_QUEUE, 0, 0);
      return;
    }
  ls_explanation_say (text, _("%s had been posted, but was not in a queue yet."), self->other_name);
  ls_explanation_set_clause (explanation, LS_CLAUSE_SCHEDULE_TASK, 0, 0);
}

/* Both could have been selected: rank, effective priority and age decided, or a rule. */
static void
append_choice (const LsBefore *self,
               LsExplanation  *explanation,
               LsNextTask     *winner,
               LsNextTask     *loser,
               GString        *text)
{
  g_autofree char *rank = ls_names_say_rank (self->state, winner->rank);
  g_autofree char *other_rank = ls_names_say_rank (self->state, loser->rank);
  gboolean by_scheduler = winner->queue != 0 && loser->queue != 0;

  ls_explanation_set_selection_clause (explanation, by_scheduler, 0);
  explanation->kind = LS_EXPLANATION_BEFORE_PRIORITY;
  if (winner->flags != 0 && !ls_selection_comes_before (winner, loser))
    {
      g_autofree char *rule = ls_explanation_dup_rule (self->state, winner);

      explanation->kind = LS_EXPLANATION_BEFORE_RULE;
      /* Translators: a task, a rule */
      ls_explanation_say (text, _("By rank and age %s would have been first, but %s."), self->other_name, rule);
      ls_explanation_set_selection_clause (explanation, by_scheduler, winner->flags);
    }
  else if (by_scheduler && winner->effective_priority != loser->effective_priority)
    {
      g_autofree char *queue = ls_names_say_queue (self->state, ls_state_get_queue (self->state, winner->queue));
      g_autofree char *other = ls_names_say_queue (self->state, ls_state_get_queue (self->state, loser->queue));

      /* Translators: a queue, a number, a task, its queue, a number */
      ls_explanation_say (text, _("Its queue %s had effective priority %d, and the queue of %s, %s, had %d."), queue,
                          winner->effective_priority, self->other_name, other, loser->effective_priority);
      if (loser->order < winner->order)
        ls_explanation_say (text, "%s", _("Age counts only among queues of the same effective priority."));
    }
  else if (winner->rank != loser->rank)
    /* Translators: “rank 5”, a task, “rank 6” */
    ls_explanation_say (text, _("Its queue had %s, and that of %s had %s: the loop serves the lower rank first."), rank,
                        self->other_name, other_rank);
  else if (winner->order < loser->order)
    {
      explanation->kind = LS_EXPLANATION_BEFORE_ORDER;
      /* Translators: a number, the other task, a number */
      ls_explanation_say (text,
                          winner->queue == loser->queue && winner->queue_type == loser->queue_type
                            ? _("Both were in the same queue, and it was older: its enqueue order is %u, that of %s is %u.")
                            : by_scheduler ? _("Their queues had the same effective priority, and it was older: its enqueue "
                                               "order is %u, that of %s is %u.")
                                           : _("Their queues had the same rank, and it was older: its enqueue order is %u, "
                                               "that of %s is %u."),
                          winner->order, self->other_name, loser->order);
    }
  else
    {
      /* The schedulers offer one queue to the loop. Tasks of other queues take no part, however old they are. */
      /* Translators: the other task, its enqueue order, that of the one which ran */
      ls_explanation_say (text, _("%s was older (enqueue order %u, after %u), but its queue was not the best one of the "
                                  "schedulers, so it did not take part."), self->other_name, loser->order, winner->order);
      ls_explanation_set_selection_clause (explanation, TRUE, 0);
    }
}

static void
append_queued (const LsBefore    *self,
               LsExplanation     *explanation,
               const LsTaskState *then,
               GString           *text)
{
  const LsWorld *world = ls_state_get_world (self->state);
  LsNextTask winner, loser;

  if (then->queue != 0 && !ls_state_get_queue (self->state, then->queue)->is_runnable)
    {
      explanation->kind = LS_EXPLANATION_BEFORE_PRIORITY;
      ls_explanation_say (text, _("The queue of %s was no longer in its scheduler's map, so it was not considered."),
                          self->other_name);
      ls_explanation_set_clause (explanation, LS_CLAUSE_CREATE_TASK_HANDLE, 0, 0);
      return;
    }

  ls_selection_find_next (world, &winner);
  if (winner.task != self->task &&
      !ls_selection_describe (world, ls_state_get_task (self->state, self->task), &winner))
    {
      explanation->kind = LS_EXPLANATION_BEFORE_ORDER;
      ls_explanation_say (text, "%s", _("The trace does not say how it came to be selected."));
      ls_explanation_set_clause (explanation, LS_CLAUSE_NONE, 0, 0);
      return;
    }
  ls_selection_describe (world, then, &loser);
  explanation->queue = winner.queue;
  explanation->effective_priority = winner.effective_priority;
  explanation->rank = winner.rank;
  explanation->n_candidates = ls_selection_count_queues (world);
  append_choice (self, explanation, &winner, &loser, text);
}

static void
append_rest (const LsBefore    *self,
             const LsTaskState *last,
             GString           *text)
{
  gsize selection = find_selection (self->end, last);

  if (selection != G_MAXSIZE)
    {
      g_autofree char *time = NULL;
      LsRecord record;

      ls_trace_get_record (ls_state_get_trace (self->end), selection, &record);
      time = ls_names_say_duration (record.time);
      /* Translators: a task, a time, a number */
      ls_explanation_say (text, _("%s was selected at %s, in turn %u."), self->other_name, time, last->turn);
    }
  else
    ls_explanation_say (text, is_removed (last) ? _("%s was removed before it could run.") : _("%s has not run yet."),
                        self->other_name);
}

static void
append_two_agents (const LsBefore *self,
                   LsExplanation  *explanation,
                   GString        *text)
{
  g_autofree char *agent = ls_names_say_agent (self->end, ls_state_get_task (self->end, self->task)->agent);
  g_autofree char *other = ls_names_say_agent (self->end, ls_state_get_task (self->end, self->other)->agent);

  /* Translators: two agents */
  ls_explanation_say (text,
                      _("The one is of %s, the other of %s: each has a loop of its own, and which agent goes on is left open."),
                      agent, other);
  ls_explanation_set_clause (explanation, LS_CLAUSE_ECMA_FORWARD_PROGRESS, 0, 0);
}

static LsExplanation *
explain (const LsBefore *self,
         gboolean        is_turned)
{
  LsExplanation *explanation = ls_explanation_new (LS_EXPLANATION_BEFORE_ORDER, self->task);
  const LsTaskState *then = ls_state_get_task (self->state, self->other);
  const LsTaskState *last = ls_state_get_task (self->end, self->other);
  g_autofree char *time = ls_names_say_duration (ls_state_get_time (self->state));
  GString *text = g_string_new (NULL);

  explanation->other = self->other;
  explanation->position = ls_state_get_position (self->state);
  explanation->title = g_strdup_printf (_("Why did %s run before %s?"), self->name, self->other_name);
  if (is_turned)
    ls_explanation_say (text, "%s", _("It was the other way round."));
  /* Translators: a task, a time */
  ls_explanation_say (text, _("%s was selected at %s."), self->name, time);

  /* Each agent has a loop of its own. */
  if (ls_state_get_task (self->end, self->task)->agent != last->agent)
    append_two_agents (self, explanation, text);
  else if (!is_known (then))
    append_posted_later (self, explanation, last, text);
  else if (then->status == LS_TASK_STATUS_QUEUED || then->status == LS_TASK_STATUS_INCOMING)
    append_queued (self, explanation, then, text);
  else if (then->status == LS_TASK_STATUS_REMOVED)
    {
      explanation->kind = LS_EXPLANATION_BEFORE_REMOVED;
      ls_explanation_say (text, "%s", _("There was nothing to choose."));
      ls_explanation_set_clause (explanation, LS_CLAUSE_CREATE_TASK_HANDLE, 0, 0);
    }
  else
    append_not_queued (self, explanation, then, text);
  append_rest (self, last, text);
  explanation->text = g_string_free (text, FALSE);

  return explanation;
}

/**
 * ls_explain_before:
 * @trace: a trace
 * @task: number of a task
 * @other: number of another task
 *
 * Why a task ran before another one: what decided when it was selected. Looks at the whole trace. If it was the other way
 * round the explanation says so, and is about that.
 *
 * Returns: (transfer full): an explanation whose task ran first; of kind %LS_EXPLANATION_NEITHER_RAN if neither ran (or both
 *   are the same), %LS_EXPLANATION_UNKNOWN_TASK if there is no such task
 */
LsExplanation *
ls_explain_before (LsTrace *trace,
                   guint32  task,
                   guint32  other)
{
  g_autoptr (LsState) end = NULL;
  g_autoptr (LsState) state = NULL;
  g_autofree char *name = NULL;
  g_autofree char *other_name = NULL;
  LsBefore self;
  gsize position, other_position;
  gboolean is_turned;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  end = ls_state_new (trace);
  ls_state_seek (end, G_MAXSIZE);
  if (!is_known (ls_state_get_task (end, task)) || is_forgotten (end, task))
    return explain_unknown (end, task);
  if (!is_known (ls_state_get_task (end, other)) || is_forgotten (end, other))
    return explain_unknown (end, other);
  position = find_selection (end, ls_state_get_task (end, task));
  other_position = find_selection (end, ls_state_get_task (end, other));
  if (task == other || (position == G_MAXSIZE && other_position == G_MAXSIZE))
    return explain_neither (end, task, other);

  is_turned = other_position < position;
  state = ls_state_new (trace);
  ls_state_seek (state, is_turned ? other_position : position);
  name = ls_names_say_numbered (end, is_turned ? other : task);
  other_name = ls_names_say_numbered (end, is_turned ? task : other);
  self = (LsBefore) {
    .end = end,
    .state = state,
    .task = is_turned ? other : task,
    .other = is_turned ? task : other,
    .name = name,
    .other_name = other_name,
  };

  return explain (&self, is_turned);
}

/**
 * ls_explain_then:
 * @trace: a trace
 * @task: number of a task
 *
 * Why a task was selected when it was: as it stood just before. Looks at the whole trace.
 *
 * Returns: (transfer full): an explanation, whose position is where that was; of a task that has not run, what it waits for
 *   at the end of the trace
 */
LsExplanation *
ls_explain_then (LsTrace *trace,
                 guint32  task)
{
  g_autoptr (LsState) state = NULL;
  LsExplanation *self;
  gsize position;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  position = ls_explain_find_selection (trace, task);
  state = ls_state_new (trace);
  ls_state_seek (state, position);
  if (position == G_MAXSIZE && is_forgotten (state, task))
    return explain_unknown (state, task);
  self = ls_explain_task (state, task);
  if (position != G_MAXSIZE)
    {
      g_autofree char *name = ls_names_say_numbered (state, task);
      g_autofree char *time = ls_names_say_duration (ls_state_get_time (state));

      g_free (self->title);
      self->title = g_strdup_printf (_("Why did %s run at %s?"), name, time);
    }

  return self;
}

/**
 * ls_explain_candidate: (skip)
 * @state: a state
 * @candidates: (array length=n_candidates): what ls_explain_candidates() found there
 * @n_candidates: how many
 * @index: one of them
 *
 * Why a queue is chosen, or loses against the first one, in a few words.
 *
 * Returns: (transfer full): such as “effective priority 2, not 5”, in the language of the locale
 */
char *
ls_explain_candidate (LsState           *state,
                      const LsCandidate *candidates,
                      guint              n_candidates,
                      guint              index)
{
  const LsCandidate *best = candidates, *self = &candidates[index];
  LsNextTask next;

  g_return_val_if_fail (state != NULL, NULL);
  g_return_val_if_fail (index < n_candidates, NULL);

  ls_selection_find_next (ls_state_get_world (ls_state_get_ahead (state)), &next);
  if (index == 0 && next.flags != 0)
    return g_strdup ((next.flags & LS_RECORD_FLAG_FAIR_TURN) != 0 ? _("its turn, by the preset's fair rule")
                                                                  : _("immediate work, after many delayed tasks"));
  if (index == 0)
    return g_strdup (n_candidates > 1 ? C_("queue", "chosen") : C_("queue", "the only one"));
  if (next.flags != 0 && (self->rank < best->rank || (self->rank == best->rank && self->turn_order < best->turn_order)))
    return g_strdup (_("passed over by a rule of the preset"));
  if (self->queue != 0 && best->queue != 0 && self->effective_priority < best->effective_priority)
    return g_strdup_printf (_("effective priority %d, not %d"), self->effective_priority, best->effective_priority);
  if (self->rank != best->rank)
    return g_strdup_printf (_("rank %u, after rank %u"), self->rank, best->rank);
  if (self->oldest_order > best->oldest_order)
    return g_strdup_printf (_("younger: %u, after %u"), self->oldest_order, best->oldest_order);
  return g_strdup (_("not the best queue of the schedulers"));
}
