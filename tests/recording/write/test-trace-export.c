/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gstdio.h>
#include <sysprof-capture.h>

#include "ls-recording-reader.h"
#include "ls-state-format.h"
#include "random-trace.h"
#include "session-util.h"
#include "trace-files.h"

/* Traces that have forgotten their beginning, and what other tools get: here what Sysprof's own library reads. The tests in Python look
 * at the other formats. */

/* A state but for what is lost with records that are gone: who posted, and counters within the turn. */
static char *
describe (LsTrace *trace,
          gsize    position,
          guint32  agent)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  static const char *const lost[] = {
    "\"postedBy\": ", "\"operations\": ", "\"choices\": ", "\"statement\": ", "\"microtask\": "
  };
  g_autofree char *json = NULL;
  GString *kept = g_string_new (NULL);
  const char *p;

  if (agent != 0)
    ls_state_set_agent (state, agent);
  ls_state_seek (state, position);
  json = ls_state_to_json (state);
  for (p = json; *p != '\0'; p++)
    {
      for (guint i = 0; *p == '"' && i < G_N_ELEMENTS (lost); i++)
        if (g_str_has_prefix (p, lost[i]))
          p += strcspn (p, ",}\n");
      g_string_append_c (kept, *p);
    }
  return g_string_free (kept, FALSE);
}

static void
assert_same_states (LsTrace *trace,
                    LsTrace *other)
{
  const gsize start = ls_trace_get_start (trace), length = ls_trace_get_length (trace);
  g_autoptr (LsState) state = ls_state_new (trace);
  guint n_agents;

  ls_state_seek (state, start);
  n_agents = ls_state_get_n_agents (state);
  g_assert_cmpuint (start, >, 0);
  for (gsize position = start; position <= length; position += MAX ((length - start) / 3, 1))
    {
      g_assert_cmpuint (ls_trace_get_step_at (trace, position), ==, ls_trace_get_step_at (other, position));
      for (guint32 agent = 0; agent <= n_agents; agent++)
        {
          g_autofree char *expected = describe (trace, position, agent);
          g_autofree char *found = describe (other, position, agent);

          if (!g_str_equal (expected, found))
            g_assert_cmpstr (expected, ==, found);
        }
    }
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, ls_trace_get_n_steps (other));
  g_assert_cmpuint (ls_trace_get_n_turns (trace), ==, ls_trace_get_n_turns (other));
}

static void
assert_forgotten_round_trip (LsTrace *trace)
{
  g_autoptr (GBytes) bytes = save (trace, NULL);
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTrace) loaded = load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &problem, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (problem, ==, NULL);
  assert_same (loaded, trace);
  assert_same_states (trace, loaded);

  /* And what a session that shows the file has. */
  {
    g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", &error);
    g_autofree char *path = g_build_filename (folder, "a.json.gz", NULL);
    g_autoptr (LsSession) session = NULL;
    g_autoptr (LsRunner) runner = NULL;

    g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error));
    session = ls_session_new_from_path (path, &error);
    g_assert_no_error (error);
    runner = ls_runner_new (session, NULL, &error);
    g_assert_no_error (error);
    ls_runner_run_to_end (runner, NULL);
    assert_same (ls_runner_get_trace (runner), trace);
    assert_same_states (trace, ls_runner_get_trace (runner));
    g_unlink (path);
    g_assert_cmpint (g_rmdir (folder), ==, 0);
  }
}

/* A trace that has forgotten its beginning: what is left, where it begins, and what the state was there. */
static void
test_forgotten (void)
{
  static const char *const mains[] = {
    /* One agent, with all kinds of tasks. */
    "{'op':'controller','name':'p','priority':'user-visible'},{'op':'controller','name':'c','priority':'background'},"
    "{'op':'any','name':'both','signals':['c','p'],'prioritySource':'p'},"
    "{'op':'on','signal':'c','event':'prioritychange','body':[{'op':'log','text':'changed'}]},"
    "{'op':'idle','name':'never','body':[]},{'op':'timer','ms':100000,'name':'late','body':[]},"
    "{'op':'postTask','body':'again','name':'again','priority':'user-blocking'},"
    "{'op':'postTask','body':[],'name':'much later','delay':90000,'signal':'both'},"
    "{'op':'repeat','times':60,'body':[{'op':'postTask','body':[{'op':'log','text':'end'}],'name':'end','signal':'c'}]}",
    /* Agents that wait for a lock and for time. */
    "{'op':'memory','name':'m','length':1},{'op':'memory','name':'n','length':2},{'op':'asyncLock','name':'l','memory':'m'},"
    "{'op':'worker','name':'A','body':'round'},{'op':'worker','name':'B','body':'round'},"
    "{'op':'worker','name':'C','body':[{'op':'wait','memory':'n','index':1,'value':0}]}",
  };
  static const char *const bodies[] = {
    "'again':[{'op':'repeat','times':300,'body':[{'op':'postTask','body':[{'op':'yield'},{'op':'work','ms':0.5}],'name':'a','signal':'both'},"
    "{'op':'microtask','body':[{'op':'log','text':'m'}]},{'op':'postTask','body':[],'name':'b','delay':2},"
    "{'op':'timer','ms':1,'name':'t','body':[{'op':'work','ms':0.25}]},{'op':'setPriority','controller':'p','priority':'user-blocking'},"
    "{'op':'work','ms':1},{'op':'yield'},{'op':'setPriority','controller':'p','priority':'background'}]}]",
    "'round':[{'op':'repeat','times':700,'body':[{'op':'lock','lock':'l'},{'op':'add','memory':'n','value':1},{'op':'work','ms':0.1},"
    "{'op':'unlock','lock':'l'},{'op':'wait','memory':'n','index':1,'value':0,'timeout':0.5}]}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (mains); i++)
    {
      g_autofree char *steps = g_strdelimit (g_strdup (mains[i]), "'", '"');
      g_autofree char *called = g_strdelimit (g_strdup (bodies[i]), "'", '"');
      g_autoptr (LsSession) session = session_new (steps, called, "");
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRunner) runner = NULL;

      options.kept_records = 10000;
      runner = ls_runner_new (session, &options, &error);
      g_assert_no_error (error);
      ls_runner_run_to_end (runner, NULL);
      assert_forgotten_round_trip (ls_runner_get_trace (runner));
    }
  for (guint seed = 0; seed < 3; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();

      write_random_trace (trace, 30000, seed);
      g_assert_true (ls_trace_forget (trace, 5000 + seed * 4096));
      assert_forgotten_round_trip (trace);
    }
}

typedef struct
{
  guint   n_turns, n_tasks, n_waits, n_posts, n_logs, n_counters, n_sets, n_processes;
  guint64 working;      /* ns */
  gint64  first, last;
} Capture;

static void
read_mark (Capture                  *capture,
           const SysprofCaptureMark *mark)
{
  g_assert_true (g_utf8_validate (mark->group, -1, NULL));
  g_assert_true (g_utf8_validate (mark->name, -1, NULL));
  g_assert_cmpuint (strlen (mark->group), <=, 23);
  g_assert_cmpuint (strlen (mark->name), <=, 39);
  g_assert_cmpint (mark->frame.time, >, 0);
  g_assert_cmpint (mark->duration, >=, 0);
  capture->n_turns += strcmp (mark->group, "turn") == 0;
  capture->n_tasks += strcmp (mark->group, "task") == 0 || strcmp (mark->group, "continuation") == 0;
  capture->n_waits += g_str_has_prefix (mark->group, "wait ");
  capture->n_posts += strcmp (mark->group, "post") == 0 || strcmp (mark->group, "yield") == 0;
  if (strcmp (mark->group, "turn") == 0)
    capture->working += mark->duration;
  capture->last = MAX (capture->last, mark->frame.time + mark->duration);
}

/* Reads an exported trace with the library of Sysprof. */
static void
read_capture (LsTrace *trace,
              Capture *capture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "run.syscap", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SysprofCaptureReader *reader;
  SysprofCaptureFrameType type;

  *capture = (Capture) { 0 };
  g_assert_true (ls_trace_export (trace, LS_TRACE_EXPORT_SYSPROF, NULL, file, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  reader = sysprof_capture_reader_new (path);
  g_assert_nonnull (reader);
  capture->first = sysprof_capture_reader_get_start_time (reader);
  while (sysprof_capture_reader_peek_type (reader, &type))
    switch (type)
      {
      case SYSPROF_CAPTURE_FRAME_MARK:
        read_mark (capture, sysprof_capture_reader_read_mark (reader));
        break;
      case SYSPROF_CAPTURE_FRAME_LOG:
        g_assert_nonnull (sysprof_capture_reader_read_log (reader));
        capture->n_logs++;
        break;
      case SYSPROF_CAPTURE_FRAME_CTRDEF:
        capture->n_counters += sysprof_capture_reader_read_counter_define (reader)->n_counters;
        break;
      case SYSPROF_CAPTURE_FRAME_CTRSET:
        g_assert_nonnull (sysprof_capture_reader_read_counter_set (reader));
        capture->n_sets++;
        break;
      case SYSPROF_CAPTURE_FRAME_PROCESS:
        g_assert_nonnull (sysprof_capture_reader_read_process (reader));
        capture->n_processes++;
        break;
      default:
        g_assert_true (sysprof_capture_reader_skip (reader));
        break;
      }
  g_assert_cmpint (sysprof_capture_reader_get_end_time (reader), >=, capture->last);
  g_assert_cmpint (sysprof_capture_reader_get_end_time (reader), <, capture->last + 1000);
  sysprof_capture_reader_unref (reader);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_sysprof (void)
{
  g_autoptr (LsTrace) trace = run ("yield-continuations.loopscope");
  g_autoptr (LsTrace) agents = run ("atomics-condition.loopscope");
  Capture capture;

  read_capture (trace, &capture);
  g_assert_cmpuint (capture.n_turns, ==, ls_trace_get_n_turns (trace));
  g_assert_cmpuint (capture.n_posts, ==, count_records (trace, LS_RECORD_TASK_POSTED, NULL));
  g_assert_cmpuint (capture.n_tasks, ==, capture.n_posts);
  g_assert_cmpuint (capture.n_waits, >=, capture.n_posts);
  g_assert_cmpuint (capture.n_logs, ==, count_records (trace, LS_RECORD_LOG, NULL));
  g_assert_cmpuint (capture.n_counters, ==, 5);
  g_assert_cmpuint (capture.n_sets, >, 0);
  g_assert_cmpint (capture.first, ==, 1000000000);
  /* Marks are some ns longer or shorter than the work. */
  {
    guint64 worked = 0;

    for (gsize i = 0; i < ls_trace_get_length (trace); i++)
      {
        LsRecord record;

        ls_trace_get_record (trace, i, &record);
        worked += record.kind == LS_RECORD_WORK ? record.value : 0;
      }
    g_assert_cmpuint (worked, >, 0);
    g_assert_cmpuint (capture.working / 1000, >=, worked - 1);
    g_assert_cmpuint (capture.working / 1000, <=, worked + 1);
  }

  read_capture (agents, &capture);
  g_assert_cmpuint (capture.n_processes, ==, 4);
  g_assert_cmpuint (capture.n_turns, ==, ls_trace_get_n_turns (agents));
}

static guint
count_events (LsRecording          *recording,
              LsRecordingEventKind  kind)
{
  guint n = 0;

  for (guint thread = 0; thread < ls_recording_get_n_threads (recording); thread++)
    {
      gsize n_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, thread, &n_events);

      for (gsize i = 0; i < n_events; i++)
        n += events[i].kind == kind;
    }
  return n;
}

/* The readers of recordings find in the exports what the records say. */
static void
check_recording (const char          *name,
                 LsTraceExportFormat  format,
                 LsRecordingFormat    expected)
{
  g_autoptr (LsTrace) trace = run (name);
  g_autoptr (GOutputStream) output = g_memory_output_stream_new_resizable ();
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (LsRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  const char * const *problems;

  g_assert_true (ls_trace_export_to_stream (trace, format, NULL, output, NULL, &error));
  input = g_memory_input_stream_new_from_data (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (output)),
                                               g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (output)), NULL);
  recording = ls_recording_load_stream (input, NULL, &error);
  g_assert_no_error (error);
  problems = ls_recording_list_problems (recording);
  g_assert_cmpstr (problems != NULL ? problems[0] : NULL, ==, NULL);
  g_assert_false (ls_recording_is_cut (recording));
  g_assert_cmpint (ls_recording_get_format (recording), ==, expected);
  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_TASK), ==, ls_trace_get_n_turns (trace));
  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_POST) + count_events (recording, LS_RECORDING_EVENT_YIELD), ==,
                    count_records (trace, LS_RECORD_TASK_POSTED, NULL));
  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_RUN) + count_events (recording, LS_RECORDING_EVENT_CONTINUE) +
                    count_events (recording, LS_RECORDING_EVENT_ABORT) + count_events (recording, LS_RECORDING_EVENT_ABORT_YIELD), ==,
                    count_records (trace, LS_RECORD_TASK_POSTED, NULL));
  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_TIMER_FIRE), ==, count_records (trace, LS_RECORD_TIMER_FIRED, NULL));
  g_assert_cmpuint (count_events (recording, LS_RECORDING_EVENT_IDLE_FIRE), ==, count_records (trace, LS_RECORD_IDLE_FIRED, NULL));
}

static void
test_readers (void)
{
  static const char *const names[] = {
    "yield-continuations.loopscope", "idle-and-background.loopscope", "timer-nesting-clamp.loopscope", "abort-while-running.loopscope",
    "atomics-main-thread.loopscope", "dynamic-priority.loopscope"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      check_recording (names[i], LS_TRACE_EXPORT_CHROME, LS_RECORDING_FORMAT_CHROME);
      check_recording (names[i], LS_TRACE_EXPORT_CHROME_GZIP, LS_RECORDING_FORMAT_CHROME);
      check_recording (names[i], LS_TRACE_EXPORT_TRACE, LS_RECORDING_FORMAT_LOOPSCOPE);
      check_recording (names[i], LS_TRACE_EXPORT_PERFETTO, LS_RECORDING_FORMAT_PERFETTO);
    }
}

/* Whatever a trace says, each format is written. */
static void
test_nonsense (void)
{
  for (guint seed = 0; seed < 3; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

      for (guint i = 0; i < 20; i++)
        {
          g_autofree char *text = g_strdup_printf ("text \"%u\"\n\t\\ %0*u", i, i * 30, i);

          text_of (trace, text);
        }
      for (guint i = 0; i < 8000; i++)
        write_full (trace, (LsRecord) {
          .time = g_rand_int_range (rand, 0, seed == 2 ? G_MAXINT32 : 1000),
          .kind = g_rand_int_range (rand, 1, LS_N_RECORD_KINDS),
          .subject = g_rand_int_range (rand, 0, 40),
          .object = g_rand_int_range (rand, 0, 40),
          .value = g_rand_int (rand),
          .text = g_rand_int_range (rand, 0, 25),
          .priority = g_rand_int_range (rand, 0, LS_N_TASK_PRIORITIES + 1),
          .queue = g_rand_int_range (rand, 0, LS_N_QUEUE_TYPES),
          .level = g_rand_int_range (rand, 0, 256),
          .flags = g_rand_int_range (rand, 0, 256),
        });
      publish (trace);
      for (guint format = 0; format < LS_N_TRACE_EXPORT_FORMATS; format++)
        {
          g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
          g_autoptr (GError) error = NULL;

          g_assert_true (ls_trace_export_to_stream (trace, format, NULL, stream, NULL, &error));
          g_assert_no_error (error);
          g_assert_cmpuint (g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)), >, 1000);
        }
    }
}

static void
test_names (void)
{
  for (guint i = 0; i < LS_N_TRACE_EXPORT_FORMATS; i++)
    {
      LsTraceExportFormat format;

      g_assert_true (ls_trace_export_format_from_string (ls_trace_export_format_to_string (i), &format));
      g_assert_cmpuint (format, ==, i);
      g_assert_true (g_str_has_prefix (ls_trace_export_format_get_suffix (i), "."));
    }
  {
    LsTraceExportFormat format;

    g_assert_false (ls_trace_export_format_from_string ("csv", &format));
    g_assert_false (ls_trace_export_format_from_string (NULL, &format));
  }
}

/* An agent that gets another name is one worker, which has that name. */
static void
test_renamed (void)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GError) error = NULL;
  const char *const names[] = { "program", "context 1", "program", "gdbus" };
  const char *text;

  writer_time = 0;
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "glib"), .flags = LS_RECORD_FLAG_RECORDED);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    write_record (trace, AGENT_CREATED, .subject = i % 2 + 1, .text = text_of (trace, names[i]), .clause = LS_CLAUSE_RECORDED);
  publish (trace);
  g_assert_true (ls_trace_export_to_stream (trace, LS_TRACE_EXPORT_CHROME, NULL, stream, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL));
  text = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream));
  g_assert_null (strstr (text, "context 1"));
  text = strstr (text, "\"workerThreadId\":2,\"url\":\"gdbus\"");
  g_assert_nonnull (text);
  g_assert_null (strstr (text + 1, "\"workerThreadId\":2"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-export/forgotten", test_forgotten);
  g_test_add_func ("/trace-export/sysprof", test_sysprof);
  g_test_add_func ("/trace-export/readers", test_readers);
  g_test_add_func ("/trace-export/nonsense", test_nonsense);
  g_test_add_func ("/trace-export/names", test_names);
  g_test_add_func ("/trace-export/renamed", test_renamed);

  return g_test_run ();
}
