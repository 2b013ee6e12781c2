/* ls-lessons.h: how far the user has come in lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void     ls_lessons_set_progress (GSettings  *settings,
                                  const char *id,
                                  guint       page,
                                  gboolean    is_finished);
guint    ls_lessons_get_page     (GSettings  *settings,
                                  const char *id);
gboolean ls_lessons_get_finished (GSettings  *settings,
                                  const char *id);
GArray  *ls_lessons_shuffle      (GSettings  *settings,
                                  const char *id,
                                  guint       page,
                                  guint       n_answers);
char    *ls_lessons_dup_learner  (GSettings  *settings);

G_END_DECLS
