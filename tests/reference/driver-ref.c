/* driver-ref.c: the reference as a driver
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "driver.h"
#include "ref-engine.h"

typedef struct
{
  RefLoop           *loop;
  const DriverHooks *hooks;
  gpointer           user_data;
} Engine;

typedef struct
{
  Engine        *engine;
  DriverCallback callback;
  DriverCallback on_rejected;
  DriverListener listener;
  gpointer       user_data;
} Closure;

static RefValue
to_ref (Engine            *engine,
        const DriverValue *value)
{
  switch (value->type)
    {
    case DRIVER_NUMBER:
      return (RefValue) { .type = REF_NUMBER, .number = value->number };
    case DRIVER_ERROR:
      if (value->object != NULL)
        return (RefValue) { .type = REF_ERROR, .object = value->object };
      return ref_error (engine->loop, value->name, value->message);
    case DRIVER_PROMISE:
      return (RefValue) { .type = REF_PROMISE, .object = value->object };
    default:
      return (RefValue) { REF_UNDEFINED };
    }
}

static DriverValue
from_ref (const RefValue *value)
{
  DriverValue result = { DRIVER_UNDEFINED };

  switch (value->type)
    {
    case REF_NUMBER:
      result.type = DRIVER_NUMBER;
      result.number = value->number;
      break;
    case REF_ERROR:
      result.type = DRIVER_ERROR;
      result.object = value->object;
      result.name = ((RefError *) value->object)->name;
      result.message = ((RefError *) value->object)->message;
      break;
    case REF_PROMISE:
      result.type = DRIVER_PROMISE;
      result.object = value->object;
      break;
    default:
      break;
    }
  return result;
}

static gboolean
call (Closure        *closure,
      DriverCallback  callback,
      const RefValue *argument,
      RefValue       *result)
{
  DriverValue driver_argument = from_ref (argument);
  DriverValue driver_result = { DRIVER_UNDEFINED };
  gboolean threw = callback (&driver_argument, &driver_result, closure->user_data);

  *result = to_ref (closure->engine, &driver_result);
  return threw;
}

static gboolean
call_callback (const RefValue *argument,
               RefValue       *result,
               gpointer        data)
{
  return call (data, ((Closure *) data)->callback, argument, result);
}

static gboolean
call_on_rejected (const RefValue *argument,
                  RefValue       *result,
                  gpointer        data)
{
  return call (data, ((Closure *) data)->on_rejected, argument, result);
}

static gboolean
call_listener (RefSignal      *target,
               const char     *type,
               LsTaskPriority  previous_priority,
               gboolean       *stop_immediate_propagation,
               RefValue       *result,
               gpointer        data)
{
  Closure *closure = data;
  DriverValue driver_result = { DRIVER_UNDEFINED };
  gboolean threw = closure->listener (target, type, previous_priority, stop_immediate_propagation, &driver_result,
                                      closure->user_data);

  *result = to_ref (closure->engine, &driver_result);
  return threw;
}

static Closure *
closure_new (Engine         *engine,
             DriverCallback  callback,
             DriverCallback  on_rejected,
             gpointer        user_data)
{
  Closure *closure = ref_alloc (engine->loop, sizeof *closure);

  closure->engine = engine;
  closure->callback = callback;
  closure->on_rejected = on_rejected;
  closure->user_data = user_data;
  return closure;
}

static Closure *
listener_closure_new (Engine         *engine,
                      DriverListener  listener,
                      gpointer        user_data)
{
  Closure *closure = closure_new (engine, NULL, NULL, user_data);

  closure->listener = listener;
  return closure;
}

static void
on_reported (RefLoop        *loop,
             const RefValue *exception,
             RefPromise     *promise,
             gpointer        user_data)
{
  Engine *engine = user_data;
  DriverValue value = from_ref (exception);

  engine->hooks->reported (&value, promise != NULL, engine->user_data);
}

static void
on_selected (RefLoop       *loop,
             const RefTask *task,
             RefTaskQueue  *queue,
             gpointer       user_data)
{
  Engine *engine = user_data;

  if (queue != NULL)
    engine->hooks->selected (task->enqueue_order, ref_effective_priority (queue), engine->user_data);
}

static gpointer
engine_new (const LsPreset    *preset,
            LsEdition          edition,
            const DriverHooks *hooks,
            gpointer           user_data)
{
  Engine *engine = g_new0 (Engine, 1);

  engine->loop = ref_loop_new (preset, edition);
  engine->hooks = hooks;
  engine->user_data = user_data;
  engine->loop->report = on_reported;
  engine->loop->select = on_selected;
  engine->loop->user_data = engine;
  return engine;
}

static void
engine_free (gpointer data)
{
  Engine *engine = data;

  ref_loop_free (engine->loop);
  g_free (engine);
}

static guint64
get_time (gpointer data)
{
  return ((Engine *) data)->loop->now;
}

static void
work (gpointer data,
      guint64  microseconds)
{
  ref_work (((Engine *) data)->loop, microseconds);
}

static void
run (gpointer data,
     guint    max_turns)
{
  ref_loop_run (((Engine *) data)->loop, max_turns);
}

static void
flush (gpointer data)
{
}

static void
post_script (gpointer        data,
             DriverCallback  callback,
             gpointer        user_data)
{
  Engine *engine = data;

  ref_post (engine->loop, LS_QUEUE_TYPE_DEFAULT, call_callback, closure_new (engine, callback, NULL, user_data));
}

static void
queue_microtask (gpointer        data,
                 DriverCallback  callback,
                 gpointer        user_data)
{
  Engine *engine = data;

  ref_queue_microtask (engine->loop, call_callback, closure_new (engine, callback, NULL, user_data));
}

static guint
set_timer (gpointer        data,
           int             timeout,
           gboolean        repeat,
           DriverCallback  callback,
           gpointer        user_data)
{
  Engine *engine = data;

  return ref_set_timer (engine->loop, timeout, repeat, call_callback, closure_new (engine, callback, NULL, user_data));
}

static void
clear_timer (gpointer data,
             guint    timer)
{
  ref_clear_timer (((Engine *) data)->loop, timer);
}

static guint
request_idle (gpointer        data,
              DriverCallback  callback,
              gpointer        user_data)
{
  Engine *engine = data;

  return ref_request_idle_callback (engine->loop, call_callback, closure_new (engine, callback, NULL, user_data));
}

static void
cancel_idle (gpointer data,
             guint    handle)
{
  ref_cancel_idle_callback (((Engine *) data)->loop, handle);
}

static gpointer
promise_new (gpointer data)
{
  return ref_promise_new (((Engine *) data)->loop);
}

static void
promise_settle (gpointer           data,
                gpointer           promise,
                gboolean           reject,
                const DriverValue *value)
{
  RefValue ref_value = to_ref (data, value);

  if (reject)
    ref_promise_reject (promise, &ref_value);
  else
    ref_promise_resolve (promise, &ref_value);
}

static gpointer
promise_then (gpointer        data,
              gpointer        promise,
              DriverCallback  on_fulfilled,
              DriverCallback  on_rejected,
              gpointer        user_data)
{
  return ref_promise_then (promise,
                           on_fulfilled != NULL ? call_callback : NULL,
                           on_rejected != NULL ? call_on_rejected : NULL,
                           closure_new (data, on_fulfilled, on_rejected, user_data));
}

static gpointer
promise_finally (gpointer        data,
                 gpointer        promise,
                 DriverCallback  on_finally,
                 gpointer        user_data)
{
  return ref_promise_finally (promise, call_callback, closure_new (data, on_finally, NULL, user_data));
}

static void
promise_await (gpointer        data,
               gpointer        promise,
               DriverCallback  on_fulfilled,
               DriverCallback  on_rejected,
               gpointer        user_data)
{
  ref_promise_await (promise, call_callback, call_on_rejected,
                     closure_new (data, on_fulfilled, on_rejected, user_data));
}

static gpointer
controller_new (gpointer       data,
                LsTaskPriority priority)
{
  return ref_signal_new (((Engine *) data)->loop, priority);
}

static gpointer
controller_get_signal (gpointer data,
                       gpointer controller)
{
  return controller;
}

static gboolean
set_priority (gpointer       data,
              gpointer       controller,
              LsTaskPriority priority)
{
  return ref_signal_priority_change (controller, priority);
}

static void
abort_controller (gpointer           data,
                  gpointer           controller,
                  const DriverValue *reason)
{
  if (reason != NULL)
    {
      RefValue value = to_ref (data, reason);

      ref_signal_abort (controller, &value);
    }
  else
    {
      ref_signal_abort (controller, NULL);
    }
}

static gpointer
signal_aborted (gpointer           data,
                const DriverValue *reason)
{
  RefValue value = to_ref (data, reason);

  return ref_signal_aborted (((Engine *) data)->loop, &value);
}

static gpointer
signal_timeout (gpointer data,
                guint64  milliseconds)
{
  return ref_signal_timeout (((Engine *) data)->loop, milliseconds);
}

static gpointer
signal_any (gpointer  data,
            gpointer *signals,
            guint     n_signals)
{
  return ref_signal_any (((Engine *) data)->loop, (RefSignal **) signals, n_signals);
}

static gpointer
task_signal_any (gpointer        data,
                 gpointer       *signals,
                 guint           n_signals,
                 LsTaskPriority  priority,
                 gpointer        priority_source)
{
  return ref_task_signal_any (((Engine *) data)->loop, (RefSignal **) signals, n_signals, priority, priority_source);
}

static gboolean
signal_get_aborted (gpointer     data,
                    gpointer     signal,
                    DriverValue *reason)
{
  RefSignal *ref_signal = signal;

  *reason = from_ref (&ref_signal->reason);
  return ref_signal->aborted;
}

static LsTaskPriority
signal_get_priority (gpointer data,
                     gpointer signal)
{
  return ((RefSignal *) signal)->priority;
}

static guint
add_listener (gpointer        data,
              gpointer        signal,
              const char     *type,
              gboolean        once,
              DriverListener  listener,
              gpointer        user_data)
{
  return ref_signal_add_listener (signal, type, once, call_listener, listener_closure_new (data, listener, user_data));
}

static void
remove_listener (gpointer data,
                 gpointer signal,
                 guint    id)
{
  ref_signal_remove_listener (signal, id);
}

static void
set_handler (gpointer        data,
             gpointer        signal,
             const char     *type,
             DriverListener  handler,
             gpointer        user_data)
{
  if (handler != NULL)
    ref_signal_set_handler (signal, type, call_listener, listener_closure_new (data, handler, user_data));
  else
    ref_signal_set_handler (signal, type, NULL, NULL);
}

static gpointer
scheduler_new (gpointer data)
{
  return ref_scheduler_new (((Engine *) data)->loop);
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
  RefPostOptions options = { signal, priority, (guint64) delay };

  return ref_scheduler_post_task (scheduler, call_callback, closure_new (data, callback, NULL, user_data), &options);
}

static gpointer
yield (gpointer                  data,
       gpointer                  scheduler,
       const DriverYieldOptions *options)
{
  RefYieldOptions ref_options;

  if (options == NULL)
    return ref_scheduler_yield (scheduler, NULL);
  ref_options.signal = options->signal;
  ref_options.inherit_signal = options->inherit_signal;
  ref_options.priority = options->priority;
  ref_options.inherit_priority = options->inherit_priority;
  return ref_scheduler_yield (scheduler, &ref_options);
}

static void
get_state (gpointer  data,
           gpointer  scheduler,
           gpointer *abort_source,
           gpointer *priority_source)
{
  RefSchedulingState *state = ref_get_state_value (((Engine *) data)->loop, scheduler);

  *abort_source = state != NULL ? state->abort_source : NULL;
  *priority_source = state != NULL ? state->priority_source : NULL;
}

const Driver ref_driver = {
  .name = "reference",
  .engine_new = engine_new,
  .engine_free = engine_free,
  .get_time = get_time,
  .work = work,
  .run = run,
  .flush = flush,
  .post_script = post_script,
  .queue_microtask = queue_microtask,
  .set_timer = set_timer,
  .clear_timer = clear_timer,
  .request_idle = request_idle,
  .cancel_idle = cancel_idle,
  .promise_new = promise_new,
  .promise_settle = promise_settle,
  .promise_then = promise_then,
  .promise_finally = promise_finally,
  .promise_await = promise_await,
  .controller_new = controller_new,
  .controller_get_signal = controller_get_signal,
  .set_priority = set_priority,
  .abort = abort_controller,
  .signal_aborted = signal_aborted,
  .signal_timeout = signal_timeout,
  .signal_any = signal_any,
  .task_signal_any = task_signal_any,
  .signal_get_aborted = signal_get_aborted,
  .signal_get_priority = signal_get_priority,
  .add_listener = add_listener,
  .remove_listener = remove_listener,
  .set_handler = set_handler,
  .scheduler_new = scheduler_new,
  .post_task = post_task,
  .yield = yield,
  .get_state = get_state,
};
