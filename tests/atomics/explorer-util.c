/* explorer-util.c: programs of agents for the explorer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explorer-util.h"

#include <math.h>

#include "ls-async-lock.h"
#include "ls-fair-lock.h"
#include "ls-promise.h"

const Program locks = {
  3,
  { { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } },
    { { DO_LOCK }, { DO_NOTIFY, 0, 0 }, { DO_COUNT, 1, 0 }, { DO_STORE, 0, 0 } },
    { { DO_LOCK }, { DO_COUNT, 1, 0 }, { DO_UNLOCK } } },
  0
};

/* A running program */
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

typedef struct
{
  LsAgent *agent;
  Run     *run;
  Step     step;
} Task;

static Task *
task_new (LsAgent    *agent,
          Run        *run,
          const Step *step)
{
  Task *task = g_new (Task, 1);

  *task = (Task) { agent, run, *step };
  return task;
}

/* Appends the value to the cell: one digit of base 4 after the other. */
static LsCompletion
append_value (const LsValue *argument,
              LsValue       *result,
              gpointer       data)
{
  const Task *task = data;
  const gint64 old = ls_atomics_load (&task->run->cells, task->step.cell, NULL);

  ls_atomics_store (&task->run->cells, task->step.cell, 4 * old + task->step.value, NULL);
  return LS_COMPLETION_NORMAL;
}

static void
append_posted_value (gpointer data)
{
  append_value (NULL, NULL, data);
}

static LsCompletion
load_and_post (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  const Task *task = data;

  ls_atomics_load (&task->run->cells, task->step.cell, NULL);
  ls_event_loop_post (ls_agent_get_loop (task->agent), LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, append_value,
                      task_new (task->agent, task->run, &task->step), g_free);
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
  gboolean is_late;
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
      /* The next operation depends on the value that the agent saw. */
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
    case DO_SPIN_PAUSING:
      while (*error == NULL && ls_atomics_load (cells, step->cell, error) == 0 && *error == NULL)
        ls_atomics_pause (error);
      break;
    case DO_FOR_EVER:
      while (*error == NULL)
        ls_atomics_add (cells, step->cell, 1, error);
      break;
    case DO_WORK:
      ls_event_loop_work (ls_agent_get_loop (agent), 1000);
      break;
    case DO_TASK:
      ls_event_loop_post (ls_agent_get_loop (agent), LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, load_and_post,
                          task_new (agent, run, step), g_free);
      break;
    case DO_POST:
      ls_agent_post (ls_agent_cluster_get_agent (ls_agent_get_cluster (agent), 0), LS_QUEUE_TYPE_DEFAULT, append_posted_value,
                     task_new (agent, run, step), g_free, error);
      break;
    case DO_LOAD_AND_TELL:
      is_late = ls_event_loop_get_time (ls_agent_get_loop (agent)) > 0;
      ls_atomics_load (cells, step->cell, error);
      if (is_late && *error == NULL)
        ls_atomics_store (cells, step->cell, 1, error);
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

LsAgentCluster *
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

LsExplorer *
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

/* Replays a finding: its agent is at fault under its schedule. */
void
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

/* Returns the findings, one after another. */
char *
describe (LsExplorer *explorer)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < LS_N_FINDINGS; i++)
    if (ls_explorer_has_finding (explorer, i))
      g_string_append_printf (text, "%s ", ls_finding_to_string (i));
  return g_string_free (text, FALSE);
}

/* Both have the same findings, with the same schedules. */
void
assert_same_findings (LsExplorer *a,
                      LsExplorer *b)
{
  g_assert_cmpuint (ls_explorer_get_n_findings (a), ==, ls_explorer_get_n_findings (b));
  for (guint i = 0; i < ls_explorer_get_n_findings (a); i++)
    {
      gsize length_a, length_b;
      const guint32 *schedule_a = ls_explorer_get_schedule (a, i, &length_a);
      const guint32 *schedule_b = ls_explorer_get_schedule (b, i, &length_b);
      const char *message_a, *message_b;
      LsFinding finding_a, finding_b;
      guint32 agent_a, agent_b;

      ls_explorer_get_finding (a, i, &finding_a, &agent_a, &message_a);
      ls_explorer_get_finding (b, i, &finding_b, &agent_b, &message_b);
      g_assert_cmpint (finding_a, ==, finding_b);
      g_assert_cmpuint (agent_a, ==, agent_b);
      g_assert_cmpstr (message_a, ==, message_b);
      g_assert_cmpmem (schedule_a, length_a * sizeof *schedule_a, schedule_b, length_b * sizeof *schedule_b);
    }
}

/* Asserts that an explorer, which did not explore all by itself, has explored it all, and has come to what one alone comes to. */
void
assert_same_exploration (LsExplorer *explorer,
                         LsExplorer *alone)
{
  g_autofree char *a = ls_explorer_format_n_schedules (explorer), *b = ls_explorer_format_n_schedules (alone);

  g_assert_cmpint (ls_explorer_get_status (explorer), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_states (explorer), ==, ls_explorer_get_n_states (alone));
  g_assert_cmpint (ls_explorer_is_endless (explorer), ==, ls_explorer_is_endless (alone));
  g_assert_cmpstr (a, ==, b);
  assert_same_findings (explorer, alone);
}

/* A program of any kind. */
void
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
