/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include <json-glib/json-glib.h>

#include "ls-record-format.h"
#include "ls-state-format.h"

static JsonObject *
parse (JsonParser *parser,
       const char *json)
{
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

static LsTrace *
write_story (void)
{
  LsTrace *trace = ls_trace_new ();

  writer_time = 0;
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "blink"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1, .text = text_of (trace, "Highest"));
  write_record (trace, SIGNAL_CREATED, .subject = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING,
                .text = text_of (trace, "c1"), .flags = LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER);
  write_record (trace, QUEUE_CREATED, .subject = 3, .object = 1, .value = 1, .priority = LS_TASK_PRIORITY_USER_BLOCKING);
  write_record (trace, TASK_POSTED, .subject = 8, .object = 1, .text = text_of (trace, "decode 1"), .value = 20,
                .clause = LS_CLAUSE_SCHEDULE_POST_TASK, .step = 1);
  write_record (trace, TASK_QUEUED, .subject = 8, .object = 3, .value = 17, .priority = LS_TASK_PRIORITY_USER_BLOCKING,
                .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .clause = LS_CLAUSE_SCHEDULE_TASK);
  writer_time = 12000;
  write_record (trace, TASK_SELECTED, .subject = 8, .object = 3, .value = 1, .level = 5,
                .priority = LS_TASK_PRIORITY_USER_BLOCKING, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .clause = LS_CLAUSE_SELECT_NEXT_QUEUE, .step = 6);
  writer_time = 12345;
  write_record (trace, TASK_STARTED, .subject = 8, .object = 1, .value = 1);
  write_record (trace, LOG, .text = text_of (trace, "a \"b\"\n\tc\\ \x01 é"));
  publish (trace);

  return trace;
}

static void
test_lines (void)
{
  g_autoptr (LsTrace) trace = write_story ();
  g_autoptr (LsState) names = state_at_end (trace);
  static const char *const lines[] = {
    "0.000 ms  #0  loop-started  preset blink  edition 2025  virtual clock",
    "0.000 ms  #1  preset-queue  input  rank 1 (Highest)",
    "0.000 ms  #2  signal-created  signal 1 “c1”  priority user-blocking  task-signal  controller",
    "0.000 ms  #3  queue-created  queue 3 (c1, task)  signal 1 “c1”  scheduler 1  priority user-blocking",
    "0.000 ms  #4  task-posted  task 8 “decode 1”  signal 1 “c1”  delay 20 ms · §2.4.2 step 1",
    "0.000 ms  #5  task-queued  task 8 “decode 1”  queue 3 (c1, task)  enqueue order 17 · §2.4.2",
    "12.000 ms  #6  task-selected  task 8 “decode 1”  queue 3 (c1, task)  effective priority 4  rank 5  turn 1 "
    "· §2.4.3 step 6",
    "12.345 ms  #7  task-started  task 8 “decode 1”  abort ← signal 1 “c1”  priority ← signal 1 “c1”",
    "12.345 ms  #8  log  a \"b\"  c\\   é",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *line = ls_trace_format_record (trace, i, names);

      g_assert_cmpstr (line, ==, lines[i]);
    }
}

static void
test_lines_without_names (void)
{
  g_autoptr (LsTrace) trace = write_story ();
  g_autofree char *line = ls_trace_format_record (trace, 6, NULL);

  g_assert_cmpstr (line, ==, "12.000 ms  #6  task-selected  task 8  queue 3  effective priority 4  rank 5  turn 1 "
                   "· §2.4.3 step 6");
}

/* Each kind has a line, and its words for flags. */
static void
test_every_kind (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) names = ls_state_new (trace);
  g_autoptr (JsonParser) parser = json_parser_new ();

  for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
    write_full (trace, (LsRecord) { .kind = kind, .subject = 1, .object = 2, .value = 3, .level = 4, .flags = 0xff,
                                    .text = text_of (trace, "text"), .queue = LS_QUEUE_TYPE_INPUT, .priority = 1 });
  publish (trace);
  ls_state_seek (names, G_MAXSIZE);

  for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
    {
      g_autofree char *line = ls_trace_format_record (trace, kind, names);
      g_autofree char *json = ls_trace_record_to_json (trace, kind);
      JsonObject *object = parse (parser, json);

      g_assert_nonnull (strstr (line, ls_record_kind_to_string (kind)));
      g_assert_false (g_str_has_suffix (line, " "));
      g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, ls_record_kind_to_string (kind));
      if (kind == LS_RECORD_TASK_SELECTED)
        g_assert_true (g_str_has_suffix (line, "delayed-work  starvation-guard  fair-turn"));
      else if (kind == LS_RECORD_PRESET_RULE)
        g_assert_true (g_str_has_suffix (line, "preset-rule  max-delayed-picks  3"));
    }
}

static void
test_record_json (void)
{
  g_autoptr (LsTrace) trace = write_story ();
  g_autofree char *selected = ls_trace_record_to_json (trace, 6);
  g_autofree char *logged = ls_trace_record_to_json (trace, 8);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object;

  g_assert_cmpstr (selected, ==,
                   "{\"position\": 6, \"time\": 12, \"kind\": \"task-selected\", \"subject\": 8, \"object\": 3, "
                   "\"value\": 1, \"text\": null, \"priority\": \"user-blocking\", \"queue\": \"web-scheduling\", "
                   "\"level\": 5, \"flags\": [], \"clause\": \"select-next-queue\", \"number\": \"§2.4.3\", \"step\": 6}");

  object = parse (parser, logged);
  g_assert_cmpstr (json_object_get_string_member (object, "text"), ==, "a \"b\"\n\tc\\ \x01 é");
  g_assert_cmpfloat (json_object_get_double_member (object, "time"), ==, 12.345);
  g_assert_true (json_object_get_null_member (object, "queue"));
  g_assert_null (strchr (logged, '\n'));
}

static void
test_times (void)
{
  static const struct
  {
    guint64 time;
    const char *json;
  } cases[] = {
    { 0, "\"time\": 0," }, { 1, "\"time\": 0.001," }, { 10, "\"time\": 0.01," }, { 100, "\"time\": 0.1," },
    { 1500, "\"time\": 1.5," }, { 1000000, "\"time\": 1000," }, { 20010, "\"time\": 20.01," },
  };
  g_autoptr (LsTrace) trace = ls_trace_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    write_full (trace, (LsRecord) { .time = cases[i].time, .kind = LS_RECORD_WORK });
  publish (trace);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = ls_trace_record_to_json (trace, i);

      g_assert_nonnull (strstr (json, cases[i].json));
    }
}

static void
test_state_json (void)
{
  g_autoptr (LsTrace) trace = write_story ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *queued = NULL;
  g_autofree char *running = NULL;
  JsonObject *object, *lane, *queue, *task;

  ls_state_seek (state, 6);
  queued = ls_state_to_json (state);
  object = parse (parser, queued);
  g_assert_true (json_object_get_null_member (object, "running"));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "next"), "task"), ==, 8);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "lanes")), ==, 6);
  lane = json_array_get_object_element (json_object_get_array_member (object, "lanes"), 1);
  g_assert_cmpint (json_object_get_int_member (lane, "effectivePriority"), ==, 4);
  queue = json_array_get_object_element (json_object_get_array_member (lane, "queues"), 0);
  g_assert_cmpstr (json_object_get_string_member (queue, "key"), ==, "(c1, task)");
  task = json_array_get_object_element (json_object_get_array_member (queue, "tasks"), 0);
  g_assert_cmpstr (json_object_get_string_member (task, "name"), ==, "decode 1");
  g_assert_cmpint (json_object_get_int_member (task, "order"), ==, 17);
  g_assert_true (json_object_get_null_member (task, "started"));
  g_assert_true (g_str_has_suffix (queued, "}\n"));

  ls_state_seek (state, 9);
  running = ls_state_to_json (state);
  object = parse (parser, running);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "running"), "task"), ==, 8);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "schedulingState"),
                                               "prioritySource"), ==, 1);
}

/* Adds one thing of each sort that a state can show. */
static void
write_the_rest (LsTrace *trace)
{
  writer_time = 20000;
  write_record (trace, TASK_FINISHED, .subject = 8);
  write_record (trace, MICROTASK_QUEUED, .subject = 1, .text = text_of (trace, "then"));
  write_record (trace, MICROTASK_QUEUED, .subject = 2, .value = LS_MICROTASK_AWAIT);
  write_record (trace, MICROTASK_STARTED, .subject = 1);
  write_record (trace, TASK_INCOMING, .subject = 20, .value = 20, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, TIMER_INSTALLED, .subject = 1, .object = 21, .value = 5, .level = 2, .text = text_of (trace, "tick"),
                .flags = LS_RECORD_FLAG_REPEATING);
  write_record (trace, TASK_DELAYED, .subject = 21, .object = 1, .value = 5500, .text = text_of (trace, "tick"),
                .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE);
  for (guint i = 0; i < 25; i++)
    write_record (trace, TASK_QUEUED, .subject = 30 + i, .object = 3, .value = 30 + i);
  write_record (trace, SIGNAL_CREATED, .subject = 2, .object = 1, .text = text_of (trace, "any(c1)"),
                .priority = LS_TASK_PRIORITY_USER_BLOCKING, .flags = LS_RECORD_FLAG_DEPENDENT);
  write_record (trace, SIGNAL_ABORT_SOURCE, .subject = 2, .object = 1);
  write_record (trace, SIGNAL_ABORTED, .subject = 2, .object = 1, .text = text_of (trace, "enough"));
  write_record (trace, SIGNAL_LISTENERS, .subject = 1, .value = 1, .text = text_of (trace, "abort"));
  write_record (trace, SIGNAL_CREATED, .subject = 3, .flags = LS_RECORD_FLAG_INTERNAL);
  publish (trace);
}

static void
assert_member (LsState    *state,
               const char *member,
               const char *expected)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *json = ls_state_to_json (state);
  g_autofree char *found = json_to_string (json_object_get_member (parse (parser, json), member), FALSE);

  g_assert_cmpstr (g_strdelimit (found, "\"", '\''), ==, expected);
}

/* All that is said of each sort of thing. */
static void
test_state_json_members (void)
{
  g_autoptr (LsTrace) trace = write_story ();
  g_autoptr (LsState) state = ls_state_new (trace);

  write_the_rest (trace);
  ls_state_seek (state, 6);
  assert_member (state, "next", "{'task':8,'queue':3,'queueType':'web-scheduling'}");
  assert_member (state, "lanes",
                 "[{'effectivePriority':5,'priority':'user-blocking','continuation':true,'rank':0,"
                 "'queues':[]},{'effectivePriority':4,'priority':'user-blocking','continuation':false,"
                 "'rank':1,'queues':[{'queue':3,'key':'(c1, task)','scheduler':1,'signal':1,"
                 "'exists':true,'tasks':[{'task':8,'name':'decode 1','status':'queued',"
                 "'continuation':false,'priority':null,'queueType':'web-scheduling','queue':3,'order':17,"
                 "'signal':1,'prioritySource':null,'timer':null,'postedBy':null,'turn':null,'posted':0,"
                 "'due':null,'queued':0,'started':null,'finished':null}]}]},{'effectivePriority':3,"
                 "'priority':'user-visible','continuation':true,'rank':2,'queues':[]},"
                 "{'effectivePriority':2,'priority':'user-visible','continuation':false,'rank':3,"
                 "'queues':[]},{'effectivePriority':1,'priority':'background','continuation':true,"
                 "'rank':4,'queues':[]},{'effectivePriority':0,'priority':'background',"
                 "'continuation':false,'rank':5,'queues':[]}]");
  ls_state_seek (state, 8);
  assert_member (state, "schedulingState", "{'abortSource':1,'prioritySource':1}");
  ls_state_seek (state, G_MAXSIZE);
  assert_member (state, "runningMicrotask", "1");
  assert_member (state, "loopQueues",
                 "[{'queueType':'frame-throttleable','rank':3,'rankName':null,'raised':false,'starved':0,"
                 "'immediateIncoming':[],'immediateWork':[],'delayedIncoming':[{'task':21,'name':'tick',"
                 "'status':'delayed','continuation':false,'priority':null,"
                 "'queueType':'frame-throttleable','queue':null,'order':null,'signal':null,"
                 "'prioritySource':null,'timer':1,'postedBy':8,'turn':null,'posted':20,'due':25.5,"
                 "'queued':null,'started':null,'finished':null}],'delayedWork':[]},{'queueType':'input',"
                 "'rank':1,'rankName':'Highest','raised':false,'starved':0,"
                 "'immediateIncoming':[{'task':20,'name':null,'status':'incoming','continuation':false,"
                 "'priority':null,'queueType':'input','queue':null,'order':20,'signal':null,"
                 "'prioritySource':null,'timer':null,'postedBy':8,'turn':null,'posted':20,'due':null,"
                 "'queued':20,'started':null,'finished':null}],'immediateWork':[],'delayedIncoming':[],"
                 "'delayedWork':[]}]");
  assert_member (state, "delayed",
                 "[{'task':21,'name':'tick','status':'delayed','continuation':false,'priority':null,"
                 "'queueType':'frame-throttleable','queue':null,'order':null,'signal':null,"
                 "'prioritySource':null,'timer':1,'postedBy':8,'turn':null,'posted':20,'due':25.5,"
                 "'queued':null,'started':null,'finished':null}]");
  assert_member (state, "microtasks", "[{'microtask':2,'name':null,'kind':'await','promise':null}]");
  assert_member (state, "signals",
                 "[{'signal':1,'name':'c1','taskSignal':true,'controller':true,'dependent':false,"
                 "'fixed':false,'internal':false,'priority':'user-blocking','previousPriority':null,"
                 "'aborted':false,'reason':null,'source':null,'abortSources':[],'dependents':[2],"
                 "'listeners':1,'dispatching':false},{'signal':2,'name':'any(c1)','taskSignal':false,"
                 "'controller':false,'dependent':true,'fixed':false,'internal':false,"
                 "'priority':'user-blocking','previousPriority':null,'aborted':true,'reason':'enough',"
                 "'source':1,'abortSources':[1],'dependents':[],'listeners':0,'dispatching':false},"
                 "{'signal':3,'name':null,'taskSignal':false,'controller':false,'dependent':false,"
                 "'fixed':false,'internal':true,'priority':null,'previousPriority':null,'aborted':false,"
                 "'reason':null,'source':null,'abortSources':[],'dependents':[],'listeners':0,"
                 "'dispatching':false}]");
  assert_member (state, "timers",
                 "[{'timer':1,'name':'tick','task':21,'timeout':5,'nestingLevel':2,'repeating':true,"
                 "'clamped':false}]");
}

/* At the end of a turn nothing runs any more. */
static void
test_state_between_turns (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsState) state = NULL;
  static const struct
  {
    gsize       position;
    const char *running;
  } expected[] = {
    { 3, "\nRunning      1 decode, since 1 ms\n" },
    { 4, "\nRunning      1 decode, since 1 ms\n" },
    { 5, "\nRunning      1 decode, since 1 ms, its microtasks now\n" },
    { 6, "\nRunning      1 decode, since 1 ms, its microtasks now\n             microtask then#1\n" },
    { 7, "\nRunning      nothing, after 1 decode\n" },
    { 8, "\nRunning      nothing\n" },
  };

  writer_time = 1000;
  write_record (trace, TASK_POSTED, .subject = 1, .text = text_of (trace, "decode"));
  write_record (trace, TASK_SELECTED, .subject = 1, .value = 1);
  write_record (trace, TASK_STARTED, .subject = 1);
  write_record (trace, MICROTASK_QUEUED, .subject = 1, .text = text_of (trace, "then"));
  write_record (trace, TASK_FINISHED, .subject = 1);
  write_record (trace, MICROTASK_STARTED, .subject = 1);
  write_record (trace, MICROTASK_FINISHED, .subject = 1);
  write_record (trace, TURN_ENDED, .value = 1);
  state = state_at_end (trace);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *text = NULL;

      ls_state_seek (state, expected[i].position);
      text = ls_state_to_text (state);
      if (strstr (text, expected[i].running) == NULL)
        g_error ("at position %" G_GSIZE_FORMAT ": %s", expected[i].position, text);
    }
}

static void
test_state_text (void)
{
  g_autoptr (LsTrace) trace = write_story ();
  g_autoptr (LsState) state = NULL;
  g_autofree char *text = NULL;

  write_the_rest (trace);
  state = state_at_end (trace);
  text = ls_state_to_text (state);

  g_assert_cmpstr (text, ==,
                   "20 ms · step 1 · position 46 · turn 1, microtask 0, statement 0\n"
                   "preset blink · edition 2025\n"
                   "\n"
                   "Running      8 decode 1, since 12.345 ms, its microtasks now\n"
                   "             microtask then#1\n"
                   "Next so far  task 20, of (input)\n"
                   "\n"
                   "user-blocking\n"
                   "  5 continuations  empty\n"
                   "  4 tasks          c1 [task 30, task 31, task 32, task 33, task 34, task 35, task 36, task 37, "
                   "task 38, task 39, task 40, task 41, task 42, task 43, task 44, task 45, task 46, task 47, task 48, "
                   "task 49, and 5 more]\n"
                   "\n"
                   "user-visible\n"
                   "  3 continuations  empty\n"
                   "  2 tasks          empty\n"
                   "\n"
                   "background\n"
                   "  1 continuations  empty\n"
                   "  0 tasks          empty\n"
                   "\n"
                   "Queues of the loop\n"
                   "  frame-throttleable, rank 3\n"
                   "    delayed incoming    21 tick\n"
                   "  input, rank 1 (Highest)\n"
                   "    immediate incoming  task 20\n"
                   "\n"
                   "Microtasks   await#2\n"
                   "\n"
                   "Delayed\n"
                   "  21 tick  in 5.5 ms (at 25.5 ms)\n"
                   "\n"
                   "Signals\n"
                   "  c1  user-blocking  1 listener\n"
                   "    any(c1)  user-blocking  aborted “enough”\n"
                   "\n"
                   "Timers\n"
                   "  1 tick  every 5 ms, nesting level 2, task 21\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/format/lines", test_lines);
  g_test_add_func ("/format/lines-without-names", test_lines_without_names);
  g_test_add_func ("/format/every-kind", test_every_kind);
  g_test_add_func ("/format/record-json", test_record_json);
  g_test_add_func ("/format/times", test_times);
  g_test_add_func ("/format/state-json", test_state_json);
  g_test_add_func ("/format/state-json-members", test_state_json_members);
  g_test_add_func ("/format/state-text", test_state_text);
  g_test_add_func ("/format/state-between-turns", test_state_between_turns);

  return g_test_run ();
}
