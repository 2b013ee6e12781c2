/* ls-lesson-order-row.c: a row that the learner puts in its place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-order-row.h"

#include <glib/gi18n.h>

#include "ls-widget.h"

/**
 * LsLessonOrderRow:
 *
 * A line of the log, or the name of a task, with its place and with buttons that move it up and down. “move”, with -1 for up and 1
 * for down, is emitted when one is pressed. Once it is answered, a mark stands where the buttons were.
 */
struct _LsLessonOrderRow
{
  GtkListBoxRow  parent_instance;

  GtkWidget     *handle;
  GtkWidget     *place;
  GtkWidget     *text;
  GtkWidget     *moves;
  GtkWidget     *up;
  GtkWidget     *down;
  GtkWidget     *mark;

  guint          index;
};

G_DEFINE_FINAL_TYPE (LsLessonOrderRow, ls_lesson_order_row, GTK_TYPE_LIST_BOX_ROW)

static void
on_clicked (LsLessonOrderRow *self,
            GtkWidget        *button)
{
  g_signal_emit_by_name (self, "move", button == self->up ? -1 : 1);
}

static void
ls_lesson_order_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_ORDER_ROW);

  G_OBJECT_CLASS (ls_lesson_order_row_parent_class)->dispose (object);
}

static void
ls_lesson_order_row_class_init (LsLessonOrderRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_order_row_dispose;

  /**
   * LsLessonOrderRow::move:
   * @self: a row
   * @by: -1 or 1
   *
   * The learner wants it one place further up or down.
   */
  g_signal_new ("move", LS_TYPE_LESSON_ORDER_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-order-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, handle);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, place);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, moves);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, up);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, down);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrderRow, mark);
  gtk_widget_class_bind_template_callback (widget_class, on_clicked);
}

static void
ls_lesson_order_row_init (LsLessonOrderRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_lesson_order_row_new:
 * @index: which row it is of those that the page has
 * @text: what is to be put in its place
 *
 * Returns: (transfer floating): a row
 */
GtkWidget *
ls_lesson_order_row_new (guint       index,
                         const char *text)
{
  LsLessonOrderRow *self = g_object_new (LS_TYPE_LESSON_ORDER_ROW, NULL);

  self->index = index;
  gtk_label_set_label (GTK_LABEL (self->text), text);
  return GTK_WIDGET (self);
}

/**
 * ls_lesson_order_row_get_index:
 * @self: a row
 *
 * Returns: which row it is of those that the page has
 */
guint
ls_lesson_order_row_get_index (LsLessonOrderRow *self)
{
  return self->index;
}

/**
 * ls_lesson_order_row_set_place:
 * @self: a row
 * @place: its place, from 1; 0 if the learner says that it never comes
 * @n_places: how many rows come, as the learner says
 *
 * Says which place the row has.
 *
 * Returns: (transfer full): the place in words
 */
char *
ls_lesson_order_row_set_place (LsLessonOrderRow *self,
                               guint             place,
                               guint             n_places)
{
  g_autofree char *number = place > 0 ? g_strdup_printf ("%u", place) : g_strdup ("–");
  /* Translators: a page of a lesson */
  char *words = place > 0 ? g_strdup_printf (_("%u of %u"), place, n_places) : g_strdup (_("Never comes"));

  gtk_label_set_label (GTK_LABEL (self->place), number);
  ls_widget_name (GTK_WIDGET (self), "%s, %s", gtk_label_get_label (GTK_LABEL (self->text)), words);
  ls_widget_name (self->up, _("Move “%s” Up"), gtk_label_get_label (GTK_LABEL (self->text)));
  ls_widget_name (self->down, _("Move “%s” Down"), gtk_label_get_label (GTK_LABEL (self->text)));
  return words;
}

/* Makes a button sensitive or not. The keyboard goes on at the row if the button has done all it can. */
static void
set_sensitive (LsLessonOrderRow *self,
               GtkWidget        *button,
               gboolean          is_sensitive)
{
  if (!is_sensitive && gtk_widget_is_focus (button))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_widget_set_sensitive (button, is_sensitive);
}

/**
 * ls_lesson_order_row_set_moves:
 * @self: a row
 * @up: whether it can be moved up
 * @down: whether it can be moved down
 *
 * Says where the row can go.
 */
void
ls_lesson_order_row_set_moves (LsLessonOrderRow *self,
                               gboolean          up,
                               gboolean          down)
{
  set_sensitive (self, self->up, up);
  set_sensitive (self, self->down, down);
}

/**
 * ls_lesson_order_row_set_mark:
 * @self: a row
 * @is_answered: whether the rows stay where they are
 * @mark: what is known of its place
 *
 * Marks the row, for eyes and for assistive technology.
 */
void
ls_lesson_order_row_set_mark (LsLessonOrderRow *self,
                              gboolean          is_answered,
                              LsOrderMark       mark)
{
  static const char *const icons[] = { NULL, "object-select-symbolic", "window-close-symbolic" };
  /* Translators: what assistive technology says of a row that the learner has put in its place */
  const char *const texts[] = { "", _("In its place"), _("Not in its place") };

  if (is_answered && (gtk_widget_is_focus (self->up) || gtk_widget_is_focus (self->down)))
    gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_widget_set_visible (self->moves, !is_answered);
  gtk_widget_set_visible (self->handle, !is_answered);
  gtk_widget_set_visible (self->mark, is_answered);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icons[mark]);
  ls_widget_set_class (GTK_WIDGET (self), "right", mark == LS_ORDER_MARK_RIGHT);
  ls_widget_set_class (GTK_WIDGET (self), "wrong", mark == LS_ORDER_MARK_WRONG);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, texts[mark], -1);
}
