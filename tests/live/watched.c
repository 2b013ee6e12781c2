/* watched.c: a program whose main loops do what the tests of the watch want to see
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ls-wire.h"

static GMainLoop *loop;
static guint n_left;
static guint starved;

static gboolean
count_down (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
run (guint n)
{
  n_left = n;
  g_main_loop_run (loop);
}

static guint
add_named (int         priority,
           GSourceFunc function,
           const char *name)
{
  guint id = g_idle_add_full (priority, function, NULL, NULL);

  g_source_set_name_by_id (id, name);
  return id;
}

/* Idles of three priorities, posted in the wrong order. */
static void
order (void)
{
  add_named (G_PRIORITY_DEFAULT_IDLE, count_down, "third");
  add_named (G_PRIORITY_DEFAULT, count_down, "second");
  add_named (G_PRIORITY_HIGH, count_down, "first");
  run (3);
}

static gboolean
tick (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  return n_left > 0;
}

static void
timeout (void)
{
  g_timeout_add (2, tick, NULL);
  run (4);
}

static gboolean
post_another (gpointer data)
{
  add_named (G_PRIORITY_DEFAULT, count_down, "child");
  return count_down (data);
}

static void
nested_posts (void)
{
  add_named (G_PRIORITY_DEFAULT, post_another, "parent");
  run (2);
}

static gboolean
iterate (gpointer data)
{
  add_named (G_PRIORITY_HIGH, count_down, "inner");
  g_main_context_iteration (NULL, FALSE);
  return count_down (data);
}

static void
nested_loop (void)
{
  add_named (G_PRIORITY_DEFAULT, iterate, "outer");
  run (2);
}

static gboolean
raise_starved (gpointer data)
{
  g_source_set_priority (g_main_context_find_source_by_id (NULL, starved), G_PRIORITY_HIGH);
  return count_down (data);
}

static void
priority (void)
{
  starved = add_named (G_PRIORITY_LOW, count_down, "raised");
  add_named (G_PRIORITY_DEFAULT, raise_starved, "raises");
  run (2);
}

static void
removal (void)
{
  g_source_remove (add_named (G_PRIORITY_DEFAULT_IDLE, count_down, "never"));
  add_named (G_PRIORITY_DEFAULT_IDLE, count_down, "once");
  run (1);
}

static gboolean
prepare (GSource *source,
         int     *time)
{
  return TRUE;
}

static gboolean
check (GSource *source)
{
  return TRUE;
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     data)
{
  return tick (NULL);
}

/* A kind of the program's own, which stays ready. */
static void
custom (void)
{
  static GSourceFuncs funcs = { .prepare = prepare, .check = check, .dispatch = dispatch };
  GSource *source = g_source_new (&funcs, sizeof (GSource));

  g_source_set_name (source, "own kind");
  g_source_attach (source, NULL);
  g_source_unref (source);
  run (3);
}

static gboolean
dispatch_due (GSource     *source,
              GSourceFunc  callback,
              gpointer     data)
{
  g_source_set_ready_time (source, n_left > 2 ? g_get_monotonic_time () + 3000 : -1);
  return count_down (NULL) || n_left > 0;
}

/* A kind of the program's own that says when it is due. */
static void
ready_time (void)
{
  static GSourceFuncs funcs = { .dispatch = dispatch_due };
  GSource *source = g_source_new (&funcs, sizeof (GSource));

  g_source_set_name (source, "due");
  g_source_attach (source, NULL);
  g_source_set_ready_time (source, g_get_monotonic_time () + 1000000000);
  g_source_set_ready_time (source, g_get_monotonic_time () + 3000);
  g_timeout_add (15, tick, NULL);
  run (3);
  g_source_destroy (source);
  g_source_unref (source);
}

static gpointer
run_thread (gpointer data)
{
  g_autoptr (GMainContext) context = data;
  g_autoptr (GMainLoop) own = g_main_loop_new (context, FALSE);
  g_autoptr (GSource) source = g_idle_source_new ();

  g_main_context_push_thread_default (context);
  g_source_set_name (source, "in a thread");
  g_source_set_callback (source, G_SOURCE_FUNC (g_main_loop_quit), own, NULL);
  g_source_attach (source, context);
  g_main_loop_run (own);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static void
threads (void)
{
  for (guint i = 0; i < 3; i++)
    {
      GMainContext *context = g_main_context_new ();
      g_autoptr (GSource) source = g_idle_source_new ();

      /* The first one is known before its thread runs it. */
      if (i == 0)
        g_source_attach (source, context);
      g_source_destroy (source);
      g_thread_join (g_thread_new ("worker", run_thread, context));
    }
  g_idle_add (count_down, NULL);
  run (1);
}

/* Many more records than a ring has room for. */
static void
burst (void)
{
  for (guint i = 0; i < 100000; i++)
    g_idle_add (count_down, NULL);
  run (100000);
}

/* The child, which ends with @end, writes into no ring of ours. */
static void
fork_with_end (void (*end) (int status))
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      g_idle_add (count_down, NULL);
      run (1);
      end (0);
    }
  waitpid (child, &status, 0);
  g_idle_add (count_down, NULL);
  run (1);
}

static void
fork_child (void)
{
  fork_with_end (_exit);
}

/* A program that is started is watched as well, and so is one that takes the place of this one. */
static void
execute_child (const char *own_name)
{
  const char *const arguments[] = { own_name, "order", NULL };
  const char *const without_glib[] = { "true", NULL };
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, 0, NULL, NULL, NULL, NULL, &status, NULL);
  g_assert_cmpint (status, ==, 0);
  g_spawn_sync (NULL, (char **) without_glib, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL);
  g_assert_cmpint (status, ==, 0);
  g_idle_add (count_down, NULL);
  run (1);
  execv (own_name, (char **) arguments);
  g_assert_not_reached ();
}

/* Closes all that it has, as daemons do. */
static void
close_all (void)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  for (int fd = 3; fd < 1024; fd++)
    close (fd);
  /* The loop needs its own descriptors. */
  loop = g_main_loop_new (g_main_context_new (), FALSE);
  g_source_set_callback (source, count_down, NULL, NULL);
  g_source_attach (source, g_main_loop_get_context (loop));
  run (1);
}

/* What is told to the test without the help of the watch. */
static int outside = -1;

static gboolean
tell_outside (gpointer data)
{
  /* It has gone when nobody reads any more. */
  if (write (outside, data, 1) < 0 && errno == EPIPE)
    g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

static gboolean
tell_once (gpointer data)
{
  /* Nobody gives that priority to a source for good. */
  if (g_source_get_priority (g_main_current_source ()) == G_MININT)
    data = (gpointer) "!";
  tell_outside (data);
  return G_SOURCE_REMOVE;
}

/* A source that tells the first letter of its name. */
static void
add_teller (int         priority,
            const char *name)
{
  g_source_set_name_by_id (g_idle_add_full (priority, tell_once, (gpointer) name, NULL), name);
}

static void
open_outside (const char *path)
{
  signal (SIGPIPE, SIG_IGN);
  outside = open (path, O_WRONLY | O_CLOEXEC);
  g_assert_cmpint (outside, >=, 0);
  g_assert_cmpint (fcntl (outside, F_SETFL, O_NONBLOCK), ==, 0);
}

/* Something to do each millisecond. */
static void
ticks (void)
{
  g_timeout_add (1, tell_outside, (gpointer) "t");
  g_main_loop_run (loop);
}

/* Neither the pipe nor the ring is to be full of it. */
static gboolean
work (gpointer data)
{
  g_usleep (100);
  return tell_outside (data);
}

/* Something is ready at all times, so that what has a lower priority never runs. */
static void
starving (void)
{
  g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_DEFAULT, work, (gpointer) "t", NULL), "busy");
  g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, tell_once, (gpointer) "L", NULL), "late");
  g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_LOW, tell_once, (gpointer) "R", NULL), "later");
  g_source_set_name_by_id (g_timeout_add_full (G_PRIORITY_DEFAULT, 1000000, tell_once, (gpointer) "F", NULL), "far");
  g_main_loop_run (loop);
}

static gboolean
post_three (gpointer data)
{
  tell_outside ((gpointer) "t");
  add_teller (G_PRIORITY_HIGH, "first");
  add_teller (G_PRIORITY_HIGH, "second");
  add_teller (G_PRIORITY_HIGH, "third");
  return G_SOURCE_CONTINUE;
}

/* Three sources that are chosen in the same iteration, again and again. */
static void
rounds (void)
{
  g_timeout_add (5, post_three, NULL);
  g_main_loop_run (loop);
}

static gpointer
run_ticks (gpointer data)
{
  GMainContext *context = g_main_context_new ();
  GMainLoop *own = g_main_loop_new (context, FALSE);
  GSource *source = g_timeout_source_new (1);

  g_source_set_callback (source, tell_outside, (gpointer) "w", NULL);
  g_source_set_static_name (source, "worker's");
  g_source_attach (source, context);
  g_source_unref (source);
  g_main_loop_run (own);
  return NULL;
}

static gboolean
post_flood (gpointer data)
{
  for (guint i = 0; i < 200000; i++)
    g_idle_add (count_down, NULL);
  n_left = 200000;
  return G_SOURCE_REMOVE;
}

/* Much more than a ring has room for, in the second half of a second: until then, its watcher may do what it likes. */
static void
flood (void)
{
  g_timeout_add (500, post_flood, NULL);
  g_main_loop_run (loop);
  tell_outside ((gpointer) "d");
}

/* A child iterates as well before the program goes on. */
static void
fork_ticks (void)
{
  fork_with_end (exit);
  ticks ();
}

static gboolean
tell_again (gpointer data)
{
  tell_once (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
nap (gpointer data)
{
  g_usleep (300000);
  return tell_outside (data);
}

/* The main loop is too slow to notice anything first, and starves as well. */
static void
naps (void)
{
  g_thread_unref (g_thread_new ("worker", run_ticks, NULL));
  g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_DEFAULT, nap, (gpointer) "t", NULL), "nap");
  g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, tell_once, (gpointer) "L", NULL), "late");
  g_source_set_name_by_id (g_idle_add_full (G_PRIORITY_LOW, tell_again, (gpointer) "R", NULL), "later");
  g_main_loop_run (loop);
}

/* A context whose sources are gone with it, though nobody says so. */
static void
gone (void)
{
  GMainContext *context = g_main_context_new ();
  GSource *source = g_timeout_source_new (1000000);

  g_source_set_name (source, "orphan");
  g_source_attach (source, context);
  g_source_unref (source);
  g_main_context_iteration (context, FALSE);
  g_main_context_unref (context);
  starving ();
}

static gboolean
quit_inner (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

/* Another context sleeps for half a second. */
static gboolean
sleep_inside (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GMainLoop) inner = g_main_loop_new (context, FALSE);
  g_autoptr (GSource) source = g_timeout_source_new (500);

  g_source_set_callback (source, quit_inner, inner, NULL);
  g_source_attach (source, context);
  tell_outside ((gpointer) "i");
  g_main_loop_run (inner);
  return G_SOURCE_REMOVE;
}

static gboolean
tell_far (gpointer data)
{
  tell_outside ((gpointer) "F");
  g_timeout_add (1, tell_outside, (gpointer) "t");
  return G_SOURCE_REMOVE;
}

/* Once the other context has slept, nothing is left to do for long. */
static void
inner_sleep (void)
{
  g_source_set_name_by_id (g_timeout_add (1000000, tell_far, NULL), "far");
  g_idle_add (sleep_inside, NULL);
  g_main_loop_run (loop);
}

/* Two loops that have something to do each millisecond. */
static void
two_loops (void)
{
  g_thread_unref (g_thread_new ("worker", run_ticks, NULL));
  ticks ();
}

static void
send_junk (int         connection,
           const void *bytes,
           gsize       n_bytes,
           int         fd)
{
  union { struct cmsghdr header; char bytes[CMSG_SPACE (5 * sizeof (int))]; } control = { 0 };
  struct iovec part = { (void *) bytes, n_bytes };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

  if (fd >= 0)
    {
      int fds[5] = { fd, fd, fd, fd, fd };

      message.msg_control = control.bytes;
      message.msg_controllen = sizeof control.bytes;
      control.header = (struct cmsghdr) { .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN (sizeof fds) };
      memcpy (CMSG_DATA (&control.header), fds, sizeof fds);
    }
  sendmsg (connection, &message, MSG_NOSIGNAL);
}

/* Connects to the watcher by itself, once and again, and sends what no program of ours sends. */
static void
hostile (void)
{
  const char *where = g_getenv ("LOOPSCOPE_TRACE");
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int memory = memfd_create ("junk", MFD_ALLOW_SEALING | MFD_CLOEXEC), ends[2];

  g_assert_true (g_str_has_prefix (where, "unix:"));
  g_strlcpy (address.sun_path, where + 5, sizeof address.sun_path);
  g_assert_cmpint (ftruncate (memory, 8192), ==, 0);
  g_assert_cmpint (fcntl (memory, F_ADD_SEALS, F_SEAL_SHRINK), ==, 0);
  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  for (guint i = 0; i < 40; i++)
    {
      LsWireHello hello = { .magic = i % 3 == 0 ? 0 : LS_WIRE_MAGIC, .is_ring = i % 2, .tid = i, .time = i, .monotonic = G_MAXUINT64,
                            .name = "no end of a name" };
      const int connection = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

      g_assert_cmpint (connect (connection, (struct sockaddr *) &address, sizeof address), ==, 0);
      send_junk (connection, &hello, i % 5 == 0 ? 7 : sizeof hello, i % 4 == 0 ? memory : i % 4 == 1 ? ends[0] : -1);
      hello.is_ring = 1;
      hello.magic = LS_WIRE_MAGIC;
      for (guint j = 0; j < 5; j++)
        send_junk (connection, &hello, sizeof hello, i % 2 == 0 ? memory : ends[1]);
      close (connection);
    }
  order ();
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    void      (*function) (void);
  } modes[] = {
    { "order", order }, { "timeout", timeout }, { "nested-posts", nested_posts }, { "nested-loop", nested_loop },
    { "priority", priority }, { "removal", removal }, { "custom", custom }, { "threads", threads }, { "burst", burst },
    { "fork", fork_child }, { "close-all", close_all }, { "ticks", ticks }, { "starving", starving }, { "rounds", rounds },
    { "two-loops", two_loops }, { "ready-time", ready_time }, { "flood", flood }, { "hostile", hostile },
    { "gone", gone }, { "inner-sleep", inner_sleep }, { "naps", naps }, { "fork-ticks", fork_ticks },
  };
  const char *mode = argc > 1 ? argv[1] : "";

  loop = g_main_loop_new (NULL, FALSE);
  if (argc > 2)
    open_outside (argv[2]);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (modes[i].name, mode) == 0)
      {
        modes[i].function ();
        return 0;
      }
  if (strcmp (mode, "execute") == 0)
    execute_child (argv[0]);
  if (strcmp (mode, "identity") == 0)
    {
      g_autofree char *maps = NULL;

      order ();
      g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL);
      return geteuid () != getuid () && (maps == NULL || strstr (maps, "libloopscope-preload") == NULL) ? 7 : 1;
    }
  order ();
  if (strcmp (mode, "status") == 0)
    return 3;
  if (strcmp (mode, "kill") == 0)
    kill (getpid (), SIGKILL);
  if (strcmp (mode, "abort") == 0)
    {
      signal (SIGABRT, SIG_DFL);
      abort ();
    }
  return 2;
}
