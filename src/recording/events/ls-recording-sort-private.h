/* ls-recording-sort-private.h: sorts much of what is nearly in order, with little memory
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*< private >
 * LS_RECORDING_SORT_SCRATCH:
 *
 * An element of scratch memory for that many elements to be sorted.
 */
#define LS_RECORDING_SORT_SCRATCH 32

void ls_recording_sort (gpointer         elements,
                        gsize            n_elements,
                        gsize            size,
                        GCompareDataFunc compare,
                        gpointer         user_data);

G_END_DECLS
