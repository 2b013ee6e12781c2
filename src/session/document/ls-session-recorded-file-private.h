/* ls-session-recorded-file-private.h: reads sessions that show a recording, or a trace that was saved
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-load-watch-private.h"
#include "ls-recording.h"
#include "ls-session.h"

G_BEGIN_DECLS

LsSession *ls_session_read_recorded (const char         *name,
                                     LsRecordingFormat   format,
                                     GInputStream       *stream,
                                     GFile              *file,
                                     LsLoadWatch        *watch,
                                     GError            **error);

G_END_DECLS
