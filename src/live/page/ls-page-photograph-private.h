/* ls-page-photograph-private.h: what makes photographs of a browser's queues
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-page-photograph.h"
#include "ls-page-writer-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/* What a page does to post a task. */
typedef enum
{
  LS_PHOTOGRAPH_SOURCE_SCHEDULER,
  LS_PHOTOGRAPH_SOURCE_TIMER,
  LS_PHOTOGRAPH_SOURCE_OTHER
} LsPhotographSource;

/* ls-page-photograph.c */
LsPagePhotograph   *ls_page_photograph_new          (void);
LsPhotographThread *ls_page_photograph_add_thread   (LsPagePhotograph       *self);
LsPhotographQueue  *ls_photograph_thread_add_queue  (LsPhotographThread     *self,
                                                     char                   *name);

/* ls-page-snapshot.c: reads a recording of a browser, as it comes, and keeps of each thread what its queues had when a stamp of
 * ours was put into it last. */
typedef struct _LsPageSnapshots LsPageSnapshots;

LsPageSnapshots    *ls_page_snapshots_new           (const char             *stamp);
void                ls_page_snapshots_free          (LsPageSnapshots        *self);
void                ls_page_snapshots_feed          (LsPageSnapshots        *self,
                                                     const guint8           *bytes,
                                                     gsize                   n_bytes);
guint32             ls_page_snapshots_find_thread   (LsPageSnapshots        *self,
                                                     guint                   stamp);
void                ls_page_snapshots_read_queues   (LsPageSnapshots        *self,
                                                     guint32                 number,
                                                     LsPhotographThread     *thread);

/* ls-page-join.c */
LsPhotographSource  ls_photograph_task_get_source   (const LsPhotographTask *self);
void                ls_photograph_thread_join       (LsPhotographThread     *self,
                                                     GArray                 *waiting,
                                                     LsTrace                *trace);
void                ls_photograph_thread_sort       (LsPhotographThread     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageSnapshots, ls_page_snapshots_free)

G_END_DECLS
