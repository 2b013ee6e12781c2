/* ls-preset.h: how a loop chooses between its task queues
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LS_PRESET_MAX_RANKS:
 *
 * Ranks are 0 (served first) to one less than this.
 */
#define LS_PRESET_MAX_RANKS 16

/**
 * LsPreset:
 * @name: its name in files and on the command line
 * @title: its name for people, in English; the catalogue has it
 * @description: what it models and where that comes from, likewise
 * @rank_names: what the model calls each rank, %NULL for a rank that it does not use; the catalogue has those that are not the
 *   names of a browser
 * @queue_ranks: the rank of each task queue of the loop, by [enum@QueueType]
 * @effective_priority_ranks: the rank of a scheduler task queue, by effective priority
 * @timer_nesting_limit: timers at this nesting level or beyond it (see @timer_nesting_counts_first) are clamped
 * @timer_nesting_counts_first: whether the timer that is being set counts itself before the comparison (Blink until
 *   crbug 1108877): then level >= limit clamps, else level > limit does (HTML)
 * @timer_clamp_ms: the least timeout of a clamped timer, in ms
 * @interval_floor_ms: the least timeout of a repeating timer, in ms
 * @interval_rearms_first: a repeating timer is set again before its callback is called, for the next multiple of its
 *   timeout since it was due (Blink); else afterwards, for its timeout from then on (HTML)
 * @has_idle_periods: idle callbacks run in periods (Blink): one that is requested in a period waits for the next, and
 *   none begins where a delayed task is due within a millisecond; else each runs when nothing else does
 * @max_delayed_picks: after so many picks from delayed work while immediate work of the same rank waits, immediate
 *   work goes first; 0 for no such rule
 * @compositor_starved_after_ms: a compositor task that has waited so long raises its queue to @compositor_starved_rank;
 *   0 for no such rule
 * @compositor_starved_rank: see above
 * @compositor_after_input_rank: rank of the compositor's queue from a discrete input event until its next task;
 *   the same as its own rank for no such rule
 * @fair_after: after so many picks in a row while a worse rank waits, the best of the waiting worse ranks gets one
 *   (section 5.2's mitigation); 0 for no such rule
 * @loses_state_settled_reaction: reactions on promises that are settled already run without continuation state (Gecko)
 * @loses_state_queue_microtask: queueMicrotask() callbacks see whatever state is ambient (Gecko)
 * @loses_state_thenable_job: then() of a thenable is called without continuation state (Gecko)
 *
 * A loop preset: a table, all plain data. Sessions may override ranks.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *rank_names[LS_PRESET_MAX_RANKS];
  guint8      queue_ranks[LS_N_QUEUE_TYPES];
  guint8      effective_priority_ranks[LS_N_EFFECTIVE_PRIORITIES];
  guint       timer_nesting_limit;
  gboolean    timer_nesting_counts_first;
  guint       timer_clamp_ms;
  guint       interval_floor_ms;
  gboolean    interval_rearms_first;
  gboolean    has_idle_periods;
  guint       max_delayed_picks;
  guint       compositor_starved_after_ms;
  guint8      compositor_starved_rank;
  guint8      compositor_after_input_rank;
  guint       fair_after;
  gboolean    loses_state_settled_reaction;
  gboolean    loses_state_queue_microtask;
  gboolean    loses_state_thenable_job;
} LsPreset;

/**
 * LS_DEFAULT_PRESET:
 *
 * The preset of a loop that was given none.
 */
#define LS_DEFAULT_PRESET "blink"

const LsPreset     *ls_preset_lookup    (const char *name);
const char * const *ls_preset_get_names (void);

G_END_DECLS
