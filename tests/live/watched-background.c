/* watched-background.c: a program that is watched, and closes all its descriptors or goes on in the background
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static GMainLoop *loop;
static guint n_left;

static gboolean
tick (gpointer data)
{
  if (--n_left == 0)
    g_main_loop_quit (loop);
  return n_left > 0;
}

/* The loop's own descriptors are gone as well, so there is another one. */
static void
close_all (void)
{
  for (int fd = 3; fd < 1024; fd++)
    close (fd);
  loop = g_main_loop_new (g_main_context_new (), FALSE);
}

static void
run (guint n)
{
  GSource *source = g_timeout_source_new (1);

  n_left = n;
  g_source_set_callback (source, tick, NULL, NULL);
  g_source_set_static_name (source, "tick");
  g_source_attach (source, g_main_loop_get_context (loop));
  g_source_unref (source);
  g_main_loop_run (loop);
}

/* watched-background WHAT N: "closes" its descriptors, or goes on as a "daemon" that does, or "forks" and closes nothing, and is
 * dispatched N times */
int
main (int    argc,
      char **argv)
{
  g_assert_cmpint (argc, ==, 3);
  if (strcmp (argv[1], "closes") != 0 && fork () > 0)
    return 0;
  loop = g_main_loop_new (NULL, FALSE);
  if (strcmp (argv[1], "forks") != 0)
    close_all ();
  run (atoi (argv[2]));
  return 0;
}
