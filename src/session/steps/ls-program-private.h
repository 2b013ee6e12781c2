/* ls-program-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-program.h"
#include "ls-program-script-private.h"
#include "ls-step-private.h"

G_BEGIN_DECLS

typedef struct _LsModuleFolder LsModuleFolder;

struct _LsProgram
{
  gatomicrefcount  ref_count;
  LsProgramKind    kind;
  GPtrArray       *scripts;   /* LsScript; empty in a step program */
  LsBody          *main;
  GPtrArray       *bodies;
  GHashTable      *by_name;   /* text → LsBody, borrowed from @bodies */
  LsModuleFolder  *modules;   /* (nullable): what scripts may import beside the session */
  gboolean         has_agents; /* a step, or an action of the session, makes shared memory or workers */
};

/*< private >
 * LsScriptLoader:
 * @folder: (nullable): where scripts beside the session lie
 * @modules: (nullable): what scripts of the program could import before
 * @known: (nullable): scripts that the loader takes and does not read again
 * @all: (nullable): all scripts of the program, where the caller knows that they are the same
 * @cancellable: (nullable): ends the reading
 * @watch: (nullable): is told how far the reading has come
 *
 * Finds the texts of scripts beside a session. */
typedef struct
{
  GFile        *folder;
  LsModuleFolder *modules;
  GPtrArray    *known;        /* LsScript */
  GPtrArray    *all;          /* LsScript */
  GCancellable *cancellable;
  LsLoadWatch  *watch;
} LsScriptLoader;

LsProgram *ls_program_read         (LsJsonReader         *reader,
                                    JsonNode             *node,
                                    const LsScriptLoader *loader);
GPtrArray *ls_program_read_scripts (LsJsonReader         *reader,
                                    JsonObject           *object,
                                    const LsScriptLoader *loader);
LsModuleFolder *ls_module_folder_new   (GFile          *folder);
LsModuleFolder *ls_module_folder_ref   (LsModuleFolder *self);
void            ls_module_folder_unref (LsModuleFolder *self);
LsModuleFolder *ls_module_folder_reuse (LsModuleFolder *known,
                                        GFile          *folder);

void       ls_program_check        (LsProgram            *self,
                                    LsJsonReader         *reader,
                                    GPtrArray            *actions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsModuleFolder, ls_module_folder_unref)

G_END_DECLS
