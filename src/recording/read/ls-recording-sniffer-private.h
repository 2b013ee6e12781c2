/* ls-recording-sniffer-private.h: which format a file has, packed or not
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording.h"

G_BEGIN_DECLS

/*< private >
 * LsRecordingSniffer:
 *
 * Finds out which format a file has from its bytes as they are in the file, packed with gzip or not. */
typedef struct _LsRecordingSniffer LsRecordingSniffer;

LsRecordingSniffer *ls_recording_sniffer_new            (void);
void                ls_recording_sniffer_free           (LsRecordingSniffer *self);
gboolean            ls_recording_sniffer_feed           (LsRecordingSniffer *self,
                                                         const guint8       *bytes,
                                                         gsize               n_bytes);
LsRecordingFormat   ls_recording_sniffer_end            (LsRecordingSniffer *self,
                                                         gboolean            is_whole);
gboolean            ls_recording_sniffer_is_packed      (LsRecordingSniffer *self);
const guint8       *ls_recording_sniffer_peek_beginning (LsRecordingSniffer *self,
                                                         gsize              *n_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRecordingSniffer, ls_recording_sniffer_free)

G_END_DECLS
