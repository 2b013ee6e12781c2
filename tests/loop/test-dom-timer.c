/* test-dom-timer.c: setTimeout() and setInterval(): nesting, clamps, clearing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loop-fixture.h"

#define MS G_GUINT64_CONSTANT (1000)

/* A chain of timers: each sets the next. */
typedef struct
{
  gint32 timeout;
  guint  n_left;
} Chain;

static LsCompletion
chain_next (LoopFixture *f,
            gpointer     data)
{
  Chain *chain = data;

  if (chain->n_left-- > 0)
    ls_event_loop_set_timeout (f->loop, chain->timeout, NULL, ACTION (f, "t", chain_next, chain));
  return LS_COMPLETION_NORMAL;
}

/* The TIMER_INSTALLED records: "level:timeout" for each, with "!" where the engine clamped it. */
static char *
describe_installed (LoopFixture *f)
{
  GString *string = g_string_new (NULL);
  const guint n = test_probe_count (f->probe, LS_RECORD_TIMER_INSTALLED);

  for (guint i = 0; i < n; i++)
    {
      const LsRecord *record = test_probe_nth (f->probe, LS_RECORD_TIMER_INSTALLED, i);

      g_string_append_printf (string, "%s%u:%u%s", i > 0 ? " " : "", record->level, record->value,
                              record->flags & LS_RECORD_FLAG_CLAMPED ? "!" : "");
    }
  return g_string_free (string, FALSE);
}

/* The times at which timers fired, in ms. */
static char *
describe_fired (LoopFixture *f)
{
  GString *string = g_string_new (NULL);
  const guint n = test_probe_count (f->probe, LS_RECORD_TIMER_FIRED);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (string, "%s%u", i > 0 ? " " : "",
                            (guint) (test_probe_nth (f->probe, LS_RECORD_TIMER_FIRED, i)->time / 1000));
  return g_string_free (string, FALSE);
}

typedef struct
{
  const char *preset;
  gint32      timeout;
  const char *installed;
  const char *fired;
} Nesting;

static const Nesting nestings[] = {
  /* HTML: a timer set at a level greater than 5 waits for 4 ms. */
  { "spec", 0, "1:0 2:0 3:0 4:0 5:0 6:0 7:4! 8:4! 9:4!", "0 0 0 0 0 0 4 8 12" },
  { "spec", 3, "1:3 2:3 3:3 4:3 5:3 6:3 7:4! 8:4! 9:4!", "3 6 9 12 15 18 22 26 30" },
  { "spec", 4, "1:4 2:4 3:4 4:4 5:4 6:4 7:4 8:4 9:4", "4 8 12 16 20 24 28 32 36" },
  { "gecko", 0, "1:0 2:0 3:0 4:0 5:4! 6:4! 7:4! 8:4! 9:4!", "0 0 0 0 4 8 12 16 20" },
  { "blink", 0, "1:0 2:0 3:0 4:0 5:0 6:0 7:4! 8:4! 9:4!", "0 0 0 0 0 0 4 8 12" },
  { "blink", 3, "1:3 2:3 3:3 4:3 5:3 6:3 7:4! 8:4! 9:4!", "3 6 9 12 15 18 22 26 30" },
  { "blink", 5, "1:5 2:5 3:5 4:5 5:5 6:5 7:5 8:5 9:5", "5 10 15 20 25 30 35 40 45" },
  /* Blink once: the fifth timer waits already, crbug 1108877. */
  { "blink-2021", 0, "1:0 2:0 3:0 4:0 5:4! 6:4! 7:4! 8:4! 9:4!", "0 0 0 0 4 8 12 16 20" },
};

static void
test_nesting (gconstpointer data)
{
  const Nesting *nesting = data;
  Chain chain = { nesting->timeout, 8 };
  g_autofree char *installed = NULL;
  g_autofree char *fired = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, nesting->preset);
  ls_event_loop_set_timeout (f.loop, nesting->timeout, NULL, ACTION (&f, "t", chain_next, &chain));
  ls_event_loop_run (f.loop, G_MAXUINT64);
  installed = describe_installed (&f);
  fired = describe_fired (&f);
  g_assert_cmpstr (installed, ==, nesting->installed);
  g_assert_cmpstr (fired, ==, nesting->fired);
  loop_fixture_end (&f);
}

static LsCompletion chain_through_microtask (LoopFixture *f,
                                             gpointer     data);

static LsCompletion
chain_on (LoopFixture *f,
          gpointer     data)
{
  ls_event_loop_set_timeout (f->loop, 0, NULL, ACTION (f, "t", chain_through_microtask, data));
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
chain_through_microtask (LoopFixture *f,
                         gpointer     data)
{
  if (((Chain *) data)->n_left-- > 0)
    ls_event_loop_queue_microtask (f->loop, NULL, ACTION (f, "m", chain_on, data));
  return LS_COMPLETION_NORMAL;
}

static const Nesting microtasks[] = {
  /* HTML: the running task is a microtask then, and no timer's. */
  { "spec", 0, "1:0 1:0 1:0 1:0 1:0 1:0 1:0 1:0 1:0", "0 0 0 0 0 0 0 0 0" },
  { "fair", 0, "1:0 1:0 1:0 1:0 1:0 1:0 1:0 1:0 1:0", "0 0 0 0 0 0 0 0 0" },
  /* Measured: microtasks change nothing. */
  { "gecko", 0, "1:0 2:0 3:0 4:0 5:4! 6:4! 7:4! 8:4! 9:4!", "0 0 0 0 4 8 12 16 20" },
  { "blink", 0, "1:0 2:0 3:0 4:0 5:0 6:0 7:4! 8:4! 9:4!", "0 0 0 0 0 0 4 8 12" },
};

static void
test_microtask (gconstpointer data)
{
  const Nesting *nesting = data;
  Chain chain = { 0, 8 };
  g_autofree char *installed = NULL;
  g_autofree char *fired = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, nesting->preset);
  chain_on (&f, &chain);
  ls_event_loop_run (f.loop, G_MAXUINT64);
  installed = describe_installed (&f);
  fired = describe_fired (&f);
  g_assert_cmpstr (installed, ==, nesting->installed);
  g_assert_cmpstr (fired, ==, nesting->fired);
  loop_fixture_end (&f);
}

static LsCompletion
work_a_while (LoopFixture *f,
              gpointer     data)
{
  Chain *chain = data;

  ls_event_loop_work (f->loop, chain->timeout * 1000);
  return LS_COMPLETION_NORMAL;
}

/* When an interval of 10 ms fires whose callback takes 3 ms or 14 ms. HTML counts from the end of the callback, Firefox from where it
 * began, Chromium in multiples. */
static const struct { const char *preset; gint32 work; const char *fired; } drifts[] = {
  { "spec", 3, "10 23 36 49" }, { "spec", 14, "10 34 58 82" },
  { "gecko", 3, "10 20 30 40" }, { "gecko", 14, "10 24 38 52" },
  { "blink", 3, "10 20 30 40" }, { "blink", 14, "10 24 38 52" },
};

static void
test_drift (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (drifts); i++)
    {
      Chain chain = { drifts[i].work };
      g_autofree char *fired = NULL;
      LoopFixture f;

      loop_fixture_set_up (&f, drifts[i].preset);
      ls_event_loop_set_interval (f.loop, 10, NULL, ACTION (&f, "t", work_a_while, &chain));
      g_assert_cmpuint (ls_event_loop_run (f.loop, 4), ==, 4);
      fired = describe_fired (&f);
      g_assert_cmpstr (fired, ==, drifts[i].fired);
      loop_fixture_end (&f);
    }
}

/* Repetitions count as nested in each other. */
static const Nesting intervals[] = {
  { "spec", 0, "1:0 2:0 3:0 4:0 5:0 6:0 7:4! 8:4 9:4", "0 0 0 0 0 0 4 8" },
  { "blink", 0, "1:0 2:0 3:0 4:0 5:0 6:0 7:4! 8:4 9:4", "0 0 0 0 0 0 4 8" },
  { "blink", -1, "1:0 2:0 3:0 4:0 5:0 6:0 7:4! 8:4 9:4", "0 0 0 0 0 0 4 8" },
  { "blink", 10, "1:10 2:10 3:10 4:10 5:10 6:10 7:10 8:10 9:10", "10 20 30 40 50 60 70 80" },
  { "gecko", 0, "1:0 2:0 3:0 4:0 5:4! 6:4 7:4 8:4 9:4", "0 0 0 0 4 8 12 16" },
};

static void
test_interval (gconstpointer data)
{
  const Nesting *interval = data;
  g_autofree char *installed = NULL;
  g_autofree char *fired = NULL;
  LoopFixture f;

  loop_fixture_set_up (&f, interval->preset);
  ls_event_loop_set_interval (f.loop, interval->timeout, NULL, NOTE (&f, "t"));
  g_assert_cmpuint (ls_event_loop_run (f.loop, 8), ==, 8);
  g_assert_cmpuint (test_probe_nth (f.probe, LS_RECORD_TIMER_INSTALLED, 0)->flags & LS_RECORD_FLAG_REPEATING, !=, 0);
  installed = describe_installed (&f);
  fired = describe_fired (&f);
  g_assert_cmpstr (installed, ==, interval->installed);
  g_assert_cmpstr (fired, ==, interval->fired);
  g_assert_cmpuint (f.n_destroyed, ==, 0);
  loop_fixture_end (&f);
}

static LsCompletion
set_timer (LoopFixture *f,
           gpointer     data)
{
  loop_fixture_timeout (f, 0, "inner");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
queue_microtask (LoopFixture *f,
                 gpointer     data)
{
  ls_event_loop_queue_microtask (f->loop, NULL, ACTION (f, "microtask", set_timer, NULL));
  return LS_COMPLETION_NORMAL;
}

/* The microtasks of a timer belong to its turn, the next task does not. */
static void
test_level_ends_with_turn (LoopFixture   *f,
                           gconstpointer  preset)
{
  g_autofree char *installed = NULL;
  g_autofree char *log = NULL;

  ls_event_loop_set_timeout (f->loop, 0, NULL, ACTION (f, "timer", queue_microtask, NULL));
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (f, "task", set_timer, NULL));
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "timer microtask task inner inner");
  installed = describe_installed (f);
  g_assert_cmpstr (installed, ==, "1:0 2:0 1:0");
}

static LsCompletion
clear_timer (LoopFixture *f,
             gpointer     data)
{
  ls_event_loop_clear_timer (f->loop, *(guint32 *) data);
  return LS_COMPLETION_NORMAL;
}

static void
test_clear_self (LoopFixture   *f,
                 gconstpointer  preset)
{
  guint32 once, repeating;
  g_autofree char *log = NULL;

  once = ls_event_loop_set_timeout (f->loop, 1, NULL, ACTION (f, "once", clear_timer, &once));
  repeating = ls_event_loop_set_interval (f->loop, 2, NULL, ACTION (f, "repeating", clear_timer, &repeating));
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "once repeating");
  g_assert_cmpuint (f->n_destroyed, ==, 2);
  g_assert_true (ls_event_loop_is_idle (f->loop));
  /* A one-shot timer leaves the table before its callback runs: there is nothing to clear. */
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TIMER_CLEARED), ==, 1);
}

/* Clearing a due timer takes its task out of delayed work. */
static void
test_clear_due (LoopFixture   *f,
                gconstpointer  preset)
{
  const LsQueueType queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE;
  g_autofree char *log = NULL;
  guint32 second;

  ls_event_loop_set_timeout (f->loop, 1, NULL, ACTION (f, "first", clear_timer, &second));
  second = loop_fixture_timeout (f, 1, "second");
  loop_fixture_timeout (f, 1, "third");
  ls_event_loop_run_turn (f->loop);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_DELAYED_WORK), ==, 1);
  g_assert_cmpuint (f->n_destroyed, ==, 2);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TASK_REMOVED), ==, 1);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_REMOVED, 0)->subject, ==,
                    test_probe_nth (f->probe, LS_RECORD_TIMER_INSTALLED, 1)->object);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "first third");
}

static void
test_clear_delayed (LoopFixture   *f,
                    gconstpointer  preset)
{
  const LsQueueType queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE;
  const guint32 timer = loop_fixture_timeout (f, 10, "timer");

  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_DELAYED_INCOMING), ==, 1);
  ls_event_loop_clear_timer (f->loop, timer);
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, queue, LS_WORK_QUEUE_DELAYED_INCOMING), ==, 0);
  g_assert_cmpuint (f->n_destroyed, ==, 1);
  g_assert_cmpint (ls_event_loop_step (f->loop), ==, LS_STEP_NOTHING);
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 0);
}

static void
test_clear_unknown (LoopFixture   *f,
                    gconstpointer  preset)
{
  const guint32 timer = loop_fixture_timeout (f, 0, "timer");
  g_autofree char *log = NULL;

  ls_event_loop_clear_timer (f->loop, 0);
  ls_event_loop_clear_timer (f->loop, timer + 1);
  ls_event_loop_clear_timer (f->loop, G_MAXUINT32);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "timer");
  ls_event_loop_clear_timer (f->loop, timer);
  ls_event_loop_clear_timer (f->loop, timer);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TIMER_CLEARED), ==, 0);
  g_assert_cmpuint (f->n_destroyed, ==, 1);
}

static void
test_equal_times (LoopFixture   *f,
                  gconstpointer  preset)
{
  g_autofree char *log = NULL;

  loop_fixture_timeout (f, 10, "a");
  loop_fixture_timeout (f, 5, "early");
  loop_fixture_timeout (f, 10, "b");
  ls_event_loop_work (f->loop, 5 * MS);
  loop_fixture_timeout (f, 5, "c");
  loop_fixture_timeout (f, 4, "d");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "early d a b c");
}

static void
test_extreme_timeouts (LoopFixture   *f,
                       gconstpointer  preset)
{
  g_autofree char *log = NULL;

  loop_fixture_timeout (f, G_MAXINT32, "huge");
  loop_fixture_timeout (f, -1, "negative");
  loop_fixture_timeout (f, G_MININT32, "most negative");
  loop_fixture_timeout (f, 0, "zero");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "negative most negative zero huge");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, G_MAXINT32 * MS);
}

static LsCompletion
throw_something (const LsValue *argument,
                 LsValue       *result,
                 gpointer       data)
{
  ls_value_set_string (result, "oops");
  ++*(guint *) data;
  return LS_COMPLETION_THROW;
}

static void
count_report (LsEventLoop   *loop,
              const LsValue *exception,
              LsPromise     *promise,
              gpointer       data)
{
  g_assert_cmpstr (exception->as.string, ==, "oops");
  g_assert_null (promise);
  ++*(guint *) data;
}

static void
test_throw (LoopFixture   *f,
            gconstpointer  preset)
{
  guint n_calls = 0, n_reports = 0;

  ls_event_loop_set_report_func (f->loop, count_report, &n_reports, NULL);
  ls_event_loop_set_interval (f->loop, 10, NULL, throw_something, &n_calls, NULL);
  ls_event_loop_run (f->loop, 3);
  g_assert_cmpuint (n_calls, ==, 3);
  g_assert_cmpuint (n_reports, ==, 3);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_EXCEPTION), ==, 3);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_FINISHED, 0)->flags, ==, LS_RECORD_FLAG_THREW);
}

#define ADD(path, func) g_test_add (path, LoopFixture, "blink", loop_fixture_set_up, func, loop_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (nestings); i++)
    {
      g_autofree char *path = g_strdup_printf ("/dom-timer/nesting/%s-%d", nestings[i].preset, nestings[i].timeout);

      g_test_add_data_func (path, &nestings[i], test_nesting);
    }
  for (guint i = 0; i < G_N_ELEMENTS (intervals); i++)
    {
      g_autofree char *path = g_strdup_printf ("/dom-timer/interval/%s%d", intervals[i].preset, intervals[i].timeout);

      g_test_add_data_func (path, &intervals[i], test_interval);
    }
  for (guint i = 0; i < G_N_ELEMENTS (microtasks); i++)
    {
      g_autofree char *path = g_strdup_printf ("/dom-timer/microtask/%s", microtasks[i].preset);

      g_test_add_data_func (path, &microtasks[i], test_microtask);
    }
  g_test_add_func ("/dom-timer/drift", test_drift);
  ADD ("/dom-timer/level-ends-with-turn", test_level_ends_with_turn);
  ADD ("/dom-timer/clear-self", test_clear_self);
  ADD ("/dom-timer/clear-due", test_clear_due);
  ADD ("/dom-timer/clear-delayed", test_clear_delayed);
  ADD ("/dom-timer/clear-unknown", test_clear_unknown);
  ADD ("/dom-timer/equal-times", test_equal_times);
  ADD ("/dom-timer/extreme-timeouts", test_extreme_timeouts);
  ADD ("/dom-timer/throw", test_throw);
  return g_test_run ();
}
