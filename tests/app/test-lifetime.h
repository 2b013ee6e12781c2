/* test-lifetime.h: what the tests of lifetimes share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-places.h"
#include "test-stage-util.h"

G_BEGIN_DECLS

LsWindow *test_lifetime_open_window (void);
void test_lifetime_watch_object (gpointer object);
void test_lifetime_watch_window (LsWindow *window);
void test_lifetime_close_window (LsWindow   *window,
                                 const char *what);

void test_lifetime_add_script (void);
void test_lifetime_add_stage  (void);

G_END_DECLS
