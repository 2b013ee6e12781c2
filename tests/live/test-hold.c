/* test-hold.c: programs that are held, and whose sources are changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "hold-fixture.h"
#include "ls-record.h"
#include "ls-state.h"

static void
note_held (LsWatch *watch,
           guint   *n)
{
  ++*n;
}

/* What a loop of the program is held before is next in its trace: of all loops, and of its own. */
static void
check_next (Fixture *self,
            guint32  task)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsTaskState *found;

  ls_state_seek (state, ls_trace_get_length (trace));
  /* It may turn out that another thread stood still before. */
  while (task != 0 && ls_state_get_next_task (state) != (task = ls_live_run_get_held_task (LS_LIVE_RUN (self->watch))))
    {
      g_main_context_iteration (NULL, TRUE);
      ls_state_unref (state);
      state = ls_state_new (trace);
      ls_state_seek (state, ls_trace_get_length (trace));
    }
  g_assert_cmpuint (ls_state_get_next_task (state), ==, task);
  g_assert_cmpint (ls_state_get_next_basis (state), ==, task != 0 ? LS_NEXT_HELD : LS_NEXT_SO_FAR);
  found = ls_state_get_task (state, task);
  if (found == NULL)
    return;
  ls_state_set_agent (state, found->agent);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, task);
  /* What GLib is going to dispatch is what its rule says, or the rule leaves it open. */
  g_assert_true (ls_state_get_expected_task (state) == task || ls_state_get_expected_task (state) == 0);
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
  g_assert_false (ls_live_run_is_held (LS_LIVE_RUN (self->watch)));
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  task = wait_for_held (self, 0);
  read_all (self, 0);
  for (guint i = 0; i < 5; i++)
    {
      const guint32 n_turns = get_n_turns (self);

      check_next (self, task);

      g_assert_cmpuint (read_all (self, 't'), ==, 0);
      ls_live_run_step (LS_LIVE_RUN (self->watch));
      task = wait_for_held (self, task);
      g_assert_cmpuint (get_n_turns (self), ==, n_turns + 1);
      g_assert_cmpuint (read_all (self, 't'), ==, 1);
    }
  g_assert_cmpuint (n_held, >, 0);
  g_signal_handlers_disconnect_by_data (self->watch, &n_held);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  for (guint i = 0; i < 10; i++)
    wait_for_letter (self, 't');
  while (ls_live_run_is_held (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ls_live_run_get_held_task (LS_LIVE_RUN (self->watch)), ==, 0);
  check_next (self, 0);
}

/* A step of a program that is not held holds it, one dispatch later; and steps are not lost. */
static void
test_many_steps (Fixture       *self,
                 gconstpointer  mode)
{
  guint32 n_turns, task;

  wait_for_turns (self, 3);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  task = wait_for_held (self, 0);
  n_turns = get_n_turns (self);
  for (guint i = 0; i < 7; i++)
    ls_live_run_step (LS_LIVE_RUN (self->watch));
  while (get_n_turns (self) < n_turns + 7)
    g_main_context_iteration (NULL, TRUE);
  wait_for_held (self, task);
  read_all (self, 0);
  ls_live_run_step (LS_LIVE_RUN (self->watch));
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
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  task = wait_for_held (self, 0);
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *name = get_name (self, task);

      check_next (self, task);
      n_workers += strcmp (name, "worker's") == 0;
      n_ticks += strcmp (name, "tell_outside") == 0;
      ls_live_run_step (LS_LIVE_RUN (self->watch));
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
  g_assert_false (ls_live_run_is_held (LS_LIVE_RUN (self->watch)));
  g_assert_true (ls_watch_set_priority (self->watch, late, G_PRIORITY_HIGH, &error));
  task = wait_for_held (self, 0);
  name = get_name (self, task);
  g_assert_cmpstr (name, ==, "late");
  g_assert_cmpuint (read_all (self, 'L'), ==, 0);
  ls_live_run_step (LS_LIVE_RUN (self->watch));
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

/* Returns how often a task with a name was selected so far: when a source runs again, it is another task. */
static guint
count_selections (Fixture    *self,
                  const char *name)
{
  g_autoptr (GHashTable) tasks = g_hash_table_new (NULL, NULL);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if ((record.kind == LS_RECORD_TASK_INCOMING || record.kind == LS_RECORD_TASK_DELAYED) &&
          g_strcmp0 (ls_trace_get_text (trace, record.text), name) == 0)
        g_hash_table_add (tasks, GUINT_TO_POINTER (record.subject));
      n += record.kind == LS_RECORD_TASK_SELECTED && g_hash_table_contains (tasks, GUINT_TO_POINTER (record.subject));
    }
  return n;
}

/* It runs at once and once, with the priority that it has. */
static void
test_run_now (Fixture       *self,
              gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  const guint32 later = wait_for_task (self, "later"), far = wait_for_task (self, "far");

  wait_for_turns (self, get_n_turns (self) + 3);
  g_assert_cmpuint (count_selections (self, "later"), ==, 0);
  g_assert_true (ls_watch_run_now (self->watch, later, &error));
  g_assert_no_error (error);
  wait_for_letter (self, 'R');
  g_assert_cmpuint (count_selections (self, "far"), ==, 0);
  /* It is due in a quarter of an hour. */
  g_assert_true (ls_watch_run_now (self->watch, far, &error));
  wait_for_letter (self, 'F');
  g_assert_cmpstr (ls_queue_type_to_string (wait_for_selection (self, later)), ==, "glib:300");
  g_assert_cmpstr (ls_queue_type_to_string (wait_for_selection (self, far)), ==, "glib:0");
  wait_for_turns (self, get_n_turns (self) + 3);
  g_assert_cmpuint (count_selections (self, "later"), ==, 1);
  g_assert_cmpuint (count_selections (self, "far"), ==, 1);
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
  guint32 task, second;

  wait_for_turns (self, 8);
  ls_live_run_hold (LS_LIVE_RUN (self->watch));
  task = hold_before (self, "first");
  read_all (self, 0);
  second = find_task (self, "second");
  g_assert_cmpuint (second, ==, task + 1);
  g_assert_true (ls_watch_remove (self->watch, second, &error));
  g_assert_no_error (error);
  ls_live_run_step (LS_LIVE_RUN (self->watch));
  task = wait_for_held (self, task);
  g_assert_cmpuint (task, ==, second + 1);
  wait_for_letter (self, 'f');
  /* The one that the program is held before does not run either. */
  g_assert_true (ls_watch_remove (self->watch, task, &error));
  task = wait_for_held (self, task);
  g_assert_cmpuint (read_all (self, 0), ==, 0);
  ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  wait_for_letter (self, 's');
}

static void
set_up_reused (Fixture       *self,
               gconstpointer  mode)
{
  g_autofree char *usual = g_strdup (g_getenv ("LS_TEST_WATCHED"));

  g_setenv ("LS_TEST_WATCHED", g_getenv ("LS_TEST_WATCHED_REUSED"), TRUE);
  set_up (self, mode);
  g_setenv ("LS_TEST_WATCHED", usual, TRUE);
}

/* What a source was to do is not done with one that has its number in another context at the same address. */
static void
test_reused (Fixture       *self,
             gconstpointer  mode)
{
  g_autoptr (GError) error = NULL;
  char letter;

  g_assert_true (ls_watch_remove (self->watch, wait_for_task (self, "first"), &error));
  g_assert_no_error (error);
  g_assert_true (ls_watch_remove (self->watch, wait_for_task (self, "marker"), &error));
  g_assert_no_error (error);
  while ((letter = read_letter (self)) == 't')
    ;
  g_assert_cmpint (letter, ==, 's');
}

/* A program that is gone is not held, and nobody waits for it. */
static void
test_dies (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *note = g_strconcat (self->path, ".pid", NULL);
  const char *const arguments[] = { "sh", "-c", "echo $$ > \"$1\"; exec \"$2\" ticks \"$3\"", "sh", note, g_getenv ("LS_TEST_WATCHED"),
                                    self->path, NULL };
  LsLiveRun *run;
  g_autofree char *pid = NULL;
  g_autoptr (GError) error = NULL;

  self->watch = ls_watch_new ();
  run = LS_LIVE_RUN (self->watch);
  g_assert_true (ls_watch_launch (self->watch, arguments, &error));
  g_assert_no_error (error);
  wait_for_turns (self, 1);
  ls_live_run_hold (run);
  while (!ls_live_run_is_held (run))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_file_get_contents (note, &pid, NULL, &error));
  g_assert_no_error (error);
  kill (g_ascii_strtoll (pid, NULL, 10), SIGKILL);
  while (!ls_live_run_has_ended (run))
    g_main_context_iteration (NULL, TRUE);
  g_unlink (note);
  g_assert_false (ls_live_run_is_held (run));
  g_assert_cmpuint (ls_live_run_get_held_task (run), ==, 0);
  check_next (self, 0);
  ls_live_run_step (run);
  ls_live_run_let_go (run);
  g_assert_false (ls_live_run_is_held (run));
}

int
main (int    argc,
      char **argv)
{
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
  g_test_add ("/hold/reused", Fixture, "", set_up_reused, test_reused, tear_down);
  g_test_add ("/hold/dies", Fixture, NULL, set_up, test_dies, tear_down);

  return g_test_run ();
}
