/* test-debugger-util.c: what tests of the debugger and of the application share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-debugger-util.h"

#include <glib/gstdio.h>

/* Removes what is at @path, and what is in it. */
void
test_remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove_tree (child);
    }
  g_remove (path);
}

/* What shows all of @trace, of which it takes the reference. */
LsPlayer *
test_player_new (LsTrace *trace)
{
  LsPlayer *player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_to_end (player);
  g_object_unref (trace);
  return player;
}

/* Where the first record of @kind is. */
gsize
test_player_find_record (LsPlayer     *player,
                         LsRecordKind  kind)
{
  LsTrace *trace = ls_player_get_trace (player);
  LsRecord record;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      ls_trace_get_record (trace, i, &record);
      if (record.kind == kind)
        return i;
    }
  g_assert_not_reached ();
}
