/* ls-exploration-progress.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-exploration.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsExplorationProgress, ls_exploration_progress)
