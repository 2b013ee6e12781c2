/* test-page-joined.c: joins a Chromium that runs already, over its port, where there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "page-fixture.h"
#include "ls-page-browser-private.h"
#include "photograph-fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A browser of somebody else's, with a page that runs. */
typedef struct
{
  GSubprocess *process;
  char        *profile, *port;
} Browser;

/* Returns (transfer full) (nullable) the port, once the browser has written it down. */
static char *
read_port (const char *profile)
{
  g_autofree char *path = g_build_filename (profile, "DevToolsActivePort", NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  if (strchr (text, '\n') == NULL)
    g_clear_pointer (&text, g_free);
  else
    *strchr (text, '\n') = '\0';
  return text;
}

static gboolean
again_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Starts it, and returns when its page runs. Nobody tells when the port is there: so this looks now and then. */
static void
start_with (Browser    *self,
            Fixture    *fixture,
            const char *page)
{
  g_autofree char *program = ls_page_browser_find (LS_PAGE_BROWSER_CHROMIUM);
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/%s", fixture->port, page);
  g_autofree char *profile = NULL;
  g_autoptr (GError) error = NULL;
  const guint looking = g_timeout_add (10, again_cb, NULL);

  self->profile = g_dir_make_tmp ("page-joined-XXXXXX", &error);
  g_assert_no_error (error);
  profile = g_strconcat ("--user-data-dir=", self->profile, NULL);
  self->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, program,
                                    "--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                                    "--disable-component-update", "--disable-sync", "--remote-debugging-port=0", profile, address,
                                    geteuid () == 0 ? "--no-sandbox" : NULL, NULL);
  g_assert_no_error (error);
  while (!fixture->is_ready || (self->port = read_port (self->profile)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (looking);
}

static void
start (Browser *self,
       Fixture *fixture)
{
  start_with (self, fixture, "counter.html");
}

static void
remove_profile (const char *profile)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, "rm", "-rf", "--", profile, NULL);

  g_assert_no_error (error);
  g_subprocess_wait (process, NULL, NULL);
}

static void
end (Browser *self)
{
  g_subprocess_send_signal (self->process, SIGTERM);
  g_subprocess_wait (self->process, NULL, NULL);
  g_object_unref (self->process);
  remove_profile (self->profile);
  g_free (self->profile);
  g_free (self->port);
}

static void
join (Fixture       *self,
      const Browser *browser)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_page_watch_join (self->watch, browser->port, NULL, LS_PAGE_WATCH_NONE, &error));
  g_assert_no_error (error);
}

/* The next watch of the same browser. */
static void
join_again (Fixture       *self,
            const Browser *browser)
{
  g_clear_object (&self->watch);
  self->watch = ls_page_watch_new ();
  join (self, browser);
}

static gboolean
is_late (Fixture *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);

  for (guint i = 0; i < targets->len; i++)
    if (((const LsPageTarget *) g_ptr_array_index (targets, i))->is_late)
      return TRUE;
  return FALSE;
}

static void
wait_for_turns (Fixture *self,
                guint32  n)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));

  n += ls_trace_get_n_turns (trace);
  while (ls_trace_get_n_turns (trace) < n)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
}

/* A page that runs already is seen from now on, and that it was not before is said. What is done there is done; when it is left, it
 * goes on, and can be joined again. */
static void
test_join (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LsPagePhotograph) photograph = NULL;
  g_autoptr (GError) error = NULL;
  Browser browser;

  start (&browser, self);
  join (self, &browser);
  wait_for_texts (self, (const char *const[]) { "high", "lower", "round", NULL });
  g_assert_true (is_late (self));
  /* The thread that watches writes records before it tells whose they are. */
  while (ls_live_run_get_main_agent (LS_LIVE_RUN (self->watch)) == 0)
    g_main_context_iteration (NULL, TRUE);
  ls_page_watch_post (self->watch, ls_live_run_get_main_agent (LS_LIVE_RUN (self->watch)),
                      "globalThis.scheduler.postTask(function posted() {})", LS_TASK_PRIORITY_USER_VISIBLE);
  wait_for_texts (self, (const char *const[]) { "posted", NULL });
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_until_held (self, 0);
  photograph = photograph_take (self->watch, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (photograph->threads->len, ==, 1);
  g_assert_true (((const LsPhotographThread *) g_ptr_array_index (photograph->threads, 0))->has_answered);
  g_assert_true (((const LsPhotographThread *) g_ptr_array_index (photograph->threads, 0))->is_held);
  stop (self);

  join_again (self, &browser);
  wait_for_texts (self, (const char *const[]) { "high", NULL });
  wait_for_turns (self, 50);
  g_assert_false (has_text (self, "posted"));
  stop (self);
  end (&browser);
}

/* Two at a time see the same, and one goes on when the other leaves. */
static void
test_two (Fixture       *self,
          gconstpointer  data)
{
  g_autoptr (LsPageWatch) first = NULL;
  Browser browser;

  start (&browser, self);
  join (self, &browser);
  wait_for_texts (self, (const char *const[]) { "high", NULL });
  first = g_steal_pointer (&self->watch);
  join_again (self, &browser);
  wait_for_texts (self, (const char *const[]) { "high", NULL });
  stop (self);
  g_set_object (&self->watch, first);
  wait_for_turns (self, 50);
  stop (self);
  end (&browser);
}

/* Whoever watches is killed while the page is held: it goes on. */
static void
test_killed (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *folder = g_dir_make_tmp ("page-joined-XXXXXX", NULL);
  g_autofree char *output = g_build_filename (folder, "trace.json", NULL);
  g_autoptr (GSubprocess) other = NULL;
  g_autoptr (GError) error = NULL;
  Browser browser;

  start (&browser, self);
  other = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, g_getenv ("LS_TEST_CLI"), "record", "--browser", browser.port, "-o",
                            output, NULL);
  g_assert_no_error (error);
  join (self, &browser);
  wait_for_turns (self, 50);
  g_subprocess_force_exit (other);
  g_subprocess_wait (other, NULL, NULL);
  wait_for_turns (self, 50);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  wait_until_held (self, 0);
  stop (self);
  join_again (self, &browser);
  wait_for_turns (self, 50);
  stop (self);
  end (&browser);
  g_rmdir (folder);
}

/* A page that stays in one task is left: it has its own functions again, within that task. */
static void
test_busy (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *problem = NULL;
  Browser browser;

  start_with (&browser, self, "busy.html");
  join (self, &browser);
  wait_for_texts (self, (const char *const[]) { "busy", NULL });
  self->is_ready = FALSE;
  stop (self);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (problem, ==, NULL);
  while (!self->is_ready)
    g_main_context_iteration (NULL, TRUE);
  end (&browser);
}

/* The browser ends: so does the watch, and what was seen is there. */
static void
test_quit (Fixture       *self,
           gconstpointer  data)
{
  Browser browser;

  start (&browser, self);
  join (self, &browser);
  wait_for_turns (self, 50);
  end (&browser);
  wait_for_end (self);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), >=, 50);
}

int
main (int    argc,
      char **argv)
{
  static const PageTest tests[] = {
    { "join", test_join }, { "two", test_two }, { "killed", test_killed }, { "busy", test_busy },
    { "quit", test_quit },
  };

  g_test_init (&argc, &argv, NULL);

  return run_in_browser ("page-joined", LS_PAGE_WATCH_NONE, tests, G_N_ELEMENTS (tests));
}
