/* ls-lesson-reveal.h: goes to the moment of a page, and to where the answer to its question shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-lesson.h"
#include "ls-player.h"

G_BEGIN_DECLS

char *ls_lesson_reveal (LsPlayer           *player,
                        const LsLessonPage *page,
                        guint32            *task);
void  ls_lesson_reveal_task     (LsPlayer             *player,
                                 const LsLessonPage   *page);
void  ls_lesson_go_to           (LsPlayer             *player,
                                 const LsLessonMoment *moment);
void  ls_lesson_reveal_position (LsPlayer             *player,
                                 gsize                 position);

G_END_DECLS
