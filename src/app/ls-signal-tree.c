/* ls-signal-tree.c: signals and what depends on them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-tree.h"

#include <glib/gi18n.h>

#include "ls-id-list-model.h"
#include "ls-signal-row.h"
#include "ls-text.h"

/**
 * LsSignalTree:
 *
 * The signals that are alive at the player's position. A signal stands below the source of its priority, and once more,
 * marked, below each other signal whose abort aborts it.
 */
struct _LsSignalTree
{
  GtkWidget           parent_instance;

  GtkWidget          *count;
  GtkWidget          *list;
  GtkWidget          *empty;

  LsPlayer           *player;
  LsIdListModel      *model;        /* a row is a number: see ROW() */
  GtkSingleSelection *selection;
  GPtrArray          *bound;        /* (element-type GtkListItem) */
  gboolean            updating;
};

/* A row is a number: the signal, how deep it is, and whether it is there for abort only. */
#define ROW(signal, depth, abort_only) ((signal) << 4 | MIN (depth, 7) << 1 | (abort_only))
#define ROW_SIGNAL(row) ((row) >> 4)
#define ROW_DEPTH(row) ((row) >> 1 & 7)
#define ROW_ABORT_ONLY(row) ((row) & 1)

G_DEFINE_FINAL_TYPE (LsSignalTree, ls_signal_tree, GTK_TYPE_WIDGET)

typedef struct
{
  LsState    *state;
  GHashTable *by_priority;     /* source → GArray of signals */
  GHashTable *by_abort;
  GArray     *rows;
  guint       n_signals;
} Collector;

static gboolean
is_shown (const LsSignalState *signal)
{
  return signal != NULL && signal->exists && !(signal->flags & LS_RECORD_FLAG_INTERNAL);
}

static void
add_dependent (GHashTable *dependents,
               guint32     source,
               guint32     signal)
{
  GArray *array = g_hash_table_lookup (dependents, GUINT_TO_POINTER (source));

  if (array == NULL)
    {
      array = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (dependents, GUINT_TO_POINTER (source), array);
    }
  g_array_append_val (array, signal);
}

static void
append_rows (Collector *collector,
             guint32    signal,
             guint      depth)
{
  GArray *children[2] = { g_hash_table_lookup (collector->by_priority, GUINT_TO_POINTER (signal)),
                          g_hash_table_lookup (collector->by_abort, GUINT_TO_POINTER (signal)) };
  guint32 row = ROW (signal, depth, 0);

  g_array_append_val (collector->rows, row);
  if (depth >= 7)
    return;
  for (guint i = 0; children[0] != NULL && i < children[0]->len; i++)
    append_rows (collector, g_array_index (children[0], guint32, i), depth + 1);
  for (guint i = 0; children[1] != NULL && i < children[1]->len; i++)
    {
      row = ROW (g_array_index (children[1], guint32, i), depth + 1, 1);
      g_array_append_val (collector->rows, row);
    }
}

static gboolean
is_live (LsState *state,
         guint32  signal)
{
  return signal != 0 && is_shown (ls_state_get_signal (state, signal));
}

static void
collect (Collector *collector)
{
  LsState *state = collector->state;
  guint32 n_signals = ls_state_get_n_signals (state);
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 signal = 1; signal <= n_signals; signal++)
    {
      const LsSignalState *data = ls_state_get_signal (state, signal);
      const guint32 *sources;
      guint n_sources = 0;
      guint32 parent = 0;

      if (!is_shown (data))
        continue;
      collector->n_signals++;
      if (is_live (state, data->source))
        {
          parent = data->source;
          add_dependent (collector->by_priority, parent, signal);
        }
      sources = ls_state_get_abort_sources (state, signal, &n_sources);
      for (guint i = 0; i < n_sources; i++)
        if (sources[i] != parent && is_live (state, sources[i]))
          add_dependent (collector->by_abort, sources[i], signal);
      if (parent == 0)
        g_array_append_val (roots, signal);
    }

  for (guint i = 0; i < roots->len; i++)
    append_rows (collector, g_array_index (roots, guint32, i), 0);
}

static void
update_row (LsSignalTree *self,
            GtkListItem  *item)
{
  guint32 row = ls_id_item_get_id (LS_ID_ITEM (gtk_list_item_get_item (item)));

  ls_signal_row_update (LS_SIGNAL_ROW (gtk_list_item_get_child (item)), self->player, ROW_SIGNAL (row),
                        ROW_DEPTH (row), ROW_ABORT_ONLY (row));
}

static void
select_current (LsSignalTree *self)
{
  guint32 id = 0;
  guint selected = GTK_INVALID_LIST_POSITION;

  if (ls_player_get_selection (self->player, &id) == LS_SELECTION_SIGNAL)
    {
      guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));

      for (guint i = 0; i < n_rows && selected == GTK_INVALID_LIST_POSITION; i++)
        if (ROW_SIGNAL (ls_id_list_model_get_id (self->model, i)) == id)
          selected = i;
    }

  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection, selected);
  self->updating = FALSE;
}

static void
update (LsSignalTree *self)
{
  Collector collector = { .state = ls_player_get_state (self->player) };
  g_autofree char *count = NULL;

  collector.by_priority = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  collector.by_abort = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  collector.rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  collect (&collector);

  self->updating = TRUE;
  ls_id_list_model_set_ids (self->model, (const guint32 *) collector.rows->data, collector.rows->len);
  self->updating = FALSE;
  for (guint i = 0; i < self->bound->len; i++)
    update_row (self, g_ptr_array_index (self->bound, i));
  select_current (self);

  count = g_strdup_printf ("%u", collector.n_signals);
  gtk_label_set_label (GTK_LABEL (self->count), count);
  gtk_widget_set_visible (self->empty, collector.rows->len == 0);
  gtk_widget_set_visible (self->list, collector.rows->len > 0);

  g_array_unref (collector.rows);
  g_hash_table_unref (collector.by_priority);
  g_hash_table_unref (collector.by_abort);
}

static void
setup_row (GtkSignalListItemFactory *factory,
           GtkListItem              *item)
{
  gtk_list_item_set_child (item, ls_signal_row_new ());
}

static void
bind_row (LsSignalTree *self,
          GtkListItem  *item)
{
  g_ptr_array_add (self->bound, item);
  update_row (self, item);
}

static void
unbind_row (LsSignalTree *self,
            GtkListItem  *item)
{
  g_ptr_array_remove_fast (self->bound, item);
}

static void
on_selected_changed (LsSignalTree *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (!self->updating && selected != GTK_INVALID_LIST_POSITION && self->player != NULL)
    ls_player_select (self->player, LS_SELECTION_SIGNAL, ROW_SIGNAL (ls_id_list_model_get_id (self->model, selected)));
}

static void
ls_signal_tree_dispose (GObject *object)
{
  LsSignalTree *self = LS_SIGNAL_TREE (object);
  GtkWidget *child;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ls_signal_tree_parent_class)->dispose (object);
}

static void
ls_signal_tree_finalize (GObject *object)
{
  g_clear_pointer (&LS_SIGNAL_TREE (object)->bound, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_signal_tree_parent_class)->finalize (object);
}

static void
ls_signal_tree_class_init (LsSignalTreeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_signal_tree_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_signal_tree_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-signal-tree.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSignalTree, count);
  gtk_widget_class_bind_template_child (widget_class, LsSignalTree, list);
  gtk_widget_class_bind_template_child (widget_class, LsSignalTree, empty);
}

static void
ls_signal_tree_init (LsSignalTree *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));

  self->bound = g_ptr_array_new ();
  self->model = ls_id_list_model_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected_changed), self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (self->selection));
  g_object_unref (factory);
}

/**
 * ls_signal_tree_set_player:
 * @self: a tree
 * @player: what to show
 *
 * Shows the signals at @player's position, now and after each move.
 */
void
ls_signal_tree_set_player (LsSignalTree *self,
                           LsPlayer     *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (player, "selection-changed", G_CALLBACK (select_current), self);
  update (self);
}
