/* fuzz-sessions.c: gives the reader of sessions, and what runs and saves them, what nobody wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See fuzz-run.c and fuzz-libfuzzer.c.
 */

#include "ls-claim-private.h"
#include "ls-course-private.h"
#include "ls-expectation-private.h"
#include "ls-json-private.h"
#include "ls-lesson-check.h"
#include "ls-lesson-reader-private.h"
#include "ls-lesson.h"
#include "ls-session-check.h"

#include "fuzz-run.h"
#include "test-moment.h"

static void
check_results (GPtrArray *results)
{
  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      g_assert_true (result->message == NULL || g_utf8_validate (result->message, -1, NULL));
    }
}

/* What was saved is the same session. */
static void
check_saved (LsSession *session)
{
  gsize length;
  g_autofree char *text = ls_session_to_data (session, &length);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) again = ls_session_new_from_data ("again", text, (gssize) length, &error);
  g_autofree char *text_again = NULL;

  g_assert_no_error (error);
  text_again = ls_session_to_data (again, NULL);
  g_assert_cmpstr (text, ==, text_again);
}

/* Any moment of any run has a page. */
static void
check_moments (LsSession             *session,
               const LsRunnerOptions *options)
{
  g_autoptr (LsRunner) runner = ls_runner_new (session, options, NULL);
  g_autoptr (LsSession) lesson = NULL;
  gsize positions[5];

  if (runner == NULL)
    return;
  ls_runner_run_to_end (runner, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    positions[i] = ls_trace_get_length (ls_runner_get_trace (runner)) * i / (G_N_ELEMENTS (positions) - 1);
  lesson = moment_lesson_new (session, ls_runner_get_trace (runner), positions, G_N_ELEMENTS (positions));
}

static void
check_run (LsSession *session)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) results = NULL;

  options.step_budget = 2000;
  options.record_budget = 20000;
  options.sets_clock = TRUE;
  options.clock = LS_CLOCK_VIRTUAL;
  g_assert_true (ls_session_check (session, &options, &results, &error) || error != NULL || results != NULL);
  check_results (results);
  check_moments (session, &options);
  if (ls_session_get_lesson (session) != NULL)
    {
      g_autoptr (GPtrArray) of_pages = ls_session_check_lesson (session, &options, NULL);

      check_results (of_pages);
    }
}

static int
read_session (const guint8 *bytes,
              size_t        n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("fuzz", (const char *) bytes, (gssize) n_bytes, &error);

  g_assert_true ((session == NULL) == (error != NULL));
  if (session == NULL)
    return 0;

  check_saved (session);
  check_run (session);
  return 0;
}

/* A course that can be read and has all of its lessons can be read again when it is packed. */
static int
read_course (const guint8 *bytes,
             size_t        n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsCourse) course = ls_course_new_from_data ("fuzz", (const char *) bytes, n_bytes, &error);
  g_autoptr (LsCourse) again = NULL;
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true ((course == NULL) == (error != NULL));
  text = course != NULL ? ls_course_pack (course, &length, &error) : NULL;
  if (text == NULL)
    return 0;
  again = ls_course_new_from_data ("again", text, length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_course_get_n_lessons (again), ==, ls_course_get_n_lessons (course));
  return 0;
}

/* Returns (transfer full) (nullable) the expectation that a line of text says. */
static LsExpectation *
parse_claim (const char  *text,
             GError     **error)
{
  g_autoptr (JsonNode) node = ls_claim_parse (text, error);
  LsExpectation *expectation = NULL;
  LsJsonReader reader;

  if (node == NULL)
    return NULL;
  ls_json_reader_init (&reader, "fuzz", NULL);
  expectation = ls_lesson_read_expectation (&reader, node);
  g_assert_true (ls_json_reader_finish (&reader, NULL));
  return expectation;
}

/* What a line says can be written, and then says the same. */
static int
read_claim (const guint8 *bytes,
            size_t        n_bytes)
{
  g_autofree char *text = g_strndup ((const char *) bytes, n_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsExpectation) expectation = parse_claim (text, &error);
  g_autoptr (LsExpectation) same = NULL;
  g_autofree char *claim = NULL;
  g_autofree char *again = NULL;

  g_assert_true ((expectation == NULL) == (error != NULL));
  if (expectation == NULL)
    return 0;
  claim = ls_claim_to_text (expectation);
  g_assert_nonnull (claim);
  same = parse_claim (claim, &error);
  g_assert_no_error (error);
  again = ls_claim_to_text (same);
  g_assert_cmpstr (claim, ==, again);
  return 0;
}

static const char *const course_words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "null", "{}", "[]", "\"id\":\"a\"", "\"session\":{", "\"pages\":[1,1]", "\"pages\":[2,1]", "\"pages\":[1,99]",
  "\"minutes\":0", "\"translations\":{\"C\":{}}", "{\"id\":\"ours\"},", "\"lesson\":{", "\"program\":{", "\xff", NULL
};

static const char * const claim_words[] = {
  "log: ", "next: ", "posted: ", "memory: ", "waited: ", "result: ", "order: ", "signal: ", "priority: ", "background", "fulfilled",
  "aborted", " | ", " # ", "\"", "\\", "[0]", " <= ", " >= ", " = ", "-1", "0.5", " ms", "never", "true", "\n", "\xe9", NULL
};

static const char * const words[] = {
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "{}", "[]", "\"op\":", "\"body\":[", "\"steps\":[",
  "\"name\":", "\"signal\":", "\"priority\":\"background\"", "\"priority\":\"user-blocking\"", "\"priority\":\"inherit\"", "\"delay\":",
  "{\"op\":\"yield\"},", "{\"op\":\"postTask\",\"body\":[]},", "{\"op\":\"log\",\"text\":\"${value}\"},",
  "{\"op\":\"throw\",\"message\":\"x\"},", "{\"op\":\"timer\",\"ms\":1,\"body\":[]},", "{\"op\":\"frames\",\"count\":3},",
  "{\"op\":\"controller\",\"name\":\"c\"},", "{\"op\":\"abort\",\"controller\":\"c\"},", "{\"op\":\"any\",\"name\":\"a\",\"signals\":[\"c\"]},",
  "{\"op\":\"promise\",\"as\":\"p\"},", "{\"op\":\"await\",\"promise\":\"p\"},", "{\"op\":\"async\",\"body\":[]},",
  "{\"op\":\"repeat\",\"times\":3,\"body\":[", "{\"op\":\"try\",\"body\":[],\"catch\":[]},", "{\"op\":\"work\",\"ms\":5},",
  "\"actions\":[", "\"expectations\":[", "\"lesson\":{\"pages\":[", "\"question\":{", "\"answers\":[", "\"at\":{\"turn\":1},",
  "\"preset\":\"gecko\"", "\"experiments\":[\"wait\"]", "\"clock\":\"monotonic\"", "\"budget\":{\"keepRecords\":10000},", "\xef\xbb\xbf",
  "\xff", NULL
};

const char *const fuzz_name = "sessions";

const FuzzTarget fuzz_targets[] = {
  { "session", { "data/sessions/photo-gallery.loopscope", "data/sessions/dynamic-priority.loopscope",
                 "data/sessions/timer-nesting-clamp.loopscope", "data/sessions/atomics-lock.loopscope",
                 "data/sessions/atomics-lost-wake-up.loopscope" }, words, FALSE, read_session, FUZZ_JSON },
  { "steps", { "data/sessions/priorities.loopscope", "data/sessions/abort-while-running.loopscope",
               "data/sessions/dependent-signals.loopscope", "data/sessions/yield-continuations.loopscope",
               "data/sessions/microtasks-and-inheritance.loopscope", "data/sessions/compositor-frames.loopscope" },
    words, FALSE, read_session, FUZZ_JSON },
  { "lesson", { "data/lessons/01-event-loop.loopscope", "data/lessons/05-controllers.loopscope",
                "data/lessons/06-abort.loopscope" }, words, FALSE, read_session, FUZZ_JSON },
  { "claim", { "claims.txt" }, claim_words, FALSE, read_claim },
  { "course", { "data/lessons/inp.loopscope-course", "course.loopscope-course" }, course_words, FALSE, read_course, FUZZ_JSON },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);
