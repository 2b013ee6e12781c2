/* ls-trace-file.h: saves traces, and reads them again
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording.h"
#include "ls-session-progress.h"
#include "ls-trace.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
gboolean  ls_trace_save           (LsTrace                *self,
                                   GFile                  *file,
                                   const char             *session,
                                   LsSessionProgressFunc   progress,
                                   gpointer                user_data,
                                   GCancellable           *cancellable,
                                   GError                **error);
LS_AVAILABLE_IN_1_0
gboolean  ls_trace_save_to_stream (LsTrace                *self,
                                   GOutputStream          *stream,
                                   const char             *session,
                                   GCancellable           *cancellable,
                                   GError                **error);
LS_AVAILABLE_IN_1_0
void      ls_trace_set_recording  (LsTrace                *self,
                                   LsRecording            *recording,
                                   const guint            *threads,
                                   guint                   n_threads);
LS_AVAILABLE_IN_1_0
LsRecording *ls_trace_get_recording (LsTrace              *self,
                                     const guint         **threads,
                                     guint                *n_threads);
LS_AVAILABLE_IN_1_0
LsTrace  *ls_trace_load           (GFile                  *file,
                                   char                  **session,
                                   char                  **problem,
                                   LsSessionProgressFunc   progress,
                                   gpointer                user_data,
                                   GCancellable           *cancellable,
                                   GError                **error);
LS_AVAILABLE_IN_1_0
LsTrace  *ls_trace_load_from_stream (GInputStream         *stream,
                                   char                  **session,
                                   char                  **problem,
                                   GCancellable           *cancellable,
                                   GError                **error);

G_END_DECLS
