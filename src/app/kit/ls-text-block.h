/* ls-text-block.h: a paragraph whose text changes in each frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_TEXT_BLOCK (ls_text_block_get_type ())
G_DECLARE_FINAL_TYPE (LsTextBlock, ls_text_block, LS, TEXT_BLOCK, GtkWidget)

void  ls_text_block_set_text      (LsTextBlock *self,
                                   const char  *text);
guint ls_text_block_get_n_layouts (LsTextBlock *self);

G_END_DECLS
