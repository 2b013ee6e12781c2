/* test-agent-states.c: states of traces that several agents have made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>
#include <string.h>

#include "ls-agent-cluster.h"
#include "ls-atomics.h"
#include "ls-async-lock.h"
#include "ls-promise.h"
#include "ls-state-format.h"
#include "record-writer.h"

#define N_WORDS 4
#define MAX_AGENTS 7

typedef struct
{
  LsTrace        *trace;
  LsAgentCluster *cluster;
  LsSharedMemory *memory;
  LsTypedArray    arrays[4];
  LsAsyncLock    *lock;
  GRand          *rand;
  guint           n_operations;     /* of each agent */
} Cluster;

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        data)
{
  Cluster *self = data;

  return ls_agent_cluster_create_loop (cluster, ls_preset_lookup (g_rand_boolean (self->rand) ? "blink" : "spec"),
                                       LS_EDITION_2025, ls_trace_get_probe (self->trace));
}

static guint
decide (LsAgentCluster      *cluster,
        const LsChoicePoint *choices,
        guint                n_choices,
        gpointer             data)
{
  Cluster *self = data;

  return g_rand_int_range (self->rand, 0, n_choices);
}

static LsCompletion
do_nothing (const LsValue *argument,
            LsValue       *result,
            gpointer       data)
{
  return LS_COMPLETION_NORMAL;
}

static void do_something (Cluster *self,
                          LsAgent *agent);

static void
get_message (gpointer data)
{
  Cluster *self = data;
  LsAgent *agent = ls_agent_get_current ();

  ls_event_loop_work (ls_agent_get_loop (agent), g_rand_int_range (self->rand, 0, 3) * 500);
  ls_event_loop_queue_microtask (ls_agent_get_loop (agent), "m", do_nothing, NULL, NULL);
  do_something (self, agent);
}

static void
behave (LsAgent  *agent,
        gpointer  data)
{
  Cluster *self = data;

  for (guint i = 0; i < self->n_operations && !ls_agent_is_terminated (agent); i++)
    do_something (self, agent);
}

static void
wait_somewhere (Cluster            *self,
                LsAgent            *agent,
                const LsTypedArray *array,
                guint               index)
{
  const gint64 value = g_rand_int_range (self->rand, 0, 3);
  const double timeout = g_rand_int_range (self->rand, 0, 4) == 0 ? INFINITY : g_rand_int_range (self->rand, 0, 5);

  if (ls_agent_get_can_block (agent) && g_rand_boolean (self->rand))
    ls_atomics_wait (array, index, value, MIN (timeout, 10), NULL, NULL);
  else
    {
      g_autoptr (LsPromise) promise = NULL;

      ls_atomics_wait_async (array, index, value, timeout, &promise, NULL);
    }
}

static void
do_something (Cluster *self,
              LsAgent *agent)
{
  const LsTypedArray *array = &self->arrays[g_rand_int_range (self->rand, 0, G_N_ELEMENTS (self->arrays))];
  const guint index = g_rand_int_range (self->rand, 0, ls_typed_array_get_length (array));
  const guint n_agents = ls_agent_cluster_get_n_agents (self->cluster);
  LsAgent *other = ls_agent_cluster_get_agent (self->cluster, g_rand_int_range (self->rand, 0, n_agents));

  switch (g_rand_int_range (self->rand, 0, 15))
    {
    case 0:
    case 1:
      ls_atomics_add (array, index, g_rand_int_range (self->rand, -2, 3), NULL);
      break;
    case 2:
      ls_atomics_store (array, index, (gint64) ((guint64) g_rand_int (self->rand) << 32 | g_rand_int (self->rand)), NULL);
      break;
    case 3:
      ls_atomics_store (array, index, 0, NULL);
      break;
    case 4:
      ls_atomics_compare_exchange (array, index, 0, 1, NULL);
      break;
    case 5:
      ls_atomics_load (array, index, NULL);
      break;
    case 6:
    case 7:
      wait_somewhere (self, agent, &self->arrays[0], g_rand_int_range (self->rand, 0, N_WORDS * 2));
      break;
    case 8:
      wait_somewhere (self, agent, &self->arrays[1], g_rand_int_range (self->rand, 0, N_WORDS));
      break;
    case 9:
    case 10:
      ls_atomics_notify (&self->arrays[0], g_rand_int_range (self->rand, 0, N_WORDS * 2),
                         g_rand_boolean (self->rand) ? 1 : LS_NOTIFY_ALL, NULL);
      break;
    case 11:
      ls_agent_post (other, LS_QUEUE_TYPE_DEFAULT, get_message, self, NULL, NULL);
      break;
    case 12:
      ls_event_loop_set_timeout (ls_agent_get_loop (agent), g_rand_int_range (self->rand, 0, 6), "timer", do_nothing, NULL, NULL);
      break;
    case 13:
      if (ls_async_lock_lock (self->lock, NULL) && g_rand_int_range (self->rand, 0, 9) > 0)
        ls_async_lock_unlock (self->lock, NULL);
      break;
    default:
      if (g_rand_int_range (self->rand, 0, 40) == 0)
        ls_agent_terminate (other, NULL);
      else if (n_agents < MAX_AGENTS)
        ls_agent_cluster_add_agent (self->cluster, "late", LS_AGENT_CAN_BLOCK, behave, self, NULL);
      break;
    }
}

static Cluster *
cluster_new (guint32 seed,
             guint   n_operations)
{
  Cluster *self = g_new0 (Cluster, 1);

  self->trace = ls_trace_new ();
  self->rand = g_rand_new_with_seed (seed);
  self->n_operations = n_operations;
  self->cluster = ls_agent_cluster_new (ls_trace_get_probe (self->trace));
  ls_agent_cluster_set_loop_func (self->cluster, make_loop, self, NULL);
  ls_agent_cluster_set_decider (self->cluster, decide, self, NULL);
  self->memory = ls_agent_cluster_create_memory (self->cluster, N_WORDS * 8, "m", NULL);
  ls_typed_array_init (&self->arrays[0], self->memory, LS_ELEMENT_INT32, 0, N_WORDS * 2, NULL);
  ls_typed_array_init (&self->arrays[1], self->memory, LS_ELEMENT_BIGINT64, 0, N_WORDS, NULL);
  ls_typed_array_init (&self->arrays[2], self->memory, LS_ELEMENT_UINT8, 0, N_WORDS * 8, NULL);
  ls_typed_array_init (&self->arrays[3], self->memory, LS_ELEMENT_BIGUINT64, 0, N_WORDS, NULL);
  self->lock = ls_async_lock_new (self->memory, 0, NULL);
  ls_agent_cluster_add_agent (self->cluster, "main", LS_AGENT_NONE, behave, self, NULL);
  ls_agent_cluster_add_agent (self->cluster, "a", LS_AGENT_CAN_BLOCK, behave, self, NULL);
  ls_agent_cluster_add_agent (self->cluster, NULL, LS_AGENT_CAN_BLOCK, behave, self, NULL);
  return self;
}

static void
cluster_free (Cluster *self)
{
  g_object_unref (self->cluster);
  ls_async_lock_unref (self->lock);
  ls_shared_memory_unref (self->memory);
  g_rand_free (self->rand);
  g_object_unref (self->trace);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Cluster, cluster_free)

static gint64
read_element (Cluster *self,
              guint    byte_index,
              guint    type)
{
  const guint8 *place = ls_shared_memory_get_bytes (self->memory) + byte_index;
  guint64 bits = 0;

  memcpy (&bits, place, ls_element_type_get_size (type));
  return ls_element_type_wrap (type, (gint64) bits);
}

/* What the state says is what is. */
static void
check_truth (Cluster *self,
             LsState *state)
{
  const guint n_agents = ls_agent_cluster_get_n_agents (self->cluster);
  guint64 n_waiting = 0;
  const guint32 *cells;
  guint n_cells;

  g_assert_cmpuint (ls_state_get_n_agents (state), ==, n_agents);
  for (guint i = 0; i < n_agents; i++)
    {
      LsAgent *agent = ls_agent_cluster_get_agent (self->cluster, i);
      const LsAgentTraceState *known = ls_state_get_agent (state, i + 1);
      const LsAgentState is = ls_agent_get_state (agent);
      const gboolean has_baton = agent == ls_agent_cluster_get_last (self->cluster);
      LsOperation operation;

      g_assert_cmpint (known->can_block, ==, ls_agent_get_can_block (agent));
      /* Between two steps nobody runs, but who did may go on. */
      if (known->state != LS_AGENT_STATE_RUNNING)
        g_assert_cmpint (known->state, ==, is);
      else
        g_assert_true (has_baton && (is == LS_AGENT_STATE_RUNNABLE || is == LS_AGENT_STATE_IDLE));
      g_assert_cmpint (known->memory != 0, ==, is == LS_AGENT_STATE_WAITING);
      if (is == LS_AGENT_STATE_WAITING && ls_agent_peek_operation (agent, &operation))
        g_assert_cmpuint (known->byte_index, ==, operation.byte_index);
      ls_state_set_agent (state, i + 1);
      g_assert_cmpuint (ls_state_get_shown_agent (state), ==, i + 1);
      if (is != LS_AGENT_STATE_ENDED && ls_agent_get_loop (agent) != NULL)
        {
          LsEventLoop *loop = ls_agent_get_loop (agent);

          g_assert_cmpuint (ls_state_get_turn (state), ==, ls_event_loop_get_turn (loop));
          g_assert_cmpuint (ls_event_loop_get_n_microtasks (loop), >=, 0);
        }
    }
  ls_state_set_agent (state, 0);

  cells = ls_state_list_cells (state, 1, &n_cells);
  g_assert_cmpuint (n_cells, ==, ls_state_get_memory (state, 1)->n_cells);
  for (guint i = 0; i < n_cells; i++)
    {
      const LsCellState *cell = ls_state_get_cell (state, 1, cells[i]);
      guint32 last = 0, n = 0;

      if (cell->is_known)
        g_assert_cmpint (cell->value, ==, read_element (self, cell->byte_index, cell->type));
      for (guint32 id = cell->first_waiter; id != 0; n++)
        {
          const LsWaiterState *waiter = ls_state_get_waiter (state, id);

          g_assert_true (waiter->is_waiting);
          g_assert_cmpuint (waiter->byte_index, ==, cell->byte_index);
          g_assert_cmpuint (waiter->previous, ==, last);
          g_assert_cmpuint (id, >, last);
          last = id;
          id = waiter->next;
        }
      g_assert_cmpuint (cell->last_waiter, ==, last);
      g_assert_cmpuint (cell->n_waiting, ==, n);
      n_waiting += n;
    }
  g_assert_cmpuint (n_waiting, ==, ls_agent_cluster_get_n_waiters (self->cluster));
}

static void
test_truth (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      g_autoptr (Cluster) cluster = cluster_new (seed, 30);
      g_autoptr (LsState) state = ls_state_new (cluster->trace);

      for (guint i = 0; i < 2000 && ls_agent_cluster_step (cluster->cluster) == LS_CLUSTER_RUNNING; i++)
        {
          ls_state_seek (state, G_MAXSIZE);
          check_truth (cluster, state);
        }
    }
}

/* All that is known, of each agent */
static char *
tell_all (LsState *state)
{
  GString *text = g_string_new (NULL);

  for (guint32 agent = 1; agent <= MAX (ls_state_get_n_agents (state), 1); agent++)
    {
      g_autofree char *json = NULL;

      ls_state_set_agent (state, agent);
      json = ls_state_to_json (state);
      g_string_append (text, json);
    }
  ls_state_set_agent (state, 0);
  return g_string_free (text, FALSE);
}

/* Any positions in any order give what going forwards from the beginning gives. */
static void
test_seek (void)
{
  g_autoptr (Cluster) cluster = cluster_new (7, 10000);
  g_autoptr (LsTrace) copy = NULL;
  g_autoptr (LsState) forwards = NULL;
  g_autoptr (LsState) state = NULL;
  char *expected[20];
  gsize length;

  ls_agent_cluster_run (cluster->cluster, 60000);
  copy = copy_trace (cluster->trace);
  length = ls_trace_get_length (copy);
  g_assert_cmpuint (length, >, 40000);
  forwards = ls_state_new (copy);
  state = ls_state_new (cluster->trace);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const gsize position = length * i / G_N_ELEMENTS (expected) + i;

      while (ls_state_get_position (forwards) < position)
        ls_state_seek (forwards, MIN (position, ls_state_get_position (forwards) + 1000));
      expected[i] = tell_all (forwards);
    }
  for (guint i = 0; i < 60; i++)
    {
      const guint n = i * 7 % G_N_ELEMENTS (expected);
      g_autofree char *told = NULL;

      ls_state_seek (state, length * n / G_N_ELEMENTS (expected) + n);
      told = tell_all (state);
      g_assert_cmpstr (told, ==, expected[n]);
      /* To look at another one changes nothing, wherever it goes next. */
      ls_state_set_agent (state, i % 4);
    }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_free (expected[i]);
}

/* What is forgotten is only what is over. */
static void
test_forget (void)
{
  g_autoptr (Cluster) cluster = cluster_new (11, 4000);
  g_autoptr (LsTrace) copy = NULL;
  g_autoptr (LsState) whole = NULL;
  g_autoptr (LsState) rest = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *told = NULL;

  ls_agent_cluster_run (cluster->cluster, 30000);
  copy = copy_trace (cluster->trace);
  whole = ls_state_new (copy);
  ls_state_seek (whole, G_MAXSIZE);
  expected = tell_all (whole);
  while (ls_trace_forget (cluster->trace, 2 * LS_TRACE_CHUNK))
    ;
  g_assert_cmpuint (ls_trace_get_start (cluster->trace), >, 0);
  g_assert_cmpuint (ls_trace_get_start (cluster->trace), >, ls_trace_get_length (cluster->trace) / 2);
  rest = ls_state_new (cluster->trace);
  ls_state_seek (rest, G_MAXSIZE);
  told = tell_all (rest);
  g_assert_cmpstr (told, ==, expected);
}

/* One agent that shares memory with nobody: cells, but no agents. */
static void
test_alone (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autofree char *json = NULL;
  const LsCellState *cell;

  write_record (trace, MEMORY_CREATED, .subject = 1, .value = 8);
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 4, .value = 0xffffffff, .queue = LS_ELEMENT_INT32,
                .level = LS_OPERATION_STORE, .flags = LS_RECORD_FLAG_WROTE);
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 0, .queue = LS_ELEMENT_BIGINT64, .level = LS_OPERATION_LOAD,
                .text = text_of (trace, "load: is -4294967296"), .flags = LS_RECORD_FLAG_WIDE);
  state = state_at_end (trace);
  g_assert_cmpuint (ls_state_get_n_agents (state), ==, 0);
  g_assert_cmpuint (ls_state_get_current_agent (state), ==, 1);
  cell = ls_state_get_cell (state, 1, 4);
  g_assert_cmpint (cell->value, ==, -1);
  g_assert_cmpuint (cell->writer, ==, 1);
  g_assert_cmpuint (cell->written_record, ==, 1);
  cell = ls_state_get_cell (state, 1, 0);
  g_assert_cmpint (cell->value, ==, G_GINT64_CONSTANT (-4294967296));
  g_assert_cmpuint (cell->writer, ==, 0);
  g_assert_null (ls_state_get_cell (state, 1, 8));
  json = ls_state_to_json (state);
  g_assert_null (strstr (json, "agents"));
  g_assert_nonnull (strstr (json, "\"memories\""));
}

/* Agents are made, and then some */
static void
test_text (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;

  writer_time = 0;
  write_record (trace, MEMORY_CREATED, .subject = 1, .value = 8, .text = text_of (trace, "lock"));
  write_record (trace, AGENT_CREATED, .subject = 1, .text = text_of (trace, "main"));
  write_record (trace, AGENT_CREATED, .subject = 2, .object = 1, .level = 1, .text = text_of (trace, "worker"));
  write_record (trace, ATOMIC_OPERATION, .subject = 1, .object = 4, .value = 1, .queue = LS_ELEMENT_INT32,
                .level = LS_OPERATION_COMPARE_EXCHANGE, .flags = LS_RECORD_FLAG_WROTE | LS_RECORD_FLAG_LOCKED);
  write_record (trace, AGENT_RUN, .subject = 2, .level = 2);
  write_record (trace, WAITER_ADDED, .subject = 1, .object = 1, .value = 4, .queue = LS_ELEMENT_INT32);
  write_record (trace, AGENT_STATE, .subject = 2, .object = 1, .value = 4, .level = LS_AGENT_STATE_WAITING);
  writer_time = 2500;
  write_record (trace, AGENT_RUN, .subject = 1, .value = 1, .level = 1);
  state = state_at_end (trace);
  text = ls_state_to_text (state);
  g_assert_nonnull (strstr (text, "\nAgents\n"
                                  "> 1 main  running for 0 ms, cannot block\n"
                                  "  2 worker  waiting at lock[1] for 2.5 ms\n"
                                  "\nMemory 1 lock  8 bytes\n"
                                  "  lock[1]  1  written by main  locked by main  waiting: worker\n"));
  g_assert_cmpuint (ls_state_get_n_choices (state), ==, 1);
  json = ls_state_to_json (state);
  g_strdelimit (json, "\"", '\'');
  g_assert_nonnull (strstr (json, "  'agent': 1,\n"
                                  "  'currentAgent': 1,\n"
                                  "  'choices': 1,\n"
                                  "  'agents': [\n"
                                  "    {'agent': 1, 'name': 'main', 'creator': null, 'canBlock': false, 'state': 'running', "
                                  "'since': 2.5, 'memory': null, 'waiter': null, 'operations': 1},\n"
                                  "    {'agent': 2, 'name': 'worker', 'creator': 1, 'canBlock': true, 'state': 'waiting', "
                                  "'since': 0, 'memory': 1, 'byte': 4, 'waiter': 1, 'operations': 1}\n"));
  g_assert_nonnull (strstr (json, "      'memory': 1,\n"
                                  "      'name': 'lock',\n"
                                  "      'length': 8,\n"));
  g_assert_nonnull (strstr (json, "{'byte': 4, 'type': 'Int32Array', 'value': '1', 'known': true, 'writer': 1, 'lockOwner': 1, "
                                  "'waiters': [{'waiter': 1, 'agent': 2, 'async': false, 'since': 0, 'timeout': null}]}"));
}

static void
test_choices (void)
{
  static const struct
  {
    guint32 value;
    guint8  level;
    guint32 n_choices;
  } cases[] = {
    { 0, 1, 0 }, { 0, 2, 1 }, { 1, 1, 1 }, { 1, 255, 2 }, { 5, 0, 5 }, { G_MAXUINT32 - 1, 3, G_MAXUINT32 },
    { G_MAXUINT32, 1, G_MAXUINT32 }, { G_MAXUINT32, 2, G_MAXUINT32 },
  };
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = ls_state_new (trace);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    write_record (trace, AGENT_RUN, .subject = 1, .value = cases[i].value, .level = cases[i].level);
  publish (trace);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ls_state_seek (state, i + 1);
      g_assert_cmpuint (ls_state_get_n_choices (state), ==, cases[i].n_choices);
    }
}

/* Whatever records say about others' things, nothing is linked into two lists. */
static void
test_corrupt (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autoptr (LsState) state = NULL;

  for (guint i = 0; i < 200000; i++)
    write_full (trace, (LsRecord) {
      .time = i,
      .kind = g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int_range (rand, LS_RECORD_AGENT_CREATED, LS_N_RECORD_KINDS)
                                                 : g_rand_int_range (rand, 1, LS_N_RECORD_KINDS),
      .subject = g_rand_int_range (rand, 0, 12),
      .object = g_rand_int_range (rand, 0, 12),
      .value = g_rand_int_range (rand, 0, 12),
      .level = g_rand_int_range (rand, 0, 6),
      .queue = g_rand_int_range (rand, 0, LS_N_QUEUE_TYPES),
      .priority = g_rand_int_range (rand, 0, 4),
      .flags = g_rand_int (rand),
    });
  publish (trace);
  state = ls_state_new (trace);
  for (gsize position = 0; position <= 200000; position += 1999)
    {
      g_autofree char *told = NULL;

      ls_state_seek (state, position);
      told = tell_all (state);
      g_assert_nonnull (told);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agents/truth", test_truth);
  g_test_add_func ("/agents/seek", test_seek);
  g_test_add_func ("/agents/forget", test_forget);
  g_test_add_func ("/agents/alone", test_alone);
  g_test_add_func ("/agents/text", test_text);
  g_test_add_func ("/agents/choices", test_choices);
  g_test_add_func ("/agents/corrupt", test_corrupt);

  return g_test_run ();
}
