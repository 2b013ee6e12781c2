/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-linter.h"
#include "ls-undo.h"
#include "ls-session-lints.h"
#include "session-util.h"

/* Each kind of lint in a program that shows it, and not in one that nearly does; none in the examples but what they are
 * about; and what a session suppresses. */

/* "kind subject ×count" for each lint, separated by "|". */
static char *
lints_of (LsSession *session)
{
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (LsLinter) linter = NULL;
  GString *string = g_string_new (NULL);

  ls_runner_run_to_end (runner, NULL);
  linter = ls_linter_new (ls_runner_get_trace (runner), NULL);
  while (ls_linter_advance (linter, 100))
    ;
  ls_linter_finish (linter);
  for (guint i = 0; i < ls_linter_get_n_lints (linter); i++)
    {
      const LsLint *lint = ls_linter_get_lint (linter, i);
      LsTrace *trace = ls_runner_get_trace (runner);
      g_autofree char *subject = ls_lint_get_subject_name (lint, trace);
      g_autofree char *text = ls_lint_get_explanation (lint, trace);
      g_autofree char *json = ls_lint_to_json (lint, trace);

      g_assert_true (g_str_has_suffix (text, "."));
      g_assert_cmpuint (lint->position, <, ls_trace_get_length (trace));
      g_assert_cmpuint (lint->since, <=, lint->position);
      g_assert_true (g_str_has_prefix (json, "{\"kind\": \""));
      g_string_append_printf (string, "%s%s %s", i > 0 ? "|" : "", ls_lint_kind_to_string (lint->kind), subject);
      if (lint->count > 1)
        g_string_append_printf (string, " ×%u", lint->count);
    }
  return g_string_free (string, FALSE);
}

#define TASK(name, options, body) \
  "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" body "]}"
#define WORK(ms) "{\"op\":\"work\",\"ms\":" #ms "}"
#define YIELD "{\"op\":\"yield\"}"
#define REPEAT(n, body) "{\"op\":\"repeat\",\"times\":" #n ",\"body\":[" body "]}"
#define TIMER(name, ms, more, body) \
  "{\"op\":\"timer\",\"name\":\"" name "\",\"ms\":" ms more ",\"body\":[" body "]}"
#define HIGH ",\"priority\":\"user-blocking\""
#define LOW ",\"priority\":\"background\""
#define CONTROLLER(name) "{\"op\":\"controller\",\"name\":\"" name "\"}"
#define ABORT(name) "{\"op\":\"abort\",\"controller\":\"" name "\"}"
#define SIGNAL(name) ",\"signal\":\"" name "\""
#define SET(name, to) "{\"op\":\"setPriority\",\"controller\":\"" name "\",\"priority\":\"" to "\"}"
#define LOG "{\"op\":\"log\",\"text\":\"x\"}"
#define AWAIT_OF(options) TASK ("lower", options ",\"as\":\"p\"", WORK (5)) ",{\"op\":\"await\",\"promise\":\"p\"}," LOG

static const struct
{
  const char *name;
  const char *steps;
  const char *lints;
} programs[] = {
  /* The timer is due at 0; what yields comes before it again and again. */
  { "starved", TIMER ("late", "0", "", LOG) "," TASK ("busy", HIGH, REPEAT (6, WORK (10) "," YIELD)),
    "starved-task task 2 “late”" },
  { "starved-not-long", TIMER ("late", "0", "", LOG) "," TASK ("busy", HIGH, REPEAT (4, WORK (10) "," YIELD)), "" },
  /* Waiting in line is no starvation. */
  { "starved-in-line", REPEAT (30, TASK ("queued", "", WORK (5))), "" },
  { "starved-in-line-of-urgent", TASK ("plain", "", "") "," REPEAT (30, TASK ("urgent", HIGH, WORK (5))),
    "starved-task task 2 “plain”" },
  { "starved-behind-urgent", REPEAT (30, TASK ("urgent", HIGH, WORK (5))) "," TASK ("plain", "", ""), "" },
  { "starved-background", TASK ("later", LOW, "") "," REPEAT (30, TASK ("urgent", HIGH, WORK (5))), "" },
  { "starved-background-long", TASK ("later", LOW, "") "," REPEAT (30, TASK ("urgent", HIGH, WORK (40))),
    "starved-task task 2 “later”" },
  { "starved-idle", "{\"op\":\"idle\",\"body\":[]}," REPEAT (3, TIMER ("t", "1", "", WORK (40))), "" },

  { "inversion", TASK ("high", HIGH, AWAIT_OF (LOW)), "priority-inversion task 3 “lower”" },
  { "inversion-same", TASK ("high", HIGH, AWAIT_OF (HIGH)), "" },
  { "inversion-upwards", TASK ("low", LOW, AWAIT_OF (HIGH)), "" },
  /* The main script has no priority that could be inverted. */
  { "inversion-main", AWAIT_OF (LOW), "" },
  { "inversion-raised", CONTROLLER ("c") "," TASK ("high", HIGH, SET ("c", "background") "," TASK ("lower",
    SIGNAL ("c") ",\"as\":\"p\"", "") "," SET ("c", "user-blocking") ",{\"op\":\"await\",\"promise\":\"p\"}," LOG), "" },
  { "inversion-own-raise", CONTROLLER ("c") "," SET ("c", "background") "," TASK ("self", SIGNAL ("c"),
    SET ("c", "user-blocking") "," YIELD "," LOG), "" },
  { "inversion-then", TASK ("high", HIGH, TASK ("lower", LOW ",\"as\":\"p\"", "") ",{\"op\":\"then\",\"promise\":\"p\","
    "\"fulfilled\":[" LOG "]}"), "" },

  { "continuations", TASK ("poll", "", REPEAT (10, WORK (2) "," YIELD)) "," TASK ("save", "", ""),
    "continuation-starvation task 3 “save”" },
  { "continuations-short", TASK ("poll", "", REPEAT (5, WORK (2) "," YIELD)) "," TASK ("save", "", ""), "" },
  { "continuations-started", TASK ("poll", "", REPEAT (10, WORK (2) "," YIELD)), "" },
  { "continuations-other", TASK ("poll", HIGH, REPEAT (10, WORK (2) "," YIELD)) "," TASK ("save", "", ""), "" },
  /* One continuation that was there first is no run. */
  { "continuations-older", TASK ("poll", "", YIELD "," WORK (20) "," TASK ("save", "", "")), "" },

  { "continuations-older-and-short", TASK ("poll", "", YIELD "," WORK (20) "," TASK ("save", "", "") "," REPEAT (3, WORK (1) "," YIELD)),
    "" },
  { "continuations-one", TASK ("poll", "", WORK (2) "," YIELD "," WORK (20)) "," TASK ("save", "", ""), "" },
  { "continuations-two", TASK ("poll", "", WORK (2) "," YIELD "," WORK (10) "," YIELD "," WORK (10)) "," TASK ("save", "", ""),
    "continuation-starvation task 3 “save”" },
  /* One for each wait: of long ones too, and where both would fit, the one that more of the wait is due to. */
  { "continuations-long", TASK ("poll", "", REPEAT (50, WORK (10) "," YIELD)) "," TASK ("save", "", ""),
    "continuation-starvation task 3 “save”" },
  { "continuations-of-two", TASK ("one", "", REPEAT (20, WORK (10) "," YIELD)) "," TASK ("two", "", REPEAT (20, WORK (10) "," YIELD)) ","
    TASK ("save", "", ""), "continuation-starvation task 3 “two”|continuation-starvation task 4 “save”" },
  { "continuations-and-urgent", TASK ("poll", "", REPEAT (10, WORK (3) "," TASK ("urgent", HIGH, WORK (30)) "," YIELD)) ","
    TASK ("save", "", ""), "starved-task task 3 “save”" },

  { "long", TASK ("long", "", WORK (50.001)), "long-task task 2 “long”" },
  { "long-not", TASK ("long", "", WORK (50)), "" },
  { "long-yields", TASK ("long", "", WORK (30) "," YIELD "," WORK (30)), "" },
  { "long-microtask", TASK ("long", "", WORK (30) ",{\"op\":\"microtask\",\"body\":[" WORK (30) "]}"),
    "long-task task 2 “long”" },
  { "long-repeated", REPEAT (3, TASK ("long", "", WORK (60))), "long-task task 2 “long” ×3" },

  { "unused", CONTROLLER ("c"), "unused-signal signal 1 “c”" },
  { "unused-aborted", CONTROLLER ("c") "," ABORT ("c"), "unused-signal signal 1 “c”" },
  { "used-post", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c"), ""), "" },
  { "used-listener", CONTROLLER ("c") ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"abort\",\"body\":[]}", "" },
  { "used-source", CONTROLLER ("c") ",{\"op\":\"any\",\"name\":\"d\",\"signals\":[\"c\"]}," TASK ("t", SIGNAL ("d"), ""), "" },

  { "late-abort", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c"), "") "," TIMER ("stop", "10", "", ABORT ("c")),
    "late-abort signal 1 “c”" },
  { "late-aborts", CONTROLLER ("c") "," CONTROLLER ("d") "," TASK ("t", SIGNAL ("c"), "") "," TASK ("u", SIGNAL ("d"), "")
    "," TIMER ("stop", "10", "", ABORT ("c") "," ABORT ("d")), "late-abort signal 1 “c”|late-abort signal 2 “d”" },
  { "abort-in-time", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c") ",\"delay\":20,\"as\":\"p\"", "")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[]}," TIMER ("stop", "10", "", ABORT ("c")), "" },
  { "abort-of-dependent", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c"), "")
    ",{\"op\":\"any\",\"name\":\"d\",\"signals\":[\"c\"]}," TASK ("u", SIGNAL ("d") ",\"delay\":20,\"as\":\"p\"", "")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[]}," TIMER ("stop", "10", "", ABORT ("c")), "" },
  { "abort-by-itself", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c") ",\"as\":\"p\"", ABORT ("c"))
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[]}", "" },
  { "abort-is-heard", CONTROLLER ("c") ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"abort\",\"body\":[]},"
    TASK ("t", SIGNAL ("c"), "") "," TIMER ("stop", "10", "", ABORT ("c")), "" },

  { "aborted-post", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c") ",\"as\":\"p\"", "") "," ABORT ("c") ","
    TASK ("u", SIGNAL ("c") ",\"as\":\"q\"", "") ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[]},"
    "{\"op\":\"then\",\"promise\":\"q\",\"rejected\":[]}", "aborted-post task 3 “u”" },
  { "aborted-yield", CONTROLLER ("c") "," TASK ("t", SIGNAL ("c") ",\"as\":\"p\"",
    "{\"op\":\"try\",\"body\":[" ABORT ("c") "," YIELD "],\"catch\":[]}")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[]}", "" },

  { "unhandled", TASK ("t", "", "{\"op\":\"throw\",\"message\":\"boom\"}"), "unhandled-rejection promise 1" },
  { "handled", TASK ("t", ",\"as\":\"p\"", "{\"op\":\"throw\",\"message\":\"boom\"}")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[]}", "" },

  { "recursive", CONTROLLER ("c") ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"prioritychange\",\"body\":[{\"op\":\"try\","
    "\"body\":[" SET ("c", "background") "],\"catch\":[]}]}," SET ("c", "user-blocking"),
    "recursive-set-priority signal 1 “c”" },
  { "not-recursive", CONTROLLER ("c") ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"prioritychange\",\"body\":["
    TASK ("t", "", "") "]}," SET ("c", "user-blocking") "," SET ("c", "background"), "" },

  { "short-delay", TASK ("t", ",\"delay\":0.5", ""), "short-delay task 2 “t”" },
  { "no-delay", TASK ("t", ",\"delay\":0", ""), "" },
  { "millisecond", TASK ("t", ",\"delay\":1.5", "") "," TIMER ("zero", "0", "", ""), "" },
  { "short-interval", TIMER ("i", "0", ",\"repeat\":true,\"as\":\"i\"", "{\"op\":\"clearTimer\",\"timer\":\"i\"}"),
    "short-delay timer 1 “i”" },
  { "interval", TIMER ("i", "1", ",\"repeat\":true,\"as\":\"i\"", "{\"op\":\"clearTimer\",\"timer\":\"i\"}"), "" },

  { "clamped", TIMER ("1", "0", "", TIMER ("2", "0", "", TIMER ("3", "0", "", TIMER ("4", "0", "",
    TIMER ("5", "0", "", TIMER ("6", "0", "", TIMER ("7", "0", "", ""))))))), "clamped-timer timer 7 “7”" },
  { "not-clamped", TIMER ("1", "0", "", TIMER ("2", "0", "", TIMER ("3", "0", "", TIMER ("4", "0", "",
    TIMER ("5", "0", "", TIMER ("6", "4", "", TIMER ("7", "4", "", ""))))))), "" },

  { "endless", TASK ("t", "", REPEAT (10000, "{\"op\":\"microtask\",\"body\":[]}")), "endless-microtasks task 2 “t”" },
  { "endless-and-more", TASK ("t", "", REPEAT (10002, "{\"op\":\"microtask\",\"body\":[]}")
    ",{\"op\":\"microtask\",\"body\":[" WORK (3) "]}"), "endless-microtasks task 2 “t”" },
  { "not-endless", TASK ("t", "", REPEAT (9999, "{\"op\":\"microtask\",\"body\":[]}")), "" },
};

static void
test_program (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LsSession) session = session_new (programs[i].steps, "", "");
  g_autofree char *lints = lints_of (session);

  g_assert_cmpstr (lints, ==, programs[i].lints);
}

/* What the first lint of each program that has one says, and its numbers: how long it took, what else did, and all of them, in µs,
 * and how many there were. */
static const struct
{
  const char *name;
  const char *numbers;
  const char *explanation;
} details[] = {
  { "starved", "60000 50000 60000 6",
    "Task 2 “late” waited 60 ms in the queue while 6 later tasks ran first for 50 ms; the last "
    "one was task 9 “busy”. Its queue is frame-throttleable. It occurred at 60 ms." },
  { "starved-in-line-of-urgent", "150000 150000 150000 30",
    "Task 2 “plain” waited 150 ms in the queue while 30 later tasks ran first for 150 ms; the "
    "last one was task 32 “urgent”. Its queue is web-scheduling, its priority user-visible. It occurred at 150 ms." },
  { "starved-background-long", "1200000 1200000 1200000 30",
    "Task 2 “later” waited 1200 ms in the queue while 30 later tasks ran first for 1200 ms; the "
    "last one was task 32 “urgent”. Its queue is web-scheduling, its priority background. It occurred at 1200 ms." },
  { "inversion", "0 0 0 0",
    "Code with priority user-blocking, which continues in microtask 2 “p”, awaited a result of task 3 “lower” with priority "
    "background. That task had waited 0 ms behind all work of higher priority. It occurred at "
    "5 ms." },
  { "continuations", "20000 18000 20000 10",
    "Task 3 “save” waited 20 ms while 10 continuations of the same priority, user-visible, ran first for 18 ms; the "
    "last one was task 13 “poll”. A continuation has a higher effective priority than a task that has not started. It "
    "occurred at 20 ms." },
  { "continuations-two", "22000 20000 22000 2",
    "Task 3 “save” waited 22 ms while 2 continuations of the same priority, user-visible, ran first for 20 ms; the "
    "last one was task 5 “poll”. A continuation has a higher effective priority than a task that has not started. It "
    "occurred at 22 ms." },
  { "continuations-long", "500000 490000 500000 50",
    "Task 3 “save” waited 500 ms while 50 continuations of the same priority, user-visible, ran first for 490 ms; the "
    "last one was task 53 “poll”. A continuation has a higher effective priority than a task that has not started. It "
    "occurred at 500 ms." },
  { "continuations-of-two", "200000 190000 200000 20",
    "Task 3 “two” waited 200 ms while 20 continuations of the same priority, user-visible, ran first for 190 ms; the "
    "last one was task 24 “one”. A continuation has a higher effective priority than a task that has not started. It "
    "occurred at 200 ms." },
  { "continuations-and-urgent", "330000 327000 330000 20",
    "Task 3 “save” waited 330 ms in the queue while 20 later tasks ran first for 327 ms; the last one was task 23 “poll”. Its queue is "
    "web-scheduling, its priority user-visible. It occurred at 330 ms." },
  { "long", "50001 0 50001 0",
    "Task 2 “long” held the thread for 50.001 ms, including microtasks, and did not yield. Nothing else could run, "
    "not even user input. It occurred at 50.001 ms." },
  { "long-microtask", "60000 0 60000 0",
    "Task 2 “long” held the thread for 60 ms, including microtasks, and did not yield. Nothing else could run, not "
    "even user input. It occurred at 60 ms." },
  { "long-repeated", "60000 0 180000 0",
    "Task 2 “long” held the thread for 60 ms, including microtasks, and did not yield. Nothing else could run, not "
    "even user input. It occurred 3 times, first at 60 ms, for 180 ms in total; this is the longest." },
  { "unused", "0 0 0 0",
    "No task was posted with signal 1 “c”, no signal depends on it, and it has no listeners. It occurred at 0 ms." },
  { "unused-aborted", "0 0 0 0",
    "No task was posted with signal 1 “c”, no signal depends on it, and it has no listeners. It occurred at 0 ms." },
  { "late-abort", "0 0 0 1",
    "Signal 1 “c” was aborted after its 1 task had completed: the abort changes nothing. "
    "It occurred at 10 ms." },
  { "late-aborts", "0 0 0 1",
    "Signal 1 “c” was aborted after its 1 task had completed: the abort changes nothing. "
    "It occurred at 10 ms." },
  { "aborted-post", "0 0 0 0",
    "Task 3 “u” was posted with signal 1 “c”, which was already aborted: it never runs, and its promise is rejected at "
    "once. It occurred at 0 ms." },
  { "unhandled", "0 0 0 0",
    "Promise 1 was rejected with “Error: boom” without a handler. It occurred at 0 ms." },
  { "recursive", "0 0 0 0",
    "The priority of signal 1 “c” cannot be set to background while it is changing: setPriority() throws a "
    "NotAllowedError. It occurred at 0 ms." },
  { "short-delay", "0 0 0 0",
    "Task 2 “t” was posted with a delay above 0 and below 1 ms: delays are rounded down to whole milliseconds, so it has none. It "
    "occurred at 0 ms." },
  { "short-interval", "0 0 0 0",
    "Timer 1 “i” is an interval below 1 ms: it fires as often as the loop allows. It occurred at 0 ms." },
  { "clamped", "4000 0 4000 7",
    "Timer 7 “7” was set in a chain of timers: at nesting level 7 it got the shortest timeout "
    "there is, 4 ms. It occurred at 0 ms." },
  { "endless", "0 0 0 10000",
    "After task 2 “t”, 10000 microtasks ran in a row for 0 ms, before any other task. It occurred at 0 ms." },
  { "endless-and-more", "3000 0 3000 10003",
    "After task 2 “t”, 10003 microtasks ran in a row for 3 ms, before any other task. It occurred at 0 ms." },
};

static char *
numbers_of (const LsLint *lint)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, lint->duration, lint->other_duration,
                          lint->total_duration, lint->amount);
}

static void
test_details (void)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (LsSession) session = session_new (programs[i].steps, "", "");
      g_autoptr (LsRunner) runner = runner_new (session);
      LsTrace *trace = ls_runner_get_trace (runner);
      g_autoptr (LsLinter) linter = ls_linter_new (trace, NULL);
      g_autofree char *numbers = NULL, *explanation = NULL;

      if (*programs[i].lints == '\0')
        continue;
      g_assert_cmpstr (programs[i].name, ==, details[n].name);
      ls_runner_run_to_end (runner, NULL);
      ls_linter_advance (linter, G_MAXSIZE);
      ls_linter_finish (linter);
      numbers = numbers_of (ls_linter_get_lint (linter, 0));
      explanation = ls_lint_get_explanation (ls_linter_get_lint (linter, 0), trace);
      g_assert_cmpstr (numbers, ==, details[n].numbers);
      g_assert_cmpstr (explanation, ==, details[n].explanation);
      n++;
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (details));
}

static const struct
{
  const char *name;
  const char *lints;
} examples[] = {
  { "compositor-frames.loopscope", "starved-task task 2 “frame”" },
  { "starved-timer.loopscope", "starved-task task 2 “timeout”" },
  { "timer-nesting-clamp.loopscope", "clamped-timer timer 7 “timer 7”" },
};

static void
test_examples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_found = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (LsSession) session = NULL;
      g_autofree char *lints = NULL;
      const char *expected = "";

      if (!g_str_has_suffix (name, ".loopscope") || !session_is_of_steps (path))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
        if (g_str_equal (name, examples[i].name))
          {
            expected = examples[i].lints;
            n_found++;
          }
      session = ls_session_new_from_path (path, NULL);
      lints = lints_of (session);
      if (!g_str_equal (lints, expected))
        g_error ("%s: found “%s”, expected “%s”", name, lints, expected);
    }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (examples));
}

static void
test_kinds (void)
{
  for (guint i = 0; i < LS_N_LINT_KINDS; i++)
    {
      LsLintKind kind = LS_N_LINT_KINDS;

      g_assert_true (ls_lint_kind_from_string (ls_lint_kind_to_string (i), &kind));
      g_assert_cmpuint (kind, ==, i);
      g_assert_cmpuint (strlen (ls_lint_kind_get_title (i)), >, 5);
      g_assert_true (g_str_has_suffix (ls_lint_kind_get_advice (i), "."));
      g_assert_cmpuint (strlen (ls_lint_kind_get_reference (i)), >, 5);
    }
}

static char *
suppressions_of (LsSession *session)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < ls_session_get_n_suppressions (session); i++)
    {
      LsLintKind kind;
      const char *name;

      g_assert_true (ls_session_get_suppression (session, i, &kind, &name));
      g_string_append_printf (string, "%s%s:%s", i > 0 ? " " : "", ls_lint_kind_to_string (kind), name != NULL ? name : "*");
    }
  return g_string_free (string, FALSE);
}

#define assert_suppressions(session, expected) \
  G_STMT_START { g_autofree char *found = suppressions_of (session); g_assert_cmpstr (found, ==, expected); } G_STMT_END

static void
test_suppress (void)
{
  g_autoptr (LsSession) session = session_new (LOG, "", "\"lints\":{\"x\":1,\"suppress\":[{\"kind\":\"long-task\",\"y\":2},"
                                                        "{\"kind\":\"starved-task\",\"name\":\"metrics\"}]}");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (LsSession) again = NULL;
  g_autofree char *text = NULL;
  LsLintKind kind;
  const char *name;

  assert_suppressions (session, "long-task:* starved-task:metrics");
  g_assert_true (ls_session_suppresses (session, LS_LINT_LONG_TASK, NULL));
  g_assert_true (ls_session_suppresses (session, LS_LINT_LONG_TASK, "any"));
  g_assert_true (ls_session_suppresses (session, LS_LINT_STARVED_TASK, "metrics"));
  g_assert_false (ls_session_suppresses (session, LS_LINT_STARVED_TASK, "other"));
  g_assert_false (ls_session_suppresses (session, LS_LINT_STARVED_TASK, NULL));
  g_assert_false (ls_session_get_suppression (session, 2, &kind, &name));

  ls_undo_push (undo, "Suppress", LS_SESSION_PART_LINTS);
  g_assert_true (ls_session_add_suppression (session, LS_LINT_UNUSED_SIGNAL, "c"));
  g_assert_false (ls_session_add_suppression (session, LS_LINT_UNUSED_SIGNAL, "c"));
  g_assert_false (ls_session_add_suppression (session, LS_LINT_UNUSED_SIGNAL, "\xff"));
  assert_suppressions (session, "long-task:* starved-task:metrics unused-signal:c");
  g_assert_true (ls_session_get_modified (session));

  text = ls_session_to_data (session, NULL);
  again = ls_session_new_from_data ("again", text, -1, NULL);
  assert_suppressions (again, "long-task:* starved-task:metrics unused-signal:c");
  g_assert_nonnull (strstr (text, "\"x\": 1"));
  g_assert_nonnull (strstr (text, "\"y\": 2"));

  g_assert_true (ls_session_remove_suppression (again, LS_LINT_LONG_TASK, NULL));
  g_assert_false (ls_session_remove_suppression (again, LS_LINT_LONG_TASK, NULL));
  g_assert_false (ls_session_remove_suppression (again, LS_LINT_STARVED_TASK, NULL));
  assert_suppressions (again, "starved-task:metrics unused-signal:c");

  g_assert_true (ls_undo_undo (undo));
  assert_suppressions (session, "long-task:* starved-task:metrics");
  g_assert_true (ls_undo_redo (undo));
  assert_suppressions (session, "long-task:* starved-task:metrics unused-signal:c");
}

static void
test_suppress_first (void)
{
  g_autoptr (LsSession) session = session_new (LOG, "", "");
  g_autoptr (LsUndo) undo = ls_undo_new (session);

  g_assert_cmpuint (ls_session_get_n_suppressions (session), ==, 0);
  ls_undo_push (undo, "Suppress", LS_SESSION_PART_LINTS);
  g_assert_true (ls_session_add_suppression (session, LS_LINT_LONG_TASK, NULL));
  g_assert_true (ls_undo_undo (undo));
  g_assert_cmpuint (ls_session_get_n_suppressions (session), ==, 0);
}

static const struct
{
  const char *lints;
  const char *message;
} bad_files[] = {
  { "3", "test: /lints: found 3, expected an object" },
  { "{\"suppress\":3}", "test: /lints/suppress: found 3, expected an array" },
  { "{\"suppress\":[3]}", "test: /lints/suppress/0: found 3, expected an object with “kind”" },
  { "{\"suppress\":[{\"kind\":\"x\"}]}",
    "test: /lints/suppress/0/kind: found “x”, expected a kind of lint such as “long-task”" },
  { "{\"suppress\":[{\"kind\":\"long-task\",\"name\":1}]}", "test: /lints/suppress/0/name: found 1, expected text" },
};

static void
test_bad_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *member = g_strdup_printf ("\"lints\":%s", bad_files[i].lints);
      g_autofree char *text = session_text (LOG, "", member);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

      g_assert_null (session);
      g_assert_cmpstr (error->message, ==, bad_files[i].message);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/lints/program/", programs[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_program);
    }
  g_test_add_func ("/lints/details", test_details);
  g_test_add_func ("/lints/examples", test_examples);
  g_test_add_func ("/lints/kinds", test_kinds);
  g_test_add_func ("/lints/suppress", test_suppress);
  g_test_add_func ("/lints/suppress-first", test_suppress_first);
  g_test_add_func ("/lints/bad-files", test_bad_files);

  return g_test_run ();
}
