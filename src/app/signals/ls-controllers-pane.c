/* ls-controllers-pane.c: the controllers that can be acted on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-controllers-pane.h"

#include "ls-controller-row.h"
#include "ls-id-list-model.h"
#include "ls-row-list.h"
#include "ls-widget.h"

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
};

G_DEFINE_FINAL_TYPE (LsControllersPane, ls_controllers_pane, GTK_TYPE_BOX)

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsControllersPane *self = user_data;

  ls_controller_row_update (LS_CONTROLLER_ROW (gtk_list_item_get_child (item)), self->player,
                            ls_id_item_get_id (LS_ID_ITEM (gtk_list_item_get_item (item))));
}

static void
update (LsControllersPane *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 signal = 0; (signal = ls_state_find_next_signal (state, signal)) != 0;)
    {
      const LsSignalState *data = ls_state_get_signal (state, signal);

      if (data != NULL && data->exists && data->flags & LS_RECORD_FLAG_CONTROLLER)
        g_array_append_val (ids, signal);
    }

  ls_id_list_model_set_ids (self->model, (const guint32 *) ids->data, ids->len);
  ls_row_list_update (GTK_LIST_VIEW (self->list));

  ls_widget_print (self->count, "%u", ids->len);
  /* The list's parent is the widget in which it scrolls. */
  gtk_widget_set_visible (gtk_widget_get_parent (self->list), ids->len > 0);
  gtk_widget_set_visible (self->empty, ids->len == 0);
}

static GtkWidget *
new_row (void)
{
  return g_object_new (LS_TYPE_CONTROLLER_ROW, NULL);
}

/* Only the widgets in a row do something. */
static void
bind_row (GtkListItem *item,
          gpointer     user_data)
{
  gtk_list_item_set_activatable (item, FALSE);
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
ls_controllers_pane_class_init (LsControllersPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_controllers_pane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-controllers-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsControllersPane, count);
  gtk_widget_class_bind_template_child (widget_class, LsControllersPane, list);
  gtk_widget_class_bind_template_child (widget_class, LsControllersPane, empty);
}

static void
ls_controllers_pane_init (LsControllersPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->model = ls_id_list_model_new ();
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->model), new_row, bind_row, update_row, self);
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
