/* test-schema.h: holds JSON against the schemas in data/
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

/* Checks that @json is what data/loopscope-@name-1.schema.json says. */
static inline void
test_schema_check (const char *name,
                   const char *json)
{
  g_autofree char *script = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "schemas.py", NULL);
  g_autofree char *problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                                                      script, name, NULL);

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, json, NULL, &problems, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (problems, ==, "");
  g_assert_true (g_subprocess_get_successful (process));
}
