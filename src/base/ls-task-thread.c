/* ls-task-thread.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-thread-private.h"

static void release_in_context (gpointer  data,
                                GObject  *task,
                                gboolean  is_last);

static gboolean
release_cb (gpointer user_data)
{
  return G_SOURCE_REMOVE;
}

static void
release (gpointer task)
{
  g_object_remove_toggle_ref (task, release_in_context, NULL);
}

/* Everybody else has let go of the task, here or on its thread. */
static void
release_in_context (gpointer  data,
                    GObject  *task,
                    gboolean  is_last)
{
  g_autoptr (GSource) source = NULL;

  if (!is_last)
    return;
  source = g_idle_source_new ();
  g_source_set_priority (source, g_task_get_priority (G_TASK (task)));
  g_source_set_static_name (source, "[loopscope] task of a thread");
  g_source_set_callback (source, release_cb, task, release);
  g_source_attach (source, g_task_get_context (G_TASK (task)));
}

/* Runs @func on a thread, as g_task_run_in_thread() does. There the thread may be the last one to let go of the task with its
 * source object and its data: it finalizes a debugger or a widget that the window still uses. Here that happens in the main context
 * in which @task was made. */
void
ls_task_run_in_thread (GTask           *task,
                       GTaskThreadFunc  func)
{
  g_return_if_fail (G_IS_TASK (task));

  g_object_add_toggle_ref (G_OBJECT (task), release_in_context, NULL);
  g_task_run_in_thread (task, func);
}
