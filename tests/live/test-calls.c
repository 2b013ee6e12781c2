/* test-calls.c: what is seen of GTasks that return, and of g_main_context_invoke()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-record.h"
#include "ls-state.h"
#include "ls-watch.h"

typedef struct
{
  LsWatch *watch;
  LsTrace *trace;
} Fixture;

/* Watches "watched-calls MODE" until its end. */
static void
watch (Fixture    *self,
       const char *mode)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED_CALLS"), mode, NULL };
  g_autoptr (GError) error = NULL;

  self->watch = ls_watch_new ();
  g_assert_true (ls_watch_launch (self->watch, arguments, &error));
  g_assert_no_error (error);
  while (!ls_live_run_has_ended (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_wait_status (self->watch), ==, 0);
  self->trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_clear_object (&self->watch);
}

/* Finds the next record of @kind from @position on whose text is @text. */
static gboolean
find (Fixture      *self,
      LsRecordKind  kind,
      const char   *text,
      gsize        *position,
      LsRecord     *record)
{
  for (; *position < ls_trace_get_length (self->trace); ++*position)
    {
      ls_trace_get_record (self->trace, *position, record);
      if (record->kind == kind && g_strcmp0 (ls_trace_get_text (self->trace, record->text), text) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The source @name was posted by @function in a thread. Returns the name of the thread. */
static const char *
find_origin (Fixture    *self,
             const char *name,
             const char *function)
{
  gsize position = 0;
  LsRecord post, origin;

  g_assert_true (find (self, LS_RECORD_TASK_INCOMING, name, &position, &post));
  g_assert_cmpint (post.flags & LS_RECORD_FLAG_OUTSIDE, !=, 0);
  g_assert_true (find (self, LS_RECORD_TASK_ORIGIN, function, &position, &origin));
  g_assert_cmpuint (origin.subject, ==, post.subject);
  return ls_trace_get_text (self->trace, origin.value);
}

static void
test_returns (Fixture       *self,
              gconstpointer  data)
{
  static const char *const names[] = { "boolean", "int", "pointer", "error", "new error", "value" };

  watch (self, "returns");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *thread = find_origin (self, names[i], "return_in_main");

      g_assert_nonnull (thread);
    }
}

static void
test_tag (Fixture       *self,
          gconstpointer  data)
{
  gsize position = 0;
  LsRecord record;

  watch (self, "tag");
  g_assert_true (find (self, LS_RECORD_TASK_INCOMING, "read_async", &position, &record));
}

/* The task has no name and no tag: it is known by the function that has returned it. */
static void
test_thread (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (LsState) state = NULL;
  const LsTaskState *task;
  const char *thread;
  gsize position = 0;
  LsRecord record;

  watch (self, "thread");
  thread = find_origin (self, "return_in_thread", "return_in_thread");
  g_assert_true (g_str_has_prefix (thread, "pool"));
  g_assert_true (find (self, LS_RECORD_TASK_ORIGIN, "return_in_thread", &position, &record));
  g_assert_cmpuint (record.object, ==, 0);
  state = ls_state_new (self->trace);
  ls_state_seek (state, position + 1);
  task = ls_state_get_task (state, record.subject);
  g_assert_cmpuint (task->origin, ==, record.text);
  g_assert_cmpuint (task->origin_thread, ==, record.value);
  position = 0;
  g_assert_false (find (self, LS_RECORD_TASK_INCOMING, "waited for", &position, &record));
}

/* What is called at once is work within the turn. */
static void
test_at_once (Fixture       *self,
              gconstpointer  data)
{
  gsize position = 0;
  LsRecord work, turn;

  watch (self, "at-once");
  g_assert_true (find (self, LS_RECORD_WORK, "at once", &position, &work));
  g_assert_cmpuint (work.value, >=, 2000);
  g_assert_true (find (self, LS_RECORD_WORK, "return_later", &position, &turn));
  g_assert_cmpuint (turn.value, >=, work.value);
  g_assert_cmpuint (ls_trace_get_n_turns (self->trace), ==, 1);
}

static void
test_invoke_now (Fixture       *self,
                 gconstpointer  data)
{
  gsize position = 0;
  LsRecord work, turn;

  watch (self, "invoke-now");
  g_assert_true (find (self, LS_RECORD_WORK, "count_again", &position, &work));
  g_assert_cmpuint (work.value, >=, 3000);
  g_assert_true (find (self, LS_RECORD_TURN_ENDED, NULL, &position, &turn));
  g_assert_cmpuint (ls_trace_get_n_turns (self->trace), ==, 1);
  position = 0;
  g_assert_false (find (self, LS_RECORD_WORK, "count_down", &position, &work));
}

static void
test_invoke_elsewhere (Fixture       *self,
                       gconstpointer  data)
{
  gsize position = 0;
  LsRecord record;

  watch (self, "invoke-elsewhere");
  g_assert_cmpstr (find_origin (self, "count_down", "invoke_in_thread"), ==, "inviter");
  g_assert_true (find (self, LS_RECORD_SOURCE_ATTACHED, "count_down", &position, &record));
  g_assert_cmpint ((gint32) record.value, ==, G_PRIORITY_HIGH);
  g_assert_cmpint (record.clause, ==, LS_CLAUSE_RECORDED);
}

/* What the main function posts, before the loop runs. */
static void
test_post (Fixture       *self,
           gconstpointer  data)
{
  watch (self, "post");
  g_assert_true (g_str_has_prefix ("watched-calls", find_origin (self, "count_down", "post_from_main")));
}

/* A context that comes to the address of one that is gone is another one: each has its one call. */
static void
test_contexts (Fixture       *self,
               gconstpointer  data)
{
  g_autoptr (GHashTable) agents = g_hash_table_new (NULL, NULL);
  guint32 agent = 1;
  guint n = 0;

  watch (self, "contexts");
  for (gsize i = 0; i < ls_trace_get_length (self->trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (self->trace, i, &record);
      if (record.kind == LS_RECORD_AGENT_RUN)
        agent = record.subject;
      if (record.kind != LS_RECORD_TASK_SELECTED)
        continue;
      g_assert_true (g_hash_table_add (agents, GUINT_TO_POINTER (agent)));
      n++;
    }
  g_assert_cmpuint (n, ==, 25);
}

/* There are more contexts than agents, which is said. Those that come one after the other have their calls in the trace. */
static void
assert_too_many (Fixture    *self,
                 const char *mode,
                 guint       n_turns)
{
  g_autofree char *problem = NULL;

  watch (self, mode);
  g_assert_cmpuint (ls_trace_get_n_turns (self->trace), ==, n_turns);
  problem = ls_live_run_dup_problem (LS_LIVE_RUN (self->watch));
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, "more than 1,024 contexts"));
}

static void
test_many_contexts (Fixture       *self,
                    gconstpointer  data)
{
  assert_too_many (self, "many-contexts", 1500);
}

static void
test_crowd (Fixture       *self,
            gconstpointer  data)
{
  assert_too_many (self, "crowd", 1024);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/calls/returns", Fixture, NULL, NULL, test_returns, tear_down);
  g_test_add ("/calls/tag", Fixture, NULL, NULL, test_tag, tear_down);
  g_test_add ("/calls/thread", Fixture, NULL, NULL, test_thread, tear_down);
  g_test_add ("/calls/at-once", Fixture, NULL, NULL, test_at_once, tear_down);
  g_test_add ("/calls/invoke-now", Fixture, NULL, NULL, test_invoke_now, tear_down);
  g_test_add ("/calls/invoke-elsewhere", Fixture, NULL, NULL, test_invoke_elsewhere, tear_down);
  g_test_add ("/calls/post", Fixture, NULL, NULL, test_post, tear_down);
  g_test_add ("/calls/contexts", Fixture, NULL, NULL, test_contexts, tear_down);
  g_test_add ("/calls/many-contexts", Fixture, NULL, NULL, test_many_contexts, tear_down);
  g_test_add ("/calls/crowd", Fixture, NULL, NULL, test_crowd, tear_down);

  return g_test_run ();
}
