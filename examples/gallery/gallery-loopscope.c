/* gallery-loopscope.c: decodes in tasks that yield, and whose priority changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "gallery.h"

#include <loopscope.h>

static const LsTaskPriority priorities[] = {
  [OUT_OF_SIGHT] = LS_TASK_PRIORITY_BACKGROUND,
  [VISIBLE] = LS_TASK_PRIORITY_USER_VISIBLE,
  [CLICKED] = LS_TASK_PRIORITY_USER_BLOCKING,
};

static LsCompletion
decode (const LsValue *argument,
        LsValue       *result,
        gpointer       picture)
{
  g_autoptr (LsPromise) yielded = NULL;
  g_autoptr (LsPromise) rest = NULL;

  if (!picture_decode_some (picture))
    {
      picture_show (picture);
      return LS_COMPLETION_NORMAL;
    }
  /* What is more urgent goes first now; the rest keeps its place before other pictures of its priority. */
  yielded = ls_scheduler_yield (ls_scheduler_get_thread_default (), NULL);
  rest = ls_promise_then (yielded, decode, picture, NULL);
  ls_value_set_promise (result, rest);
  return LS_COMPLETION_NORMAL;
}

void
picture_begin (Picture *picture)
{
  LsScheduler *scheduler = ls_scheduler_get_thread_default ();
  LsTaskController *controller = ls_task_controller_new (ls_scheduler_get_loop (scheduler), priorities[picture->urgency], NULL);
  const LsPostTaskOptions options = { .signal = ls_abort_controller_get_signal (LS_ABORT_CONTROLLER (controller)) };
  g_autoptr (LsPromise) decoded = ls_scheduler_post_task (scheduler, decode, picture, NULL, &options);

  picture->job = controller;
}

void
picture_hurry (Picture *picture)
{
  ls_task_controller_set_priority (picture->job, priorities[picture->urgency], NULL);
}
