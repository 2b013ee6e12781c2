/* ls-cli-completion-values.c: the values of options that can be listed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli.h"

#include "ls-lint.h"
#include "ls-record.h"
#include "ls-session.h"
#include "ls-settings.h"

static void
add_words (GStrvBuilder *values,
           const char   *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);

  g_strv_builder_addv (values, (const char **) list);
}

static void
add_presets (GStrvBuilder *values)
{
  g_strv_builder_addv (values, (const char **) ls_settings_list_presets ());
}

/* Those of commands that run a session with each preset. */
static void
add_presets_and_all (GStrvBuilder *values)
{
  add_presets (values);
  g_strv_builder_add (values, "all");
}

static void
add_editions (GStrvBuilder *values)
{
  g_strv_builder_add (values, ls_edition_to_string (LS_EDITION_2025));
  g_strv_builder_add (values, ls_edition_to_string (LS_EDITION_2023_YIELD_OPTIONS));
}

static void
add_experiments (GStrvBuilder *values)
{
  g_autofree char *all = ls_experiments_to_string (LS_EXPERIMENTS_ALL);
  g_auto (GStrv) list = g_strsplit (all, ", ", -1);

  g_strv_builder_addv (values, (const char **) list);
  g_strv_builder_add (values, "none");
}

static void
add_clocks (GStrvBuilder *values)
{
  g_strv_builder_add (values, ls_clock_kind_to_string (LS_CLOCK_VIRTUAL));
  g_strv_builder_add (values, ls_clock_kind_to_string (LS_CLOCK_MONOTONIC));
}

static void
add_trace_formats (GStrvBuilder *values)
{
  add_words (values, "text json");
}

static void
add_export_formats (GStrvBuilder *values)
{
  add_words (values, "csv json jsonl trace chrome chrome-gzip perfetto sysprof");
}

static void
add_papers (GStrvBuilder *values)
{
  add_words (values, "a4 letter");
}

static void
add_record_kinds (GStrvBuilder *values)
{
  for (guint kind = 0; kind < LS_N_RECORD_KINDS; kind++)
    g_strv_builder_add (values, ls_record_kind_to_string (kind));
}

static void
add_priorities (GStrvBuilder *values)
{
  add_words (values, "user-blocking user-visible background none");
}

static void
add_lints (GStrvBuilder *values)
{
  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    g_strv_builder_add (values, ls_lint_kind_to_string (kind));
}

static void
add_budgets (GStrvBuilder *values)
{
  add_words (values, "longest-task= wait:user-blocking= wait:user-visible= wait:background= inp= longest-dispatch= "
                     "wake-ups-per-second=");
  add_lints (values);
}

static const struct
{
  const char *command;   /* NULL for all others */
  const char *option;
  void      (*add) (GStrvBuilder *values);
} lists[] = {
  { "check", "preset", add_presets_and_all },
  { "run", "preset", add_presets_and_all },
  { NULL, "preset", add_presets },
  { NULL, "with-preset", add_presets },
  { NULL, "edition", add_editions },
  { NULL, "with-edition", add_editions },
  { NULL, "experiment", add_experiments },
  { NULL, "with-experiment", add_experiments },
  { NULL, "clock", add_clocks },
  { NULL, "trace", add_trace_formats },
  { NULL, "format", add_export_formats },
  { NULL, "paper", add_papers },
  { "export", "kind", add_record_kinds },
  { "export", "priority", add_priorities },
  { NULL, "suppress", add_lints },
  { NULL, "fail-on", add_budgets },
};

/* Returns (transfer full) the values of @option (without its dashes), none where they cannot be listed. More may follow one that
 * ends in “=”. */
char **
ls_cli_list_values (const LsCliCommand *command,
                    const char         *option)
{
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (g_str_equal (lists[i].option, option) && (lists[i].command == NULL || g_str_equal (lists[i].command, command->name)))
      {
        lists[i].add (values);
        break;
      }
  return g_strv_builder_end (values);
}
