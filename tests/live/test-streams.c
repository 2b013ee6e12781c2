/* test-streams.c: programs that use the library, and what is seen of their own traces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-live-writer-private.h"
#include "ls-record-members-private.h"
#include "ls-ring-reader-private.h"
#include "ls-state.h"
#include "ls-trace-file.h"
#include "ls-watch.h"

static LsWatch *
launch (const char *mode,
        const char *path)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_SCHEDULED"), mode, path, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", TRUE);
  LsWatch *watch = ls_watch_new ();
  g_autoptr (GError) error = NULL;

  ls_watch_set_surroundings (watch, NULL, (const char *const *) environment);
  g_assert_true (ls_watch_launch (watch, arguments, &error));
  g_assert_no_error (error);
  return watch;
}

/* Watches "scheduled MODE PATH" until its end. */
static LsWatch *
watch_mode (const char *mode,
            const char *path,
            int         status)
{
  LsWatch *watch = launch (mode, path);

  while (!ls_live_run_has_ended (LS_LIVE_RUN (watch)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, status);
  g_assert_null (ls_live_run_dup_problem (LS_LIVE_RUN (watch)));
  return watch;
}

/* Lists the records of the loop of an agent, by its number; of the only one there is for 0. Those that tell of agents are not
 * among them. */
static GArray *
list_records (LsTrace *trace,
              guint32  agent)
{
  GArray *records = g_array_new (FALSE, FALSE, sizeof (LsRecord));
  guint32 shown = 1;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_AGENT_RUN)
        shown = record.subject;
      else if ((agent == 0 || shown == agent) && record.kind != LS_RECORD_AGENT_CREATED && record.kind != LS_RECORD_AGENT_STATE)
        g_array_append_val (records, record);
    }
  return records;
}

/* Returns the @n-th agent, from 1, whose name has @word; 0 if there is none. */
static guint32
find_agent (LsTrace    *trace,
            const char *word,
            guint       n)
{
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_AGENT_CREATED && strstr (ls_trace_get_text (trace, record.text), word) != NULL && --n == 0)
        return record.subject;
    }
  return 0;
}

static guint
count (GArray       *records,
       LsRecordKind  kind)
{
  guint n = 0;

  for (guint i = 0; i < records->len; i++)
    n += g_array_index (records, LsRecord, i).kind == kind;
  return n;
}

typedef struct
{
  LsTrace    *own, *watched;
  GHashTable *numbers[LS_N_RECORD_MEMBERS], *back[LS_N_RECORD_MEMBERS];
} Comparison;

/* Each thing has one number here and one there, and no other thing has them. */
static void
compare_members (Comparison     *self,
                 LsRecordMember  member,
                 guint32         own,
                 guint32         watched)
{
  gpointer found;

  if (member == LS_RECORD_MEMBER_TEXT)
    {
      g_assert_cmpstr (ls_trace_get_text (self->own, own), ==, ls_trace_get_text (self->watched, watched));
      return;
    }
  if (member == LS_RECORD_MEMBER_NUMBER || own == 0 || watched == 0)
    {
      g_assert_cmpuint (own, ==, watched);
      return;
    }
  if (g_hash_table_lookup_extended (self->numbers[member], GUINT_TO_POINTER (own), NULL, &found))
    {
      g_assert_cmpuint (GPOINTER_TO_UINT (found), ==, watched);
      return;
    }
  g_assert_true (g_hash_table_insert (self->numbers[member], GUINT_TO_POINTER (own), GUINT_TO_POINTER (watched)));
  g_assert_true (g_hash_table_insert (self->back[member], GUINT_TO_POINTER (watched), GUINT_TO_POINTER (own)));
}

/* Record by record, all is the same but numbers and the beginning of time. */
static void
compare (LsTrace  *own,
         LsTrace  *watched,
         guint32   agent,
         gboolean  compares_times)
{
  Comparison self = { .own = own, .watched = watched };
  g_autoptr (GArray) expected = list_records (own, 0), found = list_records (watched, agent);
  const guint64 start = g_array_index (found, LsRecord, 0).time - g_array_index (expected, LsRecord, 0).time;

  g_assert_cmpuint (found->len, ==, expected->len);
  for (guint i = 0; i < LS_N_RECORD_MEMBERS; i++)
    {
      self.numbers[i] = g_hash_table_new (NULL, NULL);
      self.back[i] = g_hash_table_new (NULL, NULL);
    }
  for (guint i = 0; i < expected->len; i++)
    {
      const LsRecord *one = &g_array_index (expected, LsRecord, i), *other = &g_array_index (found, LsRecord, i);
      const LsRecordMembers members = ls_record_get_members (one);
      const guint8 recorded = one->kind == LS_RECORD_LOOP_STARTED ? LS_RECORD_FLAG_RECORDED : 0;

      g_assert_cmpint (one->kind, ==, other->kind);
      g_assert_cmpint (one->clause, ==, other->clause);
      g_assert_cmpint (one->step, ==, other->step);
      g_assert_cmpint (one->priority, ==, other->priority);
      g_assert_cmpint (one->queue, ==, other->queue);
      g_assert_cmpint (one->level, ==, other->level);
      g_assert_cmpint (one->flags | recorded, ==, other->flags);
      compare_members (&self, members.subject, one->subject, other->subject);
      compare_members (&self, members.object, one->object, other->object);
      compare_members (&self, members.value, one->value, other->value);
      compare_members (&self, LS_RECORD_MEMBER_TEXT, one->text, other->text);
      if (compares_times)
        g_assert_cmpuint (one->time + start, ==, other->time);
    }
  for (guint i = 0; i < LS_N_RECORD_MEMBERS; i++)
    {
      g_hash_table_unref (self.numbers[i]);
      g_hash_table_unref (self.back[i]);
    }
}

static LsTrace *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  LsTrace *trace = ls_trace_load (file, NULL, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
assert_same (const char *mode,
             gboolean    compares_times)
{
  g_autofree char *folder = g_dir_make_tmp ("streams-XXXXXX", NULL), *path = g_build_filename (folder, "own.json.gz", NULL);
  g_autoptr (LsWatch) watch = watch_mode (mode, path, 0);
  g_autoptr (LsTrace) own = load (path);
  LsTrace *watched = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (GArray) records = NULL;

  compare (own, watched, find_agent (watched, "event loop", 1), compares_times);
  records = list_records (watched, find_agent (watched, "event loop", 1));
  /* It would be the same if there were nothing. */
  g_assert_cmpuint (count (records, LS_RECORD_SIGNAL_PRIORITY), >, 0);
  g_assert_cmpuint (count (records, LS_RECORD_SIGNAL_ABORTED), >, 0);
  g_assert_cmpuint (count (records, LS_RECORD_TASK_REMOVED), >, 0);
  g_assert_cmpuint (count (records, LS_RECORD_PROMISE_REJECTED), >, 0);
  g_assert_cmpuint (count (records, LS_RECORD_MICROTASK_FINISHED), >, 0);
  g_assert_cmpuint (count (records, LS_RECORD_TIMER_FIRED), ==, 3);
  g_assert_cmpuint (count (records, LS_RECORD_IDLE_FIRED), ==, 1);
  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), ==, 0);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), ==, 1);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_same (void)
{
  assert_same ("record", TRUE);
}

/* What happens at no time is seen when it is told. */
static void
test_virtual (void)
{
  assert_same ("record-virtual", FALSE);
}

/* The agents of a cluster are agents, with the memory that they share. */
static void
test_cluster (void)
{
  g_autofree char *folder = g_dir_make_tmp ("streams-XXXXXX", NULL), *path = g_build_filename (folder, "own.json.gz", NULL);
  g_autoptr (LsWatch) watch = watch_mode ("record-cluster", path, 0);
  g_autoptr (LsTrace) own = load (path);
  LsTrace *watched = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  for (guint n = 1; n <= 2; n++)
    {
      const char *const names[] = { "first", "second" };
      const guint32 agent = find_agent (own, names[n - 1], 1), other = find_agent (watched, names[n - 1], 1);
      g_autoptr (GArray) expected = list_records (own, agent), found = list_records (watched, other);

      g_assert_cmpuint (other, !=, 0);
      g_assert_cmpuint (count (found, LS_RECORD_ATOMIC_OPERATION), >=, 3);
      g_assert_cmpuint (count (found, LS_RECORD_ATOMIC_OPERATION), ==, count (expected, LS_RECORD_ATOMIC_OPERATION));
      g_assert_cmpuint (count (found, LS_RECORD_TASK_SELECTED), ==, 1);
      g_assert_cmpuint (found->len, ==, expected->len);
    }
  g_unlink (path);
  g_rmdir (folder);
}

/* Returns how many tasks with this name an agent has selected. */
static guint
count_runs (LsTrace    *trace,
            guint32     agent,
            const char *name)
{
  g_autoptr (GArray) records = list_records (trace, agent);
  g_autoptr (GHashTable) named = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < records->len; i++)
    {
      const LsRecord *record = &g_array_index (records, LsRecord, i);

      if (record->kind == LS_RECORD_TASK_POSTED && g_strcmp0 (ls_trace_get_text (trace, record->text), name) == 0)
        g_hash_table_add (named, GUINT_TO_POINTER (record->subject));
      n += record->kind == LS_RECORD_TASK_SELECTED && g_hash_table_contains (named, GUINT_TO_POINTER (record->subject));
    }
  return n;
}

/* The state that follows knows tasks and signals. */
static void
test_bare (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("bare", NULL, 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (GArray) records = list_records (trace, find_agent (trace, "event loop", 1));

  g_assert_cmpuint (count (records, LS_RECORD_LOOP_STARTED), ==, 1);
  g_assert_cmpuint (count_runs (trace, find_agent (trace, "event loop", 1), "raised"), ==, 1);
  g_assert_cmpuint (count_runs (trace, find_agent (trace, "event loop", 1), "aborted"), ==, 0);
  g_assert_cmpuint (ls_live_run_get_main_agent (LS_LIVE_RUN (watch)), !=, 0);
  /* The task of an event loop cannot be acted on. */
  for (guint i = 0; i < records->len; i++)
    {
      const LsRecord *record = &g_array_index (records, LsRecord, i);
      g_autoptr (GError) error = NULL;

      if (record->kind != LS_RECORD_TASK_POSTED)
        continue;
      g_assert_false (ls_watch_hold_at (watch, record->subject, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
    }
}

/* Each loop is an agent, and no number of one is that of another. */
static void
test_threads (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("threads", NULL, 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autoptr (GHashTable) tasks = g_hash_table_new (NULL, NULL);

  for (guint n = 1; n <= 3; n++)
    {
      const guint32 agent = find_agent (trace, "event loop", n);
      g_autoptr (GArray) records = list_records (trace, agent);

      g_assert_cmpuint (agent, !=, 0);
      g_assert_cmpuint (count_runs (trace, agent, "raised"), ==, 1);
      for (guint i = 0; i < records->len; i++)
        if (g_array_index (records, LsRecord, i).kind == LS_RECORD_TASK_POSTED)
          g_assert_true (g_hash_table_add (tasks, GUINT_TO_POINTER (g_array_index (records, LsRecord, i).subject)));
    }
  g_assert_cmpuint (find_agent (trace, "event loop", 4), ==, 0);
}

/* All that was published before is seen. */
static void
test_crash (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("crash", NULL, SIGKILL);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  g_assert_cmpuint (count_runs (trace, 0, "fatal"), ==, 1);
}

/* A child that goes on is not its parent. */
static void
test_fork (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("fork", NULL, 0);
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));

  g_assert_cmpuint (count_runs (trace, 0, "before"), ==, 1);
  g_assert_cmpuint (count_runs (trace, 0, "parent's"), ==, 1);
  g_assert_cmpuint (count_runs (trace, 0, "after"), ==, 1);
  g_assert_cmpuint (count_runs (trace, 0, "child's"), ==, 0);
}

static void
test_execute (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("execute", NULL, 0);

  g_assert_cmpuint (count_runs (ls_live_run_get_trace (LS_LIVE_RUN (watch)), 0, "raised"), ==, 2);
}

/* A watcher that reads when the test says so. */
typedef struct
{
  char         *folder, *path;
  int           listener, connection;
  GPid          pid;
  int           in, out;
  LsRingReader *reader;
  LsTrace      *trace;
  LsLiveWriter *writer;
  LsLiveThread *thread;
} SlowWatcher;

static LsWireHello
receive (SlowWatcher *self,
         int         *fds)
{
  union { struct cmsghdr header; char bytes[CMSG_SPACE (2 * sizeof (int))]; } control;
  LsWireHello hello = { 0 };
  struct iovec part = { &hello, sizeof hello };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control };

  g_assert_cmpint (recvmsg (self->connection, &message, MSG_CMSG_CLOEXEC), ==, sizeof hello);
  g_assert_nonnull (CMSG_FIRSTHDR (&message));
  memcpy (fds, CMSG_DATA (CMSG_FIRSTHDR (&message)), 2 * sizeof (int));
  return hello;
}

static void
begin_slowly (SlowWatcher *self,
              const char  *mode,
              const char  *argument)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_SCHEDULED"), mode, argument, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "ASAN_OPTIONS", "detect_leaks=0", TRUE);
  g_autofree char *trace = NULL;
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  g_autoptr (GError) error = NULL;
  int fds[2];

  self->folder = g_dir_make_tmp ("streams-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "watch", NULL);
  trace = g_strconcat ("unix:", self->path, NULL);
  environment = g_environ_setenv (environment, "LOOPSCOPE_TRACE", trace, TRUE);
  g_strlcpy (address.sun_path, self->path, sizeof address.sun_path);
  self->listener = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  g_assert_cmpint (bind (self->listener, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (self->listener, 1), ==, 0);
  g_assert_true (g_spawn_async_with_pipes (NULL, (char **) arguments, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &self->pid,
                                           &self->in, &self->out, NULL, &error));
  g_assert_no_error (error);
  self->connection = accept (self->listener, NULL, NULL);
  g_assert_cmpint (self->connection, >=, 0);
  g_assert_false (receive (self, fds).is_ring);
  close (fds[0]);
  close (fds[1]);
  g_assert_true (receive (self, fds).is_ring);
  self->reader = ls_ring_reader_new (fds[0], &error);
  g_assert_no_error (error);
  close (fds[0]);
  close (fds[1]);
  self->trace = ls_trace_new ();
  self->writer = ls_live_writer_new (ls_trace_get_probe (self->trace));
  self->thread = ls_live_process_add_thread (ls_live_writer_add_process (self->writer, "slow", NULL, NULL), "thread");
}

static void
read_ring (SlowWatcher *self)
{
  LsRingRecord record;
  guint64 time;

  ls_ring_reader_look (self->reader);
  while (ls_ring_reader_peek (self->reader, &time))
    {
      ls_ring_reader_take (self->reader, &record);
      ls_live_writer_write (self->writer, self->thread, &record, time / 1000);
    }
  g_assert_false (ls_ring_reader_is_broken (self->reader));
  ls_ring_reader_release (self->reader);
  ls_probe_publish (ls_trace_get_probe (self->trace));
}

static void
end_slowly (SlowWatcher *self)
{
  int status;

  g_assert_cmpint (waitpid (self->pid, &status, 0), ==, self->pid);
  g_assert_cmpint (status, ==, 0);
  read_ring (self);
  g_assert_true (ls_ring_reader_is_closed (self->reader));
}

static void
clear_slowly (SlowWatcher *self)
{
  close (self->in);
  close (self->out);
  close (self->connection);
  close (self->listener);
  ls_live_writer_free (self->writer);
  ls_ring_reader_free (self->reader);
  g_object_unref (self->trace);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

/* Whether the loop of an agent still has something to do as far as the trace goes: each of its tasks but the last queues another one. */
static gboolean
is_behind (LsTrace *trace,
           guint32  agent)
{
  g_autoptr (GArray) records = list_records (trace, agent);
  const guint16 last = records->len > 0 ? g_array_index (records, LsRecord, records->len - 1).kind : LS_RECORD_TASK_SELECTED;

  return count (records, LS_RECORD_TASK_QUEUED) != count (records, LS_RECORD_TASK_SELECTED) ||
         last == LS_RECORD_TASK_SELECTED || last == LS_RECORD_TASK_STARTED;
}

/* The program does not wait for who does not read. What is missing then is counted, and what there is said anew. */
static void
test_slow (void)
{
  SlowWatcher self = { 0 };
  guint32 last;
  char letter;

  begin_slowly (&self, "flood", "200000");
  g_assert_cmpint (read (self.out, &letter, 1), ==, 1);
  while ((last = find_agent (self.trace, "(2)", 1)) == 0 || is_behind (self.trace, last))
    {
      g_usleep (1000);
      read_ring (&self);
    }
  g_assert_cmpint (write (self.in, "g", 1), ==, 1);
  end_slowly (&self);
  g_assert_cmpuint (ls_ring_reader_get_lost (self.reader), >, 100000);
  last = find_agent (self.trace, "(2)", 1);
  g_assert_cmpuint (find_agent (self.trace, "(3)", 1), ==, 0);
  g_assert_cmpuint (count_runs (self.trace, last, "last"), ==, 1);
  g_assert_cmpuint (count_runs (self.trace, last, "far"), ==, 0);
  {
    g_autoptr (GArray) records = list_records (self.trace, last);
    guint n_far = 0;

    for (guint i = 0; i < records->len; i++)
      n_far += g_array_index (records, LsRecord, i).kind == LS_RECORD_TASK_DELAYED;
    g_assert_cmpuint (n_far, ==, 1);
  }
  clear_slowly (&self);
}

/* What has no room waits as long as the trace has it. */
static void
test_late_reader (void)
{
  SlowWatcher self = { 0 };
  char letter;

  /* More units than the ring has, fewer records than the trace keeps. */
  begin_slowly (&self, "flood", "24001");
  g_assert_cmpint (read (self.out, &letter, 1), ==, 1);
  while (ls_trace_get_n_turns (self.trace) < 24000)
    {
      g_usleep (1000);
      read_ring (&self);
    }
  g_assert_cmpint (write (self.in, "g", 1), ==, 1);
  end_slowly (&self);
  g_assert_cmpuint (ls_ring_reader_get_lost (self.reader), ==, 0);
  g_assert_cmpuint (ls_trace_get_n_turns (self.trace), ==, 24001);
  clear_slowly (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/streams/same", test_same);
  g_test_add_func ("/streams/virtual", test_virtual);
  g_test_add_func ("/streams/cluster", test_cluster);
  g_test_add_func ("/streams/bare", test_bare);
  g_test_add_func ("/streams/threads", test_threads);
  g_test_add_func ("/streams/crash", test_crash);
  g_test_add_func ("/streams/fork", test_fork);
  g_test_add_func ("/streams/execute", test_execute);
  g_test_add_func ("/streams/slow", test_slow);
  g_test_add_func ("/streams/late-reader", test_late_reader);

  return g_test_run ();
}
