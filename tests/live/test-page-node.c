/* test-page-node.c: loopscope-cli record --node, and joining a Node.js, where there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "ls-page-watch.h"
#include "ls-trace-file.h"
#include "photograph-fixture.h"
#include "test-records.h"

typedef struct
{
  char    *folder;
  char    *output;   /* the trace */
  char    *printed;
  char    *errors;
  int      status;
  LsTrace *trace;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->folder = g_dir_make_tmp ("page-node-XXXXXX", NULL);
  self->output = g_build_filename (self->folder, "trace.json.gz", NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_unlink (self->output);
  /* Node.js has left nothing. */
  g_assert_no_errno (g_rmdir (self->folder));
  g_free (self->folder);
  g_free (self->output);
  g_free (self->printed);
  g_free (self->errors);
  g_clear_object (&self->trace);
}

static int
run (Fixture           *self,
     const char *const *arguments,
     char             **printed,
     char             **errors)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_assert_true (g_spawn_sync (self->folder, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, printed, errors, &status,
                               &error));
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static char *
find_script (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "live", "node", name, NULL);
}

static void
load (Fixture *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->output);
  g_autoptr (GError) error = NULL;

  self->trace = ls_trace_load (file, NULL, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  test_check_records (self->trace);
}

static void
record (Fixture    *self,
        const char *name)
{
  g_autofree char *script = find_script (name);
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--node", "--output", self->output, "--", script, NULL };

  self->status = run (self, arguments, &self->printed, &self->errors);
  g_test_message ("%s%s", self->printed, self->errors);
  g_assert_cmpint (self->status, ==, 0);
  load (self);
}

/* Returns (transfer full) what is not about functions that were called. */
static char *
leave_out_stacks (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *rest = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_str_has_prefix (lines[i], "    at "))
      g_string_append_printf (rest, "%s\n", lines[i]);
  g_string_truncate (rest, rest->len - 1);
  return g_string_free (rest, FALSE);
}

/* What is recorded is what the program does alone, and what the program says is what it says alone. */
static void
compare (Fixture    *self,
         const char *name,
         int         status)
{
  g_autofree char *script = find_script (name);
  const char *const arguments[] = { "node", script, NULL };
  g_autofree char *printed = NULL, *errors = NULL, *expected = NULL, *seen = NULL, *end = NULL;

  g_assert_cmpint (run (self, arguments, &printed, &errors), ==, status);
  record (self, name);
  g_assert_true (g_str_has_prefix (self->printed, printed));
  g_assert_nonnull (strstr (self->printed + strlen (printed), "saved to"));
  g_assert_cmpuint (strcspn (self->printed + strlen (printed), "\n"), ==, strlen (self->printed + strlen (printed)) - 1);
  end = g_strdup_printf ("loopscope-cli: %s ended with status %d\n", script, status);
  expected = leave_out_stacks (errors);
  seen = leave_out_stacks (self->errors);
  if (status != 0)
    {
      g_assert_true (g_str_has_suffix (seen, end));
      seen[strlen (seen) - strlen (end)] = '\0';
    }
  g_assert_cmpstr (seen, ==, expected);
}

static LsRecord
get (Fixture *self,
     gsize    position)
{
  LsRecord record;

  ls_trace_get_record (self->trace, position, &record);
  return record;
}

static gboolean
is_of (Fixture    *self,
       gsize       position,
       guint       kind,
       const char *text)
{
  const LsRecord record = get (self, position);

  return record.kind == kind && (text == NULL || g_strcmp0 (ls_trace_get_text (self->trace, record.text), text) == 0);
}

/* Returns the position of the first record of a kind whose text this is. */
static gsize
find (Fixture    *self,
      guint       kind,
      const char *text)
{
  for (gsize i = 0; i < ls_trace_get_length (self->trace); i++)
    if (is_of (self, i, kind, text))
      return i;
  g_error ("There is no %s", text);
}

static guint
count (Fixture    *self,
       guint       kind,
       const char *text)
{
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (self->trace); i++)
    n += is_of (self, i, kind, text);
  return n;
}

static void
test_order (Fixture       *self,
            gconstpointer  data)
{
  compare (self, "order.mjs", 7);
  find (self, LS_RECORD_TIMER_INSTALLED, "named");
  find (self, LS_RECORD_TIMER_INSTALLED, "promises.setTimeout");
  find (self, LS_RECORD_TIMER_INSTALLED, "scheduler.wait");
  find (self, LS_RECORD_TASK_INCOMING, "scheduler.yield");
  find (self, LS_RECORD_TASK_INCOMING, "order.mjs");
  find (self, LS_RECORD_MICROTASK_QUEUED, "nextTick");
  /* Four are cleared, of which one is an immediate; one of the promises' is aborted twice, and one kept the program. */
  g_assert_cmpuint (count (self, LS_RECORD_TIMER_CLEARED, NULL), >=, 6);
}

static void
test_throws (Fixture       *self,
             gconstpointer  data)
{
  gsize position;

  compare (self, "throws.cjs", 1);
  position = find (self, LS_RECORD_TIMER_FIRED, NULL);
  while (!is_of (self, position, LS_RECORD_TASK_FINISHED, NULL))
    position++;
  g_assert_cmpuint (get (self, position).flags & LS_RECORD_FLAG_THREW, !=, 0);
}

/* What follows a file is not part of a turn that was over before. */
static void
test_files (Fixture       *self,
            gconstpointer  data)
{
  static const char *const names[] = { "nextTick ofFile", "ofPromise" };

  record (self, "files.cjs");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize position = find (self, LS_RECORD_MICROTASK_QUEUED, names[i]);

      while (!is_of (self, position, LS_RECORD_TASK_STARTED, NULL))
        position--;
      /* It has no timer. */
      g_assert_false (is_of (self, position + 1, LS_RECORD_TIMER_FIRED, NULL));
    }
  g_assert_cmpuint (count (self, LS_RECORD_TASK_INCOMING, "FSReqCallback"), >, 0);
}

static void
test_workers (Fixture       *self,
              gconstpointer  data)
{
  compare (self, "worker.cjs", 0);
  g_assert_cmpuint (count (self, LS_RECORD_AGENT_CREATED, NULL), ==, 5);
  find (self, LS_RECORD_AGENT_CREATED, "worker.cjs");
  find (self, LS_RECORD_AGENT_CREATED, "worker.cjs (worker 1)");
  find (self, LS_RECORD_AGENT_CREATED, "worker.cjs (worker 2)");
  find (self, LS_RECORD_AGENT_CREATED, "[worker eval] (worker 3)");
  find (self, LS_RECORD_AGENT_CREATED, "worker 4");
  g_assert_cmpuint (count (self, LS_RECORD_TIMER_INSTALLED, "inWorker"), ==, 4);
}

static char *
read_line (GSubprocess *process)
{
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));

  return g_data_input_stream_read_line (lines, NULL, NULL, NULL);
}

/* Ctrl+C saves what was seen, even if the program does not come to an end by itself. */
static void
test_interrupted (Fixture       *self,
                  gconstpointer  data)
{
  g_autofree char *script = find_script ("busy.cjs");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
                                                      g_getenv ("LS_TEST_CLI"), "record", "--node", "--output", self->output,
                                                      script, NULL);
  g_autofree char *line = NULL;

  g_assert_no_error (error);
  line = read_line (process);
  g_assert_cmpstr (line, ==, "busy");
  g_subprocess_send_signal (process, SIGINT);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  load (self);
  find (self, LS_RECORD_TIMER_INSTALLED, "after");
}

/* An endless loop is watched while it runs, and its end is not waited for. */
static void
test_endless (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *script = find_script ("endless.cjs");
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--node", "--seconds=1", "--output", self->output, script,
                                    NULL };

  g_assert_cmpint (run (self, arguments, &self->printed, &self->errors), ==, 0);
  g_test_message ("%s%s", self->printed, self->errors);
  g_assert_nonnull (strstr (self->printed, "saved to"));
  g_assert_nonnull (strstr (self->errors, "was ended by signal 15"));
  load (self);
  find (self, LS_RECORD_LOOP_STARTED, NULL);
}

/* A script that does not begin is nobody's trace. */
static void
test_missing (Fixture       *self,
              gconstpointer  data)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--node", "--output", self->output, "missing.js", NULL };

  g_assert_cmpint (run (self, arguments, &self->printed, &self->errors), ==, 3);
  g_assert_nonnull (strstr (self->errors, "Cannot find module"));
  g_assert_nonnull (strstr (self->errors, "missing.js ended with status 1"));
  g_assert_null (strstr (self->errors, "Debugger"));
  g_assert_false (g_file_test (self->output, G_FILE_TEST_EXISTS));
}

static void
test_usage (Fixture       *self,
            gconstpointer  data)
{
  const char *const nothing[] = { g_getenv ("LS_TEST_CLI"), "record", "--node", NULL };
  const char *const both[] = { g_getenv ("LS_TEST_CLI"), "record", "--node", "--page=http://page/", "a.js", NULL };

  g_assert_cmpint (run (self, nothing, NULL, NULL), ==, 2);
  g_assert_cmpint (run (self, both, NULL, NULL), ==, 2);
}

/* Returns (transfer full) the port that a Node.js says first. */
static char *
read_port (GSubprocess *process)
{
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  g_autofree char *said = NULL;
  const char *address;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  said = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  address = strstr (said, "127.0.0.1:");
  g_assert_nonnull (address);
  address += strlen ("127.0.0.1:");
  return g_strndup (address, strspn (address, "0123456789"));
}

/* A Node.js that waits for its inspector is seen from its first statement on. */
static void
test_waiting (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *script = find_script ("files.cjs");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, "node", "--inspect-brk=127.0.0.1:0",
                                                      script, NULL);
  g_autofree char *port = NULL;

  g_assert_no_error (error);
  port = read_port (process);
  {
    const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--browser", port, "--output", self->output, NULL };

    g_assert_cmpint (run (self, arguments, &self->printed, &self->errors), ==, 0);
  }
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_cmpstr (self->errors, ==, "");
  load (self);
  find (self, LS_RECORD_TIMER_INSTALLED, "before");
}

/* A Node.js that listens is joined by its port, and goes on afterwards. */
static void
test_joined (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *script = find_script ("beats.cjs");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, "node",
                                                      "--inspect=127.0.0.1:0", script, NULL);
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  g_autofree char *begun = NULL, *port = NULL, *problem = NULL;

  g_assert_no_error (error);
  begun = read_line (process);
  g_assert_cmpstr (begun, ==, "begun");
  port = read_port (process);
  g_assert_true (ls_page_watch_join (watch, port, NULL, LS_PAGE_WATCH_NONE, &error));
  while (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))) < 20)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_null (photograph_take (watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  ls_live_run_stop (LS_LIVE_RUN (watch));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));
  g_assert_cmpstr (problem, ==, NULL);
  self->trace = g_object_ref (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  test_check_records (self->trace);
  find (self, LS_RECORD_MICROTASK_QUEUED, "nextTick tick");
  find (self, LS_RECORD_TIMER_INSTALLED, "each");
  g_assert_nonnull (g_subprocess_get_identifier (process));
  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
}

/* What is not known of a program that is joined is said as of a program. */
static void
test_late (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *script = find_script ("beats.cjs");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, "node",
                                                      "--inspect=127.0.0.1:0", script, NULL);
  g_autofree char *begun = NULL, *port = NULL;

  g_assert_no_error (error);
  begun = read_line (process);
  port = read_port (process);
  {
    const char *const arguments[] = { g_getenv ("LS_TEST_CLI"), "record", "--browser", port, "--seconds=1", "--output", self->output, NULL };

    g_assert_cmpint (run (self, arguments, &self->printed, &self->errors), ==, 0);
  }
  g_assert_nonnull (strstr (self->errors, "The program already ran"));
  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
}

static gsize
get_length (LsPageWatch *watch)
{
  return ls_trace_get_length (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
}

/* Waits until the program is held, and has done something since the trace had that length. */
static void
wait_until_held (LsPageWatch *watch,
                 gsize        length)
{
  while (!ls_live_run_is_held (LS_LIVE_RUN (watch)) || get_length (watch) == length)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
      g_main_context_iteration (NULL, TRUE);
    }
}

static guint32
get_n_turns (LsPageWatch *watch)
{
  return ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
}

/* A program is held before its callbacks, goes on by one, and by itself once it is let go. */
static void
test_held (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *script = find_script ("beats.cjs");
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  g_autoptr (GError) error = NULL;
  guint32 n_turns;
  gsize length;

  g_assert_false (ls_page_watch_is_node (watch));
  g_assert_true (ls_page_watch_launch_node (watch, (const char *const[]) { script, "--quiet", NULL }, &error));
  g_assert_true (ls_page_watch_is_node (watch));
  while (get_n_turns (watch) < 20)
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_hold (LS_LIVE_RUN (watch));
  wait_until_held (watch, 0);
  length = get_length (watch);
  ls_live_run_step (LS_LIVE_RUN (watch));
  wait_until_held (watch, length);
  length = get_length (watch);
  ls_page_watch_set_breakpoints (watch, (const char *const[]) { "each", NULL });
  ls_live_run_let_go (LS_LIVE_RUN (watch));
  wait_until_held (watch, length);
  ls_page_watch_set_breakpoints (watch, NULL);
  ls_live_run_let_go (LS_LIVE_RUN (watch));
  n_turns = get_n_turns (watch);
  while (get_n_turns (watch) < n_turns + 20)
    g_main_context_iteration (NULL, TRUE);
  ls_live_run_stop (LS_LIVE_RUN (watch));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  self->trace = g_object_ref (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  test_check_records (self->trace);
  g_assert_cmpint (WTERMSIG (ls_page_watch_get_wait_status (watch)), ==, SIGTERM);
}

static guint
count_held (LsPageWatch *watch)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (watch);
  guint n_held = 0;

  for (guint i = 0; i < targets->len; i++)
    n_held += ((const LsPageTarget *) g_ptr_array_index (targets, i))->is_held;
  return n_held;
}

static guint
count_missing (GHashTable *seen)
{
  static const char *const expected[] = {
    "Held before “beat”", "Held before “tick” of process.nextTick()", "Held before a callback of process.nextTick()",
    "Held before the microtask “job”", "Held before a microtask", "Held before the callback of a message",
  };
  guint n_missing = 0;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    n_missing += !g_hash_table_contains (seen, expected[i]);
  return n_missing;
}

/* What is next is said also where it is no task of the trace. Each agent is held, also a worker that is made of a text; the first one is
 * told of. */
static void
test_next (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *script = find_script ("kinds.cjs");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (LsPageWatch) watch = ls_page_watch_new ();
  g_autofree char *first = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_page_watch_launch_node (watch, (const char *const[]) { script, NULL }, &error));
  while (get_n_turns (watch) < 20 || ls_page_watch_get_n_agents (watch) < 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (ls_page_watch_describe_held (watch));
  ls_live_run_hold (LS_LIVE_RUN (watch));
  while (count_held (watch) < 3)
    g_main_context_iteration (NULL, TRUE);
  /* The workers are later agents. */
  first = ls_page_watch_describe_held (watch);
  g_assert_false (g_str_has_prefix (first, "Held before “in"));
  while (count_missing (seen) > 0)
    {
      const gsize length = get_length (watch);
      char *words = ls_page_watch_describe_held (watch);

      if (words != NULL && g_hash_table_add (seen, words))
        g_test_message ("%s", words);
      ls_live_run_step (LS_LIVE_RUN (watch));
      wait_until_held (watch, length);
    }
  ls_live_run_stop (LS_LIVE_RUN (watch));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  self->trace = g_object_ref (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  test_check_records (self->trace);
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    void      (*run) (Fixture       *self,
                      gconstpointer  data);
  } tests[] = {
    { "order", test_order }, { "throws", test_throws }, { "files", test_files }, { "workers", test_workers },
    { "interrupted", test_interrupted }, { "endless", test_endless }, { "missing", test_missing }, { "usage", test_usage }, { "joined", test_joined },
    { "late", test_late },
    { "waiting", test_waiting }, { "held", test_held }, { "next", test_next },
  };
  g_autofree char *node = NULL;

  g_test_init (&argc, &argv, NULL);

  node = g_find_program_in_path ("node");
  if (node == NULL)
    {
      g_print ("1..0 # SKIP There is no Node.js: build-aux/deps node installs it\n");
      return 0;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/page-node/", tests[i].name, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].run, tear_down);
    }
  return g_test_run ();
}
