/* program-callbacks.c: the callbacks of a program: they log their run and run a body
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program-private.h"

#include <string.h>

/* Each callback logs its run and its continuation state. */
static void
log_entry (Run        *run,
           const char *what,
           const Op   *op)
{
  if (run->program->quiet)
    return;
  program_log_time (run);
  g_string_append_printf (run->log, "%s #%u", what, op != NULL ? op->id : 0);
  for (guint i = 0; i < 1 + (guint) run->program->second_scheduler; i++)
    {
      gpointer abort_source, priority_source;

      run->driver->get_state (run->engine, run->schedulers[i], &abort_source, &priority_source);
      g_string_append (run->log, " [");
      program_log_signal (run, abort_source);
      g_string_append (run->log, " ");
      program_log_signal (run, priority_source);
      g_string_append (run->log, "]");
    }
}

static void
end_line (Run *run)
{
  if (!run->program->quiet)
    g_string_append_c (run->log, '\n');
}

Callback *
program_callback_new (Run       *run,
                      const Op  *op,
                      GPtrArray *body)
{
  Callback *callback = g_new0 (Callback, 1);

  callback->run = run;
  callback->op = op;
  callback->body = body;
  g_ptr_array_add (run->callbacks, callback);
  return callback;
}

/* Calls a body as a function. An async one returns its promise. */
gboolean
program_call_body (Run         *run,
                   const Op    *op,
                   GPtrArray   *body,
                   DriverValue *result)
{
  Frame *frame = g_new0 (Frame, 1);

  g_ptr_array_add (run->frames, frame);
  frame->run = run;
  frame->op = op;
  frame->body = body;
  if (body_is_async (body))
    {
      gpointer promise = frame->promise = run->driver->promise_new (run->engine);

      program_run_frame (frame, result);
      *result = (DriverValue) { .type = DRIVER_PROMISE, .object = promise };
      return FALSE;
    }
  return program_run_frame (frame, result);
}

gboolean
program_on_called (const DriverValue *argument,
                   DriverValue       *result,
                   gpointer           data)
{
  Callback *callback = data;
  Run *run = callback->run;

  log_entry (run, "run", callback->op);
  if (!run->program->quiet && argument->type != DRIVER_UNDEFINED)
    {
      g_string_append (run->log, " with ");
      program_log_value (run, argument);
    }
  end_line (run);
  if (callback->op != NULL && callback->op->kind == OP_INTERVAL && --callback->times <= 0)
    run->driver->clear_timer (run->engine, callback->timer);
  return program_call_body (run, callback->op, callback->body, result);
}

/* The argument of an idle callback, the time remaining, is the choice of the engine. So is that of a finally callback, which
 * ECMAScript calls without argument. */
gboolean
program_on_called_plainly (const DriverValue *argument,
                           DriverValue       *result,
                           gpointer           data)
{
  DriverValue undefined = { DRIVER_UNDEFINED };

  return program_on_called (&undefined, result, data);
}

gboolean
program_on_rejected (const DriverValue *argument,
                     DriverValue       *result,
                     gpointer           data)
{
  Callback *callback = data;
  Run *run = callback->run;

  log_entry (run, "catch", callback->op);
  if (!run->program->quiet)
    {
      g_string_append (run->log, " with ");
      program_log_value (run, argument);
    }
  end_line (run);
  return program_call_body (run, callback->op, callback->body2, result);
}

gboolean
program_on_event (gpointer        signal,
                  const char     *type,
                  LsTaskPriority  previous_priority,
                  gboolean       *stop_immediate_propagation,
                  DriverValue    *result,
                  gpointer        data)
{
  Callback *callback = data;
  Run *run = callback->run;

  log_entry (run, "event", callback->op);
  if (!run->program->quiet)
    {
      g_string_append_printf (run->log, " %s at ", type);
      program_log_signal (run, signal);
      if (strcmp (type, "prioritychange") == 0)
        g_string_append_printf (run->log, " was %s", ls_task_priority_to_string (previous_priority));
    }
  *stop_immediate_propagation = callback->op->kind == OP_LISTEN && callback->op->d == 1;
  end_line (run);
  return program_call_body (run, callback->op, callback->body, result);
}

static void
log_result (Callback          *callback,
            const char        *what,
            const DriverValue *value)
{
  Run *run = callback->run;

  program_log_time (run);
  g_string_append_printf (run->log, "result #%u %s ", callback->op->id, what);
  program_log_value (run, value);
  g_string_append_c (run->log, '\n');
}

gboolean
program_on_result (const DriverValue *argument,
                   DriverValue       *result,
                   gpointer           data)
{
  log_result (data, "fulfilled", argument);
  return FALSE;
}

gboolean
program_on_no_result (const DriverValue *argument,
                      DriverValue       *result,
                      gpointer           data)
{
  log_result (data, "rejected", argument);
  return FALSE;
}

static gboolean
on_resumed (const DriverValue *argument,
            DriverValue       *result,
            gpointer           data)
{
  Callback *callback = data;
  Run *run = callback->run;

  log_entry (run, "resume", callback->op);
  end_line (run);
  program_run_frame (callback->frame, result);
  return FALSE;
}

static gboolean
on_await_rejected (const DriverValue *argument,
                   DriverValue       *result,
                   gpointer           data)
{
  Callback *callback = data;
  Run *run = callback->run;
  Frame *frame = callback->frame;

  log_entry (run, callback->catches ? "caught" : "thrown", callback->op);
  if (!run->program->quiet)
    {
      g_string_append (run->log, " ");
      program_log_value (run, argument);
    }
  end_line (run);
  if (callback->catches)
    program_run_frame (frame, result);
  else
    run->driver->promise_settle (run->engine, frame->promise, TRUE, argument);
  return FALSE;
}

void
program_suspend (Frame    *frame,
                 const Op *op,
                 gpointer  promise,
                 gboolean  catches)
{
  Callback *callback = program_callback_new (frame->run, op, NULL);

  callback->frame = frame;
  callback->catches = catches;
  frame->run->driver->promise_await (frame->run->engine, promise, on_resumed, on_await_rejected, callback);
}
