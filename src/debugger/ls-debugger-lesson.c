/* ls-debugger-lesson.c: a lesson that is written, and the runs of its pages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include "ls-lesson-private.h"

/* While a lesson is written, the session has the run of the page that is displayed: its actions, its schedule, and its program
 * where the page has one of its own. What the lesson itself has there is kept beside it, and is what goes into the file. Undo of
 * a change of the run brings back both. */

/**
 * ls_debugger_edit_lesson:
 * @self: a debugger with a session
 * @edit: what to change
 * @label: what undo is to call it
 * @continues: whether it goes on with the change before, such as typing in one place: both are undone at once
 * @error: return location for an error
 *
 * Changes the lesson of the session. The run goes on.
 *
 * Returns: %FALSE with @error set if a reader would not accept it; nothing has changed then
 */
gboolean
ls_debugger_edit_lesson (LsDebugger          *self,
                         const LsLessonEdit  *edit,
                         const char          *label,
                         gboolean             continues,
                         GError             **error)
{
  g_autoptr (LsUndoEntry) before = NULL;

  g_return_val_if_fail (self->session != NULL, FALSE);

  before = ls_debugger_remember (self, label, LS_SESSION_PART_LESSON);
  if (!ls_session_edit_lesson (self->session, edit, error))
    return FALSE;
  if (!continues || ls_undo_get_undo_parts (self->undo) != LS_SESSION_PART_LESSON || ls_undo_can_redo (self->undo))
    ls_undo_add (self->undo, g_steal_pointer (&before));
  ls_debugger_tell_undo (self);
  return TRUE;
}

/**
 * ls_debugger_keep_run:
 * @self: a debugger with a session
 * @base: (nullable): a session with the run of the lesson; %NULL if the session has it
 * @has_program: whether the program that the session has now is that of a page, and not the lesson's
 *
 * Says what the lesson has in the place of the run that the session has.
 */
void
ls_debugger_keep_run (LsDebugger *self,
                      LsSession  *base,
                      gboolean    has_program)
{
  g_autoptr (LsSession) copy = base != NULL ? ls_session_copy (base) : NULL;

  g_set_object (&self->base, copy);
  self->has_program = copy != NULL && has_program;
  self->is_written = copy != NULL;
}

/* Returns whether the program that the session has now is likely to be that of a page: nobody knew when it was made. */
gboolean
ls_debugger_guess_program (LsDebugger *self)
{
  LsLesson *lesson = ls_session_get_lesson (self->session);
  LsProgram *program = ls_session_get_program (self->session);
  const char *text;

  if (lesson == NULL || self->base == NULL || ls_program_get_kind (program) != LS_PROGRAM_JAVASCRIPT ||
      ls_program_get_n_scripts (program) == 0)
    return FALSE;
  text = ls_script_get_text (ls_program_get_script (program, 0));
  if (g_str_equal (text, ls_script_get_text (ls_program_get_script (ls_session_get_program (self->base), 0))))
    return FALSE;
  for (guint i = 0; i < ls_lesson_get_n_pages (lesson) && !self->has_program; i++)
    {
      const LsLessonPage *page = ls_lesson_get_page (lesson, i);

      if (g_strcmp0 (text, page->source) == 0 || g_strcmp0 (text, page->solved_source) == 0)
        return TRUE;
    }
  return self->has_program;
}

/**
 * ls_debugger_keeps_run:
 * @self: a debugger
 * @has_program: (out) (optional): whether the session has the program of a page
 *
 * Returns: whether the lesson is written, so that the session has the run of a page
 */
gboolean
ls_debugger_keeps_run (LsDebugger *self,
                       gboolean   *has_program)
{
  if (has_program != NULL)
    *has_program = self->has_program;
  return self->is_written;
}

/* Gives @shown what the lesson has in the place of the run of a page that is written. What its author makes of it as a learner
 * is not for others. */
static LsSession *
make_written (LsDebugger *self,
              LsSession  *shown)
{
  LsSession *copy = ls_session_copy (shown);

  /* Where they no longer go together, the lesson's settings go with its program. */
  if (!ls_session_take_base (copy, self->base, self->has_program) && self->has_program)
    ls_session_take_run (copy, self->base, NULL);
  ls_session_set_learner (copy, NULL);
  return copy;
}

/**
 * ls_debugger_dup_kept_with:
 * @self: a debugger with a session
 * @shown: the session, or a copy of it with edits that it does not have yet
 *
 * Returns: (transfer full): the session as its file is to have it, as ls_debugger_dup_kept() has it, with these edits
 */
LsSession *
ls_debugger_dup_kept_with (LsDebugger *self,
                           LsSession  *shown)
{
  /* Undo may have taken the lesson away. Once its author has left it, actions are the session's. */
  LsSession *base = ls_session_get_lesson (shown) != NULL && (self->is_written || self->has_program) ? self->base : NULL;

  if (base != NULL && (self->is_written || self->keep == NULL))
    return make_written (self, shown);
  if (self->keep != NULL && !ls_debugger_is_recorded (self))
    return self->keep (shown, base, self->keep_data);
  return g_object_ref (shown);
}

/**
 * ls_debugger_dup_kept:
 * @self: a debugger with a session
 *
 * Returns: (transfer full): the session as its file is to have it: with the run of the lesson, not with that of a page
 */
LsSession *
ls_debugger_dup_kept (LsDebugger *self)
{
  return ls_debugger_dup_kept_with (self, self->session);
}

/**
 * ls_debugger_set_keep:
 * @self: a debugger
 * @keep: (nullable): says what the file of a session is to have whose lesson is read
 * @user_data: for @keep
 *
 * Has somebody tell the run of a page, and what the learner has made of it, from that of the lesson.
 */
void
ls_debugger_set_keep (LsDebugger         *self,
                      LsDebuggerKeepFunc  keep,
                      gpointer            user_data)
{
  self->keep = keep;
  self->keep_data = user_data;
}

/* What @session says that the learner has made is in its file. */
void
ls_debugger_note_learner (LsDebugger *self,
                          LsSession  *session)
{
  JsonNode *learner = ls_session_peek_learner (session);

  g_clear_pointer (&self->learner, json_node_unref);
  self->learner = learner != NULL ? json_node_ref (learner) : NULL;
}

/**
 * ls_debugger_has_learners_work:
 * @self: a debugger
 *
 * Returns: whether a learner has made something of a page of the lesson that the session's file does not have
 */
gboolean
ls_debugger_has_learners_work (LsDebugger *self)
{
  g_autoptr (LsSession) kept = NULL;
  JsonNode *learner;

  if (self->keep == NULL || self->session == NULL || ls_session_get_lesson (self->session) == NULL)
    return FALSE;
  kept = ls_debugger_dup_kept (self);
  learner = ls_session_peek_learner (kept);
  return learner != NULL && (self->learner == NULL || !json_node_equal (learner, self->learner));
}

/* Gives the session the run of @wanted, where the lesson has that of @base (nullable). */
static gboolean
take_run (LsDebugger  *self,
          LsSession   *wanted,
          LsSession   *base,
          gboolean     has_program,
          const char  *label,
          GError     **error)
{
  g_autoptr (LsUndoEntry) before = NULL;
  g_autoptr (LsSession) old_base = NULL;
  const gboolean had_program = self->has_program;
  guint32 step = ls_player_get_wanted_step (self->player);

  g_return_val_if_fail (self->session != NULL, FALSE);

  if (!ls_debugger_can_change (self, error))
    return FALSE;
  before = ls_debugger_remember (self, label, LS_SESSION_PART_ACTIONS | LS_SESSION_PART_SETTINGS | LS_SESSION_PART_SCHEDULE |
                                                LS_SESSION_PART_MARKS);
  /* Whoever is told of the run has to know of both. */
  g_set_object (&old_base, self->base);
  g_set_object (&self->base, base);
  self->has_program = has_program;
  if (!ls_session_take_run (self->session, wanted, error))
    {
      g_set_object (&self->base, old_base);
      self->has_program = had_program;
      return FALSE;
    }
  ls_debugger_forget_actions (self);
  if (!ls_debugger_add_and_restart (self, g_steal_pointer (&before), error))
    return FALSE;
  ls_player_step_to (self->player, step);
  ls_debugger_tell_changed (self);
  return TRUE;
}

/**
 * ls_debugger_take_run:
 * @self: a debugger
 * @wanted: another session
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Gives the session the actions, the settings and the program of @wanted, and runs it from its start. The player stays at
 * its step.
 *
 * Returns: %FALSE with @error set if that is not possible
 */
gboolean
ls_debugger_take_run (LsDebugger  *self,
                      LsSession   *wanted,
                      const char  *label,
                      GError     **error)
{
  return take_run (self, wanted, self->base, self->has_program, label, error);
}

/**
 * ls_debugger_take_page_run:
 * @self: a debugger with a session
 * @wanted: a session with the run of a page
 * @has_program: whether the program is that of the page
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Does as ls_debugger_take_run(), and keeps what the lesson has in its place.
 *
 * Returns: %FALSE with @error set if that is not possible
 */
gboolean
ls_debugger_take_page_run (LsDebugger  *self,
                           LsSession   *wanted,
                           gboolean     has_program,
                           const char  *label,
                           GError     **error)
{
  g_autoptr (LsSession) kept = ls_debugger_dup_kept (self);
  g_autoptr (LsSession) base = ls_session_copy (kept);

  return take_run (self, wanted, base, has_program, label, error);
}
