/* driver-engine.c: the engine as a driver, through its public interface
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "driver-engine-private.h"
#include "ls-promise-private.h"

static void
read_record (Engine         *engine,
             const LsRecord *record)
{
  gpointer order;

  if (record->kind == LS_RECORD_TASK_QUEUED)
    {
      g_hash_table_insert (engine->enqueue_orders, GUINT_TO_POINTER (record->subject),
                           GUINT_TO_POINTER (record->value));
    }
  else if (record->kind == LS_RECORD_TASK_SELECTED && record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    {
      order = g_hash_table_lookup (engine->enqueue_orders, GUINT_TO_POINTER (record->subject));
      engine->hooks->selected (GPOINTER_TO_UINT (order),
                               ls_effective_priority (record->priority,
                                                      (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0),
                               engine->user_data);
    }
}

static void
flush (gpointer data)
{
  Engine *engine = data;

  for (LsRecord *record = engine->records; record < engine->probe.cursor; record++)
    read_record (engine, record);
  engine->probe.cursor = engine->records;
}

static void
on_refill (LsProbe *probe)
{
  flush (probe);
}

static guint32
on_intern (LsProbe    *probe,
           const char *string)
{
  return 1;
}

static void
on_publish (LsProbe *probe)
{
}

static void
on_reported (LsEventLoop   *loop,
             const LsValue *exception,
             LsPromise     *promise,
             gpointer       user_data)
{
  Engine *engine = user_data;
  DriverValue value = engine_from_ls (engine, exception);

  engine->hooks->reported (&value, promise != NULL, engine->user_data);
}

static gpointer
engine_new (const LsPreset    *preset,
            LsEdition          edition,
            const DriverHooks *hooks,
            gpointer           user_data)
{
  Engine *engine = g_new0 (Engine, 1);

  engine->probe.cursor = engine->records;
  engine->probe.end = engine->records + N_RECORDS;
  engine->probe.refill = on_refill;
  engine->probe.intern = on_intern;
  engine->probe.publish = on_publish;
  engine->hooks = hooks;
  engine->user_data = user_data;
  engine->enqueue_orders = g_hash_table_new (NULL, NULL);
  engine->closures = g_ptr_array_new_with_free_func (g_free);
  engine->objects = g_ptr_array_new_with_free_func (g_object_unref);
  engine->promises = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_promise_unref);
  engine->exceptions = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_exception_unref);
  engine->loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, preset, edition, &engine->probe);
  ls_event_loop_set_report_func (engine->loop, on_reported, engine, NULL);
  return engine;
}

static void
engine_free (gpointer data)
{
  Engine *engine = data;

  ls_event_loop_shut_down (engine->loop);
  g_ptr_array_unref (engine->promises);
  g_ptr_array_unref (engine->exceptions);
  g_ptr_array_unref (engine->objects);
  g_assert_finalize_object (engine->loop);
  g_ptr_array_unref (engine->closures);
  g_hash_table_unref (engine->enqueue_orders);
  g_free (engine);
}

static guint64
get_time (gpointer data)
{
  return ls_event_loop_get_time (((Engine *) data)->loop);
}

static void
work (gpointer data,
      guint64  microseconds)
{
  ls_event_loop_work (((Engine *) data)->loop, microseconds);
}

static void
run (gpointer data,
     guint    max_turns)
{
  Engine *engine = data;

  while (max_turns-- > 0 && ls_event_loop_run_turn (engine->loop))
    ;
}

/* Runs the program a step at a time, as a debugger does. */
static void
run_steps (gpointer data,
           guint    max_turns)
{
  Engine *engine = data;

  while (ls_event_loop_get_turn (engine->loop) < max_turns &&
         ls_event_loop_step (engine->loop) != LS_STEP_NOTHING)
    ;
}

static void
post_script (gpointer        data,
             DriverCallback  callback,
             gpointer        user_data)
{
  Engine *engine = data;

  ls_event_loop_post (engine->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, "script", engine_call_callback,
                      engine_closure_new (engine, callback, NULL, user_data), NULL);
}

static void
queue_microtask (gpointer        data,
                 DriverCallback  callback,
                 gpointer        user_data)
{
  Engine *engine = data;

  ls_event_loop_queue_microtask (engine->loop, NULL, engine_call_callback,
                                 engine_closure_new (engine, callback, NULL, user_data), NULL);
}

static guint
set_timer (gpointer        data,
           int             timeout,
           gboolean        repeat,
           DriverCallback  callback,
           gpointer        user_data)
{
  Engine *engine = data;
  Closure *closure = engine_closure_new (engine, callback, NULL, user_data);

  return repeat
         ? ls_event_loop_set_interval (engine->loop, timeout, NULL, engine_call_callback, closure, NULL)
         : ls_event_loop_set_timeout (engine->loop, timeout, NULL, engine_call_callback, closure, NULL);
}

static void
clear_timer (gpointer data,
             guint    timer)
{
  ls_event_loop_clear_timer (((Engine *) data)->loop, timer);
}

static guint
request_idle (gpointer        data,
              DriverCallback  callback,
              gpointer        user_data)
{
  Engine *engine = data;

  return ls_event_loop_request_idle_callback (engine->loop, 0, NULL, engine_call_callback,
                                              engine_closure_new (engine, callback, NULL, user_data), NULL);
}

static void
cancel_idle (gpointer data,
             guint    handle)
{
  ls_event_loop_cancel_idle_callback (((Engine *) data)->loop, handle);
}

static gpointer
promise_new (gpointer data)
{
  return engine_keep_promise (data, ls_promise_new (((Engine *) data)->loop));
}

static void
promise_settle (gpointer           data,
                gpointer           promise,
                gboolean           reject,
                const DriverValue *value)
{
  g_auto (LsValue) ls_value = LS_VALUE_INIT;

  engine_to_ls (data, value, &ls_value);
  if (reject)
    ls_promise_reject (promise, &ls_value);
  else
    ls_promise_resolve (promise, &ls_value);
}

static gpointer
promise_then (gpointer        data,
              gpointer        promise,
              DriverCallback  on_fulfilled,
              DriverCallback  on_rejected,
              gpointer        user_data)
{
  Closure *closure = engine_closure_new (data, on_fulfilled, on_rejected, user_data);

  return engine_keep_promise (data, ls_promise_then_both (promise,
                                                          on_fulfilled != NULL ? engine_call_callback : NULL,
                                                          on_rejected != NULL ? engine_call_on_rejected : NULL,
                                                          closure, NULL));
}

static gpointer
promise_finally (gpointer        data,
                 gpointer        promise,
                 DriverCallback  on_finally,
                 gpointer        user_data)
{
  return engine_keep_promise (data, ls_promise_finally (promise, engine_call_callback,
                                                        engine_closure_new (data, on_finally, NULL, user_data), NULL));
}

static void
promise_await (gpointer        data,
               gpointer        promise,
               DriverCallback  on_fulfilled,
               DriverCallback  on_rejected,
               gpointer        user_data)
{
  ls_promise_await (promise, engine_call_callback, engine_call_on_rejected,
                    engine_closure_new (data, on_fulfilled, on_rejected, user_data), NULL);
}

static gpointer
controller_new (gpointer       data,
                LsTaskPriority priority)
{
  Engine *engine = data;

  if (priority == LS_TASK_PRIORITY_NONE)
    return engine_keep_object (engine, ls_abort_controller_new (engine->loop, NULL));
  return engine_keep_object (engine, ls_task_controller_new (engine->loop, priority, NULL));
}

static gpointer
controller_get_signal (gpointer data,
                       gpointer controller)
{
  return ls_abort_controller_get_signal (controller);
}

static gboolean
set_priority (gpointer       data,
              gpointer       controller,
              LsTaskPriority priority)
{
  g_autoptr (GError) error = NULL;

  if (ls_task_controller_set_priority (controller, priority, &error))
    return TRUE;
  g_assert_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_NOT_ALLOWED);
  return FALSE;
}

static void
abort_controller (gpointer           data,
                  gpointer           controller,
                  const DriverValue *reason)
{
  g_auto (LsValue) ls_value = LS_VALUE_INIT;

  if (reason != NULL)
    engine_to_ls (data, reason, &ls_value);
  ls_abort_controller_abort (controller, reason != NULL ? &ls_value : NULL);
}

static gpointer
signal_aborted (gpointer           data,
                const DriverValue *reason)
{
  g_auto (LsValue) ls_value = LS_VALUE_INIT;

  engine_to_ls (data, reason, &ls_value);
  return engine_keep_object (data, ls_abort_signal_new_aborted (((Engine *) data)->loop, &ls_value));
}

static gpointer
signal_timeout (gpointer data,
                guint64  milliseconds)
{
  return engine_keep_object (data, ls_abort_signal_new_timeout (((Engine *) data)->loop, milliseconds));
}

static gpointer
signal_any (gpointer  data,
            gpointer *signals,
            guint     n_signals)
{
  LsEventLoop *loop = ((Engine *) data)->loop;

  return engine_keep_object (data, ls_abort_signal_any (loop, (LsAbortSignal **) signals, n_signals));
}

static gpointer
task_signal_any (gpointer        data,
                 gpointer       *signals,
                 guint           n_signals,
                 LsTaskPriority  priority,
                 gpointer        priority_source)
{
  LsEventLoop *loop = ((Engine *) data)->loop;
  LsAbortSignal **list = (LsAbortSignal **) signals;

  return engine_keep_object (data, priority_source != NULL
                                   ? ls_task_signal_any_with_source (loop, list, n_signals, priority_source)
                                   : ls_task_signal_any (loop, list, n_signals, priority));
}

static gboolean
signal_get_aborted (gpointer     data,
                    gpointer     signal,
                    DriverValue *reason)
{
  *reason = (DriverValue) { DRIVER_UNDEFINED };
  if (!ls_abort_signal_get_aborted (signal))
    return FALSE;
  *reason = engine_from_ls (data, ls_abort_signal_get_reason (signal));
  return TRUE;
}

static LsTaskPriority
signal_get_priority (gpointer data,
                     gpointer signal)
{
  return LS_IS_TASK_SIGNAL (signal) ? ls_task_signal_get_priority (signal) : LS_TASK_PRIORITY_NONE;
}

static guint
add_listener (gpointer        data,
              gpointer        signal,
              const char     *type,
              gboolean        once,
              DriverListener  listener,
              gpointer        user_data)
{
  return ls_abort_signal_add_listener (signal, type, engine_call_listener, once ? LS_LISTENER_ONCE : LS_LISTENER_NONE,
                                       engine_listener_closure_new (data, listener, user_data), NULL);
}

static void
remove_listener (gpointer data,
                 gpointer signal,
                 guint    id)
{
  ls_abort_signal_remove_listener (signal, id);
}

static void
set_handler (gpointer        data,
             gpointer        signal,
             const char     *type,
             DriverListener  handler,
             gpointer        user_data)
{
  if (handler != NULL)
    ls_abort_signal_set_handler (signal, type, engine_call_listener,
                                 engine_listener_closure_new (data, handler, user_data), NULL);
  else
    ls_abort_signal_set_handler (signal, type, NULL, NULL, NULL);
}

static gpointer
scheduler_new (gpointer data)
{
  return engine_keep_object (data, ls_scheduler_new (((Engine *) data)->loop, NULL));
}

static gpointer
post_task (gpointer        data,
           gpointer        scheduler,
           DriverCallback  callback,
           gpointer        user_data,
           gpointer        signal,
           LsTaskPriority  priority,
           double          delay)
{
  Closure *closure = engine_closure_new (data, callback, NULL, user_data);
  LsPostTaskOptions options = LS_POST_TASK_OPTIONS_INIT;

  options.signal = signal;
  options.priority = priority;
  options.delay = delay;
  return engine_keep_promise (data, ls_scheduler_post_task (scheduler, engine_call_callback, closure, NULL, &options));
}

static gpointer
yield (gpointer                  data,
       gpointer                  scheduler,
       const DriverYieldOptions *options)
{
  LsYieldOptions ls_options = LS_YIELD_OPTIONS_INIT;

  if (options == NULL)
    return engine_keep_promise (data, ls_scheduler_yield (scheduler, NULL));
  ls_options.signal = options->signal;
  ls_options.inherit_signal = options->inherit_signal;
  ls_options.priority = options->priority;
  ls_options.inherit_priority = options->inherit_priority;
  return engine_keep_promise (data, ls_scheduler_yield (scheduler, &ls_options));
}

static void
get_state (gpointer  data,
           gpointer  scheduler,
           gpointer *abort_source,
           gpointer *priority_source)
{
  LsAbortSignal *abort_signal = NULL;
  LsTaskSignal *priority_signal = NULL;

  ls_scheduler_get_current_state (scheduler, &abort_signal, &priority_signal);
  *abort_source = abort_signal;
  *priority_source = priority_signal;
}

/* The functions of both drivers; only the way of running differs */
#define ENGINE_DRIVER(its_name, its_run) \
  { \
    .name = its_name, \
    .run = its_run, \
    .engine_new = engine_new, \
    .engine_free = engine_free, \
    .get_time = get_time, \
    .work = work, \
    .flush = flush, \
    .post_script = post_script, \
    .queue_microtask = queue_microtask, \
    .set_timer = set_timer, \
    .clear_timer = clear_timer, \
    .request_idle = request_idle, \
    .cancel_idle = cancel_idle, \
    .promise_new = promise_new, \
    .promise_settle = promise_settle, \
    .promise_then = promise_then, \
    .promise_finally = promise_finally, \
    .promise_await = promise_await, \
    .controller_new = controller_new, \
    .controller_get_signal = controller_get_signal, \
    .set_priority = set_priority, \
    .abort = abort_controller, \
    .signal_aborted = signal_aborted, \
    .signal_timeout = signal_timeout, \
    .signal_any = signal_any, \
    .task_signal_any = task_signal_any, \
    .signal_get_aborted = signal_get_aborted, \
    .signal_get_priority = signal_get_priority, \
    .add_listener = add_listener, \
    .remove_listener = remove_listener, \
    .set_handler = set_handler, \
    .scheduler_new = scheduler_new, \
    .post_task = post_task, \
    .yield = yield, \
    .get_state = get_state, \
  }

const Driver engine_driver = ENGINE_DRIVER ("engine", run);
const Driver engine_step_driver = ENGINE_DRIVER ("engine in steps", run_steps);
