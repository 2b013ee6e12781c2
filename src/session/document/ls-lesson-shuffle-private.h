/* ls-lesson-shuffle-private.h: in which order a learner sees what a question gives to choose from
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

GArray *ls_lesson_shuffle (guint32     seed,
                           const char *id,
                           guint       page,
                           guint       n_answers);

G_END_DECLS
