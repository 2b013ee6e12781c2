/* ls-recording-tasks-private.h: which tasks are a loop's own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-event.h"

G_BEGIN_DECLS

gsize ls_recording_join_tasks (LsRecordingEvent *events,
                               gsize             n_events);

G_END_DECLS
