/* ref-microtask.c: microtasks, the continuation state around them, rejections that nobody handles
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

typedef struct
{
  RefCallback callback;
  gpointer    user_data;
} MicrotaskCallback;

static RefContinuationState *
continuation_state_new (RefLoop *loop)
{
  RefContinuationState *state = ref_alloc (loop, sizeof *state);

  state->state_map = ref_map (loop);
  return state;
}

/* "a clone of the event loop's current continuation state", or null */
RefContinuationState *
ref_clone_state (RefLoop *loop)
{
  RefContinuationState *clone;
  GHashTableIter iter;
  gpointer key, value;

  if (loop->current_continuation_state == NULL)
    return NULL;
  clone = continuation_state_new (loop);
  g_hash_table_iter_init (&iter, loop->current_continuation_state->state_map);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (clone->state_map, key, value);
  return clone;
}

/* §4.1.2 set the continuation state value (key, value, eventLoop) */
void
ref_set_state_value (RefLoop            *loop,
                     RefScheduler       *key,
                     RefSchedulingState *value)
{
  /* 1 */
  if (loop->current_continuation_state == NULL)
    loop->current_continuation_state = continuation_state_new (loop);
  /* 3 */
  g_assert_false (g_hash_table_contains (loop->current_continuation_state->state_map, key));
  /* 4 */
  g_hash_table_insert (loop->current_continuation_state->state_map, key, value);
}

/* §4.1.2 get the continuation state value (key, eventLoop) */
RefSchedulingState *
ref_get_state_value (RefLoop      *loop,
                     RefScheduler *key)
{
  if (loop->current_continuation_state == NULL)
    return NULL;
  return g_hash_table_lookup (loop->current_continuation_state->state_map, key);
}

/* HTML: queue a microtask, as §4.1.4 changes it */
void
ref_queue_a_microtask (RefLoop  *loop,
                       gboolean  ignore_continuation_state,
                       RefSteps  steps)
{
  RefMicrotask *microtask = ref_alloc (loop, sizeof *microtask);

  microtask->steps = steps;
  microtask->ignore_continuation_state = ignore_continuation_state;
  /* 5.1, 5.2 */
  if (!ignore_continuation_state)
    microtask->continuation_state = ref_clone_state (loop);
  g_ptr_array_add (loop->microtasks, microtask);
}

static void
run_microtask (RefLoop      *loop,
               RefMicrotask *microtask)
{
  /* 5.3.1 */
  if (!microtask->ignore_continuation_state)
    loop->current_continuation_state = microtask->continuation_state;
  /* 5.3.2. HTML: the event loop's currently running task is the microtask meanwhile, and null afterwards. */
  if (loop->preset->microtasks_reset_timer_nesting)
    loop->running = NULL;
  microtask->steps.run (loop, microtask->steps.data);
  /* 5.3.3 */
  if (!microtask->ignore_continuation_state)
    loop->current_continuation_state = NULL;
}

/* HTML: notify about rejected promises, steps 1 to 3: take the list, queue a task */
static void
notify_about_rejected_promises (RefLoop *loop)
{
  while (loop->about_to_be_notified->len > 0)
    g_ptr_array_add (loop->notifications, g_ptr_array_steal_index (loop->about_to_be_notified, 0));
}

/* HTML: notify about rejected promises, step 3's task. Its source's task queue is the implementation's choice: it runs
 * right after the turn. */
void
ref_run_notifications (RefLoop *loop)
{
  while (loop->notifications->len > 0)
    {
      RefPromise *promise = g_ptr_array_steal_index (loop->notifications, 0);

      if (!promise->is_handled && loop->report != NULL)
        loop->report (loop, &promise->result, promise, loop->user_data);
    }
}

/* HTML: perform a microtask checkpoint */
void
ref_microtask_checkpoint (RefLoop *loop)
{
  if (loop->performing_checkpoint)
    return;
  loop->performing_checkpoint = TRUE;
  while (loop->microtasks->len > 0)
    run_microtask (loop, g_ptr_array_steal_index (loop->microtasks, 0));
  notify_about_rejected_promises (loop);
  loop->performing_checkpoint = FALSE;
}

static void
run_microtask_callback (RefLoop  *loop,
                        gpointer  data)
{
  MicrotaskCallback *microtask = data;

  ref_invoke_and_report (loop, microtask->callback, microtask->user_data);
}

/* HTML: queueMicrotask(callback) */
void
ref_queue_microtask (RefLoop     *loop,
                     RefCallback  callback,
                     gpointer     user_data)
{
  MicrotaskCallback *microtask = ref_alloc (loop, sizeof *microtask);

  microtask->callback = callback;
  microtask->user_data = user_data;
  ref_queue_a_microtask (loop, FALSE, (RefSteps) { run_microtask_callback, microtask });
}

/* HTML: HostPromiseRejectionTracker (promise, operation) */
void
ref_rejection_tracker (RefLoop    *loop,
                       RefPromise *promise,
                       gboolean    handle)
{
  if (!handle)
    g_ptr_array_add (loop->about_to_be_notified, promise);
  else
    g_ptr_array_remove (loop->about_to_be_notified, promise);
}
