/* ls-conversion.h: makes a session of a recording
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-conversion-report.h"
#include "ls-recording.h"
#include "ls-session.h"

G_BEGIN_DECLS

typedef struct _LsConversionOptions LsConversionOptions;

/**
 * LsConversionOptions:
 * @priorities: (nullable) (array zero-terminated=1): "PATTERN=PRIORITY": the priority that tasks of such names are posted with;
 *   the first one that fits holds. In a pattern `*` is any text, `?` any character
 * @without: (nullable) (array zero-terminated=1): patterns: tasks of such names are left out, with all that they posted
 * @preset: (nullable): the preset, that of Chromium unless given
 * @yields: (nullable) (array zero-terminated=1): "PATTERN=MS": after how many ms of work tasks of such names yield; the first one
 *   that fits holds
 * @yield_every: after how many µs of work all other tasks yield; 0 for never
 * @longer_than: only those do so that took more than this, in µs
 * @work_scale: by what the work of each task is multiplied; what is pinned keeps its time. 0 for 1
 *
 * What is to be different from the recording: plain data. What is zeroed stays as it was recorded. The structure may grow into its
 * padding, which is to be zeroed.
 */
struct _LsConversionOptions
{
  const char *const *priorities;
  const char *const *without;
  const char *const *yields;
  const char        *preset;
  guint64            yield_every;
  guint64            longer_than;
  double             work_scale;

  /*< private >*/
  gpointer           padding[4];
};

#define LS_TYPE_CONVERSION_OPTIONS (ls_conversion_options_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_conversion_options_get_type (void);

/**
 * LS_CONVERSION_OPTIONS_INIT: (skip)
 *
 * Nothing is different, as in zeroed memory.
 */
#define LS_CONVERSION_OPTIONS_INIT { NULL }

/**
 * LS_CONVERSION_MAX_SCALE:
 *
 * By what work can be multiplied at most.
 */
#define LS_CONVERSION_MAX_SCALE 1000

/**
 * LS_CONVERSION_MIN_YIELD_MS:
 *
 * After how many ms tasks may yield at least: more yields than that are no answer to any question.
 */
#define LS_CONVERSION_MIN_YIELD_MS 0.1

/**
 * LS_CONVERSION_MAX_YIELD_MS:
 *
 * After how many ms tasks may yield at most: a day.
 */
#define LS_CONVERSION_MAX_YIELD_MS 86400000.0

LS_AVAILABLE_IN_1_0
gboolean   ls_conversion_options_check         (const LsConversionOptions  *options,
                                                GError                    **error);
LS_AVAILABLE_IN_1_0
LsSession *ls_recording_to_session             (LsRecording                *recording,
                                                const guint                *threads,
                                                guint                       n_threads,
                                                const LsConversionOptions  *options,
                                                GCancellable               *cancellable,
                                                GError                    **error);
LS_AVAILABLE_IN_1_0
LsSession *ls_recording_to_session_with_report (LsRecording                *recording,
                                                const guint                *threads,
                                                guint                       n_threads,
                                                const LsConversionOptions  *options,
                                                LsConversionReport        **report,
                                                GCancellable               *cancellable,
                                                GError                    **error);

G_END_DECLS
