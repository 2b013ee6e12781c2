/* test-writing-util.h: what tests of writing lessons share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "../lesson/test-lesson-util.h"

#include "ls-lesson-answer-field.h"
#include "ls-lesson-answers-field.h"
#include "ls-lesson-field.h"
#include "ls-json-private.h"
#include "ls-json-writer-private.h"
#include "ls-lesson-writer.h"

#define SCRIPT \
  "scheduler.postTask(function low() { work(5); console.log('low'); }, { priority: 'background' });" \
  "scheduler.postTask(function high() { work(2); console.log('high'); }, { priority: 'user-blocking' });" \
  "scheduler.postTask(function mid() { work(1); console.log('mid'); });"
#define SESSION(lesson) \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Ranks\",\"program\":{\"kind\":\"javascript\",\"scripts\":[{\"name\":\"main.js\",\"source\":\"" \
  SCRIPT "\"}]}" lesson "}"
#define EXERCISE \
  ",\"lesson\":{\"id\":\"ranks\",\"pages\":[{\"title\":\"One\",\"text\":[\"First.\"],\"own\":1},{\"title\":\"Two\",\"text\":[\"Then.\"]," \
  "\"exercise\":{\"text\":\"Say it.\",\"source\":\"console.log('start')\",\"expectations\":[{\"logContains\":[\"done\"]}]," \
  "\"solution\":{\"source\":\"console.log('done')\"}}}]}"

static inline LsLessonWriter *
get_writer (LsWindow *window)
{
  return LS_LESSON_WRITER (adw_bin_get_child (ADW_BIN (get_part (window, "writing"))));
}

static inline GtkWidget *
get_writer_part (LsWindow   *window,
                 const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (get_writer (window)), LS_TYPE_LESSON_WRITER, name));
}

/* Returns the visible field of a member of the page. */
static inline LsLessonField *
get_field (LsWindow   *window,
           const char *path)
{
  for (GtkWidget *child = gtk_widget_get_first_child (get_writer_part (window, "fields")); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (LS_IS_LESSON_FIELD (child) && gtk_widget_get_visible (child) &&
        g_strcmp0 (ls_lesson_field_get_path (LS_LESSON_FIELD (child)), path) == 0)
      return LS_LESSON_FIELD (child);
  return NULL;
}

static inline GtkTextBuffer *
get_buffer (LsLessonField *field)
{
  return GTK_TEXT_BUFFER (gtk_widget_get_template_child (GTK_WIDGET (field), LS_TYPE_LESSON_FIELD, "buffer"));
}

static inline char *
dup_typed (LsLessonField *field)
{
  g_autofree char *text = NULL;

  g_object_get (get_buffer (field), "text", &text, NULL);
  return g_steal_pointer (&text);
}

static inline void
type (LsLessonField *field,
      const char    *text)
{
  gtk_text_buffer_set_text (get_buffer (field), text, -1);
}

static inline GtkWidget *
get_answer_list (LsWindow *window)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_writer_part (window, "answers"), LS_TYPE_LESSON_ANSWERS_FIELD, "list"));
}

static inline void
assert_typed (LsLessonField *field,
              const char    *expected)
{
  g_autofree char *text = dup_typed (field);

  g_assert_cmpstr (text, ==, expected);
}

static inline const LsLessonPage *
get_page (LsWindow *window,
          guint     index)
{
  return ls_lesson_get_page (ls_session_get_lesson (test_window_get_session (window)), index);
}

static inline guint
count_pages (LsWindow *window)
{
  LsLesson *lesson = ls_session_get_lesson (test_window_get_session (window));

  return lesson != NULL ? ls_lesson_get_n_pages (lesson) : 0;
}

static inline void
do_writer (LsWindow   *window,
           const char *name)
{
  gtk_widget_activate_action (GTK_WIDGET (get_writer (window)), name, NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static inline void
write_lesson (LsWindow *window)
{
  test_window_activate (window, "win.write-lesson", NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

/* Waits until the lesson has been checked, and what came of it is shown. */
static inline const char *
wait_for_check (LsWindow *window)
{
  GtkLabel *state = GTK_LABEL (get_writer_part (window, "state"));

  test_ui_wait_for (*gtk_label_get_label (state) != '\0' && strcmp (gtk_label_get_label (state), "Checking…") != 0);
  return gtk_label_get_label (state);
}

static inline LsWindow *
open_session (const char *text)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window;

  g_settings_reset (settings, "lessons");
  window = test_window_new_session (text, 1360, 860);
  test_ui_wait_for (test_window_get_session (window) != NULL && !ls_player_is_pending (test_window_get_player (window)));
  return window;
}

static inline void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

static inline const char *
get_program (LsWindow *window)
{
  return ls_script_get_text (ls_program_get_script (ls_session_get_program (test_window_get_session (window)), 0));
}

static inline void
saved_cb (LsSessionView *view,
          gboolean       is_saved,
          gpointer       user_data)
{
  g_assert_true (is_saved);
  *(gboolean *) user_data = TRUE;
}
