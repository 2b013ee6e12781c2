/* ls-interpreter-state.c: what state an interpreter is in, for the explorer
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

#include <string.h>

/* What an agent will do follows from four things: where the running body is, the values that have names, what the agent has done to
 * its loop (tasks, promises, signals, waiting bodies), and what is on its way to it. The third is a hash of the steps that did it,
 * each with the place of the body at that time. The others are read when an operation begins. So the history of a value makes no
 * difference once the value is gone, and two schedules can meet in one state. */

static void
mix_string (LsHash     *hash,
            const char *text)
{
  for (; text != NULL && *text != '\0'; text++)
    ls_hash_mix (hash, (guint8) *text);
  ls_hash_mix (hash, 0x100);
}

static void
mix_value (LsHash        *hash,
           const LsValue *value)
{
  union
  {
    double  number;
    guint64 bits;
  } number;
  g_autofree char *text = NULL;

  ls_hash_mix (hash, value->type);
  switch ((guint) value->type)
    {
    case LS_VALUE_NUMBER:
      number.number = value->as.number;
      ls_hash_mix (hash, number.bits);
      break;
    case LS_VALUE_BOOLEAN:
      ls_hash_mix (hash, value->as.boolean);
      break;
    case LS_VALUE_STRING:
      mix_string (hash, value->as.string);
      break;
    case LS_VALUE_EXCEPTION:
      text = ls_value_to_string (value);
      mix_string (hash, text);
      break;
    default:
      break;
    }
}

static gboolean
is_observed (const LsInterpreter *self,
             const char          *name)
{
  return self->agents->observed == NULL || g_hash_table_contains (self->agents->observed, name);
}

/* Mixes in where a body is. */
static void
mix_activation (LsHash             *hash,
                const LsActivation *activation)
{
  const LsInterpreter *interpreter = activation->interpreter;

  ls_hash_mix (hash, activation->serial);
  ls_hash_mix (hash, activation->frames->len);
  for (guint i = 0; i < activation->frames->len; i++)
    {
      const LsFrame *frame = &g_array_index (activation->frames, LsFrame, i);

      ls_hash_mix (hash, (guint64) frame->body->id << 32 | frame->next);
      ls_hash_mix (hash, frame->kind | frame->pending << 8);
      ls_hash_mix (hash, frame->remaining);
      if (frame->value.type != LS_VALUE_UNDEFINED)
        mix_value (hash, &frame->value);
    }
  if (is_observed (interpreter, "value"))
    mix_value (hash, &activation->value);
  if (is_observed (interpreter, "error"))
    mix_value (hash, &activation->error);
}

/* Mixes in the values that have names, in no order. */
static void
mix_names (LsHash        *hash,
           LsInterpreter *interpreter)
{
  LsHash sum = { 0, 0 };
  GHashTableIter iter;
  gpointer name, named;

  g_hash_table_iter_init (&iter, interpreter->names);
  while (g_hash_table_iter_next (&iter, &name, &named))
    {
      LsHash one = { 0, 0 };

      if (((LsNamed *) named)->kind != LS_NAMED_VALUE)
        continue;
      mix_string (&one, name);
      /* The value of a name that is only printed does not matter, but its existence does. */
      if (is_observed (interpreter, name))
        mix_value (&one, &((LsNamed *) named)->value);
      ls_hash_add (&sum, &one);
    }
  ls_hash_mix_hash (hash, &sum);
}

static gboolean
is_explored (LsInterpreter *self)
{
  return self->agents != NULL && self->agents->is_explored && !ls_agent_is_terminated (self->agent);
}

/* Tells the explorer the agent's state: before an operation of @activation, or at the end of a turn without one. */
void
ls_interpreter_report_state (LsInterpreter *self,
                           LsActivation  *activation)
{
  LsHash hash = { 0, 0 };

  if (!is_explored (self))
    return;
  ls_hash_mix_hash (&hash, &self->effects);
  if (activation != NULL)
    mix_activation (&hash, activation);
  mix_names (&hash, self);
  ls_agent_forget (self->agent, &self->mark, hash.a | 1);
}

/* Notes a step that is about to be done. */
void
ls_interpreter_note_step (LsInterpreter *self,
                          LsActivation  *activation,
                          LsStep        *step)
{
  if (!is_explored (self) || ls_step_is_pure (step))
    return;
  mix_activation (&self->effects, activation);
  mix_names (&self->effects, self);
}

/* Notes something else that the loop's state depends on. */
void
ls_interpreter_note_number (LsInterpreter *self,
                            guint64        number)
{
  if (is_explored (self))
    ls_hash_mix (&self->effects, number);
}

/* Notes that a body is called, goes on, or waits for a body that it has called. */
void
ls_interpreter_note_call (LsInterpreter *self,
                          LsActivation  *activation,
                          const LsValue *argument)
{
  if (!is_explored (self))
    return;
  ls_hash_mix (&self->effects, 1);
  mix_activation (&self->effects, activation);
  if (argument != NULL)
    mix_value (&self->effects, argument);
}

/* Notes that a body has ended, or awaits something. */
void
ls_interpreter_note_end (LsInterpreter *self,
                         LsActivation  *activation,
                         LsOutcome      outcome,
                         const LsValue *value)
{
  if (!is_explored (self))
    return;
  ls_hash_mix (&self->effects, 2 + outcome);
  mix_activation (&self->effects, activation);
  mix_value (&self->effects, value);
}

/* Collects the names in ${…}. */
static void
observe_text (GHashTable *names,
              const char *text)
{
  const char *start, *end;

  while (text != NULL && (start = strstr (text, "${")) != NULL && (end = strchr (start, '}')) != NULL)
    {
      g_hash_table_add (names, g_strndup (start + 2, end - start - 2));
      text = end + 1;
    }
}

static void
observe_body (GHashTable *names,
              LsBody     *body)
{
  for (guint i = 0; i < body->steps->len; i++)
    {
      LsStep *step = g_ptr_array_index (body->steps, i);

      for (guint j = 0; j < step->n_values; j++)
        {
          if (step->op != LS_STEP_OP_LOG)
            observe_text (names, step->values[j].text);
          if (step->values[j].body != NULL)
            observe_body (names, step->values[j].body);
        }
    }
}

/* Returns: (transfer full): the names that steps put in the place of ${…} for more than printing */
GHashTable *
ls_program_find_observed (LsProgram *program)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  observe_body (names, program->main);
  for (guint i = 0; i < program->bodies->len; i++)
    observe_body (names, g_ptr_array_index (program->bodies, i));
  return names;
}
