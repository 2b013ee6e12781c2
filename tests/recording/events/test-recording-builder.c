/* test-recording-builder.c: making recordings, and asking them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ls-recording-builder-private.h"

static void
add (LsRecordingBuilder   *builder,
     guint32               thread,
     LsRecordingEventKind  kind,
     gint64                time,
     guint64               duration)
{
  ls_recording_builder_add (builder, &(LsRecordingEvent) {
    .time = (guint64) time, .duration = duration, .thread = thread, .kind = kind, .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN });
}

/* Sorts as qsort() would, if it kept the order of what is equal. */
static void
test_order (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (LsRecordingBuilder) builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
      g_autoptr (LsRecording) recording = NULL;
      guint n = g_rand_int_range (rand, 1, 400), n_threads = g_rand_int_range (rand, 1, 5), n_found = 0;

      for (guint i = 0; i < n_threads; i++)
        g_assert_cmpuint (ls_recording_builder_get_thread (builder, 7, i), ==, i);
      for (guint i = 0; i < n; i++)
        ls_recording_builder_add (builder, &(LsRecordingEvent) {
          .time = 1000 + (round % 2 == 0 ? i / 3 : 0) + (guint64) g_rand_int_range (rand, 0, 1 + (gint) round),
          .duration = (guint64) g_rand_int_range (rand, 0, 3), .id = i, .thread = (guint32) g_rand_int_range (rand, 0, (gint) n_threads),
          .kind = LS_RECORDING_EVENT_MARK });

      recording = ls_recording_builder_end (builder);
      for (guint thread = 0; thread < n_threads; thread++)
        {
          gsize n_events;
          const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);

          n_found += n_events;
          for (gsize i = 1; i < n_events; i++)
            {
              g_assert_cmpuint (events[i].thread, ==, thread);
              g_assert_cmpuint (events[i - 1].time, <=, events[i].time);
              if (events[i - 1].time == events[i].time)
                g_assert_cmpuint (events[i - 1].duration, >=, events[i].duration);
              if (events[i - 1].time == events[i].time && events[i - 1].duration == events[i].duration)
                g_assert_cmpuint (events[i - 1].id, <, events[i].id);
            }
        }
      g_assert_cmpuint (n_found, ==, n);
      g_assert_cmpuint (ls_recording_get_n_events (recording), ==, n);
    }
}

static void
test_texts (void)
{
  g_autoptr (LsRecordingBuilder) builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  guint32 first = ls_recording_builder_intern (builder, "first", -1);
  g_autoptr (LsRecording) recording = NULL;

  g_assert_cmpuint (ls_recording_builder_intern (builder, NULL, -1), ==, 0);
  g_assert_cmpuint (ls_recording_builder_intern (builder, "", -1), ==, 0);
  g_assert_cmpuint (ls_recording_builder_intern (builder, "first and more", 5), ==, first);
  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *text = g_strdup_printf ("text %u", i);

      g_assert_cmpuint (ls_recording_builder_intern (builder, text, -1), ==, first + 1 + i);
      g_assert_cmpstr (ls_recording_builder_get_text (builder, first + 1 + i), ==, text);
    }
  g_assert_cmpuint (ls_recording_builder_intern (builder, "first", -1), ==, first);

  recording = ls_recording_builder_end (builder);
  g_assert_cmpuint (ls_recording_get_n_texts (recording), ==, first + 5001);
  g_assert_cmpstr (ls_recording_get_text (recording, first), ==, "first");
  g_assert_null (ls_recording_get_text (recording, 0));
  g_assert_null (ls_recording_get_text (recording, 6000));
}

/* Two pages, one with workers, and the browser itself. */
static LsRecording *
make_pages (void)
{
  g_autoptr (LsRecordingBuilder) builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  guint32 browser = ls_recording_builder_get_thread (builder, 1, 1), other = ls_recording_builder_get_thread (builder, 2, 1);
  guint32 page = ls_recording_builder_get_thread (builder, 3, 1), worker = ls_recording_builder_get_thread (builder, 3, 2);
  guint32 idle = ls_recording_builder_get_thread (builder, 3, 3);

  ls_recording_builder_set_thread_name (builder, browser, "CrBrowserMain");
  ls_recording_builder_set_process_name (builder, 1, "Browser");
  ls_recording_builder_set_thread_kind (builder, other, LS_RECORDING_THREAD_MAIN);
  ls_recording_builder_set_thread_kind (builder, page, LS_RECORDING_THREAD_MAIN);
  ls_recording_builder_set_thread_kind (builder, worker, LS_RECORDING_THREAD_WORKER);
  ls_recording_builder_set_thread_page (builder, worker, NULL, "http://here/worker.js");
  ls_recording_builder_set_process_page (builder, 3, "A shop", "http://here/shop.html");
  ls_recording_builder_set_process_page (builder, 2, NULL, "http://here/other.html");
  ls_recording_builder_set_thread_name (builder, idle, "Compositor");
  ls_recording_builder_add_lack (builder, "This.");
  ls_recording_builder_add_lack (builder, "This.");

  add (builder, browser, LS_RECORDING_EVENT_TASK, 1000, 9000000);
  add (builder, other, LS_RECORDING_EVENT_TASK, 2000, 5000);
  add (builder, other, LS_RECORDING_EVENT_FUNCTION, 3000, 2000);
  add (builder, page, LS_RECORDING_EVENT_TASK, 2000, 3000);
  add (builder, page, LS_RECORDING_EVENT_TASK, 5000, LS_RECORDING_NO_END);
  add (builder, page, LS_RECORDING_EVENT_POST, 2500, 0);
  add (builder, worker, LS_RECORDING_EVENT_RUN, 2500, 1000);

  return ls_recording_builder_end (builder);
}

static void
test_loops (void)
{
  g_autoptr (LsRecording) recording = make_pages ();
  guint n_threads;
  const guint *threads = ls_recording_list_loops (recording, &n_threads);

  /* The page and its worker have a task of the scheduler each, and the page is busier. */
  g_assert_cmpuint (n_threads, ==, 4);
  g_assert_cmpuint (threads[0], ==, 2);
  g_assert_cmpuint (threads[1], ==, 3);
  g_assert_cmpuint (threads[2], ==, 1);
  g_assert_cmpuint (threads[3], ==, 0);
  g_assert_cmpuint (ls_recording_get_thread (recording, 2)->busy, ==, 3 + 8996);
  g_assert_cmpuint (ls_recording_get_thread (recording, 2)->n_scheduler_tasks, ==, 1);
  g_assert_cmpuint (ls_recording_get_thread (recording, 1)->busy, ==, 5);
  g_assert_null (ls_recording_get_thread (recording, 5));

  threads = ls_recording_list_agents_of (recording, 2, &n_threads);
  g_assert_cmpuint (n_threads, ==, 2);
  g_assert_cmpuint (threads[0], ==, 2);
  g_assert_cmpuint (threads[1], ==, 3);
  threads = ls_recording_list_agents_of (recording, 3, &n_threads);
  g_assert_cmpuint (n_threads, ==, 1);
  g_assert_cmpuint (threads[0], ==, 3);
  ls_recording_list_agents_of (recording, 99, &n_threads);
  g_assert_cmpuint (n_threads, ==, 0);

  g_assert_cmpuint (ls_recording_get_duration (recording), ==, 9000000);
  g_assert_cmpstr (ls_recording_get_info (recording, "title"), ==, "A shop");
  g_assert_cmpstr (ls_recording_get_info (recording, "url"), ==, "http://here/shop.html");
  g_assert_cmpuint (g_strv_length ((GStrv) ls_recording_list_lacks (recording)), ==, 1);
}

static void
test_find (void)
{
  static const struct
  {
    const char *text;
    int         thread;   /* -1: none or several */
  } searches[] = {
    { "3/1", 2 }, { "3/2", 3 }, { "SHOP", 2 }, { "shop.html", 2 }, { "worker", 3 }, { "http://here", -1 }, { "crbrowser", 0 },
    { "other.html", 1 }, { "Compositor", -1 }, { "1", -1 }, { "2", 3 }, { "nobody", -1 },
  };
  g_autoptr (LsRecording) recording = make_pages ();

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (GError) error = NULL;
      guint thread = 99;

      if (searches[i].thread >= 0)
        {
          g_assert_true (ls_recording_find_thread (recording, searches[i].text, &thread, &error));
          g_assert_no_error (error);
          g_assert_cmpuint (thread, ==, searches[i].thread);
        }
      else
        {
          g_assert_false (ls_recording_find_thread (recording, searches[i].text, &thread, &error));
          g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_THREAD);
          g_assert_nonnull (strstr (error->message, "expected one"));
          g_assert_nonnull (strstr (error->message, "3/1 A shop (http://here/shop.html)"));
        }
    }
}

static void
test_titles (void)
{
  static const char *const titles[] = {
    "CrBrowserMain of process Browser (1)", "http://here/other.html", "A shop (http://here/shop.html)", "Worker http://here/worker.js",
    "Compositor of process 3",
  };
  g_autoptr (LsRecording) recording = make_pages ();

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autofree char *title = ls_recording_dup_thread_title (recording, i);

      g_assert_cmpstr (title, ==, titles[i]);
    }
}

static void
test_problems (void)
{
  g_autoptr (LsRecordingBuilder) builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  g_autoptr (LsRecording) recording = NULL;
  const char *const *problems;

  for (guint i = 0; i < 250; i++)
    ls_recording_builder_complain (builder, "Problem %u.", i);
  recording = ls_recording_builder_end (builder);
  problems = ls_recording_list_problems (recording);
  g_assert_cmpuint (g_strv_length ((GStrv) problems), ==, 101);
  g_assert_cmpstr (problems[0], ==, "Problem 0.");
  g_assert_cmpstr (problems[100], ==, "There are 150 more problems.");
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 0);
  g_assert_cmpuint (ls_recording_get_n_threads (recording), ==, 0);
}

/* Each kind has a name of its own. */
static void
test_kinds (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < LS_N_RECORDING_EVENT_KINDS; i++)
    g_assert_true (g_hash_table_add (names, (gpointer) ls_recording_event_kind_to_string (i)));
  g_assert_cmpstr (ls_recording_event_kind_to_string (LS_N_RECORDING_EVENT_KINDS), ==, "unknown");
}

#ifndef __SANITIZE_ADDRESS__

#define N_MANY 1000000
#define N_MANY_THREADS 40

static gsize
get_memory (void)
{
  g_autofree char *text = NULL;
  unsigned long n_all, n_pages;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%lu %lu", &n_all, &n_pages), ==, 2);
  return n_pages * (gsize) sysconf (_SC_PAGESIZE);
}

/* Events of many threads, some of them late, take 48 bytes each at most at any moment, but for what does not grow with them. */
static void
test_memory (void)
{
  g_autoptr (LsRecordingBuilder) builder = NULL;
  g_autoptr (LsRecording) recording = NULL;
  struct rusage usage;
  gsize before;

  if (!g_test_subprocess ())
    {
      g_autofree char *perturb = g_strdup (g_getenv ("MALLOC_PERTURB_"));

      /* It writes to memory that is only kept ready. */
      g_unsetenv ("MALLOC_PERTURB_");
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      if (perturb != NULL)
        g_setenv ("MALLOC_PERTURB_", perturb, TRUE);
      g_test_trap_assert_passed ();
      return;
    }

  /* From now on malloc() keeps much of what is given back to it. */
  g_free (g_malloc (30 * 1024 * 1024));

  before = get_memory ();
  builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  for (guint i = 0; i < N_MANY_THREADS; i++)
    ls_recording_builder_get_thread (builder, 1, i);
  for (guint i = 0; i < N_MANY; i++)
    add (builder, i * 7 % N_MANY_THREADS, LS_RECORDING_EVENT_FUNCTION, 1000 + 10 * (gint64) i - (i % 50 == 0 ? 100000 : 0), i % 3);
  recording = ls_recording_builder_end (builder);

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, N_MANY);
  g_assert_cmpuint ((gsize) usage.ru_maxrss * 1024 - before, <=, 48 * (gsize) N_MANY);
}

#endif

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/order", test_order);
  g_test_add_func ("/recording/texts", test_texts);
  g_test_add_func ("/recording/loops", test_loops);
  g_test_add_func ("/recording/find", test_find);
  g_test_add_func ("/recording/titles", test_titles);
  g_test_add_func ("/recording/problems", test_problems);
  g_test_add_func ("/recording/kinds", test_kinds);


  /* The sanitizer's allocator keeps what is freed, and more beside it. */
#ifndef __SANITIZE_ADDRESS__
  g_test_add_func ("/recording/memory", test_memory);
#endif

  return g_test_run ();
}
