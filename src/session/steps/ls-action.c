/* ls-action.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-step-private.h"

#include <glib/gi18n-lib.h>

#include "ls-json-private.h"
#include "ls-session-error.h"

#define NAME_WIDTH 40   /* characters */

struct _LsAction
{
  gatomicrefcount  ref_count;
  LsStamp          stamp;
  LsStep          *step;
};

G_DEFINE_BOXED_TYPE (LsAction, ls_action, ls_action_ref, ls_action_unref)

static guint32
read_count (LsJsonReader *reader,
            JsonObject   *object,
            const char   *member,
            gboolean      required)
{
  gsize mark = ls_json_reader_enter (reader, member);
  guint32 count = 0;

  if (required || json_object_has_member (object, member))
    count = ls_json_reader_integer (reader, json_object_get_member (object, member), 0, G_MAXUINT32, NULL);
  ls_json_reader_leave (reader, mark);

  return count;
}

static void
read_stamp (LsJsonReader *reader,
            JsonNode     *node,
            LsStamp      *stamp)
{
  gsize mark = ls_json_reader_enter (reader, "at");
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “turn”"));

  if (object != NULL)
    {
      stamp->turn = read_count (reader, object, "turn", TRUE);
      stamp->microtask = read_count (reader, object, "microtask", FALSE);
      stamp->statement = read_count (reader, object, "statement", FALSE);
    }
  ls_json_reader_leave (reader, mark);
}

/* Reads an element of "actions". Returns NULL after an error. */
LsAction *
ls_action_read (LsJsonReader *reader,
                JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an action: an object with “at” and “do”"));
  g_autoptr (LsAction) self = NULL;
  gsize mark;

  if (object == NULL)
    return NULL;

  self = g_new0 (LsAction, 1);
  g_atomic_ref_count_init (&self->ref_count);
  read_stamp (reader, json_object_get_member (object, "at"), &self->stamp);

  mark = ls_json_reader_enter (reader, "do");
  self->step = ls_step_read (reader, json_object_get_member (object, "do"));
  ls_json_reader_leave (reader, mark);

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

/* The JSON of an action. */
JsonNode *
ls_action_make (const LsStamp *stamp,
                LsStep        *step)
{
  JsonNode *node = json_node_alloc ();
  JsonObject *object = json_object_new ();
  JsonObject *at = json_object_new ();

  json_object_set_int_member (at, "turn", stamp->turn);
  if (stamp->microtask > 0)
    json_object_set_int_member (at, "microtask", stamp->microtask);
  if (stamp->statement > 0)
    json_object_set_int_member (at, "statement", stamp->statement);
  json_object_set_object_member (object, "at", at);
  json_object_set_member (object, "do", json_node_ref (step->json));
  json_node_init (node, JSON_NODE_OBJECT);
  json_node_take_object (node, object);

  return node;
}

/**
 * ls_action_ref:
 * @self: an action
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
  g_free (self);
}

/**
 * ls_action_get_stamp:
 * @self: an action
 * @stamp: (out caller-allocates): when it was made
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
 * Returns: (transfer none): what it does
 */
LsStep *
ls_action_get_step (LsAction *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->step;
}

static const char *
get_name (LsState             *state,
          const LsSignalState *signal)
{
  const char *name = signal->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), signal->name) : NULL;

  return name != NULL && *name != '\0' ? name : NULL;
}

/* What messages call a signal. */
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
 * By which name the step of an action that is done at this moment finds a signal or its controller. Actions are done in the main
 * agent, which knows nothing of what workers have made; and a name is that of the last thing that was called so.
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

  data = signal != 0 ? ls_state_get_signal (state, signal) : NULL;
  if (data == NULL || data->id == 0 || !data->exists)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("There is no signal %u at this moment"), signal);
      return NULL;
    }

  name = get_name (state, data);
  if (data->agent != 1)
    problem = _("%s was made by a worker: what is done by hand is done in the main agent, which does not know it");
  else if (name == NULL)
    problem = _("%s has no name by which its controller could be found when the session runs again");
  for (guint32 id = ls_state_get_n_signals (state); problem == NULL && id > signal; id--)
    {
      other = ls_state_get_signal (state, id);
      /* Equal texts have one number. */
      if (other != NULL && other->id != 0 && other->agent == 1 && other->name == data->name)
        problem = _("%s is not the last signal of this name, which is the only one that can be found by it");
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
