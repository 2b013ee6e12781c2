/* ls-stepping.c: looks in a trace for where a step ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stepping.h"

#include "ls-record-steps-private.h"
#include "ls-statement-private.h"

struct _LsStepping
{
  LsSteppingKind  kind;
  LsTrace        *trace;
  LsBreakpoints  *breakpoints;
  GHashTable     *stops;        /* text of a place → 1 if a breakpoint is there, 2 if not */
  guint           serial;       /* of @breakpoints, when @stops was begun */
  gsize           start;
  gsize           next;         /* the record to read next */
  gboolean        is_steps;     /* an activation is a whole stack of calls */
  guint32         agent;        /* which takes the step */
  gboolean        is_others;    /* the record at @next is of another agent */
  gsize           end;          /* where the records of @agent before @start end */
  gsize           current;      /* the statement of @agent that has begun at @start, G_MAXSIZE for none */
  gboolean        begun;
  gboolean        follows;      /* statements of other agents are skipped */
  LsStatement     last;           /* the statement to compare with; its value is that of the one before */
  GHashTable     *lasts;        /* agent → LsStatement: @last of the other agents, NULL for one agent */
  gboolean        in_callback;  /* all records so far are of the callback of the beginning */
  guint32         passed;       /* for OUT of an activation that nothing awaits: it is skipped in other callbacks; 0 for none */
  gboolean        is_shared;    /* for TURN: several agents run */
  gboolean        has_ended;    /* for TURN: no callback of the turn is left */
  guint32         n_microtasks; /* for TURN: that wait */
  gsize           candidate;    /* where the step ends if @last's activation does not go on, G_MAXSIZE for nowhere yet */
};

/* Reads the statement at @current; none for G_MAXSIZE. */
static void
read_current (LsStepping  *self,
              LsStatement *statement,
              gsize        current)
{
  LsRecord record;

  *statement = (LsStatement) { 0 };
  if (current == G_MAXSIZE)
    return;
  ls_trace_get_record (self->trace, current, &record);
  ls_statement_read (statement, &record);
}

/* A step out of a function is one over the statement that called it, unless that has gone on meanwhile. */
static void
begin_out (LsStepping *self,
           gsize       current)
{
  gsize caller = ls_statement_find_caller (self->trace, current);
  LsRecord record;

  if (caller != G_MAXSIZE)
    {
      ls_trace_get_record (self->trace, caller, &record);
      if ((record.flags & LS_RECORD_FLAG_SUSPENDS) != 0 || ls_statement_is_in_callback (self->trace, caller, current))
        {
          const guint32 value = self->last.value;

          ls_statement_read (&self->last, &record);
          self->last.value = value;
          self->kind = LS_STEPPING_OVER;
          return;
        }
    }
  self->passed = self->last.activation;
}

/* Returns (transfer full) a step of the agent that @state shows, from there, of which the end is not found yet. @breakpoints
 * (nullable): for %LS_STEPPING_BREAKPOINT */
LsStepping *
ls_stepping_new (LsSteppingKind  kind,
                 LsState        *state,
                 LsBreakpoints  *breakpoints)
{
  LsStepping *self = g_new0 (LsStepping, 1);
  LsTrace *trace = ls_state_get_trace (state);

  self->kind = kind;
  self->trace = g_object_ref (trace);
  self->start = self->next = self->end = ls_state_get_position (state);
  self->agent = kind == LS_STEPPING_BREAKPOINT ? ls_state_get_current_agent (state) : ls_state_get_shown_agent (state);
  self->is_others = self->agent != ls_state_get_current_agent (state);
  if (self->is_others)
    self->end = ls_place_find_agent (trace, self->start, 0, self->agent);
  if (breakpoints != NULL)
    {
      self->breakpoints = g_object_ref (breakpoints);
      self->stops = g_hash_table_new (NULL, NULL);
      self->serial = ls_breakpoints_get_serial (breakpoints);
    }
  self->current = ls_place_find_statement (trace, self->end);
  read_current (self, &self->last, self->current);
  self->is_steps = ls_statement_is_step (trace, self->last.text);
  self->follows = self->current != G_MAXSIZE &&
                  (kind == LS_STEPPING_INTO || kind == LS_STEPPING_OVER || kind == LS_STEPPING_OUT);
  self->in_callback = TRUE;
  self->candidate = G_MAXSIZE;
  if (kind == LS_STEPPING_TURN)
    {
      self->is_shared = ls_state_get_n_agents (state) > 0;
      ls_state_get_first_microtask (state, &self->n_microtasks);
    }
  return self;
}

void
ls_stepping_free (LsStepping *self)
{
  g_clear_pointer (&self->stops, g_hash_table_unref);
  g_clear_pointer (&self->lasts, g_hash_table_unref);
  g_clear_object (&self->breakpoints);
  g_clear_object (&self->trace);
  g_free (self);
}

/* Looks each place up once, since there are many more statements than places. */
static gboolean
has_breakpoint (LsStepping *self,
                guint32     text)
{
  guint serial = ls_breakpoints_get_serial (self->breakpoints);
  guint known;

  if (serial != self->serial)
    {
      g_hash_table_remove_all (self->stops);
      self->serial = serial;
    }
  known = GPOINTER_TO_UINT (g_hash_table_lookup (self->stops, GUINT_TO_POINTER (text)));
  if (known == 0)
    {
      LsPlace place;
      gboolean is_place = text != 0 && ls_place_parse (&place, ls_trace_get_text (self->trace, text));

      known = is_place && ls_breakpoints_stop_at_place (self->breakpoints, &place) ? 1 : 2;
      g_hash_table_insert (self->stops, GUINT_TO_POINTER (text), GUINT_TO_POINTER (known));
    }
  return known == 1;
}

/* Stops once at a line, not at each of its statements; but again when a loop or a call comes back to the line. */
static gboolean
stops_at (LsStepping      *self,
          const LsRecord  *record,
          const LsStatement *before)
{
  LsPlace place, place_before;

  if (!has_breakpoint (self, record->text))
    return FALSE;
  if (before->value == 0 || record->value <= before->value || before->function != record->subject ||
      before->level != record->level || before->text == 0)
    return TRUE;
  return !ls_place_parse (&place, ls_trace_get_text (self->trace, record->text)) ||
         !ls_place_parse (&place_before, ls_trace_get_text (self->trace, before->text)) ||
         place.line != place_before.line || place.column <= place_before.column;
}

static gboolean
is_end (LsStepping     *self,
        const LsRecord *record,
        gsize           index)
{
  gboolean same_callback;

  if (self->kind == LS_STEPPING_TURN)
    return self->is_shared && ls_record_ends_step (record);
  if (self->kind == LS_STEPPING_BREAKPOINT && record->kind == LS_RECORD_BREAKPOINT)
    return ls_breakpoints_stop_at_index (self->breakpoints, record->subject);
  if (record->kind != LS_RECORD_STATEMENT || (self->follows && self->is_others))
    return FALSE;

  /* The statements of a callback are numbered from 1. */
  same_callback = self->last.value != 0 && record->value > self->last.value;
  switch (self->kind)
    {
    case LS_STEPPING_INTO:
      return TRUE;
    case LS_STEPPING_OVER:
      self->in_callback = self->in_callback && same_callback;
      if (self->last.activation != 0 && record->object == self->last.activation)
        return !self->is_steps || record->level <= self->last.level;
      if (self->in_callback && record->level > self->last.level)
        return FALSE;
      if (self->last.activation == 0 || !self->last.suspends)
        return TRUE;
      /* Other statements run until a suspended activation goes on. */
      if (self->candidate == G_MAXSIZE)
        self->candidate = index;
      return FALSE;
    case LS_STEPPING_OUT:
      return !same_callback && (self->passed == 0 || record->object != self->passed);
    case LS_STEPPING_BREAKPOINT:
      return stops_at (self, record, &self->last);
    case LS_STEPPING_TURN:
    default:
      return FALSE;
    }
}

/* Another agent goes on: the statement to compare with is its own. */
static void
switch_last (LsStepping *self,
             guint32     agent)
{
  const gsize end = self->start > LS_STATEMENT_MAX_SUSPENDED ? self->start - LS_STATEMENT_MAX_SUSPENDED : 0;
  const LsStatement *last;

  if (agent == self->agent)
    return;
  if (self->lasts == NULL)
    self->lasts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (self->lasts, GUINT_TO_POINTER (self->agent), g_memdup2 (&self->last, sizeof self->last));
  last = g_hash_table_lookup (self->lasts, GUINT_TO_POINTER (agent));
  if (last != NULL)
    self->last = *last;
  else
    read_current (self, &self->last,
                  ls_place_find_statement (self->trace, ls_place_find_agent (self->trace, self->start, end, agent)));
  self->agent = agent;
}

/* Whether the turn has ended before a record. */
static gboolean
is_past_turn (LsStepping     *self,
              const LsRecord *record)
{
  if (self->has_ended && ls_record_begins_anew (record))
    return TRUE;
  self->n_microtasks += record->kind == LS_RECORD_MICROTASK_QUEUED;
  self->n_microtasks -= record->kind == LS_RECORD_MICROTASK_STARTED && self->n_microtasks > 0;
  if (ls_record_ends_step (record))
    self->has_ended = TRUE;
  if (self->n_microtasks > 0)
    self->has_ended = FALSE;
  return FALSE;
}

/* Notes what to compare the next statement with, and which agent runs. */
static void
pass (LsStepping     *self,
      const LsRecord *record)
{
  switch ((guint) record->kind)
    {
    case LS_RECORD_STATEMENT:
      if (self->kind == LS_STEPPING_BREAKPOINT)
        ls_statement_read (&self->last, record);
      else if (!self->follows || !self->is_others)
        self->last.value = record->value;
      break;
    case LS_RECORD_AGENT_RUN:
      if (self->kind == LS_STEPPING_BREAKPOINT)
        switch_last (self, record->subject);
      else
        self->is_others = record->subject != self->agent;
      break;
    case LS_RECORD_TASK_FINISHED:
    case LS_RECORD_MICROTASK_FINISHED:
      /* The callback is over: whatever statement comes next is the next one. */
      if (self->kind == LS_STEPPING_INTO && !self->is_others)
        self->follows = FALSE;
      break;
    case LS_RECORD_AGENT_STATE:
      if (self->kind == LS_STEPPING_INTO && record->subject == self->agent && record->level == LS_AGENT_STATE_ENDED)
        self->follows = FALSE;
      break;
    default:
      break;
    }
}

/* Goes on with the search for the end of the step, up to @end, which is the trace's length at most. Returns the position at which
 * the step ends, %G_MAXSIZE if it does not end before @end. */
gsize
ls_stepping_forward (LsStepping *self,
                     gsize       end)
{
  if (self->kind == LS_STEPPING_OUT && self->current != G_MAXSIZE && self->next == self->start && !self->begun)
    begin_out (self, self->current);
  self->begun = TRUE;
  while (self->next < end)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->next, &n_records);

      n_records = MIN (n_records, end - self->next);
      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        {
          gboolean ends = is_end (self, &records[i], self->next + i);

          if (self->kind == LS_STEPPING_TURN && !self->is_shared && is_past_turn (self, &records[i]))
            {
              self->next += i;
              return self->next;
            }
          pass (self, &records[i]);
          if (ends)
            {
              self->next += i + 1;
              return self->next;
            }
          if (self->candidate != G_MAXSIZE && self->next + i - self->candidate > LS_STATEMENT_MAX_SUSPENDED)
            return ls_stepping_finish (self);
        }
      self->next += n_records;
    }

  /* The engine publishes whole steps. */
  return self->has_ended && self->next == ls_trace_get_length (self->trace) ? self->next : G_MAXSIZE;
}

/* Ends the search, because nothing more is going to run. Returns the position at which the step ends because a suspended activation
 * has not gone on; %G_MAXSIZE for nowhere. */
gsize
ls_stepping_finish (LsStepping *self)
{
  if (self->candidate == G_MAXSIZE)
    return G_MAXSIZE;
  self->next = self->candidate + 1;
  return self->next;
}

/* Returns the record that ls_stepping_forward() reads next. */
gsize
ls_stepping_get_next (LsStepping *self)
{
  return self->next;
}

/* Returns a position up to which a step that has not ended yet goes, wherever it ends. */
gsize
ls_stepping_get_certain (LsStepping *self)
{
  return self->candidate != G_MAXSIZE ? self->candidate : self->next;
}

/* Steps back within an activation, over the time in which it was suspended.
 *
 * Returns: the position, G_MAXSIZE if the activation begins here */
static gsize
find_activation_before (LsStepping *self)
{
  gsize before;

  if (self->current + 1 < self->start)
    return self->current + 1;
  before = ls_statement_find_in_activation (self->trace, self->last.activation, self->is_steps ? self->last.level : G_MAXUINT,
                                            self->current);
  return before != G_MAXSIZE ? before + 1 : G_MAXSIZE;
}

/* Steps back to where the turn, or the action, of the record before the position begins: the one before has ended there.
 *
 * Returns: the position, 0 if there is none */
static gsize
find_turn_before (LsStepping *self)
{
  gsize index = self->start;
  LsRecord record;

  if (self->is_shared)
    {
      const guint32 step = ls_trace_get_step_at (self->trace, self->start);
      const gsize end = step > 0 ? ls_trace_find_step (self->trace, step) : 0;

      if (end < self->start)
        return end;
      return step > 1 ? ls_trace_find_step (self->trace, step - 1) : 0;
    }
  while (index-- > 0)
    {
      ls_trace_get_record (self->trace, index, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED || record.kind == LS_RECORD_ACTION)
        {
          const guint32 step = ls_trace_get_step_at (self->trace, index);

          return step > 0 ? ls_trace_find_step (self->trace, step) : 0;
        }
    }
  return 0;
}

/* Steps back to a breakpoint or a statement of any agent, before the record at @index.
 *
 * Returns: the position, 0 if there is none */
static gsize
find_stop_before (LsStepping *self,
                  gsize       index)
{
  while (index-- > 0)
    {
      LsRecord record;
      LsStatement before;

      ls_trace_get_record (self->trace, index, &record);
      if (self->kind != LS_STEPPING_BREAKPOINT)
        {
          if (record.kind == LS_RECORD_STATEMENT)
            return index + 1;
        }
      else if (record.kind == LS_RECORD_BREAKPOINT)
        {
          if (ls_breakpoints_stop_at_index (self->breakpoints, record.subject))
            return index + 1;
        }
      else if (record.kind == LS_RECORD_STATEMENT && has_breakpoint (self, record.text))
        {
          read_current (self, &before, ls_place_find_statement (self->trace, index));
          if (stops_at (self, &record, &before))
            return index + 1;
        }
    }

  return 0;
}

/* Steps back to the statement before in the same callback; from its first one to the statement before of any agent. */
static gsize
find_into_before (LsStepping *self)
{
  LsRecord record;
  gsize before;

  if (self->current + 1 < self->start)
    return self->current + 1;
  before = ls_place_find_statement_before (self->trace, self->current, 0, &record);
  if (before != G_MAXSIZE && record.value < self->last.value)
    return before + 1;
  return find_stop_before (self, self->current);
}

/* Finds where a step backwards ends. Returns the position, 0 if there is nothing before. */
gsize
ls_stepping_backward (LsStepping *self)
{
  gsize index = self->end;
  guint32 value = self->last.value;
  LsRecord record;

  if (self->kind == LS_STEPPING_TURN)
    return find_turn_before (self);
  if (!self->follows)
    {
      gsize stop = find_stop_before (self, self->start > 0 ? self->start - 1 : 0);

      return stop == 0 || (self->kind != LS_STEPPING_OVER && self->kind != LS_STEPPING_OUT)
                 ? stop
                 : ls_statement_find_last_outermost (self->trace, stop - 1) + 1;
    }
  if (self->kind == LS_STEPPING_INTO)
    return find_into_before (self);
  if (self->last.activation != 0 && self->kind == LS_STEPPING_OVER)
    {
      gsize before = find_activation_before (self);

      if (before != G_MAXSIZE)
        return before;
    }
  if (self->last.activation != 0 && self->kind == LS_STEPPING_OUT)
    {
      gsize caller = ls_statement_find_caller (self->trace, self->current);
      LsRecord entry;

      if (caller != G_MAXSIZE)
        return caller + 1;
      index = ls_statement_find_entry (self->trace, self->last.activation, self->current);
      ls_trace_get_record (self->trace, index, &entry);
      value = entry.value;
    }

  while ((index = ls_place_find_statement_before (self->trace, index, 0, &record)) != G_MAXSIZE)
    {
      gboolean in_statement, same_callback;

      if (index + 1 >= self->start)
        continue;
      /* A step from within a statement goes to its beginning. */
      in_statement = value != 0 && record.value == value && self->last.value == value && record.text == self->last.text;
      same_callback = value != 0 && record.value < value;
      if (!in_statement && !same_callback)
        return ls_statement_find_last_outermost (self->trace, index) + 1;
      if (record.level < self->last.level || (self->kind == LS_STEPPING_OVER && record.level == self->last.level))
        return index + 1;
      value = record.value;
    }

  return 0;
}
