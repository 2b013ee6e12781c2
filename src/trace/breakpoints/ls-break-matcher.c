/* ls-break-matcher.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-matcher-private.h"

#include "ls-bisection-private.h"
#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsBreakHit, ls_break_hit)

G_DEFINE_BOXED_TYPE (LsBreakMatcher, ls_break_matcher, ls_break_matcher_ref, ls_break_matcher_unref)

/**
 * ls_break_matcher_new:
 * @trace: a trace, which may still grow
 * @rules: (element-type LsBreakRule): breakpoints; copies are taken. Those that are not enabled or not complete never stop
 *
 * Makes a matcher, which finds the positions of a trace at which breakpoints stop.
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
  ls_break_tracker_init (&self->tracker);
  self->max_waiting = LS_BREAK_WAITING;
  self->waiting = g_array_new (FALSE, FALSE, sizeof (LsBreakWaiting));
  self->hits = g_array_new (FALSE, FALSE, sizeof (LsBreakHit));
  self->n_rules = rules->len;
  self->rules = g_new0 (LsBreakMatched, rules->len);
  for (guint i = 0; i < LS_N_BREAK_KINDS; i++)
    self->by_kind[i] = g_ptr_array_new ();
  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = &self->rules[i];

      matched->rule = ls_break_rule_copy (g_ptr_array_index (rules, i));
      matched->run_line = matched->rule->line;
      matched->run_index = -1;
      if (!matched->rule->enabled || !ls_break_rule_is_complete (matched->rule))
        continue;
      g_ptr_array_add (self->by_kind[matched->rule->kind], matched);
      self->is_active = TRUE;
      self->has_agent_rules |= matched->rule->kind >= LS_BREAK_AGENT_RUN;
    }

  return self;
}

/**
 * ls_break_matcher_ref:
 * @self: a matcher
 *
 * Takes a reference.
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
      g_free (self->rules[i].agent.known);
      g_free (self->rules[i].memory.known);
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
 * Gets the trace that it reads.
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
 * Counts the breakpoints.
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
 * Gets one of the breakpoints.
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
 * Tells whether any of the breakpoints can stop.
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
  LsBreakMatched *matched;

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
  for (guint i = 0; i < self->n_rules; i++)
    {
      self->rules[i].n_hits = 0;
      self->rules[i].n_stops = 0;
      self->rules[i].next_wait = 0;
      self->rules[i].is_over = FALSE;
    }
}

static int
compare_waiting (gconstpointer a,
                 gconstpointer b)
{
  const LsBreakWaiting *x = a, *y = b;

  return (x->queued_at > y->queued_at) - (x->queued_at < y->queued_at);
}

/* Goes on at @start, as the records before it are gone, with the tasks that wait there. Nothing stops in records that are gone. */
static void
skip_forgotten (LsBreakMatcher *self,
                gsize           start)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);

  self->is_overtaken = FALSE;
  ls_state_seek (state, start);
  ls_break_tracker_begin_at (&self->tracker, state);
  g_array_set_size (self->waiting, 0);
  for (guint32 id = 0; self->by_kind[LS_BREAK_WAIT]->len > 0 && (id = ls_state_find_next_task (state, id)) != 0;)
    {
      const LsBreakTask *task = ls_break_tracker_get_task (&self->tracker, id);
      LsBreakWaiting waiting = { .task = id };

      if (task == NULL || task->place == LS_BREAK_PLACE_NONE)
        continue;
      waiting.queued_at = task->queued_at;
      g_array_append_val (self->waiting, waiting);
    }
  g_array_sort (self->waiting, compare_waiting);
  /* A task that has waited for too long by then would have stopped earlier. */
  for (guint i = 0; i < self->n_rules; i++)
    {
      LsBreakMatched *matched = &self->rules[i];
      guint64 time = ls_state_get_time (state);

      matched->next_wait = 0;
      while (matched->rule->kind == LS_BREAK_WAIT && matched->next_wait < self->waiting->len)
        {
          guint64 queued_at = g_array_index (self->waiting, LsBreakWaiting, matched->next_wait).queued_at;

          if (time < queued_at || time - queued_at <= matched->rule->time)
            break;
          matched->next_wait++;
        }
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
      gsize n_records, start = ls_trace_get_start (self->trace);
      const LsRecord *records;

      /* The writer may drop records while they are read. */
      if (self->tracker.position < start || self->is_overtaken)
        skip_forgotten (self, MAX (start, self->tracker.position));
      if (self->tracker.position >= end)
        return;
      records = ls_trace_peek_records (self->trace, self->tracker.position, &n_records);
      n_records = MIN (MIN (n_records, end - self->tracker.position), max_records);
      if (n_records == 0)
        return;
      for (gsize i = 0; i < n_records; i++)
        ls_break_matcher_match (self, &records[i]);
      self->is_overtaken = ls_trace_get_start (self->trace) > self->tracker.position - n_records;
      max_records -= n_records;
    }
}

/* The first hit whose position is not less than @position. */
static guint
find_hit (LsBreakMatcher *self,
          gsize           position)
{
  LsBisection search = { 0, self->hits->len };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, g_array_index (self->hits, LsBreakHit, search.middle).position < position);

  return search.low;
}

/* Nobody can go to a hit whose records are gone. */
static void
drop_hits (LsBreakMatcher *self)
{
  gsize start = ls_trace_get_start (self->trace);
  guint n_dropped;

  if (self->hits->len == 0 || g_array_index (self->hits, LsBreakHit, 0).position > start)
    return;
  n_dropped = find_hit (self, start + 1);
  /* Not for each one. */
  if (n_dropped >= MIN (self->hits->len, MAX (64, self->hits->len / 4)))
    g_array_remove_range (self->hits, 0, n_dropped);
}

/**
 * ls_break_matcher_forward:
 * @self: a matcher
 * @position: where to begin: positions after it count
 * @end: up to which position to look; %G_MAXSIZE: to the end of the trace as it is now
 * @max_records: how many records to read at most; 0 to look only at what has been read
 * @found: (out): the first position after @position at which a breakpoint stops, with %LS_BREAK_FOUND
 *
 * Looks for the next position at which a breakpoint stops. Records that have been read are not read again. Where records were
 * forgotten nothing stops.
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
  position = MAX (position, ls_trace_get_start (self->trace));
  end = MIN (end, length);
  drop_hits (self);
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
  drop_hits (self);
  if (!self->is_active || end == 0)
    return LS_BREAK_NOT_FOUND;

  scan (self, end, max_records);
  if (self->tracker.position < end)
    return LS_BREAK_MORE;
  i = find_hit (self, position);
  if (i == 0)
    return LS_BREAK_NOT_FOUND;
  *found = g_array_index (self->hits, LsBreakHit, i - 1).position;
  return *found > ls_trace_get_start (self->trace) ? LS_BREAK_FOUND : LS_BREAK_NOT_FOUND;
}

/**
 * ls_break_matcher_get_next:
 * @self: a matcher
 *
 * Tells how far the trace has been read.
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
 * Tells which breakpoints stop at a position.
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
 * Tells how often it stops in what has been read.
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
