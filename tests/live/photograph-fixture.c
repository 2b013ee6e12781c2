/* photograph-fixture.c: photographs of a browser's queues that tests take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "photograph-fixture.h"

static void
taken_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  Taken *taken = user_data;

  taken->photograph = ls_page_watch_photograph_finish (LS_PAGE_WATCH (object), result, &taken->error);
  taken->is_there = TRUE;
}

/* @taken must live until it is there. */
void
photograph_begin (LsPageWatch  *watch,
                  GCancellable *cancellable,
                  Taken        *taken)
{
  *taken = (Taken) { 0 };
  ls_page_watch_photograph_async (watch, cancellable, taken_cb, taken);
}

void
photograph_wait (const Taken *taken)
{
  while (!taken->is_there)
    g_main_context_iteration (NULL, TRUE);
}

/* Returns (transfer full) (nullable) a photograph. */
LsPagePhotograph *
photograph_take (LsPageWatch  *watch,
                 GError      **error)
{
  Taken taken;

  photograph_begin (watch, NULL, &taken);
  photograph_wait (&taken);
  if (taken.error != NULL)
    g_propagate_error (error, taken.error);
  return taken.photograph;
}
