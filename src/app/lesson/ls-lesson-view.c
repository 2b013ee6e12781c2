/* ls-lesson-view.c: shows a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-compat.h"
#include "ls-lesson-bars.h"
#include "ls-lesson-code.h"
#include "ls-lesson-exercise.h"
#include "ls-lesson-order.h"
#include "ls-lesson-pick.h"
#include "ls-lesson-places.h"
#include "ls-lesson-posted.h"
#include "ls-lesson-presets.h"
#include "ls-lesson-question.h"
#include "ls-lesson-recap.h"
#include "ls-lesson-reveal.h"
#include "ls-lesson-task.h"
#include "ls-lesson-edit-private.h"
#include "ls-lesson-translate-private.h"
#include "ls-lesson-writer.h"
#include "ls-lessons.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonView:
 *
 * Shows a page of the session's lesson: its text, the part of the window to look at, a question, a task, or an exercise, in which
 * the user changes the program or the run. Each page is about a moment of a run, and turning to a page goes there. A run that the
 * user has changed stays until the user presses “To This Moment”. The user can undo that. What the user makes of the run
 * of an exercise, or of a task that wants it changed, is the run of its page from then on.
 */
G_DEFINE_FINAL_TYPE (LsLessonView, ls_lesson_view, GTK_TYPE_BOX)

/* Explains what shows the answer, once the player has come there. */
void
ls_lesson_view_follow_reveal (LsLessonView *self)
{
  if (!self->reveals || ls_player_is_pending (self->player))
    return;
  self->reveals = FALSE;
  if (self->explained != 0)
    g_signal_emit_by_name (self, "explain", self->explained);
}

static void
update_changed (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);

  gtk_label_set_label (GTK_LABEL (self->notice), page != NULL && ls_lesson_page_is_learners (page)
    ? _("This is not the run of this exercise. “To This Moment” begins it; undo brings your run back.")
    : _("You have changed the run, so it may not match this page. “To This Moment” restores the lesson’s run; undo brings yours back."));
  gtk_widget_set_visible (self->notice, self->lesson != NULL && !ls_lesson_runs_has (self->runs, self->session));
  ls_lesson_pick_set_changed (LS_LESSON_PICK (self->pick), ls_lesson_view_is_changed (self));
}

/* To answer is what to do first. */
static void
suggest_next (LsLessonView *self,
              gboolean      is_answered)
{
  ls_widget_set_class (self->next, "suggested-action", is_answered);
}

/* Hides what would answer the question of the page, as long as it is open. */
void
ls_lesson_view_update_curtain (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  const LsPageAnswer *answer = page != NULL ? ls_lesson_view_get_answer (self) : NULL;
  const gboolean is_open = page != NULL && answer->answer == LS_LESSON_NO_ANSWER;

  ls_player_set_curtain (self->player, is_open ? page->hides : 0);
  suggest_next (self, page != NULL && page->exercise == NULL && (page->question == NULL || !is_open) &&
                      (page->task == NULL || answer->is_done || answer->is_shown));
}

/* Draws the curtain, and goes to where the answer shows. A run that the user has changed stays where it is. */
static void
on_answered (LsLessonView *self,
             guint         answer)
{
  const LsLessonAnswer *given = g_ptr_array_index (ls_lesson_view_peek_page (self)->answers, answer);
  g_autofree char *reason = NULL;

  ls_lesson_view_get_answer (self)->answer = answer;
  ls_lesson_view_note_answer (self, ls_lesson_outcome (given->is_right, FALSE), answer, NULL);
  ls_lesson_view_update_curtain (self);
  if (!ls_lesson_view_is_changed (self))
    {
      reason = ls_lesson_reveal (self->player, ls_lesson_view_peek_page (self), &self->explained);
      self->reveals = TRUE;
    }
  ls_lesson_question_set_reason (LS_LESSON_QUESTION (self->question), reason);
  ls_lesson_view_focus_on (self, NULL);
  ls_lesson_view_follow_reveal (self);
}

static void
show_question (LsLessonView       *self,
               const LsLessonPage *page)
{
  g_autoptr (GArray) order = ls_lessons_shuffle (self->settings, ls_lesson_get_id (self->lesson), self->page, page->answers->len);

  ls_lesson_question_show (LS_LESSON_QUESTION (self->question), page, order, ls_lesson_view_get_answer (self)->answer);
}

static void
on_hinted (LsLessonView *self,
           guint         n_hints)
{
  ls_lesson_view_get_answer (self)->n_hints = n_hints;
  ls_lesson_view_note_help (self, FALSE);
}

static void
on_checked (LsLessonView *self,
            gboolean      is_done)
{
  g_autofree char *actions = is_done ? ls_lesson_exercise_dup_actions (LS_LESSON_EXERCISE (self->exercise)) : NULL;

  if (is_done)
    ls_lesson_view_note_done (self, actions);
  if (is_done && ls_lesson_view_has_focus_in (self, self->exercise))
    ls_lesson_view_focus_on (self, NULL);
  suggest_next (self, is_done);
}

static void
on_done (LsLessonView *self)
{
  if (ls_lesson_view_note_done (self, NULL))
    ls_lesson_view_get_answer (self)->is_done = TRUE;
  if (ls_lesson_view_has_focus_in (self, self->task))
    ls_lesson_view_focus_on (self, NULL);
  ls_lesson_view_update_curtain (self);
}

static void
show_page (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  guint n_pages = ls_lesson_get_n_pages (self->lesson);
  /* Translators: a page of a lesson */
  g_autofree char *progress = g_strdup_printf (_("%u of %u"), self->page + 1, n_pages);
  g_autofree char *announcement = NULL;
  g_autofree char *text = g_strjoinv ("\n\n", page->text);

  gtk_label_set_label (GTK_LABEL (self->progress), progress);
  ls_widget_show_prose (self->title, page->title);
  ls_widget_show_prose (self->text, text);
  ls_lesson_posted_show (self->posted, page);
  ls_lesson_places_show (self->places, page->look);
  show_question (self, page);
  ls_lesson_view_show_keyed (self, page);
  self->reveals = FALSE;
  ls_lesson_exercise_show (LS_LESSON_EXERCISE (self->exercise), page, ls_lesson_view_get_answer (self)->n_hints);
  ls_lesson_task_show (LS_LESSON_TASK (self->task), page, ls_lesson_view_get_answer (self)->is_done,
                       ls_lesson_view_get_answer (self)->n_hints);
  ls_lesson_view_show_recap (self);
  ls_widget_set_button_label (GTK_BUTTON (self->next), self->page + 1 == n_pages ? _("_Finish") : _("_Next"));
  ls_lesson_view_show_course (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lesson.back", self->page > 0);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);

  update_changed (self);

  /* Translators: what assistive technology says: a page, its number, how many there are, its title */
  announcement = g_strdup_printf (_("Page %u of %u: %s"), self->page + 1, n_pages,
                                  gtk_label_get_text (GTK_LABEL (self->title)));
  ls_compat_announce (self->title, announcement);
}

/**
 * ls_lesson_view_show_moment:
 * @self: a view with a lesson
 *
 * Goes to the moment of the page. If the session has another run than the page, switches to the page's run first.
 */
void
ls_lesson_view_show_moment (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);

  if (page == NULL)
    return;
  ls_lesson_view_begin_run (self);
  if (!ls_lesson_view_apply (self, ls_lesson_runs_get (self->runs, self->page, FALSE), _("go to the run of a page"),
              ls_lesson_runs_has (self->runs, self->session) ? NULL : _("This is the run of the lesson")))
    return;
  self->reveals = FALSE;
  if (ls_player_get_curtain (self->player) != 0)
    ls_player_carry_curtain (self->player);
  ls_lesson_go_to (self->player, &page->at);
  g_signal_emit_by_name (self, "went");
  update_changed (self);
  ls_lesson_task_begin (LS_LESSON_TASK (self->task));
}

/* Shows a page. @goes: whether to go to its moment, unless the user has changed the run */
static void
turn_to (LsLessonView *self,
         guint         page,
         gboolean      goes)
{
  ls_lesson_view_end_run (self);
  self->page = MIN (page, ls_lesson_get_n_pages (self->lesson) - 1);
  ls_lessons_set_progress (self->settings, ls_lesson_get_id (self->lesson), self->page, FALSE);
  ls_lesson_view_update_curtain (self);
  /* The card at the side is about what this page talks about. */
  ls_player_select (self->player, LS_SELECTION_NONE, 0);
  show_page (self);
  if (goes && ls_lesson_runs_has (self->runs, self->session))
    ls_lesson_view_show_moment (self);
  ls_lesson_view_follow_run (self);
  g_signal_emit_by_name (self, "changed");
}

/**
 * ls_lesson_view_turn_to:
 * @self: a view with a lesson
 * @page: one of its pages
 *
 * Shows a page, and goes to its moment unless the user has changed the run.
 */
void
ls_lesson_view_turn_to (LsLessonView *self,
                        guint         page)
{
  g_return_if_fail (self->lesson != NULL);

  turn_to (self, page, TRUE);
}

/* Nothing of the page waits for the learner any more. */
void
ls_lesson_view_stop_reading (LsLessonView *self)
{
  ls_lesson_task_show (LS_LESSON_TASK (self->task), NULL, FALSE, 0);
  ls_lesson_question_show (LS_LESSON_QUESTION (self->question), NULL, NULL, LS_LESSON_NO_ANSWER);
  ls_lesson_view_show_keyed (self, NULL);
  ls_lesson_exercise_show (LS_LESSON_EXERCISE (self->exercise), NULL, 0);
  g_clear_object (&self->before);
  ls_player_set_curtain (self->player, 0);
}

/* Closes the lesson. The session stays open. */
static void
leave (LsLessonView *self)
{
  if (self->lesson == NULL)
    return;
  if (self->before != NULL)
    ls_lesson_view_end_run (self);
  ls_lesson_view_stop_reading (self);
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  g_clear_pointer (&self->course, ls_course_unref);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit_by_name (self, "changed");
}

/* An author goes on with the program of the lesson. */
static void
leave_lesson (LsLessonView *self)
{
  leave (self);
  ls_lesson_view_take_run_back (self);
  ls_lesson_view_follow_program (self);
}

static void
finish (LsLessonView *self)
{
  const guint n_open = ls_lesson_view_finish_results (self);

  if (n_open == 0)
    ls_compat_announce (self->next, _("Lesson finished"));
  g_signal_emit_by_name (self, "finished", n_open);
  /* The next lesson of a course takes the place of this one. */
  if (!ls_lesson_view_has_next (self))
    leave_lesson (self);
}

static void
forget_answers (LsLessonView *self)
{
  ls_lesson_answers_forget (self->answers, ls_lesson_get_n_pages (self->lesson));
}

static void
restart (LsLessonView *self)
{
  ls_lesson_view_end_run (self);
  forget_answers (self);
  for (guint i = 0; i < ls_lesson_get_n_pages (self->lesson); i++)
    ls_lesson_runs_forget (self->runs, i);
  ls_lesson_results_forget (self->settings, ls_lesson_get_id (self->lesson));
  ls_lesson_notes_begin_again (self->settings, ls_session_get_lesson (self->session));
  ls_lesson_view_begin_results (self);
  ls_lesson_view_turn_to (self, 0);
  ls_lesson_view_show_moment (self);
}

/* Buttons of a page activate "lesson.NAME", commands of the window "win.lesson-NAME". */
static void
lesson_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsLessonView *self = LS_LESSON_VIEW (widget);
  const char *verb = name + strlen ("lesson.");
  const gboolean has_focus = ls_lesson_view_has_focus (self);
  const guint page = self->page;

  if (self->lesson == NULL || ls_lesson_view_act_as_writer (self, verb))
    return;
  if (g_str_equal (verb, "next") && self->page + 1 < ls_lesson_get_n_pages (self->lesson))
    ls_lesson_view_turn_to (self, self->page + 1);
  else if (g_str_equal (verb, "next"))
    finish (self);
  else if (g_str_equal (verb, "leave"))
    leave_lesson (self);
  else if (g_str_equal (verb, "look"))
    g_signal_emit_by_name (self, "look", g_variant_get_uint32 (parameter));
  else if (g_str_equal (verb, "show"))
    ls_lesson_view_show_moment (self);
  else if (g_str_equal (verb, "restart"))
    restart (self);
  else if (g_str_equal (verb, "answer"))
    ls_lesson_pick_answer (LS_LESSON_PICK (self->pick));
  else if (g_str_equal (verb, "run"))
    ls_lesson_view_check_run (self);
  else if (g_str_equal (verb, "vote"))
    ls_lesson_view_hold_vote (self);
  else if (g_str_equal (verb, "save"))
    ls_lesson_view_save_answers (self);
  else if (g_str_equal (verb, "go-to"))
    ls_lesson_view_turn_to (self, g_variant_get_uint32 (parameter));
  else if (g_str_equal (verb, "solution") || g_str_equal (verb, "reset"))
    ls_lesson_view_replace_run (self, g_str_equal (verb, "solution"));
  else if (self->page > 0)
    ls_lesson_view_turn_to (self, self->page - 1);
  if (has_focus && self->lesson != NULL && self->page != page)
    ls_lesson_view_focus_page (self);
}

/* Another session has its own lesson, or none. */
static void
on_session_changed (LsLessonView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  if (session == self->session && ls_lesson_view_follow_writing (self))
    return;
  if (session == self->session)
    {
      /* A run that has begun again is nowhere yet. */
      if (self->lesson != NULL && ls_player_get_curtain (self->player) != 0 && ls_player_get_position (self->player) == 0 &&
          !ls_player_is_pending (self->player) && ls_lesson_runs_has (self->runs, self->session))
        ls_lesson_view_show_moment (self);
      ls_lesson_view_follow_run (self);
      update_changed (self);
      return;
    }

  ls_lesson_view_abandon_writing (self);
  g_clear_object (&self->before);
  g_set_object (&self->session, session);
  leave (self);
  g_clear_pointer (&self->runs, ls_lesson_runs_free);
  ls_lesson_view_read_lesson (self, FALSE);
}

/* Reads the lesson that the session has now, if there is one. @is_again: at the page that was displayed */
void
ls_lesson_view_read_lesson (LsLessonView *self,
                            gboolean      is_again)
{
  LsSession *session = self->session;
  g_autoptr (LsSession) kept = session != NULL ? ls_debugger_dup_kept (self->debugger) : NULL;
  g_autoptr (LsLesson) lesson = session != NULL ? ls_session_translate_lesson (session) : NULL;
  g_autofree char *title = NULL;
  JsonNode *json;

  g_clear_pointer (&self->runs, ls_lesson_runs_free);
  self->run_page = LS_LESSON_NO_PAGE;
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  json = session != NULL ? ls_session_peek_lesson_json (session) : NULL;
  g_clear_pointer (&self->json, json_node_unref);
  self->json = json != NULL ? json_node_ref (json) : NULL;
  if (lesson == NULL)
    return;

  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  self->lesson = ls_lesson_ref (lesson);
  self->runs = ls_lesson_runs_new (kept);
  forget_answers (self);
  ls_lesson_view_begin_results (self);
  title = ls_lesson_view_make_title (self);
  gtk_label_set_label (GTK_LABEL (self->lesson_title), title);
  ls_widget_set_tooltip (self->lesson_title, title);
  /* Undo is not to be followed by a change. */
  turn_to (self, is_again ? self->page : ls_lessons_get_page (self->settings, ls_lesson_get_id (lesson)), !is_again);
}

/* A change of the lesson is undone while nobody writes. */
static void
on_changed (LsLessonView *self)
{
  if (!ls_lesson_view_follow_writing (self) && self->session != NULL && self->lesson != NULL &&
      self->session == ls_debugger_get_session (self->debugger) &&
      ls_session_peek_lesson_json (self->session) != self->json)
    {
      ls_lesson_view_stop_reading (self);
      if (ls_session_get_lesson (self->session) != NULL)
        ls_lesson_view_read_lesson (self, TRUE);
      else
        leave (self);
    }
}

static void
ls_lesson_view_dispose (GObject *object)
{
  LsLessonView *self = LS_LESSON_VIEW (object);

  if (self->debugger != NULL)
    ls_lesson_view_keep (self, FALSE);
  g_clear_object (&self->session);
  g_clear_pointer (&self->json, json_node_unref);
  g_clear_object (&self->before);
  g_clear_weak_pointer (&self->focus_before);
  g_clear_pointer (&self->runs, ls_lesson_runs_free);
  g_clear_pointer (&self->answers, g_array_unref);
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  g_clear_pointer (&self->course, ls_course_unref);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_lesson_view_parent_class)->dispose (object);
}

static void
ls_lesson_view_class_init (LsLessonViewClass *klass)
{
  static const char *const actions[] = {
    "lesson.next", "lesson.back", "lesson.show", "lesson.restart", "lesson.leave", "lesson.run", "lesson.solution", "lesson.reset",
    "lesson.vote", "lesson.save", "lesson.write"
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_view_dispose;
  widget_class->grab_focus = ls_lesson_view_grab_focus;

  g_signal_new ("changed", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("apply", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_BOOLEAN, 3,
                LS_TYPE_SESSION, G_TYPE_STRING, G_TYPE_STRING);
  g_signal_new ("flush", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("look", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("explain", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("finished", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("dialog", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, GTK_TYPE_WIDGET);
  g_signal_new ("went", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("told", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (LS_TYPE_LESSON_BARS);
  g_type_ensure (LS_TYPE_LESSON_CODE);
  g_type_ensure (LS_TYPE_LESSON_EXERCISE);
  g_type_ensure (LS_TYPE_LESSON_ORDER);
  g_type_ensure (LS_TYPE_LESSON_PICK);
  g_type_ensure (LS_TYPE_LESSON_PRESETS);
  g_type_ensure (LS_TYPE_LESSON_QUESTION);
  g_type_ensure (LS_TYPE_LESSON_RECAP);
  g_type_ensure (LS_TYPE_LESSON_TASK);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, lesson_title);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, progress);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, notice);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, title);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, posted);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, places);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, exercise);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, task);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, recap);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, course_note);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, next);
  gtk_widget_class_bind_template_callback (widget_class, on_answered);
  ls_lesson_view_bind_keyed (widget_class);
  ls_lesson_view_bind_writing (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, on_hinted);
  gtk_widget_class_bind_template_callback (widget_class, on_checked);
  gtk_widget_class_bind_template_callback (widget_class, on_done);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.look", "u", lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.go-to", "u", lesson_action);
}

static void
ls_lesson_view_init (LsLessonView *self)
{
  static const LsActionEntry entries[] = {
    { "lesson-next", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-back", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-answer", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-show", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-restart", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-vote", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-save", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-leave", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
  self->settings = g_settings_new (LS_APP_ID);
  self->answers = ls_lesson_answers_new ();
  self->run_page = LS_LESSON_NO_PAGE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_compat_name_parts (GTK_WIDGET (self), _("Lesson"));
}

/**
 * ls_lesson_view_set_debugger:
 * @self: a view
 * @debugger: the debugger whose session's lesson to show
 *
 * Shows the lesson of @debugger's session, now and after each change of the session.
 */
void
ls_lesson_view_set_debugger (LsLessonView *self,
                             LsDebugger   *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  ls_lesson_view_keep (self, TRUE);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  ls_lesson_pick_set_player (LS_LESSON_PICK (self->pick), self->player);
  ls_lesson_task_set_debugger (LS_LESSON_TASK (self->task), debugger);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (ls_lesson_view_follow_reveal), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
}

/**
 * ls_lesson_view_get_lesson:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the displayed lesson
 */
LsLesson *
ls_lesson_view_get_lesson (LsLessonView *self)
{
  return self->lesson;
}

/**
 * ls_lesson_view_get_page:
 * @self: a view
 *
 * Returns: the index of the displayed page
 */
guint
ls_lesson_view_get_page (LsLessonView *self)
{
  return self->page;
}

/**
 * ls_lesson_view_is_changed:
 * @self: a view
 *
 * Returns: whether the session has another run than the page
 */
gboolean
ls_lesson_view_is_changed (LsLessonView *self)
{
  LsSession *run = self->lesson != NULL ? ls_lesson_runs_get (self->runs, self->page, FALSE) : NULL;

  return self->lesson != NULL && (run == NULL || !ls_session_runs_like (self->session, run));
}
