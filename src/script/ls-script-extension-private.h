/* ls-script-extension-private.h: what a host adds to the features of browsers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-realm-private.h"

G_BEGIN_DECLS

/**
 * LsScriptExtension:
 * @files: (array zero-terminated=1): paths of resources, written like the files of the prelude. They run after the prelude, in the
 *   realm of each agent
 * @create: (nullable): makes natives for @files, as members of @host, which is their `realm.host`. It returns data that the realm
 *   keeps for the extension, (nullable). It runs on the agent's thread, before any file
 * @free: (nullable): frees the data that @create returned, before the realm's virtual machine ends
 *
 * What a host adds to all programs of a process. Its files may start agents, so each program runs on a cluster or on threads, even
 * if it does not name `Worker`.
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
