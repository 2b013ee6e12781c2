/* fuzz-change.h: changes an input at random, in the way that its form wants
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "fuzz-code.h"
#include "fuzz-lines.h"
#include "fuzz-run.h"
#include "fuzz-tree.h"

/* Changes the input of a target once. @other: another input of the target */
static void
fuzz_change (FuzzRandom       *self,
             const FuzzTarget *target,
             GByteArray       *input,
             const GByteArray *other)
{
  if (target->form == FUZZ_JSON && fuzz_below (self, 8) != 0 && fuzz_mutate_tree (self, input, other))
    return;
  if (target->form == FUZZ_CODE && fuzz_below (self, 8) != 0 && fuzz_mutate_code (self, input, other, target->words))
    return;
  if (target->form == FUZZ_LINES && fuzz_below (self, 4) != 0 && fuzz_mutate_lines (self, input, other, target->words))
    return;
  fuzz_mutate (self, input, other, target->words);
}
