/* ls-state.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-foresight-private.h"
#include "ls-state-private.h"
#include "ls-trace-growth-private.h"
#include "ls-trace-private.h"

/* To apply fewer records than this costs less than to load a keyframe. */
#define SHORT_WAY 4096

struct _LsState
{
  gint ref_count;
  LsTrace *trace;
  LsWorld world;
  GArray *abort_sources;         /* guint32: the last answer of ls_state_get_abort_sources() */
  GArray *list;                  /* guint32: the last answer of ls_state_list_cells() */
  guint32 agent;                 /* the agent that was asked for, 0 for the current one */
  LsFuture future;
  gsize start;                   /* things that were over before this position have been dropped */
};

G_DEFINE_BOXED_TYPE (LsState, ls_state, ls_state_ref, ls_state_unref)

/**
 * ls_state_new:
 * @trace: a trace; the state keeps a reference
 *
 * Makes a state, which can go to any position of a trace.
 *
 * Returns: (transfer full): a state at position 0, before the first record
 */
LsState *
ls_state_new (LsTrace *trace)
{
  LsState *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  self = g_new0 (LsState, 1);
  self->ref_count = 1;
  self->trace = g_object_ref (trace);
  self->abort_sources = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->list = g_array_new (FALSE, FALSE, sizeof (guint32));
  ls_world_init (&self->world, ls_trace_get_texts (trace), ls_keyframes_get_account (ls_trace_get_keyframes (trace)));

  return self;
}

/**
 * ls_state_ref:
 * @self: a state
 *
 * May be called by any thread.
 *
 * Returns: (transfer full): @self, with one reference more
 */
LsState *
ls_state_ref (LsState *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_int_inc (&self->ref_count);
  return self;
}

/**
 * ls_state_unref:
 * @self: (transfer full): a state
 *
 * Gives a reference back. May be called by any thread.
 */
void
ls_state_unref (LsState *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  ls_future_clear (&self->future);
  ls_world_clear (&self->world);
  g_array_unref (self->abort_sources);
  g_array_unref (self->list);
  g_object_unref (self->trace);
  g_free (self);
}

/* Returns (transfer full) a state with a copy of the world of @other, which shows the same agent. */
LsState *
ls_state_new_copy (LsState *other)
{
  LsState *self = g_new0 (LsState, 1);

  self->ref_count = 1;
  self->trace = g_object_ref (other->trace);
  self->abort_sources = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->list = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->agent = other->agent;
  self->start = other->start;
  ls_world_init_copy (&self->world, &other->world);
  return self;
}

/**
 * ls_state_get_trace:
 * @self: a state
 *
 * Gets the trace that @self looks at.
 *
 * Returns: (transfer none): the trace that @self looks at
 */
LsTrace *
ls_state_get_trace (LsState *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->trace;
}

const LsWorld *
ls_state_get_world (LsState *self)
{
  return &self->world;
}

LsWorld *
ls_state_edit_world (LsState *self)
{
  return &self->world;
}

LsFuture *
ls_state_get_future (LsState *self)
{
  return &self->future;
}

GArray *
ls_state_get_list (LsState *self)
{
  return self->list;
}

/**
 * ls_state_get_asked_agent:
 * @self: a state
 *
 * Gets the agent that ls_state_set_agent() was given.
 *
 * Returns: what was given to ls_state_set_agent()
 */
guint32
ls_state_get_asked_agent (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->agent;
}

/**
 * ls_state_set_agent:
 * @self: a state
 * @agent: number of an agent, or 0 for the one whose records are being made at each position
 *
 * Says which agent functions speak of, also after ls_state_seek(). The loop of an agent of which nothing is known yet is empty.
 *
 * Pointers that the state has given away are no longer valid.
 */
void
ls_state_set_agent (LsState *self,
                    guint32  agent)
{
  g_return_if_fail (self != NULL);

  self->agent = agent < LS_WORLD_MAX_AGENTS ? agent : 0;
  self->future.is_known = FALSE;
  ls_world_show_agent (&self->world, self->agent != 0 ? self->agent : self->world.current_agent);
}

/**
 * ls_state_get_position:
 * @self: a state
 *
 * Gets the position of the state: it counts the records that were applied.
 *
 * Returns: how many records have been applied
 */
gsize
ls_state_get_position (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.position;
}

/* Applies records up to @position, leaving keyframes on the way where none are yet. */
static void
go_on (LsState *self,
       gsize    position)
{
  LsKeyframes *keyframes = ls_trace_get_keyframes (self->trace);
  gsize begin = self->world.position;

  while (self->world.position < position)
    {
      gsize due = ls_keyframes_get_due (keyframes);
      gsize n_records, wanted = position - self->world.position;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->world.position, &n_records);

      if (due > self->world.position)
        wanted = MIN (wanted, due - self->world.position);
      ls_world_apply (&self->world, records, MIN (n_records, wanted));
      if (self->world.position >= due)
        ls_keyframes_take (keyframes, &self->world, begin);
    }
}

/* Puts the world at the nearest keyframe, or at the beginning, where that is nearer than going on. */
static void
jump (LsState *self,
      gsize    position,
      gsize    start)
{
  LsKeyframes *keyframes = ls_trace_get_keyframes (self->trace);
  gboolean forwards = position >= self->world.position && self->world.position >= start;
  LsWorld found;

  if (forwards && position - self->world.position <= SHORT_WAY)
    return;

  if (ls_keyframes_load (keyframes, position, forwards ? self->world.position : 0, &found))
    {
      ls_world_clear (&self->world);
      self->world = found;
    }
  else if (!forwards)
    {
      ls_world_clear (&self->world);
      ls_world_init (&self->world, ls_trace_get_texts (self->trace), ls_keyframes_get_account (keyframes));
    }
}

/* Drops what was over at position @start, whose record has this time. */
static void
forget (LsState *self,
        gsize    start,
        guint64  time)
{
  LsWorldExtent extent;

  self->start = start;
  ls_keyframes_get_start_extent (ls_trace_get_keyframes (self->trace), &extent);
  ls_world_forget (&self->world, start, time, &extent, NULL);
}

static guint64
get_time_at (LsState *self,
             gsize    position)
{
  gsize n_records;
  const LsRecord *record = ls_trace_peek_records (self->trace, position, &n_records);

  return record != NULL ? record->time : 0;
}

/* The writer may drop records at the same time. Then the world is made again from those that are left. */
static void
move_to (LsState *self,
         gsize    position)
{
  for (;;)
    {
      gsize start = ls_trace_get_start (self->trace), begin;

      position = MAX (position, start);
      jump (self, position, start);
      begin = self->world.position;
      go_on (self, position);
      /* Records are read first, and only then is looked whether they were dropped meanwhile. */
      __atomic_thread_fence (__ATOMIC_ACQUIRE);
      if (begin >= ls_trace_get_start (self->trace))
        break;
      ls_world_clear (&self->world);
      ls_world_init (&self->world, ls_trace_get_texts (self->trace),
                     ls_keyframes_get_account (ls_trace_get_keyframes (self->trace)));
    }
}

/**
 * ls_state_seek:
 * @self: a state
 * @position: how many records to have applied; where there are not as many yet, all that are published; where they were
 *   forgotten, as few as there can be
 *
 * Moves to any position, forwards or backwards. The first time that any state of a trace goes over its records takes
 * some tens of nanoseconds for each; afterwards every position is a few milliseconds away at most, unless the trace is
 * so large that keyframes had to be thinned out.
 *
 * Pointers that the state has given away are no longer valid.
 */
void
ls_state_seek (LsState *self,
               gsize    position)
{
  gsize start;

  g_return_if_fail (self != NULL);

  start = ls_trace_get_start (self->trace);
  position = CLAMP (position, start, ls_trace_get_length (self->trace));
  if (position == self->world.position)
    {
      /* What followed was foreseen; by now it may be recorded, or it does not follow any more. */
      if (self->future.is_known && self->future.foresight.basis != LS_NEXT_RECORDED &&
          (self->future.length != ls_trace_get_length (self->trace) ||
           self->future.held_serial != ls_trace_get_held_serial (self->trace) ||
           (self->world.loop.is_recorded && !ls_trace_get_growing (self->trace))))
        self->future.is_known = FALSE;
      return;
    }

  self->future.is_known = FALSE;
  ls_world_show_agent (&self->world, self->world.current_agent);
  move_to (self, position);
  if (start != self->start)
    forget (self, start, get_time_at (self, start));
  if (self->agent != 0)
    ls_world_show_agent (&self->world, self->agent);
}

/**
 * ls_state_get_time:
 * @self: a state
 *
 * Gets the time of the loop at this position.
 *
 * Returns: loop time in µs of the last record; 0 at the beginning
 */
guint64
ls_state_get_time (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.time;
}

/**
 * ls_state_get_turn:
 * @self: a state
 *
 * Gets the number of the turn.
 *
 * Returns: number of the turn that runs or has run last, from 1; 0 before the first
 */
guint32
ls_state_get_turn (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.loop.turn;
}

/**
 * ls_state_get_microtask:
 * @self: a state
 *
 * Counts the microtasks of the turn that have finished.
 *
 * Returns: how many microtasks have finished since the turn began
 */
guint32
ls_state_get_microtask (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.loop.microtask;
}

/**
 * ls_state_get_statement:
 * @self: a state
 *
 * Counts the statements of the callback that runs or has run last.
 *
 * Returns: how many statements have begun since the last callback (of a task or a microtask) began
 */
guint32
ls_state_get_statement (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.loop.statement;
}

/**
 * ls_state_get_step:
 * @self: a state
 *
 * Counts the steps that have ended.
 *
 * Returns: how many steps have ended, as ls_trace_get_step_at() counts them
 */
guint32
ls_state_get_step (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.step;
}

/**
 * ls_state_get_preset:
 * @self: a state
 *
 * Gets the name of the loop's preset.
 *
 * Returns: (transfer none) (nullable): name of the loop's preset; %NULL before the loop has started
 */
const char *
ls_state_get_preset (LsState *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_trace_get_text (self->trace, self->world.loop.preset);
}

/**
 * ls_state_get_edition:
 * @self: a state
 *
 * Tells which text of the specification the loop follows.
 *
 * Returns: the edition of the specification that the loop follows
 */
LsEdition
ls_state_get_edition (LsState *self)
{
  g_return_val_if_fail (self != NULL, LS_EDITION_2025);

  return self->world.loop.edition;
}

/**
 * ls_state_get_experiments:
 * @self: a state
 *
 * Tells which experiments are on in the loop.
 *
 * Returns: the experiments that are on in the loop
 */
LsExperiments
ls_state_get_experiments (LsState *self)
{
  g_return_val_if_fail (self != NULL, LS_EXPERIMENT_NONE);

  return self->world.loop.experiments;
}

/**
 * ls_state_is_recorded:
 * @self: a state
 *
 * Tells whether a recording tells what the loop did, so that it may have chosen otherwise than the preset does.
 *
 * Returns: whether a recording tells what the loop did, so that it may have chosen otherwise than the preset does
 */
gboolean
ls_state_is_recorded (LsState *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->world.loop.is_recorded;
}

/**
 * ls_state_get_scheduling_state:
 * @self: a state
 * @abort_source: (out) (optional): a signal or 0
 * @priority_source: (out) (optional): a signal or 0
 *
 * The current scheduling state (§2.4.2): what yield() would inherit now.
 *
 * Returns: %FALSE where there is none: outside of callbacks, and in callbacks that have none
 */
gboolean
ls_state_get_scheduling_state (LsState *self,
                               guint32 *abort_source,
                               guint32 *priority_source)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (abort_source != NULL)
    *abort_source = self->world.loop.abort_source;
  if (priority_source != NULL)
    *priority_source = self->world.loop.priority_source;

  return self->world.loop.abort_source != 0 || self->world.loop.priority_source != 0;
}

/**
 * ls_state_get_statement_text:
 * @self: a state
 *
 * Tells where in the program the running callback is.
 *
 * Returns: text that says where in the program the callback that runs is; 0 where none runs or it has no statements
 */
guint32
ls_state_get_statement_text (LsState *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->world.loop.statement_text;
}

/**
 * ls_state_get_loop_queue:
 * @self: a state
 * @type: which queue of the loop
 *
 * The delayed tasks of schedulers are in delayed incoming of %LS_QUEUE_TYPE_WEB_SCHEDULING.
 *
 * Returns: (transfer none) (nullable): the queue with its four work queues, linked by LsTaskState.next; %NULL where
 *   @type is no queue type
 */
const LsLoopQueueState *
ls_state_get_loop_queue (LsState     *self,
                         LsQueueType  type)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (!ls_queue_type_is_known (type))
    return NULL;

  ls_world_sort_delayed_queue (&self->world, type);
  return &self->world.loop.loop_queues[type];
}

/**
 * ls_state_get_delayed_tasks:
 * @self: a state
 *
 * Gets all delayed tasks.
 *
 * Returns: (transfer none): all tasks whose delay has not ended, of the schedulers and of the loop's queues, in the
 *   order in which they are due; linked by LsTaskState.next_delayed
 */
const LsTaskList *
ls_state_get_delayed_tasks (LsState *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  ls_world_sort_all_delayed (&self->world);
  return &self->world.loop.delayed;
}

/**
 * ls_state_get_abort_sources:
 * @self: a state
 * @signal: number of a signal
 * @n_sources: (out): how many signals it depends on for abort
 *
 * Lists the signals on which a signal depends for abort.
 *
 * Returns: (transfer none) (array length=n_sources): their numbers, in the order of their declaration; valid until the
 *   function is called again
 */
const guint32 *
ls_state_get_abort_sources (LsState *self,
                            guint32  signal,
                            guint   *n_sources)
{
  const LsSignalState *found;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (n_sources != NULL, NULL);

  g_array_set_size (self->abort_sources, 0);
  found = ls_state_get_signal (self, signal);
  for (guint32 i = found != NULL ? found->first_source : 0; i != 0;)
    {
      const LsAbortSource *source = ls_cow_table_peek (&self->world.abort_sources, i);

      /* The task was dropped, as its signal is over. */
      if (source == NULL || source->signal == 0)
        break;
      g_array_append_val (self->abort_sources, source->signal);
      i = source->next;
    }

  *n_sources = self->abort_sources->len;
  return (const guint32 *) self->abort_sources->data;
}
