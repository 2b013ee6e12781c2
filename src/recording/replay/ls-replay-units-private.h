/* ls-replay-units-private.h: which turns the events of a thread are
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"

G_BEGIN_DECLS

#define LS_REPLAY_NOTHING G_MAXUINT32

/* A turn of the thread's loop: an outermost task, or a slice that is its own task where the recording has none. */
typedef struct
{
  guint32  first, last;    /* its events, and the one after the last of them */
  guint64  start, end;     /* ns */
  guint32  primary;        /* the event that says which posted task it runs, or LS_REPLAY_NOTHING */
  gboolean is_task;        /* its first event is one of kind TASK */
} LsReplayUnit;

/* Goes over the events of a thread. The numbers of events are 32 bits: more than that are not looked at. */
typedef struct
{
  LsRecording            *recording;  /* (unowned) */
  const LsRecordingEvent *events;
  guint32                 n_events;
  guint64                 duration;   /* ns: of the recording */
  guint32                 next;
  guint64                 rest_end;   /* ns: of the task whose rest comes next, 0 for none */
} LsReplayUnits;

void     ls_replay_units_init   (LsReplayUnits           *self,
                                 LsRecording             *recording,
                                 guint                    thread);
gboolean ls_replay_units_next   (LsReplayUnits           *self,
                                 LsReplayUnit            *unit);
guint64  ls_replay_units_get_end (const LsReplayUnits    *self,
                                 const LsRecordingEvent  *event);
gboolean ls_replay_is_microtasks (LsRecording            *recording,
                                 const LsRecordingEvent  *event);

G_END_DECLS
