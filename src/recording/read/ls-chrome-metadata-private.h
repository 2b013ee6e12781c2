/* ls-chrome-metadata-private.h: what a recording says of itself
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/*< private >
 * LsChromeMetadata:
 *
 * Reads the members of "metadata". */
typedef struct _LsChromeMetadata LsChromeMetadata;

LsChromeMetadata *ls_chrome_metadata_new   (LsRecordingBuilder *builder);
void              ls_chrome_metadata_free  (LsChromeMetadata   *self);
gboolean          ls_chrome_metadata_wants (const char         *key,
                                            gsize               length);
void              ls_chrome_metadata_read  (LsChromeMetadata   *self,
                                            const char         *key,
                                            gsize               key_length,
                                            const char         *json,
                                            gsize               length);
gboolean          ls_chrome_metadata_wants_event (LsChromeMetadata *self,
                                            guint64             index);
void              ls_chrome_metadata_take_event (LsChromeMetadata *self,
                                            gint64              time);

G_END_DECLS
