/* test-util.h: what the tests of the application share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "test-debugger-util.h"

G_BEGIN_DECLS

void        test_ignore_first_quarks (void);
void        test_ui_init             (int            *argc,
                                      char         ***argv);
void        test_ui_settle           (GtkWidget      *widget);
GtkWidget  *test_ui_find             (GtkWidget      *root,
                                      GType           type,
                                      const char     *text);
GtkWidget  *test_ui_find_class       (GtkWidget      *root,
                                      const char     *name);
const char *test_ui_get_text         (GtkWidget      *widget);
gboolean    test_ui_shows            (GtkWidget      *root,
                                      const char     *part);
gboolean    test_ui_has_tooltip      (GtkWidget      *widget);
guint       test_ui_count            (GtkWidget      *root,
                                      GType           type);
GtkEventController *test_ui_find_controller (GtkWidget *widget,
                                      GType           type);
gboolean    test_ui_press            (GtkWidget      *widget,
                                      guint           keyval,
                                      GdkModifierType modifiers);
GdkTexture *test_ui_take_picture     (GtkWidget      *window,
                                      const char     *name);
void        test_ui_save_picture     (GtkWidget      *window,
                                      const char     *name);
GtkWindow  *test_ui_new_window       (GtkWidget      *content,
                                      int             width,
                                      int             height);
#define test_ui_wait_for(expression) test_wait_for (expression)

G_END_DECLS
