/* ls-step.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-step-private.h"

#include <math.h>

G_DEFINE_BOXED_TYPE (LsStep, ls_step, ls_step_ref, ls_step_unref)

const LsStepValue *
ls_step_find_value (LsStep       *self,
                    LsStepMember  member)
{
  for (guint i = 0; i < self->n_values; i++)
    if (self->values[i].member == member)
      return &self->values[i];

  return NULL;
}

const char *
ls_step_get_text (LsStep       *self,
                  LsStepMember  member)
{
  const LsStepValue *value = ls_step_find_value (self, member);

  return value != NULL ? value->text : NULL;
}

double
ls_step_get_number (LsStep       *self,
                    LsStepMember  member,
                    double        fallback)
{
  const LsStepValue *value = ls_step_find_value (self, member);

  return value != NULL ? value->number : fallback;
}

guint64
ls_step_get_count (LsStep       *self,
                   LsStepMember  member,
                   guint64       fallback)
{
  const LsStepValue *value = ls_step_find_value (self, member);

  return value != NULL ? value->count : fallback;
}

/* Takes @object. Returns the step that it describes, NULL if it does not describe one. */
static LsStep *
step_new_take (JsonObject *object)
{
  g_autoptr (JsonNode) node = ls_json_take_object (object);
  g_autofree char *text = NULL;
  LsJsonReader reader;
  LsStep *self;

  /* Texts come from callers, and files must be UTF-8. */
  text = ls_json_format_compact (node);
  g_return_val_if_fail (g_utf8_validate (text, -1, NULL), NULL);

  ls_json_reader_init (&reader, "step", NULL);
  self = ls_step_read (&reader, node);
  ls_json_reader_finish (&reader, NULL);

  return self;
}

static JsonObject *
object_new (LsStepOp op)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "op", ls_step_op_to_string (op));
  return object;
}

static void
set_number (JsonObject *object,
            const char *member,
            double      number)
{
  if (number == floor (number) && fabs (number) < 0x1p53)
    json_object_set_int_member (object, member, number);
  else
    json_object_set_double_member (object, member, number);
}

static LsStep *
finish_post_task (JsonObject     *object,
                  const char     *name,
                  LsTaskPriority  priority,
                  const char     *signal,
                  double          delay_ms)
{
  ls_json_set_text (object, "name", name);
  if (priority != LS_TASK_PRIORITY_NONE)
    json_object_set_string_member (object, "priority", ls_task_priority_to_string (priority));
  ls_json_set_text (object, "signal", signal);
  if (delay_ms > 0)
    set_number (object, "delay", delay_ms);

  return step_new_take (object);
}

/**
 * ls_step_new_from_json:
 * @json: a step as in a session, one JSON object
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads a step. Whether the names in it mean anything is checked when a session takes it.
 *
 * Returns: (transfer full): the step, or %NULL with @error set
 */
LsStep *
ls_step_new_from_json (const char  *json,
                       GError     **error)
{
  g_autoptr (JsonNode) node = NULL;
  LsJsonReader reader;
  LsStep *self;

  g_return_val_if_fail (json != NULL, NULL);

  node = ls_json_parse ("step", json, strlen (json), NULL, error);
  if (node == NULL)
    return NULL;

  ls_json_reader_init (&reader, "step", NULL);
  self = ls_step_read (&reader, node);
  ls_json_reader_finish (&reader, error);

  return self;
}

/**
 * ls_step_new_post_task:
 * @body: the name of one of the program's bodies
 * @name: (nullable): what the task is called; %NULL: as its body
 * @priority: a priority, or %LS_TASK_PRIORITY_NONE for that of @signal or the default
 * @signal: (nullable): the name of a signal or of its controller
 * @delay_ms: a delay in milliseconds, 0 or less for none
 *
 * Makes a step that does `scheduler.postTask()`.
 *
 * Returns: (transfer full): `scheduler.postTask()`
 */
LsStep *
ls_step_new_post_task (const char     *body,
                       const char     *name,
                       LsTaskPriority  priority,
                       const char     *signal,
                       double          delay_ms)
{
  JsonObject *object;

  g_return_val_if_fail (body != NULL, NULL);

  object = object_new (LS_STEP_OP_POST_TASK);
  json_object_set_string_member (object, "body", body);
  return finish_post_task (object, name, priority, signal, delay_ms);
}

/**
 * ls_step_new_post_work:
 * @work_ms: for how many milliseconds the task works
 * @name: (nullable): what the task is called
 * @priority: a priority, or %LS_TASK_PRIORITY_NONE for that of @signal or the default
 * @signal: (nullable): the name of a signal or of its controller
 * @delay_ms: a delay in milliseconds, 0 or less for none
 *
 * Makes a step that does `scheduler.postTask()`. The task only works.
 *
 * Returns: (transfer full): `scheduler.postTask()` with a body that only works
 */
LsStep *
ls_step_new_post_work (double          work_ms,
                       const char     *name,
                       LsTaskPriority  priority,
                       const char     *signal,
                       double          delay_ms)
{
  JsonObject *object;
  JsonArray *body;
  JsonObject *work;

  g_return_val_if_fail (isfinite (work_ms) && work_ms >= 0, NULL);

  object = object_new (LS_STEP_OP_POST_TASK);
  work = object_new (LS_STEP_OP_WORK);
  set_number (work, "ms", work_ms);
  body = json_array_new ();
  json_array_add_object_element (body, work);
  json_object_set_array_member (object, "body", body);
  return finish_post_task (object, name, priority, signal, delay_ms);
}

/**
 * ls_step_new_post_many:
 * @step: a step of %LS_STEP_OP_POST_TASK
 * @count: how many tasks to post
 * @every_ms: milliseconds from one to the next, 0 for all at once
 *
 * Posts the task of a step several times: “post 50 every 10 ms”. All are posted at once, each with a delay that is @every_ms
 * longer than that of the one before.
 *
 * Returns: (transfer full): another step
 */
LsStep *
ls_step_new_post_many (LsStep  *step,
                       guint32  count,
                       double   every_ms)
{
  JsonObject *object;

  g_return_val_if_fail (step != NULL && step->op == LS_STEP_OP_POST_TASK, NULL);
  g_return_val_if_fail (isfinite (every_ms) && every_ms >= 0, NULL);

  object = ls_json_copy_object (json_node_get_object (step->json));
  json_object_set_int_member (object, "count", count);
  if (every_ms > 0)
    set_number (object, "every", every_ms);
  else
    ls_json_remove_member (object, "every");
  return step_new_take (object);
}

/**
 * ls_step_new_yield:
 *
 * Makes a step that does `await scheduler.yield()`.
 *
 * Returns: (transfer full): `await scheduler.yield()`
 */
LsStep *
ls_step_new_yield (void)
{
  return step_new_take (object_new (LS_STEP_OP_YIELD));
}

/**
 * ls_step_new_controller:
 * @name: what to call the controller and its signal
 * @priority: its first priority
 *
 * Makes a step that does `new TaskController({priority})`.
 *
 * Returns: (transfer full): `new TaskController({priority})`
 */
LsStep *
ls_step_new_controller (const char     *name,
                        LsTaskPriority  priority)
{
  JsonObject *object;

  g_return_val_if_fail (name != NULL, NULL);

  object = object_new (LS_STEP_OP_CONTROLLER);
  json_object_set_string_member (object, "name", name);
  if (priority != LS_TASK_PRIORITY_NONE)
    json_object_set_string_member (object, "priority", ls_task_priority_to_string (priority));
  return step_new_take (object);
}

/**
 * ls_step_new_set_priority:
 * @controller: the name of a TaskController
 * @priority: the priority to set
 *
 * Makes a step that does `controller.setPriority(priority)`.
 *
 * Returns: (transfer full): `controller.setPriority(priority)`
 */
LsStep *
ls_step_new_set_priority (const char     *controller,
                          LsTaskPriority  priority)
{
  JsonObject *object;

  g_return_val_if_fail (controller != NULL, NULL);
  g_return_val_if_fail (priority != LS_TASK_PRIORITY_NONE, NULL);

  object = object_new (LS_STEP_OP_SET_PRIORITY);
  json_object_set_string_member (object, "controller", controller);
  json_object_set_string_member (object, "priority", ls_task_priority_to_string (priority));
  return step_new_take (object);
}

/**
 * ls_step_new_abort:
 * @controller: the name of a controller
 * @reason: (nullable): the reason; %NULL: an AbortError
 *
 * Makes a step that does `controller.abort(reason)`.
 *
 * Returns: (transfer full): `controller.abort(reason)`
 */
LsStep *
ls_step_new_abort (const char *controller,
                   const char *reason)
{
  JsonObject *object;

  g_return_val_if_fail (controller != NULL, NULL);

  object = object_new (LS_STEP_OP_ABORT);
  json_object_set_string_member (object, "controller", controller);
  ls_json_set_text (object, "reason", reason);
  return step_new_take (object);
}

/**
 * ls_step_ref:
 * @self: a step
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsStep *
ls_step_ref (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_step_unref:
 * @self: (transfer full): a step
 *
 * Gives a reference back.
 */
void
ls_step_unref (LsStep *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_values; i++)
    {
      g_free (self->values[i].text);
      g_strfreev (self->values[i].names);
      g_clear_pointer (&self->values[i].body, ls_body_unref);
    }
  g_free (self->values);
  g_free (self->pointer);
  json_node_unref (self->json);
  g_free (self);
}

/**
 * ls_step_get_op:
 * @self: a step
 *
 * Tells what the step does.
 *
 * Returns: what it does
 */
LsStepOp
ls_step_get_op (LsStep *self)
{
  g_return_val_if_fail (self != NULL, LS_STEP_OP_WORK);

  return self->op;
}

/**
 * ls_step_get_pointer:
 * @self: a step
 *
 * Gets the place of the step in its session.
 *
 * Returns: (transfer none): the JSON pointer to it in its session, as records of statements carry it
 */
const char *
ls_step_get_pointer (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->pointer;
}

/**
 * ls_step_to_json:
 * @self: a step
 *
 * Writes the step as one line of JSON.
 *
 * Returns: (transfer full): the step as one line of JSON, with members that are not known
 */
char *
ls_step_to_json (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_json_format_compact (self->json);
}

/**
 * ls_step_get_n_bodies:
 * @self: a step
 *
 * Counts the lists of steps that are written in the step.
 *
 * Returns: how many lists of steps are written in it
 */
guint
ls_step_get_n_bodies (LsStep *self)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->n_values; i++)
    n += self->values[i].body != NULL;
  return n;
}

/**
 * ls_step_get_body:
 * @self: a step
 * @index: less than [method@Step.get_n_bodies]
 * @role: (out) (optional) (transfer none): the member that it is written in, such as "body" or "catch"
 *
 * Gets one of the lists of steps that are written in the step.
 *
 * Returns: (transfer none) (nullable): a list of steps that is written in the step
 */
LsBody *
ls_step_get_body (LsStep      *self,
                  guint        index,
                  const char **role)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->n_values; i++)
    if (self->values[i].body != NULL && index-- == 0)
      {
        if (role != NULL)
          *role = ls_step_member_name (self->values[i].member);
        return self->values[i].body;
      }

  return NULL;
}

/**
 * ls_step_get_body_name:
 * @self: a step
 *
 * Gets the name of the program's body that the step uses as its "body".
 *
 * Returns: (transfer none) (nullable): the name of the program's body that the step uses as its "body"
 */
const char *
ls_step_get_body_name (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_step_get_text (self, LS_MEMBER_BODY);
}

/**
 * ls_step_get_javascript:
 * @self: a step
 *
 * Gets what the task of the step does, in JavaScript.
 *
 * Returns: (transfer none) (nullable): what the task of the step does, the body of an async function in JavaScript; %NULL where
 *   it does steps or the step posts no task
 */
const char *
ls_step_get_javascript (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_step_get_text (self, LS_MEMBER_JAVASCRIPT);
}
