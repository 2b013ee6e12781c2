/* test-node-firefox.c: recordings of Node.js and profiles of Firefox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>

#include "ls-recording-reader.h"

#include "recording-facts.h"
#include "test-gzip.h"

static LsRecording *
load_text (const char *text,
           gssize      length)
{
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load_data ((const guint8 *) text, length < 0 ? strlen (text) : (gsize) length, &error);

  g_assert_no_error (error);
  return recording;
}

static LsRecording *
load_bytes (GBytes *bytes)
{
  return load_text (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

/* What the script counts, that knows nothing of the reader. NULL if there is no Python. */
static GHashTable *
count_elsewhere (const char *name)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "recording", "read", "count-facts.py", NULL);
  g_autofree char *sample = g_test_build_filename (G_TEST_DIST, "recording", "samples", name, NULL);
  const char *argv[] = { "/usr/bin/python3", script, sample, NULL };
  g_autofree char *output = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  GHashTable *facts;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error))
    return NULL;

  g_assert_true (g_spawn_check_wait_status (status, &error));
  facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  lines = g_strsplit (output, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *blank = strrchr (lines[i], ' ');

      if (blank != NULL)
        g_hash_table_insert (facts, g_strndup (lines[i], (gsize) (blank - lines[i])),
                             GSIZE_TO_POINTER ((gsize) g_ascii_strtoull (blank + 1, NULL, 10)));
    }
  return facts;
}

static void
count (GHashTable *facts,
       const char *name,
       guint64     n)
{
  gsize before = GPOINTER_TO_SIZE (g_hash_table_lookup (facts, name));

  g_hash_table_insert (facts, g_strdup (name), GSIZE_TO_POINTER (before + n));
}

static void
count_timed (GHashTable             *facts,
             const char             *name,
             const char             *time,
             const LsRecordingEvent *event,
             guint64                 unit)
{
  count (facts, name, 1);
  count (facts, time, event->duration / unit);
}

static void
count_node (LsRecording            *recording,
            const LsRecordingEvent *event,
            GHashTable             *facts)
{
  g_autofree char *name = NULL;

  switch (event->kind)
    {
    case LS_RECORDING_EVENT_TASK:
      count_timed (facts, "tasks", "task-time", event, 1000);
      break;
    case LS_RECORDING_EVENT_RESOURCE:
      name = g_strdup_printf ("resources %s", ls_recording_get_text (recording, event->text));
      count (facts, name, 1);
      count (facts, "makers", event->id * event->value);
      count (facts, "causes", event->id * event->other);
      if (event->duration == LS_RECORDING_NO_END)
        count (facts, "still-there", 1);
      break;
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      name = g_strdup_printf ("callbacks %s", ls_recording_get_text (recording, event->text));
      count_timed (facts, name, "callback-time", event, 1000);
      break;
    default:
      break;
    }
}

static void
count_firefox (LsRecording            *recording,
               const LsRecordingEvent *event,
               GHashTable             *facts)
{
  switch (event->kind)
    {
    case LS_RECORDING_EVENT_TASK:
      count_timed (facts, "tasks", "task-time", event, 1);
      break;
    case LS_RECORDING_EVENT_TIMER_FIRE:
      count_timed (facts, "timers", "timers-time", event, 1);
      count (facts, "intervals", (event->flags & LS_RECORDING_EVENT_FLAG_REPEATING) != 0);
      break;
    case LS_RECORDING_EVENT_WORK:
      count_timed (facts, "delays", "delays-time", event, 1);
      break;
    case LS_RECORDING_EVENT_FRAME_FIRE:
      count_timed (facts, "frames", "frame-time", event, 1);
      break;
    case LS_RECORDING_EVENT_MICROTASKS:
      count_timed (facts, "microtask-runs", "microtask-time", event, 1);
      count (facts, "microtasks", event->value);
      break;
    case LS_RECORDING_EVENT_DISPATCH:
      count_timed (facts, "events", "event-time", event, 1);
      break;
    case LS_RECORDING_EVENT_INPUT:
      count (facts, "inputs", 1);
      break;
    case LS_RECORDING_EVENT_MARK:
      count (facts, "marks", 1);
      break;
    case LS_RECORDING_EVENT_RENDERING:
      count (facts, "rendering", 1);
      break;
    case LS_RECORDING_EVENT_GC:
      count (facts, "collections", 1);
      break;
    case LS_RECORDING_EVENT_SCRIPT:
      count (facts, "scripts", 1);
      break;
    case LS_RECORDING_EVENT_LOADING:
      if (g_strcmp0 (ls_recording_get_text (recording, event->text), "Network") == 0)
        count (facts, "requests", 1);
      break;
    case LS_RECORDING_EVENT_FLOW_BEGIN:
      count (facts, "flow-begins", 1);
      break;
    case LS_RECORDING_EVENT_FLOW_STEP:
      count (facts, "flow-steps", 1);
      break;
    case LS_RECORDING_EVENT_FLOW_END:
      count (facts, "flow-ends", 1);
      break;
    default:
      break;
    }
}

static void
check_facts (LsRecording *recording,
             const char  *name,
             void       (*count_event) (LsRecording *, const LsRecordingEvent *, GHashTable *))
{
  g_autoptr (GHashTable) expected = count_elsewhere (name);
  g_autoptr (GHashTable) facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  if (expected == NULL)
    {
      g_test_fail_printf ("expected /usr/bin/python3, which counts what is in the samples");
      return;
    }

  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      for (gsize j = 0; j < n_events; j++)
        count_event (recording, &events[j], facts);
    }

  g_assert_cmpuint (g_hash_table_size (expected), >=, 10);
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      gsize found = GPOINTER_TO_SIZE (g_hash_table_lookup (facts, key));
      gsize wanted = GPOINTER_TO_SIZE (value);

      g_test_message ("%s: %" G_GSIZE_FORMAT ", expected %" G_GSIZE_FORMAT, (const char *) key, found, wanted);
      if (g_str_has_suffix (key, "-time"))
        g_assert_cmpuint (found > wanted ? found - wanted : wanted - found, <=, 1000);
      else
        g_assert_cmpuint (found, ==, wanted);
    }
}

static const LsRecordingEvent *
find (LsRecording          *recording,
      LsRecordingEventKind  kind)
{
  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      for (gsize j = 0; j < n_events; j++)
        if (events[j].kind == kind)
          return &events[j];
    }

  return NULL;
}

static void
test_node (void)
{
  g_autoptr (GBytes) sample = load_sample ("node.json.gz");
  g_autoptr (LsRecording) recording = load_bytes (sample);
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  g_assert_cmpint (ls_recording_get_format (recording), ==, LS_RECORDING_FORMAT_NODE);
  g_assert_cmpstr (ls_recording_get_info (recording, "browser"), ==, "Node.js 20.20.2");
  g_assert_cmpuint (n_loops, ==, 1);
  g_assert_cmpstr (ls_recording_get_thread (recording, loops[0])->name, ==, "JavaScriptMainThread");
  g_assert_cmpint (ls_recording_get_thread (recording, loops[0])->kind, ==, LS_RECORDING_THREAD_MAIN);
  g_assert_cmpuint (g_strv_length ((char **) ls_recording_list_lacks (recording)), ==, 2);
  g_assert_cmpstr (ls_recording_get_text (recording, find (recording, LS_RECORDING_EVENT_TASK)->place), ==, "CheckImmediate");
  check_facts (recording, "node.json.gz", count_node);
}

/* Two threads of a process count their resources each for itself. */
static void
test_node_threads (void)
{
  static const char trace[] =
    "{\"traceEvents\": ["
    "{\"pid\": 1, \"tid\": 1, \"ts\": 1, \"ph\": \"b\", \"cat\": \"node,node.async_hooks\", \"name\": \"Timeout\", \"id\": \"0x2\","
    " \"args\": {\"data\": {\"executionAsyncId\": 1, \"triggerAsyncId\": 1}}},"
    "{\"pid\": 1, \"tid\": 2, \"ts\": 2, \"ph\": \"b\", \"cat\": \"node,node.async_hooks\", \"name\": \"Timeout\", \"id\": \"0x2\","
    " \"args\": {\"data\": {\"executionAsyncId\": 1, \"triggerAsyncId\": 1}}},"
    "{\"pid\": 1, \"tid\": 1, \"ts\": 5, \"ph\": \"e\", \"cat\": \"node,node.async_hooks\", \"name\": \"Timeout\", \"id\": \"0x2\"},"
    "{\"pid\": 1, \"tid\": 2, \"ts\": 9, \"ph\": \"e\", \"cat\": \"node,node.async_hooks\", \"name\": \"Timeout\", \"id\": \"0x2\"}]}";
  g_autoptr (LsRecording) recording = load_text (trace, -1);

  for (guint i = 0; i < 2; i++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      g_assert_cmpuint (n_events, ==, 1);
      g_assert_cmpuint (events[0].duration, ==, ls_recording_get_thread (recording, i)->tid == 1 ? 4000 : 7000);
    }
}

static void
check_shop (LsRecording *recording)
{
  const LsRecordingThread *thread;
  guint n_loops;

  g_assert_cmpint (ls_recording_get_format (recording), ==, LS_RECORDING_FORMAT_FIREFOX);
  thread = ls_recording_get_thread (recording, ls_recording_list_loops (recording, &n_loops)[0]);
  g_assert_cmpuint (n_loops, ==, 1);
  g_assert_cmpstr (thread->name, ==, "GeckoMain");
  g_assert_cmpstr (thread->process_name, ==, "Web Content");
  g_assert_cmpstr (thread->url, ==, "http://localhost:8140/shop.html");
  g_assert_cmpint (thread->kind, ==, LS_RECORDING_THREAD_MAIN);
  g_assert_cmpuint (thread->pid, ==, 12049);
  g_assert_cmpuint (g_strv_length ((char **) ls_recording_list_lacks (recording)), >=, 1);
  g_assert_cmpuint (g_strv_length ((char **) ls_recording_list_problems (recording)), ==, 0);
  g_assert_false (ls_recording_is_cut (recording));
}

static void
test_firefox (void)
{
  g_autoptr (GBytes) sample = load_sample ("shop-firefox.json.gz");
  g_autoptr (LsRecording) recording = load_bytes (sample);
  const LsRecordingEvent *event;

  check_shop (recording);
  check_facts (recording, "shop-firefox.json.gz", count_firefox);

  event = find (recording, LS_RECORDING_EVENT_FUNCTION);
  g_assert_cmpstr (ls_recording_get_text (recording, event->text), ==, "start");
  g_assert_cmpstr (ls_recording_get_text (recording, event->place), ==, "http://localhost:8140/app.js:21");
  event = find (recording, LS_RECORDING_EVENT_TIMER_FIRE);
  g_assert_cmpuint (event->value, ==, 60000);
  event = find (recording, LS_RECORDING_EVENT_INPUT);
  g_assert_cmpuint (event->value, >, 0);
  g_assert_cmpuint (event->duration / 1000, ==, event->other);
}

static JsonArray *
move_column (JsonArray *rows,
             gint64     column)
{
  JsonArray *values = json_array_new ();

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);

      if (column < json_array_get_length (row))
        json_array_add_element (values, json_node_copy (json_array_get_element (row, (guint) column)));
      else
        json_array_add_null_element (values);
    }

  return values;
}

/* The profile as the Firefox Profiler saves it: markers in columns, the strings of each thread or of all. */
static char *
process (GBytes   *raw,
         gboolean  is_shared)
{
  static const char * const columns[] = { "data", "name", "startTime", "endTime", "phase", "category" };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonNode *root;
  JsonObject *profile;
  JsonObject *thread;
  JsonObject *markers;
  JsonObject *schema;
  JsonObject *processed;
  JsonNode *strings;

  json_parser_load_from_data (parser, g_bytes_get_data (raw, NULL), (gssize) g_bytes_get_size (raw), &error);
  g_assert_no_error (error);
  root = json_parser_get_root (parser);
  profile = json_node_get_object (root);
  thread = json_array_get_object_element (json_object_get_array_member (profile, "threads"), 0);
  markers = json_object_get_object_member (thread, "markers");
  schema = json_object_get_object_member (markers, "schema");

  processed = json_object_new ();
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    json_object_set_array_member (processed, columns[i],
                                  move_column (json_object_get_array_member (markers, "data"),
                                               json_object_get_int_member (schema, columns[i])));
  json_object_set_object_member (thread, "markers", processed);

  strings = json_node_copy (json_object_get_member (thread, "stringTable"));
  json_object_remove_member (thread, "stringTable");
  if (is_shared)
    {
      JsonObject *shared = json_object_new ();

      json_object_set_member (shared, "stringArray", strings);
      json_object_set_object_member (profile, "shared", shared);
    }
  else
    json_object_set_member (thread, "stringArray", strings);

  return json_to_string (root, FALSE);
}

static void
compare_recordings (LsRecording *a,
                    LsRecording *b)
{
  gsize n_events;
  gsize n_others;
  const LsRecordingEvent *events = ls_recording_peek_events (a, 0, &n_events);
  const LsRecordingEvent *others = ls_recording_peek_events (b, 0, &n_others);

  g_assert_cmpuint (n_events, ==, n_others);
  for (gsize i = 0; i < n_events; i++)
    {
      g_assert_cmpint (events[i].kind, ==, others[i].kind);
      g_assert_cmpuint (events[i].time, ==, others[i].time);
      g_assert_cmpuint (events[i].duration, ==, others[i].duration);
      g_assert_cmpuint (events[i].id, ==, others[i].id);
      g_assert_cmpstr (ls_recording_get_text (a, events[i].text), ==, ls_recording_get_text (b, others[i].text));
      g_assert_cmpstr (ls_recording_get_text (a, events[i].place), ==, ls_recording_get_text (b, others[i].place));
    }
}

static void
test_firefox_processed (void)
{
  g_autoptr (GBytes) sample = load_sample ("shop-firefox.json.gz");
  g_autoptr (GBytes) raw = test_gunzip (sample);
  g_autoptr (LsRecording) recording = load_bytes (raw);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *text = process (raw, i == 1);
      g_autoptr (LsRecording) processed = load_text (text, -1);

      check_shop (processed);
      compare_recordings (recording, processed);
    }
}

/* Processes in the profile have their own times; markers may come before what they need. */
static void
test_firefox_processes (void)
{
  static const char profile[] =
    "{\"threads\": [{\"name\": \"GeckoMain\", \"pid\": 1, \"tid\": 1, \"markers\":"
    " {\"data\": [[0, 10, 20, 1, 0], [1, 30, 0, 2, 0, {\"type\": \"x\"}]]}, \"stringTable\": [\"LongTask\", \"Perform microtasks\"]}],"
    " \"processes\": [{\"threads\": [{\"name\": \"DOM Worker\", \"pid\": \"2\", \"tid\": \"7\", \"stringTable\": [\"LongTask\"],"
    " \"markers\": {\"schema\": {\"phase\": 0, \"name\": 1, \"endTime\": 2, \"startTime\": 3}, \"data\": [[1, 0, 9, 5]]}}],"
    " \"meta\": {\"startTime\": 1100}}],"
    " \"pages\": [], \"meta\": {\"startTime\": 1000, \"product\": \"Firefox\"}}";
  g_autoptr (LsRecording) recording = load_text (profile, -1);

  g_assert_cmpuint (ls_recording_get_n_threads (recording), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (recording, i);
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);

      g_assert_cmpuint (n_events, ==, thread->pid == 1 ? 2 : 1);
      g_assert_cmpuint (thread->tid, ==, thread->pid == 1 ? 1 : 7);
      g_assert_cmpint (thread->kind, ==, thread->pid == 1 ? LS_RECORDING_THREAD_MAIN : LS_RECORDING_THREAD_WORKER);
      g_assert_cmpuint (events[0].time, ==, thread->pid == 1 ? 0 : 95000000);
      g_assert_cmpuint (events[0].duration, ==, thread->pid == 1 ? 10000000 : 4000000);
      if (thread->pid == 1)
        g_assert_cmpuint (events[1].duration, ==, LS_RECORDING_NO_END);
    }
  g_assert_cmpstr (ls_recording_get_info (recording, "browser"), ==, "Firefox");
}

static void
test_firefox_cut (void)
{
  g_autoptr (GBytes) sample = load_sample ("shop-firefox.json.gz");
  g_autoptr (GBytes) raw = test_gunzip (sample);
  gsize size = g_bytes_get_size (raw);
  const char *text = g_bytes_get_data (raw, NULL);
  const char *threads = g_strstr_len (text, (gssize) size, "\"threads\"");

  for (guint i = 0; i < 20; i++)
    {
      /* The first one ends before there are markers. */
      gsize n = i == 0 ? (gsize) (threads - text) + 100 : (gsize) g_test_rand_int_range ((gint32) (threads - text) + 100, (gint32) size);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRecording) recording = ls_recording_load_data ((const guint8 *) text, n, &error);

      g_assert_no_error (error);
      g_assert_true (ls_recording_is_cut (recording));
    }

  /* As soon as the strings are there, the markers are. */
  {
    const char *strings = g_strrstr_len (text, (gssize) size, "\"stringTable\"");
    g_autoptr (LsRecording) recording = load_text (text, strings - text + 60000);

    g_assert_cmpuint (ls_recording_get_n_events (recording), >, 1000);
  }
}

static void
test_firefox_hostile (void)
{
  static const char * const parts[] = {
    "{\"threads\": [{\"markers\": {\"data\": [[0, 1e400, -1e400, 1, 0, {\"flow\": 99, \"latency\": -5}], [], [[]], {}, 1, null,"
    " [4294967295, 1, 2, 3], [-1, 1, 2, 9]], \"schema\": {\"name\": 99, \"data\": -1}}, \"stringTable\": [null, 7, {}, [\"x\"], \"\"]}]}",
    "{\"threads\": [[], 1, {\"markers\": []}, {\"markers\": {\"name\": [1, 2, 3], \"data\": [{\"name\": {}}]}}], \"pages\": [1, {}]}",
    "{\"threads\": [{\"stringTable\": [\"DOMEvent\"], \"markers\": {\"data\": [[0, 5, 0, 3], [0, 5, 0, 2], [0, 3, 0, 2], [0, 0, 4, 3]]}}]}",
    "{\"threads\": [{\"name\": \"GeckoMain\"}], \"processes\": [{\"processes\": [{\"processes\": [{\"threads\": [{}]}]}]}]}",
    "{\"threads\": [{}], \"shared\": {\"stringArray\": [\"",
    "{\"threads\": [{}] nonsense",
  };
  g_autoptr (GString) bomb = g_string_new ("{\"threads\": [{\"name\": \"GeckoMain\"}], \"libs\": ");
  g_autoptr (LsRecording) deep = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (LsRecording) recording = load_text (parts[i], -1);

      g_assert_cmpint (ls_recording_get_format (recording), ==, LS_RECORDING_FORMAT_FIREFOX);
      g_assert_true (ls_recording_is_cut (recording) == (i >= 4));
    }

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (bomb, '[');
  deep = load_text (bomb->str, (gssize) bomb->len);
  g_assert_true (ls_recording_is_cut (deep));
  g_assert_cmpuint (g_strv_length ((char **) ls_recording_list_problems (deep)), ==, 1);
}

/* Texts of many megabytes, with escapes where they are cut, need no memory; what follows is read. */
static void
test_firefox_long (void)
{
  for (guint i = 0; i < 13; i++)
    {
      g_autoptr (GString) text = g_string_new ("{\"threads\": [{\"name\": \"GeckoMain\", \"libs\": \"");
      g_autoptr (LsRecording) recording = NULL;

      for (guint j = 0; j < i; j++)
        g_string_append_c (text, 'x');
      for (guint j = 0; j < 200000; j++)
        g_string_append (text, "\\u0022\\\"\\\\y");
      g_string_append (text, "\", \"tid\": 77}]}");

      recording = load_text (text->str, (gssize) text->len);
      g_assert_cmpuint (ls_recording_get_thread (recording, 0)->tid, ==, 77);
      g_assert_false (ls_recording_is_cut (recording));
    }

  /* A number of a megabyte is none. */
  {
    g_autoptr (GString) text = g_string_new ("{\"threads\": [{\"name\": \"GeckoMain\"}], \"x\": ");
    g_autoptr (LsRecording) recording = NULL;

    for (guint j = 0; j < 1000000; j++)
      g_string_append_c (text, '7');
    recording = load_text (text->str, (gssize) text->len);
    g_assert_true (ls_recording_is_cut (recording));
  }
}

static void
test_firefox_nothing (void)
{
  static const char text[] = "{\"meta\": {\"startTime\": 5}, \"libs\": [1, 2]}";
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_recording_load_data ((const guint8 *) text, strlen (text), &error));
  g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/node/sample", test_node);
  g_test_add_func ("/recording/node/threads", test_node_threads);
  g_test_add_func ("/recording/firefox/sample", test_firefox);
  g_test_add_func ("/recording/firefox/processed", test_firefox_processed);
  g_test_add_func ("/recording/firefox/processes", test_firefox_processes);
  g_test_add_func ("/recording/firefox/cut", test_firefox_cut);
  g_test_add_func ("/recording/firefox/hostile", test_firefox_hostile);
  g_test_add_func ("/recording/firefox/long", test_firefox_long);
  g_test_add_func ("/recording/firefox/nothing", test_firefox_nothing);

  return g_test_run ();
}
