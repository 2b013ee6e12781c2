/* ls-lesson-view-writing.c: the lesson is written, and not read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include <glib/gi18n.h>

#include "ls-lesson-edit-private.h"
#include "ls-lesson-moment-private.h"
#include "ls-lesson-reveal.h"
#include "ls-widget.h"

/* Shows what there is to read, or to write. */
static void
show_writing (LsLessonView *self)
{
  const char *tooltip = self->is_writing ? _("See the Page as Learners Do") : _("Edit the Lesson");

  gtk_widget_set_visible (self->scroller, !self->is_writing);
  gtk_button_set_icon_name (GTK_BUTTON (self->write), self->is_writing ? "view-reveal-symbolic" : "document-edit-symbolic");
  ls_widget_set_tooltip (self->write, tooltip);
  ls_widget_name (self->write, "%s", tooltip);
}

/* Nobody writes any more: the session has another lesson, or none. */
void
ls_lesson_view_abandon_writing (LsLessonView *self)
{
  if (self->is_writing)
    ls_lesson_writer_abandon (self->writer);
  self->is_writing = FALSE;
  show_writing (self);
}

/* The session has changed. Undo may have taken the lesson away. Returns whether somebody writes in it. */
gboolean
ls_lesson_view_follow_writing (LsLessonView *self)
{
  if (self->is_writing && ls_session_get_lesson (self->session) != NULL)
    ls_lesson_writer_follow (self->writer);
  else if (self->is_writing)
    ls_lesson_view_abandon_writing (self);
  return self->is_writing;
}

/* From now on, the lesson is read again, at the page that was written. */
static gboolean
end_writing (LsLessonView *self)
{
  if (!ls_lesson_writer_end (self->writer))
    return FALSE;
  self->is_writing = FALSE;
  self->page = ls_lesson_writer_get_page (self->writer);
  show_writing (self);
  ls_lesson_view_read_lesson (self, TRUE);
  /* The pages have what the author has done in their runs. */
  if (self->lesson != NULL)
    ls_lesson_view_show_moment (self);
  return TRUE;
}

/* Does what the command is while the lesson is written. Returns FALSE where it is for a reader. */
gboolean
ls_lesson_view_act_as_writer (LsLessonView *self,
                              const char   *verb)
{
  g_autoptr (GError) error = NULL;
  guint page;

  if (g_str_equal (verb, "write") && !self->is_writing)
    {
      if (!ls_lesson_view_begin_writing (self, &error))
        g_signal_emit_by_name (self, "told", error->message);
      return TRUE;
    }
  if (!self->is_writing)
    return FALSE;
  page = ls_lesson_writer_get_page (self->writer);
  if (g_str_equal (verb, "write"))
    end_writing (self);
  else if (g_str_equal (verb, "leave"))
    return !end_writing (self);
  else if (g_str_equal (verb, "next"))
    ls_lesson_writer_turn_to (self->writer, page + 1);
  else if (g_str_equal (verb, "back") && page > 0)
    ls_lesson_writer_turn_to (self->writer, page - 1);
  else if (g_str_equal (verb, "show"))
    ls_lesson_writer_turn_to (self->writer, page);
  else
    return g_str_equal (verb, "look") ? FALSE : TRUE;
  return TRUE;
}

static gboolean
on_written_run (LsLessonView *self,
                LsSession    *run,
                const char   *label)
{
  gboolean is_applied = FALSE;

  g_signal_emit_by_name (self, "apply", run, label, NULL, &is_applied);
  return is_applied;
}

/* Goes to the moment of the page. */
static void
on_written_page (LsLessonView *self)
{
  LsLesson *lesson = ls_session_get_lesson (self->session);

  self->page = ls_lesson_writer_get_page (self->writer);
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  self->lesson = ls_lesson_ref (lesson);
  ls_lesson_go_to (self->player, &ls_lesson_get_page (lesson, self->page)->at);
  g_signal_emit_by_name (self, "changed");
}

static void
on_written_flush (LsLessonView *self)
{
  g_signal_emit_by_name (self, "flush");
}

static void
on_written_told (LsLessonView *self,
                 const char   *text)
{
  g_signal_emit_by_name (self, "told", text);
}

void
ls_lesson_view_bind_writing (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, write);
  gtk_widget_class_bind_template_child (widget_class, LsLessonView, writing);
}

/* Most lessons are only read. */
static void
ensure_writer (LsLessonView *self)
{
  if (self->writer != NULL)
    return;
  self->writer = g_object_new (LS_TYPE_LESSON_WRITER, NULL);
  adw_bin_set_child (ADW_BIN (self->writing), GTK_WIDGET (self->writer));
  g_signal_connect_object (self->writer, "apply", G_CALLBACK (on_written_run), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->writer, "turned", G_CALLBACK (on_written_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->writer, "flush", G_CALLBACK (on_written_flush), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->writer, "told", G_CALLBACK (on_written_told), self, G_CONNECT_SWAPPED);
}

/* Gives a session without a lesson one, whose first page is about what is displayed. */
static gboolean
begin_lesson (LsLessonView  *self,
              GError       **error)
{
  g_autoptr (JsonNode) page = ls_lesson_page_new_for_moment (self->session, ls_player_get_trace (self->player),
                                                             ls_player_get_position (self->player));
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_BEGIN, .value = page };

  return ls_debugger_edit_lesson (self->debugger, &edit, _("make a lesson of the session"), FALSE, error);
}

/* From now on, what the lesson has goes into the file, and not what the session has of a page that was read. */
static void
keep_run (LsLessonView *self)
{
  g_autoptr (LsSession) kept = NULL;

  g_signal_emit_by_name (self, "flush");
  kept = ls_debugger_dup_kept (self->debugger);
  if (!ls_debugger_keeps_run (self->debugger, NULL))
    ls_debugger_keep_run (self->debugger, kept, ls_lesson_view_shows_program (self));
}

/* The session has the run of the lesson again, where it has that of a page that was written or tried. */
void
ls_lesson_view_take_run_back (LsLessonView *self)
{
  g_autoptr (LsSession) kept = NULL;
  gboolean is_applied = TRUE;

  if (!ls_debugger_keeps_run (self->debugger, NULL))
    return;
  g_signal_emit_by_name (self, "flush");
  kept = ls_debugger_dup_kept (self->debugger);
  if (!ls_session_runs_like (self->session, kept))
    g_signal_emit_by_name (self, "apply", kept, _("go to the run of the lesson"), NULL, &is_applied);
  if (is_applied)
    ls_debugger_keep_run (self->debugger, NULL, FALSE);
}

/**
 * ls_lesson_view_is_writing:
 * @self: a view
 *
 * Returns: whether the lesson is written
 */
gboolean
ls_lesson_view_is_writing (LsLessonView *self)
{
  return self->is_writing;
}

/**
 * ls_lesson_view_begin_writing:
 * @self: a view of a session
 * @error: return location for an error
 *
 * Writes the lesson. A session without one gets one.
 *
 * Returns: %FALSE with @error set if it cannot have one
 */
gboolean
ls_lesson_view_begin_writing (LsLessonView  *self,
                              GError       **error)
{
  if (self->is_writing)
    return TRUE;
  if (ls_session_get_lesson (self->session) == NULL)
    {
      if (!begin_lesson (self, error))
        return FALSE;
      self->page = 0;
    }
  ls_lesson_view_end_run (self);
  keep_run (self);
  if (self->lesson == NULL)
    ls_lesson_view_read_lesson (self, FALSE);
  ls_lesson_view_stop_reading (self);
  ensure_writer (self);
  self->is_writing = TRUE;
  show_writing (self);
  /* What is written is what the file has, and not its translation. */
  g_clear_pointer (&self->lesson, ls_lesson_unref);
  self->lesson = ls_lesson_ref (ls_session_get_lesson (self->session));
  ls_lesson_writer_begin (self->writer, self->debugger, self->page);
  g_signal_emit_by_name (self, "changed");
  return TRUE;
}

/**
 * ls_lesson_view_has_program:
 * @self: a view
 *
 * Returns: whether the page that is read or written has a program of its own
 */
gboolean
ls_lesson_view_has_program (LsLessonView *self)
{
  LsLesson *lesson = self->is_writing ? ls_session_get_lesson (self->session) : self->lesson;
  const LsLessonPage *page;

  if (lesson == NULL)
    return FALSE;
  page = ls_lesson_get_page (lesson, self->is_writing ? ls_lesson_writer_get_page (self->writer) : self->page);
  return ls_lesson_page_has_program (page);
}
