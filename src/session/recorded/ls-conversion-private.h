/* ls-conversion-private.h: a thread of a recording as a program of steps
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-conversion.h"
#include "ls-recorded-units-private.h"

G_BEGIN_DECLS

/* A session that was made of a recording. */
typedef struct
{
  LsRecordedThread *thread;
  LsSession        *session;
  GHashTable       *units;       /* the JSON pointer to the first step of each unit → its index + 1 */
  GHashTable       *pieces;      /* likewise to the first step after each yield that options put into a unit */
  LsConversionReport *report;    /* what became of the options */
  guint             n_pinned;    /* units that come at their time */
  guint             n_posted;    /* units that another one posts */
  guint             n_outside;   /* tasks that nobody known posted */
} LsConversion;

LsConversion *ls_conversion_new       (LsRecording                *recording,
                                       guint                       thread,
                                       const LsConversionOptions  *options,
                                       GCancellable               *cancellable,
                                       GError                    **error);
void          ls_conversion_free      (LsConversion               *self);
char         *ls_conversion_write     (LsConversion               *self,
                                       const LsConversionOptions  *options,
                                       gsize                      *length);
const char   *ls_conversion_find_rule (const char *const          *rules,
                                       const char                 *name,
                                       LsTaskPriority             *priority);
guint64       ls_conversion_get_yield (const LsConversionOptions  *options,
                                       const char                 *name);
char         *ls_conversion_dup_pattern (const char               *rule);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsConversion, ls_conversion_free)

G_END_DECLS
