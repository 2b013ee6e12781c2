/* ls-probe-merger.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-probe-merger-private.h"

#include <pthread.h>

/* Agents that run at the same time report through a probe each. The merger writes their records into one trace, one at a time,
 * under a mutex. It writes a record when its agent begins the next one, publishes, enters or leaves. Between
 * ls_merged_probe_enter() and ls_merged_probe_leave() an agent has the trace to itself: so its operations and its records are in
 * one order with those of the others.
 *
 * Each loop counts its things by itself. In the trace they get numbers in the order in which they first appear. */

typedef enum
{
  NO_THING,
  TASK,
  MICROTASK,
  TIMER,
  IDLE_CALLBACK,
  PROMISE,
  SIGNAL,
  SCHEDULER,
  SCHEDULER_QUEUE,
  N_THINGS
} Thing;

/* The things whose numbers the members of a record are. */
static const struct
{
  guint8 subject, object, value;
} things[] = {
  [LS_RECORD_SCHEDULER_CREATED] = { SCHEDULER },
  [LS_RECORD_TASK_POSTED] = { TASK, SIGNAL },
  [LS_RECORD_TASK_QUEUED] = { TASK, SCHEDULER_QUEUE },
  [LS_RECORD_TASK_INCOMING] = { TASK },
  [LS_RECORD_TASK_DELAYED] = { TASK, TIMER },
  [LS_RECORD_TASK_DUE] = { TASK },
  [LS_RECORD_TASK_SELECTED] = { TASK, SCHEDULER_QUEUE },
  [LS_RECORD_TASK_STARTED] = { TASK, SIGNAL, SIGNAL },
  [LS_RECORD_TASK_FINISHED] = { TASK },
  [LS_RECORD_TASK_REMOVED] = { TASK, SIGNAL },
  [LS_RECORD_QUEUE_CREATED] = { SCHEDULER_QUEUE, SIGNAL, SCHEDULER },
  [LS_RECORD_QUEUE_REMOVED] = { SCHEDULER_QUEUE },
  [LS_RECORD_QUEUE_PRIORITY] = { SCHEDULER_QUEUE },
  [LS_RECORD_SIGNAL_CREATED] = { SIGNAL, SIGNAL },
  [LS_RECORD_SIGNAL_ABORT_SOURCE] = { SIGNAL, SIGNAL },
  [LS_RECORD_SIGNAL_NAMED] = { SIGNAL },
  [LS_RECORD_SIGNAL_PRIORITY] = { SIGNAL, SIGNAL },
  [LS_RECORD_SIGNAL_PRIORITY_REFUSED] = { SIGNAL },
  [LS_RECORD_SIGNAL_ABORTED] = { SIGNAL, SIGNAL },
  [LS_RECORD_SIGNAL_FINALIZED] = { SIGNAL },
  [LS_RECORD_SIGNAL_LISTENERS] = { SIGNAL },
  [LS_RECORD_EVENT_BEGIN] = { SIGNAL },
  [LS_RECORD_EVENT_END] = { SIGNAL },
  [LS_RECORD_MICROTASK_QUEUED] = { MICROTASK, PROMISE },
  [LS_RECORD_MICROTASK_STARTED] = { MICROTASK, SIGNAL, SIGNAL },
  [LS_RECORD_MICROTASK_FINISHED] = { MICROTASK },
  [LS_RECORD_PROMISE_CREATED] = { PROMISE, TASK },
  [LS_RECORD_PROMISE_FULFILLED] = { PROMISE },
  [LS_RECORD_PROMISE_REJECTED] = { PROMISE },
  [LS_RECORD_PROMISE_UNHANDLED] = { PROMISE },
  [LS_RECORD_PROMISE_HANDLED] = { PROMISE },
  [LS_RECORD_TIMER_INSTALLED] = { TIMER, TASK },
  [LS_RECORD_TIMER_FIRED] = { TIMER, TASK },
  [LS_RECORD_TIMER_CLEARED] = { TIMER },
  [LS_RECORD_IDLE_REQUESTED] = { IDLE_CALLBACK, TASK },
  [LS_RECORD_IDLE_FIRED] = { IDLE_CALLBACK, TASK },
  [LS_RECORD_IDLE_CANCELLED] = { IDLE_CALLBACK },
  [LS_RECORD_TASK_REFUSED] = { TASK, SIGNAL },
  [LS_RECORD_TASK_RAISED] = { TASK, SCHEDULER_QUEUE, TASK },
  [LS_RECORD_TASK_ORIGIN] = { TASK, TASK },
  [LS_RECORD_TASK_PLACE] = { TASK },
  [LS_RECORD_TASKS_DEFERRED] = { TASK },
};

/* A new kind of record needs an entry in this table. */
G_STATIC_ASSERT (LS_N_RECORD_KINDS == LS_RECORD_TASKS_DEFERRED + 1);

struct _LsProbeMerger
{
  LsProbe         *target;
  pthread_mutex_t  mutex;       /* no GMutex: the thread sanitizer knows this one */
  guint64          time;        /* the time of the last record */
  guint32          agent;       /* the agent of the last record */
  guint32          last[N_THINGS];
  guint64          n_records;   /* atomic */
  gboolean         is_closed;
  GPtrArray       *probes;      /* (owned) LsMergedProbe */
};

struct _LsMergedProbe
{
  LsProbe        base;
  LsProbeMerger *merger;
  LsRecord       record;        /* the record that the agent writes now */
  guint32        agent;
  gboolean       is_inside;     /* its thread holds the mutex */
  GArray        *numbers[N_THINGS]; /* the numbers in the trace of the loop's things; 0 for a thing that has not appeared yet */
};

static void
merged_probe_lock (LsMergedProbe *self)
{
  if (!self->is_inside)
    pthread_mutex_lock (&self->merger->mutex);
}

static void
merged_probe_unlock (LsMergedProbe *self)
{
  if (!self->is_inside)
    pthread_mutex_unlock (&self->merger->mutex);
}

static guint32
merged_probe_translate (LsMergedProbe *self,
                        Thing          thing,
                        guint32        number)
{
  GArray *numbers = self->numbers[thing];
  guint32 *place;

  if (thing == NO_THING || number == 0)
    return number;
  if (number >= numbers->len)
    g_array_set_size (numbers, number + 1);
  place = &g_array_index (numbers, guint32, number);
  if (*place == 0)
    *place = ++self->merger->last[thing];
  return *place;
}

/* Writes the finished record into the trace. The caller holds the mutex. */
static void
merged_probe_flush (LsMergedProbe *self)
{
  LsProbeMerger *merger = self->merger;
  LsRecord *record = &self->record;

  if (self->base.cursor == record)
    return;
  self->base.cursor = record;
  if (merger->is_closed)
    return;

  /* A thread reads the clock before it gets the mutex. */
  record->time = merger->time = MAX (merger->time, record->time);
  if (record->kind < G_N_ELEMENTS (things))
    {
      record->subject = merged_probe_translate (self, things[record->kind].subject, record->subject);
      record->object = merged_probe_translate (self, things[record->kind].object, record->object);
      record->value = merged_probe_translate (self, things[record->kind].value, record->value);
    }
  if (merger->agent != self->agent)
    {
      const LsRecord run = { .kind = LS_RECORD_AGENT_RUN, .time = merger->time, .subject = self->agent,
                             .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_ECMA_FORWARD_PROGRESS };

      merger->agent = self->agent;
      ls_probe_emit (merger->target, &run);
    }
  ls_probe_emit (merger->target, record);
  __atomic_add_fetch (&merger->n_records, 1, __ATOMIC_RELAXED);
}

static void
merged_probe_refill (LsProbe *base)
{
  LsMergedProbe *self = (LsMergedProbe *) base;

  merged_probe_lock (self);
  merged_probe_flush (self);
  merged_probe_unlock (self);
}

static guint32
merged_probe_intern (LsProbe    *base,
                     const char *string)
{
  LsMergedProbe *self = (LsMergedProbe *) base;
  guint32 text;

  merged_probe_lock (self);
  text = ls_probe_intern (self->merger->target, string);
  merged_probe_unlock (self);
  return text;
}

static void
merged_probe_publish (LsProbe *base)
{
  LsMergedProbe *self = (LsMergedProbe *) base;

  merged_probe_lock (self);
  merged_probe_flush (self);
  ls_probe_publish (self->merger->target);
  merged_probe_unlock (self);
}

static void
merged_probe_free (gpointer data)
{
  LsMergedProbe *self = data;

  for (guint i = 0; i < N_THINGS; i++)
    g_array_unref (self->numbers[i]);
  g_free (self);
}

/* Makes a merger. @target belongs to the merger alone from here on, and must outlive it. */
LsProbeMerger *
ls_probe_merger_new (LsProbe *target)
{
  LsProbeMerger *self = g_new0 (LsProbeMerger, 1);

  self->target = target;
  self->agent = 1;
  self->probes = g_ptr_array_new_with_free_func (merged_probe_free);
  pthread_mutex_init (&self->mutex, NULL);
  return self;
}

/* Frees the merger and its probes. */
void
ls_probe_merger_free (LsProbeMerger *self)
{
  g_ptr_array_unref (self->probes);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

/* Makes a probe for one agent. One thread at a time may use the probe. Any thread may call this. */
LsProbe *
ls_probe_merger_add (LsProbeMerger *self,
                     guint32        agent)
{
  LsMergedProbe *probe = g_new0 (LsMergedProbe, 1);

  probe->base = (LsProbe) { &probe->record, &probe->record + 1, merged_probe_refill, merged_probe_intern, merged_probe_publish };
  probe->merger = self;
  probe->agent = agent;
  for (guint i = 0; i < N_THINGS; i++)
    probe->numbers[i] = g_array_new (FALSE, TRUE, sizeof (guint32));
  pthread_mutex_lock (&self->mutex);
  g_ptr_array_add (self->probes, probe);
  pthread_mutex_unlock (&self->mutex);
  return &probe->base;
}

/* Returns the number of records so far. Any thread may call this. */
guint64
ls_probe_merger_count (LsProbeMerger *self)
{
  return __atomic_load_n (&self->n_records, __ATOMIC_RELAXED);
}

/* Stops the trace: it gets no more records. Any thread may call this. */
void
ls_probe_merger_close (LsProbeMerger *self)
{
  pthread_mutex_lock (&self->mutex);
  self->is_closed = TRUE;
  pthread_mutex_unlock (&self->mutex);
}

/* Gives the trace to the thread of @probe. Until it leaves, no agent may be suspended or call the loop of another one. */
void
ls_merged_probe_enter (LsProbe *probe)
{
  LsMergedProbe *self = (LsMergedProbe *) probe;

  pthread_mutex_lock (&self->merger->mutex);
  merged_probe_flush (self);
  self->is_inside = TRUE;
}

void
ls_merged_probe_leave (LsProbe *probe)
{
  LsMergedProbe *self = (LsMergedProbe *) probe;

  merged_probe_flush (self);
  self->is_inside = FALSE;
  pthread_mutex_unlock (&self->merger->mutex);
}
