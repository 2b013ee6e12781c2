/* test-script-util.h: the program in JavaScript that a window shows, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

#include "ls-program-pane.h"
#include "ls-script-buffer.h"

G_BEGIN_DECLS

/* A function that is called three times by a task, and another task. */
#define TEST_SCRIPT                                    \
  "const c = new TaskController();\n"                  \
  "function add(a, b) {\n"                             \
  "  const sum = a + b;\n"                             \
  "  return sum;\n"                                    \
  "}\n"                                                \
  "scheduler.postTask(function first() {\n"            \
  "  for (let i = 0; i < 3; i++)\n"                    \
  "    console.log(add(i, 1));\n"                      \
  "}, { signal: c.signal });\n"                        \
  "scheduler.postTask(() => console.warn('second'));\n"

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
