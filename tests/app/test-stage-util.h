/* test-stage-util.h: stages, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-util.h"

#include "ls-stage.h"

G_BEGIN_DECLS

GtkWindow *test_stage_new_window      (LsPlayer   *player,
                                       int         width,
                                       LsStage   **stage);
GtkWidget *test_stage_find_chip       (GtkWidget  *widget,
                                       guint32     task);
void       test_stage_hover           (LsStage    *stage,
                                       GtkWidget  *chip);
void       test_stage_rest            (void);
void       test_stage_set_animations  (gboolean    enabled);
void       test_stage_assert_all_seen (GtkWidget  *widget);

G_END_DECLS
