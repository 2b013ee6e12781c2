/* test-watch.c: programs that run, and what is seen of their main loops
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-record.h"
#include "ls-state.h"
#include "watch-util.h"

/* Watches "watched MODE" until its end, which is to be that with @status. */
static LsWatch *
watch_mode (const char *mode,
            int         status)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL };

  return watch_to_end (arguments, status);
}

static guint
count (LsTrace      *trace,
       LsRecordKind  kind)
{
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n += record.kind == kind;
    }
  return n;
}

/* What was dispatched, in this order. */
static char *
list_turns (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  GString *list = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      const LsTaskState *task;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind != LS_RECORD_TASK_SELECTED)
        continue;
      ls_state_seek (state, i + 1);
      task = ls_state_get_task (state, record.subject);
      g_assert_nonnull (task);
      g_string_append_printf (list, "%s%s (%s)", list->len > 0 ? ", " : "", ls_trace_get_text (trace, task->name),
                              ls_queue_type_to_string (record.queue));
    }
  return g_string_free (list, FALSE);
}

static void
assert_turns (const char *mode,
              const char *expected)
{
  g_autoptr (LsWatch) watch = watch_mode (mode, 0);
  g_autofree char *turns = list_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));

  g_assert_cmpstr (turns, ==, expected);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), ==, 0);
  g_assert_null (ls_live_run_dup_problem (LS_LIVE_RUN (watch)));
}

static void
test_order (void)
{
  assert_turns ("order", "first (glib:-100), second (glib:0), third (glib:200)");
}

static void
test_timeout (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("timeout", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  guint64 due = 0;
  guint n_turns = 0;

  /* Each dispatch comes 2 ms after the one before, or later. */
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_DELAYED)
        {
          g_assert_cmpstr (ls_trace_get_text (trace, record.text), ==, "tick");
          g_assert_cmpuint (record.value, <=, 2000);
          due = record.time + record.value;
        }
      else if (record.kind == LS_RECORD_TASK_DUE)
        {
          g_assert_cmpuint (record.time, <=, due);
        }
      else if (record.kind == LS_RECORD_TASK_SELECTED)
        {
          n_turns++;
          /* GLib counts from the beginning of the iteration. */
          g_assert_cmpuint (record.time + 500, >=, due);
        }
    }
  g_assert_cmpuint (n_turns, ==, 4);
  g_assert_cmpuint (count (trace, LS_RECORD_TASK_DELAYED), ==, 4);
  g_assert_cmpuint (count (trace, LS_RECORD_CLOCK_ADVANCED), >, 0);
}

/* Sources have their priorities and intervals, and tasks their sources. */
/* What the main function posts before its loop runs. */
static void
test_origin (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("order", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      const LsTaskState *task;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind != LS_RECORD_TASK_ORIGIN)
        continue;
      n++;
      g_assert_cmpuint (record.object, ==, 0);
      g_assert_cmpstr (ls_trace_get_text (trace, record.value), ==, "watched");
      ls_state_seek (state, i + 1);
      task = ls_state_get_task (state, record.subject);
      g_assert_cmpuint (task->origin, ==, record.text);
      g_assert_cmpuint (task->origin_thread, ==, record.value);
    }
  g_assert_cmpuint (n, ==, 3);
}

/* Counts the tasks of a source that have run. A source that gets its name late has another one before, which has not. */
static guint
count_run (LsState *state,
           guint32  source)
{
  guint n = 0;

  for (guint32 id = 0; (id = ls_state_find_next_task (state, id)) != 0;)
    n += ls_state_get_task (state, id)->source == source && ls_state_get_task (state, id)->status == LS_TASK_STATUS_FINISHED;
  return n;
}

static void
test_sources (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("order", 0);
  g_autoptr (LsWatch) ticking = watch_mode ("timeout", 0);
  g_autoptr (LsState) state = ls_state_new (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  static const int priorities[] = { 200, 0, -100 };
  const LsSourceState *source;

  ls_state_seek (state, ls_trace_get_length (ls_live_run_get_trace (LS_LIVE_RUN (watch))));
  g_assert_cmpuint (ls_state_get_n_sources (state), ==, 3);
  for (guint32 i = 1; i <= 3; i++)
    {
      source = ls_state_get_source (state, i);
      g_assert_cmpint (source->priority, ==, priorities[i - 1]);
      g_assert_cmpuint (source->sort, ==, LS_SOURCE_IDLE);
      g_assert_false (source->is_found);
      g_assert_false (source->exists);
      g_assert_cmpuint (count_run (state, i), ==, 1);
    }
  g_assert_cmpuint (count (ls_live_run_get_trace (LS_LIVE_RUN (watch)), LS_RECORD_SOURCE_DESTROYED), ==, 3);

  ls_state_unref (state);
  state = ls_state_new (ls_live_run_get_trace (LS_LIVE_RUN (ticking)));
  ls_state_seek (state, ls_trace_get_length (ls_live_run_get_trace (LS_LIVE_RUN (ticking))));
  source = ls_state_get_source (state, 1);
  g_assert_cmpuint (source->sort, ==, LS_SOURCE_TIMEOUT);
  g_assert_cmpuint (source->interval, ==, 2);
  /* A source is one, however often it is dispatched. */
  g_assert_cmpuint (ls_state_get_n_sources (state), ==, 1);
  g_assert_cmpuint (ls_state_get_task (state, 4)->source, ==, 1);
}

/* The poster of a source is the one that runs. */
static void
test_nested_posts (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("nested-posts", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsTaskState *parent, *child;

  ls_state_seek (state, ls_trace_get_length (trace));
  parent = ls_state_get_task (state, 1);
  child = ls_state_get_task (state, 2);
  g_assert_cmpstr (ls_trace_get_text (trace, parent->name), ==, "parent");
  g_assert_cmpstr (ls_trace_get_text (trace, child->name), ==, "child");
  g_assert_cmpuint (child->posted_by, ==, 1);
  g_assert_cmpuint (parent->posted_by, ==, 0);
}

static void
test_nested_loop (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("nested-loop", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  /* What runs within a dispatch belongs to its turn. */
  g_assert_cmpuint (count (trace, LS_RECORD_TASK_SELECTED), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_TURN_ENDED), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_WORK), ==, 2);
}

static void
test_priority (void)
{
  assert_turns ("priority", "raises (glib:0), raised (glib:-100)");
}

static void
test_removal (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("removal", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  g_assert_cmpuint (count (trace, LS_RECORD_TASK_INCOMING), ==, 2);
  g_assert_cmpuint (count (trace, LS_RECORD_TASK_REMOVED), ==, 1);
  g_assert_cmpuint (count (trace, LS_RECORD_TASK_SELECTED), ==, 1);
}

static void
test_custom (void)
{
  assert_turns ("custom", "own kind (glib:0), own kind (glib:0), own kind (glib:0)");
}

/* It waits for the time that it has set, and for none when it has set none. */
static void
test_ready_time (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("ready-time", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  guint n_delayed = 0, n_removed = 0, n_events = 0, n_run = 0;
  guint64 due = 0;
  guint32 task = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n_removed += record.kind == LS_RECORD_TASK_REMOVED;
      if (record.kind == LS_RECORD_TASK_DELAYED && (record.flags & LS_RECORD_FLAG_EVENT) != 0)
        {
          n_events++;
        }
      else if (record.kind == LS_RECORD_TASK_DELAYED && strcmp (ls_trace_get_text (trace, record.text), "due") == 0)
        {
          due = record.time + record.value;
          task = record.subject;
          n_delayed++;
        }
      else if (record.kind == LS_RECORD_TASK_SELECTED && n_delayed > 0 && record.subject == task)
        {
          g_assert_cmpuint (record.time + 500, >=, due);
          n_run++;
        }
    }
  /* Far away and then near, and once more in its callback. */
  g_assert_cmpuint (n_delayed, ==, 3);
  g_assert_cmpuint (n_run, >, 0);
  /* Before it has said so for the first time, and after it has for the last. */
  g_assert_cmpuint (n_events, ==, 2);
  g_assert_cmpuint (n_removed, >=, 1);
}

static void
test_threads (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("threads", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree char *turns = list_turns (trace);

  g_assert_cmpstr (turns, ==, "in a thread (glib:200), in a thread (glib:200), in a thread (glib:200), count_down (glib:200)");
  ls_state_seek (state, ls_trace_get_length (trace));
  /* The default context, and one for each thread. */
  g_assert_cmpuint (ls_state_get_n_agents (state), ==, 4);
  /* Also where the main thread has told of the context before. */
  for (guint i = 1; i <= 4; i++)
    g_assert_cmpstr (ls_trace_get_text (trace, ls_state_get_agent (state, i)->name), ==, i < 4 ? "watched: worker" : "watched");
}

/* What does not fit is dropped and counted, and the program does not wait. */
static void
test_burst (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("burst", 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  const guint64 n_lost = ls_live_run_get_n_lost (LS_LIVE_RUN (watch));
  const guint n_turns = count (trace, LS_RECORD_TASK_SELECTED);

  g_test_message ("%u turns, %" G_GUINT64_FORMAT " records lost", n_turns, n_lost);
  g_assert_cmpuint (n_turns, <=, 100000);
  g_assert_cmpuint (n_turns, >, 0);
  if (n_lost == 0)
    g_assert_cmpuint (n_turns, ==, 100000);
  g_assert_null (ls_live_run_dup_problem (LS_LIVE_RUN (watch)));
}

static void
test_fork (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("fork", 0);
  g_autofree char *turns = list_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));

  /* The child, which executes no other program, is a program of its own. */
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 2);
  g_assert_cmpstr (turns, ==, "count_down (glib:200), count_down (glib:200)");
}

static void
test_execute (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("execute", 0);
  g_autofree char *turns = list_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));

  /* Where the process is not known any more when it speaks as another program, it counts again. */
  g_assert_cmpuint (ls_watch_get_n_processes (watch), >=, 2);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), <=, 3);
  g_assert_cmpstr (turns, ==, "first (glib:-100), second (glib:0), third (glib:200), count_down (glib:200), first (glib:-100), "
                   "second (glib:0), third (glib:200)");
}

/* However a program ends, what it said before is there. */
static void
test_end (gconstpointer data)
{
  const int status = GPOINTER_TO_INT (data);
  g_autoptr (LsWatch) watch = watch_mode (WIFEXITED (status) ? "status" : WTERMSIG (status) == 9 ? "kill" : "abort", status);

  g_assert_cmpuint (count (ls_live_run_get_trace (LS_LIVE_RUN (watch)), LS_RECORD_TASK_SELECTED), ==, 3);
}

/* What it does is in memory that it still has. */
static void
test_close_all (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("close-all", 0);

  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
  g_assert_cmpuint (count (ls_live_run_get_trace (LS_LIVE_RUN (watch)), LS_RECORD_TASK_SELECTED), ==, 1);
}

static void
test_no_glib (void)
{
  const char *const arguments[] = { "true", NULL };
  g_autoptr (LsWatch) watch = ls_watch_new ();

  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, 0);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 0);
  g_assert_cmpuint (ls_trace_get_length (ls_live_run_get_trace (LS_LIVE_RUN (watch))), ==, 0);
}

static void
test_no_program (void)
{
  const char *const arguments[] = { "/nowhere/program", NULL };
  LsWatch *watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_watch_launch (watch, arguments, &error));
  g_assert_nonnull (error);
  g_object_add_weak_pointer (G_OBJECT (watch), (gpointer *) &watch);
  g_object_unref (watch);
  g_assert_null (watch);
}

/* The program goes on when nobody watches any more. */
static void
test_stop (void)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "timeout", NULL };
  LsWatch *watch = ls_watch_new ();
  gboolean has_ended = FALSE;

  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  while (ls_trace_get_length (ls_live_run_get_trace (LS_LIVE_RUN (watch))) == 0 && !ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  has_ended = ls_live_run_has_ended (LS_LIVE_RUN (watch));
  ls_live_run_stop (LS_LIVE_RUN (watch));
  g_assert_true (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
  g_test_message ("it had %s", has_ended ? "ended" : "not ended");
  g_object_add_weak_pointer (G_OBJECT (watch), (gpointer *) &watch);
  g_object_unref (watch);
  g_assert_null (watch);
}

/* Whatever comes over the socket, what the program itself tells is there. */
static void
test_hostile (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("hostile", 0);
  g_autofree char *turns = list_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  g_autofree char *problem = ls_live_run_dup_problem (LS_LIVE_RUN (watch));

  g_assert_cmpstr (turns, ==, "first (glib:-100), second (glib:0), third (glib:200)");
  g_assert_nonnull (problem);
}

/* A program that runs with another user's rights takes nobody's library in, and runs as ever. */
static void
test_setuid (void)
{
  g_autofree char *folder = g_dir_make_tmp ("setuid-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "watched", NULL);
  g_autofree char *setpriv = g_find_program_in_path ("setpriv");
  const char *const arguments[] = { setpriv, "--reuid=65534", "--clear-groups", copy, "identity", NULL };
  g_autoptr (GFile) source = g_file_new_for_path (g_getenv ("LS_TEST_WATCHED"));
  g_autoptr (GFile) target = g_file_new_for_path (copy);
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  /* util-linux brings setpriv. A developer who is not root cannot change the user of a program; CI runs as root. */
  g_assert_nonnull (setpriv);
  if (geteuid () != 0)
    {
      g_test_skip ("only root can give a program to another user");
      g_rmdir (folder);
      return;
    }
  g_assert_true (g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  g_assert_cmpint (chmod (copy, 04755), ==, 0);
  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  /* 7: it had another user's rights, and no library of ours. */
  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, 7 << 8);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 0);
  g_unlink (copy);
  g_rmdir (folder);
}

/* The name of a context says whether it is that of a thread, also where a program has a name such as "tmux: server". */
static void
test_names (void)
{
  g_autofree char *folder = g_dir_make_tmp ("names-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "it: watched", NULL);
  const char *const arguments[] = { copy, "threads", NULL };
  g_autoptr (GFile) source = g_file_new_for_path (g_getenv ("LS_TEST_WATCHED"));
  g_autoptr (GFile) target = g_file_new_for_path (copy);
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsState) state = NULL;
  guint n_programs = 0, n_threads = 0;

  g_assert_true (g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  state = ls_state_new (ls_live_run_get_trace (LS_LIVE_RUN (watch)));
  ls_state_seek (state, G_MAXSIZE);
  for (guint i = 1; i <= ls_state_get_n_agents (state); i++)
    {
      const char *name = ls_trace_get_text (ls_live_run_get_trace (LS_LIVE_RUN (watch)), ls_state_get_agent (state, i)->name);

      g_test_message ("%s", name);
      if (ls_agent_name_get_thread (name) == NULL)
        n_programs++;
      else if (g_str_equal (name, "it:watched: worker"))
        n_threads++;
    }
  g_assert_cmpuint (n_programs, ==, 1);
  g_assert_cmpuint (n_threads, ==, 3);
  g_unlink (copy);
  g_rmdir (folder);
}

static void
note_thread (LsWatch  *watch,
             GThread **thread)
{
  g_assert_true (*thread == NULL || *thread == g_thread_self ());
  *thread = g_thread_self ();
}

/* All is read while the maker does other things, who is told when it listens. */
static void
test_own_thread (void)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED"), "order", NULL };
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (LsWatch) watch = NULL;
  GThread *changed = NULL, *ended = NULL;

  g_main_context_push_thread_default (context);
  watch = ls_watch_new ();
  g_signal_connect (watch, "changed", G_CALLBACK (note_thread), &changed);
  g_signal_connect (watch, "ended", G_CALLBACK (note_thread), &ended);
  g_assert_true (ls_watch_launch (watch, arguments, NULL));
  while (ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (watch))) < 3)
    g_thread_yield ();
  g_assert_null (changed);
  g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (watch)));
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (context, TRUE);
  g_assert_true (changed == g_thread_self ());
  g_assert_true (ended == g_thread_self ());
  g_main_context_pop_thread_default (context);
}

/* A program starts where the caller wants. One without a name does not. */
static void
test_surroundings (void)
{
  g_autofree char *folder = g_dir_make_tmp ("watch-XXXXXX", NULL);
  const char *const arguments[] = { "sh", "-c", "echo $PWD $LS_TEST_WORD > out", NULL };
  const char *const environment[] = { "PATH=/usr/bin:/bin", "LS_TEST_WORD=word", NULL };
  const char *const nothing[] = { "", NULL };
  g_autofree char *path = g_build_filename (folder, "out", NULL);
  g_autofree char *expected = g_strdup_printf ("%s word\n", folder);
  g_autofree char *out = NULL;
  g_autoptr (LsWatch) watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_watch_launch (watch, nothing, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  ls_watch_set_surroundings (watch, folder, environment);
  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_file_get_contents (path, &out, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, expected);
  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/watch/order", test_order);
  g_test_add_func ("/watch/timeout", test_timeout);
  g_test_add_func ("/watch/origin", test_origin);
  g_test_add_func ("/watch/sources", test_sources);
  g_test_add_func ("/watch/nested-posts", test_nested_posts);
  g_test_add_func ("/watch/nested-loop", test_nested_loop);
  g_test_add_func ("/watch/priority", test_priority);
  g_test_add_func ("/watch/removal", test_removal);
  g_test_add_func ("/watch/custom", test_custom);
  g_test_add_func ("/watch/ready-time", test_ready_time);
  g_test_add_func ("/watch/threads", test_threads);
  g_test_add_func ("/watch/burst", test_burst);
  g_test_add_func ("/watch/fork", test_fork);
  g_test_add_func ("/watch/execute", test_execute);
  g_test_add_data_func ("/watch/status", GINT_TO_POINTER (3 << 8), test_end);
  g_test_add_data_func ("/watch/kill", GINT_TO_POINTER (9), test_end);
  g_test_add_data_func ("/watch/abort", GINT_TO_POINTER (6), test_end);
  g_test_add_func ("/watch/close-all", test_close_all);
  g_test_add_func ("/watch/no-glib", test_no_glib);
  g_test_add_func ("/watch/no-program", test_no_program);
  g_test_add_func ("/watch/stop", test_stop);
  g_test_add_func ("/watch/own-thread", test_own_thread);
  g_test_add_func ("/watch/hostile", test_hostile);
  g_test_add_func ("/watch/setuid", test_setuid);
  g_test_add_func ("/watch/names", test_names);
  g_test_add_func ("/watch/surroundings", test_surroundings);
  return g_test_run ();
}
