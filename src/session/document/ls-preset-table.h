/* ls-preset-table.h: a session's preset with what the session puts in its place
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-session.h"

G_BEGIN_DECLS

/**
 * LS_PRESET_TABLE_MAX_RANK:
 *
 * The greatest rank that a session may give.
 */
#define LS_PRESET_TABLE_MAX_RANK 10

typedef struct _LsPresetRow LsPresetRow;

/**
 * LsPresetRow:
 * @is_queue: whether it is about a queue of the loop; else about an effective priority of scheduler tasks
 * @queue_type: the queue, %LS_QUEUE_TYPE_WEB_SCHEDULING for an effective priority
 * @effective_priority: 0 to 5, or -1 for a queue of the loop
 * @priority: with an effective priority: the tasks' priority, else %LS_TASK_PRIORITY_NONE
 * @is_continuation: with an effective priority: whether it is that of continuations
 * @rank: the rank that the loop uses; 0 is served first
 * @preset_rank: the preset's own
 * @is_overridden: whether the session gives the rank, even if it is the same
 * @rank_name: (nullable): what the preset calls @rank, %NULL if it does not use it
 * @name: what the row is called: the queue's name, or “user-blocking continuations”
 * @explanation: what tasks the row is about, a sentence in English without a full stop, which is marked for translation
 *
 * A row of the table by which a loop chooses between its task queues: plain data. Texts live as long as the program.
 */
struct _LsPresetRow
{
  gboolean        is_queue;
  LsQueueType     queue_type;
  int             effective_priority;
  LsTaskPriority  priority;
  gboolean        is_continuation;
  guint           rank;
  guint           preset_rank;
  gboolean        is_overridden;
  const char     *rank_name;
  const char     *name;
  const char     *explanation;
};

#define LS_TYPE_PRESET_ROW (ls_preset_row_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_preset_row_get_type (void);

LS_AVAILABLE_IN_1_0
guint       ls_settings_get_n_preset_rows       (void);
LS_AVAILABLE_IN_1_0
gboolean    ls_settings_get_preset_row          (const LsSettings  *self,
                                                 guint              index,
                                                 LsPresetRow       *row);
LS_AVAILABLE_IN_1_0
guint      *ls_settings_sort_preset_rows        (const LsSettings  *self,
                                                 guint             *n_rows);
LS_AVAILABLE_IN_1_0
const char *ls_settings_get_rank_name           (const LsSettings  *self,
                                                 guint              rank);
LS_AVAILABLE_IN_1_0
const char *ls_settings_get_preset_title        (const LsSettings  *self);
LS_AVAILABLE_IN_1_0
const char *ls_settings_get_preset_description  (const LsSettings  *self);
LS_AVAILABLE_IN_1_0
const char *ls_experiment_get_title             (LsExperiments      experiment);
LS_AVAILABLE_IN_1_0
gboolean    ls_settings_has_overrides           (const LsSettings  *self);
LS_AVAILABLE_IN_1_0
gboolean    ls_settings_set_preset_rank         (LsSettings        *self,
                                                 guint              index,
                                                 guint              rank);
LS_AVAILABLE_IN_1_0
void        ls_settings_reset_ranks             (LsSettings        *self);

LS_AVAILABLE_IN_1_0
gboolean    ls_session_set_preset_rank          (LsSession         *self,
                                                 guint              index,
                                                 guint              rank);
LS_AVAILABLE_IN_1_0
void        ls_session_reset_preset_ranks       (LsSession         *self);

G_END_DECLS
