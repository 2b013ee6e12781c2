/* ls-program-row.h: a row in the list of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define LS_TYPE_PROGRAM_ROW (ls_program_row_get_type ())
G_DECLARE_FINAL_TYPE (LsProgramRow, ls_program_row, LS, PROGRAM_ROW, GObject)

LsProgramRow *ls_program_row_new         (const char   *text,
                                          guint         depth,
                                          guint         number);
const char   *ls_program_row_get_text    (LsProgramRow *self);
guint         ls_program_row_get_depth   (LsProgramRow *self);
guint         ls_program_row_get_number  (LsProgramRow *self);

G_END_DECLS
