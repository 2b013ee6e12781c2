/* ls-drop.c: frees what is large
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-drop.h"

#include "ls-session-recording.h"

/* Freeing so many takes a noticeable part of a frame. */
#define LARGE_TRACE 200000       /* records */
#define LARGE_RECORDING 200000   /* events */
#define LARGE_PROGRAM 5000       /* steps */

static gpointer
drop_thread (gpointer data)
{
  g_object_unref (data);
  return NULL;
}

static gboolean
drop_cb (gpointer user_data)
{
  GThread *thread = g_thread_try_new ("ls-drop", drop_thread, user_data, NULL);

  if (thread != NULL)
    g_thread_unref (thread);
  else
    g_object_unref (user_data);
  return G_SOURCE_REMOVE;
}

/* Runs when nothing else is to be done: all other owners have dropped it by then. */
static void
drop (gpointer object,
      gboolean is_large)
{
  if (is_large)
    g_idle_add_full (G_PRIORITY_LOW, drop_cb, object, NULL);
  else
    g_object_unref (object);
}

/* Drops a reference to a trace that is not shown any more. A large trace is freed on a thread, so that the window does not wait for
 * it. */
void
ls_trace_drop (LsTrace *trace)
{
  drop (trace, ls_trace_get_length (trace) >= LARGE_TRACE);
}

static gboolean
has_large_origin (LsSession *session)
{
  LsRecording *recording = ls_session_get_recording (session);
  LsTrace *trace = ls_session_get_recorded_trace (session);

  return (recording != NULL && ls_recording_get_n_events (recording) >= LARGE_RECORDING) ||
         (trace != NULL && ls_trace_get_length (trace) >= LARGE_TRACE);
}

/**
 * ls_session_drop:
 * @session: (transfer full): a session that is not shown any more
 *
 * Drops a reference to a session, as ls_trace_drop() does. Nobody must be connected to it.
 */
void
ls_session_drop (LsSession *session)
{
  LsProgram *program = ls_session_get_program (session);
  guint n_steps = ls_body_get_n_steps (ls_program_get_main (program));

  for (guint i = 0; i < ls_program_get_n_bodies (program) && n_steps < LARGE_PROGRAM; i++)
    n_steps += 1 + ls_body_get_n_steps (ls_program_get_body (program, i));
  drop (session, n_steps >= LARGE_PROGRAM || has_large_origin (session));
}
