/* ls-live-writer-private.h: makes a trace of what programs tell of their main loops
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-probe.h"
#include "ls-ring-reader-private.h"

G_BEGIN_DECLS

typedef struct _LsLiveWriter LsLiveWriter;
typedef struct _LsLiveProcess LsLiveProcess;
typedef struct _LsLiveThread LsLiveThread;

/* Returns (transfer none) (nullable) what the function at @address is called. */
typedef const char *(*LsLiveNameFunc) (gpointer user_data,
                                       guint64  address);

/* The source that a task is. */
typedef struct
{
  LsLiveProcess *process;
  guint64        source;    /* LS_WIRE_SOURCE() */
  gint32         priority;
  guint32        previous;  /* the task that it was before it got this priority, or 0 */
} LsLiveTarget;

LsLiveWriter  *ls_live_writer_new         (LsProbe            *probe);
void           ls_live_writer_free        (LsLiveWriter       *self);
LsLiveProcess *ls_live_writer_add_process (LsLiveWriter       *self,
                                           const char         *name,
                                           LsLiveNameFunc      find_name,
                                           gpointer            user_data);
LsLiveThread  *ls_live_process_add_thread (LsLiveProcess      *self,
                                           const char         *name);
void           ls_live_writer_write       (LsLiveWriter       *self,
                                           LsLiveThread       *thread,
                                           const LsRingRecord *record,
                                           guint64             time);
void           ls_live_writer_flush       (LsLiveWriter       *self,
                                           guint64             before);
gboolean       ls_live_thread_is_foreign  (LsLiveThread       *self);
guint64        ls_live_writer_get_time    (LsLiveWriter       *self);
guint32        ls_live_writer_get_main_agent (LsLiveWriter    *self);
gboolean       ls_live_writer_lacks_contexts (LsLiveWriter    *self);
void           ls_live_writer_end_process (LsLiveWriter       *self,
                                           LsLiveProcess      *process);
gboolean       ls_live_writer_find_target (LsLiveWriter       *self,
                                           guint32             task,
                                           LsLiveTarget       *target,
                                           GError            **error);
guint32        ls_live_writer_hold        (LsLiveWriter       *self,
                                           LsLiveThread       *thread,
                                           guint64             source,
                                           guint64             time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLiveWriter, ls_live_writer_free)

G_END_DECLS
