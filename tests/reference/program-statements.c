/* program-statements.c: each statement, through the driver
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program-private.h"

static gpointer
pick (GPtrArray *array,
      int        index)
{
  if (array->len == 0 || index < -1)
    return NULL;
  return g_ptr_array_index (array, index == -1 ? array->len - 1 : (guint) index % array->len);
}

static gpointer
pick_signal (Run *run,
             int  index)
{
  return index < 0 ? NULL : pick (run->signals, index);
}

static LsTaskPriority
to_priority (int number)
{
  return number < 0 ? LS_TASK_PRIORITY_NONE : (LsTaskPriority) number;
}

static DriverValue
number (double value)
{
  return (DriverValue) { .type = DRIVER_NUMBER, .number = value };
}

static DriverValue
error (const char *message)
{
  return (DriverValue) { .type = DRIVER_ERROR, .name = "Error", .message = message };
}

static Outcome
run_any (Run      *run,
         const Op *op)
{
  gpointer signals[2];
  gpointer source = NULL, signal;
  guint n_signals = 0;

  if (pick_signal (run, op->a) != NULL)
    signals[n_signals++] = pick_signal (run, op->a);
  if (pick_signal (run, op->b) != NULL)
    signals[n_signals++] = pick_signal (run, op->b);
  if (op->kind == OP_ANY)
    {
      signal = run->driver->signal_any (run->engine, signals, n_signals);
    }
  else
    {
      if (op->c < 0)
        {
          source = pick_signal (run, op->d);
          if (source == NULL || run->driver->signal_get_priority (run->engine, source) == LS_TASK_PRIORITY_NONE)
            return ENDED;
        }
      signal = run->driver->task_signal_any (run->engine, signals, n_signals, to_priority (op->c), source);
    }
  g_ptr_array_add (run->signals, signal);
  return ENDED;
}

static Outcome
run_new_signal (Run      *run,
                const Op *op)
{
  g_autofree char *message = g_strdup_printf ("#%u", op->id);
  DriverValue reason = error (message);

  g_ptr_array_add (run->signals, op->kind == OP_ABORTED
                                 ? run->driver->signal_aborted (run->engine, &reason)
                                 : run->driver->signal_timeout (run->engine, op->a));
  return ENDED;
}

static gpointer
pick_scheduler (Run *run,
                int  index)
{
  return run->schedulers[run->program->second_scheduler ? index & 1 : 0];
}

static Outcome
run_post (Run      *run,
          const Op *op)
{
  gpointer promise;

  promise = run->driver->post_task (run->engine, pick_scheduler (run, op->e), program_on_called,
                                    program_callback_new (run, op, op->body), pick_signal (run, op->a),
                                    to_priority (op->b), op->c);
  g_ptr_array_add (run->promises, promise);
  if (op->d == 1)
    run->driver->promise_then (run->engine, promise, program_on_result, program_on_no_result,
                               program_callback_new (run, op, NULL));
  return ENDED;
}

static Outcome
run_yield (Frame    *frame,
           const Op *op)
{
  Run *run = frame->run;
  DriverYieldOptions options = {
    .signal = pick_signal (run, op->b),
    .inherit_signal = op->b == -2,
    .priority = to_priority (op->c),
    .inherit_priority = op->c == -2,
  };
  gboolean given = op->b != -1 || op->c != -1;
  gpointer promise;

  promise = run->driver->yield (run->engine, pick_scheduler (run, op->e), given ? &options : NULL);
  g_ptr_array_add (run->promises, promise);
  if (op->a != 1)
    return ENDED;
  program_suspend (frame, op, promise, op->d == 1);
  return SUSPENDED;
}

static Outcome
run_set_priority (Run         *run,
                  const Op    *op,
                  DriverValue *result)
{
  guint index;

  if (run->controllers->len == 0)
    return ENDED;
  index = (guint) op->a % run->controllers->len;
  if (!g_array_index (run->is_task_controller, gboolean, index))
    return ENDED;
  if (run->driver->set_priority (run->engine, g_ptr_array_index (run->controllers, index), to_priority (op->b)))
    return ENDED;
  program_log_time (run);
  if (!run->program->quiet)
    g_string_append_printf (run->log, "refused #%u\n", op->id);
  if (op->c != 1)
    return ENDED;
  *result = (DriverValue) { .type = DRIVER_ERROR, .name = "NotAllowedError", .message = "" };
  return THREW;
}

static Outcome
run_abort (Run      *run,
           const Op *op)
{
  g_autofree char *message = g_strdup_printf ("#%u", op->id);
  DriverValue reason = op->b == 1 ? number (1000 + op->id) : error (message);
  gpointer controller = pick (run->controllers, ABS (op->a));

  if (controller != NULL)
    run->driver->abort (run->engine, controller, op->b == 0 ? NULL : &reason);
  return ENDED;
}

static Outcome
run_listener (Run      *run,
              const Op *op)
{
  const char *type = op->b == 0 ? "abort" : "prioritychange";
  gpointer signal = pick_signal (run, ABS (op->a));

  if (op->kind == OP_UNLISTEN)
    {
      if (run->listeners->len > 0)
        {
          Listening *listening = &g_array_index (run->listeners, Listening, (guint) op->a % run->listeners->len);

          run->driver->remove_listener (run->engine, listening->signal, listening->id);
        }
    }
  else if (signal == NULL ||
           (op->b != 0 && run->driver->signal_get_priority (run->engine, signal) == LS_TASK_PRIORITY_NONE))
    {
      return ENDED;
    }
  else if (op->kind == OP_LISTEN)
    {
      Listening listening = { signal, 0 };

      listening.id = run->driver->add_listener (run->engine, signal, type, op->c == 1, program_on_event,
                                                program_callback_new (run, op, op->body));
      g_array_append_val (run->listeners, listening);
    }
  else if (op->c == 1)
    {
      run->driver->set_handler (run->engine, signal, type, NULL, NULL);
    }
  else
    {
      run->driver->set_handler (run->engine, signal, type, program_on_event, program_callback_new (run, op, op->body));
    }
  return ENDED;
}

static Outcome
run_timer (Run      *run,
           const Op *op)
{
  Callback *callback;

  if (op->kind == OP_CLEAR)
    {
      if (run->timers->len > 0)
        run->driver->clear_timer (run->engine, g_array_index (run->timers, guint, (guint) op->a % run->timers->len));
      return ENDED;
    }
  callback = program_callback_new (run, op, op->body);
  callback->times = op->b;
  callback->timer = run->driver->set_timer (run->engine, op->a, op->kind == OP_INTERVAL, program_on_called, callback);
  g_array_append_val (run->timers, callback->timer);
  return ENDED;
}

static Outcome
run_idle (Run      *run,
          const Op *op)
{
  guint handle;

  if (op->kind == OP_CANCEL)
    {
      if (run->idles->len > 0)
        run->driver->cancel_idle (run->engine, g_array_index (run->idles, guint, (guint) op->a % run->idles->len));
      return ENDED;
    }
  handle = run->driver->request_idle (run->engine, program_on_called_plainly,
                                      program_callback_new (run, op, op->body));
  g_array_append_val (run->idles, handle);
  return ENDED;
}

static Outcome
run_settle (Run      *run,
            const Op *op)
{
  DriverValue value = number (2000 + op->id);
  gpointer promise = pick (run->deferreds, op->a);

  if (promise == NULL)
    return ENDED;
  if (op->b == 1)
    value = (DriverValue) { .type = DRIVER_PROMISE, .object = pick (run->promises, op->c) };
  run->driver->promise_settle (run->engine, promise, op->b == 2, &value);
  return ENDED;
}

static Outcome
run_promise (Frame    *frame,
             const Op *op)
{
  Run *run = frame->run;
  Callback *callback;
  gpointer promise;

  if (op->kind == OP_PROMISE)
    {
      promise = run->driver->promise_new (run->engine);
      g_ptr_array_add (run->promises, promise);
      g_ptr_array_add (run->deferreds, promise);
      return ENDED;
    }
  promise = pick (run->promises, op->a);
  if (promise == NULL)
    return ENDED;
  if (op->kind == OP_AWAIT)
    {
      program_suspend (frame, op, promise, op->b == 1);
      return SUSPENDED;
    }
  callback = program_callback_new (run, op, op->body);
  callback->body2 = op->body2;
  if (op->kind == OP_FINALLY)
    promise = run->driver->promise_finally (run->engine, promise, program_on_called_plainly, callback);
  else
    promise = run->driver->promise_then (run->engine, promise, op->body != NULL ? program_on_called : NULL,
                                         op->body2 != NULL ? program_on_rejected : NULL, callback);
  g_ptr_array_add (run->promises, promise);
  return ENDED;
}

static Outcome
run_log (Run      *run,
         const Op *op)
{
  DriverValue reason;
  gpointer signal;

  if (op->kind == OP_LOG)
    {
      g_string_append_printf (run->log, "%s\n", op->text);
      return ENDED;
    }
  signal = pick_signal (run, op->a);
  if (signal == NULL)
    return ENDED;
  program_log_time (run);
  program_log_signal (run, signal);
  if (run->driver->signal_get_aborted (run->engine, signal, &reason))
    {
      g_string_append (run->log, " aborted ");
      program_log_value (run, &reason);
    }
  g_string_append_c (run->log, '\n');
  return ENDED;
}

static Outcome
run_end (Run         *run,
         const Op    *op,
         DriverValue *result)
{
  g_autofree char *message = g_strdup_printf ("#%u", op->id);
  DriverValue undefined = { DRIVER_UNDEFINED };
  gpointer promise;

  if (op->kind == OP_THROW)
    {
      *result = op->a == 0 ? number (3000 + op->id) : error (g_intern_string (message));
      return THREW;
    }
  promise = pick (run->promises, op->a);
  *result = number (4000 + op->id);
  if (promise != NULL)
    *result = (DriverValue) { .type = DRIVER_PROMISE, .object = promise };
  else if (op->a == -3)
    *result = undefined;
  return ENDED;
}

Outcome
program_run_op (Frame       *frame,
                const Op    *op,
                DriverValue *result)
{
  Run *run = frame->run;
  DriverValue value = { DRIVER_UNDEFINED };
  gboolean is_task_controller = op->a >= 0;

  switch (op->kind)
    {
    case OP_WORK:
      run->driver->work (run->engine, (guint64) op->a * 1000);
      return ENDED;
    case OP_LOG:
    case OP_LOG_SIGNAL:
      return run_log (run, op);
    case OP_CONTROLLER:
      g_ptr_array_add (run->controllers, run->driver->controller_new (run->engine, to_priority (op->a)));
      g_array_append_val (run->is_task_controller, is_task_controller);
      g_ptr_array_add (run->signals, run->driver->controller_get_signal (run->engine, pick (run->controllers, -1)));
      return ENDED;
    case OP_ANY:
    case OP_TASK_ANY:
      return run_any (run, op);
    case OP_ABORTED:
    case OP_SIGNAL_TIMEOUT:
      return run_new_signal (run, op);
    case OP_POST:
      return run_post (run, op);
    case OP_YIELD:
      return run_yield (frame, op);
    case OP_SET_PRIORITY:
      return run_set_priority (run, op, result);
    case OP_ABORT:
      return run_abort (run, op);
    case OP_LISTEN:
    case OP_UNLISTEN:
    case OP_HANDLER:
      return run_listener (run, op);
    case OP_MICROTASK:
      run->driver->queue_microtask (run->engine, program_on_called, program_callback_new (run, op, op->body));
      return ENDED;
    case OP_TIMEOUT:
    case OP_INTERVAL:
    case OP_CLEAR:
      return run_timer (run, op);
    case OP_IDLE:
    case OP_CANCEL:
      return run_idle (run, op);
    case OP_SETTLE:
      return run_settle (run, op);
    case OP_PROMISE:
    case OP_THEN:
    case OP_FINALLY:
    case OP_AWAIT:
      return run_promise (frame, op);
    case OP_ASYNC:
      if (!program_call_body (run, op, op->body, &value) && value.type == DRIVER_PROMISE)
        g_ptr_array_add (run->promises, value.object);
      return ENDED;
    case OP_THROW:
    case OP_RETURN:
      return run_end (run, op, result);
    case N_OP_KINDS:
    default:
      g_assert_not_reached ();
    }
}
