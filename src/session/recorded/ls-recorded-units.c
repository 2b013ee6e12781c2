/* ls-recorded-units.c: finds what ran on a thread of a recording
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recorded-finder-private.h"

#include <string.h>

#define EVENTS_BETWEEN_CHECKS 65536
#define LATE_TIMER 100000   /* µs */

guint32
ls_recorded_add_controller (LsRecordedThread *self,
                            char             *name,
                            LsTaskPriority    priority,
                            gboolean          is_inferred)
{
  LsRecordedController controller = { .name = name, .priority = priority, .is_inferred = is_inferred,
                                      .follows = LS_RECORDED_NONE };

  g_array_append_val (self->controllers, controller);
  return self->controllers->len - 1;
}

void
ls_recorded_add_op (LsRecordedThread *self,
                    LsRecordedOpKind  kind,
                    guint32           unit,
                    guint64           time,
                    guint32           ref,
                    LsTaskPriority    priority)
{
  LsRecordedOp op = { .time = time, .unit = unit, .order = self->ops->len, .ref = ref, .kind = kind, .priority = priority };

  g_array_append_val (self->ops, op);
}

static void
begin_unit (LsRecordedFinder       *self,
            const LsRecordingEvent *event)
{
  LsRecordedUnit unit = { .begin = ls_recorded_to_us (event->time), .item = LS_RECORDED_NONE };

  self->is_open = event->duration == LS_RECORDING_NO_END;
  unit.end = self->is_open ? self->thread->duration : ls_recorded_to_us (event->time + event->duration);
  unit.end = MAX (unit.end, unit.begin);
  g_array_append_val (self->thread->units, unit);
  self->unit = self->thread->units->len - 1;
  self->is_task = event->kind == LS_RECORDING_EVENT_TASK;
  self->rank = 0;
  self->has_late_name = FALSE;
  self->script = LS_RECORDED_NONE;
}

/* Slices that are a unit where no task of the loop encloses them. */
static gboolean
can_be_unit (LsRecordedFinder *self,
             guint             kind)
{
  switch (kind)
    {
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_FRAME_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
    case LS_RECORDING_EVENT_MESSAGE:
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_DISPATCH:
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      return TRUE;
    case LS_RECORDING_EVENT_MICROTASKS:
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_LOADING:
    case LS_RECORDING_EVENT_RENDERING:
      return !self->has_tasks;
    default:
      return FALSE;
    }
}

/* Finds the unit that an event belongs to, which may be a new one. */
static void
place (LsRecordedFinder       *self,
       const LsRecordingEvent *event)
{
  LsRecordedUnit *unit = ls_finder_peek_unit (self);
  const guint64 time = ls_recorded_to_us (event->time);

  if (event->kind == LS_RECORDING_EVENT_TASK)
    {
      if (unit != NULL && !self->is_task && unit->begin == time)
        {
          unit->end = MAX (unit->end, ls_recorded_to_us (event->time + (self->is_open ? 0 : event->duration)));
          self->is_task = TRUE;
          return;
        }
      if (unit == NULL || time >= unit->end || self->is_open || !self->is_task)
        {
          if (unit != NULL)
            unit->end = MIN (unit->end, time);
          begin_unit (self, event);
        }
      return;
    }
  /* What begins in the microsecond in which the unit ends is still part of it. */
  if (unit != NULL && (time < unit->end || (time == unit->end && (self->is_task || unit->begin == time))))
    return;
  if (can_be_unit (self, event->kind))
    begin_unit (self, event);
  else
    self->unit = LS_RECORDED_NONE;
}

/* Notes what a unit is, if this is surer than what is known. */
gboolean
ls_finder_identify (LsRecordedFinder   *self,
                    LsRecordedUnitKind  kind,
                    guint8              rank,
                    guint32             name)
{
  LsRecordedUnit *unit = ls_finder_peek_unit (self);

  if (unit == NULL)
    return FALSE;
  if (rank <= self->rank)
    return FALSE;
  unit->kind = kind;
  unit->name = name;
  self->rank = rank;
  return TRUE;
}

/* Returns whether an event comes from a person; @is_discrete: a click or a key, after which the frame is urgent. */
static gboolean
is_input (const char *type,
          gboolean   *is_discrete)
{
  static const char *const discrete[] = { "click", "dblclick", "auxclick", "contextmenu", "keydown", "keyup", "keypress",
                                          "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend",
                                          "beforeinput", "input", NULL };
  static const char *const continuous[] = { "mousemove", "mouseover", "mouseout", "mouseenter", "mouseleave", "pointermove",
                                            "pointerover", "pointerout", "pointerenter", "pointerleave", "pointerrawupdate",
                                            "touchmove", "wheel", "mousewheel", "dragover", NULL };

  *is_discrete = type != NULL && g_strv_contains (discrete, type);
  return *is_discrete || (type != NULL && g_strv_contains (continuous, type));
}

static void
dispatch (LsRecordedFinder       *self,
          const LsRecordingEvent *event)
{
  gboolean is_discrete;

  if (!is_input (ls_recording_get_text (self->thread->recording, event->text), &is_discrete))
    return;
  /* Frames come with movements of the pointer; a click is a task of its own, after which the browser may look for what is below the
   * pointer. */
  if (!ls_finder_identify (self, LS_UNIT_INPUT, is_discrete ? 2 : 1, event->text))
    return;
  ls_finder_peek_unit (self)->is_discrete = is_discrete;
  self->has_late_name = TRUE;   /* only that of the event: its listener tells more */
}

static gboolean
is_text (LsRecordedFinder *self,
         guint32           text)
{
  const char *string = text != 0 ? ls_recording_get_text (self->thread->recording, text) : NULL;

  return string != NULL && *string != '\0';
}

/* The first function that a callback calls is its name; what the browser does of itself is called as its event. */
static void
name_unit (LsRecordedFinder       *self,
           const LsRecordingEvent *event)
{
  const gboolean is_function = event->kind == LS_RECORDING_EVENT_FUNCTION || event->kind == LS_RECORDING_EVENT_INVOKER;
  LsRecordedUnit *unit = ls_finder_peek_unit (self);

  if (unit == NULL || (self->rank == LS_FINDER_RANK_SURE && !is_function))
    return;
  if ((unit->name != 0 || unit->place != 0) && !(self->has_late_name && event->kind == LS_RECORDING_EVENT_FUNCTION))
    return;
  unit->name = is_text (self, event->text) ? event->text : 0;
  unit->place = is_function ? event->place : 0;
  self->has_late_name = event->kind == LS_RECORDING_EVENT_INVOKER;
}

/* Notes what an event says of the unit that it belongs to. */
static void
take_event (LsRecordedFinder       *self,
            const LsRecordingEvent *event)
{
  const guint64 time = ls_recorded_to_us (event->time);

  switch ((LsRecordingEventKind) event->kind)
    {
    case LS_RECORDING_EVENT_POST:
      ls_finder_post_task (self, event);
      break;
    case LS_RECORDING_EVENT_RUN:
      ls_finder_run_item (self, event, LS_UNIT_TASK, ls_finder_take (self, event, LS_UNIT_TASK));
      break;
    case LS_RECORDING_EVENT_ABORT:
      ls_finder_end_item (self, ls_finder_take (self, event, LS_UNIT_TASK), time);
      break;
    case LS_RECORDING_EVENT_YIELD:
      ls_finder_post_continuation (self, event);
      break;
    case LS_RECORDING_EVENT_CONTINUE:
      ls_finder_run_item (self, event, LS_UNIT_CONTINUATION, ls_finder_take (self, event, LS_UNIT_CONTINUATION));
      break;
    case LS_RECORDING_EVENT_ABORT_YIELD:
      ls_finder_end_item (self, ls_finder_take (self, event, LS_UNIT_CONTINUATION), time);
      break;
    case LS_RECORDING_EVENT_TIMER_INSTALL:
      ls_finder_install_timer (self, event);
      break;
    case LS_RECORDING_EVENT_TIMER_REMOVE:
      ls_finder_remove_timer (self, event);
      break;
    case LS_RECORDING_EVENT_TIMER_FIRE:
      ls_finder_fire_timer (self, event);
      break;
    case LS_RECORDING_EVENT_IDLE_REQUEST:
      ls_finder_request_idle (self, event);
      break;
    case LS_RECORDING_EVENT_IDLE_CANCEL:
      ls_finder_take (self, event, LS_UNIT_IDLE);
      break;
    case LS_RECORDING_EVENT_IDLE_FIRE:
      ls_finder_run_item (self, event, LS_UNIT_IDLE, ls_finder_take (self, event, LS_UNIT_IDLE));
      break;
    case LS_RECORDING_EVENT_MESSAGE_POST:
      ls_finder_remember (self, event, LS_UNIT_MESSAGE,
                          ls_finder_add_item (self, LS_UNIT_MESSAGE, time, 0, self->unit, LS_TASK_PRIORITY_NONE));
      break;
    case LS_RECORDING_EVENT_MESSAGE:
      ls_finder_run_item (self, event, LS_UNIT_MESSAGE, ls_finder_take (self, event, LS_UNIT_MESSAGE));
      break;
    case LS_RECORDING_EVENT_FRAME_FIRE:
      ls_finder_identify (self, LS_UNIT_FRAME, 2, 0);
      break;
    case LS_RECORDING_EVENT_RENDERING:
      /* Layout that a script asks for is no frame. */
      if (!ls_finder_is_in_script (self, event))
        ls_finder_identify (self, LS_UNIT_FRAME, 2, 0);
      break;
    case LS_RECORDING_EVENT_DISPATCH:
      dispatch (self, event);
      break;
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_INVOKER:
    case LS_RECORDING_EVENT_LOADING:
    case LS_RECORDING_EVENT_GC:
      name_unit (self, event);
      break;
    case LS_RECORDING_EVENT_RESOURCE:
      ls_finder_make_resource (self, event);
      break;
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      ls_finder_call_resource (self, event);
      break;
    case LS_RECORDING_EVENT_SIGNAL:
      self->next_signal.controller = ls_finder_find_signal (self, event->id, LS_TASK_PRIORITY_NONE, event->text);
      self->next_signal.has_own_priority = (event->flags & LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY) != 0;
      break;
    case LS_RECORDING_EVENT_CONTROLLER:
      ls_finder_find_signal (self, event->id, event->priority, event->text);
      break;
    case LS_RECORDING_EVENT_ANY:
      ls_finder_make_dependent (self, event);
      break;
    case LS_RECORDING_EVENT_PRIORITY:
      ls_finder_change_priority (self, event);
      break;
    default:
      break;
    }
}

static int
compare_ops (gconstpointer a,
             gconstpointer b)
{
  const LsRecordedOp *one = a;
  const LsRecordedOp *two = b;

  if (one->unit != two->unit)
    return one->unit < two->unit ? -1 : 1;
  if (one->time != two->time)
    return one->time < two->time ? -1 : 1;
  return one->order < two->order ? -1 : one->order > two->order;
}

/* Gives each unit its operations. */
void
ls_recorded_thread_sort_ops (LsRecordedThread *self)
{
  g_array_sort (self->ops, compare_ops);
  for (guint i = 0; i < self->units->len; i++)
    ls_recorded_unit (self, i)->n_ops = 0;
  for (guint i = 0; i < self->ops->len; i++)
    {
      const guint32 unit = ls_recorded_op (self, i)->unit;

      if (unit == LS_RECORDED_NONE)
        break;
      if (ls_recorded_unit (self, unit)->n_ops++ == 0)
        ls_recorded_unit (self, unit)->first_op = i;
    }
}

/* Returns how many µs of the time before a unit begins, from @time on, no unit ran. @busy: how long units ran before each unit */
static guint64
measure_idle (LsRecordedThread *self,
              const guint64    *busy,
              guint32           index,
              guint64           time)
{
  guint32 low = 0, high = index;
  guint64 ran;

  /* The first unit that ends after @time */
  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (ls_recorded_unit (self, middle)->end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  ran = busy[index] - busy[low];
  if (low < index && ls_recorded_unit (self, low)->begin < time)
    ran -= MIN (ran, time - ls_recorded_unit (self, low)->begin);
  time = ls_recorded_unit (self, index)->begin - time;
  return time - MIN (ran, time);
}

/* A timer that comes much later than it was due on a thread that was idle was throttled: the thread was not busy. It is due when it
 * fires. */
static void
find_late_timers (LsRecordedThread *self)
{
  g_autofree guint64 *busy = g_new0 (guint64, self->units->len + 1);

  for (guint i = 0; i < self->units->len; i++)
    busy[i + 1] = busy[i] + ls_recorded_unit (self, i)->end - ls_recorded_unit (self, i)->begin;
  for (guint i = 0; i < self->items->len; i++)
    {
      LsRecordedItem *item = ls_recorded_item (self, i);
      guint64 begin;

      if (item->kind != LS_UNIT_TIMER || item->runner == LS_RECORDED_NONE)
        continue;
      begin = ls_recorded_unit (self, item->runner)->begin;
      if (item->ready >= begin || measure_idle (self, busy, item->runner, item->ready) < LATE_TIMER)
        continue;
      item->is_delay_unknown = TRUE;
      item->ready = begin;
      item->delay = MIN (begin - item->posted, G_MAXUINT32);
    }
}

/* A time in which nothing ran although something could: the browser was busy, or the thread had no processor. It is work of the
 * unit before, or of the one that comes next if something could run only in the middle of it. */
static void
find_gaps (LsRecordedThread *self)
{
  g_autofree guint64 *ready = NULL;
  guint64 earliest = G_MAXUINT64;

  if (self->units->len == 0)
    return;
  ready = g_new (guint64, self->units->len);
  memset (ready, 0xff, self->units->len * sizeof (guint64));
  for (guint i = 0; i < self->items->len; i++)
    {
      const LsRecordedItem *item = ls_recorded_item (self, i);
      const guint32 until = item->runner != LS_RECORDED_NONE ? item->runner : item->abort_unit;

      if (until != LS_RECORDED_NONE && !item->is_outside &&
          (item->kind != LS_UNIT_IDLE || item->is_timed_out))
        ready[until] = MIN (ready[until], item->ready);
    }
  for (guint i = self->units->len - 1; i > 0; i--)
    {
      LsRecordedUnit *before = ls_recorded_unit (self, i - 1);
      LsRecordedUnit *unit = ls_recorded_unit (self, i);

      earliest = MIN (earliest, ready[i]);
      if (earliest <= before->end)
        before->rest = unit->begin - before->end;
      else if (earliest < unit->begin)
        unit->lead = unit->begin - earliest;
    }
}

static void
controller_clear (gpointer data)
{
  LsRecordedController *controller = data;

  g_free (controller->name);
  g_clear_pointer (&controller->sources, g_array_unref);
}

void
ls_recorded_thread_free (LsRecordedThread *self)
{
  g_array_unref (self->units);
  g_array_unref (self->items);
  g_array_unref (self->ops);
  g_array_unref (self->spans);
  g_array_unref (self->changed);
  g_array_unref (self->controllers);
  g_hash_table_unref (self->names);
  g_free (self);
}

static gboolean
has_tasks (const LsRecordingEvent *events,
           gsize                   n_events)
{
  for (gsize i = 0; i < n_events; i++)
    if (events[i].kind == LS_RECORDING_EVENT_TASK)
      return TRUE;

  return FALSE;
}

/* Finds the units of a thread. Returns NULL with @error set if @cancellable was cancelled. */
LsRecordedThread *
ls_recorded_thread_new (LsRecording   *recording,
                        guint          thread,
                        GCancellable  *cancellable,
                        GError       **error)
{
  g_autoptr (LsRecordedThread) self = g_new0 (LsRecordedThread, 1);
  g_autoptr (GHashTable) items = g_hash_table_new_full (ls_finder_key_hash, ls_finder_key_equal, g_free, NULL);
  g_autoptr (GHashTable) intervals = g_hash_table_new_full (ls_finder_key_hash, ls_finder_key_equal, g_free, g_free);
  g_autoptr (GHashTable) signals = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  LsRecordedFinder finder = { .thread = self, .items = items, .intervals = intervals, .signals = signals, .unit = LS_RECORDED_NONE,
                    .script = LS_RECORDED_NONE, .next_signal.controller = LS_RECORDED_NONE };
  const LsRecordingEvent *events;
  gsize n_events;

  self->recording = recording;
  self->thread = thread;
  self->duration = ls_recorded_to_us (ls_recording_get_duration (recording));
  self->units = g_array_new (FALSE, FALSE, sizeof (LsRecordedUnit));
  self->items = g_array_new (FALSE, FALSE, sizeof (LsRecordedItem));
  self->ops = g_array_new (FALSE, FALSE, sizeof (LsRecordedOp));
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->spans = g_array_new (FALSE, FALSE, sizeof (LsRecordedSpan));
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->controllers = g_array_new (FALSE, FALSE, sizeof (LsRecordedController));
  g_array_set_clear_func (self->controllers, controller_clear);

  events = ls_recording_peek_events (recording, thread, &n_events);
  finder.has_tasks = has_tasks (events, n_events);
  for (gsize i = 0; i < n_events; i++)
    {
      if (i % EVENTS_BETWEEN_CHECKS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      place (&finder, &events[i]);
      take_event (&finder, &events[i]);
      ls_finder_note_span (&finder, &events[i]);
    }
  find_late_timers (self);
  find_gaps (self);

  return g_steal_pointer (&self);
}
