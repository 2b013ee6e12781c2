/* test-steps-model.c: steps that the user types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-steps-model.h"

static void
assert_refused (LsStepsModel *model,
                const char   *json)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_steps_model_set_json (model, json, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (ls_steps_model_count (model), ==, 0);
}

/* A text of nothing but brackets takes no more of the stack than another. */
static void
test_nested (void)
{
  g_autoptr (LsStepsModel) model = ls_steps_model_new (NULL, NULL);
  g_autofree char *brackets = g_strnfill (1000000, '[');

  assert_refused (model, brackets);
  assert_refused (model, "[[");
  assert_refused (model, "");
  assert_refused (model, "{}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/steps-model/nested", test_nested);

  return g_test_run ();
}
