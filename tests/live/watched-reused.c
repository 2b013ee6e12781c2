/* watched-reused.c: a program whose context takes the address of one that is gone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <glib.h>
#include <unistd.h>

#define MAX_CONTEXTS 1000

/* So much memory of one size is kept by a thread of the C library, which does not make zeroed memory of it. */
#define N_SPARE 16

static GMainContext *first, *spare[N_SPARE];
static int outside = -1;

static void
tell (char letter)
{
  if (write (outside, &letter, 1) < 0)
    _exit (0);
}

static gboolean
tell_cb (gpointer data)
{
  tell (*(const char *) data);
  return G_SOURCE_REMOVE;
}

/* The first source of a context has the number 1 in each. */
static void
attach_first (GMainContext *context,
              const char   *name)
{
  GSource *source = g_idle_source_new ();

  g_source_set_name (source, name);
  g_source_set_callback (source, tell_cb, (gpointer) name, NULL);
  g_assert_cmpuint (g_source_attach (source, context), ==, 1);
  g_source_unref (source);
}

/* Tells “o” if no other context got the address. */
static GMainContext *
replace_first (void)
{
  const gpointer address = first;

  for (guint i = 0; i < N_SPARE; i += 2)
    g_main_context_unref (spare[i]);
  g_main_context_unref (first);
  for (guint i = 0; i < MAX_CONTEXTS; i++)
    {
      GMainContext *context = g_main_context_new ();

      if (context == address)
        return context;
    }
  tell ('o');
  return NULL;
}

/* The watcher has removed the marker. What it asked for before that waits for the first context to iterate, which never does. */
static void
on_marker_removed (gpointer data)
{
  GMainContext *second = replace_first ();

  if (second == NULL)
    return;
  attach_first (second, "second");
  g_main_context_iteration (second, FALSE);
  tell ('n');
}

static gboolean
tick (gpointer data)
{
  tell ('t');
  return G_SOURCE_CONTINUE;
}

int
main (int    argc,
      char **argv)
{
  GMainLoop *loop = g_main_loop_new (NULL, FALSE);
  guint marker;

  g_assert_cmpint (argc, ==, 3);
  outside = open (argv[2], O_WRONLY | O_CLOEXEC);
  g_assert_cmpint (outside, >=, 0);
  for (guint i = 0; i < N_SPARE; i++)
    {
      if (i == N_SPARE / 2)
        first = g_main_context_new ();
      spare[i] = g_main_context_new ();
    }
  attach_first (first, "first");
  marker = g_timeout_add_full (G_PRIORITY_DEFAULT, 1000000, tick, NULL, on_marker_removed);
  g_source_set_name_by_id (marker, "marker");
  g_timeout_add (5, tick, NULL);
  g_main_loop_run (loop);
  return 0;
}
