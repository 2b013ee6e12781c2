/* test-session-explorer.c: what is found when all ways are tried in which a program of steps can go
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-session-explore.h"
#include "sanitized.h"
#include "session-agents-util.h"

/* How many random programs are explored in both ways. */
#define N_COMPARED TIMES (150, 40)

#define LOCK_OF_THE_ARTICLE \
  "\"lock\":[{\"op\":\"loop\",\"body\":[" OP ("compareExchange", AT ("m") ",\"expected\":0,\"replacement\":1,\"as\":\"old\"") "," \
  "{\"op\":\"if\",\"value\":\"${old}\",\"equals\":0,\"then\":[{\"op\":\"return\"}]}," OP ("wait", AT ("m") ",\"value\":1") "]}]," \
  "\"unlock\":[" OP ("compareExchange", AT ("m") ",\"expected\":1,\"replacement\":0,\"as\":\"old\"") "," \
  "{\"op\":\"if\",\"value\":\"${old}\",\"equals\":1,\"then\":[],\"else\":[{\"op\":\"throw\",\"message\":\"not locked\"}]}," \
  OP ("notify", AT ("m") ",\"count\":1") "]"

#define TWICE "\"b\":[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"call\",\"body\":\"lock\"},{\"op\":\"call\",\"body\":\"unlock\"}]}]"

static LsExplorer *
explore (LsSession     *session,
         LsExploreMode  mode)
{
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LsExplorer *explorer;

  options.mode = mode;
  explorer = ls_session_explorer_new (session, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
  return explorer;
}

/* Three agents that lock and unlock twice, with the lock written in steps and with that of the library: as many schedules. */
static void
test_article (void)
{
  g_autoptr (LsSession) steps = session_new (MEMORY ("m", 1) "," WORKER ("T1", "\"b\"") "," WORKER ("T2", "\"b\"") "," WORKER ("T3", "\"b\""),
                                             LOCK_OF_THE_ARTICLE "," TWICE,
                                             "\"expectations\":[{\"nobodyWaits\":true},{\"memory\":{\"name\":\"m\",\"equals\":0}}]");
  g_autoptr (LsSession) library =
    session_new (MEMORY ("m", 1) "," OP ("asyncLock", "\"name\":\"l\"," AT ("m")) "," WORKER ("T1", "\"b\"") "," WORKER ("T2", "\"b\"") ","
                 WORKER ("T3", "\"b\""), "\"b\":[{\"op\":\"repeat\",\"times\":2,\"body\":[" OP ("lock", "\"lock\":\"l\"") ","
                 OP ("unlock", "\"lock\":\"l\"") "]}]", "");
  g_autoptr (LsExplorer) first = explore (steps, LS_EXPLORE_EXHAUSTIVE);
  g_autoptr (LsExplorer) second = explore (library, LS_EXPLORE_EXHAUSTIVE);
  g_autofree char *n_first = ls_explorer_format_n_schedules (first);
  g_autofree char *n_second = ls_explorer_format_n_schedules (second);

  g_assert_cmpuint (ls_explorer_get_n_findings (first), ==, 0);
  g_assert_cmpuint (ls_explorer_get_n_findings (second), ==, 0);
  g_assert_cmpstr (n_first, ==, "35771519832");
  g_assert_cmpstr (n_second, ==, n_first);
}

/* What is found is there when the session runs. */
static void
test_found (void)
{
  g_autoptr (LsSession) session =
    session_new (MEMORY ("m", 1) "," WORKER ("a", "\"b\"") "," WORKER ("b", "\"b\""),
                 "\"b\":[" OP ("load", AT ("m") ",\"as\":\"x\"") ",{\"op\":\"let\",\"as\":\"x\",\"value\":\"${x}\",\"plus\":1},"
                 OP ("store", AT ("m") ",\"value\":\"${x}\"") "]",
                 "\"expectations\":[{\"memory\":{\"name\":\"m\",\"equals\":2}}],"
                 "\"actions\":[{\"at\":{\"turn\":0},\"do\":{\"op\":\"yield\"}}]");
  g_autoptr (LsExplorer) explorer = explore (session, LS_EXPLORE_EXHAUSTIVE);
  g_autoptr (LsSession) found = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GArray) schedule = NULL;

  g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, 1);
  g_assert_true (ls_explorer_has_finding (explorer, LS_FINDING_INVARIANT));
  g_assert_true (ls_session_check (session, NULL, NULL, NULL));
  found = ls_session_explorer_make_session (explorer, session, 0, &error);
  g_assert_no_error (error);
  g_assert_false (ls_session_check (found, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ls_session_get_n_actions (found), ==, 0);

  schedule = ls_session_explorer_get_schedule (explorer, 0, &lines);
  g_assert_cmpuint (schedule->len, >, 2);
  g_assert_cmpstr (g_ptr_array_index (lines, 0), ==, "main: start");
  g_assert_true (g_str_has_suffix (g_ptr_array_index (lines, lines->len - 1), "store m[0] 1"));
}

static void
test_cannot_explore (void)
{
  static const struct
  {
    const char *main;
    const char *message;
  } cases[] = {
    { LOG ("x"), "The program has no shared memory and no workers: there is only one way to run it" },
    { MEMORY ("m", 1) ",{\"op\":\"postTask\",\"javascript\":\"\"}", "A program of steps with tasks in JavaScript cannot be explored" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSession) session = session_new (cases[i].main, "", "");
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_session_explorer_new (session, NULL, &error));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* Two states can differ in ${error} alone, and the agent goes on from it. */
static void
test_observed_error (void)
{
  g_autoptr (LsSession) session =
    session_new (MEMORY ("m", 3) "," WORKER ("a", "[" OP ("store", AT ("m") ",\"value\":1") "]") ","
                 WORKER ("b", "[" OP ("load", AT ("m") ",\"as\":\"x\"")
                 ",{\"op\":\"try\",\"body\":[{\"op\":\"throw\",\"message\":\"${x}\"}],\"catch\":[]},{\"op\":\"let\",\"as\":\"x\",\"value\":0},"
                 OP ("load", AT ("m") ",\"index\":1") ",{\"op\":\"if\",\"value\":\"${error}\",\"equals\":\"Error: 1\",\"then\":["
                 OP ("load", AT ("m") ",\"index\":1") "," OP ("load", AT ("m") ",\"index\":1") "]}]") ","
                 WORKER ("c", "[" OP ("add", AT ("m") ",\"index\":2,\"value\":1") "," OP ("add", AT ("m") ",\"index\":2,\"value\":1") "]"),
                 "", "");
  g_autoptr (LsExplorer) states = explore (session, LS_EXPLORE_EXHAUSTIVE);
  g_autoptr (LsExplorer) schedules = explore (session, LS_EXPLORE_SCHEDULES);
  g_autofree char *n_by_states = ls_explorer_format_n_schedules (states);
  g_autofree char *n_by_schedules = ls_explorer_format_n_schedules (schedules);

  g_assert_cmpstr (n_by_states, ==, n_by_schedules);
}

/* A program that goes round in circles without an operation is a finding, and does not hang the explorer. */
static void
test_endless (void)
{
  g_autoptr (LsSession) session = session_new (MEMORY ("m", 1) "," WORKER ("w", "[{\"op\":\"loop\",\"body\":[]}]"), "",
                                               "\"settings\":{\"budget\":{\"steps\":5000}}");
  g_autoptr (LsExplorer) explorer = explore (session, LS_EXPLORE_EXHAUSTIVE);

  g_assert_true (ls_explorer_has_finding (explorer, LS_FINDING_TOO_LONG));
}

/* What the examples say about themselves. */
static void
test_examples (void)
{
  static const struct
  {
    const char *name;
    const char *n_schedules;
    guint       findings;      /* bits */
  } examples[] = {
    { "atomics-barging", "21477", 0 },
    { "atomics-condition", "5607350", 0 },
    { "atomics-fair-lock", "∞", 0 },
    { "atomics-lock", "35771519832", 0 },
    { "atomics-lost-wake-up", "26", 1 << LS_FINDING_DEADLOCK | 1 << LS_FINDING_LOST_WAKE_UP | 1 << LS_FINDING_INVARIANT },
    { "atomics-main-thread", "15", 0 },
    { "atomics-not-equal", "35", 0 },
    { "atomics-shared-with-main", "303", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *name = g_strconcat (examples[i].name, ".loopscope", NULL);
      g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
      g_autoptr (LsExplorer) explorer = NULL;
      g_autofree char *n_schedules = NULL;
      guint findings = 0;

      g_assert_no_error (error);
      explorer = explore (session, LS_EXPLORE_EXHAUSTIVE);
      n_schedules = ls_explorer_format_n_schedules (explorer);
      g_assert_cmpstr (n_schedules, ==, examples[i].n_schedules);
      for (guint finding = 0; finding < LS_N_FINDINGS; finding++)
        if (ls_explorer_has_finding (explorer, finding))
          findings |= 1 << finding;
      g_assert_cmphex (findings, ==, examples[i].findings);
    }
}

/* The same workers in the same order: the lock of the article is overtaken again and again, the fair one is not. */
static void
test_overtaking (void)
{
  static const char *const locks[] = { "asyncLock", "fairLock" };

  for (guint i = 0; i < G_N_ELEMENTS (locks); i++)
    {
      g_autofree char *steps =
        g_strdup_printf (MEMORY ("m", 1) ",{\"op\":\"%s\",\"name\":\"l\",\"memory\":\"m\"}," WORKER ("a", "\"b\"") ","
                         WORKER ("b", "\"b\""), locks[i]);
      g_autoptr (LsSession) session =
        session_new (steps, "\"b\":[{\"op\":\"repeat\",\"times\":4,\"body\":[" OP ("lock", "\"lock\":\"l\"") ","
                     OP ("unlock", "\"lock\":\"l\"") "]}]", "");
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      g_autoptr (LsExplorer) explorer = NULL;

      options.max_overtaking = 2;
      explorer = ls_session_explorer_new (session, &options, NULL);
      g_assert_cmpint (ls_explorer_run (explorer, NULL), ==, LS_EXPLORE_COMPLETE);
      g_assert_cmpint (ls_explorer_has_finding (explorer, LS_FINDING_OVERTAKING), ==, i == 0);
    }
}

/* Who waits for a lock of an agent that was stopped by the budget is not in a deadlock. */
static void
test_endless_with_lock (void)
{
  g_autoptr (LsSession) session =
    session_new (MEMORY ("m", 1) "," OP ("asyncLock", "\"name\":\"l\"," AT ("m")) ","
                 WORKER ("a", "[{\"op\":\"lock\",\"lock\":\"l\"},{\"op\":\"loop\",\"body\":[]}]") ","
                 WORKER ("b", "[{\"op\":\"lock\",\"lock\":\"l\"},{\"op\":\"unlock\",\"lock\":\"l\"}]"), "",
                 "\"settings\":{\"budget\":{\"steps\":5000}}");
  g_autoptr (LsExplorer) explorer = explore (session, LS_EXPLORE_EXHAUSTIVE);

  g_assert_true (ls_explorer_has_finding (explorer, LS_FINDING_TOO_LONG));
  g_assert_false (ls_explorer_has_finding (explorer, LS_FINDING_DEADLOCK));
}

/* Random programs: whether states that meet are the same. */

static void
append_random_step (GString *out,
                    GRand   *random,
                    guint    depth)
{
  const guint index = g_rand_int_range (random, 0, 2);
  const guint value = g_rand_int_range (random, 0, 2);

  switch (g_rand_int_range (random, 0, depth < 2 ? 15 : 9))
    {
    case 0:
      g_string_append_printf (out, "{\"op\":\"load\",\"memory\":\"m\",\"index\":%u,\"as\":\"x\"}", index);
      break;
    case 1:
      g_string_append_printf (out, "{\"op\":\"store\",\"memory\":\"m\",\"index\":%u,\"value\":%u}", index, value);
      break;
    case 2:
      g_string_append_printf (out, "{\"op\":\"add\",\"memory\":\"m\",\"index\":%u,\"value\":\"${x}\",\"as\":\"y\"}", index);
      break;
    case 3:
      g_string_append_printf (out, "{\"op\":\"compareExchange\",\"memory\":\"m\",\"index\":%u,\"expected\":%u,\"replacement\":%u,\"as\":\"x\"}",
                              index, value, 1 - value);
      break;
    case 4:
      g_string_append_printf (out, "{\"op\":\"wait\",\"memory\":\"m\",\"index\":%u,\"value\":%u,\"timeout\":%u,\"as\":\"y\"}", index, value,
                              1 + value);
      break;
    case 5:
      g_string_append_printf (out, "{\"op\":\"notify\",\"memory\":\"m\",\"index\":%u,\"count\":%u,\"as\":\"y\"}", index, 1 + value);
      break;
    case 6:
      g_string_append_printf (out, "{\"op\":\"waitAsync\",\"memory\":\"m\",\"index\":%u,\"value\":%u,\"as\":\"p\"},"
                              "{\"op\":\"then\",\"promise\":\"p\",\"fulfilled\":[{\"op\":\"add\",\"memory\":\"m\",\"index\":1,\"value\":1}]}", index, value);
      break;
    case 7:
      g_string_append (out, "{\"op\":\"postMessage\",\"to\":\"main\",\"value\":\"${x}\"}");
      break;
    case 8:
      g_string_append (out, "{\"op\":\"let\",\"as\":\"x\",\"value\":\"${y}\"}");
      break;
    case 9:
    case 10:
      g_string_append_printf (out, "{\"op\":\"if\",\"value\":\"${x}\",\"equals\":%u,\"then\":[", value);
      append_random_step (out, random, depth + 1);
      g_string_append (out, "]}");
      break;
    case 11:
      g_string_append (out, "{\"op\":\"postTask\",\"body\":[");
      append_random_step (out, random, depth + 1);
      g_string_append (out, "]}");
      break;
    case 12:
      g_string_append (out, "{\"op\":\"executeLocked\",\"lock\":\"l\",\"body\":[");
      append_random_step (out, random, depth + 1);
      g_string_append (out, "]}");
      break;
    case 13:
      g_string_append (out, "{\"op\":\"yield\"}");
      break;
    default:
      g_string_append (out, "{\"op\":\"lock\",\"lock\":\"l\"},{\"op\":\"unlock\",\"lock\":\"l\"}");
      break;
    }
}

static LsSession *
random_session (guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) main_steps = g_string_new (MEMORY ("m", 3) "," OP ("asyncLock", "\"name\":\"l\",\"index\":2," AT ("m")) ","
                                                 "{\"op\":\"onMessage\",\"body\":[" OP ("add", AT ("m") ",\"value\":\"${value}\"") "]}");

  for (guint agent = 0; agent < 2; agent++)
    {
      g_string_append_printf (main_steps, ",{\"op\":\"worker\",\"name\":\"w%u\",\"body\":[{\"op\":\"let\",\"as\":\"x\",\"value\":0},"
                              "{\"op\":\"let\",\"as\":\"y\",\"value\":1}", agent);
      for (int i = g_rand_int_range (random, 1, 4); i > 0; i--)
        {
          g_string_append_c (main_steps, ',');
          append_random_step (main_steps, random, 0);
        }
      g_string_append (main_steps, "]}");
    }
  return session_new (main_steps->str, "", "\"expectations\":[{\"memory\":{\"name\":\"m\",\"atMost\":1,\"always\":true}},{\"nobodyWaits\":true},"
                      "{\"unlocked\":\"l\"}]");
}

static void
test_random (void)
{
  guint n_compared = 0, n_found = 0;

  for (guint32 seed = 1; n_compared < N_COMPARED; seed++)
    {
      LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
      g_autoptr (LsSession) session = random_session (seed);
      g_autoptr (LsExplorer) all = NULL;
      g_autoptr (LsExplorer) reduced = NULL;

      options.mode = LS_EXPLORE_SCHEDULES;
      options.max_states = 3000;
      all = ls_session_explorer_new (session, &options, NULL);
      /* There may be far too many. */
      if (ls_explorer_run (all, NULL) != LS_EXPLORE_COMPLETE)
        continue;
      reduced = explore (session, LS_EXPLORE_EXHAUSTIVE);
      /* With a trace, and dropped somewhere */
      {
        g_autoptr (LsRunner) whole = runner_new (session);
        g_autoptr (LsRunner) part = runner_new (session);

        ls_runner_run_to_end (whole, NULL);
        g_assert_cmpuint (ls_runner_get_n_steps (whole), ==, ls_trace_get_n_steps (ls_runner_get_trace (whole)));
        ls_runner_run_to_step (part, seed % 7, NULL);
      }
      n_compared++;
      n_found += ls_explorer_get_n_findings (all) > 0;
      for (guint finding = 0; finding < LS_N_FINDINGS; finding++)
        if (ls_explorer_has_finding (all, finding) != ls_explorer_has_finding (reduced, finding))
          g_error ("Program %u: %s is found by one way only:\n%s", seed, ls_finding_to_string (finding), ls_session_to_data (session, NULL));
      if (ls_explorer_get_n_schedules (all) != ls_explorer_get_n_schedules (reduced))
        g_error ("Program %u: %g schedules, and %g:\n%s", seed, ls_explorer_get_n_schedules (all), ls_explorer_get_n_schedules (reduced),
                 ls_session_to_data (session, NULL));
      g_assert_cmpuint (ls_explorer_get_n_states (reduced), <=, ls_explorer_get_n_states (all) + ls_explorer_get_n_runs (all));
    }
  g_assert_cmpuint (n_found, >, N_COMPARED / 8);
  g_assert_cmpuint (n_found, <, N_COMPARED);
}

#define STORE_AND_LOG(value, text) \
  "\"body\":[" OP ("store", AT ("m") ",\"value\":" value) ",{\"op\":\"log\",\"text\":\"" text "\"}]}"

/* The main agent's tasks come in the order of the session's preset, as when it runs. */
static void
test_preset (void)
{
  static const struct
  {
    const char *settings, *log;
  } cases[] = {
    { "\"preset\":\"blink\"", "2|1" },
    { "\"preset\":\"blink\",\"presetOverride\":{\"queues\":{\"frame-throttleable\":0}}", "1|2" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const guint last = i % 2 + 1;
      g_autofree char *members = g_strdup_printf ("\"settings\":{%s},\"expectations\":[{\"memory\":{\"name\":\"m\",\"equals\":%u}}]",
                                                  cases[i / 2].settings, last);
      g_autoptr (LsSession) session =
        session_new (MEMORY ("m", 1) ",{\"op\":\"timer\",\"ms\":0," STORE_AND_LOG ("1", "1") ","
                     "{\"op\":\"postTask\",\"priority\":\"user-blocking\"," STORE_AND_LOG ("2", "2"), "", members);
      g_autoptr (LsRunner) runner = runner_new (session);
      g_autoptr (LsExplorer) explorer = explore (session, LS_EXPLORE_EXHAUSTIVE);
      g_autofree char *log = NULL;

      ls_runner_run_to_end (runner, NULL);
      log = joined_log (runner);
      g_assert_cmpstr (log, ==, cases[i / 2].log);
      g_assert_cmpuint (ls_explorer_get_n_findings (explorer), ==, last == (guint) (log[2] - '0') ? 0 : 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agents/explore-article", test_article);
  g_test_add_func ("/agents/explore-examples", test_examples);
  g_test_add_func ("/agents/explore-overtaking", test_overtaking);
  g_test_add_func ("/agents/explore-found", test_found);
  g_test_add_func ("/agents/explore-observed-error", test_observed_error);
  g_test_add_func ("/agents/explore-not", test_cannot_explore);
  g_test_add_func ("/agents/explore-endless", test_endless);
  g_test_add_func ("/agents/explore-endless-with-lock", test_endless_with_lock);
  g_test_add_func ("/agents/explore-random", test_random);
  g_test_add_func ("/agents/explore-preset", test_preset);
  return g_test_run ();
}
