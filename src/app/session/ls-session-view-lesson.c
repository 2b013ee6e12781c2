/* ls-session-view-lesson.c: the lesson that a session has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-answers-dialog.h"
#include "ls-courses.h"
#include "ls-files.h"
#include "ls-glow.h"
#include "ls-lesson-view.h"
#include "ls-log-view.h"
#include "ls-program-pane.h"
#include "ls-stage.h"
#include "ls-timeline.h"

/* The next lesson is offered for so long. The list of lessons has it, too. */
#define OFFER_SECONDS 20

static LsLessonView *
get_lesson (LsSessionView *self)
{
  return LS_LESSON_VIEW (self->lesson);
}

/* Makes the session run as a page needs it. Undo brings back what the user has made of it, and is offered with @told (nullable). */
static gboolean
on_apply (LsSessionView *self,
          LsSession     *wanted,
          const char    *label,
          const char    *told)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autoptr (GError) error = NULL;
  gboolean modified = ls_session_view_get_modified (self);

  if (!ls_session_view_flush (self, &error) ||
      !(ls_debugger_keeps_run (self->debugger, NULL)
          ? ls_debugger_take_page_run (self->debugger, wanted, ls_lesson_view_has_program (get_lesson (self)), label, &error)
          : ls_debugger_take_run (self->debugger, wanted, label, &error)))
    {
      ls_session_view_report (self, error->message);
      return FALSE;
    }
  /* Nobody wants to save that he went from page to page. */
  if (told == NULL && !modified)
    ls_session_set_modified (session, FALSE);
  if (told != NULL)
    ls_session_view_offer_undo (self, told);
  return TRUE;
}

static void
on_flush (LsSessionView *self)
{
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_flush (self, &error))
    ls_session_view_report (self, error->message);
}

static void
show_stage (LsSessionView *self,
            const char    *page)
{
  if (ls_stage_show_page (LS_STAGE (self->stage), page))
    gtk_widget_child_focus (self->stage, GTK_DIR_TAB_FORWARD);
}

static gboolean
shows_page (GtkStack   *stack,
            const char *name)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (stack), name) == 0;
}

/* Returns what shows a place now, or NULL. */
static GtkWidget *
find_place (LsSessionView *self,
            guint          place)
{
  GtkStack *bottom = GTK_STACK (self->bottom_stack);

  switch (place)
    {
    case LS_LESSON_PLACE_STAGE:
      return g_str_equal (ls_stage_get_page (LS_STAGE (self->stage)), "scheduler") ? self->stage : NULL;
    case LS_LESSON_PLACE_MAIN_THREAD:
      return g_str_equal (ls_stage_get_page (LS_STAGE (self->stage)), "thread") ? self->stage : NULL;
    case LS_LESSON_PLACE_SIGNALS:
      return self->signals;
    case LS_LESSON_PLACE_WHY:
      return self->why;
    case LS_LESSON_PLACE_INSPECTOR:
      return self->inspector;
    case LS_LESSON_PLACE_PROGRAM:
      return self->program;
    default:
      return shows_page (bottom, ls_lesson_place_to_string (place)) ? self->bottom_stack : NULL;
    }
}

/* Lets what the displayed page talks about glow. Of the pages at the bottom one is shown that it talks about. */
static void
point_at (LsSessionView  *self,
          LsLessonPlaces  places)
{
  const LsLessonPlaces bottom = places & (LS_LESSON_PLACE_TIMELINE | LS_LESSON_PLACE_EVENTS | LS_LESSON_PLACE_LOG);
  gboolean is_shown = FALSE;

  for (guint place = LS_LESSON_PLACE_TIMELINE; place <= LS_LESSON_PLACE_LOG; place <<= 1)
    is_shown |= bottom & place && shows_page (GTK_STACK (self->bottom_stack), ls_lesson_place_to_string (place));
  if (bottom != 0 && !is_shown)
    gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), ls_lesson_place_to_string (bottom & -bottom));
  for (guint place = LS_LESSON_PLACE_STAGE; place <= LS_LESSON_PLACE_PROGRAM; place <<= 1)
    {
      GtkWidget *widget = places & place ? find_place (self, place) : NULL;

      if (widget != NULL)
        ls_glow (widget);
    }
}

static void
on_look (LsSessionView *self,
         guint          place)
{
  switch (place)
    {
    case LS_LESSON_PLACE_STAGE:
      show_stage (self, "scheduler");
      break;
    case LS_LESSON_PLACE_MAIN_THREAD:
      show_stage (self, "thread");
      break;
    case LS_LESSON_PLACE_SIGNALS:
    case LS_LESSON_PLACE_WHY:
    case LS_LESSON_PLACE_INSPECTOR:
      ls_session_view_show_pane (self, "show-inspector");
      gtk_widget_child_focus (place == LS_LESSON_PLACE_SIGNALS ? self->signals
                              : place == LS_LESSON_PLACE_WHY   ? self->why
                                                               : self->inspector,
                              GTK_DIR_TAB_FORWARD);
      break;
    case LS_LESSON_PLACE_TIMELINE:
    case LS_LESSON_PLACE_EVENTS:
    case LS_LESSON_PLACE_LOG:
      g_action_group_activate_action (G_ACTION_GROUP (ls_actions_get (GTK_WIDGET (self))), "show-view",
                                      g_variant_new_string (ls_lesson_place_to_string (place)));
      break;
    case LS_LESSON_PLACE_PROGRAM:
      ls_session_view_show_program (self);
      gtk_widget_child_focus (self->program, GTK_DIR_TAB_FORWARD);
      break;
    default:
      g_warn_if_reached ();
    }
  point_at (self, place);
}

/* Explains why a task ran. Where the inspector is hidden, or would lie over the stage, the lesson alone says it. */
static void
on_explain (LsSessionView *self,
            guint          task)
{
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  if (!ls_pane_layout_is_narrow (self->layout) && gtk_widget_get_visible (self->panes.inspector_pane))
    ls_actions_activate (self->why, "why-then", g_variant_new_uint32 (task));
}

/* The journal knows the course, until the lesson is left. */
static void
note_course (LsSessionView *self)
{
  guint lesson;
  LsCourse *course = ls_lesson_view_get_course (get_lesson (self), &lesson);

  if (self->keeper != NULL)
    ls_journal_keeper_set_course (self->keeper, course != NULL ? ls_course_get_file (course) : NULL, course != NULL ? lesson : 0);
}

static const LsLessonPage *
peek_page (LsSessionView *self)
{
  LsLesson *lesson = ls_lesson_view_get_lesson (get_lesson (self));

  return lesson != NULL ? ls_lesson_get_page (lesson, ls_lesson_view_get_page (get_lesson (self))) : NULL;
}

/* Shows the lines that the page is about, until the learner goes on from its moment. */
static void
show_lines (LsSessionView *self)
{
  const LsLessonPage *page = peek_page (self);

  ls_program_pane_set_lines (LS_PROGRAM_PANE (self->program), page != NULL ? page->first_line : 0,
                             page != NULL ? page->last_line : 0);
}

/* An empty log takes no room from the program that a page is about. */
static void
update_bottom (LsSessionView *self)
{
  /* A log whose lines go away with the view says so. */
  if (self->layout == NULL)
    return;
  ls_pane_layout_set_bottom_empty (self->layout, peek_page (self) != NULL && shows_page (GTK_STACK (self->bottom_stack), "log") &&
                                                 ls_log_view_get_n_lines (LS_LOG_VIEW (self->log)) == 0);
}

/* Whether nothing in the program of a page, or what is done while it runs, is about the scheduler. */
static gboolean
has_no_scheduler (LsSessionView      *self,
                  const LsLessonPage *page)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  LsProgram *program = ls_session_get_program (session);

  if (page->actions != NULL || ls_session_get_n_actions (session) > 0 || program == NULL ||
      ls_program_get_kind (program) != LS_PROGRAM_JAVASCRIPT)
    return FALSE;
  for (guint i = 0; i < ls_program_get_n_scripts (program); i++)
    if (strstr (ls_script_get_text (ls_program_get_script (program, i)), "scheduler") != NULL)
      return FALSE;
  return TRUE;
}

/* Gives the stage the height that it needs at the moment of the page, once the player is there. */
void
ls_session_view_begin_page (LsSessionView *self)
{
  if (!self->page_is_coming || ls_player_is_pending (self->player))
    return;
  self->page_is_coming = FALSE;
  ls_pane_layout_begin_page (self->layout);
  update_bottom (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* Whether a page of the lesson up to the one that is shown speaks of yield(). */
static gboolean
has_come_to_yield (LsSessionView *self)
{
  LsLesson *lesson = ls_lesson_view_get_lesson (get_lesson (self));
  const guint shown = ls_lesson_view_get_page (get_lesson (self));

  for (guint i = 0; i <= shown; i++)
    for (char **text = ls_lesson_get_page (lesson, i)->text; *text != NULL; text++)
      if (strstr (*text, "yield") != NULL)
        return TRUE;
  return FALSE;
}

static void
on_changed (LsSessionView *self)
{
  LsLesson *lesson = ls_lesson_view_get_lesson (get_lesson (self));
  const LsLessonPage *page = peek_page (self);

  const gboolean is_read = page != NULL && !ls_lesson_view_is_writing (get_lesson (self));

  note_course (self);
  ls_session_view_update_actions (self);
  ls_log_view_set_past_only (LS_LOG_VIEW (self->log), is_read && page->exercise == NULL);
  ls_stage_set_hides_yield (LS_STAGE (self->stage), is_read && !has_come_to_yield (self));
  ls_timeline_scene_set_in_lesson (ls_timeline_get_scene (LS_TIMELINE (self->timeline)), is_read);
  show_lines (self);
  ls_pane_layout_set_lesson (self->layout, lesson != NULL, page != NULL && page->exercise != NULL && page->par == 0);
  if (page != NULL)
    ls_pane_layout_set_page (self->layout, (page->look & (LS_LESSON_PLACE_STAGE | LS_LESSON_PLACE_MAIN_THREAD)) != 0,
                             page->first_line > 0 ? page->last_line + 1 - page->first_line : 0);
  if (lesson != NULL)
    ls_session_view_show_pane (self, "show-program");
  self->page_is_coming = page != NULL;
  ls_stage_fold_queues (LS_STAGE (self->stage), is_read && has_no_scheduler (self, page));
  update_bottom (self);
  g_signal_emit_by_name (self, "lesson-changed");
  if (page != NULL)
    point_at (self, page->look);
  else
    ls_session_view_end_waiting (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
on_dialog (LsSessionView *self,
           GtkWidget     *dialog)
{
  if (LS_IS_ANSWERS_DIALOG (dialog))
    ls_session_view_present_dialog (self, dialog, _("Save Answers"), 480, 340);
  else
    ls_session_view_present_dialog (self, dialog, _("Class Vote"), 860, 660);
}

static void
on_told (LsSessionView *self,
         const char    *text)
{
  ls_session_view_tell (self, text, NULL, NULL, 0);
}

/* Returns (transfer full) the action that opens a lesson or a course. */
static char *
name_action (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GVariant) target = g_variant_ref_sink (g_variant_new_string (uri));

  return g_action_print_detailed_name ("win.open-lesson", target);
}

/* Goes on with the next lesson of the course, or says that it was the last one. @open: (nullable): how much of it is open */
static void
go_on (LsSessionView *self,
       LsCourse      *course,
       guint          index,
       const char    *open)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  const guint unfinished = ls_courses_find_unfinished (settings, course, index);
  g_autofree char *action = NULL;

  if (index + 1 < ls_course_get_n_lessons (course))
    {
      if (open != NULL)
        ls_session_view_tell (self, open, NULL, NULL, 0);
      ls_session_view_open_course (ls_session_view_get_modified (self) ? ls_session_view_get_free (self) : self, course, index + 1);
      return;
    }
  if (unfinished != G_MAXUINT && ls_course_get_file (course) != NULL)
    action = name_action (ls_course_get_file (course));
  ls_session_view_tell (self, open != NULL ? open : unfinished == G_MAXUINT ? _("Course finished") : _("Lesson finished"),
                        action != NULL ? _("_Next Lesson") : NULL, action, action != NULL ? OFFER_SECONDS : 0);
}

/* Offers the next lesson. */
static void
on_finished (LsSessionView *self,
             guint          n_open)
{
  LsLesson *lesson = ls_lesson_view_get_lesson (get_lesson (self));
  g_autoptr (GPtrArray) lessons = NULL;
  guint index;
  LsCourse *course = ls_lesson_view_get_course (get_lesson (self), &index);
  g_autofree char *action = NULL;
  g_autofree char *open = n_open > 0 ? g_strdup_printf (ngettext ("Lesson read, with %u question or task open",
                                                                  "Lesson read, with %u questions or tasks open", n_open), n_open)
                                     : NULL;

  if (course != NULL)
    {
      go_on (self, course, index, open);
      return;
    }
  lessons = ls_files_list_lessons ();
  for (guint i = 0; lesson != NULL && i < lessons->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (lessons, i);

      if (entry->number > ls_lesson_get_number (lesson))
        {
          action = name_action (entry->file);
          break;
        }
    }
  ls_session_view_tell (self, open != NULL ? open : _("Lesson finished"), action != NULL ? _("_Next Lesson") : _("All _Lessons"),
                        action != NULL ? action : "win.open-lessons", OFFER_SECONDS);
}

/* The next lesson takes the tab of the one before, unless that has changes that the user may want to keep. */
static void
open_lesson_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (ls_session_view_get_modified (self))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), "win.open-example", parameter);
  else
    ls_session_view_open (self, file, TRUE);
}

/* Writes the lesson, or goes on reading it. A session without one gets one. */
static void
write_lesson_action (LsSessionView *self)
{
  g_autoptr (GError) error = NULL;

  if (ls_session_view_has_lesson (self))
    gtk_widget_activate_action (self->lesson, "lesson.write", NULL);
  else if (!ls_lesson_view_begin_writing (get_lesson (self), &error))
    ls_session_view_report (self, error->message);
}

static void
on_went (LsSessionView *self)
{
  show_lines (self);
  ls_session_view_begin_waiting (self);
}

const LsActionEntry ls_session_view_lesson_actions[] = {
  { "write-lesson", NULL, LS_NEEDS_PROGRAM, G_CALLBACK (write_lesson_action) },
  { "open-lesson", "s", 0, G_CALLBACK (open_lesson_action) },
  { NULL },
};

/* Shows the lessons that sessions have. */
void
ls_session_view_connect_lesson (LsSessionView *self)
{
  g_signal_connect_swapped (self->lesson, "apply", G_CALLBACK (on_apply), self);
  g_signal_connect_swapped (self->lesson, "flush", G_CALLBACK (on_flush), self);
  g_signal_connect_swapped (self->lesson, "look", G_CALLBACK (on_look), self);
  g_signal_connect_swapped (self->lesson, "explain", G_CALLBACK (on_explain), self);
  g_signal_connect_swapped (self->lesson, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->lesson, "finished", G_CALLBACK (on_finished), self);
  g_signal_connect_swapped (self->lesson, "dialog", G_CALLBACK (on_dialog), self);
  g_signal_connect_swapped (self->lesson, "told", G_CALLBACK (on_told), self);
  g_signal_connect_swapped (self->lesson, "went", G_CALLBACK (on_went), self);
  g_signal_connect_object (self->log, "notify::n-lines", G_CALLBACK (update_bottom), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bottom_stack, "notify::visible-child", G_CALLBACK (update_bottom), self, G_CONNECT_SWAPPED);
  ls_lesson_view_set_debugger (get_lesson (self), self->debugger);
  on_changed (self);
}

/**
 * ls_session_view_has_lesson:
 * @self: a view
 *
 * Returns: whether a lesson is read in it
 */
gboolean
ls_session_view_has_lesson (LsSessionView *self)
{
  return ls_lesson_view_get_lesson (get_lesson (self)) != NULL;
}

/**
 * ls_session_view_get_places:
 * @self: a view
 *
 * Returns: the [flags@LessonPlaces] that the displayed page of the lesson looks at, 0 for none
 */
guint
ls_session_view_get_places (LsSessionView *self)
{
  LsLesson *lesson = ls_lesson_view_get_lesson (get_lesson (self));

  return lesson != NULL ? ls_lesson_get_page (lesson, ls_lesson_view_get_page (get_lesson (self)))->look : 0;
}

/**
 * ls_session_view_focus_lesson:
 * @self: a view
 *
 * Gives the focus to what goes on to the next page, if there is a lesson, or else to the stage.
 */
void
ls_session_view_focus_lesson (LsSessionView *self)
{
  if (ls_session_view_has_lesson (self))
    ls_lesson_view_focus (get_lesson (self));
  else
    gtk_widget_child_focus (self->stage, GTK_DIR_TAB_FORWARD);
}

/**
 * ls_session_view_set_course:
 * @self: a view with a lesson
 * @course: (nullable): a course
 * @lesson: the index of the lesson in @course
 *
 * Says which lesson of a course it is.
 */
void
ls_session_view_set_course (LsSessionView *self,
                            LsCourse      *course,
                            guint          lesson)
{
  if (course != NULL)
    ls_lesson_view_set_course (get_lesson (self), course, lesson);
  note_course (self);
}

/**
 * ls_session_view_get_course:
 * @self: a view
 * @lesson: (out): which of its lessons is displayed
 *
 * Returns: (transfer none) (nullable): the course that the lesson is of
 */
LsCourse *
ls_session_view_get_course (LsSessionView *self,
                            guint         *lesson)
{
  return ls_lesson_view_get_course (get_lesson (self), lesson);
}

/* Goes to the page of the lesson that is to be read next. @course: (nullable): of which it is lesson @index */
void
ls_session_view_show_lesson (LsSessionView *self,
                             LsCourse      *course,
                             guint          index)
{
  ls_session_view_set_course (self, course, index);
  ls_session_view_show_pane (self, "show-program");
  ls_lesson_view_show_moment (get_lesson (self));
}
