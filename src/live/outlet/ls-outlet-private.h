/* ls-outlet-private.h: sends the traces of this process to a watcher
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-ring-writer.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/* A loop that reports to nobody keeps so many records for a watcher who is slow, or comes late. */
#define LS_OUTLET_KEPT_RECORDS (1u << 17)

/* A trace that goes out. Its writer's thread sends what it publishes; the outlet's thread does what takes longer. */
typedef struct
{
  LsTrace        *trace;
  gboolean        owns_trace;
  int             watched_from; /* the watcher who is there from the beginning on; 0 for none */
  guint64         start;        /* µs of the system's monotonic clock at time 0; G_MAXUINT64 for a virtual clock */

  _Atomic int     settled_for;  /* the watcher who lacks nothing that the outlet's thread could send; 0 for none */
  pthread_mutex_t lock;         /* of what follows */
  LsThread        ring;
  gboolean        is_begun;     /* the watcher of the ring's generation knows what there was */
  gsize           position;     /* records before it are sent */
  GArray         *before;       /* (nullable) (element-type LsRecord): what there was at @position, to be sent first */
  guint           n_before;     /* of them that are sent */
  GByteArray     *texts;        /* a bit for each text that is sent */
  gboolean        is_behind;    /* the outlet's thread is to go on */
} LsOutletStream;

/* ls-outlet-stream.c */
LsOutletStream *ls_outlet_stream_new     (LsTrace        *trace,
                                          gboolean        owns_trace,
                                          guint64         start);
void            ls_outlet_stream_free    (LsOutletStream *self);
gboolean        ls_outlet_stream_send    (LsOutletStream *self);
gboolean        ls_outlet_stream_go_on   (LsOutletStream *self);
void            ls_outlet_stream_forget  (LsOutletStream *self);
void            ls_outlet_stream_end     (LsOutletStream *self);
void            ls_outlet_stream_on_fork (LsOutletStream *self);

G_END_DECLS
