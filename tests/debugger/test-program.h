/* test-program.h: programs in JavaScript in a debugger that no window shows, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-debugger.h"
#include "test-debugger-util.h"

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

void        test_program_init          (int             *argc,
                                        char          ***argv);
LsDebugger *test_program_open          (const char      *text);
LsDebugger *test_program_new           (const char      *text);
void        test_program_follow        (LsDebugger      *debugger);
void        test_program_wait          (LsDebugger      *debugger);
void        test_program_edit          (LsDebugger      *debugger,
                                        const char      *text);
void        test_program_to_start      (LsDebugger      *debugger);
void        test_program_to_end        (LsDebugger      *debugger);
void        test_program_step          (LsDebugger      *debugger,
                                        LsSteppingKind   kind,
                                        gboolean         backwards);
void        test_program_run_to        (LsDebugger      *debugger,
                                        guint            line);
guint       test_program_to_breakpoint (LsDebugger      *debugger);
guint       test_program_get_line      (LsDebugger      *debugger);
char       *test_program_get_hash      (LsDebugger      *debugger);
char       *test_program_evaluate      (LsDebugger      *debugger,
                                        const char      *expression);

G_END_DECLS
