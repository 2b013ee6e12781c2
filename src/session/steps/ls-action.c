/* ls-action.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-step-private.h"

#include <glib/gi18n-lib.h>

#include "ls-json-members-private.h"

#define NAME_WIDTH 40   /* characters */

struct _LsAction
{
  gatomicrefcount  ref_count;
  LsStamp          stamp;
  LsStep          *step;
  gboolean         enabled;
  LsActionResult   because;
  JsonNode        *json;
};

G_DEFINE_BOXED_TYPE (LsAction, ls_action, ls_action_ref, ls_action_unref)

static const LsJsonMember stamp_members[] = {
  { .name = "turn", .type = LS_JSON_COUNT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsAction, stamp.turn) },
  { .name = "microtask", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsAction, stamp.microtask) },
  { .name = "statement", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsAction, stamp.statement) },
  { NULL }
};

static void
read_step (LsJsonReader *reader,
           JsonNode     *node,
           gpointer      data)
{
  LsAction *self = data;

  self->step = ls_step_read (reader, node);
}

static void
write_step (JsonObject    *object,
            const char    *name,
            gconstpointer  data)
{
  const LsAction *self = data;

  /* A member that is there already stays as it is: its reference would be lost. */
  if (!json_object_has_member (object, name) || json_object_get_member (object, name) != self->step->json)
    json_object_set_member (object, name, json_node_ref (self->step->json));
}

static const LsJsonMember members[] = {
  { .name = "at", .type = LS_JSON_OBJECT, .is_required = TRUE, .members = stamp_members,
    .expected = NC_("expected", "an object with “turn”") },
  { .name = "do", .type = LS_JSON_VALUE, .is_required = TRUE, .read = read_step, .write = write_step },
  { .name = "enabled", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsAction, enabled), .otherwise = TRUE,
    .is_dropped = TRUE },
  { .name = "because", .type = LS_JSON_WORD, .offset = G_STRUCT_OFFSET (LsAction, because), .otherwise = LS_ACTION_OFF,
    .is_dropped = TRUE, .expected = NC_("expected", "why an action is off, such as “no-task”"),
    .from_string = ls_action_result_from_string, .to_string = ls_action_result_to_string },
  { NULL }
};

/* Reads an element of "actions". Returns NULL after an error. */
gpointer
ls_action_read (LsJsonReader *reader,
                JsonNode     *node)
{
  g_autoptr (LsAction) self = g_new0 (LsAction, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->enabled = TRUE;
  self->because = LS_ACTION_OFF;
  self->json = json_node_ref (node);
  return ls_json_read_object (reader, node, NC_("expected", "an action: an object with “at” and “do”"), members, self)
           ? g_steal_pointer (&self) : NULL;
}

/* Returns the JSON of a new action. */
JsonNode *
ls_action_make (const LsStamp *stamp,
                LsStep        *step)
{
  const LsAction action = { .stamp = *stamp, .step = step, .enabled = TRUE, .because = LS_ACTION_OFF };
  JsonObject *object = json_object_new ();

  ls_json_write_members (object, members, &action);
  return ls_json_take_object (object);
}

/* Returns the JSON of @self with another moment, another step (nullable: the same one) and another reason why it is off:
 * LS_ACTION_DONE for one that is on, LS_ACTION_OFF for one that the user has switched off. Members that the format does not name
 * stay. */
JsonNode *
ls_action_make_other (LsAction       *self,
                      const LsStamp  *stamp,
                      LsStep         *step,
                      LsActionResult  because)
{
  const LsAction other = {
    .stamp = *stamp,
    .step = step != NULL ? step : self->step,
    .enabled = because == LS_ACTION_DONE,
    .because = because == LS_ACTION_DONE ? LS_ACTION_OFF : because,
  };
  JsonObject *object = ls_json_copy_object (json_node_get_object (self->json));

  ls_json_write_members (object, members, &other);
  return ls_json_take_object (object);
}

/* Returns the JSON that the action was read from. */
JsonNode *
ls_action_get_json (LsAction *self)
{
  return self->json;
}

/**
 * ls_action_ref:
 * @self: an action
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsAction *
ls_action_ref (LsAction *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_action_unref:
 * @self: (transfer full): an action
 *
 * Gives a reference back.
 */
void
ls_action_unref (LsAction *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->step, ls_step_unref);
  g_clear_pointer (&self->json, json_node_unref);
  g_free (self);
}

/**
 * ls_action_get_stamp:
 * @self: an action
 * @stamp: (out caller-allocates): when it was made
 *
 * Tells at which moment of a run the action is done.
 */
void
ls_action_get_stamp (LsAction *self,
                     LsStamp  *stamp)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (stamp != NULL);

  *stamp = self->stamp;
}

/**
 * ls_action_get_step:
 * @self: an action
 *
 * Gets what the action does.
 *
 * Returns: (transfer none): what it does
 */
LsStep *
ls_action_get_step (LsAction *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->step;
}

/**
 * ls_action_get_enabled:
 * @self: an action
 * @because: (out) (optional): why it is off; %LS_ACTION_OFF if the user has switched it off
 *
 * An action is off if the user has switched it off, or if a run that has changed before its moment has no place for it. A run does
 * not do it.
 *
 * Returns: whether runs do it
 */
gboolean
ls_action_get_enabled (LsAction       *self,
                       LsActionResult *because)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (because != NULL)
    *because = self->because;
  return self->enabled;
}

/* Returns the task whose callback has returned, or has not come to its first statement. */
static const LsTaskState *
get_running_task (LsState *state)
{
  const guint32 task = ls_state_get_running_task (state);

  return task != 0 ? ls_state_get_task (state, task) : NULL;
}

/**
 * ls_action_can_yield:
 * @state: a moment; the main agent is the one that counts
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Finds out whether an action at this moment can make the running code yield. That takes a callback that runs and has come to a
 * statement: the callback of a task, or of a microtask. The continuation then inherits what `scheduler.yield()` would inherit in
 * this place. Between two callbacks nothing runs that could yield, even if a task still has microtasks left.
 *
 * Returns: %FALSE with @error set to the reason if nothing can yield
 */
gboolean
ls_action_can_yield (LsState  *state,
                     GError  **error)
{
  const guint32 asked = ls_state_get_asked_agent (state);
  const LsTaskState *task;
  const char *problem = NULL;
  const char *name;
  g_autofree char *shown = NULL;
  LsStamp stamp;

  g_return_val_if_fail (state != NULL, FALSE);

  if (ls_state_is_recorded (state))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("You cannot act on a recording: it has happened "
                                                                            "already"));
      return FALSE;
    }
  ls_stamp_init_for_action (&stamp, state);
  if (stamp.statement > 0)
    return TRUE;
  if (error == NULL)
    return FALSE;

  ls_state_set_agent (state, 1);
  task = get_running_task (state);
  name = task != NULL && task->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), task->name) : NULL;
  if (task == NULL)
    problem = _("No task runs at this position");
  else if (task->finished_at != LS_TIME_NEVER && name != NULL)
    problem = _("The callback of “%s” has returned, so nothing can yield");
  else if (task->finished_at != LS_TIME_NEVER)
    problem = _("The callback has returned, so nothing can yield");
  else
    problem = _("No statement has begun at this position, so nothing can yield");
  shown = ls_json_display (name != NULL ? name : "", NAME_WIDTH);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, problem, shown);
#pragma GCC diagnostic pop
  ls_state_set_agent (state, asked);
  return FALSE;
}

static const char *
get_name (LsState             *state,
          const LsSignalState *signal)
{
  const char *name = signal->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), signal->name) : NULL;

  return name != NULL && *name != '\0' ? name : NULL;
}

/* Returns the name of a signal in messages. */
char *
ls_action_quote_signal (LsState             *state,
                        const LsSignalState *signal)
{
  const char *name = get_name (state, signal);
  g_autofree char *shown = NULL;

  if (name == NULL)
    /* Translators: the number of a signal */
    return g_strdup_printf (_("Signal %u"), signal->id);
  shown = ls_json_display (name, NAME_WIDTH);
  return g_strdup_printf (_("“%s”"), shown);
}

/**
 * ls_action_name_signal:
 * @state: a moment
 * @signal: the number of a signal that is there
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Finds the name by which the step of an action at this moment can use a signal or its controller. The main agent does all actions,
 * and knows nothing that workers have made. A name stands for the last thing that was given it.
 *
 * Returns: (transfer none) (nullable): the name, which lives as long as the trace; %NULL with @error set to why there is none
 */
const char *
ls_action_name_signal (LsState  *state,
                       guint32   signal,
                       GError  **error)
{
  const LsSignalState *data, *other;
  g_autofree char *quoted = NULL;
  const char *problem = NULL;
  const char *name;

  g_return_val_if_fail (state != NULL, NULL);

  if (ls_state_is_recorded (state))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("You cannot act on a recording: it has happened "
                                                                            "already"));
      return NULL;
    }
  data = signal != 0 ? ls_state_get_signal (state, signal) : NULL;
  if (data == NULL || data->id == 0 || !data->exists)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("There is no signal %u at this position"), signal);
      return NULL;
    }

  name = get_name (state, data);
  if (data->agent != 1)
    problem = _("%s belongs to a worker; actions run in the main agent, which has no access to it");
  else if (name == NULL)
    problem = _("%s has no name, so a later run could not find its controller");
  for (guint32 id = ls_state_get_n_signals (state); problem == NULL && id > signal; id--)
    {
      other = ls_state_get_signal (state, id);
      /* Texts are equal where their numbers are. */
      if (other != NULL && other->id != 0 && other->agent == 1 && other->name == data->name)
        problem = _("A later signal has the same name as %s, so a later run could not find this one");
    }
  if (problem == NULL)
    return name;

  quoted = ls_action_quote_signal (state, data);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, problem, quoted);
#pragma GCC diagnostic pop
  return NULL;
}
