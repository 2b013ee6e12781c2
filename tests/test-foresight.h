/* test-foresight.h: holds what is said to be next against what came
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-explain.h"
#include "ls-runner.h"

/* How often something was foreseen where nothing more was recorded: for certain, and so far. */
typedef struct
{
  guint n_certain, n_so_far;
} ForesightCounts;

/* The task that the first record from each position on selects, 0 for none. */
static inline guint32 *
foresight_list_truth (LsTrace *trace)
{
  const gsize length = ls_trace_get_length (trace);
  guint32 *truth = g_new0 (guint32, length + 1);

  for (gsize i = length; i-- > 0;)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      truth[i] = record.kind == LS_RECORD_TASK_SELECTED ? record.subject : truth[i + 1];
    }
  return truth;
}

/* What an engine has chosen, the rules of its preset explain. */
static inline void
foresight_check_sentence (const LsExplanation *explanation,
                          const char          *title,
                          gsize                position)
{
  g_assert_true (g_str_has_prefix (explanation->text, explanation->sentence));
  if (strstr (explanation->sentence, "the trace does not say why") != NULL)
    g_error ("%s: at position %" G_GSIZE_FORMAT ": %s", title, position, explanation->text);
}

/* Goes over each position of a trace, forwards or backwards, and explains one of so many. */
static inline void
foresight_check_positions (LsTrace       *trace,
                           const guint32 *truth,
                           const char    *title,
                           guint          every,
                           gboolean       backwards)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  const gsize length = ls_trace_get_length (trace);

  for (gsize n = 0; n <= length; n++)
    {
      const gsize i = backwards ? length - n : n;
      const LsTaskState *waiting;

      ls_state_seek (state, i);
      if (ls_state_get_next_task (state) != truth[i])
        g_error ("%s: at position %" G_GSIZE_FORMAT " task %u is next, foreseen was %u", title, i, truth[i],
                 ls_state_get_next_task (state));
      if (n % every == 0)
        {
          g_autoptr (LsExplanation) explanation = ls_explain_next (state);

          g_assert_cmpuint (explanation->task, ==, truth[i]);
          g_assert_cmpint (explanation->kind, ==, truth[i] != 0 ? LS_EXPLANATION_NEXT : LS_EXPLANATION_NOTHING_RUNNABLE);
          foresight_check_sentence (explanation, title, i);
        }
      if (n % every != 1 % every || truth[i] == 0 || ls_state_get_n_agents (state) > 0)
        continue;
      /* Each task of the queues waits for the one that is next. */
      for (guint32 id = 1; id <= ls_state_get_n_tasks (state); id++)
        if ((waiting = ls_state_get_task (state, id)) != NULL &&
            (waiting->status == LS_TASK_STATUS_QUEUED || waiting->status == LS_TASK_STATUS_INCOMING))
          {
            g_autoptr (LsExplanation) explanation = ls_explain_task (state, id);

            if (waiting->queue != 0 && !ls_state_get_queue (state, waiting->queue)->is_runnable)
              continue;
            waiting = ls_state_get_task (ls_state_get_ahead (state), id);
            if (waiting->status == LS_TASK_STATUS_REMOVED)
              g_assert_nonnull (strstr (explanation->sentence, " never runs: "));
            else if (id == truth[i])
              g_assert_true (explanation->kind == LS_EXPLANATION_NEXT || explanation->kind == LS_EXPLANATION_WAITS_TURN);
            else if (explanation->blocker != truth[i])
              g_error ("%s: at position %" G_GSIZE_FORMAT " task %u waits for %u, not %u: %s", title, i, id, truth[i],
                       explanation->blocker, explanation->text);
            foresight_check_sentence (explanation, title, i);
          }
    }
}

/* Whether an action of the user comes before the next selection. Nobody foresees that. */
static inline gboolean
foresight_is_interrupted (LsTrace *whole,
                          gsize    position)
{
  LsRecord record;

  for (; position < ls_trace_get_length (whole); position++)
    {
      ls_trace_get_record (whole, position, &record);
      if (record.kind == LS_RECORD_ACTION || record.kind == LS_RECORD_TASK_SELECTED)
        return record.kind == LS_RECORD_ACTION;
    }
  return FALSE;
}

/* Runs a session step by step, and looks at what is next where nothing more is recorded; @whole is the trace of another run of it,
 * to the end. */
static inline void
foresight_check_live (LsRunner        *runner,
                      LsTrace         *whole,
                      const guint32   *truth,
                      const char      *title,
                      ForesightCounts *counts)
{
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (LsState) state = ls_state_new (trace), end = ls_state_new (whole);
  gboolean has_agents;

  ls_state_seek (end, G_MAXSIZE);
  has_agents = ls_state_get_n_agents (end) > 0;
  do
    {
      const gsize position = ls_trace_get_length (trace);
      g_autoptr (LsExplanation) explanation = NULL;
      LsNextBasis basis;

      ls_state_seek (state, position);
      explanation = ls_explain_next (state);
      foresight_check_sentence (explanation, title, position);
      basis = ls_state_get_next_basis (state);
      g_assert_true (explanation->task == 0 ||
                     (strstr (explanation->sentence, " is next so far") != NULL) == (basis == LS_NEXT_SO_FAR));
      if (ls_state_get_n_agents (state) == 0)
        g_assert_cmpint (basis, ==, ls_state_is_between_turns (state) ? LS_NEXT_CERTAIN : LS_NEXT_SO_FAR);
      counts->n_so_far += basis == LS_NEXT_SO_FAR;
      counts->n_certain += basis == LS_NEXT_CERTAIN;
      if (basis == LS_NEXT_CERTAIN && ls_state_get_next_task (state) != truth[position] &&
          !foresight_is_interrupted (whole, position))
        g_error ("%s: after position %" G_GSIZE_FORMAT " (step %u, %" G_GUINT64_FORMAT " µs) task %u is next, foreseen was %u",
                 title, position, ls_runner_get_n_steps (runner), ls_state_get_time (state), truth[position],
                 ls_state_get_next_task (state));
      /* Agents take steps that end between two records of a turn, also in the one that makes the first of them. */
      if (ls_runner_get_n_steps (runner) > 0 && !has_agents)
        g_assert_cmpuint (position, ==, ls_runner_find_step (runner, ls_runner_get_n_steps (runner)));
    }
  while (ls_runner_step (runner, NULL));
}
