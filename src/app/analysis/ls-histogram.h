/* ls-histogram.h: durations as small bars
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-statistics.h"

G_BEGIN_DECLS

#define LS_TYPE_HISTOGRAM (ls_histogram_get_type ())
G_DECLARE_FINAL_TYPE (LsHistogram, ls_histogram, LS, HISTOGRAM, GtkWidget)

void ls_histogram_set_durations (LsHistogram                *self,
                                 const LsDurationStatistics *durations,
                                 guint                       first,
                                 guint                       last,
                                 const char                 *color);

G_END_DECLS
