/* test-locks.c: locks in shared memory, on threads and in a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-agent-cluster.h"
#include "ls-atomics.h"
#include "ls-async-lock.h"
#include "ls-fair-lock.h"
#include "ls-waiter-table-private.h"

#define N_THREADS 8

typedef struct
{
  LsSharedMemory *memory;
  LsAsyncLock    *async;
  LsFairLock     *fair;
  gboolean        is_fair;
  guint           n_rounds;
  guint64         counter;      /* the data that the lock guards */
  LsAgentCluster *cluster;
  GString        *log;
  const guint    *script;
  guint           at;
  LsPromise      *result;       /* of the callback */
  gboolean        throws;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->is_fair = GPOINTER_TO_INT (data);
  f->cluster = ls_agent_cluster_new (NULL);
  f->memory = ls_agent_cluster_create_memory (f->cluster, 8, "lock", NULL);
  f->async = ls_async_lock_new (f->memory, 0, NULL);
  f->fair = ls_fair_lock_new (f->memory, 0, NULL);
  f->n_rounds = g_test_slow () ? 1000000 : 2000;
  f->log = g_string_new (NULL);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_object_unref (f->cluster);
  ls_async_lock_unref (f->async);
  ls_fair_lock_unref (f->fair);
  ls_shared_memory_unref (f->memory);
  g_string_free (f->log, TRUE);
}

static gboolean
lock (Fixture  *f,
      GError  **error)
{
  return f->is_fair ? ls_fair_lock_lock (f->fair, error) : ls_async_lock_lock (f->async, error);
}

static gboolean
unlock (Fixture  *f,
        GError  **error)
{
  return f->is_fair ? ls_fair_lock_unlock (f->fair, error) : ls_async_lock_unlock (f->async, error);
}

static gpointer
count (gpointer data)
{
  Fixture *f = data;

  for (guint i = 0; i < f->n_rounds; i++)
    {
      lock (f, NULL);
      f->counter++;
      unlock (f, NULL);
    }
  return NULL;
}

static void
test_threads (Fixture       *f,
              gconstpointer  data)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("test", count, f);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpuint (f->counter, ==, (guint64) N_THREADS * f->n_rounds);
  g_assert_cmpuint (ls_shared_memory_get_bytes (f->memory)[0], ==, 0);
  g_assert_cmpuint (ls_waiter_table_count (ls_waiter_table_get_shared ()), ==, 0);
}

static void
test_not_owned (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (unlock (f, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_NOT_OWNED);
  g_clear_error (&error);
  g_assert_true (lock (f, &error));
  g_assert_true (unlock (f, &error));
  g_assert_false (unlock (f, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_NOT_OWNED);
  g_clear_error (&error);
  g_assert_null (ls_async_lock_new (f->memory, 2, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_null (ls_fair_lock_new (f->memory, 2, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
}

/* In a model */

static guint
decide_by_script (LsAgentCluster      *cluster,
                  const LsChoicePoint *choices,
                  guint                n_choices,
                  gpointer             user_data)
{
  Fixture *f = user_data;

  for (guint i = 0; i < n_choices && f->script[f->at] != 0; i++)
    if (ls_agent_get_id (choices[i].agent) == f->script[f->at])
      {
        f->at++;
        return i;
      }
  return f->script[f->at] == 0 ? 0 : LS_DECIDE_STOP;
}

static void
run_script (Fixture     *f,
            const guint *script)
{
  f->script = script;
  ls_agent_cluster_set_decider (f->cluster, decide_by_script, f, NULL);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpuint (script[f->at], ==, 0);
}

static void
add (Fixture     *f,
     const char  *name,
     LsAgentFunc  func)
{
  ls_agent_cluster_add_agent (f->cluster, name, g_str_equal (name, "main") ? LS_AGENT_NONE : LS_AGENT_CAN_BLOCK, func, f, NULL);
}

static void
use_lock (LsAgent  *agent,
          gpointer  data)
{
  Fixture *f = data;
  g_autoptr (GError) error = NULL;

  if (!lock (f, &error))
    {
      g_string_append_printf (f->log, "%s:%s ", ls_agent_get_name (agent),
                              error->code == LS_ATOMICS_ERROR_TYPE ? "TypeError" : "terminated");
      return;
    }
  g_string_append_printf (f->log, "%s:has ", ls_agent_get_name (agent));
  unlock (f, NULL);
}

/* The first corner case of the article: the lock is unlocked between the comparison and the wait, which is then "not-equal". */
static void
test_unlocked_between (Fixture       *f,
                       gconstpointer  data)
{
  /* start, start; 1 gets the lock; 2 does not; 1 unlocks and notifies; 2 does not wait; 2 gets it */
  const guint script[] = { 1, 2, 1, 2, 1, 1, 2, 2, 0 };
  LsOperation operation;

  add (f, "a", use_lock);
  add (f, "b", use_lock);
  f->script = script;
  ls_agent_cluster_set_decider (f->cluster, decide_by_script, f, NULL);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_RUNNING);
  /* Agent 2 has not waited, and tries again. */
  g_assert_true (ls_agent_peek_operation (ls_agent_cluster_get_agent (f->cluster, 1), &operation));
  g_assert_cmpint (operation.kind, ==, LS_OPERATION_COMPARE_EXCHANGE);
  g_assert_cmpuint (ls_agent_cluster_get_n_waiters (f->cluster), ==, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "a:has b:has ");
}

/* The second corner case: a third agent comes first, and the woken one waits again. */
static void
test_barging (Fixture       *f,
              gconstpointer  data)
{
  /* 1 gets the lock; 2 does not, and waits; 1 unlocks; 3 starts and gets it; 1 notifies 2, which goes on, does not get it and
   * waits */
  const guint script[] = { 1, 1, 2, 2, 2, 1, 3, 3, 1, 2, 2, 2, 3, 3, 0 };

  add (f, "a", use_lock);
  add (f, "b", use_lock);
  add (f, "c", use_lock);
  run_script (f, script);
  g_assert_cmpstr (f->log->str, ==, "a:has c:has b:has ");
}

/* The owner hands a fair lock over: the third agent has to wait. */
static void
test_no_barging (Fixture       *f,
                 gconstpointer  data)
{
  const guint script[] = { 1, 1, 2, 2, 2, 2, 1, 3, 3, 0 };

  add (f, "a", use_lock);
  add (f, "b", use_lock);
  add (f, "c", use_lock);
  run_script (f, script);
  g_assert_cmpstr (f->log->str, ==, "a:has b:has c:has ");
}

static void
test_type_error (Fixture       *f,
                 gconstpointer  data)
{
  const guint script[] = { 1, 1, 2, 2, 0 };

  add (f, "a", use_lock);
  add (f, "main", use_lock);
  run_script (f, script);
  g_assert_cmpstr (f->log->str, ==, "a:has main:TypeError ");
}

/* executeLocked() */

static LsCompletion
call_locked (const LsValue *argument,
             LsValue       *result,
             gpointer       user_data)
{
  Fixture *f = user_data;

  g_assert_cmpint (argument->type, ==, LS_VALUE_UNDEFINED);
  g_assert_cmpuint (ls_shared_memory_get_bytes (f->memory)[0], !=, 0);
  g_string_append_printf (f->log, "%s:called ", ls_agent_get_name (ls_agent_get_current ()));
  if (f->result != NULL)
    ls_value_set_promise (result, f->result);
  if (!f->throws)
    return LS_COMPLETION_NORMAL;
  ls_value_take_exception (result, ls_exception_new ("Error", "boom"));
  return LS_COMPLETION_THROW;
}

static void
execute (LsAgent  *agent,
         gpointer  data)
{
  Fixture *f = data;
  g_autoptr (LsPromise) promise = NULL;

  promise = f->is_fair ? ls_fair_lock_execute_locked (f->fair, call_locked, f, NULL)
                       : ls_async_lock_execute_locked (f->async, call_locked, f, NULL);
  g_string_append_printf (f->log, "%s:returns ", ls_agent_get_name (agent));
}

static void
note_report (LsEventLoop   *loop,
             const LsValue *exception,
             LsPromise     *promise,
             gpointer       user_data)
{
  g_autofree char *text = ls_value_to_string (exception);

  g_string_append_printf (((Fixture *) user_data)->log, "unhandled:%s ", text);
}

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        user_data)
{
  LsEventLoop *loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);

  ls_event_loop_set_report_func (loop, note_report, user_data, NULL);
  return loop;
}

static void
note_finding (LsAgentCluster *cluster,
              LsFinding       finding,
              LsAgent        *agent,
              const char     *message,
              gpointer        user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "%s ", ls_finding_to_string (finding));
}

/* The main agent and a worker share a lock: the first does not block, the second does. */
static void
test_execute (Fixture       *f,
              gconstpointer  data)
{
  /* The worker has the lock when the main agent comes. */
  const guint script[] = { 2, 2, 1, 1, 1, 0 };

  add (f, "main", execute);
  add (f, "worker", use_lock);
  run_script (f, script);
  g_assert_cmpstr (f->log->str, ==, "worker:has main:returns main:called ");
  g_assert_cmpuint (ls_shared_memory_get_bytes (f->memory)[0], ==, 0);
}

static void
test_execute_at_once (Fixture       *f,
                      gconstpointer  data)
{
  add (f, "main", execute);
  add (f, "other", execute);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "main:called main:returns other:called other:returns ");
}

/* A callback that throws leaves the lock held, as in the article. */
static void
test_execute_throws (Fixture       *f,
                     gconstpointer  data)
{
  f->throws = TRUE;
  ls_agent_cluster_set_loop_func (f->cluster, make_loop, f, NULL);
  ls_agent_cluster_set_finding_func (f->cluster, note_finding, f, NULL);
  add (f, "main", execute);
  add (f, "worker", use_lock);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_DEADLOCK);
  g_assert_cmpstr (f->log->str, ==, "main:called lock-left-held main:returns unhandled:Error: boom ");
  g_assert_cmpuint (ls_shared_memory_get_bytes (f->memory)[0], !=, 0);
}

/* The lock does not wait for the promise that a callback returns. */
static void
execute_async (LsAgent  *agent,
               gpointer  data)
{
  Fixture *f = data;

  f->result = ls_promise_new (ls_agent_get_loop (agent));
  execute (agent, f);
  g_assert_cmpuint (ls_shared_memory_get_bytes (f->memory)[0], ==, 0);
  g_assert_cmpint (ls_promise_get_state (f->result), ==, LS_PROMISE_PENDING);
  g_clear_pointer (&f->result, ls_promise_unref);
}

static void
test_execute_async (Fixture       *f,
                    gconstpointer  data)
{
  ls_agent_cluster_set_finding_func (f->cluster, note_finding, f, NULL);
  add (f, "main", execute_async);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "main:called early-unlock main:returns ");
}

static void
add_one (const char *name,
         gboolean    is_fair,
         void      (*func) (Fixture *f, gconstpointer data))
{
  g_autofree char *path = g_strdup_printf ("/locks/%s/%s", is_fair ? "fair" : "async", name);

  g_test_add (path, Fixture, GINT_TO_POINTER (is_fair), set_up, func, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint is_fair = 0; is_fair < 2; is_fair++)
    {
      add_one ("threads", is_fair, test_threads);
      add_one ("not-owned", is_fair, test_not_owned);
      add_one ("execute-at-once", is_fair, test_execute_at_once);
      add_one ("execute-throws", is_fair, test_execute_throws);
      add_one ("execute-async", is_fair, test_execute_async);
    }
  add_one ("unlocked-between", FALSE, test_unlocked_between);
  add_one ("barging", FALSE, test_barging);
  add_one ("no-barging", TRUE, test_no_barging);
  add_one ("type-error", FALSE, test_type_error);
  add_one ("execute", FALSE, test_execute);
  return g_test_run ();
}
