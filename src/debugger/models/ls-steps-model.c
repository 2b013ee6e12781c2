/* ls-steps-model.c: an array of steps while the user edits it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-steps-model.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-json-private.h"
#include "ls-step-private.h"

#define MAX_UNDO 200

/**
 * LsStepsModel:
 *
 * An array of steps in the form of session files. It may contain errors while the user writes it. The user can undo each change;
 * typing into one member of a step counts as one change. "structure-changed" says that there are other steps or other members than
 * before. Its arguments are the array and the index in it at which the user is likely to go on. The model emits "changed" for every
 * change, and "checked" when the check of some JavaScript, which takes a while, is done.
 */
struct _LsStepsModel
{
  GObject      parent_instance;

  JsonNode    *root;
  char       **bodies;
  char       **signal_names;
  GPtrArray   *undo;            /* (element-type JsonNode): copies of @root, the newest one last */
  GPtrArray   *redo;
  JsonObject  *typed_in;        /* the step of the last typing, for comparison only; NULL for none */
  const char  *typed_member;    /* interned */
};

G_DEFINE_FINAL_TYPE (LsStepsModel, ls_steps_model, G_TYPE_OBJECT)

static JsonNode *
parse (const char  *json,
       GError     **error)
{
  g_autoptr (JsonNode) root = ls_json_parse (_("Steps"), json, strlen (json), NULL, error);

  if (root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_ARRAY (root))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _("Expected steps between brackets: [{ \"op\": \"work\", \"ms\": 5 }]"));
      return NULL;
    }
  return g_steal_pointer (&root);
}

/* Checks that rows can show the steps. Others check that the steps make sense. */
static gboolean
check_steps (JsonArray  *steps,
             guint       depth,
             GError    **error)
{
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonNode *node = json_array_get_element (steps, i);
      JsonObject *step = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      JsonNode *name = step != NULL ? json_object_get_member (step, "op") : NULL;
      LsStepOp op;

      if (name == NULL || !JSON_NODE_HOLDS_VALUE (name) || json_node_get_value_type (name) != G_TYPE_STRING ||
          !ls_step_op_from_string (json_node_get_string (name), &op) || depth > 100)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       depth > 100 ? _("Step %u has too many nested steps.")
                                   : _("Step %u is not a step: expected an object with a known “op”."), i + 1);
          return FALSE;
        }
      for (const LsMemberSpec *spec = ls_step_op_get_spec (op)->members; spec->member != LS_MEMBER_NONE; spec++)
        {
          JsonNode *body = json_object_get_member (step, ls_step_member_name (spec->member));

          if ((spec->type == LS_MEMBER_TYPE_FUNCTION || spec->type == LS_MEMBER_TYPE_BLOCK) && body != NULL &&
              JSON_NODE_HOLDS_ARRAY (body) && !check_steps (json_node_get_array (body), depth + 1, error))
            return FALSE;
        }
    }
  return TRUE;
}

static guint
count (JsonNode *node)
{
  guint n = 0;

  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        n += count (json_array_get_element (array, i));
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      n = 1;
      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, &name, &member))
        n += count (member);
    }
  return n;
}

static void
keep_for_undo (LsStepsModel *self)
{
  g_ptr_array_set_size (self->redo, 0);
  if (self->undo->len == MAX_UNDO)
    g_ptr_array_remove_index (self->undo, 0);
  g_ptr_array_add (self->undo, ls_json_copy (self->root));
}

static void
begin (LsStepsModel *self)
{
  self->typed_in = NULL;
  keep_for_undo (self);
}

static void
end (LsStepsModel *self,
     JsonArray    *steps,
     int           index)
{
  g_signal_emit_by_name (self, "structure-changed", steps, index);
  g_signal_emit_by_name (self, "changed");
}

static void
ls_steps_model_finalize (GObject *object)
{
  LsStepsModel *self = LS_STEPS_MODEL (object);

  json_node_unref (self->root);
  g_strfreev (self->bodies);
  g_strfreev (self->signal_names);
  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->redo);

  G_OBJECT_CLASS (ls_steps_model_parent_class)->finalize (object);
}

static void
ls_steps_model_class_init (LsStepsModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_steps_model_finalize;

  g_signal_new ("changed", LS_TYPE_STEPS_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("structure-changed", LS_TYPE_STEPS_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER,
                G_TYPE_INT);
  g_signal_new ("checked", LS_TYPE_STEPS_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_steps_model_init (LsStepsModel *self)
{
  self->root = ls_json_take_array (json_array_new ());
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  self->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
}

/**
 * ls_steps_model_new:
 * @bodies: names of the bodies that steps may refer to
 * @signal_names: names of the signals and controllers that exist
 *
 * Returns: (transfer full): a model without steps
 */
LsStepsModel *
ls_steps_model_new (const char *const *bodies,
                    const char *const *signal_names)
{
  LsStepsModel *self = g_object_new (LS_TYPE_STEPS_MODEL, NULL);

  self->bodies = g_strdupv ((char **) bodies);
  self->signal_names = g_strdupv ((char **) signal_names);
  return self;
}

const char *const *
ls_steps_model_get_bodies (LsStepsModel *self)
{
  return (const char *const *) self->bodies;
}

const char *const *
ls_steps_model_get_signals (LsStepsModel *self)
{
  return (const char *const *) self->signal_names;
}

/**
 * ls_steps_model_get_steps:
 * @self: a model
 *
 * Returns: (transfer none): the steps, which the caller must not change
 */
JsonArray *
ls_steps_model_get_steps (LsStepsModel *self)
{
  return json_node_get_array (self->root);
}

/**
 * ls_steps_model_count:
 * @self: a model
 *
 * Returns: the number of steps, including nested ones
 */
guint
ls_steps_model_count (LsStepsModel *self)
{
  return count (self->root);
}

/**
 * ls_steps_model_set_json:
 * @self: a model
 * @json: an array of steps
 * @error: return location for an error
 *
 * Replaces the steps.
 *
 * Returns: %FALSE with @error set if @json does not have the form of steps
 */
gboolean
ls_steps_model_set_json (LsStepsModel  *self,
                         const char    *json,
                         GError       **error)
{
  g_autoptr (JsonNode) node = parse (json, error);

  if (node == NULL || !check_steps (json_node_get_array (node), 0, error))
    return FALSE;
  if (json_node_equal (node, self->root))
    return TRUE;
  begin (self);
  json_node_unref (self->root);
  self->root = ls_json_copy (node);
  end (self, NULL, -1);
  return TRUE;
}

/**
 * ls_steps_model_to_json:
 * @self: a model
 * @pretty: whether to format the JSON for people
 *
 * Returns: (transfer full): the steps in JSON
 */
char *
ls_steps_model_to_json (LsStepsModel *self,
                        gboolean      pretty)
{
  return json_to_string (self->root, pretty);
}

static void
set_member (JsonObject *step,
            const char *member,
            JsonNode   *value)
{
  if (value != NULL)
    json_object_set_member (step, member, value);
  else
    ls_json_remove_member (step, member);
}

/**
 * ls_steps_model_set_member:
 * @self: a model
 * @step: one of its steps
 * @member: the name of a member
 * @value: (transfer full) (nullable): its new value; %NULL removes the member
 *
 * Changes a member of a step. The widgets that show the step stay.
 */
void
ls_steps_model_set_member (LsStepsModel *self,
                           JsonObject   *step,
                           const char   *member,
                           JsonNode     *value)
{
  const char *interned = g_intern_string (member);

  if (self->typed_in != step || self->typed_member != interned)
    keep_for_undo (self);
  else
    g_ptr_array_set_size (self->redo, 0);
  self->typed_in = step;
  self->typed_member = interned;
  set_member (step, member, value);
  g_signal_emit_by_name (self, "changed");
}

/**
 * ls_steps_model_set_body:
 * @self: a model
 * @step: one of its steps
 * @member: the name of a member that is a body, or "javascript", which stands for "body"
 * @value: (transfer full) (nullable): its new value; %NULL removes the member
 *
 * Changes the kind of a body.
 */
void
ls_steps_model_set_body (LsStepsModel *self,
                         JsonObject   *step,
                         const char   *member,
                         JsonNode     *value)
{
  begin (self);
  if (g_str_equal (member, "javascript"))
    set_member (step, "body", NULL);
  else if (g_str_equal (member, "body"))
    set_member (step, "javascript", NULL);
  set_member (step, member, value);
  end (self, NULL, -1);
}

/* What members of a new step are, in JSON, by their type; where it is not here, an empty text. */
static const char *const first_values[] = {
  [LS_MEMBER_TYPE_REFER_ALL] = "[]",
  [LS_MEMBER_TYPE_PRIORITY] = "\"user-blocking\"",
  [LS_MEMBER_TYPE_NUMBER] = "5",
  [LS_MEMBER_TYPE_POSITIVE] = "5",
  [LS_MEMBER_TYPE_COUNT] = "3",
  [LS_MEMBER_TYPE_FLAG] = "false",
  [LS_MEMBER_TYPE_QUEUE] = "\"default\"",
  [LS_MEMBER_TYPE_EVENT] = "\"abort\"",
  [LS_MEMBER_TYPE_ANY_KIND] = "\"abort\"",
  [LS_MEMBER_TYPE_FUNCTION] = "[]",
  [LS_MEMBER_TYPE_BLOCK] = "[]",
  [LS_MEMBER_TYPE_SCALAR] = "\"\"",
  [LS_MEMBER_TYPE_OPERAND] = "1",
  [LS_MEMBER_TYPE_ELEMENTS] = "\"Int32Array\"",
};

/* Makes a step that is valid where possible. */
static JsonNode *
step_new (LsStepOp op)
{
  JsonObject *step = json_object_new ();

  json_object_set_string_member (step, "op", ls_step_op_to_string (op));
  for (const LsMemberSpec *spec = ls_step_op_get_spec (op)->members; spec->member != LS_MEMBER_NONE; spec++)
    {
      const char *name = ls_step_member_name (spec->member);
      gboolean is_first_body = op == LS_STEP_OP_POST_TASK && spec->member == LS_MEMBER_BODY;

      if (!(spec->flags & LS_MEMBER_REQUIRED) && !is_first_body && !(op == LS_STEP_OP_TRY && spec->member == LS_MEMBER_CATCH))
        continue;
      json_object_set_member (step, name, json_from_string (first_values[spec->type] != NULL ? first_values[spec->type] : "\"\"",
                                                            NULL));
    }
  return ls_json_take_object (step);
}

/* Inserts @nodes, (transfer full), into @steps. */
static void
set_elements (JsonArray *steps,
              GList     *nodes)
{
  while (json_array_get_length (steps) > 0)
    json_array_remove_element (steps, json_array_get_length (steps) - 1);
  for (GList *l = nodes; l != NULL; l = l->next)
    json_array_add_element (steps, l->data);
  g_list_free (nodes);
}

static GList *
dup_elements (JsonArray *steps)
{
  GList *nodes = json_array_get_elements (steps);

  for (GList *l = nodes; l != NULL; l = l->next)
    json_node_ref (l->data);
  return nodes;
}

/**
 * ls_steps_model_set_op:
 * @self: a model
 * @steps: the steps of @self, or those of one of its bodies
 * @index: the index of a step
 * @op: the new kind of the step
 *
 * Changes the kind of a step. The members that both kinds have stay.
 */
void
ls_steps_model_set_op (LsStepsModel *self,
                       JsonArray    *steps,
                       guint         index,
                       LsStepOp      op)
{
  JsonNode *place = json_array_get_element (steps, index);
  JsonObject *before = json_node_get_object (place);
  g_autoptr (JsonNode) node = step_new (op);
  JsonObject *step = json_node_get_object (node);

  begin (self);
  for (const LsMemberSpec *spec = ls_step_op_get_spec (op)->members; spec->member != LS_MEMBER_NONE; spec++)
    {
      const char *name = ls_step_member_name (spec->member);
      JsonNode *value = json_object_get_member (before, name);

      if (value != NULL)
        json_object_set_member (step, name, json_node_ref (value));
      if (value != NULL && spec->member == LS_MEMBER_JAVASCRIPT)
        json_object_remove_member (step, "body");
    }
  json_node_set_object (place, step);
  end (self, steps, index);
}

/**
 * ls_steps_model_insert:
 * @self: a model
 * @steps: the steps of @self, or those of one of its bodies
 * @index: the index of the new step
 * @op: the kind of the new step
 *
 * Inserts a step.
 */
void
ls_steps_model_insert (LsStepsModel *self,
                       JsonArray    *steps,
                       guint         index,
                       LsStepOp      op)
{
  begin (self);
  set_elements (steps, g_list_insert (dup_elements (steps), step_new (op), index));
  end (self, steps, index);
}

void
ls_steps_model_remove (LsStepsModel *self,
                       JsonArray    *steps,
                       guint         index)
{
  begin (self);
  json_array_remove_element (steps, index);
  end (self, steps, MIN (index, MAX (json_array_get_length (steps), 1) - 1));
}

/**
 * ls_steps_model_move:
 * @self: a model
 * @steps: the steps of @self, or those of one of its bodies
 * @index: the index of a step
 * @place: its new index
 *
 * Moves a step within its array.
 */
void
ls_steps_model_move (LsStepsModel *self,
                     JsonArray    *steps,
                     guint         index,
                     guint         place)
{
  GList *nodes, *link;
  gpointer node;

  if (index == place || place >= json_array_get_length (steps))
    return;
  begin (self);
  nodes = dup_elements (steps);
  link = g_list_nth (nodes, index);
  node = link->data;
  nodes = g_list_delete_link (nodes, link);
  set_elements (steps, g_list_insert (nodes, node, place));
  end (self, steps, place);
}

gboolean
ls_steps_model_get_can_undo (LsStepsModel *self)
{
  return self->undo->len > 0;
}

gboolean
ls_steps_model_get_can_redo (LsStepsModel *self)
{
  return self->redo->len > 0;
}

static void
go_to (LsStepsModel *self,
       GPtrArray    *from,
       GPtrArray    *to)
{
  if (from->len == 0)
    return;
  g_ptr_array_add (to, self->root);
  self->root = g_ptr_array_steal_index (from, from->len - 1);
  self->typed_in = NULL;
  end (self, NULL, -1);
}

/**
 * ls_steps_model_undo:
 * @self: a model
 *
 * Undoes the last change, if there is one.
 */
void
ls_steps_model_undo (LsStepsModel *self)
{
  go_to (self, self->undo, self->redo);
}

void
ls_steps_model_redo (LsStepsModel *self)
{
  go_to (self, self->redo, self->undo);
}

/**
 * ls_steps_model_tell_checked:
 * @self: a model
 *
 * Emits "checked": the reader of JavaScript has read the code of a step.
 */
void
ls_steps_model_tell_checked (LsStepsModel *self)
{
  g_signal_emit_by_name (self, "checked");
}

/**
 * ls_steps_model_forget_changes:
 * @self: a model
 *
 * Clears the history, so that there is nothing to undo.
 */
void
ls_steps_model_forget_changes (LsStepsModel *self)
{
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  self->typed_in = NULL;
}
