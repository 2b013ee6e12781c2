/* ls-step-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-step-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-program-script-private.h"
#include "ls-typed-array.h"

/* Reads steps by the table in ls-step-spec.c. ls_program_check() checks later whether names mean anything. */

/* Returns what a value has to be, as for ls_json_expected(). */
static const char *
expected_text (const LsMemberSpec *spec)
{
  G_STATIC_ASSERT (LS_N_ELEMENT_TYPES == 8);

  switch ((LsMemberType) spec->type)
    {
    case LS_MEMBER_TYPE_TEXT:
      return NC_("expected", "text");
    case LS_MEMBER_TYPE_LABEL:
    case LS_MEMBER_TYPE_DEFINE:
      return NC_("expected", "a name that is not empty");
    case LS_MEMBER_TYPE_REFER:
      if (spec->flags & LS_MEMBER_OR_INHERIT)
        return NC_("expected", "the name of a signal or controller, or “inherit”");
      if (spec->flags & LS_MEMBER_OR_MAIN)
        return NC_("expected", "the name of a worker, or “main”");
      return ls_named_kind_expected (spec->kinds);
    case LS_MEMBER_TYPE_REFER_ALL:
      return NC_("expected", "an array of names, each of a signal or controller");
    case LS_MEMBER_TYPE_PRIORITY:
      return spec->flags & LS_MEMBER_OR_INHERIT ? NC_("expected", "“user-blocking”, “user-visible”, “background” or “inherit”")
                                                : NC_("expected", "“user-blocking”, “user-visible” or “background”");
    case LS_MEMBER_TYPE_NUMBER:
      return NC_("expected", "a number, 0 or more");
    case LS_MEMBER_TYPE_POSITIVE:
      return NC_("expected", "a number greater than 0");
    case LS_MEMBER_TYPE_COUNT:
      return NC_("expected", "a whole number, 0 or more");
    case LS_MEMBER_TYPE_FLAG:
      return NC_("expected", "true or false");
    case LS_MEMBER_TYPE_QUEUE:
      return NC_("expected", "the name of a queue such as “input” or “compositor”");
    case LS_MEMBER_TYPE_EVENT:
      return NC_("expected", "“prioritychange” or “abort”");
    case LS_MEMBER_TYPE_ANY_KIND:
      return NC_("expected", "“task” or “abort”");
    case LS_MEMBER_TYPE_FUNCTION:
    case LS_MEMBER_TYPE_BLOCK:
      return NC_("expected", "the name of a body or an array of steps");
    case LS_MEMBER_TYPE_SCALAR:
      return NC_("expected", "text, a number, true, false or null");
    case LS_MEMBER_TYPE_OPERAND:
      return NC_("expected", "a whole number, or text that becomes one");
    case LS_MEMBER_TYPE_ELEMENTS:
      return NC_("expected", "one of “Int8Array”, “Uint8Array”, “Int16Array”, “Uint16Array”, “Int32Array”, “Uint32Array”, "
                             "“BigInt64Array”, “BigUint64Array”");
    default:
      g_return_val_if_reached (NC_("expected", "something"));
    }
}

static gboolean
is_word (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

static void
read_scalar (LsJsonReader *reader,
             JsonNode     *node,
             const char   *expected,
             LsStepValue  *value)
{
  if (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node))
    ls_json_reader_unexpected (reader, node, expected);
  else if (is_word (node))
    value->text = json_node_dup_string (node);
  else
    value->text = ls_json_format_compact (node);
}

/* Keeps a whole number as text, so that it stays exact. */
static void
read_operand (LsJsonReader *reader,
              JsonNode     *node,
              const char   *expected,
              LsStepValue  *value)
{
  if (is_word (node))
    value->text = json_node_dup_string (node);
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    value->text = ls_json_format_compact (node);
  else
    ls_json_reader_unexpected (reader, node, expected);
}

/* Reads one of several words, and what it stands for. */
static void
read_word (LsJsonReader *reader,
           JsonNode     *node,
           const char   *expected,
           gboolean    (*from_string) (const char *string,
                                       guint      *value),
           LsStepValue  *value)
{
  guint meaning;

  value->text = g_strdup (ls_json_reader_string (reader, node, expected));
  if (value->text != NULL && from_string (value->text, &meaning))
    value->count = meaning;
  else
    ls_json_reader_unexpected (reader, node, expected);
}

/* Reads the value of @node, which is not NULL, into @value. */
static void
read_value (LsJsonReader       *reader,
            JsonNode           *node,
            const LsMemberSpec *spec,
            LsStepValue        *value)
{
  const char *expected = expected_text (spec);

  value->member = spec->member;
  value->type = spec->type;

  switch ((LsMemberType) spec->type)
    {
    case LS_MEMBER_TYPE_TEXT:
      value->text = g_strdup (ls_json_reader_string (reader, node, expected));
      break;
    case LS_MEMBER_TYPE_LABEL:
    case LS_MEMBER_TYPE_DEFINE:
    case LS_MEMBER_TYPE_REFER:
      value->text = g_strdup (ls_json_reader_string (reader, node, expected));
      if (value->text != NULL && *value->text == '\0')
        ls_json_reader_unexpected (reader, node, expected);
      if (value->text != NULL)
        ls_json_reader_check_name (reader, value->text);
      break;
    case LS_MEMBER_TYPE_REFER_ALL:
      value->names = ls_json_reader_strings (reader, node, expected, NC_("expected", "a name"));
      break;
    case LS_MEMBER_TYPE_PRIORITY:
      value->count = LS_TASK_PRIORITY_NONE;
      if (spec->flags & LS_MEMBER_OR_INHERIT && is_word (node) && g_str_equal (json_node_get_string (node), "inherit"))
        value->text = json_node_dup_string (node);
      else
        read_word (reader, node, expected, ls_task_priority_from_string, value);
      break;
    case LS_MEMBER_TYPE_NUMBER:
      value->number = ls_json_reader_number (reader, node, expected);
      break;
    case LS_MEMBER_TYPE_POSITIVE:
      value->number = ls_json_reader_number (reader, node, expected);
      if (!(value->number > 0))
        ls_json_reader_unexpected (reader, node, expected);
      break;
    case LS_MEMBER_TYPE_COUNT:
      value->count = ls_json_reader_integer (reader, node, 0, G_MAXUINT64, expected);
      break;
    case LS_MEMBER_TYPE_FLAG:
      value->count = ls_json_reader_boolean (reader, node, expected);
      break;
    case LS_MEMBER_TYPE_QUEUE:
      read_word (reader, node, expected, ls_queue_type_from_string, value);
      break;
    case LS_MEMBER_TYPE_EVENT:
    case LS_MEMBER_TYPE_ANY_KIND:
      value->text = g_strdup (ls_json_reader_string (reader, node, expected));
      if (value->text != NULL && !g_str_equal (value->text, "abort") &&
          !g_str_equal (value->text, spec->type == LS_MEMBER_TYPE_EVENT ? "prioritychange" : "task"))
        ls_json_reader_unexpected (reader, node, expected);
      break;
    case LS_MEMBER_TYPE_FUNCTION:
    case LS_MEMBER_TYPE_BLOCK:
      if (is_word (node))
        value->text = json_node_dup_string (node);
      else if (JSON_NODE_HOLDS_ARRAY (node))
        value->body = ls_body_read (reader, node, NULL);
      else
        ls_json_reader_unexpected (reader, node, expected);
      break;
    case LS_MEMBER_TYPE_SCALAR:
      read_scalar (reader, node, expected, value);
      break;
    case LS_MEMBER_TYPE_OPERAND:
      read_operand (reader, node, expected, value);
      break;
    case LS_MEMBER_TYPE_ELEMENTS:
      read_word (reader, node, expected, ls_element_type_from_string, value);
      break;
    default:
      g_return_if_reached ();
    }
}

/* Checks that a task does either steps or JavaScript. */
static void
check_callback (LsJsonReader *reader,
                LsStep       *step)
{
  const char *javascript = ls_step_get_text (step, LS_MEMBER_JAVASCRIPT);
  gboolean has_body = ls_step_find_value (step, LS_MEMBER_BODY) != NULL;
  gsize mark;

  if (javascript == NULL && !has_body)
    {
      mark = ls_json_reader_enter (reader, ls_step_member_name (LS_MEMBER_BODY));
      ls_json_reader_unexpected (reader, NULL, NC_("expected", "the name of a body or an array of steps"));
      ls_json_reader_leave (reader, mark);
    }
  else if (javascript != NULL && has_body)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         _("found both “body” and “javascript”, expected one of them"));
  else if (javascript != NULL && ls_step_find_value (step, LS_MEMBER_SCHEDULER) != NULL)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         _("found a “scheduler” for “javascript”, expected none: JavaScript has its own"));
  else if (javascript != NULL && strlen (javascript) > LS_SCRIPT_MAX_SIZE)
    {
      mark = ls_json_reader_enter (reader, ls_step_member_name (LS_MEMBER_JAVASCRIPT));
      ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found more than %d MB of JavaScript, expected less"),
                           LS_SCRIPT_MAX_SIZE / (1024 * 1024));
      ls_json_reader_leave (reader, mark);
    }
}

/* Checks what the table cannot say: members that need or exclude each other. */
static void
check_members (LsJsonReader *reader,
               LsStep       *step)
{
  const LsStepValue *kind;

  switch ((guint) step->op)
    {
    case LS_STEP_OP_ANY:
      kind = ls_step_find_value (step, LS_MEMBER_KIND);
      if (ls_step_find_value (step, LS_MEMBER_PRIORITY) != NULL &&
          ls_step_find_value (step, LS_MEMBER_PRIORITY_SOURCE) != NULL)
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found both “priority” and “prioritySource”, expected one of them"));
      else if (kind != NULL && g_str_equal (kind->text, "abort") &&
               (ls_step_find_value (step, LS_MEMBER_PRIORITY) != NULL ||
                ls_step_find_value (step, LS_MEMBER_PRIORITY_SOURCE) != NULL))
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found a priority for a signal of the kind “abort”, expected none"));
      break;
    case LS_STEP_OP_POST_TASK:
      if (ls_step_find_value (step, LS_MEMBER_EVERY) != NULL && ls_step_find_value (step, LS_MEMBER_COUNT) == NULL)
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “every” without “count”, expected both or none"));
      else
        check_callback (reader, step);
      break;
    case LS_STEP_OP_TRY:
      if (ls_step_find_value (step, LS_MEMBER_CATCH) == NULL && ls_step_find_value (step, LS_MEMBER_FINALLY) == NULL)
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found neither “catch” nor “finally”, expected at least one of them"));
      break;
    case LS_STEP_OP_THEN:
      if (ls_step_find_value (step, LS_MEMBER_FULFILLED) == NULL &&
          ls_step_find_value (step, LS_MEMBER_REJECTED) == NULL &&
          ls_step_find_value (step, LS_MEMBER_FINALLY) == NULL)
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found none of “fulfilled”, “rejected” and “finally”, expected at least one of them"));
      break;
    case LS_STEP_OP_WORKER:
      if (g_strcmp0 (ls_step_get_text (step, LS_MEMBER_NAME), "main") == 0)
        {
          gsize mark = ls_json_reader_enter (reader, ls_step_member_name (LS_MEMBER_NAME));

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                               _("found “main”, which is the main agent, expected another name"));
          ls_json_reader_leave (reader, mark);
        }
      break;
    case LS_STEP_OP_ON:
      if (ls_step_get_count (step, LS_MEMBER_ONCE, FALSE) && ls_step_get_count (step, LS_MEMBER_HANDLER, FALSE))
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found both “once” and “handler”, expected one of them"));
      break;
    default:
      break;
    }
}

static gboolean
read_op (LsJsonReader *reader,
         JsonNode     *node,
         LsStepOp     *op)
{
  gsize mark = ls_json_reader_enter (reader, "op");
  const char *name = ls_json_reader_string (reader, node, NC_("expected", "the name of an operation"));
  gboolean ok = name != NULL && ls_step_op_from_string (name, op);

  if (name != NULL && !ok)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      g_autofree char *expected = NULL;

      for (guint i = 0; i < LS_N_STEP_OPS; i++)
        g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ls_step_op_to_string (i));
      expected = g_strdup_printf (C_("expected", "one of %s"), names->str);
      ls_json_reader_unexpected (reader, node, expected);
    }

  ls_json_reader_leave (reader, mark);
  return ok;
}

/* Reads one step. Returns NULL after an error. */
LsStep *
ls_step_read (LsJsonReader *reader,
              JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "a step: an object with “op”"));
  g_autoptr (LsStep) self = NULL;
  const LsMemberSpec *spec;
  LsStepOp op;
  guint n = 0;

  if (object == NULL || !read_op (reader, json_object_get_member (object, "op"), &op))
    return NULL;

  self = g_new0 (LsStep, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->op = op;
  self->json = json_node_ref (node);
  self->pointer = ls_json_reader_dup_pointer (reader);

  spec = ls_step_op_get_spec (op)->members;
  while (spec[n].member != LS_MEMBER_NONE)
    n++;
  self->values = g_new0 (LsStepValue, n);

  for (; spec->member != LS_MEMBER_NONE && reader->error == NULL; spec++)
    {
      const char *name = ls_step_member_name (spec->member);
      JsonNode *member = json_object_get_member (object, name);
      gsize mark = ls_json_reader_enter (reader, name);

      if (member != NULL)
        read_value (reader, member, spec, &self->values[self->n_values++]);
      else if (spec->flags & LS_MEMBER_REQUIRED)
        ls_json_reader_unexpected (reader, NULL, expected_text (spec));
      ls_json_reader_leave (reader, mark);
    }

  if (reader->error == NULL)
    check_members (reader, self);
  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

/* Reads an array of steps. @name is that of a named body. Returns NULL after an error. */
LsBody *
ls_body_read (LsJsonReader *reader,
              JsonNode     *node,
              const char   *name)
{
  JsonArray *array = ls_json_reader_array (reader, node, NC_("expected", "an array of steps"));
  g_autoptr (LsBody) self = NULL;

  if (array == NULL)
    return NULL;

  self = g_new0 (LsBody, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->pointer = ls_json_reader_dup_pointer (reader);
  self->steps = g_ptr_array_new_full (json_array_get_length (array), (GDestroyNotify) ls_step_unref);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      gsize mark = ls_json_reader_enter_index (reader, i);
      LsStep *step = ls_step_read (reader, json_array_get_element (array, i));

      if (step == NULL)
        return NULL;
      g_ptr_array_add (self->steps, step);
      ls_json_reader_leave (reader, mark);
    }

  return g_steal_pointer (&self);
}
