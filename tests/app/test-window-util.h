/* test-window-util.h: windows with sessions, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-util.h"

#include "ls-application.h"
#include "ls-session-view.h"
#include "ls-window.h"

G_BEGIN_DECLS

#define TEST_EXAMPLE "photo-gallery.loopscope"

void           test_window_init         (int        *argc,
                                         char     ***argv);
LsApplication *test_window_get_app      (void);
GFile         *test_window_get_example  (const char *name);
LsWindow      *test_window_new          (const char *example,
                                         int         width,
                                         int         height);
LsWindow      *test_window_new_program  (const char *text,
                                         int         width,
                                         int         height);
LsWindow      *test_window_new_session  (const char *text,
                                         int         width,
                                         int         height);
void           test_window_open         (LsWindow   *window,
                                         GFile      *file);
void           test_window_wait_for_opening (LsWindow *window);
void           test_window_open_text    (LsWindow   *window,
                                         const char *text);
GtkTextView   *test_window_get_text_view (LsWindow  *window);
GtkTextBuffer *test_window_get_text     (LsWindow   *window);
LsPlayer      *test_window_get_player   (LsWindow   *window);
GtkWidget     *test_window_get_child    (LsWindow   *window,
                                         const char *id);
void           test_window_reset_setting (const char *key);
GtkWidget     *test_window_get_part     (LsWindow   *window,
                                         const char *id);
GtkWidget     *test_view_get_child      (LsSessionView *view,
                                         const char *id);
LsSession     *test_window_get_session  (LsWindow   *window);
void           test_window_wait_for_marks (LsWindow *window);
void           test_window_go_to        (LsWindow   *window,
                                         guint32     step);
void           test_window_activate     (LsWindow   *window,
                                         const char *action,
                                         const char *format,
                                         ...);
void           test_window_wait         (LsWindow   *window);
gboolean       test_window_save         (LsWindow   *window,
                                         GFile      *file,
                                         GError    **error);
void           test_window_wait_for_save (LsWindow  *window);
GtkWidget     *test_window_find_question (LsWindow  *window);
void           test_window_answer       (LsWindow   *window,
                                         const char *label);
void           test_window_close_dialog (LsWindow   *window);
void           test_window_close        (LsWindow   *window);
guint32        test_window_find_signal  (LsWindow   *window,
                                         const char *name);

G_END_DECLS
