/* test-explorer.c: every interleaving that matters, and what is found among them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-async-lock.h"
#include "ls-explorer.h"
#include "ls-fair-lock.h"
#include "ls-promise.h"

#define MAX_AGENTS 4
#define MAX_STEPS 8

/* What an agent does, as a list */
typedef enum
{
  DO_END = 0,
  DO_LOAD,
  DO_STORE,
  DO_ADD,
  DO_CAS,
  DO_WAIT,
  DO_WAIT_A_MOMENT,
  DO_WAIT_ASYNC,
  DO_NOTIFY,
  DO_NOTIFY_ALL,
  DO_LOCK,
  DO_UNLOCK,
  DO_FAIR_LOCK,
  DO_FAIR_UNLOCK,
  DO_COUNT,         /* loads and stores: not atomic */
  DO_SPIN,          /* until the cell is not 0 */
  DO_FOR_EVER,      /* adds */
  DO_EXECUTE,
  DO_EXECUTE_THROWING,
  DO_EXECUTE_ASYNC
} Act;

typedef struct
{
  guint8 act;
  guint8 cell;
  gint8  value;
} Step;

typedef struct
{
  guint n_agents;
  Step  steps[MAX_AGENTS][MAX_STEPS];
  guint n_async;            /* agents that cannot block are the last of them */
} Program;

/* A program while it runs */
typedef struct
{
  const Program  *program;
  LsSharedMemory *memory;
  LsTypedArray    cells;
  LsAsyncLock    *lock;
  LsFairLock     *fair;
  gint            ref_count;
} Run;

static void
run_unref (gpointer data)
{
  Run *run = data;

  if (--run->ref_count > 0)
    return;
  ls_async_lock_unref (run->lock);
  ls_fair_lock_unref (run->fair);
  ls_shared_memory_unref (run->memory);
  g_free (run);
}

static LsCompletion
locked_callback (const LsValue *argument,
                 LsValue       *result,
                 gpointer       user_data)
{
  const guint act = GPOINTER_TO_UINT (user_data);

  if (act == DO_EXECUTE_THROWING)
    {
      ls_value_take_exception (result, ls_exception_new ("Error", "boom"));
      return LS_COMPLETION_THROW;
    }
  if (act == DO_EXECUTE_ASYNC)
    {
      g_autoptr (LsPromise) promise = ls_promise_new (ls_agent_get_loop (ls_agent_get_current ()));

      ls_value_set_promise (result, promise);
    }
  return LS_COMPLETION_NORMAL;
}

static gboolean
do_step (Run         *run,
         LsAgent     *agent,
         const Step  *step,
         GError     **error)
{
  const LsTypedArray *cells = &run->cells;
  LsPromise *promise = NULL;
  gint64 old;

  switch ((Act) step->act)
    {
    case DO_LOAD:
      ls_atomics_load (cells, step->cell, error);
      break;
    case DO_STORE:
      ls_atomics_store (cells, step->cell, step->value, error);
      break;
    case DO_ADD:
      ls_atomics_add (cells, step->cell, step->value, error);
      break;
    case DO_CAS:
      /* What it does next depends on what it saw. */
      if (ls_atomics_compare_exchange (cells, step->cell, 0, step->value, error) != 0)
        ls_atomics_notify (cells, step->cell, 1, *error == NULL ? error : NULL);
      break;
    case DO_WAIT:
      ls_atomics_wait (cells, step->cell, step->value, INFINITY, NULL, error);
      break;
    case DO_WAIT_A_MOMENT:
      if (ls_atomics_wait (cells, step->cell, step->value, 1, NULL, error) == LS_WAIT_TIMED_OUT)
        ls_atomics_add (cells, step->cell, 1, error);
      break;
    case DO_WAIT_ASYNC:
      ls_atomics_wait_async (cells, step->cell, step->value, INFINITY, &promise, error);
      break;
    case DO_NOTIFY:
    case DO_NOTIFY_ALL:
      ls_atomics_notify (cells, step->cell, step->act == DO_NOTIFY ? 1 : LS_NOTIFY_ALL, error);
      break;
    case DO_LOCK:
      ls_async_lock_lock (run->lock, error);
      break;
    case DO_UNLOCK:
      ls_async_lock_unlock (run->lock, error);
      break;
    case DO_FAIR_LOCK:
      ls_fair_lock_lock (run->fair, error);
      break;
    case DO_FAIR_UNLOCK:
      ls_fair_lock_unlock (run->fair, error);
      break;
    case DO_COUNT:
      old = ls_atomics_load (cells, step->cell, error);
      if (*error == NULL)
        ls_atomics_store (cells, step->cell, old + 1, error);
      break;
    case DO_SPIN:
      while (*error == NULL && ls_atomics_load (cells, step->cell, error) == 0)
        ;
      break;
    case DO_FOR_EVER:
      while (*error == NULL)
        ls_atomics_add (cells, step->cell, 1, error);
      break;
    case DO_EXECUTE:
    case DO_EXECUTE_THROWING:
    case DO_EXECUTE_ASYNC:
      promise = ls_async_lock_execute_locked (run->lock, locked_callback, GUINT_TO_POINTER (step->act), NULL);
      break;
    case DO_END:
    default:
      g_assert_not_reached ();
    }
  g_clear_pointer (&promise, ls_promise_unref);
  return *error == NULL;
}

static void
run_agent (LsAgent  *agent,
           gpointer  data)
{
  Run *run = data;
  const Step *step = run->program->steps[ls_agent_get_id (agent) - 1];
  g_autoptr (GError) error = NULL;

  for (; step->act != DO_END; step++)
    if (!do_step (run, agent, step, &error))
      return;
}

static LsAgentCluster *
make_cluster (gpointer data)
{
  const Program *program = data;
  LsAgentCluster *cluster = ls_agent_cluster_new (NULL);
  Run *run = g_new0 (Run, 1);

  run->program = program;
  run->ref_count = program->n_agents;
  run->memory = ls_agent_cluster_create_memory (cluster, 16, "m", NULL);
  ls_typed_array_init (&run->cells, run->memory, LS_ELEMENT_INT32, 0, 4, NULL);
  run->lock = ls_async_lock_new (run->memory, 0, NULL);
  run->fair = ls_fair_lock_new (run->memory, 0, NULL);
  for (guint i = 0; i < program->n_agents; i++)
    ls_agent_cluster_add_agent (cluster, NULL, i < program->n_agents - program->n_async ? LS_AGENT_CAN_BLOCK : LS_AGENT_NONE, run_agent,
                                run, run_unref);
  return cluster;
}

static LsExplorer *
explore (const Program          *program,
         const LsExploreOptions *options)
{
  LsExplorer *explorer = ls_explorer_new (make_cluster, (gpointer) program, NULL, options);

  ls_explorer_run (explorer, NULL);
  return explorer;
}

static gboolean
waits_for_ever (LsExplorer    *explorer,
                const guint32 *schedule,
                gsize          length,
                guint32        agent)
{
  g_autoptr (LsAgentCluster) cluster = NULL;

  ls_explorer_replay (explorer, schedule, length, &cluster);
  for (guint i = 0; i < ls_agent_cluster_get_n_agents (cluster); i++)
    if (ls_agent_get_id (ls_agent_cluster_get_agent (cluster, i)) == agent)
      return ls_agent_get_state (ls_agent_cluster_get_agent (cluster, i)) == LS_AGENT_STATE_WAITING;
  return FALSE;
}

/* What a finding says of an agent is so under its schedule. */
static void
assert_about_agents (LsExplorer *explorer)
{
  for (guint i = 0; i < ls_explorer_get_n_findings (explorer); i++)
    {
      LsFinding finding;
      guint32 agent;
      gsize length;
      const guint32 *schedule = ls_explorer_get_schedule (explorer, i, &length);

      ls_explorer_get_finding (explorer, i, &finding, &agent, NULL);
      if (finding == LS_FINDING_OVERTAKING)
        g_assert_cmpuint (agent, ==, schedule[length - 1]);
      if (finding == LS_FINDING_DEADLOCK)
        g_assert_true (waits_for_ever (explorer, schedule, length, agent));
    }
}

static void
assert_same_findings (LsExplorer *a,
                      LsExplorer *b)
{
  g_assert_cmpuint (ls_explorer_get_n_findings (a), ==, ls_explorer_get_n_findings (b));
  for (guint i = 0; i < ls_explorer_get_n_findings (a); i++)
    {
      gsize length_a, length_b;
      const guint32 *schedule_a = ls_explorer_get_schedule (a, i, &length_a);
      const guint32 *schedule_b = ls_explorer_get_schedule (b, i, &length_b);
      guint32 agent_a, agent_b;

      ls_explorer_get_finding (a, i, NULL, &agent_a, NULL);
      ls_explorer_get_finding (b, i, NULL, &agent_b, NULL);
      g_assert_cmpuint (agent_a, ==, agent_b);
      g_assert_cmpmem (schedule_a, length_a * sizeof *schedule_a, schedule_b, length_b * sizeof *schedule_b);
    }
}

/* The findings, one after another */
static char *
describe (LsExplorer *explorer)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (ls_explorer_has_finding (explorer, i))
      g_string_append_printf (text, "%s ", ls_finding_to_string (i));
  return g_string_free (text, FALSE);
}

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
  /* Independent: a grid of 3 × 3 states, and those before the agents have started */
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, 9 + 2);
  g_assert_cmpfloat (ls_explorer_get_n_schedules (other), ==, 90);
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

/* The shortest schedule: it shows what was found, and none of one step less does. */
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

/* Has an agent that was woken gone back to waiting, so often in a row? */
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

/* Has it come to comparing again, after the lock was unlocked before it waited? Told as an invariant that does not hold. */
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

/* The article's lock, three agents, twice each: all of it, and quickly. */
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

  /* Nobody comes in between twice who wants it once; who wants it three times does. */
  g_assert_false (reached_corner (&two, 1));
  g_assert_true (reached_corner (&greedy, 1));
}

/* What a lock forgets makes no difference to the count: every schedule, one by one. */
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

/* The fair lock: never barging, nothing lost. */
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
  /* Who wants it and who unlocks it may go round and round, if each is held up at the wrong moment every time. */
  g_assert_true (ls_explorer_is_endless (explorer));
}

static void
test_findings (void)
{
  const Program deadlock = { 1, { { { DO_WAIT, 0, 0 } } }, 0 };
  /* The notification may come first. */
  const Program lost = { 2, { { { DO_WAIT, 1, 0 } }, { { DO_NOTIFY, 1, 0 } } }, 0 };
  const Program found_in_time = { 2, { { { DO_WAIT, 1, 0 } }, { { DO_STORE, 1, 1 }, { DO_NOTIFY, 1, 0 } } }, 0 };
  /* It notifies before it unlocks. */
  const Program broken = { 2, { { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_STORE, 0, 0 } }, { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  const Program spins = { 1, { { { DO_SPIN, 1, 0 } } }, 0 };
  const Program spins_a_while = { 2, { { { DO_SPIN, 1, 0 } }, { { DO_STORE, 1, 1 } } }, 0 };
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
  assert_found (&spins_a_while, "");
  assert_found (&unresolved, "never-resolved ");
  assert_found (&times_out, "");
  assert_found (&execute, "");
  assert_found (&throws, "deadlock lock-left-held ");
  assert_found (&unlocks_early, "early-unlock ");
}

/* Programs of all kinds: what is found does not depend on the reduction, nor does the number of schedules. */
static void
make_random_program (Program *program)
{
  static const guint8 acts[] = { DO_LOAD, DO_STORE, DO_ADD, DO_CAS, DO_WAIT, DO_WAIT, DO_WAIT_A_MOMENT, DO_WAIT_ASYNC, DO_NOTIFY,
                                 DO_NOTIFY_ALL, DO_COUNT };
  const gboolean is_wide = g_test_rand_int_range (0, 6) == 0;

  *program = (Program) { .n_agents = is_wide ? 3 : 2 };
  for (guint i = 0; i < program->n_agents; i++)
    for (guint j = 0, n = g_test_rand_int_range (1, is_wide ? 2 : 4); j < n; j++)
      program->steps[i][j] = (Step) { acts[g_test_rand_int_range (0, G_N_ELEMENTS (acts))], g_test_rand_int_range (0, 2),
                                      g_test_rand_int_range (0, 2) };
}

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
      /* The shortest schedules are as short as any. */
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

/* Bounds: no schedule without a preemption loses the count; one with one does. */
static void
test_preemptions (void)
{
  const Program program = { 2, { { { DO_COUNT, 1, 0 } }, { { DO_COUNT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  for (int bound = 0; bound < 3; bound++)
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

/* In pieces, through checkpoints: the same as at once. */
static void
test_checkpoint (void)
{
  const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_STORE, 0, 0 } },
                                 { { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&program, &options);
  g_autoptr (GBytes) checkpoint = NULL, cut = NULL;
  g_autofree char *expected = describe (whole), *found = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsExplorer) other = NULL;
  guint n_pieces = 0;

  for (;;)
    {
      g_autoptr (LsExplorer) explorer = NULL;

      options.max_states = (++n_pieces) * 40;
      explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
      if (checkpoint != NULL)
        g_assert_true (ls_explorer_load (explorer, checkpoint, &error));
      g_clear_pointer (&checkpoint, g_bytes_unref);
      if (ls_explorer_run (explorer, NULL) == LS_EXPLORE_COMPLETE)
        {
          found = describe (explorer);
          g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, ls_explorer_get_n_schedules (whole));
          g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (whole));
          g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (whole));
          g_assert_cmpuint (ls_explorer_get_n_steps (explorer), ==, ls_explorer_get_n_steps (whole));
          assert_same_findings (explorer, whole);
          break;
        }
      g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_BUDGET);
      checkpoint = ls_explorer_save (explorer);
    }
  g_assert_cmpuint (n_pieces, >, 3);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpstr (found, ==, "deadlock lost-wake-up ");

  /* What is no checkpoint: every byte wrong once, and cut off */
  options.max_states = 60;
  other = explore (&program, &options);
  checkpoint = ls_explorer_save (other);
  for (gsize i = 0; i < g_bytes_get_size (checkpoint); i += 7)
    {
      gsize length;
      g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (checkpoint, &length), g_bytes_get_size (checkpoint));
      g_autoptr (GBytes) wrong = NULL;
      g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);

      bytes[i] ^= 1 << i % 8;
      wrong = g_bytes_new (bytes, i % 2 == 0 ? length : i);
      if (ls_explorer_load (explorer, wrong, NULL))
        ls_explorer_run (explorer, NULL);
    }
}

static void
test_cancel_and_stop (void)
{
  const Program lost = { 2, { { { DO_WAIT, 1, 0 } }, { { DO_NOTIFY, 1, 0 } } }, 0 };
  const Program deadlocks = { 2, { { { DO_WAIT, 1, 0 }, { DO_LOAD, 0, 0 } }, { { DO_WAIT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &lost, NULL, &options);
  g_autoptr (LsExplorer) whole = NULL;
  g_autoptr (LsExplorer) other = NULL;

  g_cancellable_cancel (cancellable);
  whole = explore (&lost, &options);
  /* Each call ends in the middle of a run, which is done again. */
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (ls_explorer_run (explorer, cancellable), ==, LS_EXPLORE_CANCELLED);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
    }
  g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (whole));
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (whole));
  g_assert_cmpfloat (ls_explorer_get_n_schedules (explorer), ==, ls_explorer_get_n_schedules (whole));
  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, ls_explorer_get_n_findings (whole));

  options.stop_at_first = TRUE;
  other = explore (&deadlocks, &options);
  g_assert_cmpint (ls_explorer_get_status (other), ==, LS_EXPLORE_FOUND);
}

/* A time that does not suffice for one run is over in the middle of it, and the run is done again. */
static void
test_time (void)
{
  const Program endless = { 1, { { { DO_FOR_EVER, 1, 0 } } }, 0 };
  const Program deadlocks = { 2, { { { DO_WAIT, 1, 0 }, { DO_LOAD, 0, 0 } }, { { DO_WAIT, 1, 0 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&deadlocks, NULL);
  g_autofree char *expected = describe (whole), *found = NULL;
  g_autoptr (LsExplorer) last = ls_explorer_new (make_cluster, (gpointer) &deadlocks, NULL, NULL);
  g_autoptr (GBytes) checkpoint = NULL;

  options.max_time = 1;
  options.max_steps = G_MAXUINT64;
  for (options.mode = LS_EXPLORE_EXHAUSTIVE; options.mode <= LS_EXPLORE_RANDOM; options.mode++)
    {
      g_autoptr (LsExplorer) explorer = explore (&endless, &options);

      g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_BUDGET);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
      g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 0);
    }

  options = (LsExploreOptions) LS_EXPLORE_OPTIONS_INIT;
  options.max_time = 1;
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &deadlocks, NULL, &options);

      if (checkpoint != NULL)
        g_assert_true (ls_explorer_load (explorer, checkpoint, NULL));
      g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_BUDGET);
      g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, 0);
      g_clear_pointer (&checkpoint, g_bytes_unref);
      checkpoint = ls_explorer_save (explorer);
    }
  g_assert_true (ls_explorer_load (last, checkpoint, NULL));
  g_assert_cmpint (ls_explorer_run (last, NULL), ==, LS_EXPLORE_COMPLETE);
  found = describe (last);
  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (ls_explorer_get_n_runs (last), ==, ls_explorer_get_n_runs (whole));
  g_assert_cmpuint (ls_explorer_get_n_steps (last), ==, ls_explorer_get_n_steps (whole));
  assert_same_findings (last, whole);
  g_assert_cmpuint (ls_explorer_get_n_states (last), ==, ls_explorer_get_n_states (whole));
  g_assert_cmpfloat (ls_explorer_get_n_schedules (last), ==, ls_explorer_get_n_schedules (whole));
}

typedef struct
{
  GCancellable *cancellable;
  guint         n_left;
} Countdown;

static gboolean
count_down (LsAgentCluster  *cluster,
            gpointer         user_data,
            GError         **error)
{
  Countdown *self = user_data;

  if (self->n_left > 0 && --self->n_left == 0)
    g_cancellable_cancel (self->cancellable);
  return TRUE;
}

/* However often it is cut, and wherever: what comes out is the same. */
static void
test_cut (void)
{
  const Program program = { 3, { { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } },
                                 { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } },
                                 { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Countdown countdown = { cancellable, 0 };
  g_autoptr (LsExplorer) explorer = NULL, whole = NULL;
  guint n_cuts = 0;

  options.max_overtaking = 1;
  explorer = ls_explorer_new (make_cluster, (gpointer) &program, NULL, &options);
  whole = explore (&program, &options);
  ls_explorer_set_invariant (explorer, count_down, &countdown, NULL);
  do
    {
      g_cancellable_reset (cancellable);
      countdown.n_left = 20 + 997 * n_cuts++;
    }
  while (ls_explorer_run (explorer, cancellable) != LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (n_cuts, >, 10);
  g_assert_cmpuint (ls_explorer_get_n_runs (explorer), ==, ls_explorer_get_n_runs (whole));
  g_assert_cmpuint (ls_explorer_get_n_steps (explorer), ==, ls_explorer_get_n_steps (whole));
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (whole));
  assert_same_findings (explorer, whole);
  g_assert_true (ls_explorer_has_finding (whole, LS_FINDING_OVERTAKING));
  assert_about_agents (whole);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explorer/count", test_count);
  g_test_add_func ("/explorer/invariant", test_invariant);
  g_test_add_func ("/explorer/article", test_article);
  g_test_add_func ("/explorer/forgetting", test_forgetting);
  g_test_add_func ("/explorer/fair", test_fair);
  g_test_add_func ("/explorer/findings", test_findings);
  g_test_add_func ("/explorer/reduction", test_reduction);
  g_test_add_func ("/explorer/preemptions", test_preemptions);
  g_test_add_func ("/explorer/random", test_random);
  g_test_add_func ("/explorer/checkpoint", test_checkpoint);
  g_test_add_func ("/explorer/cancel-and-stop", test_cancel_and_stop);
  g_test_add_func ("/explorer/time", test_time);
  g_test_add_func ("/explorer/cut", test_cut);
  return g_test_run ();
}
