/* test-page-queues.c: photographs of Chromium's own queues, where there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "page-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "ls-json-private.h"
#include "photograph-fixture.h"

static LsPagePhotograph *
photograph (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  LsPagePhotograph *taken = photograph_take (self->watch, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = ls_page_photograph_to_text (taken);
  g_test_message ("%.1f ms\n%s", taken->duration / 1000.0, text);
  return taken;
}

static void
assert_refused (Fixture *self,
                int      code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (photograph_take (self->watch, &error));
  g_assert_error (error, G_IO_ERROR, code);
}

/* Finds a thread by a part of a title or, where the browser has not told that yet, of an address. */
static const LsPhotographThread *
find_thread (const LsPagePhotograph *photograph,
             const char             *name)
{
  for (guint i = 0; i < photograph->threads->len; i++)
    {
      const LsPhotographThread *thread = g_ptr_array_index (photograph->threads, i);

      for (guint j = 0; thread->names[j] != NULL; j++)
        if (strstr (thread->names[j], name) != NULL)
          return thread;
    }
  g_assert_not_reached ();
}

static guint
count_tasks (const LsPhotographThread *thread,
             const char               *name,
             guint                     priority)
{
  guint n = 0;

  for (guint i = 0; i < thread->queues->len; i++)
    {
      const LsPhotographQueue *queue = g_ptr_array_index (thread->queues, i);

      for (guint j = 0; queue->priority == priority && j < queue->tasks->len; j++)
        n += strcmp (((const LsPhotographTask *) g_ptr_array_index (queue->tasks, j))->name, name) == 0;
    }
  return n;
}

static void
assert_queues (const LsPhotographThread *thread)
{
  g_assert_true (thread->has_answered);
  g_assert_cmpuint (thread->n_unknown, ==, 0);
  g_assert_cmpuint (thread->missing->len, ==, 0);
  g_assert_cmpuint (count_tasks (thread, "first", 9), ==, 1);
  g_assert_cmpuint (count_tasks (thread, "fixed", 9), ==, 3);
  g_assert_cmpuint (count_tasks (thread, "last", 9), ==, 1);
  g_assert_cmpuint (count_tasks (thread, "delayed", 5), ==, 1);
  g_assert_cmpuint (count_tasks (thread, "sooner", 7), ==, 1);
  g_assert_cmpuint (count_tasks (thread, "late", 7), ==, 1);
}

/* Takes photographs of a page that runs until nothing is missing on one: on a busy machine, a task may begin between what the browser and
 * what the page say. It does not do so each time. */
static LsPagePhotograph *
photograph_whole (Fixture    *self,
                  const char *name)
{
  LsPagePhotograph *taken = photograph (self);

  for (guint i = 0; i < 4 && find_thread (taken, name)->missing->len > 0; i++)
    {
      ls_page_photograph_unref (taken);
      taken = photograph (self);
    }
  return taken;
}

/* What the model has is in the browser, under the names of the trace: while the page runs, and while it is held. */
static void
test_queues (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (LsPagePhotograph) running = NULL, held = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *json = NULL;

  launch (self, "queues.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "busy", "ready", "inWorker", NULL });
  running = photograph_whole (self, "ueues");
  assert_queues (find_thread (running, "ueues"));
  g_assert_false (find_thread (running, "ueues")->is_held);
  g_assert_cmpuint (running->threads->len, ==, 2);
  g_assert_cmpuint (count_tasks (find_thread (running, "blob:"), "inWorker", 7), ==, 1);
  g_assert_cmpuint (find_thread (running, "blob:")->n_unknown, ==, 0);
  json = ls_page_photograph_to_json (running);
  root = ls_json_parse ("photograph", json, strlen (json), NULL, NULL);
  g_assert_nonnull (root);

  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_until_held (self, 0);
  held = photograph (self);
  assert_queues (find_thread (held, "ueues"));
  g_assert_true (find_thread (held, "ueues")->is_held);
  g_assert_cmpstr (find_thread (held, "ueues")->held_name, ==, "busy");
  g_assert_cmpuint (find_thread (held, "ueues")->held_task, ==, ls_live_run_get_held_task (LS_LIVE_RUN (self->watch)));
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  stop (self);
  assert_refused (self, G_IO_ERROR_NOT_CONNECTED);
}

/* A page that never rests is photographed, too, and one that runs a task without an end. */
static void
test_floods (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (LsPagePhotograph) flood = NULL, endless = NULL;

  launch (self, "flood.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "flood", NULL });
  flood = photograph (self);
  g_assert_true (find_thread (flood, "lood")->has_answered);
  ls_page_watch_post (self->watch, ls_live_run_get_main_agent (LS_LIVE_RUN (self->watch)),
                      "globalThis.scheduler.postTask(function endless() { for (;;); })", LS_TASK_PRIORITY_USER_BLOCKING);
  wait_for_texts (self, (const char *const[]) { "endless", NULL });
  endless = photograph (self);
  g_assert_true (find_thread (endless, "lood")->is_interrupted);
  stop (self);
}

/* One at a time; and none once it is cancelled, after which another one can be taken. */
static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Taken first, second, third;

  launch (self, "queues.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "busy", NULL });
  photograph_begin (self->watch, cancellable, &first);
  photograph_begin (self->watch, NULL, &second);
  photograph_wait (&second);
  g_cancellable_cancel (cancellable);
  photograph_begin (self->watch, cancellable, &third);
  photograph_wait (&first);
  photograph_wait (&third);
  g_assert_error (first.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_error (second.error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_assert_error (third.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&first.error);
  g_clear_error (&second.error);
  g_clear_error (&third.error);
  /* The browser ends the recording first. */
  do
    {
      photograph_begin (self->watch, NULL, &third);
      photograph_wait (&third);
      g_assert_true (third.error == NULL || g_error_matches (third.error, G_IO_ERROR, G_IO_ERROR_PENDING));
      g_clear_error (&third.error);
    }
  while (third.photograph == NULL);
  ls_page_photograph_unref (third.photograph);
  stop (self);
}

/* The browser ends in the middle. */
static void
test_end (Fixture       *self,
          gconstpointer  data)
{
  Taken taken;

  launch (self, "queues.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "busy", NULL });
  photograph_begin (self->watch, NULL, &taken);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  photograph_wait (&taken);
  wait_for_end (self);
  g_assert_true ((taken.photograph != NULL) != (taken.error != NULL));
  g_clear_pointer (&taken.photograph, ls_page_photograph_unref);
  g_clear_error (&taken.error);
}

static void
result_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The command line prints it, as JSON and nothing else. */
static void
test_command (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/queues.html", self->port);
  g_autofree char *folder = g_dir_make_tmp ("page-queues-XXXXXX", NULL);
  g_autofree char *output = g_build_filename (folder, "trace.json", NULL);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("LS_TEST_CLI"), "record", "--page", address,
                              "--headless", "--seconds=5", "--photograph", "--json", "-o", output, NULL);
  g_assert_no_error (error);
  /* This process serves the page. */
  g_subprocess_communicate_utf8_async (process, NULL, NULL, result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_subprocess_communicate_utf8_finish (process, result, &text, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  root = ls_json_parse ("photograph", text, strlen (text), NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (json_array_get_length (ls_json_peek_array (json_node_get_object (root), "threads")), >=, 1);
  g_unlink (output);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  static const PageTest tests[] = {
    { "queues", test_queues }, { "floods", test_floods }, { "many", test_many }, { "end", test_end },
    { "command", test_command },
  };

  g_test_init (&argc, &argv, NULL);

  return run_in_browser ("page-queues", LS_PAGE_WATCH_NONE, tests, G_N_ELEMENTS (tests));
}
