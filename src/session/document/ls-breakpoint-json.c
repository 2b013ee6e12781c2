/* ls-breakpoint-json.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-breakpoint-private.h"

#include "ls-step-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Breakpoints as a session has them. */

#define EXPECTED_PRIORITY NC_("expected", "“user-blocking”, “user-visible” or “background”")
#define EXPECTED_QUEUE NC_("expected", "“any”, “all” or the name of a queue such as “input” or “web-scheduling”")

/* The members that only some kinds have. */
static const struct
{
  const char     *name;
  LsBreakMembers  member;
} members[] = {
  { "script", LS_BREAK_MEMBER_SCRIPT },
  { "line", LS_BREAK_MEMBER_SCRIPT },
  { "condition", LS_BREAK_MEMBER_CONDITION },
  { "task", LS_BREAK_MEMBER_TASK },
  { "signal", LS_BREAK_MEMBER_SIGNAL },
  { "priority", LS_BREAK_MEMBER_PRIORITY },
  { "text", LS_BREAK_MEMBER_TEXT },
  { "ms", LS_BREAK_MEMBER_TIME },
  { "queue", LS_BREAK_MEMBER_QUEUE },
  { "length", LS_BREAK_MEMBER_COUNT },
  { "from", LS_BREAK_MEMBER_HITS },
  { "every", LS_BREAK_MEMBER_HITS },
  { "agent", LS_BREAK_MEMBER_AGENT },
  { "memory", LS_BREAK_MEMBER_MEMORY },
  { "index", LS_BREAK_MEMBER_MEMORY },
  { "value", LS_BREAK_MEMBER_VALUE },
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
    if (json_object_has_member (object, members[i].name) && !(ls_break_kind_get_members (kind) & members[i].member))
      {
        gsize mark = ls_json_reader_enter (reader, members[i].name);

        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “%s” in a breakpoint on “%s”, which does not take it"),
                             members[i].name, ls_break_kind_to_string (kind));
        ls_json_reader_leave (reader, mark);
      }
}

/* The text of a member; what is empty is none. */
static char *
read_text (LsJsonReader *reader,
           JsonObject   *object,
           const char   *member,
           gboolean      is_required,
           const char   *expected)
{
  JsonNode *node = json_object_get_member (object, member);
  gsize mark = ls_json_reader_enter (reader, member);
  char *text = NULL;

  if (node != NULL || is_required)
    text = g_strdup (ls_json_reader_string (reader, node, expected));
  if (text != NULL && *text == '\0')
    {
      if (is_required)
        ls_json_reader_unexpected (reader, node, expected);
      g_clear_pointer (&text, g_free);
    }
  ls_json_reader_leave (reader, mark);
  return text;
}

static guint32
read_count (LsJsonReader *reader,
            JsonObject   *object,
            const char   *member,
            guint32       least,
            guint32       fallback,
            gboolean      is_required)
{
  gsize mark = ls_json_reader_enter (reader, member);
  guint32 count = fallback;

  if (is_required || json_object_has_member (object, member))
    count = ls_json_reader_integer (reader, json_object_get_member (object, member), least, G_MAXUINT32, NULL);
  ls_json_reader_leave (reader, mark);
  return count;
}

static guint32
read_index (LsJsonReader *reader,
            JsonObject   *object)
{
  gsize mark = ls_json_reader_enter (reader, "index");
  guint32 index = ls_json_reader_integer (reader, json_object_get_member (object, "index"), 0, LS_BREAK_INDEX_ANY - 1, NULL);

  ls_json_reader_leave (reader, mark);
  return index;
}

static void
read_priority (LsJsonReader *reader,
               JsonObject   *object,
               LsBreakRule  *self)
{
  JsonNode *node = json_object_get_member (object, "priority");
  gsize mark = ls_json_reader_enter (reader, "priority");

  if (node != NULL || self->kind == LS_BREAK_PRIORITY)
    {
      const char *text = ls_json_reader_string (reader, node, EXPECTED_PRIORITY);

      if (text != NULL && !ls_task_priority_from_string (text, &self->priority))
        ls_json_reader_unexpected (reader, node, EXPECTED_PRIORITY);
    }
  ls_json_reader_leave (reader, mark);
}

static void
read_queue (LsJsonReader *reader,
            JsonObject   *object,
            LsBreakRule  *self)
{
  JsonNode *node = json_object_get_member (object, "queue");
  gsize mark = ls_json_reader_enter (reader, "queue");
  LsQueueType type;

  if (node != NULL)
    {
      const char *text = ls_json_reader_string (reader, node, EXPECTED_QUEUE);

      if (g_strcmp0 (text, "all") == 0)
        self->queue = LS_BREAK_QUEUE_ALL;
      else if (text != NULL && ls_queue_type_from_string (text, &type))
        self->queue = type;
      else if (text != NULL && !g_str_equal (text, "any"))
        ls_json_reader_unexpected (reader, node, EXPECTED_QUEUE);
    }
  ls_json_reader_leave (reader, mark);

  if (self->queue == LS_BREAK_QUEUE_ANY)
    return;
  for (guint i = 0; i < 2; i++)
    {
      const char *member = i == 0 ? "signal" : "priority";

      if (!json_object_has_member (object, member))
        continue;
      mark = ls_json_reader_enter (reader, member);
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           _("found “%s” where “queue” names a queue, expected one of both at most"), member);
      ls_json_reader_leave (reader, mark);
    }
}

static void
read_time (LsJsonReader *reader,
           JsonObject   *object,
           LsBreakRule  *self)
{
  gsize mark = ls_json_reader_enter (reader, "ms");
  double ms = ls_json_reader_number (reader, json_object_get_member (object, "ms"), NC_("expected", "a number, 0 or more"));

  self->time = ls_microseconds_of_ms (MAX (ms, 0));
  ls_json_reader_leave (reader, mark);
}

/* What is greater than JSON's numbers are exact is a text. */
#define MAX_EXACT (G_GINT64_CONSTANT (1) << 53)

static void
read_value (LsJsonReader *reader,
            JsonObject   *object,
            LsBreakRule  *self)
{
  JsonNode *node = json_object_get_member (object, "value");
  gsize mark = ls_json_reader_enter (reader, "value");

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING &&
      ls_break_value_is_valid (json_node_get_string (node)))
    self->value = g_strdup (json_node_get_string (node));
  else if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64)
    self->value = g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (node != NULL)
    ls_json_reader_unexpected (reader, node,
                               NC_("expected", "a whole number that an element can be, or one as text: in an Int32Array from "
                                               "-2147483648 to 2147483647, in a BigInt64Array from -9223372036854775808 to "
                                               "9223372036854775807, in a BigUint64Array from 0 to 18446744073709551615"));
  ls_json_reader_leave (reader, mark);
}

static void
set_value (JsonObject *object,
           const char *text)
{
  gint64 value;

  if (text == NULL || *text == '\0')
    return;
  value = g_ascii_strtoll (text, NULL, 10);
  if (value >= -MAX_EXACT && value <= MAX_EXACT)
    json_object_set_int_member (object, "value", value);
  else
    json_object_set_string_member (object, "value", text);
}

/* Reads an element of "breakpoints". Returns NULL after an error. */
LsBreakRule *
ls_breakpoint_read (LsJsonReader *reader,
                    JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "a breakpoint: an object with “on”"));
  g_autoptr (LsBreakRule) self = NULL;
  LsBreakMembers taken;
  LsBreakKind kind;

  if (object == NULL || !read_kind (reader, object, &kind))
    return NULL;

  self = ls_break_rule_new (kind);
  taken = ls_break_kind_get_members (kind);
  check_members (reader, object, kind);
  if (json_object_has_member (object, "enabled"))
    {
      gsize mark = ls_json_reader_enter (reader, "enabled");

      self->enabled = ls_json_reader_boolean (reader, json_object_get_member (object, "enabled"),
                                              NC_("expected", "true or false"));
      ls_json_reader_leave (reader, mark);
    }
  if (taken & LS_BREAK_MEMBER_SCRIPT)
    {
      self->script = read_text (reader, object, "script", TRUE, NC_("expected", "the name of a script"));
      self->line = read_count (reader, object, "line", 1, 0, TRUE);
    }
  if (taken & LS_BREAK_MEMBER_CONDITION)
    self->condition = read_text (reader, object, "condition", FALSE, NC_("expected", "an expression"));
  if (taken & LS_BREAK_MEMBER_TASK)
    self->task = read_text (reader, object, "task", FALSE, NC_("expected", "the name of a task, perhaps with “*” and “?”"));
  if (taken & LS_BREAK_MEMBER_SIGNAL)
    self->signal = read_text (reader, object, "signal", kind == LS_BREAK_SIGNAL,
                              NC_("expected", "the name of a signal, perhaps with “*” and “?”"));
  if (taken & LS_BREAK_MEMBER_PRIORITY)
    read_priority (reader, object, self);
  if (taken & LS_BREAK_MEMBER_TEXT)
    self->text = read_text (reader, object, "text", kind == LS_BREAK_LOG, NC_("expected", "text that is not empty"));
  if (taken & LS_BREAK_MEMBER_TIME)
    read_time (reader, object, self);
  if (taken & LS_BREAK_MEMBER_QUEUE)
    read_queue (reader, object, self);
  if (taken & LS_BREAK_MEMBER_COUNT)
    self->count = read_count (reader, object, "length", 0, 0, TRUE);
  if (taken & LS_BREAK_MEMBER_HITS)
    {
      self->from = read_count (reader, object, "from", 1, 1, FALSE);
      self->every = read_count (reader, object, "every", 1, 1, FALSE);
    }

  if (taken & LS_BREAK_MEMBER_AGENT)
    self->agent = read_text (reader, object, "agent", FALSE, NC_("expected", "the name of an agent, perhaps with “*” and “?”"));
  if (taken & LS_BREAK_MEMBER_MEMORY)
    {
      self->memory = read_text (reader, object, "memory", FALSE,
                                NC_("expected", "the name of shared memory, perhaps with “*” and “?”"));
      if (json_object_has_member (object, "index"))
        self->index = read_index (reader, object);
    }
  if (taken & LS_BREAK_MEMBER_VALUE)
    read_value (reader, object, self);

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

static void
set_time (JsonObject *object,
          guint64     time)
{
  if (time % 1000 == 0)
    json_object_set_int_member (object, "ms", time / 1000);
  else
    json_object_set_double_member (object, "ms", time / 1000.0);
}

static gboolean
is_ours (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_str_equal (members[i].name, name))
      return TRUE;
  return g_str_equal (name, "on") || g_str_equal (name, "enabled");
}

/* The JSON of a breakpoint, with the members of @previous (nullable) that nobody knows. */
JsonNode *
ls_breakpoint_write (const LsBreakRule *self,
                     JsonNode          *previous)
{
  LsBreakMembers taken = ls_break_kind_get_members (self->kind);
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_alloc ();

  json_object_set_string_member (object, "on", ls_break_kind_to_string (self->kind));
  if (!self->enabled)
    json_object_set_boolean_member (object, "enabled", FALSE);
  if (taken & LS_BREAK_MEMBER_SCRIPT)
    {
      json_object_set_string_member (object, "script", self->script != NULL ? self->script : "");
      json_object_set_int_member (object, "line", self->line);
    }
  if (taken & LS_BREAK_MEMBER_CONDITION)
    ls_json_set_text (object, "condition", self->condition);
  if (taken & LS_BREAK_MEMBER_TASK)
    ls_json_set_text (object, "task", self->task);
  if (taken & LS_BREAK_MEMBER_SIGNAL)
    ls_json_set_text (object, "signal", self->signal);
  if (taken & LS_BREAK_MEMBER_PRIORITY && self->priority < LS_N_TASK_PRIORITIES)
    json_object_set_string_member (object, "priority", ls_task_priority_to_string (self->priority));
  if (taken & LS_BREAK_MEMBER_TEXT)
    ls_json_set_text (object, "text", self->text);
  if (taken & LS_BREAK_MEMBER_TIME)
    set_time (object, self->time);
  if (taken & LS_BREAK_MEMBER_QUEUE && self->queue != LS_BREAK_QUEUE_ANY)
    json_object_set_string_member (object, "queue",
                                   self->queue == LS_BREAK_QUEUE_ALL ? "all" : ls_queue_type_to_string (self->queue));
  if (taken & LS_BREAK_MEMBER_COUNT)
    json_object_set_int_member (object, "length", self->count);
  if (taken & LS_BREAK_MEMBER_HITS && self->from != 1)
    json_object_set_int_member (object, "from", self->from);
  if (taken & LS_BREAK_MEMBER_HITS && self->every != 1)
    json_object_set_int_member (object, "every", self->every);
  if (taken & LS_BREAK_MEMBER_AGENT)
    ls_json_set_text (object, "agent", self->agent);
  if (taken & LS_BREAK_MEMBER_MEMORY)
    ls_json_set_text (object, "memory", self->memory);
  if (taken & LS_BREAK_MEMBER_MEMORY && self->index != LS_BREAK_INDEX_ANY)
    json_object_set_int_member (object, "index", self->index);
  if (taken & LS_BREAK_MEMBER_VALUE)
    set_value (object, self->value);

  if (previous != NULL && JSON_NODE_HOLDS_OBJECT (previous))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      json_object_iter_init_ordered (&iter, json_node_get_object (previous));
      while (json_object_iter_next_ordered (&iter, &name, &value))
        if (!is_ours (name))
          json_object_set_member (object, name, json_node_ref (value));
    }

  json_node_init (node, JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

/**
 * ls_break_rule_to_json:
 * @self: a breakpoint
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

  node = ls_json_parse ("breakpoint", json, strlen (json), error);
  if (node == NULL)
    return NULL;
  ls_json_reader_init (&reader, "breakpoint");
  self = ls_breakpoint_read (&reader, node);
  return ls_json_reader_finish (&reader, error) ? g_steal_pointer (&self) : NULL;
}
