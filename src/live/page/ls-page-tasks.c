/* ls-page-tasks.c: the tasks of a page that wait, and which is expected next
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-writer-types-private.h"

int
ls_page_compare_runnable (gconstpointer a,
                          gconstpointer b,
                          gpointer      user_data)
{
  const LsPageRunnable *one = a, *other = b;

  if (one->rank != other->rank)
    return one->rank < other->rank ? -1 : 1;
  return (one->order > other->order) - (one->order < other->order);
}

/* Scheduler task queues. The tree has those that have tasks, in the order of §2.4.3: select the next scheduler task queue. */

static void
leave_tree (LsPageAgent *self,
            LsPageQueue *queue)
{
  const LsPageRunnable key = { .rank = queue->rank, .order = queue->order };

  if (queue->order != 0)
    g_tree_remove (self->runnable, &key);
  queue->order = 0;
}

static void
enter_tree (LsPageAgent *self,
            LsPageQueue *queue)
{
  const LsPageTask *first = ls_page_agent_peek_task (self, queue->first);
  LsPageRunnable *runnable;

  leave_tree (self, queue);
  if (first == NULL)
    return;
  queue->order = first->order;
  queue->rank = LS_N_EFFECTIVE_PRIORITIES - 1 - ls_effective_priority (queue->priority, queue->is_continuation);
  runnable = g_new (LsPageRunnable, 1);
  *runnable = (LsPageRunnable) { .rank = queue->rank, .order = queue->order, .queue = queue->id };
  g_tree_insert (self->runnable, runnable, runnable);
}

/* A queue has another priority. */
void
ls_page_agent_move_queue (LsPageAgent *self,
                          guint32      id,
                          guint8       priority)
{
  LsPageQueue *queue = ls_id_map_get (&self->queues, id);

  if (queue == NULL)
    return;
  queue->priority = priority;
  enter_tree (self, queue);
}

static void
append_to_queue (LsPageAgent *self,
                 LsPageTask  *task,
                 guint8       priority)
{
  LsPageQueue *queue = ls_id_map_get (&self->queues, task->queue);

  if (queue == NULL)
    {
      queue = ls_id_map_add (&self->queues, task->queue);
      *queue = (LsPageQueue) { .id = task->queue, .priority = priority,
                               .is_continuation = task->kind == LS_PAGE_TASK_CONTINUATION };
    }
  task->next = 0;
  task->previous = queue->last;
  if (queue->last != 0)
    ls_page_agent_peek_task (self, queue->last)->next = task->number;
  else
    queue->first = task->number;
  queue->last = task->number;
  if (queue->first == task->number)
    enter_tree (self, queue);
}

static void
take_out_of_queue (LsPageAgent *self,
                   LsPageTask  *task)
{
  LsPageQueue *queue = ls_id_map_get (&self->queues, task->queue);
  const gboolean was_first = queue->first == task->number;

  if (task->previous != 0)
    ls_page_agent_peek_task (self, task->previous)->next = task->next;
  else
    queue->first = task->next;
  if (task->next != 0)
    ls_page_agent_peek_task (self, task->next)->previous = task->previous;
  else
    queue->last = task->previous;
  if (was_first)
    enter_tree (self, queue);
}

/* Tasks of signals */

/* The task goes away when its signal is aborted. */
void
ls_page_agent_watch_abort (LsPageAgent *self,
                           LsPageTask  *task)
{
  LsPageSignal *signal = ls_page_agent_peek_signal (self, task->signal);

  if (signal == NULL)
    return;
  task->previous_of_signal = 0;
  task->next_of_signal = signal->first_task;
  if (signal->first_task != 0)
    ls_page_agent_peek_task (self, signal->first_task)->previous_of_signal = task->number;
  signal->first_task = task->number;
}

static void
leave_signal (LsPageAgent *self,
              LsPageTask  *task)
{
  LsPageSignal *signal = ls_page_agent_peek_signal (self, task->signal);

  if (signal == NULL || (task->previous_of_signal == 0 && signal->first_task != task->number))
    return;
  if (task->previous_of_signal != 0)
    ls_page_agent_peek_task (self, task->previous_of_signal)->next_of_signal = task->next_of_signal;
  else
    signal->first_task = task->next_of_signal;
  if (task->next_of_signal != 0)
    ls_page_agent_peek_task (self, task->next_of_signal)->previous_of_signal = task->previous_of_signal;
  task->previous_of_signal = task->next_of_signal = 0;
}

/* Returns (transfer none) a task that has been posted: valid until another one is. */
LsPageTask *
ls_page_agent_new_task (LsPageAgent    *self,
                        guint32         number,
                        LsPageTaskKind  kind)
{
  static const guint8 types[LS_N_PAGE_TASKS] = {
    [LS_PAGE_TASK_SCHEDULER] = LS_QUEUE_TYPE_WEB_SCHEDULING, [LS_PAGE_TASK_CONTINUATION] = LS_QUEUE_TYPE_WEB_SCHEDULING,
    [LS_PAGE_TASK_TIMER] = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, [LS_PAGE_TASK_INTERVAL] = LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
    [LS_PAGE_TASK_FRAME] = LS_QUEUE_TYPE_COMPOSITOR, [LS_PAGE_TASK_IDLE] = LS_QUEUE_TYPE_IDLE,
    [LS_PAGE_TASK_MICROTASK] = LS_QUEUE_TYPE_DEFAULT, [LS_PAGE_TASK_MESSAGE] = LS_QUEUE_TYPE_FRAME_PAUSABLE,
    [LS_PAGE_TASK_IMMEDIATE] = LS_QUEUE_TYPE_DEFAULT,
  };
  LsPageTask *task = ls_id_map_add (&self->tasks, number);

  *task = (LsPageTask) { .number = number, .kind = kind, .type = types[kind], .priority = LS_TASK_PRIORITY_NONE,
                         .posted = self->writer->now };
  task->id = ++self->writer->n_tasks;
  *(guint32 *) ls_id_map_add (&self->ids, task->id) = number;
  return task;
}

/* Says where a task was posted. It follows the records of the post. */
void
ls_page_agent_tell_place (LsPageAgent      *self,
                          const LsPageTask *task)
{
  const LsPagePlace *place = ls_page_writer_get_place (self->writer, task->place);

  if (place != NULL)
    ls_page_emit (self, .kind = LS_RECORD_TASK_PLACE, .subject = task->id, .text = place->function, .object = place->place,
                  .value = place->callers);
}

/* Puts a task into the queue from which it is taken when it runs. */
void
ls_page_agent_enqueue (LsPageAgent *self,
                       LsPageTask  *task,
                       guint8       flags,
                       LsClause     clause)
{
  const gboolean is_continuation = task->kind == LS_PAGE_TASK_CONTINUATION;
  guint8 priority;

  task->stage = LS_PAGE_STAGE_QUEUED;
  if (ls_page_task_is_scheduler (task))
    {
      task->queue = ls_page_agent_get_queue (self, task, &priority);
      task->order = ++self->last_order;
      ls_page_emit (self, .kind = LS_RECORD_TASK_QUEUED, .subject = task->id, .object = task->queue, .value = task->order,
                    .text = task->name, .priority = priority, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                    .flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0, .clause = clause);
      append_to_queue (self, task, priority);
    }
  else
    {
      task->order = ++self->last_order;
      self->n_incoming[task->type]++;
      ls_page_emit (self, .kind = LS_RECORD_TASK_INCOMING, .subject = task->id, .value = task->order, .text = task->name,
                    .queue = task->type, .flags = flags, .clause = clause);
    }
  self->n_ready++;
}

/* Puts a task into the delayed incoming queue. @delay: µs */
void
ls_page_agent_delay (LsPageAgent *self,
                     LsPageTask  *task,
                     guint64      delay,
                     guint8       flags,
                     LsClause     clause)
{
  LsPageWriter *writer = self->writer;
  const gboolean is_timer = task->kind == LS_PAGE_TASK_TIMER || task->kind == LS_PAGE_TASK_INTERVAL;
  LsPageDelay *entry = g_new (LsPageDelay, 1);

  task->stage = LS_PAGE_STAGE_DELAYED;
  task->was_delayed = TRUE;
  task->due = writer->now + delay;
  /* A timer without delay keeps its place among what is posted meanwhile. */
  if (delay == 0 && is_timer)
    task->order = ++self->last_order;
  ls_page_emit (self, .kind = LS_RECORD_TASK_DELAYED, .subject = task->id, .object = is_timer ? task->thing : 0,
                .value = ls_page_saturate (delay), .text = task->name, .queue = task->type, .flags = flags, .clause = clause);
  *entry = (LsPageDelay) { .due = task->due, .id = task->id, .number = task->number, .agent = self };
  g_tree_insert (writer->delays, entry, entry);
}

static void
forget_delay (LsPageAgent *self,
              LsPageTask  *task)
{
  const LsPageDelay key = { .due = task->due, .id = task->id };

  g_tree_remove (self->writer->delays, &key);
}

/* A delay is over, for all that the page tells: the browser may let it end some milliseconds later. */
void
ls_page_agent_end_delay (LsPageAgent *self,
                         LsPageTask  *task)
{
  const gboolean is_scheduler = ls_page_task_is_scheduler (task);

  forget_delay (self, task);
  if (!is_scheduler && task->order == 0)
    task->order = ++self->last_order;
  ls_page_emit (self, .kind = LS_RECORD_TASK_DUE, .subject = task->id, .value = is_scheduler ? 0 : task->order,
                .queue = task->type, .clause = LS_CLAUSE_INFERRED_DUE);
  if (is_scheduler)
    {
      ls_page_agent_enqueue (self, task, 0, LS_CLAUSE_INFERRED_DUE);
      return;
    }
  task->stage = LS_PAGE_STAGE_QUEUED;
  task->is_delayed_work = TRUE;
  self->n_ready++;
}

/* All delays that are over by @time, in µs, end, each at its own time. */
void
ls_page_writer_end_delays (LsPageWriter *self,
                           guint64       time)
{
  GTreeNode *first;

  while ((first = g_tree_node_first (self->delays)) != NULL)
    {
      const LsPageDelay delay = *(const LsPageDelay *) g_tree_node_key (first);
      LsPageTask *task;

      if (delay.due > time)
        return;
      task = ls_page_agent_peek_task (delay.agent, delay.number);
      if (task == NULL || task->id != delay.id || task->stage != LS_PAGE_STAGE_DELAYED || delay.agent->has_ended)
        {
          g_tree_remove (self->delays, &delay);
          continue;
        }
      self->now = MAX (self->now, delay.due);
      ls_page_agent_end_delay (delay.agent, task);
    }
}

/* Takes a task out of its queue. If it is still in the incoming one, an empty immediate work queue first takes over that. */
static void
leave_queue (LsPageAgent *self,
             LsPageTask  *task,
             gboolean     runs)
{
  const guint8 type = task->type;

  /* Until now the loop was not idle. */
  self->quiet_since = self->writer->now;
  self->n_ready--;
  if (ls_page_task_is_scheduler (task))
    {
      take_out_of_queue (self, task);
      return;
    }
  if (task->is_delayed_work)
    return;
  if (task->order <= self->reloaded[type])
    {
      self->n_work[type]--;
      return;
    }
  if (!runs || self->n_work[type] > 0)
    {
      self->n_incoming[type]--;
      return;
    }
  ls_page_emit (self, .kind = LS_RECORD_QUEUE_RELOADED, .value = self->n_incoming[type], .queue = type);
  self->n_work[type] = self->n_incoming[type] - 1;
  self->n_incoming[type] = 0;
  self->reloaded[type] = self->last_order;
}

static void
forget (LsPageAgent *self,
        LsPageTask  *task)
{
  const guint32 number = task->number;

  leave_signal (self, task);
  ls_id_map_remove (&self->ids, task->id);
  ls_id_map_remove (&self->tasks, number);
}

/* A task goes away before it has run. @signal: of the trace, whose abort removes it, 0 for none. @reason: a text of the trace */
void
ls_page_agent_remove (LsPageAgent *self,
                      guint32      number,
                      guint32      signal,
                      guint32      reason)
{
  LsPageTask *task = ls_page_agent_peek_task (self, number);
  guint32 id, promise;

  if (task == NULL)
    return;
  id = task->id;
  promise = task->promise;
  if (task->kind == LS_PAGE_TASK_TIMER || task->kind == LS_PAGE_TASK_INTERVAL)
    ls_page_emit (self, .kind = LS_RECORD_TIMER_CLEARED, .subject = task->thing);
  else if (task->kind == LS_PAGE_TASK_IDLE)
    ls_page_emit (self, .kind = LS_RECORD_IDLE_CANCELLED, .subject = task->thing);
  if (task->stage == LS_PAGE_STAGE_DELAYED)
    forget_delay (self, task);
  else if (task->stage == LS_PAGE_STAGE_QUEUED)
    leave_queue (self, task, FALSE);
  if (task->stage != LS_PAGE_STAGE_NONE)
    ls_page_emit (self, .kind = LS_RECORD_TASK_REMOVED, .subject = id, .object = signal, .queue = task->type);
  if (promise != 0)
    ls_page_emit (self, .kind = LS_RECORD_PROMISE_REJECTED, .subject = promise, .text = reason);
  forget (self, task);
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  const guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return (one > other) - (one < other);
}

/* Returns (transfer full) (element-type guint32) the numbers of a table, ascending. */
GArray *
ls_page_list_ids (const LsIdMap *table)
{
  GArray *ids = g_array_sized_new (FALSE, FALSE, sizeof (guint32), table->n_items);
  guint32 i = 0, id;

  while (ls_id_map_next (table, &i, &id) != NULL)
    g_array_append_val (ids, id);
  g_array_sort (ids, compare_ids);
  return ids;
}

/* All that waits goes away with its page: the promises of these tasks stay as they are. */
void
ls_page_agent_remove_all (LsPageAgent *self)
{
  g_autoptr (GArray) ids = ls_page_list_ids (&self->ids);

  for (guint i = 0; i < ids->len; i++)
    {
      LsPageTask *task = ls_page_agent_peek_task (self, ls_page_agent_find_task (self, g_array_index (ids, guint32, i)));

      if (task == NULL)
        continue;
      task->promise = 0;
      ls_page_agent_remove (self, task->number, 0, 0);
    }
}

/* Returns (transfer none) (nullable) the scheduler task that the model expects next. */
static const LsPageTask *
find_expected (LsPageAgent *self)
{
  const GTreeNode *first = g_tree_node_first (self->runnable);
  const LsPageRunnable *runnable = first != NULL ? g_tree_node_key ((GTreeNode *) first) : NULL;
  const LsPageQueue *queue = runnable != NULL ? ls_id_map_get (&self->queues, runnable->queue) : NULL;

  return queue != NULL ? ls_page_agent_peek_task (self, queue->first) : NULL;
}

/* The page is held before a task: the browser has chosen it, whatever is done until it runs. @number: the page's, 0 for none */
void
ls_page_agent_hold_before (LsPageAgent *self,
                           guint32      number,
                           guint8       kind)
{
  const LsPageTask *task = ls_page_agent_peek_task (self, number);

  self->held_before = number;
  self->held_kind = kind;
  self->was_expected = task != NULL && task->stage != LS_PAGE_STAGE_NONE && task == find_expected (self);
}

/* Counts what was expected where a scheduler task is taken. A delay ends when the browser notices: where a task that was delayed
 * runs, or is expected, nobody can be sure. Nor where there are tasks that nobody has told of. */
static void
count_prediction (LsPageAgent      *self,
                  const LsPageTask *ran,
                  gboolean          is_known,
                  gboolean          was_expected)
{
  LsPagePrediction *prediction = &self->writer->prediction;
  const LsPageTask *expected = find_expected (self);

  if (was_expected || (is_known && expected == ran))
    prediction->n_same++;
  else if (!is_known || ran->was_delayed || expected == NULL || expected->was_delayed || ls_page_agent_is_late (self))
    prediction->n_unsure++;
  else
    prediction->n_different++;
}

/* Sets whose model predicts what comes next, before anything has been told. @name: of a preset */
void
ls_page_writer_set_preset (LsPageWriter *self,
                           const char   *name)
{
  self->preset = ls_preset_lookup (name);
}

static void
emit_selected (LsPageAgent      *self,
               const LsPageTask *task,
               guint8            priority,
               gboolean          is_overtaken)
{
  const LsPreset *preset = self->writer->preset;
  const gboolean is_continuation = task->kind == LS_PAGE_TASK_CONTINUATION;
  const gboolean is_scheduler = ls_page_task_is_scheduler (task);
  const guint rank = is_scheduler ? preset->effective_priority_ranks[ls_effective_priority (priority, is_continuation)]
                                  : preset->queue_ranks[task->type];
  guint8 flags = task->is_delayed_work ? LS_RECORD_FLAG_DELAYED_WORK : 0;

  if (is_continuation)
    flags |= LS_RECORD_FLAG_CONTINUATION;
  if (is_overtaken)
    flags |= LS_RECORD_FLAG_HELD;
  ls_page_emit (self, .kind = LS_RECORD_TASK_SELECTED, .subject = task->id, .object = is_scheduler ? task->queue : 0,
                .value = ++self->turn, .queue = task->type, .level = rank, .flags = flags,
                .priority = is_scheduler ? priority : LS_TASK_PRIORITY_NONE,
                .clause = is_scheduler ? LS_CLAUSE_RECORDED : LS_CLAUSE_INFERRED_QUEUE);
}

/* A turn begins with a task, which is in self->task from now on, and nowhere else. */
void
ls_page_agent_select (LsPageAgent *self,
                      guint32      number)
{
  LsPageTask *task = ls_page_agent_peek_task (self, number);
  const gboolean is_scheduler = ls_page_task_is_scheduler (task);
  const gboolean is_known = task->stage != LS_PAGE_STAGE_NONE;
  const gboolean was_expected = self->held_before == number && self->was_expected;
  guint8 priority = LS_TASK_PRIORITY_NONE;
  gboolean is_overtaken = FALSE;

  self->held_before = 0;
  if (task->stage == LS_PAGE_STAGE_NONE)
    {
      ls_page_agent_enqueue (self, task, LS_RECORD_FLAG_OUTSIDE, LS_CLAUSE_INFERRED_DUE);
      ls_page_agent_tell_place (self, task);
    }
  else if (task->stage == LS_PAGE_STAGE_DELAYED)
    ls_page_agent_end_delay (self, task);
  if (is_scheduler)
    {
      is_overtaken = was_expected && find_expected (self) != task;
      count_prediction (self, task, is_known, was_expected);
      priority = ((const LsPageQueue *) ls_id_map_get (&self->queues, task->queue))->priority;
    }
  leave_queue (self, task, TRUE);
  self->task = *task;
  if (is_scheduler)
    self->task.priority = priority;
  self->task.started = self->writer->now;
  emit_selected (self, task, priority, is_overtaken);
  forget (self, task);
  self->in_turn = TRUE;
  self->has_finished = FALSE;
  self->last_microtask = 0;
}

/* Returns the number of the agent in the trace, 0 before it has told something. */
guint32
ls_page_agent_get_number (LsPageAgent *self)
{
  return self->agent;
}

/**
 * ls_page_agent_get_held:
 * @self: an agent
 * @held: (out): what the page or worker stands still before
 *
 * Tells what is next where a page or worker is held. Microtasks are no tasks of the trace, and of messages nobody has told before.
 *
 * Returns: whether it has told that it is held
 */
gboolean
ls_page_agent_get_held (LsPageAgent *self,
                        LsPageHeld  *held)
{
  const LsPageTask *next = ls_page_agent_peek_task (self, self->held_before);

  *held = (LsPageHeld) { .kind = self->held_before != 0 ? self->held_kind : LS_N_PAGE_TASKS, .agent = self->agent };
  if (next == NULL)
    return self->held_before != 0;
  held->text = next->name;
  if (next->kind != LS_PAGE_TASK_MICROTASK)
    held->task = next->id;
  return TRUE;
}

/* Returns the page's number of a task of the trace that waits, 0 for none. */
guint32
ls_page_agent_find_task (LsPageAgent *self,
                         guint32      task)
{
  const guint32 *number = ls_id_map_get (&self->ids, task);

  return number != NULL ? *number : 0;
}

/* Returns the page's number of a signal of the trace, 0 for none. */
guint32
ls_page_agent_find_signal (LsPageAgent *self,
                           guint32      signal)
{
  const guint32 *number = ls_id_map_get (&self->signal_ids, signal);

  return number != NULL ? *number : 0;
}

/* Returns the page's number of the signal that aborts a task of the trace that waits, or decides on its priority; 0 for none. */
guint32
ls_page_agent_get_signal_of (LsPageAgent *self,
                             guint32      task,
                             gboolean     for_priority)
{
  const LsPageTask *found = ls_page_agent_peek_task (self, ls_page_agent_find_task (self, task));
  const LsPageSignal *signal;

  if (found == NULL || found->signal == 0 || (for_priority && !found->follows_signal))
    return 0;
  signal = ls_page_agent_peek_signal (self, found->signal);
  if (signal != NULL && for_priority && signal->source != 0)
    return signal->source;
  /* A signal that depends on others has no controller: one of those has. */
  if (signal != NULL && !for_priority && signal->first_source != 0)
    return g_array_index (self->edges, LsPageEdge, signal->first_source).signal;
  return found->signal;
}
