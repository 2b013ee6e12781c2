/* ls-lesson-key.h: finds the answer to a question of a lesson in the runs of its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-bars-key-private.h"
#include "ls-lesson.h"
#include "ls-order-key-private.h"
#include "ls-pick-key-private.h"
#include "ls-preset-key-private.h"

G_BEGIN_DECLS

void        ls_lesson_key_find_async  (const LsLessonPage   *page,
                                       LsSession            *run,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
gpointer    ls_lesson_key_find_finish (GAsyncResult         *result,
                                       GError              **error);

G_END_DECLS
