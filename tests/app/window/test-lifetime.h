/* test-lifetime.h: what the tests of lifetimes share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-places.h"
#include "test-stage-util.h"

G_BEGIN_DECLS

void test_lifetime_watch_object (gpointer object);
void test_lifetime_watch_window (LsWindow *window);
void test_lifetime_close_window (LsWindow   *window,
                                 const char *what);

void test_lifetime_add_script (void);

G_END_DECLS
