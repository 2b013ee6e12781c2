/* ls-lesson-view.c: shows a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-compat.h"
#include "ls-expectation-watch.h"
#include "ls-lesson-places.h"
#include "ls-lesson-question.h"
#include "ls-lesson-reveal.h"
#include "ls-lessons.h"
#include "ls-trace-reader.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonView:
 *
 * Shows a page of the session's lesson: its text, the part of the window to look at, a question with an explanation of each answer,
 * and a task, which gets a tick when the user has done it. Each page is about a moment of a run, and turning to a page goes there.
 * A run that the user has changed stays until the user presses “Show Me”. The user can undo that.
 */
struct _LsLessonView
{
  GtkBox              parent_instance;

  GtkWidget          *lesson_title;
  GtkWidget          *progress;
  GtkWidget          *scroller;
  GtkWidget          *notice;
  GtkWidget          *title;
  GtkWidget          *text;
  GtkWidget          *places;
  GtkWidget          *question;
  GtkWidget          *task_box;
  GtkWidget          *task_icon;
  GtkWidget          *task;
  GtkWidget          *hint_box;
  GtkWidget          *hint;
  GtkWidget          *next;

  GSettings          *settings;
  LsDebugger         *debugger;
  LsPlayer           *player;
  LsSession          *session;     /* the session with the displayed lesson */
  LsSession          *original;    /* a copy of it, as the file had it */
  LsLesson           *lesson;      /* NULL without a lesson, or after the user left it */
  GArray             *answers;     /* (element-type guint): for each page the answer that was given, or LS_LESSON_NO_ANSWER */
  GPtrArray          *runs;        /* (nullable elements) LsSession: for each page its run, then its solved run */
  guint               page;
  LsTraceReader      *reader;
  LsExpectationWatch *watch;       /* NULL without a task, or after it is done */
  gboolean            was_undone;  /* whether @watch did not hold at a moment of this page */
  gboolean            is_done;
  gboolean            reveals;     /* the player goes to where the answer shows */
  guint32             explained;   /* the task that is explained there, 0 for none */
};

G_DEFINE_FINAL_TYPE (LsLessonView, ls_lesson_view, GTK_TYPE_BOX)

/* The player knows nothing of lessons. */
G_STATIC_ASSERT ((guint) LS_CURTAIN_NEXT == (guint) LS_LESSON_HIDES_NEXT);
G_STATIC_ASSERT ((guint) LS_CURTAIN_WHY == (guint) LS_LESSON_HIDES_WHY);
G_STATIC_ASSERT ((guint) LS_CURTAIN_FUTURE == (guint) LS_LESSON_HIDES_FUTURE);

static const LsLessonPage *
get_page (LsLessonView *self)
{
  return self->lesson != NULL ? ls_lesson_get_page (self->lesson, self->page) : NULL;
}

static void
run_free (gpointer data)
{
  g_clear_object (&data);
}

/* Returns the run of a page, or NULL if it does not fit the program. */
static LsSession *
get_run (LsLessonView *self,
         guint         page,
         gboolean      is_solved)
{
  guint index = page * 2 + is_solved;

  if (g_ptr_array_index (self->runs, index) == NULL)
    g_ptr_array_index (self->runs, index) = ls_session_new_for_page (self->original, page, is_solved, NULL);
  return g_ptr_array_index (self->runs, index);
}

static gboolean
runs_like_page (LsLessonView *self,
                guint         page,
                gboolean      is_solved)
{
  LsSession *run = get_run (self, page, is_solved);

  return run != NULL && ls_session_runs_like (self->session, run);
}

/* Returns whether the session's run is one of the lesson's own. If it is, replacing it loses no work of the user. */
static gboolean
is_of_lesson (LsLessonView *self)
{
  if (runs_like_page (self, self->page, FALSE) || ls_session_runs_like (self->session, self->original))
    return TRUE;
  for (guint i = 0; i < ls_lesson_get_n_pages (self->lesson); i++)
    if (runs_like_page (self, i, FALSE) || runs_like_page (self, i, TRUE))
      return TRUE;
  return FALSE;
}

static void
update_done (LsLessonView *self)
{
  gtk_image_set_from_icon_name (GTK_IMAGE (self->task_icon), self->is_done ? "object-select-symbolic" : "go-next-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->task_icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->is_done ? _("Done") : _("To do"), -1);
  ls_widget_set_class (self->task_box, "done", self->is_done);
}

/* Ticks the task as soon as the displayed moment fulfils it. */
static void
look_for_done (LsLessonView *self)
{
  if (self->watch == NULL || self->is_done || ls_trace_reader_get_behind (self->reader) ||
      ls_player_is_pending (self->player) ||
      ls_expectation_watch_get_trace (self->watch) != ls_state_get_trace (ls_player_get_state (self->player)))
    return;

  if (!ls_expectation_watch_holds (self->watch, ls_player_get_state (self->player)))
    self->was_undone = TRUE;
  else if (self->was_undone)
    {
      self->is_done = TRUE;
      update_done (self);
      ls_compat_announce (self->task, _("Done"));
    }
}

static void
on_player_changed (LsLessonView *self)
{
  look_for_done (self);
  if (!self->reveals || ls_player_is_pending (self->player))
    return;
  self->reveals = FALSE;
  if (self->explained != 0)
    g_signal_emit_by_name (self, "explain", self->explained);
}

static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  LsLessonView *self = user_data;

  return self->watch != NULL && ls_expectation_watch_advance (self->watch, max_records);
}

static void
update_watch (LsLessonView *self)
{
  const LsLessonPage *page = get_page (self);
  LsTrace *trace = ls_player_get_trace (self->player);

  g_clear_object (&self->watch);
  if (page != NULL && page->until != NULL && trace != NULL && !self->is_done)
    self->watch = ls_expectation_watch_new (page->until, trace);
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsLessonView *self = user_data;

  if (is_new)
    update_watch (self);
  else
    look_for_done (self);
}

static void
update_changed (LsLessonView *self)
{
  gtk_widget_set_visible (self->notice, self->lesson != NULL && !is_of_lesson (self));
}

static guint *
get_answer (LsLessonView *self)
{
  return &g_array_index (self->answers, guint, self->page);
}

/* Hides what would answer the question of the page, as long as it is open. */
static void
update_curtain (LsLessonView *self)
{
  const LsLessonPage *page = get_page (self);
  const gboolean is_open = page != NULL && *get_answer (self) == LS_LESSON_NO_ANSWER;

  ls_player_set_curtain (self->player, is_open ? page->hides : 0);
  /* To answer is what to do first. */
  ls_widget_set_class (self->next, "suggested-action", page != NULL && (page->question == NULL || !is_open));
}

/* Draws the curtain, and goes to where the answer shows. A run that the user has changed stays where it is. */
static void
on_answered (LsLessonView *self,
             guint         answer)
{
  g_autofree char *reason = NULL;

  *get_answer (self) = answer;
  update_curtain (self);
  if (runs_like_page (self, self->page, FALSE))
    {
      reason = ls_lesson_reveal (self->player, get_page (self), &self->explained);
      self->reveals = TRUE;
    }
  ls_lesson_question_set_reason (LS_LESSON_QUESTION (self->question), reason);
  on_player_changed (self);
}

static void
show_question (LsLessonView       *self,
               const LsLessonPage *page)
{
  g_autoptr (GArray) order = ls_lessons_shuffle (self->settings, ls_lesson_get_id (self->lesson), self->page, page->answers->len);

  ls_lesson_question_show (LS_LESSON_QUESTION (self->question), page, order, *get_answer (self));
  self->reveals = FALSE;
}

static void
show_page (LsLessonView *self)
{
  const LsLessonPage *page = get_page (self);
  guint n_pages = ls_lesson_get_n_pages (self->lesson);
  /* Translators: a page of a lesson */
  g_autofree char *progress = g_strdup_printf (_("%u of %u"), self->page + 1, n_pages);
  g_autofree char *announcement = NULL;
  g_autofree char *text = g_strjoinv ("\n\n", page->text);

  gtk_label_set_label (GTK_LABEL (self->progress), progress);
  ls_widget_show_prose (self->title, page->title);
  ls_widget_show_prose (self->text, text);
  ls_lesson_places_show (self->places, page->look);
  show_question (self, page);
  gtk_widget_set_visible (self->task_box, page->task != NULL);
  ls_widget_show_prose (self->task, page->task);
  gtk_widget_set_visible (self->hint_box, page->hint != NULL);
  gtk_expander_set_expanded (GTK_EXPANDER (self->hint_box), FALSE);
  ls_widget_show_prose (self->hint, page->hint);
  gtk_button_set_label (GTK_BUTTON (self->next), self->page + 1 == n_pages ? _("_Finish") : _("_Next"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lesson.back", self->page > 0);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);

  self->is_done = self->was_undone = FALSE;
  update_done (self);
  update_watch (self);
  ls_trace_reader_wake (self->reader);
  update_changed (self);

  /* Translators: what assistive technology says: a page, its number, how many there are, its title */
  announcement = g_strdup_printf (_("Page %u of %u: %s"), self->page + 1, n_pages,
                                  gtk_label_get_text (GTK_LABEL (self->title)));
  ls_compat_announce (self->title, announcement);
}

typedef struct
{
  LsLessonMoment moment;
  gsize          scanned;
} Search;

static gboolean
find_moment (LsTrace  *trace,
             gsize    *position,
             gpointer  user_data)
{
  Search *search = user_data;

  return ls_lesson_moment_find (&search->moment, trace, &search->scanned, position);
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
  const LsLessonPage *page = get_page (self);
  LsSession *run = page != NULL ? get_run (self, self->page, FALSE) : NULL;
  gboolean applied = TRUE;
  Search *search;

  if (page == NULL)
    return;
  if (run != NULL && !ls_session_runs_like (self->session, run))
    g_signal_emit_by_name (self, "apply", run, is_of_lesson (self), &applied);
  if (!applied)
    return;
  self->was_undone = self->reveals = FALSE;
  if (ls_player_get_curtain (self->player) != 0)
    ls_player_carry_curtain (self->player);
  search = g_new0 (Search, 1);
  search->moment = page->at;
  ls_player_seek_when_found (self->player, find_moment, search, g_free);
  update_changed (self);
  ls_trace_reader_wake (self->reader);
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

  self->page = MIN (page, ls_lesson_get_n_pages (self->lesson) - 1);
  ls_lessons_set_progress (self->settings, ls_lesson_get_id (self->lesson), self->page, FALSE);
  update_curtain (self);
  show_page (self);
  if (is_of_lesson (self))
    ls_lesson_view_show_moment (self);
  g_signal_emit_by_name (self, "changed");
}

/* Closes the lesson. The session stays open. */
static void
leave (LsLessonView *self)
{
  if (self->lesson == NULL)
    return;
  g_clear_object (&self->watch);
  ls_lesson_question_show (LS_LESSON_QUESTION (self->question), NULL, NULL, LS_LESSON_NO_ANSWER);
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  ls_player_set_curtain (self->player, 0);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit_by_name (self, "changed");
}

static void
finish (LsLessonView *self)
{
  /* A reader who opens the lesson again begins at its first page. */
  ls_lessons_set_progress (self->settings, ls_lesson_get_id (self->lesson), 0, TRUE);
  ls_compat_announce (self->next, _("Lesson finished"));
  g_signal_emit_by_name (self, "finished");
  leave (self);
}

static void
forget_answers (LsLessonView *self)
{
  const guint none = LS_LESSON_NO_ANSWER;

  g_array_set_size (self->answers, 0);
  for (guint i = 0; i < ls_lesson_get_n_pages (self->lesson); i++)
    g_array_append_val (self->answers, none);
}

/* Buttons of a page activate "lesson.NAME", commands of the window "win.lesson-NAME". */
static void
lesson_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsLessonView *self = LS_LESSON_VIEW (widget);
  const char *verb = name + strlen ("lesson.");

  if (self->lesson == NULL)
    return;
  if (g_str_equal (verb, "next") && self->page + 1 < ls_lesson_get_n_pages (self->lesson))
    ls_lesson_view_turn_to (self, self->page + 1);
  else if (g_str_equal (verb, "next"))
    finish (self);
  else if (g_str_equal (verb, "leave"))
    leave (self);
  else if (g_str_equal (verb, "look"))
    g_signal_emit_by_name (self, "look", g_variant_get_uint32 (parameter));
  else if (g_str_equal (verb, "show"))
    ls_lesson_view_show_moment (self);
  else if (g_str_equal (verb, "restart"))
    {
      forget_answers (self);
      ls_lesson_view_turn_to (self, 0);
      ls_lesson_view_show_moment (self);
    }
  else if (self->page > 0)
    ls_lesson_view_turn_to (self, self->page - 1);
}

/* Another session has its own lesson, or none. */
static void
on_session_changed (LsLessonView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  LsLesson *lesson = session != NULL ? ls_session_get_lesson (session) : NULL;
  g_autofree char *title = NULL;

  if (session == self->session)
    {
      /* A run that has begun again is nowhere yet. */
      if (self->lesson != NULL && ls_player_get_curtain (self->player) != 0 && ls_player_get_position (self->player) == 0 &&
          !ls_player_is_pending (self->player) && is_of_lesson (self))
        ls_lesson_view_show_moment (self);
      update_changed (self);
      return;
    }

  g_set_object (&self->session, session);
  g_clear_object (&self->original);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  leave (self);
  if (lesson == NULL)
    return;

  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  self->lesson = ls_lesson_ref (lesson);
  self->original = ls_session_copy (session);
  self->runs = g_ptr_array_new_with_free_func (run_free);
  forget_answers (self);
  g_ptr_array_set_size (self->runs, ls_lesson_get_n_pages (lesson) * 2);
  /* Translators: a lesson's number and title */
  title = ls_lesson_get_number (lesson) > 0
          ? g_strdup_printf (_("%u. %s"), ls_lesson_get_number (lesson), ls_session_get_title (session))
          : g_strdup (ls_session_get_title (session));
  gtk_label_set_label (GTK_LABEL (self->lesson_title), title);
  ls_widget_set_tooltip (self->lesson_title, title);
  ls_lesson_view_turn_to (self, ls_lessons_get_page (self->settings, ls_lesson_get_id (lesson)));
}

static void
ls_lesson_view_dispose (GObject *object)
{
  LsLessonView *self = LS_LESSON_VIEW (object);

  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->watch);
  g_clear_object (&self->session);
  g_clear_object (&self->original);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_pointer (&self->answers, g_array_unref);
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_lesson_view_parent_class)->dispose (object);
}

static void
ls_lesson_view_class_init (LsLessonViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_view_dispose;

  g_signal_new ("changed", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("apply", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_BOOLEAN, 2,
                LS_TYPE_SESSION, G_TYPE_BOOLEAN);
  g_signal_new ("look", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("explain", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  g_signal_new ("finished", LS_TYPE_LESSON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (LS_TYPE_LESSON_QUESTION);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, lesson_title);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, progress);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, notice);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, title);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, places);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, task_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, task_icon);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, task);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, hint_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, hint);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, next);
  gtk_widget_class_bind_template_callback (widget_class, on_answered);
  gtk_widget_class_install_action (widget_class, "lesson.next", NULL, lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.back", NULL, lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.show", NULL, lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.restart", NULL, lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.leave", NULL, lesson_action);
  gtk_widget_class_install_action (widget_class, "lesson.look", "u", lesson_action);
}

static void
ls_lesson_view_init (LsLessonView *self)
{
  static const LsActionEntry entries[] = {
    { "lesson-next", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-back", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-show", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-restart", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { "lesson-leave", NULL, LS_NEEDS_LESSON, G_CALLBACK (lesson_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
  self->settings = g_settings_new (LS_APP_ID);
  self->answers = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
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
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  self->reader = ls_trace_reader_new (self->player, advance_cb, changed_cb, self);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (on_player_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
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
  return self->lesson != NULL && !runs_like_page (self, self->page, FALSE);
}
