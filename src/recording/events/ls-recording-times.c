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

/* Makes absolute times of events count from @beginning, which is that of the first one. Those before 0 are moved there: @n_early of
 * them. Returns the time of the last end. */
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

      event->time = time > *beginning ? (guint64) time - (guint64) *beginning : 0;
      if ((event->flags & LS_RECORDING_EVENT_FLAG_NO_BEGINNING) != 0)
        {
          event->duration = event->time;
          event->time = 0;
        }
      if (event->duration != LS_RECORDING_NO_END && event->duration > (guint64) G_MAXINT64)
        event->duration = 0;
      end = MAX (end, event->time + (event->duration == LS_RECORDING_NO_END ? 0 : event->duration));
    }

  return end;
}
