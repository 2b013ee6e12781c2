/* ls-statement.c: the statements of a trace, and what called them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-statement-private.h"

#include "ls-place.h"

/* Takes what @record says. */
void
ls_statement_read (LsStatement    *statement,
                   const LsRecord *record)
{
  statement->function = record->subject;
  statement->activation = record->object;
  statement->suspends = (record->flags & LS_RECORD_FLAG_SUSPENDS) != 0;
  statement->value = record->value;
  statement->text = record->text;
  statement->level = record->level;
}

/* Returns: whether the statement is a step, whose text is a JSON pointer */
gboolean
ls_statement_is_step (LsTrace *trace,
                      guint32  text)
{
  return text != 0 && *ls_trace_get_text (trace, text) == '/';
}

/* Returns: the index of the statement before @index of @activation that is not in a call within @level; G_MAXSIZE for none */
gsize
ls_statement_find_in_activation (LsTrace *trace,
                                 guint32  activation,
                                 guint    level,
                                 gsize    index)
{
  const gsize end = index > LS_STATEMENT_MAX_SUSPENDED ? index - LS_STATEMENT_MAX_SUSPENDED : 0;
  LsRecord record;

  while ((index = ls_place_find_statement_before (trace, index, end, &record)) != G_MAXSIZE)
    if (record.object == activation && record.level <= level)
      return index;
  return G_MAXSIZE;
}

/* Returns: the index of the first statement of @activation, which runs at @index */
gsize
ls_statement_find_entry (LsTrace *trace,
                         guint32  activation,
                         gsize    index)
{
  const gsize end = index > LS_STATEMENT_MAX_SUSPENDED ? index - LS_STATEMENT_MAX_SUSPENDED : 0;
  gsize first = index;
  LsRecord record;

  while ((index = ls_place_find_statement_before (trace, index, end, &record)) != G_MAXSIZE)
    if (record.object == activation)
      first = index;
  return first;
}

/* Returns: the index of the statement that called the function of the one at @index; G_MAXSIZE if the loop called it */
gsize
ls_statement_find_caller (LsTrace *trace,
                          gsize    index)
{
  LsRecord record;
  guint level, value;

  ls_trace_get_record (trace, index, &record);
  if (ls_statement_is_step (trace, record.text) && record.level > 0)
    {
      gsize caller = ls_statement_find_in_activation (trace, record.object, record.level - 1, index);

      if (caller != G_MAXSIZE)
        return caller;
    }
  if (record.object != 0)
    {
      index = ls_statement_find_entry (trace, record.object, index);
      ls_trace_get_record (trace, index, &record);
    }
  level = record.level;
  value = record.value;
  while (value > 1 && (index = ls_place_find_statement_before (trace, index, 0, &record)) != G_MAXSIZE)
    {
      if (record.value >= value)
        break;
      value = record.value;
      if (record.level < level)
        return index;
    }
  return G_MAXSIZE;
}

/* Returns: whether the statements from the one at @from to the one at @to are of one callback */
gboolean
ls_statement_is_in_callback (LsTrace *trace,
                             gsize    from,
                             gsize    to)
{
  guint32 value = G_MAXUINT32;
  LsRecord record;

  for (gsize i = to + 1; (i = ls_place_find_statement_before (trace, i, from, &record)) != G_MAXSIZE;)
    {
      if (record.value >= value)
        return FALSE;
      value = record.value;
    }
  return TRUE;
}

/* Returns: the index of the last statement of the outermost function of a callback, whose last statement is at @index */
gsize
ls_statement_find_last_outermost (LsTrace *trace,
                                  gsize    index)
{
  LsRecord record;
  gsize best = index;
  guint level, value;

  ls_trace_get_record (trace, index, &record);
  level = record.level;
  value = record.value;
  while (value > 1 && (index = ls_place_find_statement_before (trace, index, 0, &record)) != G_MAXSIZE)
    {
      if (record.value >= value)
        break;
      value = record.value;
      if (record.level < level)
        {
          level = record.level;
          best = index;
        }
    }

  return best;
}
