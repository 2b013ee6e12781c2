/* ls-experiment-list.h: a check button for each experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-types.h"

G_BEGIN_DECLS

#define LS_TYPE_EXPERIMENT_LIST (ls_experiment_list_get_type ())
G_DECLARE_FINAL_TYPE (LsExperimentList, ls_experiment_list, LS, EXPERIMENT_LIST, GtkBox)

void          ls_experiment_list_set_experiments (LsExperimentList *self,
                                                  LsExperiments     experiments);
LsExperiments ls_experiment_list_get_experiments (LsExperimentList *self);

G_END_DECLS
