/* ls-script-memory.c: what the process takes of memory, and how much more the machine can give it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-memory-private.h"

#include <fcntl.h>
#include <unistd.h>

/* Reads a number of pages from the system, counted from 0, as bytes; 0 where the system does not tell. May be called in a signal
 * handler. */
static gsize
get_pages (guint index)
{
  char text[128];
  const char *at = text;
  const int fd = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  gsize pages = 0;
  gssize n;

  if (fd < 0)
    return 0;
  n = read (fd, text, sizeof text - 1);
  close (fd);
  text[MAX (n, 0)] = '\0';
  for (; index > 0 && *at != '\0'; at++)
    index -= *at == ' ';
  for (; g_ascii_isdigit (*at); at++)
    pages = pages * 10 + (gsize) (*at - '0');
  return pages * (gsize) sysconf (_SC_PAGESIZE);
}

/* Returns the memory that the process takes now, in bytes; 0 where the system does not tell. May be called in a signal handler. */
gsize
ls_script_get_memory (void)
{
  return get_pages (1);
}

/* Returns the size of the process's address space, in bytes; 0 where the system does not tell. */
gsize
ls_script_get_addresses (void)
{
  return get_pages (0);
}

/* Reads the number after @name at the beginning of a line of @text; FALSE where there is none, or a word such as "max". */
static gboolean
find_number (const char *text,
             const char *name,
             guint64    *number)
{
  const gsize length = strlen (name);

  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      if (strncmp (line, name, length) != 0)
        continue;
      line += length + strspn (line + length, " ");
      if (!g_ascii_isdigit (*line))
        return FALSE;
      *number = g_ascii_strtoull (line, NULL, 10);
      return TRUE;
    }
  return FALSE;
}

static gboolean
read_number (const char *folder,
             const char *file,
             const char *name,
             guint64    *number)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && find_number (text, name, number);
}

/* A version of the kernel's control groups: where their folders are, and what their files are called. */
typedef struct
{
  const char *folder;
  const char *limit;
  const char *taken;
  const char *cached; /* in memory.stat: what is taken and may be dropped */
} GroupFiles;

static const GroupFiles unified = { "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file " };
static const GroupFiles separate = { "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file " };

/* Returns how much more a group and all those around it may take, in bytes. @name: the group's, such as "/user.slice/a.scope" */
static guint64
get_free_in_groups (const char       *root,
                    const GroupFiles *files,
                    const char       *name)
{
  g_autofree char *top = g_build_filename (root, files->folder, NULL);
  g_autofree char *folder = g_build_filename (top, name, NULL);
  guint64 least = G_MAXUINT64;

  while (g_str_has_prefix (folder, top))
    {
      guint64 limit, taken, cached;

      if (read_number (folder, files->limit, "", &limit) && read_number (folder, files->taken, "", &taken))
        {
          if (read_number (folder, "memory.stat", files->cached, &cached))
            taken -= MIN (cached, taken);
          least = MIN (least, limit - MIN (taken, limit));
        }
      *strrchr (folder, G_DIR_SEPARATOR) = '\0';
    }
  return least;
}

/* Returns how much more memory the process may take, in bytes, before the kernel ends it or another one: what the machine has, and
 * what the process's control groups leave. G_MAXUINT64 where the system does not tell. Swap does not count, as a window that is
 * swapped out stands still. @root: where the system's folders are: "/" but in tests */
guint64
ls_script_get_free_memory (const char *root)
{
  g_autofree char *path = g_build_filename (root, "proc/self/cgroup", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 least = G_MAXUINT64, kilobytes;

  if (read_number (root, "proc/meminfo", "MemAvailable:", &kilobytes))
    least = kilobytes * 1024;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return least;
  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      /* A number, controllers and the group's name, which has “..” where the group is not among those that the process sees. */
      g_auto (GStrv) parts = g_strsplit (*line, ":", 3);
      g_auto (GStrv) controllers = NULL;

      if (g_strv_length (parts) < 3)
        continue;
      controllers = g_strsplit (parts[1], ",", -1);
      if (*parts[1] == '\0' || g_strv_contains ((const char *const *) controllers, "memory"))
        least = MIN (least, get_free_in_groups (root, *parts[1] == '\0' ? &unified : &separate,
                                                strstr (parts[2], "..") == NULL ? parts[2] : ""));
    }
  return least;
}
