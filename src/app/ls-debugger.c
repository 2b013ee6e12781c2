/* ls-debugger.c: the session that a window works on, its run and its undo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger.h"

#include <glib/gi18n.h>

#include "ls-engine-thread.h"
#include "ls-session-history.h"

/**
 * LsDebugger:
 *
 * A session and everything that happens to it in a window: it is read, run ahead on a thread of its own, changed by
 * actions at the player's position, and saved. "changed" tells of another title, file, or state of undo; "session-changed"
 * of another session or program; "stopped" of the end of a run.
 *
 * Undo goes over actions, which an #LsSessionHistory keeps, and over settings, which are kept here.
 */
struct _LsDebugger
{
  GObject           parent_instance;

  LsPlayer         *player;
  LsSession        *session;
  LsSessionHistory *history;
  LsEngineThread   *thread;
  GFile            *file;          /* NULL if never saved */
  GPtrArray        *undo;          /* (element-type Change), the last is next */
  GPtrArray        *redo;
};

typedef struct
{
  char       *label;
  LsSettings *settings;     /* those to go back to, NULL if it was an action */
  guint32     action;       /* index of the action */
} Change;

enum
{
  CHANGED,
  SESSION_CHANGED,
  STOPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsDebugger, ls_debugger, G_TYPE_OBJECT)

static void
change_free (gpointer data)
{
  Change *change = data;

  g_clear_pointer (&change->settings, ls_settings_free);
  g_free (change->label);
  g_free (change);
}

static Change *
last_change (GPtrArray *changes)
{
  return changes->len > 0 ? g_ptr_array_index (changes, changes->len - 1) : NULL;
}

static gboolean
more_cb (guint32  step,
         gpointer user_data)
{
  LsDebugger *self = user_data;

  ls_engine_thread_ensure (self->thread, step);
  return ls_engine_thread_get_running (self->thread);
}

static void
on_progress (LsDebugger *self)
{
  g_signal_emit_by_name (self->player, "wake");
}

static void
on_finished (LsDebugger *self)
{
  g_signal_emit_by_name (self->player, "wake");
  g_signal_emit (self, signals[STOPPED], 0);
}

/* Runs the session from its start. The thread gets a copy: the window's may change at any time. */
static gboolean
restart (LsDebugger  *self,
         GError     **error)
{
  g_autoptr (LsSession) copy = ls_session_copy (self->session);

  ls_engine_thread_stop (self->thread);
  if (!ls_engine_thread_start (self->thread, copy, NULL, error))
    return FALSE;
  ls_player_set_trace (self->player, ls_engine_thread_get_trace (self->thread), more_cb, self);
  return TRUE;
}

static void
on_session_notify (LsDebugger *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
take_session (LsDebugger  *self,
              LsSession   *session,
              GFile       *file,
              GError     **error)
{
  g_autoptr (LsSession) owned = session;

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  g_set_object (&self->file, file);
  g_clear_object (&self->history);
  self->history = ls_session_history_new (session);
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  g_signal_connect_swapped (session, "notify", G_CALLBACK (on_session_notify), self);
  ls_player_select (self->player, LS_SELECTION_NONE, 0);

  if (!restart (self, error))
    return FALSE;
  g_signal_emit (self, signals[SESSION_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

static void
ls_debugger_dispose (GObject *object)
{
  LsDebugger *self = LS_DEBUGGER (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->thread != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->thread, self);
      ls_engine_thread_stop (self->thread);
    }
  if (self->player != NULL)
    ls_player_set_trace (self->player, NULL, NULL, NULL);
  g_clear_object (&self->thread);
  g_clear_object (&self->history);
  g_clear_object (&self->session);
  g_clear_object (&self->player);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (ls_debugger_parent_class)->dispose (object);
}

static void
ls_debugger_finalize (GObject *object)
{
  LsDebugger *self = LS_DEBUGGER (object);

  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->redo, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_debugger_parent_class)->finalize (object);
}

static void
ls_debugger_class_init (LsDebuggerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ls_debugger_dispose;
  object_class->finalize = ls_debugger_finalize;

  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
  signals[SESSION_CHANGED] = g_signal_new ("session-changed", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 0);
  signals[STOPPED] = g_signal_new ("stopped", LS_TYPE_DEBUGGER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
}

static void
ls_debugger_init (LsDebugger *self)
{
  self->player = ls_player_new ();
  self->thread = ls_engine_thread_new ();
  self->undo = g_ptr_array_new_with_free_func (change_free);
  self->redo = g_ptr_array_new_with_free_func (change_free);
  g_signal_connect_swapped (self->thread, "progress", G_CALLBACK (on_progress), self);
  g_signal_connect_swapped (self->thread, "finished", G_CALLBACK (on_finished), self);
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
 * ls_debugger_open:
 * @self: a debugger
 * @file: a session file
 * @error: return location for an error
 *
 * Reads @file and starts its run.
 *
 * Returns: %FALSE with @error set if that did not work; the session that was open before is then still open
 */
gboolean
ls_debugger_open (LsDebugger  *self,
                  GFile       *file,
                  GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, error);

  return session != NULL && take_session (self, g_steal_pointer (&session), file, error);
}

/**
 * ls_debugger_open_example:
 * @self: a debugger
 * @file: a session file
 * @error: return location for an error
 *
 * Reads @file as ls_debugger_open() does, but as a template: saving asks for another file.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_open_example (LsDebugger  *self,
                          GFile       *file,
                          GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, error);

  return session != NULL && take_session (self, g_steal_pointer (&session), NULL, error);
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
  LsSession *session = ls_session_new ();

  ls_session_set_title (session, _("New Session"));
  ls_session_set_modified (session, FALSE);
  return take_session (self, session, NULL, error);
}

/**
 * ls_debugger_save:
 * @self: a debugger
 * @file: where to
 * @error: return location for an error
 *
 * Saves the session, which is @file's from then on.
 *
 * Returns: %FALSE with @error set if that did not work; the file is then as it was
 */
gboolean
ls_debugger_save (LsDebugger  *self,
                  GFile       *file,
                  GError     **error)
{
  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_session_save (self->session, file, error))
    return FALSE;
  g_set_object (&self->file, file);
  ls_session_set_modified (self->session, FALSE);
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
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

/**
 * ls_debugger_get_message:
 * @self: a debugger
 *
 * Returns: (transfer full) (nullable): why the run ended, and what was not done in it, if there is more to say than that
 *   nothing was left to run
 */
char *
ls_debugger_get_message (LsDebugger *self)
{
  GPtrArray *unapplied = ls_engine_thread_get_unapplied_actions (self->thread);
  guint n_unapplied = unapplied != NULL ? unapplied->len : 0;

  if (ls_engine_thread_get_state (self->thread) == LS_RUNNER_BUDGET_EXCEEDED)
    return g_strdup (ls_engine_thread_get_message (self->thread));
  if (n_unapplied > 0)
    return g_strdup_printf (ngettext ("%u action was made at a moment that this run does not come to",
                                      "%u actions were made at moments that this run does not come to", n_unapplied),
                            n_unapplied);
  return NULL;
}

static void
push_change (LsDebugger *self,
             const char *label,
             LsSettings *settings,
             guint32     action)
{
  Change *change = g_new0 (Change, 1);

  change->label = g_strdup (label);
  change->settings = settings;
  change->action = action;
  g_ptr_array_add (self->undo, change);
  g_ptr_array_set_size (self->redo, 0);
}

static void
finish_change (LsDebugger *self)
{
  g_signal_emit (self, signals[SESSION_CHANGED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
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

  ls_stamp_init_from_state (&stamp, state);

  /* On a copy first, because the history remembers before it is known whether there is something to remember. */
  trial = ls_session_copy (self->session);
  if (!ls_session_insert_action_at (trial, &stamp, step, NULL, error))
    return FALSE;

  ls_player_set_running (self->player, FALSE);
  ls_session_history_push (self->history, label);
  if (!ls_session_insert_action_at (self->session, &stamp, step, NULL, error))
    return FALSE;
  action = ls_session_get_n_actions (self->session) - 1;
  push_change (self, label, NULL, action);
  if (!restart (self, error))
    return FALSE;
  ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, action);
  finish_change (self);
  return TRUE;
}

static gboolean
apply_settings (LsDebugger        *self,
                const LsSettings  *settings,
                GError           **error)
{
  guint32 step = ls_player_get_step (self->player);

  ls_session_set_settings (self->session, settings);
  if (!restart (self, error))
    return FALSE;
  ls_player_step_to (self->player, step);
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
  g_return_val_if_fail (self->session != NULL, FALSE);

  push_change (self, label, ls_settings_copy (ls_session_get_settings (self->session)), 0);
  if (!apply_settings (self, settings, error))
    return FALSE;
  finish_change (self);
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
  Change *change = last_change (self->undo);

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
  Change *change = last_change (self->redo);

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

static void
swap_settings (LsDebugger *self,
               Change     *change)
{
  g_autoptr (LsSettings) settings = g_steal_pointer (&change->settings);

  change->settings = ls_settings_copy (ls_session_get_settings (self->session));
  apply_settings (self, settings, NULL);
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
  Change *change = last_change (self->undo);

  if (change == NULL)
    return FALSE;
  ls_player_set_running (self->player, FALSE);

  if (change->settings != NULL)
    {
      swap_settings (self, change);
    }
  else
    {
      gsize position = find_action (self, change->action);
      gsize before = ls_player_get_position (self->player);

      if (!ls_session_history_undo (self->history) || !restart (self, NULL))
        return FALSE;
      ls_player_seek_when_long (self->player, MIN (before, position));
    }

  move_change (self->undo, self->redo);
  finish_change (self);
  return TRUE;
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
  Change *change = last_change (self->redo);

  if (change == NULL)
    return FALSE;
  ls_player_set_running (self->player, FALSE);

  if (change->settings != NULL)
    {
      swap_settings (self, change);
    }
  else
    {
      if (!ls_session_history_redo (self->history) || !restart (self, NULL))
        return FALSE;
      ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, change->action);
    }

  move_change (self->redo, self->undo);
  finish_change (self);
  return TRUE;
}
