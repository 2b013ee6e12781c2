/* ls-perfetto-clocks-private.h: the clocks of a Perfetto trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-protobuf-private.h"

G_BEGIN_DECLS

/*< private >
 * LsPerfettoClocks:
 *
 * Which clocks there are, and how each relates to the others. Snapshots tell what several clocks showed at one moment. The clocks
 * 64 to 127 belong to one sequence of packets; of these, an incremental one counts from the last timestamp. */
typedef struct _LsPerfettoClocks LsPerfettoClocks;

LsPerfettoClocks *ls_perfetto_clocks_new      (void);
void              ls_perfetto_clocks_free     (LsPerfettoClocks      *self);
void              ls_perfetto_clocks_snapshot (LsPerfettoClocks      *self,
                                               guint32                sequence,
                                               const LsProtobufField *snapshot);
gboolean          ls_perfetto_clocks_get_time (LsPerfettoClocks      *self,
                                               guint32                sequence,
                                               guint64                clock,
                                               guint64                timestamp,
                                               gint64                *time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPerfettoClocks, ls_perfetto_clocks_free)

G_END_DECLS
