/* ls-recording-names-private.h: what threads and functions of a recording are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"

G_BEGIN_DECLS

char *ls_recording_clean_name     (const char  *text);
char *ls_recording_dup_place_name (LsRecording *self,
                                   guint32      place);

G_END_DECLS
