/* ls-debugger.c: the session that a window works on, and its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-drop.h"
#include "ls-kept-breakpoints.h"
#include "ls-session-private.h"

/**
 * LsDebugger:
 *
 * A session and everything that happens to it in a window: the debugger opens it, runs it ahead on a thread of its own, changes it
 * by actions at the player's position, and saves it. "changed" tells of another title, file, or state of undo; "session-changed" of
 * another session or program; "restarting" and "restarted" of a run from the start, before and after; "stopped" of the end of a
 * run; "working-changed" of whether there is something to stop; "actions-changed" of what has become of the user's actions in the
 * run, and "actions-lost" of how many later ones a change in the past has left without a place.
 *
 * Its other parts are in ls-debugger-run.c, ls-debugger-breakpoints.c, ls-debugger-changes.c (acting, undo),
 * ls-debugger-actions.c, ls-debugger-evaluate.c, ls-debugger-recording.c and ls-debugger-live.c.
 */
G_DEFINE_FINAL_TYPE (LsDebugger, ls_debugger, G_TYPE_OBJECT)

/* Tells of another title or state of undo. */
void
ls_debugger_tell_undo (LsDebugger *self)
{
  g_signal_emit_by_name (self, "changed");
}

/* Tells of another program, title or state of undo. */
void
ls_debugger_tell_changed (LsDebugger *self)
{
  g_signal_emit_by_name (self, "session-changed");
  g_signal_emit_by_name (self, "changed");
}

static void
on_conditions_changed (LsDebugger *self)
{
  if (!self->syncing)
    ls_debugger_apply_conditions (self);
}

static void
ls_debugger_dispose (GObject *object)
{
  LsDebugger *self = LS_DEBUGGER (object);

  g_clear_object (&self->session_signals);
  ls_debugger_leave_live_run (self);
  if (self->thread != NULL)
    ls_engine_thread_stop (self->thread);
  g_clear_pointer (&self->marks, ls_mark_follower_free);
  g_clear_pointer (&self->known, g_array_unref);
  if (self->player != NULL)
    {
      ls_player_set_breakpoints (self->player, NULL);
      ls_player_set_trace (self->player, NULL, NULL, NULL);
    }
  g_clear_object (&self->thread);
  g_clear_object (&self->undo);
  g_clear_object (&self->base);
  g_clear_pointer (&self->learner, json_node_unref);
  g_clear_pointer (&self->session, ls_session_drop);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_object (&self->running);
  g_clear_object (&self->breakpoints);
  g_clear_object (&self->player);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (ls_debugger_parent_class)->dispose (object);
}

static void
ls_debugger_class_init (LsDebuggerClass *klass)
{
  static const char *const names[] = {
    "changed", "session-changed", "restarting", "restarted", "stopped", "working-changed", "actions-changed",
  };

  G_OBJECT_CLASS (klass)->dispose = ls_debugger_dispose;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("actions-lost", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
ls_debugger_init (LsDebugger *self)
{
  self->player = ls_player_new ();
  self->breakpoints = ls_breakpoints_new ();
  ls_player_set_breakpoints (self->player, self->breakpoints);
  g_signal_connect_object (self->breakpoints, "conditions-changed", G_CALLBACK (on_conditions_changed), self, G_CONNECT_SWAPPED);
  self->session_signals = g_signal_group_new (LS_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "notify", G_CALLBACK (ls_debugger_tell_undo), self);
  ls_debugger_init_actions (self);
  ls_debugger_init_breakpoints (self);
  ls_debugger_init_run (self);
  self->marks = ls_mark_follower_new (self->player, self->thread);
}

LsDebugger *
ls_debugger_new (void)
{
  return g_object_new (LS_TYPE_DEBUGGER, NULL);
}

/**
 * ls_debugger_get_player:
 * @self: a debugger
 *
 * Returns: (transfer none): the position at which the session's run is shown
 */
LsPlayer *
ls_debugger_get_player (LsDebugger *self)
{
  return self->player;
}

/**
 * ls_debugger_get_session:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): the session, %NULL before the first one was opened
 */
LsSession *
ls_debugger_get_session (LsDebugger *self)
{
  return self->session;
}

/**
 * ls_debugger_open_empty:
 * @self: a debugger
 * @error: return location for an error
 *
 * Starts with a session that has an empty program.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_empty (LsDebugger  *self,
                        GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new ();

  ls_session_set_title (session, _("New Session"));
  ls_session_set_modified (session, FALSE);
  return ls_debugger_open_session (self, session, NULL, error);
}

/**
 * ls_debugger_open_text:
 * @self: a debugger
 * @name: name of the script
 * @text: a program in JavaScript
 * @error: return location for an error
 *
 * Starts with a session that has a program and no file.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_text (LsDebugger  *self,
                       const char  *name,
                       const char  *text,
                       GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_for_text (name, text, error);

  if (session == NULL)
    return FALSE;
  ls_session_set_modified (session, FALSE);
  return ls_debugger_open_session (self, session, NULL, error);
}

/**
 * ls_debugger_open_session:
 * @self: a debugger
 * @session: a session, modified if it differs from its file
 * @file: (nullable): its file
 * @error: return location for an error
 *
 * Starts with a session that the caller has made.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_session (LsDebugger  *self,
                          LsSession   *session,
                          GFile       *file,
                          GError     **error)
{
  /* It may be the one that the debugger has. */
  g_autoptr (LsSession) owned = g_object_ref (session);
  gboolean is_started;

  ls_debugger_forget_threads (self, session);
  if (session != self->session)
    ls_debugger_leave_live_run (self);
  if (file != NULL)
    ls_kept_breakpoints_load (session, file);
  g_signal_group_set_target (self->session_signals, NULL);
  g_clear_pointer (&self->session, ls_session_drop);
  self->session = g_object_ref (session);
  g_set_object (&self->file, file);
  g_clear_object (&self->undo);
  ls_debugger_keep_run (self, NULL, FALSE);
  ls_debugger_note_learner (self, session);
  self->undo = ls_undo_new (session);
  self->run_mark = 0;
  g_signal_group_set_target (self->session_signals, session);
  ls_mark_follower_set_session (self->marks, session);
  ls_debugger_forget_actions (self);
  ls_player_select (self->player, LS_SELECTION_NONE, 0);
  self->syncing = TRUE;
  ls_breakpoints_clear (self->breakpoints);
  self->syncing = FALSE;
  ls_debugger_load_breakpoints (self);

  is_started = ls_debugger_restart (self, error);
  /* The marks of a session that was opened are about this run. */
  ls_mark_follower_clear (self->marks);
  if (!is_started)
    return FALSE;
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_get_marks:
 * @self: a debugger
 *
 * Returns: (transfer none): what takes bookmarks and notes along when the session runs in another way
 */
LsMarkFollower *
ls_debugger_get_marks (LsDebugger *self)
{
  return self->marks;
}

/**
 * ls_debugger_is_javascript:
 * @self: a debugger
 *
 * Returns: whether the session's program is JavaScript
 */
gboolean
ls_debugger_is_javascript (LsDebugger *self)
{
  return self->session != NULL &&
         ls_program_get_kind (ls_session_get_program (self->session)) == LS_PROGRAM_JAVASCRIPT;
}

/**
 * ls_debugger_is_empty:
 * @self: a debugger
 *
 * Returns: whether there is a session without a program in which nothing was done by hand either, so that nothing will run
 */
gboolean
ls_debugger_is_empty (LsDebugger *self)
{
  LsProgram *program = self->session != NULL ? ls_session_get_program (self->session) : NULL;

  return program != NULL && !ls_debugger_is_recorded (self) && !ls_debugger_is_javascript (self) &&
         ls_session_get_n_actions (self->session) == 0 &&
         ls_program_get_n_bodies (program) == 0 && ls_body_get_n_steps (ls_program_get_main (program)) == 0;
}

/**
 * ls_debugger_get_breakpoints:
 * @self: a debugger
 *
 * Returns: (transfer none): the breakpoints of the session's scripts
 */
LsBreakpoints *
ls_debugger_get_breakpoints (LsDebugger *self)
{
  return self->breakpoints;
}

/**
 * ls_debugger_take_saved:
 * @self: a debugger with a session
 * @copy: a copy of the session that was saved since, see ls_debugger_dup_kept()
 * @shown: (nullable): what the session was then, where the file has something else
 *
 * Makes the file of @copy that of the session, which is modified if it is something else by now.
 */
void
ls_debugger_take_saved (LsDebugger *self,
                        LsSession  *copy,
                        LsSession  *shown)
{
  ls_session_take_saved (self->session, copy);
  ls_debugger_note_learner (self, copy);
  if (shown != NULL)
    ls_session_set_saved (self->session, shown);
  g_set_object (&self->file, ls_session_get_file (copy));
  if (ls_kept_breakpoints_fit (copy, self->file))
    ls_kept_breakpoints_save (copy, self->file);
  g_signal_emit_by_name (self, "changed");
}

/**
 * ls_debugger_get_file:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): the session's file
 */
GFile *
ls_debugger_get_file (LsDebugger *self)
{
  return self->file;
}

gboolean
ls_debugger_get_modified (LsDebugger *self)
{
  return self->session != NULL && ls_session_get_modified (self->session);
}
