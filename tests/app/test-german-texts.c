/* test-german-texts.c: what the library says, in German
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "test-english.h"

#include "../session/bad-files.h"

#include "ls-break-rule.h"
#include "ls-clause.h"
#include "ls-comparison.h"
#include "ls-explain.h"
#include "ls-finding-text.h"
#include "ls-lesson-translate-private.h"
#include "ls-lint.h"
#include "ls-preset-table.h"
#include "ls-preset.h"
#include "ls-runner.h"
#include "ls-session-explore.h"
#include "ls-step.h"
#include "ls-what-if.h"

static guint n_read;

static void
read_text (const char *text)
{
  n_read++;
  if (test_is_english (text))
    g_error ("English: %s", text);
}

static void
read_owned (char *text)
{
  read_text (text);
  g_free (text);
}

static void
read_explanation (LsExplanation *explanation)
{
  read_text (explanation->title);
  read_text (explanation->text);
  read_text (explanation->reference);
  ls_explanation_free (explanation);
}

static LsRunner *
run_example (const char *name,
             const char *preset)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, &error);
  g_autoptr (LsSettings) settings = NULL;
  LsRunner *runner;

  g_assert_no_error (error);
  settings = ls_settings_copy (ls_session_get_settings (session));
  g_free (settings->preset);
  settings->preset = g_strdup (preset);
  ls_session_set_settings (session, settings);
  runner = ls_runner_new (session, NULL, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  return runner;
}

/* What is next and what each task waits for, at each moment; and afterwards why it ran then, and before the next one. */
static void
read_run (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize length = MIN (ls_trace_get_length (trace), 1500);

  for (gsize i = 0; i <= length; i++)
    {
      guint n_candidates;
      g_autofree LsCandidate *candidates = NULL;

      ls_state_seek (state, i);
      read_explanation (ls_explain_next (state));
      for (guint32 task = 1; task <= MIN (ls_state_get_n_tasks (state), 40); task++)
        read_explanation (ls_explain_task (state, task));
      candidates = ls_explain_candidates (state, &n_candidates);
      for (guint j = 0; j < n_candidates; j++)
        read_owned (ls_explain_candidate (state, candidates, n_candidates, j));
    }
  for (guint32 task = 1; task <= MIN (ls_state_get_n_tasks (state), 40); task++)
    {
      read_explanation (ls_explain_then (trace, task));
      for (guint32 other = 1; other < task; other++)
        read_explanation (ls_explain_before (trace, task, other));
    }
}

static void
test_explanations (void)
{
  static const char *const examples[] = {
    "photo-gallery.loopscope", "delayed-tasks.loopscope", "abort-while-running.loopscope", "compositor-frames.loopscope",
    "starved-timer.loopscope", "idle-and-background.loopscope", "timer-nesting-clamp.loopscope", "dynamic-priority.loopscope",
  };

  n_read = 0;
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (LsRunner) blink = run_example (examples[i], "blink");
      g_autoptr (LsRunner) spec = run_example (examples[i], "spec");
      g_autoptr (LsRunner) fair = run_example (examples[i], "fair");
      g_autoptr (LsComparison) comparison = NULL;
      g_autoptr (LsComparison) same = NULL;

      read_run (ls_runner_get_trace (blink));
      read_run (ls_runner_get_trace (fair));
      comparison = ls_comparison_new (ls_runner_get_trace (blink), ls_runner_get_trace (spec));
      read_owned (ls_comparison_describe_first (comparison));
      read_owned (ls_comparison_to_text (comparison, "1", "2"));
      same = ls_comparison_new (ls_runner_get_trace (blink), ls_runner_get_trace (blink));
      read_owned (ls_comparison_describe_first (same));
    }
  g_assert_cmpuint (n_read, >, 10000);
}

static void
test_breakpoints (void)
{
  for (guint kind = 0; kind < LS_N_BREAK_KINDS; kind++)
    for (guint members = 0; members < 32; members++)
      {
        g_autoptr (LsBreakRule) rule = ls_break_rule_new (kind);

        rule->line = 1;
        rule->script = g_strdup ("main.js");
        rule->queue = members & 1 ? LS_BREAK_QUEUE_ANY : members & 2 ? LS_BREAK_QUEUE_ALL
                      : members & 4 ? LS_QUEUE_TYPE_INPUT : LS_QUEUE_TYPE_WEB_SCHEDULING;
        rule->count = members & 8 ? 1 : 5;
        rule->task = members & 1 ? g_strdup ("decode") : NULL;
        rule->signal = members & 2 ? g_strdup ("c1") : NULL;
        rule->priority = members & 4 ? LS_TASK_PRIORITY_BACKGROUND : LS_TASK_PRIORITY_NONE;
        rule->text = members & 8 ? g_strdup ("x") : NULL;
        rule->condition = members & 8 ? g_strdup ("x > 1") : NULL;
        rule->agent = members & 1 ? g_strdup ("T1") : NULL;
        rule->memory = members & 2 ? g_strdup ("lock") : NULL;
        rule->value = members & 4 ? g_strdup ("1") : NULL;
        rule->from = members & 16 ? 3 : 1;
        rule->every = members & 16 ? 2 : 1;
        read_owned (ls_break_rule_to_sentence (rule));
      }
}

static void
test_steps (void)
{
  static const char *const steps[] = {
    "{\"op\":\"work\",\"ms\":3}",
    "{\"op\":\"log\",\"text\":\"x\"}",
    "{\"op\":\"postTask\",\"body\":[],\"delay\":3,\"count\":1,\"every\":2}",
    "{\"op\":\"postTask\",\"body\":[],\"count\":20,\"every\":2,\"priority\":\"background\"}",
    "{\"op\":\"yield\"}",
    "{\"op\":\"controller\",\"name\":\"c\"}",
    "{\"op\":\"abortController\",\"name\":\"c\"}",
    "{\"op\":\"timeoutSignal\",\"name\":\"c\",\"ms\":5}",
    "{\"op\":\"abortedSignal\",\"name\":\"c\"}",
    "{\"op\":\"microtask\",\"body\":[]}",
    "{\"op\":\"timer\",\"ms\":5,\"body\":[]}",
    "{\"op\":\"timer\",\"ms\":5,\"repeat\":true,\"body\":[]}",
    "{\"op\":\"idle\",\"body\":[]}",
    "{\"op\":\"post\",\"queue\":\"input\",\"body\":[]}",
    "{\"op\":\"frames\",\"count\":3,\"hz\":60,\"body\":[]}",
    "{\"op\":\"repeat\",\"times\":1,\"body\":[]}",
    "{\"op\":\"repeat\",\"times\":4,\"body\":[]}",
    "{\"op\":\"throw\",\"message\":\"x\"}",
    "{\"op\":\"return\",\"value\":\"x\"}",
    "{\"op\":\"call\",\"body\":[]}",
    "{\"op\":\"async\",\"body\":[]}",
    "{\"op\":\"scheduler\",\"name\":\"s\"}",
    "{\"op\":\"promise\",\"as\":\"p\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsStep) step = ls_step_new_from_json (steps[i], &error);
      g_autofree char *plain = NULL;
      g_autofree char *words = NULL;

      g_assert_no_error (error);
      plain = ls_step_describe (step);
      words = ls_step_to_words (step);
      read_text (words);
      /* Records of actions are the same everywhere. */
      g_assert_cmpstr (plain, !=, words);
    }
}

static void
test_plurals (void)
{
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (LS_BREAK_QUEUE_LENGTH);
  g_autofree char *one = NULL;
  g_autofree char *many = NULL;

  rule->queue = LS_BREAK_QUEUE_ALL;
  rule->count = 1;
  one = ls_break_rule_to_sentence (rule);
  rule->count = 2;
  many = ls_break_rule_to_sentence (rule);
  g_assert_cmpstr (one, !=, many);
  g_assert_nonnull (strchr (one, '1'));
  g_assert_nonnull (strchr (many, '2'));
  if (!test_is_filled (one))
    g_assert_true (g_str_has_suffix (one, "mehr als 1 Aufgabe enthalten"));
  if (!test_is_filled (many))
    g_assert_true (g_str_has_suffix (many, "mehr als 2 Aufgaben enthalten"));
}

/* Numbers are written as the language has them, but in records. */
static void
test_numbers (void)
{
  g_autoptr (LsBreakRule) rule = ls_break_rule_new (LS_BREAK_TIME);
  g_autoptr (LsStep) step = ls_step_new_from_json ("{\"op\":\"work\",\"ms\":2.5}", NULL);
  g_autoptr (LsRunner) runner = run_example ("compositor-frames.loopscope", "blink");
  g_autoptr (LsState) state = ls_state_new (ls_runner_get_trace (runner));
  g_autofree char *sentence = NULL;
  g_autofree char *words = ls_step_to_words (step);
  g_autofree char *plain = ls_step_describe (step);
  gboolean found = FALSE;

  rule->time = 12500;
  sentence = ls_break_rule_to_sentence (rule);
  g_assert_nonnull (strstr (sentence, "12,5 ms"));
  g_assert_nonnull (strstr (words, "2,5 ms"));
  g_assert_cmpstr (plain, ==, "work 2.5 ms");
  for (gsize i = 0; i < ls_trace_get_length (ls_runner_get_trace (runner)) && !found; i++)
    {
      g_autoptr (LsExplanation) explanation = NULL;

      ls_state_seek (state, i);
      explanation = ls_explain_next (state);
      g_assert_false (g_regex_match_simple ("[0-9]\\.[0-9]+ ms", explanation->text, 0, 0));
      found = g_regex_match_simple ("[0-9],[0-9]+ ms", explanation->text, 0, 0);
    }
  g_assert_true (found);
}

/* Tables of texts, and what if. */
static void
test_tables (void)
{
  g_autoptr (LsSettings) settings = ls_settings_new ();
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  g_autofree char *clause = ls_clause_format (LS_CLAUSE_PRESET, 2);
  g_autofree char *specified = ls_clause_format (LS_CLAUSE_SELECT_NEXT_QUEUE, 5);

  for (guint i = 0; ls_preset_get_names ()[i] != NULL; i++)
    {
      g_free (settings->preset);
      settings->preset = g_strdup (ls_preset_get_names ()[i]);
      read_text (ls_settings_get_preset_title (settings));
      read_text (ls_settings_get_preset_description (settings));
      change.preset = settings->preset;
      read_owned (ls_what_if_describe (NULL, &change));
    }
  for (guint i = 0; i < LS_N_FINDINGS; i++)
    {
      read_text (ls_finding_get_title (i));
      read_text (ls_finding_get_explanation (i));
      read_text (ls_finding_get_advice (i));
    }
  change.preset = NULL;
  read_owned (ls_what_if_describe (NULL, &change));
  for (guint i = 0; i < LS_N_LINT_KINDS; i++)
    {
      read_text (ls_lint_kind_get_title (i));
      read_text (ls_lint_kind_get_advice (i));
    }
  for (guint i = 1; i < LS_N_CLAUSES; i++)
    read_text (ls_clause_get_text (i));
  read_text (clause);
  read_text (specified);
  g_assert_nonnull (strchr (specified, '5'));

  /* Names in files and records are the same everywhere. */
  g_assert_cmpstr (ls_lint_kind_to_string (LS_LINT_LONG_TASK), ==, "long-task");
  g_assert_cmpstr (ls_clause_get_number (LS_CLAUSE_PRESET), ==, "Preset");
}

static void
test_mistakes (void)
{
  g_autoptr (LsRunner) runner = run_example ("photo-gallery.loopscope", "blink");
  g_autoptr (LsState) state = ls_state_new (ls_runner_get_trace (runner));

  ls_state_seek (state, G_MAXSIZE);
  for (guint32 signal = 0; signal <= ls_state_get_n_signals (state) + 1; signal++)
    {
      g_autoptr (GError) error = NULL;

      if (!ls_what_if_can_change (state, signal, &error))
        read_text (error->message);
    }
}

/* What is wrong with a file is said in German; names and places in it stay what they are. */
static void
test_bad_files (void)
{
  static const struct { const char *name, *message; } examples[] = {
    { "truncated-object", "test: /: Zeile 2, Spalte 13: das Ende der Datei gefunden, erwartet: „,“ oder „}“ nach einer Eigenschaft" },
    { "newer", "test: /version: Version 2 des Formats gefunden, erwartet: Version 1; die Datei stammt von einem neueren Loopscope" },
    { "budget", "test: /settings/budget/steps: 0 gefunden, erwartet: eine ganze Zahl von 1 bis 4294967295" },
    { "no-op", "test: /program/main/0/op: nichts gefunden, erwartet: der Name einer Operation" },
    { "unknown-name", "test: /program/main/0/promise: „p“ gefunden, das kein Schritt anlegt, erwartet: der Name eines Promises" },
    { "same-name", "test: /program/main/1/name: „c“ gefunden, das ist schon ein TaskController (/program/main/0), "
                   "erwartet: ein eindeutiger Name" },
  };
  guint n_compared = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *text = bad_file_text (&bad_files[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

      g_assert_null (session);
      g_assert_true (g_str_has_prefix (error->message, "test: /"));
      read_text (strstr (error->message + strlen ("test: "), ": "));
      for (guint j = 0; j < G_N_ELEMENTS (examples); j++)
        if (g_str_equal (examples[j].name, bad_files[i].name))
          {
            test_assert_german (error->message, examples[j].message);
            n_compared++;
          }
    }
  g_assert_cmpuint (n_compared, ==, G_N_ELEMENTS (examples));
}

/* Few of them come true. */
#define EXPECTATIONS \
  "{\"log\":[\"x\"]},{\"log\":[\"a\",\"b\",\"c\"]},{\"log\":[]},{\"logContains\":[\"x\"]},{\"logContains\":[\"a\",\"x\"]}," \
  "{\"order\":[\"second\",\"first\"]},{\"order\":[\"x\"]},{\"ran\":\"x\"},{\"notRan\":\"first\"}," \
  "{\"result\":{\"task\":\"x\",\"state\":\"pending\"}},{\"result\":{\"task\":\"first\",\"state\":\"rejected\"}}," \
  "{\"result\":{\"task\":\"second\",\"state\":\"pending\"}},{\"result\":{\"task\":\"tick\",\"state\":\"pending\"}}," \
  "{\"result\":{\"task\":\"second\",\"state\":\"rejected\",\"value\":\"x\"}}," \
  "{\"next\":\"x\",\"at\":{\"step\":1}},{\"next\":\"x\",\"at\":{\"step\":2}},{\"next\":\"x\",\"at\":{\"step\":1000}}," \
  "{\"unhandledRejections\":1},{\"unhandledRejections\":5},{\"finished\":false}," \
  "{\"signal\":{\"name\":\"x\",\"aborted\":true}},{\"signal\":{\"name\":\"c\",\"aborted\":true}}," \
  "{\"signal\":{\"name\":\"d\",\"aborted\":false}},{\"signal\":{\"name\":\"c\",\"priority\":\"background\"}}," \
  "{\"signal\":{\"name\":\"d\",\"priority\":\"background\",\"aborted\":true},\"at\":{\"step\":3}}," \
  "{\"signal\":{\"name\":\"d\",\"priority\":\"background\",\"aborted\":false}}," \
  "{\"posted\":{\"name\":\"x\",\"signal\":\"c\",\"priority\":\"background\",\"delay\":5}},{\"posted\":{}}," \
  "{\"memory\":{\"name\":\"m\",\"equals\":5}},{\"memory\":{\"name\":\"m\",\"atMost\":0,\"always\":true}}," \
  "{\"memory\":{\"name\":\"m\",\"atLeast\":2}},{\"memory\":{\"name\":\"m\",\"atLeast\":2,\"atMost\":3}}," \
  "{\"memory\":{\"name\":\"x\",\"index\":7,\"equals\":0}},{\"unlocked\":\"l\"},{\"unlocked\":\"x\"}," \
  "{\"nobodyWaits\":true},{\"nobodyWaits\":false}," \
  "{\"waited\":{\"task\":\"second\",\"atMost\":0}},{\"waited\":{\"task\":\"x\",\"atMost\":1}}," \
  "{\"waited\":{\"task\":\"first\",\"atMost\":1}},{\"uncaught\":[]},{\"uncaught\":[\"x\"]}," \
  "{\"uncaught\":[\"boom\",\"x\"]}"

#define EXPECTING_STEPS \
  "{\"op\":\"controller\",\"name\":\"c\"},{\"op\":\"abortController\",\"name\":\"d\"},{\"op\":\"abort\",\"controller\":\"d\"}," \
  "{\"op\":\"memory\",\"name\":\"m\",\"length\":4},{\"op\":\"fairLock\",\"name\":\"l\",\"memory\":\"m\",\"index\":2}," \
  "{\"op\":\"lock\",\"lock\":\"l\"},{\"op\":\"store\",\"memory\":\"m\",\"value\":1}," \
  "{\"op\":\"waitAsync\",\"memory\":\"m\",\"index\":1,\"value\":0,\"as\":\"p\"}," \
  "{\"op\":\"postTask\",\"name\":\"first\",\"body\":[{\"op\":\"log\",\"text\":\"a\"}]}," \
  "{\"op\":\"postTask\",\"name\":\"second\",\"body\":[{\"op\":\"log\",\"text\":\"b\"},{\"op\":\"throw\",\"message\":\"boom\"}]}," \
  "{\"op\":\"timer\",\"name\":\"tick\",\"ms\":5,\"body\":[]}"

/* What a session expects, and what was found instead. */
static void
test_expectations (void)
{
  static const char *const examples[] = {
    "Das Protokoll besteht aus „a“, „b“, „c“: Zeile 3: das Ende des Protokolls gefunden, erwartet: „c“",
    "Aufgaben beginnen in der Reihenfolge „second“, „first“: die gefundene Reihenfolge: „first“, „second“",
    "Das Ergebnis von „second“ ist pending: es ist rejected mit „Error: boom“",
    "5 Zurückweisungen werden nicht behandelt: 1 gefunden",
    "Eine Aktion reiht eine Aufgabe namens „x“ mit Priorität background und Signal „c“ ein, "
    "mit einer Verzögerung von mindestens 5 ms: keine solche Aufgabe gefunden",
    "m[0] ist immer höchstens 0: 1 gefunden, nachdem Agent „main“ gelaufen war",
    "Kein Agent wartet am Ende noch: 1 wartend gefunden",
  };
  g_autoptr (LsSession) session = session_new (EXPECTING_STEPS, "", "\"expectations\":[" EXPECTATIONS "]");
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) all = g_string_new ("\n");

  g_assert_false (ls_session_check (session, NULL, &results, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      read_text (result->title);
      g_string_append (all, result->title);
      if (result->message != NULL)
        {
          read_text (result->message);
          g_string_append_printf (all, ": %s", result->message);
        }
      g_string_append_c (all, '\n');
    }
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *line = g_strdup_printf ("\n%s\n", examples[i]);

      if (strstr (all->str, line) == NULL && !test_is_filled (all->str))
        g_error ("nothing says “%s” in %s", examples[i], all->str);
    }
}

/* What is wrong with agents. */
static void
test_findings (void)
{
  g_autoptr (LsSession) session =
    session_new ("{\"op\":\"memory\",\"name\":\"m\",\"length\":4},{\"op\":\"worker\",\"name\":\"w\",\"body\":["
                 "{\"op\":\"store\",\"memory\":\"m\",\"value\":1},{\"op\":\"wait\",\"memory\":\"m\",\"index\":1,\"value\":0}]}", "",
                 "\"expectations\":[{\"memory\":{\"name\":\"m\",\"equals\":0}}]");
  g_autoptr (LsExplorer) explorer = ls_session_explorer_new (session, NULL, NULL);
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);
  g_autoptr (GError) error = NULL;
  guint n_compared = 0;
  LsFinding finding;
  const char *message;

  g_assert_false (ls_explorer_load (explorer, nothing, &error));
  test_assert_german (error->message, "Kein Zwischenstand dieser Erkundung");
  ls_explorer_run (explorer, NULL);
  for (guint i = 0; ls_explorer_get_finding (explorer, i, &finding, NULL, &message); i++)
    {
      read_text (message);
      if (finding == LS_FINDING_DEADLOCK)
        test_assert_german (message, "Der Agent ist für immer angehalten");
      else if (finding == LS_FINDING_INVARIANT)
        test_assert_german (message, "m[0] ist 0: 1 gefunden");
      n_compared++;
    }
  g_assert_cmpuint (n_compared, ==, 2);
}

static LsSession *
open_lesson (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", name, NULL);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_path (path, &error);

  g_assert_no_error (error);
  return session;
}

static void
assert_translated (const char *text,
                   const char *original)
{
  const char *expected = g_dgettext (LS_LESSONS_DOMAIN, original);

  n_read++;
  g_assert_true (expected != original);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_page_translated (const LsLessonPage *page,
                        const LsLessonPage *original)
{
  assert_translated (page->title, original->title);
  for (guint i = 0; original->text[i] != NULL; i++)
    assert_translated (page->text[i], original->text[i]);
  for (guint i = 0; original->hints[i] != NULL; i++)
    assert_translated (page->hints[i], original->hints[i]);
  if (original->question != NULL)
    assert_translated (page->question, original->question);
  if (original->because != NULL)
    assert_translated (page->because, original->because);
  if (original->task != NULL)
    assert_translated (page->task, original->task);
  if (original->exercise != NULL)
    assert_translated (page->exercise, original->exercise);

  /* Answers are remembered by their places, and what the run is held against is the same. */
  g_assert_cmpuint (page->answers->len, ==, original->answers->len);
  for (guint i = 0; i < original->answers->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (page->answers, i);
      const LsLessonAnswer *english = g_ptr_array_index (original->answers, i);

      assert_translated (answer->text, english->text);
      assert_translated (answer->because, english->because);
      g_assert_cmpint (answer->is_right, ==, english->is_right);
      g_assert_cmpint (answer->holds != NULL, ==, english->holds != NULL);
    }
  for (guint i = 0; i < original->goals->len; i++)
    {
      const char *title = ls_expectation_get_title (g_ptr_array_index (original->goals, i));

      if (title != NULL)
        assert_translated (ls_expectation_get_title (g_ptr_array_index (page->goals, i)), title);
    }
  g_assert_cmpstrv (page->rows, original->rows);
  g_assert_cmpstr (page->solved_source, ==, original->solved_source);
  g_assert_cmpstr (page->pointer, ==, original->pointer);
  g_assert_cmpuint (page->hides, ==, original->hides);
}

/* Each page of each lesson is in German, and a session that is saved has what its file says. */
static void
test_lessons (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  n_read = 0;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, LS_SESSION_SUFFIX))
      {
        g_autoptr (LsSession) session = open_lesson (name);
        g_autofree char *before = ls_session_to_data (session, NULL);
        g_autofree char *after = NULL;
        g_autoptr (LsLesson) lesson = ls_session_translate_lesson (session);
        LsLesson *original = ls_session_get_lesson (session);

        assert_translated (ls_session_translate_title (session), ls_session_get_title (session));
        assert_translated (ls_session_translate_description (session), ls_session_get_description (session));
        g_assert_cmpstr (ls_lesson_get_id (lesson), ==, ls_lesson_get_id (original));
        g_assert_cmpuint (ls_lesson_get_n_pages (lesson), ==, ls_lesson_get_n_pages (original));
        for (guint i = 0; i < ls_lesson_get_n_pages (original); i++)
          assert_page_translated (ls_lesson_get_page (lesson, i), ls_lesson_get_page (original, i));
        after = ls_session_to_data (session, NULL);
        g_assert_cmpstr (after, ==, before);
      }
  g_assert_cmpuint (n_read, >=, 1300);
}

/* Somebody has changed a text of a lesson: its page is as it is written, and the others are in German. A lesson of one's own has no
 * part in German, though it may ask the same. */
static void
test_own_lessons (void)
{
  g_autoptr (LsSession) session = open_lesson ("02-priorities.loopscope");
  g_autofree char *data = ls_session_to_data (session, NULL);
  const LsLessonPage *first = ls_lesson_get_page (ls_session_get_lesson (session), 0);
  g_auto (GStrv) parts = g_strsplit (data, first->title, 2);
  g_autofree char *changed = g_strjoinv ("Our own title", parts);
  g_autoptr (LsSession) own = ls_session_new_from_data ("own", changed, -1, NULL);
  g_autoptr (LsLesson) lesson = ls_session_translate_lesson (own);

  g_assert_cmpstr (ls_lesson_get_page (lesson, 0)->title, ==, "Our own title");
  g_assert_cmpstr (ls_lesson_get_page (lesson, 0)->question, ==, first->question);
  g_assert_cmpstrv (ls_lesson_get_page (lesson, 0)->text, first->text);
  assert_page_translated (ls_lesson_get_page (lesson, 1), ls_lesson_get_page (ls_session_get_lesson (session), 1));

  ls_session_set_description (own, "Our own words");
  g_assert_cmpstr (ls_session_translate_title (own), ==, ls_session_get_title (session));
  g_assert_cmpstr (ls_session_translate_description (own), ==, "Our own words");
}

int
main (int   argc,
      char *argv[])
{
  /* Without a locale there would be nothing to test: better to fail than to say that all is well. */
  if (setlocale (LC_ALL, "") == NULL || !g_str_has_prefix (setlocale (LC_MESSAGES, NULL), "de_DE"))
    g_error ("the locale de_DE.UTF-8 is not there: see with-locale");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("LS_TEST_LOCALEDIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  bindtextdomain (LS_LESSONS_DOMAIN, g_getenv ("LS_TEST_LOCALEDIR"));
  bind_textdomain_codeset (LS_LESSONS_DOMAIN, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/german-texts/explanations", test_explanations);
  g_test_add_func ("/german-texts/breakpoints", test_breakpoints);
  g_test_add_func ("/german-texts/steps", test_steps);
  g_test_add_func ("/german-texts/plurals", test_plurals);
  g_test_add_func ("/german-texts/numbers", test_numbers);
  g_test_add_func ("/german-texts/tables", test_tables);
  g_test_add_func ("/german-texts/mistakes", test_mistakes);
  g_test_add_func ("/german-texts/bad-files", test_bad_files);
  g_test_add_func ("/german-texts/expectations", test_expectations);
  g_test_add_func ("/german-texts/findings", test_findings);
  g_test_add_func ("/german-texts/lessons", test_lessons);
  g_test_add_func ("/german-texts/own-lessons", test_own_lessons);

  return g_test_run ();
}
