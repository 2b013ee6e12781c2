/* test-agents.c: agents of a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-agent-cluster.h"
#include "ls-atomics.h"
#include "ls-promise.h"

typedef struct
{
  LsAgentCluster *cluster;
  LsSharedMemory *memory;
  LsTypedArray    array;
  GString        *log;
  const guint    *script;       /* numbers of agents, 0 at the end */
  guint           at;
  LsAgentFlags    own_thread;
  guint           n_alive;      /* the number of agents whose data is not freed */
} Fixture;

/* The data of an agent */
typedef struct
{
  Fixture    *f;
  const char *name;
  guint       n;
} Worker;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->cluster = ls_agent_cluster_new (NULL);
  f->memory = ls_agent_cluster_create_memory (f->cluster, 64, "m", NULL);
  f->log = g_string_new (NULL);
  f->own_thread = GPOINTER_TO_UINT (data);
  g_assert_true (ls_typed_array_init (&f->array, f->memory, LS_ELEMENT_INT32, 0, 16, NULL));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gpointer cluster = f->cluster, first = ls_agent_cluster_get_agent (f->cluster, 0);

  g_object_add_weak_pointer (cluster, &cluster);
  if (first != NULL)
    g_object_add_weak_pointer (first, &first);
  g_object_unref (f->cluster);
  g_assert_null (cluster);
  g_assert_null (first);
  g_assert_cmpuint (f->n_alive, ==, 0);
  ls_shared_memory_unref (f->memory);
  g_string_free (f->log, TRUE);
}

static void
worker_free (gpointer data)
{
  ((Worker *) data)->f->n_alive--;
  g_free (data);
}

static LsAgent *
add_agent (Fixture     *f,
           const char  *name,
           LsAgentFunc  func,
           guint        n)
{
  Worker *worker = g_new (Worker, 1);
  const LsAgentFlags flags = g_str_equal (name, "main") ? LS_AGENT_NONE : LS_AGENT_CAN_BLOCK;

  *worker = (Worker) { f, name, n };
  f->n_alive++;
  return ls_agent_cluster_add_agent (f->cluster, name, flags | f->own_thread, func, worker, worker_free);
}

static void
note (Worker     *worker,
      const char *what)
{
  g_string_append_printf (worker->f->log, "%s:%s ", worker->name, what);
}

static guint
decide_by_script (LsAgentCluster      *cluster,
                  const LsChoicePoint *choices,
                  guint                n_choices,
                  gpointer             user_data)
{
  Fixture *f = user_data;

  if (f->script[f->at] == 0)
    return LS_DECIDE_STOP;
  for (guint i = 0; i < n_choices; i++)
    if (ls_agent_get_id (choices[i].agent) == f->script[f->at])
      {
        f->at++;
        return i;
      }
  g_assert_not_reached ();
}

static void
follow (Fixture     *f,
        const guint *script)
{
  f->script = script;
  f->at = 0;
  ls_agent_cluster_set_decider (f->cluster, decide_by_script, f, NULL);
}

static void
add_twice (LsAgent  *agent,
           gpointer  data)
{
  Worker *worker = data;

  g_assert_true (ls_agent_get_current () == agent);
  for (guint i = 0; i < 2; i++)
    {
      const gint64 old = ls_atomics_load (&worker->f->array, 0, NULL);

      ls_atomics_store (&worker->f->array, 0, old + worker->n, NULL);
    }
  note (worker, "done");
}

static void
test_baton (Fixture       *f,
            gconstpointer  data)
{
  /* Agent 2 reads before agent 1 writes for the first time. */
  const guint script[] = { 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 0 };
  LsAgent *first = add_agent (f, "a", add_twice, 1);
  LsOperation operation;
  g_autofree char *text = NULL;

  add_agent (f, "b", add_twice, 10);
  follow (f, script);
  g_assert_cmpint (ls_agent_get_state (first), ==, LS_AGENT_STATE_RUNNABLE);
  g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_RUNNING);
  g_assert_true (ls_agent_peek_operation (first, &operation));
  text = ls_operation_to_string (&operation);
  g_assert_cmpstr (text, ==, "load m[0]");
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpint (ls_atomics_load (&f->array, 0, NULL), ==, 20);
  g_assert_cmpstr (f->log->str, ==, "a:done b:done ");
  g_assert_cmpuint (ls_agent_cluster_get_n_steps (f->cluster), ==, 10);
  g_assert_null (ls_agent_get_current ());
}

/* Without a decider: one agent after the other, and none can keep the baton for ever. */
static void
spin (LsAgent  *agent,
      gpointer  data)
{
  Worker *worker = data;

  while (ls_atomics_load (&worker->f->array, 1, NULL) == 0 && !ls_agent_is_terminated (agent))
    ;
  note (worker, "saw");
}

static void
set_flag (LsAgent  *agent,
          gpointer  data)
{
  Worker *worker = data;

  ls_atomics_store (&worker->f->array, 1, 1, NULL);
  note (worker, "set");
}

static void
test_default (Fixture       *f,
              gconstpointer  data)
{
  add_agent (f, "spinner", spin, 0);
  add_agent (f, "setter", set_flag, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100000), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "setter:set spinner:saw ");
}

static void
wait_once (LsAgent  *agent,
           gpointer  data)
{
  Worker *worker = data;
  g_autoptr (GError) error = NULL;
  const double timeout = worker->n == 0 ? INFINITY : worker->n;

  note (worker, ls_wait_result_to_string (ls_atomics_wait (&worker->f->array, 2, 0, timeout, NULL, &error)));
  if (error != NULL)
    note (worker, error->code == LS_ATOMICS_ERROR_TYPE ? "TypeError" : "terminated");
}

static void
notify_in_turn (LsAgent  *agent,
                gpointer  data)
{
  Worker *worker = data;
  const guint one = ls_atomics_notify (&worker->f->array, 2, 1, NULL);
  const guint rest = ls_atomics_notify (&worker->f->array, 2, LS_NOTIFY_ALL, NULL);
  g_autofree char *text = g_strdup_printf ("%u,%u", one, rest);

  note (worker, text);
}

static void
test_wait (Fixture       *f,
           gconstpointer  data)
{
  add_agent (f, "a", wait_once, 0);
  add_agent (f, "b", wait_once, 0);
  add_agent (f, "c", wait_once, 0);
  add_agent (f, "main", wait_once, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_DEADLOCK);
  g_assert_cmpstr (f->log->str, ==, "main:failed main:TypeError ");
  g_assert_cmpuint (ls_agent_cluster_get_n_waiters (f->cluster), ==, 3);
  g_string_truncate (f->log, 0);

  add_agent (f, "d", notify_in_turn, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "d:1,2 a:ok b:ok c:ok ");
}

/* Time goes on to the next timeout, and a notification at that moment still counts. */
static void
test_timeouts (Fixture       *f,
               gconstpointer  data)
{
  const guint script[] = { 1, 1, 2, 2, 1, 2, 0 };
  const guint late[] = { 4, 4, 5, 5, 5, 4, 0 };

  add_agent (f, "a", wait_once, 5);
  add_agent (f, "b", wait_once, 7);
  follow (f, script);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "a:timed-out b:timed-out ");
  g_assert_cmpuint (ls_agent_cluster_get_time (f->cluster), ==, 7000);
  g_assert_cmpuint (ls_agent_cluster_get_n_waiters (f->cluster), ==, 0);

  g_string_truncate (f->log, 0);
  ls_agent_cluster_set_decider (f->cluster, NULL, NULL, NULL);
  add_agent (f, "c", wait_once, 2);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpuint (ls_agent_cluster_get_time (f->cluster), ==, 9000);
  g_string_truncate (f->log, 0);
  add_agent (f, "d", wait_once, 2);
  add_agent (f, "e", notify_in_turn, 0);
  follow (f, late);
  for (guint i = 0; i < 2; i++)
    ls_agent_cluster_step (f->cluster);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "e:1,0 d:ok ");
}

/* Asynchronous waits share the list. The loop of their agent resolves their promises. */
static LsCompletion
note_async (const LsValue *argument,
            LsValue       *result,
            gpointer       user_data)
{
  g_assert_cmpstr (ls_agent_get_name (ls_agent_get_current ()), ==, ((Worker *) user_data)->name);
  note (user_data, argument->as.string);
  return LS_COMPLETION_NORMAL;
}

static void
wait_async (LsAgent  *agent,
            gpointer  data)
{
  Worker *worker = data;
  g_autoptr (LsPromise) promise = NULL;
  const double timeout = worker->n == 0 ? INFINITY : worker->n;
  const LsWaitResult result = ls_atomics_wait_async (&worker->f->array, 2, 0, timeout, &promise, NULL);

  if (promise != NULL)
    ls_promise_unref (ls_promise_then (promise, note_async, worker, NULL));
  note (worker, promise != NULL ? "promise" : ls_wait_result_to_string (result));
}

static void
test_async (Fixture       *f,
            gconstpointer  data)
{
  add_agent (f, "main", wait_async, 0);
  add_agent (f, "a", wait_once, 0);
  add_agent (f, "b", wait_async, 3);
  add_agent (f, "c", notify_in_turn, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  /* One notification is for main, which was first; the other one is for the rest. */
  g_assert_cmpstr (f->log->str, ==, "main:promise b:promise c:1,2 main:ok a:ok b:ok ");
  g_assert_cmpuint (ls_agent_cluster_get_time (f->cluster), ==, 0);

  g_string_truncate (f->log, 0);
  add_agent (f, "d", wait_async, 3);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "d:promise d:timed-out ");
  g_assert_cmpuint (ls_agent_cluster_get_time (f->cluster), ==, 3000);
}

static void
note_message (gpointer data)
{
  note (data, "message");
}

static void
post_to_first (LsAgent  *agent,
               gpointer  data)
{
  Worker *worker = data;
  LsAgent *first = ls_agent_cluster_get_agent (worker->f->cluster, 0);

  ls_agent_post (first, LS_QUEUE_TYPE_DEFAULT, note_message, worker, NULL, NULL);
  note (worker, "posted");
}

static void
spawn (LsAgent  *agent,
       gpointer  data)
{
  Worker *worker = data;

  add_agent (worker->f, "child", post_to_first, 0);
  note (worker, "spawned");
}

static void
test_spawn_and_post (Fixture       *f,
                     gconstpointer  data)
{
  add_agent (f, "main", spawn, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "main:spawned child:posted child:message ");
  g_assert_cmpuint (ls_agent_cluster_get_n_agents (f->cluster), ==, 2);
}

static void
terminate_first (LsAgent  *agent,
                 gpointer  data)
{
  Worker *worker = data;

  ls_agent_terminate (ls_agent_cluster_get_agent (worker->f->cluster, 0), NULL);
  note (worker, "terminated-it");
}

static void
test_terminate (Fixture       *f,
                gconstpointer  data)
{
  LsAgent *waiter = add_agent (f, "a", wait_once, 0);

  add_agent (f, "b", terminate_first, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "b:terminated-it a:failed a:terminated ");
  g_assert_cmpint (ls_agent_get_state (waiter), ==, LS_AGENT_STATE_ENDED);
  g_assert_cmpuint (ls_agent_cluster_get_n_waiters (f->cluster), ==, 0);
}

/* Agents that wait, run, are about to begin or wait asynchronously: all go with the cluster. */
static void
test_kill (Fixture       *f,
           gconstpointer  data)
{
  const guint script[] = { 1, 1, 2, 2, 4, 4, 4, 0 };

  add_agent (f, "a", wait_once, 0);
  add_agent (f, "b", wait_async, 50);
  add_agent (f, "c", add_twice, 1);
  add_agent (f, "d", spin, 1);
  follow (f, script);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, G_MAXUINT64), ==, LS_CLUSTER_STOPPED);
  ls_agent_cluster_kill (f->cluster);
  g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_STOPPED);
  g_assert_cmpuint (ls_agent_cluster_get_n_waiters (f->cluster), ==, 0);
  g_assert_cmpint (ls_agent_get_state (ls_agent_cluster_get_agent (f->cluster, 2)), ==, LS_AGENT_STATE_ENDED);
}

static void
wait_a_while (LsAgent  *agent,
              gpointer  data)
{
  g_assert_cmpint (ls_atomics_wait (&((Worker *) data)->f->array, 0, 0, 10, NULL, NULL), ==, LS_WAIT_TIMED_OUT);
}

static void
do_nothing (LsAgent  *agent,
            gpointer  data)
{
}

/* A loop that outlives the cluster goes on from the cluster's time, though its agent did nothing as that passed. */
static void
test_loop_afterwards (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr (LsEventLoop) loop = NULL;

  loop = g_object_ref (ls_agent_get_loop (add_agent (f, "main", do_nothing, 0)));
  add_agent (f, "a", wait_a_while, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  g_object_unref (f->cluster);
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, 10000);
  f->cluster = ls_agent_cluster_new (NULL);
}

static void
do_different_things (LsAgent  *agent,
                     gpointer  data)
{
  Fixture *f = ((Worker *) data)->f;
  g_autoptr (LsSharedMemory) memory = ls_agent_cluster_create_memory (f->cluster, 64, "other", NULL);
  LsTypedArray other;

  g_assert_true (ls_typed_array_init (&other, memory, LS_ELEMENT_INT32, 0, 16, NULL));
  ls_atomics_load (&f->array, 0, NULL);
  ls_atomics_load (&f->array, 1, NULL);
  ls_atomics_load (&other, 0, NULL);
  ls_atomics_add (&f->array, 0, 0, NULL);
  ls_atomics_compare_exchange (&f->array, 0, 1, 2, NULL);
  ls_atomics_compare_exchange (&f->array, 0, 2, 2, NULL);
  ls_atomics_compare_exchange (&f->array, 0, 2, 3, NULL);
  /* The same again, and again */
  ls_atomics_compare_exchange (&f->array, 0, 2, 2, NULL);
  ls_atomics_load (&other, 0, NULL);
  /* Something changes. */
  ls_atomics_store (&f->array, 0, 5, NULL);
  ls_atomics_load (&f->array, 0, NULL);
  ls_atomics_load (&f->array, 0, NULL);
}

static guint
note_stutters (LsAgentCluster      *cluster,
               const LsChoicePoint *choices,
               guint                n_choices,
               gpointer             user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "%u ", choices[0].n_stutters);
  return 0;
}

/* An agent stutters if it does what it has done since anything changed: the same operation with all its values. The choices before
 * each operation tell how often it has. */
static void
test_stutters (Fixture       *f,
               gconstpointer  data)
{
  add_agent (f, "a", do_different_things, 0);
  ls_agent_cluster_set_decider (f->cluster, note_stutters, f, NULL);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 100), ==, LS_CLUSTER_FINISHED);
  g_assert_cmpstr (f->log->str, ==, "0 0 0 0 0 0 0 0 0 1 2 0 0 ");
}

static LsCompletion
note_callback (const LsValue *argument,
               LsValue       *result,
               gpointer       user_data)
{
  note (user_data, "callback");
  return LS_COMPLETION_NORMAL;
}

static void
ask_for_idle_time (LsAgent  *agent,
                   gpointer  data)
{
  LsEventLoop *loop = ls_agent_get_loop (agent);
  Worker *worker = data;

  ls_event_loop_set_timeout (loop, worker->n, "t", note_callback, worker, NULL);
  ls_event_loop_request_idle_callback (loop, 0, "i", note_callback, worker, NULL);
}

/* An idle agent can go only where its loop has something to run now. Its idle callback waits for a timer that is due soon, and a
 * post from outside goes before both. */
static void
test_next_time (Fixture       *f,
                gconstpointer  data)
{
  LsAgent *agent = add_agent (f, "main", ask_for_idle_time, 1);
  Worker outside = { f, "outside", 0 };

  g_assert_cmpuint (ls_agent_cluster_get_next_time (f->cluster), ==, 0);
  g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_RUNNING);
  g_assert_cmpuint (ls_agent_cluster_get_next_time (f->cluster), ==, 1000);
  g_assert_cmpstr (f->log->str, ==, "");
  ls_event_loop_post_from_thread (ls_agent_get_loop (agent), LS_QUEUE_TYPE_DEFAULT, note_message, &outside, NULL);
  g_assert_cmpuint (ls_agent_cluster_get_next_time (f->cluster), ==, 0);
  g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_RUNNING);
  g_assert_cmpstr (f->log->str, ==, "outside:message ");
  g_assert_cmpuint (ls_agent_cluster_get_next_time (f->cluster), ==, 1000);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_RUNNING);
  g_assert_cmpstr (f->log->str, ==, "outside:message main:callback main:callback ");
  g_assert_cmpuint (ls_agent_cluster_get_next_time (f->cluster), ==, LS_TIME_NEVER);
  g_assert_cmpint (ls_agent_cluster_step (f->cluster), ==, LS_CLUSTER_FINISHED);
}

/* A function does not return when it should: the cluster abandons its stack. */
static void
never_return (LsAgent  *agent,
              gpointer  data)
{
  for (;;)
    ls_atomics_load (&((Worker *) data)->f->array, 0, NULL);
}

static void
test_abandon (Fixture       *f,
              gconstpointer  data)
{
  add_agent (f, "a", never_return, 0);
  g_assert_cmpint (ls_agent_cluster_run (f->cluster, 10), ==, LS_CLUSTER_RUNNING);
  g_test_expect_message ("Loopscope", G_LOG_LEVEL_WARNING, "*did not return*");
  ls_agent_cluster_kill (f->cluster);
  g_test_assert_expected_messages ();
}

static void
add_both (const char *name,
          void      (*func) (Fixture *f, gconstpointer data))
{
  g_autofree char *fiber = g_strdup_printf ("/agents/fibers/%s", name);
  g_autofree char *thread = g_strdup_printf ("/agents/threads/%s", name);

  g_test_add (fiber, Fixture, GUINT_TO_POINTER (LS_AGENT_NONE), set_up, func, tear_down);
  g_test_add (thread, Fixture, GUINT_TO_POINTER (LS_AGENT_OWN_THREAD), set_up, func, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_both ("baton", test_baton);
  add_both ("default", test_default);
  add_both ("wait", test_wait);
  add_both ("timeouts", test_timeouts);
  add_both ("async", test_async);
  add_both ("spawn-and-post", test_spawn_and_post);
  add_both ("terminate", test_terminate);
  add_both ("kill", test_kill);
  add_both ("loop-afterwards", test_loop_afterwards);
  add_both ("next-time", test_next_time);
  add_both ("stutters", test_stutters);
  g_test_add ("/agents/fibers/abandon", Fixture, NULL, set_up, test_abandon, tear_down);
  return g_test_run ();
}
