/* ls-session-file.c: the file of the session that a debugger has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-file.h"

#include <string.h>

#include "ls-drop.h"
#include "ls-lesson-translate-private.h"
#include "ls-task-thread-private.h"

/* The longest name of a file that is suggested, in characters; a system takes 255 bytes. */
#define MAX_NAME 60

/**
 * LsSessionFile:
 *
 * Reads and writes the file of a debugger's session. A thread does both, so nobody waits for a slow disk. Saves are written one
 * after the other, in the order in which they were asked for. What is changed while a save is written is not saved.
 */
struct _LsSessionFile
{
  GObject     parent_instance;

  LsDebugger *debugger;
  char       *etag;         /* of the file when it was read or written, NULL if that is not known */
  LsOpening  *opening;      /* what is being read, or NULL */
  GSignalGroup *opening_signals;
  GQueue      saves;        /* (element-type Save): that have not been told of yet; the first one is being written */
  gboolean    is_writing;   /* a thread has been started, and has not told of its end */
};

/* The saving of a session. A thread does it, or ls_session_file_finish(): whoever comes first. */
typedef struct
{
  LsSession *session;   /* as the debugger has it; NULL to wait for the saves before */
  LsSession *copy;      /* what is written */
  LsSession *shown;     /* (nullable): what the session is meanwhile, where it has the run of a page */
  GFile     *file;
  GTask     *task;      /* tells whoever asked */
  GMutex     lock;      /* protects what follows; whoever writes holds it */
  gboolean   is_done;
  GError    *error;
  char      *etag;
} Save;

enum
{
  PART,
  OPENED,
  FLUSH,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsSessionFile, ls_session_file, G_TYPE_OBJECT)

static void
save_clear (gpointer data)
{
  Save *self = data;

  g_clear_object (&self->session);
  g_clear_pointer (&self->copy, ls_session_drop);
  g_clear_pointer (&self->shown, ls_session_drop);
  g_clear_object (&self->file);
  g_clear_object (&self->task);
  g_mutex_clear (&self->lock);
  g_clear_error (&self->error);
  g_free (self->etag);
}

static void
save_unref (gpointer save)
{
  g_atomic_rc_box_release_full (save, save_clear);
}

static void
write_save (Save *self)
{
  g_mutex_lock (&self->lock);
  if (!self->is_done && ls_session_save (self->copy, self->file, &self->error))
    self->etag = ls_opening_read_etag (self->file, NULL);
  self->is_done = TRUE;
  g_mutex_unlock (&self->lock);
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  write_save (task_data);
  g_task_return_boolean (task, TRUE);
}

/* Gives the session what came of the first save, and tells whoever asked for it. */
static void
end_save (LsSessionFile *self)
{
  Save *save = g_queue_pop_head (&self->saves);
  LsSession *session = ls_debugger_get_session (self->debugger);
  GFile *own = ls_debugger_get_file (self->debugger);

  if (save->session != NULL && save->session != session && save->error == NULL)
    {
      ls_session_take_saved (save->session, save->copy);
    }
  else if (save->session != NULL && save->error == NULL)
    {
      /* The name of a script changes with that of its file, and whoever edits its text reads it again then. */
      if (own == NULL || !g_file_equal (own, save->file))
        g_signal_emit (self, signals[FLUSH], 0);
      g_free (self->etag);
      self->etag = g_steal_pointer (&save->etag);
      ls_debugger_take_saved (self->debugger, save->copy, save->shown);
    }
  if (save->error != NULL)
    g_task_return_error (save->task, g_steal_pointer (&save->error));
  else
    g_task_return_boolean (save->task, TRUE);
  /* The thread may be the last one to let go of the save, but not of these. */
  g_clear_object (&save->task);
  g_clear_object (&save->session);
  save_unref (save);
}

static void start (LsSessionFile *self);

static void
written_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (LsSessionFile) self = user_data;

  self->is_writing = FALSE;
  /* ls_session_file_finish() may have told of it. */
  if (g_queue_peek_head (&self->saves) == g_task_get_task_data (G_TASK (result)))
    end_save (self);
  start (self);
}

/* Writes the first save, if a thread is not at it. */
static void
start (LsSessionFile *self)
{
  g_autoptr (GTask) task = NULL;
  Save *save = NULL;

  while (!self->is_writing && (save = g_queue_peek_head (&self->saves)) != NULL && save->session == NULL)
    end_save (self);
  if (self->is_writing || save == NULL)
    return;
  self->is_writing = TRUE;
  task = g_task_new (NULL, NULL, written_cb, g_object_ref (self));
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (save), save_unref);
  ls_task_run_in_thread (task, write_thread);
}

/* Returns what was being read, which tells nothing more. */
static LsOpening *
steal_opening (LsSessionFile *self)
{
  g_signal_group_set_target (self->opening_signals, NULL);
  return g_steal_pointer (&self->opening);
}

static void
on_done (LsSessionFile *self)
{
  g_autoptr (LsOpening) opening = steal_opening (self);

  g_signal_emit (self, signals[OPENED], 0, opening);
}

static void
on_part (LsSessionFile *self)
{
  g_signal_emit (self, signals[PART], 0, self->opening);
}

static void
ls_session_file_dispose (GObject *object)
{
  LsSessionFile *self = LS_SESSION_FILE (object);

  ls_session_file_cancel (self);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_session_file_parent_class)->dispose (object);
}

static void
ls_session_file_finalize (GObject *object)
{
  LsSessionFile *self = LS_SESSION_FILE (object);

  g_free (self->etag);
  g_object_unref (self->opening_signals);

  G_OBJECT_CLASS (ls_session_file_parent_class)->finalize (object);
}

static void
ls_session_file_class_init (LsSessionFileClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_session_file_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_session_file_finalize;

  /**
   * LsSessionFile::part:
   * @self: a session's file
   * @opening: what ls_session_file_open() was given
   *
   * The beginning of a recording is read: ls_opening_take_part() has it.
   */
  signals[PART] = g_signal_new ("part", LS_TYPE_SESSION_FILE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_OPENING);
  /**
   * LsSessionFile::opened:
   * @self: a session's file
   * @opening: what ls_session_file_open() was given, which is done
   *
   * The session is read, or cannot be: ls_opening_finish() has it.
   */
  signals[OPENED] = g_signal_new ("opened", LS_TYPE_SESSION_FILE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  LS_TYPE_OPENING);
  /**
   * LsSessionFile::flush:
   * @self: a session's file
   *
   * Asks for edits that the session does not have yet.
   */
  signals[FLUSH] = g_signal_new ("flush", LS_TYPE_SESSION_FILE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_session_file_init (LsSessionFile *self)
{
  self->opening_signals = g_signal_group_new (LS_TYPE_OPENING);
  g_signal_group_connect_swapped (self->opening_signals, "part", G_CALLBACK (on_part), self);
  g_signal_group_connect_swapped (self->opening_signals, "done", G_CALLBACK (on_done), self);
}

/**
 * ls_session_file_new:
 * @debugger: whose session it reads and writes
 *
 * Returns: a file that has neither been read nor written
 */
LsSessionFile *
ls_session_file_new (LsDebugger *debugger)
{
  LsSessionFile *self = g_object_new (LS_TYPE_SESSION_FILE, NULL);

  self->debugger = g_object_ref (debugger);
  return self;
}

/* Returns whose session it reads and writes. */
LsDebugger *
ls_session_file_get_debugger (LsSessionFile *self)
{
  return self->debugger;
}

/**
 * ls_session_file_get_title:
 * @self: the file of a debugger with a session
 *
 * Returns: (transfer none): the session's title, that of a lesson in the user's language; a program without a title goes by the
 *   name of its first script
 */
const char *
ls_session_file_get_title (LsSessionFile *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  const char *title = ls_session_translate_title (session);
  LsProgram *program = ls_session_get_program (session);

  if (*title == '\0' && ls_program_get_n_scripts (program) > 0)
    return ls_script_get_name (ls_program_get_script (program, 0));
  return title;
}

/**
 * ls_session_file_dup_base_name:
 * @self: the file of a debugger with a session
 *
 * Returns: (transfer full): the name of the session's file, with its suffix. Where there is none, the session's title as the
 *   name of a file; of the address of a page, what comes after “https://”
 */
char *
ls_session_file_dup_base_name (LsSessionFile *self)
{
  GFile *file = ls_debugger_get_file (self->debugger);
  const char *title = ls_session_file_get_title (self), *scheme_end = strstr (title, "://");
  char *name;

  if (file != NULL)
    return g_file_get_basename (file);
  if (scheme_end == NULL || scheme_end[strlen ("://")] == '\0')
    return g_strdelimit (g_utf8_substring (title, 0, MIN (g_utf8_strlen (title, -1), MAX_NAME)), "/\\", '-');
  title = scheme_end + strlen ("://");
  name = g_strdelimit (g_utf8_substring (title, 0, MIN (g_utf8_strlen (title, -1), MAX_NAME)), "/\\:?&=#", '-');
  for (gsize length = strlen (name); length > 0 && name[length - 1] == '-'; length--)
    name[length - 1] = '\0';
  return name;
}

/**
 * ls_session_file_suggest_name:
 * @self: the file of a debugger with a session
 *
 * Returns: (transfer full): a name for a file that holds the whole session
 */
char *
ls_session_file_suggest_name (LsSessionFile *self)
{
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *base = ls_session_file_dup_base_name (self);
  char *dot = strrchr (base, '.');

  if (file == NULL ? ls_session_is_plain_script (ls_debugger_get_session (self->debugger)) : ls_session_file_fits (self))
    return g_steal_pointer (&base);
  if (file != NULL && dot != NULL && dot != base)
    *dot = '\0';
  return g_strconcat (base, LS_SESSION_SUFFIX, NULL);
}

/**
 * ls_session_file_fits:
 * @self: the file of a debugger with a session
 *
 * Returns: whether the session has a file that can hold it. That of a script cannot hold what was done on top of it, and that of a
 *   recording is not for this program to write.
 */
gboolean
ls_session_file_fits (LsSessionFile *self)
{
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;

  return name != NULL && !ls_debugger_is_recorded (self->debugger) &&
         (g_str_has_suffix (name, LS_SESSION_SUFFIX) || !ls_debugger_is_javascript (self->debugger) ||
          ls_session_is_plain_script (ls_debugger_get_session (self->debugger)));
}

/**
 * ls_session_file_get_etag:
 * @self: a session's file
 *
 * Returns: (nullable): tells the file as it was read or written from what others make of it
 */
const char *
ls_session_file_get_etag (LsSessionFile *self)
{
  return self->etag;
}

/**
 * ls_session_file_was_replaced:
 * @self: a session's file
 * @file: where the session is to be saved
 *
 * Returns: whether @file is the session's, and another program has written it since it was read or saved
 */
gboolean
ls_session_file_was_replaced (LsSessionFile *self,
                              GFile         *file)
{
  GFile *own = ls_debugger_get_file (self->debugger);
  g_autofree char *etag = NULL;

  /* A save that is being written is this program's. */
  if (own == NULL || self->etag == NULL || !g_file_equal (own, file) || ls_session_file_is_saving (self))
    return FALSE;
  etag = ls_opening_read_etag (file, NULL);
  return etag != NULL && !g_str_equal (etag, self->etag);
}

/**
 * ls_session_file_open:
 * @self: a session's file
 * @opening: (transfer full): what is to be read
 *
 * Reads a session; "opened" tells when it is there. What was being read is not wanted any more.
 */
void
ls_session_file_open (LsSessionFile *self,
                      LsOpening     *opening)
{
  ls_session_file_cancel (self);
  self->opening = opening;
  g_signal_group_set_target (self->opening_signals, opening);
  ls_opening_start (opening);
}

/**
 * ls_session_file_cancel:
 * @self: a session's file
 *
 * Stops waiting for a session that is being read, if there is one.
 */
void
ls_session_file_cancel (LsSessionFile *self)
{
  g_autoptr (LsOpening) opening = steal_opening (self);

  if (opening != NULL)
    ls_opening_cancel (opening);
}

/**
 * ls_session_file_get_opening:
 * @self: a session's file
 *
 * Returns: (transfer none) (nullable): what is being read
 */
LsOpening *
ls_session_file_get_opening (LsSessionFile *self)
{
  return self->opening;
}

/**
 * ls_session_file_is_opening:
 * @self: a session's file
 * @file: a session file
 *
 * Returns: whether @file is being read
 */
gboolean
ls_session_file_is_opening (LsSessionFile *self,
                            GFile         *file)
{
  GFile *own = self->opening != NULL ? ls_opening_get_file (self->opening) : NULL;

  return own != NULL && g_file_equal (own, file);
}

/**
 * ls_session_file_take:
 * @self: a session's file
 * @session: a session
 * @file: (nullable): its file
 * @etag: (nullable): of @file when it was read or written
 * @error: return location for an error
 *
 * Gives the debugger another session.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_session_file_take (LsSessionFile  *self,
                      LsSession      *session,
                      GFile          *file,
                      const char     *etag,
                      GError        **error)
{
  if (!ls_debugger_open_session (self->debugger, session, file, error))
    return FALSE;
  g_free (self->etag);
  self->etag = g_strdup (etag);
  return TRUE;
}

static void
push_save (LsSessionFile       *self,
           LsSession           *session,
           GFile               *file,
           GAsyncReadyCallback  callback,
           gpointer             user_data)
{
  Save *save = g_atomic_rc_box_new0 (Save);
  g_autoptr (LsSession) kept = NULL;

  g_mutex_init (&save->lock);
  if (session != NULL)
    {
      save->session = g_object_ref (session);
      /* A page of a lesson that is written has a run of its own. */
      kept = ls_debugger_dup_kept (self->debugger);
      save->copy = ls_session_copy (kept);
      save->shown = kept != session ? ls_session_copy (session) : NULL;
      save->file = g_object_ref (file);
    }
  save->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (save->task, push_save);
  g_queue_push_tail (&self->saves, save);
  start (self);
}

/**
 * ls_session_file_save_async:
 * @self: the file of a debugger with a session
 * @file: where to
 * @callback: is called when it is saved, or cannot be
 * @user_data: for @callback
 *
 * Saves the session as it is now, which is then @file's. It is modified if it is something else by then.
 */
void
ls_session_file_save_async (LsSessionFile       *self,
                            GFile               *file,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  push_save (self, ls_debugger_get_session (self->debugger), file, callback, user_data);
}

/**
 * ls_session_file_wait_async:
 * @self: a session's file
 * @callback: is called when all saves that have been asked for are done
 * @user_data: for @callback
 *
 * Waits for saves.
 */
void
ls_session_file_wait_async (LsSessionFile       *self,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  push_save (self, NULL, NULL, callback, user_data);
}

/**
 * ls_session_file_save_finish:
 * @self: a session's file
 * @result: what the callback got
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Returns: %FALSE with @error set if the session was not saved; its file is then as it was
 */
gboolean
ls_session_file_save_finish (LsSessionFile  *self,
                             GAsyncResult   *result,
                             GError        **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * ls_session_file_is_saving:
 * @self: a session's file
 *
 * Returns: whether a save has been asked for that is not done
 */
gboolean
ls_session_file_is_saving (LsSessionFile *self)
{
  return self->saves.length > 0;
}

/**
 * ls_session_file_finish:
 * @self: a session's file
 *
 * Waits, without running the main loop, until everything is saved that is to be.
 */
void
ls_session_file_finish (LsSessionFile *self)
{
  Save *save;

  while ((save = g_queue_peek_head (&self->saves)) != NULL)
    {
      if (save->session != NULL)
        write_save (save);
      end_save (self);
    }
}
