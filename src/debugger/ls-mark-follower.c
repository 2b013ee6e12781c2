/* ls-mark-follower.c: takes bookmarks and notes along when a session runs in another way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-mark-follower-private.h"

#include "ls-drop.h"

/* A mark has the number of a step, and in another run that number may be another step. Marks before the first record in which the
 * two runs differ stay. Each later mark is about a step of the turn of a task, or about an action; the trace of the earlier run
 * says about which. The mark goes to the same step of the same task in the new run as soon as the run gets there, or to the last
 * step of a turn that is shorter now. If the run ends without that task the mark keeps its number, and the follower looks for it
 * again in later runs.
 *
 * The follower reads some records at a time. So a mark may still belong to a run that was shown some runs ago. */

static void
source_clear (gpointer data)
{
  LsMarkSource *source = data;

  ls_trace_drop (source->trace);
}

void
ls_mark_source_release (gpointer data)
{
  g_rc_box_release_full (data, source_clear);
}

static void
followed_clear (gpointer data)
{
  LsFollowedMark *mark = data;

  g_clear_pointer (&mark->source, ls_mark_source_release);
  g_free (mark->text);
}

static void
followed_release (gpointer data)
{
  g_rc_box_release_full (data, followed_clear);
}

GPtrArray *
ls_mark_list_new (void)
{
  return g_ptr_array_new_with_free_func (followed_release);
}

static LsFollowedMark *
followed_new (const LsMark *mark,
              gboolean      is_note,
              LsMarkSource *source)
{
  LsFollowedMark *self = g_rc_box_new0 (LsFollowedMark);

  self->is_note = is_note;
  self->step = mark->step;
  self->text = g_strdup (mark->text);
  self->source = g_rc_box_acquire (source);
  return self;
}

static guint
followed_hash (gconstpointer data)
{
  const LsFollowedMark *mark = data;

  return g_str_hash (mark->text) ^ (mark->step * 2u + (mark->is_note != 0)) * 2654435761u;
}

static gboolean
followed_equal (gconstpointer a,
                gconstpointer b)
{
  const LsFollowedMark *first = a, *second = b;

  return first->is_note == second->is_note && first->step == second->step && g_str_equal (first->text, second->text);
}

static GHashTable *
index_marks (GPtrArray *marks)
{
  GHashTable *index = g_hash_table_new (followed_hash, followed_equal);

  for (guint i = 0; i < marks->len; i++)
    g_hash_table_add (index, g_ptr_array_index (marks, i));
  return index;
}

static LsFollowedMark *
look_up (GHashTable   *index,
         const LsMark *mark,
         gboolean      is_note)
{
  LsFollowedMark key = { .is_note = is_note, .step = mark->step, .text = mark->text };

  return g_hash_table_lookup (index, &key);
}

/* Begins the search in the run that is shown again. */
static void
begin (LsMarkFollower *self)
{
  ls_mark_follower_clear_tracker (self);
  g_clear_pointer (&self->source, ls_mark_source_release);
  g_clear_pointer (&self->wanted, g_hash_table_unref);
  g_ptr_array_set_size (self->asked, 0);
  for (guint i = 0; i < self->marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (self->marks, i);

      mark->state = LS_MARK_WANTED;
      mark->found = 0;
    }
  self->n_wanted = self->marks->len;
  self->n_arrived = 0;
  self->is_over = FALSE;
  self->stage = LS_FOLLOWER_BEGIN;
  ls_trace_reader_wake (self->reader);
}

static guint32
move_cb (const LsMark *mark,
         gboolean      is_note,
         gpointer      user_data)
{
  const LsFollowedMark *followed = look_up (user_data, mark, is_note);

  return followed != NULL && followed->state == LS_MARK_ARRIVED ? followed->found : mark->step;
}

/* Moves marks that were found, and stops following those that are where they belong. */
static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsMarkFollower *self = user_data;
  g_autoptr (GPtrArray) marks = NULL;
  g_autoptr (GHashTable) index = NULL;

  if (is_new || self->n_wanted == self->marks->len)
    return;
  marks = g_steal_pointer (&self->marks);
  self->marks = ls_mark_list_new ();
  for (guint i = 0; i < marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (marks, i);

      if (mark->state == LS_MARK_WANTED)
        g_ptr_array_add (self->marks, g_rc_box_acquire (mark));
    }
  if (self->n_arrived == 0)
    return;
  self->n_arrived = 0;
  index = index_marks (marks);
  ls_session_move_marks (self->session, move_cb, index);
}

/* Returns (transfer full) a follower, which moves the marks of the session from ls_mark_follower_leave() on. @player shows the
 * session's runs, which @thread makes. */
LsMarkFollower *
ls_mark_follower_new (LsPlayer       *player,
                      LsEngineThread *thread)
{
  LsMarkFollower *self = g_new0 (LsMarkFollower, 1);

  self->player = g_object_ref (player);
  self->thread = g_object_ref (thread);
  self->is_active = TRUE;
  self->marks = ls_mark_list_new ();
  self->asked = ls_mark_list_new ();
  self->reader = ls_trace_reader_new (player, ls_mark_follower_advance, changed_cb, self);
  return self;
}

void
ls_mark_follower_free (LsMarkFollower *self)
{
  ls_trace_reader_free (self->reader);
  ls_mark_follower_clear_tracker (self);
  g_clear_pointer (&self->wanted, g_hash_table_unref);
  g_clear_pointer (&self->source, ls_mark_source_release);
  g_ptr_array_unref (self->asked);
  g_ptr_array_unref (self->marks);
  g_object_unref (self->thread);
  g_object_unref (self->player);
  g_free (self);
}

/* Sets whose marks to move. The caller keeps @session. */
void
ls_mark_follower_set_session (LsMarkFollower *self,
                              LsSession      *session)
{
  self->session = session;
}

/* Sets whether to move marks to the run that is shown. In a run for real, which does not repeat, they stay where they are. */
void
ls_mark_follower_set_active (LsMarkFollower *self,
                             gboolean        active)
{
  self->is_active = active;
}

/* Lets it look again for the marks that it has not found, because the run has ended. */
void
ls_mark_follower_wake (LsMarkFollower *self)
{
  ls_trace_reader_wake (self->reader);
}

/* Takes all marks to be where they belong, as in a session that was just opened. */
void
ls_mark_follower_clear (LsMarkFollower *self)
{
  ls_mark_follower_take (self, NULL);
}

static void
leave_marks (LsMarkFollower *self,
             GPtrArray      *marks,
             gboolean        are_notes,
             LsMarkSource   *source)
{
  g_autoptr (GHashTable) known = index_marks (self->marks);
  LsSession *session = self->session;
  guint n_marks = are_notes ? ls_session_get_n_notes (session) : ls_session_get_n_bookmarks (session);

  for (guint i = 0; i < n_marks; i++)
    {
      const LsMark *mark = are_notes ? ls_session_get_note (session, i) : ls_session_get_bookmark (session, i);
      LsFollowedMark *followed = look_up (known, mark, are_notes);
      gboolean is_known = followed != NULL && followed->state != LS_MARK_SETTLED;

      g_ptr_array_add (marks, is_known ? g_rc_box_acquire (followed) : followed_new (mark, are_notes, source));
    }
}

/* Follows the marks at steps of @trace, which was shown until now, into the run that is shown from now on. */
void
ls_mark_follower_leave (LsMarkFollower *self,
                        LsTrace        *trace)
{
  LsMarkSource *source = g_rc_box_new0 (LsMarkSource);
  GPtrArray *marks = ls_mark_list_new ();

  source->trace = g_object_ref (trace);
  leave_marks (self, marks, FALSE, source);
  leave_marks (self, marks, TRUE, source);
  ls_mark_source_release (source);
  g_ptr_array_unref (self->marks);
  self->marks = marks;
  begin (self);
}

/* Returns (transfer full) the marks that it follows, for ls_mark_follower_take() when undo brings the present marks back. */
GPtrArray *
ls_mark_follower_dup (LsMarkFollower *self)
{
  GPtrArray *marks = ls_mark_list_new ();

  for (guint i = 0; i < self->marks->len; i++)
    {
      LsFollowedMark *mark = g_ptr_array_index (self->marks, i);

      if (mark->state != LS_MARK_SETTLED)
        g_ptr_array_add (marks, g_rc_box_acquire (mark));
    }
  return marks;
}

/* Follows @marks (nullable), which are from ls_mark_follower_dup(), and takes all others to be where they belong. */
void
ls_mark_follower_take (LsMarkFollower *self,
                       GPtrArray      *marks)
{
  g_ptr_array_set_size (self->marks, 0);
  for (guint i = 0; marks != NULL && i < marks->len; i++)
    g_ptr_array_add (self->marks, g_rc_box_acquire (g_ptr_array_index (marks, i)));
  begin (self);
}

/* Returns whether the run has ended without what @mark is about, so that the mark stays where it was. */
gboolean
ls_mark_follower_is_lost (LsMarkFollower *self,
                          const LsMark   *mark,
                          gboolean        is_note)
{
  LsFollowedMark key = { .is_note = is_note, .step = mark->step, .text = mark->text };

  return self->is_over && g_ptr_array_find_with_equal_func (self->marks, &key, followed_equal, NULL);
}

/* Returns whether it still looks for marks, which may belong elsewhere. */
gboolean
ls_mark_follower_is_busy (LsMarkFollower *self)
{
  return (self->n_wanted > 0 && self->stage != LS_FOLLOWER_END) || self->n_arrived > 0;
}
