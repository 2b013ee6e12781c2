/* ls-recording-places-private.h: where in the scripts of a page a task was posted and what it runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"

G_BEGIN_DECLS

const char *ls_recording_find_function (LsRecording *self,
                                        guint        thread,
                                        guint64      time,
                                        const char  *name);
const char *ls_recording_find_post     (LsRecording *self,
                                        guint        thread,
                                        guint64      time);

G_END_DECLS
