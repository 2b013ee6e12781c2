/* ls-loop-thread-default.c: the loops of a thread's default main contexts
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop.h"

static void
end_loop (gpointer loop)
{
  ls_event_loop_shut_down (loop);
  g_object_unref (loop);
}

/* GMainContext → LsEventLoop (owned), of one thread. The map goes with the thread, and so do the loops. */
static GPrivate loops_of_thread = G_PRIVATE_INIT ((GDestroyNotify) g_hash_table_unref);

/**
 * ls_event_loop_get_thread_default:
 *
 * Gets the loop that everybody shares on the thread's default main context (see [method@GLib.MainContext.push_thread_default]):
 * makes and attaches it at the first call, with the monotonic clock and the default preset. Programs that have one main loop need
 * no other. A loop that the program has made and attached itself is another one, and stays so.
 *
 * Returns: (transfer none): a loop; it lives until the thread ends
 */
LsEventLoop *
ls_event_loop_get_thread_default (void)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  GHashTable *loops = g_private_get (&loops_of_thread);
  LsEventLoop *loop;

  if (loops == NULL)
    {
      loops = g_hash_table_new_full (NULL, NULL, NULL, end_loop);
      g_private_set (&loops_of_thread, loops);
    }
  loop = g_hash_table_lookup (loops, context);
  if (loop == NULL)
    {
      loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
      ls_event_loop_attach (loop, context);
      g_hash_table_insert (loops, context, loop);
    }
  return loop;
}
