/* ls-recording-places.c: where in the scripts of a page a task was posted and what it runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-places-private.h"

#include "ls-recording-names-private.h"

/* How many events of a task are looked at. */
#define MAX_EVENTS 4096

/* Returns the first event of @events that begins in the microsecond @time or later. */
static gsize
find_time (const LsRecordingEvent *events,
           gsize                   n_events,
           guint64                 time)
{
  gsize first = 0, last = n_events;

  while (first < last)
    {
      const gsize middle = first + (last - first) / 2;

      if (events[middle].time / 1000 < time)
        first = middle + 1;
      else
        last = middle;
    }
  return first;
}

/* Whether another task begins with an event. */
static gboolean
begins_task (guint8 kind)
{
  switch (kind)
    {
    case LS_RECORDING_EVENT_TASK:
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
    case LS_RECORDING_EVENT_MESSAGE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
has_name (LsRecording            *self,
          const LsRecordingEvent *event,
          const char             *name)
{
  const char *text = ls_recording_get_text (self, event->text);
  g_autofree char *place = NULL;

  if (text != NULL && *text != '\0')
    return g_str_equal (text, name);
  place = ls_recording_dup_place_name (self, event->place);
  return g_strcmp0 (place, name) == 0;
}

/*< private >
 * ls_recording_find_function:
 * @self: a recording
 * @thread: which thread, from 0
 * @time: the microsecond in which a task of the thread begins
 * @name: what the task is called
 *
 * Finds the function or the script that the task has its name from.
 *
 * Returns: (transfer none) (nullable): "url:line:column", %NULL if the recording does not say where it is
 */
const char *
ls_recording_find_function (LsRecording *self,
                            guint        thread,
                            guint64      time,
                            const char  *name)
{
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (self, thread, &n_events);
  const gsize first = find_time (events, n_events, time);

  for (gsize i = first; i < n_events && i - first < MAX_EVENTS; i++)
    {
      const LsRecordingEvent *event = &events[i];

      if (event->time / 1000 > time && begins_task (event->kind))
        break;
      if ((event->kind == LS_RECORDING_EVENT_FUNCTION || event->kind == LS_RECORDING_EVENT_INVOKER ||
           event->kind == LS_RECORDING_EVENT_SCRIPT) && event->place != 0 && has_name (self, event, name))
        return ls_recording_get_text (self, event->place);
    }
  return NULL;
}

/*< private >
 * ls_recording_find_post:
 * @self: a recording
 * @thread: which thread, from 0
 * @time: a microsecond
 *
 * Finds where the thread posted a task, set a timer, asked for a frame or yielded at that time.
 *
 * Returns: (transfer none) (nullable): "url:line:column", %NULL if the recording does not say it, or names several places
 */
const char *
ls_recording_find_post (LsRecording *self,
                        guint        thread,
                        guint64      time)
{
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (self, thread, &n_events);
  guint32 place = 0;

  for (gsize i = find_time (events, n_events, time); i < n_events && events[i].time / 1000 == time; i++)
    switch (events[i].kind)
      {
      case LS_RECORDING_EVENT_POST:
      case LS_RECORDING_EVENT_YIELD:
      case LS_RECORDING_EVENT_TIMER_INSTALL:
      case LS_RECORDING_EVENT_FRAME_REQUEST:
      case LS_RECORDING_EVENT_IDLE_REQUEST:
        if (events[i].place == 0 || (place != 0 && events[i].place != place))
          return NULL;
        place = events[i].place;
        break;
      default:
        break;
      }
  return place != 0 ? ls_recording_get_text (self, place) : NULL;
}
