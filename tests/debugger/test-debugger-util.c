/* test-debugger-util.c: what tests of the debugger and of the application share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-debugger-util.h"

#include <stdio.h>

/* How long a test waits for something, in µs. */
#define MAX_WAIT (60 * G_USEC_PER_SEC)

/* What shows all of @trace, of which it takes the reference. */
LsPlayer *
test_player_new (LsTrace *trace)
{
  LsPlayer *player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_to_end (player);
  g_object_unref (trace);
  return player;
}

/* Where the first record of @kind is. */
gsize
test_player_find_record (LsPlayer     *player,
                         LsRecordKind  kind)
{
  LsTrace *trace = ls_player_get_trace (player);
  LsRecord record;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      ls_trace_get_record (trace, i, &record);
      if (record.kind == kind)
        return i;
    }
  g_assert_not_reached ();
}

/* Returns: how long the threads that run now have waited for a processor together, in µs; 0 where the system does not tell */
static gint64
get_starved (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  gint64 starved = 0;
  const char *thread;

  while (dir != NULL && (thread = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", thread, "schedstat", NULL);
      g_autofree char *text = NULL;
      guint64 waited;

      /* Time on a processor, time waiting for one, in ns; a thread may have ended. */
      if (g_file_get_contents (path, &text, NULL, NULL) && sscanf (text, "%*u %" G_GUINT64_FORMAT, &waited) == 1)
        starved += waited / 1000;
    }
  return starved;
}

/* Runs the main loop once. Ends the test where it has waited for @expression in vain.
 *
 * The time in which threads wait for a processor does not count: the engine's let everything else go first, and get a fiftieth
 * of a processor where ten programs compute. */
void
test_wait (TestWait   *wait,
           const char *file,
           int         line,
           const char *expression)
{
  const gint64 now = g_get_monotonic_time ();

  if (wait->deadline == 0)
    {
      wait->start = now - get_starved ();
      wait->deadline = now + MAX_WAIT;
    }
  else if (now > wait->deadline)
    {
      wait->deadline = wait->start + get_starved () + MAX_WAIT;
      if (now > wait->deadline)
        g_error ("%s:%d: waited in vain for: %s", file, line, expression);
    }
  g_main_context_iteration (NULL, TRUE);
}

/* Returns whether a program has logged @text. */
gboolean
test_has_logged (LsTrace    *trace,
                 const char *text)
{
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOG && g_str_equal (ls_trace_get_text (trace, record.text), text))
        return TRUE;
    }
  return FALSE;
}
