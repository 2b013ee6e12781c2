/* bench-program.c: what a program in JavaScript takes, and the same code in JavaScriptCore as it is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-program.h"

#include "bench-util.h"

#include <time.h>

#include "ls-runner.h"
#include "ls-script-jsc-private.h"

BenchMoment
bench_moment (void)
{
  BenchMoment moment;
  struct timespec used;

  moment.passed = bench_now ();
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  moment.used = used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
  return moment;
}

/* The smaller of the two: nothing here waits, so where more time has passed than was used, the machine has done other things.
 *
 * Returns: how long it was from @start to @end, in ns */
double
bench_between (BenchMoment start,
               BenchMoment end)
{
  return MIN (end.passed - start.passed, end.used - start.used);
}

/* Programs print "begin" and "end" around what is measured. */
typedef struct
{
  const char *code;
  guint       n;
  gboolean    with_trace;
} Measure;

typedef struct
{
  BenchMoment begun, ended;
} Times;

static void
on_output (LsRunner       *runner,
           LsRunnerOutput  kind,
           const char     *text,
           gpointer        user_data)
{
  Times *times = user_data;

  if (kind == LS_RUNNER_OUTPUT_LOG && g_strcmp0 (text, "begin") == 0)
    times->begun = bench_moment ();
  else if (kind == LS_RUNNER_OUTPUT_LOG && g_strcmp0 (text, "end") == 0)
    times->ended = bench_moment ();
  else if (kind != LS_RUNNER_OUTPUT_PAUSE)
    g_error ("A program has printed: %s", text);
}

/* Returns: (transfer full): a session whose program is @code, which may use @n */
LsSession *
bench_make_session (const char *code,
                    guint       n)
{
  g_autofree char *source = g_strdup_printf ("const n = %u;\n%s", n, code);
  char others[129] = { 0 };
  g_autofree char *escaped = NULL;
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;
  LsSession *session;

  /* In UTF-8 as it is. */
  for (guint i = 0; i < 128; i++)
    others[i] = (char) (128 + i);
  escaped = g_strescape (source, others);
  json = g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,"
                          "\"program\":{\"kind\":\"javascript\",\"source\":\"%s\"}}", escaped);
  session = ls_session_new_from_data ("bench", json, -1, &error);
  if (session == NULL)
    g_error ("%s", error->message);
  return session;
}

static double
run_program (gconstpointer data)
{
  const Measure *measure = data;
  g_autoptr (LsSession) session = bench_make_session (measure->code, measure->n);
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GError) error = NULL;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  Times times = { { 0 } };

  options.without_trace = !measure->with_trace;
  options.output = on_output;
  options.output_data = &times;
  options.record_budget = 100000000;
  if (measure->with_trace)
    options.step_budget = 100000000;
  runner = ls_runner_new (session, &options, &error);
  if (runner == NULL)
    g_error ("%s", error->message);
  ls_runner_run_to_end (runner, NULL);
  if (ls_runner_get_state (runner) != LS_RUNNER_FINISHED || times.begun.passed == 0 || times.ended.passed == 0)
    g_error ("A program has not come to its end: %s", ls_runner_get_message (runner));
  return bench_between (times.begun, times.ended) / (double) measure->n;
}

/* Returns: what each of @n rounds of a program takes, in ns */
double
bench_measure_program (const char *code,
                       guint       n,
                       gboolean    with_trace)
{
  const Measure measure = { code, n, with_trace };

  return bench_measure (run_program, &measure, BENCH_RUNS);
}

/* The same in JavaScriptCore as it is. Its jobs are run when the script has been left. */
static double
run_natively (gconstpointer data)
{
  const Measure *measure = data;
  g_autofree char *text = g_strdup_printf ("(() => { const n = %u, log = () => {};\n%s})();", measure->n, measure->code);
  JSContextGroupRef group = JSContextGroupCreate ();
  JSGlobalContextRef context = JSGlobalContextCreateInGroup (group, NULL);
  JSStringRef code = JSStringCreateWithUTF8CString (text);
  JSValueRef exception = NULL;
  const BenchMoment start = bench_moment ();
  double each;

  JSEvaluateScript (context, code, NULL, NULL, 1, &exception);
  if (exception != NULL)
    g_error ("A program has failed");
  each = bench_between (start, bench_moment ()) / (double) measure->n;
  JSStringRelease (code);
  JSGlobalContextRelease (context);
  JSContextGroupRelease (group);
  return each;
}

/* Returns: likewise, in JavaScriptCore as it is */
double
bench_measure_natively (const char *code,
                        guint       n)
{
  const Measure measure = { code, n, FALSE };

  return bench_measure (run_natively, &measure, BENCH_RUNS);
}
