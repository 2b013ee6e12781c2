/* test-terminal.c: what a terminal gets of names and texts that would steer it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <gio/gio.h>

#include "cli-util.h"
#include "ls-character-private.h"

/* Clears the screen, sets the title, colours, goes up; in one byte, too; turns the direction. */
#define BAD "\\u001b[2J\\u001b]0;t\\u0007\\u009b31m\\r\\b\\u202ea\\u2066b\\u2028c"

#define SESSION(main, more)                                                                                                   \
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"" BAD "\", \"program\": { \"kind\": \"steps\", \"main\": ["  \
  main "] }" more " }"

#define STEPS                                                                                       \
  "{ \"op\": \"log\", \"text\": \"1\\n\\t2" BAD "\" },"                                                  \
  "{ \"op\": \"controller\", \"name\": \"c" BAD "\" },"                                                 \
  "{ \"op\": \"postTask\", \"name\": \"n" BAD "\", \"signal\": \"c" BAD "\", \"body\": ["                  \
  "  { \"op\": \"work\", \"ms\": 60 }, { \"op\": \"throw\", \"message\": \"m" BAD "\" } ] },"               \
  "{ \"op\": \"postTask\", \"name\": \"o" BAD "\", \"delay\": 1, \"body\": [ { \"op\": \"log\", \"text\": \"" BAD "\" } ] }"

#define EXPECTATIONS ", \"expectations\": [ { \"title\": \"" BAD "\", \"order\": [ \"o" BAD "\", \"n" BAD "\" ] }," \
                     " { \"logContains\": [ \"x" BAD "\" ] } ]"

#define WORKER(name, steps) "{ \"op\": \"worker\", \"name\": \"" name "\", \"body\": [ " steps " ] }"
#define AGENTS                                                                                       \
  "{ \"op\": \"memory\", \"name\": \"m" BAD "\", \"length\": 1 },"                                       \
  WORKER ("a" BAD, "{ \"op\": \"wait\", \"memory\": \"m" BAD "\", \"index\": 0, \"value\": 0 }")

/* What a page called its work. */
#define RECORDING                                                                                                              \
  "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":90000,\"name\":\"RunTask\",\"cat\":\"disabled-by-default-devtools.timeline\"},"  \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":2,\"dur\":80000,\"name\":\"FunctionCall\",\"cat\":\"devtools.timeline\","                  \
  "\"args\":{\"data\":{\"functionName\":\"f" BAD "\",\"url\":\"http://" BAD "/\",\"frame\":\"A\"}}},"                              \
  "{\"ph\":\"R\",\"pid\":1,\"tid\":1,\"ts\":5,\"name\":\"" BAD "\",\"cat\":\"blink.user_timing\",\"s\":\"t\","                      \
  "\"args\":{\"data\":{\"startTime\":5}}}]"

typedef struct
{
  const char *name;
  const char *arguments;    /* FILE comes after them */
  const char *text;
  const char *shown;        /* what is among what the terminal gets */
} Case;

/* What is left of it: escaped in what a program prints and in messages, where the trace and the state have spaces for it. */
#define SHOWN "[2J"

static const Case cases[] = {
  { "run", "run", SESSION (STEPS, ""), "1\n\t2\\u001b[2J\\u001b]0;t\\u0007\\u009b31m\\r\\u0008\\u202ea\\u2066b\\u2028c\n" },
  { "trace-text", "run --trace=text", SESSION (STEPS, ""), SHOWN },
  { "trace-json", "run --trace=json", SESSION (STEPS, ""), "\\u001b[2J" },
  { "presets", "run --preset=all", SESSION (STEPS, ""), "" },
  { "state", "state --step=1", SESSION (STEPS, ""), SHOWN },
  { "state-json", "state --json --step=1", SESSION (STEPS, ""), "\\u001b[2J" },
  { "explain", "explain --step=1", SESSION (STEPS, ""), SHOWN },
  { "statistics", "statistics", SESSION (STEPS, ""), "" },
  { "lint", "lint", SESSION (STEPS, ""), SHOWN },
  { "check", "check", SESSION (STEPS, EXPECTATIONS), SHOWN },
  { "check-json", "check --json", SESSION (STEPS, EXPECTATIONS), "\\u001b[2J" },
  { "compare", "compare --with-preset=fair", SESSION (STEPS, ""), "" },
  { "explore", "explore", SESSION (AGENTS, ""), SHOWN },
  { "validate", "validate", SESSION ("{ \"op\": \"d" BAD "\" }", ""), SHOWN },
  { "bad-name", "run", SESSION ("{ \"op\": \"abort\", \"controller\": \"c" BAD "\" }", ""), SHOWN },
  { "convert", "convert", RECORDING, "" },
  { "recording", "run", RECORDING, SHOWN },
  { "recording-trace", "run --trace=text", RECORDING, SHOWN },
  { "recording-lint", "lint", RECORDING, SHOWN },
  { "recording-threads", "run --list-threads", RECORDING, "" },
};

/* The lines of ours that progress is shown in. */
#define PROGRESS "\r\033[K"

static void
assert_harmless (const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char_validated (p, -1);

      if (g_str_has_prefix (p, PROGRESS))
        {
          p += strlen (PROGRESS);
          continue;
        }
      if (c >= 0x110000 || (ls_character_is_unsafe (c) && c != '\n' && c != '\t'))
        g_error ("U+%04X reached the terminal, before “%.20s”", c, p + 1);
      p = g_utf8_next_char (p);
    }
}

/* Returns a terminal that changes nothing: both its ends. */
static int
open_terminal (int *slave)
{
  struct termios settings;
  int master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);

  g_assert_cmpint (master, >=, 0);
  g_assert_no_errno (grantpt (master));
  g_assert_no_errno (unlockpt (master));
  *slave = open (ptsname (master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (*slave, >=, 0);
  g_assert_no_errno (tcgetattr (*slave, &settings));
  cfmakeraw (&settings);
  g_assert_no_errno (tcsetattr (*slave, TCSANOW, &settings));
  return master;
}

/* Runs the command with its output on a terminal. Returns (transfer full) all that this got. */
static char *
run_on_terminal (const char *arguments,
                 const char *path)
{
  g_autofree char *line = g_strconcat (cli_path (), " ", arguments, NULL);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_auto (GStrv) whole = NULL;
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  char buffer[4096];
  int slave, master = open_terminal (&slave);
  gssize n;

  g_strv_builder_addv (argv, (const char **) words);
  g_strv_builder_add (argv, path);
  whole = g_strv_builder_end (argv);
  g_subprocess_launcher_take_stdout_fd (launcher, slave);
  g_subprocess_launcher_take_stderr_fd (launcher, dup (slave));
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) whole, &error);
  g_assert_no_error (error);
  g_subprocess_launcher_close (launcher);
  /* It ends with an error when nobody has the other end any more. */
  while ((n = read (master, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);
  close (master);
  g_assert_cmpint (cli_wait (process), <, 10);
  return g_string_free (text, FALSE);
}

static void
test_case (CliFixture    *fixture,
           gconstpointer  data)
{
  const Case *test = data;
  g_autofree char *path = cli_write (fixture->dir, "a\033[2J\u202eb.loopscope", test->text, -1);
  g_autofree char *text = run_on_terminal (test->arguments, path);

  g_test_message ("%s", text);
  assert_harmless (text);
  if (strstr (text, test->shown) == NULL)
    g_error ("expected “%s” in “%s”", test->shown, text);
}

/* The name of a file that is written is the user's, or that of a script that calls the command. */
static void
test_lesson (CliFixture    *fixture,
             gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->dir, "n\302\2332J\u202ex.loopscope", NULL);
  g_autofree char *text = run_on_terminal ("lesson new", path);

  assert_harmless (text);
  g_assert_nonnull (strstr (text, "\\u009b2J\\u202ex.loopscope: a lesson"));
}

#ifdef LS_HAVE_SCRIPT
static void
test_script (CliFixture    *fixture,
             gconstpointer  data)
{
  static const char script[] =
    "const bad = '" BAD "';\n"
    "console.log ('1' + bad);\nconsole.error ('2' + bad);\nconsole.warn ('3' + bad);\nconsole.table ([{ [bad]: bad }]);\n"
    "console.group (bad);\nconsole.dir ({ [bad]: bad });\nconsole.trace (bad);\nconsole.count (bad);\nconsole.assert (0, bad);\n"
    "scheduler.postTask (Object.defineProperty (() => {}, 'name', { value: bad }));\n"
    "Promise.reject (new Error (bad)); throw Object.assign (new Error (bad), { name: bad });\n";
  g_autofree char *path = cli_write (fixture->dir, "a\033[2J.js", script, -1);
  static const char *const commands[] = { "run", "run --trace=text", "state --step=1", "check" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *text = run_on_terminal (commands[i], path);

      g_test_message ("%s", text);
      assert_harmless (text);
      g_assert_nonnull (strstr (text, SHOWN));
    }
}
#endif

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/terminal/", cases[i].name, NULL);

      g_test_add (path, CliFixture, &cases[i], cli_set_up, test_case, cli_tear_down);
    }
  g_test_add ("/terminal/lesson", CliFixture, NULL, cli_set_up, test_lesson, cli_tear_down);
#ifdef LS_HAVE_SCRIPT
  g_test_add ("/terminal/script", CliFixture, NULL, cli_set_up, test_script, cli_tear_down);
#endif

  return g_test_run ();
}
