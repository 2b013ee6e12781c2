/* test-check-watch.c: loopscope-cli check --watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "cli-util.h"

#define PASSES "{ \"log\": [\"yes\"] }"
#define FAILS "{ \"log\": [\"no\"] }"

typedef struct
{
  CliFixture         base;
  char              *path;
  GSubprocess       *process;
  GDataInputStream  *out, *errors;
} Fixture;

static void
write_session (Fixture    *self,
               const char *name,
               const char *expectation)
{
  g_autofree char *more = g_strdup_printf (", \"expectations\": [%s]", expectation);
  g_autofree char *text = cli_session ("{ \"op\": \"log\", \"text\": \"yes\" }", more);

  g_free (cli_write (self->base.dir, name, text, -1));
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *arguments = NULL;

  cli_set_up (&self->base, data);
  self->path = g_build_filename (self->base.dir, "watched.loopscope", NULL);
  write_session (self, "watched.loopscope", PASSES);
  arguments = g_strdup_printf ("check --watch %s", self->path);
  self->process = cli_spawn (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  self->out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  self->errors = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_object_unref (self->out);
  g_object_unref (self->errors);
  g_object_unref (self->process);
  g_free (self->path);
  cli_tear_down (&self->base, data);
}

/* Waits for a line that has a text. */
static void
wait_for (GDataInputStream *stream,
          const char       *text)
{
  while (TRUE)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *line = g_data_input_stream_read_line (stream, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      if (strstr (line, text) != NULL)
        return;
    }
}

/* Waits for a test that does not fail. */
static void
wait_for_passed (Fixture *self)
{
  gboolean has_passed = FALSE;

  while (!has_passed)
    {
      g_autofree char *line = g_data_input_stream_read_line (self->out, NULL, NULL, NULL);

      g_assert_nonnull (line);
      has_passed = g_str_has_prefix (line, "ok 1 - ");
    }
}

static void
interrupt (Fixture *self)
{
  g_subprocess_send_signal (self->process, SIGINT);
  g_assert_cmpint (cli_wait (self->process), ==, 128 + SIGINT);
}

/* What changes is checked again, in place or replaced by another file, until somebody interrupts. */
static void
test_changes (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *other = g_build_filename (self->base.dir, "other.loopscope", NULL);

  wait_for (self->out, "ok 1 - ");
  wait_for (self->errors, "Waiting for a change");
  write_session (self, "watched.loopscope", FAILS);
  wait_for (self->errors, "watched.loopscope has changed");
  wait_for (self->out, "not ok 1 - ");
  wait_for (self->errors, "Waiting for a change");

  write_session (self, "other.loopscope", PASSES);
  wait_for (self->errors, "other.loopscope has changed");
  wait_for (self->out, "not ok 1 - ");
  wait_for (self->errors, "Waiting for a change");
  g_assert_cmpint (g_rename (other, self->path), ==, 0);
  wait_for (self->errors, "watched.loopscope has changed");
  wait_for (self->out, "ok 1 - ");
  wait_for (self->errors, "Waiting for a change");
  interrupt (self);
}

/* A file that is gone, or that nobody can read, is one that will be there again. */
static void
test_gone (Fixture       *self,
           gconstpointer  data)
{
  wait_for (self->errors, "Waiting for a change");
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  wait_for (self->errors, "has changed");
  wait_for (self->out, "not ok 1 - ");
  wait_for (self->errors, "Waiting for a change");
  write_session (self, "watched.loopscope", PASSES);
  wait_for (self->out, "ok 1 - ");
  interrupt (self);
}

/* A folder that is replaced by another one is watched again. */
static void
test_folder (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *aside = g_strconcat (self->base.dir, ".aside", NULL);

  wait_for (self->errors, "Waiting for a change");
  g_assert_cmpint (g_rename (self->base.dir, aside), ==, 0);
  wait_for (self->out, "not ok 1 - ");
  wait_for (self->errors, "Waiting for a change");
  g_assert_cmpint (g_mkdir (self->base.dir, 0700), ==, 0);
  wait_for (self->errors, "Waiting for a change");
  write_session (self, "watched.loopscope", PASSES);
  wait_for_passed (self);
  wait_for (self->errors, "Waiting for a change");
  write_session (self, "watched.loopscope", FAILS);
  wait_for (self->errors, "watched.loopscope has changed");
  interrupt (self);
  cli_remove_dir (g_steal_pointer (&aside));
}

/* What the check itself writes beside the file is no change. */
static void
test_report (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *report = g_build_filename (self->base.dir, "report.xml", NULL);
  g_autofree char *arguments = g_strdup_printf ("check --watch --junit=%s %s", report, self->path);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) errors = NULL;
  g_autofree char *line = NULL;

  interrupt (self);
  process = cli_spawn (arguments, G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  errors = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  wait_for (errors, "Waiting for a change");
  write_session (self, "watched.loopscope", FAILS);
  line = g_data_input_stream_read_line (errors, NULL, NULL, NULL);
  /* It may be seen under the name that it has until it is whole. */
  g_assert_nonnull (strstr (line, ": watched.loopscope"));
  wait_for (errors, "Waiting for a change");
  g_assert_true (g_file_test (report, G_FILE_TEST_IS_REGULAR));
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 128 + SIGINT);
}

/* What an editor keeps beside a file is no change of it. */
static void
test_editors (Fixture       *self,
              gconstpointer  data)
{
  static const char *const names[] = { ".watched.loopscope.swp", "watched.loopscope~", "#watched.loopscope#" };

  wait_for (self->errors, "Waiting for a change");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (cli_write (self->base.dir, names[i], "", -1));
  write_session (self, "seen.loopscope", PASSES);
  wait_for (self->errors, "seen.loopscope has changed");
  wait_for (self->errors, "Waiting for a change");
  interrupt (self);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *arguments, *message;
  } cases[] = {
    { "check --watch --json x.js", "--watch cannot be combined with --json" },
    { "check --watch --update x.js", "--watch cannot be combined with --update" },
    { "check --watch -", "--watch needs files; standard input does not change" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = cli_run (cases[i].arguments, "");

      g_assert_cmpint (result->status, ==, 2);
      g_assert_nonnull (strstr (result->err, cases[i].message));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/check-watch/changes", Fixture, NULL, set_up, test_changes, tear_down);
  g_test_add ("/check-watch/gone", Fixture, NULL, set_up, test_gone, tear_down);
  g_test_add ("/check-watch/folder", Fixture, NULL, set_up, test_folder, tear_down);
  g_test_add ("/check-watch/report", Fixture, NULL, set_up, test_report, tear_down);
  g_test_add ("/check-watch/editors", Fixture, NULL, set_up, test_editors, tear_down);
  g_test_add_func ("/check-watch/refused", test_refused);
  return g_test_run ();
}
