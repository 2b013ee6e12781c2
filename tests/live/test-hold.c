/* test-hold.c: programs that are held, and whose sources are changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-record.h"
#include "ls-state.h"
#include "ls-watch.h"

/* How long anything may take on a machine that has other things to do. */
#define PATIENCE_MS 20000

/* A program that tells letters through a pipe, watched or not. */
typedef struct
{
  char    *folder, *path;
  int      pipe;
  LsWatch *watch;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  mode)
{
  const char *arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL, NULL };
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("hold-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "pipe", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  self->pipe = open (self->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  g_assert_cmpint (self->pipe, >=, 0);
  if (mode == NULL)
    return;
  self->watch = ls_watch_new ();
  arguments[2] = self->path;
  g_assert_true (ls_watch_launch (self->watch, arguments, &error));
  g_assert_no_error (error);
}

/* The program ends when nobody reads what it tells. */
static void
tear_down (Fixture       *self,
           gconstpointer  mode)
{
  close (self->pipe);
  if (self->watch != NULL)
    ls_watch_let_go (self->watch);
  while (self->watch != NULL && !ls_watch_has_ended (self->watch))
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&self->watch);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

/* Waits until the program tells something. */
static char
read_letter (Fixture *self)
{
  struct pollfd poll_fd = { self->pipe, POLLIN, 0 };
  char letter;

  g_assert_cmpint (poll (&poll_fd, 1, PATIENCE_MS), ==, 1);
  g_assert_cmpint (read (self->pipe, &letter, 1), ==, 1);
  return letter;
}

/* Reads all that the program has told by now. Returns how often it told @letter; 0: any. */
static guint
read_all (Fixture *self,
          char     letter)
{
  char letters[4096];
  guint n = 0;
  gssize n_read;

  while ((n_read = read (self->pipe, letters, sizeof letters)) > 0)
    for (gssize i = 0; i < n_read; i++)
      n += letter == 0 || letters[i] == letter;
  return n;
}

static void
wait_for_letter (Fixture *self,
                 char     letter)
{
  while (read_letter (self) != letter)
    ;
}

static guint32
get_n_turns (Fixture *self)
{
  return ls_trace_get_n_turns (ls_watch_get_trace (self->watch));
}

static void
wait_for_turns (Fixture *self,
                guint32  n)
{
  while (get_n_turns (self) < n)
    {
      g_assert_false (ls_watch_has_ended (self->watch));
      read_all (self, 0);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
note_held (LsWatch *watch,
           guint   *n)
{
  ++*n;
}

/* Waits until the program is held before another task than @task. Returns that one. */
static guint32
wait_for_held (Fixture *self,
               guint32  task)
{
  guint32 held;

  while (!ls_watch_is_held (self->watch) || (held = ls_watch_get_held_task (self->watch)) == task)
    {
      g_assert_false (ls_watch_has_ended (self->watch));
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpuint (held, >, 0);
  return held;
}

static char *
get_name (Fixture *self,
          guint32  task)
{
  LsTrace *trace = ls_watch_get_trace (self->watch);
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsTaskState *found;

  ls_state_seek (state, ls_trace_get_length (trace));
  found = ls_state_get_task (state, task);
  return g_strdup (found != NULL ? ls_trace_get_text (trace, found->name) : "");
}

/* Returns the last task with a name that was added to a queue; 0 if there is none yet. */
static guint32
find_task (Fixture    *self,
           const char *name)
{
  LsTrace *trace = ls_watch_get_trace (self->watch);

  for (gsize i = ls_trace_get_length (trace); i-- > 0;)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if ((record.kind == LS_RECORD_TASK_INCOMING || record.kind == LS_RECORD_TASK_DELAYED) &&
          g_strcmp0 (ls_trace_get_text (trace, record.text), name) == 0)
        return record.subject;
    }
  return 0;
}

static guint32
wait_for_task (Fixture    *self,
               const char *name)
{
  guint32 task;

  while ((task = find_task (self, name)) == 0)
    {
      g_assert_false (ls_watch_has_ended (self->watch));
      g_main_context_iteration (NULL, TRUE);
    }
  return task;
}

/* Waits until a task runs. Returns its queue. */
static LsQueueType
wait_for_selection (Fixture *self,
                    guint32  task)
{
  LsTrace *trace = ls_watch_get_trace (self->watch);

  for (gsize i = 0;; i++)
    {
      LsRecord record;

      while (i >= ls_trace_get_length (trace))
        {
          g_assert_false (ls_watch_has_ended (self->watch));
          g_main_context_iteration (NULL, TRUE);
        }
      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == task)
        return record.queue;
    }
}

/* Each step is one dispatch, and nothing runs between them. */
static void
test_steps (Fixture       *self,
            gconstpointer  mode)
{
  guint32 task = 0;
  guint n_held = 0;

  g_signal_connect (self->watch, "held", G_CALLBACK (note_held), &n_held);
  wait_for_turns (self, 3);
  g_assert_false (ls_watch_is_held (self->watch));
  ls_watch_hold (self->watch);
  task = wait_for_held (self, 0);
  read_all (self, 0);
  for (guint i = 0; i < 5; i++)
    {
      const guint32 n_turns = get_n_turns (self);

      g_assert_cmpuint (read_all (self, 't'), ==, 0);
      ls_watch_step (self->watch);
      task = wait_for_held (self, task);
      g_assert_cmpuint (get_n_turns (self), ==, n_turns + 1);
      g_assert_cmpuint (read_all (self, 't'), ==, 1);
    }
  g_assert_cmpuint (n_held, >, 0);
  g_signal_handlers_disconnect_by_data (self->watch, &n_held);
  ls_watch_let_go (self->watch);
  for (guint i = 0; i < 10; i++)
    wait_for_letter (self, 't');
  while (ls_watch_is_held (self->watch))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ls_watch_get_held_task (self->watch), ==, 0);
}

/* A step of a program that is not held holds it, one dispatch later; and steps are not lost. */
static void
test_many_steps (Fixture       *self,
                 gconstpointer  mode)
{
  guint32 n_turns, task;

  wait_for_turns (self, 3);
  ls_watch_hold (self->watch);
  task = wait_for_held (self, 0);
  n_turns = get_n_turns (self);
  for (guint i = 0; i < 7; i++)
    ls_watch_step (self->watch);
  while (get_n_turns (self) < n_turns + 7)
    g_main_context_iteration (NULL, TRUE);
  wait_for_held (self, task);
  read_all (self, 0);
  ls_watch_step (self->watch);
  wait_for_letter (self, 't');
  wait_for_turns (self, n_turns + 8);
  g_assert_cmpuint (get_n_turns (self), ==, n_turns + 8);
}

/* Each thread stands still before its own dispatch, and steps go round. */
static void
test_two_loops (Fixture       *self,
                gconstpointer  mode)
{
  guint32 task;
  guint n_ticks = 0, n_workers = 0;

  wait_for_turns (self, 10);
  ls_watch_hold (self->watch);
  task = wait_for_held (self, 0);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = get_name (self, task);

      n_workers += strcmp (name, "worker's") == 0;
      n_ticks += strcmp (name, "tell_outside") == 0;
      ls_watch_step (self->watch);
      task = wait_for_held (self, task);
    }
  g_assert_cmpuint (n_workers + n_ticks, ==, 8);
  g_assert_cmpuint (n_workers, >, 0);
  g_assert_cmpuint (n_ticks, >, 0);
}

/* Other sources run; the held one does not. */
static void
test_hold_at (Fixture       *self,
              gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  guint32 task, late = wait_for_task (self, "late");

  g_assert_true (ls_watch_hold_at (self->watch, late, &error));
  g_assert_no_error (error);
  read_all (self, 0);
  wait_for_letter (self, 't');
  g_assert_false (ls_watch_is_held (self->watch));
  g_assert_true (ls_watch_set_priority (self->watch, late, G_PRIORITY_HIGH, &error));
  task = wait_for_held (self, 0);
  name = get_name (self, task);
  g_assert_cmpstr (name, ==, "late");
  g_assert_cmpuint (read_all (self, 'L'), ==, 0);
  ls_watch_step (self->watch);
  wait_for_letter (self, 'L');
  wait_for_held (self, task);
  g_assert_false (ls_watch_hold_at (self->watch, late, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_priority (Fixture       *self,
               gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  guint32 late = wait_for_task (self, "late"), raised;
  gboolean found;

  g_assert_cmpint (ls_watch_get_priority (self->watch, late, &found), ==, G_PRIORITY_DEFAULT_IDLE);
  g_assert_true (found);
  /* Within one queue, and into another one, and back again. */
  g_assert_true (ls_watch_set_priority (self->watch, late, G_PRIORITY_DEFAULT_IDLE + 1, &error));
  while (ls_watch_get_priority (self->watch, late, NULL) != G_PRIORITY_DEFAULT_IDLE + 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ls_watch_set_priority (self->watch, late, G_PRIORITY_LOW, &error));
  while (ls_watch_get_priority (self->watch, late, NULL) != G_PRIORITY_LOW)
    g_main_context_iteration (NULL, TRUE);
  raised = find_task (self, "late");
  g_assert_cmpuint (raised, !=, late);
  g_assert_cmpint (ls_watch_get_priority (self->watch, raised, NULL), ==, G_PRIORITY_LOW);
  g_assert_true (ls_watch_set_priority (self->watch, late, G_PRIORITY_HIGH, &error));
  wait_for_letter (self, 'L');
  while (ls_watch_get_priority (self->watch, late, &found) != 0 || found)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (ls_watch_set_priority (self->watch, late, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (ls_watch_remove (self->watch, raised, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (ls_watch_remove (self->watch, 1000000, &error));
  g_assert_nonnull (strstr (error->message, "1000000"));
}

/* It runs at once and once, with the priority that it has. */
static void
test_run_now (Fixture       *self,
              gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  const guint32 later = wait_for_task (self, "later"), far = wait_for_task (self, "far");

  g_assert_true (ls_watch_run_now (self->watch, later, &error));
  g_assert_no_error (error);
  wait_for_letter (self, 'R');
  /* It is due in a quarter of an hour. */
  g_assert_true (ls_watch_run_now (self->watch, far, &error));
  wait_for_letter (self, 'F');
  g_assert_cmpstr (ls_queue_type_to_string (wait_for_selection (self, later)), ==, "glib:300");
  g_assert_cmpstr (ls_queue_type_to_string (wait_for_selection (self, far)), ==, "glib:0");
  wait_for_turns (self, get_n_turns (self) + 3);
  g_assert_cmpuint (read_all (self, 'R') + read_all (self, 'F'), ==, 0);
  g_assert_false (ls_watch_run_now (self->watch, later, &error));
}

/* Nothing is done with what went with its context. */
static void
test_gone (Fixture       *self,
           gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  const guint32 orphan = wait_for_task (self, "orphan"), late = wait_for_task (self, "late");

  g_assert_true (ls_watch_run_now (self->watch, orphan, &error));
  g_assert_no_error (error);
  g_assert_true (ls_watch_run_now (self->watch, late, &error));
  g_assert_no_error (error);
  wait_for_letter (self, 'L');
  read_all (self, 0);
  wait_for_letter (self, 't');
}

/* What is asked for while another context of the thread sleeps waits for its own. */
static void
test_inner_sleep (Fixture       *self,
                  gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  const guint32 far = wait_for_task (self, "far");

  wait_for_letter (self, 'i');
  g_assert_true (ls_watch_run_now (self->watch, far, &error));
  g_assert_no_error (error);
  wait_for_letter (self, 'F');
}

/* What was chosen for this iteration and is removed does not run. */
static void
test_remove (Fixture       *self,
             gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  guint32 task = 0, second;

  wait_for_turns (self, 8);
  ls_watch_hold (self->watch);
  for (gboolean found = FALSE; !found; )
    {
      g_autofree char *name = NULL;

      task = wait_for_held (self, task);
      name = get_name (self, task);
      found = strcmp (name, "first") == 0;
      if (!found)
        ls_watch_step (self->watch);
    }
  read_all (self, 0);
  second = find_task (self, "second");
  g_assert_cmpuint (second, ==, task + 1);
  g_assert_true (ls_watch_remove (self->watch, second, &error));
  g_assert_no_error (error);
  ls_watch_step (self->watch);
  task = wait_for_held (self, task);
  g_assert_cmpuint (task, ==, second + 1);
  wait_for_letter (self, 'f');
  /* The one that the program is held before does not run either. */
  g_assert_true (ls_watch_remove (self->watch, task, &error));
  task = wait_for_held (self, task);
  g_assert_cmpuint (read_all (self, 0), ==, 0);
  ls_watch_let_go (self->watch);
  wait_for_letter (self, 's');
}

/* Whoever watched is gone in some way while the program was held: it goes on. */
static void
assert_goes_on (Fixture *self,
                gint64   since)
{
  double ms;

  for (guint i = 0; i < 5; i++)
    wait_for_letter (self, 't');
  ms = (g_get_monotonic_time () - since) / 1000.0;
  g_test_message ("it went on after %.0f ms", ms);
  if (g_test_perf ())
    g_assert_cmpfloat (ms, <, 500);
}

static void
test_leave (Fixture       *self,
            gconstpointer  mode)
{
  wait_for_turns (self, 3);
  ls_watch_hold (self->watch);
  wait_for_held (self, 0);
  read_all (self, 0);
  ls_watch_stop (self->watch);
  g_assert_false (ls_watch_is_held (self->watch));
  assert_goes_on (self, g_get_monotonic_time ());
}

/* Holds a program and says so. */
static int
hold_for_ever (const char *path)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "ticks", path, NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();

  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  ls_watch_hold (watch);
  while (!ls_watch_is_held (watch))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (write (STDOUT_FILENO, "h", 1), ==, 1);
  while (!ls_watch_has_ended (watch))
    g_main_context_iteration (NULL, TRUE);
  return 0;
}

static void
test_killed (Fixture       *self,
             gconstpointer  mode)
{
  const char *const arguments[] = { "/proc/self/exe", "--hold", self->path, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;
  gint64 since;
  int output, status;
  char letter;

  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, &output, NULL,
                                           &error));
  g_assert_no_error (error);
  g_assert_cmpint (read (output, &letter, 1), ==, 1);
  read_all (self, 0);
  since = g_get_monotonic_time ();
  g_assert_cmpint (kill (pid, SIGKILL), ==, 0);
  assert_goes_on (self, since);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  close (output);
}

/* Watches a program, and stands still from the moment on at which that is there. */
static int
watch_slowly (const char *path)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "flood", path, NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();

  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  while (ls_watch_get_n_processes (watch) == 0)
    g_thread_yield ();
  g_assert_cmpint (write (STDOUT_FILENO, "h", 1), ==, 1);
  raise (SIGSTOP);
  while (!ls_watch_has_ended (watch))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, 0);
  g_assert_cmpuint (ls_trace_get_n_turns (ls_watch_get_trace (watch)), >, 0);
  return ls_watch_get_n_lost (watch) > 0 ? 0 : 1;
}

/* The program never waits for a watcher that does not read: what does not fit is lost, and counted. */
static void
test_slow (Fixture       *self,
           gconstpointer  mode)
{
  const char *const arguments[] = { "/proc/self/exe", "--slow", self->path, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;
  int output, status;
  char letter;

  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL,
                                           &output, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (read (output, &letter, 1), ==, 1);
  g_assert_cmpint (waitpid (pid, &status, WUNTRACED), ==, pid);
  g_assert_true (WIFSTOPPED (status));
  wait_for_letter (self, 'd');
  g_assert_cmpint (kill (pid, SIGCONT), ==, 0);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_cmpint (status, ==, 0);
  close (output);
}

int
main (int    argc,
      char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--hold") == 0)
    return hold_for_ever (argv[2]);
  if (argc == 3 && strcmp (argv[1], "--slow") == 0)
    return watch_slowly (argv[2]);
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/hold/steps", Fixture, "ticks", set_up, test_steps, tear_down);
  g_test_add ("/hold/many-steps", Fixture, "ticks", set_up, test_many_steps, tear_down);
  g_test_add ("/hold/two-loops", Fixture, "two-loops", set_up, test_two_loops, tear_down);
  g_test_add ("/hold/at", Fixture, "starving", set_up, test_hold_at, tear_down);
  g_test_add ("/hold/priority", Fixture, "starving", set_up, test_priority, tear_down);
  g_test_add ("/hold/run-now", Fixture, "starving", set_up, test_run_now, tear_down);
  g_test_add ("/hold/gone", Fixture, "gone", set_up, test_gone, tear_down);
  g_test_add ("/hold/inner-sleep", Fixture, "inner-sleep", set_up, test_inner_sleep, tear_down);
  g_test_add ("/hold/remove", Fixture, "rounds", set_up, test_remove, tear_down);
  g_test_add ("/hold/leave", Fixture, "ticks", set_up, test_leave, tear_down);
  g_test_add ("/hold/killed", Fixture, NULL, set_up, test_killed, tear_down);
  g_test_add ("/hold/slow", Fixture, NULL, set_up, test_slow, tear_down);

  return g_test_run ();
}
