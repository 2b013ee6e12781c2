/* ls-trace-drop.c: frees traces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-trace-drop.h"

#define LARGE 200000   /* records: to free as many takes a noticeable part of a frame */

static gpointer
drop_thread (gpointer data)
{
  g_object_unref (data);
  return NULL;
}

static gboolean
drop_cb (gpointer user_data)
{
  GThread *thread = g_thread_try_new ("ls-drop", drop_thread, user_data, NULL);

  if (thread != NULL)
    g_thread_unref (thread);
  else
    g_object_unref (user_data);
  return G_SOURCE_REMOVE;
}

/**
 * ls_trace_drop:
 * @trace: (transfer full): a trace that is not shown any more
 *
 * Lets go of a trace. A large one is freed on a thread, so that the window does not wait for it: all others that show it have
 * let go of it by then.
 */
void
ls_trace_drop (LsTrace *trace)
{
  if (ls_trace_get_length (trace) < LARGE)
    g_object_unref (trace);
  else
    g_idle_add_full (G_PRIORITY_LOW, drop_cb, trace, NULL);
}
