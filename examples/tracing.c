/* tracing.c: what happened, why, and what a task waited for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc tracing.c $(pkg-config --cflags --libs loopscope-1) -o tracing
 */

#include <locale.h>
#include <loopscope.h>

static LsCompletion
decode (const LsValue *argument,
        LsValue       *result,
        gpointer       loop)
{
  ls_event_loop_work (loop, 12000);
  return LS_COMPLETION_NORMAL;
}

static void
post (LsScheduler    *scheduler,
      const char     *name,
      LsTaskPriority  priority,
      double          delay)
{
  const LsPostTaskOptions options = { .priority = priority, .delay = delay, .name = name };
  g_autoptr (LsPromise) done = ls_scheduler_post_task (scheduler, decode, ls_scheduler_get_loop (scheduler), NULL, &options);
}

int
main (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsEventLoop) loop = ls_event_loop_new_with_preset (LS_CLOCK_VIRTUAL, NULL, LS_EDITION_2025, ls_trace_get_probe (trace));
  g_autoptr (LsScheduler) scheduler = ls_scheduler_new (loop, NULL);
  g_autoptr (LsExplanation) explanation = NULL;
  g_autoptr (LsWaitCauses) causes = NULL;
  g_autofree char *text = NULL;
  guint32 tap;

  setlocale (LC_ALL, "");
  post (scheduler, "decode", LS_TASK_PRIORITY_BACKGROUND, 0);
  post (scheduler, "decode", LS_TASK_PRIORITY_BACKGROUND, 0);
  post (scheduler, "tap", LS_TASK_PRIORITY_USER_BLOCKING, 5);
  ls_event_loop_run (loop, G_MAXUINT64);

  tap = ls_wait_causes_find_task (trace, "tap", NULL);
  explanation = ls_explain_then (trace, tap);
  g_print ("%s\n", explanation->sentence);

  causes = ls_wait_causes_new (trace, tap);
  text = ls_wait_causes_to_text (causes);
  g_print ("%s", text);
  return 0;
}
