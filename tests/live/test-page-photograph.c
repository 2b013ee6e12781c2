/* test-page-photograph.c: what a browser says of its queues, without a browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-page-photograph-private.h"
#include "ls-proto-writer-private.h"
#include "test-schema.h"

#define STAMP "stamp:"

/* The browser's messages, as much of them as is needed. */

static guint
begin_event (GByteArray *stream,
             guint       writer,
             guint      *packet)
{
  *packet = ls_proto_begin (stream, 1);
  ls_proto_uint (stream, 10, writer);
  return ls_proto_begin (stream, 11);
}

static void
add_snapshot (GByteArray *stream,
              guint       writer,
              const char *json)
{
  guint packet, annotation;
  const guint event = begin_event (stream, writer, &packet);

  annotation = ls_proto_begin (stream, 4);
  ls_proto_string (stream, 9, json);
  ls_proto_end (stream, annotation);
  ls_proto_end (stream, event);
  ls_proto_end (stream, packet);
}

static void
add_stamp (GByteArray *stream,
           guint       writer,
           const char *text)
{
  guint packet, annotation, entry;
  const guint event = begin_event (stream, writer, &packet);

  annotation = ls_proto_begin (stream, 4);
  entry = ls_proto_begin (stream, 11);
  ls_proto_string (stream, 6, text);
  ls_proto_end (stream, entry);
  ls_proto_end (stream, annotation);
  ls_proto_end (stream, event);
  ls_proto_end (stream, packet);
}

#define TASK(number, place, due) \
  "{\"posted_from\":\"" place "\",\"sequence_num\":" #number ",\"enqueue_order\":" #number ",\"is_cancelled\":false," \
  "\"delayed_run_time_milliseconds_from_now\":" #due "}"
#define DOM_TASK "DOMTask@third_party/blink/renderer/core/scheduler/dom_task.cc:83"
#define DOM_TIMER "DOMTimer@third_party/blink/renderer/core/scheduler/dom_timer.cc:356"

static const char snapshot[] =
  "{\"active_queues\":["
  "{\"name\":\"IDLE_TQ\",\"priority\":10,\"enabled\":true,\"current_fence\":{},\"immediate_work_queue_size\":0},"
  "{\"name\":\"FRAME_THROTTLEABLE_TQ\",\"priority\":7,\"enabled\":false,\"delay_to_next_task_ms\":10.5,\"delayed_incoming_queue_size\":2,"
  "\"delayed_incoming_queue\":[" TASK (8, DOM_TIMER, 90.25) "," TASK (9, DOM_TIMER, 10.5) "]},"
  "{\"name\":\"WEB_SCHEDULING_TQ\",\"priority\":9,\"enabled\":true,\"immediate_work_queue_size\":3,"
  "\"immediate_work_queue\":[" TASK (4, DOM_TASK, 0) "," TASK (5, DOM_TASK, 0) "," TASK (7, DOM_TASK, 0) "]},"
  "{\"name\":\"WEB_SCHEDULING_TQ\",\"priority\":9,\"enabled\":true,\"any_thread_.immediate_incoming_queuesize\":1,"
  "\"immediate_incoming_queue\":[" TASK (6, DOM_TASK, 0) "]},"
  "{\"name\":\"DEFAULT_TQ\",\"priority\":7,\"enabled\":true,\"immediate_work_queue_size\":1,"
  "\"immediate_work_queue\":[" TASK (3, "Accept@ipc.cc:1", 0) "]}"
  "],\"selected_queue\":\"DEFAULT_TQ\"}";

/* What the model has. */
static GArray *
make_waiting (guint first,
              guint n)
{
  GArray *waiting = g_array_new (FALSE, FALSE, sizeof (LsPageWaiting));

  for (guint i = n; i-- > 0;)
    {
      const LsPageWaiting entry = { .task = first + i, .age = i, .effective_priority = 0 };

      g_array_append_val (waiting, entry);
    }
  return waiting;
}

static void
add_timer (GArray *waiting,
           guint   task,
           double  due_in)
{
  const LsPageWaiting entry = { .task = task, .due_in = due_in, .is_delayed = TRUE, .effective_priority = LS_N_EFFECTIVE_PRIORITIES };

  g_array_append_val (waiting, entry);
}

static LsPagePhotograph *
read_photograph (GByteArray *stream,
                 GArray     *waiting)
{
  g_autoptr (LsPageSnapshots) snapshots = ls_page_snapshots_new (STAMP);
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsPagePhotograph *photograph = ls_page_photograph_new ();
  LsPhotographThread *thread = ls_page_photograph_add_thread (photograph);

  /* In any pieces. */
  for (guint at = 0; at < stream->len; at += 7)
    ls_page_snapshots_feed (snapshots, stream->data + at, MIN (7, stream->len - at));
  ls_page_snapshots_read_queues (snapshots, ls_page_snapshots_find_thread (snapshots, 1), thread);
  thread->has_answered = thread->queues->len > 0;
  ls_photograph_thread_join (thread, waiting, trace);
  ls_photograph_thread_sort (thread);
  return photograph;
}

static const LsPhotographTask *
get_task (const LsPagePhotograph *photograph,
          guint                   queue,
          guint                   task)
{
  const LsPhotographThread *thread = g_ptr_array_index (photograph->threads, 0);

  return g_ptr_array_index (((const LsPhotographQueue *) g_ptr_array_index (thread->queues, queue))->tasks, task);
}

/* Tasks of one priority are in several queues; timers are joined by their delays. */
static void
test_join (void)
{
  g_autoptr (GByteArray) stream = g_byte_array_new ();
  g_autoptr (GArray) waiting = make_waiting (11, 4);
  g_autoptr (LsPagePhotograph) photograph = NULL;
  const LsPhotographThread *thread;
  const LsPhotographQueue *queue;

  add_timer (waiting, 21, 90);
  add_timer (waiting, 22, 10);
  add_snapshot (stream, 1, "{\"active_queues\":[]}");
  add_snapshot (stream, 2, "{\"active_queues\":[]}");
  add_snapshot (stream, 1, snapshot);
  add_stamp (stream, 2, STAMP "2");
  add_stamp (stream, 1, STAMP "1");
  add_snapshot (stream, 1, "{\"active_queues\":[]}");
  photograph = read_photograph (stream, waiting);
  thread = g_ptr_array_index (photograph->threads, 0);
  g_assert_cmpuint (thread->queues->len, ==, 5);
  g_assert_cmpuint (thread->n_joined, ==, 6);
  g_assert_cmpuint (thread->n_unknown + thread->missing->len, ==, 0);

  /* By priority, and the empty one last. */
  queue = g_ptr_array_index (thread->queues, 0);
  g_assert_cmpstr (queue->name, ==, "DEFAULT_TQ");
  g_assert_true (queue->is_selected);
  g_assert_cmpuint (get_task (photograph, 0, 0)->task, ==, 0);
  g_assert_false (ls_photograph_queue_differs (queue));
  queue = g_ptr_array_index (thread->queues, 1);
  g_assert_cmpstr (queue->name, ==, "FRAME_THROTTLEABLE_TQ");
  g_assert_false (queue->is_enabled);
  g_assert_cmpuint (get_task (photograph, 1, 0)->task, ==, 22);
  g_assert_cmpuint (get_task (photograph, 1, 1)->task, ==, 21);
  g_assert_cmpuint (get_task (photograph, 2, 0)->task, ==, 11);
  g_assert_cmpuint (get_task (photograph, 2, 2)->task, ==, 14);
  g_assert_cmpfloat (get_task (photograph, 2, 2)->age, ==, 3);
  g_assert_cmpuint (get_task (photograph, 3, 0)->task, ==, 13);
  queue = g_ptr_array_index (thread->queues, 4);
  g_assert_true (queue->is_fenced);
}

/* Where one side has more, the newest are joined: a page that already ran had posted the others. */
static void
test_differences (void)
{
  g_autoptr (GByteArray) stream = g_byte_array_new ();
  g_autoptr (GArray) few = make_waiting (11, 1);
  g_autoptr (GArray) many = make_waiting (11, 6);
  g_autoptr (LsPagePhotograph) more = NULL, less = NULL;
  const LsPhotographThread *thread;
  g_autofree char *text = NULL, *json = NULL;

  add_snapshot (stream, 1, snapshot);
  add_stamp (stream, 1, STAMP "1");
  more = read_photograph (stream, few);
  thread = g_ptr_array_index (more->threads, 0);
  g_assert_cmpuint (thread->n_joined, ==, 1);
  g_assert_cmpuint (thread->n_unknown, ==, 5);
  g_assert_cmpuint (get_task (more, 2, 2)->task, ==, 11);
  g_assert_true (ls_photograph_task_differs (get_task (more, 2, 0)));
  g_assert_true (ls_photograph_queue_differs (g_ptr_array_index (thread->queues, 2)));
  text = ls_page_photograph_to_text (more);
  g_assert_nonnull (strstr (text, "! " DOM_TASK));

  less = read_photograph (stream, many);
  thread = g_ptr_array_index (less->threads, 0);
  g_assert_cmpuint (thread->missing->len, ==, 2);
  g_assert_cmpuint (((const LsPhotographMissing *) g_ptr_array_index (thread->missing, 0))->task, ==, 11);
  json = ls_page_photograph_to_json (less);
  g_assert_nonnull (strstr (json, "\"missing\": ["));
  test_schema_check ("photograph", json);
}

/* Stamps of a page's own, and whatever else may come, are nothing. */
static void
test_hostile (void)
{
  static const char *const texts[] = {
    "", "{", "null", "[]", "{}", "{\"active_queues\":4}", "{\"active_queues\":[4,null,[],{}]}",
    "{\"active_queues\":[{\"name\":4,\"priority\":-1e300,\"enabled\":[],\"immediate_work_queue_size\":1e300,"
    "\"immediate_work_queue\":[4,{\"posted_from\":{},\"sequence_num\":\"x\",\"enqueue_order\":-4,"
    "\"delayed_run_time_milliseconds_from_now\":1e308}]}],\"selected_queue\":{}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GByteArray) stream = g_byte_array_new ();
      g_autoptr (GArray) waiting = make_waiting (1, 3);
      g_autoptr (LsPagePhotograph) photograph = NULL;
      g_autofree char *text = NULL, *json = NULL;

      add_snapshot (stream, 1, texts[i]);
      add_stamp (stream, 2, "stamp:");
      add_stamp (stream, 2, "stamp:99999999999999999999");
      add_stamp (stream, 2, "stamp:0");
      add_stamp (stream, 2, "other:1");
      add_stamp (stream, 1, STAMP "1");
      photograph = read_photograph (stream, waiting);
      text = ls_page_photograph_to_text (photograph);
      json = ls_page_photograph_to_json (photograph);
      test_schema_check ("photograph", json);
      g_assert_cmpstr (text, !=, "");
    }
}

/* Anything may be wrong with the bytes. */
static void
test_broken (void)
{
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GArray) waiting = make_waiting (1, 3);

  add_snapshot (whole, 1, snapshot);
  add_stamp (whole, 1, STAMP "1");
  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (GByteArray) stream = g_byte_array_new ();
      g_autoptr (LsPagePhotograph) photograph = NULL;

      g_byte_array_append (stream, whole->data, g_rand_int_range (random, 0, whole->len + 1));
      for (guint j = 0; stream->len > 0 && j < 3; j++)
        stream->data[g_rand_int_range (random, 0, stream->len)] = g_rand_int (random);
      photograph = read_photograph (stream, waiting);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/page-photograph/join", test_join);
  g_test_add_func ("/page-photograph/differences", test_differences);
  g_test_add_func ("/page-photograph/hostile", test_hostile);
  g_test_add_func ("/page-photograph/broken", test_broken);
  return g_test_run ();
}
