/* ls-explain-table.c: the queues of a choice, and an explanation with all of them as text
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-foresight-private.h"
#include "ls-state-private.h"
#include "ls-trace-names-private.h"

/* The cells of a row of the table, then the reason. */
enum
{
  CELL_MARK,
  CELL_QUEUE,
  CELL_RANK,
  CELL_PRIORITY,
  CELL_ORDER,
  CELL_TASKS,
  CELL_REASON,
  N_CELLS
};

/* Puts the queue that a recording tells first, where the preset would choose another one. */
static void
move_recorded_to_front (LsState     *state,
                        LsCandidate *candidates,
                        guint        n_candidates)
{
  LsCandidate first;
  LsNextTask next;
  guint i = 0;

  if (ls_state_get_next_basis (state) != LS_NEXT_RECORDED || !ls_explanation_describe_next (state, &next))
    return;
  while (i < n_candidates && (candidates[i].queue != next.queue || candidates[i].queue_type != next.queue_type))
    i++;
  if (i == n_candidates)
    return;
  first = candidates[i];
  first.oldest_task = next.task;
  first.oldest_order = first.turn_order = next.order;
  memmove (&candidates[1], &candidates[0], i * sizeof *candidates);
  candidates[0] = first;
}

/**
 * ls_explain_candidates: (skip)
 * @state: a state
 * @n_candidates: (out): how many there are
 *
 * The queues among which the next turn is decided: all with a task that can be selected at the moment of the choice. See
 * [method@State.get_next_task].
 *
 * Returns: (transfer full) (array length=n_candidates): the best first; free with g_free()
 */
LsCandidate *
ls_explain_candidates (LsState *state,
                       guint   *n_candidates)
{
  LsCandidate *candidates;

  g_return_val_if_fail (state != NULL, NULL);
  g_return_val_if_fail (n_candidates != NULL, NULL);

  candidates = ls_selection_list_candidates (ls_state_get_world (ls_state_get_choice (state)), n_candidates);
  if (ls_state_is_recorded (ls_state_get_choice (state)))
    move_recorded_to_front (state, candidates, *n_candidates);
  return candidates;
}

/**
 * ls_explain_candidate: (skip)
 * @state: a state
 * @candidates: (array length=n_candidates): what ls_explain_candidates() found there
 * @n_candidates: how many
 * @index: one of them
 *
 * Why a queue is chosen, or loses against the first one, in a few words.
 *
 * Returns: (transfer full): such as “effective priority 2, not 5”, in the language of the locale
 */
char *
ls_explain_candidate (LsState           *state,
                      const LsCandidate *candidates,
                      guint              n_candidates,
                      guint              index)
{
  const LsCandidate *best = candidates, *self = &candidates[index];
  LsNextTask next;

  g_return_val_if_fail (state != NULL, NULL);
  g_return_val_if_fail (index < n_candidates, NULL);

  if (index > 0 && ls_state_is_recorded (ls_state_get_choice (state)) &&
      (self->rank < best->rank || (self->rank == best->rank && self->turn_order < best->turn_order)))
    return g_strdup (ls_state_is_of_glib (state) ? _("ready too late for this iteration")
                                                        : _("first by the preset, not in the recording"));
  ls_selection_find_next (ls_state_get_world (ls_state_get_choice (state)), &next);
  if (index == 0 && next.flags != 0)
    return g_strdup ((next.flags & LS_RECORD_FLAG_FAIR_TURN) != 0 ? _("its turn, by the preset's fair rule")
                                                                  : _("immediate work, after many delayed tasks"));
  if (index == 0)
    return g_strdup (n_candidates > 1 ? C_("queue", "chosen") : C_("queue", "the only one"));
  if (next.flags != 0 && (self->rank < best->rank || (self->rank == best->rank && self->turn_order < best->turn_order)))
    return g_strdup (_("passed over by a rule of the preset"));
  if (self->queue != 0 && best->queue != 0 && self->effective_priority < best->effective_priority)
    return g_strdup_printf (_("effective priority %d, not %d"), self->effective_priority, best->effective_priority);
  if (self->rank != best->rank && ls_state_is_of_glib (state))
    return g_strdup_printf (_("priority %s, after priority %s"), ls_queue_type_get_source_priority (self->queue_type),
                            ls_queue_type_get_source_priority (best->queue_type));
  if (self->rank != best->rank)
    return g_strdup_printf (_("rank %u, after rank %u"), self->rank, best->rank);
  if (ls_state_is_of_glib (state))
    return g_strdup (_("in the same priority range"));
  if (self->oldest_order > best->oldest_order)
    return g_strdup_printf (_("enqueue order %u, after %u"), self->oldest_order, best->oldest_order);
  return g_strdup (_("not the best queue of the schedulers"));
}

/**
 * ls_explanation_has_candidates:
 * @self: an explanation
 *
 * Tells whether the explanation is about a choice among queues.
 *
 * Returns: whether it is about a choice among the queues that ls_explain_candidates() lists at its position
 */
gboolean
ls_explanation_has_candidates (const LsExplanation *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  switch (self->kind)
    {
    case LS_EXPLANATION_NEXT:
    case LS_EXPLANATION_NEXT_SO_FAR:
    case LS_EXPLANATION_WAITS_PRIORITY:
    case LS_EXPLANATION_WAITS_ORDER:
    case LS_EXPLANATION_WAITS_INCOMING:
    case LS_EXPLANATION_WAITS_TURN:
    case LS_EXPLANATION_BEFORE_PRIORITY:
    case LS_EXPLANATION_BEFORE_ORDER:
    case LS_EXPLANATION_BEFORE_RULE:
      return TRUE;
    case LS_EXPLANATION_NOTHING_RUNNABLE:
    case LS_EXPLANATION_WAITS_DELAY:
    case LS_EXPLANATION_RUNNING:
    case LS_EXPLANATION_FINISHED:
    case LS_EXPLANATION_REMOVED:
    case LS_EXPLANATION_UNKNOWN_TASK:
    case LS_EXPLANATION_BEFORE_POSTED:
    case LS_EXPLANATION_BEFORE_QUEUED:
    case LS_EXPLANATION_BEFORE_REMOVED:
    case LS_EXPLANATION_NEITHER_RAN:
    default:
      return FALSE;
    }
}

/* "gallery ↻", or of a queue of the loop "input". */
static char *
name_queue (LsState           *state,
            const LsCandidate *candidate)
{
  const LsQueueState *queue = candidate->queue != 0 ? ls_state_get_queue (state, candidate->queue) : NULL;
  g_autofree char *signal = NULL;

  if (queue == NULL)
    return g_strdup (ls_queue_type_to_string (candidate->queue_type));
  signal = queue->signal != 0 ? ls_names_say_signal (state, queue->signal)
                              : g_strdup (ls_task_priority_to_string (queue->priority));
  return g_strdup_printf ("%s%s", signal, queue->is_continuation ? " ↻" : "");
}

static void
fill_row (LsState           *state,
          const LsCandidate *candidates,
          guint              n_candidates,
          guint              index,
          char             **row)
{
  const LsCandidate *candidate = &candidates[index];

  row[CELL_MARK] = g_strdup (index == 0 ? "✓" : " ");
  row[CELL_QUEUE] = name_queue (ls_state_get_choice (state), candidate);
  row[CELL_RANK] = ls_names_rank_number (ls_state_get_choice (state), candidate->rank);
  row[CELL_PRIORITY] = candidate->queue != 0 ? g_strdup_printf ("%d", candidate->effective_priority) : g_strdup ("–");
  row[CELL_ORDER] = g_strdup_printf ("%u", candidate->oldest_order);
  row[CELL_TASKS] = g_strdup_printf ("%u", candidate->n_tasks);
  row[CELL_REASON] = ls_explain_candidate (state, candidates, n_candidates, index);
}

static void
append_padded (GString    *text,
               const char *cell,
               glong       width,
               gboolean    is_number)
{
  const glong missing = width - g_utf8_strlen (cell, -1);

  for (glong i = 0; is_number && i < missing; i++)
    g_string_append_c (text, ' ');
  g_string_append (text, cell);
  for (glong i = 0; !is_number && i < missing; i++)
    g_string_append_c (text, ' ');
}

static void
append_table (GString           *text,
              LsState           *state,
              const LsCandidate *candidates,
              guint              n_candidates)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) cells = NULL;
  glong widths[N_CELLS] = { 0 };
  const gboolean has_sources = ls_state_is_of_glib (state);

  /* Translators: titles of columns; the enqueue order is that of the oldest task of a queue */
  g_strv_builder_add_many (builder, " ", _("Queue"), has_sources ? _("Priority") : _("Rank"), _("Effective priority"),
                           _("Enqueue order"), _("Tasks"), "", NULL);
  for (guint i = 0; i < n_candidates; i++)
    {
      char *row[N_CELLS + 1] = { NULL };

      fill_row (state, candidates, n_candidates, i, row);
      g_strv_builder_addv (builder, (const char **) row);
      for (guint j = 0; j < N_CELLS; j++)
        g_free (row[j]);
    }
  cells = g_strv_builder_end (builder);

  for (guint i = 0; cells[i] != NULL; i++)
    widths[i % N_CELLS] = MAX (widths[i % N_CELLS], g_utf8_strlen (cells[i], -1));
  for (guint i = 0; cells[i] != NULL; i++)
    {
      const guint column = i % N_CELLS;

      /* Sources have one priority. */
      if (column == CELL_PRIORITY && has_sources)
        continue;
      if (column == CELL_REASON)
        g_string_append_printf (text, "%s\n", cells[i]);
      else
        {
          append_padded (text, cells[i], widths[column], column > CELL_QUEUE);
          /* No blanks at the end of the titles. */
          if (column != CELL_TASKS || *cells[i + 1] != '\0')
            g_string_append (text, column == CELL_MARK ? " " : "  ");
        }
    }
}

/**
 * ls_explanation_to_text:
 * @self: an explanation
 * @state: a state at its position, of the same trace
 *
 * The whole explanation as plain text: its sentences, the queues of the choice if there are several, and the clause with what it
 * says.
 *
 * Returns: (transfer full): lines, each with a line feed
 */
char *
ls_explanation_to_text (const LsExplanation *self,
                        LsState             *state)
{
  GString *text;
  g_autofree LsCandidate *candidates = NULL;
  guint n_candidates = 0;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (state != NULL, NULL);

  text = g_string_new (self->text);
  g_string_append_c (text, '\n');
  if (ls_explanation_has_candidates (self))
    candidates = ls_explain_candidates (state, &n_candidates);
  if (n_candidates > 1)
    {
      g_string_append_c (text, '\n');
      append_table (text, state, candidates, n_candidates);
    }
  if (self->reference != NULL && *self->reference != '\0')
    g_string_append_printf (text, "\n%s\n%s\n", self->reference, ls_clause_get_text (self->clause));

  return g_string_free (text, FALSE);
}
