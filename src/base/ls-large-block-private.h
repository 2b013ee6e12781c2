/* ls-large-block-private.h: memory in blocks of two megabytes
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** LS_LARGE_BLOCK_SIZE: the size of a large page on the machines that matter. */
#define LS_LARGE_BLOCK_SIZE (2 * 1024 * 1024)

gpointer ls_large_block_new     (void);
void     ls_large_block_free    (gpointer block);
void     ls_large_block_discard (gpointer block);

G_END_DECLS
