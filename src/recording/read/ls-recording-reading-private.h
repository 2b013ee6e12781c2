/* ls-recording-reading-private.h: reads the bytes of a recording, whatever its format
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-parser-private.h"
#include "ls-recording-sniff-private.h"

G_BEGIN_DECLS

/*< private >
 * LsRecordingReading:
 * @builder: (nullable): what is filled, from the first bytes on
 * @parser: (nullable): what fills it
 * @other_builder: (nullable): what another format's parser fills, as long as the file may have that format
 * @other_parser: (nullable): that parser
 * @sniff: what the bytes have told about the format
 *
 * Reads a recording, unpacked, in pieces of any size. As long as the file does not tell its format it is read as each that it may
 * have: neither parser keeps what means nothing to it. */
typedef struct
{
  LsRecordingBuilder *builder;
  LsRecordingParser  *parser;
  LsRecordingBuilder *other_builder;
  LsRecordingParser  *other_parser;
  LsRecordingSniff    sniff;
} LsRecordingReading;

gboolean ls_recording_reading_feed  (LsRecordingReading  *self,
                                     const guint8        *bytes,
                                     gsize                n_bytes,
                                     GError             **error);
gboolean ls_recording_reading_end   (LsRecordingReading  *self,
                                     GError             **error);
void     ls_recording_reading_clear (LsRecordingReading  *self);

G_END_DECLS
