/* ls-inferred.c: says what a recording does not say, and what is inferred
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-inferred.h"

#include <glib/gi18n.h>

#include "ls-clause.h"

/* A recording is replayed so that what is said of a task lies this close to its post and to its start. */
#define NEAR 16

/* Notes what is inferred in the records from @from to before @to that are about @subject: a bit for each clause. */
static guint
look (LsTrace *trace,
      gsize    from,
      gsize    to,
      guint32  subject,
      gboolean is_signal)
{
  guint found = 0;

  from = MAX (from, ls_trace_get_start (trace));
  for (gsize i = from; i < MIN (to, ls_trace_get_length (trace)); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.subject == subject && ls_clause_is_inferred (record.clause) &&
          is_signal == (record.kind >= LS_RECORD_SIGNAL_CREATED && record.kind <= LS_RECORD_SIGNAL_FINALIZED))
        found |= 1u << (record.clause - LS_CLAUSE_INFERRED_POSTER);
    }
  return found;
}

/* Returns the titles of what was found on one line, and the sentences about it in @explanation. */
static char *
describe (guint   found,
          char  **explanation)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  g_autoptr (GString) sentences = g_string_new (NULL);

  for (guint clause = LS_CLAUSE_INFERRED_POSTER; clause <= LS_CLAUSE_INFERRED_GONE; clause++)
    {
      if ((found & 1u << (clause - LS_CLAUSE_INFERRED_POSTER)) == 0)
        continue;
      g_string_append_printf (titles, "%s%s", titles->len > 0 ? " · " : "", _(ls_clause_get_title (clause)));
      g_string_append_printf (sentences, "%s%s", sentences->len > 0 ? "\n" : "", ls_clause_get_text (clause));
    }
  if (explanation != NULL)
    *explanation = found != 0 ? g_string_free (g_steal_pointer (&sentences), FALSE) : NULL;
  return found != 0 ? g_string_free (g_steal_pointer (&titles), FALSE) : NULL;
}

/**
 * ls_inferred_of_task:
 * @state: a state
 * @task: a task
 * @explanation: (out) (optional) (nullable): a sentence for each thing that is inferred
 *
 * Returns: (transfer full) (nullable): what is said of the task though the recording does not say it; %NULL if that is nothing, as
 *   for all tasks of runs
 */
char *
ls_inferred_of_task (LsState  *state,
                     guint32   task,
                     char    **explanation)
{
  const LsTaskState *data = task != 0 && ls_state_is_recorded (state) ? ls_state_get_task (state, task) : NULL;
  guint found = 0;

  if (data != NULL && data->posted_record != G_MAXUINT64)
    found |= look (ls_state_get_trace (state), data->posted_record, data->posted_record + NEAR, task, FALSE);
  if (data != NULL && data->started_record != G_MAXUINT64)
    found |= look (ls_state_get_trace (state), data->started_record - MIN (data->started_record, NEAR), data->started_record + NEAR,
                   task, FALSE);
  return describe (found, explanation);
}

/**
 * ls_inferred_of_signal:
 * @state: a state
 * @signal: a signal
 * @explanation: (out) (optional) (nullable): a sentence for each thing that is inferred
 *
 * Returns: (transfer full) (nullable): what is said of the signal though the recording does not say it; %NULL if that is nothing
 */
char *
ls_inferred_of_signal (LsState  *state,
                       guint32   signal,
                       char    **explanation)
{
  const LsSignalState *data = signal != 0 && ls_state_is_recorded (state) ? ls_state_get_signal (state, signal) : NULL;
  LsTrace *trace = ls_state_get_trace (state);
  guint found = 0;

  if (data != NULL && data->created_record != G_MAXUINT64)
    found |= look (trace, data->created_record, data->created_record + 1, signal, TRUE);
  if (data != NULL && data->priority_record != G_MAXUINT64)
    found |= look (trace, data->priority_record, data->priority_record + 1, signal, TRUE);
  return describe (found, explanation);
}
