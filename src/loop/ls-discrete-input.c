/* ls-discrete-input.c: tasks of pages wait for the frame after a discrete input event
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

#include "ls-queue-type-private.h"

/* Chromium, main_thread_scheduler_impl.cc: UseCase::kDiscreteInputResponse of the feature DeferRendererTasksAfterInput. It begins
 * when a discrete input event has been handled while a frame is requested, and ends with that frame, or at a deadline. */

static void
end_response (LsEventLoop *self)
{
  self->awaits_discrete_input_response = FALSE;
  ls_event_loop_emit (self, .kind = LS_RECORD_TASKS_DEFERRED, .clause = LS_CLAUSE_PRESET);
}

static void
deadline_due (LsEventLoop *self,
              LsTask      *task)
{
  end_response (self);
}

static void
deadline_drop (LsEventLoop *self,
               LsTask      *task)
{
  self->awaits_discrete_input_response = FALSE;
}

/* Nobody sees this task: it wakes the loop, and enters no queue. */
static const LsTaskClass deadline_class = { NULL, deadline_due, deadline_drop };

static void
set_deadline (LsEventLoop *self)
{
  const guint64 duration = self->preset.discrete_input_response_ms * G_GUINT64_CONSTANT (1000);
  LsTask *deadline = &self->discrete_input_deadline;

  if (self->awaits_discrete_input_response)
    ls_event_loop_withdraw_delayed_task (self, deadline);
  ls_event_loop_update_clock (self);
  ls_task_init (deadline, &deadline_class, 0, LS_QUEUE_TYPE_CONTROL);
  self->queues[deadline->queue_type].n_delayed_incoming++;
  ls_wake_up_queue_add (&self->wake_ups, deadline, self->now + duration);
  ls_runnable_queues_note_change (&self->scheduler_queues);
  self->awaits_discrete_input_response = TRUE;
  ls_event_loop_emit (self, .kind = LS_RECORD_TASKS_DEFERRED, .subject = self->current_task, .value = ls_saturate (duration),
                      .clause = LS_CLAUSE_PRESET);
}

/* Chromium's MaybeUpdatePolicyOnTaskCompleted(): at the end of a turn, before the loop forgets what it was. */
void
ls_discrete_input_end_turn (LsEventLoop *self)
{
  if (self->in_frame && self->awaits_discrete_input_response)
    {
      ls_event_loop_withdraw_delayed_task (self, &self->discrete_input_deadline);
      end_response (self);
    }
  else if (self->turn_is_discrete_input && self->preset.discrete_input_response_ms > 0 && ls_event_loop_expects_frame (self))
    set_deadline (self);
}

/* Chromium's Policy::IsQueueEnabled(): whether the loop may choose a task of a queue. */
gboolean
ls_discrete_input_is_queue_enabled (LsEventLoop *self,
                                    LsQueueType  type)
{
  return !self->awaits_discrete_input_response || !ls_queue_type_is_deferrable (type);
}
