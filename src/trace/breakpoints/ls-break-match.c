/* ls-break-match.c: whether breakpoints stop after a record
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-matcher-private.h"

#include <string.h>

/* The place in the table of @texts that remembers whether a pattern matches @text. */
static guint8 *
cache_place (LsBreakCache *self,
             guint32       text)
{
  if (text >= self->length)
    {
      gsize length = MAX (MAX (self->length * 2, 64), (gsize) text + 1);

      self->known = g_realloc (self->known, length);
      memset (self->known + self->length, LS_BREAK_UNKNOWN, length - self->length);
      self->length = length;
    }
  return &self->known[text];
}

gboolean
ls_break_matcher_match_name (LsBreakMatcher *self,
                             LsBreakCache   *cache,
                             const char     *pattern,
                             guint32         text)
{
  const char *name;
  guint8 *known;

  if (pattern == NULL || *pattern == '\0')
    return TRUE;
  /* Only a corrupt trace names a text that does not exist. */
  name = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  if (name == NULL)
    return FALSE;
  known = cache_place (cache, text);
  if (*known == LS_BREAK_UNKNOWN)
    *known = ls_break_pattern_match (pattern, name) ? LS_BREAK_YES : LS_BREAK_NO;
  return *known == LS_BREAK_YES;
}

static gboolean
match_text (LsBreakMatcher *self,
            LsBreakMatched *matched,
            guint32         text)
{
  const char *wanted = matched->rule->text;
  const char *found;
  guint8 *known;

  if (wanted == NULL || *wanted == '\0')
    return TRUE;
  found = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  if (found == NULL)
    return FALSE;
  known = cache_place (&matched->text, text);
  if (*known == LS_BREAK_UNKNOWN)
    *known = strstr (found, wanted) != NULL ? LS_BREAK_YES : LS_BREAK_NO;
  return *known == LS_BREAK_YES;
}

/* The signal of a controller has the name of the controller. */
static gboolean
match_signal (LsBreakMatcher *self,
              LsBreakMatched *matched,
              guint32         id)
{
  const LsBreakSignal *signal;

  if (matched->rule->signal == NULL || *matched->rule->signal == '\0')
    return TRUE;
  signal = ls_break_tracker_get_signal (&self->tracker, id);
  return signal != NULL && ls_break_matcher_match_name (self, &matched->signal, matched->rule->signal, signal->name);
}

static guint8
get_priority (LsBreakMatcher    *self,
              const LsBreakTask *task)
{
  const LsBreakQueue *queue = task->place == LS_BREAK_PLACE_SCHEDULER
                                ? ls_break_tracker_get_queue (&self->tracker, task->queue) : NULL;

  return queue != NULL ? queue->priority : task->priority;
}

/* A breakpoint about a task asks for the agent of that task, which may wait. Others ask for the agent that runs. */
static gboolean
match_task_agent (LsBreakMatcher *self,
                  LsBreakMatched *matched,
                  guint32         id)
{
  const LsBreakTask *task = id != 0 ? ls_break_tracker_get_task (&self->tracker, id) : NULL;

  return ls_break_matcher_match_agent (self, matched, task != NULL && task->agent != 0
                                                        ? task->agent : ls_break_tracker_get_agent (&self->tracker));
}

/* Whether a task has the name, the signal, the priority and the agent that a breakpoint asks for. */
static gboolean
match_task (LsBreakMatcher *self,
            LsBreakMatched *matched,
            guint32         id,
            LsBreakMembers  members)
{
  const LsBreakRule *rule = matched->rule;
  const LsBreakTask *task;
  gboolean named = rule->task != NULL && *rule->task != '\0';
  gboolean signalled = members & LS_BREAK_MEMBER_SIGNAL && rule->signal != NULL && *rule->signal != '\0';
  gboolean ranked = members & LS_BREAK_MEMBER_PRIORITY && ls_task_priority_is_valid (rule->priority);

  if (rule->agent != NULL && !match_task_agent (self, matched, id))
    return FALSE;
  if (!named && !signalled && !ranked)
    return TRUE;
  task = id != 0 ? ls_break_tracker_get_task (&self->tracker, id) : NULL;
  if (task == NULL || !task->is_known)
    return FALSE;
  if (ranked && get_priority (self, task) != rule->priority)
    return FALSE;
  if (signalled && !match_signal (self, matched, task->signal))
    {
      const LsBreakQueue *queue = task->queue != 0 ? ls_break_tracker_get_queue (&self->tracker, task->queue) : NULL;

      if (queue == NULL || !match_signal (self, matched, queue->signal))
        return FALSE;
    }
  return !named || ls_break_matcher_match_name (self, &matched->task, rule->task, task->name);
}

#define ALL_MEMBERS (LS_BREAK_MEMBER_SIGNAL | LS_BREAK_MEMBER_PRIORITY)

/* Counts that all that a breakpoint asks for holds after the present record. Adds a hit where "from" and "every" say so. */
void
ls_break_matcher_hit (LsBreakMatcher *self,
                      LsBreakMatched *matched,
                      guint32         subject,
                      int             queue)
{
  const LsBreakRule *rule = matched->rule;
  LsBreakHit found = { .rule = matched - self->rules, .subject = subject, .queue = queue };
  guint i;

  matched->n_hits++;
  if (matched->n_hits < rule->from || (matched->n_hits - rule->from) % rule->every != 0)
    return;

  matched->n_stops++;
  found.position = self->tracker.position;
  g_array_append_val (self->hits, found);
  /* Hits at one position are few. They stand in the order of their breakpoints. */
  for (i = self->hits->len - 1; i > 0; i--)
    {
      LsBreakHit *before = &g_array_index (self->hits, LsBreakHit, i - 1);

      if (before->position != found.position || before->rule <= found.rule)
        break;
      g_array_index (self->hits, LsBreakHit, i) = *before;
    }
  g_array_index (self->hits, LsBreakHit, i) = found;
}

/* Reads "file:line:column" or "file:line". A file's name may contain colons; a JSON pointer is no place. */
gboolean
ls_break_parse_place (const char *text,
                      gsize      *script_length,
                      guint      *line,
                      guint      *column)
{
  guint numbers[2] = { 0, 0 };
  guint n_numbers = 0;
  gsize end;

  if (text == NULL || *text == '/')
    return FALSE;
  end = strlen (text);
  while (n_numbers < 2)
    {
      const char *colon = g_strrstr_len (text, end, ":");
      const gsize n_digits = colon != NULL ? strspn (colon + 1, "0123456789") : 0;

      if (n_digits == 0 || n_digits > 9 || colon + 1 + n_digits != text + end)
        break;
      numbers[n_numbers++] = g_ascii_strtoull (colon + 1, NULL, 10);
      end = colon - text;
    }
  if (n_numbers == 0)
    return FALSE;

  *script_length = end;
  *line = numbers[n_numbers - 1];
  *column = n_numbers == 2 ? numbers[0] : 0;
  return end > 0 && *line > 0;
}

static gboolean
is_at_place (LsBreakMatcher *self,
             LsBreakMatched *matched,
             guint32         text)
{
  const char *place = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  guint8 *known;

  if (place == NULL)
    return FALSE;
  known = cache_place (&matched->place, text);
  if (*known == LS_BREAK_UNKNOWN)
    {
      gsize length;
      guint line, column;

      *known = ls_break_parse_place (place, &length, &line, &column) && line == matched->run_line &&
               strlen (matched->rule->script) == length && memcmp (matched->rule->script, place, length) == 0 ? LS_BREAK_YES
                                                                                                             : LS_BREAK_NO;
    }
  return *known == LS_BREAK_YES;
}

/* A breakpoint stops once at a line and not at each of its statements. It stops again when a loop or a call comes back to the line.
 * */
static gboolean
goes_on_in_line (LsBreakMatcher *self,
                 const LsRecord *record)
{
  const LsBreakStatement *before = &self->tracker.loop.last;
  gsize length, length_before;
  guint line, line_before, column, column_before;
  const char *place, *place_before;

  if (record->value <= before->value || before->function != record->subject || before->level != record->level)
    return FALSE;
  place = ls_trace_get_text (self->trace, record->text);
  place_before = ls_trace_get_text (self->trace, before->text);
  return ls_break_parse_place (place, &length, &line, &column) &&
         ls_break_parse_place (place_before, &length_before, &line_before, &column_before) &&
         line == line_before && column > column_before;
}

static void
match_statement (LsBreakMatcher *self,
                 const LsRecord *record)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_LINE];

  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);
      const char *condition = matched->rule->condition;

      if ((condition == NULL || *condition == '\0') && matched->run_line > 0 &&
          is_at_place (self, matched, record->text) && !goes_on_in_line (self, record) &&
          match_task (self, matched, ls_break_tracker_get_running (&self->tracker), ALL_MEMBERS))
        ls_break_matcher_hit (self, matched, ls_break_tracker_get_running (&self->tracker), LS_BREAK_QUEUE_ANY);
    }
  self->tracker.loop.last = (LsBreakStatement) {
    .function = record->subject, .value = record->value, .text = record->text, .level = record->level
  };
}

static void
match_condition (LsBreakMatcher *self,
                 const LsRecord *record)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_LINE];

  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);
      const char *condition = matched->rule->condition;

      if (condition != NULL && *condition != '\0' && matched->run_index >= 0 &&
          (guint) matched->run_index == record->subject &&
          match_task (self, matched, ls_break_tracker_get_running (&self->tracker), ALL_MEMBERS))
        ls_break_matcher_hit (self, matched, ls_break_tracker_get_running (&self->tracker), LS_BREAK_QUEUE_ANY);
    }
}

static void
match_start (LsBreakMatcher *self,
             const LsRecord *record)
{
  for (LsBreakKind kind = LS_BREAK_TASK_START; kind <= LS_BREAK_PRIORITY; kind += LS_BREAK_PRIORITY - LS_BREAK_TASK_START)
    for (guint i = 0; i < self->by_kind[kind]->len; i++)
      {
        LsBreakMatched *matched = g_ptr_array_index (self->by_kind[kind], i);

        if (record->subject == ls_break_tracker_get_running (&self->tracker) &&
            match_task (self, matched, record->subject, ALL_MEMBERS))
          ls_break_matcher_hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
      }
}

static void
match_log (LsBreakMatcher *self,
           const LsRecord *record)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_LOG];

  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);

      if (match_text (self, matched, record->text) &&
          match_task (self, matched, ls_break_tracker_get_running (&self->tracker), ALL_MEMBERS))
        ls_break_matcher_hit (self, matched, ls_break_tracker_get_running (&self->tracker), LS_BREAK_QUEUE_ANY);
    }
}

static void
match_signals (LsBreakMatcher *self,
               const LsRecord *record)
{
  const LsBreakSignal *signal = ls_break_tracker_get_signal (&self->tracker, record->subject);

  if (signal == NULL || signal->is_internal)
    return;

  for (guint i = 0; i < self->by_kind[LS_BREAK_SIGNAL]->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (self->by_kind[LS_BREAK_SIGNAL], i);

      if (match_signal (self, matched, record->subject) &&
          match_task (self, matched, ls_break_tracker_get_running (&self->tracker), LS_BREAK_MEMBER_PRIORITY))
        ls_break_matcher_hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
    }
  for (guint i = 0; record->kind == LS_RECORD_SIGNAL_PRIORITY && i < self->by_kind[LS_BREAK_PRIORITY_CHANGE]->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (self->by_kind[LS_BREAK_PRIORITY_CHANGE], i);
      LsTaskPriority wanted = matched->rule->priority;

      if (match_signal (self, matched, record->subject) &&
          (!ls_task_priority_is_valid (wanted) || wanted == (LsTaskPriority) record->priority) &&
          match_task (self, matched, ls_break_tracker_get_running (&self->tracker), 0))
        ls_break_matcher_hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
    }
  for (guint i = 0; record->kind == LS_RECORD_SIGNAL_ABORTED && i < self->by_kind[LS_BREAK_ABORT]->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (self->by_kind[LS_BREAK_ABORT], i);

      if (match_signal (self, matched, record->subject) && match_text (self, matched, record->text) &&
          match_task (self, matched, ls_break_tracker_get_running (&self->tracker), LS_BREAK_MEMBER_PRIORITY))
        ls_break_matcher_hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
    }
}

/* Whether a breakpoint looks at the length of this scheduler task queue and the queue is too long. */
static gboolean
is_too_long (LsBreakMatcher *self,
             LsBreakMatched *matched,
             guint32         id)
{
  const LsBreakRule *rule = matched->rule;
  const LsBreakQueue *queue = ls_break_tracker_get_queue (&self->tracker, id);

  return queue != NULL && queue->is_known && rule->queue == LS_BREAK_QUEUE_ANY && queue->length > rule->count &&
         (!ls_task_priority_is_valid (rule->priority) || rule->priority == (LsTaskPriority) queue->priority) &&
         ls_break_matcher_match_agent (self, matched, ls_break_tracker_get_agent (&self->tracker)) &&
         match_signal (self, matched, queue->signal);
}

/* A task has entered a queue. No other queue can have become too long. */
static void
match_length (LsBreakMatcher *self)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_QUEUE_LENGTH];
  const LsBreakTracker *tracker = &self->tracker;
  const LsBreakTask *task = ls_break_tracker_get_task (tracker, tracker->queued_task);
  gboolean of_scheduler = task->place == LS_BREAK_PLACE_SCHEDULER;
  const LsBreakQueue *queue = of_scheduler ? ls_break_tracker_get_queue (tracker, task->queue) : NULL;

  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);
      const LsBreakRule *rule = matched->rule;
      guint64 limit = (guint64) rule->count + 1;

      if (!ls_break_matcher_match_agent (self, matched, ls_break_tracker_get_agent (tracker)))
        continue;
      if (rule->queue == LS_BREAK_QUEUE_ALL)
        {
          if (tracker->loop.total_length == limit)
            ls_break_matcher_hit (self, matched, 0, LS_BREAK_QUEUE_ALL);
        }
      else if (rule->queue == LS_BREAK_QUEUE_ANY)
        {
          if (of_scheduler && queue != NULL && queue->length == limit && is_too_long (self, matched, task->queue))
            ls_break_matcher_hit (self, matched, task->queue, LS_QUEUE_TYPE_WEB_SCHEDULING);
          else if (!of_scheduler && tracker->loop.type_lengths[task->queue_type] == limit &&
                   !ls_task_priority_is_valid (rule->priority) && (rule->signal == NULL || *rule->signal == '\0'))
            ls_break_matcher_hit (self, matched, 0, task->queue_type);
        }
      else if (rule->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
        {
          if (of_scheduler && tracker->loop.scheduler_length == limit)
            ls_break_matcher_hit (self, matched, 0, rule->queue);
        }
      else if (!of_scheduler && task->queue_type == rule->queue && tracker->loop.type_lengths[rule->queue] == limit)
        ls_break_matcher_hit (self, matched, 0, rule->queue);
    }
}

/* A queue has a new priority, or its signal a new name: other breakpoints may look at its length now. */
static void
apply_to_queues (LsBreakMatcher *self,
                 const LsRecord *record,
                 const guint32   queues[2])
{
  GPtrArray *rules = self->by_kind[LS_BREAK_QUEUE_LENGTH];
  g_autofree guint8 *before = g_new (guint8, rules->len);

  for (guint i = 0; i < rules->len; i++)
    {
      before[i] = 0;
      for (guint j = 0; j < 2; j++)
        before[i] |= is_too_long (self, g_ptr_array_index (rules, i), queues[j]) << j;
    }
  ls_break_tracker_apply (&self->tracker, record);
  for (guint i = 0; i < rules->len; i++)
    for (guint j = 0; j < 2; j++)
      if (!(before[i] & 1 << j) && is_too_long (self, g_ptr_array_index (rules, i), queues[j]))
        {
          ls_break_matcher_hit (self, g_ptr_array_index (rules, i), queues[j], LS_QUEUE_TYPE_WEB_SCHEDULING);
          break;
        }
}

/* Drops tasks that do not wait any more from the list, so that nobody looks at them when their time comes. */
static void
drop_waiting (LsBreakMatcher *self)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_WAIT];
  g_autofree gsize *next = g_new0 (gsize, rules->len);
  gsize n_kept = 0;

  for (gsize i = 0; i < self->waiting->len; i++)
    {
      LsBreakWaiting waiting = g_array_index (self->waiting, LsBreakWaiting, i);
      const LsBreakTask *task = ls_break_tracker_get_task (&self->tracker, waiting.task);

      if (task == NULL || task->place == LS_BREAK_PLACE_NONE || task->queued_at != waiting.queued_at)
        continue;
      for (guint rule = 0; rule < rules->len; rule++)
        next[rule] += i < ((LsBreakMatched *) g_ptr_array_index (rules, rule))->next_wait;
      g_array_index (self->waiting, LsBreakWaiting, n_kept++) = waiting;
    }
  for (guint rule = 0; rule < rules->len; rule++)
    ((LsBreakMatched *) g_ptr_array_index (rules, rule))->next_wait = next[rule];
  g_array_set_size (self->waiting, n_kept);
  self->max_waiting = MAX (2 * n_kept, LS_BREAK_WAITING);
}

/* Time has passed up to @time since the last record, and nothing else has happened. */
static void
match_waiting (LsBreakMatcher *self,
               guint64         time)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_WAIT];
  gsize least = G_MAXSIZE;

  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);
      gboolean found = FALSE;

      for (; matched->next_wait < self->waiting->len; matched->next_wait++)
        {
          const LsBreakWaiting *waiting = &g_array_index (self->waiting, LsBreakWaiting, matched->next_wait);
          const LsBreakTask *task = ls_break_tracker_get_task (&self->tracker, waiting->task);

          if (time < waiting->queued_at || time - waiting->queued_at <= matched->rule->time)
            break;
          if (found || task == NULL || task->place == LS_BREAK_PLACE_NONE || task->queued_at != waiting->queued_at ||
              !match_task (self, matched, waiting->task, ALL_MEMBERS))
            continue;
          found = TRUE;
          /* The hit is after the record that has this time. */
          self->tracker.position++;
          ls_break_matcher_hit (self, matched, waiting->task, LS_BREAK_QUEUE_ANY);
          self->tracker.position--;
        }
      least = MIN (least, matched->next_wait);
    }

  if (least > 4096 && least > self->waiting->len / 2 && least <= self->waiting->len)
    {
      g_array_remove_range (self->waiting, 0, least);
      for (guint i = 0; i < rules->len; i++)
        ((LsBreakMatched *) g_ptr_array_index (rules, i))->next_wait -= least;
    }
}

static void
match_time (LsBreakMatcher *self,
            guint64         time)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_TIME];

  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);

      if (matched->is_over || time < matched->rule->time)
        continue;
      matched->is_over = TRUE;
      ls_break_matcher_hit (self, matched, 0, LS_BREAK_QUEUE_ANY);
    }
}

/* Reads one record and adds the hits of the breakpoints that stop after it. */
void
ls_break_matcher_match (LsBreakMatcher *self,
                        const LsRecord *record)
{
  if (self->by_kind[LS_BREAK_WAIT]->len > 0)
    match_waiting (self, record->time);

  if (self->by_kind[LS_BREAK_QUEUE_LENGTH]->len > 0 &&
      (record->kind == LS_RECORD_QUEUE_PRIORITY || record->kind == LS_RECORD_SIGNAL_NAMED))
    {
      guint32 queues[2] = { record->subject, 0 };

      if (record->kind == LS_RECORD_SIGNAL_NAMED)
        {
          const LsBreakSignal *signal = ls_break_tracker_get_signal (&self->tracker, record->subject);

          queues[0] = signal != NULL ? signal->queues[0] : 0;
          queues[1] = signal != NULL ? signal->queues[1] : 0;
        }
      apply_to_queues (self, record, queues);
    }
  else
    ls_break_tracker_apply (&self->tracker, record);

  if (self->tracker.queued_task != 0)
    {
      if (self->by_kind[LS_BREAK_QUEUE_LENGTH]->len > 0)
        match_length (self);
      if (self->by_kind[LS_BREAK_WAIT]->len > 0)
        {
          LsBreakWaiting waiting = { .queued_at = record->time, .task = self->tracker.queued_task };

          g_array_append_val (self->waiting, waiting);
          if (self->waiting->len > self->max_waiting)
            drop_waiting (self);
        }
    }
  if (self->by_kind[LS_BREAK_TIME]->len > 0)
    match_time (self, record->time);

  if (self->has_agent_rules)
    ls_break_matcher_match_agents (self, record);

  switch (record->kind)
    {
    case LS_RECORD_STATEMENT:
      match_statement (self, record);
      break;
    case LS_RECORD_BREAKPOINT:
      match_condition (self, record);
      break;
    case LS_RECORD_TASK_STARTED:
      match_start (self, record);
      break;
    case LS_RECORD_LOG:
      match_log (self, record);
      break;
    case LS_RECORD_SIGNAL_CREATED:
    case LS_RECORD_SIGNAL_ABORT_SOURCE:
    case LS_RECORD_SIGNAL_NAMED:
    case LS_RECORD_SIGNAL_PRIORITY:
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
    case LS_RECORD_SIGNAL_ABORTED:
    case LS_RECORD_SIGNAL_FINALIZED:
    case LS_RECORD_SIGNAL_LISTENERS:
    case LS_RECORD_EVENT_BEGIN:
    case LS_RECORD_EVENT_END:
      match_signals (self, record);
      break;
    default:
      break;
    }
}
