/* ls-text.h: names and describes the things of a trace for people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

char       *ls_text_shorten          (const char  *text);
char       *ls_text_format_time      (guint64      time);
char       *ls_text_format_duration  (guint64      duration);
char       *ls_text_format_number    (const char  *digits);
char       *ls_text_format_count     (guint64      count);
char       *ls_text_format_task      (LsState     *state,
                                      guint32      task);
const char *ls_text_no_signal        (LsState     *state);
char       *ls_text_format_signal    (LsState     *state,
                                      guint32      signal);
char       *ls_text_format_timer     (LsState     *state,
                                      guint32      timer);
char       *ls_text_format_microtask (LsState     *state,
                                      guint32      microtask);
char       *ls_text_describe_task    (LsState     *state,
                                      guint32      task);
char       *ls_text_describe_record  (LsState     *state,
                                      LsTrace     *trace,
                                      const LsRecord *record);
const char *ls_text_task_status      (LsTaskStatus status);
const char *ls_text_task_status_now  (LsState     *state,
                                      guint32      task);
const char *ls_text_record_kind      (LsRecordKind kind);

LsTaskPriority ls_text_get_task_priority (LsState *state,
                                          guint32  task);

G_END_DECLS
