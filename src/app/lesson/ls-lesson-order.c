/* ls-lesson-order.c: what a page of a lesson asks to put into order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-order.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-lesson-answers.h"
#include "ls-lesson-key.h"
#include "ls-lesson-order-row.h"
#include "ls-lesson-verdict.h"
#include "ls-widget.h"

/**
 * LsLessonOrder:
 *
 * Asks the learner to put lines of the log, or names of tasks, into the order in which they will come. Rows are dragged, moved with
 * their buttons, or with Alt and the arrow keys; those below the row “Never comes” never come. What is dragged below all others
 * comes there, too. Nothing is told before the learner
 * has answered. Then the first wrong pair is marked, and the run says why the one comes before the other. The learner can try
 * again, or see the solution. “answered”, with where in the run the order shows first, the task that runs there, and what
 * the answer is (LsLessonOutcome), is emitted for each answer.
 */
struct _LsLessonOrder
{
  GtkBox              parent_instance;

  GtkWidget          *question;
  GtkWidget          *help;
  GtkWidget          *rows;
  GtkWidget          *never;
  GtkWidget          *slot;         /* in @never, while nothing is below it */
  GtkWidget          *commit;
  GtkWidget          *verdict;

  const LsLessonPage *page;         /* NULL for none */
  LsSession          *run;          /* of the page */
  GArray             *order;        /* guint: the rows as they stand; their number stands for the row “Never comes” */
  GArray             *before;       /* (nullable): likewise before the learner began to drag */
  GtkWidget          *dragged;      /* NULL for none */
  LsOrderKey         *key;          /* NULL until it is known */
  GCancellable       *cancellable;  /* NULL while it is not looked for */
  gboolean            is_answered;
  gboolean            wants_solution;
  gboolean            is_restored;  /* the answer was given before */
};

G_DEFINE_FINAL_TYPE (LsLessonOrder, ls_lesson_order, GTK_TYPE_BOX)

static guint
get_n_rows (LsLessonOrder *self)
{
  return self->order->len > 0 ? self->order->len - 1 : 0;
}

static guint
get_index (LsLessonOrder *self,
           GtkWidget     *row)
{
  return row == self->never ? get_n_rows (self) : ls_lesson_order_row_get_index (LS_LESSON_ORDER_ROW (row));
}

/* Returns where a row stands, from 0, the row “Never comes” included. */
static guint
find_place (LsLessonOrder *self,
            guint          index)
{
  guint place = 0;

  while (place < self->order->len && g_array_index (self->order, guint, place) != index)
    place++;
  return place;
}

static int
compare_rows (GtkListBoxRow *row,
              GtkListBoxRow *other,
              gpointer       user_data)
{
  LsLessonOrder *self = user_data;
  guint place = find_place (self, get_index (self, GTK_WIDGET (row)));
  guint other_place = find_place (self, get_index (self, GTK_WIDGET (other)));

  return place < other_place ? -1 : place > other_place;
}

/* Says that nothing is below “Never comes”, as long as something can be put there. An answer with nothing there hides it. */
static void
update_never (LsLessonOrder *self)
{
  const gboolean is_empty = find_place (self, get_n_rows (self)) == get_n_rows (self);

  gtk_widget_set_visible (self->slot, is_empty && !self->is_answered);
  gtk_widget_set_visible (self->never, !is_empty || !self->is_answered);
  /* Translators: what assistive technology says of the row below which a learner puts what never comes */
  ls_widget_name (self->never, "%s", is_empty ? _("Never comes: nothing") : _("Never comes"));
}

/* Shows the rows as they stand. Returns (transfer full) (nullable): the place of @told in words */
static char *
update_rows (LsLessonOrder *self,
             GtkWidget     *told)
{
  const guint n_coming = find_place (self, get_n_rows (self));
  char *words = NULL;

  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->rows));
  update_never (self);
  for (GtkWidget *row = gtk_widget_get_first_child (self->rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      guint place;
      g_autofree char *name = NULL;

      if (row == self->never)
        continue;
      place = find_place (self, get_index (self, row));
      name = ls_lesson_order_row_set_place (LS_LESSON_ORDER_ROW (row), place < n_coming ? place + 1 : 0, n_coming);
      ls_lesson_order_row_set_moves (LS_LESSON_ORDER_ROW (row), place > 0, place + 1 < self->order->len);
      if (row == told)
        words = g_steal_pointer (&name);
    }
  return words;
}

/* Moves a row to a place, and has assistive technology say which one it has then. */
static void
move_to (LsLessonOrder *self,
         GtkWidget     *row,
         guint          place)
{
  const guint index = get_index (self, row);
  g_autofree char *words = NULL;

  g_array_remove_index (self->order, find_place (self, index));
  g_array_insert_val (self->order, place, index);
  words = update_rows (self, row);
  if (words != NULL)
    ls_compat_announce (row, words);
}

static void
move_by (LsLessonOrder *self,
         GtkWidget     *row,
         int            by)
{
  const guint place = find_place (self, get_index (self, row));

  if (!self->is_answered && row != self->never && (by > 0 ? place + 1 < self->order->len : place > 0))
    move_to (self, row, place + by);
}

static void
on_move (LsLessonOrder *self,
         int            by,
         GtkWidget     *row)
{
  move_by (self, row, by);
}

static gboolean
on_key (LsLessonOrder   *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  const gboolean is_up = keyval == GDK_KEY_Up || keyval == GDK_KEY_KP_Up;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *row = focus != NULL && !GTK_IS_LIST_BOX_ROW (focus) ? gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_BOX_ROW) : focus;

  if ((state & gtk_accelerator_get_default_mod_mask ()) != GDK_ALT_MASK || row == NULL ||
      (!is_up && keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down))
    return GDK_EVENT_PROPAGATE;
  move_by (self, row, is_up ? -1 : 1);
  return GDK_EVENT_STOP;
}

static GdkContentProvider *
on_prepare (LsLessonOrder *self,
            double         x,
            double         y,
            GtkDragSource *source)
{
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_y (GTK_LIST_BOX (self->rows), y));
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GdkPaintable) image = NULL;
  graphene_point_t point = { x, y };

  if (self->is_answered || self->cancellable != NULL || row == NULL || row == self->never)
    return NULL;
  self->dragged = row;
  g_clear_pointer (&self->before, g_array_unref);
  self->before = g_array_copy (self->order);
  paintable = gtk_widget_paintable_new (row);
  image = gdk_paintable_get_current_image (paintable);
  if (!gtk_widget_compute_point (self->rows, row, &point, &point))
    point = GRAPHENE_POINT_INIT (0, 0);
  gtk_drag_source_set_icon (source, image, point.x, point.y);
  return gdk_content_provider_new_typed (LS_TYPE_LESSON_ORDER_ROW, row);
}

static void
on_drag_begin (LsLessonOrder *self)
{
  if (self->dragged != NULL)
    gtk_widget_add_css_class (self->dragged, "dragged");
}

/* The row follows the pointer; below all rows it never comes. */
static GdkDragAction
on_motion (LsLessonOrder *self,
           double         x,
           double         y)
{
  graphene_point_t point = { x, y };
  GtkWidget *row;

  if (self->dragged == NULL || !gtk_widget_compute_point (GTK_WIDGET (self), self->rows, &point, &point))
    return 0;
  row = GTK_WIDGET (gtk_list_box_get_row_at_y (GTK_LIST_BOX (self->rows), point.y));
  if (row == NULL && point.y >= gtk_widget_get_height (self->rows) &&
      find_place (self, get_index (self, self->dragged)) < find_place (self, get_n_rows (self)))
    row = self->never;
  if (row != NULL && row != self->dragged)
    move_to (self, self->dragged, find_place (self, get_index (self, row)));
  return GDK_ACTION_MOVE;
}

static gboolean
on_drop (LsLessonOrder *self)
{
  g_clear_pointer (&self->before, g_array_unref);
  return self->dragged != NULL;
}

/* A row that was not dropped goes back to where it was. */
static void
on_drag_end (LsLessonOrder *self)
{
  if (self->dragged == NULL)
    return;
  gtk_widget_remove_css_class (self->dragged, "dragged");
  self->dragged = NULL;
  if (self->before == NULL)
    return;
  g_array_unref (self->order);
  self->order = g_steal_pointer (&self->before);
  g_free (update_rows (self, NULL));
}

/* Returns (transfer full) (element-type guint) the rows that the learner says come. */
static GArray *
list_given (LsLessonOrder *self)
{
  GArray *given = g_array_copy (self->order);

  g_array_set_size (given, find_place (self, get_n_rows (self)));
  return given;
}

/* Puts the rows into the order in which they come. */
static void
solve (LsLessonOrder *self)
{
  const guint never = get_n_rows (self);
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint), self->order->len);

  for (guint i = 0; i < ls_order_key_get_n_coming (self->key); i++)
    {
      guint row = ls_order_key_get_coming (self->key, i);

      g_array_append_val (order, row);
    }
  g_array_append_val (order, never);
  for (guint i = 0; i < never; i++)
    if (ls_order_key_get_row (self->key, i)->n_times == 0)
      g_array_append_val (order, i);
  g_array_unref (self->order);
  self->order = order;
  g_free (update_rows (self, NULL));
}

/* Marks what is in its place, and the first pair that is not. */
static void
mark_rows (LsLessonOrder *self,
           guint          first,
           guint          second)
{
  const gboolean is_right = first == G_MAXUINT && second == G_MAXUINT;
  const guint end = second != G_MAXUINT ? find_place (self, second) : find_place (self, get_n_rows (self));

  for (GtkWidget *row = gtk_widget_get_first_child (self->rows); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (row != self->never)
      {
        const guint index = get_index (self, row);
        LsOrderMark mark = LS_ORDER_MARK_NONE;

        if (self->is_answered && (is_right || find_place (self, index) < end))
          mark = LS_ORDER_MARK_RIGHT;
        else if (self->is_answered && (index == first || index == second))
          mark = LS_ORDER_MARK_WRONG;
        ls_lesson_order_row_set_mark (LS_LESSON_ORDER_ROW (row), self->is_answered, mark);
      }
}

static void
show_feedback (LsLessonOrder *self,
               gboolean       is_right,
               const char    *text)
{
  ls_lesson_verdict_show (LS_LESSON_VERDICT (self->verdict), self->page, is_right, text,
                          self->key != NULL && self->is_answered && !is_right);
}

static void
set_answered (LsLessonOrder *self,
              gboolean       is_answered)
{
  self->is_answered = is_answered;
  gtk_widget_set_visible (self->commit, !is_answered);
  gtk_widget_set_visible (self->help, !is_answered);
  update_never (self);
}

/* Says what came of the answer, and goes to where it shows. */
static void
judge (LsLessonOrder *self)
{
  g_autoptr (GArray) given = NULL;
  g_autofree char *mistake = NULL, *text = NULL;
  guint first, second;

  if (self->wants_solution)
    solve (self);
  given = list_given (self);
  mistake = ls_order_key_find_mistake (self->key, given, &first, &second);
  if (mistake != NULL)
    text = g_strdup_printf (_("Not quite. %s"), mistake);
  else if (self->wants_solution)
    text = g_strdup (_("This is the order."));
  else
    text = g_strdup (_("Correct."));
  set_answered (self, TRUE);
  mark_rows (self, first, second);
  show_feedback (self, mistake == NULL, text);
  if (self->is_restored)
    return;
  if (first == G_MAXUINT && ls_order_key_get_n_coming (self->key) > 0)
    first = ls_order_key_get_coming (self->key, 0);
  if (first != G_MAXUINT)
    g_signal_emit_by_name (self, "answered", (guint64) ls_order_key_get_row (self->key, first)->position,
                           ls_order_key_get_row (self->key, first)->task,
                           ls_lesson_outcome (mistake == NULL, self->wants_solution));
  ls_lesson_verdict_announce (LS_LESSON_VERDICT (self->verdict), GTK_WIDGET (self));
}

static void
found_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  LsLessonOrder *self = user_data;
  g_autoptr (GError) error = NULL;
  LsOrderKey *key = ls_lesson_key_find_finish (result, &error);

  /* Another page is shown, or the widget is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  gtk_widget_set_sensitive (self->commit, TRUE);
  self->key = key;
  if (key != NULL)
    judge (self);
  else
    show_feedback (self, FALSE, error->message);
}

/* Looks for the order once, since a run takes some time. */
static void
find_and_judge (LsLessonOrder *self)
{
  if (self->cancellable != NULL)
    return;
  /* The button that has the focus is about to go. */
  if (gtk_widget_is_focus (self->commit))
    gtk_widget_grab_focus (gtk_widget_get_first_child (self->rows));
  if (self->key != NULL)
    {
      judge (self);
      return;
    }
  self->cancellable = g_cancellable_new ();
  gtk_widget_set_sensitive (self->commit, FALSE);
  ls_lesson_key_find_async (self->page, self->run, self->cancellable, found_cb, self);
}

static void
commit (LsLessonOrder *self)
{
  if (self->page == NULL || self->is_answered)
    return;
  self->is_restored = FALSE;
  find_and_judge (self);
}

static void
on_again (LsLessonOrder *self)
{
  set_answered (self, FALSE);
  mark_rows (self, G_MAXUINT, G_MAXUINT);
  show_feedback (self, FALSE, NULL);
  g_signal_emit_by_name (self, "again");
  gtk_widget_grab_focus (gtk_widget_get_first_child (self->rows));
}

static void
on_solution (LsLessonOrder *self)
{
  self->wants_solution = TRUE;
  self->is_restored = FALSE;
  gtk_widget_grab_focus (gtk_widget_get_first_child (self->rows));
  find_and_judge (self);
  self->wants_solution = FALSE;
}

static void
add_row (LsLessonOrder *self,
         guint          index)
{
  GtkWidget *row = ls_lesson_order_row_new (index, self->page->rows[index]);

  g_signal_connect_swapped (row, "move", G_CALLBACK (on_move), self);
  gtk_list_box_append (GTK_LIST_BOX (self->rows), row);
}

static void
clear (LsLessonOrder *self)
{
  GtkWidget *next;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->run);
  g_clear_pointer (&self->key, ls_order_key_free);
  g_clear_pointer (&self->before, g_array_unref);
  self->page = NULL;
  self->dragged = NULL;
  for (GtkWidget *row = gtk_widget_get_first_child (self->rows); row != NULL; row = next)
    {
      next = gtk_widget_get_next_sibling (row);
      if (LS_IS_LESSON_ORDER_ROW (row))
        gtk_list_box_remove (GTK_LIST_BOX (self->rows), row);
    }
}

/**
 * ls_lesson_order_show:
 * @self: what is put into order
 * @page: (nullable): the page that asks for it; it must stay there until another one is shown
 * @run: (nullable): the run of the page, as the lesson has it
 * @order: (nullable) (element-type guint): how the rows stand; the number of rows stands for what parts off those that never come
 * @is_answered: whether the learner has given this answer before
 *
 * Shows what a page asks to put into order, and nothing if it asks for none.
 */
void
ls_lesson_order_show (LsLessonOrder      *self,
                      const LsLessonPage *page,
                      LsSession          *run,
                      GArray             *order,
                      gboolean            is_answered)
{
  g_return_if_fail (LS_IS_LESSON_ORDER (self));

  clear (self);
  g_array_set_size (self->order, 0);
  gtk_widget_set_visible (GTK_WIDGET (self), page != NULL && page->rows[0] != NULL && !page->rows_are_bars && run != NULL);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;

  self->page = page;
  self->run = g_object_ref (run);
  g_array_append_vals (self->order, order->data, order->len);
  ls_widget_show_prose (self->question, page->question);
  for (guint i = 0; i < get_n_rows (self); i++)
    add_row (self, i);
  g_free (update_rows (self, NULL));
  set_answered (self, is_answered);
  gtk_widget_set_sensitive (self->commit, TRUE);
  show_feedback (self, FALSE, NULL);
  self->is_restored = is_answered;
  if (is_answered)
    find_and_judge (self);
}

/**
 * ls_lesson_order_get:
 * @self: what is put into order
 *
 * Returns: (transfer full) (element-type guint): how the rows stand, as for ls_lesson_order_show()
 */
GArray *
ls_lesson_order_get (LsLessonOrder *self)
{
  g_return_val_if_fail (LS_IS_LESSON_ORDER (self), NULL);

  return g_array_copy (self->order);
}

static void
ls_lesson_order_dispose (GObject *object)
{
  LsLessonOrder *self = LS_LESSON_ORDER (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->run);
  g_clear_pointer (&self->key, ls_order_key_free);
  g_clear_pointer (&self->before, g_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_ORDER);

  G_OBJECT_CLASS (ls_lesson_order_parent_class)->dispose (object);
}

static void
ls_lesson_order_finalize (GObject *object)
{
  g_array_unref (LS_LESSON_ORDER (object)->order);

  G_OBJECT_CLASS (ls_lesson_order_parent_class)->finalize (object);
}

static void
ls_lesson_order_class_init (LsLessonOrderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_order_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_lesson_order_finalize;

  /**
   * LsLessonOrder::again:
   * @self: what is put into order
   *
   * The learner tries again.
   */
  g_signal_new ("again", LS_TYPE_LESSON_ORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsLessonOrder::answered:
   * @self: what is put into order
   * @position: where in the run of the page the answer shows first
   * @task: the task that runs there, or 0
   * @outcome: LsLessonOutcome
   *
   * The learner has given an answer, or asked for the solution.
   */
  g_signal_new ("answered", LS_TYPE_LESSON_ORDER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_UINT64, G_TYPE_UINT,
                G_TYPE_UINT);

  g_type_ensure (LS_TYPE_LESSON_VERDICT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-order.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, help);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, rows);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, never);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, slot);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, commit);
  gtk_widget_class_bind_template_child (widget_class, LsLessonOrder, verdict);
  gtk_widget_class_bind_template_callback (widget_class, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_solution);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_prepare);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_begin);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_end);
}

static void
ls_lesson_order_init (LsLessonOrder *self)
{
  GtkDropTarget *target = gtk_drop_target_new (LS_TYPE_LESSON_ORDER_ROW, GDK_ACTION_MOVE);

  self->order = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->rows), compare_rows, self, NULL);
  g_signal_connect_swapped (target, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
