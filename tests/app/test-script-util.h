/* test-script-util.h: the program in JavaScript that a window shows, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-program.h"
#include "test-window-util.h"

#include "ls-program-pane.h"
#include "ls-script-buffer.h"

G_BEGIN_DECLS

LsProgramPane  *test_script_get_pane      (LsWindow   *window);
LsScriptBuffer *test_script_get_buffer    (LsWindow   *window);
guint           test_script_get_line      (LsWindow   *window);
void            test_script_type_at       (LsWindow   *window,
                                           guint       line,
                                           const char *text);
void            test_script_set_cursor    (LsWindow   *window,
                                           guint       line);
guint           test_script_to_breakpoint (LsWindow   *window);
char           *test_script_evaluate      (LsWindow   *window,
                                           const char *expression);

G_END_DECLS
