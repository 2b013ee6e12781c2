/* test-oracle-programs.c: programs whose output was measured in browsers, on both engines
 *
 * Each is the translation of a JavaScript program; what it logs is what Chromium printed for that program, and Firefox
 * too where the specification is followed there.
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program-builder.h"

typedef struct
{
  const char *name;
  GPtrArray *(*make) (void);
  const char *expected;
} OracleProgram;

/* 013: abort event order: algorithms (rejections are only reactions, so later), then listeners; posting with the signal
 * inside is rejected */
static GPtrArray *
abort_inside_handler (void)
{
  return body (controller (UV), controller (UV),
               on_abort (0, body (print ("abort event"),
                                  post (0, NONE, 0, body (print ("in-handler ran"), NULL)),
                                  then (LATEST, body (print ("in-handler ok"), NULL),
                                        body (print ("in-handler rejected"), NULL)),
                                  abort_with (1), print ("handler end"), NULL)),
               on_abort (1, body (print ("d abort"), NULL)),
               post (0, NONE, 0, body (print ("c1 ran"), NULL)),
               then (LATEST, body (print ("c1 ok"), NULL), body (print ("c1 rejected"), NULL)),
               post (1, NONE, 0, body (print ("d1 ran"), NULL)),
               then (LATEST, body (print ("d1 ok"), NULL), body (print ("d1 rejected"), NULL)),
               post (NONE, NONE, 0, body (print ("n1 ran"), NULL)),
               then (LATEST, body (print ("n1 ok"), NULL), body (print ("n1 rejected"), NULL)),
               abort_with (0), abort_with (0), print ("after abort"), NULL);
}

/* 017: rejections are in posting order, before any other microtask queued by an abort listener */
static GPtrArray *
abort_rejection_order (void)
{
  return body (controller (UV),
               on_abort (0, body (print ("listener"), microtask (body (print ("listener microtask"), NULL)), NULL)),
               post (0, BG, 0, body (print ("t1 ran"), NULL)), catch_print ("t1 rejected"),
               post (0, NONE, 0, body (print ("t2 ran"), NULL)), catch_print ("t2 rejected"),
               post (0, NONE, 40, body (print ("t3 ran"), NULL)), catch_print ("t3 rejected"),
               post (0, UB, 0, body (print ("t4 ran"), NULL)), catch_print ("t4 rejected"),
               abort_with (0), print ("sync"), microtask (body (print ("outer microtask"), NULL)), NULL);
}

/* 038: dependents of dependents hang on the root source, in creation order */
static GPtrArray *
any_nested_flatten (void)
{
  return body (controller (BG), any_with_source (NONE, 0), any_with_source (NONE, 1), any_with_source (NONE, 0),
               any_with_source (NONE, 2),
               on_priority_change (4, body (print ("d3"), NULL)), on_priority_change (3, body (print ("e1"), NULL)),
               on_priority_change (2, body (print ("d2"), NULL)), on_priority_change (1, body (print ("d1"), NULL)),
               on_priority_change (0, body (print ("root"), NULL)), set_priority (0, UV), NULL);
}

static Op *
yielding_task (int         priority,
               const char *yielding,
               const char *continuation)
{
  return post (NONE, priority, 0, body (await (0), print (yielding), await_yield (), print (continuation), NULL));
}

/* 056: effective priorities 0 to 5: one of each queued, then released together */
static GPtrArray *
effective_priorities (void)
{
  return body (new_promise (),
               post_print (UB, "setup"),
               yielding_task (BG, "yielding background", "continuation background"),
               yielding_task (UV, "yielding user-visible", "continuation user-visible"),
               yielding_task (UB, "yielding user-blocking", "continuation user-blocking"),
               post (NONE, BG, 0, body (post_print (BG, "task background"), post_print (UV, "task user-visible"),
                                        post_print (UB, "task user-blocking"), settle (0), print ("released"), NULL)),
               NULL);
}

/* 059: state follows nested async calls, before and after their awaits */
static GPtrArray *
inner (int level)
{
  static const char * const texts[][4] = {
    { "inner 0", "inner resumed 0", "uv from inner 0", "inner end 0" },
    { "inner 1", "inner resumed 1", "uv from inner 1", "inner end 1" },
    { "inner 2", "inner resumed 2", "uv from inner 2", "inner end 2" },
  };
  GPtrArray *array = body (print (texts[level][0]), await_yield (), print (texts[level][1]), NULL);

  if (level > 0)
    {
      g_ptr_array_add (array, call_async (inner (level - 1)));
      g_ptr_array_add (array, await (LATEST));
    }
  g_ptr_array_add (array, post_print (NONE, texts[level][2]));
  g_ptr_array_add (array, await_yield ());
  g_ptr_array_add (array, print (texts[level][3]));
  return array;
}

static GPtrArray *
yield_nested_async (void)
{
  return body (post (NONE, BG, 0, body (call_async (inner (2)), await (LATEST), post_print (UB, "ub-task"),
                                        await_yield (), print ("outer end"), NULL)),
               post_print (BG, "bg other"), NULL);
}

static Op *
probe (const char *task,
       const char *resumed)
{
  return call_async (body (post_print (NONE, task), await_yield (), print (resumed), NULL));
}

/* 060: state is kept over awaits of settled promises and rejected ones */
static GPtrArray *
yield_across_settled_await (void)
{
  return body (post (NONE, BG, 0,
                     body (probe ("direct uv task", "direct resumed"), await (LATEST),
                           new_promise (), settle (LATEST), await (LATEST),
                           probe ("after resolved uv task", "after resolved resumed"), await (LATEST),
                           new_promise (), reject (LATEST), await_caught (LATEST),
                           probe ("after rejected uv task", "after rejected resumed"), await (LATEST),
                           new_promise (), microtask (body (settle (LATEST), NULL)), await (LATEST),
                           probe ("after microtask-resolved uv task", "after microtask-resolved resumed"),
                           await (LATEST), NULL)),
               NULL);
}

static GPtrArray *
give_yield (void)
{
  return body (start_yield (), give (LATEST), NULL);
}

static GPtrArray *
nothing (void)
{
  return body (give (-3), NULL);
}

/* 061: state is kept through then, catch and finally reactions registered in the task */
static GPtrArray *
yield_then_chain (void)
{
  return body (post (NONE, BG, 0,
                     body (post_print (NONE, "uv"),
                           new_promise (), settle (LATEST), then (LATEST, give_yield (), NULL),
                           then_print ("then resumed"),
                           new_promise (), reject (LATEST), then (LATEST, NULL, give_yield ()),
                           then_print ("catch resumed"),
                           new_promise (), settle (LATEST),
                           with_body (op_new (OP_FINALLY, LATEST, 0, 0, 0, 0), give_yield ()),
                           then_print ("finally resumed"),
                           new_promise (), settle (LATEST), then (LATEST, nothing (), NULL),
                           then (LATEST, nothing (), NULL), then (LATEST, give_yield (), NULL),
                           then_print ("long chain resumed"), NULL)),
               NULL);
}

/* 062: the state at the await counts, not that of the task that resolves */
static GPtrArray *
yield_resolved_by_other_task (void)
{
  return body (new_promise (),
               post (NONE, BG, 0, body (print ("A waits"), await (0), print ("A woken"), post_print (NONE, "uv"),
                                        post_print (BG, "bg"), await_yield (), print ("A resumed"), NULL)),
               post (NONE, UB, 0, body (print ("B waits"), await (0), print ("B woken"), await_yield (),
                                        print ("B resumed"), NULL)),
               post (NONE, BG, 0, body (print ("resolver"), settle (0), NULL)), NULL);
}

static GPtrArray *
print_and_give_yield (const char *text)
{
  return body (print (text), start_yield (), give (LATEST), NULL);
}

/* 068: a reaction registered by task A on a still pending promise resolved by task B runs with A's state */
static GPtrArray *
then_registered_in_other_task (void)
{
  return body (new_promise (),
               post (NONE, BG, 0, body (then (0, print_and_give_yield ("A reaction"), NULL),
                                        then_print ("A resumed"), NULL)),
               post (NONE, UB, 0, body (then (0, print_and_give_yield ("C reaction"), NULL),
                                        then_print ("C resumed"), NULL)),
               post (NONE, BG, 0, body (print ("B"), settle (0), post_print (NONE, "uv"), post_print (UB, "ub"),
                                        start_yield (), then_print ("B resumed"), NULL)),
               NULL);
}

/* 071: the prioritychange handler runs with the state of the setPriority caller */
static GPtrArray *
yield_in_prioritychange_handler (void)
{
  return body (controller (UB),
               on_priority_change (0, body (print ("handler"), await_yield (), print ("handler resumed"), NULL)),
               post (NONE, BG, 0, body (post_print (NONE, "uv"), post_print (BG, "bg"), set_priority (0, UV), NULL)),
               NULL);
}

static GPtrArray *
yielding_handler (void)
{
  return body (print ("handler"), start_yield (),
               then (LATEST, body (print ("handler resumed"), NULL),
                     body (print ("handler yield rejected own"), NULL)),
               NULL);
}

/* 072: the abort handler runs with the state of the abort() caller; its yield in an aborting task is rejected */
static GPtrArray *
yield_in_abort_handler (void)
{
  return body (controller (UB), on_abort (0, yielding_handler ()),
               post (NONE, BG, 0, body (post_print (NONE, "uv"), abort_with (0), NULL)),
               controller (UV), on_abort (1, yielding_handler ()),
               post (1, NONE, 0, body (abort_with (1), NULL)), catch_print ("d task own"), NULL);
}

static Op *
worker (const char *first,
        const char *second,
        const char *third,
        const char *last)
{
  return post (NONE, NONE, 0, body (await (0), print (first), await_yield (), print (second), await_yield (),
                                    print (third), await_yield (), print (last), NULL));
}

/* 087: workers that have all started interleave one continuation each */
static GPtrArray *
round_robin_started (void)
{
  return body (new_promise (), worker ("a0", "a1", "a2", "a end"), worker ("b0", "b1", "b2", "b end"),
               worker ("c0", "c1", "c2", "c end"), post (NONE, NONE, 0, body (settle (0), NULL)), NULL);
}

/* 098: a timer callback's microtasks have no state either; a promise awaited in a task and resolved by the timer keeps
 * the task's */
static GPtrArray *
yield_in_timeout_nested_microtask (void)
{
  return body (new_promise (),
               post (NONE, BG, 0, body (await (0), print ("task woken"), post_print (NONE, "uv"), await_yield (),
                                        print ("task resumed"), NULL)),
               timeout (40, body (print ("timer"), settle (0),
                                  microtask (body (start_yield (), then_print ("timer yield"), NULL)), NULL)),
               NULL);
}

/* 104: a delayed task's continuation has its priority; the poster's state is not used */
static GPtrArray *
delayed_task_in_background_task (void)
{
  return body (post (NONE, BG, 0,
                     body (post (NONE, NONE, 40, body (print ("delayed"), post_print (BG, "bg"),
                                                       post_print (NONE, "uv"), await_yield (),
                                                       print ("delayed resumed"), NULL)),
                           NULL)),
               NULL);
}

/* 113: a reaction on a pending promise resolved later in the same task */
static GPtrArray *
then_pending_same_task (void)
{
  return body (post (NONE, BG, 0, body (post_print (NONE, "uv"), new_promise (), then (LATEST, give_yield (), NULL),
                                        then_print ("resumed"), settle (LATEST), NULL)),
               NULL);
}

/* 114: the abort source over the await of an already rejected promise */
static GPtrArray *
catch_already_rejected_abort_source (void)
{
  return body (controller (UV),
               post (0, NONE, 0, body (print ("start"), abort_with (0), new_promise (), reject (LATEST),
                                       await_caught (LATEST), start_yield (),
                                       then (LATEST, body (print ("not rejected"), NULL),
                                             body (print ("rejected r"), NULL)),
                                       NULL)),
               then (LATEST, NULL, nothing ()), NULL);
}

static Op *
merging_worker (int         signal,
                int         priority,
                const char *yields,
                const char *resumed)
{
  return post (signal, priority, 0, body (await (0), print (yields), await_yield (), print (resumed), NULL));
}

/* 117: setPriority merges a signal's continuations with others of the new priority by enqueue order */
static GPtrArray *
merge_continuations (void)
{
  return body (controller (BG), new_promise (),
               merging_worker (0, NONE, "c1 yields", "c1 resumed"),
               merging_worker (NONE, UV, "uv1 yields", "uv1 resumed"),
               merging_worker (0, NONE, "c2 yields", "c2 resumed"),
               merging_worker (NONE, UV, "uv2 yields", "uv2 resumed"),
               merging_worker (NONE, UB, "ub1 yields", "ub1 resumed"),
               merging_worker (0, NONE, "c3 yields", "c3 resumed"),
               post (NONE, BG, 0,
                     body (settle (0), post_print (BG, "task background"), post_print (UV, "task user-visible"),
                           post_print (UB, "task user-blocking"), post (0, NONE, 0, body (print ("task c"), NULL)),
                           post (NONE, UB, 0, body (print ("raise"), set_priority (0, UV), NULL)), NULL)),
               NULL);
}

/* 118: abort empties a static and a dynamic queue; other tasks of the same priorities still run */
static GPtrArray *
abort_then_same_priority_tasks (void)
{
  return body (controller (BG),
               post (0, NONE, 0, body (print ("x1"), NULL)), catch_print ("x1 rejected"),
               post (0, UV, 0, body (print ("x2"), NULL)), catch_print ("x2 rejected"), abort_with (0),
               post_print (UV, "y1"), post_print (BG, "y2"), controller (BG),
               post (1, NONE, 0, body (print ("d1"), NULL)), catch_print ("d1 rejected"), post_print (UB, "z1"),
               post (NONE, NONE, 0, body (abort_with (1), post_print (BG, "late-bg"), post_print (NONE, "late-uv"),
                                          NULL)),
               NULL);
}

/* 123: priority still follows through an aborted middle signal. Signals: c, k, m, d, e */
static GPtrArray *
dependent_chain_with_aborted_middle (void)
{
  return body (controller (BG), controller (NONE), any_with_source (1, 0), any_with_source (NONE, 2),
               any_with_source (2, 2),
               on_priority_change (2, body (print ("m priority"), NULL)), on_abort (2, body (print ("m abort"), NULL)),
               on_priority_change (3, body (print ("d priority"), NULL)), on_abort (3, body (print ("d abort"), NULL)),
               on_priority_change (4, body (print ("e priority"), NULL)), on_abort (4, body (print ("e abort"), NULL)),
               abort_with (1), set_priority (0, UB),
               post (3, NONE, 0, body (print ("d"), NULL)), post_print (NONE, "uv"),
               post (4, NONE, 0, body (print ("e"), NULL)), catch_print ("e rejected"), NULL);
}

/* 127: a throwing task leaves no state behind; a throwing microtask neither */
static GPtrArray *
throwing_task_clears_state (void)
{
  return body (post (NONE, UB, 0, body (print ("throws"), throw_error (), NULL)), catch_print ("caught"),
               post (NONE, NONE, 0, body (print ("plain"), post_print (UB, "ub"), post_print (NONE, "uv"),
                                          await_yield (), print ("plain resumed"), NULL)),
               post (NONE, BG, 0,
                     body (microtask (body (print ("micro throws"), throw_error (), NULL)),
                           microtask (body (post_print (NONE, "uv2"), start_yield (),
                                            then_print ("bg micro resumed"), NULL)),
                           NULL)),
               NULL);
}

/* 133: yield() on an aborted source is rejected synchronously: its reaction is queued at once */
static GPtrArray *
yield_rejected_reaction_order (void)
{
  return body (controller (UV),
               post (0, NONE, 0, body (abort_with (0), microtask (body (print ("m1"), NULL)), start_yield (),
                                       catch_print ("yield rejected"), microtask (body (print ("m2"), NULL)),
                                       print ("sync end"), NULL)),
               catch_print ("result rejected"), NULL);
}

/* 137: postTask's abort steps are algorithms: the task is already gone when the event fires */
static GPtrArray *
abort_listener_vs_algorithms (void)
{
  return body (controller (BG), post (0, NONE, 0, body (print ("ran"), NULL)), catch_print ("rejected"),
               on_abort (0, body (print ("event"), post_print (BG, "next"), NULL)),
               post (NONE, NONE, 0, body (print ("A"), abort_with (0), NULL)), NULL);
}

/* 138: one signal aborts tasks in five queues. Signals: c, d */
static GPtrArray *
shared_signal_across_priorities (void)
{
  return body (controller (UV), any_with_source (0, 0),
               post (0, NONE, 0, body (print ("c"), NULL)), catch_print ("c rejected"),
               post (1, NONE, 0, body (print ("d"), NULL)), catch_print ("d rejected"),
               post (0, BG, 0, body (print ("bg"), NULL)), catch_print ("bg rejected"),
               post (1, UB, 0, body (print ("ub"), NULL)), catch_print ("ub rejected"),
               post_print (NONE, "free"),
               post (NONE, UB, 0, body (print ("setp"), set_priority (0, BG),
                                        microtask (body (print ("abort"), abort_with (0), NULL)), NULL)),
               NULL);
}

/* new Promise(resolve => queueMicrotask(resolve)), which becomes the promise of that number */
static Op *
microtask_promise (int promise)
{
  return call_async (body (new_promise (), microtask (body (settle (promise), NULL)), await (LATEST), NULL));
}

/* 141: queueMicrotask called after a yield keeps the state */
static GPtrArray *
microtask_after_yield (void)
{
  return body (post (NONE, BG, 0, body (await_yield (), post_print (NONE, "uv"),
                                        microtask (body (start_yield (), then_print ("resumed"), NULL)), NULL)),
               NULL);
}

/* 144: two tasks of different priorities wait for one promise opened by a timer: each keeps its own state */
static GPtrArray *
two_states_one_promise (void)
{
  return body (new_promise (),
               post (NONE, BG, 0, body (await (0), print ("A"), microtask_promise (2), await (LATEST),
                                        post_print (NONE, "uvA"), await_yield (), print ("A resumed"), NULL)),
               post (NONE, NONE, 0, body (await (0), print ("B"), microtask_promise (1), await (LATEST),
                                          post_print (UB, "ubB"), await_yield (), print ("B resumed"), NULL)),
               timeout (40, body (settle (0), NULL)), NULL);
}

static const OracleProgram programs[] = {
  { "013-abort-inside-handler", abort_inside_handler,
    "abort event\nd abort\nhandler end\nafter abort\nc1 rejected\nin-handler rejected\nd1 rejected\nn1 ran\nn1 ok\n" },
  { "017-abort-rejection-order", abort_rejection_order,
    "listener\nsync\nt1 rejected\nt2 rejected\nt3 rejected\nt4 rejected\nlistener microtask\nouter microtask\n" },
  { "038-any-nested-flatten", any_nested_flatten, "root\nd1\nd2\ne1\nd3\n" },
  { "056-effective-priorities", effective_priorities,
    "setup\nreleased\nyielding user-blocking\nyielding user-visible\nyielding background\n"
    "continuation user-blocking\ntask user-blocking\ncontinuation user-visible\ntask user-visible\n"
    "continuation background\ntask background\n" },
  { "059-yield-nested-async", yield_nested_async,
    "inner 2\ninner resumed 2\ninner 1\ninner resumed 1\ninner 0\ninner resumed 0\nuv from inner 0\ninner end 0\n"
    "uv from inner 1\ninner end 1\nuv from inner 2\ninner end 2\nub-task\nouter end\nbg other\n" },
  { "060-yield-across-settled-await", yield_across_settled_await,
    "direct uv task\ndirect resumed\nafter resolved uv task\nafter resolved resumed\nafter rejected uv task\n"
    "after rejected resumed\nafter microtask-resolved uv task\nafter microtask-resolved resumed\n" },
  { "061-yield-then-chain", yield_then_chain,
    "uv\nthen resumed\ncatch resumed\nfinally resumed\nlong chain resumed\n" },
  { "062-yield-resolved-by-other-task", yield_resolved_by_other_task,
    "B waits\nA waits\nresolver\nB woken\nA woken\nB resumed\nuv\nA resumed\nbg\n" },
  { "068-then-registered-in-other-task", then_registered_in_other_task,
    "B\nC reaction\nA reaction\nC resumed\nub\nuv\nB resumed\nA resumed\n" },
  { "071-yield-in-prioritychange-handler", yield_in_prioritychange_handler, "handler\nuv\nhandler resumed\nbg\n" },
  { "072-yield-in-abort-handler", yield_in_abort_handler,
    "handler\nd task own\nhandler yield rejected own\nhandler\nuv\nhandler resumed\n" },
  { "087-round-robin-started", round_robin_started,
    "a0\nb0\nc0\na1\nb1\nc1\na2\nb2\nc2\na end\nb end\nc end\n" },
  { "098-yield-in-timeout-nested-microtask", yield_in_timeout_nested_microtask,
    "timer\ntask woken\ntimer yield\nuv\ntask resumed\n" },
  { "104-yield-three-levels-with-timer-task", delayed_task_in_background_task,
    "delayed\ndelayed resumed\nuv\nbg\n" },
  { "113-then-pending-same-task", then_pending_same_task, "uv\nresumed\n" },
  { "114-catch-already-rejected-abort-source", catch_already_rejected_abort_source, "start\nrejected r\n" },
  { "117-merge-continuations", merge_continuations,
    "ub1 yields\nuv1 yields\nuv2 yields\nc1 yields\nc2 yields\nc3 yields\nub1 resumed\ntask user-blocking\nraise\n"
    "uv1 resumed\nuv2 resumed\nc1 resumed\nc2 resumed\nc3 resumed\ntask user-visible\ntask c\ntask background\n" },
  { "118-abort-then-same-priority-tasks", abort_then_same_priority_tasks,
    "x1 rejected\nx2 rejected\nz1\ny1\nd1 rejected\nlate-uv\ny2\nlate-bg\n" },
  { "123-dependent-chain-with-aborted-middle", dependent_chain_with_aborted_middle,
    "m abort\ne abort\nm priority\nd priority\ne priority\ne rejected\nd\nuv\n" },
  { "127-throwing-task-clears-state", throwing_task_clears_state,
    "throws\ncaught\nplain\nub\nplain resumed\nuv\nmicro throws\nuv2\nbg micro resumed\n" },
  { "133-yield-rejected-reaction-order", yield_rejected_reaction_order,
    "sync end\nresult rejected\nm1\nyield rejected\nm2\n" },
  { "137-abort-listener-vs-algorithms", abort_listener_vs_algorithms, "A\nevent\nrejected\nnext\n" },
  { "138-shared-signal-across-priorities", shared_signal_across_priorities,
    "ub\nsetp\nabort\nc rejected\nbg rejected\nd rejected\nfree\n" },
  { "141-microtask-after-yield", microtask_after_yield, "uv\nresumed\n" },
  { "144-two-states-one-promise", two_states_one_promise, "B\nA\nubB\nB resumed\nuvA\nA resumed\n" },
};

static const Driver * const drivers[] = { &ref_driver, &engine_driver, &engine_step_driver };

static void
test_program (gconstpointer data)
{
  const OracleProgram *oracle = data;

  for (guint i = 0; i < G_N_ELEMENTS (drivers); i++)
    {
      g_autoptr (Program) program = program_new (LS_DEFAULT_PRESET, LS_EDITION_2025);
      g_autofree char *log = NULL;

      g_ptr_array_unref (program->body);
      program->body = oracle->make ();
      program->quiet = TRUE;
      program_number (program);
      log = program_run (program, drivers[i], ls_preset_lookup (program->preset));
      g_test_message ("%s", drivers[i]->name);
      g_assert_cmpstr (log, ==, oracle->expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/scheduling/oracle/%s", programs[i].name);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  return g_test_run ();
}
