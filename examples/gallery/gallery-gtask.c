/* gallery-gtask.c: decodes in threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "gallery.h"

static const int priorities[] = {
  [OUT_OF_SIGHT] = G_PRIORITY_LOW,
  [VISIBLE] = G_PRIORITY_DEFAULT,
  [CLICKED] = G_PRIORITY_HIGH,
};

static void
decode (GTask        *task,
        gpointer      source,
        gpointer      data,
        GCancellable *cancellable)
{
  Picture *picture = data;

  if (g_task_return_error_if_cancelled (task))
    return;
  /* The task that was cancelled may have begun all the same. */
  if (!g_atomic_int_compare_and_exchange (&picture->is_taken, FALSE, TRUE))
    {
      g_task_return_boolean (task, FALSE);
      return;
    }
  while (picture_decode_some (picture))
    ;
  g_task_return_boolean (task, TRUE);
}

static void
on_decoded (GObject      *source,
            GAsyncResult *result,
            gpointer      picture)
{
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    picture_show (picture);
}

void
picture_begin (Picture *picture)
{
  GCancellable *cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_decoded, picture);

  picture->job = cancellable;
  g_task_set_task_data (task, picture, NULL);
  g_task_set_priority (task, priorities[picture->urgency]);
  /* A picture that is decoded is shown, whatever has become of the task. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, decode);
}

/* A task that waits for a thread keeps its priority: another one takes its place. */
void
picture_hurry (Picture *picture)
{
  g_cancellable_cancel (picture->job);
  g_clear_object ((GCancellable **) &picture->job);
  picture_begin (picture);
}
