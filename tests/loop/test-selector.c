/* test-selector.c: the next task queue where the table of the preset alone does not say it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

#include "loop-fixture.h"

#define MS G_GUINT64_CONSTANT (1000)

/* Six delayed tasks in delayed work, then three immediate ones that are younger, all in one queue. */
static void
queue_delayed_and_immediate (LoopFixture *f)
{
  static const char *const delayed[] = { "d1", "d2", "d3", "d4", "d5", "d6" };

  for (guint i = 0; i < G_N_ELEMENTS (delayed); i++)
    loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 1 * MS, delayed[i]);
  ls_event_loop_work (f->loop, 1 * MS);
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "now");
  ls_event_loop_run_turn (f->loop);
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "i1");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "i2");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "i3");
}

static void
test_three_delayed_picks (LoopFixture   *f,
                          gconstpointer  preset)
{
  g_autofree char *log = NULL;

  queue_delayed_and_immediate (f);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "now d1 d2 d3 i1 d4 d5 d6 i2 i3");
  for (guint i = 0; i < 10; i++)
    {
      const guint8 flags = test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, i)->flags;
      const gboolean is_delayed = (i >= 1 && i <= 3) || (i >= 5 && i <= 7);

      g_assert_cmpint ((flags & LS_RECORD_FLAG_DELAYED_WORK) != 0, ==, is_delayed);
      /* i2 follows three delayed picks as well, but passes nothing over. */
      g_assert_cmpint ((flags & LS_RECORD_FLAG_STARVATION_GUARD) != 0, ==, i == 4);
    }
}

static void
test_no_such_rule (LoopFixture   *f,
                   gconstpointer  preset)
{
  g_autofree char *log = NULL;

  queue_delayed_and_immediate (f);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "now d1 d2 d3 d4 d5 d6 i1 i2 i3");
}

/* The rule is not about immediate work of a worse rank. */
static void
test_guard_within_rank (LoopFixture   *f,
                        gconstpointer  preset)
{
  g_autofree char *log = NULL;

  loop_fixture_post (f, LS_QUEUE_TYPE_IDLE, 0, "idle");
  loop_fixture_timeout (f, 0, "t1");
  loop_fixture_timeout (f, 0, "t2");
  loop_fixture_timeout (f, 0, "t3");
  loop_fixture_timeout (f, 0, "t4");
  loop_fixture_timeout (f, 0, "t5");
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "t1 t2 t3 t4 t5 idle");
}

/* User-blocking tasks that post themselves again, for ever. */
typedef struct
{
  LoopFixture *fixture;
  LsScheduler *scheduler;
  guint64      work;        /* µs that each works */
  guint        n_runs;
} Load;

static void
load_run (gpointer data)
{
  Load *load = data;

  load->n_runs++;
  ls_event_loop_work (load->fixture->loop, load->work);
  ls_scheduler_post (load->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, load_run, load, NULL);
}

static void
load_start (Load        *load,
            LoopFixture *f,
            guint64      work)
{
  *load = (Load) { f, ls_scheduler_new (f->loop, NULL), work, 0 };
  ls_scheduler_post (load->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, load_run, load, NULL);
}

/* Only the compositor is kept from starving: no task of a lower priority ever gets a turn. */
static void
test_timer_starves (LoopFixture   *f,
                    gconstpointer  preset)
{
  Load load;

  loop_fixture_timeout (f, 0, "timer");
  load_start (&load, f, 10);
  g_assert_cmpuint (ls_event_loop_run (f->loop, 10000), ==, 10000);
  g_assert_cmpuint (load.n_runs, ==, 10000);
  g_assert_cmpstr (f->log->str, ==, "");
  g_assert_cmpuint (ls_event_loop_get_queue_length (f->loop, LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                                                    LS_WORK_QUEUE_DELAYED_WORK), ==, 1);
  g_object_unref (load.scheduler);
}

/* After four picks in a row the timer gets the fifth. */
static void
test_fair_timer (LoopFixture   *f,
                 gconstpointer  preset)
{
  const LsRecord *fifth;
  Load load;

  loop_fixture_timeout (f, 0, "timer");
  load_start (&load, f, 10);
  ls_event_loop_run (f->loop, 4);
  g_assert_cmpstr (f->log->str, ==, "");
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpstr (f->log->str, ==, "timer ");
  fifth = test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 4);
  g_assert_cmpuint (fifth->flags & LS_RECORD_FLAG_FAIR_TURN, !=, 0);
  g_assert_cmpuint (fifth->queue, ==, LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  /* With nothing else waiting there is no rank to be fair to. */
  ls_event_loop_run (f->loop, 100);
  g_assert_cmpuint (load.n_runs, ==, 104);
  g_object_unref (load.scheduler);
}

/* The waiting ranks take turns in a cycle: each waits for five picks times the number of ranks. */
static void
test_fair_cycle (LoopFixture   *f,
                 gconstpointer  preset)
{
  Load load;

  for (guint i = 0; i < 3; i++)
    {
      loop_fixture_post (f, LS_QUEUE_TYPE_IDLE, 0, "idle");
      loop_fixture_timeout (f, 0, "timer");
      loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "default");
    }
  load_start (&load, f, 10);
  ls_event_loop_run (f->loop, 45);
  g_assert_cmpstr (f->log->str, ==, "default timer idle default timer idle default timer idle ");
  g_assert_cmpuint (load.n_runs, ==, 36);
  g_object_unref (load.scheduler);
}

/* A task of the compositor that has waited for 100 ms raises its queue to VeryHigh, 3. Then the queue is Normal, 7, again. */
static void
test_compositor_starved (LoopFixture   *f,
                         gconstpointer  preset)
{
  const LsRecord *record;
  Load load;

  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame1");
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame2");
  load_start (&load, f, 10 * MS);
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpstr (f->log->str, ==, "");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_QUEUE_STARVED), ==, 0);
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpstr (f->log->str, ==, "frame1 ");
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 100 * MS);

  record = test_probe_nth (f->probe, LS_RECORD_QUEUE_STARVED, 0);
  g_assert_cmpuint (record->queue, ==, LS_QUEUE_TYPE_COMPOSITOR);
  g_assert_cmpuint (record->value, ==, 100);
  g_assert_cmpuint (record->level, ==, 3);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 10)->level, ==, 3);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_QUEUE_STARVED, 1)->level, ==, 7);

  /* The second task has to wait for as long again. */
  ls_event_loop_run (f->loop, 10);
  g_assert_cmpstr (f->log->str, ==, "frame1 ");
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpstr (f->log->str, ==, "frame1 frame2 ");
  g_object_unref (load.scheduler);
}

static void
test_compositor_not_yet_starved (LoopFixture   *f,
                                 gconstpointer  preset)
{
  Load load;

  /* Time in which the compositor had nothing to do does not count. */
  ls_event_loop_work (f->loop, 500 * MS);
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame");
  load_start (&load, f, 10 * MS - 1);
  ls_event_loop_run (f->loop, 11);
  g_assert_cmpstr (f->log->str, ==, "");
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpstr (f->log->str, ==, "frame ");
  g_object_unref (load.scheduler);
}

static void
test_compositor_starves (LoopFixture   *f,
                         gconstpointer  preset)
{
  Load load;

  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame");
  load_start (&load, f, 10 * MS);
  ls_event_loop_run (f->loop, 1000);
  g_assert_cmpstr (f->log->str, ==, "");
  g_object_unref (load.scheduler);
}

static void
post_input_and_frames (LoopFixture *f,
                       LsPostFlags  flags)
{
  loop_fixture_post (f, LS_QUEUE_TYPE_FRAME_LOADING_CONTROL, 0, "high1");
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame1");
  loop_fixture_post (f, LS_QUEUE_TYPE_COMPOSITOR, 0, "frame2");
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_INPUT, 0, flags, "input", NOTE (f, "input"));
  loop_fixture_post (f, LS_QUEUE_TYPE_FRAME_LOADING_CONTROL, 0, "high2");
}

/* Highest, 1, for the one frame after discrete input. */
static void
test_discrete_input (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_autofree char *log = NULL;

  post_input_and_frames (f, LS_POST_DISCRETE);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "input frame1 high1 high2 frame2");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_QUEUE_STARVED, 0)->level, ==, 1);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 1)->level, ==, 1);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_QUEUE_STARVED, 1)->level, ==, 7);
}

/* The rules hold whether or not there are records. */
static void
test_without_probe (LoopFixture   *f,
                    gconstpointer  preset)
{
  g_autofree char *log = NULL;

  g_object_unref (f->loop);
  f->loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, ls_preset_lookup (preset), LS_EDITION_2025, NULL);
  post_input_and_frames (f, LS_POST_DISCRETE);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "input frame1 high1 high2 frame2");
}

typedef struct
{
  LsScheduler *scheduler;
  guint64      frame_after;   /* µs: when the listener's frame is due; 0 for none */
} Listener;

static void
note_task (gpointer data)
{
  LoopFixture *f = data;

  g_string_append_printf (f->log, "task@%" G_GUINT64_FORMAT " ", ls_event_loop_get_time (f->loop) / MS);
}

static LsCompletion
note_time (LoopFixture *f,
           gpointer     data)
{
  g_string_append_printf (f->log, "@%" G_GUINT64_FORMAT " ", ls_event_loop_get_time (f->loop) / MS);
  return LS_COMPLETION_NORMAL;
}

/* A listener that posts to every kind of queue. */
static LsCompletion
post_everything (LoopFixture *f,
                 gpointer     data)
{
  const Listener *listener = data;

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, NOTE (f, "idle"));
  loop_fixture_timeout (f, 0, "timer");
  loop_fixture_post (f, LS_QUEUE_TYPE_FRAME_PAUSABLE, 0, "message");
  loop_fixture_post (f, LS_QUEUE_TYPE_FRAME_LOADING, 0, "response");
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "default");
  loop_fixture_post (f, LS_QUEUE_TYPE_CONTROL, 0, "control");
  loop_fixture_post (f, LS_QUEUE_TYPE_INPUT, 3 * MS, "move");
  ls_scheduler_post (listener->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, note_task, f, NULL);
  if (listener->frame_after > 0)
    ls_event_loop_post (f->loop, LS_QUEUE_TYPE_COMPOSITOR, listener->frame_after, LS_POST_NONE, "frame",
                        ACTION (f, "frame", note_time, NULL));
  return LS_COMPLETION_NORMAL;
}

static char *
run_listener (LoopFixture *f,
              guint64      frame_after,
              LsPostFlags  flags)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  Listener listener = { scheduler, frame_after };

  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_INPUT, 0, flags, "click", ACTION (f, "click", post_everything, &listener));
  return loop_fixture_run (f);
}

/* What pages have posted waits for the frame that a discrete input event has requested. */
static void
test_deferral (LoopFixture   *f,
               gconstpointer  preset)
{
  g_autofree char *log = run_listener (f, 16 * MS, LS_POST_DISCRETE);
  const LsRecord *begin = test_probe_nth (f->probe, LS_RECORD_TASKS_DEFERRED, 0);

  g_assert_cmpstr (log, ==, "click control default move frame @16 task@16 timer message response idle");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TASKS_DEFERRED), ==, 2);
  g_assert_cmpuint (begin->subject, ==, test_probe_nth (f->probe, LS_RECORD_TASK_SELECTED, 0)->subject);
  g_assert_cmpuint (begin->value, ==, 50 * MS);
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASKS_DEFERRED, 1)->value, ==, 0);
  g_assert_true (ls_event_loop_is_idle (f->loop));
  g_assert_cmpuint (ls_event_loop_get_time (f->loop), ==, 16 * MS);
}

/* A frame that does not come is not waited for longer than 50 ms. */
static void
test_deferral_deadline (LoopFixture   *f,
                        gconstpointer  preset)
{
  g_autofree char *log = run_listener (f, 80 * MS, LS_POST_DISCRETE);

  g_assert_cmpstr (log, ==, "click control default move task@50 timer message response idle frame @80");
  g_assert_cmpuint (test_probe_nth (f->probe, LS_RECORD_TASKS_DEFERRED, 1)->time, ==, 50 * MS);
}

static void
test_no_deferral (LoopFixture   *f,
                  gconstpointer  preset)
{
  g_autofree char *no_frame = run_listener (f, 0, LS_POST_DISCRETE);
  g_autofree char *no_click = NULL;

  g_assert_cmpstr (no_frame, ==, "click control task@0 timer message response default idle move");
  g_string_truncate (f->log, 0);
  no_click = run_listener (f, 16 * MS, LS_POST_NONE);
  g_assert_cmpstr (no_click, ==, "click control task@3 timer message response default idle move frame @19");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TASKS_DEFERRED), ==, 0);
}

/* Other presets know no such rule. */
static void
test_no_such_deferral (LoopFixture   *f,
                       gconstpointer  preset)
{
  g_autofree char *log = run_listener (f, 16 * MS, LS_POST_DISCRETE);

  g_assert_nonnull (strstr (log, "task@0 "));
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TASKS_DEFERRED), ==, 0);
}

/* A second event while the first one's frame is awaited: the time begins anew. A loop that ends meanwhile drops what waits. */
static void
test_deferral_again (LoopFixture   *f,
                     gconstpointer  preset)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  Listener listener = { scheduler, 200 * MS };

  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_INPUT, 0, LS_POST_DISCRETE, "a", ACTION (f, "a", post_everything, &listener));
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_INPUT, 30 * MS, LS_POST_DISCRETE, "b", NOTE (f, "b"));
  ls_event_loop_run (f->loop, 6);
  g_assert_cmpstr (f->log->str, ==, "a control default move b task@80 ");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TASKS_DEFERRED), ==, 3);
  ls_event_loop_post (f->loop, LS_QUEUE_TYPE_INPUT, 0, LS_POST_DISCRETE, "c", NOTE (f, "c"));
  ls_event_loop_run (f->loop, 1);
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_TASKS_DEFERRED), ==, 4);
}

static void
test_other_input (LoopFixture   *f,
                  gconstpointer  preset)
{
  g_autofree char *log = NULL;

  post_input_and_frames (f, LS_POST_NONE);
  log = loop_fixture_run (f);
  g_assert_cmpstr (log, ==, "input high1 high2 frame1 frame2");
  g_assert_cmpuint (test_probe_count (f->probe, LS_RECORD_QUEUE_STARVED), ==, 0);
}

static void
note_scheduler_task (gpointer data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "background ");
}

static void
test_idle_last (LoopFixture   *f,
                gconstpointer  preset)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (f->loop, NULL);
  g_autofree char *log = NULL;

  ls_event_loop_request_idle_callback (f->loop, 0, NULL, NOTE (f, "idle"));
  loop_fixture_timeout (f, 0, "timer");
  ls_scheduler_post (scheduler, LS_TASK_PRIORITY_BACKGROUND, note_scheduler_task, f, NULL);
  loop_fixture_post (f, LS_QUEUE_TYPE_IPC_TRACKING_FOR_CACHED_PAGES, 0, "ipc");
  log = loop_fixture_run (f);
  g_assert_true (g_str_has_suffix (log, "background idle"));
}

#define ADD(preset, name, func) \
  g_test_add ("/selector/" preset "/" name, LoopFixture, preset, loop_fixture_set_up, func, loop_fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("blink", "three-delayed-picks", test_three_delayed_picks);
  ADD ("blink-2021", "three-delayed-picks", test_three_delayed_picks);
  ADD ("spec", "no-such-rule", test_no_such_rule);
  ADD ("gecko", "no-such-rule", test_no_such_rule);
  ADD ("blink", "guard-within-rank", test_guard_within_rank);
  ADD ("blink", "timer-starves", test_timer_starves);
  ADD ("blink-2021", "timer-starves", test_timer_starves);
  ADD ("spec", "timer-starves", test_timer_starves);
  ADD ("fair", "timer", test_fair_timer);
  ADD ("fair", "cycle", test_fair_cycle);
  ADD ("blink", "compositor-starved", test_compositor_starved);
  ADD ("blink", "compositor-not-yet-starved", test_compositor_not_yet_starved);
  ADD ("gecko", "compositor-starves", test_compositor_starves);
  ADD ("blink", "discrete-input", test_discrete_input);
  ADD ("blink", "discrete-input/without-probe", test_without_probe);
  ADD ("blink", "other-input", test_other_input);
  ADD ("blink", "deferral", test_deferral);
  ADD ("blink", "deferral/deadline", test_deferral_deadline);
  ADD ("blink", "deferral/again", test_deferral_again);
  ADD ("blink", "no-deferral", test_no_deferral);
  ADD ("blink-2021", "no-such-deferral", test_no_such_deferral);
  ADD ("spec", "no-such-deferral", test_no_such_deferral);
  ADD ("gecko", "no-such-deferral", test_no_such_deferral);
  ADD ("fair", "no-such-deferral", test_no_such_deferral);
  ADD ("blink", "idle-last", test_idle_last);
  ADD ("spec", "idle-last", test_idle_last);
  ADD ("gecko", "idle-last", test_idle_last);
  return g_test_run ();
}
