/* ls-comparison-format.c: a comparison as text
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-comparison-private.h"

#include <glib/gi18n-lib.h>

#include "ls-character-private.h"
#include "ls-explain-private.h"
#include "ls-trace-names-private.h"

#include <string.h>

#define CELL_WIDTH 44
#define LABEL_WIDTH 26
#define CONTEXT 3      /* rows that are shown around a difference */

static const char *
get_side_title (LsComparisonSide side)
{
  return side == LS_COMPARISON_LEFT ? C_("comparison", "left") : C_("comparison", "right");
}

/* The task's name with its mark; NULL if it has none. */
char *
ls_comparison_find_name (LsComparison         *self,
                         LsComparisonSide      side,
                         const LsComparedTask *task)
{
  LsTrace *trace = ls_comparison_get_trace (self, side);
  const char *name = task->name != 0 ? ls_trace_get_text (trace, task->name) : NULL;

  return name != NULL && *name != '\0' ? g_strdup_printf ("%s%s", name, task->is_continuation ? " ↻" : "") : NULL;
}

/**
 * ls_comparison_dup_name:
 * @self: a comparison
 * @side: which run
 * @task: a task of that side
 *
 * Gets what people call a task.
 *
 * Returns: (transfer full): the task's name with a mark if it is a continuation, or its number in words of the locale if it has
 *   none
 */
char *
ls_comparison_dup_name (LsComparison         *self,
                        LsComparisonSide      side,
                        const LsComparedTask *task)
{
  char *name;

  g_return_val_if_fail (ls_comparison_get_trace (self, side) != NULL && task != NULL, NULL);

  name = ls_comparison_find_name (self, side, task);
  /* Translators: the number of a task, then a mark */
  return name != NULL ? name : g_strdup_printf (_("task %u%s"), task->task, task->is_continuation ? " ↻" : "");
}

/* “decode ↻” (background) at 12 ms */
static char *
say_task (LsComparison         *self,
          LsComparisonSide      side,
          const LsComparedTask *task)
{
  g_autofree char *name = ls_names_shorten (ls_comparison_dup_name (self, side, task));
  g_autofree char *time = ls_names_say_duration (task->started_at);

  /* Translators: a task, its priority or queue, and when it ran */
  return g_strdup_printf (_("“%s” (%s) at %s"), name,
                          ls_task_priority_is_valid (task->priority) ? ls_task_priority_to_string (task->priority)
                                                                : ls_queue_type_to_string (task->queue_type), time);
}

/* Says where the other side ran the task. */
static void
append_elsewhere (GString             *out,
                  LsComparison        *self,
                  LsComparisonSide     side,
                  const LsComparedRun *run)
{
  g_autofree char *name = ls_names_shorten (ls_comparison_dup_name (self, side, &run->data));

  if (run->match == LS_COMPARISON_NONE)
    /* Translators: one of two runs, and a task */
    ls_explanation_say (out, side == LS_COMPARISON_LEFT ? _("“%s” never ran on the right.") : _("“%s” never ran on the left."),
                        name);
  else if (run->match > run->data.index)
    {
      guint32 n = run->match - run->data.index;

      ls_explanation_say (out,
                          side == LS_COMPARISON_LEFT
                            /* Translators: one of two runs, a task, and how many places in the order of tasks */
                            ? g_dngettext (GETTEXT_PACKAGE, "“%s” ran %u place later on the right.",
                                           "“%s” ran %u places later on the right.", n)
                            : g_dngettext (GETTEXT_PACKAGE, "“%s” ran %u place later on the left.",
                                           "“%s” ran %u places later on the left.", n),
                          name, n);
    }
}

static char *
explain (LsComparison        *self,
         LsComparisonSide     side,
         const LsComparedRun *run)
{
  g_autoptr (LsState) state = ls_state_new (ls_comparison_get_trace (self, side));
  g_autoptr (LsExplanation) explanation = NULL;

  ls_state_seek (state, run->selected);
  if (ls_state_get_next_task (state) != run->data.task)
    return NULL;
  explanation = ls_explanation_new_next (state, LS_EXPLANATION_PAST);
  ls_explanation_add_raise (explanation, state);
  return g_strdup (explanation->text);
}

static void
describe_order (GString      *out,
                LsComparison *self)
{
  guint32 n_same = ls_comparison_get_n_same (self);
  const LsComparedRun *runs[LS_COMPARISON_N_SIDES];
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  for (guint i = 0; i < LS_COMPARISON_N_SIDES; i++)
    runs[i] = ls_comparison_get_run (self, i, n_same);
  left = runs[0] != NULL ? say_task (self, LS_COMPARISON_LEFT, &runs[0]->data) : NULL;
  right = runs[1] != NULL ? say_task (self, LS_COMPARISON_RIGHT, &runs[1]->data) : NULL;

  if (n_same == 1)
    ls_explanation_say (out, "%s", _("The first task is the same in both runs."));
  else if (n_same > 1)
    ls_explanation_say (out, g_dngettext (GETTEXT_PACKAGE, "The first %u task is the same in both runs.",
                                          "The first %u tasks are the same in both runs.", n_same), n_same);
  else
    ls_explanation_say (out, "%s", _("The runs differ from the first task."));

  /* Translators: two runs; “%s” is what each ran: “decode” (background) at 12 ms */
  if (left != NULL && right != NULL)
    ls_explanation_say (out, n_same > 0 ? _("Then on the left: %s; on the right: %s.")
                                        : _("On the left: %s; on the right: %s."), left, right);
  else if (left != NULL)
    ls_explanation_say (out, n_same > 0 ? _("Then on the left: %s; on the right: nothing more.")
                                        : _("On the left: %s; on the right: nothing more."), left);
  else if (right != NULL)
    ls_explanation_say (out, n_same > 0 ? _("Then on the left: nothing more; on the right: %s.")
                                        : _("On the left: nothing more; on the right: %s."), right);
  for (guint i = 0; i < LS_COMPARISON_N_SIDES; i++)
    if (runs[i] != NULL)
      append_elsewhere (out, self, i, runs[i]);
}

static void
describe_row (GString               *out,
              LsComparison          *self,
              const LsComparisonRow *row)
{
  g_autofree char *name = ls_names_shorten (ls_comparison_dup_name (self, LS_COMPARISON_LEFT, &row->left));
  g_autofree char *left = ls_names_say_duration (row->left.started_at);
  g_autofree char *right = ls_names_say_duration (row->right.started_at);

  if (row->kind == LS_COMPARISON_PRIORITY)
    /* Translators: a task, two priorities, two times */
    ls_explanation_say (out, _("“%s” ran at priority %s on the left and %s on the right, at %s and %s."), name,
                        ls_task_priority_to_string (row->left.priority), ls_task_priority_to_string (row->right.priority),
                        left, right);
  else
    /* Translators: a task, two times */
    ls_explanation_say (out, _("The order is the same. “%s” is the first task that started at different times: at %s on the left and at %s on the right."), name, left, right);
}

static gboolean
orders_part (LsComparison *self)
{
  guint32 n_same = ls_comparison_get_n_same (self);

  return n_same < ls_comparison_get_n_tasks (self, LS_COMPARISON_LEFT) ||
         n_same < ls_comparison_get_n_tasks (self, LS_COMPARISON_RIGHT);
}

/**
 * ls_comparison_describe_first:
 * @self: a comparison
 *
 * Says in sentences what the first difference is: of the order, and if a task ran at another priority before that, of that
 * too.
 *
 * Returns: (transfer full): sentences in the language of the locale
 */
char *
ls_comparison_describe_first (LsComparison *self)
{
  g_autoptr (GString) out = NULL;
  guint32 first;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  first = ls_comparison_get_first_difference (self);
  if (first == LS_COMPARISON_NONE)
    {
      guint32 n = ls_comparison_get_n_tasks (self, LS_COMPARISON_LEFT);

      if (n == 1)
        ls_explanation_say (out, "%s", _("The task is the same and ran at the same time."));
      else
        ls_explanation_say (out, g_dngettext (GETTEXT_PACKAGE,
                                              "The %u task is the same and ran at the same time.",
                                              "The %u tasks are the same and ran in the same order at the same times.", n), n);
    }
  else
    {
      LsComparisonRow row;

      ls_comparison_get_row (self, first, &row);
      if (row.kind == LS_COMPARISON_PRIORITY || row.kind == LS_COMPARISON_TIME)
        describe_row (out, self, &row);
      if (orders_part (self))
        describe_order (out, self);
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Cells are as wide as they look on a terminal. */
static void
append_cell (GString    *out,
             const char *text,
             guint       width)
{
  g_string_append (out, text);
  for (guint i = ls_character_count_columns (text); i < width; i++)
    g_string_append_c (out, ' ');
}

static void
append_line (GString       *out,
             const char    *label,
             const char    *left,
             const char    *right)
{
  g_string_append (out, "  ");
  append_cell (out, label, LABEL_WIDTH);
  g_string_append_printf (out, " %16s %16s\n", left, right);
}

static void
append_totals (GString      *out,
               LsComparison *self)
{
  LsComparisonTotals totals[LS_COMPARISON_N_SIDES];
  char *cells[LS_COMPARISON_N_SIDES];

#define ROW(label, format, value) \
  G_STMT_START { \
    for (guint i_ = 0; i_ < LS_COMPARISON_N_SIDES; i_++) \
      { \
        const LsComparisonTotals *t = &totals[i_]; \
        cells[i_] = format (value); \
      } \
    append_line (out, label, cells[0], cells[1]); \
    g_free (cells[0]); \
    g_free (cells[1]); \
  } G_STMT_END
#define NUMBER(n) g_strdup_printf ("%u", n)

  for (guint i = 0; i < LS_COMPARISON_N_SIDES; i++)
    ls_comparison_get_totals (self, i, &totals[i]);

  append_line (out, "", get_side_title (LS_COMPARISON_LEFT), get_side_title (LS_COMPARISON_RIGHT));
  ROW (C_("comparison", "time"), ls_names_say_duration, t->time);
  ROW (C_("comparison", "tasks"), NUMBER, t->all.n_tasks);
  ROW (C_("comparison", "tasks removed"), NUMBER, t->n_removed);
  ROW (C_("comparison", "lines printed"), NUMBER, t->n_log_lines);
  ROW (C_("comparison", "longest wait"), ls_names_say_duration, t->all.longest);
  for (guint i = LS_TASK_PRIORITY_USER_BLOCKING; i >= LS_TASK_PRIORITY_BACKGROUND; i--)
    {
      /* Translators: how long tasks of a priority waited, on average */
      g_autofree char *mean = g_strdup_printf (C_("comparison", "wait, %s"), ls_task_priority_to_string (i));

      if (totals[0].waits[i].n_tasks > 0 || totals[1].waits[i].n_tasks > 0)
        ROW (mean, ls_names_say_duration, t->waits[i].n_tasks > 0 ? t->waits[i].total / t->waits[i].n_tasks : 0);
    }
  /* Translators: 26 characters at most, as the others of this table */
  ROW (C_("comparison", "wait, queues of the loop"), ls_names_say_duration,
       t->waits[LS_TASK_PRIORITY_NONE].n_tasks > 0
         ? t->waits[LS_TASK_PRIORITY_NONE].total / t->waits[LS_TASK_PRIORITY_NONE].n_tasks : 0);

#undef NUMBER
#undef ROW
}

static char *
format_cell (LsComparison         *self,
             LsComparisonSide      side,
             const LsComparedTask *task)
{
  g_autofree char *name = NULL;
  g_autofree char *time = NULL;
  const char *priority;

  if (task->index == LS_COMPARISON_NONE)
    return g_strdup ("");

  name = ls_names_shorten (ls_comparison_dup_name (self, side, task));
  time = ls_names_say_duration (task->started_at);
  priority = ls_task_priority_is_valid (task->priority) ? ls_task_priority_to_string (task->priority)
                                                   : ls_queue_type_to_string (task->queue_type);
  return g_strdup_printf ("%u %s, %s, %s", task->index + 1, name, priority, time);
}

static void
append_row (GString      *out,
            LsComparison *self,
            guint32       index)
{
  static const char marks[LS_N_COMPARISON_KINDS] = {
    [LS_COMPARISON_SAME] = ' ', [LS_COMPARISON_TIME] = '~', [LS_COMPARISON_PRIORITY] = '!', [LS_COMPARISON_MOVED] = '*',
    [LS_COMPARISON_ONLY_LEFT] = '<', [LS_COMPARISON_ONLY_RIGHT] = '>',
  };
  LsComparisonRow row;
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  ls_comparison_get_row (self, index, &row);
  left = format_cell (self, LS_COMPARISON_LEFT, &row.left);
  right = format_cell (self, LS_COMPARISON_RIGHT, &row.right);
  g_string_append_printf (out, "%c ", marks[row.kind]);
  if (row.kind == LS_COMPARISON_MOVED && *left != '\0')
    {
      g_string_append_printf (out, "%s (%+" G_GINT64_FORMAT ")\n", left, row.moved_by);
      return;
    }
  if (*right != '\0')
    {
      append_cell (out, left, CELL_WIDTH);
      g_string_append_printf (out, " | %s", right);
    }
  else
    g_string_append (out, left);
  if (row.kind == LS_COMPARISON_MOVED)
    g_string_append_printf (out, " (%+" G_GINT64_FORMAT ")", row.moved_by);
  g_string_append_c (out, '\n');
}

/* Long stretches of rows without a difference are left out. */
static void
append_rows (GString      *out,
             LsComparison *self)
{
  guint32 n_rows = ls_comparison_get_n_rows (self);

  for (guint32 i = 0; i < n_rows;)
    {
      guint32 end = i;
      LsComparisonRow row;

      for (; end < n_rows; end++)
        {
          ls_comparison_get_row (self, end, &row);
          if (row.kind != LS_COMPARISON_SAME)
            break;
        }
      if (end - i > 2 * CONTEXT + 1)
        {
          guint32 before = i > 0 ? CONTEXT : 0, after = end < n_rows ? CONTEXT : 0;

          for (guint32 j = i; j < i + before; j++)
            append_row (out, self, j);
          g_string_append (out, "  … ");
          g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "%u identical task", "%u identical tasks",
                                                    end - i - before - after), end - i - before - after);
          g_string_append_c (out, '\n');
          i = end - after;
        }
      for (; i < end; i++)
        append_row (out, self, i);
      if (i < n_rows)
        append_row (out, self, i++);
    }
}

/* @line: (nullable): a line of a log */
static char *
quote_line (const char *line)
{
  g_autofree char *shown = NULL;

  if (line == NULL)
    return g_strdup (C_("comparison", "nothing more"));
  shown = ls_names_shorten (g_strdup (line));
  return g_strdup_printf (_("“%s”"), shown);
}

/**
 * ls_comparison_to_text:
 * @self: a comparison
 * @left_title: (nullable): what the left run is called
 * @right_title: (nullable): what the right run is called
 *
 * Writes what differs as lines for people.
 *
 * Returns: (transfer full): what differs, to be read; lines may have control characters of the program's names in them
 */
char *
ls_comparison_to_text (LsComparison *self,
                       const char   *left_title,
                       const char   *right_title)
{
  g_autoptr (GString) out = NULL;
  g_autofree char *first = NULL;
  LsComparisonLog log;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  first = ls_comparison_describe_first (self);
  if (left_title != NULL || right_title != NULL)
    g_string_append_printf (out, "%s: %s\n%s: %s\n", get_side_title (LS_COMPARISON_LEFT), left_title != NULL ? left_title : "",
                            get_side_title (LS_COMPARISON_RIGHT), right_title != NULL ? right_title : "");
  g_string_append_printf (out, "%s\n", first);
  if (orders_part (self))
    for (guint i = 0; i < LS_COMPARISON_N_SIDES; i++)
      {
        const LsComparedRun *run = ls_comparison_get_run (self, i, ls_comparison_get_n_same (self));
        g_autofree char *why = run != NULL ? explain (self, i, run) : NULL;

        if (why != NULL)
          g_string_append_printf (out, "  %s: %s\n", get_side_title (i), why);
      }
  if (ls_comparison_get_log_difference (self, &log))
    {
      g_autofree char *left = quote_line (log.left);
      g_autofree char *right = quote_line (log.right);

      /* Translators: a line's number, and what is there: a text in quotation marks, or “nothing more” */
      g_string_append_printf (out, _("The logs differ from line %u: %s on the left, %s on the right."), log.line + 1, left, right);
      g_string_append_c (out, '\n');
    }
  if (ls_comparison_is_same (self))
    return g_string_free (g_steal_pointer (&out), FALSE);

  g_string_append_c (out, '\n');
  append_totals (out, self);
  if (ls_comparison_get_first_difference (self) != LS_COMPARISON_NONE)
    {
      g_string_append_c (out, '\n');
      append_rows (out, self);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
