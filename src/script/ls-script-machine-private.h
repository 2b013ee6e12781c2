/* ls-script-machine-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-jsc-private.h"

G_BEGIN_DECLS

void              ls_script_machines_init (void);
JSContextGroupRef ls_script_machine_take  (void);
void              ls_script_machine_give  (JSContextGroupRef machine,
                                           gboolean          is_clean);

G_END_DECLS
