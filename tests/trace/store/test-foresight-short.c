/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include "ls-explain-private.h"
#include "ls-foresight-private.h"
#include "ls-queue-type-private.h"
#include "ls-state-private.h"

#define N_TRACES 600
#define N_SIGNALS 6

/* What writes a run in which delays end late. */
typedef struct
{
  LsTrace *trace;
  GRand *rand;
  guint32 n_tasks, agent, turn, n_agents;
  guint32 order[3], running[3];   /* by agent */
  gboolean has_idle_callbacks;
} Writer;

static guint32
below (Writer  *self,
       guint32  n)
{
  return g_rand_int_range (self->rand, 0, n);
}

static void
write_start (Writer *self)
{
  LsTrace *trace = self->trace;
  const guint first_rank = below (self, 6);

  writer_time = 0;
  self->n_agents = below (self, 4) == 0 ? 2 : 0;
  self->agent = 1;
  self->has_idle_callbacks = below (self, 3) == 0;
  for (guint32 i = 1; i <= self->n_agents; i++)
    write_record (trace, AGENT_CREATED, .subject = i);
  for (guint32 i = MAX (self->n_agents, 1); i >= 1; i--)
    {
      if (self->n_agents > 0)
        write_record (trace, AGENT_RUN, .subject = i);
      write_record (trace, LOOP_STARTED, .text = text_of (trace, "blink"), .value = LS_EDITION_2025);
      for (guint j = 0; j < LS_N_EFFECTIVE_PRIORITIES; j++)
        write_record (trace, PRESET_PRIORITY, .value = j, .level = 9 - j);
      write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1);
      write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .level = 4 + first_rank);
      write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_FRAME_LOADING, .level = 4 + below (self, 6));
      write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_IDLE, .level = 12);
      write_record (trace, PRESET_RULE, .subject = LS_PRESET_RULE_MAX_DELAYED_PICKS, .value = below (self, 3));
      write_record (trace, PRESET_RULE, .subject = LS_PRESET_RULE_FAIR_AFTER, .value = below (self, 3));
    }
  for (guint32 i = 1; i <= N_SIGNALS; i++)
    write_record (trace, SIGNAL_CREATED, .subject = i, .priority = LS_TASK_PRIORITY_BACKGROUND + i % 3,
                  .flags = LS_RECORD_FLAG_TASK_SIGNAL | (i <= 2 ? LS_RECORD_FLAG_FIXED : LS_RECORD_FLAG_CONTROLLER));
}

static void
write_scheduler_task (Writer *self)
{
  const guint32 id = ++self->n_tasks;
  const guint8 priority = below (self, 2) == 0 ? LS_TASK_PRIORITY_NONE : LS_TASK_PRIORITY_BACKGROUND + below (self, 3);

  write_record (self->trace, TASK_POSTED, .subject = id, .object = below (self, N_SIGNALS + 1), .value = 1, .priority = priority);
  write_record (self->trace, TASK_DELAYED, .subject = id, .value = 1 + below (self, 2000), .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  if (below (self, 10) == 0)
    write_record (self->trace, TASK_RAISED, .subject = id, .level = LS_TASK_PRIORITY_BACKGROUND,
                  .priority = LS_TASK_PRIORITY_USER_BLOCKING, .value = id > 1 ? id - 1 : 0);
}

static void
write_loop_task (Writer *self)
{
  static const LsQueueType types[] = { LS_QUEUE_TYPE_INPUT, LS_QUEUE_TYPE_FRAME_THROTTLEABLE, LS_QUEUE_TYPE_FRAME_LOADING };
  const LsQueueType type = types[below (self, G_N_ELEMENTS (types))];
  const guint32 id = ++self->n_tasks;

  switch (below (self, 8))
    {
    case 0:
      write_record (self->trace, TASK_INCOMING, .subject = id, .value = ++self->order[self->agent], .queue = type);
      break;
    case 1:
      /* A timer without timeout keeps the place that it has now. */
      self->order[self->agent]++;
      write_record (self->trace, TASK_DELAYED, .subject = id, .value = 0, .queue = type);
      break;
    case 2:
      if (!self->has_idle_callbacks)
        break;
      write_record (self->trace, IDLE_REQUESTED, .subject = id, .object = id);
      write_record (self->trace, TASK_DELAYED, .subject = id, .value = 1 + below (self, 1500), .queue = LS_QUEUE_TYPE_IDLE);
      break;
    default:
      write_record (self->trace, TASK_DELAYED, .subject = id, .value = 1 + below (self, below (self, 2) == 0 ? 30 : 2000),
                    .queue = type);
      break;
    }
}

/* A task that is delayed leaves, or its delay ends, or it is selected. */
static void
write_change (Writer  *self,
              LsState *state)
{
  const guint32 id = self->n_tasks > 0 ? 1 + below (self, self->n_tasks) : 0;
  const LsTaskState *task = NULL;

  publish (self->trace);
  ls_state_seek (state, G_MAXSIZE);
  task = ls_state_get_task (state, id);
  if (task == NULL || task->agent != ls_state_get_current_agent (state) || task->status >= LS_TASK_STATUS_RUNNING)
    return;
  if (task->status == LS_TASK_STATUS_DELAYED && !task->is_scheduler_task && task->due_at <= writer_time)
    {
      const guint32 order = task->keeps_place ? task->enqueue_order : ++self->order[self->agent];

      write_record (self->trace, TASK_DUE, .subject = id, .value = order, .queue = task->queue_type);
    }
  else if (below (self, 3) == 0)
    write_record (self->trace, TASK_SELECTED, .subject = id, .value = ++self->turn, .queue = task->queue_type,
                  .flags = task->work_queue == LS_WORK_QUEUE_DELAYED_WORK ? LS_RECORD_FLAG_DELAYED_WORK : 0);
  else
    write_record (self->trace, TASK_REMOVED, .subject = id);
}

static LsTrace *
write_trace (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  LsTrace *trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);
  Writer self = { .trace = trace, .rand = rand };
  const guint n = 5 + below (&self, seed % 3 == 0 ? 400 : 40);
  const gboolean is_uneventful = below (&self, 2) == 0;

  write_start (&self);
  for (guint i = 0; i < n; i++)
    {
      const guint what = below (&self, 20);

      writer_time += below (&self, 20);
      if (what < 6)
        write_scheduler_task (&self);
      else if (what < 14)
        write_loop_task (&self);
      else if (what < 16 || is_uneventful)
        continue;
      else if (what == 16 && self.n_agents > 0)
        {
          self.agent = 1 + below (&self, self.n_agents);
          write_record (trace, AGENT_RUN, .subject = self.agent);
        }
      else if (what == 17 && below (&self, 4) == 0)
        write_record (trace, TASKS_DEFERRED, .value = below (&self, 500));
      else if (what == 18)
        write_record (trace, SIGNAL_PRIORITY, .subject = 3 + below (&self, N_SIGNALS - 2),
                      .priority = LS_TASK_PRIORITY_BACKGROUND + below (&self, 3));
      else
        write_change (&self, state);
    }
  if (below (&self, 2) == 0)
    writer_time += below (&self, 3000);
  write_record (trace, WORK, .value = 1);
  publish (trace);
  return trace;
}

/* The first two of a list stand for all. */
static void
compare_lists (const LsWorld    *whole,
               const LsTaskList *a,
               const LsWorld    *brief,
               const LsTaskList *b)
{
  guint32 id = a->first, other = b->first;

  g_assert_cmpuint (a->length, ==, b->length);
  for (guint i = 0; i < 2; i++)
    {
      const LsTaskState *task = ls_world_peek_task (whole, id), *found = ls_world_peek_task (brief, other);

      g_assert_cmpuint (id, ==, other);
      if (id == 0)
        break;
      g_assert_cmpuint (task->status, ==, found->status);
      g_assert_cmpuint (task->place, ==, found->place);
      g_assert_cmpuint (task->queue, ==, found->queue);
      g_assert_cmpuint (task->queue_type, ==, found->queue_type);
      g_assert_cmpuint (task->work_queue, ==, found->work_queue);
      g_assert_cmpuint (task->enqueue_order, ==, found->enqueue_order);
      g_assert_cmpuint (task->queued_at, ==, found->queued_at);
      id = task->next;
      other = found->next;
    }
}

static void
compare_worlds (const LsWorld *whole,
                const LsWorld *brief)
{
  LsNextTask next, expected;
  g_autofree LsCandidate *a = NULL, *b = NULL;
  guint n_a, n_b;

  g_assert_cmpuint (whole->time, ==, brief->time);
  g_assert_cmpuint (whole->agent, ==, brief->agent);
  g_assert_cmpuint (whole->loop.last_order, ==, brief->loop.last_order);
  g_assert_cmpuint (whole->loop.deferred_until, ==, brief->loop.deferred_until);
  g_assert_cmpuint (whole->tasks.n_items, ==, brief->tasks.n_items);
  g_assert_cmpuint (whole->queues.n_items, ==, brief->queues.n_items);

  ls_selection_find_next (whole, &expected);
  ls_selection_find_next (brief, &next);
  g_assert_cmpmem (&expected, sizeof expected, &next, sizeof next);
  g_assert_cmpuint (ls_selection_count_queues (whole), ==, ls_selection_count_queues (brief));
  g_assert_cmpuint (ls_selection_count_deferred (whole), ==, ls_selection_count_deferred (brief));
  a = ls_selection_list_candidates (whole, &n_a);
  b = ls_selection_list_candidates (brief, &n_b);
  g_assert_cmpmem (a, n_a * sizeof *a, b, n_b * sizeof *b);

  for (guint32 id = 1; id < whole->queues.n_items; id++)
    {
      const LsQueueState *queue = ls_cow_table_peek (&whole->queues, id), *found = ls_cow_table_peek (&brief->queues, id);

      g_assert_cmpint (queue == NULL, ==, found == NULL);
      if (queue == NULL)
        continue;
      g_assert_cmpuint (queue->id, ==, found->id);
      g_assert_cmpuint (queue->signal, ==, found->signal);
      g_assert_cmpuint (queue->priority, ==, found->priority);
      g_assert_cmpuint (queue->is_runnable, ==, found->is_runnable);
      g_assert_cmpuint (queue->next_runnable, ==, found->next_runnable);
      compare_lists (whole, &queue->tasks, brief, &found->tasks);
    }
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    for (guint kind = 0; kind < LS_N_WORK_QUEUES; kind++)
      if (kind != LS_WORK_QUEUE_DELAYED_INCOMING)
        compare_lists (whole, &whole->loop.loop_queues[i].work_queues[kind], brief, &brief->loop.loop_queues[i].work_queues[kind]);
}

/* Holds the table of delays against the tasks. */
static void
check_delays (const LsWorld *world,
              guint64        time)
{
  g_autoptr (GArray) due = ls_world_list_due (world, time);
  guint64 next = LS_TIME_NEVER, next_foreseen = LS_TIME_NEVER;
  guint n_due = 0;

  for (guint32 id = 1; id < world->tasks.n_items; id++)
    {
      const LsTaskState *task = ls_world_peek_task (world, id);
      gboolean is_there = FALSE;

      if (task == NULL || task->agent != world->agent || task->status != LS_TASK_STATUS_DELAYED)
        continue;
      g_assert_cmpuint (ls_world_peek_delay (world, task)->id, ==, id);
      for (guint i = 0; due != NULL && i < due->len; i++)
        is_there = is_there || g_array_index (due, LsDelay, i).id == id;
      g_assert_cmpint (is_there, ==, task->due_at <= time);
      n_due += is_there;
      if (task->due_at > time && ls_queue_type_is_foreseen (task->queue_type))
        next_foreseen = MIN (next_foreseen, task->due_at);
      next = MIN (next, task->due_at);
    }
  g_assert_cmpuint (due != NULL ? due->len : 0, ==, n_due);
  g_assert_cmpuint (ls_world_get_next_due (world, FALSE, 0), ==, next);
  g_assert_cmpuint (ls_world_get_next_due (world, TRUE, time + 1), ==, next_foreseen);
}

/* Moving the first two tasks of each queue tells the same as moving all whose delays are over. */
static void
test_random (void)
{
  guint n_brief = 0, n_late = 0;

  for (guint32 seed = 0; seed < N_TRACES; seed++)
    {
      g_autoptr (LsTrace) trace = write_trace (seed);
      g_autoptr (LsState) state = state_at_end (trace);

      for (guint32 agent = 0; agent <= ls_state_get_n_agents (state); agent++)
        for (guint few = 0; few < 8; few += 3)
          {
            g_autoptr (GArray) due = NULL;
            LsWorld whole, brief;

            ls_state_set_agent (state, agent);
            due = ls_world_list_due (ls_state_get_world (state), ls_state_get_time (state));
            check_delays (ls_state_get_world (state), ls_state_get_time (state));
            ls_world_init_copy (&whole, ls_state_get_world (state));
            ls_world_init_copy (&brief, ls_state_get_world (state));
            g_assert_true (ls_world_foresee (&whole, G_MAXUINT));
            n_brief += !ls_world_foresee (&brief, few);
            n_late += due != NULL && due->len > few;
            compare_worlds (&whole, &brief);
            check_delays (&whole, whole.time);
            ls_world_clear (&whole);
            ls_world_clear (&brief);
          }
    }
  g_test_message ("%u of %u in short", n_brief, n_late);
  g_assert_cmpuint (n_brief, >, n_late / 2);
}

/* What is said is the same, too. */
static void
test_many (void)
{
  for (guint32 seed = 0; seed < 8; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Writer writer = { .trace = trace, .rand = rand };
      g_autoptr (LsState) state = NULL;
      g_autoptr (LsExplanation) explanation = NULL;
      LsState *choice, *ahead;
      LsNextTask next;

      write_start (&writer);
      writer.has_idle_callbacks = FALSE;
      while (writer.n_tasks < 2 * LS_FORESIGHT_FEW)
        {
          writer_time += below (&writer, 3);
          if (seed % 4 != 0 && below (&writer, seed % 4) > 0)
            write_scheduler_task (&writer);
          else
            write_loop_task (&writer);
        }
      writer_time += 3000;
      write_record (trace, WORK, .value = 1);
      state = state_at_end (trace);
      explanation = ls_explain_next (state);
      choice = ls_state_get_choice (state);
      ahead = ls_state_get_ahead (state);
      g_assert_true (choice != ahead);
      g_assert_true (ahead == ls_state_get_ahead (state));
      compare_worlds (ls_state_get_world (ahead), ls_state_get_world (choice));

      ls_selection_find_next (ls_state_get_world (ahead), &next);
      g_assert_cmpuint (ls_state_get_next_task (state), ==, next.task);
      g_assert_cmpuint (explanation->task, ==, next.task);
      g_assert_cmpuint (ls_explanation_find_runner_up (choice, &next), ==, ls_explanation_find_runner_up (ahead, &next));
      for (LsExplanationTense tense = LS_EXPLANATION_PRESENT; tense <= LS_EXPLANATION_WAITING; tense++)
        {
          g_autofree char *said = ls_explanation_say_choice (choice, tense, &next);
          g_autofree char *expected = ls_explanation_say_choice (ahead, tense, &next);

          g_assert_cmpstr (said, ==, expected);
        }
    }
}

/* A queue whose number no trace of this length can have leaves no room for more. */
static void
test_no_room (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  const guint32 n_tasks = 6;
  LsWorld whole, brief;

  writer_time = 0;
  write_record (trace, LOOP_STARTED, .value = LS_EDITION_2025);
  for (guint32 i = 1; i <= n_tasks; i++)
    {
      write_record (trace, TASK_POSTED, .subject = i, .value = 1, .priority = LS_TASK_PRIORITY_BACKGROUND + i % 3);
      write_record (trace, TASK_DELAYED, .subject = i, .value = 1, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    }
  writer_time = 100;
  publish (trace);
  write_record (trace, QUEUE_CREATED, .subject = ls_trace_get_length (trace) + LS_WORLD_ID_SLACK, .value = 1,
                .priority = LS_TASK_PRIORITY_BACKGROUND);
  state = state_at_end (trace);
  ls_world_init_copy (&whole, ls_state_get_world (state));
  ls_world_init_copy (&brief, ls_state_get_world (state));
  ls_world_foresee (&whole, G_MAXUINT);
  ls_world_foresee (&brief, 0);
  compare_worlds (&whole, &brief);
  ls_world_clear (&whole);
  ls_world_clear (&brief);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/foresight-short/random", test_random);
  g_test_add_func ("/foresight-short/many", test_many);
  g_test_add_func ("/foresight-short/no-room", test_no_room);

  return g_test_run ();
}
