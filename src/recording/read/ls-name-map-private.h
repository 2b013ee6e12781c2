/* ls-name-map-private.h: finds the number of a name that need not end in a NUL
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*< private >
 * LS_NAME_MAP_SLOTS:
 *
 * How many slots there are: more than twice as many as names.
 */
#define LS_NAME_MAP_SLOTS 512

/*< private >
 * LsNameMap:
 *
 * A table of names, whose indices it finds. Fill it once, then any thread may look something up. */
typedef struct
{
  const char *names[LS_NAME_MAP_SLOTS];
  guint8      lengths[LS_NAME_MAP_SLOTS];
  guint16     indices[LS_NAME_MAP_SLOTS];
} LsNameMap;

void     ls_name_map_add  (LsNameMap  *self,
                           const char *name,
                           guint       index);
gboolean ls_name_map_find (const LsNameMap *self,
                           const char      *name,
                           gsize            length,
                           guint           *index);

G_END_DECLS
