/* ls-settings.h: how a session is run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-types.h"

G_BEGIN_DECLS

/**
 * LS_SETTINGS_RANK_OF_PRESET:
 *
 * In a table of ranks: the loop uses the preset's own rank.
 */
#define LS_SETTINGS_RANK_OF_PRESET 255

/**
 * LS_SETTINGS_DEFAULT_PRESET:
 *
 * The preset of a session that names none.
 */
#define LS_SETTINGS_DEFAULT_PRESET "blink"

/**
 * LS_SETTINGS_DEFAULT_STEP_BUDGET:
 *
 * How many steps a run of a program of steps may take, unless the session says otherwise.
 */
#define LS_SETTINGS_DEFAULT_STEP_BUDGET G_GUINT64_CONSTANT (1000000)

/**
 * LS_SETTINGS_DEFAULT_JAVASCRIPT_STEP_BUDGET:
 *
 * How many steps and statements a run of a program in JavaScript may take, unless the session says otherwise.
 */
#define LS_SETTINGS_DEFAULT_JAVASCRIPT_STEP_BUDGET G_GUINT64_CONSTANT (10000000)

/**
 * LS_SETTINGS_DEFAULT_RECORD_BUDGET:
 *
 * How many records a run may make, unless the session says otherwise.
 */
#define LS_SETTINGS_DEFAULT_RECORD_BUDGET G_GUINT64_CONSTANT (20000000)

/**
 * LS_SETTINGS_LEAST_KEPT_RECORDS:
 *
 * The least number of records that a session can say its trace is to keep.
 */
#define LS_SETTINGS_LEAST_KEPT_RECORDS 10000

/**
 * LS_SETTINGS_DEFAULT_TIME_BUDGET:
 *
 * How far the time of a run may go, in µs, unless the session says otherwise: a day.
 */
#define LS_SETTINGS_DEFAULT_TIME_BUDGET (G_GUINT64_CONSTANT (24) * 60 * 60 * 1000 * 1000)

/**
 * LS_SETTINGS_DEFAULT_MEMORY_BUDGET:
 *
 * How much memory a program in JavaScript may take with all its workers, in MB of 1,048,576 bytes, unless the session says
 * otherwise.
 */
#define LS_SETTINGS_DEFAULT_MEMORY_BUDGET G_GUINT64_CONSTANT (2048)

/**
 * LS_SETTINGS_LEAST_MEMORY_BUDGET:
 *
 * The least memory that a session can leave to a program, in MB.
 */
#define LS_SETTINGS_LEAST_MEMORY_BUDGET 16

typedef struct _LsSettings LsSettings;

/**
 * LsSettings:
 * @edition: which text of the specification
 * @experiments: which experiments are on
 * @clock: which clock
 * @preset: the loop preset's name
 * @queue_ranks: ranks of the loop's queues by [enum@QueueType] that replace the preset's; %LS_SETTINGS_RANK_OF_PRESET
 *   where they do not
 * @effective_ranks: ranks of effective priorities that do so
 * @step_budget: how many steps and statements a run may take
 * @record_budget: how many records a run may make
 * @kept_records: how many records the trace of a run keeps at least, the last ones; 0 for all
 * @time_budget: how far the loop's time may go, in µs
 * @memory_budget: how much memory a program in JavaScript may take with all its workers, in MB
 * @seed: which random numbers a program in JavaScript gets with the virtual clock; 0 for the usual ones
 *
 * A session's settings: plain data.
 */
struct _LsSettings
{
  LsEdition   edition;
  LsExperiments experiments;
  LsClockKind clock;
  char       *preset;
  guint8      queue_ranks[LS_N_QUEUE_TYPES];
  guint8      effective_ranks[LS_N_EFFECTIVE_PRIORITIES];
  guint64     step_budget;
  guint64     record_budget;
  guint64     kept_records;
  guint64     time_budget;
  guint64     memory_budget;
  guint32     seed;
};

#define LS_TYPE_SETTINGS (ls_settings_get_type ())

LS_AVAILABLE_IN_1_0
GType              ls_settings_get_type     (void);
LS_AVAILABLE_IN_1_0
LsSettings        *ls_settings_new          (void);
LS_AVAILABLE_IN_1_0
LsSettings        *ls_settings_copy         (const LsSettings *self);
LS_AVAILABLE_IN_1_0
void               ls_settings_free         (LsSettings       *self);
LS_AVAILABLE_IN_1_0
const char *const *ls_settings_list_presets (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSettings, ls_settings_free)

G_END_DECLS
