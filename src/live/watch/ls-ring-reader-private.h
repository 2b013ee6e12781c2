/* ls-ring-reader-private.h: the watcher's end of a ring
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-wire.h"

G_BEGIN_DECLS

/* The most that a record has. */
#define LS_RING_MAX_RECORD_UNITS 8

/* A record, copied out of the ring: nobody changes it any more. */
typedef union
{
  LsWireHead     head;
  LsWireContext  context;
  LsWireSource   source;
  LsWireDispatch dispatch;
  LsWireSleep    sleep;
  LsWireChange   change;
  LsWireReadyTime ready_time;
  LsWireReady    ready;
  LsWireCall     call;
  LsWireFrame    frame;
  LsWireStream   stream;
  LsWireRecords  records;
  guint8         bytes[LS_RING_MAX_RECORD_UNITS * LS_WIRE_UNIT_BYTES];
} LsRingRecord;

typedef struct _LsRingReader LsRingReader;

LsRingReader *ls_ring_reader_new       (int                 fd,
                                        GError            **error);
void          ls_ring_reader_free      (LsRingReader       *self);
gboolean      ls_ring_reader_peek      (LsRingReader       *self,
                                        guint64            *time);
void          ls_ring_reader_take      (LsRingReader       *self,
                                        LsRingRecord       *record);
void          ls_ring_reader_look      (LsRingReader       *self);
void          ls_ring_reader_release   (LsRingReader       *self);
guint64       ls_ring_reader_get_lost  (LsRingReader       *self);
guint64       ls_ring_reader_get_held  (LsRingReader       *self);
void          ls_ring_reader_step      (LsRingReader       *self);
gboolean      ls_ring_reader_is_broken (LsRingReader       *self);
gboolean      ls_ring_reader_is_closed (LsRingReader       *self);
const char   *ls_ring_record_get_text  (const LsRingRecord *record);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRingReader, ls_ring_reader_free)

G_END_DECLS
