/* ls-explore-pane-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-explore-pane.h"

G_BEGIN_DECLS

/* The numbers that the user can set. Those from LS_EXPLORE_PANE_SECONDS on are limits. */
typedef enum
{
  LS_EXPLORE_PANE_PREEMPTIONS,
  LS_EXPLORE_PANE_RUNS,
  LS_EXPLORE_PANE_SEED,
  LS_EXPLORE_PANE_SECONDS,
  LS_EXPLORE_PANE_STATES,
  LS_EXPLORE_PANE_OVERTAKING,
  LS_EXPLORE_PANE_N_NUMBERS
} LsExplorePaneNumber;

struct _LsExplorePane
{
  GtkBox         parent_instance;

  GtkWidget     *form;
  GtkWidget     *mode;
  GtkWidget     *numbers;
  GtkWidget     *limit_numbers;
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

  GtkWidget     *spins[LS_EXPLORE_PANE_N_NUMBERS];
  LsDebugger    *debugger;
  GSignalGroup  *session;       /* of the session that the results are about */
  LsExploration *exploration;
  guint          check;         /* the idle source that checks if the results are about it */
  gboolean       can_explore;
  gboolean       keeps_focus;   /* the Cancel button had the focus */
};

/* ls-explore-pane-actions.c */
void ls_explore_pane_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
