/* test-source.c: a loop on a GMainContext
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

#include "loop-fixture.h"

#define GDK_PRIORITY_REDRAW (G_PRIORITY_HIGH_IDLE + 20)

typedef struct
{
  LoopFixture   f;
  GMainContext *context;
  LsScheduler  *scheduler;
} Fixture;

static void
fixture_set_up (Fixture       *f,
                gconstpointer  data)
{
  loop_fixture_init (&f->f, LS_CLOCK_VIRTUAL, NULL);
  f->context = g_main_context_new ();
  f->scheduler = ls_scheduler_new (f->f.loop, NULL);
}

static void
fixture_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  g_object_unref (f->scheduler);
  loop_fixture_end (&f->f);
  g_main_context_unref (f->context);
}

static void
iterate_until_idle (Fixture *f)
{
  while (g_main_context_iteration (f->context, FALSE))
    ;
}

static void
test_runs (Fixture       *f,
           gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  g_assert_false (g_main_context_pending (f->context));
  loop_fixture_timeout (&f->f, 5, "timer");
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "task");
  ls_event_loop_queue_microtask (f->f.loop, NULL, NOTE (&f->f, "microtask"));
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "microtask task timer ");
  g_assert_cmpuint (ls_event_loop_get_time (f->f.loop), ==, 5000);
}

static void
test_detach (Fixture       *f,
             gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "a");
  ls_event_loop_detach (f->f.loop);
  ls_event_loop_detach (f->f.loop);
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "");
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "b");
  ls_event_loop_attach (f->f.loop, f->context);
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "a b ");
}

static LsCompletion
detach (LoopFixture *f,
        gpointer     data)
{
  ls_event_loop_detach (f->loop);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
reattach (LoopFixture *f,
          gpointer     context)
{
  ls_event_loop_detach (f->loop);
  ls_event_loop_attach (f->loop, context);
  return LS_COMPLETION_NORMAL;
}

static void
test_detach_inside (Fixture       *f,
                    gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL,
                      ACTION (&f->f, "a", reattach, f->context));
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "b", detach, NULL));
  iterate_until_idle (f);
  g_assert_true (g_str_has_prefix (f->f.log->str, "a b "));
  g_string_truncate (f->f.log, 0);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "c");
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "");
  ls_event_loop_attach (f->f.loop, f->context);
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "c ");
}

/* The source holds no reference: an attached loop can go, also from inside itself. */
static void
test_finalised_attached (Fixture       *f,
                         gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "never");
  loop_fixture_timeout (&f->f, 1, "never");
  g_assert_finalize_object (g_steal_pointer (&f->f.loop));
  g_assert_cmpuint (f->f.n_destroyed, ==, 2);
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "");
}

static LsCompletion
drop_loop (LoopFixture *f,
           gpointer     data)
{
  g_object_unref (g_steal_pointer (&f->loop));
  return LS_COMPLETION_NORMAL;
}

static void
test_dropped_inside (Fixture       *f,
                     gconstpointer  data)
{
  gpointer loop = f->f.loop;

  g_object_add_weak_pointer (loop, &loop);
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "a", drop_loop, NULL));
  iterate_until_idle (f);
  g_assert_null (loop);
  g_assert_cmpstr (f->f.log->str, ==, "a ");
}

/* A nested main loop inside a callback does not spin on work that it cannot run. */
static LsCompletion
look_inside (LoopFixture *f,
             gpointer     context)
{
  loop_fixture_post (f, LS_QUEUE_TYPE_DEFAULT, 0, "later");
  for (guint i = 0; i < 3; i++)
    g_main_context_iteration (context, FALSE);
  g_assert_false (g_main_context_pending (context));
  g_assert_cmpstr (f->log->str, ==, "a ");
  return LS_COMPLETION_NORMAL;
}

static void
test_nested (Fixture       *f,
             gconstpointer  by_hand)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL,
                      ACTION (&f->f, "a", look_inside, f->context));
  if (by_hand != NULL)
    ls_event_loop_run_turn (f->f.loop);
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "a later ");
}

/* The loop reports a rejection outside a turn, and then the context sleeps. */
static void
test_rejection (Fixture       *f,
                gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_promise_unref (ls_promise_new_rejected (f->f.loop, NULL));
  for (guint i = 0; i < 3; i++)
    g_main_context_iteration (f->context, FALSE);
  g_assert_false (g_main_context_pending (f->context));
  g_assert_cmpuint (test_probe_count (f->f.probe, LS_RECORD_PROMISE_UNHANDLED), ==, 1);
}

/* GTK beside the loop: sources at the redraw priority of GDK, and the time of the loop between them. */
typedef struct
{
  Fixture *fixture;
  guint64  last;            /* µs of the loop */
  guint64  longest;         /* how long a due source waited */
  guint64  work;            /* µs of each task */
  guint    n_redraws;
  guint    n_tasks;
  guint    n_run;
  gboolean repost;
} Redraw;

static gboolean
redraw (gpointer data)
{
  Redraw *self = data;
  const guint64 now = ls_event_loop_get_time (self->fixture->f.loop);

  self->longest = MAX (self->longest, now - self->last);
  self->last = now;
  self->n_redraws++;
  return G_SOURCE_CONTINUE;
}

static void
work (gpointer data)
{
  Redraw *self = data;

  self->n_run++;
  ls_event_loop_work (self->fixture->f.loop, self->work);
}

static LsCompletion
work_in_queue (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  work (data);
  return LS_COMPLETION_NORMAL;
}

/* -1: tasks of the loop; 3: a mix of all priorities */
static void
post_load (Redraw *self,
           int     kind,
           guint   n)
{
  LsEventLoop *loop = self->fixture->f.loop;

  for (guint i = 0; i < n; i++)
    {
      const int k = kind == 3 ? (int) (i % 4) - 1 : kind;

      if (k == -1)
        ls_event_loop_post (loop, i % 2 ? LS_QUEUE_TYPE_DEFAULT : LS_QUEUE_TYPE_INPUT, 0, LS_POST_NONE, NULL,
                            work_in_queue, self, NULL);
      else
        ls_scheduler_post (self->fixture->scheduler, k, work, self, NULL);
    }
  self->n_tasks = n;
}

static GSource *
add_redraw (Redraw  *self,
            GSource *source)
{
  g_source_set_priority (source, GDK_PRIORITY_REDRAW);
  g_source_set_callback (source, redraw, self, NULL);
  g_source_attach (source, self->fixture->context);
  return source;
}

typedef struct
{
  const char *name;
  int         kind;
  guint64     quantum;
  guint64     work;
} Load;

static const Load loads[] = {
  { "background", 0, 0, 50 },
  { "user-visible", 1, 0, 50 },
  { "user-blocking", 2, 0, 50 },
  { "loop-queues", -1, 0, 50 },
  { "mix", 3, 0, 50 },
  { "quantum-1ms", 2, 1000, 50 },
  { "quantum-16ms", 3, 16000, 50 },
  { "quantum-least", 1, 1, 50 },
  { "long-tasks", 2, 0, 10000 },
};

/* A source that is always due: the loop runs for one quantum at most between two of its dispatches. The loop goes on as well,
 * unless its tasks are background: those come after redraws. */
static void
test_redraw (gconstpointer data)
{
  const Load *load = data;
  const guint64 quantum = load->quantum > 0 ? load->quantum : LS_DEFAULT_QUANTUM;
  const guint n_tasks = 100000;
  g_autoptr (GSource) source = NULL;
  Fixture fixture;
  Redraw self = { .fixture = &fixture, .work = load->work };

  /* Without a probe: the records of 100,000 tasks would take long to read. */
  fixture.context = g_main_context_new ();
  fixture.f = (LoopFixture) { .loop = ls_event_loop_new (LS_CLOCK_VIRTUAL) };
  fixture.scheduler = ls_scheduler_new (fixture.f.loop, NULL);
  ls_event_loop_attach (fixture.f.loop, fixture.context);
  if (load->quantum > 0)
    ls_event_loop_set_quantum (fixture.f.loop, load->quantum);
  post_load (&self, load->kind, n_tasks);
  source = add_redraw (&self, g_idle_source_new ());
  for (guint i = 0; i < 1000; i++)
    g_main_context_iteration (fixture.context, FALSE);
  g_assert_cmpuint (self.n_redraws, >=, 400);
  /* The loop never interrupts a task: the last of a quantum may end after it. */
  g_assert_cmpuint (self.longest, <=, MAX (quantum, load->work) + load->work - 1);
  if (load->work == 50 && quantum >= 50)
    g_assert_cmpuint (self.longest, <=, quantum);
  if (load->kind != LS_TASK_PRIORITY_BACKGROUND)
    g_assert_cmpuint (self.n_run, >=, MIN (load->kind == 3 ? n_tasks * 3 / 4 : n_tasks,
                                           400 * MAX (1, quantum / load->work)));

  /* A frame that is never due again holds up nothing. */
  g_source_destroy (source);
  iterate_until_idle (&fixture);
  g_assert_cmpuint (self.n_run, ==, n_tasks);
  g_object_unref (fixture.scheduler);
  g_assert_finalize_object (fixture.f.loop);
  g_main_context_unref (fixture.context);
}

/* A frame every 16.7 ms, as of a frame clock. It becomes due by the time of the loop. */
typedef struct
{
  GSource  source;
  Redraw  *redraw;
  guint64  due;
} FrameSource;

static gboolean
frame_is_due (GSource *source)
{
  FrameSource *frame = (FrameSource *) source;

  return ls_event_loop_get_time (frame->redraw->fixture->f.loop) >= frame->due;
}

static gboolean
frame_prepare (GSource *source,
               int     *timeout)
{
  *timeout = -1;
  return frame_is_due (source);
}

static gboolean
frame_dispatch (GSource     *source,
                GSourceFunc  callback,
                gpointer     data)
{
  FrameSource *frame = (FrameSource *) source;

  frame->redraw->last = frame->due;
  redraw (frame->redraw);
  frame->due += 16667;
  return G_SOURCE_CONTINUE;
}

static void
test_frames (Fixture       *f,
             gconstpointer  data)
{
  static GSourceFuncs funcs = { .prepare = frame_prepare, .check = frame_is_due, .dispatch = frame_dispatch };
  Redraw self = { .fixture = f, .work = 50 };
  g_autoptr (GSource) source = g_source_new (&funcs, sizeof (FrameSource));

  ((FrameSource *) source)->redraw = &self;
  ls_event_loop_attach (f->f.loop, f->context);
  post_load (&self, 3, 100000);
  g_source_set_priority (source, GDK_PRIORITY_REDRAW);
  g_source_attach (source, f->context);
  while (self.n_run < 100000)
    g_main_context_iteration (f->context, FALSE);
  /* 5 s of work: 300 frames, none of them later than a quantum. */
  g_assert_cmpuint (self.n_redraws, >=, 299);
  g_assert_cmpuint (self.longest, <=, LS_DEFAULT_QUANTUM);
  g_source_destroy (source);
}

/* Redraws that tasks ask for: each is a new source, as GDK makes them. */
typedef struct
{
  Redraw  *redraw;
  guint64  asked;
} Request;

static gboolean
redraw_once (gpointer data)
{
  Request *request = data;

  request->redraw->last = request->asked;
  redraw (request->redraw);
  return G_SOURCE_REMOVE;
}

static void
work_and_ask (gpointer data)
{
  Redraw *self = data;
  Request *request = g_new (Request, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  *request = (Request) { self, ls_event_loop_get_time (self->fixture->f.loop) };
  g_source_set_priority (source, GDK_PRIORITY_REDRAW);
  g_source_set_callback (source, redraw_once, request, g_free);
  g_source_attach (source, self->fixture->context);
  work (self);
}

static void
test_asked_for (Fixture       *f,
                gconstpointer  data)
{
  Redraw self = { .fixture = f, .work = 50 };

  ls_event_loop_attach (f->f.loop, f->context);
  for (guint i = 0; i < 20; i++)
    {
      ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, work_and_ask, &self, NULL);
      post_load (&self, LS_TASK_PRIORITY_USER_BLOCKING, 99);
    }
  iterate_until_idle (f);
  g_assert_cmpuint (self.n_redraws, ==, 20);
  g_assert_cmpuint (self.longest, <=, LS_DEFAULT_QUANTUM);
}

/* Tasks that take real time and no virtual time. */
static LsCompletion
spin (LoopFixture *f,
      gpointer     data)
{
  const gint64 start = g_get_monotonic_time ();

  while (g_get_monotonic_time () - start < 2000)
    ;
  return LS_COMPLETION_NORMAL;
}

/* Returns how many tasks still run before the other sources have their turn, after a task that takes longer than the quantum and
 * that @n_before others precede. */
static gsize
count_after_long_task (Fixture *f,
                       guint    n_before)
{
  for (guint i = 0; i < n_before + 200; i++)
    if (i == n_before)
      ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "spin", spin, NULL));
    else
      loop_fixture_post (&f->f, LS_QUEUE_TYPE_DEFAULT, 0, "t");
  g_string_truncate (f->f.log, 0);
  while (strstr (f->f.log->str, "spin ") == NULL)
    g_main_context_iteration (f->context, FALSE);
  return strlen (strstr (f->f.log->str, "spin ") + strlen ("spin ")) / strlen ("t ");
}

/* The source looks at the real clock after the first and the second task of a quantum, and after 64 tasks at the latest. */
static void
test_real_time (Fixture       *f,
                gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  ls_event_loop_set_quantum (f->f.loop, 1000);
  for (guint i = 0; i < 3; i++)
    ls_event_loop_post (f->f.loop, LS_QUEUE_TYPE_DEFAULT, 0, LS_POST_NONE, NULL, ACTION (&f->f, "spin", spin, NULL));
  g_main_context_iteration (f->context, FALSE);
  g_assert_cmpstr (f->f.log->str, ==, "spin ");
  g_main_context_iteration (f->context, FALSE);
  g_assert_cmpstr (f->f.log->str, ==, "spin spin ");
  iterate_until_idle (f);

  g_assert_cmpuint (count_after_long_task (f, 0), ==, 0);
  iterate_until_idle (f);
  g_assert_cmpuint (count_after_long_task (f, 1), ==, 0);
  iterate_until_idle (f);
  g_assert_cmpuint (count_after_long_task (f, 130), <, 64);
  iterate_until_idle (f);
  g_assert_cmpuint (ls_event_loop_get_n_queued_tasks (f->f.loop), ==, 0);
}

/* Other sources of the context have their turns by the priorities of GLib, which follow the best task. */
static gboolean
note_source (gpointer data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "source ");
  return G_SOURCE_REMOVE;
}

static void
add_source (Fixture *f,
            int      priority)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, priority);
  g_source_set_callback (source, note_source, &f->f, NULL);
  g_source_attach (source, f->context);
}

static void
note_task (gpointer data)
{
  LoopFixture *f = data;

  g_string_append (f->log, "task ");
}

static void
test_priority (Fixture       *f,
               gconstpointer  data)
{
  ls_event_loop_attach (f->f.loop, f->context);
  add_source (f, G_PRIORITY_DEFAULT + 1);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, note_task, &f->f, NULL);
  iterate_until_idle (f);
  add_source (f, G_PRIORITY_DEFAULT);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, note_task, &f->f, NULL);
  iterate_until_idle (f);
  add_source (f, G_PRIORITY_DEFAULT_IDLE - 1);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_BACKGROUND, note_task, &f->f, NULL);
  iterate_until_idle (f);
  g_assert_cmpstr (f->f.log->str, ==, "task source source task source task ");
}

/* A post from another thread wakes a sleeping context. */
static void
quit (gpointer data)
{
  g_main_loop_quit (data);
}

static gpointer
post_from_thread (gpointer data)
{
  gpointer *arguments = data;

  ls_event_loop_post_from_thread (arguments[0], LS_QUEUE_TYPE_DEFAULT, quit, arguments[1], NULL);
  return NULL;
}

static void
test_wakes (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (f->context, FALSE);
  gpointer arguments[] = { f->f.loop, main_loop };

  ls_event_loop_attach (f->f.loop, f->context);
  for (guint i = 0; i < 100; i++)
    {
      GThread *thread = g_thread_new ("post", post_from_thread, arguments);

      g_main_loop_run (main_loop);
      g_thread_join (thread);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/source/runs", test_runs);
  ADD ("/source/detach", test_detach);
  ADD ("/source/detach-inside", test_detach_inside);
  ADD ("/source/finalised-attached", test_finalised_attached);
  ADD ("/source/dropped-inside", test_dropped_inside);
  ADD ("/source/nested", test_nested);
  g_test_add ("/source/nested-by-hand", Fixture, "by hand", fixture_set_up, test_nested, fixture_tear_down);
  ADD ("/source/rejection", test_rejection);
  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      g_autofree char *path = g_strdup_printf ("/source/redraw/%s", loads[i].name);

      g_test_add_data_func (path, &loads[i], test_redraw);
    }
  ADD ("/source/frames", test_frames);
  ADD ("/source/asked-for", test_asked_for);
  ADD ("/source/real-time", test_real_time);
  ADD ("/source/priority", test_priority);
  ADD ("/source/wakes", test_wakes);
  return g_test_run ();
}
