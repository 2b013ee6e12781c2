/* ls-breakpoint.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-breakpoint-private.h"

#include "ls-session-private.h"

static GPtrArray *
get_rules (LsSession *self)
{
  return ls_session_get_document (self)->breakpoints;
}

/**
 * ls_session_get_n_breakpoints:
 * @self: a session
 *
 * Counts the breakpoints.
 *
 * Returns: how many breakpoints it has
 */
guint
ls_session_get_n_breakpoints (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), 0);

  return get_rules (self)->len;
}

/**
 * ls_session_get_breakpoint:
 * @self: a session
 * @index: less than [method@Session.get_n_breakpoints]
 *
 * Gets one of the breakpoints.
 *
 * Returns: (transfer none) (nullable): a breakpoint; valid until the session changes
 */
const LsBreakRule *
ls_session_get_breakpoint (LsSession *self,
                           guint      index)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return index < get_rules (self)->len ? g_ptr_array_index (get_rules (self), index) : NULL;
}

/**
 * ls_session_dup_breakpoints:
 * @self: a session
 *
 * Copies the breakpoints.
 *
 * Returns: (transfer full) (element-type LsBreakRule): copies of its breakpoints, for [ctor@BreakMatcher.new]
 */
GPtrArray *
ls_session_dup_breakpoints (LsSession *self)
{
  GPtrArray *copies;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  copies = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  for (guint i = 0; i < get_rules (self)->len; i++)
    g_ptr_array_add (copies, ls_break_rule_copy (g_ptr_array_index (get_rules (self), i)));
  return copies;
}

static JsonNode *
get_node (LsSession *self,
          guint      index)
{
  JsonNode *list = json_object_get_member (json_node_get_object (ls_session_get_document (self)->root), "breakpoints");

  return list != NULL ? json_array_get_element (json_node_get_array (list), index) : NULL;
}

/* Takes @array. */
static gboolean
set_array (LsSession  *self,
           JsonArray  *array,
           GError    **error)
{
  return ls_session_set_member (self, "breakpoints", ls_json_take_array (array), error);
}

/* Puts @rule (nullable) in the place of @n_replaced of the session's breakpoints. */
static gboolean
splice_rules (LsSession          *self,
              guint               index,
              guint               n_replaced,
              const LsBreakRule  *rule,
              GError            **error)
{
  JsonArray *old = ls_json_peek_array (json_node_get_object (ls_session_get_document (self)->root), "breakpoints");
  JsonArray *array = json_array_new ();

  ls_json_add_elements (array, old, 0, index);
  if (rule != NULL)
    json_array_add_element (array, ls_breakpoint_write (rule, n_replaced > 0 ? get_node (self, index) : NULL));
  ls_json_add_elements (array, old, index + n_replaced, G_MAXUINT);
  return set_array (self, array, error);
}

/**
 * ls_session_insert_breakpoint:
 * @self: a session
 * @index: where in the list; more than its length is its end
 * @rule: a breakpoint
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Adds a breakpoint.
 *
 * Returns: %FALSE with @error set if @rule is not complete or there are too many; the session is then as it was
 */
gboolean
ls_session_insert_breakpoint (LsSession          *self,
                              guint               index,
                              const LsBreakRule  *rule,
                              GError            **error)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (rule != NULL, FALSE);

  return splice_rules (self, MIN (index, get_rules (self)->len), 0, rule, error);
}

/**
 * ls_session_replace_breakpoint:
 * @self: a session
 * @index: less than [method@Session.get_n_breakpoints]
 * @rule: a breakpoint
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Changes a breakpoint. Where it is the same as before, nothing happens.
 *
 * Returns: %FALSE with @error set if @rule is not complete; the session is then as it was
 */
gboolean
ls_session_replace_breakpoint (LsSession          *self,
                               guint               index,
                               const LsBreakRule  *rule,
                               GError            **error)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (rule != NULL, FALSE);
  g_return_val_if_fail (index < get_rules (self)->len, FALSE);

  if (ls_break_rule_equal (g_ptr_array_index (get_rules (self), index), rule))
    return TRUE;
  return splice_rules (self, index, 1, rule, error);
}

/**
 * ls_session_remove_breakpoint:
 * @self: a session
 * @index: the place of a breakpoint
 *
 * Removes a breakpoint.
 *
 * Returns: %FALSE if there is no such breakpoint
 */
gboolean
ls_session_remove_breakpoint (LsSession *self,
                              guint      index)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  return index < get_rules (self)->len && splice_rules (self, index, 1, NULL, NULL);
}

/**
 * ls_session_set_breakpoint_enabled:
 * @self: a session
 * @index: the place of a breakpoint
 * @enabled: whether it stops
 *
 * Switches a breakpoint on or off.
 *
 * Returns: %FALSE if there is no such breakpoint
 */
gboolean
ls_session_set_breakpoint_enabled (LsSession *self,
                                   guint      index,
                                   gboolean   enabled)
{
  g_autoptr (LsBreakRule) rule = NULL;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  if (index >= get_rules (self)->len)
    return FALSE;
  rule = ls_break_rule_copy (g_ptr_array_index (get_rules (self), index));
  rule->enabled = !!enabled;
  return ls_session_replace_breakpoint (self, index, rule, NULL);
}

/**
 * ls_session_set_breakpoints:
 * @self: a session
 * @rules: (element-type LsBreakRule): breakpoints
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Replaces all breakpoints in one change, as the window does when an edit of a script moves lines. Where they are the same as
 * before, nothing happens.
 *
 * Returns: %FALSE with @error set if one is not complete or there are too many; the session is then as it was
 */
gboolean
ls_session_set_breakpoints (LsSession  *self,
                            GPtrArray  *rules,
                            GError    **error)
{
  JsonArray *array;
  gboolean same;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (rules != NULL, FALSE);

  same = rules->len == get_rules (self)->len;
  for (guint i = 0; i < rules->len && same; i++)
    same = ls_break_rule_equal (g_ptr_array_index (rules, i), g_ptr_array_index (get_rules (self), i));
  if (same)
    return TRUE;

  array = json_array_new ();
  for (guint i = 0; i < rules->len; i++)
    {
      const LsBreakRule *rule = g_ptr_array_index (rules, i);
      JsonNode *previous = NULL;

      /* Unknown members stay with the breakpoint of the same kind that is at the same place in the list. */
      if (i < get_rules (self)->len && ((LsBreakRule *) g_ptr_array_index (get_rules (self), i))->kind == rule->kind)
        previous = get_node (self, i);
      json_array_add_element (array, ls_breakpoint_write (rule, previous));
    }
  return set_array (self, array, error);
}

static guint
move_line (guint line,
           guint first,
           guint n_removed,
           guint n_added)
{
  if (line < first)
    return line;
  if (line >= first + n_removed)
    return line - n_removed + n_added;
  return n_added > 0 ? first + MIN (line - first, n_added - 1) : MAX (first, 2) - 1;
}

static gboolean
is_at_line (JsonNode   *node,
            const char *script,
            gint64     *line)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

  if (object == NULL || g_strcmp0 (json_object_get_string_member_with_default (object, "script", NULL), script) != 0)
    return FALSE;
  *line = json_object_get_int_member_with_default (object, "line", 0);
  return *line > 0 && *line < G_MAXUINT32;
}

static JsonNode *
copy_with_line (JsonNode *node,
                guint     line)
{
  JsonObject *copy = ls_json_copy_object (json_node_get_object (node));

  json_object_set_int_member (copy, "line", line);
  return ls_json_take_object (copy);
}

/* Moves breakpoints with the lines of @script that they are at: from line @first on @n_removed are gone and @n_added are there
 * in their place. Where two come to one line, the first one stays.
 *
 * * Returns: (transfer full) (nullable): the list as it is then, NULL if it is the same */
JsonNode *
ls_breakpoint_list_move (JsonNode   *array,
                         const char *script,
                         guint       first,
                         guint       n_removed,
                         guint       n_added)
{
  JsonArray *old = json_node_get_array (array);
  JsonArray *moved = json_array_new ();
  g_autoptr (GHashTable) lines = g_hash_table_new (NULL, NULL);
  gboolean is_other = FALSE;

  for (guint i = 0; i < json_array_get_length (old); i++)
    {
      JsonNode *element = json_array_get_element (old, i);
      gint64 line;
      guint there;

      if (!is_at_line (element, script, &line))
        {
          json_array_add_element (moved, json_node_ref (element));
          continue;
        }
      there = move_line (line, first, n_removed, n_added);
      is_other = is_other || there != line;
      if (there == line)
        json_array_add_element (moved, json_node_ref (element));
      else if (!g_hash_table_contains (lines, GUINT_TO_POINTER (there)))
        json_array_add_element (moved, copy_with_line (element, there));
      g_hash_table_add (lines, GUINT_TO_POINTER (there));
    }
  if (!is_other)
    {
      json_array_unref (moved);
      return NULL;
    }
  return ls_json_take_array (moved);
}

/**
 * ls_session_move_breakpoints:
 * @self: a session
 * @script: the name of a script
 * @first: the first line of it that was edited, from 1
 * @n_removed: so many lines are gone from there on
 * @n_added: so many are there in their place
 *
 * Moves the breakpoints of a script with their lines.
 *
 * Returns: how many breakpoints there are then
 */
guint
ls_session_move_breakpoints (LsSession  *self,
                             const char *script,
                             guint       first,
                             guint       n_removed,
                             guint       n_added)
{
  JsonObject *root;
  JsonNode *breakpoints;

  g_return_val_if_fail (LS_IS_SESSION (self), 0);
  g_return_val_if_fail (script != NULL && first > 0, 0);

  root = json_node_get_object (ls_session_get_document (self)->root);
  breakpoints = json_object_get_member (root, "breakpoints");
  if (breakpoints != NULL && JSON_NODE_HOLDS_ARRAY (breakpoints))
    {
      JsonNode *moved = ls_breakpoint_list_move (breakpoints, script, first, n_removed, n_added);

      if (moved != NULL)
        ls_session_set_member (self, "breakpoints", moved, NULL);
    }
  return ls_session_get_n_breakpoints (self);
}

/**
 * ls_session_find_line_breakpoint:
 * @self: a session
 * @script: the name of a script
 * @line: a line of it, from 1
 *
 * Finds the first breakpoint at a line.
 *
 * Returns: the place of the first breakpoint at this line, -1 if there is none
 */
int
ls_session_find_line_breakpoint (LsSession  *self,
                                 const char *script,
                                 guint       line)
{
  g_return_val_if_fail (LS_IS_SESSION (self), -1);
  g_return_val_if_fail (script != NULL, -1);

  for (guint i = 0; i < get_rules (self)->len; i++)
    {
      const LsBreakRule *rule = g_ptr_array_index (get_rules (self), i);

      if (rule->kind == LS_BREAK_LINE && rule->line == line && g_str_equal (rule->script, script))
        return i;
    }

  return -1;
}

/**
 * ls_session_get_conditions:
 * @self: a session
 * @indices: (out) (optional) (transfer full) (element-type guint): for each of the options' breakpoints its place among
 *   those of the session
 *
 * Lists the conditions that are compiled into a run: those of the breakpoints at lines that are enabled. A
 * matcher is told of each with [method@BreakMatcher.set_place], whose run_index is the place in the options.
 *
 * Returns: (transfer full) (nullable): for [struct@RunnerOptions]; %NULL if there are none
 */
LsProgramOptions *
ls_session_get_conditions (LsSession  *self,
                           GArray    **indices)
{
  g_autoptr (GArray) breakpoints = NULL;
  g_autoptr (GArray) places = NULL;
  LsProgramOptions options = { 0 };

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  breakpoints = g_array_new (FALSE, FALSE, sizeof (LsBreakpoint));
  places = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < get_rules (self)->len; i++)
    {
      const LsBreakRule *rule = g_ptr_array_index (get_rules (self), i);
      LsBreakpoint breakpoint = { .script = rule->script, .line = rule->line, .condition = rule->condition };

      if (rule->kind != LS_BREAK_LINE || !rule->enabled || rule->condition == NULL)
        continue;
      g_array_append_val (breakpoints, breakpoint);
      g_array_append_val (places, i);
    }

  options.breakpoints = (const LsBreakpoint *) breakpoints->data;
  options.n_breakpoints = breakpoints->len;
  if (indices != NULL)
    *indices = g_steal_pointer (&places);
  return options.n_breakpoints > 0 ? ls_program_options_copy (&options) : NULL;
}
