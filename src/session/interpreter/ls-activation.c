/* ls-activation.c: runs bodies
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-interpreter-private.h"

#include "ls-promise-private.h"

/* Bodies behave as functions of JavaScript do. A body that awaits or yields returns a promise at its first await; its stack of
 * frames is what goes on later. Loops, calls and awaits do not recurse. Only listeners, which the engine calls while a step runs,
 * do, and they have a limit. */

#define MAX_DEPTH 200

static void activation_run (LsActivation *self);

LsActivation *
ls_activation_new (LsInterpreter *interpreter,
                   LsBody        *body)
{
  LsActivation *self = g_new0 (LsActivation, 1);

  self->ref_count = 1;
  self->interpreter = interpreter;
  self->serial = ++interpreter->n_activations;
  self->level = interpreter->depth;
  self->frames = g_array_new (FALSE, TRUE, sizeof (LsFrame));
  self->next = interpreter->activations;
  if (self->next != NULL)
    self->next->previous = self;
  interpreter->activations = self;
  ls_activation_push (self, LS_FRAME_BODY, body);

  return self;
}

LsActivation *
ls_activation_ref (LsActivation *self)
{
  self->ref_count++;
  return self;
}

void
ls_activation_drop_contents (LsActivation *self)
{
  for (guint i = 0; i < self->frames->len; i++)
    ls_value_clear (&g_array_index (self->frames, LsFrame, i).value);
  g_array_set_size (self->frames, 0);
  ls_value_clear (&self->value);
  ls_value_clear (&self->error);
  g_clear_pointer (&self->result, ls_promise_unref);
}

void
ls_activation_unref (gpointer data)
{
  LsActivation *self = data;

  if (--self->ref_count > 0)
    return;

  ls_activation_drop_contents (self);
  if (self->previous != NULL)
    self->previous->next = self->next;
  else if (self->interpreter != NULL)
    self->interpreter->activations = self->next;
  if (self->next != NULL)
    self->next->previous = self->previous;
  g_array_unref (self->frames);
  g_free (self);
}

static LsFrame *
activation_top (LsActivation *self)
{
  return self->frames->len > 0 ? &g_array_index (self->frames, LsFrame, self->frames->len - 1) : NULL;
}

LsFrame *
ls_activation_push (LsActivation *self,
                    LsFrameKind   kind,
                    LsBody       *body)
{
  LsFrame *outer = activation_top (self);
  LsFrame frame = { .kind = kind, .body = body, .level = outer != NULL ? outer->level + (kind == LS_FRAME_CALL) : 0 };

  g_array_append_val (self->frames, frame);
  return &g_array_index (self->frames, LsFrame, self->frames->len - 1);
}

static void
activation_pop (LsActivation *self)
{
  ls_value_clear (&activation_top (self)->value);
  g_array_set_size (self->frames, self->frames->len - 1);
}

/* Lets the frame of a try step go on with its finally steps, if it has any. Moves @value. */
static gboolean
enter_finally (LsActivation *self,
               LsFrame      *frame,
               LsPending     pending,
               LsValue      *value)
{
  LsBody *body = ls_interpreter_find_body (self->interpreter, frame->step, LS_MEMBER_FINALLY);

  if (body == NULL)
    return FALSE;

  frame->kind = LS_FRAME_FINALLY;
  frame->body = body;
  frame->next = 0;
  frame->pending = pending;
  ls_value_clear (&frame->value);
  frame->value = *value;
  *value = (LsValue) LS_VALUE_INIT;
  return TRUE;
}

static void
enter_catch (LsActivation *self,
             LsFrame      *frame,
             LsBody       *body,
             LsValue      *value)
{
  const char *name = ls_step_get_text (frame->step, LS_MEMBER_AS);

  frame->kind = LS_FRAME_CATCH;
  frame->body = body;
  frame->next = 0;
  ls_value_clear (&self->error);
  ls_value_copy (value, &self->error);
  if (name != NULL)
    ls_value_copy (value, &ls_program_scope_set (self->interpreter, name, LS_NAMED_VALUE)->value);
  ls_value_clear (value);
}

/* Unwinds the stack to the frame that catches @value. Returns FALSE if none does: the stack is empty then and @value stays. */
static gboolean
unwind_throw (LsActivation *self,
              LsValue      *value)
{
  LsFrame *frame;

  while ((frame = activation_top (self)) != NULL)
    {
      if (frame->kind == LS_FRAME_TRY)
        {
          LsBody *body = ls_interpreter_find_body (self->interpreter, frame->step, LS_MEMBER_CATCH);

          if (body != NULL)
            {
              enter_catch (self, frame, body, value);
              return TRUE;
            }
        }
      if ((frame->kind == LS_FRAME_TRY || frame->kind == LS_FRAME_CATCH) &&
          enter_finally (self, frame, LS_PENDING_THROW, value))
        return TRUE;
      activation_pop (self);
    }

  return FALSE;
}

/* Unwinds the stack to the frame that goes on after a return. Returns FALSE as above. */
static gboolean
unwind_return (LsActivation *self,
               LsValue      *value)
{
  LsFrame *frame;

  while ((frame = activation_top (self)) != NULL)
    {
      if ((frame->kind == LS_FRAME_TRY || frame->kind == LS_FRAME_CATCH) &&
          enter_finally (self, frame, LS_PENDING_RETURN, value))
        return TRUE;
      if (frame->kind == LS_FRAME_CALL)
        {
          activation_pop (self);
          ls_value_clear (&self->value);
          self->value = *value;
          *value = (LsValue) LS_VALUE_INIT;
          return TRUE;
        }
      activation_pop (self);
    }

  return FALSE;
}

/* Unwinds the stack to the loop that a break ends. Returns FALSE outside of loops; nothing has changed then. */
static gboolean
unwind_break (LsActivation *self,
              LsValue      *value)
{
  guint place = self->frames->len;
  LsFrame *frame;

  do
    {
      if (place == 0)
        return FALSE;
      frame = &g_array_index (self->frames, LsFrame, --place);
      if (frame->kind == LS_FRAME_BODY || frame->kind == LS_FRAME_CALL)
        return FALSE;
    }
  while (frame->kind != LS_FRAME_REPEAT);

  while ((frame = activation_top (self))->kind != LS_FRAME_REPEAT)
    {
      if ((frame->kind == LS_FRAME_TRY || frame->kind == LS_FRAME_CATCH) &&
          enter_finally (self, frame, LS_PENDING_BREAK, value))
        return TRUE;
      activation_pop (self);
    }
  activation_pop (self);
  return TRUE;
}

/* Ends the top frame, whose steps are done. Sets *@value for an outcome that has one. */
static LsOutcome
end_block (LsActivation *self,
           LsValue      *value)
{
  LsFrame *frame = activation_top (self);
  LsPending pending;

  switch (frame->kind)
    {
    case LS_FRAME_BODY:
      return LS_OUTCOME_RETURN;
    case LS_FRAME_REPEAT:
      if (frame->remaining == G_MAXUINT64)
        {
          /* A loop without steps counts as well. */
          ls_interpreter_count (self->interpreter, 1);
          frame->next = 0;
          return LS_OUTCOME_NORMAL;
        }
      if (frame->remaining > 0)
        {
          frame->remaining--;
          frame->next = 0;
          return LS_OUTCOME_NORMAL;
        }
      break;
    case LS_FRAME_BLOCK:
      break;
    case LS_FRAME_TRY:
    case LS_FRAME_CATCH:
      if (enter_finally (self, frame, LS_PENDING_NORMAL, value))
        return LS_OUTCOME_NORMAL;
      break;
    case LS_FRAME_FINALLY:
      pending = frame->pending;
      *value = frame->value;
      frame->value = (LsValue) LS_VALUE_INIT;
      activation_pop (self);
      return pending == LS_PENDING_THROW ? LS_OUTCOME_THROW
             : pending == LS_PENDING_RETURN ? LS_OUTCOME_RETURN
             : pending == LS_PENDING_BREAK ? LS_OUTCOME_BREAK : LS_OUTCOME_NORMAL;
    case LS_FRAME_CALL:
      ls_value_clear (&self->value);
      break;
    default:
      g_return_val_if_reached (LS_OUTCOME_STOP);
    }

  activation_pop (self);
  return LS_OUTCOME_NORMAL;
}

static guint32
get_body_id (LsInterpreter *self,
             LsBody        *body)
{
  guint id = body->id;

  if (id == 0)
    {
      id = GPOINTER_TO_UINT (g_hash_table_lookup (self->body_ids, body));
      if (id == 0)
        {
          /* Numbers of bodies: those of the program from 1 on, then those of actions. */
          id = G_MAXINT32 - g_hash_table_size (self->body_ids);
          g_hash_table_insert (self->body_ids, body, GUINT_TO_POINTER (id));
        }
    }

  return id;
}

static void
note_callback (LsInterpreter *self)
{
  guint32 turn = ls_event_loop_get_turn (self->loop);
  guint32 microtask = ls_event_loop_get_turn_microtasks (self->loop);

  if (turn != self->callback_turn || microtask != self->callback_microtask)
    {
      self->callback_turn = turn;
      self->callback_microtask = microtask;
      self->statement = 0;
    }
}

/* Returns: whether an await may come between @step and the next one */
static gboolean
may_suspend (LsStep *step)
{
  return ls_step_op_awaits (step->op) || step->op == LS_STEP_OP_CALL;
}

/* Begins a statement. Returns: (transfer full) (nullable): a promise that the body must await first */
static LsPromise *
begin_statement (LsActivation *self,
                 LsFrame      *frame,
                 LsStep       *step)
{
  LsInterpreter *interpreter = self->interpreter;

  note_callback (interpreter);
  interpreter->statement++;
  if (interpreter->probe != NULL)
    {
      LsRecord record = {
        .time = ls_event_loop_get_time (interpreter->loop),
        .kind = LS_RECORD_STATEMENT,
        .subject = get_body_id (interpreter, frame->body),
        .object = self->serial,
        .level = MIN (self->level + frame->level, G_MAXUINT8),
        .flags = may_suspend (step) ? LS_RECORD_FLAG_SUSPENDS : 0,
        .value = interpreter->statement,
        .text = ls_probe_intern (interpreter->probe, step->pointer),
        .clause = LS_CLAUSE_SESSION,
        .priority = LS_TASK_PRIORITY_NONE,
      };

      ls_probe_emit (interpreter->probe, &record);
    }

  return interpreter->host->statement (self, interpreter->host->user_data);
}

static LsCompletion
on_fulfilled (const LsValue *argument,
              LsValue       *result,
              gpointer       user_data)
{
  LsActivation *self = user_data;

  if (self->interpreter == NULL || self->interpreter->stopped)
    return LS_COMPLETION_NORMAL;

  if (!self->keep_value)
    {
      ls_value_clear (&self->value);
      ls_value_copy (argument, &self->value);
    }
  self->keep_value = FALSE;
  ls_interpreter_note_call (self->interpreter, self, argument);
  activation_run (self);
  return LS_COMPLETION_NORMAL;
}

static void
finish (LsActivation *self,
        LsOutcome     outcome,
        LsValue      *value)
{
  if (outcome == LS_OUTCOME_THROW)
    ls_promise_reject (self->result, value);
  else
    ls_promise_resolve (self->result, value);
}

static LsCompletion
on_rejected (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  LsActivation *self = user_data;
  g_auto (LsValue) value = LS_VALUE_INIT;

  if (self->interpreter == NULL || self->interpreter->stopped)
    return LS_COMPLETION_NORMAL;

  self->keep_value = FALSE;
  ls_interpreter_note_call (self->interpreter, self, argument);
  ls_value_copy (argument, &value);
  if (unwind_throw (self, &value))
    activation_run (self);
  else
    finish (self, LS_OUTCOME_THROW, &value);
  return LS_COMPLETION_NORMAL;
}

static void
await (LsActivation *self,
       LsPromise    *promise)
{
  if (self->result == NULL)
    self->result = ls_promise_new (self->interpreter->loop);
  ls_promise_await_for (promise, self->result, on_fulfilled, on_rejected, ls_activation_ref (self), ls_activation_unref);
}

/* Runs the body until it ends or awaits. */
static LsOutcome
run_frames (LsActivation *self,
            LsValue      *value)
{
  LsInterpreter *interpreter = self->interpreter;
  LsOutcome outcome;

  for (;;)
    {
      LsFrame *frame = activation_top (self);

      if (interpreter->stopped)
        return LS_OUTCOME_STOP;

      if (frame->next < frame->body->steps->len)
        {
          LsStep *step = g_ptr_array_index (frame->body->steps, frame->next);
          g_autoptr (LsPromise) promise = NULL;

          if (++interpreter->n_statements >= interpreter->check_at && !ls_interpreter_may_go_on (interpreter))
            return LS_OUTCOME_STOP;
          if (!self->is_action || self->frames->len > 1)
            {
              promise = begin_statement (self, frame, step);
              if (interpreter->stopped)
                return LS_OUTCOME_STOP;
              if (promise != NULL)
                {
                  self->keep_value = TRUE;
                  ls_value_set_promise (value, promise);
                  return LS_OUTCOME_AWAIT;
                }
            }

          frame->next++;
          if (G_UNLIKELY (interpreter->agent != NULL))
            ls_interpreter_note_step (interpreter, self, step);
          outcome = ls_step_run (step, self, value);
        }
      else
        outcome = end_block (self, value);

      if (outcome == LS_OUTCOME_BREAK)
        {
          if (unwind_break (self, value))
            continue;
          ls_value_take_exception (value, ls_exception_new ("SyntaxError", "There is no loop to break out of"));
          outcome = LS_OUTCOME_THROW;
        }
      if (outcome == LS_OUTCOME_THROW && unwind_throw (self, value))
        continue;
      if (outcome == LS_OUTCOME_RETURN && unwind_return (self, value))
        continue;
      if (outcome != LS_OUTCOME_NORMAL)
        return outcome;
      ls_value_clear (value);
    }
}

LsOutcome
ls_activation_go (LsActivation *self,
                  LsValue      *value)
{
  LsInterpreter *interpreter = self->interpreter;
  LsActivation *outer = interpreter->running;
  LsOutcome outcome;

  ls_activation_ref (self);
  if (interpreter->depth < MAX_DEPTH)
    {
      interpreter->depth++;
      interpreter->running = self;
      outcome = run_frames (self, value);
      interpreter->running = outer;
      interpreter->depth--;
    }
  else
    {
      ls_value_take_exception (value, ls_exception_new ("RangeError", "Too many calls inside each other"));
      outcome = LS_OUTCOME_THROW;
    }
  ls_interpreter_note_end (interpreter, self, outcome, value);
  if (outcome == LS_OUTCOME_AWAIT)
    await (self, value->as.promise);
  if (outcome != LS_OUTCOME_AWAIT && outcome != LS_OUTCOME_STOP && self->result != NULL)
    finish (self, outcome, value);
  ls_activation_unref (self);

  return outcome;
}

/* Goes on with an asynchronous body. */
static void
activation_run (LsActivation *self)
{
  g_auto (LsValue) value = LS_VALUE_INIT;

  ls_activation_go (self, &value);
}

/* Calls @body. The result is its promise if it is asynchronous or becomes so. */
LsCompletion
ls_interpreter_call (LsInterpreter *self,
                     LsBody        *body,
                     gboolean       force_async,
                     const LsValue *argument,
                     LsValue       *result)
{
  LsActivation *activation;
  LsOutcome outcome;
  g_auto (LsValue) value = LS_VALUE_INIT;
  LsCompletion completion = LS_COMPLETION_NORMAL;

  if (self->stopped)
    return LS_COMPLETION_NORMAL;

  if (self->running != NULL)
    ls_interpreter_note_call (self, self->running, NULL);
  activation = ls_activation_new (self, body);
  if (argument != NULL)
    ls_value_copy (argument, &activation->value);
  ls_interpreter_note_call (self, activation, NULL);
  if (body->is_async || force_async)
    activation->result = ls_promise_new (self->loop);

  outcome = ls_activation_go (activation, &value);
  if (activation->result != NULL)
    ls_value_set_promise (result, activation->result);
  else if (outcome == LS_OUTCOME_THROW || outcome == LS_OUTCOME_RETURN)
    {
      ls_value_clear (result);
      *result = value;
      value = (LsValue) LS_VALUE_INIT;
      completion = outcome == LS_OUTCOME_THROW ? LS_COMPLETION_THROW : LS_COMPLETION_NORMAL;
    }
  ls_activation_unref (activation);

  return completion;
}
