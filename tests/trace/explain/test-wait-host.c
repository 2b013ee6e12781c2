/* test-wait-host.c: a task of the library's loop waits while the main context of its thread dispatches other sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explain/loop-writer.h"
#include "source-writer.h"

#include "ls-wait-causes.h"

#define LOOP 1
#define CONTEXT 2
#define OTHER 3
#define UNKNOWN 5

static void
as (LsTrace *trace,
    guint32  agent)
{
  write_record (trace, AGENT_RUN, .subject = agent, .clause = LS_CLAUSE_RECORDED);
}

static void
begin_context (LsTrace    *trace,
               guint32     agent,
               const char *name)
{
  as (trace, agent);
  write_record (trace, AGENT_CREATED, .subject = agent, .text = text_of (trace, name), .clause = LS_CLAUSE_RECORDED);
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "glib"), .flags = LS_RECORD_FLAG_RECORDED);
  for (guint i = LS_QUEUE_TYPE_SOURCES; i < LS_N_TRACE_QUEUE_TYPES; i++)
    {
      const char *priority = ls_queue_type_get_source_priority_name (i);

      write_record (trace, PRESET_QUEUE, .queue = i, .level = i - LS_QUEUE_TYPE_SOURCES,
                    .text = priority != NULL ? text_of (trace, priority) : 0);
    }
}

static LsTrace *
begin_program (const char *context,
               const char *other)
{
  LsTrace *trace = begin_trace (LS_RECORD_FLAG_RECORDED);

  source_order = source_turn = 0;
  as (trace, LOOP);
  write_record (trace, AGENT_CREATED, .subject = LOOP, .text = text_of (trace, "program: event loop"), .clause = LS_CLAUSE_RECORDED);
  begin_context (trace, CONTEXT, context);
  begin_context (trace, OTHER, other);
  return trace;
}

static void
begin_source (LsTrace    *trace,
              guint32     agent,
              guint32     task,
              int         priority,
              const char *name)
{
  as (trace, agent);
  be_ready (trace, task, task, priority, name);
  begin_dispatch (trace, task, priority);
}

static void
end_source (LsTrace *trace,
            guint32  agent,
            guint32  task)
{
  as (trace, agent);
  end_dispatch (trace, task);
}

static void
run_source (LsTrace    *trace,
            guint32     agent,
            guint32     task,
            const char *name,
            guint32     duration)
{
  begin_source (trace, agent, task, 110, name);
  writer_time += duration;
  end_source (trace, agent, task);
}

/* The loop runs tasks in a dispatch of its source. */
static void
run_in_context (LsTrace *trace,
                guint32  source,
                guint32  task,
                guint32  queue)
{
  begin_source (trace, CONTEXT, source, 200, "[loopscope] event loop");
  writer_time += 10;
  as (trace, LOOP);
  run (trace, task, queue, 1000);
  writer_time += 10;
  end_source (trace, CONTEXT, source);
}

/* What another thread dispatches meanwhile, for longer, is not told: it does not go on whenever the loop selects a task. */
static void
write_program (LsTrace *trace)
{
  as (trace, LOOP);
  queue (trace, 1, 1, "first");
  queue (trace, 2, 2, "waiting");
  run_source (trace, CONTEXT, 101, "resize", 3000);
  begin_source (trace, OTHER, 102, 0, "crunch");
  run_in_context (trace, 103, 1, 1);
  end_source (trace, OTHER, 102);
  run_source (trace, CONTEXT, 104, "paint", 20000);
  run_source (trace, CONTEXT, 105, "paint", 30000);
  run_in_context (trace, 106, 2, 2);
  publish (trace);
}

static void
test_named (void)
{
  g_autoptr (LsTrace) trace = begin_program ("program", "program: worker");
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *elsewhere = NULL, *text = NULL;
  guint32 n;

  write_program (trace);
  causes = ls_wait_causes_new (trace, 2);
  g_assert_cmpuint (ls_wait_causes_get_wait (causes), ==, 54030);
  g_assert_cmpuint (ls_wait_causes_get_total (causes, LS_WAIT_CAUSE_PRIORITY, NULL), ==, 1000);
  g_assert_cmpuint (ls_wait_causes_get_total (causes, LS_WAIT_CAUSE_ELSEWHERE, &n), ==, 53030);
  g_assert_cmpuint (n, ==, 3);
  elsewhere = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (elsewhere, ==, "53.03 ms while no task of this loop ran: the main context of its thread dispatched 3 sources, the longest "
                                  "of them “paint”, for 30 ms.");
  text = ls_wait_causes_to_text (causes);
  g_assert_nonnull (strstr (text, "    50 ms: 2 dispatches: “paint”, priority 110\n    3 ms: 1 dispatch: “resize”, priority 110\n"));
  g_assert_null (strstr (text, "crunch"));
  g_assert_null (strstr (text, "[loopscope]"));
}

/* A main context of another program is not the loop's, nor is one of two that are as likely. */
static void
test_unnamed (void)
{
  g_autoptr (LsTrace) foreign = NULL, both = begin_program ("program", "program: worker");
  g_autoptr (LsWaitCauses) causes = NULL, unclear = NULL;
  g_autofree char *sentence = NULL, *of_unclear = NULL;

  begin_source (both, OTHER, 99, 0, "crunch");
  as (both, LOOP);
  queue (both, 1, 1, "waiting");
  run_source (both, CONTEXT, 104, "paint", 20000);
  run_in_context (both, 106, 1, 1);
  publish (both);
  unclear = ls_wait_causes_new (both, 1);
  of_unclear = ls_wait_causes_get_sentence (unclear, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (of_unclear, ==, "20.01 ms while no task of this thread ran: the recording does not say why.");

  foreign = begin_program ("other", "other: worker");
  write_program (foreign);
  causes = ls_wait_causes_new (foreign, 2);
  sentence = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (sentence, ==, "53.03 ms while no task of this thread ran: the recording does not say why.");
}

/* The trace ends in a dispatch that does not: it is what the task waits for. What the loop ran before says whose it is. */
static void
test_hangs (void)
{
  g_autoptr (LsTrace) trace = begin_program ("program", "other");
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *elsewhere = NULL;

  as (trace, LOOP);
  queue (trace, 1, 1, "first");
  run_in_context (trace, 101, 1, 1);
  begin_source (trace, CONTEXT, 102, 0, "hang");
  writer_time += 4000;
  as (trace, LOOP);
  queue (trace, 2, 1, "waiting");
  writer_time += 8000;
  as (trace, OTHER);
  be_ready (trace, 103, 103, 0, "something");
  publish (trace);

  causes = ls_wait_causes_new (trace, 2);
  g_assert_cmpint (ls_wait_causes_get_status (causes), ==, LS_WAIT_WAITING);
  elsewhere = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (elsewhere, ==, "8 ms while no task of this loop ran: the main context of its thread dispatched 1 source, “hang”, for 8 ms.");
}

/* Nothing was dispatched but the loop's own source. */
static void
test_nothing (void)
{
  g_autoptr (LsTrace) trace = begin_program ("program", "other");
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *elsewhere = NULL;

  as (trace, LOOP);
  queue (trace, 1, 1, "first");
  writer_time += 40;
  run_in_context (trace, 101, 1, 1);
  publish (trace);
  causes = ls_wait_causes_new (trace, 1);
  elsewhere = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (elsewhere, ==, "0.05 ms while no task of this loop ran, and the main context of its thread dispatched nothing else.");
}

static guint64
sum_groups (LsWaitCauses    *causes,
            LsWaitCauseKind  kind,
            guint32         *n_tasks)
{
  guint64 sum = 0;

  *n_tasks = 0;
  for (guint i = 0; i < ls_wait_causes_get_n (causes); i++)
    if (ls_wait_causes_get (causes, i)->kind == kind)
      {
        sum += ls_wait_causes_get (causes, i)->duration;
        *n_tasks += ls_wait_causes_get (causes, i)->n_tasks;
      }
  return sum;
}

static void
check_kind (LsWaitCauses    *causes,
            LsWaitCauseKind  kind,
            guint64          total,
            guint64          dispatched,
            guint32          n_dispatches)
{
  guint32 n;

  g_assert_cmpuint (ls_wait_causes_get_total (causes, kind, NULL), ==, total);
  g_assert_cmpuint (sum_groups (causes, kind, &n), ==, dispatched);
  g_assert_cmpuint (n, ==, n_dispatches);
}

/* The loop queues a task whose delay is over while a source is dispatched: what is after that is another part of the wait. */
static void
test_late (void)
{
  g_autoptr (LsTrace) trace = begin_program ("program", "other");
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *elsewhere = NULL;

  as (trace, LOOP);
  write_record (trace, TASK_DELAYED, .subject = 1, .value = 1000, .queue = LS_QUEUE_TYPE_DEFAULT, .text = text_of (trace, "waiting"));
  begin_source (trace, CONTEXT, 101, 0, "resize");
  writer_time = 99000;
  as (trace, LOOP);
  write_record (trace, TASK_DUE, .subject = 1, .queue = LS_QUEUE_TYPE_DEFAULT, .value = ++order);
  writer_time = 100000;
  end_source (trace, CONTEXT, 101);
  begin_source (trace, CONTEXT, 102, 200, "[loopscope] event loop");
  as (trace, LOOP);
  run_in_loop (trace, 1, LS_QUEUE_TYPE_DEFAULT, 10);
  end_source (trace, CONTEXT, 102);
  publish (trace);

  causes = ls_wait_causes_new (trace, 1);
  g_assert_cmpuint (ls_wait_causes_get_wait (causes), ==, 99000);
  check_kind (causes, LS_WAIT_CAUSE_DELAY_LATE, 98000, 98000, 1);
  check_kind (causes, LS_WAIT_CAUSE_ELSEWHERE, 1000, 1000, 1);
  elsewhere = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (elsewhere, ==, "1 ms while no task of this loop ran: the main context of its thread dispatched 1 source, “resize”, for 1 ms.");
}

/* The tasks of pages are held back for a part of a dispatch. */
static void
test_deferred (void)
{
  g_autoptr (LsTrace) trace = begin_program ("program", "other");
  g_autoptr (LsWaitCauses) causes = NULL;

  as (trace, LOOP);
  queue (trace, 1, 1, "waiting");
  begin_source (trace, CONTEXT, 101, 0, "resize");
  writer_time = 1000;
  as (trace, LOOP);
  write_record (trace, TASKS_DEFERRED, .value = 50000);
  writer_time = 51000;
  write_record (trace, TASKS_DEFERRED);
  writer_time = 60000;
  end_source (trace, CONTEXT, 101);
  run_in_context (trace, 102, 1, 1);
  publish (trace);

  causes = ls_wait_causes_new (trace, 1);
  g_assert_cmpuint (ls_wait_causes_get_wait (causes), ==, 60010);
  check_kind (causes, LS_WAIT_CAUSE_DEFERRED, 50000, 50000, 1);
  check_kind (causes, LS_WAIT_CAUSE_ELSEWHERE, 10010, 10000, 1);
}

/* A damaged trace speaks of an agent that nothing introduced: whose it is, is not known, as a loop or as one that has a dispatch. */
static void
test_unknown_agents (void)
{
  g_autoptr (LsTrace) of_loop = begin_program ("program", "program: worker");
  g_autoptr (LsTrace) of_context = begin_program ("other", "other: worker");
  g_autoptr (LsWaitCauses) causes = NULL, of_known = NULL;
  g_autofree char *elsewhere = NULL, *of_known_loop = NULL;

  as (of_loop, UNKNOWN);
  write_record (of_loop, LOOP_STARTED, .text = text_of (of_loop, "glib"), .flags = LS_RECORD_FLAG_RECORDED);
  queue_in_loop (of_loop, 1, LS_QUEUE_TYPE_DEFAULT, "waiting");
  begin_source (of_loop, CONTEXT, 101, 0, "resize");
  writer_time += 1000;
  as (of_loop, UNKNOWN);
  run_in_loop (of_loop, 1, LS_QUEUE_TYPE_DEFAULT, 10);
  end_source (of_loop, CONTEXT, 101);
  publish (of_loop);
  causes = ls_wait_causes_new (of_loop, 1);
  elsewhere = ls_wait_causes_get_sentence (causes, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (elsewhere, ==, "1 ms while no task of this thread ran: the recording does not say why.");

  as (of_context, LOOP);
  queue (of_context, 1, 1, "waiting");
  begin_source (of_context, UNKNOWN, 101, 0, "resize");
  writer_time += 1000;
  as (of_context, LOOP);
  run (of_context, 1, 1, 10);
  end_source (of_context, UNKNOWN, 101);
  publish (of_context);
  of_known = ls_wait_causes_new (of_context, 1);
  of_known_loop = ls_wait_causes_get_sentence (of_known, LS_WAIT_CAUSE_ELSEWHERE);
  g_assert_cmpstr (of_known_loop, ==, "1 ms while no task of this thread ran: the recording does not say why.");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wait-host/named", test_named);
  g_test_add_func ("/wait-host/unnamed", test_unnamed);
  g_test_add_func ("/wait-host/late", test_late);
  g_test_add_func ("/wait-host/deferred", test_deferred);
  g_test_add_func ("/wait-host/unknown-agents", test_unknown_agents);
  g_test_add_func ("/wait-host/hangs", test_hangs);
  g_test_add_func ("/wait-host/nothing", test_nothing);
  return g_test_run ();
}
