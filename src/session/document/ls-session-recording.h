/* ls-session-recording.h: a session that shows what was recorded, and runs no program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"
#include "ls-session.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
LsSession   *ls_session_new_for_recording         (LsRecording  *recording,
                                                   const guint  *threads,
                                                   guint         n_threads,
                                                   GError      **error);
LS_AVAILABLE_IN_1_0
LsSession   *ls_session_new_for_trace             (LsTrace      *trace,
                                                   const char   *session,
                                                   const char   *problem);
LS_AVAILABLE_IN_1_0
char        *ls_session_to_trace_data             (LsSession    *self,
                                                   gsize        *length);
LS_AVAILABLE_IN_1_0
gboolean     ls_session_is_recorded               (LsSession    *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_session_refuse_recorded           (LsSession    *self,
                                                   GError      **error);
LS_AVAILABLE_IN_1_0
LsRecording *ls_session_get_recording             (LsSession    *self);
LS_AVAILABLE_IN_1_0
const guint *ls_session_get_recording_threads     (LsSession    *self,
                                                   guint        *n_threads);
LS_AVAILABLE_IN_1_0
LsTrace     *ls_session_get_recorded_trace        (LsSession    *self);
LS_AVAILABLE_IN_1_0
const char  *ls_session_get_recorded_problem      (LsSession    *self);

G_END_DECLS
