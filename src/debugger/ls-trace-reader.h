/* ls-trace-reader.h: goes on with something that reads a trace, without holding up the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-player.h"

G_BEGIN_DECLS

/**
 * LsTraceReaderFunc:
 * @max_records: how many records to read at most
 * @user_data: what was given
 *
 * Reads on.
 *
 * Returns: whether there is more to read
 */
typedef gboolean (*LsTraceReaderFunc) (gsize    max_records,
                                       gpointer user_data);

/**
 * LsTraceReaderChangedFunc:
 * @is_new: whether the trace is another one, of which nothing has been read
 * @user_data: what was given
 *
 * Tells that @advance has read something, once a frame at most, or that the trace is another one.
 */
typedef void (*LsTraceReaderChangedFunc) (gboolean is_new,
                                          gpointer user_data);

typedef struct _LsTraceReader LsTraceReader;

LsTraceReader *ls_trace_reader_new         (LsPlayer                 *player,
                                            LsTraceReaderFunc         advance,
                                            LsTraceReaderChangedFunc  changed,
                                            gpointer                  user_data);
void           ls_trace_reader_free        (LsTraceReader            *self);
void           ls_trace_reader_set_active  (LsTraceReader            *self,
                                            gboolean                  active);
gboolean       ls_trace_reader_get_behind  (LsTraceReader            *self);
void           ls_trace_reader_wake        (LsTraceReader            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTraceReader, ls_trace_reader_free)

G_END_DECLS
