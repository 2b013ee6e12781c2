/* ref-signal.c: AbortSignal (DOM), TaskSignal (§3.3), their events
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

#include <string.h>

/* TaskController () and AbortController (): the signal; no priority makes a plain AbortSignal */
RefSignal *
ref_signal_new (RefLoop        *loop,
                LsTaskPriority  priority)
{
  RefSignal *signal = ref_alloc (loop, sizeof *signal);

  signal->loop = loop;
  signal->abort_algorithms = ref_list (loop);
  signal->abort_sources = ref_list (loop);
  signal->abort_dependents = ref_list (loop);
  signal->listeners = ref_list (loop);
  signal->priority_change_algorithms = ref_list (loop);
  signal->dependent_signals = ref_list (loop);
  signal->is_task_signal = priority != LS_TASK_PRIORITY_NONE;
  signal->priority = priority;
  return signal;
}

/* DOM: add an algorithm to an AbortSignal */
void
ref_signal_add_algorithm (RefSignal *signal,
                          RefHandle *handle)
{
  if (signal->aborted)
    return;
  g_ptr_array_add (signal->abort_algorithms, handle);
}

/* DOM: remove an algorithm from an AbortSignal */
void
ref_signal_remove_algorithm (RefSignal *signal,
                             RefHandle *handle)
{
  g_ptr_array_remove (signal->abort_algorithms, handle);
}

static RefListener *
find_listener (RefSignal  *signal,
               guint       id,
               const char *handler_type)
{
  for (guint i = 0; i < signal->listeners->len; i++)
    {
      RefListener *listener = g_ptr_array_index (signal->listeners, i);

      if (handler_type != NULL
          ? listener->is_handler && strcmp (listener->type, handler_type) == 0
          : listener->id == id)
        return listener;
    }
  return NULL;
}

static RefListener *
append_listener (RefSignal       *signal,
                 const char      *type,
                 gboolean         once,
                 gboolean         is_handler,
                 RefListenerFunc  callback,
                 gpointer         user_data)
{
  RefListener *listener = ref_alloc (signal->loop, sizeof *listener);

  listener->type = g_strcmp0 (type, "abort") == 0 ? "abort" : "prioritychange";
  listener->once = once;
  listener->is_handler = is_handler;
  listener->id = ++signal->last_listener;
  listener->callback = callback;
  listener->user_data = user_data;
  g_ptr_array_add (signal->listeners, listener);
  return listener;
}

/* DOM: add an event listener */
guint
ref_signal_add_listener (RefSignal       *signal,
                         const char      *type,
                         gboolean         once,
                         RefListenerFunc  callback,
                         gpointer         user_data)
{
  return append_listener (signal, type, once, FALSE, callback, user_data)->id;
}

static void
remove_listener (RefSignal   *signal,
                 RefListener *listener)
{
  listener->removed = TRUE;
  g_ptr_array_remove (signal->listeners, listener);
}

/* DOM: remove an event listener */
void
ref_signal_remove_listener (RefSignal *signal,
                            guint      id)
{
  RefListener *listener = find_listener (signal, id, NULL);

  if (listener != NULL)
    remove_listener (signal, listener);
}

/* HTML: event handler IDL attribute: activate, deactivate, or replace the callback in its place */
void
ref_signal_set_handler (RefSignal       *signal,
                        const char      *type,
                        RefListenerFunc  callback,
                        gpointer         user_data)
{
  RefListener *handler = find_listener (signal, 0, type);

  if (callback == NULL)
    {
      if (handler != NULL)
        remove_listener (signal, handler);
    }
  else if (handler != NULL)
    {
      handler->callback = callback;
      handler->user_data = user_data;
    }
  else
    {
      append_listener (signal, type, FALSE, TRUE, callback, user_data);
    }
}

/* DOM: fire an event → dispatch → inner invoke */
static void
fire_event (RefSignal      *signal,
            const char     *type,
            LsTaskPriority  previous_priority)
{
  RefLoop *loop = signal->loop;
  GPtrArray *listeners = ref_list (loop);

  /* invoke 6: a clone of the event listener list */
  for (guint i = 0; i < signal->listeners->len; i++)
    g_ptr_array_add (listeners, g_ptr_array_index (signal->listeners, i));

  /* inner invoke 2: for each listener whose removed is false */
  for (guint i = 0; i < listeners->len; i++)
    {
      RefListener *listener = g_ptr_array_index (listeners, i);
      RefValue result = { REF_UNDEFINED };
      gboolean stop_immediate_propagation = FALSE;
      gboolean threw;

      if (listener->removed || strcmp (listener->type, type) != 0)
        continue;
      /* 2.5: once */
      if (listener->once)
        remove_listener (signal, listener);
      /* 2.10: call; an exception is reported */
      loop->script_depth++;
      threw = listener->callback (signal, type, previous_priority, &stop_immediate_propagation, &result,
                                  listener->user_data);
      loop->script_depth--;
      if (threw)
        ref_report (loop, &result);
      ref_clean_up_after_script (loop);
      /* 2.14 */
      if (stop_immediate_propagation)
        return;
    }
}

/* DOM: run the abort steps for an AbortSignal */
static void
run_the_abort_steps (RefSignal *signal)
{
  GPtrArray *algorithms = ref_list (signal->loop);

  for (guint i = 0; i < signal->abort_algorithms->len; i++)
    g_ptr_array_add (algorithms, g_ptr_array_index (signal->abort_algorithms, i));

  /* 1 */
  for (guint i = 0; i < algorithms->len; i++)
    ref_handle_abort_steps (g_ptr_array_index (algorithms, i));
  /* 2 */
  g_ptr_array_set_size (signal->abort_algorithms, 0);
  /* 3 */
  fire_event (signal, "abort", LS_TASK_PRIORITY_NONE);
}

/* DOM: signal abort (signal, reason) */
void
ref_signal_abort (RefSignal      *signal,
                  const RefValue *reason)
{
  GPtrArray *dependents_to_abort = ref_list (signal->loop);

  /* 1 */
  if (signal->aborted)
    return;
  /* 2 */
  signal->aborted = TRUE;
  signal->reason = reason != NULL && reason->type != REF_UNDEFINED
                   ? *reason
                   : ref_error (signal->loop, "AbortError", "signal is aborted without reason");
  /* 3, 4 */
  for (guint i = 0; i < signal->abort_dependents->len; i++)
    {
      RefSignal *dependent = g_ptr_array_index (signal->abort_dependents, i);

      if (dependent->aborted)
        continue;
      dependent->aborted = TRUE;
      dependent->reason = signal->reason;
      g_ptr_array_add (dependents_to_abort, dependent);
    }
  /* 5 */
  run_the_abort_steps (signal);
  /* 6 */
  for (guint i = 0; i < dependents_to_abort->len; i++)
    run_the_abort_steps (g_ptr_array_index (dependents_to_abort, i));
}

static void
append_to_set (GPtrArray *set,
               gpointer   item)
{
  if (!g_ptr_array_find (set, item, NULL))
    g_ptr_array_add (set, item);
}

/* DOM: create a dependent abort signal (signals, interface) */
static RefSignal *
create_dependent_abort_signal (RefLoop         *loop,
                               RefSignal      **signals,
                               guint            n_signals,
                               LsTaskPriority   interface_priority)
{
  /* 1 */
  RefSignal *result = ref_signal_new (loop, interface_priority);

  /* 2 */
  for (guint i = 0; i < n_signals; i++)
    {
      if (signals[i]->aborted)
        {
          result->aborted = TRUE;
          result->reason = signals[i]->reason;
          return result;
        }
    }
  /* 3 */
  result->abort_dependent = TRUE;
  /* 4 */
  for (guint i = 0; i < n_signals; i++)
    {
      if (!signals[i]->abort_dependent)
        {
          append_to_set (result->abort_sources, signals[i]);
          append_to_set (signals[i]->abort_dependents, result);
          continue;
        }
      for (guint j = 0; j < signals[i]->abort_sources->len; j++)
        {
          RefSignal *source = g_ptr_array_index (signals[i]->abort_sources, j);

          g_assert_false (source->aborted);
          g_assert_false (source->abort_dependent);
          append_to_set (result->abort_sources, source);
          append_to_set (source->abort_dependents, result);
        }
    }
  return result;
}

/* DOM: AbortSignal.abort (reason) */
RefSignal *
ref_signal_aborted (RefLoop        *loop,
                    const RefValue *reason)
{
  RefSignal *signal = ref_signal_new (loop, LS_TASK_PRIORITY_NONE);

  ref_signal_abort (signal, reason);
  return signal;
}

/* By the letter there is a microtask checkpoint after each listener here, as no script is running. The engine has it after the
 * task, where a microtask is a step of its own, and so has the reference. */
static void
timeout_task (RefLoop  *loop,
              gpointer  data)
{
  RefValue reason = ref_error (loop, "TimeoutError", "signal timed out");

  loop->script_depth++;
  ref_signal_abort (data, &reason);
  loop->script_depth--;
}

static void
timeout_due (RefLoop  *loop,
             gpointer  data)
{
  ref_queue_timer_task (loop, 0, FALSE, (RefSteps) { timeout_task, data });
}

/* DOM: AbortSignal.timeout (milliseconds): a task on the timer task source after a timeout */
RefSignal *
ref_signal_timeout (RefLoop *loop,
                    guint64  milliseconds)
{
  RefSignal *signal = ref_signal_new (loop, LS_TASK_PRIORITY_NONE);

  if (milliseconds == 0)
    ref_queue_timer_task (loop, 0, TRUE, (RefSteps) { timeout_task, signal });
  else
    ref_run_after_timeout (loop, milliseconds * 1000, 0, (RefSteps) { timeout_due, signal });
  return signal;
}

/* DOM: AbortSignal.any (signals) */
RefSignal *
ref_signal_any (RefLoop    *loop,
                RefSignal **signals,
                guint       n_signals)
{
  return create_dependent_abort_signal (loop, signals, n_signals, LS_TASK_PRIORITY_NONE);
}

/* §3.3: has fixed priority */
gboolean
ref_signal_has_fixed_priority (RefSignal *signal)
{
  return signal->dependent && signal->source_signal == NULL;
}

/* §3.3 create a dependent task signal (signals, init); without priority_source, init.priority is a TaskPriority */
RefSignal *
ref_task_signal_any (RefLoop        *loop,
                     RefSignal     **signals,
                     guint           n_signals,
                     LsTaskPriority  priority,
                     RefSignal      *priority_source)
{
  /* 1 */
  RefSignal *result = create_dependent_abort_signal (loop, signals, n_signals, LS_TASK_PRIORITY_USER_VISIBLE);

  /* 2 */
  result->dependent = TRUE;
  if (priority_source == NULL)
    {
      /* 3.1 */
      result->priority = priority;
    }
  else
    {
      /* 4.1 */
      RefSignal *source_signal = priority_source;

      /* 4.2 */
      result->priority = source_signal->priority;
      /* 4.3 */
      if (!ref_signal_has_fixed_priority (source_signal))
        {
          /* 4.3.1 */
          if (source_signal->dependent)
            source_signal = source_signal->source_signal;
          /* 4.3.2 */
          g_assert_false (source_signal->dependent);
          /* 4.3.3 */
          result->source_signal = source_signal;
          /* 4.3.4 */
          append_to_set (source_signal->dependent_signals, result);
        }
    }
  /* 5 */
  return result;
}

/* §3.3 create a fixed priority unabortable task signal (priority); cached, as the note in §2.4.2 allows */
RefSignal *
ref_fixed_signal (RefLoop        *loop,
                  LsTaskPriority  priority)
{
  if (loop->fixed[priority] == NULL)
    loop->fixed[priority] = ref_task_signal_any (loop, NULL, 0, priority, NULL);
  return loop->fixed[priority];
}

/* §3.3 signal priority change (signal, priority). Returns FALSE where it throws NotAllowedError. */
gboolean
ref_signal_priority_change (RefSignal      *signal,
                            LsTaskPriority  priority)
{
  LsTaskPriority previous_priority;

  /* 1 */
  if (signal->priority_changing)
    return FALSE;
  /* 2 */
  if (signal->priority == priority)
    return TRUE;
  /* 3 */
  signal->priority_changing = TRUE;
  /* 4 */
  previous_priority = signal->priority;
  /* 5 */
  signal->priority = priority;
  /* 6 */
  for (guint i = 0; i < signal->priority_change_algorithms->len; i++)
    {
      RefSteps *algorithm = g_ptr_array_index (signal->priority_change_algorithms, i);

      algorithm->run (signal->loop, algorithm->data);
    }
  /* 7 */
  fire_event (signal, "prioritychange", previous_priority);
  /* 8 */
  for (guint i = 0; i < signal->dependent_signals->len; i++)
    ref_signal_priority_change (g_ptr_array_index (signal->dependent_signals, i), priority);
  /* 9 */
  signal->priority_changing = FALSE;
  return TRUE;
}
