/* ls-comparison-view.c: the orders of two runs side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-comparison-view.h"

#include <glib/gi18n.h>

#include "ls-comparison-timeline.h"
#include "ls-id-list-model.h"
#include "ls-list-scroll.h"
#include "ls-text.h"
#include "ls-timeline-ruler.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsComparisonView:
 *
 * Shows two runs as two columns. Each row has what both runs ran there, and says in words what differs. The view marks the first
 * difference, and tells how long both runs took and how long their tasks waited. The "row-selected" signal hands over the row
 * that the user chose. The view formats a row when it is shown, so the cost does not depend on the number of rows. A button
 * activates the action "what-if.open" of the pane that contains the view.
 */
struct _LsComparisonView
{
  GtkBox              parent_instance;

  GtkWidget          *title;
  GtkWidget          *totals;
  GtkWidget          *scroller;
  GtkWidget          *view;
  GtkWidget          *ruler;
  GtkWidget          *timeline;

  LsComparison       *comparison;
  LsIdListModel      *model;       /* row numbers, from 1 */
  GtkSingleSelection *selection;
  gboolean            updating;
};

static guint row_selected_signal;

G_DEFINE_FINAL_TYPE (LsComparisonView, ls_comparison_view, GTK_TYPE_BOX)

typedef enum
{
  COLUMN_ROW,
  COLUMN_LEFT,
  COLUMN_RIGHT,
  COLUMN_DIFFERENCE,
  N_COLUMNS
} Column;

static const struct
{
  const char *title;
  int         width;      /* -1 for what the others leave */
} columns[N_COLUMNS] = {
  [COLUMN_ROW] = { N_("Row"), 54 },
  [COLUMN_LEFT] = { N_("This Run"), -1 },
  [COLUMN_RIGHT] = { N_("With the Change"), -1 },
  [COLUMN_DIFFERENCE] = { N_("Difference"), 180 },
};

static char *
format_task (LsComparisonView     *self,
             LsComparisonSide      side,
             const LsComparedTask *task)
{
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *time = NULL;

  if (task->task == 0)
    return NULL;
  name = ls_comparison_dup_name (self->comparison, side, task);
  shown = ls_text_shorten (name);
  time = ls_text_format_time (task->started_at);
  return g_strdup_printf ("%s · %s · %s", time, shown,
                          ls_task_priority_is_valid (task->priority) ? ls_task_priority_to_string (task->priority)
                                                                : ls_queue_type_to_string (task->queue_type));
}

static char *
format_moved (const LsComparisonRow *data)
{
  guint n = (guint) MIN (ABS (data->moved_by), G_MAXUINT);

  if (data->moved_by < 0)
    return g_strdup_printf (ngettext ("%u place earlier: row %u", "%u places earlier: row %u", n), n,
                            data->other_row + 1);
  return g_strdup_printf (ngettext ("%u place later: row %u", "%u places later: row %u", n), n, data->other_row + 1);
}

static char *
format_time_difference (const LsComparisonRow *data)
{
  gboolean later = data->right.started_at > data->left.started_at;
  g_autofree char *time = ls_text_format_time (later ? data->right.started_at - data->left.started_at
                                                     : data->left.started_at - data->right.started_at);

  return g_strdup_printf (later ? _("%s later") : _("%s earlier"), time);
}

static char *
format_difference (const LsComparisonRow *data)
{
  switch (data->kind)
    {
    case LS_COMPARISON_TIME:
      return format_time_difference (data);
    case LS_COMPARISON_PRIORITY:
      return g_strdup (_("different priority"));
    case LS_COMPARISON_MOVED:
      /* A task that has moved stands in two rows. Each row names the other one. */
      return data->left.task != 0 ? format_moved (data)
                                  : g_strdup_printf (_("moved: row %u"), data->other_row + 1);
    case LS_COMPARISON_ONLY_LEFT:
      return g_strdup (_("only in this run"));
    case LS_COMPARISON_ONLY_RIGHT:
      return g_strdup (_("only in the changed run"));
    case LS_COMPARISON_SAME:
    default:
      return NULL;
    }
}

static char *
format_cell (LsComparisonView      *self,
             guint32                row,
             const LsComparisonRow *data,
             Column                 column)
{
  switch (column)
    {
    case COLUMN_ROW:
      return g_strdup_printf ("%s%u", row == ls_comparison_get_first_difference (self->comparison) ? "▶ " : "", row + 1);
    case COLUMN_LEFT:
      return format_task (self, LS_COMPARISON_LEFT, &data->left);
    case COLUMN_RIGHT:
      return format_task (self, LS_COMPARISON_RIGHT, &data->right);
    case COLUMN_DIFFERENCE:
    case N_COLUMNS:
    default:
      return format_difference (data);
    }
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LsComparisonView         *self)
{
  Column column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
  GtkWidget *label = gtk_list_item_get_child (item);
  guint32 row = ls_id_item_get_id (LS_ID_ITEM (gtk_list_item_get_item (item))) - 1;
  LsComparisonRow data;
  g_autofree char *text = NULL;

  if (self->comparison == NULL || row >= ls_comparison_get_n_rows (self->comparison))
    return;
  ls_comparison_get_row (self->comparison, row, &data);
  text = format_cell (self, row, &data, column);
  gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : "");
  ls_widget_set_tooltip (label, text);
  ls_widget_set_class (label, "dim-label", data.kind == LS_COMPARISON_SAME);
  ls_widget_set_class (label, "first", row == ls_comparison_get_first_difference (self->comparison));
}

static void
append_columns (LsComparisonView *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (i));
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), NULL);
      g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cell), self, G_CONNECT_DEFAULT);
      column = gtk_column_view_column_new (_(columns[i].title), factory);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (columns[i].width > 0)
        gtk_column_view_column_set_fixed_width (column, columns[i].width);
      else
        gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
    }
}

static void
add_total (LsComparisonView *self,
           const char       *title,
           guint64           left,
           guint64           right)
{
  g_autofree char *left_text = ls_text_format_time (left);
  g_autofree char *right_text = ls_text_format_time (right);
  /* Translators: what is measured, then of this run, then of the changed one */
  g_autofree char *text = left == right ? g_strdup_printf (_("%s: %s"), title, left_text)
                                        : g_strdup_printf (_("%s: %s → %s"), title, left_text, right_text);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_add_css_class (label, "total");
  if (left == right)
    gtk_widget_add_css_class (label, "dim-label");
  ls_wrap_box_append (LS_WRAP_BOX (self->totals), label);
}

static void
show_totals (LsComparisonView *self)
{
  LsComparisonTotals left, right;

  ls_widget_remove_children (self->totals);
  ls_comparison_get_totals (self->comparison, LS_COMPARISON_LEFT, &left);
  ls_comparison_get_totals (self->comparison, LS_COMPARISON_RIGHT, &right);

  add_total (self, _("Finished at"), left.time, right.time);
  add_total (self, _("Longest wait"), left.all.longest, right.all.longest);
  add_total (self, _("All waits"), left.all.total, right.all.total);
  for (guint i = LS_TASK_PRIORITY_USER_BLOCKING; i >= LS_TASK_PRIORITY_BACKGROUND; i--)
    if (left.waits[i].n_tasks > 0 || right.waits[i].n_tasks > 0)
      add_total (self, ls_task_priority_to_string (i), left.waits[i].total, right.waits[i].total);
}

static void
on_copy (LsComparisonView *self)
{
  g_autofree char *text = ls_comparison_view_dup_text (self);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_selected_changed (LsComparisonView *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  ls_comparison_timeline_set_row (LS_COMPARISON_TIMELINE (self->timeline),
                                  selected != GTK_INVALID_LIST_POSITION ? selected : LS_COMPARISON_NONE);
  if (!self->updating && selected != GTK_INVALID_LIST_POSITION && self->comparison != NULL)
    g_signal_emit (self, row_selected_signal, 0, selected);
}

/* Selects a row and scrolls to it. The view does not emit "row-selected" for it. */
static void
show_row (LsComparisonView *self,
          guint32           row)
{
  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection, row);
  self->updating = FALSE;
  ls_list_scroll_to (self->scroller, G_LIST_MODEL (self->model), row);
}

/* The user has clicked a task: the table goes to its row, and the window to where it ran. */
static void
on_timeline_selected (LsComparisonView *self,
                      guint             row)
{
  show_row (self, row);
  g_signal_emit (self, row_selected_signal, 0, row);
}

static void
ls_comparison_view_dispose (GObject *object)
{
  LsComparisonView *self = LS_COMPARISON_VIEW (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_pointer (&self->comparison, ls_comparison_unref);

  G_OBJECT_CLASS (ls_comparison_view_parent_class)->dispose (object);
}

static void
ls_comparison_view_class_init (LsComparisonViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_comparison_view_dispose;

  row_selected_signal = g_signal_new ("row-selected", LS_TYPE_COMPARISON_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_COMPARISON_TIMELINE);
  g_type_ensure (LS_TYPE_TIMELINE_RULER);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-comparison-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsComparisonView, title);
  gtk_widget_class_bind_template_child (widget_class, LsComparisonView, totals);
  gtk_widget_class_bind_template_child (widget_class, LsComparisonView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsComparisonView, view);
  gtk_widget_class_bind_template_child (widget_class, LsComparisonView, ruler);
  gtk_widget_class_bind_template_child (widget_class, LsComparisonView, timeline);
  gtk_widget_class_bind_template_callback (widget_class, on_timeline_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, ls_comparison_view_next);
}

static void
ls_comparison_view_init (LsComparisonView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_widget_hide_when_empty (self->title);
  ls_timeline_ruler_set_scene (LS_TIMELINE_RULER (self->ruler),
                               ls_comparison_timeline_get_scene (LS_COMPARISON_TIMELINE (self->timeline), LS_COMPARISON_LEFT));

  self->model = ls_id_list_model_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected_changed), self, G_CONNECT_SWAPPED);
  append_columns (self);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
}

/**
 * ls_comparison_view_set_comparison:
 * @self: a view
 * @comparison: (nullable): the comparison to show
 * @title: (nullable): what is different in the right one of its runs
 *
 * Shows two runs and goes to their first difference.
 */
void
ls_comparison_view_set_comparison (LsComparisonView *self,
                                   LsComparison     *comparison,
                                   const char       *title)
{
  g_autofree guint32 *rows = NULL;
  guint32 n_rows = comparison != NULL ? ls_comparison_get_n_rows (comparison) : 0;

  /* The model cannot tell the rows of one comparison from those of another. */
  self->updating = TRUE;
  ls_id_list_model_set_ids (self->model, NULL, 0);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  ls_comparison_timeline_set_comparison (LS_COMPARISON_TIMELINE (self->timeline), comparison);
  if (comparison != NULL)
    {
      self->comparison = ls_comparison_ref (comparison);
      gtk_label_set_label (GTK_LABEL (self->title), title);
      ls_widget_set_tooltip (self->title, title);
      show_totals (self);
    }
  rows = g_new (guint32, MAX (n_rows, 1));
  for (guint32 i = 0; i < n_rows; i++)
    rows[i] = i + 1;
  ls_id_list_model_set_ids (self->model, rows, n_rows);
  self->updating = FALSE;
  if (comparison != NULL && ls_comparison_get_first_difference (comparison) != LS_COMPARISON_NONE)
    show_row (self, ls_comparison_get_first_difference (comparison));
}

/**
 * ls_comparison_view_get_comparison:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): the comparison that the view shows
 */
LsComparison *
ls_comparison_view_get_comparison (LsComparisonView *self)
{
  return self->comparison;
}

/**
 * ls_comparison_view_dup_text:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): the comparison as plain text, %NULL if the view shows none
 */
char *
ls_comparison_view_dup_text (LsComparisonView *self)
{
  return self->comparison != NULL
         ? ls_comparison_to_text (self->comparison, _("This run"), gtk_label_get_label (GTK_LABEL (self->title))) : NULL;
}

/**
 * ls_comparison_view_next:
 * @self: a view
 *
 * Goes to the next difference below the selected row, as if the user had chosen it. After the last difference it goes to the first.
 *
 * Returns: whether there is a difference to go to
 */
gboolean
ls_comparison_view_next (LsComparisonView *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);
  guint32 row;

  if (self->comparison == NULL)
    return FALSE;
  row = selected == GTK_INVALID_LIST_POSITION ? ls_comparison_get_first_difference (self->comparison)
                                              : ls_comparison_find_next_difference (self->comparison, selected);
  if (row == LS_COMPARISON_NONE)
    row = ls_comparison_get_first_difference (self->comparison);
  if (row == LS_COMPARISON_NONE)
    return FALSE;
  show_row (self, row);
  g_signal_emit (self, row_selected_signal, 0, row);
  return TRUE;
}
