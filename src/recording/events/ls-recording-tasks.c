/* ls-recording-tasks.c: which tasks are a loop's own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-builder-private.h"
#include "ls-recording-tasks-private.h"

static guint64
get_end (const LsRecordingEvent *event)
{
  return event->duration < G_MAXUINT64 - event->time ? event->time + event->duration : G_MAXUINT64;
}

static gboolean
knows_queue (const LsRecordingEvent *task)
{
  return task->text != 0 || task->place != 0;
}

static void
take_queue (LsRecordingEvent       *task,
            const LsRecordingEvent *inner)
{
  if (knows_queue (task) || !knows_queue (inner))
    return;

  task->text = inner->text;
  task->place = inner->place;
  task->queue = inner->queue;
  task->priority = inner->priority;
}

/* Whether @task is a part of @outer, which began before it or together with it. */
static gboolean
is_within (const LsRecordingEvent *task,
           const LsRecordingEvent *outer)
{
  guint64 end = get_end (outer);
  gboolean is_inner = (task->flags & LS_RECORDING_EVENT_FLAG_INNER) != 0;
  gboolean is_inner_too = (outer->flags & LS_RECORDING_EVENT_FLAG_INNER) != 0;

  if (task->time < end)
    return TRUE;

  /* Within one microsecond there is no telling, except that the inner one has an outer one. */
  return task->time == end && task->duration == 0 && is_inner && !is_inner_too && !knows_queue (outer);
}

/* Goes through the events of one thread, which are in order: keeps outermost tasks, which get the queues of the inner ones, and
 * outermost garbage collections. Others become LS_RECORDING_EVENT_NONE. Returns how many tasks had to be ended where another
 * begins. */
gsize
ls_recording_join_tasks (LsRecordingEvent *events,
                         gsize             n_events)
{
  LsRecordingEvent *outer = NULL;
  guint64 collected = 0;
  gboolean has_collected = FALSE;
  gsize n_lost = 0;

  for (gsize i = 0; i < n_events; i++)
    {
      LsRecordingEvent *event = &events[i];
      gboolean is_inner = (event->flags & LS_RECORDING_EVENT_FLAG_INNER) != 0;

      if (event->kind == LS_RECORDING_EVENT_GC)
        {
          if (has_collected && event->time < collected)
            event->kind = LS_RECORDING_EVENT_NONE;
          else
            collected = get_end (event), has_collected = TRUE;
          continue;
        }
      if (event->kind != LS_RECORDING_EVENT_TASK)
        continue;

      if (outer != NULL && is_within (event, outer))
        {
          gboolean has_beginning = (event->flags & LS_RECORDING_EVENT_FLAG_NO_BEGINNING) == 0;
          gboolean is_whole = event->duration != LS_RECORDING_NO_END && has_beginning;

          /* The end of the one before has been lost, or a beginning: a loop runs one task after the other. */
          if (!is_inner && has_beginning && outer->duration == LS_RECORDING_NO_END)
            {
              outer->duration = event->time - outer->time;
              outer = event;
              n_lost++;
            }
          else if (!is_inner && is_whole && (outer->flags & LS_RECORDING_EVENT_FLAG_NO_BEGINNING) != 0)
            {
              outer->kind = LS_RECORDING_EVENT_NONE;
              outer = event;
              n_lost++;
            }
          else
            {
              take_queue (outer, event);
              event->kind = LS_RECORDING_EVENT_NONE;
            }
        }
      else
        outer = event;
    }

  for (gsize i = 0; i < n_events; i++)
    events[i].flags &= ~LS_RECORDING_EVENT_FLAG_INNER;

  return n_lost;
}
