/* test-frames.h: what the tests of frames share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

G_BEGIN_DECLS

LsPlayer *test_frames_new_player (LsTrace *trace);
guint test_frames_count_rows (GtkWidget *list);

void test_frames_add_text (void);

G_END_DECLS
