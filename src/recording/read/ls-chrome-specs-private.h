/* ls-chrome-specs-private.h: which of Chromium's events are wanted
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-event.h"

G_BEGIN_DECLS

/*< private >
 * LsChromePhases:
 *
 * Kinds of phases: slices (X, B, E) and instants (I, i, R), which are slices of 0 µs; async slices (b, e; S, F in old files);
 * flows (s, t, f); metadata (M). */
typedef enum
{
  LS_CHROME_SLICES = 1 << 0,
  LS_CHROME_INSTANTS = 1 << 1,
  LS_CHROME_ASYNC = 1 << 2,
  LS_CHROME_FLOWS = 1 << 3,
  LS_CHROME_METADATA = 1 << 4
} LsChromePhases;

/*< private >
 * LsChromeSubject:
 *
 * What an event is about that is none of the recording's. */
typedef enum
{
  LS_CHROME_SUBJECT_EVENT = 0,
  LS_CHROME_SUBJECT_THREAD_NAME,
  LS_CHROME_SUBJECT_PROCESS_NAME,
  LS_CHROME_SUBJECT_PROCESS_LABELS,
  LS_CHROME_SUBJECT_PAGES,
  LS_CHROME_SUBJECT_COMMIT_BY_BROWSER,
  LS_CHROME_SUBJECT_COMMIT,
  LS_CHROME_SUBJECT_NAVIGATION,
  LS_CHROME_SUBJECT_WORKER,
  LS_CHROME_SUBJECT_NODE_VERSION
} LsChromeSubject;

/*< private >
 * LsChromeSpec:
 *
 * What to make of the events of a name. */
typedef struct
{
  const char           *name;
  LsChromePhases        phases;
  LsRecordingEventKind  kind;
  LsChromeSubject       subject;
  gboolean              is_inner;
  gboolean              is_node;
} LsChromeSpec;

LsChromePhases      ls_chrome_get_phases (char        phase);
const LsChromeSpec *ls_chrome_find_spec  (const char *name,
                                          gsize       name_length,
                                          const char *category,
                                          gsize       category_length,
                                          char        phase);
gboolean            ls_chrome_spec_is_wanted (const LsChromeSpec *spec,
                                              char                phase);
gboolean            ls_chrome_spec_wants_args (const LsChromeSpec *spec,
                                               char                phase);
gboolean            ls_chrome_is_milestone (const char *name,
                                            gsize       length);

G_END_DECLS
