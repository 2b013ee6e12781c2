/* ls-queue-box.h: a scheduler task queue with its first tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_QUEUE_BOX (ls_queue_box_get_type ())
G_DECLARE_FINAL_TYPE (LsQueueBox, ls_queue_box, LS, QUEUE_BOX, GtkBox)

void       ls_queue_box_set_queue   (LsQueueBox *self,
                                     LsPlayer   *player,
                                     guint32     queue);
int        ls_queue_box_measure     (LsQueueBox *self,
                                     guint       n_chips);
void       ls_queue_box_set_n_chips (LsQueueBox *self,
                                     guint       n_chips);
void       ls_queue_box_clear       (LsQueueBox *self);
guint      ls_queue_box_get_n_tasks (LsQueueBox *self);
guint32    ls_queue_box_get_queue   (LsQueueBox *self);

G_END_DECLS
