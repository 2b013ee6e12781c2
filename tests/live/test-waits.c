/* test-waits.c: sources that wait for descriptors and for things of their own, before they are dispatched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "hold-fixture.h"
#include "ls-departures.h"
#include "ls-explain.h"
#include "ls-record.h"
#include "ls-state.h"
#include "ls-statistics.h"
#include "ls-wait-causes.h"
#include "watch-util.h"

static LsTrace *
watch_readiness (LsWatch **watch)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "readiness", NULL };

  *watch = watch_to_end (arguments, 0);
  return ls_live_run_get_trace (LS_LIVE_RUN (*watch));
}

/* Lists what happens to the tasks of this name: "waits, ready, runs, waits, perhaps ready, runs". */
static char *
list_records (LsTrace    *trace,
              const char *name)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  GString *list = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      const LsTaskState *task;
      const char *word = NULL;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_DELAYED)
        word = (record.flags & LS_RECORD_FLAG_EVENT) != 0 ? "waits" : "delayed";
      else if (record.kind == LS_RECORD_TASK_DUE)
        word = record.clause == LS_CLAUSE_INFERRED_DUE ? "perhaps ready" : "ready";
      else if (record.kind == LS_RECORD_TASK_SELECTED)
        word = "runs";
      if (word == NULL)
        continue;
      ls_state_seek (state, i + 1);
      task = ls_state_get_task (state, record.subject);
      if (g_strcmp0 (ls_trace_get_text (trace, task->name), name) == 0)
        g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", word);
    }
  return g_string_free (list, FALSE);
}

/* It waits from the beginning on. Where the loop slept until its descriptor was ready, that is when it was. */
static void
test_readiness (void)
{
  g_autoptr (LsWatch) watch = NULL;
  LsTrace *trace = watch_readiness (&watch);
  g_autofree char *input = list_records (trace, "input");
  g_autofree char *never = list_records (trace, "never");
  g_autofree char *own = list_records (trace, "own kind");

  g_assert_cmpstr (input, ==, "waits, ready, runs, waits, perhaps ready, runs, waits, ready, runs, waits");
  g_assert_cmpstr (never, ==, "waits");
  g_assert_cmpstr (own, ==, "waits, perhaps ready, runs, waits");
}

static guint32
find_last (LsState    *state,
           const char *name)
{
  for (guint32 id = ls_state_get_n_tasks (state); id > 0; id--)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      if (task != NULL && g_strcmp0 (ls_trace_get_text (ls_state_get_trace (state), task->name), name) == 0)
        return id;
    }
  return 0;
}

/* Nobody says that such a source is ready, comes next, or has waited. */
static void
test_unknown (void)
{
  g_autoptr (LsWatch) watch = NULL;
  LsTrace *trace = watch_readiness (&watch);
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  g_autoptr (LsDepartures) departures = ls_departures_new (trace);
  g_autoptr (LsExplanation) explanation = NULL;
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *title = NULL;
  LsStatisticsTotals totals;
  const LsTaskState *task;
  guint32 never;

  ls_state_seek (state, ls_trace_get_length (trace));
  never = find_last (state, "never");
  task = ls_state_get_task (state, never);
  g_assert_cmpuint (task->status, ==, LS_TASK_STATUS_DELAYED);
  g_assert_true (task->awaits_event);
  g_assert_cmpuint (task->due_at, ==, LS_TIME_NEVER);
  g_assert_false (ls_state_has_runnable_task (state));
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 0);

  explanation = ls_explain_task (state, never);
  g_assert_nonnull (strstr (explanation->sentence, "waits for an event"));
  causes = ls_wait_causes_new (trace, never);
  title = ls_wait_causes_get_title (causes);
  g_assert_nonnull (strstr (title, "has not waited"));

  while (ls_statistics_advance (statistics, G_MAXSIZE))
    ;
  /* The second byte, and what the program's own kind has noticed. */
  ls_statistics_get_totals (statistics, &totals);
  g_assert_cmpuint (totals.n_unknown_waits, ==, 2);
  while (ls_departures_advance (departures, G_MAXSIZE))
    ;
  g_assert_cmpuint (ls_departures_get_n_departures (departures), ==, 0);
}

/* It can be held before it is ready, and stands still when it is. */
static void
test_hold (Fixture       *self,
           gconstpointer  mode)
{
  const guint32 input = wait_for_task (self, "input");
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  guint32 task;

  g_assert_true (ls_watch_hold_at (self->watch, input, &error));
  g_assert_no_error (error);
  task = wait_for_held (self, 0);
  name = get_name (self, task);
  g_assert_cmpstr (name, ==, "input");
  read_all (self, 0);
  ls_live_run_step (LS_LIVE_RUN (self->watch));
  wait_for_letter (self, 'I');
}

static void
test_priority (Fixture       *self,
               gconstpointer  mode)
{
  const guint32 own = wait_for_task (self, "own kind");
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_watch_set_priority (self->watch, own, G_PRIORITY_HIGH, &error));
  g_assert_no_error (error);
  while (find_task (self, "own kind") == own)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_priority (self->watch, find_task (self, "own kind"), NULL), ==, G_PRIORITY_HIGH);
  g_assert_true (ls_watch_run_now (self->watch, find_task (self, "own kind"), &error));
  g_assert_no_error (error);
  g_assert_cmpuint (wait_for_selection (self, find_task (self, "own kind")), ==, ls_queue_type_for_source_priority (-100));
}

static void
test_remove (Fixture       *self,
             gconstpointer  mode)
{
  const guint32 input = wait_for_task (self, "input");
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (GError) error = NULL;
  gboolean exists = TRUE;

  ls_state_seek (state, ls_trace_get_length (trace));
  g_assert_true (ls_watch_remove (self->watch, input, &error));
  g_assert_no_error (error);
  while (exists)
    {
      g_main_context_iteration (NULL, TRUE);
      ls_state_seek (state, ls_trace_get_length (trace));
      exists = ls_state_get_source (state, ls_state_get_task (state, input)->source)->exists;
    }
  wait_for_letter (self, 't');
  read_all (self, 0);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpint (read_letter (self), !=, 'I');
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("LS_TEST_WATCHED", g_getenv ("LS_TEST_WATCHED_WAITS"), TRUE);

  g_test_add_func ("/waits/readiness", test_readiness);
  g_test_add_func ("/waits/unknown", test_unknown);
  g_test_add ("/waits/hold", Fixture, "actions", set_up, test_hold, tear_down);
  g_test_add ("/waits/priority", Fixture, "actions", set_up, test_priority, tear_down);
  g_test_add ("/waits/remove", Fixture, "actions", set_up, test_remove, tear_down);

  return g_test_run ();
}
