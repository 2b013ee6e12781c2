/* ls-recording-flows-private.h: which events of a flow begin and end it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/*< private >
 * LsRecordingFlowFunc:
 * @name: what the first event of a flow is called
 * @user_data: what was passed with the function
 *
 * Returns: whether the flow is worth to be kept
 */
typedef gboolean (*LsRecordingFlowFunc) (const char *name,
                                         gpointer    user_data);

/*< private >
 * LsRecordingFlows:
 *
 * For formats that say of an event only which flows touch it. Which one is the first is known when all have been read. */
typedef struct _LsRecordingFlows LsRecordingFlows;

LsRecordingFlows *ls_recording_flows_new  (LsRecordingBuilder *builder);
void              ls_recording_flows_free (LsRecordingFlows   *self);
void              ls_recording_flows_add  (LsRecordingFlows   *self,
                                           guint64             flow,
                                           gint64              time,
                                           guint32             thread,
                                           guint32             name,
                                           gboolean            ends);
void              ls_recording_flows_end  (LsRecordingFlows   *self,
                                           LsRecordingFlowFunc keep,
                                           gpointer            user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRecordingFlows, ls_recording_flows_free)

G_END_DECLS
