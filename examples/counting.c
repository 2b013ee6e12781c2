/* counting.c: long work on what an asynchronous function of GIO has loaded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc counting.c $(pkg-config --cflags --libs loopscope-1) -o counting
 */

#include <loopscope.h>

#define SIZE 4000

typedef struct
{
  const char       *name;
  LsScheduler      *scheduler;
  LsTaskController *controller;
  GInputStream     *stream;
  GBytes           *bytes;
  gsize             offset;
  guint             n_words;
  GMainLoop        *main_loop;
} Text;

static guint n_counted;   /* of the texts */

/* Counts the words of a thousand characters, then lets others go first. */
static LsCompletion
count_some (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  Text *text = user_data;
  const char *data = g_bytes_get_data (text->bytes, NULL);
  const gsize end = text->offset + 1000;
  g_autoptr (LsPromise) yielded = NULL;
  g_autoptr (LsPromise) rest = NULL;

  for (; text->offset < end; text->offset++)
    text->n_words += data[text->offset] == ' ';
  if (text->offset == SIZE)
    {
      if (++n_counted == 2)
        g_main_loop_quit (text->main_loop);
      return LS_COMPLETION_NORMAL;
    }
  yielded = ls_scheduler_yield (text->scheduler, NULL);
  rest = ls_promise_then (yielded, count_some, text, NULL);
  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

/* This handler runs when GIO is ready, whatever waits: it does nothing that takes long, but posts it. */
static LsCompletion
on_loaded (const LsValue *argument,
           LsValue       *result,
           gpointer       user_data)
{
  Text *text = user_data;
  const LsPostTaskOptions options = { .signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (text->controller)) };
  g_autoptr (LsPromise) counted = NULL;
  g_autoptr (GError) error = NULL;

  text->bytes = g_input_stream_read_bytes_finish (text->stream, G_ASYNC_RESULT (ls_value_get_object (argument)), &error);
  if (text->bytes == NULL)
    {
      ls_value_take_exception (result, ls_exception_new_for_error (error));
      return LS_COMPLETION_THROW;
    }
  counted = ls_scheduler_post_task (text->scheduler, count_some, text, NULL, &options);
  ls_value_set_promise (result, counted);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
load (const LsValue *argument,
      LsValue       *result,
      gpointer       user_data)
{
  Text *text = user_data;
  g_autoptr (LsPromise) loaded = ls_promise_new (ls_scheduler_get_loop (text->scheduler));
  g_autoptr (LsPromise) counted = ls_promise_then (loaded, on_loaded, text, NULL);

  g_input_stream_read_bytes_async (text->stream, SIZE, G_PRIORITY_DEFAULT, NULL, ls_promise_resolve_with_result,
                                   ls_promise_ref (loaded));
  ls_value_set_promise (result, counted);
  return LS_COMPLETION_NORMAL;
}

int
main (void)
{
  LsScheduler *scheduler = ls_scheduler_get_thread_default ();
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  Text texts[] = { { "poems" }, { "letters" } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      Text *text = &texts[i];
      LsPostTaskOptions options = { .name = text->name };
      char *content = g_strnfill (SIZE, ' ');

      text->scheduler = scheduler;
      text->main_loop = main_loop;
      text->controller = ls_task_controller_new (ls_scheduler_get_loop (scheduler), LS_TASK_PRIORITY_BACKGROUND, text->name);
      text->stream = g_memory_input_stream_new_from_data (content, SIZE, g_free);
      options.signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (text->controller));
      ls_promise_unref (ls_scheduler_post_task (scheduler, load, text, NULL, &options));
    }
  g_main_loop_run (main_loop);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_print ("%s: %u words\n", texts[i].name, texts[i].n_words);
      g_clear_object (&texts[i].controller);
      g_clear_object (&texts[i].stream);
      g_clear_pointer (&texts[i].bytes, g_bytes_unref);
    }
  return 0;
}
