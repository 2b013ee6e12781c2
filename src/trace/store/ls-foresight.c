/* ls-foresight.c: finds the next selection in a trace, or goes on without one as the engine will
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-foresight-private.h"

#include "ls-bisection-private.h"
#include "ls-queue-type-private.h"
#include "ls-trace-private.h"

/* Blink's idle period: idle callbacks wait once more where a delayed task is due within so many µs. */
#define IDLE_PERIOD_MIN 1000
#define IDLE_PERIOD_RETRY 1000

/* How often ls_world_foresee() lets time go on: idle callbacks that make way for timers take two rounds each. */
#define MAX_ROUNDS 4096

/* Which scheduler task queue a task goes to. */
typedef struct
{
  guint32 signal;     /* whose priority it follows, 0 for none */
  guint8  priority;
} QueueKey;

/* Looks at the records that are there from self->to on. Stops at @end, or at a selection. */
static void
search_on (LsSelectionSearch *self,
           LsTrace           *trace,
           gsize              end)
{
  const LsRecord *records;
  gsize n_records;

  while (self->to < end && (records = ls_trace_peek_records (trace, self->to, &n_records)) != NULL)
    {
      n_records = MIN (n_records, end - self->to);
      for (gsize i = 0; i < n_records; i++)
        {
          if (records[i].kind == LS_RECORD_AGENT_RUN)
            self->agent_at_end = records[i].subject;
          else if (records[i].kind == LS_RECORD_TASK_SELECTED && (self->agent == 0 || self->agent == self->agent_at_end))
            {
              self->to += i;
              self->found = TRUE;
              return;
            }
        }
      self->to += n_records;
    }
}

/* Finds the first record from @from on that selects a task of @agent, or of any agent for 0. @current_agent made the record at
 * @from, if that begins with no other. Remembers what was searched, so that a reader who follows a growing trace reads each record
 * once. Returns whether there is one; it is at self->to. */
gboolean
ls_selection_search_run (LsSelectionSearch *self,
                         LsTrace           *trace,
                         gsize              from,
                         guint32            current_agent,
                         guint32            agent)
{
  const LsSelectionSearch before = *self;
  const gboolean is_same = self->agent == agent;

  if (!is_same || from < self->from || from > self->to)
    {
      *self = (LsSelectionSearch) { .agent = agent, .from = from, .to = from, .agent_at_end = current_agent };
      if (is_same && from < before.from)
        {
          search_on (self, trace, before.from);
          if (self->found || self->to < before.from)
            return self->found;
          *self = before;
          self->from = from;
        }
    }
  if (!self->found)
    search_on (self, trace, G_MAXSIZE);
  return self->found;
}

/* Whether no callback runs or is due in the turn: what comes next is a selection. */
gboolean
ls_world_is_between_turns (const LsWorld *self)
{
  const LsTaskState *running = ls_world_peek_task (self, self->loop.running_task);

  return self->loop.callback == LS_CALLBACK_NONE && self->loop.n_microtasks == 0 &&
         (self->loop.running_task == 0 || running == NULL || running->finished_at != LS_TIME_NEVER);
}

/* Applies a record that nobody has made. */
static void
suppose (LsWorld  *self,
         LsRecord  record)
{
  record.time = self->time;
  ls_world_apply (self, &record, 1);
  self->position--;
}

/* §2.4.2, select the scheduler task queue: of a task whose delay is over, the signal of its queue, or 0, and its priority. A task
 * that was raised while it was delayed has the fixed priority that it was raised to. */
static QueueKey
get_queue_key (const LsWorld     *self,
               const LsTaskState *task)
{
  const LsSignalState *signal = ls_cow_table_peek (&self->signals, task->signal);
  const gboolean has_priority = signal != NULL && signal->id != 0 && ls_task_priority_is_valid (signal->priority);
  const gboolean follows = !task->is_raised && !ls_task_priority_is_valid (task->priority) && has_priority &&
                           (signal->flags & LS_RECORD_FLAG_FIXED) == 0;
  guint8 priority = task->is_raised ? task->raised_to : task->priority;

  if (!ls_task_priority_is_valid (priority))
    priority = has_priority ? signal->priority : LS_TASK_PRIORITY_USER_VISIBLE;
  return (QueueKey) { .signal = follows ? task->signal : 0, .priority = priority };
}

/* The scheduler task queue for a task whose delay is over, made if there is none with tasks. */
static guint32
select_queue (LsWorld  *self,
              QueueKey  key)
{
  const guint32 id = MAX (self->queues.n_items, 1);

  for (guint32 i = self->loop.runnable_queues[ls_effective_priority (key.priority, FALSE)]; i != 0;)
    {
      const LsQueueState *queue = ls_cow_table_peek (&self->queues, i);

      if (queue->signal == key.signal)
        return i;
      i = queue->next_runnable;
    }
  suppose (self, (LsRecord) { .kind = LS_RECORD_QUEUE_CREATED, .subject = id, .object = key.signal, .value = 1,
                              .priority = key.priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING });
  return id;
}

/* Lets a delay end, as WakeUpQueue does. @order: the next enqueue order */
static void
end_delay (LsWorld *self,
           guint32  id,
           guint32  order)
{
  const LsTaskState task = *ls_world_peek_task (self, id);

  if (task.keeps_place)
    order = task.enqueue_order;
  suppose (self, (LsRecord) { .kind = LS_RECORD_TASK_DUE, .subject = id, .value = task.is_scheduler_task ? 0 : order,
                              .queue = task.queue_type });
  if (task.is_scheduler_task)
    {
      const QueueKey key = get_queue_key (self, &task);

      suppose (self, (LsRecord) { .kind = LS_RECORD_TASK_QUEUED, .subject = id, .object = select_queue (self, key),
                                  .value = order, .priority = key.priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING });
    }
}

/* The order in which the delays of tasks end. In a queue those that keep their place come first: they have had their enqueue orders
 * since they were posted. */
static int
compare_due (gconstpointer a,
             gconstpointer b)
{
  const LsDelay *x = a, *y = b;

  if (x->keeps_place != y->keeps_place)
    return x->keeps_place ? -1 : 1;
  if (x->keeps_place)
    return x->order < y->order ? -1 : x->order > y->order;
  return ls_delay_compare (x, y);
}

/* Moves what is due. Returns whether idle callbacks are among it. */
static gboolean
move_due (LsWorld *self,
          GArray  *due)
{
  gboolean has_idle = FALSE;

  if (due == NULL)
    return FALSE;
  g_array_sort (due, compare_due);
  for (guint i = 0; i < due->len; i++)
    {
      const LsDelay *delay = &g_array_index (due, LsDelay, i);

      has_idle = has_idle || (ls_world_peek_task (self, delay->id)->is_idle_callback && delay->queue_type == LS_QUEUE_TYPE_IDLE);
      end_delay (self, delay->id, self->loop.last_order + 1);
    }
  return has_idle;
}

/* A queue to which tasks go whose delays are over. */
typedef struct
{
  guint   n_tasks;
  LsDelay tasks[2];   /* the first two in the queue's order */
} Destination;

/* All of them. */
typedef struct
{
  GPtrArray   *all;           /* Destination (unowned) */
  Destination  loop_queues[LS_N_TRACE_QUEUE_TYPES];
  Destination  priorities[LS_N_EFFECTIVE_PRIORITIES];
  GHashTable  *signals;       /* number -> Destination (owned) */
} Destinations;

static void
destinations_clear (Destinations *self)
{
  g_ptr_array_unref (self->all);
  g_hash_table_unref (self->signals);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Destinations, destinations_clear)

static Destination *
find_destination (Destinations  *self,
                  const LsWorld *world,
                  const LsDelay *delay)
{
  Destination *destination;
  QueueKey key;

  if (!delay->is_scheduler_task)
    return &self->loop_queues[delay->queue_type];
  key = get_queue_key (world, ls_world_peek_task (world, delay->id));
  if (key.signal == 0)
    return &self->priorities[ls_effective_priority (key.priority, FALSE)];
  destination = g_hash_table_lookup (self->signals, GUINT_TO_POINTER (key.signal));
  if (destination == NULL)
    {
      destination = g_new0 (Destination, 1);
      g_hash_table_insert (self->signals, GUINT_TO_POINTER (key.signal), destination);
    }
  return destination;
}

static void
destination_add (Destination   *self,
                 const LsDelay *delay)
{
  LsDelay *tasks = self->tasks;

  self->n_tasks++;
  if (self->n_tasks > 2 && compare_due (delay, &tasks[1]) > 0)
    return;
  tasks[1] = *delay;
  if (self->n_tasks > 1 && compare_due (delay, &tasks[0]) < 0)
    {
      tasks[1] = tasks[0];
      tasks[0] = *delay;
    }
  else if (self->n_tasks == 1)
    tasks[0] = *delay;
}

/* Moves the tasks that come first in their queues. @due: those and all others, in no order */
static void
move_first (LsWorld      *self,
            const GArray *first,
            const GArray *due)
{
  const guint32 last_order = self->loop.last_order;
  g_autofree guint32 *n_before = g_new0 (guint32, first->len + 1);
  guint32 n = 0;

  /* The enqueue order of a task follows from how many delays end before its own. */
  for (guint i = 0; i < due->len; i++)
    {
      const LsDelay *delay = &g_array_index (due, LsDelay, i);
      LsBisection search = { 0, first->len };

      if (delay->keeps_place)
        continue;
      while (ls_bisection_next (&search))
        ls_bisection_tell (&search, compare_due (&g_array_index (first, LsDelay, search.middle), delay) <= 0);
      n_before[search.low]++;
    }
  for (guint i = 0; i < first->len; i++)
    {
      const LsDelay *delay = &g_array_index (first, LsDelay, i);

      n += n_before[i];
      end_delay (self, delay->id, last_order + 1 + n);
    }
  self->loop.last_order = last_order + n + n_before[first->len];
}

/* Of the tasks that are due, moves the first two of each queue that they go to; the lists get the lengths that they have with all
 * of them. Returns FALSE where that does not do: of idle callbacks, it is open whether they wait once more, and in a corrupt trace
 * there may be no room for a queue. */
static gboolean
move_first_due (LsWorld      *self,
                const GArray *due)
{
  g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (LsDelay));
  g_auto (Destinations) destinations = {
    .all = g_ptr_array_new (), .signals = g_hash_table_new_full (NULL, NULL, NULL, g_free),
  };

  for (guint i = 0; i < due->len; i++)
    {
      const LsDelay *delay = &g_array_index (due, LsDelay, i);
      Destination *destination;

      if (delay->queue_type == LS_QUEUE_TYPE_IDLE)
        return FALSE;
      destination = find_destination (&destinations, self, delay);
      destination_add (destination, delay);
      if (destination->n_tasks == 1)
        g_ptr_array_add (destinations.all, destination);
    }
  for (guint i = 0; i < destinations.all->len; i++)
    {
      const Destination *destination = g_ptr_array_index (destinations.all, i);

      g_array_append_vals (first, destination->tasks, MIN (destination->n_tasks, 2));
    }
  g_array_sort (first, compare_due);
  move_first (self, first, due);

  for (guint i = 0; i < destinations.all->len; i++)
    {
      const Destination *destination = g_ptr_array_index (destinations.all, i);
      const LsTaskState *task = ls_world_peek_task (self, destination->tasks[0].id);
      const guint32 n_others = destination->n_tasks - MIN (destination->n_tasks, 2);

      if (task->place == LS_PLACE_SCHEDULER_QUEUE)
        ls_world_edit_queue (self, task->queue)->tasks.length += n_others;
      else if (task->place == LS_PLACE_NONE)
        return FALSE;
      else
        self->loop.loop_queues[task->queue_type].work_queues[LS_WORK_QUEUE_DELAYED_WORK].length += n_others;
    }
  return TRUE;
}

/* Blink, EnableLongIdlePeriod: idle callbacks wait once more where the next delayed task is due at once. */
static void
put_off_idle_callbacks (LsWorld *self)
{
  for (LsWorkQueueKind kind = 0; kind < LS_N_WORK_QUEUES; kind++)
    for (guint32 id = self->loop.loop_queues[LS_QUEUE_TYPE_IDLE].work_queues[kind].first, next; id != 0; id = next)
      {
        const LsTaskState *task = ls_world_peek_task (self, id);

        next = task->next;
        if (task->is_idle_callback && kind != LS_WORK_QUEUE_DELAYED_INCOMING)
          suppose (self, (LsRecord) { .kind = LS_RECORD_TASK_DELAYED, .subject = id, .value = IDLE_PERIOD_RETRY,
                                      .queue = LS_QUEUE_TYPE_IDLE });
      }
}

/* Lets tasks of pages run that have waited in vain for the frame after input. Returns whether idle callbacks may be among them. */
static gboolean
end_deferral (LsWorld *self)
{
  if (self->loop.deferred_until == 0 || self->loop.deferred_until > self->time)
    return FALSE;
  suppose (self, (LsRecord) { .kind = LS_RECORD_TASKS_DEFERRED });
  return TRUE;
}

/* When something changes next. */
static guint64
get_next_wake_up (LsWorld *self)
{
  const guint64 due = ls_world_get_next_due (self, FALSE, 0);

  return self->loop.deferred_until > 0 ? MIN (due, self->loop.deferred_until) : due;
}

/* Finds what is selected, once what is due has been moved. @from: no task is due before it */
static gboolean
find_next (LsWorld  *self,
           gboolean  moves_idle,
           guint64   from)
{
  const gboolean has_idle = end_deferral (self) || (moves_idle && self->loop.deferred_until == 0);
  const guint64 next_foreseen = has_idle ? ls_world_get_next_due (self, TRUE, from) : LS_TIME_NEVER;
  LsNextTask next;

  if (next_foreseen != LS_TIME_NEVER && next_foreseen <= self->time + IDLE_PERIOD_MIN)
    put_off_idle_callbacks (self);
  ls_selection_find_next (self, &next);
  return next.task != 0;
}

/* Moves the first tasks of what is due, which is much, and finds what is selected. Returns FALSE, and has changed nothing, where
 * that depends on the others. */
static gboolean
find_next_of_many (LsWorld *self,
                   GArray  *due)
{
  LsWorld before;

  if (self->time >= G_MAXINT64)
    return FALSE;
  ls_world_init_copy (&before, self);
  if (move_first_due (self, due) && find_next (self, FALSE, self->time + 1))
    {
      ls_world_clear (&before);
      return TRUE;
    }
  ls_world_clear (self);
  *self = before;
  return FALSE;
}

/* Ends the turn and goes on to the moment before the next selection, as the engine would if nobody posted anything more: delays
 * end, and where nothing is runnable time goes on. Returns FALSE where more than @few delays end at once, and of the tasks that go
 * to a queue then only the first two are there. That is enough to know what is next and why: those two, the lengths of the lists,
 * the queues and the enqueue orders are as they would be. */
gboolean
ls_world_foresee (LsWorld *self,
                  guint    few)
{
  if (self->loop.running_task != 0)
    suppose (self, (LsRecord) { .kind = LS_RECORD_TURN_ENDED, .value = self->loop.turn });
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      g_autoptr (GArray) due = ls_world_list_due (self, self->time);
      guint64 wake_up;

      if (due != NULL && due->len > few && find_next_of_many (self, due))
        return FALSE;
      if (find_next (self, move_due (self, due), 0))
        return TRUE;
      wake_up = get_next_wake_up (self);
      if (wake_up == LS_TIME_NEVER)
        return TRUE;
      self->time = MAX (self->time, wake_up);
    }
  return TRUE;
}
