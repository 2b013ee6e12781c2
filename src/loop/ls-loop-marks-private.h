/* ls-loop-marks-private.h: the tasks of a loop as marks in a capture of Sysprof
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-event-loop-private.h"

G_BEGIN_DECLS

LsLoopMarks *ls_loop_marks_new   (void);
void         ls_loop_marks_free  (LsLoopMarks    *self);
void         ls_loop_marks_begin (LsLoopMarks    *self,
                                  LsEventLoop    *loop,
                                  const LsTask   *task,
                                  const LsChoice *choice);
void         ls_loop_marks_end   (LsLoopMarks    *self);

G_END_DECLS
