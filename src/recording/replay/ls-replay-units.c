/* ls-replay-units.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-units-private.h"

/* Where a recording has no tasks of the loop, microtasks that begin so soon after a callback, in ns, belong to its task. */
#define NEAR 1000000

void
ls_replay_units_init (LsReplayUnits *self,
                      LsRecording   *recording,
                      guint          thread)
{
  gsize n_events = 0;

  *self = (LsReplayUnits) { .recording = recording };
  self->events = ls_recording_peek_events (recording, thread, &n_events);
  self->n_events = MIN (n_events, LS_REPLAY_NOTHING - 1);
  self->duration = ls_recording_get_duration (recording);
  if (self->n_events > 0)
    self->duration = MAX (self->duration, self->events[self->n_events - 1].time);
}

/* The time at which an event ends. One whose end is not in the recording lasts as long as that. */
guint64
ls_replay_units_get_end (const LsReplayUnits    *self,
                         const LsRecordingEvent *event)
{
  if (event->duration == LS_RECORDING_NO_END)
    return MAX (self->duration, event->time);
  return event->time + MIN (event->duration, G_MAXUINT64 - 1 - event->time);
}

/* Whether an event is a run of microtasks. Those of Node.js are resources. */
gboolean
ls_replay_is_microtasks (LsRecording            *recording,
                         const LsRecordingEvent *event)
{
  static const char *const types[] = { "TickObject", "PROMISE", "Microtask" };
  const char *type;

  if (event->kind != LS_RECORDING_EVENT_RESOURCE_CALLBACK && event->kind != LS_RECORDING_EVENT_RESOURCE)
    return event->kind == LS_RECORDING_EVENT_MICROTASKS;
  type = ls_recording_get_text (recording, event->text);
  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (type, types[i]))
      return TRUE;
  return FALSE;
}

/* Whether an event says that something runs that was posted, and that nothing but it runs in the turn. */
static gboolean
is_primary (const LsReplayUnits    *self,
            const LsRecordingEvent *event)
{
  switch (event->kind)
    {
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
      return TRUE;
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      return !ls_replay_is_microtasks (self->recording, event);
    default:
      return FALSE;
    }
}

/* Whether an event outside of tasks is a task of its own. */
static gboolean
is_unit (const LsReplayUnits    *self,
         const LsRecordingEvent *event)
{
  switch (event->kind)
    {
    case LS_RECORDING_EVENT_TASK:
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_FRAME_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
    case LS_RECORDING_EVENT_MESSAGE:
    case LS_RECORDING_EVENT_MICROTASKS:
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      return TRUE;
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_LOADING:
    case LS_RECORDING_EVENT_DISPATCH:
    case LS_RECORDING_EVENT_RENDERING:
    case LS_RECORDING_EVENT_GC:
    case LS_RECORDING_EVENT_WORK:
      return event->duration > 0;
    default:
      return FALSE;
    }
}

/* The end of a slice whose end is not in the recording: no other one of its kind can begin before that. */
static guint64
find_missing_end (const LsReplayUnits *self,
                  guint32              first)
{
  for (guint32 i = first + 1; i < self->n_events; i++)
    if (self->events[i].kind == self->events[first].kind)
      return self->events[i].time;
  return ls_replay_units_get_end (self, &self->events[first]);
}

/* Whether an event is within a turn that ends at @end. Of those at that very time, what has no duration still is. */
static gboolean
is_within (const LsRecordingEvent *event,
           guint64                 end,
           gboolean                is_task)
{
  if (event->time != end)
    return event->time < end;
  return event->duration == 0 && event->kind != LS_RECORDING_EVENT_TASK &&
         (is_task || (event->kind != LS_RECORDING_EVENT_RUN && event->kind != LS_RECORDING_EVENT_CONTINUE &&
                      event->kind != LS_RECORDING_EVENT_TIMER_FIRE && event->kind != LS_RECORDING_EVENT_FRAME_FIRE &&
                      event->kind != LS_RECORDING_EVENT_IDLE_FIRE && event->kind != LS_RECORDING_EVENT_MESSAGE &&
                      event->kind != LS_RECORDING_EVENT_RESOURCE_CALLBACK));
}

/* Takes in the microtasks that follow a slice which is its own task. */
static void
add_microtasks (LsReplayUnits *self,
                LsReplayUnit  *unit)
{
  const gboolean resumes = unit->primary != LS_REPLAY_NOTHING && self->events[unit->primary].kind == LS_RECORDING_EVENT_CONTINUE;
  gboolean is_first = TRUE;

  while (unit->last < self->n_events)
    {
      const LsRecordingEvent *event = &self->events[unit->last];

      if (!ls_replay_is_microtasks (self->recording, event) || event->kind == LS_RECORDING_EVENT_RESOURCE ||
          (event->time - unit->end > NEAR && !(resumes && is_first)))
        return;
      is_first = FALSE;
      unit->end = MAX (unit->end, event->duration == LS_RECORDING_NO_END ? find_missing_end (self, unit->last)
                                                                         : ls_replay_units_get_end (self, event));
      for (unit->last++; unit->last < self->n_events && is_within (&self->events[unit->last], unit->end, FALSE) &&
                         self->events[unit->last].kind != LS_RECORDING_EVENT_TASK; unit->last++)
        ;
    }
}

/* Finds the next turn. Events between turns are in none. Returns FALSE where there is none. */
gboolean
ls_replay_units_next (LsReplayUnits *self,
                      LsReplayUnit  *unit)
{
  const gboolean is_rest = self->rest_end > 0;
  const LsRecordingEvent *event;
  guint64 end;
  guint32 i;

  while (!is_rest && self->next < self->n_events && !is_unit (self, &self->events[self->next]))
    self->next++;
  if (self->next >= self->n_events)
    return FALSE;

  event = &self->events[self->next];
  *unit = (LsReplayUnit) { .first = self->next, .start = event->time, .primary = LS_REPLAY_NOTHING };
  unit->is_task = is_rest || event->kind == LS_RECORDING_EVENT_TASK;
  end = is_rest                                     ? self->rest_end
        : event->duration == LS_RECORDING_NO_END ? find_missing_end (self, self->next)
                                                    : ls_replay_units_get_end (self, event);
  self->rest_end = 0;
  for (i = self->next; i < self->n_events; i++)
    {
      event = &self->events[i];
      if (i > self->next && (!is_within (event, end, unit->is_task) || (!unit->is_task && event->kind == LS_RECORDING_EVENT_TASK)))
        break;
      if (!is_primary (self, event))
        continue;
      if (unit->primary == LS_REPLAY_NOTHING)
        {
          unit->primary = i;
          continue;
        }
      /* Another posted task runs: it has a turn of its own. */
      self->rest_end = MAX (end, 1);
      end = event->time;
      break;
    }
  if (!unit->is_task && i < self->n_events && self->events[i].kind == LS_RECORDING_EVENT_TASK)
    end = MIN (end, self->events[i].time);
  unit->last = i;
  unit->end = MAX (end, unit->start);
  if (!unit->is_task && self->rest_end == 0)
    add_microtasks (self, unit);
  self->next = unit->last;
  return TRUE;
}
