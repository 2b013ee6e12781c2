/* ls-recorded-program.c: writes what ran on a thread as bodies of steps
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-rule.h"
#include "ls-recorded-writer-private.h"

/* Returns whether a unit is left out. */
gboolean
ls_recorded_is_left_out (LsRecordedWriter *self,
                         guint32           unit)
{
  if (self->options->without == NULL || unit == LS_RECORDED_NONE)
    return FALSE;
  for (const char *const *pattern = self->options->without; *pattern != NULL; pattern++)
    if (ls_break_pattern_match (*pattern, ls_recorded_get_name (self->thread, unit)))
      return TRUE;

  return FALSE;
}

/* Returns the name of a new body; @body has all but that. */
static const char *
add_body (LsRecordedWriter *self,
          LsRecordedBody    body)
{
  g_autofree char *name = ls_recorded_make_name (body.unit != LS_RECORDED_NONE ? ls_recorded_get_name (self->thread, body.unit)
                                                                               : "yield");

  body.name = ls_recorded_make_unique (self->names, name);
  g_array_append_val (self->bodies, body);
  return body.name;
}

/* Returns the name of a new body that is a unit. */
static const char *
add_unit_body (LsRecordedWriter *self,
               guint32           unit)
{
  return add_body (self, (LsRecordedBody) { .unit = unit, .item = LS_RECORDED_NONE, .span = LS_RECORDED_NONE });
}

void
ls_recorded_begin_step (LsRecordedWriter *self,
                        const char       *op)
{
  ls_json_begin (&self->writer, NULL, '{', FALSE);
  ls_json_string (&self->writer, "op", op);
  self->n_steps++;
  self->n_steps_here++;
}

void
ls_recorded_end_step (LsRecordedWriter *self)
{
  ls_json_end (&self->writer, '}');
}

static void
write_name (LsRecordedWriter *self,
            guint32           unit)
{
  g_autofree char *name = ls_recorded_make_name (ls_recorded_get_name (self->thread, unit));

  ls_json_string (&self->writer, "name", name);
}

void
ls_recorded_write_work (LsRecordedWriter *self,
                        guint64           duration)
{
  ls_recorded_begin_step (self, "work");
  ls_json_time (&self->writer, "ms", duration);
  ls_recorded_end_step (self);
}

/* Writes a yield; @index: the continuation that it was in the recording, or LS_RECORDED_NONE */
void
ls_recorded_write_yield (LsRecordedWriter *self,
                         guint32           index)
{
  ls_recorded_begin_step (self, "yield");
  if (index != LS_RECORDED_NONE)
    {
      const LsRecordedItem *item = ls_recorded_item (self->thread, index);

      /* What does not belong to a task would be user-visible. */
      if (item->root == LS_RECORDED_NONE && ls_task_priority_is_valid (item->priority) &&
          item->priority != LS_TASK_PRIORITY_USER_VISIBLE)
        {
          ls_json_string (&self->writer, "priority", ls_task_priority_to_string (item->priority));
          self->has_yield_options = TRUE;
        }
    }
  ls_recorded_end_step (self);
}

/* Nobody is to complain of a rejection that the recording does not complain of. */
static void
write_handler (LsRecordedWriter *self)
{
  ls_recorded_begin_step (self, "then");
  ls_json_string (&self->writer, "promise", LS_RECORDED_ABORTED);
  ls_json_begin (&self->writer, "rejected", '[', FALSE);
  ls_json_end (&self->writer, ']');
  ls_recorded_end_step (self);
}

/* Returns whether what a task comes to may be that it was aborted. */
static gboolean
can_abort (LsRecordedWriter     *self,
           const LsRecordedItem *item)
{
  return item->controller != LS_RECORDED_NONE && ls_recorded_controller (self->thread, item->controller)->is_aborted;
}

static void
write_post_task (LsRecordedWriter     *self,
                 const LsRecordedItem *item)
{
  const gboolean is_aborted = item->abort_unit != LS_RECORDED_NONE;
  LsTaskPriority priority = item->priority;
  gboolean has_priority = item->controller == LS_RECORDED_NONE || item->has_own_priority;

  ls_recorded_begin_step (self, "postTask");
  if (item->runner != LS_RECORDED_NONE)
    {
      if (ls_conversion_find_rule (self->options->priorities, ls_recorded_get_name (self->thread, item->runner), &priority))
        has_priority = TRUE;
      ls_json_string (&self->writer, "body", add_unit_body (self, item->runner));
      write_name (self, item->runner);
    }
  else
    {
      ls_json_begin (&self->writer, "body", '[', FALSE);
      ls_json_end (&self->writer, ']');
      ls_json_string (&self->writer, "name", is_aborted ? LS_RECORDED_ABORTED : "never ran");
    }
  if (has_priority && ls_task_priority_is_valid (priority))
    ls_json_string (&self->writer, "priority", ls_task_priority_to_string (priority));
  if (item->controller != LS_RECORDED_NONE)
    ls_json_string (&self->writer, "signal", ls_recorded_controller (self->thread, item->controller)->name);
  if (item->delay > 0)
    ls_json_time (&self->writer, "delay", item->delay);
  if (can_abort (self, item))
    ls_json_string (&self->writer, "as", LS_RECORDED_ABORTED);
  ls_recorded_end_step (self);
  if (can_abort (self, item))
    write_handler (self);
}

/* Writes that code begins which goes on after a yield, while the unit does something else. @root: the task that it belongs to, or
 * LS_RECORDED_NONE */
void
ls_recorded_write_async (LsRecordedWriter     *self,
                         const LsRecordedBody *body,
                         guint32               root)
{
  const gboolean is_unsure = root != LS_RECORDED_NONE && can_abort (self, ls_recorded_item (self->thread, root));

  ls_recorded_begin_step (self, "async");
  ls_json_string (&self->writer, "body", add_body (self, *body));
  if (is_unsure)
    ls_json_string (&self->writer, "as", LS_RECORDED_ABORTED);
  ls_recorded_end_step (self);
  if (is_unsure)
    write_handler (self);
}

/* A callback that goes on after a yield. */
static void
write_continuation (LsRecordedWriter *self,
                    guint32           index)
{
  const LsRecordedItem *item = ls_recorded_item (self->thread, index);
  const LsRecordedBody body = { .unit = item->runner, .item = index, .span = LS_RECORDED_NONE };

  ls_recorded_write_async (self, &body, item->root);
}

/* Writes a task of the loop that comes after @delay µs. @queue: its queue */
void
ls_recorded_write_loop_post (LsRecordedWriter *self,
                             const char       *queue,
                             guint32           unit,
                             guint64           delay)
{
  ls_recorded_begin_step (self, "post");
  ls_json_string (&self->writer, "queue", queue);
  if (delay > 0)
    ls_json_time (&self->writer, "delay", delay);
  if (ls_recorded_unit (self->thread, unit)->is_discrete)
    ls_json_bool (&self->writer, "discrete", TRUE);
  ls_json_string (&self->writer, "body", add_unit_body (self, unit));
  write_name (self, unit);
  ls_recorded_end_step (self);
}

static void
write_timer (LsRecordedWriter     *self,
             const LsRecordedItem *item)
{
  if (item->is_interval || item->is_delay_unknown)
    {
      /* An interval does the same each time; what was recorded differs. An unknown timeout has no whole milliseconds. */
      ls_recorded_write_loop_post (self, "frame-throttleable", item->runner, item->delay);
      return;
    }
  ls_recorded_begin_step (self, "timer");
  ls_json_time (&self->writer, "ms", item->delay);
  ls_json_string (&self->writer, "body", add_unit_body (self, item->runner));
  write_name (self, item->runner);
  ls_recorded_end_step (self);
}

/* Returns whether something that was posted is part of the program. */
gboolean
ls_recorded_is_wanted (LsRecordedWriter     *self,
                       const LsRecordedItem *item)
{
  if (item->runner != LS_RECORDED_NONE)
    return !ls_recorded_is_left_out (self, item->runner);
  /* Of the rest only tasks and continuations matter that somebody aborted, and tasks that waited to the end. */
  if (item->kind == LS_UNIT_CONTINUATION)
    return item->abort_unit != LS_RECORDED_NONE;
  return item->kind == LS_UNIT_TASK && (item->ended == G_MAXUINT64 || item->abort_unit != LS_RECORDED_NONE);
}

void
ls_recorded_write_post (LsRecordedWriter *self,
                        guint32           index)
{
  const LsRecordedItem *item = ls_recorded_item (self->thread, index);

  switch (item->kind)
    {
    case LS_UNIT_TASK:
      write_post_task (self, item);
      break;
    case LS_UNIT_CONTINUATION:
      write_continuation (self, index);
      break;
    case LS_UNIT_TIMER:
      write_timer (self, item);
      break;
    case LS_UNIT_IDLE:
      ls_recorded_write_loop_post (self, item->is_timed_out ? "default" : "idle", item->runner, item->delay);
      break;
    default:
      ls_recorded_write_loop_post (self, item->is_resource ? "default" : "frame-pausable", item->runner, item->delay);
      break;
    }
}

/* Writes something that a unit did. */
void
ls_recorded_write_op (LsRecordedWriter   *self,
                      const LsRecordedOp *op)
{
  if (op->kind == LS_OP_POST)
    {
      ls_recorded_write_post (self, op->ref);
      return;
    }
  /* A signal that depends on others has no controller of its own, whatever a mark says. */
  if (ls_recorded_controller (self->thread, op->ref)->sources != NULL)
    return;
  ls_recorded_begin_step (self, op->kind == LS_OP_ABORT ? "abort" : "setPriority");
  ls_json_string (&self->writer, "controller", ls_recorded_controller (self->thread, op->ref)->name);
  if (op->kind == LS_OP_SET_PRIORITY)
    ls_json_string (&self->writer, "priority", ls_task_priority_to_string (op->priority));
  ls_recorded_end_step (self);
}

void
ls_recorded_write_body (LsRecordedWriter *self,
                        guint             index)
{
  const LsRecordedBody body = g_array_index (self->bodies, LsRecordedBody, index);
  guint32 unit = body.unit;

  g_string_assign (self->pointer, "/program/bodies");
  ls_json_append_pointer (self->pointer, body.name);
  self->n_steps_here = 0;
  ls_json_begin (&self->writer, body.name, '[', TRUE);
  if (body.item != LS_RECORDED_NONE)
    ls_recorded_write_yield (self, body.item);
  if (body.span != LS_RECORDED_NONE)
    unit = ls_recorded_write_script (self, &body);
  while (unit != LS_RECORDED_NONE)
    unit = ls_recorded_write_unit (self, unit);
  ls_json_end (&self->writer, ']');
}
