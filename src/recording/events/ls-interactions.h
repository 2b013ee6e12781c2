/* ls-interactions.h: how long a page took to answer people
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"

G_BEGIN_DECLS

/**
 * LsInteraction:
 * @id: its number in the recording
 * @time: µs since the beginning of the recording at which the slowest of its events arrived
 * @duration: µs from there to the next frame that showed the effect: the sum of the three parts
 * @input_delay: µs until the first listener began: what ran before
 * @processing: µs from there until the last listener was done, of all input that the same frame shows
 * @presentation: µs from there to the frame
 * @type: text of the recording: that event's type, such as "click"
 * @thread: which thread of the recording
 * @n_events: how many events the interaction has
 *
 * An interaction: a click, a tap or a key, with the events that belong together.
 */
typedef struct
{
  guint64 id;
  guint64 time;
  guint64 duration;
  guint64 input_delay;
  guint64 processing;
  guint64 presentation;
  guint32 type;
  guint32 thread;
  guint32 n_events;
} LsInteraction;

#define LS_TYPE_INTERACTION (ls_interaction_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_interaction_get_type (void);

LS_AVAILABLE_IN_1_0
LsInteraction *ls_recording_list_interactions (LsRecording         *recording,
                                               const guint         *threads,
                                               guint                n_threads,
                                               guint               *n_interactions);
LS_AVAILABLE_IN_1_0
gboolean       ls_interactions_find_inp       (const LsInteraction *interactions,
                                               guint                n_interactions,
                                               guint               *index);

G_END_DECLS
