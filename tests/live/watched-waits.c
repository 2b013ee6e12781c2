/* watched-waits.c: a program that is watched, whose sources wait for descriptors and for things of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static GMainLoop *loop;
static int ends[2], outside = -1;
static gboolean has_noticed;

static void
tell (char letter)
{
  /* It has gone when nobody reads any more. */
  if (outside >= 0 && write (outside, &letter, 1) < 0 && errno == EPIPE)
    g_main_loop_quit (loop);
}

static void
put (void)
{
  g_assert_cmpint (write (ends[1], "x", 1), ==, 1);
}

static void
take (void)
{
  char letter;

  g_assert_cmpint (read (ends[0], &letter, 1), ==, 1);
}

static gboolean
never_cb (int          fd,
          GIOCondition condition,
          gpointer     data)
{
  g_assert_not_reached ();
}

/* Waits until the main thread sleeps, which has nothing to do but its loop, and writes a byte. */
static gpointer
put_later (gpointer data)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/stat", (int) getpid ());
  gboolean sleeps = FALSE;

  while (!sleeps)
    {
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      sleeps = strstr (text, ") S ") != NULL;
    }
  put ();
  return NULL;
}

static gboolean
start_thread_cb (gpointer data)
{
  g_thread_unref (g_thread_new ("writer", put_later, NULL));
  return G_SOURCE_REMOVE;
}

/* A kind of the program's own that is ready when something has been noticed. */

static gboolean
notices_prepare (GSource *source,
                 int     *timeout)
{
  return has_noticed;
}

static gboolean
notices_check (GSource *source)
{
  return has_noticed;
}

static gboolean
notices_dispatch (GSource     *source,
                  GSourceFunc  callback,
                  gpointer     data)
{
  has_noticed = FALSE;
  tell ('Q');
  start_thread_cb (NULL);
  return G_SOURCE_CONTINUE;
}

static void
add_own_kind (const char *name)
{
  static GSourceFuncs funcs = { .prepare = notices_prepare, .check = notices_check, .dispatch = notices_dispatch };
  GSource *source = g_source_new (&funcs, sizeof (GSource));

  g_source_set_static_name (source, name);
  g_source_attach (source, NULL);
  g_source_unref (source);
}

/* The first byte and the third come while the loop sleeps, the second while it is busy. */
static gboolean
input_cb (int          fd,
          GIOCondition condition,
          gpointer     data)
{
  static guint n;

  take ();
  n++;
  if (n == 1)
    put ();
  else if (n == 2)
    has_noticed = TRUE;
  else
    g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

static void
readiness (void)
{
  int others[2];

  g_assert_true (g_unix_open_pipe (others, FD_CLOEXEC, NULL));
  g_source_set_name_by_id (g_unix_fd_add (others[0], G_IO_IN, never_cb, NULL), "never");
  g_source_set_name_by_id (g_unix_fd_add (ends[0], G_IO_IN, input_cb, NULL), "input");
  add_own_kind ("own kind");
  g_idle_add (start_thread_cb, NULL);
  g_main_loop_run (loop);
}

static gboolean
tell_input (int          fd,
            GIOCondition condition,
            gpointer     data)
{
  take ();
  tell ('I');
  return G_SOURCE_CONTINUE;
}

static gboolean
tick (gpointer data)
{
  static guint n;

  if (++n % 10 == 0)
    put ();
  tell ('t');
  return G_SOURCE_CONTINUE;
}

/* Something comes now and then, and what the program's own kind waits for does not. */
static void
actions (void)
{
  g_source_set_name_by_id (g_unix_fd_add (ends[0], G_IO_IN, tell_input, NULL), "input");
  add_own_kind ("own kind");
  g_timeout_add (1, tick, NULL);
  g_main_loop_run (loop);
}

int
main (int    argc,
      char **argv)
{
  loop = g_main_loop_new (NULL, FALSE);
  g_assert_true (g_unix_open_pipe (ends, FD_CLOEXEC, NULL));
  g_assert_cmpint (argc, >, 1);
  if (argc > 2)
    {
      signal (SIGPIPE, SIG_IGN);
      outside = open (argv[2], O_WRONLY | O_CLOEXEC | O_NONBLOCK);
      g_assert_cmpint (outside, >=, 0);
    }
  if (strcmp (argv[1], "readiness") == 0)
    readiness ();
  else
    actions ();
  return 0;
}
