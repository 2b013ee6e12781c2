/* clock.c: a clock that does not wait
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc clock.c $(pkg-config --cflags --libs loopscope-1) -o clock
 */

#include <loopscope.h>

static LsCompletion
on_an_hour_later (const LsValue *argument,
                  LsValue       *result,
                  gpointer       loop)
{
  g_print ("%" G_GUINT64_FORMAT " s\n", ls_event_loop_get_time (loop) / G_USEC_PER_SEC);
  return LS_COMPLETION_NORMAL;
}

int
main (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);

  ls_event_loop_set_timeout (loop, 3600 * 1000, NULL, on_an_hour_later, loop, NULL);
  ls_event_loop_run (loop, G_MAXUINT64);
  g_assert_cmpuint (ls_event_loop_get_time (loop), ==, G_GUINT64_CONSTANT (3600) * G_USEC_PER_SEC);
  return 0;
}
