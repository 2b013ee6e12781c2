/* test-probe.h: what an engine reports, kept in an array
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-probe.h"

G_BEGIN_DECLS

/**
 * TestProbe:
 * @base: what a loop is given
 *
 * A probe that keeps every record.
 */
typedef struct
{
  LsProbe    base;
  LsRecord   block[16];
  GArray    *records;   /* of LsRecord */
  GPtrArray *texts;     /* text 1 is the first */
} TestProbe;

TestProbe      *test_probe_new   (void);
void            test_probe_free  (TestProbe    *self);
const GArray   *test_probe_get   (TestProbe    *self);
void            test_probe_clear (TestProbe    *self);
guint           test_probe_count (TestProbe    *self,
                                  LsRecordKind  kind);
const LsRecord *test_probe_nth   (TestProbe    *self,
                                  LsRecordKind  kind,
                                  guint         n);
const char     *test_probe_text  (TestProbe    *self,
                                  guint32       text);
char           *test_probe_kinds (TestProbe    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestProbe, test_probe_free)

G_END_DECLS
