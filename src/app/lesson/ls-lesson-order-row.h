/* ls-lesson-order-row.h: a row that the learner puts in its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LS_TYPE_LESSON_ORDER_ROW (ls_lesson_order_row_get_type ())
G_DECLARE_FINAL_TYPE (LsLessonOrderRow, ls_lesson_order_row, LS, LESSON_ORDER_ROW, GtkListBoxRow)

/* What is known of the place of a row. */
typedef enum
{
  LS_ORDER_MARK_NONE,
  LS_ORDER_MARK_RIGHT,
  LS_ORDER_MARK_WRONG
} LsOrderMark;

GtkWidget *ls_lesson_order_row_new       (guint             index,
                                          const char       *text);
guint      ls_lesson_order_row_get_index (LsLessonOrderRow *self);
char      *ls_lesson_order_row_set_place (LsLessonOrderRow *self,
                                          guint             place,
                                          guint             n_places);
void       ls_lesson_order_row_set_moves (LsLessonOrderRow *self,
                                          gboolean          up,
                                          gboolean          down);
void       ls_lesson_order_row_set_mark  (LsLessonOrderRow *self,
                                          gboolean          is_answered,
                                          LsOrderMark       mark);

G_END_DECLS
