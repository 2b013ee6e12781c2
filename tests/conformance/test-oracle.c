/* test-oracle.c: programs print what browsers print
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script.h"
#include "program-cases.h"

/* Where programs are: a folder, what their golden files are called, and the preset under which they print so. */
static const struct
{
  const char *folder;
  const char *suffix;
  const char *preset;
} collections[] = {
  { "hand", ".expected", NULL },
  { "gen", ".expected", NULL },
  { "divergent", ".chromium", NULL },
  { "divergent", ".firefox", "gecko" },
};

int
main (int   argc,
      char *argv[])
{
  const char *source_root = g_getenv ("LS_TEST_SOURCE_ROOT");
  g_autofree char *here = NULL, *tick_order = NULL, *generated = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (source_root);
  ls_script_register ();

  here = g_build_filename (source_root, "tests", "conformance", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (collections); i++)
    {
      g_autofree char *folder = g_build_filename (here, "oracle", collections[i].folder, NULL);
      g_autofree char *prefix = g_strconcat ("oracle/", collections[i].folder, collections[i].suffix, NULL);

      program_cases_add (folder, prefix, collections[i].suffix, collections[i].preset);
    }
  tick_order = g_build_filename (here, "tick-order", NULL);
  program_cases_add (tick_order, "tick-order", ".expected", NULL);
  /* Written by “random”, with what Chromium prints. */
  generated = g_build_filename (here, "generated", NULL);
  program_cases_add (generated, "generated", ".expected", NULL);

  return g_test_run ();
}
