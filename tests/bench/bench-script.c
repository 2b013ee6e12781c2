/* bench-script.c: what programs in JavaScript cost, each figure beside a baseline measured in the same run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-program.h"
#include "bench-util.h"

#include <errno.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-runner.h"
#include "ls-script.h"
#include "ls-script-realm-private.h"
#include "ls-script-transformer-private.h"

/* Promises */

static const char awaits[] =
  "log ('begin');\n"
  "(async function () { for (let i = 0; i < n; i++) await i; log ('end'); }) ();\n";

static const char then_chain[] =
  "log ('begin');\n"
  "let p = Promise.resolve (0);\n"
  "for (let i = 0; i < n; i++) p = p.then (x => x + 1);\n"
  "p.then (() => log ('end'));\n";

/* The scheduler */

static const char posts[] =
  "let left = n;\n"
  "const f = () => { if (--left === 0) log ('end'); };\n"
  "log ('begin');\n"
  "for (let i = 0; i < n; i++) scheduler.postTask (f);\n";

static const char prioritized_posts[] =
  "let left = n;\n"
  "const f = () => { if (--left === 0) log ('end'); };\n"
  "const controller = new TaskController ();\n"
  "log ('begin');\n"
  "for (let i = 0; i < n; i++)\n"
  "  scheduler.postTask (f, i & 1 ? { priority: 'background' } : { signal: controller.signal });\n";

static const char awaited_posts[] =
  "const f = () => 1;\n"
  "log ('begin');\n"
  "(async function () { for (let i = 0; i < n; i++) await scheduler.postTask (f); log ('end'); }) ();\n";

static const char yields[] =
  "scheduler.postTask (async function () {\n"
  "  log ('begin');\n"
  "  for (let i = 0; i < n; i++) await scheduler.yield ();\n"
  "  log ('end');\n"
  "});\n";

static const char set_priority[] =
  "const controller = new TaskController ({ priority: 'background' });\n"
  "for (let i = 0; i < queued; i++) scheduler.postTask (() => {}, { signal: controller.signal });\n"
  "log ('begin');\n"
  "for (let i = 0; i < n; i++) controller.setPriority (i & 1 ? 'background' : 'user-blocking');\n"
  "log ('end');\n";

/* The rest of the platform */

static const char timeouts[] =
  "let i = 0;\n"
  "const f = () => { if (++i < n) setTimeout (f); else log ('end'); };\n"
  "log ('begin');\n"
  "setTimeout (f);\n";

static const char messages[] =
  "const { port1, port2 } = new MessageChannel ();\n"
  "let i = 0;\n"
  "port1.onmessage = () => { if (++i < n) port2.postMessage (i); else { log ('end'); port1.close (); } };\n"
  "log ('begin');\n"
  "port2.postMessage (0);\n";

static const char events[] =
  "const target = new EventTarget ();\n"
  "let i = 0;\n"
  "target.addEventListener ('x', () => { i++; });\n"
  "log ('begin');\n"
  "for (let k = 0; k < n; k++) target.dispatchEvent (new Event ('x'));\n"
  "log ('end');\n";

static const char statements[] =
  "log ('begin');\n"
  "(function () { let x = 0; for (let i = 0; i < n; i++) { x = (x * 31 + i) | 0; } return x; }) ();\n"
  "log ('end');\n";

/* The transformation */

static void
host_log (LsProgramHost *host,
          const char    *level,
          const char    *text)
{
}

static void
host_report (LsProgramHost *host,
             gboolean       is_rejection,
             guint32        promise,
             const char    *text)
{
}

static guint32
host_statement (LsProgramHost *host,
                guint32        n)
{
  return G_MAXUINT32;
}

static void
host_count (LsProgramHost *host,
            guint64        n_statements)
{
}

static gboolean
host_may_go_on (LsProgramHost *host)
{
  return TRUE;
}

typedef enum
{
  PART_REALM,
  PART_NEXT_REALM,
  PART_BOTH,
  PART_LOAD,
  PART_COLD,
  PART_SECOND,
  PART_WARM
} Part;

typedef struct
{
  const char *source;
  Part        part;
  gboolean    with_hooks;
} Transform;

static double
transform (LsScriptRealm   *realm,
           const Transform *what)
{
  const BenchMoment start = bench_moment ();
  g_autoptr (GError) error = NULL;
  JSStringRef code = ls_script_transform (realm, "program.js", what->source, FALSE, LS_SCRIPT_GOAL_ANY,
                                          what->with_hooks ? "{\"statements\":true}" : "{}", NULL, &error);

  if (code == NULL)
    g_error ("%s", error->message);
  JSStringRelease (code);
  return bench_between (start, bench_moment ());
}

static double
run_transform (gconstpointer data)
{
  const Transform *what = data;
  g_autoptr (LsSession) session = bench_make_session (what->part == PART_BOTH ? what->source : "", 1);
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  g_autoptr (GError) error = NULL;
  LsProgramHost host = {
    .loop = loop,
    .scheduler = scheduler,
    .program = ls_session_get_program (session),
    .log = host_log,
    .report = host_report,
    .statement = host_statement,
    .count = host_count,
    .may_go_on = host_may_go_on,
    .counts_statements = what->part == PART_BOTH && what->with_hooks,
  };
  LsScriptRealm *realm = NULL;
  BenchMoment start;
  double value = 0;

  for (guint i = what->part == PART_NEXT_REALM ? 4 : 1; i > 0; i--)
    {
      g_clear_pointer (&realm, ls_script_realm_free);
      start = bench_moment ();
      realm = ls_script_realm_new (&host, NULL, &error);
      value = bench_between (start, bench_moment ());
      if (realm == NULL)
        g_error ("%s", error->message);
    }
  if (what->part >= PART_LOAD)
    {
      start = bench_moment ();
      if (!ls_script_transformer_load (&error))
        g_error ("%s", error->message);
      value = bench_between (start, bench_moment ());
    }
  if (what->part >= PART_COLD)
    value = transform (realm, what);
  for (guint i = what->part == PART_WARM ? 49 : what->part == PART_SECOND ? 1 : 0; i > 0; i--)
    value = transform (realm, what);
  ls_script_realm_free (realm);
  return value;
}

static double
measure_transform (const char *source,
                   Part        part,
                   gboolean    with_hooks)
{
  const Transform what = { source, part, with_hooks };

  return bench_measure (run_transform, &what, BENCH_RUNS);
}

/* The command line */

typedef struct
{
  const char *file;
  gboolean    with_trace;
  gboolean    wants_memory;
} Start;

/* To the first byte of output, or the most memory that the process had. */
static double
run_cli (gconstpointer data)
{
  const Start *start = data;
  const char *const arguments[] = { LS_BENCH_CLI, "run", start->file, start->with_trace ? "--trace=text" : NULL, NULL };
  posix_spawn_file_actions_t actions;
  struct rusage usage;
  gint64 begun, first = 0;
  int pipe_fds[2], status;
  char buffer[65536];
  pid_t child;

  if (pipe (pipe_fds) != 0)
    g_error ("Cannot make a pipe: %s", g_strerror (errno));
  posix_spawn_file_actions_init (&actions);
  posix_spawn_file_actions_adddup2 (&actions, pipe_fds[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose (&actions, pipe_fds[0]);
  posix_spawn_file_actions_addclose (&actions, pipe_fds[1]);
  begun = bench_now ();
  if (posix_spawn (&child, LS_BENCH_CLI, &actions, NULL, (char **) arguments, environ) != 0)
    g_error ("Cannot start " LS_BENCH_CLI);
  posix_spawn_file_actions_destroy (&actions);
  close (pipe_fds[1]);
  while (read (pipe_fds[0], buffer, sizeof buffer) > 0)
    if (first == 0)
      first = bench_now () - begun;
  close (pipe_fds[0]);
  if (wait4 (child, &status, 0, &usage) != child || !WIFEXITED (status) || WEXITSTATUS (status) != 0 || first == 0)
    g_error (LS_BENCH_CLI " has failed");
  return start->wants_memory ? usage.ru_maxrss * 1024. : first;
}

static double
measure_cli (const char *code,
             gboolean    with_trace,
             gboolean    wants_memory)
{
  g_autofree char *file = NULL;
  g_autofree char *text = g_strdup_printf ("const n = 100000;\n%s", code);
  g_autoptr (GError) error = NULL;
  const int fd = g_file_open_tmp ("bench-XXXXXX.js", &file, &error);
  Start start = { file, with_trace, wants_memory };
  double value;

  if (fd < 0 || !g_file_set_contents (file, text, -1, &error))
    g_error ("%s", error->message);
  close (fd);
  value = bench_measure (run_cli, &start, BENCH_RUNS);
  unlink (file);
  return value;
}

static void
bench_promises (Bench *bench)
{
  const double native_awaits = bench_measure_natively (awaits, 1000000);
  const double our_awaits = bench_measure_program (awaits, 1000000, FALSE);
  const double traced_awaits = bench_measure_program (awaits, 1000000, TRUE);
  const double native_thens = bench_measure_natively (then_chain, 300000);
  const double our_thens = bench_measure_program (then_chain, 300000, FALSE);

  bench_report (bench, "each of 1,000,000 awaits", BENCH_NANOSECONDS, our_awaits, "JavaScriptCore's own", native_awaits,
                "at most 2.5×", our_awaits <= native_awaits * 2.5);
  bench_report (bench, "each of 1,000,000 awaits, traced", BENCH_NANOSECONDS, traced_awaits, "without trace", our_awaits,
                "–", TRUE);
  bench_report (bench, "each of a chain of 300,000 then()", BENCH_NANOSECONDS, our_thens, "JavaScriptCore's own",
                native_thens, "at most 2.5×", our_thens <= native_thens * 2.5);
}

static void
bench_scheduler (Bench *bench)
{
  const double post = bench_measure_program (posts, 100000, FALSE);
  const double post_with_options = bench_measure_program (prioritized_posts, 100000, FALSE);
  const double post_traced = bench_measure_program (posts, 100000, TRUE);
  const double post_awaited = bench_measure_program (awaited_posts, 100000, FALSE);
  const double yield = bench_measure_program (yields, 20000, FALSE);
  const double yield_traced = bench_measure_program (yields, 20000, TRUE);
  g_autofree char *few = g_strconcat ("const queued = 1;\n", set_priority, NULL);
  g_autofree char *many = g_strconcat ("const queued = 10000;\n", set_priority, NULL);
  const double priority_few = bench_measure_program (few, 10000, FALSE);
  const double priority_many = bench_measure_program (many, 10000, FALSE);

  bench_report (bench, "each of 100,000 postTask(), posted and run", BENCH_NANOSECONDS, post, "Chromium 156", 4500,
                "at most 2 µs", post <= 2000);
  bench_report (bench, "postTask() with signals and priorities", BENCH_NANOSECONDS, post_with_options, "without", post,
                "at most 2 µs", post_with_options <= 2000);
  bench_report (bench, "postTask() one after the other, awaited", BENCH_NANOSECONDS, post_awaited, "not awaited", post, "–", TRUE);
  bench_report (bench, "each of 100,000 postTask(), traced", BENCH_NANOSECONDS, post_traced, "without trace", post, "–", TRUE);
  bench_report (bench, "each of 20,000 yields", BENCH_NANOSECONDS, yield, "Chromium 156", 3700, "at most 2 µs",
                yield <= 2000);
  bench_report (bench, "each of 20,000 yields, traced", BENCH_NANOSECONDS, yield_traced, "without trace", yield, "–", TRUE);
  bench_report (bench, "setPriority() with 10,000 queued tasks", BENCH_NANOSECONDS, priority_many, "with 1", priority_few,
                "no growth", priority_many <= priority_few * 1.5);
}

static void
bench_platform (Bench *bench)
{
  const double timeout = bench_measure_program (timeouts, 50000, FALSE);
  const double message = bench_measure_program (messages, 50000, FALSE);
  const double post = bench_measure_program (posts, 50000, FALSE);
  const double event = bench_measure_program (events, 200000, FALSE);
  const double statement = bench_measure_program (statements, 1000000, FALSE);
  const double statement_traced = bench_measure_program (statements, 1000000, TRUE);

  bench_report (bench, "each of a chain of 50,000 timeouts", BENCH_NANOSECONDS, timeout, "50,000 postTask()", post, "–",
                TRUE);
  bench_report (bench, "each of a chain of 50,000 messages", BENCH_NANOSECONDS, message, "50,000 postTask()", post, "–",
                TRUE);
  bench_report (bench, "each of 200,000 events dispatched", BENCH_NANOSECONDS, event, "50,000 postTask()", post, "–", TRUE);
  bench_report (bench, "each of 1,000,000 rounds of a loop, traced", BENCH_NANOSECONDS, statement_traced, "without trace",
                statement, "–", TRUE);
}

static void
bench_transform (Bench *bench)
{
  g_autofree char *source = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (LS_BENCH_PROGRAM, &source, NULL, &error))
    g_error ("%s", error->message);
  else
    {
      const double realm = measure_transform (source, PART_REALM, FALSE);
      const double next_realm = measure_transform (source, PART_NEXT_REALM, FALSE);
      const double both = measure_transform (source, PART_BOTH, FALSE);
      const double both_hooks = measure_transform (source, PART_BOTH, TRUE);
      const double load = measure_transform (source, PART_LOAD, FALSE);
      const double cold = measure_transform (source, PART_COLD, FALSE);
      const double second = measure_transform (source, PART_SECOND, FALSE);
      const double warm = measure_transform (source, PART_WARM, FALSE);
      const double cold_hooks = measure_transform (source, PART_COLD, TRUE);
      const double second_hooks = measure_transform (source, PART_SECOND, TRUE);
      const double warm_hooks = measure_transform (source, PART_WARM, TRUE);

      bench_report (bench, "a realm after others", BENCH_NANOSECONDS, next_realm, "the first one", realm, "at most half",
                    next_realm <= realm / 2);
      bench_report (bench, "a realm and 231 lines, in a new process", BENCH_NANOSECONDS, both, "the realm alone", realm,
                    "at most 10 ms more", both <= realm + 10e6);
      bench_report (bench, "a realm and 231 lines for a trace, likewise", BENCH_NANOSECONDS, both_hooks, "the realm alone",
                    realm, "at most 10 ms more", both_hooks <= realm + 10e6);
      bench_report (bench, "loading acorn, and reading usual code", BENCH_NANOSECONDS, load, "making a realm", realm, "–", TRUE);
      bench_report (bench, "231 lines transformed after that, the first time", BENCH_NANOSECONDS, cold, "the 50th", warm,
                    "at most 10 ms", cold <= 10e6);
      bench_report (bench, "the second time", BENCH_NANOSECONDS, second, "the 50th", warm, "at most 10 ms",
                    second <= 10e6);
      bench_report (bench, "231 lines transformed for a trace, the first time", BENCH_NANOSECONDS, cold_hooks,
                    "the 50th", warm_hooks, "at most 10 ms", cold_hooks <= 10e6);
      bench_report (bench, "the second time, for a trace", BENCH_NANOSECONDS, second_hooks, "the 50th", warm_hooks,
                    "at most 10 ms", second_hooks <= 10e6);
    }
}

static void
bench_cli (Bench *bench)
{
  const double start = measure_cli ("log ('x');\n", FALSE, FALSE);
  const double start_traced = measure_cli ("log ('x');\n", TRUE, FALSE);
  const double memory = measure_cli ("log ('x');\n", FALSE, TRUE);
  const double memory_posts = measure_cli (posts, FALSE, TRUE);

  bench_report (bench, "start to first output", BENCH_NANOSECONDS, start_traced, "without trace", start, "at most 80 ms",
                MAX (start, start_traced) <= 80e6);
  bench_report (bench, "most memory for 100,000 postTask()", BENCH_BYTES, memory_posts, "for an empty program", memory,
                "–", TRUE);
}

int
main (int   argc,
      char *argv[])
{
  Bench *bench = bench_new (&argc, &argv, "JavaScript");
  double load;

  if (getloadavg (&load, 1) == 1 && load > 1)
    g_printerr ("The machine has other things to do (load %.1f): figures may be too high\n", load);

  ls_script_register ();
  bench_promises (bench);
  bench_scheduler (bench);
  bench_platform (bench);
  bench_transform (bench);
  bench_cli (bench);
  return bench_finish (bench);
}
