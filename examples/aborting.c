/* aborting.c: one signal for tasks and for functions of GIO
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc aborting.c $(pkg-config --cflags --libs loopscope-1) -o aborting
 */

#include <loopscope.h>

static LsCompletion
search (const LsValue *argument,
        LsValue       *result,
        gpointer       user_data)
{
  g_print ("never printed\n");
  return LS_COMPLETION_NORMAL;
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      main_loop)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!g_file_load_contents_finish (G_FILE (source), result, &text, NULL, NULL, &error))
    g_print ("not loaded: %s\n", g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? "cancelled" : error->message);
  g_main_loop_quit (main_loop);
}

typedef struct
{
  GMainLoop     *main_loop;
  LsAbortSignal *signal;
} Search;

/* What begins only now ends at once: its cancellable has been cancelled with the signal. */
static LsCompletion
say_why (const LsValue *argument,
         LsValue       *result,
         gpointer       user_data)
{
  Search *self = user_data;
  g_autofree char *why = ls_value_to_string (argument);
  g_autoptr (GFile) file = g_file_new_for_path ("/dev/null");

  g_print ("not searched: %s\n", why);
  g_file_load_contents_async (file, ls_abort_signal_get_cancellable (self->signal), on_loaded, self->main_loop);
  return LS_COMPLETION_NORMAL;
}

int
main (void)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  LsScheduler *scheduler = ls_scheduler_get_thread_default ();
  g_autoptr (LsTaskController) controller = ls_task_controller_new (ls_scheduler_get_loop (scheduler),
                                                                    LS_TASK_PRIORITY_USER_VISIBLE, "search");
  LsAbortSignal *signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller));
  const LsPostTaskOptions options = { .signal = signal };
  g_autoptr (LsPromise) searched = ls_scheduler_post_task (scheduler, search, NULL, NULL, &options);
  Search self = { main_loop, signal };
  g_autoptr (LsPromise) said = ls_promise_catch (searched, say_why, &self, NULL);

  /* The user types another letter: what was asked for before is of no use. */
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (controller), NULL);
  g_main_loop_run (main_loop);
  return 0;
}
