/* cli-util.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cli-util.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

/* As in ../meson.build; above it are the statuses of programs that a signal has ended. */
#define CLI_STATUS_OF_SANITIZER 99

void
cli_result_free (CliResult *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self);
}

const char *
cli_path (void)
{
  const char *path = g_getenv ("LS_TEST_CLI");

  g_assert_nonnull (path);
  return path;
}

static char *
take_text (GBytes *bytes,
           gsize  *length)
{
  const char *data = g_bytes_get_data (bytes, NULL);
  char *text = g_strndup (data != NULL ? data : "", g_bytes_get_size (bytes));

  if (length != NULL)
    *length = g_bytes_get_size (bytes);
  g_bytes_unref (bytes);

  return text;
}

/* Waits. Returns the exit status, or 128 and the number of the signal that ended it. */
int
cli_wait (GSubprocess *process)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);

  return g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                              : 128 + g_subprocess_get_term_sig (process);
}

/* A file that has no name: a pipe would break where a program does not read its input to the end. */
static int
open_input (const char *input,
            gsize       length)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("cli-input-XXXXXX", &path, &error);
  gsize written = 0;

  g_assert_no_error (error);
  g_unlink (path);
  while (written < length)
    {
      gssize n = write (fd, input + written, length - written);

      g_assert_cmpint (n, >, 0);
      written += n;
    }
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);

  return fd;
}

/* A program that was ended says why on its standard error, which no test looks at where it expects another status. */
static void
tell_crash (const CliResult    *self,
            const char * const *argv)
{
  g_autofree char *line = g_strjoinv (" ", (char **) argv);

  if (self->status >= CLI_STATUS_OF_SANITIZER)
    g_test_message ("%s: status %d, standard error: %s", line, self->status, self->err);
}

/* The address sanitizer says once that it does not know stacks that are switched; those of agents are annotated for it. */
static void
drop_notice (char *text)
{
  char *notice = strstr (text, "WARNING: ASan doesn't fully support makecontext/swapcontext");
  char *begin, *end;

  if (notice == NULL)
    return;
  for (begin = notice; begin > text && begin[-1] != '\n';)
    begin--;
  end = strchr (notice, '\n');
  end = end != NULL ? end + 1 : notice + strlen (notice);
  memmove (begin, end, strlen (end) + 1);
}

CliResult *
cli_runv (const char * const *arguments,
          const char         *input,
          gssize              input_length)
{
  CliResult *self = g_new0 (CliResult, 1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *out, *err;

  g_ptr_array_add (argv, (char *) cli_path ());
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) arguments[i]);
  g_ptr_array_add (argv, NULL);

  g_subprocess_launcher_take_stdin_fd (launcher, open_input (input, input == NULL ? 0 : input_length < 0 ? strlen (input)
                                                                                          : (gsize) input_length));
  process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv->pdata, &error);
  g_assert_no_error (error);
  g_subprocess_communicate (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);

  self->out = take_text (out, &self->out_length);
  self->err = take_text (err, NULL);
  drop_notice (self->err);
  self->status = cli_wait (process);
  tell_crash (self, (const char * const *) argv->pdata);

  return self;
}

CliResult *
cli_run (const char *arguments,
         const char *input)
{
  g_auto (GStrv) argv = g_strsplit (arguments, " ", -1);

  return cli_runv ((const char * const *) (arguments[0] != '\0' ? argv : argv + g_strv_length (argv)), input, -1);
}

GSubprocess *
cli_spawn (const char       *arguments,
           GSubprocessFlags  flags)
{
  g_autofree char *line = g_strconcat (cli_path (), " ", arguments, NULL);
  g_auto (GStrv) argv = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  GSubprocess *process = g_subprocess_newv ((const char * const *) argv, flags, &error);

  g_assert_no_error (error);
  return process;
}

char *
cli_temp_dir (void)
{
  g_autoptr (GError) error = NULL;
  char *dir = g_dir_make_tmp ("loopscope-cli-XXXXXX", &error);

  g_assert_no_error (error);
  return dir;
}

char *
cli_write (const char *dir,
           const char *name,
           const char *text,
           gssize      length)
{
  char *path = g_build_filename (dir, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);

  return path;
}

/* Removes a flat folder, and frees its name. */
void
cli_remove_dir (char *dir)
{
  g_autoptr (GDir) entries = g_dir_open (dir, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (dir, name, NULL);

      g_unlink (path);
    }
  g_rmdir (dir);
  g_free (dir);
}

void
cli_set_up (CliFixture    *fixture,
            gconstpointer  data)
{
  fixture->dir = cli_temp_dir ();
}

void
cli_tear_down (CliFixture    *fixture,
               gconstpointer  data)
{
  cli_remove_dir (fixture->dir);
}

char *
cli_session (const char *main_steps,
             const char *more)
{
  return g_strdup_printf ("{ \"format\": \"loopscope-session\", \"version\": 1,\n"
                          "  \"title\": \"A session\",\n"
                          "  \"program\": { \"kind\": \"steps\", \"main\": [ %s ] }%s }\n", main_steps, more);
}

/* Returns (transfer full) where a sample of a recording lies. */
char *
cli_get_sample (const char *name)
{
  return g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
}

/* Runs a command on a sample; @arguments come before it. */
CliResult *
cli_run_sample (const char *arguments,
                const char *name)
{
  g_autofree char *path = cli_get_sample (name);
  g_auto (GStrv) words = g_strsplit (arguments, " ", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) argv = NULL;

  g_strv_builder_addv (builder, (const char **) words);
  g_strv_builder_add (builder, path);
  argv = g_strv_builder_end (builder);
  return cli_runv ((const char * const *) argv, NULL, -1);
}

void
cli_assert_fails (const char *arguments,
                  int         status,
                  const char *message)
{
  g_autoptr (CliResult) result = cli_run (arguments, "");

  if (strstr (result->err, message) == NULL)
    g_error ("expected “%s”, found “%s”", message, result->err);
  g_assert_cmpint (result->status, ==, status);
}
