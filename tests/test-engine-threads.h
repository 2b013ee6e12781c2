/* test-engine-threads.h: the engine's threads in this process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

/* Counts the threads of that name. */
static inline guint
test_count_threads (const char *wanted)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/task", 0, NULL);
  const char *id;
  guint n = 0;

  g_assert_nonnull (folder);
  while ((id = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", id, "comm", NULL);
      g_autofree char *name = NULL;

      n += g_file_get_contents (path, &name, NULL, NULL) && g_str_equal (g_strchomp (name), wanted);
    }
  return n;
}

/* Counts the threads that run sessions. A thread ends when nothing needs it any more. */
static inline guint
test_count_engine_threads (void)
{
  return test_count_threads ("ls-engine");
}
