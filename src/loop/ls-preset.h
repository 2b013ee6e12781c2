/* ls-preset.h: the presets: how a loop chooses between its task queues
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
 * @title: its title for people, in English; the catalogue has a translation
 * @summary: how it chooses, in a sentence for people who choose a preset, in English; the catalogue has a translation
 * @description: the browser or text that it models, in English; the catalogue has a translation
 * @rank_names: the name of each rank in the model, %NULL for a rank that the preset does not use; the catalogue has a translation
 *   of names that are not a browser's
 * @queue_ranks: the rank of each task queue of the loop, by [enum@QueueType]
 * @effective_priority_ranks: the rank of a scheduler task queue, by effective priority
 * @timer_nesting_limit: the loop clamps timers at this nesting level or beyond it (see @timer_nesting_counts_first)
 * @timer_nesting_counts_first: whether a new timer counts itself before the comparison (Blink until crbug 1108877): then level >=
 *   limit clamps, else level > limit does (HTML)
 * @microtasks_reset_timer_nesting: whether a timer that a microtask sets starts at nesting level 0 (HTML: the running task is then
 *   no timer's); else at the level of the turn's timer (all browsers)
 * @timer_clamp_ms: the least timeout of a clamped timer, in ms
 * @interval_floor_ms: the least timeout of a repeating timer, in ms
 * @interval_rearms_first: whether the loop sets a repeating timer again before it calls the callback, for the next multiple of
 *   its timeout since it was due (Blink); else it does so afterwards, for the timeout from then on (HTML)
 * @interval_counts_from_callback: whether the timeout of a repeating timer that is set again afterwards counts from when the
 *   callback began (Gecko); else from its end (HTML)
 * @delays_end_in_parallel: whether a delay that ends during a turn puts its task into its queue at that time, before what the
 *   turn posts later (HTML, Gecko); else the loop moves such tasks between turns, behind all that the turn has posted (Blink)
 * @has_idle_periods: whether idle callbacks run in periods (Blink, Gecko): a callback requested in a period waits for the next
 *   period, and no period begins where a delayed task is due within a millisecond; else each runs when nothing else does
 * @idle_deadline_is_renewed: whether each idle callback gets 50 ms of its own (Gecko); else those of one period share them
 * @idle_deadline_is_live: whether the loop computes the deadline each time that the program asks for it, so that a timer shortens
 *   the time and gives it back when cleared (HTML); else the deadline stays what it was when the callback began (all browsers)
 * @max_delayed_picks: the loop serves immediate work first after so many picks from delayed work while immediate work of the same
 *   rank waits; 0 for no such rule
 * @compositor_starved_after_ms: the loop raises the queue of the compositor to @compositor_starved_rank when its oldest task has
 *   waited so long; 0 for no such rule
 * @compositor_starved_rank: the rank of that rule
 * @compositor_after_input_rank: the rank of the compositor's queue from a discrete input event until its next task; its own rank
 *   for no such rule
 * @discrete_input_response_ms: how long at most the loop defers the tasks of pages after a discrete input event for the frame that
 *   shows its effect; 0 for no such rule
 * @fair_after: after so many picks in a row while a worse rank waits, the best of the waiting worse ranks gets a pick (the
 *   mitigation of section 5.2); 0 for no such rule
 * @loses_state_settled_reaction: whether reactions on settled promises run without continuation state (Gecko)
 * @loses_state_queue_microtask: whether queueMicrotask() callbacks see the ambient state (Gecko)
 * @loses_state_thenable_job: whether the loop calls then() of a thenable without continuation state (Gecko)
 * @experiments: which experiments a loop with this table has; none in the presets themselves
 *
 * A loop preset: a table of plain data. Sessions may override ranks, and turn experiments on.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *summary;
  const char *description;
  const char *rank_names[LS_PRESET_MAX_RANKS];
  guint8      queue_ranks[LS_N_QUEUE_TYPES];
  guint8      effective_priority_ranks[LS_N_EFFECTIVE_PRIORITIES];
  guint       timer_nesting_limit;
  gboolean    timer_nesting_counts_first;
  gboolean    microtasks_reset_timer_nesting;
  guint       timer_clamp_ms;
  guint       interval_floor_ms;
  gboolean    interval_rearms_first;
  gboolean    interval_counts_from_callback;
  gboolean    delays_end_in_parallel;
  gboolean    has_idle_periods;
  gboolean    idle_deadline_is_renewed;
  gboolean    idle_deadline_is_live;
  guint       max_delayed_picks;
  guint       compositor_starved_after_ms;
  guint8      compositor_starved_rank;
  guint8      compositor_after_input_rank;
  guint       discrete_input_response_ms;
  guint       fair_after;
  gboolean    loses_state_settled_reaction;
  gboolean    loses_state_queue_microtask;
  gboolean    loses_state_thenable_job;
  LsExperiments experiments;
} LsPreset;

#define LS_TYPE_PRESET (ls_preset_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_preset_get_type (void);

/**
 * LS_DEFAULT_PRESET:
 *
 * The preset of a loop without a preset of its own.
 */
#define LS_DEFAULT_PRESET "blink"

LS_AVAILABLE_IN_1_0
const LsPreset     *ls_preset_lookup    (const char *name);
LS_AVAILABLE_IN_1_0
const char * const *ls_preset_get_names (void);

G_END_DECLS
