/* ls-explain.c: why the next task is next
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-foresight-private.h"
#include "ls-trace-names-private.h"
#include "ls-state-private.h"

G_DEFINE_BOXED_TYPE (LsExplanation, ls_explanation, ls_explanation_copy, ls_explanation_free)

LsExplanation *
ls_explanation_new (LsExplanationKind kind,
                    guint32           task)
{
  LsExplanation *self = g_new0 (LsExplanation, 1);

  self->kind = kind;
  self->task = task;
  self->effective_priority = -1;
  self->rank = 255;

  return self;
}

/* Adds a sentence, after a space if it is not the first. */
void
ls_explanation_say (GString    *text,
                    const char *format,
                    ...)
{
  va_list arguments;
  gsize start;

  if (text->len > 0)
    g_string_append_c (text, ' ');
  start = text->len;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  ls_names_capitalize (text, start);
}

void
ls_explanation_set_clause (LsExplanation *self,
                           LsClause       clause,
                           guint          first_step,
                           guint          last_step)
{
  self->clause = clause;
  self->first_step = first_step;
  self->last_step = last_step;
  g_free (self->reference);
  if (first_step == last_step)
    self->reference = ls_clause_format (clause, first_step);
  else
    {
      g_autofree char *whole = ls_clause_format (clause, 0);

      /* Translators: an algorithm of the specification, and the first and the last of some of its steps */
      self->reference = g_strdup_printf (_("%s, steps %u–%u"), whole, first_step, last_step);
    }
}

/* The clause that decides about tasks of schedulers, or about a queue of the loop; with @flags, that of their rule. */
void
ls_explanation_set_selection_clause (LsExplanation *self,
                                     gboolean       scheduler,
                                     guint          flags)
{
  if ((flags & LS_RECORD_FLAG_FAIR_TURN) != 0)
    ls_explanation_set_clause (self, LS_CLAUSE_PRESET, 0, 0);
  else if ((flags & LS_RECORD_FLAG_STARVATION_GUARD) != 0)
    ls_explanation_set_clause (self, LS_CLAUSE_BLINK_SELECTOR, 0, 0);
  else if (scheduler)
    ls_explanation_set_clause (self, LS_CLAUSE_SELECT_NEXT_QUEUE, 5, 6);
  else
    ls_explanation_set_clause (self, LS_CLAUSE_EVENT_LOOP, 2, 2);
}

void
ls_explanation_set_described (LsExplanation    *self,
                              LsState          *state,
                              const LsNextTask *described)
{
  self->queue = described->queue;
  self->effective_priority = described->effective_priority;
  self->rank = described->rank;
  self->n_candidates = ls_selection_count_queues (ls_state_get_world (state));
}

/* "(c1.signal, continuation)", or of a queue of the loop "(input)". */
char *
ls_explanation_dup_queue (LsState     *state,
                          guint32      queue,
                          LsQueueType  queue_type)
{
  return queue != 0 ? ls_names_say_queue (state, ls_state_get_queue (state, queue))
                    : g_strdup_printf ("(%s)", ls_queue_type_to_string (queue_type));
}

/* Names the best queue of the other kind: of a scheduler or of the loop. */
static void
append_rival (GString           *text,
              LsState           *state,
              const LsNextTask  *next,
              const LsCandidate *candidates,
              guint              n_candidates)
{
  g_autofree char *own_rank = ls_names_say_rank (state, next->rank);
  g_autofree char *rank = NULL;
  g_autofree char *name = NULL;
  guint i = 1;

  while (i < n_candidates && (candidates[i].queue != 0) == (next->queue != 0))
    i++;
  if (i >= n_candidates)
    return;

  name = ls_explanation_dup_queue (state, candidates[i].queue, candidates[i].queue_type);
  if (candidates[i].rank == next->rank)
    {
      /* Translators: a queue, “rank 5”, a number */
      ls_explanation_say (text, _("The queue %s has the same %s, but its oldest task is younger (enqueue order %u)."), name,
                          own_rank, candidates[i].oldest_order);
      return;
    }
  rank = ls_names_say_rank (state, candidates[i].rank);
  /* Translators: “rank 5”, “rank 6”, a queue */
  ls_explanation_say (text, _("The loop serves its %s before the %s of %s."), own_rank, rank, name);
}

/* Counts the queues that are as good as that of @next. */
static guint
count_equals (const LsNextTask  *next,
              const LsCandidate *candidates,
              guint              n_candidates)
{
  guint n_equals = 0;

  for (guint i = 0; i < n_candidates; i++)
    n_equals += candidates[i].rank == next->rank && candidates[i].effective_priority == next->effective_priority;
  return n_equals;
}

/* The rule that makes @next next, without a full stop: what follows a colon. */
char *
ls_explanation_dup_rule (LsState          *state,
                         const LsNextTask *next)
{
  const LsWorld *world = ls_state_get_world (state);
  g_autofree char *rank = ls_names_say_rank (state, next->rank);

  if ((next->flags & LS_RECORD_FLAG_FAIR_TURN) != 0)
    /* Translators: “rank 5”, a number; a part of a sentence, after “but” or a colon */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "the preset gives %s a turn after %u pick in a row while a worse rank waited",
                                         "the preset gives %s a turn after %u picks in a row while a worse rank waited",
                                         world->loop.fair_after),
                            rank, world->loop.fair_after);
  /* Translators: a number, “rank 5”; a part of a sentence, after “but” or a colon */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "after %u delayed task in a row immediate work of %s goes first",
                                       "after %u delayed tasks in a row immediate work of %s goes first",
                                       world->loop.max_delayed_picks),
                          world->loop.max_delayed_picks, rank);
}

/* Says which rule makes a task next that rank and age alone would not. */
static void
append_why_out_of_order (GString          *text,
                         LsState          *state,
                         const LsNextTask *next)
{
  const LsTaskState *other = ls_state_get_task (state, next->instead_of);
  g_autofree char *name = ls_names_say_task (state, next->instead_of);
  g_autofree char *rule = ls_explanation_dup_rule (state, next);

  if ((next->flags & LS_RECORD_FLAG_FAIR_TURN) != 0)
    /* Translators: a task, a rule */
    ls_explanation_say (text, _("It goes before %s, whose queue has a better rank: %s."), name, rule);
  else
    /* Translators: a task, a number, a rule */
    ls_explanation_say (text, _("It goes first although %s, from delayed work, is older (enqueue order %u): %s."), name,
                        other->enqueue_order, rule);
}

/* Says which rank or effective priority the queue has and, unless a rule has chosen it, against how many others. */
static void
append_queue_among (GString          *text,
                    LsState          *state,
                    const LsNextTask *next,
                    guint             n_candidates)
{
  g_autofree char *queue = ls_explanation_dup_queue (state, next->queue, next->queue_type);
  g_autofree char *rank = ls_names_say_rank (state, next->rank);

  /* Translators: %s is a queue such as “(c1.signal, continuation)” or “(input)”, and in the others also “rank 5” */
  if (next->flags != 0 && next->queue != 0)
    ls_explanation_say (text, _("Its queue %s has effective priority %d."), queue, next->effective_priority);
  else if (next->flags != 0)
    ls_explanation_say (text, _("Its queue %s has %s."), queue, rank);
  else if (n_candidates <= 1 && next->queue != 0)
    ls_explanation_say (text, _("Its queue %s has effective priority %d and is the only runnable queue."), queue,
                        next->effective_priority);
  else if (n_candidates <= 1)
    ls_explanation_say (text, _("Its queue %s has %s and is the only runnable queue."), queue, rank);
  else if (next->queue != 0)
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE,
                                           "Its queue %s has effective priority %d, the highest of %u runnable queue.",
                                           "Its queue %s has effective priority %d, the highest of %u runnable queues.",
                                           n_candidates),
                        queue, next->effective_priority, n_candidates);
  else
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE,
                                           "Its queue %s has %s, the best of %u runnable queue.",
                                           "Its queue %s has %s, the best of %u runnable queues.", n_candidates),
                        queue, rank, n_candidates);
}

/* @state is that of the choice. */
void
ls_explanation_append_why_next (GString          *text,
                                LsState          *state,
                                const LsNextTask *next)
{
  guint n_candidates, n_equals;
  g_autofree LsCandidate *candidates = ls_selection_list_candidates (ls_state_get_world (state), &n_candidates);

  n_equals = count_equals (next, candidates, n_candidates);
  append_queue_among (text, state, next, n_candidates);
  if (next->flags != 0)
    {
      append_why_out_of_order (text, state, next);
      return;
    }

  if (n_equals > 1)
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE,
                                           "Of the %u queue that has it, this one holds the oldest runnable task "
                                           "(enqueue order %u).",
                                           "Of the %u queues that have it, this one holds the oldest runnable task "
                                           "(enqueue order %u).", n_equals),
                        n_equals, next->order);
  else
    ls_explanation_say (text, _("It is the oldest runnable task there (enqueue order %u)."), next->order);
  append_rival (text, state, next, candidates, n_candidates);
}

void
ls_explanation_append_running (GString *text,
                               LsState *state)
{
  guint32 running = ls_state_get_running_task (state);
  g_autofree char *name = NULL;

  if (running == 0)
    return;
  name = ls_names_say_task (state, running);
  ls_explanation_say (text, _("It starts when %s and its microtasks are done."), name);
}

/* Names the agent of the loop where there are several agents. */
void
ls_explanation_add_agent (LsState       *state,
                          LsExplanation *self)
{
  const LsAgentTraceState *agent = ls_state_get_agent (state, ls_state_get_shown_agent (state));
  g_autofree char *name = NULL;
  GString *text;

  if (agent == NULL)
    return;
  name = ls_names_say_agent (state, agent->id);
  text = g_string_new (self->text);
  if (agent->state == LS_AGENT_STATE_WAITING)
    {
      g_autofree char *place = ls_names_place (state, agent->memory, agent->byte_index);

      /* Translators: an agent, a place in shared memory such as “lock[0]” */
      ls_explanation_say (text,
                          _("%s is suspended in Atomics.wait() at %s: until it is notified, or its time is over, nothing runs "
                            "on its loop."),
                          name, place);
    }
  else if (agent->state == LS_AGENT_STATE_ENDED)
    /* Translators: an agent */
    ls_explanation_say (text, _("%s has ended: nothing runs on its loop any more."), name);
  else if (agent->state == LS_AGENT_STATE_RUNNING && ls_state_get_running_task (state) == 0)
    /* Translators: an agent */
    ls_explanation_say (text, _("%s is running: its loop goes on when that is done."), name);
  else if (agent->id != ls_state_get_current_agent (state))
    /* Translators: an agent */
    ls_explanation_say (text, _("This is the loop of %s; another agent runs now, and which one goes on is left open."), name);
  g_free (self->text);
  self->text = g_string_free (text, FALSE);
}

/* "Worker 2 can go on": who may have something to do that is no task yet. */
static void
append_who_can_go_on (GString *text,
                      LsState *state)
{
  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);
      g_autofree char *name = NULL;

      if (agent == NULL || (agent->state != LS_AGENT_STATE_RUNNABLE && agent->state != LS_AGENT_STATE_RUNNING))
        continue;
      name = ls_names_say_agent (state, id);
      /* Translators: an agent */
      ls_explanation_say (text, agent->state == LS_AGENT_STATE_RUNNING ? _("%s is running.") : _("%s can go on."), name);
    }
}

/* With several agents, one may have something to do that is no task. */
static gboolean
is_idle (LsState *state)
{
  const LsAgentTraceState *agent = ls_state_get_agent (state, ls_state_get_shown_agent (state));

  return agent == NULL || agent->state == LS_AGENT_STATE_IDLE;
}

static LsExplanation *
explain_nothing (LsState *state)
{
  LsExplanation *self = ls_explanation_new (LS_EXPLANATION_NOTHING_RUNNABLE, 0);
  GString *text = g_string_new (_("No queue has a runnable task."));
  const gboolean is_between = ls_state_is_between_turns (state);
  guint32 running = is_between ? 0 : ls_state_get_running_task (state);

  self->blocker = running;
  if (running != 0)
    {
      g_autofree char *name = ls_names_say_task (state, running);

      ls_explanation_say (text, _("Only %s is running."), name);
    }
  if (ls_state_get_n_tasks (state) == 0 && ls_state_get_n_agents (state) == 0)
    ls_explanation_say (text, "%s", _("Nothing has been posted yet."));
  else if (ls_state_get_n_agents (state) > 0 && ls_state_get_asked_agent (state) == 0)
    append_who_can_go_on (text, state);
  else if (running == 0 && is_between && is_idle (state))
    ls_explanation_say (text, "%s", _("Nothing is delayed either: the loop is done unless something new is posted."));

  self->position = ls_state_get_position (state);
  self->title = g_strdup (_("Nothing to run"));
  self->text = g_string_free (text, FALSE);
  ls_explanation_set_clause (self, LS_CLAUSE_EVENT_LOOP, 2, 2);
  if (ls_state_get_asked_agent (state) != 0)
    ls_explanation_add_agent (state, self);

  return self;
}

/* Describes the task that is next at the moment of the choice. Returns FALSE where no such task waits there: then the trace
 * contradicts itself. */
gboolean
ls_explanation_describe_next (LsState    *state,
                              LsNextTask *next)
{
  const LsWorld *ahead = ls_state_get_world (ls_state_get_ahead (state));
  const guint32 id = ls_state_get_next_task (state);
  const LsTaskState *task;

  ls_selection_find_next (ahead, next);
  if (next->task == id)
    return TRUE;
  task = ls_world_peek_task (ahead, id);
  return task != NULL && task->id != 0 && ls_selection_describe (ahead, task, next);
}

/* What time has to do with it: a delay that ends first, or that is over. */
static void
append_delay (GString           *text,
              LsState           *state,
              const LsTaskState *task)
{
  const guint64 now = ls_state_get_time (state);
  g_autofree char *time = NULL;

  if (task == NULL || task->status != LS_TASK_STATUS_DELAYED)
    return;
  time = ls_names_say_duration (task->due_at > now ? task->due_at - now : now - task->due_at);
  if (task->due_at > now)
    /* Translators: a time such as “5 ms” */
    ls_explanation_say (text, _("Its delay ends in %s."), time);
  else if (task->due_at < now)
    /* Translators: a time such as “5 ms” */
    ls_explanation_say (text, _("It is due, %s late."), time);
  else
    ls_explanation_say (text, "%s", _("Its delay ends now."));
}

/* Whose task it is, where no agent was asked for. */
static void
append_agent (GString *text,
              LsState *state,
              LsState *ahead)
{
  const guint32 agent = ls_state_get_shown_agent (ahead);
  g_autofree char *name = NULL;

  if (ls_state_get_n_agents (ahead) == 0 || ls_state_get_asked_agent (state) != 0)
    return;
  name = ls_names_say_agent (ahead, agent);
  if (agent == ls_state_get_current_agent (state))
    /* Translators: an agent */
    ls_explanation_say (text, _("It is a task of %s."), name);
  else
    /* Translators: an agent */
    ls_explanation_say (text, _("It is a task of %s, which goes on before another agent begins a task."), name);
}

/* What comes before the choice, and may change it where it is not recorded. */
static void
append_what_is_first (GString     *text,
                      LsState     *state,
                      LsNextBasis  basis)
{
  guint32 n_microtasks;

  ls_state_get_first_microtask (state, &n_microtasks);
  if (!ls_state_is_between_turns (state))
    ls_explanation_append_running (text, state);
  if (n_microtasks > 0)
    ls_explanation_say (text, g_dngettext (GETTEXT_PACKAGE, "%u microtask runs first.", "%u microtasks run first.",
                                           n_microtasks), n_microtasks);
  if (basis != LS_NEXT_SO_FAR)
    return;
  if (ls_state_get_n_agents (state) > 0 && ls_state_get_asked_agent (state) == 0)
    append_who_can_go_on (text, state);
  ls_explanation_say (text, "%s", _("What runs first may change this."));
}

/**
 * ls_explain_next:
 * @state: a state
 *
 * Why the next task is next: the one of [method@State.get_next_task], as things stand at the moment of the choice.
 *
 * Returns: (transfer full): of kind %LS_EXPLANATION_NEXT, %LS_EXPLANATION_NEXT_SO_FAR or %LS_EXPLANATION_NOTHING_RUNNABLE
 */
LsExplanation *
ls_explain_next (LsState *state)
{
  g_autofree char *name = NULL;
  LsExplanation *self;
  LsNextBasis basis;
  LsNextTask next;
  LsState *ahead;
  GString *text;
  guint32 id;

  g_return_val_if_fail (state != NULL, NULL);

  id = ls_state_get_next_task (state);
  if (id == 0)
    return explain_nothing (state);

  ahead = ls_state_get_ahead (state);
  basis = ls_state_get_next_basis (state);
  self = ls_explanation_new (basis == LS_NEXT_SO_FAR ? LS_EXPLANATION_NEXT_SO_FAR : LS_EXPLANATION_NEXT, id);
  self->position = ls_state_get_position (state);
  self->blocker = ls_state_is_between_turns (state) ? 0 : ls_state_get_running_task (state);

  name = ls_names_say_task (ahead, id);
  /* Translators: a task */
  self->title = g_strdup_printf (basis == LS_NEXT_SO_FAR ? _("Next so far: %s") : _("Next: %s"), name);
  text = g_string_new (NULL);
  append_delay (text, state, ls_state_get_task (state, id));
  if (ls_explanation_describe_next (state, &next))
    {
      ls_explanation_set_described (self, ahead, &next);
      ls_explanation_set_selection_clause (self, next.queue != 0, next.flags);
      ls_explanation_append_why_next (text, ahead, &next);
    }
  append_agent (text, state, ahead);
  append_what_is_first (text, state, basis);
  self->text = g_string_free (text, FALSE);
  ls_explanation_add_raise (ahead, self);
  if (ls_state_get_asked_agent (state) != 0)
    ls_explanation_add_agent (state, self);

  return self;
}

/**
 * ls_explain_candidates: (skip)
 * @state: a state
 * @n_candidates: (out): how many there are
 *
 * The queues among which the next turn is decided: all with a task that can be selected at the moment of the choice. See
 * [method@State.get_next_task].
 *
 * Returns: (transfer full) (array length=n_candidates): the best first; free with g_free()
 */
LsCandidate *
ls_explain_candidates (LsState *state,
                       guint   *n_candidates)
{
  g_return_val_if_fail (state != NULL, NULL);
  g_return_val_if_fail (n_candidates != NULL, NULL);

  return ls_selection_list_candidates (ls_state_get_world (ls_state_get_ahead (state)), n_candidates);
}
