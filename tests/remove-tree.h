/* remove-tree.h: removes what tests have made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib/gstdio.h>

/* Removes what is at @path, and what is in it. */
static inline void
test_remove_tree (const char *path)
{
  /* What a link leads to is not in the tree. */
  g_autoptr (GDir) dir = !g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? g_dir_open (path, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove_tree (child);
    }
  g_remove (path);
}
