/* scheduled.c: programs that use the library, for tests to watch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <loopscope.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  LsEventLoop      *loop;
  LsScheduler      *scheduler;
  LsTaskController *controller;
  guint32           interval;
  guint             n_left;
} Program;

static int outside = -1;

/* An outsider reads along, and wants to see an end when it has gone. */
static void
tell_outside (char letter)
{
  if (outside >= 0 && write (outside, &letter, 1) < 0)
    exit (0);
}

static LsCompletion
do_nothing (const LsValue *argument,
            LsValue       *result,
            gpointer       data)
{
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
fail (const LsValue *argument,
      LsValue       *result,
      gpointer       data)
{
  ls_value_set_string (result, "as it was to be");
  return LS_COMPLETION_THROW;
}

static LsCompletion
count (const LsValue *argument,
       LsValue       *result,
       gpointer       data)
{
  Program *self = data;

  tell_outside ('t');
  if (self->n_left > 0 && --self->n_left == 0)
    ls_event_loop_clear_timer (self->loop, self->interval);
  return LS_COMPLETION_NORMAL;
}

/* Posts a task whose result somebody waits for. */
static void
post (Program        *self,
      const char     *name,
      LsTaskPriority  priority,
      LsAbortSignal  *signal,
      double          delay,
      LsCallback      callback)
{
  const LsPostTaskOptions options = { .signal = signal, .priority = priority, .delay = delay, .name = name };
  g_autoptr (LsPromise) promise = ls_scheduler_post_task (self->scheduler, callback, self, NULL, &options);
  g_autoptr (LsPromise) then = ls_promise_then_full (promise, do_nothing, NULL, NULL, do_nothing, NULL, NULL);

  ls_promise_set_name (then, "then");
}

static LsCompletion
change (const LsValue *argument,
        LsValue       *result,
        gpointer       data)
{
  Program *self = data;

  ls_task_controller_set_priority (self->controller, LS_TASK_PRIORITY_USER_BLOCKING, NULL);
  ls_event_loop_queue_microtask (self->loop, "right after", do_nothing, NULL, NULL);
  return LS_COMPLETION_NORMAL;
}

static LsCompletion
stop (const LsValue *argument,
      LsValue       *result,
      gpointer       data)
{
  Program *self = data;
  g_auto (LsValue) reason = LS_VALUE_INIT;

  ls_value_set_string (&reason, "no longer needed");
  ls_abort_controller_abort (LS_ABORT_CONTROLLER (self->controller), &reason);
  return LS_COMPLETION_NORMAL;
}

static void
begin (Program     *self,
       LsClockKind  clock,
       LsProbe     *probe)
{
  self->loop = ls_event_loop_new_with_preset (clock, NULL, LS_EDITION_2025, probe);
  self->scheduler = ls_scheduler_new (self->loop, "main");
  self->controller = ls_task_controller_new (self->loop, LS_TASK_PRIORITY_BACKGROUND, "controller");
}

static void
end (Program *self)
{
  g_clear_object (&self->controller);
  g_clear_object (&self->scheduler);
  g_clear_object (&self->loop);
}

static void
post_all (Program *self)
{
  LsAbortSignal *signal = LS_ABORT_SIGNAL (ls_task_controller_get_task_signal (self->controller));
  g_autoptr (GString) long_name = g_string_new (NULL);

  for (guint i = 0; i < 500; i++)
    g_string_append (long_name, "Überlänge ");
  post (self, "background", LS_TASK_PRIORITY_BACKGROUND, NULL, 0, do_nothing);
  post (self, "visible", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, fail);
  post (self, "blocking", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0, do_nothing);
  post (self, "raised", LS_TASK_PRIORITY_NONE, signal, 0, do_nothing);
  post (self, "change", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, change);
  post (self, "stop", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, stop);
  /* On a busy machine it may take long until “stop” runs. */
  post (self, "aborted", LS_TASK_PRIORITY_NONE, signal, 60000, do_nothing);
  post (self, "delayed", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 4, do_nothing);
  post (self, long_name->str, LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, do_nothing);
  self->n_left = 3;
  self->interval = ls_event_loop_set_interval (self->loop, 2, "interval", count, self, NULL);
  ls_event_loop_request_idle_callback (self->loop, 0, "idle", do_nothing, NULL, NULL);
}

static void
run_to_end (LsEventLoop *loop)
{
  while (!ls_event_loop_is_idle (loop))
    {
      const LsStepResult result = ls_event_loop_step (loop);

      if (result == LS_STEP_NOTHING)
        break;
      if (result == LS_STEP_WAITING)
        g_usleep (200);
    }
}

/* All kinds of things, recorded by the program itself as well. */
static void
record (LsClockKind  clock,
        const char  *path)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  Program program = { 0 };

  begin (&program, clock, ls_trace_get_probe (trace));
  post_all (&program);
  run_to_end (program.loop);
  end (&program);
  ls_trace_save (trace, file, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* The program itself does not record anything. */
static void
run_bare (void)
{
  Program program = { 0 };

  begin (&program, LS_CLOCK_MONOTONIC, NULL);
  post_all (&program);
  run_to_end (program.loop);
  end (&program);
}

static gpointer
run_bare_cb (gpointer data)
{
  run_bare ();
  return NULL;
}

static void
run_threads (void)
{
  GThread *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("worker", run_bare_cb, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* Ticks on a main context until nobody listens. Others wait forever. */
static void
run_ticks (LsProbe *probe)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  Program program = { 0 };
  LsAbortSignal *signal;

  begin (&program, LS_CLOCK_MONOTONIC, probe);
  signal = LS_ABORT_SIGNAL (ls_task_controller_get_task_signal (program.controller));
  post (&program, "far", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 1e8, do_nothing);
  post (&program, "far and bound", LS_TASK_PRIORITY_NONE, signal, 1e8, do_nothing);
  program.interval = ls_event_loop_set_interval (program.loop, 1, "tick", count, &program, NULL);
  ls_event_loop_attach (program.loop, NULL);
  g_main_loop_run (main_loop);
}

static void
tick (gpointer data)
{
  Program *self = data;

  if (--self->n_left > 0)
    ls_scheduler_post (self->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, tick, self, NULL);
}

/* More than anybody reads meanwhile. Who has missed something hears what there is by then: the rest comes when somebody says so. */
static void
flood (guint n)
{
  Program program = { .n_left = n };
  char letter;

  begin (&program, LS_CLOCK_MONOTONIC, NULL);
  tick (&program);
  post (&program, "far", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 1e8, do_nothing);
  while (ls_event_loop_run_turn (program.loop))
    ;
  outside = STDOUT_FILENO;
  tell_outside ('f');
  if (read (STDIN_FILENO, &letter, 1) < 0)
    exit (1);
  post (&program, "last", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, do_nothing);
  while (ls_event_loop_run_turn (program.loop))
    ;
  end (&program);
}

static LsCompletion
crash (const LsValue *argument,
       LsValue       *result,
       gpointer       data)
{
  raise (SIGKILL);
  return LS_COMPLETION_NORMAL;
}

/* The child has its parent's loop, and goes on with it. */
static void
run_forked (void)
{
  Program program = { 0 };
  pid_t child;
  int status;

  begin (&program, LS_CLOCK_MONOTONIC, NULL);
  post (&program, "before", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, do_nothing);
  run_to_end (program.loop);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  post (&program, child == 0 ? "child's" : "parent's", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, do_nothing);
  run_to_end (program.loop);
  if (child == 0)
    {
      run_bare ();
      exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  post (&program, "after", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, do_nothing);
  run_to_end (program.loop);
  end (&program);
}

static void
share (LsAgent  *agent,
       gpointer  data)
{
  for (guint i = 0; i < 3; i++)
    ls_atomics_add (data, 0, 1, NULL);
  ls_event_loop_post (ls_agent_get_loop (agent), LS_QUEUE_TYPE_INPUT, 0, LS_POST_NONE, ls_agent_get_name (agent),
                      do_nothing, NULL, NULL);
}

static LsEventLoop *
make_loop (LsAgentCluster *cluster,
           LsAgent        *agent,
           gpointer        data)
{
  return ls_agent_cluster_create_loop (cluster, NULL, LS_EDITION_2025, data);
}

/* Agents that share memory, in one trace. */
static void
record_cluster (const char *path)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsAgentCluster) cluster = ls_agent_cluster_new (ls_trace_get_probe (trace));
  g_autoptr (LsSharedMemory) memory = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsTypedArray array;

  ls_agent_cluster_set_loop_func (cluster, make_loop, ls_trace_get_probe (trace), NULL);
  memory = ls_agent_cluster_create_memory (cluster, 64, "memory", NULL);
  ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, 16, NULL);
  ls_agent_cluster_add_agent (cluster, "first", LS_AGENT_NONE, share, &array, NULL);
  ls_agent_cluster_add_agent (cluster, "second", LS_AGENT_CAN_BLOCK, share, &array, NULL);
  ls_agent_cluster_run (cluster, 1000);
  ls_trace_save (trace, file, NULL, NULL, NULL, NULL, NULL);
}

int
main (int    argc,
      char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[2] : "";
  Program program = { 0 };

  signal (SIGPIPE, SIG_IGN);
  if (strcmp (mode, "record") == 0)
    record (LS_CLOCK_MONOTONIC, path);
  else if (strcmp (mode, "record-virtual") == 0)
    record (LS_CLOCK_VIRTUAL, path);
  else if (strcmp (mode, "record-cluster") == 0)
    record_cluster (path);
  else if (strcmp (mode, "bare") == 0)
    run_bare ();
  else if (strcmp (mode, "threads") == 0)
    run_threads ();
  else if (strcmp (mode, "flood") == 0)
    flood (atoi (path));
  else if (strcmp (mode, "fork") == 0)
    run_forked ();
  else if (strcmp (mode, "crash") == 0)
    {
      begin (&program, LS_CLOCK_MONOTONIC, NULL);
      post (&program, "fatal", LS_TASK_PRIORITY_USER_VISIBLE, NULL, 0, crash);
      run_to_end (program.loop);
    }
  else if (strcmp (mode, "execute") == 0)
    {
      run_bare ();
      execl (argv[0], argv[0], "bare", NULL);
    }
  else if (g_str_has_prefix (mode, "ticks"))
    {
      g_autoptr (LsTrace) trace = ls_trace_new ();

      outside = open (path, O_WRONLY | O_CLOEXEC);
      g_assert_cmpint (outside, >=, 0);
      run_ticks (strcmp (mode, "ticks-recorded") == 0 ? ls_trace_get_probe (trace) : NULL);
    }
  else
    return 2;
  return 0;
}
