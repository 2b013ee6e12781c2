/* ls-stage.h: the priorities, their lanes and what is around them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_STAGE (ls_stage_get_type ())
G_DECLARE_FINAL_TYPE (LsStage, ls_stage, LS, STAGE, GtkBox)

void  ls_stage_set_player    (LsStage    *self,
                              LsPlayer   *player);
void  ls_stage_set_debugger  (LsStage    *self,
                              LsDebugger *debugger);
void  ls_stage_show_other    (LsStage    *self);
const char *ls_stage_get_page (LsStage    *self);
gboolean ls_stage_show_page  (LsStage    *self,
                              const char *page);
void  ls_stage_set_short_titles (LsStage  *self,
                                 gboolean  is_short);
void  ls_stage_set_hides_yield (LsStage   *self,
                                gboolean   hides_yield);
int   ls_stage_get_natural_height (LsStage *self);
int   ls_stage_snap_height (LsStage *self,
                            int      height,
                            int      most);
void  ls_stage_fold_queues        (LsStage *self,
                                   gboolean is_folded);
guint ls_stage_get_n_flights (LsStage    *self);

G_END_DECLS
