/* test-event-listeners.c: DOM's and HTML's listeners and handler attributes, on signals
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-listeners-private.h"
#include "scheduling-fixture.h"

static LsTaskController *c;
static guint listener_ids[3];
static guint n_destroyed;

static void
make_controller (void)
{
  c = controller (BG);
  n_destroyed = 0;
}

/* Fires prioritychange: sets the other of two priorities. */
static void
fire (void)
{
  set_priority (c, ls_task_signal_get_priority (task_signal_of (c)) == BG ? UB : BG);
}

static void
set_handler (LsEventListener  handler,
             const char      *name)
{
  ls_abort_signal_set_handler (signal_of (c), "prioritychange", handler, (gpointer) name, NULL);
}

static void
test_order (void)
{
  make_controller ();
  listen (signal_of (c), "prioritychange", say_event, "1");
  listen (signal_of (c), "prioritychange", say_event, "2");
  listen (signal_of (c), "abort", say_event, "abort");
  listen (signal_of (c), "prioritychange", say_event, "3");
  fire ();
  expect ("1 2 3");
  abort_with (c, "r");
  expect ("abort");
}

static LsCompletion
look_at_event (LsEvent  *event,
               LsValue  *result,
               gpointer  user_data)
{
  g_assert_cmpstr (event->type, ==, user_data);
  g_assert_true (event->target == signal_of (c));
  g_assert_false (event->stop_immediate_propagation);
  g_assert_cmpint (result->type, ==, LS_VALUE_UNDEFINED);
  say ("%s:%d", event->type, event->previous_priority);
  return LS_COMPLETION_NORMAL;
}

static void
test_event (void)
{
  make_controller ();
  listen (signal_of (c), "prioritychange", look_at_event, "prioritychange");
  listen (signal_of (c), "abort", look_at_event, "abort");
  fire ();
  fire ();
  abort_with (c, "r");
  expect ("prioritychange:1 prioritychange:3 abort:0");
}

static void
test_remove (void)
{
  make_controller ();
  listener_ids[0] = listen (signal_of (c), "prioritychange", say_event, "1");
  listener_ids[1] = listen (signal_of (c), "prioritychange", say_event, "2");
  ls_abort_signal_remove_listener (signal_of (c), listener_ids[0]);
  ls_abort_signal_remove_listener (signal_of (c), listener_ids[0]);
  ls_abort_signal_remove_listener (signal_of (c), 99);
  fire ();
  expect ("2");
}

static LsCompletion
fire_other (LsEvent  *event,
            LsValue  *result,
            gpointer  user_data)
{
  say ("once");
  abort_with (c, "r");
  return LS_COMPLETION_NORMAL;
}

/* once: the engine removes the listener before it calls it. */
static void
test_once (void)
{
  make_controller ();
  ls_abort_signal_add_listener (signal_of (c), "prioritychange", say_event, LS_LISTENER_ONCE, (gpointer) "once", NULL);
  listen (signal_of (c), "prioritychange", say_event, "always");
  fire ();
  fire ();
  expect ("once always always");

  ls_abort_signal_add_listener (signal_of (c), "prioritychange", fire_other, LS_LISTENER_ONCE, NULL, NULL);
  fire ();
  fire ();
  expect ("always once always");
}

static LsCompletion
remove_others (LsEvent  *event,
               LsValue  *result,
               gpointer  user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (listener_ids); i++)
    ls_abort_signal_remove_listener (signal_of (c), listener_ids[i]);
  say ("removed");
  return LS_COMPLETION_NORMAL;
}

/* A listener removed during the dispatch is not called; the running one may remove itself. */
static void
test_removed_meanwhile (void)
{
  make_controller ();
  listener_ids[0] = listen (signal_of (c), "prioritychange", say_event, "1");
  listener_ids[1] = listen (signal_of (c), "prioritychange", remove_others, NULL);
  listener_ids[2] = listen (signal_of (c), "prioritychange", say_event, "never");
  listen (signal_of (c), "prioritychange", say_event, "4");
  fire ();
  expect ("1 removed 4");
  fire ();
  expect ("4");
}

static LsCompletion
add_another (LsEvent  *event,
             LsValue  *result,
             gpointer  user_data)
{
  listen (signal_of (c), "prioritychange", say_event, "added");
  return LS_COMPLETION_NORMAL;
}

/* A listener added during the dispatch is called from the next event on. */
static void
test_added_meanwhile (void)
{
  make_controller ();
  ls_abort_signal_add_listener (signal_of (c), "prioritychange", add_another, LS_LISTENER_ONCE, NULL, NULL);
  fire ();
  expect ("");
  fire ();
  expect ("added");
}

static LsCompletion
stop (LsEvent  *event,
      LsValue  *result,
      gpointer  user_data)
{
  say ("stop");
  event->stop_immediate_propagation = TRUE;
  return LS_COMPLETION_NORMAL;
}

static void
test_stop (void)
{
  LsTaskSignal *dependent;

  make_controller ();
  dependent = any_following (task_signal_of (c));
  listen (signal_of (c), "prioritychange", say_event, "1");
  listen (signal_of (c), "prioritychange", stop, NULL);
  listen (signal_of (c), "prioritychange", say_event, "never");
  listen (dependent, "prioritychange", say_event, "dependent");
  fire ();
  expect ("1 stop dependent");
}

static void
test_throws (void)
{
  make_controller ();
  listen (signal_of (c), "prioritychange", throw_event, "e");
  set_handler (throw_event, "f");
  listen (signal_of (c), "prioritychange", say_event, "next");
  fire ();
  expect ("reported:e reported:f next");
}

/* A handler keeps the place of the first handler; NULL gives the place up. */
static void
test_handler_place (void)
{
  make_controller ();
  listen (signal_of (c), "prioritychange", say_event, "1");
  set_handler (say_event, "A");
  listen (signal_of (c), "prioritychange", say_event, "2");
  fire ();
  expect ("1 A 2");
  set_handler (say_event, "B");
  fire ();
  expect ("1 B 2");
  set_handler (NULL, NULL);
  fire ();
  expect ("1 2");
  set_handler (NULL, NULL);
  set_handler (say_event, "C");
  fire ();
  expect ("1 2 C");
}

/* A handler for each type. */
static void
test_handler_types (void)
{
  make_controller ();
  set_handler (say_event, "change");
  ls_abort_signal_set_handler (signal_of (c), "abort", say_event, (gpointer) "abort", NULL);
  fire ();
  abort_with (c, "r");
  expect ("change abort");
  set_handler (NULL, NULL);
  fire ();
}

static LsCompletion
set_another_handler (LsEvent  *event,
                     LsValue  *result,
                     gpointer  user_data)
{
  set_handler (say_event, user_data);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
unset_handler (LsEvent  *event,
               LsValue  *result,
               gpointer  user_data)
{
  set_handler (NULL, NULL);
  return LS_COMPLETION_NORMAL;
}

/* An earlier listener sets a handler: the new one is called. It unsets it: none is. It sets it anew: not in this dispatch. */
static void
test_handler_meanwhile (void)
{
  make_controller ();
  listener_ids[0] = listen (signal_of (c), "prioritychange", set_another_handler, "new");
  set_handler (say_event, "old");
  fire ();
  expect ("new");
  ls_abort_signal_remove_listener (signal_of (c), listener_ids[0]);

  set_handler (NULL, NULL);
  listener_ids[0] = listen (signal_of (c), "prioritychange", unset_handler, NULL);
  listener_ids[1] = listen (signal_of (c), "prioritychange", set_another_handler, "newest");
  set_handler (say_event, "never");
  fire ();
  expect ("");
  ls_abort_signal_remove_listener (signal_of (c), listener_ids[0]);
  fire ();
  expect ("newest");
}

/* remove_listener() does not know the number of a handler. */
static void
test_handler_is_no_listener (void)
{
  make_controller ();
  set_handler (say_event, "A");
  for (guint i = 0; i < 10; i++)
    ls_abort_signal_remove_listener (signal_of (c), i);
  fire ();
  expect ("A");
}

static LsCompletion
replace_itself (LsEvent  *event,
                LsValue  *result,
                gpointer  user_data)
{
  char *data = user_data;

  set_handler (say_event, "B");
  /* The data of the running handler is still there. */
  say ("%s", data);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
remove_itself (LsEvent  *event,
               LsValue  *result,
               gpointer  user_data)
{
  char *data = user_data;

  ls_abort_signal_remove_listener (signal_of (c), listener_ids[0]);
  say ("%s", data);
  return LS_COMPLETION_NORMAL;
}

static void
test_data_while_running (void)
{
  make_controller ();
  ls_abort_signal_set_handler (signal_of (c), "prioritychange", replace_itself, g_strdup ("A"), g_free);
  fire ();
  fire ();
  expect ("A B");
  set_handler (NULL, NULL);

  listener_ids[0] = ls_abort_signal_add_listener (signal_of (c), "prioritychange", remove_itself, LS_LISTENER_NONE,
                                                  g_strdup ("L"), g_free);
  fire ();
  fire ();
  expect ("L");

  ls_abort_signal_set_handler (signal_of (c), "prioritychange", unset_handler, g_strdup ("U"), g_free);
  fire ();
  fire ();
}

static void
count_destroy (gpointer data)
{
  n_destroyed++;
}

/* The engine frees the data once: when the listener is removed, is replaced or has run its once, or with the signal. */
static void
test_destroy (void)
{
  LsTaskController *short_lived = ls_task_controller_new (loop, BG, NULL);
  LsAbortSignal *signal = signal_of (short_lived);
  guint id;

  n_destroyed = 0;
  id = ls_abort_signal_add_listener (signal, "abort", say_event, LS_LISTENER_NONE, NULL, count_destroy);
  ls_abort_signal_add_listener (signal, "abort", say_event, LS_LISTENER_ONCE, (gpointer) "once", count_destroy);
  ls_abort_signal_add_listener (signal, "abort", say_event, LS_LISTENER_NONE, (gpointer) "stays", count_destroy);
  ls_abort_signal_set_handler (signal, "abort", say_event, NULL, count_destroy);
  ls_abort_signal_remove_listener (signal, id);
  g_assert_cmpuint (n_destroyed, ==, 1);
  ls_abort_signal_set_handler (signal, "abort", say_event, (gpointer) "handler", count_destroy);
  g_assert_cmpuint (n_destroyed, ==, 2);
  abort_with (short_lived, "r");
  expect ("once stays handler");
  g_assert_cmpuint (n_destroyed, ==, 3);
  g_object_unref (short_lived);
  g_assert_cmpuint (n_destroyed, ==, 5);
}

static LsCompletion
say_state (LsEvent  *event,
           LsValue  *result,
           gpointer  user_data)
{
  return say_priority (NULL, result, user_data);
}

static void
fire_in_task (void)
{
  fire ();
  say_priority (NULL, NULL, (gpointer) "task");
}

/* Dispatch is synchronous and does not change the state of the caller. */
static void
test_state (void)
{
  make_controller ();
  listen (signal_of (c), "prioritychange", say_state, "listener");
  post (call_it, fire_in_task, .priority = BG);
  run ();
  expect ("listener:bg task:bg");
  fire ();
  expect ("listener:none");
}

static void
drop_loop (void)
{
  ls_event_loop_shut_down (loop);
}

static LsCompletion
end_loop (LsEvent  *event,
          LsValue  *result,
          gpointer  user_data)
{
  say ("end");
  drop_loop ();
  return LS_COMPLETION_NORMAL;
}

/* A listener ends the loop: the other listeners of this event are still called, and nothing after it. */
static void
test_loop_ends (void)
{
  LsTaskSignal *dependent;

  make_controller ();
  dependent = any_following (task_signal_of (c));
  post (say_it, "never", .signal = signal_of (c));
  listen (signal_of (c), "prioritychange", end_loop, NULL);
  listen (signal_of (c), "prioritychange", throw_event, "e");
  listen (dependent, "prioritychange", say_event, "never");
  fire ();
  expect ("end reported:e");
  g_assert_cmpint (ls_task_signal_get_priority (dependent), ==, UB);
}

/* A list with many removed listeners is mostly listeners that are there, and finds them. */
static void
test_compact (void)
{
  LsEventListeners listeners = { NULL };
  guint ids[300], n_left = G_N_ELEMENTS (ids);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = ls_event_listeners_add (&listeners, "x", say_event, LS_LISTENER_NONE, NULL, NULL);
  /* 7 has no factor in common with 300: each one is removed once. */
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const guint id = ids[i * 7 % G_N_ELEMENTS (ids)];

      g_assert_cmpstr (ls_event_listeners_remove (&listeners, id), ==, "x");
      g_assert_null (ls_event_listeners_remove (&listeners, id));
      g_assert_cmpuint (ls_event_listeners_count (&listeners, "x"), ==, --n_left);
      g_assert_cmpuint (listeners.items->len, ==, n_left + listeners.n_removed);
      g_assert_cmpuint (listeners.items->len, <=, MAX (n_left + 16, 2 * n_left + 2));
    }
  ls_event_listeners_clear (&listeners);
}

static gpointer last_loop;

static LsCompletion
release_loop (LsEvent  *event,
              LsValue  *result,
              gpointer  user_data)
{
  say ("release");
  g_object_unref (last_loop);
  return LS_COMPLETION_NORMAL;
}

/* A listener drops the last reference to the loop. */
static void
test_loop_goes (void)
{
  g_autoptr (LsTaskController) short_lived = NULL;

  last_loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  ls_event_loop_set_report_func (last_loop, NULL, NULL, NULL);
  short_lived = ls_task_controller_new (last_loop, BG, NULL);
  watch_object (last_loop, &last_loop);
  listen (signal_of (short_lived), "abort", release_loop, NULL);
  listen (signal_of (short_lived), "abort", throw_event, "e");
  abort_with (short_lived, "r");
  g_assert_null (last_loop);
  expect ("release");
}

static LsCompletion
count_event (LsEvent  *event,
             LsValue  *result,
             gpointer  user_data)
{
  guint *n = user_data;

  *n += 1;
  return LS_COMPLETION_NORMAL;
}

/* Adding, removing and calling a listener takes no longer among many than among few. */
static void
test_many (void)
{
  enum { N = 100000 };
  g_autoptr (LsTaskController) controller = ls_task_controller_new (loop, BG, NULL);
  LsAbortSignal *signal = signal_of (controller);
  g_autofree guint *ids = g_new (guint, N);
  guint n_every = 0, n_once = 0;

  for (guint i = 0; i < N; i++)
    ids[i] = ls_abort_signal_add_listener (signal, "prioritychange", count_event, LS_LISTENER_NONE, &n_every, NULL);
  for (guint i = 0; i < N; i++)
    ls_abort_signal_add_listener (signal, "prioritychange", count_event, LS_LISTENER_ONCE, &n_once, NULL);
  for (guint i = 0; i < N; i += 2)
    ls_abort_signal_remove_listener (signal, ids[i]);
  for (guint i = 0; i < N; i++)
    ls_abort_signal_set_handler (signal, "prioritychange", i % 2 == 0 ? count_event : NULL, &n_every, NULL);

  g_assert_true (ls_task_controller_set_priority (controller, UB, NULL));
  g_assert_cmpuint (n_every, ==, N / 2);
  g_assert_cmpuint (n_once, ==, N);
  g_assert_true (ls_task_controller_set_priority (controller, BG, NULL));
  g_assert_cmpuint (n_every, ==, N);
  g_assert_cmpuint (n_once, ==, N);
  for (guint i = 1; i < N; i += 2)
    ls_abort_signal_remove_listener (signal, ids[i]);
  g_assert_true (ls_task_controller_set_priority (controller, UB, NULL));
  g_assert_cmpuint (n_every, ==, N);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define DOM(name) "/scheduling/dom/dispatch/" name
  add_test (DOM ("order"), test_order);
  add_test (DOM ("event"), test_event);
  add_test (DOM ("remove"), test_remove);
  add_test (DOM ("once"), test_once);
  add_test (DOM ("removed-meanwhile"), test_removed_meanwhile);
  add_test (DOM ("added-meanwhile"), test_added_meanwhile);
  add_test (DOM ("stop-immediate-propagation"), test_stop);
  add_test (DOM ("exceptions-are-reported"), test_throws);
  add_test (DOM ("data-while-running"), test_data_while_running);
  add_test (DOM ("data-is-released-once"), test_destroy);
  add_test (DOM ("state-of-the-caller"), test_state);
  add_test (DOM ("many"), test_many);
  add_test (DOM ("removed-ones-go"), test_compact);
  add_test (DOM ("loop-ends"), test_loop_ends);
  add_test (DOM ("loop-goes"), test_loop_goes);
  add_test ("/scheduling/html/event-handler/keeps-its-place", test_handler_place);
  add_test ("/scheduling/html/event-handler/types", test_handler_types);
  add_test ("/scheduling/html/event-handler/set-meanwhile", test_handler_meanwhile);
  add_test ("/scheduling/html/event-handler/is-no-listener", test_handler_is_no_listener);
  return g_test_run ();
}
