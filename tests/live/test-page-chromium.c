/* test-page-chromium.c: watches pages in Chromium, where there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "page-fixture.h"
#include "ls-state.h"

static const LsTaskState *
find_task (LsState    *state,
           const char *name,
           gboolean    is_continuation)
{
  for (guint32 i = 1; ls_state_get_task (state, i) != NULL; i++)
    {
      const LsTaskState *task = ls_state_get_task (state, i);

      if (task->is_continuation == is_continuation && g_strcmp0 (ls_trace_get_text (ls_state_get_trace (state), task->name), name) == 0)
        return task;
    }
  return NULL;
}

static void
assert_place (LsState    *state,
              const char *name,
              gboolean    is_continuation,
              const char *function,
              const char *end)
{
  const LsTaskState *task = find_task (state, name, is_continuation);
  LsTaskPlace place;

  g_assert_nonnull (task);
  g_assert_true (ls_state_find_place (state, task->id, &place));
  g_assert_cmpstr (place.function, ==, function);
  g_test_message ("%s: %s", name, place.place);
  g_assert_true (g_str_has_suffix (place.place, end));
}

/* Counts records with a text. */
static guint
count (LsTrace      *trace,
       LsRecordKind  kind,
       const char   *text)
{
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n += record.kind == kind && g_strcmp0 (ls_trace_get_text (trace, record.text), text) == 0;
    }
  return n;
}

/* The page has the text of its script, with the line at which it begins; of another script, and another address, nobody has one. */
static void
check_script (Fixture *self)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/places.html", self->port);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  guint first_line;

  text = ls_page_watch_load_script (self->watch, address, 12, &first_line, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (first_line, ==, 1);
  g_assert_true (g_str_has_prefix (text, "\n// What the page"));
  g_assert_null (ls_page_watch_load_script (self->watch, address, 1000, &first_line, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (ls_page_watch_load_script (self->watch, "http://127.0.0.1/places.html", 12, &first_line, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Who posts, what variables are called, what comes of async callbacks, why something is aborted; and the page sees no stack of ours. */
static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  const gboolean has_stacks = GPOINTER_TO_INT (data);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  g_autoptr (LsState) state = NULL;
  LsTaskPlace place;

  launch (self, "places.html?token=1", has_stacks ? LS_PAGE_WATCH_STACKS : LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "finished", "both", NULL });
  check_script (self);
  stop (self);
  state = ls_state_new (trace);
  ls_state_seek (state, G_MAXSIZE);
  assert_place (state, "work", FALSE, "schedule", "/places.html:12:51");
  assert_place (state, "fulfils", FALSE, NULL, "/places.html:14:11");
  assert_place (state, "fulfils", TRUE, "fulfils", "/places.html:15:19");
  assert_place (state, "timer", FALSE, NULL, "/places.html:21:1");
  g_assert_true (ls_state_find_place (state, find_task (state, "work", FALSE)->id, &place));
  if (has_stacks)
    g_assert_true (g_str_has_suffix (place.callers, "/places.html:13:1"));
  else
    g_assert_null (place.callers);
  g_assert_cmpuint (count (trace, LS_RECORD_SIGNAL_NAMED, "controller"), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_SIGNAL_NAMED, "decode"), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_SIGNAL_NAMED, "both"), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_PROMISE_FULFILLED, "42"), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_PROMISE_REJECTED, "TypeError: broken"), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_SIGNAL_ABORTED, "RangeError: enough"), ==, 2);
  g_assert_cmpuint (count (trace, LS_RECORD_PROMISE_REJECTED, "RangeError: enough"), ==, 2);
  g_assert_true (has_text (self, "unchanged"));
  g_assert_false (has_text (self, "changed"));
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    g_assert_null (strstr (ls_trace_get_text (trace, i), "token"));
}

/* A page, a worker, a frame, and a frame of another site: all from their first statement on. */
static void
test_workers (Fixture       *self,
              gconstpointer  data)
{
  LsPagePrediction prediction;

  launch (self, "worker.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "inPage", "inWorker", "timerOfWorker", "inFrame", "inOtherSite", NULL });
  stop (self);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 4);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_assert_cmpuint (prediction.n_different, ==, 0);
}

/* What the page is held before is next in its trace, and the model expected it. */
static void
check_next (Fixture *self,
            guint32  held)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  g_autoptr (LsState) state = ls_state_new (trace);

  ls_state_seek (state, ls_trace_get_length (trace));
  g_assert_cmpuint (ls_state_get_next_task (state), ==, held);
  g_assert_cmpint (ls_state_get_next_basis (state), ==, LS_NEXT_HELD);
  g_assert_cmpuint (ls_state_get_expected_task (state), ==, held);
}

/* What is changed while a page is held takes effect on what comes next; let go, it goes on. */
static void
test_acts (Fixture       *self,
           gconstpointer  data)
{
  guint32 held;

  ls_page_watch_set_breakpoints (self->watch, NULL);
  launch (self, "steps.html", LS_PAGE_WATCH_NONE);
  ls_page_watch_set_breakpoints (self->watch, (const char *const[]) { "first", NULL });
  wait_until_held (self, 0);
  held = ls_live_run_get_held_task (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (get_name (self, held), ==, "first");
  check_next (self, held);
  ls_page_watch_set_breakpoints (self->watch, NULL);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  /* The background task comes before the others, of which one goes away. */
  ls_page_watch_set_priority (self->watch, find_waiting (self, "low"), LS_TASK_PRIORITY_USER_BLOCKING);
  ls_page_watch_abort (self->watch, find_waiting (self, "doomed"), "enough");
  ls_page_watch_set_priority (self->watch, find_waiting (self, "fixed"), LS_TASK_PRIORITY_BACKGROUND);
  ls_live_run_step (LS_LIVE_RUN (self->watch));
  wait_until_held (self, held);
  held = ls_live_run_get_held_task (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (get_name (self, held), ==, "low");
  check_next (self, held);
  g_assert_nonnull (self->refusal);
  g_assert_true (has_text (self, "enough"));
  ls_page_watch_post (self->watch, 1, "globalThis.scheduler.postTask(function posted() {})", LS_TASK_PRIORITY_USER_BLOCKING);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  wait_for_texts (self, (const char *const[]) { "last", "posted", NULL });
  g_assert_cmpuint (find_waiting (self, "doomed"), ==, 0);
  stop (self);
}

/* A page that never rests is held, and ends with the watch. */
static void
test_flood (Fixture       *self,
            gconstpointer  data)
{
  launch (self, "flood.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "flood", NULL });
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_until_held (self, 0);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  stop (self);
}

/* A task that never ends is seen while it runs, and what it has posted as well. */
static void
test_endless (Fixture       *self,
              gconstpointer  data)
{
  launch (self, "endless.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "posted", NULL });
  g_assert_cmpuint (find_waiting (self, "posted"), !=, 0);
  stop (self);
  g_assert_cmpuint (find_waiting (self, "posted"), !=, 0);
}

/* The watch ends before anybody has looked. */
static void
test_endless_at_last (Fixture       *self,
                      gconstpointer  data)
{
  launch (self, "endless.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "early", NULL });
  while (!self->is_ready)
    g_main_context_iteration (NULL, TRUE);
  stop (self);
  g_assert_cmpuint (count (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), LS_RECORD_TASK_POSTED, "posted"), ==, 1);
}

/* What a document does last is seen, too, as it leaves for another one. */
static void
test_left (Fixture       *self,
           gconstpointer  data)
{
  LsPagePrediction prediction;

  launch (self, "left.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "finished", "closes", NULL });
  stop (self);
  g_assert_cmpuint (count (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), LS_RECORD_TASK_POSTED, "last"), ==, 8);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_assert_cmpuint (prediction.n_same, ==, 10);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), ==, 0);
}

static gboolean
asks (Fixture *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);
  gboolean is_any = FALSE;

  for (guint i = 0; i < targets->len; i++)
    is_any |= ((const LsPageTarget *) g_ptr_array_index (targets, i))->asks;
  return is_any;
}

/* A page that stands still until the user answers says so. */
static void
test_asks (Fixture       *self,
           gconstpointer  data)
{
  launch (self, "asks.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "early", NULL });
  while (!asks (self))
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  stop (self);
}

/* Returns the status with which the only page came, 0 where it is not known, or there is none. */
static guint
get_status (Fixture *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);

  return targets->len == 1 ? ((const LsPageTarget *) g_ptr_array_index (targets, 0))->status : 0;
}

/* A server's page about an error is one, and says so. */
static void
test_status (Fixture       *self,
             gconstpointer  data)
{
  const char *page = data;
  const guint status = g_str_equal (page, "none.html") ? SOUP_STATUS_NOT_FOUND : SOUP_STATUS_OK;

  launch (self, page, LS_PAGE_WATCH_NONE);
  while (get_status (self) != status)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  stop (self);
}

/* It stays one where nothing is loaded anew. */
static void
test_back (Fixture       *self,
           gconstpointer  data)
{
  launch (self, "back.html", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "returned", NULL });
  g_assert_cmpuint (get_status (self), ==, SOUP_STATUS_NOT_FOUND);
  stop (self);
}

static void
result_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The command line tells of it too, without what may be secret in the address. */
static void
test_told (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/none.html?token=secret", self->port);
  g_autofree char *folder = g_dir_make_tmp ("page-XXXXXX", NULL);
  g_autofree char *output = g_build_filename (folder, "trace.json.gz", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, g_getenv ("LS_TEST_CLI"), "record", "--page", address,
                              "--headless", "--seconds=1", "-o", output, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (process, NULL, NULL, result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_subprocess_communicate_utf8_finish (process, result, NULL, &text, &error));
  g_assert_no_error (error);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "/none.html: the server answered with status 404"));
  g_assert_null (strstr (text, "secret"));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Where a server sends no page, that is said. */
static void
test_nothing (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *problem = NULL;

  launch (self, "nothing", LS_PAGE_WATCH_NONE);
  while ((problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch))) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_str_has_prefix (problem, "The page could not be opened: the browser gave it up, as it does for a download"));
  g_assert_cmpuint (get_status (self), ==, 0);
  stop (self);
}

/* What scripts depend on is replaced, names have 100 MB, and there is no end: the page is watched all the same, and ends with the watch. */
static void
test_hostile (Fixture       *self,
              gconstpointer  data)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  LsPagePrediction prediction;

  launch (self, "hostile.html", LS_PAGE_WATCH_NONE);
  while (ls_trace_get_n_turns (trace) < 50000)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  stop (self);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_assert_cmpuint (prediction.n_different, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  static const PageTest tests[] = {
    { "random", test_random }, { "delays", test_delays }, { "workers", test_workers }, { "acts", test_acts }, { "flood", test_flood },
    { "places", test_places, GINT_TO_POINTER (FALSE) }, { "stacks", test_places, GINT_TO_POINTER (TRUE) },
    { "hostile", test_hostile }, { "endless", test_endless }, { "endless-at-last", test_endless_at_last },
    { "asks", test_asks }, { "left", test_left }, { "missing", test_status, "none.html" }, { "there", test_status, "steps.html" },
    { "nothing", test_nothing }, { "back", test_back }, { "told", test_told },
  };

  g_test_init (&argc, &argv, NULL);

  return run_in_browser ("page-chromium", LS_PAGE_WATCH_NONE, tests, G_N_ELEMENTS (tests));
}
