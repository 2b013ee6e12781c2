/* made-recording.h: makes recordings event by event
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/* A recording that is being made: times in µs. */
typedef struct
{
  LsRecordingBuilder *builder;
  guint32             thread;
} Made;

static inline void
made_begin (Made *self)
{
  self->builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  self->thread = ls_recording_builder_get_thread (self->builder, 1, 1);
  ls_recording_builder_set_thread_kind (self->builder, self->thread, LS_RECORDING_THREAD_MAIN);
}

static inline LsRecording *
made_end (Made *self)
{
  LsRecording *recording = ls_recording_builder_end (self->builder);

  ls_recording_builder_free (self->builder);
  return recording;
}

static inline guint32
made_text (Made       *self,
           const char *text)
{
  return ls_recording_builder_intern (self->builder, text, -1);
}

static inline void
made_add (Made             *self,
          guint64           time,
          guint64           duration,
          LsRecordingEvent  event)
{
  event.time = G_GUINT64_CONSTANT (1000000000) + time * 1000;
  event.duration = duration * 1000;
  event.thread = self->thread;
  event.queue = LS_RECORDING_UNKNOWN;
  ls_recording_builder_add (self->builder, &event);
}

#define add(made, time, duration, what, ...) \
  made_add (made, time, duration, (LsRecordingEvent) { .kind = LS_RECORDING_EVENT_ ## what, \
                                                       .priority = LS_TASK_PRIORITY_USER_VISIBLE, ## __VA_ARGS__ })

/* A task of the loop with the callback of a posted task. */
static inline void
add_run (Made           *made,
         guint64         time,
         guint64         duration,
         guint64         id,
         LsTaskPriority  priority,
         const char     *name)
{
  add (made, time, duration, TASK);
  add (made, time, duration, RUN, .id = id, .priority = priority);
  add (made, time, duration, FUNCTION, .text = made_text (made, name));
}

G_END_DECLS
