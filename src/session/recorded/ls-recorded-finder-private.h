/* ls-recorded-finder-private.h: what finds the units of a thread shares
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recorded-units-private.h"

G_BEGIN_DECLS

/* The rank of a unit's kind if an event says what it is. Frames have less, then input: they may be only part of it. */
#define LS_FINDER_RANK_SURE 3

/* What an event names: the numbers of two kinds have nothing to do with each other. */
typedef struct
{
  guint64 id;
  guint32 other;
  guint32 kind;
} LsFinderKey;

/* An interval: each firing of it is an item. */
typedef struct
{
  guint64 posted;
  guint64 period;    /* µs, at least 1 */
  guint64 place;     /* of the next firing on its grid, from 1 */
  guint32 poster;
} LsFinderInterval;

/* The mark of the recording helper that belongs to the next post. */
typedef struct
{
  guint32  controller;
  gboolean has_own_priority;
} LsNextSignal;

typedef struct
{
  LsRecordedThread *thread;
  GHashTable       *items;       /* LsFinderKey → index + 1 */
  GHashTable       *intervals;   /* LsFinderKey → LsFinderInterval */
  GHashTable       *signals;     /* id → index of the controller + 1 */
  LsNextSignal      next_signal;
  gboolean          has_tasks;
  gboolean          is_open;     /* the unit's end is not in the recording */
  gboolean          is_task;     /* the unit is a task of the loop, not a slice outside of one */
  gboolean          has_late_name; /* the unit's name is only that of a slow script */
  guint32           unit;
  guint32           script;      /* the unit's last span of the program's code, or LS_RECORDED_NONE */
  guint8            rank;        /* how sure the unit's kind is */
} LsRecordedFinder;

guint    ls_finder_key_hash          (gconstpointer           data);
gboolean ls_finder_key_equal         (gconstpointer           a,
                                      gconstpointer           b);
void     ls_finder_remember          (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event,
                                      guint32                 kind,
                                      guint32                 item);
guint32  ls_finder_take              (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event,
                                      guint32                 kind);
guint32  ls_finder_add_item          (LsRecordedFinder       *self,
                                      guint32                 kind,
                                      guint64                 posted,
                                      guint64                 delay,
                                      guint32                 poster,
                                      LsTaskPriority          priority);
void     ls_finder_run_item          (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event,
                                      LsRecordedUnitKind      kind,
                                      guint32                 index);
void     ls_finder_request_idle      (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_make_resource     (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_call_resource     (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_post_task         (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_post_continuation (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_end_item          (LsRecordedFinder       *self,
                                      guint32                 index,
                                      guint64                 time);
void     ls_finder_install_timer     (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_fire_timer        (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_remove_timer      (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
guint32  ls_finder_find_signal       (LsRecordedFinder       *self,
                                      guint64                 id,
                                      LsTaskPriority          priority,
                                      guint32                 label);
void     ls_finder_make_dependent    (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_change_priority   (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
gboolean ls_finder_identify          (LsRecordedFinder       *self,
                                      LsRecordedUnitKind      kind,
                                      guint8                  rank,
                                      guint32                 name);
gboolean ls_finder_is_in_script      (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);
void     ls_finder_note_span         (LsRecordedFinder       *self,
                                      const LsRecordingEvent *event);

static inline guint64
ls_recorded_to_us (guint64 time)
{
  return time / 1000;
}

static inline LsRecordedUnit *
ls_finder_peek_unit (LsRecordedFinder *self)
{
  return self->unit != LS_RECORDED_NONE ? ls_recorded_unit (self->thread, self->unit) : NULL;
}

G_END_DECLS
