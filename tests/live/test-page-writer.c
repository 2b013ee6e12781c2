/* test-page-writer.c: what scripts tell becomes the trace of agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "page-writer-fixture.h"

#include "ls-departures.h"
#include "ls-record-format.h"
#include "ls-state.h"
#include "ls-state-format.h"
#include "ls-world-private.h"
#include "sanitized.h"
#include "test-records.h"

#include <string.h>

#define N_PROGRAMS TIMES (3000, 1000)

/* Two tasks and a continuation, each a turn; the one with the higher priority is expected first. */
static void
test_order (Fixture       *self,
            gconstpointer  data)
{
  g_autofree char *kinds = NULL;
  LsPagePrediction prediction;

  tell (self, "[1," BEGIN ",2,10,1,0,0,0,\"low\",0,0,2,10,2,2,0,0,\"high\",0,0,4,20,2,0,3,30,3,2,0,5,40,2,1,0,0,0,"
              "4,50,3,1,4,60,1,0,5,70,1,0,\"7\",0,0]");
  kinds = list_kinds (self->trace, "task-");
  g_assert_cmpstr (kinds, ==, "posted 1\nqueued 1\nposted 2\nqueued 2\nselected 2\nstarted 2\nposted 3\nqueued 3\nfinished 2\n"
                              "selected 3\nstarted 3\nfinished 3\nselected 1\nstarted 1\nfinished 1\n");
  ls_page_writer_get_prediction (self->writer, &prediction);
  g_assert_cmpuint (prediction.n_same, ==, 3);
  g_assert_cmpuint (prediction.n_different + prediction.n_unsure, ==, 0);
  test_check_records (self->trace);
}

/* What happens often has short events. */
static void
test_short (Fixture       *self,
            gconstpointer  data)
{
  g_autofree char *kinds = NULL;

  tell (self, "[1," BEGIN ",23,10,1,\"plain\",0,0,23,10,2,\"other\",0,0,22,20,1,0,22,30,2,0]");
  kinds = list_kinds (self->trace, "task-");
  g_assert_cmpstr (kinds, ==, "posted 1\nqueued 1\nposted 2\nqueued 2\nselected 1\nstarted 1\nfinished 1\n"
                              "selected 2\nstarted 2\nfinished 2\n");
  test_check_records (self->trace);
}

/* The same events, told in full and by what they have in common with those before. */
static void
test_next (Fixture       *self,
           gconstpointer  data)
{
  static const char *const batches[] = {
    "[1," BEGIN ",23,10,1,\"again\",0,0,23,10,2,\"again\",0,0,23,11,3,\"again\",0,0,22,20,1,0,4,21,2,0,3,22,4,2,0,5,23,2,0,0,0,0"
    ",22,30,3,0,4,40,4,1,3,50,5,-4,0,4,60,5,1,3,61,6,-5,0]",
    "[1," BEGIN ",23,10,1,\"again\",0,0,-1,-9,22,20,1,0,-11,3,22,4,2,0,-13,-60,4,40,4,1,-82,-83,-10]",
  };
  g_auto (GStrv) lists = g_new0 (char *, G_N_ELEMENTS (batches) + 1);

  for (guint i = 0; i < G_N_ELEMENTS (batches); i++)
    {
      Fixture fixture = { 0 };
      g_autoptr (GString) list = g_string_new (NULL);

      set_up (&fixture, NULL);
      tell (&fixture, batches[i]);
      for (gsize j = 0; j < ls_trace_get_length (fixture.trace); j++)
        {
          g_autofree char *line = ls_trace_format_record (fixture.trace, j, NULL);

          g_string_append_printf (list, "%s\n", line);
        }
      lists[i] = g_string_free (g_steal_pointer (&list), FALSE);
      test_check_records (fixture.trace);
      tear_down (&fixture, NULL);
    }
  g_assert_nonnull (strstr (lists[0], "again"));
  g_assert_cmpstr (lists[1], ==, lists[0]);
}

/* The promise of a task is settled when its async callback is; where its signal is aborted, while it waits or runs, at once. */
static void
test_results (Fixture       *self,
              gconstpointer  data)
{
  tell (self, "[1," BEGIN ",9,1,1,1,0,1,0,9,1,2,1,0,1,0"
              ",23,10,1,\"fulfils\",0,0,23,10,2,\"rejects\",0,0,23,10,3,\"stays\",0,0,23,10,4,\"aborts\",0,1,2,10,5,-1,2,0,\"waits\",0,0"
              ",4,20,1,0,5,20,1,1,0,0,0,4,30,2,0,5,30,2,1,0,0,0,4,40,3,0,5,40,3,1,0,0,0"
              ",4,50,4,0,13,50,1,\"RangeError: no\",4,0,0,14,50,1,0,13,50,2,\"why\",4,0,0,14,50,2,0,5,50,4,0,\"7\",0,0"
              ",21,60,2,2,\"TypeError: bad\",0,0,21,60,1,0,\"42\",0,0,21,60,1,0,\"43\",0,0,21,60,9,0,0,0,0]");
  list_details (self, "promise-fulfilled", "promise-fulfilled  promise 1  “42” · recorded\n");
  list_details (self, "promise-rejected",
                "promise-rejected  promise 4  “RangeError: no” · recorded\npromise-rejected  promise 5  “why” · recorded\n"
                "promise-rejected  promise 2  “TypeError: bad” · recorded\n");
  g_assert_cmpuint (test_check_records (self->trace), ==, 0);
}

/* Names come later than their signals. */
static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  const LsPageEvent begin = { .kind = LS_PAGE_EVENT_BEGIN, .fields = { 1000000, 10, 0, 0, 0 } };
  const LsPageEvent signal = { .kind = LS_PAGE_EVENT_SIGNAL, .time = 5, .fields = { 7, 1, 0, 1, 0 } };

  ls_page_agent_name_signal (self->agent, 7, "early");
  ls_page_agent_add_event (self->agent, &begin);
  ls_page_agent_add_event (self->agent, &signal);
  ls_page_agent_name_signal (self->agent, 7, "loader");
  ls_page_agent_name_signal (self->agent, 8, "nobody");
  ls_page_writer_write (self->writer, G_MAXUINT64);
  list_details (self, "signal-named", "signal-named  signal 1 “loader” · recorded\n");
  ls_page_agent_end (self->agent);
  ls_page_agent_name_signal (self->agent, 7, "late");
  ls_page_writer_write (self->writer, G_MAXUINT64);
  list_details (self, "signal-named", "signal-named  signal 1 “loader” · recorded\n");
}

/* The browser does otherwise. */
static void
test_difference (Fixture       *self,
                 gconstpointer  data)
{
  LsPagePrediction prediction;

  tell (self, "[1," BEGIN ",2,10,1,0,0,0,\"low\",0,0,2,10,2,2,0,0,\"high\",0,0,4,20,1,0,5,40,1,0,0,0,0,4,50,2,0,5,70,2,0,0,0,0]");
  ls_page_writer_get_prediction (self->writer, &prediction);
  g_assert_cmpuint (prediction.n_same, ==, 1);
  g_assert_cmpuint (prediction.n_different, ==, 1);
}

/* A page is held before a task, and meanwhile another one is put first: the browser has chosen already. */
static void
test_held (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LsDepartures) departures = ls_departures_new (self->trace);
  LsPagePrediction prediction;

  tell (self, "[1," BEGIN ",9,1,1,0,0,1,0,2,10,1,-1,1,0,\"low\",0,0,2,10,2,1,0,0,\"other\",0,0,29,15,2,0,"
              "15,18,1,2,0,0,0,16,18,1,1,4,20,2,0,5,40,2,0,0,0,0,4,50,1,0,5,70,1,0,0,0,0]");
  ls_page_writer_get_prediction (self->writer, &prediction);
  g_assert_cmpuint (prediction.n_same, ==, 2);
  g_assert_cmpuint (prediction.n_different, ==, 0);
  while (ls_departures_advance (departures, 1000))
    ;
  g_assert_cmpuint (ls_departures_get_n_departures (departures), ==, 0);
  list_details (self, "task-selected",
                "task-selected  task 2 “other”  queue 2 (user-visible, task)  effective priority 2  rank 7  turn 1  held · recorded\n"
                "task-selected  task 1 “low”  queue 1 (signal 1, task)  effective priority 4  rank 5  turn 2 · recorded\n");
}

/* An abort takes tasks of dependent signals along, a change of priority moves theirs. */
static void
test_signals (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *signals = NULL, *tasks = NULL;
  LsPagePrediction prediction;

  tell (self, "[1," BEGIN ",9,1,1,0,0,1,0,9,1,2,1,0,1,0,10,2,3,1,0,0,0,11,2,3,2,"
              "2,3,1,-1,3,0,\"follows\",0,0,2,3,2,-1,3,0,\"other\",0,0,2,3,3,1,0,0,\"plain\",0,0,"
              "15,4,1,2,0,0,0,16,4,1,1,4,5,1,0,5,6,1,0,0,0,0,13,7,2,\"gone\",0,0,0,14,7,2,0,4,8,3,0,5,9,3,0,0,0,0]");
  signals = list_kinds (self->trace, "signal-");
  g_assert_cmpstr (signals, ==, "created 1\ncreated 2\ncreated 3\nabort-source 3\npriority 1\npriority 3\naborted 2\naborted 3\n"
                             "finalized 1\nfinalized 2\nfinalized 3\n");
  tasks = list_kinds (self->trace, "task-removed");
  g_assert_cmpstr (tasks, ==, " 2\n");
  ls_page_writer_get_prediction (self->writer, &prediction);
  g_assert_cmpuint (prediction.n_same, ==, 2);
  g_assert_cmpuint (test_check_records (self->trace), ==, 0);
}

/* Nobody knows when the browser notices that a delay is over: of one that is expected and does not run, and of one that runs and is
 * not expected. */
static void
test_delay (Fixture       *self,
            gconstpointer  data)
{
  static const char *const batches[] = {
    "[1," BEGIN ",2,0,1,2,0,1,\"late\",0,0,2,0,2,0,0,0,\"other\",0,0,4,50,2,0,5,55,2,0,0,0,0,4,60,1,0,5,70,1,0,0,0,0]",
    "[1," BEGIN ",2,0,1,0,0,1,\"late\",0,0,2,0,2,0,0,0,\"other\",0,0,4,50,1,0,5,55,1,0,0,0,0,4,60,2,0,5,70,2,0,0,0,0]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (batches); i++)
    {
      LsPagePrediction prediction;
      g_autofree char *kinds = NULL;

      if (i > 0)
        self->agent = ls_page_writer_add_agent (self->writer);
      tell (self, batches[i]);
      ls_page_writer_get_prediction (self->writer, &prediction);
      g_assert_cmpuint (prediction.n_same, ==, i + 1);
      g_assert_cmpuint (prediction.n_different, ==, 0);
      g_assert_cmpuint (prediction.n_unsure, ==, i + 1);
      kinds = list_kinds (self->trace, "task-du");
      g_assert_cmpstr (kinds, ==, i == 0 ? "e 1\n" : "e 1\ne 3\n");
    }
  g_assert_cmpuint (test_check_records (self->trace), ==, 0);
}

static void
test_late (Fixture       *self,
           gconstpointer  data)
{
  LsPagePrediction prediction;

  tell (self, "[1,1,0,1000000,10,0,1,\"http://page/\",4,10,9,0,5,20,9,0,0,0,0,4,30,12,1,4,40,13,2,5,50,13,0,0,0,0]");
  ls_page_writer_get_prediction (self->writer, &prediction);
  g_assert_cmpuint (prediction.n_unsure, ==, 2);
  g_assert_true (ls_page_agent_is_late (self->agent));
  g_assert_cmpuint (ls_trace_get_n_turns (self->trace), ==, 3);
  test_check_records (self->trace);
}

static void
test_broken_batches (Fixture       *self,
                     gconstpointer  data)
{
  static const char *const batches[] = {
    "", "[", "[]", "{}", "null", "[1,2]", "[1,99,0]", "[1,0,0]", "[1,20,0]", "[1,-1,0]", "[1,-6]", "[1,24,0]", "[\"1\"]", "[1,[2]]", "[[[[", "[1]]", "[1][1]",
    "[1,4,1,1", "[null]", "[99999999999999999999999,4]", "[1,4,1e400,1,0]", "[1,4,0,1,0,", "[1,\"4\",0,1,0]",
    "[1,24", "[1,24]", "[1,27,1,27]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (batches); i++)
    {
      guint64 first;

      g_test_message ("%s", batches[i]);
      g_assert_false (ls_page_batch_read (batches[i], strlen (batches[i]), text_cb, event_cb, self, &first));
    }
}

/* Numbers that make no sense, in events that are as long as they should be. */
static void
add_nonsense (GRand        *rand,
              LsPageAgent  *agent,
              LsPageWriter *writer,
              guint64      *time)
{
  static const guint8 often[] = { LS_PAGE_EVENT_POST, LS_PAGE_EVENT_RUN, LS_PAGE_EVENT_END, LS_PAGE_EVENT_YIELD, LS_PAGE_EVENT_TIMER };
  LsPageEvent event = { .kind = g_rand_boolean (rand) ? often[g_rand_int_range (rand, 0, G_N_ELEMENTS (often))]
                                                      : (guint) g_rand_int_range (rand, 2, LS_PAGE_EVENT_REST) };

  *time += g_rand_int_range (rand, 0, 3) * g_rand_int_range (rand, 0, 20);
  event.time = g_rand_int_range (rand, 0, 30) == 0 ? 0 : *time;
  for (guint i = 0; i < LS_PAGE_EVENT_MAX_FIELDS; i++)
    event.fields[i] = g_rand_int_range (rand, -2, i == 0 ? 12 : 7);
  if (event.kind == LS_PAGE_EVENT_POST)
    event.fields[4] = event.fields[6] = 0;
  else if (event.kind == LS_PAGE_EVENT_TIMER)
    event.fields[3] = event.fields[5] = 0;
  else if (event.kind == LS_PAGE_EVENT_END || event.kind == LS_PAGE_EVENT_YIELD || event.kind == LS_PAGE_EVENT_SETTLED)
    event.fields[2] = 0;
  else if (event.kind == LS_PAGE_EVENT_ABORT)
    event.fields[1] = 0;
  ls_page_agent_add_event (agent, &event);
  if (g_rand_int_range (rand, 0, 10) == 0)
    ls_page_agent_rest (agent);
}

static void
test_nonsense (void)
{
  for (guint32 seed = 0; seed < N_PROGRAMS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsPageWriter) writer = ls_page_writer_new (ls_trace_get_probe (trace));
      g_autoptr (LsState) state = NULL;
      LsPageAgent *agents[3];
      const guint n_agents = g_rand_int_range (rand, 1, 4), n_events = g_rand_int_range (rand, 1, 80);
      guint64 time = 0;
      guint n_waiting;

      for (guint i = 0; i < n_agents; i++)
        {
          const LsPageEvent begin = { .kind = LS_PAGE_EVENT_BEGIN, .fields = { 1000000, 10, i, 0, 0 } };

          agents[i] = ls_page_writer_add_agent (writer);
          ls_page_agent_add_event (agents[i], &begin);
        }
      for (guint i = 0; i < n_events; i++)
        {
          add_nonsense (rand, agents[g_rand_int_range (rand, 0, n_agents)], writer, &time);
          if (g_rand_int_range (rand, 0, 5) == 0)
            ls_page_writer_write (writer, g_rand_boolean (rand) ? G_MAXUINT64 : 1000000 + time * 100);
        }
      for (guint i = 0; i < n_agents; i++)
        ls_page_agent_end (agents[i]);
      ls_page_writer_write (writer, G_MAXUINT64);
      n_waiting = test_check_records (trace);
      if (seed % 50 != 0)
        continue;
      state = ls_state_new (trace);
      for (gsize position = 0; position <= ls_trace_get_length (trace); position += 7)
        {
          g_autofree char *text = NULL;

          ls_state_seek (state, position);
          text = ls_state_to_json (state);
          g_assert_nonnull (text);
        }
      g_assert_cmpuint (n_waiting, <=, n_events);
    }
}

/* More than a page may make us keep: of what it tells in a second a million events, and a million tasks that wait. */
static void
test_flood (Fixture       *self,
            gconstpointer  data)
{
  const LsPageEvent begin = { .kind = LS_PAGE_EVENT_BEGIN, .fields = { 1000000, 10, 0, 0, 0 } };
  guint n_waiting;

  ls_page_agent_add_event (self->agent, &begin);
  for (guint i = 1; i <= 1200000; i++)
    {
      const LsPageEvent event = { .kind = LS_PAGE_EVENT_POST, .time = i, .fields = { i, -1 } };

      ls_page_agent_add_event (self->agent, &event);
      if (i % 1000 == 0)
        ls_page_writer_write (self->writer, G_MAXUINT64);
    }
  n_waiting = test_check_records (self->trace);
  g_assert_cmpuint (n_waiting, >=, 999999);
  g_assert_cmpuint (n_waiting, <=, 1000000);
  /* Each has a promise, is posted and is queued. */
  g_assert_cmpuint (ls_trace_get_length (self->trace), >=, 3 * n_waiting);
  g_assert_cmpuint (ls_trace_get_length (self->trace), <, 3 * n_waiting + 100);
}

/* A page that loads again and again is recorded as long as a trace has numbers for its documents. */
static void
test_reloads (Fixture       *self,
              gconstpointer  data)
{
  guint n_documents = 0;

  do
    {
      n_documents++;
      tell (self, "[1," BEGIN ",2,10,1,0,0,0,\"work\",0,0,4,20,1,0,5,30,1,0,0,0,0]");
      self->agent = ls_page_writer_add_agent (self->writer);
    }
  while (self->agent != NULL);
  g_assert_cmpuint (n_documents, ==, LS_WORLD_MAX_AGENTS - 1);
  g_assert_cmpuint (ls_page_writer_get_n_agents (self->writer), ==, n_documents);
  g_assert_cmpuint (ls_page_writer_get_n_lost (self->writer), ==, 0);
  g_assert_cmpuint (test_check_records (self->trace), ==, 0);
}

/* A page that has a signal and two tasks that wait for long. */
#define WAITING "1," BEGIN ",9,10,1,1,0,1,0,2,10,1,-1,1,9000,\"late\",0,0,7,10,2,2,9000,\"timer\",0,0,0"

static const LsAgentTraceState *
get_first_agent (LsState *state,
                 LsTrace *trace)
{
  ls_state_seek (state, ls_trace_get_length (trace));
  return ls_state_get_agent (state, 1);
}

/* What waits in a page that is gone never runs, and nobody can use its signals. That it has ended is told with the second agent, before
 * which nobody speaks of agents. */
static void
test_gone (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);
  g_autofree char *tasks = NULL, *signals = NULL;

  tell (self, "[" WAITING "]");
  g_assert_null (get_first_agent (state, self->trace));
  g_assert_false (ls_state_get_signal (state, 1)->exists);
  g_assert_cmpuint (test_check_records (self->trace), ==, 0);
  tasks = list_kinds (self->trace, "task-re");
  signals = list_kinds (self->trace, "signal-f");
  g_assert_cmpstr (tasks, ==, "moved 1\nmoved 2\n");
  g_assert_cmpstr (signals, ==, "inalized 1\n");

  self->agent = ls_page_writer_add_agent (self->writer);
  tell (self, "[1," BEGIN "]");
  g_assert_cmpint (get_first_agent (state, self->trace)->state, ==, LS_AGENT_STATE_ENDED);
  test_check_records (self->trace);
}

/* One that nobody watches any more keeps what waits. */
static void
test_left (Fixture       *self,
           gconstpointer  data)
{
  static const char batch[] = "[" WAITING "]";
  g_autoptr (LsState) state = ls_state_new (self->trace);
  guint64 first;

  g_assert_true (ls_page_batch_read (batch, strlen (batch), text_cb, event_cb, self, &first));
  ls_page_agent_leave (self->agent);
  self->agent = ls_page_writer_add_agent (self->writer);
  tell (self, "[1," BEGIN "]");
  g_assert_cmpint (get_first_agent (state, self->trace)->state, ==, LS_AGENT_STATE_IDLE);
  g_assert_true (ls_state_get_signal (state, 1)->exists);
  g_assert_cmpuint (test_check_records (self->trace), ==, 2);
}

/* Documents that live at the same time are fewer. */
static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  guint n_documents = 1;

  while (ls_page_writer_add_agent (self->writer) != NULL)
    n_documents++;
  g_assert_cmpuint (n_documents, ==, 1024);
  tell (self, "[1," BEGIN "]");
  g_assert_nonnull (ls_page_writer_add_agent (self->writer));
  g_assert_null (ls_page_writer_add_agent (self->writer));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/page-writer/order", Fixture, NULL, set_up, test_order, tear_down);
  g_test_add ("/page-writer/short", Fixture, NULL, set_up, test_short, tear_down);
  g_test_add ("/page-writer/next", Fixture, NULL, set_up, test_next, tear_down);
  g_test_add ("/page-writer/results", Fixture, NULL, set_up, test_results, tear_down);
  g_test_add ("/page-writer/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/page-writer/difference", Fixture, NULL, set_up, test_difference, tear_down);
  g_test_add ("/page-writer/held", Fixture, NULL, set_up, test_held, tear_down);
  g_test_add ("/page-writer/signals", Fixture, NULL, set_up, test_signals, tear_down);
  g_test_add ("/page-writer/delay", Fixture, NULL, set_up, test_delay, tear_down);
  g_test_add ("/page-writer/late", Fixture, NULL, set_up, test_late, tear_down);
  g_test_add ("/page-writer/broken-batches", Fixture, NULL, set_up, test_broken_batches, tear_down);
  g_test_add ("/page-writer/reloads", Fixture, NULL, set_up, test_reloads, tear_down);
  g_test_add ("/page-writer/gone", Fixture, NULL, set_up, test_gone, tear_down);
  g_test_add ("/page-writer/left", Fixture, NULL, set_up, test_left, tear_down);
  g_test_add ("/page-writer/many", Fixture, NULL, set_up, test_many, tear_down);
  g_test_add ("/page-writer/flood", Fixture, NULL, set_up, test_flood, tear_down);
  g_test_add_func ("/page-writer/nonsense", test_nonsense);

  return g_test_run ();
}
