/* ls-explain-reason.c: why one task goes before another, in a sentence
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-foresight-private.h"
#include "ls-source-rule-private.h"
#include "ls-state-private.h"
#include "ls-trace-names-private.h"

/* Whether a scheduler has a runnable queue that comes before the task's: it offers that one to the loop. */
static gboolean
is_behind_other_queue (const LsWorld    *world,
                       const LsNextTask *task)
{
  if (task->queue == 0)
    return FALSE;
  for (guint i = task->effective_priority + 1; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    if (world->loop.runnable_queues[i] != 0)
      return TRUE;
  return FALSE;
}

static LsReason
find_reason_of_sources (const LsWorld    *world,
                        const LsNextTask *winner,
                        const LsNextTask *loser)
{
  static const LsReason reasons[] = {
    [LS_SOURCE_RULE_PRIORITY] = LS_REASON_RANK, [LS_SOURCE_RULE_ORDER] = LS_REASON_ATTACHED,
    [LS_SOURCE_RULE_ITERATION] = LS_REASON_ITERATION, [LS_SOURCE_RULE_OPEN] = LS_REASON_READINESS,
    [LS_SOURCE_RULE_BROKEN] = LS_REASON_UNKNOWN,
  };
  const LsTaskState *first = ls_world_peek_task (world, winner->task), *second = ls_world_peek_task (world, loser->task);

  return first != NULL && second != NULL ? reasons[ls_source_rule_compare (world, first, second)] : LS_REASON_UNKNOWN;
}

/* What decides that @winner goes before @loser. */
LsReason
ls_explanation_find_reason (const LsWorld    *world,
                            const LsNextTask *winner,
                            const LsNextTask *loser)
{
  const gboolean is_scheduler = winner->queue != 0 && loser->queue != 0;

  if (loser->is_deferred && !winner->is_deferred)
    return LS_REASON_DEFERRED;
  if (ls_queue_type_is_of_sources (winner->queue_type) && ls_queue_type_is_of_sources (loser->queue_type))
    return find_reason_of_sources (world, winner, loser);
  /* Among schedulers, neither ranks nor rules count before the effective priority. */
  if (is_scheduler && winner->effective_priority != loser->effective_priority)
    return winner->effective_priority < loser->effective_priority         ? LS_REASON_UNKNOWN
         : winner->effective_priority / 2 == loser->effective_priority / 2 ? LS_REASON_CONTINUATION
                                                                           : LS_REASON_PRIORITY;
  if (!ls_selection_comes_before (winner, loser))
    return (winner->flags & LS_RECORD_FLAG_FAIR_TURN) != 0          ? LS_REASON_FAIR_TURN
         : (winner->flags & LS_RECORD_FLAG_STARVATION_GUARD) != 0    ? LS_REASON_STARVATION_GUARD
         : winner->queue == 0 && is_behind_other_queue (world, loser) ? LS_REASON_BEST_QUEUE
                                                                     : LS_REASON_UNKNOWN;
  if (winner->rank != loser->rank)
    return LS_REASON_RANK;
  if (is_scheduler)
    return LS_REASON_SAME_PRIORITY;
  return winner->queue == loser->queue && winner->queue_type == loser->queue_type ? LS_REASON_SAME_QUEUE : LS_REASON_SAME_RANK;
}

/* "user-visible": the priority that an effective priority is made of. */
static const char *
get_priority (const LsNextTask *task)
{
  return ls_task_priority_to_string (ls_task_priority_from_effective (task->effective_priority));
}

static gboolean
is_continuation (const LsNextTask *task)
{
  return task->effective_priority % 2 == 1;
}

static char *
say_priority (LsExplanationTense  tense,
              const char         *name,
              const char         *other,
              const char         *better,
              const char         *worse)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: a task, two priorities, another task: “click” is next so far: user-blocking comes before … (“layout”) */
      return g_strdup_printf (_("%s is next so far: %s comes before %s (%s)."), name, better, worse, other);
    case LS_EXPLANATION_PAST:
      /* Translators: a task, two priorities, another task */
      return g_strdup_printf (_("%s ran first: %s comes before %s (%s)."), name, better, worse, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: a task, two priorities, another task */
      return g_strdup_printf (_("%s runs first: %s comes before %s (%s)."), name, better, worse, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for, two priorities or ranks (“rank 5”) */
      return g_strdup_printf (_("%s waits for %s: %s comes before %s."), other, name, better, worse);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: a task, two priorities, another task: “click” runs next: user-blocking comes before … (“layout”) */
      return g_strdup_printf (_("%s runs next: %s comes before %s (%s)."), name, better, worse, other);
    }
}

static char *
say_rank (LsExplanationTense  tense,
          const char         *name,
          const char         *other,
          const char         *better,
          const char         *worse)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: a task, “rank 1”, “rank 7”, another task */
      return g_strdup_printf (_("%s is next so far: %s comes before %s, the rank of %s."), name, better, worse, other);
    case LS_EXPLANATION_PAST:
      /* Translators: a task, “rank 1”, “rank 7”, another task */
      return g_strdup_printf (_("%s ran first: %s comes before %s, the rank of %s."), name, better, worse, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: a task, “rank 1”, “rank 7”, another task */
      return g_strdup_printf (_("%s runs first: %s comes before %s, the rank of %s."), name, better, worse, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for, two priorities or ranks (“rank 5”) */
      return g_strdup_printf (_("%s waits for %s: %s comes before %s."), other, name, better, worse);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: a task, “rank 1”, “rank 7”, another task */
      return g_strdup_printf (_("%s runs next: %s comes before %s, the rank of %s."), name, better, worse, other);
    }
}

static char *
say_continuation (LsExplanationTense  tense,
                  const char         *name,
                  const char         *other,
                  const char         *priority)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: a task, a priority twice, another task */
      return g_strdup_printf (_("%s is next so far: %s continuations come before %s tasks (%s)."), name, priority, priority, other);
    case LS_EXPLANATION_PAST:
      /* Translators: a task, a priority twice, another task */
      return g_strdup_printf (_("%s ran first: %s continuations come before %s tasks (%s)."), name, priority, priority, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: a task, a priority twice, another task */
      return g_strdup_printf (_("%s runs first: %s continuations come before %s tasks (%s)."), name, priority, priority, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for, a priority twice */
      return g_strdup_printf (_("%s waits for %s: %s continuations come before %s tasks."), other, name, priority, priority);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: a task, a priority twice, another task */
      return g_strdup_printf (_("%s runs next: %s continuations come before %s tasks (%s)."), name, priority, priority, other);
    }
}

static char *
say_same_priority (LsExplanationTense  tense,
                   const char         *name,
                   const char         *other,
                   const char         *priority,
                   gboolean            are_continuations)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: a task, another one, a priority */
      return g_strdup_printf (are_continuations ? _("%s is next so far: it was queued before %s, also a %s continuation.")
                                                : _("%s is next so far: it was queued before %s, which is also %s."),
                              name, other, priority);
    case LS_EXPLANATION_PAST:
      /* Translators: a task, another one, a priority */
      return g_strdup_printf (are_continuations ? _("%s ran first: it was queued before %s, also a %s continuation.")
                                                : _("%s ran first: it was queued before %s, which was also %s."),
                              name, other, priority);
    case LS_EXPLANATION_TOLD:
      /* Translators: a task, another one, a priority */
      return g_strdup_printf (are_continuations ? _("%s runs first: it was queued before %s, also a %s continuation.")
                                                : _("%s runs first: it was queued before %s, which is also %s."),
                              name, other, priority);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for, a priority, the task it waits for */
      return g_strdup_printf (are_continuations ? _("%s waits for %s: both are %s continuations, and %s was queued first.")
                                                : _("%s waits for %s: both are %s, and %s was queued first."),
                              other, name, priority, name);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: a task, another one, a priority */
      return g_strdup_printf (are_continuations ? _("%s runs next: it was queued before %s, also a %s continuation.")
                                                : _("%s runs next: it was queued before %s, which is also %s."),
                              name, other, priority);
    }
}

/* Age decides between two queues of the loop of one rank, or in one. */
static char *
say_age (LsExplanationTense  tense,
         const char         *name,
         const char         *other,
         gboolean            is_same_queue)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: two tasks */
      return g_strdup_printf (is_same_queue ? _("%s is next so far: it was queued before %s in the same queue.")
                                            : _("%s is next so far: it was queued before %s, whose queue has the same rank."),
                              name, other);
    case LS_EXPLANATION_PAST:
      /* Translators: two tasks */
      return g_strdup_printf (is_same_queue ? _("%s ran first: it was queued before %s in the same queue.")
                                            : _("%s ran first: it was queued before %s, whose queue had the same rank."),
                              name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two tasks */
      return g_strdup_printf (is_same_queue ? _("%s runs first: it was queued before %s in the same queue.")
                                            : _("%s runs first: it was queued before %s, whose queue has the same rank."),
                              name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for twice */
      return g_strdup_printf (is_same_queue ? _("%s waits for %s: both are in the same queue, and %s was queued first.")
                                            : _("%s waits for %s: their queues have the same rank, and %s was queued first."),
                              other, name, name);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two tasks */
      return g_strdup_printf (is_same_queue ? _("%s runs next: it was queued before %s in the same queue.")
                                            : _("%s runs next: it was queued before %s, whose queue has the same rank."),
                              name, other);
    }
}

/* The loser is older, and in a queue of schedulers that comes after another one. */
static char *
say_best_queue (LsExplanationTense  tense,
                const char         *name,
                const char         *other)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s is next so far: %s is older, but another scheduler queue comes before its own."), name, other);
    case LS_EXPLANATION_PAST:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s ran first: %s was older, but another scheduler queue came before its own."), name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s runs first: %s is older, but another scheduler queue comes before its own."), name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for */
      return g_strdup_printf (_("%s waits for %s: it is older, but another scheduler queue comes before its own."), other, name);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s runs next: %s is older, but another scheduler queue comes before its own."), name, other);
    }
}

/* The loser waits for the frame that shows what an input event has done. */
static char *
say_deferred (LsExplanationTense  tense,
              const char         *name,
              const char         *other)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: two tasks. The input is a click, or a key press */
      return g_strdup_printf (_("%s is next so far: %s is held back until the frame after the input is drawn."), name, other);
    case LS_EXPLANATION_PAST:
      /* Translators: two tasks. The input is a click, or a key press */
      return g_strdup_printf (_("%s ran first: %s was held back until the frame after the input was drawn."), name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two tasks. The input is a click, or a key press */
      return g_strdup_printf (_("%s runs first: %s is held back until the frame after the input is drawn."), name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for. The input is a click, or a key press */
      return g_strdup_printf (_("%s waits for %s: it is held back until the frame after the input is drawn."), other, name);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two tasks. The input is a click, or a key press */
      return g_strdup_printf (_("%s runs next: %s is held back until the frame after the input is drawn."), name, other);
    }
}

static char *
say_fair_turn (LsExplanationTense  tense,
               const char         *name,
               const char         *other,
               const char         *rank,
               guint               n)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: two tasks, a number, “rank 5” */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s is next so far, before %s: after %u pick in a row, the preset gives %s a turn.",
                                           "%s is next so far, before %s: after %u picks in a row, the preset gives %s a turn.", n),
                              name, other, n, rank);
    case LS_EXPLANATION_PAST:
      /* Translators: two tasks, a number, “rank 5” */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s ran before %s: after %u pick in a row, the preset gives %s a turn.",
                                           "%s ran before %s: after %u picks in a row, the preset gives %s a turn.", n),
                              name, other, n, rank);
    case LS_EXPLANATION_TOLD:
      /* Translators: two tasks, a number, “rank 5” */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s runs before %s: after %u pick in a row, the preset gives %s a turn.",
                                           "%s runs before %s: after %u picks in a row, the preset gives %s a turn.", n),
                              name, other, n, rank);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for, a number, “rank 5” */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s waits for %s: after %u pick in a row, the preset gives %s a turn.",
                                           "%s waits for %s: after %u picks in a row, the preset gives %s a turn.", n),
                              other, name, n, rank);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two tasks, a number, “rank 5” */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s runs next, before %s: after %u pick in a row, the preset gives %s a turn.",
                                           "%s runs next, before %s: after %u picks in a row, the preset gives %s a turn.", n),
                              name, other, n, rank);
    }
}

static char *
say_starvation_guard (LsExplanationTense  tense,
                      const char         *name,
                      const char         *other,
                      guint               n)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: two tasks, a number */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s is next so far, before the older %s: after %u delayed task in a row, immediate work "
                                           "goes first.",
                                           "%s is next so far, before the older %s: after %u delayed tasks in a row, immediate work "
                                           "goes first.", n),
                              name, other, n);
    case LS_EXPLANATION_PAST:
      /* Translators: two tasks, a number */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s ran before the older %s: after %u delayed task in a row, immediate work goes first.",
                                           "%s ran before the older %s: after %u delayed tasks in a row, immediate work goes first.",
                                           n),
                              name, other, n);
    case LS_EXPLANATION_TOLD:
      /* Translators: two tasks, a number */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s runs before the older %s: after %u delayed task in a row, immediate work goes first.",
                                           "%s runs before the older %s: after %u delayed tasks in a row, immediate work goes first.",
                                           n),
                              name, other, n);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for, a number */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s waits for %s: after %u delayed task in a row, immediate work goes first.",
                                           "%s waits for %s: after %u delayed tasks in a row, immediate work goes first.", n),
                              other, name, n);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two tasks, a number */
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                           "%s runs next, before the older %s: after %u delayed task in a row, immediate work goes "
                                           "first.",
                                           "%s runs next, before the older %s: after %u delayed tasks in a row, immediate work goes "
                                           "first.", n),
                              name, other, n);
    }
}

static char *
say_unknown (LsExplanationTense  tense,
             const char         *name,
             const char         *other)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s is next so far; the trace does not say why it comes before %s."), name, other);
    case LS_EXPLANATION_PAST:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s ran first; the trace does not say why it came before %s."), name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s runs first; the trace does not say why it comes before %s."), name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a task, the task it waits for */
      return g_strdup_printf (_("%s waits for %s; the trace does not say why."), other, name);
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two tasks */
      return g_strdup_printf (_("%s runs next; the trace does not say why it comes before %s."), name, other);
    }
}

/* Says that a task goes on, and no more. */
char *
ls_explanation_say_untold (LsExplanationTense  tense,
                           const char         *name)
{
  return g_strdup_printf (tense == LS_EXPLANATION_PAST   ? _("%s ran; the trace does not say why.")
                          : tense == LS_EXPLANATION_TOLD ? _("%s runs; the trace does not say why.")
                                                         : _("%s runs next; the trace does not say why."), name);
}

/* With several agents, each has a loop of its own. */
static char *
say_only (LsExplanationTense  tense,
          const char         *name,
          gboolean            has_agents)
{
  switch (tense)
    {
    case LS_EXPLANATION_SO_FAR:
      return g_strdup_printf (has_agents ? _("%s is next so far: it is the only task in its loop that can run.")
                                         : _("%s is next so far: it is the only task that can run."), name);
    case LS_EXPLANATION_PAST:
      return g_strdup_printf (has_agents ? _("%s ran: it was the only task in its loop that could run.")
                                         : _("%s ran: it was the only task that could run."), name);
    case LS_EXPLANATION_TOLD:
      return g_strdup_printf (has_agents ? _("%s runs: it is the only task in its loop that can.")
                                         : _("%s runs: it is the only task that can."), name);
    case LS_EXPLANATION_PRESENT:
    case LS_EXPLANATION_WAITING:
    default:
      return g_strdup_printf (has_agents ? _("%s runs next: it is the only task in its loop that can run.")
                                         : _("%s runs next: it is the only task that can run."), name);
    }
}

/* Says in one sentence why @winner goes before @loser. @state is that of the choice, @name and @other are their names. */
char *
ls_explanation_say_reason (LsState            *state,
                           LsExplanationTense  tense,
                           const LsNextTask   *winner,
                           const LsNextTask   *loser,
                           const char         *name,
                           const char         *other)
{
  const LsWorld *world = ls_state_get_world (state);
  g_autofree char *rank = ls_names_say_rank (state, winner->rank);
  g_autofree char *other_rank = ls_names_say_rank (state, loser->rank);

  switch (ls_explanation_find_reason (world, winner, loser))
    {
    case LS_REASON_PRIORITY:
      return say_priority (tense, name, other, get_priority (winner), get_priority (loser));
    case LS_REASON_CONTINUATION:
      return say_continuation (tense, name, other, get_priority (winner));
    case LS_REASON_RANK:
      return ls_state_is_of_glib (state) ? say_priority (tense, name, other, rank, other_rank)
                                                                    : say_rank (tense, name, other, rank, other_rank);
    case LS_REASON_SAME_PRIORITY:
      return say_same_priority (tense, name, other, get_priority (winner), is_continuation (winner));
    case LS_REASON_SAME_QUEUE:
      return say_age (tense, name, other, TRUE);
    case LS_REASON_SAME_RANK:
      return say_age (tense, name, other, FALSE);
    case LS_REASON_BEST_QUEUE:
      return say_best_queue (tense, name, other);
    case LS_REASON_ATTACHED:
    case LS_REASON_ITERATION:
    case LS_REASON_READINESS:
      return ls_source_rule_say (tense, ls_explanation_find_reason (world, winner, loser), name, other);
    case LS_REASON_DEFERRED:
      return say_deferred (tense, name, other);
    case LS_REASON_FAIR_TURN:
      return say_fair_turn (tense, name, other, rank, world->loop.fair_after);
    case LS_REASON_STARVATION_GUARD:
      return say_starvation_guard (tense, name, other, world->loop.max_delayed_picks);
    case LS_REASON_UNKNOWN:
    default:
      return say_unknown (tense, name, other);
    }
}

/* The task of the winner's queue that would be next without it. Returns FALSE if there is none. */
static gboolean
find_next_in_queue (const LsWorld    *world,
                    const LsNextTask *winner,
                    LsNextTask       *second)
{
  static const LsWorkQueueKind kinds[] = {
    LS_WORK_QUEUE_IMMEDIATE_WORK, LS_WORK_QUEUE_DELAYED_WORK, LS_WORK_QUEUE_IMMEDIATE_INCOMING
  };
  guint32 found = 0;

  if (winner->queue != 0)
    found = ls_world_peek_task (world, winner->task)->next;
  for (guint i = 0; winner->queue == 0 && i < G_N_ELEMENTS (kinds); i++)
    {
      guint32 id = world->loop.loop_queues[winner->queue_type].work_queues[kinds[i]].first;

      if (id == winner->task)
        id = ls_world_peek_task (world, id)->next;
      if (id != 0 && (found == 0 || ls_world_peek_task (world, id)->enqueue_order <
                                    ls_world_peek_task (world, found)->enqueue_order))
        found = id;
    }
  return found != 0 && ls_selection_describe (world, ls_world_peek_task (world, found), second);
}

/* Finds the task that would be next without @winner, or that it goes before by a rule. Returns FALSE if no other can run. */
static gboolean
find_runner_up (const LsWorld    *world,
                const LsNextTask *winner,
                LsNextTask       *runner_up)
{
  guint n_candidates, rival = 0;
  g_autofree LsCandidate *candidates = NULL;
  const LsTaskState *task;
  LsNextTask second;
  gboolean has_second;

  if (winner->flags != 0 && (task = ls_world_peek_task (world, winner->instead_of)) != NULL &&
      ls_selection_describe (world, task, runner_up))
    return TRUE;

  candidates = ls_selection_list_candidates (world, &n_candidates);
  has_second = find_next_in_queue (world, winner, &second);
  while (rival < n_candidates && candidates[rival].queue == winner->queue && candidates[rival].queue_type == winner->queue_type)
    rival++;
  if (rival < n_candidates && (task = ls_world_peek_task (world, candidates[rival].oldest_task)) != NULL &&
      ls_selection_describe (world, task, runner_up) && (!has_second || !ls_selection_comes_before (&second, runner_up)))
    return TRUE;
  *runner_up = second;
  return has_second;
}

/* The names of two tasks, which have their numbers if they are called alike. */
void
ls_explanation_name_two (LsState  *state,
                         guint32   task,
                         guint32   other,
                         char    **name,
                         char    **other_name)
{
  *name = ls_names_say_task (state, task);
  *other_name = ls_names_say_task (state, other);
  if (!g_str_equal (*name, *other_name))
    return;
  g_free (*name);
  g_free (*other_name);
  *name = ls_names_say_numbered (state, task);
  *other_name = ls_names_say_numbered (state, other);
}

/* Returns the task that would go first without @winner, 0 if no other can run. @state is that of the choice. */
guint32
ls_explanation_find_runner_up (LsState          *state,
                               const LsNextTask *winner)
{
  LsNextTask runner_up;

  return find_runner_up (ls_state_get_world (state), winner, &runner_up) ? runner_up.task : 0;
}

/* Says in one sentence why @winner goes before all others. @state is that of the choice. */
char *
ls_explanation_say_choice (LsState            *state,
                           LsExplanationTense  tense,
                           const LsNextTask   *winner)
{
  g_autofree char *name = NULL, *other = NULL;
  LsNextTask runner_up;

  if (!find_runner_up (ls_state_get_world (state), winner, &runner_up))
    {
      name = ls_names_say_task (state, winner->task);
      if (ls_queue_type_is_of_sources (winner->queue_type))
        return ls_source_rule_say_only (tense, name);
      return say_only (tense, name, ls_state_get_n_agents (state) > 0);
    }
  ls_explanation_name_two (state, winner->task, runner_up.task, &name, &other);
  return ls_explanation_say_reason (state, tense, winner, &runner_up, name, other);
}
