/* ls-world-delays.c: when delayed tasks are due
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-world-private.h"

#include "ls-queue-type-private.h"

/* So many tasks of a list are looked at one by one; for more of them, the table is faster. */
#define FEW 64

/* One task of the loop among so many places in the table: then the list is faster again. */
#define SPARSE 8

static LsDelay *
edit_delay (LsWorld *self,
            guint32  index)
{
  return ls_cow_table_edit (&self->delays, index);
}

/* Notes the delay of a task, which is the last one that began. */
void
ls_world_add_delay (LsWorld     *self,
                    LsTaskState *task)
{
  const guint32 index = self->free_delay != 0 ? self->free_delay : MAX (self->delays.n_items, 1);
  LsDelay *delay = edit_delay (self, index);

  self->free_delay = delay->order;
  *delay = (LsDelay) {
    .due_at = task->due_at,
    .id = task->id,
    .order = ++self->loop.n_delays,
    .agent = self->agent,
    .queue_type = task->queue_type,
    .keeps_place = task->keeps_place,
    .is_scheduler_task = task->is_scheduler_task,
  };
  task->delay_index = index;
}

void
ls_world_remove_delay (LsWorld     *self,
                       LsTaskState *task)
{
  *edit_delay (self, task->delay_index) = (LsDelay) { .order = self->free_delay };
  self->free_delay = task->delay_index;
  task->delay_index = 0;
}

/* The order in which delays end. */
int
ls_delay_compare (gconstpointer a,
                  gconstpointer b)
{
  const LsDelay *x = a, *y = b;

  if (x->due_at != y->due_at)
    return x->due_at < y->due_at ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Whether it takes longer to go over the list of the delayed tasks than over the table. */
static gboolean
has_long_list (const LsWorld *self)
{
  return self->loop.delayed.length > FEW && self->delays.n_items / SPARSE < self->loop.delayed.length;
}

/* Returns when the first of the delayed tasks is due that are due at @from or later, with @foreseen the first one that a browser
 * knows of; %LS_TIME_NEVER if there is none. A list that is not in order is not sorted for that. */
guint64
ls_world_get_next_due (const LsWorld *self,
                       gboolean       foreseen,
                       guint64        from)
{
  const gboolean is_sorted = !self->loop.all_delayed_unsorted, is_long = has_long_list (self);
  guint32 n_looked = 0, n_run;
  guint64 next = LS_TIME_NEVER;

  for (guint32 id = is_long && !is_sorted ? 0 : self->loop.delayed.first; id != 0 && !(is_long && n_looked == FEW); n_looked++)
    {
      const LsTaskState *task = ls_world_peek_task (self, id);

      id = task->next_delayed;
      if (task->due_at < from || (foreseen && !ls_queue_type_is_foreseen (task->queue_type)))
        continue;
      next = MIN (next, task->due_at);
      if (is_sorted)
        return next;
    }
  if (!is_long)
    return next;

  for (guint32 i = 1; i < self->delays.n_items; i += n_run)
    {
      const LsDelay *delays = ls_cow_table_peek_run (&self->delays, i, &n_run);

      for (guint32 j = 0; j < n_run; j++)
        if (delays[j].due_at < next && delays[j].due_at >= from && delays[j].id != 0 && delays[j].agent == self->agent &&
            (!foreseen || ls_queue_type_is_foreseen (delays[j].queue_type)))
          next = delays[j].due_at;
    }
  return next;
}

/* Finds in the table what is due at @time. Half of a long table may be, in no order: a processor that guesses wrongly each other
 * time takes longer than one that copies all of it. */
static GArray *
search_due (const LsWorld *self,
            guint64        time)
{
  GArray *due = g_array_sized_new (FALSE, FALSE, sizeof (LsDelay), self->loop.delayed.length + 1);
  LsDelay *found = (LsDelay *) (gpointer) due->data;
  guint32 n_run, n = 0;

  for (guint32 i = 1; i < self->delays.n_items; i += n_run)
    {
      const LsDelay *delays = ls_cow_table_peek_run (&self->delays, i, &n_run);

      for (guint32 j = 0; j < n_run; j++)
        {
          found[n] = delays[j];
          n += (delays[j].due_at <= time) & (delays[j].id != 0) & (delays[j].agent == self->agent);
        }
    }
  g_array_set_size (due, n);
  return due;
}

/* Returns (transfer full) (nullable) (element-type LsDelay) the delayed tasks that are due at @time, in no order. */
GArray *
ls_world_list_due (const LsWorld *self,
                   guint64        time)
{
  const gboolean is_sorted = !self->loop.all_delayed_unsorted, is_long = has_long_list (self);
  g_autoptr (GArray) due = NULL;
  guint32 id = is_long && !is_sorted ? 0 : self->loop.delayed.first;

  for (guint32 n_looked = 0; id != 0 && !(is_long && n_looked == FEW); n_looked++)
    {
      const LsTaskState *task = ls_world_peek_task (self, id);

      id = task->next_delayed;
      if (task->due_at <= time)
        {
          due = due != NULL ? due : g_array_new (FALSE, FALSE, sizeof (LsDelay));
          g_array_append_vals (due, ls_world_peek_delay (self, task), 1);
        }
      else if (is_sorted)
        return g_steal_pointer (&due);
    }
  if (!is_long)
    return g_steal_pointer (&due);

  return search_due (self, time);
}
