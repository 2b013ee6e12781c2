/* ls-program-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-program.h"
#include "ls-step-private.h"

G_BEGIN_DECLS

struct _LsProgram
{
  gatomicrefcount  ref_count;
  LsBody          *main;
  GPtrArray       *bodies;
  GHashTable      *by_name;   /* text → LsBody, borrowed from @bodies */
};

LsProgram *ls_program_read  (LsJsonReader *reader,
                             JsonNode     *node);
void       ls_program_check (LsProgram    *self,
                             LsJsonReader *reader,
                             GPtrArray    *actions);

G_END_DECLS
