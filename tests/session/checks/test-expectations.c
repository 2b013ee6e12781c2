/* test-expectations.c: what expectations say in words, and as claims
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-claim-private.h"
#include "ls-expectation-private.h"
#include "ls-lesson-reader-private.h"
#include "session-util.h"

static const struct
{
  const char *json;
  const char *text;
} texts[] = {
  { "{'log':['a','b']}", "The log is “a”, “b”" },
  { "{'log':[]}", "The log is nothing" },
  { "{'log':['a'],'title':'All'}", "All" },
  { "{'log':['a'],'title':''}", "The log is “a”" },
  { "{'logContains':['a']}", "The log contains “a”" },
  { "{'order':['a','b']}", "Tasks start in the order “a”, “b”" },
  { "{'ran':'a'}", "The task “a” runs" },
  { "{'notRan':'a'}", "The task “a” does not run" },
  { "{'result':{'task':'a','state':'rejected'}}", "The result of “a” is rejected" },
  { "{'next':'a','at':{'step':2}}", "At step 2, the next task is “a”" },
  { "{'unhandledRejections':0}", "0 rejections are not handled" },
  { "{'unhandledRejections':1}", "1 rejection is not handled" },
  { "{'finished':true}", "The run finishes" },
  { "{'finished':false}", "The run does not finish" },
  { "{'signal':{'name':'s','aborted':true}}", "Signal “s” is aborted" },
  { "{'signal':{'name':'s','aborted':false}}", "Signal “s” is not aborted" },
  { "{'signal':{'name':'s','priority':'background'}}", "Signal “s” has priority background" },
  { "{'signal':{'name':'s','priority':'background','aborted':true}}", "Signal “s” has priority background and is aborted" },
  { "{'signal':{'name':'s','priority':'background','aborted':false}}", "Signal “s” has priority background and is not aborted" },
  { "{'signal':{'name':'s','aborted':true},'at':{'step':3}}", "At step 3: Signal “s” is aborted" },
  { "{'posted':{}}", "An action posts a task" },
  { "{'posted':{'name':'a','priority':'user-visible','signal':'s','delay':5}}",
    "An action posts a task named “a” with priority user-visible and signal “s”, with a delay of at least 5 ms" },
  { "{'memory':{'name':'m','index':1,'equals':5}}", "m[1] is 5" },
  { "{'memory':{'name':'m','atMost':5}}", "m[0] is at most 5" },
  { "{'memory':{'name':'m','atLeast':-5}}", "m[0] is at least -5" },
  { "{'memory':{'name':'m','atLeast':1,'atMost':2}}", "m[0] is from 1 to 2" },
  { "{'memory':{'name':'m','atLeast':2,'atMost':2,'always':true}}", "m[0] is always 2" },
  { "{'unlocked':'l'}", "The lock “l” is free" },
  { "{'nobodyWaits':true}", "No agent is left waiting" },
  { "{'nobodyWaits':false}", "An agent is left waiting" },
  { "{'waited':{'task':'a','atMost':16.5}}", "“a” waits 16.5 ms at most" },
  { "{'waited':{'task':'a','atLeast':1}}", "“a” waits 1 ms at least" },
  { "{'waited':{'task':'a','atLeast':1,'atMost':2}}", "“a” waits 1 ms at least and 2 ms at most" },
  { "{'longestTurn':{'atMost':50}}", "The longest turn takes 50 ms at most" },
  { "{'longestTurn':{'atLeast':50}}", "The longest turn takes 50 ms at least" },
  { "{'longestTurn':{'atLeast':0.5,'atMost':1}}", "The longest turn takes 0.5 ms at least and 1 ms at most" },
  { "{'missedFrames':{'atMost':0}}", "No frame is missed" },
  { "{'missedFrames':{'atMost':1}}", "1 frame is missed at most" },
  { "{'missedFrames':{'atLeast':2}}", "2 frames are missed at least" },
  { "{'missedFrames':{'atLeast':1,'atMost':2}}", "From 1 to 2 frames are missed" },
  { "{'never':['a']}", "The log has no line “a”" },
  { "{'uncaught':[]}", "All errors are caught" },
  { "{'uncaught':['a','b']}", "Nothing catches the errors “a”, “b”" },
};

static void
test_texts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (texts[i].json), "'", '"');
      g_autofree char *members = g_strdup_printf ("\"expectations\":[%s]", json);
      g_autoptr (LsSession) session = session_new ("", "", members);
      g_autofree char *text = ls_expectation_describe (ls_session_get_expectation (session, 0));

      g_assert_cmpstr (text, ==, texts[i].text);
    }
}

static LsExpectation *
read_in_lesson (JsonNode *node)
{
  LsJsonReader reader;
  LsExpectation *expectation;

  ls_json_reader_init (&reader, "test", NULL);
  expectation = ls_lesson_read_expectation (&reader, node);
  g_assert_true (ls_json_reader_finish (&reader, NULL));
  return expectation;
}

static gboolean
are_equal (const LsExpectation *a,
           const LsExpectation *b)
{
  if ((a->lines == NULL) != (b->lines == NULL) ||
      (a->lines != NULL && !g_strv_equal ((const char *const *) a->lines, (const char *const *) b->lines)))
    return FALSE;
  return a->kind == b->kind && g_strcmp0 (a->title, b->title) == 0 && g_strcmp0 (a->name, b->name) == 0 &&
         g_strcmp0 (a->state, b->state) == 0 && g_strcmp0 (a->value, b->value) == 0 && g_strcmp0 (a->signal, b->signal) == 0 &&
         a->number == b->number && a->has_step == b->has_step && a->flag == b->flag && a->index == b->index &&
         a->minimum == b->minimum && a->maximum == b->maximum && a->priority == b->priority && a->aborted == b->aborted &&
         a->least == b->least && a->most == b->most;
}

/* Asserts that the claim of an expectation says the same. Returns (transfer full) (nullable) the claim. */
static char *
claim_and_back (LsExpectation *expectation)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsExpectation) again = NULL;
  g_autoptr (JsonNode) node = NULL;
  char *claim = ls_claim_to_text (expectation);

  if (claim == NULL)
    return NULL;
  node = ls_claim_parse (claim, &error);
  g_assert_no_error (error);
  again = read_in_lesson (node);
  if (!are_equal (expectation, again))
    g_error ("“%s” says something else", claim);
  return claim;
}

/* Each of these JSON texts has this claim, which says the same. NULL: claims cannot say it. */
static const struct
{
  const char *json;
  const char *claim;
} claims[] = {
  { "{'next':'save'}", "next: save" },
  { "{'next':'save','at':{'step':2}}", NULL },
  { "{'title':'A # title','next':'on load'}", "next: \"on load\" # A # title" },
  { "{'title':'','next':'save'}", "next: save # \"\"" },
  { "{'title':' a\\nb ','next':'|'}", "next: \"|\" # \" a\\u000ab \"" },
  { "{'log':[]}", "log:" },
  { "{'log':['']}", "log: \"\"" },
  { "{'log':['','a','']}", "log: \"\" | a | \"\"" },
  { "{'log':['a | b','| c','d # e','f|g','#h',' i']}", "log: \"a | b\" | \"| c\" | \"d # e\" | f|g | #h | \" i\"" },
  { "{'title':'\\\"','log':['say \\\"a','\\\"b\\\" c','d\\\\']}", "log: say \"a | \"\\\"b\\\" c\" | d\\ # \"" },
  { "{'logContains':['a','b: c']}", "log-contains: a | b: c" },
  { "{'title':'So','logContains':[]}", "log-contains: # So" },
  { "{'never':['a']}", "never: a" },
  { "{'uncaught':[]}", "uncaught:" },
  { "{'uncaught':['x']}", "uncaught: x" },
  { "{'order':['a','b c','#']}", "order: a \"b c\" \"#\"" },
  { "{'title':'T','order':['\\\"a # ']}", "order: \"\\\"a # \" # T" },
  { "{'order':[]}", NULL },
  { "{'ran':'a'}", "ran: a" },
  { "{'notRan':''}", "not-ran: \"\"" },
  { "{'waited':{'task':'a','atMost':16}}", "waited: a <= 16 ms" },
  { "{'waited':{'task':'a','atLeast':0.25,'atMost':16.5}}", "waited: a >= 0.25 ms <= 16.5 ms" },
  { "{'waited':{'task':'<=','atLeast':0}}", "waited: <= >= 0 ms" },
  { "{'longestTurn':{'atMost':0.001}}", "longest-turn: <= 0.001 ms" },
  { "{'missedFrames':{'atMost':0}}", "missed-frames: <= 0" },
  { "{'result':{'task':'a','state':'pending'}}", "result: a pending" },
  { "{'result':{'task':'a b','state':'rejected','value':'no # x'}}", "result: \"a b\" rejected \"no # x\"" },
  { "{'result':{'task':'a','state':'fulfilled','value':''},'title':'T'}", "result: a fulfilled \"\" # T" },
  { "{'result':{'task':'a','state':'fulfilled','value':'it is'}}", "result: a fulfilled it is" },
  { "{'finished':false}", "finished: false" },
  { "{'nobodyWaits':true}", "nobody-waits: true" },
  { "{'unhandledRejections':2}", "unhandled-rejections: 2" },
  { "{'signal':{'name':'s','aborted':true}}", "aborted: s" },
  { "{'signal':{'name':'s','aborted':false}}", "not-aborted: s" },
  { "{'signal':{'name':'s','priority':'background'}}", "priority: s background" },
  { "{'signal':{'name':'s','priority':'background','aborted':true}}", "priority: s background aborted" },
  { "{'signal':{'name':'s','priority':'background','aborted':false}}", "priority: s background not-aborted" },
  { "{'signal':{'name':'s','aborted':true},'at':{'step':2}}", NULL },
  { "{'posted':{}}", "posted:" },
  { "{'posted':{'name':'tap*'}}", "posted: tap*" },
  { "{'posted':{'name':'background','priority':'user-blocking'}}", "posted: \"background\" user-blocking" },
  { "{'posted':{'name':'signal','signal':'>= 1','delay':20},'title':'T'}", "posted: \"signal\" signal \">= 1\" >= 20 ms # T" },
  { "{'posted':{'delay':20}}", "posted: >= 20 ms" },
  { "{'memory':{'name':'cells','equals':-2}}", "memory: cells[0] = -2" },
  { "{'memory':{'name':'a[1]','index':3,'atLeast':1,'atMost':2}}", "memory: \"a[1]\"[3] >= 1 <= 2" },
  { "{'memory':{'name':'m','atMost':9223372036854775806}}", "memory: m[0] <= 9223372036854775806" },
  { "{'memory':{'name':'m','atLeast':-9223372036854775808}}", "memory: m[0] >= -9223372036854775808" },
  { "{'unlocked':'l'}", "unlocked: l" },
  { "{'holders':{'memory':'cells','index':1,'atLeast':2}}", "holders: cells[1] >= 2" },
  { "{'holders':{'memory':'cells','atLeast':1,'atMost':4294967295}}", "holders: cells[0] >= 1 <= 4294967295" },
  { "{'agent':{'name':'ant hill','is':'waiting'}}", "agent: \"ant hill\" waiting" },
  { "{'agent':{'name':'ant','is':'idle'},'at':{'step':2}}", NULL },
};

static void
test_claims (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (claims[i].json), "'", '"');
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = json_from_string (json, &error);
      g_autoptr (LsExpectation) expectation = NULL;
      g_autofree char *claim = NULL;

      g_assert_no_error (error);
      expectation = read_in_lesson (node);
      claim = claim_and_back (expectation);
      g_assert_cmpstr (claim, ==, claims[i].claim);
    }
}

/* What people write is read, and what is said of it. */
static const struct
{
  const char *claim;
  const char *json;      /* what it means, or NULL for an error */
  const char *message;   /* of that */
} readings[] = {
  { "  next:save  ", "{'next':'save'}" },
  { "next: save #", "{'next':'save'}" },
  { "log: a  |  b # c # d", "{'title':'c # d','log':['a','b']}" },
  { "log: a | | c", "{'log':['a','','c']}" },
  { "log: a|b #1", "{'log':['a|b #1']}" },
  { "log: \"a\" b", "{'log':['\\\"a\\\" b']}" },
  { "log: \"a", "{'log':['\\\"a']}" },
  { "waited: tap <=16ms", "{'waited':{'atMost':16.0,'task':'tap'}}" },
  { "missed-frames: <= 99999999999", "{'missedFrames':{'atMost':4294967295}}" },
  { "memory: cells <= 2", "{'memory':{'atMost':2,'name':'cells','index':0}}" },
  { "posted: >= 5 ms", "{'posted':{'delay':5}}" },
  { "posted: user-blocking tap", "{'posted':{'priority':'user-blocking','name':'tap'}}" },
  { "", NULL, "found nothing, expected a word, a colon and what it is about, such as “next: save”" },
  { "tap runs", NULL, "found “tap runs”, expected a word, a colon" },
  { "\xff: a", NULL, "found “\\xff: a”, expected a word, a colon" },
  { "notRan: a", NULL, "found “notRan”; did you mean “not-ran”?" },
  { "wait: a <= 1 ms", NULL, "found “wait”; did you mean “waited”?" },
  { "something: a", NULL, "found “something”, expected one of log, log-contains, never, uncaught, order, ran, " },
  { "next:", NULL, "next: found nothing, expected the name of a task, in quotation marks if it has blanks" },
  { "next: a b", NULL, "next: found “a b”, expected the name of a task" },
  { "next: a | b", NULL, "next: found “a | b”, expected the name of a task" },
  { "unlocked: # T", NULL, "unlocked: found nothing, expected the name of a lock" },
  { "order:", NULL, "order: found nothing, expected names of tasks" },
  { "never:", NULL, "never: found no line, expected at least one" },
  { "waited: tap 16", NULL, "waited: found “tap 16”, expected the name of a task and a time, such as “tap <= 16 ms”" },
  { "waited: tap <= 16", NULL, "waited: found “tap <= 16”, expected the name of a task and a time" },
  { "waited: tap <= 1 ms <= 2 ms", NULL, "waited: found “tap <= 1 ms <= 2 ms”, expected" },
  { "waited: tap <= 1 msec", NULL, "waited: found “tap <= 1 msec”, expected" },
  { "longest-turn: >= 5 ms <= 1 ms", NULL, "longest-turn: found an “atLeast” that is more than “atMost”" },
  { "missed-frames: 0", NULL, "missed-frames: found “0”, expected a number, such as “<= 2”" },
  { "missed-frames: = 0", NULL, "missed-frames: found “= 0”, expected a number" },
  { "result: a done", NULL, "result: found “a done”, expected the name of a task and “fulfilled”, “rejected” or “pending”" },
  { "finished: yes", NULL, "finished: found “yes”, expected true or false" },
  { "unhandled-rejections: -1", NULL, "unhandled-rejections: found “-1”, expected a whole number, 0 or more" },
  { "aborted: a b", NULL, "aborted: found “a b”, expected the name of a signal" },
  { "priority: a", NULL, "priority: found “a”, expected the name of a signal and “user-blocking”, “user-visible” or “background”" },
  { "priority: a low", NULL, "priority: found “a low”, expected the name of a signal and" },
  { "priority: a background gone", NULL, "priority: found “a background gone”, expected the name of a signal and" },
  { "posted: a b", NULL, "posted: found “a b”, expected what an action posts, such as “tap user-blocking”" },
  { "posted: a signal", NULL, "posted: found “a signal”, expected what an action posts" },
  { "posted: >= 0.5 ms", NULL, "posted: found “>= 0.5 ms”, expected what an action posts" },
  { "posted: <= 5 ms", NULL, "posted: found “<= 5 ms”, expected what an action posts" },
  { "memory: cells[0]", NULL, "memory: found “cells[0]”, expected an element of shared memory and a number, such as “cells[0] = 2”" },
  { "memory: cells[x] = 1", NULL, "memory: found “cells[x] = 1”, expected" },
  { "memory: cells[0 = 1", NULL, "memory: found “cells[0 = 1”, expected" },
  { "memory: cells[99999999999] = 1", NULL, "memory: found “cells[99999999999] = 1”, expected" },
  { "memory: cells[0] = 9223372036854775808", NULL, "memory: found “cells[0] = 9223372036854775808”, expected" },
  { "memory: [0] = 1", NULL, "memory: found “[0] = 1”, expected" },
  { "memory: m[0] = 1 >= 0", NULL, "memory: found both, expected either “equals”" },
  { "holders: m[0] = 1", NULL, "holders: found “m[0] = 1”, expected an element of shared memory and a number, such as “cells[0] <= 1”" },
  { "agent: a", NULL, "agent: found “a”, expected the name of an agent and “running”" },
  { "agent: a asleep", NULL, "agent: found “asleep”, expected “running”, “runnable”, “waiting”, “idle” or “ended”" },
};

static void
test_readings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (readings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = ls_claim_parse (readings[i].claim, &error);
      g_autofree char *json = node != NULL ? json_to_string (node, FALSE) : NULL;
      g_autofree char *expected = g_strdelimit (g_strdup (readings[i].json != NULL ? readings[i].json : ""), "'", '"');

      g_assert_cmpstr (json != NULL ? json : "", ==, expected);
      if (readings[i].json != NULL)
        continue;
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
      if (!g_str_has_prefix (error->message, readings[i].message))
        g_error ("found “%s”, expected “%s”", error->message, readings[i].message);
    }
}

/* More lines than an expectation of a lesson can have. */
static void
test_many_lines (void)
{
  g_autoptr (GString) claim = g_string_new ("log: a");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append (claim, " | a");
  g_assert_null (ls_claim_parse (claim->str, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "log: found 1001 lines, expected at most 1000");
}

/* Whatever somebody writes is read, or refused; what is read can be written, and means the same. */
static void
test_random (void)
{
  static const char *const parts[] = {
    "log", "next", "posted", "memory", "waited", "result", "order", "signal", "priority", "background", "fulfilled", "aborted", ": ", ":",
    " | ", "|", " # ", "#", "\"", "\\", "[", "]", "[0]", " ", "<= ", ">= ", "= ", "-1", "2", "0.5", " ms", "a", "\n", "\t", "é", "\xe9", "true"
  };
  guint n_read = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (parts[g_test_rand_int_range (0, 12)]);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = NULL;
      g_autoptr (LsExpectation) expectation = NULL;
      g_autofree char *claim = NULL;

      g_string_append (text, ": ");
      for (guint j = g_test_rand_int_range (0, 9); j > 0; j--)
        g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
      node = ls_claim_parse (text->str, &error);
      g_assert_true ((node == NULL) == (error != NULL));
      if (node == NULL)
        continue;
      n_read++;
      expectation = read_in_lesson (node);
      claim = claim_and_back (expectation);
      g_assert_nonnull (claim);
      g_assert_null (strchr (claim, '\n'));
    }
  g_assert_cmpuint (n_read, >, 100);
}

/* What a session can say and a lesson cannot. */
static void
test_always (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"expectations\":[{\"memory\":{\"name\":\"m\",\"equals\":1,\"always\":true}}]");
  g_autofree char *claim = ls_claim_to_text (ls_session_get_expectation (session, 0));

  g_assert_null (claim);
}

/* How many expectations were seen, and how many of them claims can say. */
typedef struct
{
  guint n_seen;
  guint n_said;
} Counts;

static void
see (LsExpectation *expectation,
     Counts        *counts)
{
  g_autofree char *claim = expectation != NULL ? claim_and_back (expectation) : NULL;

  counts->n_seen += expectation != NULL;
  counts->n_said += claim != NULL;
}

static void
see_all (GPtrArray *expectations,
         Counts    *counts)
{
  for (guint i = 0; i < expectations->len; i++)
    see (g_ptr_array_index (expectations, i), counts);
}

static void
see_page (const LsLessonPage *page,
          Counts             *counts)
{
  see_all (page->expectations, counts);
  see_all (page->solved_expectations, counts);
  see_all (page->goals, counts);
  see (page->until, counts);
  for (guint i = 0; i < page->answers->len; i++)
    see (((LsLessonAnswer *) g_ptr_array_index (page->answers, i))->holds, counts);
}

/* Claims can say nearly all that the examples and the lessons expect. */
static void
test_files (gconstpointer data)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", data, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  Counts counts = { 0 };
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".loopscope"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);
        LsLesson *lesson;

        g_assert_no_error (error);
        lesson = ls_session_get_lesson (session);
        for (guint i = 0; i < ls_session_get_n_expectations (session); i++)
          see (ls_session_get_expectation (session, i), &counts);
        for (guint i = 0; lesson != NULL && i < ls_lesson_get_n_pages (lesson); i++)
          see_page (ls_lesson_get_page (lesson, i), &counts);
      }
  g_test_message ("claims say %u of %u", counts.n_said, counts.n_seen);
  g_assert_cmpuint (counts.n_seen, >, 50);
  g_assert_cmpuint (counts.n_said * 10, >=, counts.n_seen * 9);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/expectations/texts", test_texts);
  g_test_add_func ("/expectations/claims", test_claims);
  g_test_add_func ("/expectations/readings", test_readings);
  g_test_add_func ("/expectations/many-lines", test_many_lines);
  g_test_add_func ("/expectations/random", test_random);
  g_test_add_func ("/expectations/always", test_always);
  g_test_add_data_func ("/expectations/lessons", "lessons", test_files);
  g_test_add_data_func ("/expectations/sessions", "sessions", test_files);

  return g_test_run ();
}
