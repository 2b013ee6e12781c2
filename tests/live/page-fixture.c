/* page-fixture.c: pages of the tests that are watched in a browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "page-fixture.h"

#include "ls-state.h"
#include "test-records.h"

/* That the tests run in. */
static LsPageWatchFlags browser;

static void
serve_cb (SoupServer        *server,
          SoupServerMessage *message,
          const char        *path,
          GHashTable        *query,
          gpointer           user_data)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "live", "pages", name, NULL);
  Fixture *self = user_data;
  char *text;
  gsize length;

  self->is_ready |= g_str_equal (name, "ready");
  if (g_str_equal (name, "nothing"))
    {
      soup_server_message_set_status (message, SOUP_STATUS_NO_CONTENT, NULL);
      return;
    }
  if (!g_file_get_contents (file, &text, &length, NULL))
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
      return;
    }
  soup_server_message_set_status (message, g_str_equal (name, "back.html") ? SOUP_STATUS_NOT_FOUND : SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "text/html", SOUP_MEMORY_TAKE, text, length);
}

static void
acted_cb (LsPageWatch *watch,
          guint64      act,
          const char  *why,
          Fixture     *self)
{
  if (why == NULL)
    return;
  g_free (self->refusal);
  self->refusal = g_strdup (why);
}

void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autoptr (GSList) addresses = NULL;
  g_autoptr (GError) error = NULL;

  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, serve_cb, self, NULL);
  g_assert_true (soup_server_listen_local (self->server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error));
  addresses = soup_server_get_uris (self->server);
  self->port = g_uri_get_port (addresses->data);
  g_slist_foreach (addresses, (GFunc) g_uri_unref, NULL);
  self->watch = ls_page_watch_new ();
  g_signal_connect (self->watch, "acted", G_CALLBACK (acted_cb), self);
}

void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_object_unref (self->watch);
  g_object_unref (self->server);
  g_free (self->refusal);
}

void
launch (Fixture          *self,
        const char       *page,
        LsPageWatchFlags  flags)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/%s", self->port, page);
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_page_watch_launch (self->watch, address, flags | browser | LS_PAGE_WATCH_HEADLESS, &error));
  g_assert_no_error (error);
}

gboolean
has_text (Fixture    *self,
          const char *text)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));

  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    if (g_strcmp0 (ls_trace_get_text (trace, i), text) == 0)
      return TRUE;
  return FALSE;
}

/* Goes on until the trace has these texts. */
void
wait_for_texts (Fixture           *self,
                const char *const *texts)
{
  for (guint i = 0; texts[i] != NULL; i++)
    while (!has_text (self, texts[i]))
      {
        g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
        g_main_context_iteration (NULL, TRUE);
      }
}

void
wait_for_end (Fixture *self)
{
  while (!ls_live_run_has_ended (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
}

void
stop (Fixture *self)
{
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  test_check_records (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));
}

void
wait_until_held (Fixture *self,
                 guint32  before)
{
  while (!ls_live_run_is_held (LS_LIVE_RUN (self->watch)) || ls_live_run_get_held_task (LS_LIVE_RUN (self->watch)) == before)
    g_main_context_iteration (NULL, TRUE);
}

const char *
get_name (Fixture *self,
          guint32  task)
{
  g_autoptr (LsState) state = ls_state_new (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));

  ls_state_seek (state, G_MAXSIZE);
  return ls_trace_get_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), ls_state_get_task (state, task)->name);
}

/* Returns the task of a name that waits. */
guint32
find_waiting (Fixture    *self,
              const char *name)
{
  g_autoptr (LsState) state = ls_state_new (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));

  ls_state_seek (state, G_MAXSIZE);
  for (guint32 task = 1; ls_state_get_task (state, task) != NULL; task++)
    if (ls_state_get_task (state, task)->status == LS_TASK_STATUS_QUEUED &&
        g_strcmp0 (ls_trace_get_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), ls_state_get_task (state, task)->name), name) == 0)
      return task;
  return 0;
}

/* Six controllers, dependent signals, aborts, changes of priority and yields: the model expects each task. */
void
test_random (Fixture       *self,
             gconstpointer  data)
{
  LsPagePrediction prediction;

  launch (self, "random.html?seed=7&n=3000", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "finished", NULL });
  stop (self);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_test_message ("%" G_GUINT64_FORMAT " as expected", prediction.n_same);
  g_assert_cmpuint (prediction.n_same, >, 2500);
  g_assert_cmpuint (prediction.n_different, ==, 0);
  g_assert_cmpuint (prediction.n_unsure, ==, 0);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), ==, 0);
}

void
test_delays (Fixture       *self,
             gconstpointer  data)
{
  LsPagePrediction prediction;

  launch (self, "random.html?seed=5&n=2000&delays=1", LS_PAGE_WATCH_NONE);
  wait_for_texts (self, (const char *const[]) { "finished", NULL });
  stop (self);
  ls_page_watch_get_prediction (self->watch, &prediction);
  g_assert_cmpuint (prediction.n_same, >, 500);
  g_assert_cmpuint (prediction.n_different, ==, 0);
}

/* Runs tests in a browser, if there is one. @flags: which */
int
run_in_browser (const char       *suite,
                LsPageWatchFlags  flags,
                const PageTest   *tests,
                guint             n_tests)
{
  if (!ls_page_watch_can_launch (flags))
    {
      g_print ("1..0 # SKIP There is no %s installs it\n",
               (flags & LS_PAGE_WATCH_FIREFOX) != 0 ? "Firefox: build-aux/deps firefox" : "Chromium: build-aux/deps page");
      return 0;
    }
  browser = flags;
  for (guint i = 0; i < n_tests; i++)
    {
      g_autofree char *path = g_strdup_printf ("/%s/%s", suite, tests[i].name);

      g_test_add (path, Fixture, tests[i].data, set_up, tests[i].run, tear_down);
    }
  return g_test_run ();
}
