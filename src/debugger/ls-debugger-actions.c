/* ls-debugger-actions.c: the user's actions, one by one, and how they follow into another run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-action-private.h"
#include "ls-session-private.h"

/* An action has the number of a turn, and in another run that number may be another turn. A change in the past makes another run.
 * Each action that comes after the change then follows the task in whose turn it was done, by the rule by which bookmarks follow:
 * a task is the same if it has the same name, the same poster and the same place among those that this one posted under the name.
 * The run finds that task as it goes, does the action at the same place of its turn, and reports where that was.
 *
 * An action is off in the session until the run has found its place: whatever else runs the session meanwhile leaves it alone. If
 * the run ends without such a task, or what the action names is not there, it stays off, with the reason. */

/* What is known of an action of the session. */
typedef struct
{
  guint64  turn;          /* the task in whose turn it was done last; 0 for unknown */
  gboolean is_followed;   /* the run that is shown looks for that task */
} LsKnownAction;

static LsKnownAction *
get_known (LsDebugger *self,
           guint       index)
{
  return &g_array_index (self->known, LsKnownAction, index);
}

void
ls_debugger_init_actions (LsDebugger *self)
{
  self->known = g_array_new (FALSE, TRUE, sizeof (LsKnownAction));
}

/* Forgets where actions were done: those of the session are others now. */
void
ls_debugger_forget_actions (LsDebugger *self)
{
  g_array_set_size (self->known, 0);
}

/* Returns (transfer full) what is known of the actions, for ls_debugger_swap_actions(). */
GArray *
ls_debugger_dup_actions (LsDebugger *self)
{
  return g_array_copy (self->known);
}

/* Takes what was known when the session's actions were those that undo brings back, and gives what is known now. */
void
ls_debugger_swap_actions (LsDebugger  *self,
                          GArray     **known)
{
  GArray *now = self->known;

  self->known = *known;
  *known = now;
}

/* Returns (transfer full) which tasks the actions follow in a run of the session as it is. */
GArray *
ls_debugger_list_followed_turns (LsDebugger *self)
{
  const guint n_actions = ls_session_get_n_actions (self->session);
  GArray *turns = g_array_sized_new (FALSE, TRUE, sizeof (guint64), n_actions);

  if (self->known->len != n_actions)
    {
      ls_debugger_forget_actions (self);
      g_array_set_size (self->known, n_actions);
    }
  for (guint i = 0; i < n_actions; i++)
    {
      const LsKnownAction *known = get_known (self, i);
      const guint64 turn = known->is_followed ? known->turn : 0;

      g_array_append_val (turns, turn);
    }
  return turns;
}

/* Returns (transfer full) (element-type LsActionRevision) the moments of the actions as they are. */
static GArray *
list_revisions (LsDebugger *self)
{
  GArray *revisions = g_array_new (FALSE, TRUE, sizeof (LsActionRevision));

  for (guint i = 0; i < ls_session_get_n_actions (self->session); i++)
    {
      LsAction *action = ls_session_get_action (self->session, i);
      LsActionRevision revision;

      ls_action_get_stamp (action, &revision.stamp);
      if (ls_action_get_enabled (action, &revision.because))
        revision.because = LS_ACTION_DONE;
      g_array_append_val (revisions, revision);
    }
  return revisions;
}

/* Names stay as they are, so the session is as valid as it was. */
static void
revise (LsDebugger *self,
        GArray     *revisions)
{
  ls_session_revise_actions (self->session, (const LsActionRevision *) (gpointer) revisions->data, NULL);
}

/* Lets the actions after @stamp follow their tasks into the next run. Those that no run has come to yet keep their moments.
 * @except: the action that has changed */
static void
follow_later (LsDebugger    *self,
              const LsStamp *stamp,
              guint          except)
{
  g_autoptr (GArray) revisions = list_revisions (self);

  for (guint i = 0; i < revisions->len; i++)
    {
      LsActionRevision *revision = &g_array_index (revisions, LsActionRevision, i);
      LsKnownAction *known = get_known (self, i);

      if (i == except || known->turn == 0 || revision->because != LS_ACTION_DONE ||
          ls_stamp_compare (&revision->stamp, stamp) <= 0)
        continue;
      known->is_followed = TRUE;
      revision->because = LS_ACTION_PENDING;
    }
  revise (self, revisions);
}

/* What is known of the actions has to have a place for each before one comes or goes. */
static void
fit_known (LsDebugger *self)
{
  g_array_unref (ls_debugger_list_followed_turns (self));
}

/* Adds @step at @stamp to the session, and lets later actions follow. *@index: (out): its place */
gboolean
ls_debugger_insert_action (LsDebugger     *self,
                           const LsStamp  *stamp,
                           LsStep         *step,
                           guint          *index,
                           GError        **error)
{
  const LsKnownAction unknown = { 0 };

  fit_known (self);
  if (!ls_session_add_action (self->session, stamp, step, index, error))
    return FALSE;
  g_array_insert_val (self->known, *index, unknown);
  follow_later (self, stamp, *index);
  return TRUE;
}

static LsUndoEntry *
remember (LsDebugger *self,
          const char *label)
{
  fit_known (self);
  return ls_debugger_remember (self, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_MARKS);
}

/**
 * ls_debugger_remove_action:
 * @self: a debugger with a session
 * @index: an action of the session
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Removes one action and runs the session again. Later actions follow their tasks. The player stays at its step.
 *
 * Returns: %FALSE with @error set if another action needs what this one makes; nothing has changed then
 */
gboolean
ls_debugger_remove_action (LsDebugger  *self,
                           guint        index,
                           const char  *label,
                           GError     **error)
{
  const guint32 step = ls_player_get_wanted_step (self->player);
  g_autoptr (LsUndoEntry) before = NULL;
  gboolean was_enabled;
  LsStamp stamp;

  g_return_val_if_fail (self->session != NULL, FALSE);
  g_return_val_if_fail (index < ls_session_get_n_actions (self->session), FALSE);

  ls_action_get_stamp (ls_session_get_action (self->session, index), &stamp);
  was_enabled = ls_action_get_enabled (ls_session_get_action (self->session, index), NULL);
  before = remember (self, label);
  if (!ls_session_remove_action (self->session, index, NULL))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                           _("Another action depends on this one. Remove that one first."));
      return FALSE;
    }
  g_array_remove_index (self->known, index);
  /* One that was off has changed nothing. */
  if (was_enabled)
    follow_later (self, &stamp, G_MAXUINT);
  if (!ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_step_to (self->player, step);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/* Moves what is known of an action with it. */
static void
move_known (LsDebugger *self,
            guint       from,
            guint       to)
{
  const LsKnownAction unknown = { 0 };

  g_array_remove_index (self->known, from);
  g_array_insert_val (self->known, to, unknown);
}

/**
 * ls_debugger_change_action:
 * @self: a debugger with a session
 * @index: an action of the session
 * @stamp: (nullable): when it is to be done, %NULL for the moment that it has
 * @step: (nullable): what it is to do, %NULL for what it does
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Changes one action, switches it on and runs the session again. Later actions follow their tasks. The player goes to the end of
 * the action.
 *
 * Returns: %FALSE with @error set if that is not possible; nothing has changed then
 */
gboolean
ls_debugger_change_action (LsDebugger     *self,
                           guint           index,
                           const LsStamp  *stamp,
                           LsStep         *step,
                           const char     *label,
                           GError        **error)
{
  g_autoptr (LsUndoEntry) before = NULL;
  LsStamp old, first;
  guint place;

  g_return_val_if_fail (self->session != NULL, FALSE);
  g_return_val_if_fail (index < ls_session_get_n_actions (self->session), FALSE);

  ls_action_get_stamp (ls_session_get_action (self->session, index), &old);
  if (stamp == NULL)
    stamp = &old;
  first = ls_stamp_compare (&old, stamp) < 0 ? old : *stamp;
  before = remember (self, label);
  if (!ls_session_replace_action (self->session, index, stamp, step, &place, error))
    return FALSE;
  move_known (self, index, place);
  follow_later (self, &first, place);
  ls_debugger_note_action (before, place);
  if (!ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, place);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_switch_action:
 * @self: a debugger with a session
 * @index: an action of the session
 * @enabled: whether it is to be done
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Switches one action off or on, and runs the session again. One that is on again is looked for in the turn of the task to which it
 * belongs. Later actions follow their tasks. The player stays at its step.
 *
 * Returns: %FALSE with @error set if that is not possible; nothing has changed then
 */
gboolean
ls_debugger_switch_action (LsDebugger  *self,
                           guint        index,
                           gboolean     enabled,
                           const char  *label,
                           GError     **error)
{
  const guint32 step = ls_player_get_wanted_step (self->player);
  g_autoptr (LsUndoEntry) before = NULL;
  g_autoptr (GArray) revisions = NULL;
  LsActionRevision *revision;
  gboolean is_followed;

  g_return_val_if_fail (self->session != NULL, FALSE);
  g_return_val_if_fail (index < ls_session_get_n_actions (self->session), FALSE);

  before = remember (self, label);
  revisions = list_revisions (self);
  revision = &g_array_index (revisions, LsActionRevision, index);
  is_followed = enabled && get_known (self, index)->turn != 0;
  revision->because = !enabled ? LS_ACTION_OFF : is_followed ? LS_ACTION_PENDING : LS_ACTION_DONE;
  get_known (self, index)->is_followed = is_followed;
  revise (self, revisions);
  follow_later (self, &revision->stamp, index);
  if (!ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_step_to (self->player, step);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/* Takes over what the run says of an action that it has followed. Returns whether it could not be kept. */
static gboolean
take_outcome (LsKnownAction         *known,
              const LsActionOutcome *outcome,
              LsActionRevision      *revision)
{
  if (outcome->result == LS_ACTION_DONE)
    {
      known->turn = outcome->turn;
      if (known->is_followed)
        *revision = (LsActionRevision) { .stamp = outcome->stamp, .because = LS_ACTION_DONE };
      known->is_followed = FALSE;
      return FALSE;
    }
  /* A run that was ended might have come to the task later. */
  if (!known->is_followed || !ls_action_result_is_problem (outcome->result) || outcome->result == LS_ACTION_NO_MOMENT)
    return FALSE;
  revision->because = outcome->result;
  known->is_followed = FALSE;
  return TRUE;
}

/* Takes over what has become of the actions since the last progress. */
void
ls_debugger_take_outcomes (LsDebugger *self)
{
  GArray *outcomes = ls_engine_thread_get_action_outcomes (self->thread);
  g_autoptr (GArray) revisions = NULL;
  gboolean has_followed = FALSE;
  guint n_lost = 0;

  if (outcomes == self->outcomes || self->is_real || self->session == NULL)
    return;
  self->outcomes = outcomes;
  if (outcomes == NULL || outcomes->len != self->known->len ||
      outcomes->len != ls_session_get_n_actions (self->session))
    return;

  revisions = list_revisions (self);
  for (guint i = 0; i < outcomes->len; i++)
    has_followed |= get_known (self, i)->is_followed;
  for (guint i = 0; i < outcomes->len; i++)
    n_lost += take_outcome (get_known (self, i), &g_array_index (outcomes, LsActionOutcome, i),
                            &g_array_index (revisions, LsActionRevision, i));
  /* A session that runs as it was opened has not changed. */
  if (has_followed)
    revise (self, revisions);
  g_signal_emit_by_name (self, "actions-changed");
  if (n_lost > 0)
    g_signal_emit_by_name (self, "actions-lost", n_lost);
}

/**
 * ls_debugger_get_action_outcome:
 * @self: a debugger with a session
 * @index: an action of the session
 * @outcome: (out caller-allocates): what has become of it
 *
 * Finds out what the run that is shown has made of an action so far; of an action that is off, why it is.
 */
void
ls_debugger_get_action_outcome (LsDebugger      *self,
                                guint            index,
                                LsActionOutcome *outcome)
{
  GArray *outcomes = ls_engine_thread_get_action_outcomes (self->thread);
  LsActionResult because = LS_ACTION_OFF;
  LsAction *action;

  g_return_if_fail (self->session != NULL);
  g_return_if_fail (index < ls_session_get_n_actions (self->session));

  action = ls_session_get_action (self->session, index);
  *outcome = (LsActionOutcome) { .result = LS_ACTION_PENDING };
  ls_action_get_stamp (action, &outcome->stamp);
  if (!ls_action_get_enabled (action, &because))
    {
      outcome->result = because;
      /* In a session that was saved before the run had come there, nobody looks for its task any more. */
      if (because == LS_ACTION_PENDING && !(index < self->known->len && get_known (self, index)->is_followed))
        outcome->result = LS_ACTION_NO_MOMENT;
    }
  else if (outcomes != NULL && index < outcomes->len && outcomes->len == ls_session_get_n_actions (self->session))
    *outcome = g_array_index (outcomes, LsActionOutcome, index);
}

/**
 * ls_debugger_go_to_action:
 * @self: a debugger with a session
 * @index: an action of the session
 *
 * Shows the moment at which the action has just been done. Does nothing if the run has not done it.
 */
void
ls_debugger_go_to_action (LsDebugger *self,
                          guint       index)
{
  LsActionOutcome outcome;

  ls_debugger_get_action_outcome (self, index, &outcome);
  if (outcome.result == LS_ACTION_DONE && outcome.step > 0)
    ls_player_step_to (self->player, outcome.step);
}
