/* first-tasks.c: tasks of three priorities on GLib's main loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc first-tasks.c $(pkg-config --cflags --libs loopscope-1) -o first-tasks
 */

#include <loopscope.h>

static LsCompletion
decode (const LsValue *argument,
        LsValue       *result,
        gpointer       name)
{
  g_print ("decoding %s\n", (const char *) name);
  ls_value_set_number (result, 42);
  return LS_COMPLETION_NORMAL;
}

static void
on_decoded (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsValue) value = ls_scheduler_post_task_finish (LS_SCHEDULER (source), result, &error);

  if (value != NULL)
    g_print ("got %g\n", ls_value_get_number (value));
  else
    g_printerr ("%s\n", error->message);
  g_main_loop_quit (user_data);
}

int
main (void)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  /* The scheduler of the default main context: nothing else is needed to begin. */
  LsScheduler *scheduler = ls_scheduler_get_thread_default ();
  const LsPostTaskOptions background = { .priority = LS_TASK_PRIORITY_BACKGROUND };
  const LsPostTaskOptions visible = { .priority = LS_TASK_PRIORITY_USER_VISIBLE };
  const LsPostTaskOptions urgent = { .priority = LS_TASK_PRIORITY_USER_BLOCKING };

  ls_scheduler_post_task_async (scheduler, &background, decode, (gpointer) "a thumbnail", NULL, NULL, on_decoded, main_loop);
  ls_scheduler_post_task_async (scheduler, &visible, decode, (gpointer) "the next picture", NULL, NULL, NULL, NULL);
  ls_scheduler_post_task_async (scheduler, &urgent, decode, (gpointer) "the picture that was clicked", NULL, NULL, NULL, NULL);
  g_main_loop_run (main_loop);
  return 0;
}
