/* ref-loop.c: the event loop of the reference: turns, the clock, "run steps after a timeout"
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

typedef struct
{
  gpointer       memory;
  GDestroyNotify destroy;
} ArenaItem;

typedef struct
{
  RefCallback callback;
  gpointer    user_data;
} PostedCallback;

static void
arena_keep (RefLoop        *loop,
            gpointer        memory,
            GDestroyNotify  destroy)
{
  ArenaItem *item = g_new (ArenaItem, 1);

  item->memory = memory;
  item->destroy = destroy;
  g_ptr_array_add (loop->arena, item);
}

static void
arena_item_free (gpointer data)
{
  ArenaItem *item = data;

  item->destroy (item->memory);
  g_free (item);
}

gpointer
ref_alloc (RefLoop *loop,
           gsize    size)
{
  gpointer memory = g_malloc0 (size);

  arena_keep (loop, memory, g_free);
  return memory;
}

GPtrArray *
ref_list (RefLoop *loop)
{
  GPtrArray *list = g_ptr_array_new ();

  arena_keep (loop, list, (GDestroyNotify) g_ptr_array_unref);
  return list;
}

GHashTable *
ref_map (RefLoop *loop)
{
  GHashTable *map = g_hash_table_new (NULL, NULL);

  arena_keep (loop, map, (GDestroyNotify) g_hash_table_unref);
  return map;
}

RefValue
ref_error (RefLoop    *loop,
           const char *name,
           const char *message)
{
  RefError *error = ref_alloc (loop, sizeof *error);

  error->name = g_strdup (name);
  error->message = g_strdup (message);
  arena_keep (loop, error->name, g_free);
  arena_keep (loop, error->message, g_free);
  return (RefValue) { .type = REF_ERROR, .object = error };
}

RefLoop *
ref_loop_new (const LsPreset *preset,
              LsEdition       edition)
{
  RefLoop *loop = g_new0 (RefLoop, 1);

  loop->arena = g_ptr_array_new_with_free_func (arena_item_free);
  loop->preset = preset;
  loop->edition = edition;
  loop->next_enqueue_order = 1; /* §4.1.2 */
  loop->schedulers = ref_list (loop);
  loop->tasks = ref_list (loop);
  loop->delayed = ref_list (loop);
  loop->timers = ref_list (loop);
  loop->idles = ref_list (loop);
  loop->microtasks = ref_list (loop);
  loop->about_to_be_notified = ref_list (loop);
  loop->notifications = ref_list (loop);
  return loop;
}

void
ref_loop_free (RefLoop *loop)
{
  g_ptr_array_unref (loop->arena);
  g_free (loop);
}

void
ref_report (RefLoop        *loop,
            const RefValue *exception)
{
  if (loop->report != NULL)
    loop->report (loop, exception, NULL, loop->user_data);
}

/* HTML: clean up after running script: with an empty execution context stack, perform a microtask checkpoint. */
void
ref_clean_up_after_script (RefLoop *loop)
{
  if (loop->script_depth == 0)
    ref_microtask_checkpoint (loop);
}

/* WebIDL: invoke a callback function, with "rethrow". Returns TRUE if it threw. */
gboolean
ref_invoke (RefLoop        *loop,
            RefCallback     callback,
            gpointer        user_data,
            const RefValue *argument,
            RefValue       *result)
{
  RefValue undefined = { REF_UNDEFINED };
  gboolean threw;

  *result = undefined;
  loop->script_depth++;
  threw = callback (argument != NULL ? argument : &undefined, result, user_data);
  loop->script_depth--;
  ref_clean_up_after_script (loop);
  return threw;
}

/* WebIDL: invoke a callback function, with "report". By the letter the report comes after cleaning up after running
 * script; browsers report first, as HTML does for a script. */
void
ref_invoke_and_report (RefLoop     *loop,
                       RefCallback  callback,
                       gpointer     user_data)
{
  RefValue undefined = { REF_UNDEFINED };
  RefValue result = undefined;
  gboolean threw;

  loop->script_depth++;
  threw = callback (&undefined, &result, user_data);
  loop->script_depth--;
  if (threw)
    ref_report (loop, &result);
  ref_clean_up_after_script (loop);
}

static void
run_posted_callback (RefLoop  *loop,
                     gpointer  data)
{
  PostedCallback *posted = data;

  ref_invoke_and_report (loop, posted->callback, posted->user_data);
}

static RefDelayed *
first_delayed (RefLoop *loop)
{
  RefDelayed *first = NULL;

  for (guint i = 0; i < loop->delayed->len; i++)
    {
      RefDelayed *delayed = g_ptr_array_index (loop->delayed, i);

      if (first == NULL || delayed->due < first->due ||
          (delayed->due == first->due && delayed->sequence < first->sequence))
        first = delayed;
    }
  return first;
}

static void
run_due_steps (RefLoop *loop)
{
  RefDelayed *first;

  if (loop->is_running_due_steps)
    return;
  loop->is_running_due_steps = TRUE;
  while ((first = first_delayed (loop)) != NULL && first->due <= loop->now)
    {
      g_ptr_array_remove (loop->delayed, first);
      first->steps.run (loop, first->steps.data);
    }
  loop->is_running_due_steps = FALSE;
}

/* Lets time pass while a callback runs. */
void
ref_work (RefLoop *loop,
          guint64  microseconds)
{
  loop->now += microseconds;
  if (loop->preset->delays_end_in_parallel)
    run_due_steps (loop);
}

/* The number of the next task that is queued. HTML: the steps after a timeout run in parallel, so those that are due by now have
 * queued their tasks before. */
guint64
ref_take_enqueue_order (RefLoop *loop)
{
  if (loop->preset->delays_end_in_parallel)
    run_due_steps (loop);
  return loop->next_enqueue_order++;
}

/* HTML: queue a task on a task queue of the loop */
void
ref_post (RefLoop     *loop,
          LsQueueType  queue,
          RefCallback  callback,
          gpointer     user_data)
{
  PostedCallback *posted = ref_alloc (loop, sizeof *posted);
  RefTask *task = ref_alloc (loop, sizeof *task);

  posted->callback = callback;
  posted->user_data = user_data;
  task->enqueue_order = ref_take_enqueue_order (loop);
  task->queue_type = queue;
  task->steps = (RefSteps) { run_posted_callback, posted };
  g_ptr_array_add (loop->tasks, task);
}

/* HTML: run steps after a timeout. A wait of nothing is over at once; else the steps run in parallel, or
 * at the beginning of the first turn at or after the due time. */
void
ref_run_after_timeout (RefLoop  *loop,
                       guint64   microseconds,
                       guint     timer,
                       RefSteps  steps)
{
  RefDelayed *delayed;

  if (microseconds == 0)
    {
      steps.run (loop, steps.data);
      return;
    }
  delayed = ref_alloc (loop, sizeof *delayed);
  delayed->due = loop->now + microseconds;
  delayed->sequence = loop->next_sequence++;
  delayed->timer = timer;
  delayed->steps = steps;
  g_ptr_array_add (loop->delayed, delayed);
}

/* The best of the loop's own tasks: lowest rank, then oldest. */
static RefTask *
best_loop_task (RefLoop  *loop,
                int       rank,
                gboolean  immediate_only)
{
  RefTask *best = NULL;

  for (guint i = 0; i < loop->tasks->len; i++)
    {
      RefTask *task = g_ptr_array_index (loop->tasks, i);

      if (loop->preset->queue_ranks[task->queue_type] != rank || (immediate_only && task->delayed_work))
        continue;
      if (best == NULL || task->enqueue_order < best->enqueue_order)
        best = task;
    }
  return best;
}

/* §4.1.3 step 2.1: taskQueue is chosen in an implementation-defined way: the preset's table, ties by age. */
static RefTask *
choose (RefLoop       *loop,
        RefTaskQueue **scheduler_queue)
{
  RefTaskQueue *queue = ref_select_next_queue (loop);
  RefTask *scheduler_task = queue != NULL ? ref_queue_first_task (queue) : NULL;
  int scheduler_rank = queue != NULL ? loop->preset->effective_priority_ranks[ref_effective_priority (queue)] : -1;

  *scheduler_queue = NULL;
  for (int rank = 0; rank < LS_PRESET_MAX_RANKS; rank++)
    {
      RefTask *any = best_loop_task (loop, rank, FALSE);
      gboolean guarded = loop->preset->max_delayed_picks > 0 && loop->delayed_picks >= loop->preset->max_delayed_picks &&
                         (any == NULL || !any->keeps_place);
      RefTask *immediate = best_loop_task (loop, rank, TRUE);
      RefTask *chosen;

      if (scheduler_rank == rank && (immediate == NULL || scheduler_task->enqueue_order < immediate->enqueue_order))
        immediate = scheduler_task;
      if (any == NULL && immediate == NULL)
        continue;
      if (any == NULL || (immediate != NULL && (guarded || immediate->enqueue_order < any->enqueue_order)))
        chosen = immediate;
      else
        chosen = any;

      if (chosen->delayed_work && !chosen->keeps_place && immediate != NULL)
        loop->delayed_picks++;
      else
        loop->delayed_picks = 0;
      if (chosen == scheduler_task)
        *scheduler_queue = queue;
      return chosen;
    }
  return NULL;
}

/* HTML: event loop processing model. Returns FALSE if there is nothing left to do. */
gboolean
ref_loop_turn (RefLoop *loop)
{
  RefTaskQueue *queue;
  RefTask *task;

  run_due_steps (loop);
  ref_begin_idle_period (loop);
  while ((task = choose (loop, &queue)) == NULL)
    {
      RefDelayed *first = first_delayed (loop);

      if (first == NULL)
        return FALSE;
      loop->now = first->due;
      run_due_steps (loop);
      ref_begin_idle_period (loop);
    }

  /* A frame ends the idle period. */
  if (task->queue_type == LS_QUEUE_TYPE_COMPOSITOR)
    loop->idle_period_wanted = TRUE;
  if (loop->select != NULL)
    loop->select (loop, task, queue, loop->user_data);
  if (queue != NULL)
    g_ptr_array_remove (queue->tasks, task);
  else
    g_ptr_array_remove (loop->tasks, task);

  loop->running = task;
  task->steps.run (loop, task->steps.data);
  ref_microtask_checkpoint (loop);
  loop->running = NULL;
  ref_run_notifications (loop);
  ref_end_idle_period (loop);
  return TRUE;
}

void
ref_loop_run (RefLoop *loop,
              guint64  max_turns)
{
  while (max_turns-- > 0 && ref_loop_turn (loop))
    ;
}
