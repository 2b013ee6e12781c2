/* ls-recorded-items.c: finds who posted what, and what became of it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recorded-finder-private.h"

guint
ls_finder_key_hash (gconstpointer data)
{
  const LsFinderKey *key = data;
  const guint64 mixed = (key->id ^ ((guint64) key->other << 32 | key->kind)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return mixed >> 32;
}

gboolean
ls_finder_key_equal (gconstpointer a,
                     gconstpointer b)
{
  const LsFinderKey *one = a;
  const LsFinderKey *two = b;

  return one->id == two->id && one->other == two->other && one->kind == two->kind;
}

/* Timers and idle callbacks are numbered by each frame. */
static guint32
get_owner (const LsRecordingEvent *event,
           guint32                 kind)
{
  if (event->kind == LS_RECORDING_EVENT_RESOURCE || event->kind == LS_RECORDING_EVENT_RESOURCE_CALLBACK)
    return 0;
  return kind == LS_UNIT_TIMER || kind == LS_UNIT_IDLE ? event->other : 0;
}

void
ls_finder_remember (LsRecordedFinder       *self,
                    const LsRecordingEvent *event,
                    guint32                 kind,
                    guint32                 item)
{
  LsFinderKey *key = g_new0 (LsFinderKey, 1);

  *key = (LsFinderKey) { event->id, get_owner (event, kind), kind };
  g_hash_table_replace (self->items, key, GUINT_TO_POINTER (item + 1));
}

/* Returns the item that an event names, which is not found again then; LS_RECORDED_NONE if there is none. */
guint32
ls_finder_take (LsRecordedFinder       *self,
                const LsRecordingEvent *event,
                guint32                 kind)
{
  const LsFinderKey key = { event->id, get_owner (event, kind), kind };
  const guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->items, &key));

  if (found == 0)
    return LS_RECORDED_NONE;
  g_hash_table_remove (self->items, &key);
  return found - 1;
}

guint32
ls_finder_add_item (LsRecordedFinder *self,
                    guint32           kind,
                    guint64           posted,
                    guint64           delay,
                    guint32           poster,
                    LsTaskPriority    priority)
{
  LsRecordedItem item = { .posted = posted, .ready = posted + delay, .ended = G_MAXUINT64, .poster = poster,
                          .runner = LS_RECORDED_NONE, .root = LS_RECORDED_NONE, .controller = LS_RECORDED_NONE,
                          .abort_unit = LS_RECORDED_NONE, .delay = MIN (delay, G_MAXUINT32), .kind = kind,
                          .priority = priority, .run_priority = LS_TASK_PRIORITY_NONE };
  const guint32 index = self->thread->items->len;

  g_array_append_val (self->thread->items, item);
  ls_recorded_add_op (self->thread, LS_OP_POST, poster, posted, index, LS_TASK_PRIORITY_NONE);
  return index;
}


/* A task, a continuation, a timer … begins. */
void
ls_finder_run_item (LsRecordedFinder       *self,
                    const LsRecordingEvent *event,
                    LsRecordedUnitKind      kind,
                    guint32                 index)
{
  const gboolean is_first = ls_finder_identify (self, kind, LS_FINDER_RANK_SURE, 0);
  LsRecordedUnit *unit = ls_finder_peek_unit (self);
  LsRecordedItem *item;

  if (unit == NULL)
    return;
  if (index == LS_RECORDED_NONE && kind == LS_UNIT_TASK && is_first)
    {
      index = ls_finder_add_item (self, kind, unit->begin, 0, LS_RECORDED_NONE, event->priority);
      item = ls_recorded_item (self->thread, index);
      item->is_outside = TRUE;
      item->root = index;
    }
  if (index == LS_RECORDED_NONE)
    return;
  item = ls_recorded_item (self->thread, index);
  item->run_priority = event->priority;
  if (!is_first)
    {
      item->ended = unit->begin;   /* a second one in one task of the loop: part of the first */
      return;
    }
  item->runner = self->unit;
  unit->item = index;
  /* Its timeout was over: it stood among the tasks. Else the thread was idle when it ran, and not before. */
  if (kind == LS_UNIT_IDLE && event->flags & LS_RECORDING_EVENT_FLAG_TIMED_OUT && item->posted + item->timeout <= unit->begin)
    {
      item->is_timed_out = TRUE;
      item->ready = item->posted + item->timeout;
      item->delay = item->timeout;
    }
  else if (kind == LS_UNIT_IDLE || item->is_delay_unknown)
    {
      item->ready = MAX (unit->begin, item->posted);
      item->delay = MIN (item->ready - item->posted, G_MAXUINT32);
    }
}

void
ls_finder_request_idle (LsRecordedFinder       *self,
                        const LsRecordingEvent *event)
{
  const guint32 index = ls_finder_add_item (self, LS_UNIT_IDLE, ls_recorded_to_us (event->time), 0, self->unit,
                                            LS_TASK_PRIORITY_NONE);

  ls_recorded_item (self->thread, index)->timeout = event->value;
  ls_finder_remember (self, event, LS_UNIT_IDLE, index);
}

/* What Node.js tells of: a timeout or an immediate. It does not say from when on they could run. */
static LsRecordedUnitKind
get_resource_kind (LsRecordedFinder       *self,
                   const LsRecordingEvent *event)
{
  const char *type = event->text != 0 ? ls_recording_get_text (self->thread->recording, event->text) : NULL;

  if (g_strcmp0 (type, "Timeout") == 0)
    return LS_UNIT_TIMER;
  return g_strcmp0 (type, "Immediate") == 0 ? LS_UNIT_MESSAGE : LS_UNIT_OTHER;
}

void
ls_finder_make_resource (LsRecordedFinder       *self,
                         const LsRecordingEvent *event)
{
  const LsRecordedUnitKind kind = get_resource_kind (self, event);
  guint32 index;

  if (kind == LS_UNIT_OTHER)
    return;
  index = ls_finder_add_item (self, kind, ls_recorded_to_us (event->time), 0, self->unit, LS_TASK_PRIORITY_NONE);
  ls_recorded_item (self->thread, index)->is_resource = TRUE;
  ls_recorded_item (self->thread, index)->is_delay_unknown = TRUE;
  ls_finder_remember (self, event, kind, index);
}

void
ls_finder_call_resource (LsRecordedFinder       *self,
                         const LsRecordingEvent *event)
{
  const LsRecordedUnitKind kind = get_resource_kind (self, event);

  if (kind != LS_UNIT_OTHER)
    ls_finder_run_item (self, event, kind, ls_finder_take (self, event, kind));
}

void
ls_finder_post_task (LsRecordedFinder       *self,
                     const LsRecordingEvent *event)
{
  const guint32 index = ls_finder_add_item (self, LS_UNIT_TASK, ls_recorded_to_us (event->time), event->value, self->unit,
                                            event->priority);
  LsRecordedItem *item = ls_recorded_item (self->thread, index);

  item->root = index;
  item->controller = self->next_signal.controller;
  item->has_own_priority = self->next_signal.has_own_priority;
  ls_finder_remember (self, event, LS_UNIT_TASK, index);
  if (item->controller != LS_RECORDED_NONE)
    {
      LsRecordedController *controller = ls_recorded_controller (self->thread, item->controller);

      item->has_signal = TRUE;
      /* A signal that no mark tells the priority of had that of the first task with it. */
      if (controller->priority == LS_TASK_PRIORITY_NONE && !item->has_own_priority)
        controller->priority = item->priority;
    }
  self->next_signal = (LsNextSignal) { .controller = LS_RECORDED_NONE };
}

void
ls_finder_post_continuation (LsRecordedFinder       *self,
                             const LsRecordingEvent *event)
{
  const guint32 index = ls_finder_add_item (self, LS_UNIT_CONTINUATION, ls_recorded_to_us (event->time), 0, self->unit,
                                            event->priority);
  const LsRecordedUnit *unit = ls_finder_peek_unit (self);

  if (unit != NULL && unit->item != LS_RECORDED_NONE)
    ls_recorded_item (self->thread, index)->root = ls_recorded_item (self->thread, unit->item)->root;
  ls_recorded_item (self->thread, index)->name = event->text;
  ls_recorded_item (self->thread, index)->place = event->place;
  ls_finder_remember (self, event, LS_UNIT_CONTINUATION, index);
}

void
ls_finder_end_item (LsRecordedFinder *self,
                    guint32           index,
                    guint64           time)
{
  if (index == LS_RECORDED_NONE)
    return;
  ls_recorded_item (self->thread, index)->ended = time;
  ls_recorded_item (self->thread, index)->abort_unit = self->unit;
}

void
ls_finder_install_timer (LsRecordedFinder       *self,
                         const LsRecordingEvent *event)
{
  const guint64 time = ls_recorded_to_us (event->time);
  LsFinderInterval *interval;
  LsFinderKey *key;

  if (!(event->flags & LS_RECORDING_EVENT_FLAG_REPEATING))
    {
      ls_finder_remember (self, event, LS_UNIT_TIMER,
                          ls_finder_add_item (self, LS_UNIT_TIMER, time, event->value, self->unit, LS_TASK_PRIORITY_NONE));
      return;
    }
  interval = g_new0 (LsFinderInterval, 1);
  *interval = (LsFinderInterval) { .posted = time, .period = MAX (event->value, 1), .place = 1,
                                    .poster = self->unit };
  key = g_new0 (LsFinderKey, 1);
  *key = (LsFinderKey) { event->id, event->other, LS_UNIT_TIMER };
  g_hash_table_replace (self->intervals, key, interval);
}

/* Each firing of an interval was due at a place of its grid: the first one after the firing before it began. */
void
ls_finder_fire_timer (LsRecordedFinder       *self,
                      const LsRecordingEvent *event)
{
  const LsFinderKey key = { event->id, event->other, LS_UNIT_TIMER };
  LsFinderInterval *interval = g_hash_table_lookup (self->intervals, &key);
  const LsRecordedUnit *unit = ls_finder_peek_unit (self);
  guint32 index;

  if (interval == NULL || unit == NULL)
    {
      ls_finder_run_item (self, event, LS_UNIT_TIMER, ls_finder_take (self, event, LS_UNIT_TIMER));
      return;
    }
  index = ls_finder_add_item (self, LS_UNIT_TIMER, interval->posted, interval->place * interval->period, interval->poster,
                              LS_TASK_PRIORITY_NONE);
  interval->place++;
  if (unit->begin > interval->posted)
    interval->place = MAX (interval->place, (unit->begin - interval->posted) / interval->period + 1);
  ls_recorded_item (self->thread, index)->is_interval = TRUE;
  ls_finder_run_item (self, event, LS_UNIT_TIMER, index);
}

void
ls_finder_remove_timer (LsRecordedFinder       *self,
                        const LsRecordingEvent *event)
{
  const LsFinderKey key = { event->id, event->other, LS_UNIT_TIMER };

  g_hash_table_remove (self->intervals, &key);
  ls_finder_take (self, event, LS_UNIT_TIMER);
}
