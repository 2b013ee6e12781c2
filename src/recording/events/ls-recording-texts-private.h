/* ls-recording-texts-private.h: the texts of a recording, each once
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*< private >
 * LsRecordingTexts:
 *
 * Numbers for texts: the same text has the same number, 0 is "no text". */
typedef struct _LsRecordingTexts LsRecordingTexts;

LsRecordingTexts *ls_recording_texts_new       (void);
void              ls_recording_texts_free      (LsRecordingTexts *self);
guint32           ls_recording_texts_intern    (LsRecordingTexts *self,
                                                const char       *text,
                                                gsize             length);
const char       *ls_recording_texts_get       (LsRecordingTexts *self,
                                                guint32           text);
guint             ls_recording_texts_get_n     (LsRecordingTexts *self);
gboolean          ls_recording_texts_is_full   (LsRecordingTexts *self);

G_END_DECLS
