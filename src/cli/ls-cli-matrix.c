/* ls-cli-matrix.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli-matrix.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-comparison.h"

/* Runs that came to the same. */
typedef struct
{
  char   *text;        /* what differs from the first run; NULL if nothing does */
  GArray *numbers;     /* guint32: of presets, or seeds */
} Group;

typedef struct
{
  const LsCliSeeds *seeds;       /* NULL: all presets */
  LsRunner         *first;
  GPtrArray        *groups;      /* Group; the first one is that of the first run */
  GHashTable       *by_text;     /* text → Group */
  char             *error;       /* what the run that goes on has not caught first */
  gboolean          has_error;   /* one of them has not */
  LsCliExit         exit_status;
} Matrix;

static void
group_free (gpointer data)
{
  Group *self = data;

  g_free (self->text);
  g_array_unref (self->numbers);
  g_free (self);
}

/* Reads “7” or “1..100”. Returns whether @string is %NULL or one of these; if not, the user has been told. */
gboolean
ls_cli_parse_seeds (const LsCliCommand *command,
                    const char         *string,
                    LsCliSeeds         *seeds)
{
  g_auto (GStrv) parts = NULL;
  guint64 first = 0, last = 0;

  if (string == NULL)
    return TRUE;
  parts = g_strsplit (string, "..", 2);
  if (parts[0] == NULL || !g_ascii_string_to_unsigned (parts[0], 10, 0, G_MAXUINT32, &first, NULL) ||
      !g_ascii_string_to_unsigned (parts[1] != NULL ? parts[1] : parts[0], 10, first, G_MAXUINT32, &last, NULL))
    return ls_cli_usage_error (command, _("--seed is “%s”; expected a whole number from 0 to 4294967295, or two such as 1..100"),
                               string) == LS_CLI_OK;

  *seeds = (LsCliSeeds) { TRUE, (guint32) first, (guint32) last };
  return TRUE;
}

/* Gives a session another seed. Returns whether its program can have one; if not, the user has been told. */
gboolean
ls_cli_set_seed (const LsCliCommand    *command,
                 LsSession             *session,
                 const char            *argument,
                 const LsCliRunOptions *options,
                 guint32                seed)
{
  const LsSettings *settings = ls_session_get_settings (session);
  g_autofree char *name = ls_cli_display_name (argument);
  g_autoptr (LsSettings) changed = ls_settings_copy (settings);

  if (!ls_cli_need_program (command, session, argument, "--seed"))
    return FALSE;
  if (ls_program_get_kind (ls_session_get_program (session)) != LS_PROGRAM_JAVASCRIPT)
    return ls_cli_usage_error (command, _("%s has no random numbers: %s is for programs in JavaScript"), name, "--seed") == LS_CLI_OK;
  if ((options->runner.sets_clock ? options->runner.clock : settings->clock) != LS_CLOCK_VIRTUAL)
    return ls_cli_usage_error (command, _("%s: random numbers have a seed with the virtual clock only"), name) == LS_CLI_OK;

  changed->seed = seed;
  ls_session_set_settings (session, changed);
  return TRUE;
}

static void
note_output (LsRunner       *runner,
             LsRunnerOutput  kind,
             const char     *text,
             gpointer        user_data)
{
  Matrix *self = user_data;

  if ((kind == LS_RUNNER_OUTPUT_EXCEPTION || kind == LS_RUNNER_OUTPUT_REJECTION || kind == LS_RUNNER_OUTPUT_UNCAUGHT) &&
      self->error == NULL)
    self->error = g_strdup (text);
}

static char *
name_variant (Matrix  *self,
              guint32  number)
{
  if (self->seeds == NULL)
    return g_strdup (ls_settings_list_presets ()[number]);
  return g_strdup_printf (C_("run", "seed %u"), number);
}

static char *
name_task (LsComparison     *comparison,
           LsComparisonSide  side,
           guint32           row)
{
  LsComparisonRow data;
  g_autofree char *name = NULL;

  ls_comparison_get_row (comparison, row, &data);
  name = ls_comparison_dup_name (comparison, side, side == LS_COMPARISON_LEFT ? &data.left : &data.right);
  return g_steal_pointer (&name);
}

/* Returns (transfer full) (nullable) where the order of a run first differs from that of the first run. */
static char *
describe_difference (Matrix  *self,
                     LsTrace *trace,
                     guint32  first_number)
{
  g_autoptr (LsComparison) comparison = ls_comparison_new (ls_runner_get_trace (self->first), trace);
  const guint32 n_first = ls_comparison_get_n_tasks (comparison, LS_COMPARISON_LEFT);
  const guint32 n = ls_comparison_get_n_tasks (comparison, LS_COMPARISON_RIGHT);
  g_autofree char *other = name_variant (self, first_number);
  g_autofree char *expected = NULL, *found = NULL;
  guint32 i = 0;

  while (i < MIN (n_first, n) && ls_comparison_find_row (comparison, LS_COMPARISON_LEFT, i) ==
                                   ls_comparison_find_row (comparison, LS_COMPARISON_RIGHT, i))
    i++;
  if (i == n_first && i == n)
    return NULL;

  if (i < n_first)
    expected = name_task (comparison, LS_COMPARISON_LEFT, ls_comparison_find_row (comparison, LS_COMPARISON_LEFT, i));
  if (i < n)
    found = name_task (comparison, LS_COMPARISON_RIGHT, ls_comparison_find_row (comparison, LS_COMPARISON_RIGHT, i));
  if (found == NULL)
    /* Translators: a number, a preset or “seed 5”, and a task */
    return g_strdup_printf (_("task %u is missing; with %s it is “%s”"), i + 1, other, expected);
  if (expected == NULL)
    return g_strdup_printf (_("task %u is “%s”; with %s there is none"), i + 1, found, other);
  return g_strdup_printf (_("task %u is “%s”; with %s it is “%s”"), i + 1, found, other, expected);
}

static void
add_to_group (Matrix  *self,
              char    *text,
              guint32  number)
{
  Group *group = g_hash_table_lookup (self->by_text, text != NULL ? text : "");

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->text = g_strdup (text);
      group->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_ptr_array_add (self->groups, group);
      g_hash_table_insert (self->by_text, g_strdup (text != NULL ? text : ""), group);
    }
  g_array_append_val (group->numbers, number);
}

/* Returns (transfer full) (nullable) what is to be said of a run beside its order: what it did not catch. */
static char *
describe_run (Matrix  *self,
              LsTrace *trace,
              guint32  number,
              guint32  first_number)
{
  g_autofree char *difference = number != first_number ? describe_difference (self, trace, first_number) : NULL;

  if (self->error == NULL)
    return g_steal_pointer (&difference);
  self->has_error = TRUE;
  if (difference == NULL)
    return g_strdup_printf (_("nothing caught “%s”"), self->error);
  /* Translators: where an order differs, and an error */
  return g_strdup_printf (_("%s; nothing caught “%s”"), difference, self->error);
}

/* Runs the session once. Returns whether to go on. */
static gboolean
run_variant (Matrix          *self,
             LsSession       *session,
             LsCliRunOptions *options,
             const char      *argument,
             guint32          number,
             guint32          first_number)
{
  g_autofree char *name = ls_cli_display_name (argument);
  g_autofree char *text = NULL;
  g_autoptr (LsRunner) runner = NULL;

  g_clear_pointer (&self->error, g_free);
  options->runner.output = note_output;
  options->runner.output_data = self;
  runner = ls_cli_prepare (session, &options->runner);
  if (runner == NULL)
    {
      self->exit_status = LS_CLI_BAD_INPUT;
      return FALSE;
    }

  ls_runner_run_to_end (runner, ls_cli_watch_interrupt ());
  if (g_cancellable_is_cancelled (ls_cli_watch_interrupt ()))
    return FALSE;
  if (ls_runner_get_script_error (runner) != NULL)
    {
      ls_cli_program_error ("%s", ls_runner_get_script_error (runner));
      self->exit_status = LS_CLI_BAD_INPUT;
      return FALSE;
    }
  if (ls_cli_report_budget (runner, name))
    self->exit_status = ls_cli_get_worse (self->exit_status, LS_CLI_BUDGET_EXCEEDED);

  if (self->first == NULL)
    self->first = g_object_ref (runner);
  text = describe_run (self, ls_runner_get_trace (runner), number, first_number);
  add_to_group (self, text, number);
  return TRUE;
}

/* Returns (transfer full) “blink, gecko” or “1..16, 18”. */
static char *
list_numbers (Matrix      *self,
              const Group *group)
{
  GString *list = g_string_new (NULL);
  guint end;

  for (guint begin = 0; begin < group->numbers->len; begin = end)
    {
      const guint32 first = g_array_index (group->numbers, guint32, begin);

      for (end = begin + 1; self->seeds != NULL && end < group->numbers->len &&
                            g_array_index (group->numbers, guint32, end) - first == end - begin; end++)
        ;
      if (begin > 0)
        g_string_append (list, ", ");
      if (self->seeds == NULL)
        g_string_append (list, ls_settings_list_presets ()[first]);
      else if (end - begin > 1)
        g_string_append_printf (list, "%u..%u", first, g_array_index (group->numbers, guint32, end - 1));
      else
        g_string_append_printf (list, "%u", first);
    }
  return g_string_free (list, FALSE);
}

static void
print_groups (Matrix *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      const Group *group = g_ptr_array_index (self->groups, i);
      g_autofree char *list = list_numbers (self, group);
      g_autofree char *who = self->seeds == NULL ? g_strdup (list)
                             : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "seed %s", "seeds %s", group->numbers->len), list);
      g_autofree char *text = group->text != NULL      ? g_strdup (group->text)
                              : self->groups->len == 1 ? g_strdup (_("the order is the same everywhere"))
                                                       : g_strdup (_("the same order"));
      g_autofree char *line = g_strdup_printf ("%s: %s\n", who, text);

      ls_cli_write_lines (line);
    }
}

static void
run_variants (const LsCliCommand *command,
              Matrix             *self,
              LsSession          *session,
              char              **arguments,
              LsCliRunOptions    *options)
{
  const char *const *presets = ls_settings_list_presets ();
  const guint32 first = self->seeds != NULL ? self->seeds->first : 0;
  const guint32 last = self->seeds != NULL ? self->seeds->last : g_strv_length ((char **) presets) - 1;

  for (guint64 number = first; number <= last; number++)
    {
      if (self->seeds != NULL && !ls_cli_set_seed (command, session, arguments[0], options, (guint32) number))
        {
          self->exit_status = LS_CLI_BAD_USAGE;
          return;
        }
      if (self->seeds == NULL)
        options->runner.preset = presets[number];
      if (!run_variant (self, session, options, arguments[0], (guint32) number, first))
        return;
    }
}

/* Runs a session, or scripts, with each preset or several seeds, and prints which of these runs have the order of the first one,
 * and where others depart from it. */
int
ls_cli_run_matrix (const LsCliCommand *command,
                   char              **arguments,
                   LsCliRunOptions    *options,
                   const LsCliSeeds   *seeds,
                   gboolean            keeps_going)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GHashTable) by_text = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Matrix self = { .seeds = seeds->is_given ? seeds : NULL, .groups = groups, .by_text = by_text, .exit_status = LS_CLI_OK };
  g_autoptr (LsSession) session = NULL;
  gboolean differs;
  int exit_status;

  session = ls_cli_load (command, arguments, options, &exit_status);
  if (session == NULL)
    return exit_status;
  if (seeds->is_given ? !ls_cli_set_seed (command, session, arguments[0], options, seeds->first)
                      : !ls_cli_need_program (command, session, arguments[0], "--preset=all"))
    return LS_CLI_BAD_USAGE;

  run_variants (command, &self, session, arguments, options);
  print_groups (&self);
  g_clear_object (&self.first);
  g_free (self.error);

  differs = groups->len > 1;
  return ls_cli_get_worse (self.exit_status, differs || (self.has_error && !keeps_going) ? LS_CLI_EXPECTATION_FAILED : LS_CLI_OK);
}
