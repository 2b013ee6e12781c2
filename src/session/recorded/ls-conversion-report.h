/* ls-conversion-report.h: what became of the changes that somebody asks for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

#include "ls-version.h"

G_BEGIN_DECLS

typedef struct _LsConversionReport LsConversionReport;

LS_AVAILABLE_IN_1_0
LsConversionReport *ls_conversion_report_copy           (const LsConversionReport *self);
LS_AVAILABLE_IN_1_0
void                ls_conversion_report_free           (LsConversionReport       *self);
LS_AVAILABLE_IN_1_0
guint               ls_conversion_report_get_n_yielding (const LsConversionReport *self,
                                                         guint64                  *n_yields);
LS_AVAILABLE_IN_1_0
char              **ls_conversion_report_list_warnings  (const LsConversionReport *self);
LS_AVAILABLE_IN_1_0
char              **ls_conversion_report_list_uncut     (const LsConversionReport *self);
LS_AVAILABLE_IN_1_0
char               *ls_conversion_report_describe       (const LsConversionReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsConversionReport, ls_conversion_report_free)

G_END_DECLS
