/* test-exploration.c: exploring a session on a thread of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-exploration.h"
#include "ls-finding-text.h"
#include "sanitized.h"
#include "session-util.h"
#include "test-engine-threads.h"

#define MEMORY "{\"op\":\"memory\",\"name\":\"m\",\"length\":8}"
#define WORKER(name, body) "{\"op\":\"worker\",\"name\":\"" name "\",\"body\":" body "}"

/* Who comes second waits for somebody who may have gone. */
#define LOSES MEMORY "," WORKER ("a", "\"work\"") "," WORKER ("b", "\"work\"")
#define LOSES_BODIES \
  "\"work\":[{\"op\":\"load\",\"memory\":\"m\",\"as\":\"x\"},{\"op\":\"if\",\"value\":\"${x}\",\"equals\":0,\"then\":[" \
  "{\"op\":\"store\",\"memory\":\"m\",\"value\":1},{\"op\":\"notify\",\"memory\":\"m\",\"index\":1}]," \
  "\"else\":[{\"op\":\"wait\",\"memory\":\"m\",\"index\":1,\"value\":0}]}]"

/* Enough states to be interrupted, and done in a moment. */
#define LONG MEMORY "," WORKER ("a", "\"work\"") "," WORKER ("b", "\"work\"") "," WORKER ("c", "\"work\"")
#define BODIES(times) "\"work\":[{\"op\":\"repeat\",\"times\":" times ",\"body\":[{\"op\":\"add\",\"memory\":\"m\",\"value\":1}]}]"

#define LONG_BODIES BODIES ("6")
#define SHORT_BODIES BODIES ("2")
#define LARGE_BODIES BODIES ("18")

/* Nobody waits for its end. */
#define ENDLESS LONG "," WORKER ("d", "\"work\"") "," WORKER ("e", "\"work\"") "," WORKER ("f", "\"work\"") "," WORKER ("g", "\"work\"")

static void
on_done (LsExploration *exploration,
         gpointer       user_data)
{
  guint *n_done = user_data;

  ++*n_done;
}

/* @data: how many threads explore */
static LsExploration *
exploration_new (guint         *n_done,
                 gconstpointer  data)
{
  LsExploration *exploration = ls_exploration_new ();

  ls_exploration_set_n_threads (exploration, GPOINTER_TO_UINT (data));
  *n_done = 0;
  g_signal_connect (exploration, "done", G_CALLBACK (on_done), n_done);
  return exploration;
}

static void
start (LsExploration          *exploration,
       LsSession              *session,
       const LsExploreOptions *options)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_exploration_start (exploration, session, options, &error));
  g_assert_no_error (error);
  g_assert_true (ls_exploration_get_running (exploration));
}

static void
wait_for (LsExploration *exploration)
{
  while (ls_exploration_get_running (exploration))
    g_main_context_iteration (NULL, TRUE);
}

static LsAgentState
get_last_state (LsTrace *trace,
                guint32  agent)
{
  LsAgentState state = LS_AGENT_STATE_RUNNABLE;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_AGENT_STATE && record.subject == agent)
        state = record.level;
    }
  return state;
}

/* What is found is what the explorer finds, and shows it when it is run. */
static void
test_found (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LOSES, LOSES_BODIES, "\"title\":\"Lost\"");
  g_autoptr (LsExplorer) explorer = ls_session_explorer_new (session, NULL, NULL);
  g_autoptr (LsExploration) exploration = NULL;
  g_autofree char *n_schedules = NULL, *expected = NULL;
  guint n_done;

  ls_explorer_run (explorer, NULL);
  exploration = exploration_new (&n_done, data);
  g_assert_null (ls_exploration_get_session (exploration));
  g_assert_false (ls_exploration_is_about (exploration, session));
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 0);
  g_assert_null (ls_exploration_get_finding (exploration, 0));
  g_assert_false (ls_exploration_is_endless (exploration));
  start (exploration, session, NULL);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 0);
  wait_for (exploration);
  g_assert_cmpuint (n_done, ==, 1);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpint (ls_exploration_get_limit (exploration), ==, LS_EXPLORATION_LIMIT_NONE);
  g_assert_false (ls_exploration_is_endless (exploration));
  n_schedules = ls_exploration_format_n_schedules (exploration);
  expected = ls_explorer_format_n_schedules (explorer);
  g_assert_cmpstr (n_schedules, ==, expected);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 2);
  g_assert_null (ls_exploration_get_finding (exploration, 2));

  for (guint i = 0; i < ls_exploration_get_n_findings (exploration); i++)
    {
      const LsFoundSchedule *found = ls_exploration_get_finding (exploration, i);
      g_autoptr (LsSession) shown = ls_exploration_make_session (exploration, i, NULL);
      g_autoptr (LsRunner) runner = runner_new (shown);
      gsize length, n_steps;
      LsClause clause;

      g_assert_cmpstr (found->agent_name, ==, found->agent == 2 ? "a" : "b");
      g_assert_cmpuint (found->n_agents, ==, 3);
      ls_explorer_get_schedule (explorer, i, &n_steps);
      g_assert_cmpuint (found->n_steps, ==, n_steps);
      g_assert_cmpuint (found->lines->len, ==, n_steps);
      ls_session_get_schedule (shown, &length);
      g_assert_cmpuint (length, ==, found->schedule->len);
      g_assert_cmpstr (ls_session_get_title (shown), ==, "Lost");
      g_assert_true (ls_finding_get_clause (found->finding, &clause));
      ls_runner_run_to_end (runner, NULL);
      g_assert_cmpint (get_last_state (ls_runner_get_trace (runner), found->agent), ==, LS_AGENT_STATE_WAITING);
    }
}

/* What was cut short goes on where it was, and comes to the same. */
static void
test_go_on (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LONG, LONG_BODIES, "");
  g_autoptr (LsExplorer) explorer = ls_session_explorer_new (session, NULL, NULL);
  g_autoptr (LsExploration) exploration = NULL;
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  LsExplorationProgress progress;
  g_autofree char *n_schedules = NULL, *expected = NULL;
  guint64 n_states = 0;
  guint n_done;

  ls_explorer_run (explorer, NULL);
  exploration = exploration_new (&n_done, data);
  options.max_states = 100;
  start (exploration, session, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_BUDGET);
  g_assert_cmpint (ls_exploration_get_limit (exploration), ==, LS_EXPLORATION_LIMIT_STATES);
  g_assert_null (ls_exploration_format_n_schedules (exploration));
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_states, >=, 100);
  g_assert_cmpuint (progress.n_runs, >=, 1);
  n_states = progress.n_states;

  /* Cancelled at once: some more was done, or nothing. */
  options.max_states = 0;
  ls_exploration_go_on (exploration, &options);
  ls_exploration_cancel (exploration);
  g_assert_true (ls_exploration_get_stopping (exploration));
  wait_for (exploration);
  g_assert_false (ls_exploration_get_stopping (exploration));
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_CANCELLED);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_states, >=, n_states);

  options.max_memory = 1;
  ls_exploration_go_on (exploration, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_limit (exploration), ==, LS_EXPLORATION_LIMIT_MEMORY);
  options.max_memory = 0;
  options.max_time = 1;
  ls_exploration_go_on (exploration, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_limit (exploration), ==, LS_EXPLORATION_LIMIT_TIME);

  options.max_time = 0;
  ls_exploration_go_on (exploration, &options);
  wait_for (exploration);
  g_assert_cmpuint (n_done, ==, 5);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
  n_schedules = ls_exploration_format_n_schedules (exploration);
  expected = ls_explorer_format_n_schedules (explorer);
  g_assert_cmpstr (n_schedules, ==, expected);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_states, ==, ls_explorer_get_n_states (explorer));
  g_assert_cmpuint (progress.n_findings, ==, 0);
  /* All is done: nothing more comes of it. */
  ls_exploration_go_on (exploration, NULL);
  wait_for (exploration);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_states, ==, ls_explorer_get_n_states (explorer));
}

/* Threads that are stopped again and again find what one finds without a stop. */
static void
test_pauses (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LONG, LONG_BODIES, ""), losing_session = session_new (LOSES, LOSES_BODIES, "");
  LsSession *const sessions[] = { session, losing_session };

  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    {
      g_autoptr (LsExplorer) alone = ls_session_explorer_new (sessions[i], NULL, NULL);
      g_autofree char *n_schedules = NULL, *expected = NULL;
      g_autoptr (LsExploration) exploration = NULL;
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      LsExplorationProgress progress;
      const guint64 more = sessions[i] == session ? 50 : 5;
      guint n_pauses = 0, n_done;

      ls_explorer_run (alone, NULL);
      exploration = exploration_new (&n_done, data);
      options.max_states = more;
      start (exploration, sessions[i], &options);
      wait_for (exploration);
      while (ls_exploration_get_status (exploration) != LS_EXPLORE_COMPLETE)
        {
          g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_BUDGET);
          options.max_states += more;
          ls_exploration_go_on (exploration, &options);
          wait_for (exploration);
          n_pauses++;
        }
      g_assert_cmpuint (n_pauses, >, 0);
      n_schedules = ls_exploration_format_n_schedules (exploration);
      expected = ls_explorer_format_n_schedules (alone);
      g_assert_cmpstr (n_schedules, ==, expected);
      ls_exploration_get_progress (exploration, &progress);
      g_assert_cmpuint (progress.n_states, ==, ls_explorer_get_n_states (alone));
      g_assert_cmpuint (progress.n_findings, ==, ls_explorer_get_n_findings (alone));
      for (guint j = 0; j < progress.n_findings; j++)
        {
          const LsFoundSchedule *found = ls_exploration_get_finding (exploration, j);
          LsFinding finding;
          gsize n_steps;

          ls_explorer_get_finding (alone, j, &finding, NULL, NULL);
          ls_explorer_get_schedule (alone, j, &n_steps);
          g_assert_cmpint (found->finding, ==, finding);
          g_assert_cmpuint (found->n_steps, ==, n_steps);
        }
    }
}

/* As many threads as there are processors, which begin only when there are many states: until then the runs are those of one. */
static void
test_automatic (void)
{
  static const struct
  {
    const char *bodies;
    gboolean    is_small;
  } cases[] = {
    { SHORT_BODIES, TRUE },
    { LARGE_BODIES, FALSE },
  };

  /* With the thread sanitizer the large one takes minutes. The cases with 3 threads run with it. */
  for (guint i = 0; i < G_N_ELEMENTS (cases) && (cases[i].is_small || !IS_SANITIZED); i++)
    {
      g_autoptr (LsSession) session = session_new (LONG, cases[i].bodies, "");
      g_autoptr (LsExplorer) alone = ls_session_explorer_new (session, NULL, NULL);
      g_autoptr (LsExploration) exploration = NULL;
      g_autofree char *n_schedules = NULL, *expected = NULL;
      LsExplorationProgress progress;
      guint n_done;

      ls_explorer_run (alone, NULL);
      g_assert_cmpint (ls_explorer_get_n_states (alone) < 6000, ==, cases[i].is_small);
      exploration = exploration_new (&n_done, GUINT_TO_POINTER (0));
      start (exploration, session, NULL);
      wait_for (exploration);
      g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
      n_schedules = ls_exploration_format_n_schedules (exploration);
      expected = ls_explorer_format_n_schedules (alone);
      g_assert_cmpstr (n_schedules, ==, expected);
      ls_exploration_get_progress (exploration, &progress);
      g_assert_cmpuint (progress.n_states, ==, ls_explorer_get_n_states (alone));
      if (cases[i].is_small)
        g_assert_cmpuint (progress.n_runs, ==, ls_explorer_get_n_runs (alone));
      g_test_message ("%" G_GUINT64_FORMAT " states, %" G_GUINT64_FORMAT " µs", progress.n_states, progress.time);
    }
}

/* Explorers of one session that explore at once come to what one of them comes to. */
static void
test_together (void)
{
  g_autoptr (LsSession) session = session_new (LOSES, LOSES_BODIES, ""), short_session = session_new (LONG, SHORT_BODIES, "");
  LsSession *const sessions[] = { session, short_session };

  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    {
      g_autoptr (LsExplorer) alone = ls_session_explorer_new (sessions[i], NULL, NULL);
      g_autoptr (LsExplorer) first = ls_session_explorer_new (sessions[i], NULL, NULL);
      g_autoptr (LsExplorer) second = ls_session_explorer_new (sessions[i], NULL, NULL);
      LsExplorer *both[] = { first, second };
      g_autofree char *n_schedules = NULL, *expected = NULL;

      ls_explorer_run (alone, NULL);
      g_assert_cmpint (ls_explorer_run_together (both, G_N_ELEMENTS (both), NULL), ==, LS_EXPLORE_COMPLETE);
      n_schedules = ls_explorer_format_n_schedules (first);
      expected = ls_explorer_format_n_schedules (alone);
      g_assert_cmpstr (n_schedules, ==, expected);
      g_assert_cmpuint (ls_explorer_get_n_states (first), ==, ls_explorer_get_n_states (alone));
      g_assert_cmpuint (ls_explorer_get_n_findings (first), ==, ls_explorer_get_n_findings (alone));
      g_assert_cmpint (ls_explorer_has_finding (first, LS_FINDING_LOST_WAKE_UP), ==, sessions[i] == session);
    }
}

static void
test_random (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LOSES, LOSES_BODIES, "");
  g_autoptr (LsExploration) exploration = NULL;
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  LsExplorationProgress progress;
  guint n_done;

  exploration = exploration_new (&n_done, data);
  options.mode = LS_EXPLORE_RANDOM;
  options.seed = 1;
  options.n_runs = 10;
  start (exploration, session, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_runs, ==, 10);
  /* More of them. */
  options.n_runs = 200;
  ls_exploration_go_on (exploration, &options);
  wait_for (exploration);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_runs, ==, 200);
  g_assert_cmpuint (ls_exploration_get_options (exploration)->n_runs, ==, 200);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 2);
}

static void
test_first (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LOSES, LOSES_BODIES, "");
  g_autoptr (LsExploration) exploration = NULL;
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  guint n_done;

  exploration = exploration_new (&n_done, data);
  options.stop_at_first = TRUE;
  start (exploration, session, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_FOUND);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), >=, 1);
  options.stop_at_first = FALSE;
  ls_exploration_go_on (exploration, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
}

/* The same by chance: once something was found, nobody says that nothing was, and it goes on. */
static void
test_first_by_chance (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LOSES, LOSES_BODIES, "");
  g_autoptr (LsExploration) exploration = NULL;
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  guint n_done;

  exploration = exploration_new (&n_done, data);
  options.mode = LS_EXPLORE_RANDOM;
  options.seed = 1;
  options.n_runs = 50;
  options.stop_at_first = TRUE;
  start (exploration, session, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_FOUND);
  ls_exploration_go_on (exploration, NULL);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_FOUND);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), >, 0);
  options.stop_at_first = FALSE;
  for (options.n_runs = 50; options.n_runs <= 150; options.n_runs += 50)
    {
      ls_exploration_go_on (exploration, &options);
      wait_for (exploration);
      g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
      g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 2);
    }
  options.stop_at_first = TRUE;
  options.n_runs = 200;
  ls_exploration_go_on (exploration, &options);
  wait_for (exploration);
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_FOUND);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 2);
}

/* A piece is explored by one thread. */
static void
test_piece (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (LONG, LONG_BODIES, "");
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  options.n_pieces = 2;
  for (options.piece = 1; options.piece <= options.n_pieces; options.piece++)
    {
      g_autoptr (LsExploration) exploration = NULL;
      guint n_done;

      exploration = exploration_new (&n_done, data);
      start (exploration, session, &options);
      wait_for (exploration);
      g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_COMPLETE);
    }
}

/* A program that has changed is another one; one that was changed back is not, and who was asked to go first does not matter. */
static void
test_about (gconstpointer data)
{
  static const guint32 schedule[] = { 1, 2, 3 };
  g_autoptr (LsSession) session = session_new (LOSES, LOSES_BODIES, "");
  g_autoptr (LsExploration) exploration = NULL;
  g_autoptr (LsSettings) settings = NULL;
  guint n_done;

  exploration = exploration_new (&n_done, data);
  start (exploration, session, NULL);
  g_assert_true (ls_exploration_is_about (exploration, session));
  g_assert_true (ls_session_set_schedule (session, schedule, G_N_ELEMENTS (schedule), NULL));
  ls_session_set_title (session, "Another");
  g_assert_true (ls_exploration_is_about (exploration, session));
  /* In the middle of it. */
  g_assert_true (ls_session_replace (session, "/program/main/0/length", "9", NULL));
  g_assert_false (ls_exploration_is_about (exploration, session));
  wait_for (exploration);
  g_assert_cmpuint (ls_exploration_get_n_findings (exploration), ==, 2);
  g_assert_false (ls_exploration_is_about (exploration, session));
  g_assert_true (ls_session_replace (session, "/program/main/0/length", "8", NULL));
  g_assert_true (ls_exploration_is_about (exploration, session));
  settings = ls_settings_copy (ls_session_get_settings (session));
  settings->step_budget = 7;
  ls_session_set_settings (session, settings);
  g_assert_false (ls_exploration_is_about (exploration, session));
}

static void
on_progressed (LsExploration *exploration,
               gpointer       user_data)
{
  guint *n_progressed = user_data;

  ++*n_progressed;
}

/* What nobody waits for any more ends, and says nothing. */
static void
test_dropped (gconstpointer data)
{
  g_autoptr (LsSession) session = session_new (ENDLESS, LONG_BODIES, "");
  LsExploration *exploration;
  LsExplorationProgress progress;
  guint n_done, n_progressed = 0;

  exploration = exploration_new (&n_done, data);
  g_signal_connect (exploration, "progressed", G_CALLBACK (on_progressed), &n_progressed);
  start (exploration, session, NULL);
  while (n_progressed < 2)
    g_main_context_iteration (NULL, TRUE);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_runs, >, 0);
  g_assert_cmpuint (progress.time, >, 0);
  /* Another one takes its place. */
  start (exploration, session, NULL);
  ls_exploration_get_progress (exploration, &progress);
  g_assert_cmpuint (progress.n_runs, ==, 0);
  ls_exploration_cancel (exploration);
  wait_for (exploration);
  g_assert_cmpuint (n_done, ==, 1);
  ls_exploration_go_on (exploration, NULL);
  ls_exploration_clear (exploration);
  g_assert_false (ls_exploration_get_running (exploration));
  g_assert_cmpint (ls_exploration_get_status (exploration), ==, LS_EXPLORE_READY);
  start (exploration, session, NULL);
  g_object_add_weak_pointer (G_OBJECT (exploration), (gpointer *) &exploration);
  g_object_unref (exploration);
  g_assert_null (exploration);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_done, ==, 1);
  /* What a thread has on its fibers when the process ends looks like a leak. */
  while (test_count_threads ("explore") > 0)
    g_thread_yield ();
}

static void
test_not (void)
{
  g_autoptr (LsSession) alone = session_new ("{\"op\":\"log\",\"text\":\"a\"}", "", "");
  g_autoptr (LsExploration) exploration = ls_exploration_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_session_can_explore (alone, NULL));
  g_assert_false (ls_exploration_start (exploration, alone, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_false (ls_exploration_get_running (exploration));
  ls_exploration_cancel (exploration);
}

/* Each kind is said in words of its own. */
static void
test_texts (void)
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < LS_N_FINDINGS; i++)
    {
      LsClause clause;

      g_assert_true (g_hash_table_add (titles, (gpointer) ls_finding_get_title (i)));
      g_assert_true (g_hash_table_add (titles, (gpointer) ls_finding_get_explanation (i)));
      g_assert_true (g_hash_table_add (titles, (gpointer) ls_finding_get_advice (i)));
      g_assert_true (!ls_finding_get_clause (i, &clause) || clause < LS_N_CLAUSES);
    }
}

/* The time ends also what does no operation, which is no finding then. */
static void
test_time (void)
{
  g_autoptr (LsSession) session = session_new (MEMORY "," WORKER ("a", "\"work\""),
                                               "\"work\":[{\"op\":\"loop\",\"body\":[{\"op\":\"let\",\"as\":\"x\",\"value\":1}]}]",
                                               "\"settings\":{\"budget\":{\"steps\":100000}}");
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) explorer = NULL;

  options.max_time = 1;
  explorer = ls_session_explorer_new (session, &options, NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_BUDGET);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
      g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 0);
    }
  options.max_time = 0;
  ls_explorer_set_budgets (explorer, &options);
  g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
  g_assert_true (ls_explorer_has_finding (explorer, LS_FINDING_TOO_LONG));
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char    *name;
    GTestDataFunc  test;
  } tests[] = {
    { "found", test_found },
    { "go-on", test_go_on },
    { "pauses", test_pauses },
    { "random", test_random },
    { "first", test_first },
    { "first-by-chance", test_first_by_chance },
    { "piece", test_piece },
    { "about", test_about },
    { "dropped", test_dropped },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint n_threads = 1; n_threads <= 3; n_threads += 2)
    for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
      {
        g_autofree char *path = g_strdup_printf ("/exploration/%s/%u", tests[i].name, n_threads);

        g_test_add_data_func (path, GUINT_TO_POINTER (n_threads), tests[i].test);
      }
  g_test_add_func ("/exploration/automatic", test_automatic);
  g_test_add_func ("/exploration/together", test_together);
  g_test_add_func ("/exploration/not", test_not);
  g_test_add_func ("/exploration/texts", test_texts);
  g_test_add_func ("/exploration/time", test_time);

  return g_test_run ();
}
