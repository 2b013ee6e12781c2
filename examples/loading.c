/* loading.c: a promise for an asynchronous function of GIO
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc loading.c $(pkg-config --cflags --libs loopscope-1) -o loading
 */

#include <loopscope.h>
#include <string.h>

static LsCompletion
finish_loading (const LsValue *argument,
                LsValue       *result,
                gpointer       file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (!g_file_load_contents_finish (file, G_ASYNC_RESULT (ls_value_get_object (argument)), &text, NULL, NULL, &error))
    {
      ls_value_take_exception (result, ls_exception_new_for_error (error));
      return LS_COMPLETION_THROW;
    }
  ls_value_set_string (result, text);
  return LS_COMPLETION_NORMAL;
}

static LsPromise *
load (LsEventLoop *loop,
      const char  *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsPromise) loaded = ls_promise_new (loop);

  g_file_load_contents_async (file, NULL, ls_promise_resolve_with_result, ls_promise_ref (loaded));
  return ls_promise_then (loaded, finish_loading, g_object_ref (file), g_object_unref);
}

typedef struct
{
  LsPromise *text;
  GMainLoop *main_loop;
} Reader;

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Reader *reader = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsValue) text = ls_promise_await_finish (reader->text, result, &error);

  if (text != NULL)
    g_print ("read %zu characters\n", strlen (ls_value_get_string (text)));
  else
    g_print ("%s\n", error->message);
  g_main_loop_quit (reader->main_loop);
}

int
main (void)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (LsPromise) text = load (ls_event_loop_get_thread_default (), "/dev/null");
  Reader reader = { text, main_loop };

  ls_promise_await_async (text, NULL, on_loaded, &reader);
  g_main_loop_run (main_loop);
  return 0;
}
