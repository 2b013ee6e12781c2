/* ls-debugger-changes.c: what the user does to a session, and its undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-lesson.h"

/* Undo goes over actions, edits of scripts, settings and what no run depends on, such as bookmarks and breakpoints: an
 * LsSessionHistory keeps all that. Whatever makes another run moves marks, so they are part of it. */
typedef enum
{
  CHANGE_ACTION,
  CHANGE_SCRIPTS,
  CHANGE_PARTS
} ChangeKind;

typedef struct
{
  ChangeKind  kind;
  char       *label;
  GPtrArray  *marks;        /* those that were on their way, for the follower of marks */
  guint32     action;       /* index of the action */
} LsDebuggerChange;

static void
change_free (gpointer data)
{
  LsDebuggerChange *change = data;

  g_clear_pointer (&change->marks, g_ptr_array_unref);
  g_free (change->label);
  g_free (change);
}

static LsDebuggerChange *
last_change (GPtrArray *changes)
{
  return changes->len > 0 ? g_ptr_array_index (changes, changes->len - 1) : NULL;
}

void
ls_debugger_init_changes (LsDebugger *self)
{
  self->undo = g_ptr_array_new_with_free_func (change_free);
  self->redo = g_ptr_array_new_with_free_func (change_free);
}

static LsDebuggerChange *
push_change (LsDebugger *self,
             ChangeKind  kind,
             const char *label)
{
  LsDebuggerChange *change = g_new0 (LsDebuggerChange, 1);

  change->kind = kind;
  change->label = g_strdup (label);
  change->marks = ls_mark_follower_dup (self->marks);
  g_ptr_array_add (self->undo, change);
  g_ptr_array_set_size (self->redo, 0);
  return change;
}

/**
 * ls_debugger_act:
 * @self: a debugger
 * @step: what to do
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Does @step at the player's position, as an action of the session. What was done later in the old future is dropped;
 * undo brings it back. The player moves to the end of the action.
 *
 * Returns: %FALSE with @error set if @step is not possible; nothing has changed then
 */
gboolean
ls_debugger_act (LsDebugger  *self,
                 LsStep      *step,
                 const char  *label,
                 GError     **error)
{
  LsState *state = ls_player_get_state (self->player);
  LsStamp stamp;
  g_autoptr (LsSession) trial = NULL;
  guint32 action;

  g_return_val_if_fail (self->session != NULL, FALSE);

  ls_stamp_init_for_action (&stamp, state);

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trial = ls_session_copy (self->session);
  if (!ls_session_insert_action_at (trial, &stamp, step, NULL, error))
    return FALSE;

  ls_player_set_running (self->player, FALSE);
  ls_session_history_push_parts (self->history, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_MARKS);
  if (!ls_session_insert_action_at (self->session, &stamp, step, NULL, error))
    return FALSE;
  action = ls_session_get_n_actions (self->session) - 1;
  push_change (self, CHANGE_ACTION, label)->action = action;
  if (!ls_debugger_restart (self, error))
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

  ls_session_history_push_parts (self->history, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_MARKS);
  push_change (self, CHANGE_SCRIPTS, label);
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
  g_return_if_fail ((parts & (LS_SESSION_PART_ACTIONS | LS_SESSION_PART_SETTINGS)) == 0);

  ls_session_history_push_parts (self->history, label, parts);
  push_change (self, CHANGE_PARTS, label);
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
  ls_session_history_push_parts (self->history, label, LS_SESSION_PART_MARKS);
  push_change (self, CHANGE_PARTS, label);
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
  g_autoptr (LsSession) trial = NULL;

  g_return_val_if_fail (self->session != NULL, FALSE);

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trial = ls_session_copy (self->session);
  if (!ls_session_insert_breakpoint (trial, ls_session_get_n_breakpoints (trial), rule, error))
    return FALSE;
  ls_session_history_push_parts (self->history, label, LS_SESSION_PART_BREAKPOINTS);
  push_change (self, CHANGE_PARTS, label);
  ls_session_insert_breakpoint (self->session, ls_session_get_n_breakpoints (self->session), rule, NULL);
  ls_debugger_tell_undo (self);
  return TRUE;
}

/* Changes of parts tell of themselves, and leave the program as it is. */
static void
tell_swapped (LsDebugger *self,
              ChangeKind  kind)
{
  if (kind == CHANGE_PARTS)
    ls_debugger_tell_undo (self);
  else
    ls_debugger_tell_changed (self);
}

/* The run does not depend on marks, nor on breakpoints. */
static gboolean
swap_parts (LsDebugger *self,
            gboolean    undo)
{
  return undo ? ls_session_history_undo (self->history) : ls_session_history_redo (self->history);
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

  ls_session_history_push_parts (self->history, label, LS_SESSION_PART_SETTINGS | LS_SESSION_PART_MARKS);
  push_change (self, CHANGE_SCRIPTS, label);
  ls_session_set_settings (self->session, settings);
  if (!ls_debugger_restart (self, error))
    return FALSE;
  ls_player_step_to (self->player, step);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_take_run:
 * @self: a debugger
 * @wanted: another session
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Gives the session the actions, the settings and the program of @wanted, and runs it from its start. The player stays at
 * its step.
 *
 * Returns: %FALSE with @error set if that is not possible; the session is then as it was
 */
gboolean
ls_debugger_take_run (LsDebugger  *self,
                      LsSession   *wanted,
                      const char  *label,
                      GError     **error)
{
  g_autoptr (LsSession) trial = NULL;
  guint32 step = ls_player_get_wanted_step (self->player);

  g_return_val_if_fail (self->session != NULL, FALSE);

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trial = ls_session_copy (self->session);
  if (!ls_session_take_run (trial, wanted, error))
    return FALSE;

  ls_player_set_running (self->player, FALSE);
  ls_session_history_push_parts (self->history, label,
                                 LS_SESSION_PART_ACTIONS | LS_SESSION_PART_SETTINGS | LS_SESSION_PART_MARKS);
  push_change (self, CHANGE_SCRIPTS, label);
  if (!ls_session_take_run (self->session, wanted, error) || !ls_debugger_restart (self, error))
    return FALSE;
  ls_player_step_to (self->player, step);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_let_agent_go:
 * @self: a debugger with a session
 * @agent: an agent
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Lets @agent go on at the next choice after the player's position: what comes before it stays as it is. The player stays where it
 * is. A run for real has no choices that could be made again.
 *
 * Returns: %FALSE with @error set if that is not possible; the session is then as it was
 */
gboolean
ls_debugger_let_agent_go (LsDebugger  *self,
                          guint32      agent,
                          const char  *label,
                          GError     **error)
{
  g_autoptr (LsSession) trial = NULL;
  g_autoptr (LsTrace) trace = NULL;
  gsize position;
  LsMoment moment;

  g_return_val_if_fail (self->session != NULL, FALSE);

  if (self->is_real)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                           _("This run was for real: nobody chose who went next. Run the program again first."));
      return FALSE;
    }

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trace = g_object_ref (ls_player_get_trace (self->player));
  position = ls_player_get_position (self->player);
  trial = ls_session_copy (self->session);
  if (!ls_session_let_go_next (trial, trace, position, agent, error))
    return FALSE;

  ls_player_get_moment (self->player, &moment);
  ls_player_set_running (self->player, FALSE);
  ls_session_history_push_parts (self->history, label, LS_SESSION_PART_SCHEDULE | LS_SESSION_PART_MARKS);
  push_change (self, CHANGE_SCRIPTS, label);
  if (!ls_session_let_go_next (self->session, trace, position, agent, error) || !ls_debugger_restart (self, error))
    return FALSE;
  ls_player_seek_moment (self->player, &moment);
  ls_debugger_tell_changed (self);
  return TRUE;
}

static gboolean
set_schedule (LsSession      *session,
              const guint32  *agents,
              gsize           length,
              GError        **error)
{
  return ls_session_remove_actions (session, 0, NULL, error) && ls_session_set_schedule (session, agents, length, error);
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
 * Returns: %FALSE with @error set if that is not possible; the session is then as it was
 */
gboolean
ls_debugger_take_schedule (LsDebugger     *self,
                           const guint32  *agents,
                           gsize           length,
                           const char     *label,
                           GError        **error)
{
  g_autoptr (LsSession) trial = NULL;

  g_return_val_if_fail (self->session != NULL, FALSE);

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trial = ls_session_copy (self->session);
  if (!set_schedule (trial, agents, length, error))
    return FALSE;

  ls_player_set_running (self->player, FALSE);
  ls_session_history_push_parts (self->history, label,
                                 LS_SESSION_PART_ACTIONS | LS_SESSION_PART_SCHEDULE | LS_SESSION_PART_MARKS);
  push_change (self, CHANGE_SCRIPTS, label);
  if (!set_schedule (self->session, agents, length, error) || !ls_debugger_restart (self, error))
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
  LsDebuggerChange *change = last_change (self->undo);

  return change != NULL ? change->label : NULL;
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
  LsDebuggerChange *change = last_change (self->redo);

  return change != NULL ? change->label : NULL;
}

/* Where in the trace an action begins: the same place in any run that has the same actions before it. */
static gsize
find_action (LsDebugger *self,
             guint32     action)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize length = ls_trace_get_length (trace);
  gsize position = 0;

  while (position < length)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (trace, position, &n_records);

      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        if (records[i].kind == LS_RECORD_ACTION && records[i].subject == action)
          return position + i;
      position += n_records;
    }

  return G_MAXSIZE;
}

static void
move_change (GPtrArray *from,
             GPtrArray *to)
{
  g_ptr_array_add (to, g_ptr_array_steal_index (from, from->len - 1));
}

/* What was edited takes its breakpoints with it. */
static gboolean
go_in_history (LsDebugger *self,
               gboolean    undo)
{
  g_autoptr (LsProgram) before = ls_program_ref (ls_session_get_program (self->session));

  if (!(undo ? ls_session_history_undo (self->history) : ls_session_history_redo (self->history)))
    return FALSE;
  ls_debugger_follow_program (self, before);
  return TRUE;
}

/* The player stays at its step, as far as the other text has so many. */
static gboolean
swap_scripts (LsDebugger *self,
              gboolean    undo)
{
  guint32 step = ls_player_get_wanted_step (self->player);

  if (!go_in_history (self, undo) || !ls_debugger_restart (self, NULL))
    return FALSE;
  ls_player_step_to (self->player, step);
  return TRUE;
}

static gboolean
undo_action (LsDebugger       *self,
             LsDebuggerChange *change)
{
  gsize position = find_action (self, change->action);
  gsize before = ls_player_get_position (self->player);

  if (!go_in_history (self, TRUE) || !ls_debugger_restart (self, NULL))
    return FALSE;
  ls_player_seek_when_long (self->player, MIN (before, position));
  return TRUE;
}

static gboolean
redo_action (LsDebugger       *self,
             LsDebuggerChange *change)
{
  if (!go_in_history (self, FALSE) || !ls_debugger_restart (self, NULL))
    return FALSE;
  ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, change->action);
  return TRUE;
}

/* Takes back the last change, or does again what was taken back last. */
static gboolean
go (LsDebugger *self,
    gboolean    undo)
{
  GPtrArray *from = undo ? self->undo : self->redo;
  LsDebuggerChange *change = last_change (from);
  g_autoptr (GPtrArray) marks = NULL;
  gboolean has_marks;
  ChangeKind kind;

  if (change == NULL)
    return FALSE;
  kind = change->kind;
  if (kind != CHANGE_PARTS)
    ls_player_set_running (self->player, FALSE);
  has_marks = ((undo ? ls_session_history_get_undo_parts (self->history)
                     : ls_session_history_get_redo_parts (self->history)) & LS_SESSION_PART_MARKS) != 0;
  marks = ls_mark_follower_dup (self->marks);
  if (!(kind == CHANGE_SCRIPTS ? swap_scripts (self, undo)
        : kind == CHANGE_PARTS ? swap_parts (self, undo)
        : undo                 ? undo_action (self, change)
                               : redo_action (self, change)))
    return FALSE;

  /* The marks are at the steps of the run that there is now, but for those that were on their way in it then. */
  if (has_marks)
    {
      ls_mark_follower_take (self->marks, change->marks);
      g_ptr_array_unref (change->marks);
      change->marks = g_steal_pointer (&marks);
    }
  move_change (from, undo ? self->redo : self->undo);
  tell_swapped (self, kind);
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
