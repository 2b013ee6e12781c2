/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-explain.h"
#include "sanitized.h"
#include "session-util.h"
#include "test-foresight.h"

/* What is said to be next is next: just before each selection, at each position of a whole trace, and at each step of a run that has
 * not gone on yet. */

#define N_PROGRAMS TIMES (3, 2)

/* One of so many selections is looked at. */
#define FORWARDS TIMES (1, 5)
#define BACKWARDS 499

#define N_EDITIONS (LS_EDITION_2023_YIELD_OPTIONS + 1)

/* One of so many positions is explained. */
#define EXPLANATIONS TIMES (17, 170)

/* How often each rule that looks at the past decided. */
static guint n_guards, n_fair_turns, n_deferrals;

/* How often something was foreseen. */
static ForesightCounts counts;

static void
check_prediction (LsState        *state,
                  const LsRecord *selected,
                  const char     *title)
{
  g_autofree LsCandidate *candidates = NULL;
  g_autoptr (LsExplanation) explanation = NULL;
  guint n_candidates;

  if (ls_state_get_next_task (state) != selected->subject)
    g_error ("%s: record %" G_GSIZE_FORMAT " selects task %u, foreseen was %u", title, ls_state_get_position (state),
             selected->subject, ls_state_get_next_task (state));
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, selected->object);

  explanation = ls_explain_next (state);
  g_assert_cmpuint (explanation->task, ==, selected->subject);
  g_assert_cmpuint (explanation->rank, ==, selected->level);
  g_assert_cmpint (explanation->clause == LS_CLAUSE_PRESET, ==, (selected->flags & LS_RECORD_FLAG_FAIR_TURN) != 0);
  g_assert_cmpint (explanation->clause == LS_CLAUSE_BLINK_SELECTOR, ==,
                   (selected->flags & LS_RECORD_FLAG_STARVATION_GUARD) != 0);

  candidates = ls_explain_candidates (state, &n_candidates);
  g_assert_cmpuint (n_candidates, ==, explanation->n_candidates);
  g_assert_cmpuint (candidates[0].oldest_task, ==, selected->subject);
  g_assert_cmpuint (candidates[0].queue, ==, selected->object);
}

/* Goes over the trace record by record, or from the end backwards in leaps, which begin at keyframes. */
static guint
check_trace (LsTrace    *trace,
             const char *title,
             gboolean    backwards)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize length = ls_trace_get_length (trace);
  guint n_selected = 0;

  for (gsize n = 0; n < length; n++)
    {
      gsize i = backwards ? length - 1 - n : n;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n_deferrals += record.kind == LS_RECORD_TASKS_DEFERRED && record.value > 0;
      if (record.kind != LS_RECORD_TASK_SELECTED || n_selected++ % (backwards ? BACKWARDS : FORWARDS) != 0)
        continue;
      ls_state_seek (state, i);
      check_prediction (state, &record, title);
      n_guards += (record.flags & LS_RECORD_FLAG_STARVATION_GUARD) != 0;
      n_fair_turns += (record.flags & LS_RECORD_FLAG_FAIR_TURN) != 0;
    }

  return n_selected;
}

static LsRunner *
make_runner (LsSession  *session,
             const char *preset,
             LsEdition   edition)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LsRunner *runner;

  options.preset = preset;
  options.sets_edition = TRUE;
  options.edition = edition;
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  return runner;
}

static LsRunner *
run (LsSession  *session,
     const char *preset,
     LsEdition   edition)
{
  LsRunner *runner = make_runner (session, preset, edition);

  ls_runner_run_to_end (runner, NULL);
  return runner;
}

static void
check_session (LsSession  *session,
               const char *title)
{
  for (guint i = 0; ls_settings_list_presets ()[i] != NULL; i++)
    for (LsEdition edition = LS_EDITION_2025; edition <= LS_EDITION_2023_YIELD_OPTIONS; edition++)
      {
        g_autoptr (LsRunner) runner = run (session, ls_settings_list_presets ()[i], edition);
        g_autofree char *what = g_strdup_printf ("%s, preset %s", title, ls_settings_list_presets ()[i]);
        g_autoptr (LsRunner) live = make_runner (session, ls_settings_list_presets ()[i], edition);
        LsTrace *trace = ls_runner_get_trace (runner);
        g_autofree guint32 *truth = foresight_list_truth (trace);

        g_assert_cmpuint (check_trace (trace, what, FALSE), >, 0);
        foresight_check_positions (trace, truth, what, EXPLANATIONS, FALSE);
        /* Going back reads on from keyframes at each position, which is slow: the editions take turns at it. */
        if (edition == (LsEdition) (i % N_EDITIONS))
          foresight_check_positions (trace, truth, what, EXPLANATIONS, TRUE);
        foresight_check_live (live, trace, truth, what, &counts);
      }
}

static void
test_example (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (data, &error);

  g_assert_no_error (error);
  check_session (session, data);
}

/* Random programs */

static const char *const priorities[] = { "background", "user-visible", "user-blocking" };

static void append_steps (GString *text,
                          GRand   *rand,
                          guint    n_steps,
                          guint    depth);

static void
append_body (GString *text,
             GRand   *rand,
             guint    depth)
{
  g_string_append (text, ",\"body\":[");
  append_steps (text, rand, depth < 3 ? g_rand_int_range (rand, 0, 5) : 0, depth + 1);
  g_string_append_c (text, ']');
}

/* A task to any queue of the loop, more often to a few of them, two in three with a delay. */
static void
append_post (GString *text,
             GRand   *rand)
{
  static const char *const crowded[] = { "default", "input", "compositor", "idle", "frame-throttleable" };
  LsQueueType type = g_rand_int_range (rand, 0, LS_N_QUEUE_TYPES);
  gboolean any = g_rand_boolean (rand) && ls_queue_type_is_valid (type);

  g_string_append_printf (text, "{\"op\":\"post\",\"queue\":\"%s\"",
                          any ? ls_queue_type_to_string (type) : crowded[g_rand_int_range (rand, 0, 5)]);
  if (g_rand_int_range (rand, 0, 3) > 0)
    g_string_append_printf (text, ",\"delay\":%d", g_rand_int_range (rand, 1, 8));
  if (g_rand_int_range (rand, 0, 4) == 0)
    g_string_append (text, ",\"discrete\":true");
}

static void
append_post_task (GString *text,
                  GRand   *rand)
{
  g_string_append (text, "{\"op\":\"postTask\"");
  if (g_rand_boolean (rand))
    g_string_append_printf (text, ",\"signal\":\"c%d\"", g_rand_int_range (rand, 0, 3));
  if (g_rand_boolean (rand))
    g_string_append_printf (text, ",\"priority\":\"%s\"", priorities[g_rand_int_range (rand, 0, 3)]);
  if (g_rand_int_range (rand, 0, 3) == 0)
    g_string_append_printf (text, ",\"delay\":%d", g_rand_int_range (rand, 1, 8));
}

static void
append_step (GString *text,
             GRand   *rand,
             guint    depth)
{
  switch (g_rand_int_range (rand, 0, 14))
    {
    case 0:
    case 1:
    case 2:
      g_string_append_printf (text, "{\"op\":\"timer\",\"ms\":%d", g_rand_int_range (rand, 0, 8));
      break;
    case 3:
    case 4:
    case 5:
      append_post (text, rand);
      break;
    case 6:
    case 7:
      append_post_task (text, rand);
      break;
    case 8:
      g_string_append_printf (text, "{\"op\":\"repeat\",\"times\":%d", g_rand_int_range (rand, 2, 5));
      break;
    case 9:
      g_string_append_printf (text, "{\"op\":\"frames\",\"count\":%d,\"hz\":200", g_rand_int_range (rand, 1, 6));
      break;
    case 10:
      g_string_append (text, "{\"op\":\"idle\"");
      break;
    case 11:
      g_string_append_printf (text, "{\"op\":\"setPriority\",\"controller\":\"c%d\",\"priority\":\"%s\"}",
                              g_rand_int_range (rand, 0, 3), priorities[g_rand_int_range (rand, 0, 3)]);
      return;
    case 12:
      g_string_append (text, "{\"op\":\"yield\"}");
      return;
    default:
      g_string_append_printf (text, "{\"op\":\"work\",\"ms\":%d}", g_rand_int_range (rand, 1, depth == 0 ? 60 : 6));
      return;
    }
  append_body (text, rand, depth);
  g_string_append_c (text, '}');
}

static void
append_steps (GString *text,
              GRand   *rand,
              guint    n_steps,
              guint    depth)
{
  for (guint i = 0; i < n_steps; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      append_step (text, rand, depth);
    }
}

/* Every experiment is on: the tasks of the promises p0 … p3 are raised while tasks of other priorities await them. */
static LsSession *
random_experiment (GRand *rand)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    g_string_append_printf (text, "{\"op\":\"controller\",\"name\":\"c%u\",\"priority\":\"%s\"},", i, priorities[i]);
  for (guint i = 0; i < 4; i++)
    {
      append_post_task (text, rand);
      g_string_append_printf (text, ",\"as\":\"p%u\"", i);
      append_body (text, rand, 2);
      g_string_append (text, "},");
    }
  for (gint n = g_rand_int_range (rand, 1, 7); n > 0; n--)
    {
      append_post_task (text, rand);
      g_string_append (text, ",\"body\":[");
      for (gint m = g_rand_int_range (rand, 0, 4); m > 0; m--)
        {
          switch (g_rand_int_range (rand, 0, 4))
            {
            case 0:
              g_string_append_printf (text, "{\"op\":\"schedulerWait\",\"ms\":%d}", g_rand_int_range (rand, 0, 8));
              break;
            case 1:
              g_string_append (text, "{\"op\":\"render\"}");
              break;
            default:
              g_string_append_printf (text, "{\"op\":\"await\",\"promise\":\"p%d\"}", g_rand_int_range (rand, 0, 4));
              break;
            }
          g_string_append_c (text, ',');
        }
      append_steps (text, rand, g_rand_int_range (rand, 1, 3), 2);
      g_string_append (text, "]},");
    }
  append_steps (text, rand, 2, 0);
  return session_new (text->str, "",
                      "\"settings\":{\"experiments\":[\"wait\",\"render\",\"currentTaskSignal\",\"priorityInheritance\"]}");
}

static LsSession *
random_session (GRand *rand,
                guint  n_steps)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    g_string_append_printf (text, "{\"op\":\"controller\",\"name\":\"c%u\",\"priority\":\"%s\"},", i, priorities[i]);
  append_steps (text, rand, n_steps, 0);
  return session_new (text->str, "", "");
}

/* LS_TEST_PROGRAMS says how many of the small programs are tried. */
static guint
count_programs (guint otherwise)
{
  const char *wanted = g_getenv ("LS_TEST_PROGRAMS");

  return wanted != NULL ? g_ascii_strtoull (wanted, NULL, 10) : otherwise;
}

/* Many programs, each of a few steps. */
static void
test_small_programs (void)
{
  const guint n_programs = count_programs (TIMES (30, 6));

  counts = (ForesightCounts) { 0 };
  for (guint seed = 0; seed < n_programs; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (100000 + seed);
      g_autoptr (LsSession) session = random_session (rand, 1 + seed % 5);
      g_autofree char *title = g_strdup_printf ("small program %u", seed);

      check_session (session, title);
    }
  g_test_message ("%u times for certain, %u times so far", counts.n_certain, counts.n_so_far);
  g_assert_cmpuint (counts.n_certain, >, n_programs);
  g_assert_cmpuint (counts.n_so_far, >, n_programs / 10);
}

/* The frame after a click does not come in time, and idle callbacks that have waited for it make way for a task that is due at once. */
static void
test_deferral (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"post\",\"queue\":\"default\",\"delay\":150.999,\"body\":[]},"
                 "{\"op\":\"post\",\"queue\":\"input\",\"delay\":100,\"discrete\":true,\"body\":[{\"op\":\"idle\",\"body\":[]},"
                 "{\"op\":\"post\",\"queue\":\"compositor\",\"delay\":80,\"body\":[]}]}", "", "");

  check_session (session, "deferral");
}

static void
test_experiments (void)
{
  const guint n_programs = count_programs (TIMES (20, 4));

  for (guint seed = 0; seed < n_programs; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (200000 + seed);
      g_autoptr (LsSession) session = random_experiment (rand);
      g_autofree char *title = g_strdup_printf ("program with experiments %u", seed);

      check_session (session, title);
    }
}

static void
test_random_programs (void)
{
  n_guards = n_fair_turns = n_deferrals = 0;
  for (guint seed = 0; seed < N_PROGRAMS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (LsSession) session = random_session (rand, 20);
      g_autofree char *title = g_strdup_printf ("program %u", seed);

      check_session (session, title);
    }
  g_test_message ("%u starvation guards, %u fair turns, %u deferrals", n_guards, n_fair_turns, n_deferrals);
  g_assert_cmpuint (n_guards, >, TIMES (50, 1));
  g_assert_cmpuint (n_deferrals, >, TIMES (50, 1));
  g_assert_cmpuint (n_fair_turns, >, TIMES (100, 1));
}

/* What the rules count is in keyframes as well. */
static void
test_keyframes (gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (LsSession) session = random_session (rand, 1500);
  g_autoptr (LsRunner) runner = run (session, data, LS_EDITION_2025);

  g_assert_cmpuint (ls_trace_get_length (ls_runner_get_trace (runner)), >, 50000);
  check_trace (ls_runner_get_trace (runner), data, FALSE);
  n_guards = n_fair_turns = 0;
  check_trace (ls_runner_get_trace (runner), data, TRUE);
  g_assert_cmpuint (n_guards + n_fair_turns, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data/sessions", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_test_init (&argc, &argv, NULL);

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *example = g_strconcat ("/foresight/examples/", name, NULL);
        g_autofree char *path = g_build_filename (folder, name, NULL);

        if (!session_is_of_steps (path))
          continue;
        g_ptr_array_add (paths, g_steal_pointer (&path));
        g_test_add_data_func (example, g_ptr_array_index (paths, paths->len - 1), test_example);
      }
  g_test_add_func ("/foresight/random-programs", test_random_programs);
  g_test_add_func ("/foresight/small-programs", test_small_programs);
  g_test_add_func ("/foresight/deferral", test_deferral);
  g_test_add_func ("/foresight/experiments", test_experiments);
  g_test_add_data_func ("/foresight/keyframes/blink", "blink", test_keyframes);
  g_test_add_data_func ("/foresight/keyframes/fair", "fair", test_keyframes);

  return g_test_run ();
}
