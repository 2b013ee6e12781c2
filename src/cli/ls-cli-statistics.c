/* ls-cli-statistics.c: loopscope-cli statistics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-interactions.h"
#include "ls-session-recording.h"
#include "ls-statistics-json-private.h"
#include "ls-task-summary.h"

/* Milliseconds, right-aligned. */
static void
append_time (GString *string,
             guint64  microseconds)
{
  g_string_append_printf (string, "  %10" G_GUINT64_FORMAT ".%03u", microseconds / 1000, (guint) (microseconds % 1000));
}

static void
append_group (GString           *string,
              LsStatistics      *statistics,
              LsStatisticsGroup  group,
              guint32            key)
{
  g_autofree char *name = ls_statistics_get_key_name (statistics, group, key);
  const char *mark = ls_statistics_is_inferred (statistics, group, key) ? " (inferred)" : "";

  for (guint kind = 0; kind < LS_N_DURATION_KINDS; kind++)
    {
      LsDurationStatistics durations;

      if (!ls_statistics_get (statistics, group, key, kind, &durations))
        continue;
      g_string_append_printf (string, "%-8s  %-7s  %8" G_GUINT64_FORMAT, ls_statistics_group_to_string (group),
                              ls_duration_kind_to_string (kind), durations.count);
      append_time (string, durations.sum);
      append_time (string, durations.min);
      append_time (string, durations.median);
      append_time (string, durations.p95);
      append_time (string, durations.max);
      g_string_append_printf (string, "  %8u  %s%s\n", durations.max_task, name, mark);
    }
}

static char *
make_text (LsStatistics *statistics)
{
  GString *string = g_string_new (NULL);
  const gsize n_lost = ls_trace_get_n_lost (ls_statistics_get_trace (statistics));
  LsStatisticsTotals totals;

  ls_statistics_get_totals (statistics, &totals);
  g_string_append_printf (string, "%" G_GUINT64_FORMAT " turns, %" G_GUINT64_FORMAT " microtasks, %" G_GUINT64_FORMAT
                          " posted, %" G_GUINT64_FORMAT " removed, %" G_GUINT64_FORMAT " threw\n", totals.n_turns,
                          totals.n_microtasks, totals.n_posted, totals.n_removed, totals.n_threw);
  g_string_append_printf (string, "%.3f ms busy, %.3f ms idle\n", totals.busy / 1000., totals.idle / 1000.);
  if (totals.n_unknown_waits > 0)
    g_string_append_printf (string, "%" G_GUINT64_FORMAT " waits unknown: the recording does not say since when these tasks could "
                            "run\n", totals.n_unknown_waits);
  if (n_lost > 0)
    g_string_append_printf (string, "%" G_GSIZE_FORMAT " records lost: they were made faster than they were read, and all numbers "
                            "lack them\n", n_lost);
  g_string_append_c (string, '\n');
  g_string_append_printf (string, "%-8s  %-7s  %8s  %14s  %14s  %14s  %14s  %14s  %8s  %s\n", "group", "time", "tasks",
                          "sum/ms", "min/ms", "median/ms", "p95/ms", "max/ms", "longest", "of");
  for (guint group = 0; group < LS_N_STATISTICS_GROUPS; group++)
    {
      guint n_keys;
      g_autofree guint32 *keys = ls_statistics_list_keys (statistics, group, &n_keys);

      for (guint i = 0; i < n_keys; i++)
        append_group (string, statistics, group, keys[i]);
    }
  return g_string_free (string, FALSE);
}

/* The interactions of the recording that the run is of. */
static LsInteraction *
list_interactions (LsRunner *runner,
                   guint    *n_interactions)
{
  LsSession *session = ls_runner_get_session (runner);
  LsRecording *recording = ls_session_get_recording (session);
  guint n_threads;
  const guint *threads;

  *n_interactions = 0;
  if (recording == NULL)
    return NULL;
  threads = ls_session_get_recording_threads (session, &n_threads);
  return ls_recording_list_interactions (recording, threads, n_threads, n_interactions);
}

static void
append_interactions (GString  *string,
                     LsRunner *runner)
{
  LsRecording *recording = ls_session_get_recording (ls_runner_get_session (runner));
  guint n_interactions, inp;
  g_autofree LsInteraction *interactions = list_interactions (runner, &n_interactions);

  if (!ls_interactions_find_inp (interactions, n_interactions, &inp))
    return;
  g_string_append_printf (string, "interaction to next paint: %.3f ms\n%-16s  %14s  %14s  %14s  %14s  %14s\n",
                          interactions[inp].duration / 1000., "interaction", "at/ms", "input delay/ms", "processing/ms",
                          "presentation", "sum/ms");
  for (guint i = 0; i < n_interactions; i++)
    {
      const char *type = ls_recording_get_text (recording, interactions[i].type);

      g_string_append_printf (string, "%-16s", type != NULL ? type : "");
      append_time (string, interactions[i].time);
      append_time (string, interactions[i].input_delay);
      append_time (string, interactions[i].processing);
      append_time (string, interactions[i].presentation);
      append_time (string, interactions[i].duration);
      g_string_append (string, i == inp ? "  INP\n" : "\n");
    }
}

static void
write_interaction (const LsInteraction *interaction,
                   const char          *name,
                   LsRecording         *recording,
                   LsJsonWriter        *json)
{
  ls_json_begin (json, name, '{', FALSE);
  ls_json_string (json, "type", ls_recording_get_text (recording, interaction->type));
  ls_json_int (json, "id", interaction->id);
  ls_json_time (json, "time", interaction->time);
  ls_json_time (json, "inputDelay", interaction->input_delay);
  ls_json_time (json, "processing", interaction->processing);
  ls_json_time (json, "presentation", interaction->presentation);
  ls_json_time (json, "duration", interaction->duration);
  ls_json_int (json, "events", interaction->n_events);
  ls_json_end (json, '}');
}

static void
write_interactions (LsRunner     *runner,
                    LsJsonWriter *json)
{
  LsRecording *recording = ls_session_get_recording (ls_runner_get_session (runner));
  guint n_interactions, inp;
  g_autofree LsInteraction *interactions = list_interactions (runner, &n_interactions);

  if (recording == NULL)
    return;
  if (ls_interactions_find_inp (interactions, n_interactions, &inp))
    write_interaction (&interactions[inp], "inp", recording, json);
  ls_json_begin (json, "interactions", '[', TRUE);
  for (guint i = 0; i < n_interactions; i++)
    write_interaction (&interactions[i], NULL, recording, json);
  ls_json_end (json, ']');
}

static char *
make_json (LsStatistics  *statistics,
           LsTaskSummary *summary,
           LsRunner      *runner)
{
  g_autofree char *tasks = ls_task_summary_to_json (summary);
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_statistics_write_json (statistics, &json);
  ls_json_raw (&json, "tasks", tasks);
  write_interactions (runner, &json);
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}

/* Takes @addition. */
static void
append (GString *text,
        char    *addition)
{
  g_string_append (text, addition);
  g_free (addition);
}

static int
print_statistics (const LsCliCommand *command,
                  char              **arguments,
                  LsCliRunOptions    *options,
                  gboolean            only_interactions,
                  gboolean            json)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  g_autoptr (LsStatistics) statistics = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsTaskSummary) summary = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  GCancellable *cancellable = ls_cli_watch_interrupt ();
  int exit_status;

  runner = ls_cli_open (command, arguments, options, &exit_status);
  if (runner == NULL)
    return exit_status;

  ls_runner_run_to_end (runner, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return LS_CLI_OK;
  statistics = ls_statistics_new (ls_runner_get_trace (runner));
  summary = ls_task_summary_new (ls_runner_get_trace (runner));
  while ((ls_statistics_advance (statistics, 1000000) || ls_task_summary_advance (summary, 1000000)) &&
         !g_cancellable_is_cancelled (cancellable))
    ;

  if (json)
    append (text, make_json (statistics, summary, runner));
  else if (!only_interactions)
    {
      append (text, make_text (statistics));
      g_string_append_c (text, '\n');
      append (text, ls_task_summary_to_text (summary));
    }
  if (!json)
    append_interactions (text, runner);
  ls_cli_write_answer (text->str, json);
  return ls_cli_report_budget (runner, name) ? LS_CLI_BUDGET_EXCEEDED : LS_CLI_OK;
}

/* Runs a session or scripts, and prints how long tasks were delayed, waited and ran. */
int
ls_cli_command_statistics (const LsCliCommand *command,
                           char              **arguments)
{
  g_auto (LsCliRunOptions) options = { 0 };
  gboolean interactions = FALSE, json = FALSE;
  const GOptionEntry entries[] = {
    { "interactions", 0, 0, G_OPTION_ARG_NONE, &interactions, N_("Print only the interactions of a recording, with their parts"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_("Print JSON, with histograms"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("FILE is a session, a recording, or one or more scripts, which run in order."),
                         entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_run_options_apply (&options, command) || !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;

  return print_statistics (command, rest, &options, interactions, json);
}
