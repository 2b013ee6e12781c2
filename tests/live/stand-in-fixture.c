/* stand-in-fixture.c: a program that stands in for a browser, and is watched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "stand-in-fixture.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "test-records.h"

void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *program = NULL, *path = NULL;
  const char *what = data;

  self->is_firefox = g_str_has_prefix (what, FIREFOX);
  what += self->is_firefox ? strlen (FIREFOX) : 0;
  program = g_test_build_filename (G_TEST_DIST, "live", self->is_firefox ? "fake-firefox.py" : "fake-browser.py", NULL);
  self->folder = g_dir_make_tmp ("page-watch-XXXXXX", NULL);
  self->log = g_build_filename (self->folder, "log", NULL);
  self->link = g_build_filename (self->folder, self->is_firefox ? "firefox" : "chromium", NULL);
  self->path = g_strdup (g_getenv ("PATH"));
  path = g_strconcat (self->folder, ":", self->path, NULL);
  g_assert_no_errno (symlink (program, self->link));
  g_setenv ("PATH", path, TRUE);
  g_setenv ("FAKE_BROWSER", what, TRUE);
  g_setenv ("FAKE_BROWSER_LOG", self->log, TRUE);
  g_setenv ("TMPDIR", self->folder, TRUE);
  self->watch = ls_page_watch_new ();
}

void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_clear_object (&self->watch);
  g_setenv ("PATH", self->path, TRUE);
  g_unsetenv ("TMPDIR");
  g_unlink (self->link);
  g_unlink (self->log);
  /* No profile is left in it. */
  g_assert_no_errno (g_rmdir (self->folder));
  g_free (self->folder);
  g_free (self->link);
  g_free (self->log);
  g_free (self->path);
}

void
launch (Fixture          *self,
        LsPageWatchFlags  flags)
{
  g_autoptr (GError) error = NULL;

  flags |= self->is_firefox ? LS_PAGE_WATCH_FIREFOX : 0;
  g_assert_true (ls_page_watch_launch (self->watch, "http://page/x?token=1", flags, &error));
  g_assert_no_error (error);
}

void
wait_for_end (Fixture *self)
{
  while (!ls_live_run_has_ended (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
  test_check_records (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));
}

void
watch (Fixture          *self,
       LsPageWatchFlags  flags)
{
  launch (self, flags);
  wait_for_end (self);
}

gboolean
has_text (LsTrace    *trace,
          const char *text)
{
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    if (ls_trace_get_text (trace, i) != NULL && strstr (ls_trace_get_text (trace, i), text) != NULL)
      return TRUE;
  return FALSE;
}

void
test_page (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *problem = NULL;

  watch (self, LS_PAGE_WATCH_NONE);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (problem, ==, NULL);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 1);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), ==, 1);
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "http://page/x"));
  g_assert_false (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "token"));
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "Error: (http://page/y is gone"));
}

void
test_full_urls (Fixture       *self,
                gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_FULL_URLS);
  g_assert_true (has_text (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)), "token=1"));
}

void
test_hostile (Fixture       *self,
              gconstpointer  data)
{
  watch (self, LS_PAGE_WATCH_NONE);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch))), ==, 2);
  g_assert_cmpuint (ls_page_watch_get_n_agents (self->watch), <=, 1024);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (self->watch)), >, 0);
}

void
assert_problem (Fixture    *self,
                const char *part)
{
  g_autofree char *problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));

  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, part));
}

static void
acted_cb (LsPageWatch *watch,
          guint64      act,
          const char  *why,
          GString     *list)
{
  g_string_append_printf (list, "%" G_GUINT64_FORMAT ": %s\n", act, why != NULL ? why : "done");
}

void
wait_for_agents (Fixture *self)
{
  launch (self, LS_PAGE_WATCH_NONE);
  while (ls_page_watch_get_n_agents (self->watch) == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* @list: gets what comes of acts, a line each */
void
list_acts (Fixture *self,
           GString *list)
{
  g_signal_connect (self->watch, "acted", G_CALLBACK (acted_cb), list);
}

/* Watches until that has come of one. */
void
wait_for_act (Fixture    *self,
              GString    *list,
              const char *last)
{
  while (strstr (list->str, last) == NULL)
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
}

/* Joins one that runs, and leaves it once something was told. */
static void
join_and_leave (Fixture *self)
{
  g_autofree char *port = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) browser = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
                                                      self->link, NULL);
  g_autoptr (GDataInputStream) lines = NULL;

  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (browser));
  port = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ls_page_watch_join (self->watch, port, NULL, LS_PAGE_WATCH_NONE, &error));
  while (ls_page_watch_get_n_agents (self->watch) == 0)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  ls_live_run_stop (LS_LIVE_RUN (self->watch));
  wait_for_end (self);
  g_assert_true (g_subprocess_wait_check (browser, NULL, &error));
}

/* A browser is found by its port, even where it says in parts where its WebSocket is. It goes on afterwards: nobody hangs up before
 * its pages, and frames that come meanwhile, know that nobody listens any more. */
void
test_joined (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *log = NULL, *problem = NULL;

  join_and_leave (self);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_cmpstr (problem, ==, NULL);
  g_assert_true (g_file_get_contents (self->log, &log, NULL, NULL));
  if (self->is_firefox)
    {
      g_assert_true (g_str_has_suffix (log, "session.end\n"));
      return;
    }
  g_assert_nonnull (strstr (log, "left 1\n"));
  g_assert_nonnull (strstr (log, "left 2\n"));
}

/* A page does not let go of the script: that is said, and nobody waits for it for long. */
void
test_keeps (Fixture       *self,
            gconstpointer  data)
{
  join_and_leave (self);
  assert_problem (self, "stays in one task");
}
