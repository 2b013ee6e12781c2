/* test-explorer-split.c: explorations that several machines share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explorer-util.h"
#include "ls-explorer-private.h"
#include "sanitized.h"

/* Returns (transfer full) the checkpoint of a piece, which is explored in steps of so many states, each by another explorer. */
static GBytes *
explore_piece (const Program          *program,
               const LsExploreOptions *whole,
               guint                   piece,
               guint                   n_pieces,
               guint                   n_states)
{
  LsExploreOptions options = *whole;
  g_autoptr (GBytes) checkpoint = NULL;
  LsExploreStatus status;

  options.piece = piece;
  options.n_pieces = n_pieces;
  do
    {
      g_autoptr (LsExplorer) explorer = NULL;
      g_autoptr (GError) error = NULL;

      options.max_states += n_states;
      explorer = ls_explorer_new (make_cluster, (gpointer) program, NULL, &options);
      if (checkpoint != NULL)
        g_assert_true (ls_explorer_load (explorer, checkpoint, &error));
      g_clear_pointer (&checkpoint, g_bytes_unref);
      status = ls_explorer_run (explorer, NULL);
      checkpoint = ls_explorer_save (explorer);
    }
  while (n_states > 0 && status == LS_EXPLORE_BUDGET);
  return g_steal_pointer (&checkpoint);
}

/* Returns (transfer full) what its pieces come to, which were added from the last to the first. */
static LsExplorer *
join (const Program          *program,
      const LsExploreOptions *options,
      guint                   n_pieces,
      guint                   n_states)
{
  g_autoptr (LsExplorer) whole = ls_explorer_new (make_cluster, (gpointer) program, NULL, options);
  g_autoptr (GError) error = NULL;

  for (guint piece = n_pieces; piece > 0; piece--)
    {
      g_autoptr (GBytes) checkpoint = explore_piece (program, options, piece, n_pieces, n_states);

      g_assert_true (ls_explorer_add_piece (whole, checkpoint, &error));
      g_assert_no_error (error);
    }
  g_assert_true (ls_explorer_join_pieces (whole, &error));
  g_assert_no_error (error);
  return g_steal_pointer (&whole);
}

/* Of programs of all kinds, the pieces come to the whole: states, schedules, findings and their schedules. */
static void
test_random_programs (void)
{
  guint n_with_findings = 0;

  for (guint i = 0; i < TIMES (120, 24); i++)
    {
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      g_autoptr (LsExplorer) whole = NULL, joined = NULL;
      Program program;

      make_random_program (&program);
      options.max_overtaking = i % 2;
      options.bounds_preemptions = i % 3 == 0;
      options.max_preemptions = 1;
      whole = explore (&program, &options);
      joined = join (&program, &options, 2 + i % 4, i % 5 == 0 ? 7 : 0);
      assert_same_exploration (joined, whole);
      n_with_findings += ls_explorer_get_n_findings (whole) > 0;
    }
  g_assert_cmpuint (n_with_findings, >, 2);
}

/* Each piece of what has many states explores less than the whole, and cutting it anywhere makes no difference. */
static void
test_large (void)
{
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&locks, &options);

  g_assert_cmpuint (ls_explorer_get_n_findings (whole), >, 0);
  for (guint n_pieces = 2; n_pieces <= TIMES (8, 2); n_pieces *= 2)
    for (guint n_states = 0; n_states <= 61; n_states += 61)
      {
        g_autoptr (LsExplorer) joined = join (&locks, &options, n_pieces, n_states);

        assert_same_exploration (joined, whole);
        if (n_states == 0)
          g_test_message ("%u pieces: %" G_GUINT64_FORMAT " runs; whole: %" G_GUINT64_FORMAT, n_pieces,
                          ls_explorer_get_n_runs (joined), ls_explorer_get_n_runs (whole));
      }
}

/* Agents that spin. */
static void
test_spins (void)
{
  const Program spins = { 2, { { { DO_SPIN, 1, 0 } }, { { DO_WAIT, 0, 0 }, { DO_STORE, 1, 1 } } }, 0 };
  const Program overtakes = { 3, { { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_UNLOCK } },
                                   { { DO_SPIN_PAUSING, 1, 0 } } }, 0 };
  const Program *const programs[] = { &spins, &overtakes };
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (LsExplorer) whole = explore (programs[i], &options);
      g_autoptr (LsExplorer) joined = join (programs[i], &options, 3, 0);

      g_autofree char *found = describe (joined);

      assert_same_exploration (joined, whole);
      g_assert_cmpstr (found, ==, "spins ");
    }
}

/* Two agents that get in each other's way as often as the schedule wants. */
static void
test_endless (void)
{
  const Program program = { 2, { { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } }, { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } } }, 0 };
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&program, &options);
  g_autoptr (LsExplorer) joined = join (&program, &options, 2, 0);

  g_assert_true (ls_explorer_is_endless (whole));
  assert_same_exploration (joined, whole);
}

/* Schedules by chance: each piece takes its turn. */
static void
test_by_chance (void)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = NULL;

  options.mode = LS_EXPLORE_RANDOM;
  options.seed = 7;
  options.n_runs = 50;
  whole = explore (&locks, &options);
  g_assert_cmpuint (ls_explorer_get_n_findings (whole), >, 0);
  for (guint n_pieces = 2; n_pieces < 70; n_pieces += 31)
    {
      g_autoptr (LsExplorer) joined = join (&locks, &options, n_pieces, 0);

      g_assert_cmpint (ls_explorer_get_status (joined), ==, LS_EXPLORE_COMPLETE);
      g_assert_cmpuint (ls_explorer_get_n_runs (joined), ==, 50);
      g_assert_cmpuint (ls_explorer_get_n_steps (joined), ==, ls_explorer_get_n_steps (whole));
      assert_same_findings (joined, whole);
    }
}

static void
assert_refused (LsExplorer *whole,
                GBytes     *checkpoint,
                const char *why)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_explorer_add_piece (whole, checkpoint, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
  g_assert_cmpstr (error->message, ==, why);
}

/* What is none of the pieces is refused, and changes nothing. */
static void
test_refused (void)
{
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  LsExploreOptions bounded = options, peeked;
  g_autoptr (LsExplorer) whole = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, &options);
  g_autoptr (LsExplorer) expected = explore (&locks, &options);
  g_autoptr (GBytes) first = explore_piece (&locks, &options, 1, 2, 0), second = explore_piece (&locks, &options, 2, 2, 0);
  g_autoptr (GBytes) of_four = explore_piece (&locks, &options, 2, 4, 0), no_piece = ls_explorer_save (expected), other = NULL;
  g_autoptr (GBytes) text = g_bytes_new_static ("{}", 2);
  g_autoptr (GError) error = NULL;

  bounded.bounds_preemptions = TRUE;
  other = explore_piece (&locks, &bounded, 2, 2, 0);
  g_assert_true (ls_explorer_peek_options (other, &peeked, NULL));
  g_assert_cmpuint (peeked.piece, ==, 2);
  g_assert_cmpuint (peeked.n_pieces, ==, 2);
  g_assert_true (peeked.bounds_preemptions);
  g_assert_false (ls_explorer_peek_options (text, &peeked, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
  g_clear_error (&error);

  g_assert_false (ls_explorer_join_pieces (whole, &error));
  g_assert_cmpstr (error->message, ==, "There are no pieces");
  g_clear_error (&error);
  assert_refused (whole, no_piece, "The checkpoint is that of a whole exploration, not of a piece");
  assert_refused (whole, other, "The piece was explored with other options");
  assert_refused (whole, text, "Not a checkpoint of this exploration");
  g_assert_true (ls_explorer_add_piece (whole, second, &error));
  assert_refused (whole, second, "Piece 2 is there already");
  assert_refused (whole, of_four, "It is one of 4 pieces, those before it are of 2");
  g_assert_false (ls_explorer_join_pieces (whole, &error));
  g_assert_cmpstr (error->message, ==, "Piece 1 of 2 is missing");
  g_clear_error (&error);
  g_assert_true (ls_explorer_add_piece (whole, first, &error));
  g_assert_true (ls_explorer_join_pieces (whole, &error));
  assert_same_exploration (whole, expected);

  /* It does not go on from there. */
  g_assert_cmpint (ls_explorer_run (whole, NULL), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_states (whole), ==, ls_explorer_get_n_states (expected));

  /* A piece is loaded by an explorer of the same piece only. */
  g_clear_object (&whole);
  whole = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, &options);
  g_assert_false (ls_explorer_load (whole, first, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
}

/* With a piece that is not complete, nobody says that all was explored. */
static void
test_incomplete (void)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT, cut;
  g_autoptr (LsExplorer) whole = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, &options), piece = NULL;
  g_autoptr (GBytes) first = explore_piece (&locks, &options, 1, 2, 0), second = NULL;

  cut = options;
  cut.max_states = 60;
  cut.piece = cut.n_pieces = 2;
  piece = explore (&locks, &cut);
  g_assert_cmpint (ls_explorer_get_status (piece), ==, LS_EXPLORE_BUDGET);
  second = ls_explorer_save (piece);
  g_assert_true (ls_explorer_add_piece (whole, first, NULL));
  g_assert_true (ls_explorer_add_piece (whole, second, NULL));
  g_assert_true (ls_explorer_join_pieces (whole, NULL));
  g_assert_cmpint (ls_explorer_get_status (whole), ==, LS_EXPLORE_BUDGET);
  g_assert_cmpint (ls_explorer_run (whole, NULL), ==, LS_EXPLORE_BUDGET);
}

/* One piece is all of them. */
static void
test_one (void)
{
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) whole = explore (&locks, &options), joined = join (&locks, &options, 1, 61);

  assert_same_exploration (joined, whole);
}

/* Returns (transfer full) a checkpoint of piece 2 of so many, which has seen one state, without a step from there. */
static GBytes *
make_lone_state (GBytes *checkpoint,
                 guint   n_pieces)
{
  const LsStateNode node = { .is_explored = TRUE };
  g_autoptr (GVariant) piece = g_variant_ref_sink (
    g_variant_new_from_bytes (G_VARIANT_TYPE ("(s(iittutuu)(tttb)ayayayaya(uutsay)((uuuuu)ay))"), checkpoint, FALSE));
  g_autoptr (GVariant) options = g_variant_get_child_value (piece, 1), other = NULL;
  GVariant *members[9];
  guint64 seed, n_runs, max_steps;
  guint overtaking;
  int mode, bound;

  g_variant_get (options, "(iittutuu)", &mode, &bound, &seed, &n_runs, &overtaking, &max_steps, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    members[i] = g_variant_get_child_value (piece, i);
  g_variant_unref (members[1]);
  members[1] = g_variant_ref_sink (g_variant_new ("(iittutuu)", mode, bound, seed, n_runs, overtaking, max_steps, n_pieces, 2));
  for (guint i = 4; i < 7; i++)
    {
      g_variant_unref (members[i]);
      members[i] = g_variant_ref_sink (g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, &node, i == 4 ? sizeof node : 0, 1));
    }
  g_variant_unref (members[8]);
  members[8] = g_variant_ref_sink (g_variant_new ("((uuuuu)@ay)", 0, 0, 0, 0, 0, g_variant_new_array (G_VARIANT_TYPE_BYTE, NULL, 0)));
  other = g_variant_ref_sink (g_variant_new_tuple (members, G_N_ELEMENTS (members)));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_variant_unref (members[i]);
  return g_variant_get_data_as_bytes (other);
}

/* A piece cannot begin with a state from which no step leads, and there is a limit to how many pieces there are. */
static void
test_impossible (void)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GBytes) saved = explore_piece (&locks, &options, 2, 2, 0);
  g_autoptr (GBytes) lone = make_lone_state (saved, 2), many = make_lone_state (saved, 0x7fffffff);
  g_autoptr (LsExplorer) piece = NULL, whole = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, &options);
  g_autoptr (GError) error = NULL;

  options.piece = options.n_pieces = 2;
  piece = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, &options);
  g_assert_true (ls_explorer_load (piece, saved, NULL));
  g_assert_false (ls_explorer_load (piece, lone, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_CHECKPOINT);
  g_clear_error (&error);
  assert_refused (whole, lone, "The piece is damaged");
  assert_refused (whole, many, "Not a checkpoint of this exploration");
}

/* Of a piece as well, each byte wrong once, and each length cut off. */
static void
test_broken (void)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  for (guint n_states = 5; n_states <= 120; n_states += 115)
    {
      g_autoptr (LsExplorer) piece = NULL;
      g_autoptr (GBytes) checkpoint = NULL;

      options.piece = options.n_pieces = 2;
      options.max_states = n_states;
      piece = explore (&locks, &options);
      checkpoint = ls_explorer_save (piece);
      options.max_states = 0;
      for (gsize i = 0; i < g_bytes_get_size (checkpoint); i += TIMES (5, 29))
        {
          gsize length;
          g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (checkpoint, &length), g_bytes_get_size (checkpoint));
          g_autoptr (LsExplorer) explorer = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, &options), whole = NULL;
          g_autoptr (GBytes) wrong = NULL;

          bytes[i] ^= 1 << i % 8;
          wrong = g_bytes_new (bytes, i % 2 == 0 ? length : i);
          if (ls_explorer_load (explorer, wrong, NULL) && i % 3 == 0)
            ls_explorer_run (explorer, NULL);
          whole = ls_explorer_new (make_cluster, (gpointer) &locks, NULL, NULL);
          if (ls_explorer_add_piece (whole, wrong, NULL))
            g_assert_false (ls_explorer_join_pieces (whole, NULL));
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explorer-split/random-programs", test_random_programs);
  g_test_add_func ("/explorer-split/large", test_large);
  g_test_add_func ("/explorer-split/spins", test_spins);
  g_test_add_func ("/explorer-split/endless", test_endless);
  g_test_add_func ("/explorer-split/by-chance", test_by_chance);
  g_test_add_func ("/explorer-split/refused", test_refused);
  g_test_add_func ("/explorer-split/incomplete", test_incomplete);
  g_test_add_func ("/explorer-split/one", test_one);
  g_test_add_func ("/explorer-split/impossible", test_impossible);
  g_test_add_func ("/explorer-split/broken", test_broken);

  return g_test_run ();
}
