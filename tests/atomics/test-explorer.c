/* test-explorer.c: all interleavings that matter, and their findings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explorer-util.h"

static void
assert_found (const Program *program,
              const char    *expected)
{
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) explorer = explore (program, &options);
  g_autofree char *found = describe (explorer);

  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpstr (found, ==, expected);
}

/* Two agents with two operations each: (4 over 2) schedules, whatever they are. */
static void
test_count (void)
{
  const Program program = { 2, { { { DO_ADD, 0, 1 }, { DO_ADD, 1, 1 } }, { { DO_ADD, 2, 1 }, { DO_ADD, 3, 1 } } }, 0 };
  const Program three = { 3, { { { DO_STORE, 0, 1 }, { DO_STORE, 0, 2 } }, { { DO_STORE, 0, 3 }, { DO_STORE, 0, 4 } },
                               { { DO_LOAD, 0, 0 }, { DO_LOAD, 0, 0 } } }, 0 };
  g_autoptr (LsExplorer) explorer = explore (&program, NULL);
  g_autoptr (LsExplorer) other = explore (&three, NULL);
  g_autofree char *digits = ls_explorer_format_n_schedules (explorer);

  g_assert_cmpstr (digits, ==, "6");
  /* Independent agents: a grid of 3 × 3 states, and those before the agents have started. */
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, 9 + 2);
  g_assert_cmpfloat (ls_explorer_get_n_schedules (other), ==, 90);
}

/* Options that are zeroed bound nothing, and random schedules are as many as without options. */
static void
test_zeroed_options (void)
{
  const Program program = { 2, { { { DO_ADD, 0, 1 }, { DO_ADD, 1, 1 } }, { { DO_ADD, 2, 1 }, { DO_ADD, 3, 1 } } }, 0 };
  const LsExploreOptions zeroed = { 0 }, given = LS_EXPLORE_OPTIONS_INIT, random = { .mode = LS_EXPLORE_RANDOM };
  g_autoptr (LsExplorer) explorer = explore (&program, &zeroed);
  g_autoptr (LsExplorer) drawn = explore (&program, &random);
  g_autofree char *digits = ls_explorer_format_n_schedules (explorer);

  g_assert_cmpmem (&zeroed, sizeof zeroed, &given, sizeof given);
  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpstr (digits, ==, "6");
  g_assert_cmpuint (ls_explorer_get_n_runs (drawn), ==, LS_EXPLORE_DEFAULT_RUNS);
  ls_explorer_set_budgets (drawn, &random);
  ls_explorer_run (drawn, NULL);
  g_assert_cmpuint (ls_explorer_get_n_runs (drawn), ==, LS_EXPLORE_DEFAULT_RUNS);
}

static gboolean
counted_all (LsAgentCluster  *cluster,
             gpointer         user_data,
             GError         **error)
{
  const gint32 *cells = (const gint32 *) (gconstpointer) ls_shared_memory_get_bytes (ls_agent_cluster_get_memory (cluster, 0));

  for (guint i = 0; i < ls_agent_cluster_get_n_agents (cluster); i++)
    if (ls_agent_get_state (ls_agent_cluster_get_agent (cluster, i)) != LS_AGENT_STATE_IDLE)
      return TRUE;
  if (cells[1] == GPOINTER_TO_INT (user_data))
    return TRUE;
  g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE, "Counted %d", cells[1]);
  return FALSE;
}

/* The shortest schedule shows the finding, and no schedule with one step less does. */
static void
test_invariant (void)
{
  const Program program = { 2, { { { DO_COUNT, 1, 0 } }, { { DO_COUNT, 1, 0 } } }, 0 };
  const Program locked = { 2, { { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } } }, 0 };
  g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, NULL);
  g_autoptr (LsExplorer) good = ls_explorer_new (make_cluster, (gpointer) &locked, NULL, NULL);
  g_autoptr (LsAgentCluster) cluster = NULL;
  const guint32 *schedule;
  const char *message;
  LsFinding finding;
  guint32 agent;
  gsize length;

  ls_explorer_set_invariant (explorer, counted_all, GINT_TO_POINTER (2), NULL);
  ls_explorer_run (explorer, NULL);
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 1);
  g_assert_true (ls_explorer_get_finding (explorer, 0, &finding, &agent, &message));
  g_assert_cmpint (finding, ==, LS_FINDING_INVARIANT);
  g_assert_cmpstr (message, ==, "Counted 1");
  schedule = ls_explorer_get_schedule (explorer, 0, &length);
  g_assert_cmpuint (length, ==, 6);
  g_assert_cmpint (ls_explorer_replay (explorer, schedule, length, &cluster), ==, LS_CLUSTER_FINISHED);
  g_assert_false (counted_all (cluster, GINT_TO_POINTER (2), NULL));

  ls_explorer_set_invariant (good, counted_all, GINT_TO_POINTER (2), NULL);
  ls_explorer_run (good, NULL);
  g_assert_cmpint (ls_explorer_get_status (good), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_findings (good), ==, 0);
}

static gboolean
always_holds (LsAgentCluster  *cluster,
              gpointer         user_data,
              GError         **error)
{
  return TRUE;
}

static void
count_destroyed (gpointer data)
{
  ++*(guint *) data;
}

/* What an invariant needs is let go with it: when another one takes its place, and with the explorer. */
static void
test_invariant_data (void)
{
  const Program program = { 1, { { { DO_ADD, 0, 1 } } }, 0 };
  LsExplorer *explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, NULL);
  guint n_first = 0, n_second = 0;

  ls_explorer_set_invariant (explorer, always_holds, &n_first, count_destroyed);
  g_assert_cmpuint (n_first, ==, 0);
  ls_explorer_set_invariant (explorer, always_holds, &n_second, count_destroyed);
  g_assert_cmpuint (n_first, ==, 1);
  g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
  g_object_unref (explorer);
  g_assert_cmpuint (n_first, ==, 1);
  g_assert_cmpuint (n_second, ==, 1);
}

/* Whether a woken agent has gone back to waiting so often in a row. */
static gboolean
reached_corner (const Program *program,
                guint          max_overtaking)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) explorer = NULL;

  options.max_overtaking = max_overtaking;
  explorer = explore (program, &options);
  return ls_explorer_has_finding (explorer, LS_FINDING_OVERTAKING);
}

/* Whether an agent compares again after the lock was unlocked before it waited. The test tells it as an invariant that does not
 * hold. */
static gboolean
never_not_equal (LsAgentCluster  *cluster,
                 gpointer         user_data,
                 GError         **error)
{
  static LsOperationKind last;
  LsAgent *second = ls_agent_cluster_get_agent (cluster, 1);
  LsOperation operation;
  gboolean holds = TRUE;

  if (!ls_agent_peek_operation (second, &operation))
    return TRUE;
  if (ls_agent_cluster_get_last (cluster) == second && last == LS_OPERATION_WAIT &&
      operation.kind == LS_OPERATION_COMPARE_EXCHANGE)
    holds = FALSE;
  last = operation.kind;
  return holds;
}

/* The lock of the article, with three agents that lock it twice each: explores everything, and quickly. */
static void
test_article (void)
{
  const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } },
                                 { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  const Program guarded = { 3, { { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } },
                                 { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } } }, 0 };
  const Program two = { 2, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  const Program greedy = { 2, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  g_autoptr (LsExplorer) explorer = explore (&program, NULL);
  g_autoptr (LsExplorer) counting = ls_explorer_new (make_cluster, (gpointer) &guarded, NULL, NULL);
  g_autoptr (LsExplorer) corner = ls_explorer_new (make_cluster, (gpointer) &two, NULL, NULL);
  g_autofree char *digits = ls_explorer_format_n_schedules (explorer);

  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 0);
  g_assert_cmpstr (digits, ==, "11739017226");

  ls_explorer_set_invariant (counting, counted_all, GINT_TO_POINTER (3), NULL);
  g_assert_cmpint (ls_explorer_run (counting, NULL), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_findings (counting), ==, 0);

  ls_explorer_set_invariant (corner, never_not_equal, NULL, NULL);
  ls_explorer_run (corner, NULL);
  g_assert_true (ls_explorer_has_finding (corner, LS_FINDING_INVARIANT));

  /* Nobody overtakes an agent twice where each wants the lock once. Where one wants it three times, others do. */
  g_assert_false (reached_corner (&two, 1));
  g_assert_true (reached_corner (&greedy, 1));
}

/* Forgetting by a lock does not change the count: compares with every schedule, one by one. */
static void
test_forgetting (void)
{
  const Program program = { 2, { { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_UNLOCK }, { DO_LOAD, 0, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) reduced = explore (&program, &options);
  g_autoptr (LsExplorer) schedules = NULL;

  options.mode = LS_EXPLORE_SCHEDULES;
  schedules = explore (&program, &options);
  g_assert_cmpfloat (ls_explorer_get_n_schedules (reduced), ==, ls_explorer_get_n_schedules (schedules));
  g_assert_cmpuint (ls_explorer_get_n_runs (reduced), <, ls_explorer_get_n_runs (schedules));
}

/* The fair lock: no agent barges in, and no wake-up is lost. */
static void
test_fair (void)
{
  const Program program = { 3, { { { DO_FAIR_LOCK }, { DO_COUNT, 1, 0 }, { DO_FAIR_UNLOCK } }, { { DO_FAIR_LOCK }, { DO_COUNT, 1, 0 }, { DO_FAIR_UNLOCK } },
                                 { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) explorer = NULL;

  options.max_overtaking = 1;
  explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
  ls_explorer_set_invariant (explorer, counted_all, GINT_TO_POINTER (2), NULL);
  ls_explorer_run (explorer, NULL);
  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 0);
  /* The agent that wants the lock and the one that unlocks it may go round and round, if the schedule holds each up at the wrong
   * moment every time. */
  g_assert_true (ls_explorer_is_endless (explorer));
}

static void
test_findings (void)
{
  const Program deadlock = { 1, { { { DO_WAIT, 0, 0 } } }, 0 };
  /* The notification may come first. */
  const Program lost = { 2, { { { DO_WAIT, 1, 0 } }, { { DO_NOTIFY, 1, 0 } } }, 0 };
  const Program found_in_time = { 2, { { { DO_WAIT, 1, 0 } }, { { DO_STORE, 1, 1 }, { DO_NOTIFY, 1, 0 } } }, 0 };
  /* The agent notifies before it unlocks. */
  const Program broken = { 2, { { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_STORE, 0, 0 } }, { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  const Program spins = { 1, { { { DO_SPIN, 1, 0 } } }, 0 };
  const Program spins_pausing = { 1, { { { DO_SPIN_PAUSING, 1, 0 } } }, 0 };
  const Program spins_a_while = { 2, { { { DO_SPIN, 1, 0 } }, { { DO_STORE, 1, 1 } } }, 0 };
  /* Both have done nothing new for a while, but the second one has not come to its end. */
  const Program spins_longer = { 2, { { { DO_SPIN, 1, 0 } }, { { DO_LOAD, 0, 0 }, { DO_LOAD, 0, 0 }, { DO_LOAD, 0, 0 }, { DO_LOAD, 0, 0 },
                                                            { DO_LOAD, 0, 0 }, { DO_STORE, 1, 1 } } }, 0 };
  const Program unresolved = { 1, { { { DO_WAIT_ASYNC, 1, 0 } } }, 1 };
  const Program times_out = { 2, { { { DO_WAIT_A_MOMENT, 1, 0 } }, { { DO_NOTIFY, 1, 0 } } }, 0 };
  const Program execute = { 2, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_EXECUTE }, { DO_EXECUTE } } }, 1 };
  const Program throws = { 2, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_EXECUTE_THROWING } } }, 1 };
  const Program unlocks_early = { 2, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_EXECUTE_ASYNC } } }, 1 };

  assert_found (&deadlock, "deadlock ");
  assert_found (&lost, "deadlock lost-wake-up ");
  assert_found (&found_in_time, "");
  assert_found (&broken, "deadlock lost-wake-up ");
  assert_found (&spins, "spins ");
  assert_found (&spins_pausing, "spins ");
  assert_found (&spins_a_while, "");
  assert_found (&spins_longer, "");
  assert_found (&unresolved, "never-resolved ");
  assert_found (&times_out, "");
  assert_found (&execute, "");
  assert_found (&throws, "deadlock lock-left-held ");
  assert_found (&unlocks_early, "early-unlock ");
}

/* Programs of all kinds: neither the findings nor the number of schedules depend on the reduction. */
static void
test_reduction (void)
{
  guint n_with_findings = 0;

  for (guint i = 0; i < 200; i++)
    {
      Program program;
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      g_autoptr (LsExplorer) reduced = NULL, schedules = NULL, full = NULL;
      g_autofree char *found = NULL, *found_in_schedules = NULL, *found_in_full = NULL;

      make_random_program (&program);
      options.max_overtaking = 1;
      reduced = explore (&program, &options);
      options.mode = LS_EXPLORE_SCHEDULES;
      schedules = explore (&program, &options);
      options.mode = LS_EXPLORE_FULL;
      full = explore (&program, &options);
      found = describe (reduced);
      found_in_schedules = describe (schedules);
      found_in_full = describe (full);
      g_assert_cmpstr (found, ==, found_in_schedules);
      g_assert_cmpstr (found, ==, found_in_full);
      g_assert_cmpfloat (ls_explorer_get_n_schedules (reduced), ==, ls_explorer_get_n_schedules (schedules));
      /* The shortest schedules are as short as any other. */
      for (guint j = 0; j < ls_explorer_get_n_findings (reduced); j++)
        {
          gsize a, b;

          ls_explorer_get_schedule (reduced, j, &a);
          ls_explorer_get_schedule (schedules, j, &b);
          g_assert_cmpuint (a, ==, b);
        }
      assert_about_agents (reduced);
      n_with_findings += ls_explorer_get_n_findings (reduced) > 0;
    }
  g_assert_cmpuint (n_with_findings, >, 20);
  g_assert_cmpuint (n_with_findings, <, 200);
}

/* What an agent learns from the clock between two operations is part of its state: the explorer tells an agent that looked before
 * another one let time pass from one that looked afterwards. */
static void
test_clock (void)
{
  const Program program = { 2, { { { DO_ADD, 0, 1 }, { DO_WORK }, { DO_ADD, 0, 1 }, { DO_ADD, 0, 1 } },
                                 { { DO_LOAD, 1, 0 }, { DO_LOAD_AND_TELL, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) reduced = explore (&program, &options);
  g_autoptr (LsExplorer) schedules = NULL;

  options.mode = LS_EXPLORE_SCHEDULES;
  schedules = explore (&program, &options);
  g_assert_cmpfloat (ls_explorer_get_n_schedules (reduced), ==, ls_explorer_get_n_schedules (schedules));
}

static gboolean
never_becomes (LsAgentCluster  *cluster,
               gpointer         user_data,
               GError         **error)
{
  const gint32 *cells = (const gint32 *) (gconstpointer) ls_shared_memory_get_bytes (ls_agent_cluster_get_memory (cluster, 0));

  return cells[1] != GPOINTER_TO_INT (user_data);
}

/* What others posted to an agent before its operation is part of its state: the tasks that it queues itself come after those. */
static void
test_posts (void)
{
  const Program program = { 2, { { { DO_TASK, 1, 1 } }, { { DO_POST, 1, 2 } } }, 0 };
  static const gint orders[] = { 4 * 1 + 2, 4 * 2 + 1 };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, NULL);

      ls_explorer_set_invariant (explorer, never_becomes, GINT_TO_POINTER (orders[i]), NULL);
      ls_explorer_run (explorer, NULL);
      g_assert_true (ls_explorer_has_finding (explorer, LS_FINDING_INVARIANT));
    }
}

/* Bounds: no schedule without a preemption loses the count; one with a preemption does. */
static void
test_preemptions (void)
{
  const Program program = { 2, { { { DO_COUNT, 1, 0 } }, { { DO_COUNT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  options.bounds_preemptions = TRUE;
  for (guint bound = 0; bound < 3; bound++)
    {
      g_autoptr (LsExplorer) explorer = NULL;

      options.max_preemptions = bound;
      explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
      ls_explorer_set_invariant (explorer, counted_all, GINT_TO_POINTER (2), NULL);
      ls_explorer_run (explorer, NULL);
      g_assert_cmpint (ls_explorer_has_finding (explorer, LS_FINDING_INVARIANT), ==, bound > 0);
      /* a b, b a; a1 b1 b2 a2 and the other; all six */
      g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, bound == 0 ? 2 : bound == 1 ? 4 : 6);
    }
}

static void
test_random (void)
{
  const Program program = { 2, { { { DO_COUNT, 1, 0 } }, { { DO_COUNT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  guint64 n_steps = 0;

  options.mode = LS_EXPLORE_RANDOM;
  options.n_runs = 50;
  options.seed = 7;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);

      ls_explorer_set_invariant (explorer, counted_all, GINT_TO_POINTER (2), NULL);
      g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 50);
      g_assert_true (ls_explorer_has_finding (explorer, LS_FINDING_INVARIANT));
      /* The same seed, the same schedules */
      g_assert_true (n_steps == 0 || n_steps == ls_explorer_get_n_steps (explorer));
      n_steps = ls_explorer_get_n_steps (explorer);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explorer/zeroed-options", test_zeroed_options);
  g_test_add_func ("/explorer/count", test_count);
  g_test_add_func ("/explorer/invariant", test_invariant);
  g_test_add_func ("/explorer/invariant-data", test_invariant_data);
  g_test_add_func ("/explorer/article", test_article);
  g_test_add_func ("/explorer/forgetting", test_forgetting);
  g_test_add_func ("/explorer/fair", test_fair);
  g_test_add_func ("/explorer/findings", test_findings);
  g_test_add_func ("/explorer/reduction", test_reduction);
  g_test_add_func ("/explorer/clock", test_clock);
  g_test_add_func ("/explorer/posts", test_posts);
  g_test_add_func ("/explorer/preemptions", test_preemptions);
  g_test_add_func ("/explorer/random", test_random);
  return g_test_run ();
}
