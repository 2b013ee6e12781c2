/* ls-debugger-changes.c: what the user does to a session, and its undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-action.h"
#include "ls-lesson.h"
#include "ls-record-walk-private.h"

/* What makes another run. Marks move with it, so they are part of each such change. */
#define PARTS_OF_RUN (LS_SESSION_PART_ACTIONS | LS_SESSION_PART_SETTINGS | LS_SESSION_PART_SCHEDULE)
#define NO_ACTION G_MAXUINT32

/* What the debugger keeps with an entry of the session's undo. */
typedef struct
{
  GPtrArray *marks;    /* those that were on their way, for the follower of marks */
  GArray    *actions;  /* what was known of the session's actions */
  guint32    action;   /* the index of the action that the change is about, or NO_ACTION */
  LsSession *base;     /* (nullable): what the lesson had in the place of the run of a page */
  gboolean   has_program;
  guint      run_mark; /* that the run before had, or 0 */
} LsDebuggerChange;

static void
change_free (gpointer data)
{
  LsDebuggerChange *change = data;

  g_clear_pointer (&change->marks, g_ptr_array_unref);
  g_clear_pointer (&change->actions, g_array_unref);
  g_clear_object (&change->base);
  g_free (change);
}

/* Returns (transfer full) what there is before a change of @parts, for ls_undo_add() once it has been made. @label: what undo is to
 * call the change */
LsUndoEntry *
ls_debugger_remember (LsDebugger     *self,
                      const char     *label,
                      LsSessionParts  parts)
{
  LsUndoEntry *before = ls_undo_remember (self->undo, label, parts);
  LsDebuggerChange *change = g_new0 (LsDebuggerChange, 1);

  change->marks = ls_mark_follower_dup (self->marks);
  change->actions = ls_debugger_dup_actions (self);
  change->action = NO_ACTION;
  g_set_object (&change->base, self->base);
  change->has_program = self->has_program;
  change->run_mark = self->run_mark;
  ls_undo_entry_set_data (before, change, change_free);
  return before;
}

/* Takes @before: adds a change. A run that it makes has no mark yet. */
void
ls_debugger_add_change (LsDebugger  *self,
                        LsUndoEntry *before)
{
  ls_undo_add (self->undo, before);
  if (ls_undo_get_undo_parts (self->undo) & PARTS_OF_RUN)
    self->run_mark = 0;
}

/* Says which action a change is about: the player goes to it. */
void
ls_debugger_note_action (LsUndoEntry *before,
                         guint32      action)
{
  LsDebuggerChange *change = ls_undo_entry_get_data (before);

  change->action = action;
}

/* Takes @before: adds a change that makes another run, and makes it. */
gboolean
ls_debugger_add_and_restart (LsDebugger   *self,
                             LsUndoEntry  *before,
                             GError      **error)
{
  ls_player_set_running (self->player, FALSE);
  ls_debugger_add_change (self, before);
  return ls_debugger_restart (self, error);
}

/**
 * ls_debugger_act:
 * @self: a debugger
 * @step: what to do
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Does @step at the player's position, as an action of the session. Actions that were made later follow the tasks to which they
 * belong into the run that comes of it; "actions-lost" tells of those for which there is no place. Undo brings all back. The player
 * moves to the end of the action.
 *
 * Returns: %FALSE with @error set if @step is not possible, such as a yield where no callback runs; nothing has changed then
 */
gboolean
ls_debugger_act (LsDebugger  *self,
                 LsStep      *step,
                 const char  *label,
                 GError     **error)
{
  LsState *state = ls_player_get_state (self->player);
  LsStamp stamp;
  g_autoptr (LsUndoEntry) before = NULL;
  guint action;

  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_debugger_can_change (self, error))
    return FALSE;
  if (ls_step_get_op (step) == LS_STEP_OP_YIELD && !ls_action_can_yield (state, error))
    return FALSE;
  ls_stamp_init_for_action (&stamp, state);
  before = ls_debugger_remember (self, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_MARKS);
  if (!ls_debugger_insert_action (self, &stamp, step, &action, error))
    return FALSE;

  ls_debugger_note_action (before, action);
  if (!ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, action);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_begin_edit:
 * @self: a debugger
 * @label: what undo is to call it
 *
 * Remembers the session's scripts, which are about to be changed. Actions stay where they are: undo of one that was made before
 * does not take the new text with it.
 */
void
ls_debugger_begin_edit (LsDebugger *self,
                        const char *label)
{
  g_return_if_fail (self->session != NULL);

  ls_debugger_add_change (self, ls_debugger_remember (self, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_MARKS));
  ls_debugger_tell_undo (self);
}

/**
 * ls_debugger_begin_change:
 * @self: a debugger
 * @parts: what is about to be changed: nothing that a run depends on
 * @label: what undo is to call it
 *
 * Remembers parts of the session that are about to be changed. The run goes on, also when the change is undone.
 */
void
ls_debugger_begin_change (LsDebugger     *self,
                          LsSessionParts  parts,
                          const char     *label)
{
  g_return_if_fail (self->session != NULL);
  g_return_if_fail ((parts & PARTS_OF_RUN) == 0);

  ls_undo_add (self->undo, ls_debugger_remember (self, label, parts));
  ls_debugger_tell_undo (self);
}

/* Whether the mark of @step that is set now is another than @text. */
static gboolean
is_other_mark (LsSession  *session,
               gboolean    is_note,
               guint32     step,
               const char *text)
{
  guint n_marks = is_note ? ls_session_get_n_notes (session) : ls_session_get_n_bookmarks (session);

  for (guint i = 0; i < n_marks; i++)
    {
      const LsMark *mark = is_note ? ls_session_get_note (session, i) : ls_session_get_bookmark (session, i);

      if (mark->step == step)
        return g_strcmp0 (mark->text, text != NULL ? text : "") != 0;
    }
  return text != NULL && *text != '\0';
}

/**
 * ls_debugger_set_marks:
 * @self: a debugger with a session
 * @step: a step
 * @bookmark: (nullable): the title of the bookmark at @step; %NULL or empty for none
 * @note: (nullable): the text of the note at @step; %NULL or empty for none
 * @label: what undo is to call it
 *
 * Changes what is written at a step, as one change. The run stays as it is.
 *
 * Returns: %FALSE if that is what is written there already
 */
gboolean
ls_debugger_set_marks (LsDebugger *self,
                       guint32     step,
                       const char *bookmark,
                       const char *note,
                       const char *label)
{
  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!is_other_mark (self->session, FALSE, step, bookmark) && !is_other_mark (self->session, TRUE, step, note))
    return FALSE;
  ls_undo_add (self->undo, ls_debugger_remember (self, label, LS_SESSION_PART_MARKS));
  ls_session_set_bookmark (self->session, step, bookmark);
  ls_session_set_note (self->session, step, note);
  ls_debugger_tell_undo (self);
  return TRUE;
}

/**
 * ls_debugger_add_breakpoint:
 * @self: a debugger
 * @rule: at what to stop
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Adds a breakpoint to the session.
 *
 * Returns: %FALSE with @error set if it is not possible; nothing has changed then
 */
gboolean
ls_debugger_add_breakpoint (LsDebugger         *self,
                            const LsBreakRule  *rule,
                            const char         *label,
                            GError            **error)
{
  g_autoptr (LsUndoEntry) before = NULL;

  g_return_val_if_fail (self->session != NULL, FALSE);

  before = ls_debugger_remember (self, label, LS_SESSION_PART_BREAKPOINTS);
  if (!ls_session_insert_breakpoint (self->session, ls_session_get_n_breakpoints (self->session), rule, error))
    return FALSE;
  ls_undo_add (self->undo, g_steal_pointer (&before));
  ls_debugger_tell_undo (self);
  return TRUE;
}

/**
 * ls_debugger_change_settings:
 * @self: a debugger
 * @settings: the new settings
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Runs the session with other settings; the player stays at its step.
 *
 * Returns: %FALSE with @error set if the session does not run with them
 */
gboolean
ls_debugger_change_settings (LsDebugger        *self,
                             const LsSettings  *settings,
                             const char        *label,
                             GError           **error)
{
  guint32 step = ls_player_get_wanted_step (self->player);

  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_debugger_can_change (self, error))
    return FALSE;
  ls_debugger_add_change (self, ls_debugger_remember (self, label, LS_SESSION_PART_SETTINGS | LS_SESSION_PART_MARKS));
  ls_session_set_settings (self->session, settings);
  if (!ls_debugger_restart (self, error))
    return FALSE;
  ls_player_step_to (self->player, step);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/* Returns where an agent is chosen: again at the choice before the player's position, if a step ends with it. */
static gsize
find_choice (LsDebugger *self)
{
  const gsize position = ls_player_get_position (self->player);
  LsTrace *trace = ls_player_get_trace (self->player);
  LsRecord record;

  if (position == 0 || position - 1 < ls_trace_get_start (trace))
    return position;
  ls_trace_get_record (trace, position - 1, &record);
  return record.kind == LS_RECORD_AGENT_RUN && record.level > 1 ? position - 1 : position;
}

/**
 * ls_debugger_let_agent_go:
 * @self: a debugger with a session
 * @agent: an agent
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Lets @agent go on where the player is, if another one was chosen there, or else at the next choice: what comes before it stays as
 * it is. The player stays where it is. A run for real has no choices that could be made again.
 *
 * Returns: %FALSE with @error set if that is not possible
 */
gboolean
ls_debugger_let_agent_go (LsDebugger  *self,
                          guint32      agent,
                          const char  *label,
                          GError     **error)
{
  g_autoptr (LsUndoEntry) before = NULL;
  LsMoment moment;

  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_debugger_can_change (self, error))
    return FALSE;
  if (self->is_real)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                           _("This was a real run, so no agent can be chosen. Run the program again first."));
      return FALSE;
    }

  ls_player_get_moment (self->player, &moment);
  before = ls_debugger_remember (self, label, LS_SESSION_PART_SCHEDULE | LS_SESSION_PART_MARKS);
  if (!ls_session_let_go_next (self->session, ls_player_get_trace (self->player), find_choice (self), agent, error) ||
      !ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_seek_moment (self->player, &moment);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_take_schedule:
 * @self: a debugger with a session
 * @agents: (array length=length): who goes first, each time that two or more could
 * @length: how many
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Runs the session under another schedule, from its start, where the player goes. A schedule is about a run without actions:
 * they are dropped, and undo brings them back with the schedule that there was.
 *
 * Returns: %FALSE with @error set if that is not possible
 */
gboolean
ls_debugger_take_schedule (LsDebugger     *self,
                           const guint32  *agents,
                           gsize           length,
                           const char     *label,
                           GError        **error)
{
  g_autoptr (LsUndoEntry) before = NULL;

  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_debugger_can_change (self, error))
    return FALSE;
  before = ls_debugger_remember (self, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_SCHEDULE | LS_SESSION_PART_MARKS);
  /* Numbers may be none of agents; a session without actions is always a valid one. */
  if (!ls_session_set_schedule (self->session, agents, length, error) ||
      !ls_session_remove_actions (self->session, 0, NULL, error))
    return FALSE;
  ls_debugger_forget_actions (self);
  if (!ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_step_to (self->player, 1);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_get_undo_label:
 * @self: a debugger
 *
 * Returns: (nullable): what undo would undo, %NULL for nothing
 */
const char *
ls_debugger_get_undo_label (LsDebugger *self)
{
  return self->undo != NULL ? ls_undo_get_undo_label (self->undo) : NULL;
}

/**
 * ls_debugger_get_undo_depth:
 * @self: a debugger
 *
 * Returns: how many changes can be undone
 */
guint
ls_debugger_get_undo_depth (LsDebugger *self)
{
  return self->undo != NULL ? ls_undo_get_depth (self->undo) : 0;
}

/**
 * ls_debugger_set_run_mark:
 * @self: a debugger
 * @mark: what its caller knows the run by, or 0
 *
 * Marks the run that the session has. Any change that makes another run ends that, and undo brings the mark back with the run.
 */
void
ls_debugger_set_run_mark (LsDebugger *self,
                          guint       mark)
{
  self->run_mark = mark;
}

/**
 * ls_debugger_get_run_mark:
 * @self: a debugger
 *
 * Returns: the mark of the run that the session has, 0 for none
 */
guint
ls_debugger_get_run_mark (LsDebugger *self)
{
  return self->run_mark;
}

/**
 * ls_debugger_get_redo_label:
 * @self: a debugger
 *
 * Returns: (nullable): what redo would do again, %NULL for nothing
 */
const char *
ls_debugger_get_redo_label (LsDebugger *self)
{
  return self->undo != NULL ? ls_undo_get_redo_label (self->undo) : NULL;
}

/* Where in the trace an action begins: the same place in any run that has the same actions before it. */
static gsize
find_action (LsDebugger *self,
             guint32     action)
{
  LsRecordWalk walk = { ls_player_get_trace (self->player), 0, G_MAXSIZE };
  const LsRecord *record;

  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (record->kind == LS_RECORD_ACTION && record->subject == action)
      return walk.position - 1;
  return G_MAXSIZE;
}

/* What was edited takes its breakpoints with it. */
static gboolean
go_in_session (LsDebugger *self,
               gboolean    undo)
{
  g_autoptr (LsProgram) before = ls_program_ref (ls_session_get_program (self->session));

  if (!(undo ? ls_undo_undo (self->undo) : ls_undo_redo (self->undo)))
    return FALSE;
  ls_debugger_follow_program (self, before);
  return TRUE;
}

/* The player goes to where an action was made, or is done again; else it stays at its step, as far as the other run has so many. */
static gboolean
go_in_run (LsDebugger *self,
           guint32     action,
           gboolean    undo)
{
  gsize position;
  guint32 step;

  ls_player_set_running (self->player, FALSE);
  step = ls_player_get_wanted_step (self->player);
  position = ls_player_get_position (self->player);
  if (action != NO_ACTION && undo)
    position = MIN (position, find_action (self, action));
  if (!go_in_session (self, undo) || !ls_debugger_restart (self, NULL))
    return FALSE;

  if (action == NO_ACTION)
    ls_player_step_to (self->player, step);
  else if (undo)
    ls_player_seek_when_long (self->player, position);
  else
    ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, action);
  return TRUE;
}

/* The run that comes back may be that of a page, or the one before it. What was done before the lesson was written knew of no base:
 * there is one meanwhile. */
static void
swap_base (LsDebugger       *self,
           LsDebuggerChange *change)
{
  LsSession *base = self->base;
  const gboolean has_program = self->has_program;

  if (change->base == NULL && self->is_written)
    {
      g_set_object (&change->base, base);
      change->has_program = has_program;
      return;
    }
  self->base = change->base;
  self->has_program = change->has_program;
  change->base = base;
  change->has_program = has_program;
}

static void
swap_run (LsDebugger       *self,
          LsDebuggerChange *change)
{
  const guint run_mark = self->run_mark;

  swap_base (self, change);
  self->run_mark = change->run_mark;
  change->run_mark = run_mark;
}

/* Takes back the last change, or does again what was taken back last. */
static gboolean
go (LsDebugger *self,
    gboolean    undo)
{
  LsUndoEntry *entry = self->undo != NULL ? ls_undo_peek (self->undo, undo) : NULL;
  g_autoptr (GPtrArray) marks = NULL;
  LsDebuggerChange *change;
  LsSessionParts parts;
  gboolean is_older;

  if (entry == NULL)
    return FALSE;
  change = ls_undo_entry_get_data (entry);
  parts = undo ? ls_undo_get_undo_parts (self->undo) : ls_undo_get_redo_parts (self->undo);
  marks = ls_mark_follower_dup (self->marks);
  /* The run has to know what was known of the actions that come back. */
  if (parts & LS_SESSION_PART_ACTIONS)
    ls_debugger_swap_actions (self, &change->actions);
  is_older = parts & PARTS_OF_RUN && self->is_written && change->base == NULL;
  if (parts & PARTS_OF_RUN)
    swap_run (self, change);
  if (!(parts & PARTS_OF_RUN ? go_in_run (self, change->action, undo) : go_in_session (self, undo)))
    {
      if (parts & LS_SESSION_PART_ACTIONS)
        ls_debugger_swap_actions (self, &change->actions);
      if (parts & PARTS_OF_RUN)
        swap_run (self, change);
      return FALSE;
    }

  if (is_older)
    self->has_program = ls_debugger_guess_program (self);
  /* The marks are at the steps of the run that there is now, but for those that were on their way in it then. */
  if (parts & LS_SESSION_PART_MARKS)
    {
      ls_mark_follower_take (self->marks, change->marks);
      g_ptr_array_unref (change->marks);
      change->marks = g_steal_pointer (&marks);
    }
  /* A change that makes no other run tells of itself, and leaves the program as it is. */
  if (parts & PARTS_OF_RUN)
    ls_debugger_tell_changed (self);
  else
    ls_debugger_tell_undo (self);
  return TRUE;
}

/**
 * ls_debugger_undo:
 * @self: a debugger
 *
 * Takes the last change back, and with it brings back the future that it replaced. The player goes to where it was made.
 *
 * Returns: %FALSE if there is nothing to undo
 */
gboolean
ls_debugger_undo (LsDebugger *self)
{
  return go (self, TRUE);
}

/**
 * ls_debugger_redo:
 * @self: a debugger
 *
 * Does again what was undone last.
 *
 * Returns: %FALSE if there is nothing to redo
 */
gboolean
ls_debugger_redo (LsDebugger *self)
{
  return go (self, FALSE);
}
