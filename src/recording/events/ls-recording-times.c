/* ls-recording-times.c: from which time a recording counts
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-private.h"

/* A file with a time of 0 counts from its beginning if others are near: machines run for longer. */
#define MAX_FIRST_TIME (G_GINT64_CONSTANT (60) * 1000 * 1000 * 1000)

/* Finds the absolute time from which the recording counts. */
static gint64
find_beginning (const LsRecordingEvent *events,
                gsize                   n_events,
                gsize                  *n_early)
{
  gint64 least = G_MAXINT64;
  gboolean has_zero = FALSE;

  *n_early = 0;
  for (gsize i = 0; i < n_events; i++)
    {
      gint64 time = (gint64) events[i].time;

      /* What somebody wrote later is not what happened first. */
      if (events[i].kind == LS_RECORDING_EVENT_ANNOTATION)
        continue;
      if (time > 0)
        least = MIN (least, time);
      else if (time == 0)
        has_zero = TRUE;
      else
        *n_early += 1;
    }

  if (least == G_MAXINT64)
    return 0;
  return has_zero && least < MAX_FIRST_TIME ? 0 : least;
}

/* Keeps what somebody wrote within what was recorded. */
static void
limit_annotations (LsRecordingEvent *events,
                   gsize             n_events,
                   guint64           end)
{
  for (gsize i = 0; i < n_events; i++)
    {
      LsRecordingEvent *event = &events[i];

      if (event->kind != LS_RECORDING_EVENT_ANNOTATION)
        continue;
      event->time = MIN (event->time, end);
      event->duration = MIN (event->duration, end - event->time);
    }
}

/* Makes absolute times of events count from @beginning, which is that of the first one. Those before 0 are moved there: @n_early of
 * them. Annotations begin and end nothing. Returns the time of the last end. */
guint64
ls_recording_shift (LsRecordingEvent *events,
                    gsize             n_events,
                    gint64           *beginning,
                    gsize            *n_early)
{
  guint64 end = 0;

  *beginning = find_beginning (events, n_events, n_early);
  for (gsize i = 0; i < n_events; i++)
    {
      LsRecordingEvent *event = &events[i];
      gint64 time = (gint64) event->time;

      if (event->kind == LS_RECORDING_EVENT_ANNOTATION && time < *beginning && event->duration != LS_RECORDING_NO_END)
        event->duration -= MIN (event->duration, (guint64) (*beginning - time));
      event->time = time > *beginning ? (guint64) time - (guint64) *beginning : 0;
      if ((event->flags & LS_RECORDING_EVENT_FLAG_NO_BEGINNING) != 0)
        {
          event->duration = event->time;
          event->time = 0;
        }
      if (event->duration != LS_RECORDING_NO_END && event->duration > (guint64) G_MAXINT64)
        event->duration = 0;
      if (event->kind != LS_RECORDING_EVENT_ANNOTATION)
        end = MAX (end, event->time + (event->duration == LS_RECORDING_NO_END ? 0 : event->duration));
    }

  limit_annotations (events, n_events, end);
  return end;
}
