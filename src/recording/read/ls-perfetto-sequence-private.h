/* ls-perfetto-sequence-private.h: what one writer of a Perfetto trace has said so far
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-protobuf-private.h"

G_BEGIN_DECLS

/*< private >
 * LsPerfettoNames:
 *
 * The tables in which a writer keeps texts that it uses again.
 */
typedef enum
{
  LS_PERFETTO_CATEGORIES,
  LS_PERFETTO_EVENT_NAMES,
  LS_PERFETTO_ANNOTATION_NAMES,
  LS_PERFETTO_STRINGS,
  LS_N_PERFETTO_NAMES
} LsPerfettoNames;

/*< private >
 * LsPerfettoLocation:
 * @file: where in the source of the tool
 * @function: and in which function
 */
typedef struct
{
  const char *file;
  const char *function;
} LsPerfettoLocation;

/*< private >
 * LsPerfettoSequence:
 *
 * A sequence of packets: its texts, and what its packets mean if they do not say it. */
typedef struct _LsPerfettoSequence LsPerfettoSequence;

LsPerfettoSequence       *ls_perfetto_sequence_new               (gsize                 *n_bytes_left);
void                      ls_perfetto_sequence_free              (LsPerfettoSequence    *self);
void                      ls_perfetto_sequence_clear             (LsPerfettoSequence    *self);
void                      ls_perfetto_sequence_intern            (LsPerfettoSequence    *self,
                                                                  const LsProtobufField *interned_data);
const char               *ls_perfetto_sequence_get_text          (LsPerfettoSequence    *self,
                                                                  LsPerfettoNames        names,
                                                                  guint64                iid,
                                                                  gsize                 *n_bytes);
const LsPerfettoLocation *ls_perfetto_sequence_get_location      (LsPerfettoSequence    *self,
                                                                  guint64                iid);
void                      ls_perfetto_sequence_set_defaults      (LsPerfettoSequence    *self,
                                                                  const LsProtobufField *defaults);
guint64                   ls_perfetto_sequence_get_default_clock (LsPerfettoSequence    *self);
guint64                   ls_perfetto_sequence_get_default_track (LsPerfettoSequence    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPerfettoSequence, ls_perfetto_sequence_free)

G_END_DECLS
