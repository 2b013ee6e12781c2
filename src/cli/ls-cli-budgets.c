/* ls-cli-budgets.c: what must not be exceeded, so that “lint” is a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cli-budgets.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "ls-interactions.h"
#include "ls-meant-private.h"
#include "ls-session-recording.h"
#include "ls-statistics.h"
#include "ls-task-summary.h"

typedef enum
{
  BUDGET_LONGEST_TASK,
  BUDGET_WAIT,         /* of a priority */
  BUDGET_LONGEST_DISPATCH,
  BUDGET_WAKE_UPS,
  BUDGET_SOURCE_WAIT,  /* of a priority of GLib */
  BUDGET_INP,
  BUDGET_LINTS,        /* how often one of a kind was found */
  BUDGET_LINT_COST     /* what all of a kind cost together */
} BudgetKind;

typedef struct
{
  const char *text;    /* (unowned): as it was given */
  BudgetKind  kind;
  guint       of;      /* LsTaskPriority, LsLintKind or LsQueueType */
  guint64     limit;   /* µs, or how many (a second) */
  guint64     value;
  guint32     task;    /* that is to blame, or 0 */
} Budget;

struct _LsCliBudgets
{
  GArray *budgets;     /* Budget */
};

/* Milliseconds, or with a unit: "50", "50ms", "1.5s", "200us". */
static gboolean
parse_duration (const char *text,
                gboolean   *has_unit,
                guint64    *duration)
{
  char *end = NULL;
  double value = g_ascii_strtod (text, &end), factor = 1000;

  if (end == text || !g_ascii_isdigit (text[0]) || !(value >= 0 && value < 1e9))
    return FALSE;
  *has_unit = *end != '\0';
  if (strcmp (end, "s") == 0)
    factor = 1000000;
  else if (strcmp (end, "us") == 0 || strcmp (end, "µs") == 0)
    factor = 1;
  else if (*end != '\0' && strcmp (end, "ms") != 0)
    return FALSE;
  *duration = value * factor + 0.5;
  return TRUE;
}

/* "wait:200": the queue of sources with this priority. */
static gboolean
parse_source_priority (const char *name,
                       guint      *queue)
{
  gint64 priority;

  if (!g_str_has_prefix (name, "wait:") ||
      !g_ascii_string_to_signed (name + strlen ("wait:"), 10, G_MININT, G_MAXINT, &priority, NULL))
    return FALSE;
  *queue = ls_queue_type_for_source_priority (priority);
  return TRUE;
}

/* Whether a budget is a number, and not a time. */
static gboolean
is_number (const Budget *budget)
{
  return budget->kind == BUDGET_LINTS || budget->kind == BUDGET_WAKE_UPS;
}

/* What a budget is about; @name: what is before “=”. */
static gboolean
parse_subject (const char *name,
               Budget     *budget)
{
  LsTaskPriority priority;
  LsLintKind kind;

  if (strcmp (name, "longest-task") == 0)
    budget->kind = BUDGET_LONGEST_TASK;
  else if (strcmp (name, "longest-dispatch") == 0)
    budget->kind = BUDGET_LONGEST_DISPATCH;
  else if (strcmp (name, "wake-ups-per-second") == 0)
    budget->kind = BUDGET_WAKE_UPS;
  else if (parse_source_priority (name, &budget->of))
    budget->kind = BUDGET_SOURCE_WAIT;
  else if (strcmp (name, "inp") == 0)
    budget->kind = BUDGET_INP;
  else if (g_str_has_prefix (name, "wait:") && ls_task_priority_from_string (name + strlen ("wait:"), &priority))
    {
      budget->kind = BUDGET_WAIT;
      budget->of = priority;
    }
  else if (ls_lint_kind_from_string (name, &kind))
    {
      budget->kind = BUDGET_LINTS;
      budget->of = kind;
    }
  else
    return FALSE;
  return budget->kind != BUDGET_WAIT || ls_task_priority_is_valid (budget->of);
}

static gboolean
parse (const char *text,
       Budget     *budget)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  gboolean has_unit;

  *budget = (Budget) { .text = text };
  if (parts[0] == NULL || !parse_subject (parts[0], budget))
    return FALSE;
  if (parts[1] == NULL)
    return budget->kind == BUDGET_LINTS;
  if (!parse_duration (parts[1], &has_unit, &budget->limit))
    return FALSE;
  if (!is_number (budget))
    return TRUE;
  if (has_unit && budget->kind == BUDGET_WAKE_UPS)
    return FALSE;
  if (has_unit)
    budget->kind = BUDGET_LINT_COST;
  else
    return g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXINT64, &budget->limit, NULL);
  return TRUE;
}

/* Says that @text is no budget: of its subject which was probably meant, or else how budgets look. */
static void
refuse (const LsCliCommand *command,
        const char         *text)
{
  g_autofree char *subject = g_strndup (text, strcspn (text, "="));
  g_auto (GStrv) names = ls_cli_list_values (command, "fail-on");
  const char *meant;
  Budget budget;

  for (char **name = names; *name != NULL; name++)
    (*name)[strcspn (*name, "=")] = '\0';
  meant = parse_subject (subject, &budget) ? NULL : ls_meant_find (subject, (const char *const *) names);
  if (meant != NULL)
    ls_cli_usage_error (command, _("“%s” is not a budget; did you mean “%s”?"), text, meant);
  else
    ls_cli_usage_error (command, _("“%s” is not a budget; expected longest-task=50ms, wait:user-blocking=100ms, inp=200ms, longest-dispatch=50ms, wait:200=100ms, wake-ups-per-second=10, or a kind of lint, which may have a number or a cost: clamped-timer=3, long-task=500ms"),
                        text);
}

/* Returns (transfer full) (nullable) budgets of the values of --fail-on, which must outlive them; if %NULL, the user has been told.
 * */
LsCliBudgets *
ls_cli_budgets_new (const LsCliCommand  *command,
                    char               **texts)
{
  g_autoptr (LsCliBudgets) self = g_new0 (LsCliBudgets, 1);

  self->budgets = g_array_new (FALSE, FALSE, sizeof (Budget));
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      Budget budget;

      if (!parse (texts[i], &budget))
        {
          refuse (command, texts[i]);
          return NULL;
        }
      g_array_append_val (self->budgets, budget);
    }
  return g_steal_pointer (&self);
}

void
ls_cli_budgets_free (LsCliBudgets *self)
{
  g_array_unref (self->budgets);
  g_free (self);
}

/* Begins with another file. */
void
ls_cli_budgets_begin (LsCliBudgets *self)
{
  for (guint i = 0; i < self->budgets->len; i++)
    {
      Budget *budget = &g_array_index (self->budgets, Budget, i);

      budget->value = 0;
      budget->task = 0;
    }
}

/* Counts a lint that nothing suppresses. */
void
ls_cli_budgets_add_lint (LsCliBudgets *self,
                         const LsLint *lint)
{
  for (guint i = 0; i < self->budgets->len; i++)
    {
      Budget *budget = &g_array_index (self->budgets, Budget, i);

      if ((budget->kind != BUDGET_LINTS && budget->kind != BUDGET_LINT_COST) || budget->of != lint->kind)
        continue;
      budget->value += budget->kind == BUDGET_LINTS ? lint->count : ls_lint_get_cost (lint);
      if (budget->task == 0 && lint->subject_kind == LS_LINT_SUBJECT_TASK)
        budget->task = lint->worst_id;
    }
}

/* The longest wait of tasks and continuations of a priority. */
static void
set_wait (Budget        *budget,
          LsTaskSummary *summary)
{
  for (guint continuations = 0; continuations < 2; continuations++)
    {
      LsDurationStatistics waits;

      if (!ls_task_summary_get_waits (summary, continuations, budget->of, &waits) ||
          (budget->task != 0 && waits.max <= budget->value))
        continue;
      budget->value = waits.max;
      budget->task = waits.max_task;
    }
}

static void
set_inp (Budget     *budget,
         LsSession  *session,
         const char *name)
{
  guint n_threads, n_interactions, inp;
  const guint *threads = ls_session_get_recording_threads (session, &n_threads);
  g_autofree LsInteraction *interactions = ls_recording_list_interactions (ls_session_get_recording (session), threads, n_threads,
                                                                           &n_interactions);

  if (ls_interactions_find_inp (interactions, n_interactions, &inp))
    budget->value = interactions[inp].duration;
  else
    ls_cli_message (_("%s: warning: the recording has no interactions, so inp is not checked"), name);
}

/* The default contexts of a GLib program: others are called "program: thread". */
static void
set_of_contexts (Budget        *budget,
                 LsTaskSummary *summary)
{
  guint n_loops;
  g_autofree LsLoopSummary *loops = ls_task_summary_list_loops (summary, &n_loops);

  for (guint i = 0; i < n_loops; i++)
    {
      const char *name = ls_trace_get_text (ls_task_summary_get_trace (summary), loops[i].name);
      const guint64 duration = loops[i].until - loops[i].from;
      guint64 value = loops[i].longest;

      if (ls_agent_name_get_thread (name) != NULL)
        continue;
      if (budget->kind == BUDGET_WAKE_UPS)
        value = duration > 0 ? loops[i].n_wake_ups * 1000000 / duration : 0;
      if (value <= budget->value)
        continue;
      budget->value = value;
      budget->task = budget->kind == BUDGET_WAKE_UPS ? 0 : loops[i].longest_task;
    }
}

static void
set_values (LsCliBudgets *self,
            LsSession    *session,
            LsTrace      *trace,
            const char   *name)
{
  g_autoptr (LsTaskSummary) summary = ls_task_summary_new (trace);
  g_autoptr (LsStatistics) statistics = ls_statistics_new (trace);
  LsDurationStatistics waits;
  LsStatisticsTotals totals;

  while (ls_task_summary_advance (summary, G_MAXSIZE) || ls_statistics_advance (statistics, G_MAXSIZE))
    ;
  ls_statistics_get_totals (statistics, &totals);
  for (guint i = 0; i < self->budgets->len; i++)
    {
      Budget *budget = &g_array_index (self->budgets, Budget, i);

      if (budget->kind == BUDGET_WAIT)
        set_wait (budget, summary);
      else if (budget->kind == BUDGET_LONGEST_DISPATCH || budget->kind == BUDGET_WAKE_UPS)
        set_of_contexts (budget, summary);
      else if (budget->kind == BUDGET_SOURCE_WAIT &&
               ls_statistics_get (statistics, LS_STATISTICS_QUEUE, budget->of, LS_DURATION_WAITING, &waits))
        {
          budget->value = waits.max;
          budget->task = waits.max_task;
        }
      else if (budget->kind == BUDGET_INP)
        set_inp (budget, session, name);
      else if (budget->kind == BUDGET_LONGEST_TASK)
        {
          budget->value = totals.longest_turn;
          budget->task = totals.longest_task;
        }
    }
}

static char *
say_task (LsTrace *trace,
          guint32  id)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsTaskState *task;
  const char *name;

  ls_state_seek (state, G_MAXSIZE);
  task = ls_state_get_task (state, id);
  name = task != NULL ? ls_trace_get_text (trace, task->name) : NULL;
  return name != NULL ? g_strdup_printf (_("task %u “%s”"), id, name) : g_strdup_printf (_("task %u"), id);
}

static void
print_exceeded (const Budget *budget,
                LsTrace      *trace,
                const char   *name)
{
  g_autofree char *task = budget->task != 0 ? say_task (trace, budget->task) : NULL;
  g_autofree char *value = is_number (budget) ? g_strdup_printf ("%" PRIu64, budget->value)
                                                        : g_strdup_printf ("%.3f ms", budget->value / 1000.);
  g_autofree char *line = NULL;

  if (task != NULL)
    /* Translators: a file, a budget such as inp=200ms, a number or a time, a task */
    line = g_strdup_printf (_("%s: %s exceeded: %s (%s)\n"), name, budget->text, value, task);
  else
    line = g_strdup_printf (_("%s: %s exceeded: %s\n"), name, budget->text, value);
  ls_cli_write_lines (line);
}

static void
write_json (const Budget *budget,
            LsJsonWriter *json)
{
  ls_json_begin (json, NULL, '{', FALSE);
  ls_json_string (json, "budget", budget->text);
  if (is_number (budget))
    {
      ls_json_int (json, "limit", budget->limit);
      ls_json_int (json, "value", budget->value);
    }
  else
    {
      ls_json_time (json, "limit", budget->limit);
      ls_json_time (json, "value", budget->value);
    }
  ls_json_int (json, "task", budget->task);
  ls_json_bool (json, "exceeded", budget->value > budget->limit);
  ls_json_end (json, '}');
}

/* Compares a run with the budgets, and prints those that it exceeds, or with @json all of them as elements of the array that is
 * open there. Returns whether all of them apply to it; if not, the user has been told. */
gboolean
ls_cli_budgets_check (LsCliBudgets *self,
                      LsSession    *session,
                      LsTrace      *trace,
                      const char   *name,
                      LsJsonWriter *json,
                      gboolean     *is_exceeded)
{
  *is_exceeded = FALSE;
  for (guint i = 0; i < self->budgets->len; i++)
    if (g_array_index (self->budgets, Budget, i).kind == BUDGET_INP && ls_session_get_recording (session) == NULL)
      {
        ls_cli_message (_("%s: only a recording of a browser has interactions: inp does not apply"), name);
        return FALSE;
      }

  set_values (self, session, trace, name);
  for (guint i = 0; i < self->budgets->len; i++)
    {
      const Budget *budget = &g_array_index (self->budgets, Budget, i);

      *is_exceeded |= budget->value > budget->limit;
      if (json != NULL)
        write_json (budget, json);
      else if (budget->value > budget->limit)
        print_exceeded (budget, trace, name);
    }
  return TRUE;
}
