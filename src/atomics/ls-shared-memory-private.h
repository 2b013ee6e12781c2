/* ls-shared-memory-private.h: the inside of shared memory
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-shared-memory.h"

G_BEGIN_DECLS

struct _LsSharedMemory
{
  gatomicrefcount ref_count;
  guint32         id;           /* the number within its cluster, from 1; 0 without a cluster */
  gboolean        is_growable;
  gsize           length;       /* atomic: it grows */
  gsize           max_length;
  guint64         version;      /* atomic: changes with the bytes, for readers that keep a copy of them */
  char           *name;
  guint8         *bytes;        /* max_length bytes, aligned for the largest element */
};

G_END_DECLS
