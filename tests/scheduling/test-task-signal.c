/* test-task-signal.c: §3.2 TaskController, §3.3 TaskSignal
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "scheduling-fixture.h"

static LsTaskController *c, *d;
static LsTaskSignal *dependents[5];

static LsTaskPriority
priority_of (gpointer signal)
{
  return ls_task_signal_get_priority (LS_TASK_SIGNAL (signal));
}

/* "NAME:OLD>NEW" */
static LsCompletion
say_change (LsEvent  *event,
            LsValue  *result,
            gpointer  user_data)
{
  g_assert_cmpstr (event->type, ==, "prioritychange");
  say ("%s:%u>%u", (char *) user_data, event->previous_priority, priority_of (event->target));
  return LS_COMPLETION_NORMAL;
}

/* §3.2 */

static void
test_constructor (void)
{
  for (guint priority = BG; priority <= UB; priority++)
    {
      c = controller (priority);
      g_assert_true (LS_IS_TASK_SIGNAL (signal_of (c)));
      g_assert_true ((gpointer) signal_of (c) == task_signal_of (c));
      g_assert_cmpint (priority_of (signal_of (c)), ==, priority);
      g_assert_false (ls_abort_signal_get_aborted (signal_of (c)));
      g_assert_false (ls_task_signal_has_fixed_priority (task_signal_of (c)));
      g_assert_null (ls_task_signal_get_source (task_signal_of (c)));
    }
}

static void
test_constructor_name (void)
{
  c = keep (ls_task_controller_new (loop, UV, "downloads"));
  g_assert_cmpstr (ls_abort_signal_get_name (signal_of (c)), ==, "downloads");
}

static void
test_set_priority (void)
{
  c = controller (UV);
  set_priority (c, BG);
  g_assert_cmpint (priority_of (signal_of (c)), ==, BG);
  set_priority (c, UB);
  g_assert_cmpint (priority_of (signal_of (c)), ==, UB);
}

static void
test_bad_priority (void)
{
  static const guint bad[] = { UB + 1, UB + 2, NONE, G_MAXUINT, (guint) -2 };

  c = controller (UV);
  listen (signal_of (c), "prioritychange", say_change, "never");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_task_controller_set_priority (c, bad[i], &error));
      g_assert_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_TYPE);
      g_assert_false (ls_task_controller_set_priority (c, bad[i], NULL));
    }
  g_assert_cmpint (priority_of (signal_of (c)), ==, UV);
}

/* §3.3 create a dependent task signal */

static void
test_any_aborts (void)
{
  LsAbortController *a = abort_controller ();
  LsAbortController *b = abort_controller ();
  LsAbortSignal *sources[] = { signal_of (a), signal_of (b) };
  LsTaskSignal *any = keep (ls_task_signal_any (loop, sources, 2, BG));

  listen (any, "abort", say_event, "aborted");
  g_assert_false (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (any)));
  abort_with (b, "r");
  g_assert_true (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (any)));
  g_assert_true (ls_value_identical (ls_abort_signal_get_reason (LS_ABORT_SIGNAL (any)),
                                     ls_abort_signal_get_reason (signal_of (b))));
  abort_with (a, "later");
  expect ("aborted");
}

static void
test_any_of_aborted (void)
{
  LsTaskSignal *any;

  c = controller (UB);
  abort_with (c, "r");
  any = keep (ls_task_signal_any_with_source (loop, (LsAbortSignal *[]) { signal_of (c) }, 1, task_signal_of (c)));
  g_assert_true (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (any)));
  g_assert_cmpint (priority_of (any), ==, UB);
  set_priority (c, BG);
  g_assert_cmpint (priority_of (any), ==, BG);
}

static void
test_any_is_dependent (void)
{
  g_assert_true (ls_task_signal_has_fixed_priority (any_fixed (NULL, UV)));
}

static void
test_any_priority (void)
{
  LsTaskSignal *any;

  c = controller (UB);
  for (guint priority = BG; priority <= UB; priority++)
    {
      any = any_fixed (signal_of (c), priority);
      listen (any, "prioritychange", say_change, "never");
      g_assert_cmpint (priority_of (any), ==, priority);
      g_assert_true (ls_task_signal_has_fixed_priority (any));
      g_assert_null (ls_task_signal_get_source (any));
    }
  set_priority (c, UV);
  g_assert_cmpint (priority_of (any), ==, UB);
}

static void
test_any_source (void)
{
  LsTaskSignal *any;

  c = controller (BG);
  any = any_following (task_signal_of (c));
  listen (any, "prioritychange", say_change, "any");
  g_assert_cmpint (priority_of (any), ==, BG);
  g_assert_false (ls_task_signal_has_fixed_priority (any));
  g_assert_true (ls_task_signal_get_source (any) == task_signal_of (c));
  set_priority (c, UB);
  g_assert_cmpint (priority_of (any), ==, UB);
  expect ("any:1>3");
  abort_with (c, "r");
  g_assert_false (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (any)));
}

/* 4.3: a source with fixed priority only gives its priority. */
static void
test_any_fixed_source (void)
{
  LsTaskSignal *any = any_following (any_fixed (NULL, BG));

  g_assert_cmpint (priority_of (any), ==, BG);
  g_assert_true (ls_task_signal_has_fixed_priority (any));
  g_assert_null (ls_task_signal_get_source (any));
}

/* 4.3.1: a dependent source stands for its own source. */
static void
test_any_flattens (void)
{
  LsTaskSignal *first, *second, *third;

  c = controller (BG);
  first = any_following (task_signal_of (c));
  second = any_following (first);
  third = any_following (second);
  g_assert_true (ls_task_signal_get_source (second) == task_signal_of (c));
  g_assert_true (ls_task_signal_get_source (third) == task_signal_of (c));
  g_assert_cmpuint (ls_task_signal_get_n_dependents (task_signal_of (c)), ==, 3);
  g_assert_cmpuint (ls_task_signal_get_n_dependents (first), ==, 0);
  set_priority (c, UB);
  g_assert_cmpint (priority_of (third), ==, UB);
}

static void
test_any_two_sources (void)
{
  LsAbortController *a = abort_controller ();
  LsTaskSignal *any;

  c = controller (BG);
  any = keep (ls_task_signal_any_with_source (loop, (LsAbortSignal *[]) { signal_of (a) }, 1, task_signal_of (c)));
  post_watched ("1", say_it, "never", .signal = LS_ABORT_SIGNAL (any));
  set_priority (c, UB);
  abort_with (c, "c");
  g_assert_false (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (any)));
  post_watched ("2", say_it, "never", .signal = LS_ABORT_SIGNAL (any), .priority = BG);
  abort_with (a, "a");
  run ();
  expect ("1!a 2!a");
}

static void
expect_critical (void)
{
  g_test_expect_message ("Loopscope", G_LOG_LEVEL_CRITICAL, "*assertion*failed*");
}

static void
test_any_bad_arguments (void)
{
  g_autoptr (LsEventLoop) other = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsTaskController) theirs = ls_task_controller_new (other, UV, NULL);
  LsAbortSignal *foreign[] = { signal_of (theirs) };
  LsAbortSignal *nothing[] = { NULL };

  expect_critical ();
  g_assert_null (ls_task_signal_any (loop, NULL, 0, UB + 1));
  expect_critical ();
  g_assert_null (ls_task_signal_any (loop, foreign, 1, UV));
  expect_critical ();
  g_assert_null (ls_task_signal_any (loop, nothing, 1, UV));
  expect_critical ();
  g_assert_null (ls_task_signal_any_with_source (loop, NULL, 0, NULL));
  expect_critical ();
  g_assert_null (ls_task_signal_any_with_source (loop, NULL, 0, task_signal_of (theirs)));
  expect_critical ();
  g_assert_null (ls_task_signal_any_with_source (loop, nothing, 1, task_signal_of (theirs)));
  expect_critical ();
  g_assert_null (ls_abort_signal_any (loop, foreign, 1));
  expect_critical ();
  g_assert_null (ls_abort_signal_any (loop, nothing, 1));
  expect_critical ();
  g_assert_null (ls_task_controller_new (loop, UB + 1, NULL));
  g_test_assert_expected_messages ();
}

/* §3.3 signal priority change */

static LsCompletion
set_all_in_handler (LsEvent  *event,
                    LsValue  *result,
                    gpointer  user_data)
{
  static const guint values[] = { BG, UV, UB };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_task_controller_set_priority (c, values[i], &error));
      g_assert_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_NOT_ALLOWED);
    }
  say ("refused");
  return LS_COMPLETION_NORMAL;
}

/* Step 1, for every value: the current one too. */
static void
test_recursion (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", set_all_in_handler, NULL);
  set_priority (c, UV);
  g_assert_cmpint (priority_of (signal_of (c)), ==, UV);
  expect ("refused");
}

static LsCompletion
set_bad_in_handler (LsEvent  *event,
                    LsValue  *result,
                    gpointer  user_data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_task_controller_set_priority (c, UB + 1, &error));
  g_assert_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_TYPE);
  say ("type");
  return LS_COMPLETION_NORMAL;
}

/* The conversion is before step 1. */
static void
test_type_error_first (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", set_bad_in_handler, NULL);
  set_priority (c, UV);
  expect ("type");
}

/* The source is changing while its dependents are told. */
static void
test_recursion_from_dependent (void)
{
  c = controller (BG);
  listen (any_following (task_signal_of (c)), "prioritychange", set_all_in_handler, NULL);
  set_priority (c, UB);
  expect ("refused");
}

static void
test_same_priority (void)
{
  c = controller (UV);
  listen (signal_of (c), "prioritychange", say_change, "never");
  g_assert_true (ls_task_controller_set_priority (c, UV, NULL));
}

static LsCompletion
look_at_priority (LsEvent  *event,
                  LsValue  *result,
                  gpointer  user_data)
{
  g_assert_true (event->target == signal_of (c));
  g_assert_cmpint (event->previous_priority, ==, BG);
  g_assert_cmpint (priority_of (signal_of (c)), ==, UB);
  say ("looked");
  return LS_COMPLETION_NORMAL;
}

/* Steps 4, 5 and 7: the signal has the new priority, the event the one before. */
static void
test_previous_priority (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", look_at_priority, NULL);
  set_priority (c, UB);
  expect ("looked");
}

static LsCompletion
post_in_handler (LsEvent  *event,
                 LsValue  *result,
                 gpointer  user_data)
{
  post (say_it, "posted in handler", .signal = signal_of (c));
  return LS_COMPLETION_NORMAL;
}

/* Step 6 is before step 7: queued tasks have moved already, and tasks posted by the handler come behind them. */
static void
test_algorithms_before_event (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", post_in_handler, NULL);
  post (say_it, "v");
  post (say_it, "c", .signal = signal_of (c));
  set_priority (c, UB);
  post (say_it, "u", .priority = UB);
  run ();
  expect ("c posted in handler u v");
}

static LsCompletion
say_dependents (LsEvent  *event,
                LsValue  *result,
                gpointer  user_data)
{
  say ("%s:%u%u%u%u%u", (char *) user_data, priority_of (dependents[0]), priority_of (dependents[1]),
       priority_of (dependents[2]), priority_of (dependents[3]), priority_of (dependents[4]));
  return LS_COMPLETION_NORMAL;
}

/* Step 8: each dependent in turn, in the order in which they were made, also flattened ones. */
static void
test_dependents_order (void)
{
  static const char *const names[] = { "0", "1", "2", "3", "4" };
  static const guint listening_order[] = { 3, 1, 4, 0, 2 };

  c = controller (BG);
  dependents[0] = any_following (task_signal_of (c));
  dependents[1] = any_following (dependents[0]);
  dependents[2] = any_following (task_signal_of (c));
  dependents[3] = any_following (dependents[1]);
  dependents[4] = any_following (task_signal_of (c));
  for (guint i = 0; i < 5; i++)
    listen (dependents[listening_order[i]], "prioritychange", say_dependents, names[listening_order[i]]);
  listen (signal_of (c), "prioritychange", say_dependents, "c");
  set_priority (c, UB);
  expect ("c:11111 0:31111 1:33111 2:33311 3:33331 4:33333");
}

static LsCompletion
make_dependent (LsEvent  *event,
                LsValue  *result,
                gpointer  user_data)
{
  LsTaskSignal *made = any_following (task_signal_of (c));

  say ("made:%u", priority_of (made));
  listen (made, "prioritychange", say_change, "made");
  return LS_COMPLETION_NORMAL;
}

/* Step 8: a signal made in the handler has the new priority and gets no event. */
static void
test_dependent_made_in_handler (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", make_dependent, NULL);
  set_priority (c, UB);
  expect ("made:3");
  set_priority (c, UV);
  expect ("made:2 made:3>2");
}

/* The same in the handler of a dependent. */
static void
test_dependent_made_in_dependent_handler (void)
{
  LsTaskSignal *later;

  c = controller (BG);
  listen (any_following (task_signal_of (c)), "prioritychange", make_dependent, NULL);
  later = any_following (task_signal_of (c));
  listen (later, "prioritychange", say_change, "later");
  set_priority (c, UB);
  expect ("made:3 later:1>3");
}

static LsCompletion
set_in_microtask (const LsValue *argument,
                  LsValue       *result,
                  gpointer       user_data)
{
  set_priority (c, UB);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
queue_set (LsEvent  *event,
           LsValue  *result,
           gpointer  user_data)
{
  microtask (set_in_microtask, NULL);
  return LS_COMPLETION_NORMAL;
}

/* Step 9: afterwards the priority may change again, also from microtasks of the handler. */
static void
test_flag_is_reset (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", say_change, "c");
  listen (signal_of (c), "prioritychange", queue_set, NULL);
  set_priority (c, UV);
  set_priority (c, BG);
  run ();
  expect ("c:1>2 c:2>1 c:1>3");
}

/* The loop reports the exceptions of handlers: the other handlers, the dependents and step 9 still follow. */
static void
test_handler_throws (void)
{
  c = controller (BG);
  listen (signal_of (c), "prioritychange", throw_event, "e");
  listen (signal_of (c), "prioritychange", say_change, "c");
  listen (any_following (task_signal_of (c)), "prioritychange", throw_event, "f");
  listen (any_following (task_signal_of (c)), "prioritychange", say_change, "d");
  set_priority (c, UV);
  expect ("reported:e c:1>2 reported:f d:1>2");
  set_priority (c, UB);
  expect ("reported:e c:2>3 reported:f d:2>3");
}

static LsCompletion
set_d (LsEvent  *event,
       LsValue  *result,
       gpointer  user_data)
{
  g_autoptr (GError) error = NULL;

  say ("c{");
  if (!ls_task_controller_set_priority (d, priority_of (signal_of (c)), &error))
    say ("refused");
  say ("}c");
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
set_c_back (LsEvent  *event,
            LsValue  *result,
            gpointer  user_data)
{
  g_autoptr (GError) error = NULL;

  say ("d{");
  if (!ls_task_controller_set_priority (c, BG, &error))
    say ("refused");
  say ("}d");
  return LS_COMPLETION_NORMAL;
}

/* A handler may set the priority of another controller, but not the way back. */
static void
test_nested (void)
{
  c = controller (BG);
  d = controller (BG);
  listen (signal_of (c), "prioritychange", set_d, NULL);
  listen (signal_of (d), "prioritychange", set_c_back, NULL);
  set_priority (c, UB);
  expect ("c{ d{ refused }d }c");
  g_assert_cmpint (priority_of (signal_of (c)), ==, UB);
  g_assert_cmpint (priority_of (signal_of (d)), ==, UB);
  set_priority (d, UV);
  expect ("d{ c{ refused }c }d");
}

/* After the end of the loop a priority is a value and does nothing. */
static void
test_after_shutdown (void)
{
  LsTaskSignal *any;

  c = controller (BG);
  any = any_following (task_signal_of (c));
  listen (signal_of (c), "prioritychange", say_change, "never");
  ls_event_loop_shut_down (loop);
  set_priority (c, UB);
  g_assert_cmpint (priority_of (signal_of (c)), ==, UB);
  g_assert_cmpint (priority_of (any), ==, UB);
}

/* §3.3 fixed priority unabortable task signal */
static void
look_at_fixed (void)
{
  LsTaskSignal *source;

  g_assert_true (ls_scheduler_get_current_state (scheduler, NULL, &source));
  g_assert_true (ls_task_signal_has_fixed_priority (source));
  g_assert_null (ls_task_signal_get_source (source));
  g_assert_cmpuint (ls_task_signal_get_n_dependents (source), ==, 0);
  g_assert_false (ls_abort_signal_get_aborted (LS_ABORT_SIGNAL (source)));
  say ("%s", ls_task_priority_to_string (priority_of (source)));
}

static void
test_fixed_unabortable (void)
{
  post (call_it, look_at_fixed, .priority = UB);
  post (call_it, look_at_fixed, .priority = UV);
  post (call_it, look_at_fixed, .priority = BG);
  run ();
  expect ("user-blocking user-visible background");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/scheduling/3.2/constructor", test_constructor);
  add_test ("/scheduling/3.2/constructor-name", test_constructor_name);
  add_test ("/scheduling/3.2/set-priority", test_set_priority);
  add_test ("/scheduling/3.2/set-priority-type-error", test_bad_priority);
#define ANY(name) "/scheduling/3.3/create-a-dependent-task-signal/" name
  add_test (ANY ("step-1-aborts"), test_any_aborts);
  add_test (ANY ("step-1-aborted-already"), test_any_of_aborted);
  add_test (ANY ("step-2-dependent"), test_any_is_dependent);
  add_test (ANY ("step-3-priority"), test_any_priority);
  add_test (ANY ("step-4.2-source"), test_any_source);
  add_test (ANY ("step-4.3-fixed-source"), test_any_fixed_source);
  add_test (ANY ("step-4.3.1-flattens"), test_any_flattens);
  add_test (ANY ("abort-from-one-priority-from-another"), test_any_two_sources);
  add_test (ANY ("bad-arguments"), test_any_bad_arguments);
#define CHANGE(name) "/scheduling/3.3/signal-priority-change/" name
  add_test (CHANGE ("step-1-not-allowed"), test_recursion);
  add_test (CHANGE ("step-1-type-error-first"), test_type_error_first);
  add_test (CHANGE ("step-1-from-a-dependent"), test_recursion_from_dependent);
  add_test (CHANGE ("step-2-same-priority"), test_same_priority);
  add_test (CHANGE ("step-5-set-before-the-event"), test_previous_priority);
  add_test (CHANGE ("step-6-algorithms-before-the-event"), test_algorithms_before_event);
  add_test (CHANGE ("step-7-exceptions-are-reported"), test_handler_throws);
  add_test (CHANGE ("step-8-dependents-in-order"), test_dependents_order);
  add_test (CHANGE ("step-8-made-in-the-handler"), test_dependent_made_in_handler);
  add_test (CHANGE ("step-8-made-in-a-dependents-handler"), test_dependent_made_in_dependent_handler);
  add_test (CHANGE ("step-9-flag-is-reset"), test_flag_is_reset);
  add_test (CHANGE ("nested"), test_nested);
  add_test (CHANGE ("after-shutdown"), test_after_shutdown);
  add_test ("/scheduling/3.3/fixed-priority-unabortable-task-signal", test_fixed_unabortable);

  /* The same by the numbers of the design's section 5 */
  add_test ("/scheduling/measured/5.3/not-allowed-even-for-the-same", test_recursion);
  add_test ("/scheduling/measured/5.3/type-error-first", test_type_error_first);
  add_test ("/scheduling/measured/5.3/exceptions-are-reported", test_handler_throws);
  add_test ("/scheduling/measured/5.3/flag-is-reset", test_flag_is_reset);
  add_test ("/scheduling/measured/5.4/root-source-and-creation-order", test_dependents_order);
  add_test ("/scheduling/measured/5.4/made-in-the-handler", test_dependent_made_in_handler);
  return g_test_run ();
}
