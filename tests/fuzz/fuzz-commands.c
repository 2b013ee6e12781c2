/* fuzz-commands.c: gives loopscope-cli command lines that nobody typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See fuzz-run.c and fuzz-libfuzzer.c. An input has an argument in each line. Commands run in a folder that has a few files, and can
 * neither leave it nor start a program.
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-run.h"
#include "ls-cli.h"

/* What runs longer is interrupted, as by Ctrl-C. In µs. */
#define MAX_TIME (G_USEC_PER_SEC / 2)

#define MAX_ARGUMENTS 24

/* What the folder has: names, and where the files lie in the sources. */
static const struct
{
  const char *name;
  const char *source;
} made_of[] = {
  { "a.loopscope", "data/sessions/priorities.loopscope" },
  { "b.loopscope", "data/sessions/starved-timer.loopscope" },
  { "agents.loopscope", "data/sessions/atomics-lost-wake-up.loopscope" },
  { "lesson.loopscope", "data/lessons/02-priorities.loopscope" },
  { "page.json", "tests/recording/samples/before-task-ids.json" },
  { "trace.json.gz", "tests/fuzz/seeds/trace.json.gz" },
  { "course.loopscope-course", "tests/fuzz/seeds/course.loopscope-course" },
};

typedef struct
{
  char *contents;
  gsize length;
} File;

static struct
{
  char *folder;
  File files[G_N_ELEMENTS (made_of)];
  GCancellable *interrupt;
  GMutex mutex;
  GCond changed;
  gint64 until;           /* when the command is interrupted, 0 while there is none */
} world;

static void
empty_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (".", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_unlink (name);
}

static void
remove_folder (void)
{
  empty_folder ();
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  g_rmdir (world.folder);
}

/* Interrupts what takes too long. */
static gpointer
watch_time (gpointer data)
{
  g_mutex_lock (&world.mutex);
  for (;;)
    if (world.until == 0)
      g_cond_wait (&world.changed, &world.mutex);
    else if (!g_cond_wait_until (&world.changed, &world.mutex, world.until) && world.until != 0)
      {
        world.until = 0;
        g_cancellable_cancel (world.interrupt);
      }
  return NULL;
}

static void
set_time (gint64 until)
{
  g_mutex_lock (&world.mutex);
  world.until = until;
  g_cond_signal (&world.changed);
  g_mutex_unlock (&world.mutex);
}

static void
make_world (void)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (made_of); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), made_of[i].source, NULL);

      g_file_get_contents (path, &world.files[i].contents, &world.files[i].length, &error);
      g_assert_no_error (error);
    }
  world.folder = g_dir_make_tmp ("fuzz-commands-XXXXXX", NULL);
  g_assert_cmpint (g_chdir (world.folder), ==, 0);
  atexit (remove_folder);
  g_setenv ("PATH", world.folder, TRUE);
  world.interrupt = ls_cli_watch_interrupt ();
  g_thread_unref (g_thread_new ("time", watch_time, NULL));
}

/* Makes the folder anew. */
static void
fill_folder (void)
{
  int input;

  empty_folder ();
  for (guint i = 0; i < G_N_ELEMENTS (made_of); i++)
    {
      const int file = g_open (made_of[i].name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

      g_assert_cmpint (write (file, world.files[i].contents, world.files[i].length), ==, (gssize) world.files[i].length);
      close (file);
    }
  /* Standard input */
  input = g_open (made_of[0].name, O_RDONLY, 0);
  g_assert_cmpint (dup2 (input, STDIN_FILENO), ==, STDIN_FILENO);
  close (input);
}

/* Whether a command line would watch something until it ends, or do what is not about files. */
static gboolean
is_left_out (char **arguments)
{
  return g_strv_contains ((const char * const *) arguments, "--watch") || g_strv_contains ((const char * const *) arguments, "record");
}

/* Makes arguments of lines. None leads out of the folder. */
static char **
make_arguments (const guint8 *bytes,
                size_t        n_bytes)
{
  g_autofree char *text = n_bytes > 0 ? g_strndup ((const char *) bytes, n_bytes) : g_strdup ("");

  g_strdelimit (text, "/", '_');
  return g_strsplit (g_strchomp (text), "\n", MAX_ARGUMENTS);
}

/* Whatever it was about, a message is lines of text that do nothing to a terminal. */
static void
check_messages (const char *text,
                int         exit_status)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_true (*p == '\n' || !g_unichar_iscntrl (g_utf8_get_char (p)));
  g_assert_cmpint (exit_status, >=, LS_CLI_OK);
  g_assert_cmpint (exit_status, <=, LS_CLI_OUTPUT_FAILED);
  if (exit_status == LS_CLI_BAD_USAGE)
    g_assert_true (g_str_has_suffix (text, " --help”.\n"));
  if (exit_status == LS_CLI_OUTPUT_FAILED)
    g_assert_cmpstr (text, !=, "");
}

static int
run_command (const guint8 *bytes,
             size_t        n_bytes)
{
  g_auto (GStrv) arguments = make_arguments (bytes, n_bytes);
  FILE *const output = stdout, *const errors = stderr;
  char *messages = NULL;
  size_t length;
  int exit_status;

  if (is_left_out (arguments))
    return 0;
  if (world.folder == NULL)
    make_world ();
  fill_folder ();
  g_cancellable_reset (world.interrupt);
  set_time (g_get_monotonic_time () + MAX_TIME);
  stdout = fopen ("/dev/null", "w");
  stderr = open_memstream (&messages, &length);
  exit_status = ls_cli_finish_output (ls_cli_run (arguments));
  fclose (stdout);
  fclose (stderr);
  stdout = output;
  stderr = errors;
  set_time (0);
  check_messages (messages, exit_status);
  free (messages);
  return 0;
}

static const char * const words[] = {
  "-", "--", "=", "..", ",", ":", "@", "%", "1..3", "0..99", "5..2", "1.5", "0x10", "1e3", "50ms", "inf", "all", "none", "-1", "4294967296",
  "run", "state", "explain", "compare", "check", "lint", "statistics", "explore", "export", "convert", "lesson", "handout", "grade", "validate",
  "completion", "bash", "new", "pack", "--help", "--version", "--json", "--preset=gecko", "--preset=all", "--preset", "--edition=2023-yield-options",
  "--experiment=wait", "--clock=monotonic", "--budget=10", "--memory=16", "--keep-records=10000", "--thread=1", "--list-threads", "--real",
  "--trace=json", "--trace=text", "--until-step=5", "--until-time=7", "--seed=1..3", "--keep-going", "--can-block", "--step=5", "--agent=worker",
  "--task=2", "--before=3", "--wait=2", "--departures", "--with-preset=fair", "--with-edition=2025", "--with-experiment=render",
  "--set-priority=2:background", "--update", "--junit=out.xml", "--suppress=long-task", "--fail-on=longest-task=50ms", "--fail-on=wait:background=5",
  "--interactions", "--bound=1", "--random=3", "--runs=5", "--overtaking=2", "--states=9", "--time=1", "--first", "--save=out.loopscope",
  "--checkpoint=out.bin", "--resume", "--format=csv", "--format=perfetto", "--format=chrome-gzip", "-o", "--output=out.json", "--kind=task-posted",
  "--priority=background", "--signal=1", "--text=x", "--priority=paint=background", "--yield-every=paint=5", "--longer-than=3", "--without=paint",
  "--work-scale=0.5", "--against=a.loopscope", "--lesson=lesson.loopscope", "--csv", "--paper=a4", "--apart", "--author=x", "--title=x",
  "a.loopscope", "b.loopscope", "agents.loopscope", "lesson.loopscope", "page.json", "trace.json.gz", "course.loopscope-course", "a.js",
  "\xe2\x80\xae", "\x1b[", "\xc2\x9b", "\xff", "\xc3\xbc", NULL
};

const char *const fuzz_name = "commands";

const FuzzTarget fuzz_targets[] = {
  { "command", { "command-run.txt", "command-state.txt", "command-explain.txt", "command-compare.txt", "command-check.txt", "command-lint.txt",
                 "command-statistics.txt", "command-explore.txt", "command-export.txt", "command-convert.txt", "command-lesson.txt",
                 "command-grade.txt", "command-validate.txt", "command-completion.txt", "command-handout.txt" },
    words, FALSE, run_command, FUZZ_LINES },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);
