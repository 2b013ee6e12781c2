/* ls-session-recorded-file.c: reads sessions that show a recording, or a trace that was saved
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-recorded-file-private.h"

#include "ls-recording-reader.h"
#include "ls-session-private.h"
#include "ls-trace-file.h"

static void
tell_bytes (guint64  n_read,
            guint64  n_bytes,
            gpointer user_data)
{
  if (n_bytes > 0)
    ls_load_watch_tell (user_data, (double) n_read / n_bytes, NULL);
}

/* Reads a trace that this program has saved. @file: (nullable): the file that @stream reads */
static LsSession *
new_from_trace (GInputStream  *stream,
                GFile         *file,
                LsLoadWatch   *watch,
                GError       **error)
{
  g_autofree char *text = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (LsTrace) trace = NULL;
  LsSession *session;

  if (file != NULL)
    trace = ls_trace_load (file, &text, &problem, watch->progress, watch->user_data, watch->cancellable, error);
  else
    trace = ls_trace_load_from_stream (stream, &text, &problem, watch->cancellable, error);
  if (trace == NULL)
    return NULL;
  session = ls_session_new_for_trace (trace, text, problem);
  g_set_object (&session->file, file);
  return session;
}

static LsSession *
new_for_recording (LsRecording  *recording,
                   GFile        *file,
                   GError      **error)
{
  LsSession *session = ls_session_new_for_recording (recording, NULL, 0, error);

  if (session != NULL)
    g_set_object (&session->file, file);
  return session;
}

/* Whoever follows the reading of a recording. */
typedef struct
{
  LsLoadWatch *watch;
  GFile       *file;
} RecordingFollower;

static void
tell_recording_bytes (guint64  n_read,
                      guint64  n_bytes,
                      gpointer user_data)
{
  RecordingFollower *follower = user_data;

  tell_bytes (n_read, n_bytes, follower->watch);
}

/* Passes the beginning of a recording on as a session. */
static void
give_part (LsRecording *part,
           gpointer     user_data)
{
  RecordingFollower *follower = user_data;
  const LsSessionWatch *parts = follower->watch->parts;
  g_autoptr (LsRecording) recording = part;
  LsSession *session = new_for_recording (recording, follower->file, NULL);

  if (session != NULL)
    parts->part (session, parts->user_data);
}

static LsRecording *
load_recording (GFile        *file,
                LsLoadWatch  *watch,
                GError      **error)
{
  const LsSessionWatch *parts = watch->parts;
  RecordingFollower follower = { watch, file };
  LsRecordingWatch recording_watch = { .progress = tell_recording_bytes, .user_data = &follower };

  if (parts != NULL)
    {
      recording_watch.part = parts->part != NULL ? give_part : NULL;
      recording_watch.part_bytes = parts->part_bytes;
      recording_watch.stop = parts->stop;
    }
  return ls_recording_load_watched (file, &recording_watch, watch->cancellable, error);
}

/* Reads a recording. @file: (nullable): the file that @stream reads */
static LsSession *
new_from_recording (const char    *name,
                    GInputStream  *stream,
                    GFile         *file,
                    LsLoadWatch   *watch,
                    GError       **error)
{
  g_autoptr (LsRecording) recording = NULL;
  LsSession *session = NULL;
  GError *local = NULL;

  ls_load_watch_enter (watch, 0, 1);
  if (file != NULL)
    {
      recording = load_recording (file, watch, error);
      if (recording == NULL)
        return NULL;
      /* Another program may have written it anew, in another order. */
      if (ls_recording_get_format (recording) == LS_RECORDING_FORMAT_LOOPSCOPE)
        session = new_from_trace (stream, file, watch, NULL);
      if (session != NULL)
        return session;
    }
  else
    recording = ls_recording_load_stream (stream, watch->cancellable, &local);
  if (recording != NULL)
    session = new_for_recording (recording, file, &local);
  if (session == NULL)
    {
      g_autofree char *shown = ls_json_display (name, 0);

      g_propagate_prefixed_error (error, local, "%s: ", shown);
    }
  return session;
}

/* Reads what ls_session_sniff() has found to be a recording or a trace. @file: (nullable): the file that @stream reads */
LsSession *
ls_session_read_recorded (const char         *name,
                          LsRecordingFormat   format,
                          GInputStream       *stream,
                          GFile              *file,
                          LsLoadWatch        *watch,
                          GError            **error)
{
  if (format == LS_RECORDING_FORMAT_LOOPSCOPE)
    return new_from_trace (stream, file, watch, error);
  return new_from_recording (name, stream, file, watch, error);
}
