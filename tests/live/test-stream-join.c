/* test-stream-join.c: programs that use the library and run already when somebody begins to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "join-fixture.h"
#include "ls-state.h"

static void
start (Fixture    *self,
       const char *mode,
       const char *trace,
       const char *preload)
{
  start_program (self, g_getenv ("LS_TEST_SCHEDULED"), mode, trace, preload);
}

/* How often the program is in the list. */
static guint
count_listed (Fixture *self)
{
  g_autoptr (GPtrArray) programs = ls_watch_list_programs ();
  guint n = 0;

  for (guint i = 0; i < programs->len; i++)
    n += ((LsWatchProgram *) g_ptr_array_index (programs, i))->pid == (guint) self->pid;
  return n;
}

/* Returns how many turns of timers there are, and how many of sources. */
static guint
count_turns (LsWatch  *watch,
             gboolean  of_sources)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n += record.kind == LS_RECORD_TASK_SELECTED && ls_queue_type_is_of_sources (record.queue) == of_sources;
    }
  return n;
}

static void
wait_for_turns (Fixture  *self,
                LsWatch  *watch,
                gboolean  of_sources,
                guint     n)
{
  while (count_turns (watch, of_sources) < n)
    {
      char letters[4096];

      while (read (self->pipe, letters, sizeof letters) > 0)
        ;
      if (ls_live_run_has_ended (LS_LIVE_RUN (watch)))
        g_error ("the watch has ended: %s", ls_live_run_dup_problem (LS_LIVE_RUN (watch)));
      g_main_context_iteration (NULL, TRUE);
    }
}

/* Returns the task that waits with this name, 0 if there is none. */
static guint32
find_waiting (LsState    *state,
              LsTrace    *trace,
              const char *name)
{
  for (guint32 id = 1; id < 100000; id++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      if (task != NULL && task->status == LS_TASK_STATUS_DELAYED && g_strcmp0 (ls_trace_get_text (trace, task->name), name) == 0)
        return id;
    }
  return 0;
}

/* What waited before is there, as it is by now. */
static void
assert_state (LsWatch *watch)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsTaskState *task;
  const LsSignalState *signal;
  guint32 id;

  ls_state_seek (state, ls_trace_get_length (trace));
  id = find_waiting (state, trace, "far");
  g_assert_cmpuint (id, !=, 0);
  task = ls_state_get_task (state, id);
  g_assert_cmpint (task->priority, ==, LS_TASK_PRIORITY_USER_VISIBLE);
  id = find_waiting (state, trace, "far and bound");
  g_assert_cmpuint (id, !=, 0);
  task = ls_state_get_task (state, id);
  signal = ls_state_get_signal (state, task->signal);
  g_assert_nonnull (signal);
  g_assert_cmpstr (ls_trace_get_text (trace, signal->name), ==, "controller");
  g_assert_cmpint (signal->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
}

static void
come_and_go (Fixture    *self,
             const char *mode,
             const char *preload)
{
  start (self, mode, "listen", preload);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsWatch) watch = NULL;
      g_autoptr (LsWatch) other = ls_watch_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *problem = NULL;

      while (count_listed (self) == 0)
        wait_for_letter (self);
      watch = join (self);
      wait_for_turns (self, watch, FALSE, 5);
      assert_state (watch);
      if (preload != NULL)
        wait_for_turns (self, watch, TRUE, 5);
      g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
      g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), ==, 0);
      problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));
      g_assert_nonnull (strstr (problem, "before it was joined"));
      g_assert_cmpuint (count_listed (self), ==, 0);
      g_assert_false (ls_watch_join (other, self->pid, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
      ls_live_run_stop (LS_LIVE_RUN (watch));
      g_assert_true (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
    }
}

static void
test_bare (Fixture       *self,
           gconstpointer  data)
{
  come_and_go (self, "ticks", NULL);
}

static void
test_recorded (Fixture       *self,
               gconstpointer  data)
{
  come_and_go (self, "ticks-recorded", NULL);
}

/* Main contexts and event loops are agents of one process. */
static void
test_both (Fixture       *self,
           gconstpointer  data)
{
  come_and_go (self, "ticks", g_getenv ("LOOPSCOPE_PRELOAD"));
}

/* The end of a program that was joined ends the watch. */
static void
test_end (Fixture       *self,
          gconstpointer  data)
{
  g_autoptr (LsWatch) watch = NULL;

  start (self, "ticks", "listen", NULL);
  while (count_listed (self) == 0)
    wait_for_letter (self);
  watch = join (self);
  wait_for_turns (self, watch, FALSE, 3);
  close (self->pipe);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  self->pipe = open (self->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

/* Who has not asked for it does not listen. */
static void
test_unwatched (Fixture       *self,
                gconstpointer  data)
{
  start (self, "ticks", NULL, NULL);
  g_assert_cmpuint (count_listed (self), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  init_tests (&argc, &argv);
  g_test_add ("/stream-join/bare", Fixture, NULL, set_up, test_bare, tear_down);
  g_test_add ("/stream-join/recorded", Fixture, NULL, set_up, test_recorded, tear_down);
  g_test_add ("/stream-join/both", Fixture, NULL, set_up, test_both, tear_down);
  g_test_add ("/stream-join/end", Fixture, NULL, set_up, test_end, tear_down);
  g_test_add ("/stream-join/unwatched", Fixture, NULL, set_up, test_unwatched, tear_down);

  return run_tests ();
}
