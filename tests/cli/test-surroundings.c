/* test-surroundings.c: what the command line does where there is little or nothing: of descriptors, of addresses, of room, of time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-limits.h"
#include "cli-util.h"
#include "sanitized.h"
#include "test-kills.h"

#define STEPS                                                                                                     \
  "{ \"op\": \"log\", \"text\": \"main\" }, { \"op\": \"postTask\", \"name\": \"a\", \"body\": ["                   \
  " { \"op\": \"work\", \"ms\": 60 }, { \"op\": \"log\", \"text\": \"a\" } ] },"                                   \
  " { \"op\": \"postTask\", \"name\": \"b\", \"priority\": \"background\", \"delay\": 3, \"body\": [ { \"op\": \"yield\" } ] }"

#define WORKER(name) "{ \"op\": \"worker\", \"name\": \"" name "\", \"body\": ["                       \
                     " { \"op\": \"wait\", \"memory\": \"m\", \"index\": 0, \"value\": 0 } ] }"
#define AGENTS "{ \"op\": \"memory\", \"name\": \"m\", \"length\": 1 }, " WORKER ("w") ", " WORKER ("v")

/* Nothing of what is written before this is read: it is what stays. */
#define OLD "old\n"

/* How many of each command are killed. */
#define N_KILLS 4

typedef struct
{
  char *dir;
  char *steps;
  char *agents;
  char *script;
  char *recording;
  char *lesson;
  char *output;
} Fixture;

/* What surrounds a command. */
typedef struct
{
  rlim_t   n_descriptors;
  rlim_t   addresses;
  rlim_t   file_size;
  gboolean limits_files;
  gboolean has_nothing;     /* in its environment */
  int      n_closed;        /* so many of its three first descriptors */
} Surroundings;

static void
set_limit (int    resource,
           rlim_t value)
{
  struct rlimit limit;

  getrlimit (resource, &limit);
  limit.rlim_cur = MIN (value, limit.rlim_max);
  setrlimit (resource, &limit);
}

/* In the child, before it executes. */
static void
surround (gpointer user_data)
{
  const Surroundings *around = user_data;

  if (around == NULL)
    return;
  if (around->limits_files)
    {
      signal (SIGXFSZ, SIG_IGN);
      set_limit (RLIMIT_FSIZE, around->file_size);
    }
  if (around->addresses > 0)
    set_limit (RLIMIT_AS, around->addresses);
  for (int i = 0; i < around->n_closed; i++)
    close (2 - i);
  if (around->n_descriptors > 0)
    set_limit (RLIMIT_NOFILE, around->n_descriptors);
}

static GPid
start (Fixture            *fixture,
       const char         *arguments,
       const Surroundings *around,
       int                *out,
       int                *err)
{
  g_autofree char *line = g_strconcat (cli_path (), " ", arguments, NULL);
  g_auto (GStrv) argv = g_strsplit (line, " ", -1);
  g_auto (GStrv) environment = g_get_environ ();
  static const char *const kept[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "G_SLICE", NULL };
  g_autoptr (GStrvBuilder) least = g_strv_builder_new ();
  g_auto (GStrv) nothing = NULL;
  g_autoptr (GError) error = NULL;
  GPid pid;

  for (guint i = 0; kept[i] != NULL; i++)
    if (g_getenv (kept[i]) != NULL)
      {
        g_autofree char *variable = g_strconcat (kept[i], "=", g_getenv (kept[i]), NULL);

        g_strv_builder_add (least, variable);
      }
  nothing = g_strv_builder_end (least);
  for (guint i = 0; argv[i] != NULL; i++)
    {
      const char *const places[][2] = { { "STEPS", fixture->steps }, { "AGENTS", fixture->agents }, { "SCRIPT", fixture->script },
                                        { "RECORDING", fixture->recording }, { "LESSON", fixture->lesson },
                                        { "OUTPUT", fixture->output } };

      for (guint j = 0; j < G_N_ELEMENTS (places); j++)
        if (g_str_equal (argv[i], places[j][0]))
          {
            g_free (argv[i]);
            argv[i] = g_strdup (places[j][1]);
          }
    }
  g_spawn_async_with_pipes (around != NULL && around->has_nothing ? "/" : NULL, argv,
                            around != NULL && around->has_nothing ? nothing : environment, G_SPAWN_DO_NOT_REAP_CHILD, surround,
                            (gpointer) around, &pid, NULL, out, err, &error);
  g_assert_no_error (error);
  return pid;
}

/* What it says on standard error is short, and fits into the pipe. */
static CliResult *
run (Fixture            *fixture,
     const char         *arguments,
     const Surroundings *around)
{
  CliResult *result = g_new0 (CliResult, 1);
  int out, err, status;
  const GPid pid = start (fixture, arguments, around, &out, &err);

  result->out = cli_read_all (out);
  result->err = cli_read_all (err);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  result->status = WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
  return result;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *steps = cli_session (STEPS, ", \"expectations\": [ { \"order\": [ \"a\", \"b\" ] } ]");
  g_autofree char *agents = cli_session (AGENTS, "");

  fixture->dir = cli_temp_dir ();
  fixture->steps = cli_write (fixture->dir, "steps.loopscope", steps, -1);
  fixture->agents = cli_write (fixture->dir, "agents.loopscope", agents, -1);
  fixture->script = cli_write (fixture->dir, "script.js", "console.log ('script');\n", -1);
  fixture->recording = cli_get_sample ("real-page.json.gz");
  fixture->lesson = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", "01-event-loop.loopscope", NULL);
  fixture->output = g_build_filename (fixture->dir, "output", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  cli_remove_dir (fixture->dir);
  g_free (fixture->steps);
  g_free (fixture->agents);
  g_free (fixture->script);
  g_free (fixture->recording);
  g_free (fixture->lesson);
  g_free (fixture->output);
}

static const char *const commands[] = {
  "run STEPS", "run --trace=text STEPS", "state --step=1 STEPS", "check --json STEPS STEPS", "validate STEPS", "lint STEPS",
  "compare --with-preset=fair STEPS", "explore AGENTS", "lint RECORDING", "export --format=csv STEPS",
};

static const Surroundings scarce[] = {
  { .n_descriptors = 16 },
  { .has_nothing = TRUE },
  /* Last: a sanitizer has addresses of its own, and JavaScript needs more. */
  { .addresses = (rlim_t) 400 * 1024 * 1024 },
};

/* A command does the same as where there is plenty. */
static void
assert_same (Fixture    *fixture,
             const char *arguments,
             guint       n_scarce)
{
  g_autoptr (CliResult) usual = run (fixture, arguments, NULL);

  g_assert_cmpint (usual->status, <=, 1);
  for (guint i = 0; i < n_scarce; i++)
    {
      g_autoptr (CliResult) result = run (fixture, arguments, &scarce[i]);

      g_test_message ("%s, %u", arguments, i);
      g_assert_cmpstr (result->err, ==, usual->err);
      g_assert_cmpstr (result->out, ==, usual->out);
      g_assert_cmpint (result->status, ==, usual->status);
    }
}

static void
test_scarce (Fixture       *fixture,
             gconstpointer  data)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    assert_same (fixture, commands[i], IS_SANITIZED ? 2 : 3);
#ifdef LS_HAVE_SCRIPT
  assert_same (fixture, "run SCRIPT", 2);
#endif
}

/* What writes files. The last two take longer than the others, for the same ways to write. */
#define N_FAST (G_N_ELEMENTS (writers) - 2)

static const struct
{
  const char *arguments;
  const char *message;      /* is in the line that says that it may not */
} writers[] = {
  { "export --format=csv -o OUTPUT STEPS", "output: " },
  { "export --format=trace -o OUTPUT STEPS", "output: " },
  { "export --format=chrome -o OUTPUT STEPS", "output: " },
  { "export --format=perfetto -o OUTPUT STEPS", "output: " },
  { "explore --save OUTPUT AGENTS", "output: " },
  { "explore --checkpoint OUTPUT AGENTS", "output" },
  { "check --junit OUTPUT STEPS", "output: " },
  { "convert -o OUTPUT RECORDING", "output: " },
  { "handout -o OUTPUT LESSON", "output: " },
};

static void
count_files (const char *dir,
             guint      *n)
{
  g_autoptr (GDir) entries = g_dir_open (dir, 0, NULL);

  for (*n = 0; g_dir_read_name (entries) != NULL;)
    ++*n;
}

static void
assert_old (Fixture *fixture)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (fixture->output, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, OLD);
}

static void
write_old (Fixture *fixture)
{
  g_assert_true (g_file_set_contents (fixture->output, OLD, -1, NULL));
}

/* No file may be longer than a few bytes: what was there stays, nothing is left beside it, and a line says so. */
static void
test_no_room (Fixture       *fixture,
              gconstpointer  data)
{
  static const rlim_t rooms[] = { 0, 60 };

  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    for (guint j = i < N_FAST ? 0 : 1; j < G_N_ELEMENTS (rooms); j++)
      {
        const Surroundings around = { .limits_files = TRUE, .file_size = rooms[j] };
        g_autoptr (CliResult) result = NULL;
        guint before, after;

        if (g_str_has_prefix (writers[i].arguments, "explore --checkpoint"))
          g_unlink (fixture->output);
        else
          write_old (fixture);
        count_files (fixture->dir, &before);
        result = run (fixture, writers[i].arguments, &around);
        count_files (fixture->dir, &after);
        g_test_message ("%s: %d %s", writers[i].arguments, result->status, result->err);
        g_assert_cmpint (result->status, ==, 5);
        g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: "));
        g_assert_nonnull (strstr (result->err, writers[i].message));
        g_assert_nonnull (strstr (result->err, g_strerror (EFBIG)));
        g_assert_cmpuint (after, ==, before);
        if (!g_str_has_prefix (writers[i].arguments, "explore --checkpoint"))
          assert_old (fixture);
      }
}

/* Where standard output and error are closed, the next files get their numbers: nothing that is said goes into these. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  for (guint i = 0; i < N_FAST; i++)
    {
      g_autofree char *expected = NULL;
      g_autoptr (CliResult) usual = NULL;
      gsize n_expected;

      g_unlink (fixture->output);
      usual = run (fixture, writers[i].arguments, NULL);
      g_assert_cmpint (usual->status, <=, 1);
      g_assert_true (g_file_get_contents (fixture->output, &expected, &n_expected, NULL));
      for (int n = 2; n <= 3; n++)
        {
          const Surroundings around = { .n_closed = n };
          g_autofree char *found = NULL;
          g_autoptr (CliResult) result = NULL;
          gsize n_found;

          g_unlink (fixture->output);
          result = run (fixture, writers[i].arguments, &around);
          g_test_message ("%s, %d closed: %d", writers[i].arguments, n, result->status);
          g_assert_true (result->status == usual->status || result->status == 5);
          if (g_file_get_contents (fixture->output, &found, &n_found, NULL))
            g_assert_cmpmem (found, n_found, expected, n_expected);
          else
            g_assert_cmpint (result->status, ==, 5);
        }
    }
}

/* Starts a command and kills it after a part of the time that it takes. Returns whether it was killed: it may have been faster. */
static gboolean
start_and_kill (Fixture    *fixture,
                const char *arguments,
                gint64      taken)
{
  g_autofree char *said = NULL;
  int out, err, status;
  const GPid pid = start (fixture, arguments, NULL, &out, &err);

  g_usleep (taken * g_test_rand_int_range (500, 1000) / 1000);
  kill (pid, SIGKILL);
  close (out);
  said = cli_read_all (err);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return WIFSIGNALED (status);
}

/* Killed at any moment: the old file is there or the new one. */
static void
test_killed (Fixture       *fixture,
             gconstpointer  data)
{
  const guint n_kills = test_get_n_kills (N_KILLS);
  guint n_all = 0, n_new = 0, n_before, n_within;

  write_old (fixture);
  count_files (fixture->dir, &n_before);
  for (guint i = 0; i < N_FAST; i++)
    {
      g_autofree char *expected = NULL;
      gsize n_expected;
      gint64 taken = g_get_monotonic_time ();
      g_autoptr (CliResult) usual = NULL;

      if (g_str_has_prefix (writers[i].arguments, "explore --checkpoint"))
        continue;
      write_old (fixture);
      usual = run (fixture, writers[i].arguments, NULL);
      taken = g_get_monotonic_time () - taken;
      g_assert_true (g_file_get_contents (fixture->output, &expected, &n_expected, NULL));
      for (guint n = 0; n < n_kills;)
        {
          g_autofree char *found = NULL;
          gboolean is_killed, is_old;
          gsize n_found;

          write_old (fixture);
          is_killed = start_and_kill (fixture, writers[i].arguments, taken);
          g_assert_true (g_file_get_contents (fixture->output, &found, &n_found, NULL));
          is_old = g_str_equal (found, OLD);
          if (!is_old)
            g_assert_cmpmem (found, n_found, expected, n_expected);
          /* The moments come closer to that at which the file is replaced. */
          taken = is_killed ? taken + (is_old ? taken / 50 : 0) : taken - taken / 10;
          n += is_killed;
          n_new += is_killed && !is_old;
        }
      n_all += n_kills;
    }
  count_files (fixture->dir, &n_within);
  g_test_message ("exports: %u killed, %u with a part of the file written, %u after it was replaced", n_all, n_within - n_before, n_new);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func) g_test_add ("/surroundings/" name, Fixture, data, set_up, func, tear_down)
  ADD ("scarce", NULL, test_scarce);
  ADD ("no-room", NULL, test_no_room);
  ADD ("closed", NULL, test_closed);
  ADD ("killed", NULL, test_killed);

  return g_test_run ();
}
