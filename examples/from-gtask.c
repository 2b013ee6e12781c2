/* from-gtask.c: an asynchronous function as GIO has them, whose work is a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc from-gtask.c $(pkg-config --cflags --libs loopscope-1) -o from-gtask
 */

#include <loopscope.h>

/* What was a thread function before. It does not block: it computes, and would make the window wait if it did so in one go. */
static LsCompletion
count_words (const LsValue *argument,
             LsValue       *result,
             gpointer       data)
{
  GTask *task = data;
  g_auto (GStrv) words = NULL;

  if (g_task_return_error_if_cancelled (task))
    return LS_COMPLETION_NORMAL;
  words = g_strsplit (g_task_get_task_data (task), " ", -1);
  g_task_return_int (task, g_strv_length (words));
  return LS_COMPLETION_NORMAL;
}

/* Callers see a GTask, as they did. */
static void
count_words_async (const char          *text,
                   GCancellable        *cancellable,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  const LsPostTaskOptions options = { .priority = LS_TASK_PRIORITY_BACKGROUND };
  g_autoptr (LsPromise) counted = NULL;

  g_task_set_task_data (task, g_strdup (text), g_free);
  counted = ls_scheduler_post_task (ls_scheduler_get_thread_default (), count_words, g_object_ref (task), g_object_unref, &options);
}

static void
on_counted (GObject      *source,
            GAsyncResult *result,
            gpointer      main_loop)
{
  g_autoptr (GError) error = NULL;
  const gssize n_words = g_task_propagate_int (G_TASK (result), &error);

  g_print ("%d words\n", (int) n_words);
  g_main_loop_quit (main_loop);
}

int
main (void)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);

  count_words_async ("once upon a time", NULL, on_counted, main_loop);
  g_main_loop_run (main_loop);
  return 0;
}
