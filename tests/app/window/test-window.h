/* test-window.h: what the tests of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

G_BEGIN_DECLS

void test_window_add_act (void);

G_END_DECLS
