/* ls-interpreter.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"

#define GO_ON_INTERVAL 64
#define WORK_SLICE 5000   /* µs of work on the monotonic clock before the host is asked whether to go on */

LsInterpreter *
ls_interpreter_new (LsEventLoop             *loop,
                    LsProgram               *program,
                    const LsInterpreterHost *host)
{
  LsInterpreter *self = g_new0 (LsInterpreter, 1);

  self->loop = g_object_ref (loop);
  self->scheduler = ls_scheduler_new (loop, "scheduler");
  self->program = ls_program_ref (program);
  self->main = program->main;
  self->probe = ls_event_loop_get_probe (loop);
  self->host = host;
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ls_named_free);
  self->body_ids = g_hash_table_new (NULL, NULL);
  self->log = g_ptr_array_new_with_free_func (g_free);

  return self;
}

/* Ends the run: the loop is shut down. */
void
ls_interpreter_free (LsInterpreter *self)
{
  self->stopped = TRUE;
  ls_event_loop_shut_down (self->loop);
  g_hash_table_remove_all (self->names);

  /* A body that awaits its own promise keeps itself alive. */
  while (self->activations != NULL)
    {
      LsActivation *activation = ls_activation_ref (self->activations);
      LsActivation *next;

      ls_activation_drop_contents (activation);
      next = activation->next;
      if (activation->ref_count > 1)
        {
          /* A promise that lives on elsewhere still holds it, and finds the interpreter gone. */
          activation->interpreter = NULL;
          self->activations = next;
          if (next != NULL)
            next->previous = NULL;
          activation->next = activation->previous = NULL;
          activation->ref_count--;
          continue;
        }
      ls_activation_unref (activation);
    }

  g_clear_object (&self->scheduler);
  g_clear_object (&self->loop);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->body_ids);
  g_ptr_array_unref (self->log);
  ls_program_unref (self->program);
  g_free (self);
}

static LsCompletion
call_main (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  LsInterpreter *self = user_data;

  return ls_interpreter_call (self, self->main, FALSE, NULL, result);
}

/* Posts the program's main body as the first task. */
void
ls_interpreter_start (LsInterpreter *self,
                      const char    *name)
{
  ls_event_loop_post (self->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, name, call_main, self, NULL);
}

/* Does an action, which is the one step of @body. @within: (nullable): the body that is stopped at a statement, NULL between
 * callbacks. *@await: (transfer full) (nullable): a promise that @within must await. */
void
ls_interpreter_perform (LsInterpreter  *self,
                        LsBody         *body,
                        LsActivation   *within,
                        LsPromise     **promise)
{
  LsStep *step = g_ptr_array_index (body->steps, 0);
  g_auto (LsValue) value = LS_VALUE_INIT;
  LsActivation *activation;
  LsOutcome outcome;

  activation = ls_activation_new (self, body);
  activation->is_action = TRUE;
  if (within != NULL && step->op == LS_STEP_OP_YIELD)
    {
      outcome = ls_step_run (step, activation, &value);
      if (outcome == LS_OUTCOME_AWAIT)
        *promise = ls_promise_ref (value.as.promise);
    }
  else
    outcome = ls_activation_go (activation, &value);

  if (outcome == LS_OUTCOME_THROW && activation->result == NULL)
    ls_event_loop_report_exception (self->loop, &value);
  ls_activation_unref (activation);
}

void
ls_interpreter_log (LsInterpreter *self,
                    const char    *text)
{
  if (self->probe != NULL || self->host->log == NULL)
    {
      if (self->share_line != NULL)
        self->share_line (self->agents, text);
      else
        g_ptr_array_add (self->log, g_strdup (text));
    }
  if (self->host->log != NULL)
    self->host->log (text, self->host->user_data);
  if (self->probe != NULL)
    {
      LsRecord record = {
        .time = ls_event_loop_get_time (self->loop),
        .kind = LS_RECORD_LOG,
        .text = ls_probe_intern (self->probe, text),
        .clause = LS_CLAUSE_SESSION,
        .priority = LS_TASK_PRIORITY_NONE,
      };

      ls_probe_emit (self->probe, &record);
    }
}

/* Asks the host whether to go on. If it says no the program is over. */
gboolean
ls_interpreter_may_go_on (LsInterpreter *self)
{
  if (!self->stopped && !self->host->may_go_on (self->host->user_data))
    self->stopped = TRUE;
  self->check_at = MIN (self->n_statements + GO_ON_INTERVAL, self->statement_limit);

  return !self->stopped;
}

/* Counts work that takes as long as @n_statements statements. */
void
ls_interpreter_count (LsInterpreter *self,
                      guint64        n_statements)
{
  self->n_statements += n_statements;
  if (self->n_statements >= self->check_at)
    ls_interpreter_may_go_on (self);
}

/* Works for @duration µs. With the monotonic clock, asks now and then whether to go on. Returns FALSE if the program is over. */
gboolean
ls_interpreter_work (LsInterpreter *self,
                     guint64        duration)
{
  if (ls_event_loop_get_clock_kind (self->loop) == LS_CLOCK_MONOTONIC)
    for (; duration > WORK_SLICE; duration -= WORK_SLICE)
      {
        ls_event_loop_work (self->loop, WORK_SLICE);
        if (!ls_interpreter_may_go_on (self))
          return FALSE;
      }

  ls_event_loop_work (self->loop, duration);
  return ls_interpreter_may_go_on (self);
}

/* Returns: (nullable): the body that is @member of @step, written there or named */
LsBody *
ls_interpreter_find_body (LsInterpreter *self,
                          LsStep        *step,
                          LsStepMember   member)
{
  const LsStepValue *value = ls_step_find_value (step, member);

  if (value == NULL)
    return NULL;
  return value->body != NULL ? value->body : ls_program_find_body (self->program, value->text);
}
