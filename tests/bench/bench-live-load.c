/* bench-live-load.c: a program whose main loop has much to do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static GMainLoop *loop;
static guint n_left;

static gboolean
run_once (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gboolean
stay (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  return n_left > 0;
}

static gboolean
post_next (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  else
    g_idle_add (post_next, NULL);
  return G_SOURCE_REMOVE;
}

static gboolean
invoke_often (gpointer data)
{
  for (guint i = n_left; i > 0; i--)
    g_main_context_invoke (NULL, run_once, NULL);
  return G_SOURCE_REMOVE;
}

/* The next task returns before its context has iterated: a source tells it. */
static void
return_next (GObject      *object,
             GAsyncResult *result,
             gpointer      data)
{
  GTask *task;

  if (--n_left == 0)
    {
      g_main_loop_quit (loop);
      return;
    }
  task = g_task_new (NULL, NULL, return_next, NULL);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static gboolean
is_ready (GSource *source,
          int     *timeout)
{
  *timeout = 0;
  return TRUE;
}

static gboolean
dispatch (GSource     *source,
          GSourceFunc  callback,
          gpointer     data)
{
  return stay (NULL);
}

static double
get_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

static void
run (const char *what,
     guint       n)
{
  static GSourceFuncs funcs = { .prepare = is_ready, .dispatch = dispatch };

  n_left = n;
  if (strcmp (what, "burst") == 0)
    for (guint i = 0; i < n; i++)
      g_idle_add (run_once, NULL);
  else if (strcmp (what, "chain") == 0)
    g_idle_add (post_next, NULL);
  else if (strcmp (what, "stays") == 0)
    g_idle_add (stay, NULL);
  else if (strcmp (what, "invoke") == 0)
    g_idle_add (invoke_often, NULL);
  else if (strcmp (what, "tasks") == 0)
    return_next (NULL, NULL, NULL);
  else
    g_source_attach (g_source_new (&funcs, sizeof (GSource)), NULL);
  g_main_loop_run (loop);
}

/* bench-live-load WHAT N FILE: writes the processor time for each callback, in ns */
int
main (int   argc,
      char *argv[])
{
  const guint n = argc > 3 ? atoi (argv[2]) : 0;
  g_autofree char *text = NULL;
  double begin;

  if (n == 0)
    return 2;
  loop = g_main_loop_new (NULL, FALSE);
  /* What is done only once is not measured. */
  run (argv[1], n);
  begin = get_ns ();
  run (argv[1], n);
  text = g_strdup_printf ("%.2f", (get_ns () - begin) / n);
  return g_file_set_contents (argv[3], text, -1, NULL) ? 0 : 1;
}
