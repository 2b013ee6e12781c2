/* ls-recording-input-private.h: the bytes of a recording, unpacked
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*< private >
 * LS_RECORDING_BLOCK:
 *
 * How many bytes a block has at most: so few that blocks take no share of the memory that counts, and fit into the processor's
 * cache.
 */
#define LS_RECORDING_BLOCK (128 * 1024)

/*< private >
 * LsRecordingInput:
 *
 * Reads a stream on a thread of its own, which unpacks it if it is packed with gzip. A few blocks are ready at most. */
typedef struct _LsRecordingInput LsRecordingInput;

LsRecordingInput *ls_recording_input_new        (GInputStream      *stream,
                                                 GCancellable      *cancellable);
void              ls_recording_input_free       (LsRecordingInput  *self);
const guint8     *ls_recording_input_read       (LsRecordingInput  *self,
                                                 gsize             *n_bytes,
                                                 GError           **error);
guint64           ls_recording_input_get_n_read (LsRecordingInput  *self);
gboolean          ls_recording_input_is_cut     (LsRecordingInput  *self);
const char       *ls_recording_input_get_trouble (LsRecordingInput *self);

G_END_DECLS
