/* ls-preset.c: the tables of the presets
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preset.h"

#include <glib/gi18n-lib.h>

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsPreset, ls_preset)

#define EVERY_QUEUE [0 ... LS_N_QUEUE_TYPES - 1]

/* The note in §4.1.3: effective priorities from 3 on go before other sources, 2 goes with timers, 0 and 1 run when nothing else
 * is runnable. Input and rendering go first, by the note's "a little lower than urgent work". */
#define SPEC_TABLE \
  .rank_names = { N_("urgent"), N_("user-blocking continuation"), "user-blocking", N_("user-visible continuation"), \
                  N_("other sources"), N_("user-visible and timers"), N_("background continuation"), "background", \
                  N_("idle") }, \
  .queue_ranks = { \
    EVERY_QUEUE = 4, \
    [LS_QUEUE_TYPE_CONTROL] = 0, \
    [LS_QUEUE_TYPE_INPUT] = 0, \
    [LS_QUEUE_TYPE_COMPOSITOR] = 0, \
    [LS_QUEUE_TYPE_FRAME_THROTTLEABLE] = 5, \
    [LS_QUEUE_TYPE_IDLE] = 8, \
  }, \
  .effective_priority_ranks = { 7, 6, 5, 3, 2, 1 }, \
  .timer_nesting_limit = 5, \
  .microtasks_reset_timer_nesting = TRUE, \
  .timer_clamp_ms = 4, \
  .delays_end_in_parallel = TRUE, \
  .idle_deadline_is_live = TRUE,

static const LsPreset preset_spec = {
  .name = "spec",
  .title = N_("Specification"),
  .summary = N_("What the specification suggests: user-blocking tasks first, then other work by age, background tasks last."),
  .description = N_("The strategy that the specification's note in 4.1.3 suggests: continuations of user-visible tasks and "
                    "everything user-blocking before other sources, user-visible tasks together with timers by age, "
                    "background work only when nothing else is runnable. Input and rendering are a little more urgent."),
  SPEC_TABLE
};

/* Chromium's TaskPriority (main_thread_scheduler), 0 first. The selector serves the oldest task of a priority, and after three
 * delayed picks an immediate one (TaskQueueSelector::kMaxDelayedStarvationTasks). */
static const LsPreset preset_blink = {
  .name = "blink",
  .title = N_("Chromium"),
  .summary = N_("Chromium today: input and user-blocking tasks first. Nothing keeps background tasks from starving."),
  .description = N_("Chromium's main thread: TaskPriority from Control to BestEffort, the oldest task of the best priority "
                    "first. After three delayed picks an immediate task runs. The compositor is raised once it has starved "
                    "for 100 ms and for the frame after a discrete input event. Tasks of pages are held back until that "
                    "frame if it is requested, for 50 ms at most. Nothing keeps lower priorities from starving."),
  .rank_names = { "Control", "Highest", "ExtremelyHigh", "VeryHigh", "HighContinuation", "High", "NormalContinuation",
                  "Normal", "LowContinuation", "Low", "BestEffort" },
  .queue_ranks = {
    EVERY_QUEUE = 7,
    [LS_QUEUE_TYPE_CONTROL] = 0,
    [LS_QUEUE_TYPE_INPUT] = 1,
    [LS_QUEUE_TYPE_FRAME_LOADING_CONTROL] = 5,
    [LS_QUEUE_TYPE_IDLE] = 10,
  },
  .effective_priority_ranks = { 9, 8, 7, 6, 5, 4 },
  .timer_nesting_limit = 5,
  .timer_clamp_ms = 4,
  .interval_rearms_first = TRUE,
  .has_idle_periods = TRUE,
  .max_delayed_picks = 3,
  .compositor_starved_after_ms = 100,
  .compositor_starved_rank = 3,
  .compositor_after_input_rank = 1,
  .discrete_input_response_ms = 50, /* UserModel::kDiscreteInputResponseDeadline */
};

/* The article's PrioritisationType, 10 first. A rank is 11 less that number, so control can have rank 0. The article says nothing
 * of scheduler tasks: the table puts user-blocking at kHighPriorityLocalFrame, user-visible at kRegular and background at
 * kBestEffort. Continuations came later; they rank with their tasks. */
static const LsPreset preset_blink_2021 = {
  .name = "blink-2021",
  .title = N_("Chromium in 2021"),
  .summary = N_("Chromium in 2021: timers wait for as long as there is input or rendering to do."),
  .description = N_("Chromium as an article of 2021 walks through it: PrioritisationType as a linear order from input (10) "
                    "down to internal script continuations (0), JavaScript timers at 7. A timer never runs while input or "
                    "the compositor has work."),
  .rank_names = { "control", "10 input", "9 compositor", "8 high priority local frame", "7 JavaScript timer",
                  "6 experimental database", "5 find in page", "4 loading control", "3 loading", "2 regular",
                  "1 best effort", "0 internal script continuation" },
  .queue_ranks = {
    EVERY_QUEUE = 9,
    [LS_QUEUE_TYPE_CONTROL] = 0,
    [LS_QUEUE_TYPE_INPUT] = 1,
    [LS_QUEUE_TYPE_COMPOSITOR] = 2,
    [LS_QUEUE_TYPE_FRAME_THROTTLEABLE] = 4,
    [LS_QUEUE_TYPE_FRAME_LOADING_CONTROL] = 7,
    [LS_QUEUE_TYPE_FRAME_LOADING] = 8,
    [LS_QUEUE_TYPE_IDLE] = 10,
  },
  .effective_priority_ranks = { 10, 10, 9, 9, 3, 3 },
  .timer_nesting_limit = 5,
  .timer_nesting_counts_first = TRUE,
  .timer_clamp_ms = 4,
  .interval_floor_ms = 1,
  .interval_rearms_first = TRUE,
  .max_delayed_picks = 3,
  .compositor_starved_rank = 2,
  .compositor_after_input_rank = 2,
};

static const LsPreset preset_gecko = {
  .name = "gecko",
  .title = N_("Firefox"),
  .summary = N_("Firefox today: user-visible continuations go before timers, and some promises lose the priority of their task."),
  .description = N_("Firefox: everything user-blocking and user-visible continuations above normal tasks, user-visible tasks "
                    "normal, background low. The continuation state is lost in reactions on promises that are settled "
                    "already, in queueMicrotask() and in a thenable's then()."),
  .rank_names = { "control", "input", "medium high", "normal", "low", "idle" },
  .queue_ranks = {
    EVERY_QUEUE = 3,
    [LS_QUEUE_TYPE_CONTROL] = 0,
    [LS_QUEUE_TYPE_INPUT] = 1,
    [LS_QUEUE_TYPE_IDLE] = 5,
  },
  .effective_priority_ranks = { 4, 4, 3, 2, 2, 2 },
  .timer_nesting_limit = 5,
  .timer_nesting_counts_first = TRUE,
  .timer_clamp_ms = 4,
  .interval_counts_from_callback = TRUE,
  .delays_end_in_parallel = TRUE,
  .has_idle_periods = TRUE,
  .idle_deadline_is_renewed = TRUE,
  .compositor_starved_rank = 3,
  .compositor_after_input_rank = 3,
  .loses_state_settled_reaction = TRUE,
  .loses_state_queue_microtask = TRUE,
  .loses_state_thenable_job = TRUE,
};

static const LsPreset preset_fair = {
  .name = "fair",
  .title = N_("Fair"),
  .summary = N_("The order of the specification, but after four turns in a row the tasks that wait get one."),
  .description = N_("The mitigation of section 5.2: ranks as in the specification's note, but after four picks in a row while "
                    "a worse rank waits, the waiting ranks take one turn each, in a cycle. The order among scheduler tasks "
                    "stays the specification's."),
  SPEC_TABLE
  .fair_after = 4,
};

static const LsPreset *const presets[] = {
  &preset_spec, &preset_blink, &preset_blink_2021, &preset_gecko, &preset_fair
};

/**
 * ls_preset_lookup: (skip)
 * @name: (nullable): a name, or %NULL for %LS_DEFAULT_PRESET
 *
 * Finds a preset by its name.
 *
 * Returns: (transfer none) (nullable): the preset with the name @name, or %NULL where no preset has it
 */
const LsPreset *
ls_preset_lookup (const char *name)
{
  if (name == NULL)
    name = LS_DEFAULT_PRESET;
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (g_str_equal (presets[i]->name, name))
      return presets[i];

  return NULL;
}

/**
 * ls_preset_get_names:
 *
 * Lists the presets.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of all presets
 */
const char *const *
ls_preset_get_names (void)
{
  static const char *const names[] = { "spec", "blink", "blink-2021", "gecko", "fair", NULL };

  return names;
}
