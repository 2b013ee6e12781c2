/* ls-lesson-pick.h: the task that a page of a lesson asks to pick
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-lesson.h"
#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_LESSON_PICK (ls_lesson_pick_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonPick, ls_lesson_pick, LS, LESSON_PICK, GtkBox)

void ls_lesson_pick_set_player  (LsLessonPick       *self,
                                 LsPlayer           *player);
void ls_lesson_pick_show        (LsLessonPick       *self,
                                 const LsLessonPage *page,
                                 LsSession          *run,
                                 guint32             answer,
                                 guint               n_hints);
void ls_lesson_pick_set_changed (LsLessonPick       *self,
                                 gboolean            is_changed);
void ls_lesson_pick_answer      (LsLessonPick       *self);

G_END_DECLS
