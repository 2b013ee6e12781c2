/* ls-breakpoint-json.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-breakpoint-private.h"

#include "ls-json-members-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads and writes the breakpoints of a session. */

#define EXPECTED_QUEUE NC_("expected", "“any”, “all” or the name of a queue such as “input” or “web-scheduling”")

/* Numbers of JSON are exact up to here. A greater one is written as text. */
#define MAX_EXACT (G_GINT64_CONSTANT (1) << 53)

static void
read_queue (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  const char *text = ls_json_reader_string (reader, node, EXPECTED_QUEUE);
  LsBreakRule *self = data;
  LsQueueType type;

  if (g_strcmp0 (text, "all") == 0)
    self->queue = LS_BREAK_QUEUE_ALL;
  else if (text != NULL && ls_queue_type_from_string (text, &type))
    self->queue = type;
  else if (text != NULL && !g_str_equal (text, "any"))
    ls_json_reader_unexpected (reader, node, EXPECTED_QUEUE);
}

static void
write_queue (JsonObject    *object,
             const char    *name,
             gconstpointer  data)
{
  const LsBreakRule *self = data;

  if (self->queue != LS_BREAK_QUEUE_ANY)
    json_object_set_string_member (object, name,
                                   self->queue == LS_BREAK_QUEUE_ALL ? "all" : ls_queue_type_to_string (self->queue));
}

static void
read_value (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  LsBreakRule *self = data;

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING &&
      ls_break_value_is_valid (json_node_get_string (node)))
    self->value = g_strdup (json_node_get_string (node));
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    self->value = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  else
    ls_json_reader_unexpected (reader, node,
                               NC_("expected", "a whole number that an element can be, or one as text: in an Int32Array from "
                                               "-2147483648 to 2147483647, in a BigInt64Array from -9223372036854775808 to "
                                               "9223372036854775807, in a BigUint64Array from 0 to 18446744073709551615"));
}

static void
write_value (JsonObject    *object,
             const char    *name,
             gconstpointer  data)
{
  const LsBreakRule *self = data;
  gint64 value;

  if (self->value == NULL || *self->value == '\0')
    return;
  value = g_ascii_strtoll (self->value, NULL, 10);
  if (value >= -MAX_EXACT && value <= MAX_EXACT)
    json_object_set_int_member (object, name, value);
  else
    json_object_set_string_member (object, name, self->value);
}

/* The members that only some kinds have: a kind with @taken among its members may have it, the kind @needed_by must. */
static const struct
{
  LsBreakMembers taken;
  LsBreakKind    needed_by;   /* LS_N_BREAK_KINDS: nobody */
  LsJsonMember   json;
} members[] = {
  { LS_BREAK_MEMBER_SCRIPT, LS_N_BREAK_KINDS,
    { .name = "script", .type = LS_JSON_TEXT, .is_required = TRUE, .is_filled = TRUE,
      .offset = G_STRUCT_OFFSET (LsBreakRule, script), .expected = NC_("expected", "the name of a script") } },
  { LS_BREAK_MEMBER_SCRIPT, LS_N_BREAK_KINDS,
    { .name = "line", .type = LS_JSON_COUNT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, line), .minimum = 1 } },
  { LS_BREAK_MEMBER_CONDITION, LS_N_BREAK_KINDS,
    { .name = "condition", .type = LS_JSON_TEXT, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, condition),
      .expected = NC_("expected", "an expression") } },
  { LS_BREAK_MEMBER_TASK, LS_N_BREAK_KINDS,
    { .name = "task", .type = LS_JSON_TEXT, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, task),
      .expected = NC_("expected", "the name of a task, perhaps with “*” and “?”") } },
  { LS_BREAK_MEMBER_SIGNAL, LS_BREAK_SIGNAL,
    { .name = "signal", .type = LS_JSON_TEXT, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, signal),
      .expected = NC_("expected", "the name of a signal, perhaps with “*” and “?”") } },
  { LS_BREAK_MEMBER_PRIORITY, LS_BREAK_PRIORITY,
    { .name = "priority", .type = LS_JSON_WORD, .offset = G_STRUCT_OFFSET (LsBreakRule, priority),
      .otherwise = LS_TASK_PRIORITY_NONE, .expected = NC_("expected", "“user-blocking”, “user-visible” or “background”"),
      .from_string = ls_task_priority_from_string, .to_string = ls_task_priority_to_string } },
  { LS_BREAK_MEMBER_TEXT, LS_BREAK_LOG,
    { .name = "text", .type = LS_JSON_TEXT, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, text),
      .expected = NC_("expected", "text that is not empty") } },
  { LS_BREAK_MEMBER_TIME, LS_N_BREAK_KINDS,
    { .name = "ms", .type = LS_JSON_TIME, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, time),
      .expected = NC_("expected", "a number, 0 or more") } },
  { LS_BREAK_MEMBER_QUEUE, LS_N_BREAK_KINDS,
    { .name = "queue", .type = LS_JSON_VALUE, .read = read_queue, .write = write_queue } },
  { LS_BREAK_MEMBER_COUNT, LS_N_BREAK_KINDS,
    { .name = "length", .type = LS_JSON_COUNT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, count) } },
  { LS_BREAK_MEMBER_HITS, LS_N_BREAK_KINDS,
    { .name = "from", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsBreakRule, from), .minimum = 1, .otherwise = 1 } },
  { LS_BREAK_MEMBER_HITS, LS_N_BREAK_KINDS,
    { .name = "every", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsBreakRule, every), .minimum = 1, .otherwise = 1 } },
  { LS_BREAK_MEMBER_AGENT, LS_N_BREAK_KINDS,
    { .name = "agent", .type = LS_JSON_TEXT, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, agent),
      .expected = NC_("expected", "the name of an agent, perhaps with “*” and “?”") } },
  { LS_BREAK_MEMBER_MEMORY, LS_N_BREAK_KINDS,
    { .name = "memory", .type = LS_JSON_TEXT, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsBreakRule, memory),
      .expected = NC_("expected", "the name of shared memory, perhaps with “*” and “?”") } },
  { LS_BREAK_MEMBER_MEMORY, LS_N_BREAK_KINDS,
    { .name = "index", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsBreakRule, index),
      .maximum = LS_BREAK_INDEX_ANY - 1, .otherwise = LS_BREAK_INDEX_ANY } },
  { LS_BREAK_MEMBER_VALUE, LS_N_BREAK_KINDS,
    { .name = "value", .type = LS_JSON_VALUE, .read = read_value, .write = write_value } },
};

static const LsJsonMember enabled_member = {
  .name = "enabled", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsBreakRule, enabled), .otherwise = TRUE
};

static gboolean
read_kind (LsJsonReader *reader,
           JsonObject   *object,
           LsBreakKind  *kind)
{
  JsonNode *node = json_object_get_member (object, "on");
  gsize mark = ls_json_reader_enter (reader, "on");
  const char *name = ls_json_reader_string (reader, node, NC_("expected", "what the breakpoint looks for"));
  gboolean ok = name != NULL && ls_break_kind_from_string (name, kind);

  if (name != NULL && !ok)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      g_autofree char *expected = NULL;

      for (guint i = 0; i < LS_N_BREAK_KINDS; i++)
        g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", ls_break_kind_to_string (i));
      expected = g_strdup_printf (C_("expected", "one of %s"), names->str);
      ls_json_reader_unexpected (reader, node, expected);
    }
  ls_json_reader_leave (reader, mark);
  return ok;
}

static void
check_members (LsJsonReader *reader,
               JsonObject   *object,
               LsBreakKind   kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (object, members[i].json.name) && !(ls_break_kind_get_members (kind) & members[i].taken))
      {
        gsize mark = ls_json_reader_enter (reader, members[i].json.name);

        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “%s” in a breakpoint on “%s”, which does not take it"),
                             members[i].json.name, ls_break_kind_to_string (kind));
        ls_json_reader_leave (reader, mark);
      }
}

/* A queue that is named belongs to no signal, and has no priority. */
static void
check_queue (LsJsonReader *reader,
             JsonObject   *object)
{
  static const char *const others[] = { "signal", "priority" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (json_object_has_member (object, others[i]))
      {
        gsize mark = ls_json_reader_enter (reader, others[i]);

        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             _("found “%s” although “queue” names a queue, expected at most one of them"), others[i]);
        ls_json_reader_leave (reader, mark);
      }
}

/* Reads an element of "breakpoints". Returns NULL after an error. */
gpointer
ls_breakpoint_read (LsJsonReader *reader,
                    JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "a breakpoint: an object with “on”"));
  g_autoptr (LsBreakRule) self = NULL;
  LsBreakKind kind;

  if (object == NULL || !read_kind (reader, object, &kind))
    return NULL;

  self = ls_break_rule_new (kind);
  check_members (reader, object, kind);
  ls_json_read_member (reader, object, &enabled_member, self);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (ls_break_kind_get_members (kind) & members[i].taken)
      {
        LsJsonMember row = members[i].json;

        row.is_required = row.is_required || members[i].needed_by == kind;
        ls_json_read_member (reader, object, &row, self);
        if (members[i].taken == LS_BREAK_MEMBER_QUEUE && self->queue != LS_BREAK_QUEUE_ANY)
          check_queue (reader, object);
      }

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

static void
remove_known (JsonObject *object)
{
  ls_json_remove_member (object, "on");
  ls_json_remove_member (object, "enabled");
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    ls_json_remove_member (object, members[i].json.name);
}

/* Returns the JSON of a breakpoint, with the members of @previous (nullable) that nobody knows. */
JsonNode *
ls_breakpoint_write (const LsBreakRule *self,
                     JsonNode          *previous)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "on", ls_break_kind_to_string (self->kind));
  ls_json_write_member (object, &enabled_member, self);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (ls_break_kind_get_members (self->kind) & members[i].taken)
      ls_json_write_member (object, &members[i].json, self);

  if (previous != NULL && JSON_NODE_HOLDS_OBJECT (previous))
    {
      g_autoptr (JsonObject) unknown = ls_json_copy_object (json_node_get_object (previous));

      remove_known (unknown);
      ls_json_add_members (object, unknown);
    }
  return ls_json_take_object (object);
}

/**
 * ls_break_rule_to_json:
 * @self: a breakpoint
 *
 * Writes the breakpoint as JSON on one line.
 *
 * Returns: (transfer full): it in JSON on one line, as a session has it
 */
char *
ls_break_rule_to_json (const LsBreakRule *self)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  node = ls_breakpoint_write (self, NULL);
  return ls_json_format_compact (node);
}

/**
 * ls_break_rule_new_from_json:
 * @json: a breakpoint in JSON
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads a breakpoint.
 *
 * Returns: (transfer full): the breakpoint, or %NULL with @error set
 */
LsBreakRule *
ls_break_rule_new_from_json (const char  *json,
                             GError     **error)
{
  g_autoptr (LsBreakRule) self = NULL;
  g_autoptr (JsonNode) node = NULL;
  LsJsonReader reader;

  g_return_val_if_fail (json != NULL, NULL);

  node = ls_json_parse ("breakpoint", json, strlen (json), NULL, error);
  if (node == NULL)
    return NULL;
  ls_json_reader_init (&reader, "breakpoint", NULL);
  self = ls_breakpoint_read (&reader, node);
  return ls_json_reader_finish (&reader, error) ? g_steal_pointer (&self) : NULL;
}
