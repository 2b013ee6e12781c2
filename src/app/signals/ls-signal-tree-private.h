/* ls-signal-tree-private.h: what the files of the tree of signals share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-id-list-model.h"
#include "ls-signal-row.h"
#include "ls-signal-tree.h"

G_BEGIN_DECLS

struct _LsSignalTree
{
  GtkBox              parent_instance;

  GtkWidget          *search;
  GtkWidget          *add;
  GtkWidget          *list;
  GtkWidget          *clause;
  GtkWidget          *empty;

  LsPlayer           *player;
  LsIdListModel      *model;        /* rows, from 1 */
  GArray             *rows;         /* (element-type Row) */
  GtkSingleSelection *selection;
  GtkWidget          *menu;
  GSimpleActionGroup *menu_actions;
  guint32             menu_signal;
  gsize               position;
  guint64             shown_from;   /* the first record of the last move */
  gboolean            updating;
  guint               late_source;  /* looks again whether rows that have the focus must go */
  gboolean            is_late;
};

/* ls-signal-menu.c */
void ls_signal_tree_init_menu       (LsSignalTree   *self);
void ls_signal_tree_dispose_menu    (LsSignalTree   *self);

G_END_DECLS
