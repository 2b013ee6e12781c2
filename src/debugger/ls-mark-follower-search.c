/* ls-mark-follower-search.c: where in another run what marks are about is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-mark-follower-private.h"

#include <string.h>

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const LsFollowedMark *first = *(LsFollowedMark *const *) a, *second = *(LsFollowedMark *const *) b;

  return first->step < second->step ? -1 : first->step > second->step;
}

static LsTrace *
get_trace (LsMarkFollower *self)
{
  return ls_player_get_trace (self->player);
}

void
ls_mark_follower_clear_tracker (LsMarkFollower *self)
{
  if (self->tracker.trace != NULL)
    ls_turn_tracker_clear (&self->tracker);
}

/* Takes the marks of one of the earlier runs. */
static void
take_source (LsMarkFollower *self)
{
  self->n_asked = 0;
  self->there = self->here = 0;
  g_ptr_array_set_size (self->asked, 0);
  g_clear_pointer (&self->source, ls_mark_source_release);
  for (guint i = 0; i < self->marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (self->marks, i);

      if (mark->source == NULL || mark->state != LS_MARK_WANTED || (self->source != NULL && mark->source != self->source))
        continue;
      if (self->source == NULL)
        self->source = g_rc_box_acquire (mark->source);
      g_ptr_array_add (self->asked, g_rc_box_acquire (mark));
    }
  g_ptr_array_sort (self->asked, compare_steps);
  self->stage = self->source != NULL ? LS_FOLLOWER_COMPARE : LS_FOLLOWER_FIND;
}

static LsFollowedMark *
get_asked (LsMarkFollower *self)
{
  return self->n_asked < self->asked->len ? g_ptr_array_index (self->asked, self->n_asked) : NULL;
}

/* Leaves a mark at its number, which is right or the best that is known. */
static void
let_stay (LsMarkFollower *self,
          LsFollowedMark *mark)
{
  mark->state = LS_MARK_SETTLED;
  self->n_wanted--;
}

/* Settles the marks before the position up to which the runs are the same. */
static void
pass_asked (LsMarkFollower *self)
{
  LsFollowedMark *mark;

  while ((mark = get_asked (self)) != NULL && ls_trace_find_step (self->source->trace, mark->step) <= self->there)
    {
      self->n_asked++;
      let_stay (self, mark);
    }
}

static void
give_up_asked (LsMarkFollower *self)
{
  for (LsFollowedMark *mark; (mark = get_asked (self)) != NULL; self->n_asked++)
    let_stay (self, mark);
  self->stage = LS_FOLLOWER_BEGIN;
}

/* Skips records of breakpoints, which another run may not have. */
static const LsRecord *
peek (LsTrace *trace,
      gsize   *position)
{
  const LsRecord *record;
  gsize n_records;

  while ((record = ls_trace_peek_records (trace, *position, &n_records)) != NULL && record->kind == LS_RECORD_BREAKPOINT)
    (*position)++;
  return record;
}

/* Compares texts themselves, since their numbers depend on earlier texts. Only names make tasks different. */
static gboolean
is_same (LsTrace        *a,
         const LsRecord *first,
         LsTrace        *b,
         const LsRecord *second)
{
  LsRecord same = *second;

  same.text = first->text;
  if (memcmp (first, &same, sizeof same) != 0)
    return FALSE;
  return (first->kind != LS_RECORD_TASK_POSTED && first->kind != LS_RECORD_TASK_INCOMING &&
          first->kind != LS_RECORD_TASK_DELAYED && first->kind != LS_RECORD_ACTION) ||
         g_strcmp0 (first->text != 0 ? ls_trace_get_text (a, first->text) : NULL,
                    second->text != 0 ? ls_trace_get_text (b, second->text) : NULL) == 0;
}

/* Returns: whether there is more to read now */
static gboolean
compare (LsMarkFollower *self,
         gsize           max_records)
{
  LsTrace *old = self->source->trace, *trace = get_trace (self);
  gboolean is_over = !ls_engine_thread_get_running (self->thread);
  gboolean is_other = FALSE, is_waiting = FALSE;

  while (max_records-- > 0 && !is_other && !is_waiting)
    {
      const LsRecord *first = peek (old, &self->there), *second = peek (trace, &self->here);

      if (first == NULL || (second == NULL && is_over))
        is_other = TRUE;
      else if (second == NULL)
        is_waiting = TRUE;
      else if (is_same (old, first, trace, second))
        {
          self->there++;
          self->here++;
        }
      else
        is_other = TRUE;
    }

  if (ls_trace_get_start (old) > 0 || ls_trace_get_start (trace) > 0)
    {
      give_up_asked (self);
      return TRUE;
    }
  pass_asked (self);
  if (get_asked (self) == NULL)
    {
      self->stage = LS_FOLLOWER_BEGIN;
      return TRUE;
    }
  if (is_other)
    {
      ls_turn_tracker_init (&self->tracker, old);
      self->there = 0;
      self->step = 0;
      self->stage = LS_FOLLOWER_ASK;
    }
  return !is_waiting;
}

static gboolean
ask (LsMarkFollower *self,
     gsize           max_records)
{
  LsTrace *old = self->source->trace;
  LsFollowedMark *mark = get_asked (self);
  gsize n_records;
  const LsRecord *records = ls_trace_peek_records (old, self->there, &n_records);

  n_records = MIN (n_records, max_records);
  for (gsize i = 0; i < n_records && mark != NULL; i++)
    {
      LsStepOrigin origin;

      if (!ls_turn_tracker_read (&self->tracker, &records[i], &origin))
        continue;
      self->step++;
      for (; mark != NULL && mark->step == self->step; mark = get_asked (self))
        {
          self->n_asked++;
          g_clear_pointer (&mark->source, ls_mark_source_release);
          mark->origin = origin;
          if (origin.identity == 0)
            let_stay (self, mark);
        }
    }
  self->there += n_records;
  if (records != NULL && mark != NULL)
    return TRUE;
  ls_mark_follower_clear_tracker (self);
  /* Marks at steps that the earlier run did not reach are about nothing. */
  give_up_asked (self);
  return TRUE;
}

static void
begin_to_find (LsMarkFollower *self)
{
  LsTrace *trace = get_trace (self);

  self->wanted = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < self->marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (self->marks, i);
      GPtrArray *marks;

      if (mark->state != LS_MARK_WANTED)
        continue;
      marks = g_hash_table_lookup (self->wanted, &mark->origin.identity);
      if (marks == NULL)
        {
          /* The key belongs to the first mark of the list, and lives as long. */
          marks = ls_mark_list_new ();
          g_hash_table_insert (self->wanted, &mark->origin.identity, marks);
        }
      g_ptr_array_add (marks, g_rc_box_acquire (mark));
    }
  ls_turn_tracker_init (&self->tracker, trace);
  self->here = 0;
  self->step = 0;
}

/* Puts marks of a turn that is over, or whose run is, at its last step. */
static void
end_origin (LsMarkFollower *self,
            guint64         identity)
{
  GPtrArray *marks = g_hash_table_lookup (self->wanted, &identity);
  gboolean has_found = FALSE;

  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (marks, i);

      if (mark->found == 0)
        continue;
      has_found = TRUE;
      mark->state = LS_MARK_ARRIVED;
      self->n_wanted--;
      self->n_arrived++;
    }
  if (has_found)
    g_hash_table_remove (self->wanted, &identity);
}

static void
note_step (LsMarkFollower     *self,
           const LsStepOrigin *origin)
{
  GPtrArray *marks = g_hash_table_lookup (self->wanted, &origin->identity);

  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (marks, i);

      if (origin->index <= mark->origin.index)
        mark->found = self->step;
    }
}

static void
end_search (LsMarkFollower *self)
{
  g_autofree gpointer *identities = g_hash_table_get_keys_as_array (self->wanted, NULL);

  for (guint i = 0; identities[i] != NULL; i++)
    end_origin (self, *(guint64 *) identities[i]);
  ls_mark_follower_clear_tracker (self);
  g_clear_pointer (&self->wanted, g_hash_table_unref);
  self->is_over = TRUE;
  self->stage = LS_FOLLOWER_END;
}

static void
give_up (LsMarkFollower *self)
{
  for (guint i = 0; i < self->marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (self->marks, i);

      if (mark->state == LS_MARK_WANTED)
        let_stay (self, mark);
    }
}

static gboolean
find (LsMarkFollower *self,
      gsize           max_records)
{
  LsTrace *trace = get_trace (self);
  gboolean is_over = !ls_engine_thread_get_running (self->thread);
  gsize n_records;
  const LsRecord *records;

  if (self->wanted == NULL)
    begin_to_find (self);
  records = ls_trace_peek_records (trace, self->here, &n_records);
  n_records = MIN (n_records, max_records);
  for (gsize i = 0; i < n_records && self->n_wanted > 0; i++)
    {
      LsStepOrigin origin;

      if (records[i].kind == LS_RECORD_TASK_SELECTED)
        end_origin (self, self->tracker.loop.origin.identity);
      if (!ls_turn_tracker_read (&self->tracker, &records[i], &origin))
        continue;
      self->step++;
      note_step (self, &origin);
      if (records[i].kind == LS_RECORD_ACTION_FINISHED)
        end_origin (self, origin.identity);
    }
  /* Records that were forgotten before they were read are skipped. */
  if (ls_trace_get_start (trace) > self->here)
    give_up (self);
  self->here += n_records;
  if (self->n_wanted == 0 || (records == NULL && is_over))
    {
      end_search (self);
      return FALSE;
    }
  return records != NULL;
}

/* Reads on, @max_records records at most. Returns whether there is more to read now. @user_data: a follower */
gboolean
ls_mark_follower_advance (gsize    max_records,
            gpointer user_data)
{
  LsMarkFollower *self = user_data;

  if (self->n_wanted == 0 || self->stage == LS_FOLLOWER_END || get_trace (self) == NULL || !self->is_active)
    return FALSE;
  if (self->stage == LS_FOLLOWER_BEGIN)
    take_source (self);
  return self->stage == LS_FOLLOWER_COMPARE ? compare (self, max_records)
         : self->stage == LS_FOLLOWER_ASK   ? ask (self, max_records)
                                      : find (self, max_records);
}
