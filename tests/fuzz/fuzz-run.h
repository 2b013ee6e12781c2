/* fuzz-run.h: what readers are given inputs that are changed at random
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads an input, and looks at what has come of it. Returns 0 */
typedef int (*FuzzRun) (const guint8 *bytes,
                        size_t        n_bytes);

/* What an input is, apart from bytes: changed, it stays that in most cases. */
typedef enum
{
  FUZZ_BYTES,
  FUZZ_JSON,
  FUZZ_CODE,    /* words and brackets */
  FUZZ_LINES
} FuzzForm;

typedef struct
{
  const char *name;
  const char *seeds[16];       /* files in tests/fuzz/seeds, or with a “/” in the source tree */
  const char * const *words;   /* that mean something to the format */
  gboolean is_packed;          /* the input is what was packed, not what comes out */
  FuzzRun run;
  FuzzForm form;
  guint slowness;              /* a test runs this part of the usual number of inputs: 2 for a half */
} FuzzTarget;

/* What a fuzzer has: each is a program of its own. */
extern const char *const fuzz_name;
extern const FuzzTarget fuzz_targets[];
extern const gsize fuzz_n_targets;

GByteArray *fuzz_load_seed (const FuzzTarget *target,
                            const char       *name);

G_END_DECLS
