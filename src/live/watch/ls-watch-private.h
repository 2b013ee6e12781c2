/* ls-watch-private.h: what the files of the watch share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-live-writer-private.h"
#include "ls-symbols-private.h"
#include "ls-watch.h"

G_BEGIN_DECLS

typedef struct _LsWatchedProgram LsWatchedProgram;

typedef struct
{
  LsWatchedProgram *program;
  LsRingReader     *reader;
  LsLiveThread     *thread;
  gboolean          has_next;
  guint64           next;     /* ns: time of the next record */
  guint64           n_lost;   /* as last asked for */
} LsWatchedRing;

/* A program that has connected: the one that was started, or one that it has started. */
struct _LsWatchedProgram
{
  LsWatch       *watch;       /* (unowned) */
  GSocket       *socket;
  GSource       *source;
  LsLiveProcess *process;     /* NULL until it has said who it is */
  LsSymbols     *symbols;     /* likewise */
  guint          pid;
  gboolean       is_tsc;
  guint64        time, monotonic;
};

struct _LsWatch
{
  GObject       parent_instance;

  LsTrace      *trace;
  LsLiveWriter *writer;
  char         *folder, *path;
  GSocket      *listener;
  GSource      *accepting;
  GSubprocess  *subprocess;
  GCancellable *waiting;
  GPtrArray    *processes;    /* (element-type LsWatchedProgram): those that are connected */
  GPtrArray    *rings;        /* (element-type LsWatchedRing) */
  GPtrArray    *symbols;      /* (element-type LsSymbols): of all programs, also those that are gone */
  GSource      *draining;
  guint         n_processes;
  guint64       n_lost;       /* of rings that are gone */
  guint64       ticks, ns;    /* the processor's clock and that of the system, at the same moment */
  char         *problem;
  int           wait_status;
  gboolean      has_ended;
  gboolean      is_busy;      /* the last drain had much to read */
};

/* ls-watch-programs.c */
void     ls_watch_begin_clock    (LsWatch          *self);
gboolean ls_watch_drain          (LsWatch          *self);
gboolean ls_watch_accept         (GSocket          *socket,
                                  GIOCondition      condition,
                                  gpointer          user_data);
void     ls_watch_finish_program (LsWatch          *self,
                                  LsWatchedProgram *program);
void     ls_watch_free_ring      (gpointer          ring);
void     ls_watch_free_program   (gpointer          program);

G_END_DECLS
