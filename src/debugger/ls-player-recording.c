/* ls-player-recording.c: the recording that a trace was made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player-private.h"

/**
 * ls_player_set_recording:
 * @self: a player
 * @recording: (nullable): the recording that its next trace is made of
 * @threads: (array length=n_threads): which threads of it the agents are, in the order of their numbers
 * @n_threads: how many there are
 *
 * Views show what the recording tells beside the records of the trace. Call this before ls_player_set_trace().
 */
void
ls_player_set_recording (LsPlayer    *self,
                         LsRecording *recording,
                         const guint *threads,
                         guint        n_threads)
{
  g_set_object (&self->recording, recording);
  g_clear_pointer (&self->threads, g_array_unref);
  if (recording == NULL)
    return;
  self->threads = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_threads);
  g_array_append_vals (self->threads, threads, n_threads);
}

/**
 * ls_player_get_recording:
 * @self: a player
 * @threads: (out) (array length=n_threads): the recording's threads, by agent
 * @n_threads: (out): how many there are
 *
 * Returns: (transfer none) (nullable): the recording that the trace was made of, %NULL for another run
 */
LsRecording *
ls_player_get_recording (LsPlayer     *self,
                         const guint **threads,
                         guint        *n_threads)
{
  *threads = self->threads != NULL ? (const guint *) self->threads->data : NULL;
  *n_threads = self->threads != NULL ? self->threads->len : 0;
  return self->recording;
}
