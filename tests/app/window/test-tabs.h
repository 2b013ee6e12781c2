/* test-tabs.h: what the tests of tabs share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

G_BEGIN_DECLS

#define SECOND "priorities.loopscope"
#define THIRD "delayed-tasks.loopscope"

typedef struct
{
  GPtrArray *objects;
  guint      n_alive;
} Watched;

void test_tabs_open_example (LsWindow   *window,
                             const char *name);
LsWindow *test_tabs_new_window (int n_tabs);
void test_tabs_select_tab (LsWindow *window,
                           int       index);
AdwTabPage *test_tabs_get_page (LsWindow      *window,
                                LsSessionView *view);
void test_tabs_modify (LsWindow   *window,
                       const char *title);
LsWindow *test_tabs_find_other (LsWindow *window);
void test_tabs_watch_view (Watched       *watched,
                           LsSessionView *view);

gboolean test_tabs_is_shown (LsSessionView *view);

void test_tabs_add_close (void);
void test_tabs_add_hidden (void);

G_END_DECLS
