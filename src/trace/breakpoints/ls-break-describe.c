/* ls-break-describe.c: what made a breakpoint stop
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-matcher.h"

#include <glib/gi18n-lib.h>

#include "ls-trace-names-private.h"

static char *
describe_queue (LsState          *state,
                const LsBreakHit *hit)
{
  const LsQueueState *queue = hit->subject != 0 ? ls_state_get_queue (state, hit->subject) : NULL;
  g_autofree char *name = NULL;

  if (queue != NULL)
    {
      name = ls_names_say_queue (state, queue);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "The %s queue with priority %s holds %u task",
                                           "The %s queue with priority %s holds %u tasks", queue->tasks.length),
                              name, ls_task_priority_to_string (queue->priority), queue->tasks.length);
    }
  if (hit->queue == LS_BREAK_QUEUE_ALL)
    return g_strdup (_("All queues together hold too many tasks"));
  if (hit->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
    return g_strdup (_("The scheduler queues together hold too many tasks"));
  return g_strdup_printf (_("The %s queue holds too many tasks"), ls_queue_type_to_string (MAX (hit->queue, 0)));
}

static char *
describe_agent (LsState          *state,
                LsBreakKind       kind,
                const LsBreakHit *hit,
                const LsRecord   *record)
{
  const gboolean is_operation = record->kind == LS_RECORD_ATOMIC_OPERATION;
  g_autofree char *agent = ls_names_say_agent (state, hit->subject);
  g_autofree char *place = NULL;
  const char *text;

  if (kind == LS_BREAK_AGENT_RUN)
    return g_strdup_printf (_("%s continues"), agent);
  place = ls_names_place (state, is_operation ? record->subject : record->object, is_operation ? record->object : record->value);
  switch ((int) kind)
    {
    case LS_BREAK_AGENT_WAIT:
      return g_strdup_printf (_("%s starts to wait at %s"), agent, place);
    case LS_BREAK_AGENT_NOTIFIED:
      return g_strdup_printf (_("%s is notified at %s"), agent, place);
    case LS_BREAK_LOCK:
      return g_strdup_printf (_("%s acquires the lock at %s"), agent, place);
    default:
      text = record->text != 0 ? ls_trace_get_text (ls_state_get_trace (state), record->text) : "";
      /* Translators: an agent, a place in shared memory such as count[0], what was done to it such as “store 1: was 0, is 1” */
      return g_strdup_printf (_("%s changes %s: %s"), agent, place, text != NULL ? text : "");
    }
}

/**
 * ls_break_matcher_describe:
 * @self: a matcher
 * @hit: a hit of it
 *
 * Says what made a breakpoint stop, such as “The task “decode” has waited for 120 ms”.
 *
 * Returns: (transfer full): a sentence without a full stop
 */
char *
ls_break_matcher_describe (LsBreakMatcher   *self,
                           const LsBreakHit *hit)
{
  g_autoptr (LsState) state = NULL;
  g_autofree char *name = NULL;
  g_autofree char *time = NULL;
  const LsBreakRule *rule;
  LsTrace *trace;
  const LsTaskState *task;
  LsRecord record;

  g_return_val_if_fail (self != NULL && hit != NULL && hit->rule < ls_break_matcher_get_n_rules (self), NULL);
  g_return_val_if_fail (hit->position > 0, NULL);
  trace = ls_break_matcher_get_trace (self);
  g_return_val_if_fail (hit->position <= ls_trace_get_length (trace), NULL);

  rule = ls_break_matcher_get_rule (self, hit->rule);
  state = ls_state_new (trace);
  ls_state_seek (state, hit->position);
  ls_trace_get_record (trace, hit->position - 1, &record);
  switch (rule->kind)
    {
    case LS_BREAK_LINE:
      name = ls_names_shorten (g_strdup (record.text != 0 ? ls_trace_get_text (trace, record.text) : ""));
      return g_strdup_printf (_("The statement at %s begins"), name);
    case LS_BREAK_TASK_START:
    case LS_BREAK_PRIORITY:
      name = ls_names_say_task (state, hit->subject);
      task = ls_state_get_task (state, hit->subject);
      if (task != NULL && ls_task_priority_is_valid (task->priority))
        return g_strdup_printf (_("Task %s with priority %s starts"), name, ls_task_priority_to_string (task->priority));
      return g_strdup_printf (_("Task %s starts"), name);
    case LS_BREAK_PRIORITY_CHANGE:
      name = ls_names_say_signal (state, hit->subject);
      return g_strdup_printf (_("The priority of “%s” changes from %s to %s"), name,
                              ls_task_priority_to_string (record.value), ls_task_priority_to_string (record.priority));
    case LS_BREAK_ABORT:
      name = ls_names_say_signal (state, hit->subject);
      return g_strdup_printf (_("“%s” is aborted"), name);
    case LS_BREAK_SIGNAL:
      name = ls_names_say_signal (state, hit->subject);
      return g_strdup_printf (_("Something happens to “%s”: %s"), name, ls_record_kind_to_string (record.kind));
    case LS_BREAK_TIME:
      time = ls_names_say_duration (record.time);
      return g_strdup_printf (_("The time is %s"), time);
    case LS_BREAK_LOG:
      name = ls_names_shorten (g_strdup (record.text != 0 ? ls_trace_get_text (trace, record.text) : ""));
      return g_strdup_printf (_("“%s” is printed"), name);
    case LS_BREAK_QUEUE_LENGTH:
      return describe_queue (state, hit);
    case LS_BREAK_WAIT:
      /* The record may be the one that ends the wait. */
      ls_state_seek (state, hit->position - 1);
      name = ls_names_say_task (state, hit->subject);
      task = ls_state_get_task (state, hit->subject);
      if (task != NULL && task->queued_at <= record.time)
        time = ls_names_say_duration (record.time - task->queued_at);
      if (time == NULL)
        return g_strdup_printf (_("Task %s has waited too long"), name);
      return g_strdup_printf (_("Task %s has waited %s"), name, time);
    case LS_BREAK_AGENT_RUN:
    case LS_BREAK_AGENT_WAIT:
    case LS_BREAK_AGENT_NOTIFIED:
    case LS_BREAK_MEMORY:
    case LS_BREAK_LOCK:
      return describe_agent (state, rule->kind, hit, &record);
    default:
      g_return_val_if_reached (NULL);
    }
}
