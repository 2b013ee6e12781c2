/* ls-recording-trim.c: leaves out what there is nothing to see of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-private.h"

/* Leaves out the threads without events, but for the first @n_kept, so that many names of threads make no long recording. The
 * others move up.
 *
 * @threads: (element-type LsRecordingThread): an n_events of 0 says that a thread has none */
void
ls_recording_trim_threads (GArray           *threads,
                           guint             n_kept,
                           LsRecordingEvent *events,
                           gsize             n_events)
{
  g_autofree guint32 *moved = NULL;
  guint n = n_kept;

  if (threads->len <= n_kept)
    return;

  moved = g_new (guint32, threads->len);
  for (guint i = 0; i < threads->len; i++)
    {
      const LsRecordingThread thread = g_array_index (threads, LsRecordingThread, i);

      moved[i] = i < n_kept ? i : n;
      if (i >= n_kept && thread.n_events > 0)
        g_array_index (threads, LsRecordingThread, n++) = thread;
    }
  for (gsize i = 0; i < n_events; i++)
    events[i].thread = moved[events[i].thread];
  g_array_set_size (threads, n);
}
