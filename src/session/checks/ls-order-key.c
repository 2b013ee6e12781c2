/* ls-order-key.c: in which order lines or tasks come in a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-order-key-private.h"

#include <glib/gi18n-lib.h>

#include "ls-explain.h"
#include "ls-state.h"
#include "ls-trace-names-private.h"

/* What a lesson asks to put into order, and the order in which a run has it. The author of the lesson writes no key: this is it. */
struct _LsOrderKey
{
  LsTrace *trace;
  LsState *end;      /* of the run */
  GArray  *rows;     /* LsOrderRow, as they were given */
  GArray  *coming;   /* guint: those that come, in their order */
};

static void
clear_row (gpointer data)
{
  g_free (((LsOrderRow *) data)->text);
}

static LsOrderRow *
get_row (LsOrderKey *self,
         guint       row)
{
  return &g_array_index (self->rows, LsOrderRow, row);
}

/* Notes that a row has come, with what ran then. */
static void
note (LsOrderKey *self,
      LsState    *state,
      guint       index,
      gsize       position)
{
  LsOrderRow *row = get_row (self, index);

  if (row->n_times++ > 0)
    return;
  ls_state_seek (state, position);
  row->position = position;
  row->time = ls_state_get_time (state);
  row->task = ls_state_get_running_task (state);
  row->microtask = ls_state_get_running_microtask (state);
  row->step = ls_trace_get_step_at (self->trace, position - 1);
  g_array_append_val (self->coming, index);
}

static void
read_record (LsOrderKey     *self,
             LsState        *state,
             const LsRecord *record,
             gsize           position)
{
  const LsTaskState *task = record->kind == LS_RECORD_LOG ? NULL : ls_state_get_task (self->end, record->subject);
  const char *text = ls_trace_get_text (self->trace, task != NULL ? task->name : record->text);

  for (guint i = 0; i < self->rows->len; i++)
    if (g_strcmp0 (text, get_row (self, i)->text) == 0)
      note (self, state, i, position + 1);
}

/* Reads the run once. */
static void
read_run (LsOrderKey *self,
          guint8      kind)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);
  gsize length = ls_trace_get_length (self->trace);
  gsize n_records = 0;

  for (gsize position = ls_trace_get_start (self->trace); position < length; position += n_records)
    {
      const LsRecord *records = ls_trace_peek_records (self->trace, position, &n_records);

      if (n_records == 0)
        return;
      for (gsize i = 0; i < n_records; i++)
        if (records[i].kind == kind)
          read_record (self, state, &records[i], position + i);
    }
}

/* Returns (transfer full) the key for lines of the log, or for names of tasks, in a run that is over. */
LsOrderKey *
ls_order_key_new (const char *const *rows,
                  gboolean           rows_are_tasks,
                  LsTrace           *trace)
{
  LsOrderKey *self = g_new0 (LsOrderKey, 1);

  self->trace = g_object_ref (trace);
  self->end = ls_state_new (trace);
  ls_state_seek (self->end, G_MAXSIZE);
  self->coming = g_array_new (FALSE, FALSE, sizeof (guint));
  self->rows = g_array_new (FALSE, TRUE, sizeof (LsOrderRow));
  g_array_set_clear_func (self->rows, clear_row);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      LsOrderRow row = { .text = g_strdup (rows[i]) };

      g_array_append_val (self->rows, row);
    }
  read_run (self, rows_are_tasks ? LS_RECORD_TASK_STARTED : LS_RECORD_LOG);
  return self;
}

void
ls_order_key_free (LsOrderKey *self)
{
  g_array_unref (self->rows);
  g_array_unref (self->coming);
  ls_state_unref (self->end);
  g_object_unref (self->trace);
  g_free (self);
}

/* Returns how many of the rows come. */
guint
ls_order_key_get_n_coming (LsOrderKey *self)
{
  return self->coming->len;
}

/* Returns the row that comes at @place, from 0. */
guint
ls_order_key_get_coming (LsOrderKey *self,
                         guint       place)
{
  return g_array_index (self->coming, guint, place);
}

const LsOrderRow *
ls_order_key_get_row (LsOrderKey *self,
                      guint       row)
{
  return get_row (self, row);
}

/* Returns (transfer full) (nullable) why nobody can be asked for this order where a page begins, at @position of the run.
 * @has_ended: whether the run has come to its end, so that what has not come never comes */
char *
ls_order_key_find_fault (LsOrderKey *self,
                         gsize       position,
                         gboolean    has_ended)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LsOrderRow *row = get_row (self, i);

      if (row->n_times > 1)
        return g_strdup_printf (_("“%s” comes %u times, so it has no place of its own"), row->text, row->n_times);
      if (row->n_times == 1 && row->position <= position)
        return g_strdup_printf (_("“%s” has come already where the page begins"), row->text);
      if (row->n_times == 0 && !has_ended)
        return g_strdup_printf (_("“%s” has not come, but the run has not come to its end either"), row->text);
    }
  if (self->coming->len < 2)
    return g_strdup_printf (_("%u of them comes, expected two at least"), self->coming->len);
  return NULL;
}

/* Why one line came before another one within the same turn. */
static char *
explain_turn (LsOrderKey       *self,
              const LsOrderRow *first,
              const LsOrderRow *second)
{
  g_autofree char *task = ls_names_say_numbered (self->end, first->task);
  g_autofree char *microtask = NULL, *other = NULL;

  if (first->step == second->step)
    return g_strdup (_("The same callback prints both, one after the other."));
  if (first->microtask == 0)
    /* Translators: a task */
    return g_strdup_printf (_("The callback of %s prints the one. A microtask prints the other, and microtasks run after the "
                              "callback."), task);
  if (second->microtask == 0 ||
      ls_state_get_microtask_state (self->end, first->microtask)->queued_record >
      ls_state_get_microtask_state (self->end, second->microtask)->queued_record)
    return NULL;
  microtask = ls_names_say_microtask (self->end, first->microtask);
  other = ls_names_say_microtask (self->end, second->microtask);
  /* Translators: a task, the names of two microtasks */
  return g_strdup_printf (_("Microtasks in the turn of %s print both. They run in the order in which they were queued: %s before %s."),
                          task, microtask, other);
}

/* Returns (transfer full) why one row came before another one. */
static char *
explain (LsOrderKey       *self,
         const LsOrderRow *first,
         const LsOrderRow *second)
{
  g_autoptr (LsExplanation) explanation = NULL;
  g_autofree char *time = NULL, *other = NULL;
  char *reason = NULL;

  if (first->task != 0 && first->task == second->task)
    reason = explain_turn (self, first, second);
  else if (first->task != 0 && second->task != 0)
    {
      explanation = ls_explain_before (self->trace, first->task, second->task);
      /* Turns of several agents are not one after the other. */
      if (explanation->task == first->task)
        reason = g_strdup (explanation->sentence);
    }
  if (reason != NULL)
    return reason;
  time = ls_names_say_duration (first->time);
  other = ls_names_say_duration (second->time);
  /* Translators: two times */
  return g_strdup_printf (_("The one comes at %s, the other at %s."), time, other);
}

/* Finds the first place at which an answer is not what came. @given: (element-type guint): the rows that the learner says come, in
 * this order; all others are said never to come. @first: the row that comes there; @second: the one that was put there; either is
 * G_MAXUINT for none. Returns (transfer full) (nullable) what is wrong and why; NULL if the answer is right */
char *
ls_order_key_find_mistake (LsOrderKey *self,
                           GArray     *given,
                           guint      *first,
                           guint      *second)
{
  g_autofree char *reason = NULL;
  const LsOrderRow *comes, *put;
  guint place = 0;

  while (place < MIN (given->len, self->coming->len) &&
         g_array_index (given, guint, place) == ls_order_key_get_coming (self, place))
    place++;
  *first = place < self->coming->len ? ls_order_key_get_coming (self, place) : G_MAXUINT;
  *second = place < given->len ? g_array_index (given, guint, place) : G_MAXUINT;
  if (*first == G_MAXUINT && *second == G_MAXUINT)
    return NULL;

  comes = *first != G_MAXUINT ? get_row (self, *first) : NULL;
  put = *second != G_MAXUINT ? get_row (self, *second) : NULL;
  if (put == NULL)
    {
      g_autofree char *time = ls_names_say_duration (comes->time);

      /* Translators: a line of the log or a task, when it comes */
      return g_strdup_printf (_("“%s” does come, at %s."), comes->text, time);
    }
  if (put->n_times == 0)
    /* Translators: a line of the log or a task */
    return g_strdup_printf (_("“%s” never comes."), put->text);
  reason = explain (self, comes, put);
  /* Translators: two lines of the log or tasks, a sentence that says why */
  return g_strdup_printf (_("“%s” comes before “%s”. %s"), comes->text, put->text, reason);
}
