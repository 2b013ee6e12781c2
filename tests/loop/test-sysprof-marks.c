/* test-sysprof-marks.c: the tasks of loops as marks in a capture of Sysprof
 *
 * The test is Sysprof: it gives the process a ring, as Sysprof does with the programs that it starts, and reads the frames in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gio/gio.h>
#include <sysprof-capture.h>

#include <ls-scheduler.h>
#include <ls-trace.h>

#define RING_SIZE (1 << 20)
#define MAX_RINGS 16

/* The first page of a ring */
typedef struct
{
  guint32 head, tail, offset, size;
} RingHeader;

static RingHeader *rings[MAX_RINGS];
static int n_rings;   /* atomic */

/* Answers a request for a ring. Returns whether there was one. */
static gboolean
serve_ring (int socket)
{
  const gsize page = sysconf (_SC_PAGESIZE);
  const int fd = memfd_create ("ring", MFD_CLOEXEC);
  char request[64];
  char answer = 0;
  struct iovec part = { &answer, 1 };
  union
  {
    struct cmsghdr header;
    char           bytes[CMSG_SPACE (sizeof (int))];
  } control = { .header = { CMSG_LEN (sizeof (int)), SOL_SOCKET, SCM_RIGHTS } };
  const struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
  RingHeader *ring;

  if (read (socket, request, sizeof request) <= 0)
    {
      close (fd);
      return FALSE;
    }
  g_assert_cmpint (n_rings, <, MAX_RINGS);
  g_assert_cmpint (ftruncate (fd, page + RING_SIZE), ==, 0);
  ring = mmap (NULL, page + RING_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  g_assert_true (ring != MAP_FAILED);
  *ring = (RingHeader) { 0, 0, page, RING_SIZE };
  rings[n_rings] = ring;
  g_atomic_int_inc (&n_rings);
  memcpy (CMSG_DATA (&control.header), &fd, sizeof fd);
  g_assert_cmpint (sendmsg (socket, &message, 0), ==, 1);
  close (fd);
  return TRUE;
}

/* Each thread that has something to tell asks, and GLib asks for itself where it was built with Sysprof. */
static gpointer
serve_rings (gpointer data)
{
  while (serve_ring (GPOINTER_TO_INT (data)))
    ;
  return NULL;
}

/* Adds "name: message; " of each mark of ours in a ring since the last call. */
static void
read_ring (RingHeader *ring,
           GString    *text)
{
  static gint64 last_end;

  while (ring->head < ring->tail)
    {
      const SysprofCaptureMark *mark = (const SysprofCaptureMark *) ((const char *) ring + ring->offset + ring->head);

      ring->head += mark->frame.len;
      if (mark->frame.type != SYSPROF_CAPTURE_FRAME_MARK || g_strcmp0 (mark->group, "Loopscope") != 0)
        continue;
      g_assert_cmpint (mark->frame.pid, ==, getpid ());
      g_assert_cmpint (mark->frame.time, >=, last_end);
      g_assert_cmpint (mark->duration, >=, 0);
      last_end = mark->frame.time + mark->duration;
      g_assert_cmpint (last_end, <=, SYSPROF_CAPTURE_CURRENT_TIME);
      g_assert_true (g_utf8_validate (mark->name, -1, NULL));
      g_string_append_printf (text, "%s: %s; ", mark->name, mark->message);
    }
}

static void
assert_marks (const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < g_atomic_int_get (&n_rings); i++)
    read_ring (rings[i], text);
  g_assert_cmpstr (text->str, ==, expected);
}

static LsCompletion
work (const LsValue *argument,
      LsValue       *result,
      gpointer       scheduler)
{
  if (scheduler != NULL)
    ls_promise_unref (ls_scheduler_yield (scheduler, NULL));
  return LS_COMPLETION_NORMAL;
}

static void
post (LsScheduler    *scheduler,
      const char     *name,
      LsTaskPriority  priority,
      gboolean        yields)
{
  const LsPostTaskOptions options = { .name = name, .priority = priority };

  ls_promise_unref (ls_scheduler_post_task (scheduler, work, yields ? scheduler : NULL, NULL, &options));
}

static void
run (LsEventLoop *loop)
{
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);

  post (scheduler, "prefetch", LS_TASK_PRIORITY_BACKGROUND, FALSE);
  post (scheduler, "decode", LS_TASK_PRIORITY_USER_BLOCKING, TRUE);
  post (scheduler, NULL, LS_TASK_PRIORITY_USER_VISIBLE, FALSE);
  ls_event_loop_post (loop, LS_QUEUE_TYPE_INPUT, 0, LS_POST_NONE, "click", work, NULL, NULL);
  ls_event_loop_set_timeout (loop, 4, NULL, work, NULL, NULL);
  ls_event_loop_run (loop, 100);
}

#define EXPECTED "click: task 4, queue input, rank 1 (Highest); " \
                 "decode: task 2, user-blocking, effective priority 4; " \
                 "decode: task 6, user-blocking continuation, effective priority 5; " \
                 "task: task 3, user-visible, effective priority 2; " \
                 "prefetch: task 1, background, effective priority 0; " \
                 "frame-throttleable: task 5, queue frame-throttleable, rank 7 (Normal); "

static void
test_tasks (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);

  run (loop);
  assert_marks (EXPECTED);
}

/* The names have the numbers of the trace. */
static void
test_traced (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsEventLoop) loop = g_object_new (LS_TYPE_EVENT_LOOP, "probe", ls_trace_get_probe (trace), NULL);

  run (loop);
  assert_marks (EXPECTED);
  g_assert_cmpuint (ls_trace_get_length (trace), >, 0);
}

/* A name has room for so many bytes, and ends between two characters. */
static void
test_long_name (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);

  post (scheduler, "ääääääääääääääääääääääääääääää", LS_TASK_PRIORITY_BACKGROUND, FALSE);
  ls_event_loop_run (loop, 1);
  assert_marks ("äääääääääääääääääää: task 1, background, effective priority 0; ");
}

/* A name may be bytes that are no text, even to its end. */
static void
test_no_text (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);

  for (guint i = 0; i < 2; i++)
    post (scheduler, "caf\xe2", LS_TASK_PRIORITY_BACKGROUND, FALSE);
  post (scheduler, "tea", LS_TASK_PRIORITY_BACKGROUND, FALSE);
  ls_event_loop_run (loop, 3);
  assert_marks ("caf\xef\xbf\xbd: task 1, background, effective priority 0; caf\xef\xbf\xbd: task 2, background, effective priority 0; "
                "tea: task 3, background, effective priority 0; ");
}

static LsCompletion
end (const LsValue *argument,
     LsValue       *result,
     gpointer       loop)
{
  ls_event_loop_shut_down (loop);
  return LS_COMPLETION_NORMAL;
}

/* A task that ends its loop has a mark. */
static void
test_end (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);

  ls_event_loop_post (loop, LS_QUEUE_TYPE_INPUT, 0, LS_POST_NONE, "quit", end, loop, NULL);
  ls_event_loop_run (loop, 100);
  assert_marks ("quit: task 1, queue input, rank 1 (Highest); ");
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *number = NULL;
  GThread *server;
  int sockets[2];
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets), ==, 0);
  number = g_strdup_printf ("%d", sockets[1]);
  server = g_thread_new ("sysprof", serve_rings, GINT_TO_POINTER (sockets[0]));
  g_setenv ("SYSPROF_CONTROL_FD", number, TRUE);
  g_assert_true (sysprof_collector_is_active ());
  g_assert_cmpint (g_atomic_int_get (&n_rings), >=, 1);

  g_test_add_func ("/sysprof-marks/tasks", test_tasks);
  g_test_add_func ("/sysprof-marks/traced", test_traced);
  g_test_add_func ("/sysprof-marks/long-name", test_long_name);
  g_test_add_func ("/sysprof-marks/no-text", test_no_text);
  g_test_add_func ("/sysprof-marks/end", test_end);
  status = g_test_run ();
  shutdown (sockets[0], SHUT_RDWR);
  g_thread_join (server);
  close (sockets[0]);
  close (sockets[1]);
  return status;
}
