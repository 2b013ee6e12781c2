/* ls-shared-memory-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-shared-memory.h"

G_BEGIN_DECLS

struct _LsSharedMemory
{
  gatomicrefcount ref_count;
  guint32         id;           /* within its cluster, from 1; 0 without one */
  gboolean        is_growable;
  gsize           length;       /* atomic: it grows */
  gsize           max_length;
  guint64         version;      /* atomic: changes with the bytes, for who keeps a copy of them */
  char           *name;
  guint8         *bytes;        /* of max_length; aligned for the largest element */
};

G_END_DECLS
