/* test-clause.c: what clauses are called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-clause.h"

/* A word before a colon stands where a specification has a section. */
static void
test_inferred (void)
{
  guint n_inferred = 0;

  for (LsClause clause = LS_CLAUSE_NONE; clause < LS_N_CLAUSES; clause++)
    {
      g_autofree char *text = ls_clause_format (clause, 0);
      g_autofree char *expected = g_strdup_printf ("Recording: %s", ls_clause_get_title (clause));

      g_assert_cmpint (ls_clause_is_inferred (clause), ==, g_str_has_prefix (ls_clause_get_nick (clause), "inferred-"));
      if (!ls_clause_is_inferred (clause))
        continue;
      n_inferred++;
      g_assert_cmpstr (text, ==, expected);
      g_assert_cmpstr (ls_clause_get_source (clause), ==, ls_clause_get_title (clause));
    }
  g_assert_cmpuint (n_inferred, >, 0);
}

static void
test_specified (void)
{
  g_autofree char *whole = ls_clause_format (LS_CLAUSE_QUEUE_MICROTASK, 0);
  g_autofree char *step = ls_clause_format (LS_CLAUSE_QUEUE_MICROTASK, 2);

  g_assert_cmpstr (whole, ==, "§4.1.4 queue a microtask");
  g_assert_cmpstr (step, ==, "§4.1.4 queue a microtask, step 2");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/clause/inferred", test_inferred);
  g_test_add_func ("/clause/specified", test_specified);

  return g_test_run ();
}
