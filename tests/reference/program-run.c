/* program-run.c: one program, one driver, one log
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program-private.h"

#define MAX_STATEMENTS 1500
#define MAX_TURNS 5000

void
program_log_value (Run               *run,
                   const DriverValue *value)
{
  switch (value->type)
    {
    case DRIVER_UNDEFINED:
      g_string_append (run->log, "undefined");
      break;
    case DRIVER_NUMBER:
      g_string_append_printf (run->log, "%g", value->number);
      break;
    case DRIVER_ERROR:
      /* Each engine words its own messages as it likes. */
      g_string_append (run->log, value->name);
      if (value->message != NULL && value->message[0] == '#')
        g_string_append (run->log, value->message);
      break;
    case DRIVER_PROMISE:
      g_string_append (run->log, "promise");
      break;
    }
}

void
program_log_signal (Run      *run,
                    gpointer  signal)
{
  guint index;

  if (signal == NULL)
    {
      g_string_append (run->log, "-");
      return;
    }
  if (g_ptr_array_find (run->signals, signal, &index))
    g_string_append_printf (run->log, "s%u", index);
  else
    g_string_append (run->log, "fixed");
  if (run->driver->signal_get_priority (run->engine, signal) != LS_TASK_PRIORITY_NONE)
    g_string_append_printf (run->log, "=%s",
                            ls_task_priority_to_string (run->driver->signal_get_priority (run->engine, signal)));
}

void
program_log_time (Run *run)
{
  run->driver->flush (run->engine);
  if (run->program->quiet)
    return;
  g_string_append_printf (run->log, "%" G_GUINT64_FORMAT " ", run->driver->get_time (run->engine));
}

/* Runs a frame to its end or to its next await. Returns TRUE if a function that is not async threw. */
gboolean
program_run_frame (Frame       *frame,
                   DriverValue *result)
{
  Run *run = frame->run;
  DriverValue value = { .type = DRIVER_NUMBER, .number = frame->op != NULL ? frame->op->id : 0 };
  Outcome outcome = ENDED;

  while (frame->pc < frame->body->len && run->n_statements < MAX_STATEMENTS)
    {
      const Op *op = g_ptr_array_index (frame->body, frame->pc++);

      run->n_statements++;
      outcome = program_run_op (frame, op, &value);
      if (outcome == SUSPENDED)
        return FALSE;
      if (outcome == THREW || op->kind == OP_RETURN)
        break;
    }
  if (frame->promise != NULL)
    {
      run->driver->promise_settle (run->engine, frame->promise, outcome == THREW, &value);
      return FALSE;
    }
  *result = value;
  return outcome == THREW;
}

static void
on_reported (const DriverValue *exception,
             gboolean           rejection,
             gpointer           user_data)
{
  Run *run = user_data;

  if (run->program->quiet)
    return;
  program_log_time (run);
  g_string_append (run->log, rejection ? "unhandled " : "reported ");
  program_log_value (run, exception);
  g_string_append_c (run->log, '\n');
}

static void
on_selected (guint64  enqueue_order,
             guint    effective_priority,
             gpointer user_data)
{
  Run *run = user_data;

  if (!run->program->quiet)
    g_string_append_printf (run->log, "select order %" G_GUINT64_FORMAT " effective %u\n", enqueue_order,
                            effective_priority);
}

/* Runs a program to its end. Returns its log. */
char *
program_run (const Program  *program,
             const Driver   *driver,
             const LsPreset *preset)
{
  static const DriverHooks hooks = { on_reported, on_selected };
  Run run = { .program = program, .driver = driver };

  run.log = g_string_new (NULL);
  run.controllers = g_ptr_array_new ();
  run.is_task_controller = g_array_new (FALSE, FALSE, sizeof (gboolean));
  run.signals = g_ptr_array_new ();
  run.promises = g_ptr_array_new ();
  run.deferreds = g_ptr_array_new ();
  run.timers = g_array_new (FALSE, FALSE, sizeof (guint));
  run.idles = g_array_new (FALSE, FALSE, sizeof (guint));
  run.listeners = g_array_new (FALSE, FALSE, sizeof (Listening));
  run.callbacks = g_ptr_array_new_with_free_func (g_free);
  run.frames = g_ptr_array_new_with_free_func (g_free);

  run.engine = driver->engine_new (preset, program->edition, &hooks, &run);
  run.schedulers[0] = driver->scheduler_new (run.engine);
  if (program->second_scheduler)
    run.schedulers[1] = driver->scheduler_new (run.engine);
  driver->post_script (run.engine, program_on_called, program_callback_new (&run, NULL, program->body));
  driver->run (run.engine, MAX_TURNS);
  driver->flush (run.engine);
  driver->engine_free (run.engine);

  g_ptr_array_unref (run.controllers);
  g_array_unref (run.is_task_controller);
  g_ptr_array_unref (run.signals);
  g_ptr_array_unref (run.promises);
  g_ptr_array_unref (run.deferreds);
  g_array_unref (run.timers);
  g_array_unref (run.idles);
  g_array_unref (run.listeners);
  g_ptr_array_unref (run.callbacks);
  g_ptr_array_unref (run.frames);
  return g_string_free (run.log, FALSE);
}
