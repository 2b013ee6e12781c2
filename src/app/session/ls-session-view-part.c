/* ls-session-view-part.c: the beginning of a recording, while the rest is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include "ls-files.h"
#include "ls-reading-bar.h"
#include "ls-session-recording.h"

static LsRecording *
get_part (LsSessionView *self)
{
  LsRecording *recording = ls_debugger_get_recording (self->debugger);

  return recording != NULL && ls_recording_is_part (recording) ? recording : NULL;
}

/* Shows the beginning of what is being read, unless the view has something else to show until the whole is there. */
void
ls_session_view_show_part (LsSessionView *self,
                           LsOpening     *opening)
{
  g_autoptr (LsSession) part = ls_opening_take_part (opening);

  if (part == NULL || ls_session_view_get_modified (self) ||
      (ls_session_view_has_session (self) && !ls_session_view_is_empty (self)) ||
      !ls_session_file_take (self->file, part, ls_opening_get_file (opening), NULL, NULL))
    return;

  ls_session_view_leave_opening_page (self);
  self->is_for_opening = FALSE;
  ls_reading_bar_set_opening (LS_READING_BAR (self->reading_bar), opening);
  ls_session_view_update_actions (self);
  ls_session_view_update_status (self);
  ls_session_view_show_beginning (self);
}

/* Hides what tells that more is to come. */
void
ls_session_view_end_part (LsSessionView *self)
{
  ls_reading_bar_set_opening (LS_READING_BAR (self->reading_bar), NULL);
}

/* Whether the view shows the beginning of what is being read. */
gboolean
ls_session_view_has_part (LsSessionView *self)
{
  return ls_session_file_get_opening (self->file) != NULL && get_part (self) != NULL;
}

/* The moment of the part that the user looks at, for the whole: all that has happened by then has happened. */
typedef struct
{
  guint64 time;   /* µs */
} Place;

static gboolean
find_time (LsTrace  *trace,
           gsize    *position,
           gpointer  user_data)
{
  const Place *place = user_data;

  *position = ls_trace_find_time (trace, place->time + 1);
  return *position < ls_trace_get_length (trace);
}

/* Returns (transfer full) a session for the threads of @recording that the user looks at in the part. A thread has the same number
 * in both. */
static LsSession *
make_whole (LsSessionView *self,
            LsSession     *session)
{
  LsRecording *recording = ls_session_get_recording (session);
  const guint *shown, *threads;
  guint n_shown, n_threads;
  LsSession *whole;

  ls_player_get_recording (self->player, &shown, &n_shown);
  threads = n_shown > 0 ? ls_recording_list_agents_of (recording, shown[0], &n_threads) : NULL;
  whole = threads != NULL && n_threads > 0 ? ls_session_new_for_recording (recording, threads, n_threads, NULL) : NULL;
  return whole != NULL ? whole : g_object_ref (session);
}

/* Shows the whole recording in place of its beginning, at the moment at which the user is. Returns FALSE if the view does not show
 * the beginning, or @session is no recording. */
gboolean
ls_session_view_take_whole (LsSessionView *self,
                            LsOpening     *opening,
                            LsSession     *session)
{
  LsRecording *part = get_part (self);
  LsRecording *recording = ls_session_get_recording (session);
  g_autoptr (LsSession) whole = NULL;
  g_autofree Place *place = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_place;
  gint64 moved;

  if (part == NULL || recording == NULL)
    return FALSE;

  whole = make_whole (self, session);
  place = g_new0 (Place, 1);
  /* The rest of the file may have events that come before all others. */
  moved = (ls_recording_get_beginning (part) - ls_recording_get_beginning (recording)) / 1000;
  place->time = (guint64) MAX ((gint64) ls_state_get_time (ls_player_get_state (self->player)) + moved, 0);
  has_place = !ls_player_is_pending (self->player) && ls_player_get_position (self->player) > ls_player_get_start (self->player);
  if (!ls_session_file_take (self->file, whole, ls_opening_get_file (opening), ls_opening_get_etag (opening), &error))
    {
      ls_session_view_report (self, error->message);
      return TRUE;
    }

  if (has_place)
    {
      ls_player_seek_when_found (self->player, find_time, g_steal_pointer (&place), g_free);
      ls_session_view_tell_problems (self);
    }
  else
    ls_session_view_show_beginning (self);
  if (ls_opening_get_file (opening) != NULL)
    ls_files_add_recent (ls_opening_get_file (opening));
  return TRUE;
}

static void
stop_reading_action (LsSessionView *self,
                     const char    *name,
                     GVariant      *parameter)
{
  LsOpening *opening = ls_session_file_get_opening (self->file);

  if (opening != NULL)
    ls_opening_stop (opening);
}

const LsActionEntry ls_session_view_part_actions[] = {
  { "stop-reading", NULL, LS_NEEDS_OPENING | LS_NEEDS_RECORDING, G_CALLBACK (stop_reading_action) },
  { NULL },
};
