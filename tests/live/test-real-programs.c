/* test-real-programs.c: programs as they are installed, for as long as they run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib.h>

#include "ls-departures.h"
#include "ls-state.h"
#include "ls-watch.h"

/* A program that ends by itself. */
typedef struct
{
  const char *name;
  const char *arguments[8];
  guint       n_turns;      /* that it has at least */
} Program;

#define MANY_SOURCES \
  "const GLib = imports.gi.GLib; const loop = GLib.MainLoop.new(null, false); let n = 0, done = 0;" \
  "GLib.timeout_add(0, 1, () => {" \
  "  GLib.idle_add(200, () => { if (++done === 100) loop.quit(); return false; });" \
  "  return ++n < 100;" \
  "});" \
  "loop.run();"

#define MANY_SOURCES_IN_PYTHON \
  "from gi.repository import GLib\n" \
  "loop = GLib.MainLoop()\n" \
  "left = [100, 100]\n" \
  "def idle():\n" \
  "    left[1] -= 1\n" \
  "    if left[1] == 0:\n" \
  "        loop.quit()\n" \
  "def tick():\n" \
  "    left[0] -= 1\n" \
  "    GLib.idle_add(idle)\n" \
  "    return left[0] > 0\n" \
  "GLib.timeout_add(1, tick)\n" \
  "loop.run()\n"

static const Program programs[] = {
  { "gtk4", { "gtk4-demo", "--run=spinner", "--autoquit" }, 100 },
  { "gtk3", { "gtk3-demo", "--run=spinner", "--autoquit" }, 100 },
  { "gstreamer", { "gst-launch-1.0", "-q", "videotestsrc", "num-buffers=30", "!", "fakesink", "sync=true" }, 1 },
  { "python", { "/usr/bin/python3", "-c", MANY_SOURCES_IN_PYTHON }, 200 },
  { "gjs", { "gjs", "-c", MANY_SOURCES }, 200 },
};

/* Every dispatch is one that GLib's rule would have chosen, as far as anybody can know, and nothing is lost. */
static void
test_program (gconstpointer data)
{
  const Program *program = data;
  g_autofree char *path = g_find_program_in_path (program->arguments[0]);
  g_autoptr (LsWatch) watch = ls_watch_new ();
  LsLiveRun *run = LS_LIVE_RUN (watch);
  LsTrace *trace = ls_live_run_get_trace (run);
  g_autoptr (LsDepartures) departures = NULL;
  g_autoptr (LsState) state = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  /* build-aux/deps installs all of them, so that nothing is skipped where it has run: a distribution may lack one. */
  if (path == NULL)
    {
      g_autofree char *why = g_strdup_printf ("%s is not installed", program->arguments[0]);

      g_test_skip (why);
      return;
    }
  g_assert_true (ls_watch_launch (watch, (const char *const *) program->arguments, &error));
  g_assert_no_error (error);
  while (!ls_live_run_has_ended (run))
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpint (ls_watch_get_wait_status (watch), ==, 0);
  g_assert_cmpuint (ls_watch_get_n_processes (watch), >=, 1);
  g_assert_cmpuint (ls_live_run_get_main_agent (run), >, 0);
  g_assert_cmpuint (ls_live_run_get_n_lost (run), ==, 0);
  g_assert_cmpuint (ls_trace_get_n_turns (trace), >=, program->n_turns);
  state = ls_state_new (trace);
  ls_state_seek (state, G_MAXSIZE);
  g_assert_true (ls_state_is_of_glib (state));
  departures = ls_departures_new (trace);
  while (ls_departures_advance (departures, 100000))
    ;
  text = ls_departures_to_text (departures);
  g_test_message ("%s: %u dispatches, %" G_GUINT64_FORMAT " choices", program->name, ls_trace_get_n_turns (trace),
                  ls_departures_get_n_choices (departures));
  if (ls_departures_get_n_departures (departures) > 0)
    g_error ("%s", text);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/real-programs/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  return g_test_run ();
}
