/* test-explorer-team.c: several explorers of the same, each on a thread of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explorer-util.h"
#include "sanitized.h"

#define MAX_MEMBERS 16

/* A budget of states ends between two runs. None of these programs has a run of so many steps. */
#define DEPTH 60

/* Returns (transfer full) the first of so many explorers that have explored together. */
static LsExplorer *
explore_together (const Program          *program,
                  const LsExploreOptions *options,
                  guint                   n_members,
                  GCancellable           *cancellable)
{
  LsExplorer *members[MAX_MEMBERS];
  LsExploreStatus status;

  for (guint i = 0; i < n_members; i++)
    members[i] = ls_explorer_new (make_cluster, (gpointer) program, NULL, options);
  status = ls_explorer_run_together (members, n_members, cancellable);
  g_assert_cmpint (status, ==, ls_explorer_get_status (members[0]));
  for (guint i = 1; i < n_members; i++)
    g_object_unref (members[i]);
  return members[0];
}

/* Of programs of all kinds, they find what one alone finds: states, schedules, findings and their schedules. */
static void
test_random_programs (void)
{
  guint n_with_findings = 0;

  for (guint i = 0; i < TIMES (60, 12); i++)
    {
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      g_autoptr (LsExplorer) alone = NULL, together = NULL;
      Program program;

      make_random_program (&program);
      options.max_overtaking = i % 2;
      options.bounds_preemptions = i % 3 == 0;
      options.max_preemptions = 1;
      alone = explore (&program, &options);
      together = explore_together (&program, &options, 2 + i % 3, NULL);
      assert_same_exploration (together, alone);
      n_with_findings += ls_explorer_get_n_findings (alone) > 0;
    }
  /* Chance may have it otherwise where they are few. */
  if (!IS_SANITIZED)
    g_assert_cmpuint (n_with_findings, >, 2);
}

/* Two share the work: of what has many states, they take few more runs than one alone. How many depends on who is faster. */
static void
test_large (void)
{
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) alone = explore (&locks, &options);

  g_assert_cmpuint (ls_explorer_get_n_findings (alone), >, 0);
  for (guint n_members = 1; n_members <= 4; n_members++)
    {
      g_autoptr (LsExplorer) together = explore_together (&locks, &options, n_members, NULL);

      assert_same_exploration (together, alone);
      g_test_message ("%u explorers: %" G_GUINT64_FORMAT " runs; alone: %" G_GUINT64_FORMAT, n_members,
                      ls_explorer_get_n_runs (together), ls_explorer_get_n_runs (alone));
      g_assert_cmpuint (ls_explorer_get_n_runs (together), <=, n_members * ls_explorer_get_n_runs (alone));
      /* It does not go on from there. */
      g_assert_cmpint (ls_explorer_run (together, NULL), ==, LS_EXPLORE_COMPLETE);
    }
}

/* Agents that spin, and agents that get in each other's way as often as the schedule wants. */
static void
test_circles (void)
{
  const Program spins = { 2, { { { DO_SPIN, 1, 0 } }, { { DO_WAIT, 0, 0 }, { DO_STORE, 1, 1 } } }, 0 };
  const Program overtakes = { 3, { { { DO_LOCK }, { DO_UNLOCK }, { DO_LOCK }, { DO_UNLOCK } }, { { DO_LOCK }, { DO_UNLOCK } },
                                   { { DO_SPIN_PAUSING, 1, 0 } } }, 0 };
  const Program endless = { 2, { { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } }, { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } } }, 0 };
  const Program *const programs[] = { &spins, &overtakes, &endless };
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (LsExplorer) alone = explore (programs[i], &options);
      g_autoptr (LsExplorer) together = explore_together (programs[i], &options, 3, NULL);

      g_assert_cmpint (ls_explorer_is_endless (alone), ==, programs[i] == &endless);
      assert_same_exploration (together, alone);
    }
}

/* Schedules by chance: each takes its part, and all together are those of one. */
static void
test_by_chance (void)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) alone = NULL;

  options.mode = LS_EXPLORE_RANDOM;
  options.seed = 7;
  options.n_runs = 50;
  alone = explore (&locks, &options);
  g_assert_cmpuint (ls_explorer_get_n_findings (alone), >, 0);
  for (guint n_members = 2; n_members <= 4; n_members++)
    {
      g_autoptr (LsExplorer) together = explore_together (&locks, &options, n_members, NULL);

      g_assert_cmpint (ls_explorer_get_status (together), ==, LS_EXPLORE_COMPLETE);
      g_assert_cmpuint (ls_explorer_get_n_runs (together), ==, 50);
      g_assert_cmpuint (ls_explorer_get_n_steps (together), ==, ls_explorer_get_n_steps (alone));
      assert_same_findings (together, alone);
    }
}

/* What is found first by chance is the same whoever is faster. */
static void
test_first_by_chance (void)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;

  options.mode = LS_EXPLORE_RANDOM;
  options.n_runs = 200;
  options.stop_at_first = TRUE;
  for (options.seed = 1; options.seed <= TIMES (6, 2); options.seed++)
    {
      g_autoptr (LsExplorer) alone = explore (&locks, &options);

      for (guint n_members = 2; n_members <= MAX_MEMBERS; n_members *= 2)
        {
          g_autoptr (LsExplorer) together = explore_together (&locks, &options, n_members, NULL);

          g_assert_cmpint (ls_explorer_get_status (together), ==, ls_explorer_get_status (alone));
          assert_same_findings (together, alone);
        }
    }
}

/* Many members, whose ways lead in circles through each other's: one of them is at its end before all is explored. */
static void
test_many (void)
{
  const Program program = { 3, { { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } }, { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } },
                                 { { DO_FAIR_LOCK }, { DO_FAIR_UNLOCK } } }, 0 };
  const LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) alone = explore (&program, &options);

  g_assert_true (ls_explorer_is_endless (alone));
  for (guint i = 0; i < TIMES (8, 2); i++)
    {
      g_autoptr (LsExplorer) together = explore_together (&program, &options, MAX_MEMBERS, NULL);

      assert_same_exploration (together, alone);
    }
}

/* Where every schedule is run, the first one does it alone. */
static void
test_every_schedule (void)
{
  const Program program = { 2, { { { DO_ADD, 0, 1 }, { DO_ADD, 1, 1 } }, { { DO_ADD, 0, 1 } } }, 0 };
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (LsExplorer) alone = NULL, together = NULL;

  options.mode = LS_EXPLORE_SCHEDULES;
  alone = explore (&program, &options);
  together = explore_together (&program, &options, 2, NULL);
  g_assert_cmpint (ls_explorer_get_status (together), ==, LS_EXPLORE_COMPLETE);
  g_assert_cmpuint (ls_explorer_get_n_runs (together), ==, ls_explorer_get_n_runs (alone));
}

/* A budget, a finding that is enough, and the user end all of them, and nobody says then that all was explored. */
static void
test_ends (void)
{
  const LsExploreOptions none = LS_EXPLORE_OPTIONS_INIT;
  LsExploreOptions states = none, memory = none, time = none, first = none;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsExplorer) alone = explore (&locks, &none), of_states = NULL, of_memory = NULL, of_time = NULL, of_first = NULL;
  g_autoptr (LsExplorer) cancelled = NULL;

  states.max_states = 60;
  of_states = explore_together (&locks, &states, 2, NULL);
  g_assert_cmpint (ls_explorer_get_status (of_states), ==, LS_EXPLORE_BUDGET);
  g_assert_cmpuint (ls_explorer_get_n_states (of_states), >=, 60);
  g_assert_cmpuint (ls_explorer_get_n_states (of_states), <, 60 + 2 * DEPTH);
  g_assert_cmpuint (60 + 2 * DEPTH, <, ls_explorer_get_n_states (alone));
  memory.max_memory = 1;
  of_memory = explore_together (&locks, &memory, 3, NULL);
  g_assert_cmpint (ls_explorer_get_status (of_memory), ==, LS_EXPLORE_BUDGET);
  time.max_time = 1;
  of_time = explore_together (&locks, &time, 2, NULL);
  g_assert_cmpint (ls_explorer_get_status (of_time), ==, LS_EXPLORE_BUDGET);
  first.stop_at_first = TRUE;
  of_first = explore_together (&locks, &first, 2, NULL);
  g_assert_cmpint (ls_explorer_get_status (of_first), ==, LS_EXPLORE_FOUND);
  g_assert_cmpuint (ls_explorer_get_n_findings (of_first), >, 0);
  g_cancellable_cancel (cancellable);
  cancelled = explore_together (&locks, &none, 2, cancellable);
  g_assert_cmpint (ls_explorer_get_status (cancelled), ==, LS_EXPLORE_CANCELLED);
  g_assert_cmpint (ls_explorer_run (cancelled, NULL), ==, LS_EXPLORE_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/explorer-team/random-programs", test_random_programs);
  g_test_add_func ("/explorer-team/large", test_large);
  g_test_add_func ("/explorer-team/circles", test_circles);
  g_test_add_func ("/explorer-team/by-chance", test_by_chance);
  g_test_add_func ("/explorer-team/first-by-chance", test_first_by_chance);
  g_test_add_func ("/explorer-team/many", test_many);
  g_test_add_func ("/explorer-team/every-schedule", test_every_schedule);
  g_test_add_func ("/explorer-team/ends", test_ends);

  return g_test_run ();
}
