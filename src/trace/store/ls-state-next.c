/* ls-state-next.c: which task is next at a position
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-foresight-private.h"

#include "ls-source-rule-private.h"
#include "ls-state-private.h"
#include "ls-trace-growth-private.h"
#include "ls-trace-part-private.h"

/* Beyond so many records, what a turn that goes on has recorded is not looked at: a frame asks for what is next. */
#define MAX_RECORDS_AHEAD 4096

static void
clear_foreseen (LsFuture *self)
{
  g_clear_pointer (&self->foreseen, ls_state_unref);
  g_clear_pointer (&self->whole, ls_state_unref);
}

void
ls_future_clear (LsFuture *self)
{
  clear_foreseen (self);
  g_clear_pointer (&self->reached, ls_state_unref);
  self->is_known = FALSE;
}

/* Puts self->reached at a position that follows that of @state. To copy @state and go on from there is the shortest way, unless
 * the other state is there already, or is on its way. */
static LsState *
reach (LsFuture *self,
       LsState  *state,
       gsize     position)
{
  const gsize from = ls_state_get_position (state);
  const gsize reached = self->reached != NULL ? ls_state_get_position (self->reached) : 0;

  clear_foreseen (self);
  if (self->reached == NULL || reached < from || reached > position ||
      ls_state_get_asked_agent (self->reached) != ls_state_get_asked_agent (state))
    {
      g_clear_pointer (&self->reached, ls_state_unref);
      self->reached = ls_state_new_copy (state);
    }
  ls_state_seek (self->reached, position);
  return self->reached;
}

/* Goes on to the next selection of any agent: which one goes on first is open, so the current one counts, else the one with the
 * earliest task. Returns as ls_world_foresee(). */
static gboolean
foresee_agents (LsWorld *world,
                guint    few)
{
  const guint64 now = world->time;
  const guint32 current = world->current_agent;
  guint64 earliest = LS_TIME_NEVER;
  guint32 chosen = current;
  gboolean is_whole = TRUE;

  for (guint32 i = 0, id = current; i < world->agents.n_items; id = ++i)
    {
      const LsAgentTraceState *agent = ls_cow_table_peek (&world->agents, id);
      LsNextTask next;

      if (agent == NULL || agent->id == 0 || (i > 0 && id == current) || agent->state == LS_AGENT_STATE_WAITING ||
          agent->state == LS_AGENT_STATE_ENDED)
        continue;
      ls_world_show_agent (world, id);
      world->time = now;
      is_whole = ls_world_foresee (world, few) && is_whole;
      ls_selection_find_next (world, &next);
      if (next.task != 0 && world->time < earliest)
        {
          earliest = world->time;
          chosen = id;
        }
    }
  ls_world_show_agent (world, chosen);
  world->time = earliest != LS_TIME_NEVER ? earliest : now;
  return is_whole;
}

/* Whether what follows can be supposed from what waits. Nobody runs the loop of a recording, and it may not have done what its
 * preset does. A page that is being watched goes on, by the rules of the specification; but which of GLib's sources are ready,
 * nobody knows before, and which task Node.js takes, no specification says. A trace may be asked not to tell. */
static gboolean
can_suppose (LsState *state)
{
  if (ls_trace_get_hides_next (ls_state_get_trace (state)))
    return FALSE;
  return !ls_state_is_recorded (state) ||
         (ls_state_is_live (state) && ls_state_has_loop_queue (state, LS_QUEUE_TYPE_WEB_SCHEDULING));
}

/* Returns the task before which the loop of @agent is held, with 0 the one that goes on first; 0 for none. @state: at the end of
 * the trace. A task that is not waiting there has gone on meanwhile. */
static guint32
find_held (LsState *state,
           guint32  agent)
{
  g_autoptr (GArray) held = ls_trace_list_held (ls_state_get_trace (state));

  for (guint i = 0; held != NULL && i < (agent != 0 ? held->len : 1); i++)
    {
      const guint32 id = g_array_index (held, guint32, i);
      const LsTaskState *task = id != 0 ? ls_state_get_task (state, id) : NULL;

      if (task != NULL && task->id != 0 && task->status < LS_TASK_STATUS_RUNNING && (agent == 0 || task->agent == agent))
        return id;
    }
  return 0;
}

/* Supposes what follows in @state, on the loop of an agent or on any. Returns as ls_world_foresee(). */
static gboolean
suppose (LsState *state,
         guint32  agent,
         guint32  held,
         guint    few)
{
  LsWorld *world = ls_state_edit_world (state);
  const gboolean is_alone = ls_state_get_n_agents (state) == 0;

  /* Which agent goes on is known. */
  if (held != 0 && agent == 0 && !is_alone)
    {
      agent = ls_world_peek_task (world, held)->agent;
      ls_world_show_agent (world, agent);
    }
  if (!can_suppose (state))
    return TRUE;
  return is_alone || agent != 0 ? ls_world_foresee (world, few) : foresee_agents (world, few);
}

/* Returns the source that GLib's rule has next where the program is held before @held; 0 where it leaves that open. */
static guint32
expect_source (const LsWorld *world,
               guint32        held)
{
  const LsTaskState *task = ls_world_peek_task (world, held);
  guint32 expected;

  if (!ls_queue_type_is_of_sources (task->queue_type) || task->status == LS_TASK_STATUS_DELAYED)
    return 0;
  switch (ls_source_rule_judge (world, task, &expected))
    {
    case LS_SOURCE_RULE_BROKEN:
      return expected;
    case LS_SOURCE_RULE_OPEN:
      return 0;
    default:
      return held;
    }
}

/* What is held is next, whatever is supposed. */
static void
put_held_first (LsFuture    *self,
                LsState     *state,
                LsForesight *foresight)
{
  const LsTaskState *task = ls_state_get_task (self->foreseen, self->held);

  foresight->expected = can_suppose (self->foreseen) ? foresight->task
                                                     : expect_source (ls_state_get_world (self->foreseen), self->held);
  foresight->task = self->held;
  foresight->queue = ls_state_get_queue (state, task->queue) != NULL ? task->queue : 0;
  foresight->basis = LS_NEXT_HELD;
}

/* Supposes what follows the last record that there is. */
static void
foresee (LsFuture    *self,
         LsState     *state,
         LsForesight *foresight)
{
  LsTrace *trace = ls_state_get_trace (state);
  const gsize from = ls_state_get_position (state);
  const guint held_serial = ls_trace_get_held_serial (trace);
  const gsize length = ls_trace_get_length (trace);
  const gboolean is_near = length - from <= MAX_RECORDS_AHEAD;
  const gsize position = is_near ? length : from;
  const guint32 asked = ls_state_get_asked_agent (state);
  const gboolean is_alone = ls_state_get_n_agents (state) == 0;
  LsNextTask next;

  if (self->foreseen == NULL || self->foreseen_at != position || self->held_serial != held_serial ||
      ls_state_get_asked_agent (self->foreseen) != asked)
    {
      LsState *reached = reach (self, state, position);

      self->held = is_near && !ls_trace_get_hides_next (trace) ? find_held (reached, asked) : 0;
      self->held_serial = held_serial;
      self->foreseen = ls_state_new_copy (reached);
      self->foreseen_at = position;
      if (suppose (self->foreseen, asked, self->held, LS_FORESIGHT_FEW))
        self->whole = ls_state_ref (self->foreseen);
    }
  if (can_suppose (self->foreseen))
    {
      foresight->basis = is_near && is_alone && ls_world_is_between_turns (ls_state_get_world (self->reached)) ? LS_NEXT_CERTAIN
                                                                                                             : LS_NEXT_SO_FAR;
      ls_selection_find_next (ls_state_get_world (self->foreseen), &next);
      foresight->task = next.task;
      foresight->queue = ls_state_get_queue (state, next.queue) != NULL ? next.queue : 0;
    }
  else
    *foresight = (LsForesight) { .position = G_MAXSIZE, .basis = LS_NEXT_SO_FAR };
  if (self->held != 0)
    put_held_first (self, state, foresight);
}

/* The state at the moment of the choice, with all that is foreseen. */
static LsState *
get_whole (LsFuture *self)
{
  if (self->whole == NULL)
    {
      self->whole = ls_state_new_copy (self->reached);
      suppose (self->whole, ls_state_get_asked_agent (self->reached), self->held, G_MAXUINT);
    }
  return self->whole;
}

const LsForesight *
ls_state_get_foresight (LsState *self)
{
  LsFuture *future = ls_state_get_future (self);
  LsTrace *trace = ls_state_get_trace (self);
  LsForesight foresight = { .position = G_MAXSIZE, .basis = LS_NEXT_RECORDED };
  LsRecord record;

  if (future->is_known)
    return &future->foresight;

  future->length = ls_trace_get_length (trace);
  if (ls_selection_search_run (&future->search, trace, ls_state_get_position (self), ls_state_get_current_agent (self),
                               ls_state_get_asked_agent (self)))
    {
      ls_trace_get_record (trace, future->search.to, &record);
      foresight.task = record.subject;
      foresight.queue = record.object;
      foresight.position = future->search.to;
    }
  else
    foresee (future, self, &foresight);
  future->foresight = foresight;
  future->is_known = TRUE;
  return &future->foresight;
}

/* The state at the moment of the choice, of which all is there that tells what is next and why: with the next task, the first two
 * tasks of each queue, and how many there are. Nobody may ask it for more. */
LsState *
ls_state_get_choice (LsState *self)
{
  const LsForesight *foresight = ls_state_get_foresight (self);

  if (foresight->basis == LS_NEXT_RECORDED || foresight->basis == LS_NEXT_HELD)
    return ls_state_get_ahead (self);
  return ls_state_get_future (self)->foreseen;
}

/**
 * ls_state_get_ahead: (skip)
 * @self: a state
 *
 * The state at the moment when [method@State.get_next_task] is selected, recorded or foreseen. Nobody else may move it.
 *
 * Returns: (transfer none): that state; @self where it is the moment. It is valid until [method@State.seek] is called for @self
 */
LsState *
ls_state_get_ahead (LsState *self)
{
  const LsForesight *foresight;
  LsFuture *future;

  g_return_val_if_fail (self != NULL, NULL);

  foresight = ls_state_get_foresight (self);
  future = ls_state_get_future (self);

  if (foresight->basis != LS_NEXT_RECORDED)
    return get_whole (future);
  if (foresight->position == ls_state_get_position (self))
    return self;
  return reach (future, self, foresight->position);
}

/**
 * ls_state_get_next_queue:
 * @self: a state
 *
 * Tells from which scheduler task queue the next task is taken.
 *
 * Returns: the scheduler task queue from which the next task is taken; 0 where that is a queue of the loop, or nothing follows. The
 *   queue may not be there yet at the state's position
 */
guint32
ls_state_get_next_queue (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_get_foresight (self)->queue;
}

/**
 * ls_state_get_next_task:
 * @self: a state
 *
 * The task whose turn comes next, once the turn that runs has ended. Where the trace has that selection, it is the answer. Else it
 * is foreseen, by the selection of §2.4.3 among the scheduler task queues and by the preset's ranks and rules: delays end when
 * they are due, and where nothing is runnable time goes on. [method@State.get_next_basis] says what the answer stands on.
 *
 * Where what is watched is held before a task, that task is next at the end of the trace, whatever is foreseen.
 *
 * With several agents it is the next task of any of them, or of the one given to [method@State.set_agent].
 *
 * The answer stays until [method@State.seek] is called, with the same position if it is to take in what was recorded meanwhile.
 *
 * Returns: the task, which may not be posted yet at the state's position; 0 where none follows
 */
guint32
ls_state_get_next_task (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_get_foresight (self)->task;
}

/**
 * ls_state_get_next_basis:
 * @self: a state
 *
 * Says how sure the next task is: recorded, held, foreseen for certain, or foreseen as long as nothing that runs first changes it.
 *
 * Returns: what [method@State.get_next_task] stands on
 */
LsNextBasis
ls_state_get_next_basis (LsState *self)
{
  g_return_val_if_fail (self != NULL, LS_NEXT_SO_FAR);

  return ls_state_get_foresight (self)->basis;
}

/**
 * ls_state_get_expected_task:
 * @self: a state
 *
 * What is watched may be held before another task than the model has next: the engine's selection with the preset of a browser, or
 * GLib's rule. [method@State.get_next_task] is the one that is held.
 *
 * Returns: what the model has next where the basis is %LS_NEXT_HELD; 0 where nobody can know that, and in all other places
 */
guint32
ls_state_get_expected_task (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_get_foresight (self)->expected;
}

/**
 * ls_state_is_between_turns:
 * @self: a state
 *
 * Tells whether no task runs, and no microtask runs or waits, on the loop of the agent that is shown.
 *
 * Returns: whether no task runs, and no microtask runs or waits, on the loop of the agent that is shown
 */
gboolean
ls_state_is_between_turns (LsState *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ls_world_is_between_turns (ls_state_get_world (self));
}

/**
 * ls_state_get_busy_task:
 * @self: a state
 *
 * As [method@State.get_running_task], but not for a task that only waits for the next selection to end its turn.
 *
 * Returns: the task whose callback runs or whose microtasks are not done; 0 between turns
 */
guint32
ls_state_get_busy_task (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return ls_state_is_between_turns (self) ? 0 : ls_state_get_running_task (self);
}

/**
 * ls_state_has_runnable_task:
 * @self: a state
 *
 * Tells whether a task could be selected.
 *
 * Returns: whether a task waits in a queue of the shown agent's loop from which it can be selected, as things stand
 */
gboolean
ls_state_has_runnable_task (LsState *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ls_selection_count_queues (ls_state_get_world (self)) > 0;
}
