/* test-conversion-samples.c: sessions of sample recordings run as the browser did
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-recording-reader.h"
#include "ls-rerun.h"
#include "ls-runner.h"

static LsRecording *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return recording;
}

static guint
busiest (LsRecording *recording)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);

  g_assert_cmpuint (n_loops, >, 0);
  return loops[0];
}

/* What a sample's unchanged run is to reach at least. */
typedef struct
{
  const char *name;
  guint       n_tasks;      /* scheduler tasks and continuations */
  guint       n_inferred;   /* changes of priority */
  double      tasks;        /* shares of neighbours in the recorded order */
  double      all;
  LsRerunConclusions conclusions;
} Expected;

static const Expected samples[] = {
  { "real-page.json.gz", 53, 6, 1, 1, LS_RERUN_CONCLUSIONS_WAITS },
  { "shop-devtools.json.gz", 61, 14, 1, 1, LS_RERUN_CONCLUSIONS_WAITS },
  { "shop-cut.json.gz", 45, 14, 1, 1, LS_RERUN_CONCLUSIONS_ORDER },
  { "workers.json.gz", 26, 0, 1, 1, LS_RERUN_CONCLUSIONS_NONE },
  { "whatif-plain.json.gz", 83, 0, 1, 1, LS_RERUN_CONCLUSIONS_WAITS },
  { "whatif-background.json.gz", 83, 0, 1, 1, LS_RERUN_CONCLUSIONS_WAITS },
  { "page-signals.json.gz", 53, 0, 1, 1, LS_RERUN_CONCLUSIONS_WAITS },
  { "page.pftrace.gz", 53, 6, 1, 1, LS_RERUN_CONCLUSIONS_WAITS },
  { "before-task-ids.json", 4, 0, 1, 1, LS_RERUN_CONCLUSIONS_NONE },
  { "node.json.gz", 0, 0, 1, 1, LS_RERUN_CONCLUSIONS_NONE },
};

/* The run is the recorded one, and the session is one like any other: saved and read again it runs alike. */
static void
test_unchanged (gconstpointer data)
{
  const Expected *expected = data;
  g_autoptr (LsRecording) recording = load (expected->name);
  const guint thread = busiest (recording);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRerun) rerun = ls_rerun_new (recording, &thread, 1, NULL, NULL, &error);
  g_autoptr (LsSession) session = ls_recording_to_session (recording, &thread, 1, NULL, NULL, &error);
  g_autoptr (LsSession) again = NULL;
  g_autofree char *text = NULL, *same = NULL;
  gsize length;

  g_assert_no_error (error);
  g_test_message ("%u of %u, %u of %u", rerun->tasks.n_adjacent_kept, rerun->tasks.n_adjacent, rerun->all.n_adjacent_kept,
                  rerun->all.n_adjacent);
  g_assert_null (rerun->stopped);
  g_assert_cmpuint (rerun->n_missing, ==, 0);
  g_assert_cmpuint (rerun->n_scheduler_tasks, ==, expected->n_tasks);
  g_assert_cmpuint (rerun->n_inferred, ==, expected->n_inferred);
  g_assert_cmpfloat (ls_rerun_order_get_adjacent (&rerun->tasks), >=, expected->tasks);
  g_assert_cmpfloat (ls_rerun_order_get_adjacent (&rerun->all), >=, expected->all);
  g_assert_cmpint (ls_rerun_get_conclusions (rerun), ==, expected->conclusions);

  text = ls_session_to_data (session, &length);
  again = ls_session_new_from_data ("again", text, length, &error);
  g_assert_no_error (error);
  same = ls_session_to_data (again, NULL);
  g_assert_cmpstr (text, ==, same);
}

/* Waits that the model foresees are those that were measured. */
static void
test_waits (void)
{
  g_autoptr (LsRecording) recording = load ("whatif-plain.json.gz");
  const guint thread = busiest (recording);
  g_autoptr (LsRerun) rerun = ls_rerun_new (recording, &thread, 1, NULL, NULL, NULL);
  g_autofree char *text = ls_rerun_describe (rerun);

  g_assert_cmpuint (rerun->measured_wait, >, 10000000);
  g_assert_cmpuint (rerun->predicted_wait, >, rerun->measured_wait * 99 / 100);
  g_assert_cmpuint (rerun->predicted_wait, <, rerun->measured_wait * 101 / 100);
  g_assert_cmpuint (rerun->median_wait_error, <, 100);
  g_assert_cmpuint (rerun->high_wait_error, <, 2000);
  g_assert_cmpint (ls_rerun_get_conclusions (rerun), ==, LS_RERUN_CONCLUSIONS_WAITS);
  g_assert_nonnull (strstr (text, "You can trust"));
}

/* What comes at its time and what is inferred has names. */
static void
test_names (void)
{
  g_autoptr (LsRecording) recording = load ("shop-devtools.json.gz");
  const guint thread = busiest (recording);
  g_autoptr (LsRerun) rerun = ls_rerun_new (recording, &thread, 1, NULL, NULL, NULL);
  g_autoptr (LsRerun) copy = ls_rerun_copy (rerun);
  g_autofree char *text = ls_rerun_describe (copy);

  g_assert_cmpstr (copy->pinned[0], ==, "other (504)");
  g_assert_true (g_strv_contains ((const char *const *) copy->pinned, "frame (48)"));
  g_assert_cmpuint (g_strv_length (copy->pinned), ==, 17);
  g_assert_cmpuint (g_strv_length (copy->outside), ==, 0);
  g_assert_cmpuint (g_strv_length (copy->inferred), ==, 1);
  g_assert_cmpstr (copy->inferred[0], ==, "decode (14)");
  g_assert_nonnull (strstr (text, "\nAt their recorded times: other (504), frame (48), "));
  g_assert_nonnull (strstr (text, " and 12 more.\n"));
  g_assert_nonnull (strstr (text, "\nWith an inferred change of priority: decode (14).\n"));
  g_assert_null (strstr (text, "Without a known poster: ."));
}

/* What the numbers cannot tell is not told: neither an order of no tasks, nor what a change would do where nothing is posted. */
static void
test_nothing_to_tell (void)
{
  static const char *names[] = { "before-task-ids.json", "node.json.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LsRecording) recording = load (names[i]);
      const guint thread = busiest (recording);
      g_autoptr (LsRerun) rerun = ls_rerun_new (recording, &thread, 1, NULL, NULL, NULL);
      g_autofree char *text = ls_rerun_describe (rerun);

      if (rerun->n_scheduler_tasks == 0)
        {
          g_assert_nonnull (strstr (text, "Scheduler tasks: 0; there is no order"));
          g_assert_nonnull (strstr (text, "Only 5 tasks were posted by others: too few"));
          g_assert_nonnull (strstr (text, "No task has a priority"));
          g_assert_nonnull (strstr (text, "do not trust"));
          g_assert_null (strstr (text, "Waits of"));
        }
      else
        {
          g_assert_cmpuint (rerun->n_outside, ==, rerun->n_units);
          g_assert_nonnull (strstr (text, "does not say enough"));
        }
    }
}

static LsRerun *
foresee (const char *from,
         const char *rule,
         const char *to)
{
  const char *rules[] = { rule, NULL };
  g_autoptr (LsRecording) recording = load (from);
  g_autoptr (LsRecording) other = load (to);
  const guint thread = busiest (recording);
  LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LsRerun *rerun;

  options.priorities = rules;
  rerun = ls_rerun_new_against (recording, &thread, 1, &options, other, busiest (other), NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%.3f of all pairs of tasks, %.3f without the change", ls_rerun_order_get_all (&rerun->tasks),
                  ls_rerun_order_get_all (&rerun->tasks_before));
  return rerun;
}

/* “Had decode been background” is foreseen, and so is the way back. The order as it was has about three quarters of the pairs. */
static void
test_foreseen (void)
{
  g_autoptr (LsRerun) there = foresee ("whatif-plain.json.gz", "decode*=background", "whatif-background.json.gz");
  g_autoptr (LsRerun) back = foresee ("whatif-background.json.gz", "decode*=user-visible", "whatif-plain.json.gz");
  g_autoptr (LsRerun) nothing = foresee ("whatif-plain.json.gz", "nobody*=background", "whatif-background.json.gz");

  g_assert_cmpuint (there->tasks.n_compared, ==, 83);
  g_assert_cmpfloat (ls_rerun_order_get_all (&there->tasks), >=, 0.995);
  g_assert_cmpfloat (ls_rerun_order_get_adjacent (&there->tasks), >=, 0.96);
  g_assert_cmpfloat (ls_rerun_order_get_all (&there->all), >=, 0.985);
  g_assert_cmpfloat (ls_rerun_order_get_all (&there->tasks_before), <, 0.76);
  g_assert_cmpfloat (ls_rerun_order_get_all (&back->tasks), >=, 0.995);
  g_assert_cmpfloat (ls_rerun_order_get_all (&back->tasks_before), <, 0.76);
  g_assert_cmpfloat (ls_rerun_order_get_all (&nothing->tasks), ==, ls_rerun_order_get_all (&nothing->tasks_before));
}

/* The click that holds the shop for longest yields every 5 ms: no turn of its code is longer than that and what the browser does. */
static void
test_click_yields (void)
{
  static const char *const names[] = { "shop-devtools.json.gz", "shop-cut.json.gz" };
  const char *yields[] = { "onFilter*=5", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (LsRecording) recording = load (names[i]);
      const guint thread = busiest (recording);
      LsConversionOptions options = LS_CONVERSION_OPTIONS_INIT;
      guint64 longest[2] = { 0, 0 };

      for (guint is_changed = 0; is_changed <= 1; is_changed++)
        {
          g_autoptr (LsSession) session = NULL;
          g_autoptr (LsRunner) runner = NULL;
          LsRunnerOptions runner_options = LS_RUNNER_OPTIONS_INIT;
          LsTrace *trace;
          guint64 begin = 0;
          gboolean is_filter = FALSE;

          options.yields = is_changed ? yields : NULL;
          session = ls_recording_to_session (recording, &thread, 1, &options, NULL, NULL);
          runner = ls_runner_new (session, &runner_options, NULL);
          ls_runner_run_to_end (runner, NULL);
          g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
          trace = ls_runner_get_trace (runner);
          for (gsize position = ls_trace_get_start (trace); position < ls_trace_get_length (trace); position++)
            {
              LsRecord record;

              ls_trace_get_record (trace, position, &record);
              if (record.kind == LS_RECORD_TASK_SELECTED)
                {
                  begin = record.time;
                  is_filter = FALSE;
                }
              else if (record.kind == LS_RECORD_STATEMENT)
                is_filter |= strstr (ls_trace_get_text (trace, record.text), "/onFilter/") != NULL;
              else if (record.kind == LS_RECORD_TASK_FINISHED && is_filter)
                longest[is_changed] = MAX (longest[is_changed], record.time - begin);
            }
        }
      g_test_message ("%s: %.3f ms, %.3f ms with yields", names[i], longest[0] / 1e3, longest[1] / 1e3);
      g_assert_cmpuint (longest[0], >, 70000);
      g_assert_cmpuint (longest[1], <, 12000);
    }
}

static void
got_rerun (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

/* On a thread, and cancelled. */
static void
test_thread (void)
{
  g_autoptr (LsRecording) recording = load ("whatif-plain.json.gz");
  const guint thread = busiest (recording);

  for (guint cancelled = 0; cancelled <= 1; cancelled++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (LsRerun) rerun = NULL;
      g_autoptr (GError) error = NULL;

      if (cancelled)
        g_cancellable_cancel (cancellable);
      ls_rerun_run_async (recording, &thread, 1, NULL, cancellable, got_rerun, &result);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      rerun = ls_rerun_run_finish (result, &error);
      if (cancelled)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      else
        g_assert_cmpuint (rerun->n_scheduler_tasks, ==, 83);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/conversion/unchanged/", samples[i].name, NULL);

      g_test_add_data_func (path, &samples[i], test_unchanged);
    }
  g_test_add_func ("/conversion/waits", test_waits);
  g_test_add_func ("/conversion/names", test_names);
  g_test_add_func ("/conversion/nothing-to-tell", test_nothing_to_tell);
  g_test_add_func ("/conversion/foreseen", test_foreseen);
  g_test_add_func ("/conversion/click-yields", test_click_yields);
  g_test_add_func ("/conversion/thread", test_thread);

  return g_test_run ();
}
