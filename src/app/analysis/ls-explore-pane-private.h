/* ls-explore-pane-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-explore-pane.h"

G_BEGIN_DECLS

struct _LsExplorePane
{
  GtkBox         parent_instance;

  GtkWidget     *form;
  GtkWidget     *mode;
  GtkWidget     *preemptions;
  GtkWidget     *preemptions_row;
  GtkWidget     *seed;
  GtkWidget     *seed_row;
  GtkWidget     *runs;
  GtkWidget     *runs_row;
  GtkWidget     *seconds;
  GtkWidget     *states;
  GtkWidget     *overtaking;
  GtkWidget     *first;
  GtkWidget     *start;
  GtkWidget     *go_on;
  GtkWidget     *cancel;
  GtkWidget     *progress;
  GtkWidget     *stack;
  GtkWidget     *heading;
  GtkWidget     *reason;
  GtkWidget     *counts;
  GtkWidget     *icon;
  GtkWidget     *verdict;
  GtkWidget     *extent;
  GtkWidget     *outdated;
  GtkWidget     *list;

  LsDebugger    *debugger;
  LsSession     *session;       /* the session whose changes the pane listens to */
  LsExploration *exploration;
  guint          check;         /* the idle source that checks if the results are about it */
  gboolean       is_outdated;
  gboolean       can_explore;
  gboolean       keeps_focus;   /* the Cancel button had the focus */
};

LsSession *ls_explore_pane_get_session     (LsExplorePane  *self);

/* ls-explore-pane-actions.c */
void       ls_explore_pane_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
