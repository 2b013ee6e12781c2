/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "cli-util.h"

/* What “run” does with JavaScript. */

static void
test_meant_names (void)
{
  static const struct
  {
    const char *script;
    const char *meant;
  } cases[] = {
    { "schduler.postTask (() => {});", "scheduler" },
    { "scheduler.postTsk (() => {});", "postTask" },
    { "new TaskControler ();", "TaskController" },
    { "const c = new TaskController (); c.setPrority ('background');", "setPriority" },
    { "setTimout (() => {});", "setTimeout" },
    { "scheduler.postTask (() => { AbortSignl.timeout (3); });", "AbortSignal" },
    { "const o = {}; o.frobnicate ();", NULL },
    { "frobnicate ();", NULL },
    { "undefined.postTsk;", NULL },
    { "throw new Error ('a is not a function');", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) result = cli_run ("run -", cases[i].script);
      g_autofree char *expected = cases[i].meant != NULL ? g_strdup_printf ("\nloopscope-cli: Did you mean “%s”?\n", cases[i].meant)
                                                         : NULL;

      g_assert_cmpint (result->status, ==, 1);
      if (expected != NULL && !g_str_has_suffix (result->err, expected))
        g_error ("expected %s in %s", expected, result->err);
      if (expected == NULL)
        g_assert_null (strstr (result->err, "Did you mean"));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run-scripts/meant-names", test_meant_names);

  return g_test_run ();
}
