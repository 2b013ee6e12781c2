/* ls-lesson-golf.h: what is said of a goal that is to be reached with few actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ls_lesson_golf_describe (guint    par,
                               guint    n_actions,
                               gboolean is_fair);
char *ls_lesson_golf_judge    (guint    par,
                               guint    n_actions);

G_END_DECLS
