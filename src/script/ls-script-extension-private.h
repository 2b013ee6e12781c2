/* ls-script-extension-private.h: what a host gives to programs beside what browsers have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-realm-private.h"

G_BEGIN_DECLS

/**
 * LsScriptExtension:
 * @files: (array zero-terminated=1): paths of resources that are written as the files of the prelude are, and run behind them, in
 *   the realm of each agent
 * @create: (nullable): makes natives for @files, as members of @host, their `realm.host`. Returns what the extension keeps with the
 *   realm, (nullable). On the agent's thread, before any file has run
 * @free: (nullable): frees what @create has returned, before the realm's virtual machine goes
 *
 * What a host gives to all programs of a process. Its files may start agents, so each program runs on a cluster or on threads,
 * whether it names `Worker` or not.
 */
struct _LsScriptExtension
{
  const char *const *files;
  gpointer         (*create) (LsScriptRealm *realm,
                              JSObjectRef    host);
  void             (*free)   (gpointer       data);
};

void ls_script_register_extended (const LsScriptExtension *extension);

G_END_DECLS
