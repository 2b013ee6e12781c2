/* ls-task-popover.c: all tasks of a queue, to search through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-popover.h"

#include <glib/gi18n.h>

#include "ls-id-list-model.h"
#include "ls-text.h"

/**
 * LsTaskPopover:
 *
 * A list of a queue's tasks, as they were when it was opened.
 */
struct _LsTaskPopover
{
  GtkPopover     parent_instance;

  GtkWidget     *search;
  GtkWidget     *list;
  GtkWidget     *count;

  LsPlayer      *player;        /* weak: the window's */
  GArray        *tasks;
  LsIdListModel *model;
};

G_DEFINE_FINAL_TYPE (LsTaskPopover, ls_task_popover, GTK_TYPE_POPOVER)

static void
update_list (LsTaskPopover *self)
{
  const char *search = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *needle = g_utf8_casefold (search, -1);
  g_autofree char *count = NULL;
  LsState *state;
  guint n_shown;

  if (self->player == NULL)
    return;

  state = ls_player_get_state (self->player);
  if (*needle == '\0')
    {
      ls_id_list_model_set_ids (self->model, (const guint32 *) self->tasks->data, self->tasks->len);
    }
  else
    {
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint i = 0; i < self->tasks->len; i++)
        {
          guint32 task = g_array_index (self->tasks, guint32, i);
          g_autofree char *name = ls_text_format_task (state, task);
          g_autofree char *folded = g_utf8_casefold (name, -1);

          if (strstr (folded, needle) != NULL)
            g_array_append_val (found, task);
        }
      ls_id_list_model_set_ids (self->model, (const guint32 *) found->data, found->len);
    }

  n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  if (n_shown == self->tasks->len)
    count = g_strdup_printf (ngettext ("%u task", "%u tasks", n_shown), n_shown);
  else
    count = g_strdup_printf (_("%u of %u tasks"), n_shown, self->tasks->len);
  gtk_label_set_label (GTK_LABEL (self->count), count);
}

static void
on_search_changed (LsTaskPopover *self)
{
  update_list (self);
}

static void
on_activate (LsTaskPopover *self,
             guint          position)
{
  if (self->player != NULL)
    ls_player_select (self->player, LS_SELECTION_TASK, ls_id_list_model_get_id (self->model, position));
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
setup_row (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_row (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          LsTaskPopover            *self)
{
  guint32 task = ls_id_list_model_get_id (self->model, gtk_list_item_get_position (item));
  LsState *state = ls_player_get_state (self->player);
  const LsTaskState *data = ls_state_get_task (state, task);
  g_autofree char *name = ls_text_format_task (state, task);
  g_autofree char *text = g_strdup_printf ("%u  %s", data != NULL ? data->enqueue_order : task, name);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
}

static void
ls_task_popover_dispose (GObject *object)
{
  LsTaskPopover *self = LS_TASK_POPOVER (object);

  g_clear_weak_pointer (&self->player);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ls_task_popover_parent_class)->dispose (object);
}

static void
ls_task_popover_finalize (GObject *object)
{
  LsTaskPopover *self = LS_TASK_POPOVER (object);

  g_clear_pointer (&self->tasks, g_array_unref);

  G_OBJECT_CLASS (ls_task_popover_parent_class)->finalize (object);
}

static void
ls_task_popover_class_init (LsTaskPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_task_popover_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_task_popover_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-task-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTaskPopover, search);
  gtk_widget_class_bind_template_child (widget_class, LsTaskPopover, list);
  gtk_widget_class_bind_template_child (widget_class, LsTaskPopover, count);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
ls_task_popover_init (LsTaskPopover *self)
{
  GtkListItemFactory *factory;
  g_autoptr (GtkSelectionModel) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->model = ls_id_list_model_new ();
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->model))));
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, G_CONNECT_DEFAULT);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
  g_object_unref (factory);
}

GtkWidget *
ls_task_popover_new (void)
{
  return g_object_new (LS_TYPE_TASK_POPOVER, NULL);
}

/**
 * ls_task_popover_set_queue:
 * @self: a popover
 * @player: where the queue is
 * @queue: a scheduler task queue
 *
 * Lists the tasks that @queue has now.
 */
void
ls_task_popover_set_queue (LsTaskPopover *self,
                           LsPlayer      *player,
                           guint32        queue)
{
  LsState *state = ls_player_get_state (player);
  const LsQueueState *data = ls_state_get_queue (state, queue);

  g_set_weak_pointer (&self->player, player);
  g_array_set_size (self->tasks, 0);
  for (guint32 task = data != NULL ? data->tasks.first : 0; task != 0; task = ls_state_get_task (state, task)->next)
    g_array_append_val (self->tasks, task);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  update_list (self);
}

/**
 * ls_task_popover_get_n_shown:
 * @self: a popover
 *
 * Returns: how many tasks match the search
 */
guint
ls_task_popover_get_n_shown (LsTaskPopover *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->model));
}
