/* test-util.h: what the tests of the application share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

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
void        test_remove_tree         (const char     *path);

/* A trace without an engine: the photo gallery of the design, in the middle of its run. */
LsTrace    *test_trace_new_gallery   (void);
LsTrace    *test_trace_new_queued    (guint           n_tasks);
LsTrace    *test_trace_new_queues    (guint           n_queues);

LsPlayer   *test_player_new          (LsTrace        *trace);
gsize       test_player_find_record  (LsPlayer       *player,
                                      LsRecordKind    kind);

/* What takes as long as a busy machine needs may take it: the deadline is there to say what was waited for. */
#define test_ui_wait_for(expression)                                          \
  G_STMT_START                                                                \
  {                                                                           \
    gint64 test_ui_deadline = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;  \
    while (!(expression))                                                     \
      {                                                                       \
        if (g_get_monotonic_time () > test_ui_deadline)                       \
          g_error ("%s:%d: waited in vain for: %s", __FILE__, __LINE__, #expression); \
        g_main_context_iteration (NULL, TRUE);                                \
      }                                                                       \
  }                                                                           \
  G_STMT_END

G_END_DECLS
