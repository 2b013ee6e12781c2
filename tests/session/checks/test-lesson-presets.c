/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "lesson-util.h"
#include "ls-preset-key-private.h"

/* Pages of lessons that ask which preset printed which log: the runs with these presets have the key. */

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" LOG (name) "]}"
#define TIMER(delay) "{\"op\":\"timer\",\"name\":\"timer\",\"ms\":" delay ",\"body\":[" LOG ("timer") "]}"
/* With each preset the same. */
#define STEPS LOG ("begin") "," TASK ("visible", "") "," TASK ("low", ",\"priority\":\"background\"")
/* Both can run when the script ends. The task is older; in 2021 timers had a rank of their own, above that of the task. */
#define PARTING LOG ("begin") "," TASK ("task", "") "," TIMER ("5") ",{\"op\":\"work\",\"ms\":20}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define ASK(more) ",\"question\":{\"text\":\"Which?\"," more "}"
#define LESSON(page) "\"lesson\":{\"id\":\"x\",\"pages\":[" page "]}"

static const struct
{
  const char *name;
  const char *question;
  const char *problem;   /* what the message says after "test: /lesson/pages/0/question" */
} bad[] = {
  { "one", ASK ("\"presets\":[\"blink\"]"), "/presets: found 1 presets, expected 2 to 4" },
  { "many", ASK ("\"presets\":[\"blink\",\"spec\",\"gecko\",\"fair\",\"blink-2021\"]"), "/presets: found 5 presets, expected 2 to 4" },
  { "unknown", ASK ("\"presets\":[\"blink\",\"edge\"]"), "/presets/1: found “edge”, expected the name of a preset such as “blink”" },
  { "twice", ASK ("\"presets\":[\"blink\",\"blink\"]"), "/presets: found “blink” twice, expected it once" },
  { "both", ASK ("\"presets\":[\"blink\",\"gecko\"],\"pick\":\"next\""),
    ": found several, expected one of “answers”, “lines”, “tasks”, “bars”, “pick” and “presets”" },
};

static void
test_bad (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);

  lesson_assert_bad_question (STEPS, bad[i].question, bad[i].problem);
}

/* Presets that print the same cannot be told. */
static void
test_same (void)
{
  g_autoptr (LsSession) session = session_new (STEPS, "", LESSON (PAGE (ASK ("\"presets\":[\"blink\",\"gecko\"]"))));

  lesson_assert_fault (session, "Page 1, T: Which?", "the runs do not differ: Chromium and Firefox print the same");
}

static LsPresetKey *
make_key (LsSession          *session,
          const char *const  *presets)
{
  g_autoptr (GError) error = NULL;
  LsPresetKey *key = ls_preset_key_new (session, presets, NULL, NULL, &error);

  g_assert_no_error (error);
  return key;
}

/* The runs say why the logs part, each for itself. */
static void
test_parting (void)
{
  static const char *const presets[] = { "blink", "blink-2021", "gecko", NULL };
  g_autoptr (LsSession) session = session_new (PARTING, "", LESSON (PAGE (ASK ("\"presets\":[\"blink\",\"blink-2021\"],\"hints\":[\"H\"]"))));
  const LsLessonPage *page = ls_lesson_get_page (ls_session_get_lesson (session), 0);
  g_autoptr (GPtrArray) results = ls_session_check_lesson (session, NULL, NULL);
  g_autoptr (LsPresetKey) key = make_key (session, presets);
  g_autofree char *text = ls_session_to_data (session, NULL);
  g_autofree char *reason = ls_preset_key_explain (key, 0, 1), *none = ls_preset_key_explain (key, 0, 2);
  g_autofree char *log = g_strjoinv (",", (char **) ls_preset_key_get_lines (key, 0));
  g_autofree char *other_log = g_strjoinv (",", (char **) ls_preset_key_get_lines (key, 1));
  g_autofree char *fault = ls_preset_key_find_fault (key);
  g_auto (GStrv) sentences = g_strsplit (reason, "\n", -1);
  guint32 task, other;

  g_assert_cmpuint (g_strv_length (page->presets), ==, 2);
  g_assert_cmpuint (g_strv_length (page->hints), ==, 1);
  g_assert_cmpuint (page->hides, ==, LS_LESSON_HIDES_ALL);
  g_assert_nonnull (strstr (text, "blink-2021"));
  g_assert_true (((LsCheckResult *) g_ptr_array_index (results, 1))->passed);

  g_assert_cmpstr (log, ==, "begin,task,timer");
  g_assert_cmpstr (other_log, ==, "begin,timer,task");
  g_assert_cmpuint (ls_preset_key_count_common (key), ==, 1);
  g_assert_cmpuint (g_strv_length (sentences), ==, 2);
  if (!g_str_has_prefix (sentences[0], "Chromium: Task 2 “task” runs first: ") ||
      !g_str_has_prefix (sentences[1], "Chromium in 2021: Task 3 “timer” runs first: "))
    g_error ("found “%s”", reason);
  g_assert_null (none);
  g_assert_cmpstr (fault, ==, "the runs do not differ: Chromium and Firefox print the same");
  g_assert_cmpuint (ls_preset_key_find_parting (key, 0, 1, &task), >, 0);
  g_assert_cmpuint (ls_preset_key_find_parting (key, 1, 0, &other), >, 0);
  g_assert_cmpuint (task, ==, 2);
  g_assert_cmpuint (other, ==, 3);
  g_assert_cmpuint (ls_preset_key_find_parting (key, 0, 2, &task), ==, 0);
  g_assert_cmpuint (task, ==, 0);
}

#define NEST(body) "{\"op\":\"timer\",\"name\":\"timer\",\"ms\":0,\"body\":[" body "]}"

/* The same task may run at another time: Firefox slows nested timers down one timer sooner. */
static void
test_times (void)
{
  static const char *const presets[] = { "blink", "gecko", NULL };
  g_autoptr (LsSession) session = session_new (NEST (NEST (NEST (NEST (NEST (NEST ("")))))), "", "\"title\":\"\"");
  g_autoptr (LsPresetKey) key = make_key (session, presets);
  g_autofree char *reason = ls_preset_key_explain (key, 0, 1);

  g_assert_cmpstr (reason, ==, "“timer” begins at 0 ms in Chromium, and at 4 ms in Firefox.");
}

static void
test_cancelled (void)
{
  static const char *const presets[] = { "blink", "gecko", NULL };
  g_autoptr (LsSession) session = session_new (STEPS, "", "\"title\":\"\"");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ls_preset_key_new (session, presets, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A program that does not end is not run with all of the presets: each of these runs is as long as a run can be. */
static void
test_endless (void)
{
  static const char *const presets[] = { "blink", "gecko", NULL };
  const LsRunnerOptions options = { .step_budget = 1000 };
  g_autoptr (LsSession) session = session_new ("{\"op\":\"loop\",\"body\":[{\"op\":\"work\",\"ms\":1}]}", "", "\"title\":\"\"");
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_preset_key_new (session, presets, &options, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "the program does not come to its end with Chromium");
}

/* A page that shows what comes later shows the log of its own preset. */
static void
test_visible (void)
{
  g_autoptr (LsSession) session = session_new (PARTING, "", LESSON (PAGE (ASK ("\"presets\":[\"blink\",\"blink-2021\"]") ",\"hide\":[\"why\"]")));
  g_autoptr (GPtrArray) found = ls_session_find_visible_answers (session, NULL, NULL);

  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (found, 0), ==, "Page 1, T: the answer “blink, blink-2021” can be seen before it is given: the page "
                   "shows what comes later: “hide” has no “future”");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    session_add_case ("lesson-presets", "bad", bad[i].name, i, test_bad);
  g_test_add_func ("/lesson-presets/same", test_same);
  g_test_add_func ("/lesson-presets/parting", test_parting);
  g_test_add_func ("/lesson-presets/times", test_times);
  g_test_add_func ("/lesson-presets/cancelled", test_cancelled);
  g_test_add_func ("/lesson-presets/endless", test_endless);
  g_test_add_func ("/lesson-presets/visible", test_visible);

  return g_test_run ();
}
