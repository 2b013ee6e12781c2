/* ls-session-recorded-file-private.h: reads sessions that show a recording, or a trace that was saved
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-load-watch-private.h"
#include "ls-recording.h"
#include "ls-session.h"

G_BEGIN_DECLS

/*< private >
 * LS_SESSION_SNIFFED_BYTES:
 *
 * How much of a file is looked at to find out whether it is a recording. */
#define LS_SESSION_SNIFFED_BYTES (64 * 1024)

LsRecordingFormat ls_session_sniff_recorded (GBufferedInputStream *input,
                                             LsLoadWatch          *watch);
LsSession        *ls_session_read_recorded  (const char           *name,
                                             LsRecordingFormat     format,
                                             GInputStream         *stream,
                                             GFile                *file,
                                             LsLoadWatch          *watch,
                                             GError              **error);

G_END_DECLS
