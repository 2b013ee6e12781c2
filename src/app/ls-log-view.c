/* ls-log-view.c: what the program printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-log-view.h"

#include <glib/gi18n.h>

#include "ls-record-list-model.h"
#include "ls-text.h"

/**
 * LsLogView:
 *
 * The lines that the program printed in the whole run, as far as it is known. Those that lie after the position are
 * dimmed. A line that is chosen goes to where it was printed.
 */
struct _LsLogView
{
  GtkWidget          parent_instance;

  GtkWidget         *stack;
  GtkWidget         *list;

  LsPlayer          *player;
  LsRecordListModel *model;
  GPtrArray         *bound;       /* (element-type GtkListItem) */
};

G_DEFINE_FINAL_TYPE (LsLogView, ls_log_view, GTK_TYPE_WIDGET)

static void
update_line (LsLogView   *self,
             GtkListItem *list_item)
{
  LsRecordItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *row = gtk_list_item_get_child (list_item);

  if (ls_record_item_get_position (item) >= ls_player_get_position (self->player))
    gtk_widget_add_css_class (row, "future");
  else
    gtk_widget_remove_css_class (row, "future");
}

static void
update_lines (LsLogView *self)
{
  for (guint i = 0; i < self->bound->len; i++)
    update_line (self, g_ptr_array_index (self->bound, i));
}

static void
setup_line (GtkSignalListItemFactory *factory,
            GtkListItem              *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *time = gtk_label_new (NULL);
  GtkWidget *text = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (time), 1);
  gtk_label_set_width_chars (GTK_LABEL (time), 10);
  gtk_widget_add_css_class (time, "dim-label");
  gtk_widget_add_css_class (time, "numeric");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (text, "monospace");
  gtk_box_append (GTK_BOX (row), time);
  gtk_box_append (GTK_BOX (row), text);
  gtk_list_item_set_child (item, row);
}

static void
bind_line (LsLogView   *self,
           GtkListItem *list_item)
{
  const LsRecord *record = ls_record_item_get_record (gtk_list_item_get_item (list_item));
  GtkWidget *time = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));
  GtkWidget *text = gtk_widget_get_next_sibling (time);
  g_autofree char *formatted = ls_text_format_time (record->time);
  const char *string = record->text != 0 ? ls_trace_get_text (ls_player_get_trace (self->player), record->text) : "";

  gtk_label_set_label (GTK_LABEL (time), formatted);
  gtk_label_set_label (GTK_LABEL (text), string);
  gtk_widget_set_tooltip_text (text, string);
  g_ptr_array_add (self->bound, list_item);
  update_line (self, list_item);
}

static void
unbind_line (LsLogView   *self,
             GtkListItem *list_item)
{
  g_ptr_array_remove_fast (self->bound, list_item);
}

static void
on_activate (LsLogView *self,
             guint      index)
{
  g_autoptr (LsRecordItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), index);

  if (item != NULL && self->player != NULL)
    {
      ls_player_set_running (self->player, FALSE);
      ls_player_seek (self->player, ls_record_item_get_position (item) + 1);
    }
}

static void
on_items_changed (LsLogView *self)
{
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0;

  if (self->stack != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), empty ? "empty" : "list");
}

static void
ls_log_view_dispose (GObject *object)
{
  LsLogView *self = LS_LOG_VIEW (object);
  GtkWidget *child;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  self->stack = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_log_view_parent_class)->dispose (object);
}

static void
ls_log_view_finalize (GObject *object)
{
  g_clear_pointer (&LS_LOG_VIEW (object)->bound, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_log_view_parent_class)->finalize (object);
}

static void
ls_log_view_class_init (LsLogViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_log_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_log_view_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-log-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLogView, stack);
  gtk_widget_class_bind_template_child (widget_class, LsLogView, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
ls_log_view_init (LsLogView *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->bound = g_ptr_array_new ();
  self->model = ls_record_list_model_new (LS_RECORD_LOG);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->model))));
  g_signal_connect_swapped (self->model, "items-changed", G_CALLBACK (on_items_changed), self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_line), NULL);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (bind_line), self);
  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (unbind_line), self);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
  g_object_unref (factory);
}

/**
 * ls_log_view_set_player:
 * @self: a log
 * @player: whose trace to show
 *
 * Shows what was printed in @player's trace.
 */
void
ls_log_view_set_player (LsLogView *self,
                        LsPlayer  *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (update_lines), self);
  ls_record_list_model_set_player (self->model, player);
}
