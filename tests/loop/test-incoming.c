/* test-incoming.c: posts from other threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <ls-scheduler.h>

#define N_THREADS 4
#define N_POSTS 250000

/* The data of a post: the number of its thread and of the post. */
#define NUMBER(thread, post) GSIZE_TO_POINTER ((gsize) (thread) * N_POSTS + (post) + 1)

typedef struct
{
  GMainContext *context;
  LsEventLoop  *loop;
  LsScheduler  *scheduler;
  gboolean      to_scheduler;
  guint         next[N_THREADS];      /* used by the loop's thread: the next post … */
  guint         n_run;
  guint         n_posts;              /* … of each thread */
  guint         shut_down_at;
  int           n_destroyed;          /* atomic */
  int           n_posted;             /* atomic */
} Fixture;

typedef struct
{
  Fixture *fixture;
  guint    thread;
} Poster;

static Fixture *current;

static void
fixture_set_up (Fixture       *f,
                gconstpointer  to_scheduler)
{
  f->context = g_main_context_new ();
  f->loop = ls_event_loop_new (LS_CLOCK_MONOTONIC);
  f->scheduler = ls_scheduler_new (f->loop, NULL);
  f->to_scheduler = to_scheduler != NULL;
  f->n_posts = N_POSTS;
  ls_event_loop_attach (f->loop, f->context);
  current = f;
}

static void
fixture_tear_down (Fixture       *f,
                   gconstpointer  to_scheduler)
{
  g_object_unref (f->scheduler);
  g_assert_finalize_object (f->loop);
  g_main_context_unref (f->context);
}

static void
take (gpointer data)
{
  const gsize number = GPOINTER_TO_SIZE (data) - 1;
  const guint thread = number / N_POSTS;

  g_assert_cmpuint (thread, <, N_THREADS);
  g_assert_cmpuint (number % N_POSTS, ==, current->next[thread]);
  current->next[thread]++;
  current->n_run++;
  if (current->n_run == current->shut_down_at)
    ls_event_loop_shut_down (current->loop);
}

static void
count_destroyed (gpointer data)
{
  g_atomic_int_inc (&current->n_destroyed);
}

static void
post (Fixture  *f,
      gpointer  number)
{
  if (f->to_scheduler)
    ls_scheduler_post_from_thread (f->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, take, number, count_destroyed);
  else
    ls_event_loop_post_from_thread (f->loop, LS_QUEUE_TYPE_DEFAULT, take, number, count_destroyed);
}

static gpointer
post_many (gpointer data)
{
  const Poster *poster = data;

  for (guint i = 0; i < poster->fixture->n_posts; i++)
    {
      post (poster->fixture, NUMBER (poster->thread, i));
      g_atomic_int_inc (&poster->fixture->n_posted);
    }
  return NULL;
}

static void
start_threads (Fixture *f,
               Poster   posters[N_THREADS],
               GThread *threads[N_THREADS])
{
  for (guint i = 0; i < N_THREADS; i++)
    {
      posters[i] = (Poster) { f, i };
      threads[i] = g_thread_new ("poster", post_many, &posters[i]);
    }
}

/* Each post arrives once, in the order of its thread, while the loop runs. */
static void
test_arrive (Fixture       *f,
             gconstpointer  to_scheduler)
{
  Poster posters[N_THREADS];
  GThread *threads[N_THREADS];

  start_threads (f, posters, threads);
  while (f->n_run < N_THREADS * N_POSTS)
    g_main_context_iteration (f->context, TRUE);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_thread_join (threads[i]);
      g_assert_cmpuint (f->next[i], ==, N_POSTS);
    }
  g_assert_cmpint (g_atomic_int_get (&f->n_destroyed), ==, N_THREADS * N_POSTS);
  g_assert_true (ls_event_loop_is_idle (f->loop));
}

/* The loop ends in the middle: it drops the posts that have arrived, and the later ones, each once. */
static void
test_shut_down (Fixture       *f,
                gconstpointer  to_scheduler)
{
  Poster posters[N_THREADS];
  GThread *threads[N_THREADS];

  f->n_posts = N_POSTS / 10;
  f->shut_down_at = 1000;
  start_threads (f, posters, threads);
  while (f->n_run < f->shut_down_at)
    g_main_context_iteration (f->context, TRUE);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (g_atomic_int_get (&f->n_posted), ==, N_THREADS * f->n_posts);
  g_assert_cmpint (g_atomic_int_get (&f->n_destroyed), ==, N_THREADS * f->n_posts);
  g_assert_cmpuint (f->n_run, ==, 1000);
}

/* A post before, at or after the end is dropped, at the latest at once. */
static void
test_ended (Fixture       *f,
            gconstpointer  to_scheduler)
{
  post (f, NUMBER (0, 0));
  g_assert_cmpint (f->n_destroyed, ==, 0);
  ls_event_loop_shut_down (f->loop);
  g_assert_cmpint (f->n_destroyed, ==, 1);
  post (f, NUMBER (0, 1));
  g_assert_cmpint (f->n_destroyed, ==, 2);
  g_assert_true (ls_event_loop_is_idle (f->loop));
  g_assert_false (g_main_context_pending (f->context));
  g_assert_cmpuint (f->n_run, ==, 0);
}

static void
post_again (gpointer data)
{
  count_destroyed (data);
  if (current->n_destroyed < 10)
    ls_event_loop_post_from_thread (current->loop, LS_QUEUE_TYPE_DEFAULT, take, NUMBER (0, 0), post_again);
}

/* A post from a destroy notify at the end is dropped as well. */
static void
test_post_in_destroy (Fixture       *f,
                      gconstpointer  to_scheduler)
{
  ls_event_loop_post_from_thread (f->loop, LS_QUEUE_TYPE_DEFAULT, take, NUMBER (0, 0), post_again);
  ls_event_loop_shut_down (f->loop);
  g_assert_cmpint (f->n_destroyed, ==, 10);
  g_assert_cmpuint (f->n_run, ==, 0);
}

/* On the thread of the loop it is a post like any other, with its place among them. */
static LsCompletion
take_callback (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  take (data);
  return LS_COMPLETION_NORMAL;
}

static void
test_own_thread (Fixture       *f,
                 gconstpointer  to_scheduler)
{
  const LsQueueType queue = LS_QUEUE_TYPE_DEFAULT;

  ls_event_loop_post_from_thread (f->loop, queue, take, NUMBER (0, 0), NULL);
  ls_event_loop_post (f->loop, queue, 0, LS_POST_NONE, NULL, take_callback, NUMBER (0, 1), NULL);
  ls_scheduler_post_from_thread (f->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, take, NUMBER (0, 2), NULL);
  ls_scheduler_post (f->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, take, NUMBER (0, 3), NULL);
  g_assert_false (ls_event_loop_is_idle (f->loop));
  g_assert_cmpuint (ls_event_loop_run (f->loop, 10), ==, 4);
  g_assert_cmpuint (f->next[0], ==, 4);
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, fixture_set_up, func, fixture_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/incoming/loop/arrive", NULL, test_arrive);
  ADD ("/incoming/loop/shut-down", NULL, test_shut_down);
  ADD ("/incoming/loop/ended", NULL, test_ended);
  ADD ("/incoming/scheduler/arrive", "scheduler", test_arrive);
  ADD ("/incoming/scheduler/shut-down", "scheduler", test_shut_down);
  ADD ("/incoming/scheduler/ended", "scheduler", test_ended);
  ADD ("/incoming/post-in-destroy", NULL, test_post_in_destroy);
  ADD ("/incoming/own-thread", NULL, test_own_thread);
  return g_test_run ();
}
