/* gallery-idle.c: decodes in idle sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "gallery.h"

static const int priorities[] = {
  [OUT_OF_SIGHT] = G_PRIORITY_LOW,
  [VISIBLE] = G_PRIORITY_DEFAULT_IDLE,
  [CLICKED] = G_PRIORITY_DEFAULT,
};

static gboolean
decode (gpointer picture)
{
  if (picture_decode_some (picture))
    return G_SOURCE_CONTINUE;
  picture_show (picture);
  return G_SOURCE_REMOVE;
}

void
picture_begin (Picture *picture)
{
  picture->job = GUINT_TO_POINTER (g_idle_add_full (priorities[picture->urgency], decode, picture, NULL));
}

void
picture_hurry (Picture *picture)
{
  GSource *source = g_main_context_find_source_by_id (NULL, GPOINTER_TO_UINT (picture->job));

  g_source_set_priority (source, priorities[picture->urgency]);
}
