/* ls-cli-export.h: where loopscope-cli export writes to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-cli.h"
#include "ls-runner.h"
#include "ls-trace-export.h"

G_BEGIN_DECLS

/* A file that is being replaced, or standard output. */
typedef struct
{
  GOutputStream *stream;
  GFile         *file;      /* (nullable) */
  GError        *error;     /* (nullable): why writing has failed */
  gboolean       is_new;    /* there was no such file */
} LsCliExport;

LsCliExport *ls_cli_export_begin (const char          *output);
void         ls_cli_export_free  (LsCliExport         *self);
void         ls_cli_export_trace (LsCliExport         *self,
                                  LsRunner            *runner,
                                  LsTraceExportFormat  format,
                                  GCancellable        *cancellable);
gboolean     ls_cli_export_end   (LsCliExport         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsCliExport, ls_cli_export_free)

G_END_DECLS
