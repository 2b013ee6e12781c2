/* ls-trace-recording.c: which recording a trace is of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-trace-file.h"

typedef struct
{
  LsRecording *recording;
  GArray      *threads;   /* guint */
} Origin;

static G_DEFINE_QUARK (ls-trace-recording, origin)

static void
origin_free (gpointer data)
{
  Origin *self = data;

  g_object_unref (self->recording);
  g_array_unref (self->threads);
  g_free (self);
}

/**
 * ls_trace_set_recording:
 * @self: a trace that nobody else has yet
 * @recording: a recording
 * @threads: (array length=n_threads): which threads of it the trace shows, the main agent first
 * @n_threads: how many they are
 *
 * Says that the trace shows a recording, so that ls_trace_save() saves that, too.
 */
void
ls_trace_set_recording (LsTrace     *self,
                        LsRecording *recording,
                        const guint *threads,
                        guint        n_threads)
{
  Origin *origin;

  g_return_if_fail (LS_IS_TRACE (self));
  g_return_if_fail (LS_IS_RECORDING (recording));
  g_return_if_fail (threads != NULL && n_threads > 0);

  origin = g_new (Origin, 1);
  origin->recording = g_object_ref (recording);
  origin->threads = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (guint)), threads, n_threads);
  g_object_set_qdata_full (G_OBJECT (self), origin_quark (), origin, origin_free);
}

/**
 * ls_trace_get_recording:
 * @self: a trace
 * @threads: (out) (optional) (transfer none) (array length=n_threads): which threads of the recording the trace shows
 * @n_threads: (out) (optional): how many they are
 *
 * Gets the recording that the trace shows, and which of its threads.
 *
 * Returns: (transfer none) (nullable): the recording that the trace shows
 */
LsRecording *
ls_trace_get_recording (LsTrace      *self,
                        const guint **threads,
                        guint        *n_threads)
{
  const Origin *origin;

  g_return_val_if_fail (LS_IS_TRACE (self), NULL);

  origin = g_object_get_qdata (G_OBJECT (self), origin_quark ());
  if (threads != NULL)
    *threads = origin != NULL ? (const guint *) (gpointer) origin->threads->data : NULL;
  if (n_threads != NULL)
    *n_threads = origin != NULL ? origin->threads->len : 0;
  return origin != NULL ? origin->recording : NULL;
}
