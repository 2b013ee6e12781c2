/* ls-script-machine-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-jsc-private.h"

G_BEGIN_DECLS

/* LsScriptMachine: a virtual machine of JavaScriptCore. */
typedef struct
{
  JSContextGroupRef group;
  gsize             memory;     /* what the process took before the machine was made, in bytes */
  guint             n_realms;   /* that it has served */
  GHashTable       *orphans;    /* (owned): what objects of past realms still point to, until JavaScriptCore finalizes them */
} LsScriptMachine;

gboolean         ls_script_machines_prepare (GError     **error);
LsScriptMachine *ls_script_machine_take  (void);
void             ls_script_machine_give  (LsScriptMachine *machine,
                                          gboolean         is_clean);
void             ls_script_machine_lose  (LsScriptMachine *machine);

G_END_DECLS
