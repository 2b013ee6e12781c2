/* ls-session-actions.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-session-private.h"

/* One action is added, replaced or removed at a time; the others stay. */

/* Where an action of a moment goes: after those of the same moment and of earlier ones. @except: an action that does not count */
static guint
find_place (LsSession     *self,
            const LsStamp *stamp,
            guint          except)
{
  guint place = 0;
  guint n_before = 0;

  for (guint i = 0; i < ls_session_get_n_actions (self); i++)
    {
      LsStamp at;

      if (i == except)
        continue;
      n_before++;
      ls_action_get_stamp (ls_session_get_action (self, i), &at);
      if (ls_stamp_compare (&at, stamp) <= 0)
        place = n_before;
    }
  return place;
}

/* Sets the list to what it is, without the action at @removed, and with @added (transfer full) (nullable) at @place then. */
static gboolean
change_list (LsSession  *self,
             guint       removed,
             JsonNode   *added,
             guint       place,
             GError    **error)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < ls_session_get_n_actions (self); i++)
    {
      if (i == removed)
        continue;
      if (added != NULL && json_array_get_length (array) == place)
        json_array_add_element (array, g_steal_pointer (&added));
      json_array_add_element (array, json_node_ref (ls_action_get_json (ls_session_get_action (self, i))));
    }
  if (added != NULL)
    json_array_add_element (array, added);
  return ls_session_set_member (self, "actions", ls_json_take_array (array), error);
}

/**
 * ls_session_add_action:
 * @self: a session
 * @stamp: when the action is done
 * @step: what it does
 * @index: (out) (optional): its place among the actions
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Adds an action. It comes after the others of its moment, and all others stay as they are.
 *
 * Returns: %FALSE with @error set if @step uses a name that nothing makes; the session is then as it was
 */
gboolean
ls_session_add_action (LsSession      *self,
                       const LsStamp  *stamp,
                       LsStep         *step,
                       guint          *index,
                       GError        **error)
{
  guint place;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (stamp != NULL && step != NULL, FALSE);

  place = find_place (self, stamp, G_MAXUINT);
  if (!change_list (self, G_MAXUINT, ls_action_make (stamp, step), place, error))
    return FALSE;
  if (index != NULL)
    *index = place;
  return TRUE;
}

/**
 * ls_session_replace_action:
 * @self: a session
 * @index: less than [method@Session.get_n_actions]
 * @stamp: when the action is done from now on
 * @step: (nullable): what it does from now on, %NULL for the same as before
 * @place: (out) (optional): its new place among the actions
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Changes an action, and switches it on.
 *
 * Returns: %FALSE with @error set if @step uses a name that nothing makes; the session is then as it was
 */
gboolean
ls_session_replace_action (LsSession      *self,
                           guint           index,
                           const LsStamp  *stamp,
                           LsStep         *step,
                           guint          *place,
                           GError        **error)
{
  LsAction *action;
  LsStamp at;
  guint to;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (index < ls_session_get_n_actions (self), FALSE);
  g_return_val_if_fail (stamp != NULL, FALSE);

  action = ls_session_get_action (self, index);
  ls_action_get_stamp (action, &at);
  to = ls_stamp_compare (&at, stamp) == 0 ? index : find_place (self, stamp, index);
  if (!change_list (self, index, ls_action_make_other (action, stamp, step, LS_ACTION_DONE), to, error))
    return FALSE;
  if (place != NULL)
    *place = to;
  return TRUE;
}

/**
 * ls_session_remove_action:
 * @self: a session
 * @index: less than [method@Session.get_n_actions]
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Removes one action; the others stay.
 *
 * Returns: %FALSE with @error set if another one uses a name that nothing makes then; the session is then as it was
 */
gboolean
ls_session_remove_action (LsSession  *self,
                          guint       index,
                          GError    **error)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (index < ls_session_get_n_actions (self), FALSE);

  return change_list (self, index, NULL, 0, error);
}

/* Sets of all actions when they are done and whether, in one go. @revisions: as many as there are actions */
gboolean
ls_session_revise_actions (LsSession               *self,
                           const LsActionRevision  *revisions,
                           GError                 **error)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < ls_session_get_n_actions (self); i++)
    {
      LsAction *action = ls_session_get_action (self, i);
      LsActionResult because;
      LsStamp at;

      ls_action_get_stamp (action, &at);
      because = ls_action_get_enabled (action, &because) ? LS_ACTION_DONE : because;
      if (because == revisions[i].because && ls_stamp_compare (&at, &revisions[i].stamp) == 0)
        json_array_add_element (array, json_node_ref (ls_action_get_json (action)));
      else
        json_array_add_element (array, ls_action_make_other (action, &revisions[i].stamp, NULL, revisions[i].because));
    }
  return ls_session_set_member (self, "actions", ls_json_take_array (array), error);
}
