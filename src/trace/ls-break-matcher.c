/* ls-break-matcher.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-matcher.h"

#include "ls-break-tracker-private.h"

#include <string.h>

/* What is known of whether a text is one that a breakpoint looks for. */
enum
{
  UNKNOWN = 0,
  YES,
  NO
};

/* Which texts a pattern, or the place of a line, is one for. */
typedef struct
{
  guint8 *known;    /* by text */
  gsize   length;
} Cache;

typedef struct
{
  LsBreakRule *rule;
  guint        run_line;
  int          run_index;
  guint64      n_hits;     /* before those that "from" and "every" leave out */
  guint        n_stops;
  gsize        next_wait;  /* WAIT: in the list of those that came to wait */
  gboolean     is_over;    /* TIME */
  Cache        task;
  Cache        signal;
  Cache        text;
  Cache        place;
} Matched;

/* A task that came to wait. */
typedef struct
{
  guint64 queued_at;
  guint32 task;
} Waiting;

/* A statement that ran; value 0 for none. */
typedef struct
{
  guint32 function;
  guint32 value;
  guint32 text;
  guint8  level;
} Statement;

struct _LsBreakMatcher
{
  gatomicrefcount  ref_count;
  LsTrace         *trace;
  Matched         *rules;
  guint            n_rules;
  GPtrArray       *by_kind[LS_N_BREAK_KINDS];   /* Matched that are enabled and complete */
  gboolean         is_active;
  LsBreakTracker   tracker;
  GArray          *waiting;      /* Waiting */
  GArray          *hits;         /* LsBreakHit, by position and rule */
  Statement        last;
};

G_DEFINE_BOXED_TYPE (LsBreakMatcher, ls_break_matcher, ls_break_matcher_ref, ls_break_matcher_unref)

/**
 * ls_break_matcher_new:
 * @trace: a trace, which may still grow
 * @rules: (element-type LsBreakRule): breakpoints; copies are taken. Those that are not enabled or not complete never stop
 *
 * Returns: (transfer full): what finds where they stop; it has not read anything yet
 */
LsBreakMatcher *
ls_break_matcher_new (LsTrace   *trace,
                      GPtrArray *rules)
{
  LsBreakMatcher *self;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);
  g_return_val_if_fail (rules != NULL, NULL);

  self = g_new0 (LsBreakMatcher, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  self->hits = g_array_new (FALSE, FALSE, sizeof (LsBreakHit));
  self->n_rules = rules->len;
  self->rules = g_new0 (Matched, rules->len);
  for (guint i = 0; i < LS_N_BREAK_KINDS; i++)
    self->by_kind[i] = g_ptr_array_new ();
  for (guint i = 0; i < rules->len; i++)
    {
      Matched *matched = &self->rules[i];

      matched->rule = ls_break_rule_copy (g_ptr_array_index (rules, i));
      matched->run_line = matched->rule->line;
      matched->run_index = -1;
      if (!matched->rule->enabled || !ls_break_rule_is_complete (matched->rule))
        continue;
      g_ptr_array_add (self->by_kind[matched->rule->kind], matched);
      self->is_active = TRUE;
    }

  return self;
}

/**
 * ls_break_matcher_ref:
 * @self: a matcher
 *
 * Returns: (transfer full): @self with one reference more
 */
LsBreakMatcher *
ls_break_matcher_ref (LsBreakMatcher *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_break_matcher_unref:
 * @self: (transfer full): a matcher
 *
 * Gives a reference back.
 */
void
ls_break_matcher_unref (LsBreakMatcher *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_rules; i++)
    {
      ls_break_rule_free (self->rules[i].rule);
      g_free (self->rules[i].task.known);
      g_free (self->rules[i].signal.known);
      g_free (self->rules[i].text.known);
      g_free (self->rules[i].place.known);
    }
  for (guint i = 0; i < LS_N_BREAK_KINDS; i++)
    g_ptr_array_unref (self->by_kind[i]);
  ls_break_tracker_clear (&self->tracker);
  g_array_unref (self->waiting);
  g_array_unref (self->hits);
  g_object_unref (self->trace);
  g_free (self->rules);
  g_free (self);
}

/**
 * ls_break_matcher_get_trace:
 * @self: a matcher
 *
 * Returns: (transfer none): the trace that it reads
 */
LsTrace *
ls_break_matcher_get_trace (LsBreakMatcher *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->trace;
}

/**
 * ls_break_matcher_get_n_rules:
 * @self: a matcher
 *
 * Returns: how many breakpoints it was given
 */
guint
ls_break_matcher_get_n_rules (LsBreakMatcher *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rules;
}

/**
 * ls_break_matcher_get_rule:
 * @self: a matcher
 * @rule: less than ls_break_matcher_get_n_rules()
 *
 * Returns: (transfer none): a breakpoint
 */
const LsBreakRule *
ls_break_matcher_get_rule (LsBreakMatcher *self,
                           guint           rule)
{
  g_return_val_if_fail (self != NULL && rule < self->n_rules, NULL);

  return self->rules[rule].rule;
}

/**
 * ls_break_matcher_is_active:
 * @self: a matcher
 *
 * Returns: whether any of the breakpoints can stop
 */
gboolean
ls_break_matcher_is_active (LsBreakMatcher *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_active;
}

/**
 * ls_break_matcher_set_place:
 * @self: a matcher
 * @rule: a breakpoint of %LS_BREAK_LINE
 * @run_line: its line in the text that runs, 0 if that has no such line
 * @run_index: the number of its condition in the run, as records of %LS_RECORD_BREAKPOINT have it; -1 if the run does not
 *   know of it
 *
 * Says where a breakpoint is in the program that runs. Without this it is in its own line, and its condition never holds.
 * What was found before is forgotten.
 */
void
ls_break_matcher_set_place (LsBreakMatcher *self,
                            guint           rule,
                            guint           run_line,
                            int             run_index)
{
  Matched *matched;

  g_return_if_fail (self != NULL && rule < self->n_rules);

  matched = &self->rules[rule];
  if (matched->run_line == run_line && matched->run_index == run_index)
    return;
  matched->run_line = run_line;
  matched->run_index = run_index;
  g_clear_pointer (&matched->place.known, g_free);
  matched->place.length = 0;

  ls_break_tracker_clear (&self->tracker);
  g_array_set_size (self->waiting, 0);
  g_array_set_size (self->hits, 0);
  self->last = (Statement) { 0 };
  for (guint i = 0; i < self->n_rules; i++)
    {
      self->rules[i].n_hits = 0;
      self->rules[i].n_stops = 0;
      self->rules[i].next_wait = 0;
      self->rules[i].is_over = FALSE;
    }
}

/* Where to remember whether @text is one. */
static guint8 *
cache_place (Cache   *self,
             guint32  text)
{
  if (text >= self->length)
    {
      gsize length = MAX (MAX (self->length * 2, 64), (gsize) text + 1);

      self->known = g_realloc (self->known, length);
      memset (self->known + self->length, UNKNOWN, length - self->length);
      self->length = length;
    }
  return &self->known[text];
}

static gboolean
match_name (LsBreakMatcher *self,
            Cache          *cache,
            const char     *pattern,
            guint32         text)
{
  const char *name;
  guint8 *known;

  if (pattern == NULL || *pattern == '\0')
    return TRUE;
  /* A number that no text has is only in what is corrupt. */
  name = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  if (name == NULL)
    return FALSE;
  known = cache_place (cache, text);
  if (*known == UNKNOWN)
    *known = ls_break_pattern_match (pattern, name) ? YES : NO;
  return *known == YES;
}

static gboolean
match_text (LsBreakMatcher *self,
            Matched        *matched,
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
  if (*known == UNKNOWN)
    *known = strstr (found, wanted) != NULL ? YES : NO;
  return *known == YES;
}

/* Signals of controllers are called as these. */
static gboolean
match_signal (LsBreakMatcher *self,
              Matched        *matched,
              guint32         id)
{
  const LsBreakSignal *signal;

  if (matched->rule->signal == NULL || *matched->rule->signal == '\0')
    return TRUE;
  signal = ls_break_tracker_get_signal (&self->tracker, id);
  return signal != NULL && match_name (self, &matched->signal, matched->rule->signal, signal->name);
}

static guint8
get_priority (LsBreakMatcher    *self,
              const LsBreakTask *task)
{
  return task->place == LS_BREAK_PLACE_SCHEDULER ? self->tracker.queues[task->queue].priority : task->priority;
}

/* Whether a task is one that a breakpoint is narrowed to. */
static gboolean
match_task (LsBreakMatcher *self,
            Matched        *matched,
            guint32         id,
            LsBreakMembers  members)
{
  const LsBreakRule *rule = matched->rule;
  const LsBreakTask *task;
  gboolean named = rule->task != NULL && *rule->task != '\0';
  gboolean signalled = members & LS_BREAK_MEMBER_SIGNAL && rule->signal != NULL && *rule->signal != '\0';
  gboolean ranked = members & LS_BREAK_MEMBER_PRIORITY && rule->priority < LS_N_TASK_PRIORITIES;

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
  return !named || match_name (self, &matched->task, rule->task, task->name);
}

#define ALL_MEMBERS (LS_BREAK_MEMBER_SIGNAL | LS_BREAK_MEMBER_PRIORITY)

/* All that a breakpoint asks for holds after the record at hand: counts it, and notes it if that is one of those counted
 * for. */
static void
hit (LsBreakMatcher *self,
     Matched        *matched,
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
  /* Those of one position are few, and in the order of the breakpoints. */
  for (i = self->hits->len - 1; i > 0; i--)
    {
      LsBreakHit *before = &g_array_index (self->hits, LsBreakHit, i - 1);

      if (before->position != found.position || before->rule <= found.rule)
        break;
      g_array_index (self->hits, LsBreakHit, i) = *before;
    }
  g_array_index (self->hits, LsBreakHit, i) = found;
}

/* "file:line:column" or "file:line". A file's name may contain colons; a JSON pointer is no place. */
static gboolean
parse_place (const char *text,
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
      gsize start = end;
      guint value = 0;

      while (start > 0 && g_ascii_isdigit (text[start - 1]))
        start--;
      if (start == end || start < 2 || text[start - 1] != ':' || end - start > 9)
        break;
      for (gsize i = start; i < end; i++)
        value = value * 10 + g_ascii_digit_value (text[i]);
      numbers[n_numbers++] = value;
      end = start - 1;
    }
  if (n_numbers == 0)
    return FALSE;

  *script_length = end;
  *line = numbers[n_numbers - 1];
  *column = n_numbers == 2 ? numbers[0] : 0;
  return *line > 0;
}

static gboolean
is_at_place (LsBreakMatcher *self,
             Matched        *matched,
             guint32         text)
{
  const char *place = text != 0 ? ls_trace_get_text (self->trace, text) : NULL;
  guint8 *known;

  if (place == NULL)
    return FALSE;
  known = cache_place (&matched->place, text);
  if (*known == UNKNOWN)
    {
      gsize length;
      guint line, column;

      *known = parse_place (place, &length, &line, &column) && line == matched->run_line &&
               strlen (matched->rule->script) == length && memcmp (matched->rule->script, place, length) == 0 ? YES : NO;
    }
  return *known == YES;
}

/* A line is stopped at once, not at each of its statements; but again when a loop or a call comes back to it. */
static gboolean
goes_on_in_line (LsBreakMatcher *self,
                 const LsRecord *record)
{
  const Statement *before = &self->last;
  gsize length, length_before;
  guint line, line_before, column, column_before;
  const char *place, *place_before;

  if (before->value == 0 || record->value <= before->value || before->function != record->subject ||
      before->level != record->level || before->text == 0)
    return FALSE;
  place = ls_trace_get_text (self->trace, record->text);
  place_before = ls_trace_get_text (self->trace, before->text);
  return parse_place (place, &length, &line, &column) &&
         parse_place (place_before, &length_before, &line_before, &column_before) &&
         line == line_before && column > column_before;
}

static void
match_statement (LsBreakMatcher *self,
                 const LsRecord *record)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_LINE];

  for (guint i = 0; i < rules->len; i++)
    {
      Matched *matched = g_ptr_array_index (rules, i);
      const char *condition = matched->rule->condition;

      if ((condition == NULL || *condition == '\0') && matched->run_line > 0 &&
          is_at_place (self, matched, record->text) && !goes_on_in_line (self, record) &&
          match_task (self, matched, self->tracker.running, ALL_MEMBERS))
        hit (self, matched, self->tracker.running, LS_BREAK_QUEUE_ANY);
    }
  self->last = (Statement) {
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
      Matched *matched = g_ptr_array_index (rules, i);
      const char *condition = matched->rule->condition;

      if (condition != NULL && *condition != '\0' && matched->run_index >= 0 &&
          (guint) matched->run_index == record->subject &&
          match_task (self, matched, self->tracker.running, ALL_MEMBERS))
        hit (self, matched, self->tracker.running, LS_BREAK_QUEUE_ANY);
    }
}

static void
match_start (LsBreakMatcher *self,
             const LsRecord *record)
{
  for (LsBreakKind kind = LS_BREAK_TASK_START; kind <= LS_BREAK_PRIORITY; kind += LS_BREAK_PRIORITY - LS_BREAK_TASK_START)
    for (guint i = 0; i < self->by_kind[kind]->len; i++)
      {
        Matched *matched = g_ptr_array_index (self->by_kind[kind], i);

        if (record->subject == self->tracker.running && match_task (self, matched, record->subject, ALL_MEMBERS))
          hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
      }
}

static void
match_log (LsBreakMatcher *self,
           const LsRecord *record)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_LOG];

  for (guint i = 0; i < rules->len; i++)
    {
      Matched *matched = g_ptr_array_index (rules, i);

      if (match_text (self, matched, record->text) && match_task (self, matched, self->tracker.running, ALL_MEMBERS))
        hit (self, matched, self->tracker.running, LS_BREAK_QUEUE_ANY);
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
      Matched *matched = g_ptr_array_index (self->by_kind[LS_BREAK_SIGNAL], i);

      if (match_signal (self, matched, record->subject) &&
          match_task (self, matched, self->tracker.running, LS_BREAK_MEMBER_PRIORITY))
        hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
    }
  for (guint i = 0; record->kind == LS_RECORD_SIGNAL_PRIORITY && i < self->by_kind[LS_BREAK_PRIORITY_CHANGE]->len; i++)
    {
      Matched *matched = g_ptr_array_index (self->by_kind[LS_BREAK_PRIORITY_CHANGE], i);
      LsTaskPriority wanted = matched->rule->priority;

      if (match_signal (self, matched, record->subject) &&
          (wanted >= LS_N_TASK_PRIORITIES || wanted == (LsTaskPriority) record->priority) &&
          match_task (self, matched, self->tracker.running, 0))
        hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
    }
  for (guint i = 0; record->kind == LS_RECORD_SIGNAL_ABORTED && i < self->by_kind[LS_BREAK_ABORT]->len; i++)
    {
      Matched *matched = g_ptr_array_index (self->by_kind[LS_BREAK_ABORT], i);

      if (match_signal (self, matched, record->subject) && match_text (self, matched, record->text) &&
          match_task (self, matched, self->tracker.running, LS_BREAK_MEMBER_PRIORITY))
        hit (self, matched, record->subject, LS_BREAK_QUEUE_ANY);
    }
}

/* Whether a scheduler task queue is one whose length a breakpoint looks at, and it is too long. */
static gboolean
is_too_long (LsBreakMatcher *self,
             Matched        *matched,
             guint32         id)
{
  const LsBreakRule *rule = matched->rule;
  const LsBreakQueue *queue = ls_break_tracker_get_queue (&self->tracker, id);

  return queue != NULL && queue->is_known && rule->queue == LS_BREAK_QUEUE_ANY && queue->length > rule->count &&
         (rule->priority >= LS_N_TASK_PRIORITIES || rule->priority == (LsTaskPriority) queue->priority) &&
         match_signal (self, matched, queue->signal);
}

/* A task came to wait: only its queue can have become too long. */
static void
match_length (LsBreakMatcher *self)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_QUEUE_LENGTH];
  const LsBreakTracker *tracker = &self->tracker;
  const LsBreakTask *task = &tracker->tasks[tracker->queued_task];
  gboolean of_scheduler = task->place == LS_BREAK_PLACE_SCHEDULER;

  for (guint i = 0; i < rules->len; i++)
    {
      Matched *matched = g_ptr_array_index (rules, i);
      const LsBreakRule *rule = matched->rule;
      guint64 limit = (guint64) rule->count + 1;

      if (rule->queue == LS_BREAK_QUEUE_ALL)
        {
          if (tracker->total_length == limit)
            hit (self, matched, 0, LS_BREAK_QUEUE_ALL);
        }
      else if (rule->queue == LS_BREAK_QUEUE_ANY)
        {
          if (of_scheduler && tracker->queues[task->queue].length == limit && is_too_long (self, matched, task->queue))
            hit (self, matched, task->queue, LS_QUEUE_TYPE_WEB_SCHEDULING);
          else if (!of_scheduler && tracker->type_lengths[task->queue_type] == limit &&
                   rule->priority >= LS_N_TASK_PRIORITIES && (rule->signal == NULL || *rule->signal == '\0'))
            hit (self, matched, 0, task->queue_type);
        }
      else if (rule->queue == LS_QUEUE_TYPE_WEB_SCHEDULING)
        {
          if (of_scheduler && tracker->scheduler_length == limit)
            hit (self, matched, 0, rule->queue);
        }
      else if (!of_scheduler && task->queue_type == rule->queue && tracker->type_lengths[rule->queue] == limit)
        hit (self, matched, 0, rule->queue);
    }
}

/* A queue's priority or its signal's name changes: it may be another one now to a breakpoint. */
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
          hit (self, g_ptr_array_index (rules, i), queues[j], LS_QUEUE_TYPE_WEB_SCHEDULING);
          break;
        }
}

/* The time has gone on to @time, and nothing else has happened since. */
static void
match_waiting (LsBreakMatcher *self,
               guint64         time)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_WAIT];
  gsize least = G_MAXSIZE;

  for (guint i = 0; i < rules->len; i++)
    {
      Matched *matched = g_ptr_array_index (rules, i);
      gboolean found = FALSE;

      for (; matched->next_wait < self->waiting->len; matched->next_wait++)
        {
          const Waiting *waiting = &g_array_index (self->waiting, Waiting, matched->next_wait);
          const LsBreakTask *task = &self->tracker.tasks[waiting->task];

          if (time < waiting->queued_at || time - waiting->queued_at <= matched->rule->time)
            break;
          if (found || task->place == LS_BREAK_PLACE_NONE || task->queued_at != waiting->queued_at ||
              !match_task (self, matched, waiting->task, ALL_MEMBERS))
            continue;
          found = TRUE;
          /* The hit is after the record that has this time. */
          self->tracker.position++;
          hit (self, matched, waiting->task, LS_BREAK_QUEUE_ANY);
          self->tracker.position--;
        }
      least = MIN (least, matched->next_wait);
    }

  if (least > 4096 && least > self->waiting->len / 2 && least <= self->waiting->len)
    {
      g_array_remove_range (self->waiting, 0, least);
      for (guint i = 0; i < rules->len; i++)
        ((Matched *) g_ptr_array_index (rules, i))->next_wait -= least;
    }
}

static void
match_time (LsBreakMatcher *self,
            guint64         time)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_TIME];

  for (guint i = 0; i < rules->len;)
    {
      Matched *matched = g_ptr_array_index (rules, i);

      if (time < matched->rule->time)
        {
          i++;
          continue;
        }
      if (!matched->is_over)
        hit (self, matched, 0, LS_BREAK_QUEUE_ANY);
      matched->is_over = TRUE;
      i++;
    }
}

static void
match_record (LsBreakMatcher *self,
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
          Waiting waiting = { .queued_at = record->time, .task = self->tracker.queued_task };

          g_array_append_val (self->waiting, waiting);
        }
    }
  if (self->by_kind[LS_BREAK_TIME]->len > 0)
    match_time (self, record->time);

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

/* Reads on, at most @max_records and not beyond @end. */
static void
scan (LsBreakMatcher *self,
      gsize           end,
      gsize           max_records)
{
  while (max_records > 0 && self->tracker.position < end)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->tracker.position, &n_records);

      n_records = MIN (MIN (n_records, end - self->tracker.position), max_records);
      if (n_records == 0)
        return;
      for (gsize i = 0; i < n_records; i++)
        match_record (self, &records[i]);
      max_records -= n_records;
    }
}

/* The first hit whose position is not less than @position. */
static guint
find_hit (LsBreakMatcher *self,
          gsize           position)
{
  guint low = 0, high = self->hits->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->hits, LsBreakHit, middle).position < position)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/**
 * ls_break_matcher_forward:
 * @self: a matcher
 * @position: where to begin: positions after it count
 * @end: up to which position to look; %G_MAXSIZE: to the end of the trace as it is now
 * @max_records: how many records to read at most; 0 to look only at what has been read
 * @found: (out): the first position after @position at which a breakpoint stops, with %LS_BREAK_FOUND
 *
 * Looks for the next position at which a breakpoint stops. Records that have been read are not read again.
 *
 * Returns: what came out: %LS_BREAK_NOT_FOUND if there is none up to @end, %LS_BREAK_MORE if more is to be read
 */
LsBreakResult
ls_break_matcher_forward (LsBreakMatcher *self,
                          gsize           position,
                          gsize           end,
                          gsize           max_records,
                          gsize          *found)
{
  gsize length;

  g_return_val_if_fail (self != NULL && found != NULL, LS_BREAK_NOT_FOUND);

  length = ls_trace_get_length (self->trace);
  end = MIN (end, length);
  if (!self->is_active || position >= end)
    return LS_BREAK_NOT_FOUND;

  for (;;)
    {
      gsize before = self->tracker.position;
      guint i = find_hit (self, position + 1);
      gsize part;

      if (i < self->hits->len)
        {
          *found = g_array_index (self->hits, LsBreakHit, i).position;
          return *found <= end ? LS_BREAK_FOUND : LS_BREAK_NOT_FOUND;
        }
      if (before >= end)
        return LS_BREAK_NOT_FOUND;
      if (max_records == 0)
        return LS_BREAK_MORE;
      part = MIN (max_records, 4096);
      scan (self, end, part);
      max_records -= part;
    }
}

/**
 * ls_break_matcher_backward:
 * @self: a matcher
 * @position: where to begin: positions before it count
 * @max_records: how many records to read at most; 0 to look only at what has been read
 * @found: (out): the last position before @position at which a breakpoint stops, with %LS_BREAK_FOUND
 *
 * Looks for the previous position at which a breakpoint stops. What lies before @position is read if it has not been yet.
 *
 * Returns: what came out: %LS_BREAK_NOT_FOUND if there is none, %LS_BREAK_MORE if more is to be read
 */
LsBreakResult
ls_break_matcher_backward (LsBreakMatcher *self,
                           gsize           position,
                           gsize           max_records,
                           gsize          *found)
{
  gsize end;
  guint i;

  g_return_val_if_fail (self != NULL && found != NULL, LS_BREAK_NOT_FOUND);

  end = MIN (position > 0 ? position - 1 : 0, ls_trace_get_length (self->trace));
  if (!self->is_active || end == 0)
    return LS_BREAK_NOT_FOUND;

  scan (self, end, max_records);
  if (self->tracker.position < end)
    return LS_BREAK_MORE;
  i = find_hit (self, position);
  if (i == 0)
    return LS_BREAK_NOT_FOUND;
  *found = g_array_index (self->hits, LsBreakHit, i - 1).position;
  return LS_BREAK_FOUND;
}

/**
 * ls_break_matcher_get_next:
 * @self: a matcher
 *
 * Returns: the record that is read next: how much is known
 */
gsize
ls_break_matcher_get_next (LsBreakMatcher *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->tracker.position;
}

/**
 * ls_break_matcher_get_hits: (skip)
 * @self: a matcher
 * @position: a position that was found
 * @n_hits: (out): how many breakpoints stop there
 *
 * Returns: (transfer none) (nullable) (array length=n_hits): which ones, in the order in which they were given; valid until
 *   more is read. %NULL where none is known to stop
 */
const LsBreakHit *
ls_break_matcher_get_hits (LsBreakMatcher *self,
                           gsize           position,
                           guint          *n_hits)
{
  guint first, last;

  g_return_val_if_fail (self != NULL && n_hits != NULL, NULL);

  first = find_hit (self, position);
  for (last = first; last < self->hits->len && g_array_index (self->hits, LsBreakHit, last).position == position;)
    last++;
  *n_hits = last - first;
  return last > first ? &g_array_index (self->hits, LsBreakHit, first) : NULL;
}

/**
 * ls_break_matcher_count_hits:
 * @self: a matcher
 * @rule: a breakpoint
 *
 * Returns: how often it stops in what has been read
 */
guint
ls_break_matcher_count_hits (LsBreakMatcher *self,
                             guint           rule)
{
  g_return_val_if_fail (self != NULL && rule < self->n_rules, 0);

  return self->rules[rule].n_stops;
}
