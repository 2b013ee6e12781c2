/* ls-place.c: a place in a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-place.h"

#include <string.h>

#include "ls-break-matcher-private.h"

#define MAX_RECORDS 4096
#define MAX_RECORDS_FAR 262144
/* A frame has time for so many. */
#define MAX_RECORDS_TURN 20000

/* The number of the agent that a program begins on. */
#define MAIN_AGENT 1

/**
 * ls_place_parse:
 * @self: (out caller-allocates): a place
 * @text: (nullable): "file:line" or "file:line:column"
 *
 * Reads a place. A file's name may contain colons.
 *
 * Returns: %FALSE if @text is not a place in a script; a JSON pointer, for example, is none
 */
gboolean
ls_place_parse (LsPlace    *self,
                const char *text)
{
  LsPlace place = { .script = text };
  gboolean is_place = ls_break_parse_place (text, &place.script_length, &place.line, &place.column);

  *self = is_place ? place : (LsPlace) { 0 };
  return is_place;
}

/**
 * ls_place_is_in:
 * @self: a place
 * @script: the name of a script
 *
 * Returns: whether @self is in @script
 */
gboolean
ls_place_is_in (const LsPlace *self,
                const char    *script)
{
  return strlen (script) == self->script_length && memcmp (script, self->script, self->script_length) == 0;
}

/**
 * ls_place_dup_script:
 * @self: a place
 *
 * Returns: (transfer full): the script's name
 */
char *
ls_place_dup_script (const LsPlace *self)
{
  return g_strndup (self->script, self->script_length);
}

/**
 * ls_place_format:
 * @self: a place
 *
 * Returns: (transfer full): "file:line", with the file's name but not its folder
 */
char *
ls_place_format (const LsPlace *self)
{
  g_autofree char *script = ls_place_dup_script (self);
  const char *slash = strrchr (script, '/');

  return g_strdup_printf ("%s:%u", slash != NULL && slash[1] != '\0' ? slash + 1 : script, self->line);
}

static gboolean
begins_callback (LsRecordKind kind)
{
  return kind == LS_RECORD_TASK_STARTED || kind == LS_RECORD_MICROTASK_STARTED || kind == LS_RECORD_TASK_SELECTED ||
         kind == LS_RECORD_TURN_ENDED;
}

/* Looks back for the record that gave the baton to the agent that has it before @position. Stores that agent in @agent, or 0 if
 * there is no such record from @first on.
 *
 * Returns: the index of the record, or @first */
static gsize
find_agent (LsTrace *trace,
            gsize    position,
            gsize    first,
            guint32 *agent)
{
  *agent = 0;
  while (position-- > first)
    {
      LsRecord record;

      ls_trace_get_record (trace, position, &record);
      if (record.kind == LS_RECORD_AGENT_RUN)
        {
          *agent = record.subject;
          return position;
        }
    }
  return first;
}

/**
 * ls_place_find_agent:
 * @trace: a trace
 * @position: the index of a record
 * @first: the index at which to stop looking
 * @agent: an agent
 *
 * Looks back for a record of @agent. The agent that begins the program gets the baton without a record.
 *
 * Returns: the index after the last record of @agent before @position, @first if there is none
 */
gsize
ls_place_find_agent (LsTrace *trace,
                     gsize    position,
                     gsize    first,
                     guint32  agent)
{
  first = MAX (first, ls_trace_get_start (trace));
  while (position > first)
    {
      guint32 other;
      gsize start = find_agent (trace, position, first, &other);

      if (other == agent || (other == 0 && first == 0 && agent == MAIN_AGENT))
        return position;
      position = start;
    }
  return first;
}

/* Goes back from @position by one record of the agent that runs there, and skips the records of other agents. The record that gives
 * an agent its turn does not count as its own. Returns the record's index and the record, %G_MAXSIZE if there is none from @first
 * on. */
gsize
ls_place_find_before (LsTrace  *trace,
                      gsize     position,
                      gsize     first,
                      LsRecord *record)
{
  first = MAX (first, ls_trace_get_start (trace));
  while (position > first)
    {
      ls_trace_get_record (trace, --position, record);
      if (record->kind != LS_RECORD_AGENT_RUN)
        return position;
      position = ls_place_find_agent (trace, position, first, record->subject);
    }
  return G_MAXSIZE;
}

/**
 * ls_place_find_statement_before:
 * @trace: a trace
 * @position: the index of a record
 * @first: the index at which to stop looking
 * @record: (out caller-allocates): the statement that it finds
 *
 * Goes back as ls_place_find_before() does, up to a statement. The statement may belong to any callback.
 *
 * Returns: the statement's index, %G_MAXSIZE if there is none from @first on
 */
gsize
ls_place_find_statement_before (LsTrace  *trace,
                                gsize     position,
                                gsize     first,
                                LsRecord *record)
{
  do
    position = ls_place_find_before (trace, position, first, record);
  while (position != G_MAXSIZE && record->kind != LS_RECORD_STATEMENT);
  return position;
}

/**
 * ls_place_find_current:
 * @state: a state
 * @done: (out): whether the statement is over
 *
 * Finds where the program of the shown agent is: at the statement that has begun. Where none has, it is at the last one that the
 * turn ran, which stays so until the next turn begins: so a step to the end of a turn leads to what the turn did. The function
 * looks back over some thousands of records.
 *
 * Returns: the statement's text in the trace; 0 if the turn has run no statement
 */
guint32
ls_place_find_current (LsState  *state,
                       gboolean *done)
{
  LsTrace *trace = ls_state_get_trace (state);
  const guint32 text = ls_state_get_statement_text (state);
  gsize position = ls_state_get_position (state);
  const gsize first = position > MAX_RECORDS_TURN ? position - MAX_RECORDS_TURN : 0;
  const guint32 agent = ls_state_get_shown_agent (state);
  LsRecord record;

  *done = text == 0;
  if (text != 0)
    return text;
  if (agent != ls_state_get_current_agent (state))
    position = ls_place_find_agent (trace, position, first, agent);
  while ((position = ls_place_find_before (trace, position, first, &record)) != G_MAXSIZE)
    {
      if (record.kind == LS_RECORD_STATEMENT)
        return record.text;
      if (record.kind == LS_RECORD_TASK_SELECTED)
        break;
    }
  return 0;
}

static gsize
find_statement (LsTrace *trace,
                gsize    position,
                gsize    n_records)
{
  guint depth = 0;
  LsRecord record;
  gsize first;

  position = MIN (position, ls_trace_get_length (trace));
  first = position > n_records ? position - n_records : 0;
  first = MAX (first, ls_trace_get_start (trace));
  while ((position = ls_place_find_before (trace, position, first, &record)) != G_MAXSIZE)
    {
      if (record.kind == LS_RECORD_STATEMENT && depth == 0)
        return position;
      if (record.kind == LS_RECORD_TASK_FINISHED || record.kind == LS_RECORD_MICROTASK_FINISHED)
        return G_MAXSIZE;
      if (record.kind == LS_RECORD_ACTION_FINISHED)
        depth++;
      else if (record.kind == LS_RECORD_ACTION && depth == 0)
        return G_MAXSIZE;
      else if (record.kind == LS_RECORD_ACTION)
        depth--;
      else if (begins_callback (record.kind))
        return G_MAXSIZE;
    }

  return G_MAXSIZE;
}

/**
 * ls_place_find_statement:
 * @trace: a trace
 * @position: the index of a record
 *
 * Looks for the statement that caused a record. That is the last statement that had begun in the same callback of the same agent.
 *
 * Returns: the index of the statement's record, %G_MAXSIZE if there is none
 */
gsize
ls_place_find_statement (LsTrace *trace,
                         gsize    position)
{
  return find_statement (trace, position, MAX_RECORDS_FAR);
}

/**
 * ls_place_of_record:
 * @self: (out caller-allocates): a place
 * @trace: a trace
 * @position: the index of a record
 *
 * Finds the place in the program that caused a record. This function does not look far back, because it serves only what is
 * visible.
 *
 * Returns: %FALSE if no statement of a script caused the record
 */
gboolean
ls_place_of_record (LsPlace *self,
                    LsTrace *trace,
                    gsize    position)
{
  gsize statement;
  LsRecord record;

  *self = (LsPlace) { 0 };
  /* The records of a line of output, of a call with options and of a function that a recording tells of have their places. The last
   * statement may be another one, if a call in it gave what was printed or passed. */
  if (position < ls_trace_get_length (trace))
    {
      ls_trace_get_record (trace, position, &record);
      if ((record.kind == LS_RECORD_LOG || record.kind == LS_RECORD_OPTION_UNKNOWN || record.kind == LS_RECORD_WORK) &&
          record.object != 0)
        return ls_place_parse (self, ls_trace_get_text (trace, record.object));
    }
  statement = find_statement (trace, position, MAX_RECORDS);
  if (statement == G_MAXSIZE)
    return FALSE;
  ls_trace_get_record (trace, statement, &record);
  return record.text != 0 && ls_place_parse (self, ls_trace_get_text (trace, record.text));
}
