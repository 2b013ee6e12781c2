/* ls-event-id-private.h: ids of events as keys
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Events are packed, so an id may be where g_int64_hash() must not read one. */
static inline guint64
ls_event_id_read (gconstpointer id)
{
  guint64 value;

  memcpy (&value, id, sizeof value);
  return value;
}

static inline guint
ls_event_id_hash (gconstpointer id)
{
  const guint64 value = ls_event_id_read (id);

  return (guint) (value ^ value >> 32);
}

static inline gboolean
ls_event_id_equal (gconstpointer a,
                   gconstpointer b)
{
  return ls_event_id_read (a) == ls_event_id_read (b);
}

G_END_DECLS
