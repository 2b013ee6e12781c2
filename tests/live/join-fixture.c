/* join-fixture.c: programs that run already when somebody begins to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "join-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS 20000

char *runtime;

/* Makes a folder for all programs of a test. */
void
init_tests (int    *argc,
            char ***argv)
{
  runtime = g_dir_make_tmp ("join-XXXXXX", NULL);
  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  g_test_init (argc, argv, NULL);
}

/* Returns the exit status. */
int
run_tests (void)
{
  const int status = g_test_run ();
  g_autofree char *listeners = g_build_filename (runtime, "loopscope", NULL);

  /* Programs leave nothing behind. */
  g_assert_cmpint (g_rmdir (listeners), ==, 0);
  g_assert_cmpint (g_rmdir (runtime), ==, 0);
  g_free (runtime);
  return status;
}

void
wait_for_letter (Fixture *self)
{
  struct pollfd poll_fd = { self->pipe, POLLIN, 0 };
  char letter;

  g_assert_cmpint (poll (&poll_fd, 1, PATIENCE_MS), ==, 1);
  g_assert_cmpint (read (self->pipe, &letter, 1), ==, 1);
}

/* Starts a program. @trace: its LOOPSCOPE_TRACE, NULL for none; @preload: what goes into it, NULL for nothing */
void
start_program (Fixture    *self,
               const char *program,
               const char *mode,
               const char *trace,
               const char *preload)
{
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", TRUE);
  const char *const arguments[] = { program, mode, self->path, NULL };
  g_autoptr (GError) error = NULL;

  if (trace != NULL)
    environment = g_environ_setenv (environment, "LOOPSCOPE_TRACE", trace, TRUE);
  if (preload != NULL)
    environment = g_environ_setenv (environment, "LD_PRELOAD", preload, TRUE);
  g_assert_true (g_spawn_async (NULL, (char **) arguments, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &self->pid, &error));
  g_assert_no_error (error);
  wait_for_letter (self);
}

void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->path = g_build_filename (runtime, "pipe", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  self->pipe = open (self->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  g_assert_cmpint (self->pipe, >=, 0);
}

void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  int status;

  close (self->pipe);
  if (self->pid != 0)
    {
      g_assert_cmpint (waitpid (self->pid, &status, 0), ==, self->pid);
      g_assert_cmpint (status, ==, 0);
    }
  g_unlink (self->path);
  g_free (self->path);
}

LsWatch *
join (Fixture *self)
{
  LsWatch *watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_watch_join (watch, self->pid, &error));
  g_assert_no_error (error);
  return watch;
}
