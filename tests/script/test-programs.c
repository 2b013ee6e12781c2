/* test-programs.c: what the parts of a realm do, as programs see it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script.h"
#include "program-cases.h"

int
main (int   argc,
      char *argv[])
{
  const char *source_root = g_getenv ("LS_TEST_SOURCE_ROOT");
  g_autofree char *here = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (source_root);
  ls_script_register ();

  here = g_build_filename (source_root, "tests", "script", NULL);
  dir = g_dir_open (here, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (here, name, NULL);

      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        program_cases_add (folder, name, ".expected", NULL);
    }

  return g_test_run ();
}
