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
      ls_explanation_begin (self, g_strdup_printf (_("Task %u was over before the first record that is still kept."), task));
    }
  else
    {
      self->title = g_strdup_printf (_("There is no task %u"), task);
      ls_explanation_begin (self, g_strdup_printf (_("No task %u has been posted."), task));
    }
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
    /* Translators: two tasks */
    return g_strdup_printf (_("Neither ran: %s and %s were removed."), name, other_name);
  if (removed || other_removed)
    /* Translators: a task that was removed, and one that has not run */
    return g_strdup_printf (_("Neither has run: %s was removed, and %s has not run yet."), removed ? name : other_name,
                            removed ? other_name : name);
  /* Translators: two tasks */
  return g_strdup_printf (_("Neither %s nor %s has run yet."), name, other_name);
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
      self->title = g_strdup_printf (_("Why does %s run before itself?"), name);
      ls_explanation_begin (self, g_strdup_printf (_("%s is one task: it cannot run before itself."), name));
    }
  else
    {
      self->title = g_strdup_printf (_("Did %s run before %s?"), name, other_name);
      ls_explanation_begin (self, describe_fates (end, task, other, name, other_name));
    }
  ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);

  return self;
}

static void
explain_posted_later (const LsBefore    *self,
                      LsExplanation     *explanation,
                      const LsTaskState *last)
{
  g_autofree char *time = ls_names_say_duration (last->posted_at != LS_TIME_NEVER ? last->posted_at : last->queued_at);
  g_autofree char *poster = NULL;

  explanation->kind = LS_EXPLANATION_BEFORE_POSTED;
  ls_explanation_set_clause (explanation, LS_CLAUSE_EVENT_LOOP, 2, 2);
  if (ls_queue_type_is_of_sources (last->queue_type))
    /* Translators: two sources of GLib, a time */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s is dispatched first: %s is attached, or begins to wait again, later, at %s."),
                                                        self->name, self->other_name, time));
  else if (last->posted_by == 0)
    /* Translators: two tasks, a time */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: %s is posted later, at %s."), self->name,
                                                        self->other_name, time));
  else if (last->posted_by == self->task)
    /* Translators: two tasks, a time */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: it posts %s itself, at %s."), self->name,
                                                        self->other_name, time));
  else
    {
      poster = ls_names_say_task (self->end, last->posted_by);
      /* Translators: two tasks, a time, the task that posted the second one */
      ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: %s is posted later, at %s, by %s."), self->name,
                                                          self->other_name, time, poster));
    }
}

static void
explain_not_queued (const LsBefore    *self,
                    LsExplanation     *explanation,
                    const LsTaskState *then)
{
  const guint64 now = ls_state_get_time (self->state);
  g_autofree char *left = NULL;

  explanation->kind = LS_EXPLANATION_BEFORE_QUEUED;
  if (then->status != LS_TASK_STATUS_DELAYED)
    {
      /* Translators: two tasks */
      ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: %s has been posted, but is not in a queue yet."),
                                                          self->name, self->other_name));
      ls_explanation_set_clause (explanation, LS_CLAUSE_SCHEDULE_TASK, 0, 0);
      return;
    }

  left = ls_names_say_duration (then->due_at > now ? then->due_at - now : 0);
  if (then->awaits_event)
    /* Translators: two sources of GLib */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s is dispatched first: %s is not ready yet."), self->name,
                                                        self->other_name));
  else if (then->due_at > now && ls_queue_type_is_of_sources (then->queue_type))
    /* Translators: two sources of GLib, how long */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s is dispatched first: the interval of %s ends %s later."), self->name,
                                                        self->other_name, left));
  else if (then->due_at > now)
    /* Translators: two tasks, how long */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: the delay of %s ends %s later."), self->name,
                                                        self->other_name, left));
  else
    /* Translators: two tasks */
    ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: %s is due, but is not in a queue yet."), self->name,
                                                        self->other_name));
  if (then->is_scheduler_task)
    ls_explanation_set_clause (explanation, LS_CLAUSE_SCHEDULE_POST_TASK, 13, 13);
  else
    ls_explanation_set_clause (explanation, LS_CLAUSE_BLINK_WAKE_UP_QUEUE, 0, 0);
}

/* Both could have been selected: rank, effective priority and age decided, or a rule. */
static void
explain_choice (const LsBefore   *self,
                LsExplanation    *explanation,
                const LsNextTask *winner,
                const LsNextTask *loser)
{
  const gboolean by_scheduler = winner->queue != 0 && loser->queue != 0;
  const gboolean comes_before = ls_selection_comes_before (winner, loser);

  explanation->kind = winner->flags != 0 && !comes_before ? LS_EXPLANATION_BEFORE_RULE
                      : winner->rank != loser->rank || winner->is_deferred != loser->is_deferred || !comes_before ||
                        (by_scheduler && winner->effective_priority != loser->effective_priority)
                        ? LS_EXPLANATION_BEFORE_PRIORITY
                        : LS_EXPLANATION_BEFORE_ORDER;
  /* A task of a scheduler that is older than the winner did not take part: its queue was not the best one. */
  ls_explanation_set_selection_clause (explanation, by_scheduler || (!comes_before && winner->rank == loser->rank),
                                       comes_before ? 0 : winner->flags);
  if (loser->is_deferred && !winner->is_deferred)
    ls_explanation_set_clause (explanation, LS_CLAUSE_PRESET, 0, 0);
  ls_explanation_begin (explanation, ls_explanation_say_reason (self->state, LS_EXPLANATION_TOLD, winner, loser, self->name,
                                                                self->other_name));
}

static void
explain_queued (const LsBefore    *self,
                LsExplanation     *explanation,
                const LsTaskState *then)
{
  const LsWorld *world = ls_state_get_world (self->state);
  LsNextTask winner, loser;

  if (then->queue != 0 && !ls_state_get_queue (self->state, then->queue)->is_runnable)
    {
      explanation->kind = LS_EXPLANATION_BEFORE_PRIORITY;
      /* Translators: two tasks */
      ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first: the queue of %s is no longer in its scheduler's map."),
                                                          self->name, self->other_name));
      ls_explanation_set_clause (explanation, LS_CLAUSE_CREATE_TASK_HANDLE, 0, 0);
      return;
    }

  ls_selection_find_next (world, &winner);
  if (winner.task != self->task &&
      !ls_selection_describe (world, ls_state_get_task (self->state, self->task), &winner))
    {
      explanation->kind = LS_EXPLANATION_BEFORE_ORDER;
      /* Translators: two tasks */
      ls_explanation_begin (explanation, g_strdup_printf (_("%s runs first; the trace does not say why it comes before %s."),
                                                          self->name, self->other_name));
      ls_explanation_set_clause (explanation, LS_CLAUSE_NONE, 0, 0);
      return;
    }
  ls_selection_describe (world, then, &loser);
  explanation->queue = winner.queue;
  explanation->effective_priority = winner.effective_priority;
  explanation->rank = winner.rank;
  explanation->n_candidates = ls_selection_count_queues (world);
  explain_choice (self, explanation, &winner, &loser);
}

static char *
dup_time (LsState *end,
          gsize    selection)
{
  LsRecord record;

  ls_trace_get_record (ls_state_get_trace (end), selection, &record);
  return ls_names_say_duration (record.time);
}

/* When both were selected, or what became of the other. */
static void
add_times (const LsBefore    *self,
           LsExplanation     *explanation,
           const LsTaskState *last)
{
  const gsize selection = find_selection (self->end, last);
  g_autofree char *first = ls_names_say_duration (ls_state_get_time (self->state));
  g_autofree char *time = selection != G_MAXSIZE ? dup_time (self->end, selection) : NULL;

  if (time != NULL)
    /* Translators: two times */
    ls_explanation_add (explanation, g_strdup_printf (_("It is selected at %s, the other at %s."), first, time));
  else
    /* Translators: a time */
    ls_explanation_add (explanation, g_strdup_printf (is_removed (last)
                                                        ? _("It is selected at %s; the other is removed before it can run.")
                                                        : _("It is selected at %s; the other does not run before the trace ends."), first));
}

static void
explain_two_agents (const LsBefore *self,
                    LsExplanation  *explanation)
{
  g_autofree char *agent = ls_names_say_agent (self->end, ls_state_get_task (self->end, self->task)->agent);
  g_autofree char *other = ls_names_say_agent (self->end, ls_state_get_task (self->end, self->other)->agent);

  ls_explanation_begin (explanation,
                        /* Translators: a task, its agent, another task, its agent */
                        g_strdup_printf (_("%s, of %s, runs before %s, of %s: each agent has its own loop, and which one goes on is "
                                           "open."),
                                         self->name, agent, self->other_name, other));
  ls_explanation_set_clause (explanation, LS_CLAUSE_ECMA_FORWARD_PROGRESS, 0, 0);
}

static LsExplanation *
explain (const LsBefore *self,
         gboolean        is_turned)
{
  LsExplanation *explanation = ls_explanation_new (LS_EXPLANATION_BEFORE_ORDER, self->task);
  const LsTaskState *then = ls_state_get_task (self->state, self->other);
  const LsTaskState *last = ls_state_get_task (self->end, self->other);

  explanation->other = self->other;
  explanation->position = ls_state_get_position (self->state);
  /* Whoever asks may look at a moment before that. */
  explanation->title = g_strdup_printf (_("Why does %s run before %s?"), self->name, self->other_name);

  /* Each agent has a loop of its own. */
  if (ls_state_get_task (self->end, self->task)->agent != last->agent)
    explain_two_agents (self, explanation);
  else if (!is_known (then))
    explain_posted_later (self, explanation, last);
  else if (then->status == LS_TASK_STATUS_QUEUED || then->status == LS_TASK_STATUS_INCOMING)
    explain_queued (self, explanation, then);
  else if (then->status == LS_TASK_STATUS_REMOVED)
    {
      explanation->kind = LS_EXPLANATION_BEFORE_REMOVED;
      /* Translators: two tasks */
      ls_explanation_begin (explanation, g_strdup_printf (_("Only %s runs: %s has been removed by then."), self->name,
                                                          self->other_name));
      ls_explanation_set_clause (explanation, LS_CLAUSE_CREATE_TASK_HANDLE, 0, 0);
    }
  else
    explain_not_queued (self, explanation, then);
  if (is_turned)
    ls_explanation_add (explanation, g_strdup (_("So it is the other way round.")));
  add_times (self, explanation, last);

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
  LsExplanation *explanation;
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

  explanation = explain (&self, is_turned);
  ls_explanation_settle_clause (explanation, state);

  return explanation;
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
  self = ls_explanation_new_task (state, task, position != G_MAXSIZE ? LS_EXPLANATION_TOLD : LS_EXPLANATION_PRESENT);
  if (position != G_MAXSIZE)
    {
      g_autofree char *name = ls_names_say_numbered (state, task);
      g_autofree char *time = ls_names_say_duration (ls_state_get_time (state));

      /* Whoever asks may look at a moment before that. */
      g_free (self->title);
      self->title = g_strdup_printf (_("Why does %s run at %s?"), name, time);
    }

  return self;
}
