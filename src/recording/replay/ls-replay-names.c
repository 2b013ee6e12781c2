/* ls-replay-names.c: what tasks are called, and what the turns of a loop are
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-names-private.h"
#include "ls-replay-private.h"

#include <string.h>

/* How many events of a callback are looked at for its function. */
#define MAX_EVENTS 64

/* Returns the number that a text of the recording has in the trace. */
guint32
ls_replay_intern (LsReplay *self,
                  guint32   text)
{
  const char *string;

  if (text == 0 || text >= self->n_texts)
    return 0;
  if (self->texts[text] == 0)
    {
      string = ls_recording_get_text (self->recording, text);
      if (string == NULL || *string == '\0')
        return 0;
      self->texts[text] = ls_probe_intern (self->probe, string);
    }
  return self->texts[text];
}

/* "app.js:12": what a function without a name is called. @place: a text of the recording, "url:line:column" */
static guint32
name_place (LsReplay *self,
            guint32   place)
{
  g_autofree char *name = NULL;

  if (place == 0 || place >= self->n_texts)
    return 0;
  if (self->places[place] != 0)
    return self->places[place];
  name = ls_recording_dup_place_name (self->recording, place);
  if (name == NULL)
    return 0;
  self->places[place] = ls_probe_intern (self->probe, name);
  return self->places[place];
}

/* The name of the function that an event is about, as a text of the trace; 0 where the recording does not say it. */
guint32
ls_replay_name_function (LsReplay               *self,
                         const LsRecordingEvent *event)
{
  const guint32 name = ls_replay_intern (self, event->text);

  return name != 0 ? name : name_place (self, event->place);
}

/* The name of what an event runs: of the first function that the browser calls in it, or of the script that it found slow. */
guint32
ls_replay_name_run (LsReplay       *self,
                    LsReplayThread *thread,
                    guint32         event)
{
  const LsRecordingEvent *run = ls_replay_get_event (thread, event);
  const guint64 end = ls_replay_units_get_end (&thread->units, run);
  const guint32 last = MIN (thread->units.n_events - event, MAX_EVENTS) + event;
  guint32 name = 0;

  for (guint32 i = event; i < last && ls_replay_get_event (thread, i)->time <= end; i++)
    {
      const LsRecordingEvent *inner = ls_replay_get_event (thread, i);

      if (inner->kind == LS_RECORDING_EVENT_FUNCTION && (name = ls_replay_name_function (self, inner)) != 0)
        return name;
      if (i > event && inner->kind == LS_RECORDING_EVENT_TASK)
        break;
    }
  for (guint32 i = event; i < last && ls_replay_get_event (thread, i)->time <= end; i++)
    if (ls_replay_get_event (thread, i)->kind == LS_RECORDING_EVENT_INVOKER &&
        (name = ls_replay_name_function (self, ls_replay_get_event (thread, i))) != 0)
      return name;
  return run->kind == LS_RECORDING_EVENT_RESOURCE_CALLBACK ? ls_replay_intern (self, run->text) : 0;
}

/* What a turn of the loop does, as a text of the trace: what runs longest in it of the program, else of the browser. */
guint32
ls_replay_name_unit (LsReplay           *self,
                     LsReplayThread     *thread,
                     const LsReplayUnit *unit)
{
  const LsRecordingEvent *program = NULL, *browser = NULL;
  guint64 program_end = 0, browser_end = 0;

  if (unit->primary != LS_REPLAY_NOTHING)
    return ls_replay_name_run (self, thread, unit->primary);
  for (guint32 i = unit->first; i < unit->last; i++)
    {
      const LsRecordingEvent *event = ls_replay_get_event (thread, i);
      gboolean is_program = FALSE;

      switch (event->kind)
        {
        case LS_RECORDING_EVENT_DISPATCH:
          /* What a frame or a parser dispatches on its way does not say what it is. */
          is_program = event->time >= browser_end;
          break;
        case LS_RECORDING_EVENT_SCRIPT:
        case LS_RECORDING_EVENT_FUNCTION:
          is_program = TRUE;
          break;
        case LS_RECORDING_EVENT_LOADING:
        case LS_RECORDING_EVENT_RENDERING:
        case LS_RECORDING_EVENT_GC:
        case LS_RECORDING_EVENT_WORK:
        case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
          if (event->time >= browser_end && (browser == NULL || event->duration > browser->duration))
            browser = event;
          browser_end = MAX (browser_end, ls_replay_units_get_end (&thread->units, event));
          break;
        default:
          break;
        }
      if (!is_program || event->time < program_end)
        continue;
      program_end = ls_replay_units_get_end (&thread->units, event);
      if ((program == NULL || event->duration > program->duration) && (event->text != 0 || event->place != 0))
        program = event;
    }
  if (program != NULL)
    return ls_replay_name_function (self, program);
  return browser != NULL ? ls_replay_intern (self, browser->text) : 0;
}

/* Input that a person makes, and of that what counts as discrete: all but movements. */
static gboolean
is_input (const char *type,
          gboolean   *is_discrete)
{
  static const char *const discrete[] = {
    "auxclick", "beforeinput", "click", "compositionend", "compositionstart", "compositionupdate", "contextmenu", "dblclick",
    "dragend", "dragstart", "drop", "input", "keydown", "keypress", "keyup", "mousedown", "mouseup", "pointerdown", "pointerup",
    "touchend", "touchstart"
  };
  static const char *const continuous[] = {
    "drag", "dragenter", "dragleave", "dragover", "gotpointercapture", "lostpointercapture", "mouseenter", "mouseleave", "mousemove",
    "mouseout", "mouseover", "mousewheel", "pointercancel", "pointerenter", "pointerleave", "pointermove", "pointerout", "pointerover",
    "pointerrawupdate", "touchcancel", "touchmove", "wheel"
  };

  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (discrete); i++)
    if (g_str_equal (type, discrete[i]))
      return *is_discrete = TRUE;
  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (continuous); i++)
    if (g_str_equal (type, continuous[i]))
      return TRUE;
  return FALSE;
}

/* The queue of a turn's task, by what the turn does. */
guint8
ls_replay_guess_queue (LsReplay           *self,
                       LsReplayThread     *thread,
                       const LsReplayUnit *unit,
                       gboolean           *is_discrete)
{
  guint8 guess = LS_QUEUE_TYPE_OTHER;
  guint64 covered = 0;

  *is_discrete = FALSE;
  for (guint32 i = unit->first; i < unit->last; i++)
    {
      const LsRecordingEvent *event = ls_replay_get_event (thread, i);
      guint8 type = LS_QUEUE_TYPE_OTHER;

      switch (event->kind)
        {
        case LS_RECORDING_EVENT_RUN:
        case LS_RECORDING_EVENT_CONTINUE:
          return LS_QUEUE_TYPE_WEB_SCHEDULING;
        case LS_RECORDING_EVENT_TIMER_FIRE:
          return LS_QUEUE_TYPE_FRAME_THROTTLEABLE;
        case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
          return g_strcmp0 (ls_recording_get_text (self->recording, event->text), "Timeout") == 0 ? LS_QUEUE_TYPE_FRAME_THROTTLEABLE
                                                                                                 : LS_QUEUE_TYPE_DEFAULT;
        case LS_RECORDING_EVENT_FRAME_FIRE:
          return LS_QUEUE_TYPE_COMPOSITOR;
        case LS_RECORDING_EVENT_IDLE_FIRE:
          return LS_QUEUE_TYPE_IDLE;
        case LS_RECORDING_EVENT_MESSAGE:
          return LS_QUEUE_TYPE_FRAME_PAUSABLE;
        case LS_RECORDING_EVENT_DISPATCH:
          if (is_input (ls_recording_get_text (self->recording, event->text), is_discrete))
            return LS_QUEUE_TYPE_INPUT;
          break;
        case LS_RECORDING_EVENT_RENDERING:
          type = LS_QUEUE_TYPE_COMPOSITOR;
          break;
        case LS_RECORDING_EVENT_SCRIPT:
        case LS_RECORDING_EVENT_LOADING:
          type = LS_QUEUE_TYPE_FRAME_LOADING;
          break;
        case LS_RECORDING_EVENT_GC:
          type = LS_QUEUE_TYPE_V8;
          break;
        default:
          break;
        }
      /* What comes first counts; what is nested does not. */
      if (event->time < covered)
        continue;
      if (i > unit->first || event->kind != LS_RECORDING_EVENT_TASK)
        covered = ls_replay_units_get_end (&thread->units, event);
      if (guess == LS_QUEUE_TYPE_OTHER)
        guess = type;
    }
  return guess;
}

/* The time at which the task's own steps are done, so that what follows are its microtasks; or the end of the turn. */
guint64
ls_replay_find_finish (LsReplayThread     *thread,
                       const LsReplayUnit *unit)
{
  const gboolean is_callback = unit->primary != LS_REPLAY_NOTHING;
  guint64 own_end = 0, microtasks_end = 0, first_after = LS_REPLAY_NEVER;

  for (guint32 i = is_callback ? unit->primary : unit->first; i < unit->last; i++)
    {
      const LsRecordingEvent *event = ls_replay_get_event (thread, i);

      if (ls_replay_is_microtasks (thread->units.recording, event) && event->kind != LS_RECORDING_EVENT_RESOURCE)
        {
          if (event->time >= own_end && first_after == LS_REPLAY_NEVER)
            first_after = event->time;
          microtasks_end = MAX (microtasks_end, ls_replay_units_get_end (&thread->units, event));
          /* The first microtasks end the steps of a posted task. */
          if (is_callback && first_after != LS_REPLAY_NEVER)
            break;
          continue;
        }
      /* What microtasks do, and what does not run the program or work for it. */
      if (event->time < microtasks_end || event->duration == 0 || event->kind == LS_RECORDING_EVENT_TASK || i == unit->primary ||
          event->kind == LS_RECORDING_EVENT_INPUT || event->kind == LS_RECORDING_EVENT_LONG_FRAME ||
          event->kind == LS_RECORDING_EVENT_MEASURE || event->kind == LS_RECORDING_EVENT_INVOKER ||
          event->kind == LS_RECORDING_EVENT_RESOURCE || event->kind == LS_RECORDING_EVENT_ANNOTATION)
        continue;
      own_end = MAX (own_end, ls_replay_units_get_end (&thread->units, event));
      if (!is_callback)
        first_after = LS_REPLAY_NEVER;
    }
  if (is_callback)
    {
      const LsRecordingEvent *event = ls_replay_get_event (thread, unit->primary);
      const guint64 end = MIN (ls_replay_units_get_end (&thread->units, event), unit->end);

      return MAX (MIN (end, first_after), event->time);
    }
  return MIN (first_after, unit->end);
}

/* Finds the turn that begins with an event. */
gboolean
ls_replay_measure_unit (LsReplayThread *thread,
                        guint32         first,
                        LsReplayUnit   *unit)
{
  LsReplayUnits units = thread->units;

  units.next = first;
  units.rest_end = 0;
  return ls_replay_units_next (&units, unit) && unit->first == first;
}
