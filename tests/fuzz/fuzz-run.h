/* fuzz-run.h: runs readers on inputs that are changed at random
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads an input, and looks at what has come of it. Returns 0 */
typedef int (*FuzzRun) (const guint8 *bytes,
                        size_t        n_bytes);

typedef struct
{
  const char *name;
  const char *seeds[16];       /* files in tests/fuzz/seeds, or with a “/” in the source tree */
  const char * const *words;   /* that mean something to the format */
  gboolean is_packed;          /* the input is what was packed, not what comes out */
  FuzzRun run;
  gboolean is_json;            /* trees are changed as well as bytes */
} FuzzTarget;

int fuzz_main (int               argc,
               char            **argv,
               const char       *name,
               const FuzzTarget *targets,
               gsize             n_targets);

G_END_DECLS
