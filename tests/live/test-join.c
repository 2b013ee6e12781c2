/* test-join.c: programs that run already when somebody begins to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-joinable-private.h"
#include "join-fixture.h"
#include "ls-record.h"

static void
start (Fixture    *self,
       const char *mode,
       const char *trace)
{
  start_program (self, g_getenv ("LS_TEST_WATCHED"), mode, trace, trace != NULL ? g_getenv ("LOOPSCOPE_PRELOAD") : NULL);
}

static gboolean
has_task (LsWatch    *watch,
          const char *name)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if ((record.kind == LS_RECORD_TASK_INCOMING || record.kind == LS_RECORD_TASK_DELAYED) &&
          strcmp (ls_trace_get_text (trace, record.text), name) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
wait_for_turns (LsWatch *watch,
                guint    n)
{
  while (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))) < n)
    {
      if (ls_live_run_has_ended (LS_LIVE_RUN (watch)))
        g_error ("the watch has ended: %s", ls_live_run_dup_problem (LS_LIVE_RUN (watch)));
      g_main_context_iteration (NULL, TRUE);
    }
}

static gboolean
is_listed (Fixture *self)
{
  g_autoptr (GPtrArray) programs = ls_watch_list_programs ();
  LsWatchProgram *kept = NULL;

  for (guint i = 0; i < programs->len; i++)
    {
      const LsWatchProgram *program = g_ptr_array_index (programs, i);

      if (program->pid == (guint) self->pid)
        kept = g_boxed_copy (LS_TYPE_WATCH_PROGRAM, program);
    }
  /* What is copied is not the list's. */
  g_clear_pointer (&programs, g_ptr_array_unref);
  if (kept == NULL)
    return FALSE;
  g_assert_cmpuint (kept->pid, ==, (guint) self->pid);
  g_assert_cmpstr (kept->name, ==, "watched");
  g_assert_nonnull (strstr (kept->command, "watched "));
  g_boxed_free (LS_TYPE_WATCH_PROGRAM, kept);
  return TRUE;
}

/* Watchers come, go and come again. Each finds what is there. */
static void
test_come_and_go (Fixture       *self,
                  gconstpointer  data)
{
  start (self, "starving", "listen");
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsWatch) watch = NULL;
      g_autoptr (LsWatch) other = ls_watch_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *problem = NULL;

      while (!is_listed (self))
        wait_for_letter (self);
      watch = join (self);
      wait_for_turns (watch, 5);
      g_assert_true (has_task (watch, "late"));
      g_assert_true (has_task (watch, "busy"));
      problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));
      g_assert_nonnull (strstr (problem, "before it was joined"));
      g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
      g_assert_false (is_listed (self));
      g_assert_false (ls_watch_join (other, self->pid, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
      ls_live_run_stop (LS_LIVE_RUN (watch));
      g_assert_true (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
    }
}

/* Threads are found as well, and what is held goes on when the watcher leaves. */
static void
test_threads (Fixture       *self,
              gconstpointer  data)
{
  start (self, "two-loops", "listen");
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsWatch) watch = NULL;

      while (!is_listed (self))
        wait_for_letter (self);
      watch = join (self);
      wait_for_turns (watch, 3);
      while (!has_task (watch, "worker's"))
        g_main_context_iteration (NULL, TRUE);
      ls_live_run_hold (LS_LIVE_RUN (watch));
      while (!ls_live_run_is_held (LS_LIVE_RUN (watch)))
        g_main_context_iteration (NULL, TRUE);
    }
}

/* The end of a program that was joined ends the watch. */
static void
test_end (Fixture       *self,
          gconstpointer  data)
{
  g_autoptr (LsWatch) watch = NULL;

  start (self, "ticks", "listen");
  watch = join (self);
  wait_for_turns (watch, 3);
  close (self->pipe);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  self->pipe = open (self->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

/* Whoever listens at a path is the program, and can be joined there. */
static void
assert_listens (Fixture    *self,
                const char *path)
{
  const int watcher = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  struct ucred peer;
  socklen_t length = sizeof peer;

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (connect (watcher, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (getsockopt (watcher, SOL_SOCKET, SO_PEERCRED, &peer, &length), ==, 0);
  g_assert_cmpint (peer.pid, ==, self->pid);
  close (watcher);
}

/* A child leaves its parent's socket alone. */
static void
test_fork (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (runtime, "socket", NULL), *trace = g_strconcat ("listen:", path, NULL);

  start (self, "fork-ticks", trace);
  assert_listens (self, path);
}

/* So does one that executes another program, also at its end. */
static void
test_execute (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (runtime, "socket", NULL), *trace = g_strconcat ("listen:", path, NULL);
  const char *const child[] = { g_getenv ("LS_TEST_WATCHED"), "order", NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LOOPSCOPE_TRACE", trace, TRUE);
  g_autoptr (LsWatch) watch = NULL;
  int status;

  start (self, "ticks", trace);
  environment = g_environ_setenv (environment, "LD_PRELOAD", g_getenv ("LOOPSCOPE_PRELOAD"), TRUE);
  environment = g_environ_setenv (environment, "ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", TRUE);
  g_assert_true (g_spawn_sync (NULL, (char **) child, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  watch = join (self);
  wait_for_turns (watch, 3);
}

/* What lies at the path is no socket that a program has left there: it stays, and the program listens where all do. */
static void
test_other_file (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *path = g_build_filename (runtime, "notes", NULL), *trace = g_strconcat ("listen:", path, NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (path, "notes", -1, NULL));
  start (self, "ticks", trace);
  while (!is_listed (self))
    wait_for_letter (self);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "notes");
  g_unlink (path);
}

/* A socket that nobody listens on any more gives way. */
static void
test_left (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (runtime, "socket", NULL), *trace = g_strconcat ("listen:", path, NULL);
  const int left = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (left, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (left);
  start (self, "ticks", trace);
  assert_listens (self, path);
}

/* A program that nobody has prepared. */
static void
test_gdb (Fixture       *self,
          gconstpointer  data)
{
  g_autofree char *gdb = g_find_program_in_path ("gdb");

  /* build-aux/deps installs it. */
  g_assert_nonnull (gdb);
  start (self, "two-loops", NULL);
  g_assert_false (is_listed (self));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsWatch) watch = NULL;

      /* The second time, it listens by itself. */
      while (i > 0 && !is_listed (self))
        wait_for_letter (self);
      watch = join (self);
      wait_for_turns (watch, 5);
      while (!has_task (watch, "worker's"))
        g_main_context_iteration (NULL, TRUE);
    }
}

/* Writes a copy of the program that ends what is read-only after the start within a page. Returns the page's place in the program. */
static guint64
copy_unaligned (const char *path)
{
  const guint64 size = sysconf (_SC_PAGESIZE);
  g_autofree char *bytes = NULL;
  gsize length;
  Elf64_Phdr *headers, *relro = NULL;

  g_assert_true (g_file_get_contents (g_getenv ("LS_TEST_WATCHED"), &bytes, &length, NULL));
  headers = (Elf64_Phdr *) (bytes + ((Elf64_Ehdr *) bytes)->e_phoff);
  for (guint i = 0; i < ((Elf64_Ehdr *) bytes)->e_phnum; i++)
    if (headers[i].p_type == PT_GNU_RELRO)
      relro = &headers[i];
  g_assert_nonnull (relro);
  relro->p_memsz -= 8;
  g_assert_true (g_file_set_contents_full (path, bytes, length, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  return (relro->p_vaddr + relro->p_memsz) & -size;
}

/* Returns whether a program can write to a place in itself. */
static gboolean
can_write (Fixture    *self,
           const char *path,
           guint64     place)
{
  g_autofree char *file = g_strdup_printf ("/proc/%d/maps", self->pid);
  g_autofree char *maps = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 base = 0;

  g_assert_true (g_file_get_contents (file, &maps, NULL, NULL));
  lines = g_strsplit (maps, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *end;
      const guint64 first = g_ascii_strtoull (lines[i], &end, 16), last = *end == '-' ? g_ascii_strtoull (end + 1, &end, 16) : 0;

      if (!g_str_has_suffix (lines[i], path))
        continue;
      base = base != 0 ? base : first;
      if (base + place >= first && base + place < last)
        return g_str_has_prefix (end, " rw");
    }
  g_assert_not_reached ();
}

/* Where the machine's pages are larger than the linker thought, the program may write to the last of those that seem read-only. */
static void
test_unaligned (Fixture       *self,
                gconstpointer  data)
{
  g_autofree char *path = g_build_filename (runtime, "unaligned", NULL), *program = g_strdup (g_getenv ("LS_TEST_WATCHED"));
  const guint64 place = copy_unaligned (path);
  g_autoptr (LsWatch) watch = NULL;

  g_setenv ("LS_TEST_WATCHED", path, TRUE);
  start (self, "ticks", NULL);
  g_setenv ("LS_TEST_WATCHED", program, TRUE);
  g_assert_true (can_write (self, path, place));
  watch = join (self);
  wait_for_turns (watch, 5);
  g_assert_true (can_write (self, path, place));
  g_unlink (path);
}

static void
assert_refused (guint       pid,
                int         code,
                const char *words)
{
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_watch_join (watch, pid, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  const char *const sleeps[] = { "/bin/sleep", "1000", NULL };
  GPid pid;

  assert_refused (0, G_IO_ERROR_NOT_FOUND, "0");
  assert_refused (G_MAXINT, G_IO_ERROR_NOT_FOUND, "2147483647");
  assert_refused (getpid (), G_IO_ERROR_NOT_SUPPORTED, "itself");
  g_assert_true (g_spawn_async (NULL, (char **) sleeps, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL));
  assert_refused (pid, G_IO_ERROR_NOT_SUPPORTED, "does not use GLib");
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  start_program (self, g_getenv ("LS_TEST_WATCHED"), "ticks", NULL, data);
  if (data != NULL)
    {
      assert_refused (self->pid, G_IO_ERROR_NOT_SUPPORTED, "lets nobody join");
      return;
    }
  g_setenv ("PATH", "/nowhere", TRUE);
  assert_refused (self->pid, G_IO_ERROR_NOT_FOUND, "gdb");
  g_setenv ("PATH", path, TRUE);
}

/* One that is stopped would leave everybody waiting, whether it listens or not. */
static void
test_stopped (Fixture       *self,
              gconstpointer  data)
{
  siginfo_t info;

  start (self, "ticks", data);
  kill (self->pid, SIGSTOP);
  g_assert_cmpint (waitid (P_PID, self->pid, &info, WSTOPPED), ==, 0);
  assert_refused (self->pid, G_IO_ERROR_BUSY, "is stopped");
  kill (self->pid, SIGCONT);
}

/* Where the system keeps debuggers from programs, that is said before somebody tries. */
static void
test_scope (void)
{
  static const struct
  {
    const char *scope;
    gboolean    is_root, is_fine;
  } cases[] = {
    { NULL, FALSE, TRUE }, { "0\n", FALSE, TRUE }, { "1\n", FALSE, FALSE }, { "1\n", TRUE, TRUE }, { "2\n", TRUE, TRUE },
    { "3\n", TRUE, FALSE }, { "", FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *problem = ls_joinable_explain_scope (cases[i].scope, cases[i].is_root);

      g_assert_true ((problem == NULL) == cases[i].is_fine);
      g_assert_true (problem == NULL || strstr (problem, cases[i].scope[0] == '1' ? "is 1" : "is 3") != NULL);
    }
}

int
main (int    argc,
      char **argv)
{
  init_tests (&argc, &argv);
  g_test_add ("/join/come-and-go", Fixture, NULL, set_up, test_come_and_go, tear_down);
  g_test_add ("/join/threads", Fixture, NULL, set_up, test_threads, tear_down);
  g_test_add ("/join/end", Fixture, NULL, set_up, test_end, tear_down);
  g_test_add ("/join/fork", Fixture, NULL, set_up, test_fork, tear_down);
  g_test_add ("/join/execute", Fixture, NULL, set_up, test_execute, tear_down);
  g_test_add ("/join/other-file", Fixture, NULL, set_up, test_other_file, tear_down);
  g_test_add ("/join/left", Fixture, NULL, set_up, test_left, tear_down);
  g_test_add ("/join/gdb", Fixture, NULL, set_up, test_gdb, tear_down);
  g_test_add ("/join/unaligned", Fixture, NULL, set_up, test_unaligned, tear_down);
  g_test_add_func ("/join/scope", test_scope);
  g_test_add ("/join/stopped", Fixture, NULL, set_up, test_stopped, tear_down);
  g_test_add ("/join/stopped-listener", Fixture, "listen", set_up, test_stopped, tear_down);
  g_test_add ("/join/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/join/carried", Fixture, g_getenv ("LOOPSCOPE_PRELOAD"), set_up, test_refused, tear_down);

  return run_tests ();
}
