/* ls-debugger-recording.c: a session that shows what was recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <string.h>

#include "ls-drop.h"
#include "ls-session-recording.h"

/**
 * ls_debugger_is_recorded:
 * @self: a debugger
 *
 * Returns: whether the session shows a recording or a trace from a file, and so has no program and no statements
 */
gboolean
ls_debugger_is_recorded (LsDebugger *self)
{
  return self->session != NULL && ls_session_is_recorded (self->session);
}

/**
 * ls_debugger_can_change:
 * @self: a debugger with a session
 * @error: (nullable): return location for a sentence for the user
 *
 * Finds out whether the session has a program, so that it can be edited, acted upon, run with other settings, and run for real.
 *
 * Returns: %FALSE with @error set if it shows a recording or a trace from a file
 */
gboolean
ls_debugger_can_change (LsDebugger  *self,
                        GError     **error)
{
  return self->session != NULL && !ls_session_refuse_recorded (self->session, error);
}

/**
 * ls_debugger_get_recording:
 * @self: a debugger
 *
 * Returns: (transfer none) (nullable): the recording that the session shows
 */
LsRecording *
ls_debugger_get_recording (LsDebugger *self)
{
  return self->session != NULL ? ls_session_get_recording (self->session) : NULL;
}

/* Forgets what was shown of another recording than that of @session. */
void
ls_debugger_forget_threads (LsDebugger *self,
                            LsSession  *session)
{
  if (self->shown != NULL && ls_session_get_recording (g_ptr_array_index (self->shown, 0)) != ls_session_get_recording (session))
    g_clear_pointer (&self->shown, g_ptr_array_unref);
}

static gboolean
shows_threads (LsSession   *session,
               const guint *threads,
               guint        n_threads)
{
  guint n_shown;
  const guint *shown = ls_session_get_recording_threads (session, &n_shown);

  return n_shown == n_threads && memcmp (shown, threads, n_threads * sizeof *threads) == 0;
}

/* Returns (transfer full) (nullable) the session that showed these threads before. */
static LsSession *
find_shown (LsDebugger  *self,
            const guint *threads,
            guint        n_threads)
{
  for (guint i = 0; self->shown != NULL && i < self->shown->len; i++)
    if (shows_threads (g_ptr_array_index (self->shown, i), threads, n_threads))
      return g_object_ref (g_ptr_array_index (self->shown, i));
  return NULL;
}

/* Keeps the session for when its threads are shown again, with its marks. */
static void
keep_shown (LsDebugger *self)
{
  if (self->shown == NULL)
    self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_session_drop);
  if (!g_ptr_array_find (self->shown, self->session, NULL))
    g_ptr_array_add (self->shown, g_object_ref (self->session));
}

/**
 * ls_debugger_show_threads:
 * @self: a debugger whose session shows a recording
 * @threads: (array length=n_threads): threads of the recording, the main agent first, as ls_recording_list_agents_of() lists them
 * @n_threads: how many they are
 * @error: return location for an error
 *
 * Shows other threads of the recording, which is not read again. They have the bookmarks and notes that they had when they were
 * shown before, else those that the recording itself has.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_debugger_show_threads (LsDebugger   *self,
                          const guint  *threads,
                          guint         n_threads,
                          GError      **error)
{
  LsRecording *recording = ls_debugger_get_recording (self);
  g_autoptr (GFile) file = self->file != NULL ? g_object_ref (self->file) : NULL;
  g_autoptr (LsSession) session = NULL;

  g_return_val_if_fail (recording != NULL, FALSE);

  session = find_shown (self, threads, n_threads);
  if (session == NULL)
    session = ls_session_new_for_recording (recording, threads, n_threads, error);
  if (session != NULL)
    keep_shown (self);
  return session != NULL && ls_debugger_open_session (self, session, file, error);
}
