/* ls-chrome-pairs-private.h: begins and ends that belong together
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/*< private >
 * LS_CHROME_NO_EVENT:
 *
 * The index of what is no event of the recording.
 */
#define LS_CHROME_NO_EVENT G_MAXUINT32

/*< private >
 * LsChromePairs:
 *
 * Keeps begins and ends until all are there, for a file need not be in order, and pairs them then: those of one key are nested. */
typedef struct _LsChromePairs LsChromePairs;

/*< private >
 * LsChromeMarker:
 * @key: only markers of one key can be a pair: a thread, or the id of an async event
 * @time: ns, absolute
 * @event: index of the event that begins here, or LS_CHROME_NO_EVENT; of an end: the thread
 * @name: hash of the name, 0 for an end that has none
 * @kind: what the event is, of ends that may have no beginning
 *
 * A begin or an end. */
typedef struct
{
  guint64 key;
  gint64  time;
  guint32 event;
  guint32 name     : 24;
  guint32 kind     : 6;
  guint32 is_end   : 1;
  guint32 is_inner : 1;
} LsChromeMarker;

G_STATIC_ASSERT (sizeof (LsChromeMarker) == 24);
G_STATIC_ASSERT (LS_N_RECORDING_EVENT_KINDS <= 1 << 6);

LsChromePairs *ls_chrome_pairs_new  (void);
void           ls_chrome_pairs_free (LsChromePairs        *self);
void           ls_chrome_pairs_add  (LsChromePairs        *self,
                                     const LsChromeMarker *marker);
guint64        ls_chrome_pairs_end  (LsChromePairs        *self,
                                     LsRecordingBuilder   *builder,
                                     guint64              *n_within);

/* ls-chrome-ids.c */
void           ls_chrome_check_ids  (LsRecordingBuilder   *builder,
                                     guint64               n_async);

G_END_DECLS
