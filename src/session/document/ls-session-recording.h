/* ls-session-recording.h: a session that shows what was recorded, and runs no program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"
#include "ls-session.h"

G_BEGIN_DECLS

LsSession   *ls_session_new_for_recording         (LsRecording  *recording,
                                                   const guint  *threads,
                                                   guint         n_threads,
                                                   GError      **error);
LsSession   *ls_session_new_for_trace             (LsTrace      *trace,
                                                   const char   *session,
                                                   const char   *problem);
char        *ls_session_to_trace_data             (LsSession    *self,
                                                   gsize        *length);
gboolean     ls_session_is_recorded               (LsSession    *self);
gboolean     ls_session_refuse_recorded           (LsSession    *self,
                                                   GError      **error);
LsRecording *ls_session_get_recording             (LsSession    *self);
const guint *ls_session_get_recording_threads     (LsSession    *self,
                                                   guint        *n_threads);
LsTrace     *ls_session_get_recorded_trace        (LsSession    *self);
const char  *ls_session_get_recorded_problem      (LsSession    *self);

G_END_DECLS
