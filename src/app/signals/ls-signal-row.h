/* ls-signal-row.h: a signal in the tree of signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

/**
 * LsSignalRelation:
 *
 * How a signal depends on the signal above it in the tree.
 */
typedef enum
{
  LS_SIGNAL_RELATION_NONE = 0,
  LS_SIGNAL_RELATION_PRIORITY = 1 << 0,
  LS_SIGNAL_RELATION_ABORT = 1 << 1,
  LS_SIGNAL_RELATION_BOTH = LS_SIGNAL_RELATION_PRIORITY | LS_SIGNAL_RELATION_ABORT
} LsSignalRelation;

/**
 * LsSignalTurn:
 *
 * Whether a change of priority on its way through the tree has yet to reach a signal, and how soon.
 */
typedef enum
{
  LS_SIGNAL_TURN_NONE,
  LS_SIGNAL_TURN_NEXT,
  LS_SIGNAL_TURN_LATER
} LsSignalTurn;

/**
 * LsSignalPlace:
 * @parent: the signal above, or 0
 * @depth: the depth in the tree
 * @relation: how the signal depends on @parent
 * @turn: whether a change has yet to reach the signal
 * @is_linked: whether the signal is the selected one
 * @is_new: whether the signal's priority changed with the last move
 *
 * The place of a row in the tree, and its state there: plain data.
 */
typedef struct
{
  guint32          parent;
  guint            depth;
  LsSignalRelation relation;
  LsSignalTurn     turn;
  gboolean         is_linked;
  gboolean         is_new;
} LsSignalPlace;

#define LS_TYPE_SIGNAL_ROW (ls_signal_row_get_type ())
G_DECLARE_FINAL_TYPE (LsSignalRow, ls_signal_row, LS, SIGNAL_ROW, GtkBox)

void       ls_signal_row_update     (LsSignalRow         *self,
                                     LsPlayer            *player,
                                     guint32              signal,
                                     const LsSignalPlace *place);
guint32    ls_signal_row_get_signal (LsSignalRow         *self);
gboolean   ls_signal_row_is_shown   (const LsSignalState *signal);

G_END_DECLS
