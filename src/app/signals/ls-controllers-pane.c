/* ls-controllers-pane.c: the controllers that can be acted on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-controllers-pane.h"

#include "ls-controller-row.h"
#include "ls-id-list-model.h"

/**
 * LsControllersPane:
 *
 * The pane lists the controllers that exist at the player's position.
 */
struct _LsControllersPane
{
  GtkBox         parent_instance;

  GtkWidget     *count;
  GtkWidget     *list;
  GtkWidget     *empty;

  LsPlayer      *player;
  LsIdListModel *model;
  GPtrArray     *bound;      /* (element-type GtkListItem) */
};

G_DEFINE_FINAL_TYPE (LsControllersPane, ls_controllers_pane, GTK_TYPE_BOX)

static void
update_row (LsControllersPane *self,
            GtkListItem       *item)
{
  ls_controller_row_update (LS_CONTROLLER_ROW (gtk_list_item_get_child (item)), self->player,
                            ls_id_item_get_id (LS_ID_ITEM (gtk_list_item_get_item (item))));
}

static void
update (LsControllersPane *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *count = NULL;

  for (guint32 signal = 0; (signal = ls_state_find_next_signal (state, signal)) != 0;)
    {
      const LsSignalState *data = ls_state_get_signal (state, signal);

      if (data != NULL && data->exists && data->flags & LS_RECORD_FLAG_CONTROLLER)
        g_array_append_val (ids, signal);
    }

  ls_id_list_model_set_ids (self->model, (const guint32 *) ids->data, ids->len);
  for (guint i = 0; i < self->bound->len; i++)
    update_row (self, g_ptr_array_index (self->bound, i));

  count = g_strdup_printf ("%u", ids->len);
  gtk_label_set_label (GTK_LABEL (self->count), count);
  /* The list's parent is the widget in which it scrolls. */
  gtk_widget_set_visible (gtk_widget_get_parent (self->list), ids->len > 0);
  gtk_widget_set_visible (self->empty, ids->len == 0);
}

static void
setup_row (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  gtk_list_item_set_activatable (item, FALSE);
  gtk_list_item_set_child (item, g_object_new (LS_TYPE_CONTROLLER_ROW, NULL));
}

static void
bind_row (LsControllersPane *self,
          GtkListItem       *item)
{
  g_ptr_array_add (self->bound, item);
  update_row (self, item);
}

static void
unbind_row (LsControllersPane *self,
            GtkListItem       *item)
{
  g_ptr_array_remove_fast (self->bound, item);
}

static void
ls_controllers_pane_dispose (GObject *object)
{
  LsControllersPane *self = LS_CONTROLLERS_PANE (object);

  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_controllers_pane_parent_class)->dispose (object);
}

static void
ls_controllers_pane_finalize (GObject *object)
{
  g_clear_pointer (&LS_CONTROLLERS_PANE (object)->bound, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_controllers_pane_parent_class)->finalize (object);
}

static void
ls_controllers_pane_class_init (LsControllersPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_controllers_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_controllers_pane_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-controllers-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsControllersPane, count);
  gtk_widget_class_bind_template_child (widget_class, LsControllersPane, list);
  gtk_widget_class_bind_template_child (widget_class, LsControllersPane, empty);
}

static void
ls_controllers_pane_init (LsControllersPane *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkSelectionModel) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->bound = g_ptr_array_new ();
  self->model = ls_id_list_model_new ();
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->model))));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
  g_object_unref (factory);
}

/**
 * ls_controllers_pane_set_player:
 * @self: a pane
 * @player: the player to show
 *
 * Shows the controllers at @player's position, now and after each move.
 */
void
ls_controllers_pane_set_player (LsControllersPane *self,
                                LsPlayer          *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
