/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-linter.h"
#include "random-trace.h"

/* The linter as a reader: in pieces, at an end that was none, with hostile records. What it finds is tested where programs
 * run. */

static char *
describe (LsLinter *linter)
{
  GString *string = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      g_autofree char *json = ls_lint_to_json (ls_linter_get_lint (linter, i), ls_linter_get_trace (linter));

      g_string_append_printf (string, "%s\n", json);
    }
  for (guint kind = 0; kind < LS_N_LINT_KINDS; kind++)
    n += ls_linter_get_n_of_kind (linter, kind);
  g_assert_cmpuint (n, ==, ls_linter_get_n_lints (linter));
  return g_string_free (string, FALSE);
}

static void
test_pieces (void)
{
  LsLintLimits limits = LS_LINT_LIMITS_INIT;

  limits.starved = 200;
  limits.starved_background = 2000;
  limits.continuations = 100;
  limits.long_task = 250;
  for (guint seed = 1; seed < 5; seed++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLinter) whole = NULL, pieces = NULL;
      g_autofree char *expected = NULL, *found = NULL;
      guint64 serial = 0, last = 0;

      write_random_trace (trace, 20000, seed);
      whole = ls_linter_new (trace, &limits);
      g_assert_false (ls_linter_advance (whole, G_MAXSIZE));
      ls_linter_finish (whole);
      expected = describe (whole);
      g_assert_cmpuint (strlen (expected), >, 100);

      pieces = ls_linter_new (trace, &limits);
      while (ls_linter_advance (pieces, 333))
        {
          g_assert_cmpuint (ls_linter_get_serial (pieces), >=, serial);
          serial = ls_linter_get_serial (pieces);
          /* Looking at the end in between changes nothing. */
          if (ls_linter_get_position (pieces) % 5 == 0)
            ls_linter_finish (pieces);
        }
      for (guint i = 0; i < ls_linter_get_n_lints (pieces); i++)
        {
          g_assert_cmpuint (ls_linter_get_lint (pieces, i)->position, >=, last);
          last = ls_linter_get_lint (pieces, i)->position;
        }
      ls_linter_finish (pieces);
      g_assert_true (ls_linter_get_finished (pieces));
      found = describe (pieces);
      g_assert_cmpstr (found, ==, expected);
    }
}

static void
on_notify (GObject    *object,
           GParamSpec *property,
           gpointer    data)
{
  ++*(guint *) data;
}

static void
test_end_taken_back (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
  guint n_notified = 0;

  g_signal_connect (linter, "notify::n-lints", G_CALLBACK (on_notify), &n_notified);
  write_record (trace, SIGNAL_CREATED, .subject = 1, .flags = LS_RECORD_FLAG_CONTROLLER);
  publish (trace);
  g_assert_false (ls_linter_advance (linter, 10));
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
  g_assert_cmpuint (n_notified, ==, 0);
  ls_linter_finish (linter);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 1);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_cmpuint (ls_linter_get_lint (linter, 0)->kind, ==, LS_LINT_UNUSED_SIGNAL);
  g_assert_null (ls_linter_get_lint (linter, 1));

  write_record (trace, TASK_POSTED, .subject = 1, .object = 1);
  publish (trace);
  g_assert_false (ls_linter_advance (linter, 10));
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
  g_assert_cmpuint (ls_linter_get_n_of_kind (linter, LS_LINT_UNUSED_SIGNAL), ==, 0);
  g_assert_cmpuint (n_notified, ==, 2);
  ls_linter_finish (linter);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 0);
}

static void
test_too_many (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsLintLimits limits = LS_LINT_LIMITS_INIT;
  g_autoptr (LsLinter) linter = NULL;

  limits.lints_per_kind = 10;
  for (guint i = 1; i <= 30; i++)
    {
      g_autofree char *reason = g_strdup_printf ("reason %u", i);

      write_record (trace, PROMISE_UNHANDLED, .subject = i, .text = text_of (trace, reason));
      write_record (trace, PROMISE_UNHANDLED, .subject = 100 + i, .text = text_of (trace, "reason 1"));
    }
  write_record (trace, PROMISE_HANDLED, .subject = 1);
  publish (trace);
  linter = ls_linter_new (trace, &limits);
  ls_linter_advance (linter, G_MAXSIZE);
  g_assert_cmpuint (ls_linter_get_n_lints (linter), ==, 10);
  g_assert_cmpuint (ls_linter_get_lint (linter, 0)->count, ==, 31);
  g_assert_cmpuint (ls_linter_get_lint (linter, 0)->amount, ==, 1);
  g_assert_cmpuint (ls_linter_get_lint (linter, 1)->amount, ==, 0);
  g_assert_cmpuint (ls_linter_get_n_left_out (linter), ==, 20);
}

/* Records that no engine would write. */
static void
test_hostile (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();
      g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
      g_autofree char *text = NULL;
      guint range = round % 2 == 0 ? 6 : 1000;

      for (guint i = 0; i < 4000; i++)
        {
          LsRecord record = {
            .time = g_rand_int_range (rand, 0, 10) == 0 ? g_rand_int (rand) : i * 1000,
            .subject = g_rand_int_range (rand, 0, 30) == 0 ? g_rand_int (rand) : g_rand_int_range (rand, 0, range),
            .object = g_rand_int_range (rand, 0, range),
            .value = g_rand_int_range (rand, 0, range),
            .text = g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int (rand) : 0,
            .kind = g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 2),
            .clause = g_rand_int (rand),
            .step = g_rand_int (rand),
            .priority = g_rand_int_range (rand, 0, 5),
            .queue = g_rand_int_range (rand, 0, 30),
            .level = g_rand_int_range (rand, 0, 3),
            .flags = g_rand_int (rand),
          };

          write_full (trace, record);
        }
      publish (trace);
      while (ls_linter_advance (linter, 100))
        if (g_rand_boolean (rand))
          ls_linter_finish (linter);
      ls_linter_finish (linter);
      text = describe (linter);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linter/pieces", test_pieces);
  g_test_add_func ("/linter/end-taken-back", test_end_taken_back);
  g_test_add_func ("/linter/too-many", test_too_many);
  g_test_add_func ("/linter/hostile", test_hostile);

  return g_test_run ();
}
