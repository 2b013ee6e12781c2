/* test-record.c: loopscope-cli record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-page-watch.h"
#include "ls-trace-file.h"

typedef struct
{
  char *folder;
  char *output;   /* the trace */
  char *printed;
  char *errors;
  int   status;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->folder = g_dir_make_tmp ("record-XXXXXX", NULL);
  self->output = g_build_filename (self->folder, "trace.json.gz", NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_unlink (self->output);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->output);
  g_free (self->printed);
  g_free (self->errors);
}

static void
record (Fixture    *self,
        const char *program,
        const char *argument)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--output", self->output, "--", program, argument, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (self->folder, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &self->printed, &self->errors,
                               &status, &error));
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  self->status = WEXITSTATUS (status);
}

static void
test_saved (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->output);
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  record (self, g_getenv ("LS_TEST_WATCHED"), "order");
  g_assert_cmpstr (self->errors, ==, "");
  g_assert_cmpint (self->status, ==, 0);
  g_assert_true (g_str_has_prefix (self->printed, "3 dispatches, saved to "));
  trace = ls_trace_load (file, NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_turns (trace), ==, 3);
}

static void
test_status (Fixture       *self,
             gconstpointer  data)
{
  record (self, g_getenv ("LS_TEST_WATCHED"), "status");
  g_assert_cmpint (self->status, ==, 0);
  g_assert_nonnull (strstr (self->errors, "ended with status 3"));
}

static void
test_signal (Fixture       *self,
             gconstpointer  data)
{
  record (self, g_getenv ("LS_TEST_WATCHED"), "kill");
  g_assert_cmpint (self->status, ==, 0);
  g_assert_nonnull (strstr (self->errors, "was ended by signal 9"));
}

/* Begins to record a program that goes on. @option: (nullable): of record. Returns the process, which has a pipe for what it prints
 * and one for the program's letters */
static GPid
begin (Fixture    *self,
       const char *option,
       int        *letters,
       int        *out)
{
  g_autofree char *path = g_build_filename (self->folder, "pipe", NULL), *output = g_strconcat ("--output=", self->output, NULL);
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", output, option != NULL ? option : "--",
                                    g_getenv ("LS_TEST_WATCHED"), "ticks", path, NULL };
  g_autoptr (GError) error = NULL;
  char letter;
  GPid pid;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, out,
                                           NULL, &error));
  g_assert_no_error (error);
  *letters = open (path, O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (read (*letters, &letter, 1), ==, 1);
  g_unlink (path);
  return pid;
}

/* Waits for the end of what begin() has begun, and reads what it prints. Returns how it ended. */
static int
end (Fixture *self,
     GPid     pid,
     int      letters,
     int      out)
{
  char printed[1000] = "";
  gssize n, length = 0;
  int status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  /* The program goes on, and would keep both open. */
  close (letters);
  while ((n = read (out, printed + length, sizeof printed - 1 - length)) > 0)
    length += n;
  close (out);
  self->printed = g_strdup (printed);
  return status;
}

/* Whoever ends the recording reads what it prints, also where that is no terminal. */
static void
test_interrupted (Fixture       *self,
                  gconstpointer  data)
{
  int letters, out, status;
  const GPid pid = begin (self, NULL, &letters, &out);

  kill (pid, SIGINT);
  status = end (self, pid, letters, out);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGINT);
  g_assert_nonnull (strstr (self->printed, ", saved to "));
}

/* A recording of some time ends well. */
static void
test_seconds (Fixture       *self,
              gconstpointer  data)
{
  int letters, out;
  const GPid pid = begin (self, "--seconds=1", &letters, &out);

  g_assert_cmpint (end (self, pid, letters, out), ==, 0);
  g_assert_nonnull (strstr (self->printed, ", saved to "));
}

/* Where nobody has logged in, as in a container, there is no folder for what runs: programs that wait are found in the user's cache. */
static void
test_no_runtime_folder (Fixture       *self,
                        gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "pipe", NULL), *cache = g_build_filename (self->folder, "cache", NULL);
  g_autofree char *places = g_build_filename (cache, "loopscope", NULL), *number = NULL, *place = NULL;
  const char *const program[] = { g_getenv ("LS_TEST_WATCHED"), "ticks", path, NULL };
  const char *const lists[] = { g_getenv ("LS_TEST_CLI"), "record", "--list", NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_environ_unsetenv (g_get_environ (), "XDG_RUNTIME_DIR"), "XDG_CACHE_HOME", cache, TRUE);
  g_auto (GStrv) carrying = g_environ_setenv (g_strdupv (environment), "LOOPSCOPE_TRACE", "listen", TRUE);
  int letters;
  char letter;
  GPid pid;

  carrying = g_environ_setenv (carrying, "LD_PRELOAD", g_getenv ("LOOPSCOPE_PRELOAD"), TRUE);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_true (g_spawn_async (NULL, (char **) program, carrying, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL));
  letters = open (path, O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (read (letters, &letter, 1), ==, 1);
  g_assert_true (g_spawn_sync (NULL, (char **) lists, environment, G_SPAWN_DEFAULT, NULL, NULL, &self->printed, &self->errors, NULL, NULL));
  kill (pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  close (letters);

  number = g_strdup_printf ("%d", pid);
  place = g_build_filename (places, number, NULL);
  g_unlink (path);
  g_unlink (place);
  g_rmdir (places);
  g_rmdir (cache);
  g_assert_true (g_str_has_prefix (self->printed, number));
}

/* The time that gdb takes to join a program does not count. */
static void
test_joined_seconds (Fixture       *self,
                     gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "pipe", NULL), *option = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (self->output);
  const char *const program[] = { g_getenv ("LS_TEST_WATCHED"), "ticks", path, NULL };
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  LsRecord first, last;
  int letters, status;
  GPid pid;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  letters = open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  g_assert_true (g_spawn_async (NULL, (char **) program, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error));
  g_assert_no_error (error);
  option = g_strdup_printf ("--pid=%d", (int) pid);
  {
    const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--output", self->output, "--seconds=1", option, NULL };

    g_assert_true (g_spawn_sync (self->folder, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &self->printed, &self->errors,
                                 &status, &error));
  }
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  trace = ls_trace_load (file, NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  ls_trace_get_record (trace, 0, &first);
  ls_trace_get_record (trace, ls_trace_get_length (trace) - 1, &last);
  g_test_message ("%" G_GUINT64_FORMAT " µs", last.time - first.time);
  g_assert_cmpuint (last.time - first.time, >, 900000);
  close (letters);
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  g_spawn_close_pid (pid);
  g_unlink (path);
}

/* A recording is a test of what the program costs. */
static void
test_budgets (Fixture       *self,
              gconstpointer  data)
{
  static const struct
  {
    const char *budget;
    int         status;
  } cases[] = {
    { "--fail-on=longest-dispatch=60s", 0 },
    { "--fail-on=wait:0=60s", 0 },
    { "--fail-on=wait:-100=0", 0 },
    { "--fail-on=wake-ups-per-second=1000000", 0 },
    { "--fail-on=wake-ups-per-second=0", 1 },
    { "--fail-on=leaked-sources", 0 },
    { "--fail-on=wake-ups-per-second=5ms", 2 },
    { "--fail-on=longest-dispatch", 2 },
  };

  record (self, g_getenv ("LS_TEST_WATCHED"), "timeout");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "lint", cases[i].budget, self->output, NULL };
      g_autofree char *out = NULL, *err = NULL;
      int status;

      g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, NULL));
      g_test_message ("%s: %s%s", cases[i].budget, out, err);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, cases[i].status);
    }
}

/* A saved trace says what it lacks. */
static void
test_lost (Fixture       *self,
           gconstpointer  data)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "statistics", self->output, NULL };
  g_autoptr (GFile) file = g_file_new_for_path (self->output);
  g_autoptr (LsTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;

  record (self, g_getenv ("LS_TEST_WATCHED"), "order");
  trace = ls_trace_load (file, NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_trace_get_n_lost (trace), ==, 0);
  ls_trace_set_n_lost (trace, 17);
  g_assert_true (ls_trace_save (trace, file, NULL, NULL, NULL, NULL, &error));
  g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, NULL, NULL));
  g_assert_nonnull (strstr (out, "\n17 records lost: "));
}

/* How a program ended is said where nothing else can be. */
static void
test_status_alone (Fixture       *self,
                   gconstpointer  data)
{
  record (self, "false", NULL);
  g_assert_cmpint (self->status, ==, 3);
  g_assert_nonnull (strstr (self->errors, "false ended with status 1"));
}

/* Nothing is saved where nothing was seen. */
static void
test_nothing (Fixture       *self,
              gconstpointer  data)
{
  record (self, "true", NULL);
  g_assert_cmpint (self->status, ==, 3);
  g_assert_nonnull (strstr (self->errors, "true told nothing"));
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

static void
test_no_program (Fixture       *self,
                 gconstpointer  data)
{
  record (self, "/nowhere/program", NULL);
  g_assert_cmpint (self->status, ==, 3);
  g_assert_nonnull (strstr (self->errors, "/nowhere/program"));
}

static void
record_wrongly (Fixture    *self,
                const char *option,
                const char *argument)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", option, argument, NULL };
  int status;

  g_clear_pointer (&self->printed, g_free);
  g_clear_pointer (&self->errors, g_free);
  g_assert_true (g_spawn_sync (self->folder, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &self->printed, &self->errors,
                               &status, NULL));
  g_assert_true (WIFEXITED (status));
  self->status = WEXITSTATUS (status);
}

static void
test_joining (Fixture       *self,
              gconstpointer  data)
{
  record_wrongly (self, "--pid=2147483647", NULL);
  g_assert_cmpint (self->status, ==, 3);
  g_assert_nonnull (strstr (self->errors, "No process has the ID 2147483647"));
  record_wrongly (self, "--pid=-1", NULL);
  g_assert_cmpint (self->status, ==, 2);
  record_wrongly (self, "--pid=1", "true");
  g_assert_cmpint (self->status, ==, 2);
  record_wrongly (self, "--list", "true");
  g_assert_cmpint (self->status, ==, 2);
  record_wrongly (self, "--list", NULL);
  g_assert_cmpint (self->status, ==, 0);
}

static void
test_no_output (Fixture       *self,
                gconstpointer  data)
{
  g_free (self->output);
  self->output = g_build_filename (self->folder, "nowhere", "trace.json.gz", NULL);
  record (self, g_getenv ("LS_TEST_WATCHED"), "order");
  g_assert_cmpint (self->status, ==, 5);
}

/* A pipe holds no trace, and nobody may ever read it. */
static void
test_pipe (Fixture       *self,
           gconstpointer  data)
{
  g_assert_cmpint (mkfifo (self->output, 0600), ==, 0);
  record (self, g_getenv ("LS_TEST_WATCHED"), "order");
  g_assert_cmpint (self->status, ==, 5);
  g_assert_true (g_str_has_suffix (self->errors, "trace.json.gz: It is not a regular file\n"));
}

/* No browser is started, or joined, for what cannot be saved. */
static void
test_page_without_output (Fixture       *self,
                          gconstpointer  data)
{
  g_autofree char *program = g_build_filename (self->folder, "chromium", NULL);
  g_autofree char *mark = g_build_filename (self->folder, "started", NULL);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "PATH", self->folder, TRUE);
  const char *const starting[] = { g_getenv ("LS_TEST_CLI"), "record", "--page=http://page/", "--output=nowhere/page.json.gz", NULL };
  const char *const joining[] = { g_getenv ("LS_TEST_CLI"), "record", "--browser=1", "--output=nowhere/page.json.gz", NULL };
  const char *const *commands[] = { starting, joining };

  g_assert_true (g_file_set_contents_full (program, "#!/bin/sh\n: > started\n", -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *errors = NULL;
      int status;

      g_assert_true (g_spawn_sync (self->folder, (char **) commands[i], environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, &errors,
                                   &status, NULL));
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 5);
      g_assert_nonnull (strstr (errors, "nowhere"));
    }
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  g_unlink (program);
}

/* Records a page in what stands in for a browser and does @what. */
static void
record_page (Fixture    *self,
             const char *what)
{
  g_autofree char *browser = g_test_build_filename (G_TEST_DIST, "live", "fake-browser.py", NULL);
  g_autofree char *link = g_build_filename (self->folder, "chromium", NULL), *log = g_build_filename (self->folder, "log", NULL);
  g_autofree char *path = g_strconcat (self->folder, ":", g_getenv ("PATH"), NULL);
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "PATH", path, TRUE);
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--page=http://page/", "--output", self->output,
                                    "--seconds=1000", NULL };
  int status;

  environment = g_environ_setenv (environment, "FAKE_BROWSER", what, TRUE);
  environment = g_environ_setenv (environment, "FAKE_BROWSER_LOG", log, TRUE);
  g_assert_no_errno (symlink (browser, link));
  g_assert_true (g_spawn_sync (self->folder, (char **) arguments, environment, G_SPAWN_DEFAULT, NULL, NULL, &self->printed,
                               &self->errors, &status, NULL));
  g_assert_true (WIFEXITED (status));
  self->status = WEXITSTATUS (status);
  g_unlink (link);
  g_unlink (log);
}

/* A page that cannot be opened is no recording. Nobody waits for its end. */
static void
test_unreachable_page (Fixture       *self,
                       gconstpointer  data)
{
  record_page (self, "unreachable");
  g_assert_cmpint (self->status, ==, 3);
  g_assert_nonnull (strstr (self->errors, "ERR_NAME_NOT_RESOLVED"));
  g_assert_cmpstr (self->printed, ==, "");
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

/* What was seen is saved, and that it is not all is said. */
static void
test_browser_gone (Fixture       *self,
                   gconstpointer  data)
{
  record_page (self, "page");
  g_assert_cmpint (self->status, ==, 0);
  g_assert_nonnull (strstr (self->errors, "The browser ended before the recording did"));
  g_assert_true (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

/* A page may be a file. */
static void
test_completed_address (void)
{
  static const char *const addresses[][2] = {
    { "http://page/", "http://page/" }, { " example.org/a ", "https://example.org/a" }, { "localhost:8000/a", "http://localhost:8000/a" },
    { "127.0.0.1", "http://127.0.0.1" }, { "about:blank", "about:blank" }, { "/a b.html", "file:///a%20b.html" }, { " ", NULL },
  };
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "live", "fake-browser.py", NULL), *folder = g_path_get_dirname (file);
  g_autofree char *whole = g_filename_to_uri (file, NULL, NULL), *old = g_get_current_dir (), *address = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autofree char *completed = ls_page_watch_complete_address (addresses[i][0]);

      g_assert_cmpstr (completed, ==, addresses[i][1]);
    }
  g_assert_no_errno (g_chdir (folder));
  address = ls_page_watch_complete_address ("fake-browser.py");
  g_assert_no_errno (g_chdir (old));
  g_assert_cmpstr (address, ==, whole);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/record/saved", Fixture, NULL, set_up, test_saved, tear_down);
  g_test_add ("/record/status", Fixture, NULL, set_up, test_status, tear_down);
  g_test_add ("/record/lost", Fixture, NULL, set_up, test_lost, tear_down);
  g_test_add ("/record/status-alone", Fixture, NULL, set_up, test_status_alone, tear_down);
  g_test_add ("/record/signal", Fixture, NULL, set_up, test_signal, tear_down);
  g_test_add ("/record/interrupted", Fixture, NULL, set_up, test_interrupted, tear_down);
  g_test_add ("/record/seconds", Fixture, NULL, set_up, test_seconds, tear_down);
  g_test_add ("/record/no-runtime-folder", Fixture, NULL, set_up, test_no_runtime_folder, tear_down);
  g_test_add ("/record/joined-seconds", Fixture, NULL, set_up, test_joined_seconds, tear_down);
  g_test_add ("/record/budgets", Fixture, NULL, set_up, test_budgets, tear_down);
  g_test_add ("/record/nothing", Fixture, NULL, set_up, test_nothing, tear_down);
  g_test_add ("/record/no-program", Fixture, NULL, set_up, test_no_program, tear_down);
  g_test_add ("/record/joining", Fixture, NULL, set_up, test_joining, tear_down);
  g_test_add ("/record/no-output", Fixture, NULL, set_up, test_no_output, tear_down);
  g_test_add ("/record/pipe", Fixture, NULL, set_up, test_pipe, tear_down);
  g_test_add ("/record/page-without-output", Fixture, NULL, set_up, test_page_without_output, tear_down);
  g_test_add ("/record/unreachable-page", Fixture, NULL, set_up, test_unreachable_page, tear_down);
  g_test_add ("/record/browser-gone", Fixture, NULL, set_up, test_browser_gone, tear_down);
  g_test_add_func ("/record/completed-address", test_completed_address);

  return g_test_run ();
}
