/* ls-lesson-reveal.h: goes to where the answer to a question shows
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

G_END_DECLS
