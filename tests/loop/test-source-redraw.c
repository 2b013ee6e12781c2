/* test-source-redraw.c: GTK's redraws beside a loop on the same GMainContext
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "source-fixture.h"

#define GDK_PRIORITY_REDRAW (G_PRIORITY_HIGH_IDLE + 20)

/* GTK beside the loop: sources at the redraw priority of GDK, and the time of the loop between them. */
typedef struct
{
  SourceFixture *fixture;
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

#define MIX -1

/* The priority of scheduler tasks, or none: tasks of the loop. MIX: all of them */
static void
post_load (Redraw *self,
           int     kind,
           guint   n)
{
  LsEventLoop *loop = self->fixture->f.loop;

  for (guint i = 0; i < n; i++)
    {
      const int k = kind == MIX ? (int) (i % (LS_N_TASK_PRIORITIES + 1)) : kind;

      if (k == LS_TASK_PRIORITY_NONE)
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
  { "background", LS_TASK_PRIORITY_BACKGROUND, 0, 50 },
  { "user-visible", LS_TASK_PRIORITY_USER_VISIBLE, 0, 50 },
  { "user-blocking", LS_TASK_PRIORITY_USER_BLOCKING, 0, 50 },
  { "loop-queues", LS_TASK_PRIORITY_NONE, 0, 50 },
  { "mix", MIX, 0, 50 },
  { "quantum-1ms", LS_TASK_PRIORITY_USER_BLOCKING, 1000, 50 },
  { "quantum-16ms", MIX, 16000, 50 },
  { "quantum-least", LS_TASK_PRIORITY_USER_VISIBLE, 1, 50 },
  { "long-tasks", LS_TASK_PRIORITY_USER_BLOCKING, 0, 10000 },
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
  SourceFixture fixture;
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
    g_assert_cmpuint (self.n_run, >=, MIN (load->kind == MIX ? n_tasks * 3 / 4 : n_tasks,
                                           400 * MAX (1, quantum / load->work)));

  /* A frame that is never due again holds up nothing. */
  g_source_destroy (source);
  source_fixture_iterate (&fixture);
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
test_frames (SourceFixture *f,
             gconstpointer  data)
{
  static GSourceFuncs funcs = { .prepare = frame_prepare, .check = frame_is_due, .dispatch = frame_dispatch };
  Redraw self = { .fixture = f, .work = 50 };
  g_autoptr (GSource) source = g_source_new (&funcs, sizeof (FrameSource));

  ((FrameSource *) source)->redraw = &self;
  ls_event_loop_attach (f->f.loop, f->context);
  post_load (&self, MIX, 100000);
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
test_asked_for (SourceFixture *f,
                gconstpointer  data)
{
  Redraw self = { .fixture = f, .work = 50 };

  ls_event_loop_attach (f->f.loop, f->context);
  for (guint i = 0; i < 20; i++)
    {
      ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_BLOCKING, work_and_ask, &self, NULL);
      post_load (&self, LS_TASK_PRIORITY_USER_BLOCKING, 99);
    }
  source_fixture_iterate (f);
  g_assert_cmpuint (self.n_redraws, ==, 20);
  g_assert_cmpuint (self.longest, <=, LS_DEFAULT_QUANTUM);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      g_autofree char *path = g_strdup_printf ("/source-redraw/%s", loads[i].name);

      g_test_add_data_func (path, &loads[i], test_redraw);
    }
  g_test_add ("/source-redraw/frames", SourceFixture, NULL, source_fixture_set_up, test_frames, source_fixture_tear_down);
  g_test_add ("/source-redraw/asked-for", SourceFixture, NULL, source_fixture_set_up, test_asked_for, source_fixture_tear_down);
  return g_test_run ();
}
