/* fiber.c: long work in a fiber of libdex, as straight-line code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc fiber.c $(pkg-config --cflags --libs loopscope-dex-1) -o fiber
 */

#include <ls-dex.h>

static LsCompletion
tap (const LsValue *argument,
     LsValue       *result,
     gpointer       user_data)
{
  g_print ("tap\n");
  ls_value_set_number (result, 42);
  return LS_COMPLETION_NORMAL;
}

/* What would be a chain of promises elsewhere is a loop here. */
static DexFuture *
draw_fiber (gpointer scheduler)
{
  const LsPostTaskOptions urgent = { .priority = LS_TASK_PRIORITY_USER_BLOCKING };
  g_autoptr (DexFuture) tapped = NULL;
  GError *error = NULL;

  for (int row = 0; row < 30; row += 10)
    {
      g_print ("rows %d to %d\n", row, row + 9);
      if (row == 0)
        tapped = ls_dex_post_task (scheduler, &urgent, tap, NULL, NULL);
      /* What is more urgent goes first now. */
      if (!dex_await (ls_dex_yield (scheduler, NULL), &error))
        return dex_future_new_for_error (error);
    }
  return g_steal_pointer (&tapped);
}

static DexFuture *
on_drawn (DexFuture *drawn,
          gpointer   main_loop)
{
  const GValue *value = dex_future_get_value (drawn, NULL);

  if (value != NULL)
    g_print ("the tap said %g\n", g_value_get_double (value));
  g_main_loop_quit (main_loop);
  return NULL;
}

int
main (void)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  DexFuture *drawn;

  dex_init ();
  drawn = dex_scheduler_spawn (NULL, 0, draw_fiber, ls_scheduler_get_thread_default (), NULL);
  dex_future_disown (dex_future_finally (drawn, on_drawn, main_loop, NULL));
  g_main_loop_run (main_loop);
  return 0;
}
