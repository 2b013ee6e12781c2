/* test-memory.c: how much memory is free, and programs that want more
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

#include "ls-script-memory-private.h"
#include "remove-tree.h"
#include "sanitized.h"

#define MEGABYTE (1024 * 1024)

/* A folder in place of the system's, with the files that are named, each followed by what is in it. */
static char *
make_system (const char *path,
             ...) G_GNUC_NULL_TERMINATED;

static char *
make_system (const char *path,
             ...)
{
  g_autoptr (GError) error = NULL;
  char *root = g_dir_make_tmp ("memory-XXXXXX", &error);
  va_list arguments;

  g_assert_no_error (error);
  va_start (arguments, path);
  for (; path != NULL; path = va_arg (arguments, const char *))
    {
      const char *text = va_arg (arguments, const char *);
      g_autofree char *file = g_build_filename (root, path, NULL);
      g_autofree char *folder = g_path_get_dirname (file);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_file_set_contents (file, text, -1, &error);
      g_assert_no_error (error);
    }
  va_end (arguments);
  return root;
}

static void
assert_free (char    *root, /* (transfer full) */
             guint64  expected)
{
  g_assert_cmpuint (ls_script_get_free_memory (root), ==, expected);
  test_remove_tree (root);
  g_free (root);
}

/* What the machine has counts where nothing limits the process. */
static void
test_machine (void)
{
  assert_free (make_system ("proc/meminfo", "MemTotal:  2000 kB\nMemFree:  10 kB\nMemAvailable:     1000 kB\nSwapFree: 7 kB\n", NULL), 1000 * 1024);
  assert_free (make_system ("proc/meminfo", "MemAvailable: 1000 kB\n", "proc/self/cgroup", "0::/a\n", "sys/fs/cgroup/a/memory.max", "max\n",
                            "sys/fs/cgroup/a/memory.current", "9000\n", NULL),
               1000 * 1024);
}

/* So does what the process's group and those around it may take; files that are cached can be dropped. */
static void
test_groups (void)
{
  assert_free (make_system ("proc/meminfo", "MemAvailable: 1000 kB\n", "proc/self/cgroup", "0::/outer/inner\n",
                            "sys/fs/cgroup/outer/inner/memory.max", "900000\n", "sys/fs/cgroup/outer/inner/memory.current", "100000\n",
                            "sys/fs/cgroup/outer/memory.max", "500000\n", "sys/fs/cgroup/outer/memory.current", "300000\n",
                            "sys/fs/cgroup/outer/memory.stat", "anon 250000\ninactive_file 50000\nactive_file 0\n", NULL),
               250000);
  /* A container sees its own group as the first one. */
  assert_free (make_system ("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/memory.max", "500000\n", "sys/fs/cgroup/memory.current", "600000\n",
                            NULL),
               0);
  assert_free (make_system ("proc/self/cgroup", "0::/../other\n", "sys/fs/cgroup/memory.max", "500000\n", "sys/fs/cgroup/memory.current",
                            "100000\n", "sys/fs/other/memory.max", "5\n", "sys/fs/other/memory.current", "1\n", NULL),
               400000);
  /* The first version of groups has them for each controller. */
  assert_free (make_system ("proc/self/cgroup", "5:cpu,cpuacct:/b\n4:hugetlb,memory:/a\n0::/\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes",
                            "800000\n", "sys/fs/cgroup/memory/a/memory.usage_in_bytes", "200000\n", "sys/fs/cgroup/memory/a/memory.stat",
                            "inactive_file 1\ntotal_inactive_file 100000\n", "sys/fs/cgroup/memory/memory.limit_in_bytes",
                            "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes", "70000000\n",
                            "sys/fs/cgroup/memory/b/memory.limit_in_bytes", "5\n", "sys/fs/cgroup/memory/b/memory.usage_in_bytes", "1\n", NULL),
               700000);
}

/* A system that tells nothing, or nonsense, limits nothing. */
static void
test_unknown (void)
{
  assert_free (make_system (NULL, NULL), G_MAXUINT64);
  assert_free (make_system ("proc/meminfo", "", "proc/self/cgroup", "", NULL), G_MAXUINT64);
  assert_free (make_system ("proc/meminfo", "MemAvailable: -1 kB", "proc/self/cgroup", "::\n0\n\n:memory\n0:memory:\n0::a\n",
                            "sys/fs/cgroup/memory.max", "\n", "sys/fs/cgroup/memory.current", "x\n", NULL),
               G_MAXUINT64);
}

/* A program is stopped before the machine has no memory left; so is its worker. */
static void
test_program (gconstpointer data)
{
  g_autoptr (LsSession) session = script_session_new_simple (data);
  char *root = make_system ("proc/meminfo", "MemAvailable: 100000 kB\n", NULL);
  const gsize before = ls_script_get_memory ();
  ScriptOutput output;

  ls_script_read_system_at (root);
  script_run (session, NULL, &output);
  ls_script_read_system_at ("/");
  g_assert_cmpint (output.state, ==, LS_RUNNER_BUDGET_EXCEEDED);
  g_assert_cmpstr (output.message, ==,
                   "The program was stopped: it used more than 73 MB of memory, three quarters of what was free");
  /* What was taken until the run was stopped is not much more: the process has at most grown by that much. */
  if (!IS_SANITIZED)
    g_assert_cmpuint (ls_script_get_memory (), <, before + 200 * MEGABYTE);
  script_output_clear (&output);
  test_remove_tree (root);
  g_free (root);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  g_test_add_func ("/memory/machine", test_machine);
  g_test_add_func ("/memory/groups", test_groups);
  g_test_add_func ("/memory/unknown", test_unknown);
  g_test_add_data_func ("/memory/program", "const kept = []; for (;;) kept.push (new Array (1e5).fill (1.5));", test_program);
  g_test_add_data_func ("/memory/worker", "new Worker (() => { const kept = []; for (;;) kept.push ({ a: [1, 2, 3] }); });", test_program);
  return g_test_run ();
}
