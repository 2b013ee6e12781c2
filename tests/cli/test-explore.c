/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli-util.h"
#include "sanitized.h"

#define MEMORY "{ \"op\": \"memory\", \"name\": \"m\", \"length\": 1 }"
#define WORKER(name, body) "{ \"op\": \"worker\", \"name\": \"" name "\", \"body\": [" body "] }"

/* Two additions that are made of a load and a store. */
#define ADD "{ \"op\": \"load\", \"memory\": \"m\", \"as\": \"x\" }, { \"op\": \"let\", \"as\": \"x\", \"value\": \"${x}\", \"plus\": 1 }, " \
            "{ \"op\": \"store\", \"memory\": \"m\", \"value\": \"${x}\" }"
#define LOST MEMORY ", " WORKER ("a", ADD) ", " WORKER ("b", ADD)
#define TWO ", \"expectations\": [{ \"memory\": { \"name\": \"m\", \"equals\": 2 } }]"

/* Two that are made of one operation each. */
#define FINE MEMORY ", " WORKER ("a", "{ \"op\": \"add\", \"memory\": \"m\", \"value\": 1 }") ", " \
             WORKER ("b", "{ \"op\": \"add\", \"memory\": \"m\", \"value\": 1 }")

/* More than can be explored while a test runs. */
#define MUCH_BODY "{ \"op\": \"repeat\", \"times\": 40, \"body\": [{ \"op\": \"add\", \"memory\": \"m\", \"value\": 1, \"as\": \"x\" }, " \
                  "{ \"op\": \"if\", \"value\": \"${x}\", \"equals\": 3, \"then\": [{ \"op\": \"pause\" }] }] }"
#define MUCH MEMORY ", " WORKER ("a", MUCH_BODY) ", " WORKER ("b", MUCH_BODY) ", " WORKER ("c", MUCH_BODY) ", " WORKER ("d", MUCH_BODY)

static void
test_fine (void)
{
  g_autofree char *session = cli_session (FINE, TWO);
  g_autoptr (CliResult) all = cli_run ("explore -", session);
  g_autoptr (CliResult) bounded = cli_run ("explore --bound=0 -", session);
  g_autoptr (CliResult) random = cli_run ("explore --random=5 --runs=10 -", session);

  g_assert_cmpint (all->status, ==, 0);
  g_assert_cmpstr (all->err, ==, "");
  g_assert_true (g_pattern_match_simple ("All * schedules: * states, * runs; no findings\n", all->out));
  g_assert_cmpint (bounded->status, ==, 0);
  g_assert_true (g_pattern_match_simple ("All * schedules with at most 0 preemptions: *; no findings\n", bounded->out));
  cli_assert_ended (random, 0, "10 random schedules; no findings\n", "");
}

static void
test_found (void)
{
  g_autofree char *session = cli_session (LOST, TWO);
  g_autoptr (CliResult) text = cli_run ("explore -", session);
  g_autoptr (CliResult) again = cli_run ("explore -", session);
  g_autoptr (CliResult) json = cli_run ("explore --json -", session);
  g_autoptr (JsonNode) root = json_from_string (json->out, NULL);
  JsonObject *object, *finding;

  g_assert_cmpint (text->status, ==, 1);
  g_assert_cmpstr (text->err, ==, "");
  g_assert_nonnull (strstr (text->out, "\ninvariant (agent "));
  g_assert_nonnull (strstr (text->out, "): m[0] is 2: found 1\n  schedule ["));
  g_assert_nonnull (strstr (text->out, "\n    main: start\n"));
  g_assert_nonnull (strstr (text->out, ": store m[0] 1\n"));
  g_assert_cmpstr (text->out, ==, again->out);

  g_assert_cmpint (json->status, ==, 1);
  g_assert_nonnull (root);
  object = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (object, "status"), ==, "complete");
  g_assert_false (json_object_get_boolean_member (object, "endless"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "findings")), ==, 1);
  finding = json_array_get_object_element (json_object_get_array_member (object, "findings"), 0);
  g_assert_cmpstr (json_object_get_string_member (finding, "finding"), ==, "invariant");
  g_assert_cmpstr (json_object_get_string_member (finding, "message"), ==, "m[0] is 2: found 1");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (finding, "schedule")), >, 2);
}

/* Returns (transfer full) what an exploration has found: all that it prints, but how many runs and steps that took. */
static char *
dup_found (const CliResult *result)
{
  g_autoptr (JsonNode) root = json_from_string (result->out, NULL);

  g_assert_nonnull (root);
  json_object_remove_member (json_node_get_object (root), "runs");
  json_object_remove_member (json_node_get_object (root), "steps");
  return json_to_string (root, FALSE);
}

/* On several threads it comes to the same. */
static void
test_jobs (void)
{
  g_autofree char *session = cli_session (LOST, TWO);
  g_autofree char *fine = cli_session (FINE, TWO);
  g_autoptr (CliResult) alone = cli_run ("explore --json -", session);
  g_autoptr (CliResult) none = cli_run ("explore --jobs=2 -", fine);
  g_autoptr (CliResult) random = cli_run ("explore --random=5 --runs=10 --jobs=3 -", fine);
  g_autoptr (CliResult) kept = cli_run ("explore --jobs=2 --checkpoint=/dev/null -", fine);
  g_autoptr (CliResult) many = cli_run ("explore --jobs=1000 -", fine);
  g_autofree char *expected = dup_found (alone);

  for (guint n = 0; n < 4; n++)
    {
      g_autofree char *command = g_strdup_printf ("explore --json --jobs=%u -", n);
      g_autoptr (CliResult) together = cli_run (command, session);
      g_autofree char *found = dup_found (together);

      g_assert_cmpint (together->status, ==, 1);
      g_assert_cmpstr (found, ==, expected);
    }
  g_assert_cmpint (none->status, ==, 0);
  g_assert_true (g_pattern_match_simple ("All * schedules: * states, * runs; no findings\n", none->out));
  cli_assert_ended (random, 0, "10 random schedules; no findings\n", "");
  g_assert_cmpint (kept->status, ==, 2);
  g_assert_nonnull (strstr (kept->err, "--jobs and --checkpoint cannot be combined"));
  g_assert_cmpint (many->status, ==, 2);
}

/* The session that is written shows what was found. */
static void
test_save (void)
{
  g_autofree char *session = cli_session (LOST, TWO);
  g_autofree char *fine = cli_session (FINE, TWO);
  char *dir = cli_temp_dir ();
  g_autofree char *path = g_build_filename (dir, "found.loopscope", NULL);
  g_autofree char *nowhere = g_build_filename (dir, "nowhere", "found.loopscope", NULL);
  g_autofree char *save = g_strconcat ("explore --save=", path, " -", NULL);
  g_autofree char *fail = g_strconcat ("explore --save=", nowhere, " -", NULL);
  g_autofree char *check = g_strconcat ("check ", path, NULL);
  g_autoptr (CliResult) nothing = cli_run (save, fine);
  g_autoptr (CliResult) found = NULL;
  g_autoptr (CliResult) checked = NULL;
  g_autoptr (CliResult) failed = NULL;

  g_assert_cmpint (nothing->status, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  found = cli_run (save, session);
  g_assert_cmpint (found->status, ==, 1);
  checked = cli_run (check, NULL);
  g_assert_cmpint (checked->status, ==, 1);
  g_assert_nonnull (strstr (checked->out, "not ok 1 - "));
  g_assert_nonnull (strstr (checked->out, "found 1"));
  failed = cli_run (fail, session);
  g_assert_cmpint (failed->status, ==, 5);
  g_assert_cmpstr (failed->err, !=, "");
  cli_remove_dir (dir);
}

/* In pieces it comes to the same. */
static void
test_checkpoint (void)
{
  g_autofree char *session = cli_session (LOST, TWO);
  g_autofree char *other = cli_session (FINE, TWO);
  g_autoptr (CliResult) whole = cli_run ("explore --json -", session);
  char *dir = cli_temp_dir ();
  g_autofree char *path = g_build_filename (dir, "checkpoint", NULL);
  g_autofree char *piece = g_strconcat ("explore --json --states=5 --resume --checkpoint=", path, " -", NULL);
  g_autofree char *rest = g_strconcat ("explore --json --resume --checkpoint=", path, " -", NULL);
  g_autofree char *bounded = g_strconcat ("explore --bound=1 --resume --checkpoint=", path, " -", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (CliResult) first = cli_run (piece, session);
  g_autoptr (CliResult) last = NULL;
  g_autoptr (CliResult) of_other = NULL;
  g_autoptr (CliResult) of_bounded = NULL;
  gsize length;

  g_assert_cmpint (first->status, ==, 4);
  g_assert_nonnull (strstr (first->out, "\"status\": \"budget\""));
  of_other = cli_run (rest, other);
  g_assert_cmpint (of_other->status, ==, 3);
  g_assert_nonnull (strstr (of_other->err, "the checkpoint belongs to another session, or to an earlier version of this one"));
  of_bounded = cli_run (bounded, session);
  g_assert_cmpint (of_bounded->status, ==, 3);
  last = cli_run (rest, session);
  g_assert_cmpint (last->status, ==, 1);
  g_assert_cmpstr (last->out, ==, whole->out);

  /* What was changed by hand, cut off or is something else is not taken. */
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  for (gsize i = 0; i < length; i += 1 + length / TIMES (40, 10))
    {
      g_autoptr (CliResult) cut = NULL;
      g_autoptr (CliResult) changed = NULL;

      g_assert_true (g_file_set_contents (path, contents, i, NULL));
      cut = cli_run (rest, session);
      g_assert_cmpint (cut->status, ==, 3);
      contents[i] ^= 1;
      g_assert_true (g_file_set_contents (path, contents, length, NULL));
      contents[i] ^= 1;
      changed = cli_run (rest, session);
      g_assert_cmpint (changed->status, ==, 3);
    }
  cli_remove_dir (dir);
}

/* Whether the program catches signals by now, as its status has it. */
static gboolean
watches_signals (GSubprocess *process)
{
  const char *pid = g_subprocess_get_identifier (process);
  g_autofree char *path = g_strdup_printf ("/proc/%s/status", pid != NULL ? pid : "0");
  g_autofree char *status = NULL;
  const char *caught;

  if (!g_file_get_contents (path, &status, NULL, NULL))
    return FALSE;
  caught = strstr (status, "\nSigCgt:\t");
  return caught != NULL && (g_ascii_strtoull (caught + strlen ("\nSigCgt:\t"), NULL, 16) >> (SIGINT - 1) & 1) != 0;
}

/* Whether the program has used so much of the processor that it is past its beginning. */
static gboolean
has_worked (GSubprocess *process)
{
  const char *pid = g_subprocess_get_identifier (process);
  g_autofree char *path = g_strdup_printf ("/proc/%s/stat", pid != NULL ? pid : "0");
  g_autofree char *status = NULL;
  g_auto (GStrv) fields = NULL;
  const char *name_end;

  if (!g_file_get_contents (path, &status, NULL, NULL) || (name_end = strrchr (status, ')')) == NULL)
    return FALSE;
  fields = g_strsplit (name_end, " ", 0);
  return g_strv_length (fields) > 12 && g_ascii_strtoull (fields[12], NULL, 10) >= (guint64) sysconf (_SC_CLK_TCK);
}

/* Skips the test if not. */
static gboolean
can_see_programs (void)
{
  if (g_file_test ("/proc/self/status", G_FILE_TEST_EXISTS))
    return TRUE;
  /* A signal that comes before it is watched for ends the program, and only Linux tells from outside when that is: elsewhere
   * there is nothing to wait for, and a wait for a time would fail on a busy machine. */
  g_test_skip ("There is no /proc to see what the program does");
  return FALSE;
}

static void
test_interrupt (void)
{
  g_autofree char *session = cli_session (MUCH, "");
  char *dir = cli_temp_dir ();
  g_autofree char *file = cli_write (dir, "much.loopscope", session, -1);
  g_autofree char *path = g_build_filename (dir, "checkpoint", NULL);
  g_autofree char *arguments = g_strconcat ("explore --checkpoint=", path, " ", file, NULL);
  g_autofree char *piece = g_strconcat ("explore --states=10 --resume --checkpoint=", path, " ", file, NULL);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (CliResult) resumed = NULL;

  if (!can_see_programs ())
    {
      cli_remove_dir (dir);
      return;
    }
  process = cli_spawn (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  while (!watches_signals (process))
    g_usleep (1000);
  /* It ends by the signal, and has written how far it has come. */
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 128 + SIGINT);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  resumed = cli_run (piece, NULL);
  g_assert_cmpint (resumed->status, ==, 4);
  cli_remove_dir (dir);
}

/* How often the agents have been run when the checkpoint goes on once more. */
static guint64
count_runs (const char *piece)
{
  g_autoptr (CliResult) resumed = cli_run (piece, NULL);
  const char *runs = strstr (resumed->out, "\"runs\": ");

  g_assert_cmpint (resumed->status, ==, 4);
  g_assert_nonnull (runs);
  return g_ascii_strtoull (runs + strlen ("\"runs\": "), NULL, 10);
}

/* Two signals at once, as of a key that was pressed twice, are as one: the checkpoint is written all the same. */
static void
test_interrupt_twice (void)
{
  g_autofree char *session = cli_session (MUCH, "");
  char *dir = cli_temp_dir ();
  g_autofree char *file = cli_write (dir, "much.loopscope", session, -1);
  g_autofree char *path = g_build_filename (dir, "checkpoint", NULL);
  g_autofree char *arguments = g_strconcat ("explore --checkpoint=", path, " ", file, NULL);
  g_autofree char *piece = g_strconcat ("explore --json --states=1 --resume --checkpoint=", path, " ", file, NULL);
  g_autoptr (GSubprocess) process = NULL;
  int status;

  if (!can_see_programs ())
    {
      cli_remove_dir (dir);
      return;
    }
  process = cli_spawn (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  while (!watches_signals (process) || !has_worked (process))
    g_usleep (1000);
  /* While it is stopped they gather, and then come together. */
  g_subprocess_send_signal (process, SIGSTOP);
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_send_signal (process, SIGCONT);
  status = cli_wait (process);
  g_assert_true (status == 128 + SIGINT || status == 128 + SIGTERM);
  /* One run at least before it was interrupted, and one more. */
  g_assert_cmpuint (count_runs (piece), >=, 2);
  cli_remove_dir (dir);
}

/* What hangs is ended by a signal that comes later. */
static void
test_interrupt_hanging (void)
{
  g_autoptr (GSubprocess) process = NULL;

  if (!can_see_programs ())
    return;
  /* It waits for a session that never comes. */
  process = cli_spawn ("explore -", G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  while (!watches_signals (process))
    g_usleep (1000);
  while (g_subprocess_get_identifier (process) != NULL)
    {
      g_subprocess_send_signal (process, SIGINT);
      g_usleep (10000);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpint (cli_wait (process), ==, 128 + SIGINT);
}

/* Nothing is explored where the checkpoint could not be written, and there is one from the start on. */
static void
test_checkpoint_first (void)
{
  g_autofree char *session = cli_session (MUCH, "");
  char *dir = cli_temp_dir ();
  g_autofree char *file = cli_write (dir, "much.loopscope", session, -1);
  g_autofree char *path = g_build_filename (dir, "checkpoint", NULL);
  g_autofree char *nowhere = g_strconcat ("explore --checkpoint=", dir, "/no/where ", file, NULL);
  g_autofree char *folder = g_strconcat ("explore --checkpoint=", dir, " ", file, NULL);
  g_autofree char *arguments = g_strconcat ("explore --checkpoint=", path, " ", file, NULL);
  g_autofree char *piece = g_strconcat ("explore --json --states=1 --resume --checkpoint=", path, " ", file, NULL);
  g_autoptr (CliResult) failed = cli_run (nowhere, NULL);
  g_autoptr (CliResult) no_file = cli_run (folder, NULL);
  g_autoptr (GSubprocess) process = NULL;

  g_assert_cmpint (failed->status, ==, 5);
  g_assert_cmpstr (failed->out, ==, "");
  g_assert_cmpstr (failed->err, !=, "");
  g_assert_cmpint (no_file->status, ==, 5);
  g_assert_cmpstr (no_file->out, ==, "");

  process = cli_spawn (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_usleep (1000);
  g_subprocess_force_exit (process);
  g_assert_cmpint (cli_wait (process), ==, 128 + SIGKILL);
  g_assert_cmpuint (count_runs (piece), >=, 1);
  cli_remove_dir (dir);
}

static void
test_not (void)
{
  g_autofree char *session = cli_session ("{ \"op\": \"log\", \"text\": \"x\" }", "");
  g_autoptr (CliResult) alone = cli_run ("explore -", session);
  g_autoptr (CliResult) bad = cli_run ("explore -", "{}");

  cli_assert_ended (alone, 3, "",
                    "loopscope-cli: The program has no shared memory and no workers: there is only one way to run it\n");
  g_assert_cmpint (bad->status, ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/explore/fine", test_fine);
  g_test_add_func ("/cli/explore/found", test_found);
  g_test_add_func ("/cli/explore/jobs", test_jobs);
  g_test_add_func ("/cli/explore/save", test_save);
  g_test_add_func ("/cli/explore/checkpoint", test_checkpoint);
  g_test_add_func ("/cli/explore/interrupt", test_interrupt);
  g_test_add_func ("/cli/explore/interrupt-twice", test_interrupt_twice);
  g_test_add_func ("/cli/explore/interrupt-hanging", test_interrupt_hanging);
  g_test_add_func ("/cli/explore/checkpoint-first", test_checkpoint_first);
  g_test_add_func ("/cli/explore/not", test_not);
  return g_test_run ();
}
