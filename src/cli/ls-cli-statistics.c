/* ls-cli-statistics.c: loopscope-cli statistics
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "ls-cli-session.h"
#include "ls-statistics.h"

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
      g_string_append_printf (string, "  %8u  %s\n", durations.max_task, name);
    }
}

static char *
make_text (LsStatistics *statistics)
{
  GString *string = g_string_new (NULL);
  LsStatisticsTotals totals;

  ls_statistics_get_totals (statistics, &totals);
  g_string_append_printf (string, "%" G_GUINT64_FORMAT " turns, %" G_GUINT64_FORMAT " microtasks, %" G_GUINT64_FORMAT
                          " posted, %" G_GUINT64_FORMAT " removed, %" G_GUINT64_FORMAT " threw\n", totals.n_turns,
                          totals.n_microtasks, totals.n_posted, totals.n_removed, totals.n_threw);
  g_string_append_printf (string, "%.3f ms busy, %.3f ms idle\n\n", totals.busy / 1000., totals.idle / 1000.);
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

static int
print_statistics (char           **arguments,
                  LsCliRunOptions *options,
                  gboolean         json)
{
  g_autofree char *name = ls_cli_display_name (arguments[0]);
  g_autoptr (LsStatistics) statistics = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autofree char *text = NULL;
  GCancellable *cancellable = ls_cli_watch_interrupt ();

  runner = ls_cli_open (arguments, options);
  if (runner == NULL)
    return LS_CLI_BAD_INPUT;

  ls_runner_run_to_end (runner, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return LS_CLI_OK;
  statistics = ls_statistics_new (ls_runner_get_trace (runner));
  while (ls_statistics_advance (statistics, 1000000) && !g_cancellable_is_cancelled (cancellable))
    ;

  text = json ? ls_statistics_to_json (statistics) : make_text (statistics);
  ls_cli_write_answer (text, json);
  return ls_cli_report_budget (runner, name) ? LS_CLI_BUDGET_EXCEEDED : LS_CLI_OK;
}

/* Runs a session or scripts, and prints how long tasks were delayed, waited and ran. */
int
ls_cli_command_statistics (const LsCliCommand *command,
                           char              **arguments)
{
  g_auto (LsCliRunOptions) options = { 0 };
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, N_("Print JSON, with histograms"), NULL },
    { NULL }
  };
  g_auto (GStrv) rest = g_strdupv (arguments);
  int exit_status;

  if (!ls_cli_parse_run (command, _("FILE is a session, or one or more scripts, which run in order."),
                         entries, &options, FALSE, &rest, &exit_status))
    return exit_status;

  if (!ls_cli_run_options_apply (&options, command) || !ls_cli_need_one_session (command, rest))
    return LS_CLI_BAD_USAGE;

  return print_statistics (rest, &options, json);
}
