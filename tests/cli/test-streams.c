/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "cli-util.h"
#include "sanitized.h"
#include "test-time.h"

/* Pipes, signals and sizes. */

typedef struct
{
  char        *dir;
  char        *path;
  GSubprocess *process;
  GDataInputStream *out;
} Fixture;

static void
set_up (Fixture    *fixture,
        const char *options,
        const char *steps)
{
  g_autofree char *session = cli_session (steps, "");
  g_autofree char *arguments = NULL;

  fixture->dir = cli_temp_dir ();
  fixture->path = cli_write (fixture->dir, "stream.loopscope", session, -1);
  arguments = g_strdup_printf ("run %s %s", options, fixture->path);
  fixture->process = cli_spawn (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  fixture->out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (fixture->process));
}

static void
tear_down (Fixture *fixture)
{
  g_clear_object (&fixture->out);
  g_clear_object (&fixture->process);
  g_clear_pointer (&fixture->path, g_free);
  cli_remove_dir (fixture->dir);
}

static char *
read_line (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  char *line = g_data_input_stream_read_line (fixture->out, NULL, NULL, &error);

  g_assert_no_error (error);
  return line;
}

static void
assert_quiet (Fixture *fixture)
{
  char buffer[200];
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read (g_subprocess_get_stderr_pipe (fixture->process), buffer, sizeof buffer - 1, NULL,
                                  &error);

  g_assert_no_error (error);
  buffer[MAX (n, 0)] = '\0';
  g_assert_cmpstr (buffer, ==, "");
}

#define ENDLESS \
  "{ \"op\": \"log\", \"text\": \"main\" }," \
  "{ \"op\": \"timer\", \"ms\": 5, \"repeat\": true, \"body\": [ { \"op\": \"log\", \"text\": \"tick\" } ] }"

/* Lines arrive while the program runs, and Ctrl-C ends it with whole lines. */
static void
test_signal (gconstpointer data)
{
  int number = GPOINTER_TO_INT (data);
  Fixture fixture = { 0 };
  g_autofree char *first = NULL, *second = NULL;
  char *line;

  set_up (&fixture, "--clock=monotonic", ENDLESS);
  first = read_line (&fixture);
  second = read_line (&fixture);
  g_assert_cmpstr (first, ==, "main");
  g_assert_cmpstr (second, ==, "tick");

  g_subprocess_send_signal (fixture.process, number);
  while ((line = read_line (&fixture)) != NULL)
    {
      g_assert_cmpstr (line, ==, "tick");
      g_free (line);
    }
  g_assert_cmpint (cli_wait (fixture.process), ==, 128 + number);
  assert_quiet (&fixture);
  tear_down (&fixture);
}

/* So it does while it waits for something that is far away. */
static void
test_signal_while_waiting (gconstpointer options)
{
  Fixture fixture = { 0 };
  g_autofree char *first = NULL, *second = NULL;
  gint64 start;

  /* The second line comes right after the first: it must not be kept back for a third. */
  set_up (&fixture, options,
          "{ \"op\": \"log\", \"text\": \"main\" }, { \"op\": \"timer\", \"ms\": 3600000, \"body\": [ ] },"
          "{ \"op\": \"timer\", \"ms\": 2, \"body\": [ { \"op\": \"log\", \"text\": \"soon\" } ] }");
  first = read_line (&fixture);
  second = read_line (&fixture);
  g_assert_cmpstr (first, ==, "main");
  g_assert_cmpstr (second, ==, "soon");
  g_usleep (50000);

  start = g_get_monotonic_time ();
  g_subprocess_send_signal (fixture.process, SIGINT);
  g_assert_cmpint (cli_wait (fixture.process), ==, 128 + SIGINT);
  test_assert_in_time (g_get_monotonic_time () - start, 2 * G_USEC_PER_SEC);
  tear_down (&fixture);
}

static double
children_cpu_seconds (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Waiting costs next to nothing. */
static void
test_idle_while_waiting (gconstpointer options)
{
  g_autofree char *session = cli_session ("{ \"op\": \"timer\", \"ms\": 700, \"body\": [ ] }", "");
  double before = children_cpu_seconds ();
  g_autoptr (CliResult) result = cli_run (options, session);

  cli_assert_ended (result, 0, "", "");
  g_assert_cmpfloat (children_cpu_seconds () - before, <, 0.3);
}

static void
test_reader_goes_away (gconstpointer options)
{
  Fixture fixture = { 0 };
  g_autofree char *first = NULL;

  set_up (&fixture, options, ENDLESS);
  first = read_line (&fixture);
  g_input_stream_close (G_INPUT_STREAM (fixture.out), NULL, NULL);
  g_assert_cmpint (cli_wait (fixture.process), ==, 128 + SIGPIPE);
  assert_quiet (&fixture);
  tear_down (&fixture);
}

/* Where the parent ignores SIGPIPE, the program sees EPIPE instead. */
static void
test_reader_goes_away_ignored (void)
{
  g_autofree char *session = cli_session (ENDLESS, "");
  char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "stream.loopscope", session, -1);
  g_autofree char *script = g_strdup_printf ("trap '' PIPE; { '%s' run '%s'; echo $? >&2; } | head -n 1", cli_path (),
                                             path);
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  g_autofree char *out = NULL, *err = NULL;
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_LEAVE_DESCRIPTORS_OPEN, NULL, NULL, &out, &err, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, "main\n");
  g_assert_cmpstr (err, ==, "141\n");
  cli_remove_dir (dir);
}

/* A million records are printed in a few seconds. */
static void
test_many_records (gconstpointer options)
{
  const gsize n = TIMES (330000, 33000);
  g_autofree char *steps = g_strdup_printf ("{ \"op\": \"repeat\", \"times\": %" G_GSIZE_FORMAT ", \"body\": "
                                            "[ { \"op\": \"log\", \"text\": \"line\" } ] }", n);
  g_autofree char *session = cli_session (steps, "");
  g_autofree char *arguments = g_strconcat ("run - --budget=2000000", options, NULL);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (CliResult) result = cli_run (arguments, session);
  gint64 taken = g_get_monotonic_time () - start;
  gsize n_lines = 0;

  for (const char *p = result->out; (p = strchr (p, '\n')) != NULL; p++)
    n_lines++;

  g_test_message ("%" G_GSIZE_FORMAT " lines, %" G_GSIZE_FORMAT " bytes in %.2f s", n_lines, result->out_length,
                  taken / (double) G_USEC_PER_SEC);
  g_assert_cmpstr (result->err, ==, "");
  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpuint (n_lines, >=, ((const char *) options)[0] ? 2 * n : n);
  test_assert_in_time (taken, 15 * G_USEC_PER_SEC);
}

/* Nothing that the program opens takes the place of a stream that its caller has closed. */
static void
test_closed (void)
{
  g_autofree char *dir = cli_temp_dir ();
  g_autofree char *path = cli_write (dir, "main.js", "console.log (1)", -1);
  g_autofree char *closed_in = g_strdup_printf ("exec %s run - <&-", cli_path ());
  g_autofree char *closed_out = g_strdup_printf ("exec %s run %s >&-", cli_path (), path);
  const char *const commands[] = { closed_in, closed_out };
  const char *const messages[] = {
    "loopscope-cli: standard input: Could not read the file: Error reading from file descriptor: Bad file descriptor\n",
    "loopscope-cli: Could not write to standard output: Bad file descriptor\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error,
                                                          "sh", "-c", commands[i], NULL);
      g_autofree char *out = NULL;
      g_autofree char *err = NULL;

      g_assert_no_error (error);
      g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (err, ==, messages[i]);
      g_assert_cmpint (cli_wait (process), ==, i == 0 ? 3 : 5);
    }
  g_clear_pointer (&path, g_free);
  cli_remove_dir (g_steal_pointer (&dir));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/streams/signal/int", GINT_TO_POINTER (SIGINT), test_signal);
  g_test_add_data_func ("/streams/signal/term", GINT_TO_POINTER (SIGTERM), test_signal);
  g_test_add_data_func ("/streams/signal/while-waiting", "--clock=monotonic", test_signal_while_waiting);
  g_test_add_data_func ("/streams/signal/while-waiting-for-a-time", "--clock=monotonic --until-time=3000000",
                        test_signal_while_waiting);
  g_test_add_data_func ("/streams/idle-while-waiting", "run - --clock=monotonic", test_idle_while_waiting);
  g_test_add_data_func ("/streams/idle-while-waiting-for-a-time", "run - --clock=monotonic --until-time=600",
                        test_idle_while_waiting);
  g_test_add_data_func ("/streams/reader-goes-away/monotonic", "--clock=monotonic", test_reader_goes_away);
  g_test_add_data_func ("/streams/reader-goes-away/virtual", "--trace=text", test_reader_goes_away);
  g_test_add_func ("/streams/reader-goes-away/ignored", test_reader_goes_away_ignored);
  g_test_add_data_func ("/streams/many-records/log", "", test_many_records);
  g_test_add_data_func ("/streams/many-records/text", " --trace=text", test_many_records);
  g_test_add_data_func ("/streams/many-records/json", " --trace=json", test_many_records);
  g_test_add_func ("/streams/closed", test_closed);

  return g_test_run ();
}
