/* ls-session-parts.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-program-runtime.h"
#include "ls-session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The lists of a session: actions, expectations, bookmarks, notes and the schedule; and any part of it by its pointer. */

static gpointer
peek (GPtrArray *list,
      guint      index)
{
  return index < list->len ? g_ptr_array_index (list, index) : NULL;
}

/**
 * ls_session_get_n_actions:
 * @self: a session
 *
 * Counts the actions.
 *
 * Returns: how many actions it has
 */
guint
ls_session_get_n_actions (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), 0);

  return ls_session_get_document (self)->actions->len;
}

/**
 * ls_session_get_action:
 * @self: a session
 * @index: less than [method@Session.get_n_actions]
 *
 * Gets one of the actions.
 *
 * Returns: (transfer none) (nullable): an action
 */
LsAction *
ls_session_get_action (LsSession *self,
                       guint      index)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return peek (ls_session_get_document (self)->actions, index);
}

/* Returns the list that is a member of the session, NULL if there is none. */
static JsonArray *
get_array (LsSession  *self,
           const char *member)
{
  return ls_json_peek_array (json_node_get_object (ls_session_get_document (self)->root), member);
}

/**
 * ls_session_insert_action_at:
 * @self: a session
 * @stamp: when the action is made
 * @step: what it does
 * @dropped: (out) (optional) (transfer full) (element-type LsAction): the actions that were made later
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Adds an action. Actions of later moments are dropped, since the run will be another one from here on; those of
 * the same moment stay and come first. [class@Undo] brings dropped actions back.
 *
 * Returns: %FALSE with @error set if @step uses a name that nothing makes; the session is then as it was
 */
gboolean
ls_session_insert_action_at (LsSession      *self,
                             const LsStamp  *stamp,
                             LsStep         *step,
                             GPtrArray     **dropped,
                             GError        **error)
{
  g_autoptr (GPtrArray) later = NULL;
  JsonArray *old;
  JsonArray *array;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (stamp != NULL, FALSE);
  g_return_val_if_fail (step != NULL, FALSE);

  later = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
  old = get_array (self, "actions");
  array = json_array_new ();
  for (guint i = 0; i < ls_session_get_n_actions (self); i++)
    {
      LsAction *action = ls_session_get_action (self, i);
      LsStamp at;

      ls_action_get_stamp (action, &at);
      if (ls_stamp_compare (&at, stamp) > 0)
        g_ptr_array_add (later, ls_action_ref (action));
      else
        json_array_add_element (array, json_node_ref (json_array_get_element (old, i)));
    }
  json_array_add_element (array, ls_action_make (stamp, step));

  if (!ls_session_set_member (self, "actions", ls_json_take_array (array), error))
    return FALSE;
  if (dropped != NULL)
    *dropped = g_steal_pointer (&later);
  return TRUE;
}

/**
 * ls_session_remove_actions:
 * @self: a session
 * @first: the index of an action
 * @dropped: (out) (optional) (transfer full) (element-type LsAction): the actions that were removed
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Removes an action and all that stand after it.
 *
 * Returns: %FALSE with @error set if the session would not be valid; it is then as it was
 */
gboolean
ls_session_remove_actions (LsSession  *self,
                           guint       first,
                           GPtrArray **dropped,
                           GError    **error)
{
  g_autoptr (GPtrArray) removed = NULL;
  JsonArray *array;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  removed = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
  if (first < ls_session_get_n_actions (self))
    {
      array = json_array_new ();
      ls_json_add_elements (array, get_array (self, "actions"), 0, first);
      for (guint i = first; i < ls_session_get_n_actions (self); i++)
        g_ptr_array_add (removed, ls_action_ref (ls_session_get_action (self, i)));

      if (!ls_session_set_member (self, "actions", ls_json_take_array (array), error))
        return FALSE;
    }

  if (dropped != NULL)
    *dropped = g_steal_pointer (&removed);
  return TRUE;
}

/**
 * ls_session_get_n_expectations:
 * @self: a session
 *
 * Counts the expectations.
 *
 * Returns: how many expectations it has
 */
guint
ls_session_get_n_expectations (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), 0);

  return ls_session_get_document (self)->expectations->len;
}

/**
 * ls_session_get_expectation:
 * @self: a session
 * @index: less than [method@Session.get_n_expectations]
 *
 * Gets one of the expectations.
 *
 * Returns: (transfer none) (nullable): an expectation
 */
LsExpectation *
ls_session_get_expectation (LsSession *self,
                            guint      index)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return peek (ls_session_get_document (self)->expectations, index);
}

/* Sets or changes the mark at @step, or removes it where @text is NULL or empty. Of several marks at @step the first is meant.
 * Marks stay in the order of their steps. */
static void
set_mark (LsSession  *self,
          const char *list,
          const char *member,
          GPtrArray  *marks,
          guint32     step,
          const char *text)
{
  JsonArray *old = get_array (self, list);
  g_autoptr (JsonObject) mark = NULL;
  JsonArray *array;
  gboolean is_done = FALSE;

  if (text != NULL && (*text == '\0' || !g_utf8_validate (text, -1, NULL)))
    text = NULL;
  if (text != NULL)
    {
      mark = json_object_new ();
      json_object_set_int_member (mark, "step", step);
      json_object_set_string_member (mark, member, text);
    }

  array = json_array_new ();
  for (guint i = 0; i < marks->len; i++)
    {
      const LsMark *other = g_ptr_array_index (marks, i);
      JsonNode *node = json_array_get_element (old, i);

      if (other->step > step && mark != NULL)
        json_array_add_object_element (array, g_steal_pointer (&mark));
      if (other->step != step || is_done)
        {
          json_array_add_element (array, json_node_ref (node));
          continue;
        }
      is_done = TRUE;
      if (mark != NULL)
        {
          ls_json_add_members (mark, json_node_get_object (node));
          json_array_add_object_element (array, g_steal_pointer (&mark));
        }
    }
  if (mark != NULL)
    json_array_add_object_element (array, g_steal_pointer (&mark));

  ls_session_set_member (self, list, ls_json_take_array (array), NULL);
}

/**
 * ls_session_get_n_bookmarks:
 * @self: a session
 *
 * Counts the bookmarks.
 *
 * Returns: how many bookmarks it has
 */
guint
ls_session_get_n_bookmarks (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), 0);

  return ls_session_get_document (self)->bookmarks->len;
}

/**
 * ls_session_get_bookmark:
 * @self: a session
 * @index: less than [method@Session.get_n_bookmarks]
 *
 * Gets one of the bookmarks.
 *
 * Returns: (transfer none) (nullable): a bookmark; valid until the session changes
 */
const LsMark *
ls_session_get_bookmark (LsSession *self,
                         guint      index)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return peek (ls_session_get_document (self)->bookmarks, index);
}

/**
 * ls_session_set_bookmark:
 * @self: a session
 * @step: a step
 * @title: (nullable): the title of the bookmark at @step; %NULL or empty for none
 *
 * Puts a bookmark at a step, in place of one that is there.
 */
void
ls_session_set_bookmark (LsSession  *self,
                         guint32     step,
                         const char *title)
{
  g_return_if_fail (LS_IS_SESSION (self));

  set_mark (self, "bookmarks", "title", ls_session_get_document (self)->bookmarks, step, title);
}

/**
 * ls_session_get_n_notes:
 * @self: a session
 *
 * Counts the notes.
 *
 * Returns: how many notes it has
 */
guint
ls_session_get_n_notes (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), 0);

  return ls_session_get_document (self)->notes->len;
}

/**
 * ls_session_get_note:
 * @self: a session
 * @index: less than [method@Session.get_n_notes]
 *
 * Gets one of the notes.
 *
 * Returns: (transfer none) (nullable): a note; valid until the session changes
 */
const LsMark *
ls_session_get_note (LsSession *self,
                     guint      index)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return peek (ls_session_get_document (self)->notes, index);
}

/**
 * ls_session_set_note:
 * @self: a session
 * @step: a step
 * @text: (nullable): the note at @step; %NULL or empty for none
 *
 * Puts a note at a step, in place of one that is there.
 */
void
ls_session_set_note (LsSession  *self,
                     guint32     step,
                     const char *text)
{
  g_return_if_fail (LS_IS_SESSION (self));

  set_mark (self, "notes", "text", ls_session_get_document (self)->notes, step, text);
}

typedef struct
{
  guint32 step;
  guint   index;
} MovedMark;

static int
compare_moved (gconstpointer a,
               gconstpointer b)
{
  const MovedMark *first = a, *second = b;

  if (first->step != second->step)
    return first->step < second->step ? -1 : 1;
  return first->index < second->index ? -1 : first->index > second->index;
}

/* Makes *@root a tree in which each mark of a list is where @func wants it. Returns FALSE where none has moved. */
static gboolean
move_list (JsonNode      **root,
           const char     *member,
           GPtrArray      *marks,
           gboolean        are_notes,
           LsMarkMoveFunc  func,
           gpointer        user_data)
{
  g_autofree MovedMark *moved = g_new (MovedMark, marks->len);
  g_autoptr (JsonNode) list = NULL;
  gboolean has_moved = FALSE;
  JsonArray *old, *array;
  JsonNode *next;

  for (guint i = 0; i < marks->len; i++)
    {
      const LsMark *mark = g_ptr_array_index (marks, i);

      moved[i] = (MovedMark) { .step = func (mark, are_notes, user_data), .index = i };
      has_moved |= moved[i].step != mark->step;
    }
  if (!has_moved)
    return FALSE;

  qsort (moved, marks->len, sizeof *moved, compare_moved);
  old = json_object_get_array_member (json_node_get_object (*root), member);
  array = json_array_sized_new (marks->len);
  for (guint i = 0; i < marks->len; i++)
    {
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "step", moved[i].step);
      ls_json_add_members (object, json_array_get_object_element (old, moved[i].index));
      json_array_add_object_element (array, object);
    }
  list = ls_json_take_array (array);
  next = ls_json_with_member (*root, member, list);
  json_node_unref (*root);
  *root = next;
  return TRUE;
}

/**
 * ls_session_move_marks:
 * @self: a session
 * @func: (scope call): says where each bookmark and each note is to be; must not change the session
 * @user_data: for @func
 *
 * Moves bookmarks and notes to other steps, as one change. Where several come to one step, all of them stay.
 *
 * Returns: whether one has moved
 */
gboolean
ls_session_move_marks (LsSession      *self,
                       LsMarkMoveFunc  func,
                       gpointer        user_data)
{
  g_autoptr (JsonNode) root = NULL;
  LsDocument *document;
  gboolean has_moved;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (func != NULL, FALSE);

  document = ls_session_get_document (self);
  root = json_node_ref (document->root);
  has_moved = move_list (&root, "bookmarks", document->bookmarks, FALSE, func, user_data);
  has_moved |= move_list (&root, "notes", document->notes, TRUE, func, user_data);
  return has_moved && ls_session_set_root (self, root, NULL, NULL);
}

/**
 * ls_session_get_schedule:
 * @self: a session
 * @length: (out): how many numbers
 *
 * Says which agent goes on in a run, each time that two or more could: [method@AgentCluster.get_n_choice_points] counts
 * those. After the last of them whoever runs goes on as long as it can, then the one with the next number.
 *
 * Returns: (array length=length) (transfer none) (nullable): numbers of agents; valid until the session changes
 */
const guint32 *
ls_session_get_schedule (LsSession *self,
                         gsize     *length)
{
  const GArray *schedule;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);
  g_return_val_if_fail (length != NULL, NULL);

  schedule = ls_session_get_document (self)->schedule;
  *length = schedule != NULL ? schedule->len : 0;
  return schedule != NULL && schedule->len > 0 ? (const guint32 *) (gpointer) schedule->data : NULL;
}

/**
 * ls_session_set_schedule:
 * @self: a session
 * @agents: (array length=length) (nullable): numbers of agents, from 1 to %LS_SESSION_MAX_AGENT_NUMBER
 * @length: how many; 0 for no schedule
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Sets who goes first; see [method@Session.get_schedule].
 *
 * Returns: %FALSE with @error set where a number is none of an agent; the session is then as it was
 */
gboolean
ls_session_set_schedule (LsSession      *self,
                         const guint32  *agents,
                         gsize           length,
                         GError        **error)
{
  JsonArray *array;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (agents != NULL || length == 0, FALSE);

  if (length == 0 && ls_session_get_document (self)->schedule == NULL)
    return TRUE;
  array = json_array_sized_new (length);
  for (gsize i = 0; i < length; i++)
    json_array_add_int_element (array, agents[i]);
  return ls_session_set_member (self, "schedule", ls_json_take_array (array), error);
}

/**
 * ls_session_let_go_next:
 * @self: a session
 * @trace: a run of it
 * @position: a position of @trace
 * @agent: the number of an agent
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Changes the schedule so that a run does what the trace shows up to @position, and lets @agent go the next time that it and
 * another agent could. What the schedule said from there on is dropped.
 *
 * Returns: %FALSE with @error set where the trace does not have the run from its beginning any more, or @agent is none; the session
 *   is then as it was
 */
gboolean
ls_session_let_go_next (LsSession  *self,
                        LsTrace    *trace,
                        gsize       position,
                        guint32     agent,
                        GError    **error)
{
  g_autoptr (GArray) schedule = NULL;
  gsize n_records;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (LS_IS_TRACE (trace), FALSE);

  if (ls_trace_get_start (trace) > 0)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                           _("found a trace without its start, expected a complete one"));
      return FALSE;
    }

  schedule = g_array_new (FALSE, FALSE, sizeof (guint32));
  position = MIN (position, ls_trace_get_length (trace));
  for (gsize at = 0; at < position; at += n_records)
    {
      const LsRecord *records = ls_trace_peek_records (trace, at, &n_records);

      n_records = MIN (n_records, position - at);
      for (gsize i = 0; i < n_records; i++)
        {
          /* The engine records each choice, even where the same agent goes on. */
          if (records[i].kind == LS_RECORD_AGENT_RUN && records[i].level > 1)
            g_array_append_val (schedule, records[i].subject);
        }
    }
  g_array_append_val (schedule, agent);
  return ls_session_set_schedule (self, (const guint32 *) (gpointer) schedule->data, schedule->len, error);
}

/**
 * ls_session_replace:
 * @self: a session
 * @pointer: a JSON pointer, such as "/program/main/3"; the name of a new member adds it, "-" adds to an array
 * @json: the JSON that is to be there
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Changes any part of a session.
 *
 * Returns: %FALSE with @error set if @json is not well formed or the session would not be valid; it is then as it was
 */
gboolean
ls_session_replace (LsSession   *self,
                    const char  *pointer,
                    const char  *json,
                    GError     **error)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) root = NULL;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (pointer != NULL, FALSE);
  g_return_val_if_fail (json != NULL, FALSE);

  node = ls_json_parse ("session", json, strlen (json), NULL, error);
  root = node != NULL ? ls_json_replace (ls_session_get_document (self)->root, pointer, node, error) : NULL;
  return root != NULL && ls_session_set_root (self, root, NULL, error);
}

/**
 * ls_session_has_agents:
 * @self: a session
 *
 * A session with shared memory or workers is run with one agent for each worker and one for the rest.
 *
 * Returns: whether its program or its actions make shared memory or workers; of JavaScript, whether its text looks as if it did
 */
gboolean
ls_session_has_agents (LsSession *self)
{
  LsProgram *program;
  const LsProgramRuntime *runtime;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  program = ls_session_get_program (self);
  if (program->has_agents)
    return TRUE;
  if (ls_program_get_kind (program) != LS_PROGRAM_JAVASCRIPT)
    return FALSE;
  runtime = ls_program_runtime_lookup (ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT));
  return runtime != NULL && runtime->needs_agents != NULL && runtime->needs_agents (program);
}
