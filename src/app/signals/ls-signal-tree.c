/* ls-signal-tree.c: signals and what depends on them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-signal-tree-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-row-list.h"
#include "ls-text.h"
#include "ls-widget.h"

/* Rows that are deeper are indented by this depth. */
#define MAX_DEPTH 7
/* The search appears only if there are more signals than this. */
#define N_WITHOUT_SEARCH 12

/* A row of the tree. */
typedef struct
{
  guint32 signal;
  guint32 parent;
  guint8  depth;
  guint8  relation;   /* LsSignalRelation */
  guint8  turn;       /* LsSignalTurn */
} Row;

/**
 * LsSignalTree:
 *
 * The tree of the signals that are alive at the player's position. A signal appears below the source of its priority. It appears
 * again below each other signal whose abort aborts it. Words and pictures tell the two apart. While a change of priority runs
 * through the tree, the rows say which signal it has reached and which comes next. A label names the clause.
 */
G_DEFINE_FINAL_TYPE (LsSignalTree, ls_signal_tree, GTK_TYPE_BOX)

/* A link from a signal to a dependent. The links of each signal form a list. */
typedef struct
{
  guint32 signal;
  guint32 next;       /* index of the next link of the same signal, or 0 */
  guint8  relation;
} Link;

typedef struct
{
  LsState     *state;
  GArray      *links;        /* from 1 */
  guint32     *first, *last; /* index of the first and last link of each signal */
  GArray      *rows;
  guint        n_signals;
  gboolean     is_changing;  /* a change of priority runs through the tree */
  const char  *needle;       /* casefolded */
} Collector;

static void
add_link (Collector        *self,
          guint32           parent,
          guint32           signal,
          LsSignalRelation  relation)
{
  Link link = { .signal = signal, .relation = relation };
  guint32 index = self->links->len;

  g_array_append_val (self->links, link);
  if (self->last[parent] != 0)
    g_array_index (self->links, Link, self->last[parent]).next = index;
  else
    self->first[parent] = index;
  self->last[parent] = index;
}

static gboolean
is_live (Collector *self,
         guint32    signal)
{
  return signal != 0 && ls_signal_row_is_shown (ls_state_get_signal (self->state, signal));
}

/* Returns whether a dependent still waits for its turn in a change of priority. Its priority differs from its source's only
 * then. */
static gboolean
is_due (Collector *self,
        guint32    signal)
{
  const LsSignalState *data = ls_state_get_signal (self->state, signal);

  return data->source != 0 && is_live (self, data->source) &&
         ls_state_get_signal (self->state, data->source)->priority != data->priority;
}

static gboolean
matches (Collector *self,
         guint32    signal)
{
  g_autofree char *name = NULL;
  g_autofree char *folded = NULL;

  if (*self->needle == '\0')
    return TRUE;
  name = ls_text_format_signal (self->state, signal);
  folded = g_utf8_casefold (name, -1);
  return strstr (folded, self->needle) != NULL;
}

static void
append_rows (Collector        *self,
             guint32           signal,
             guint32           parent,
             guint             depth,
             LsSignalRelation  relation,
             LsSignalTurn      turn)
{
  Row row = { .signal = signal, .parent = parent, .depth = MIN (depth, MAX_DEPTH), .relation = relation, .turn = turn };
  LsSignalTurn child_turn = LS_SIGNAL_TURN_NEXT;

  if (matches (self, signal))
    g_array_append_val (self->rows, row);
  /* A signal that another one only aborts does not repeat its dependents here. They appear at its other place. */
  if (relation == LS_SIGNAL_RELATION_ABORT || depth > MAX_DEPTH)
    return;
  for (guint32 i = self->first[signal]; i != 0; i = g_array_index (self->links, Link, i).next)
    {
      const Link link = g_array_index (self->links, Link, i);
      gboolean follows = link.relation & LS_SIGNAL_RELATION_PRIORITY && is_due (self, link.signal);

      append_rows (self, link.signal, signal, depth + 1, link.relation, follows ? child_turn : LS_SIGNAL_TURN_NONE);
      if (follows)
        child_turn = LS_SIGNAL_TURN_LATER;
      self->is_changing |= follows;
    }
}

/* Links a signal to the signals that it depends on. Returns whether there are any. */
static gboolean
add_links (Collector *self,
           guint32    signal)
{
  const LsSignalState *data = ls_state_get_signal (self->state, signal);
  guint32 source = is_live (self, data->source) ? data->source : 0;
  LsSignalRelation relation = LS_SIGNAL_RELATION_PRIORITY;
  guint n_sources = 0;
  const guint32 *sources = ls_state_get_abort_sources (self->state, signal, &n_sources);
  gboolean hangs = source != 0 && source != signal;

  for (guint i = 0; i < n_sources; i++)
    if (sources[i] == source)
      relation = LS_SIGNAL_RELATION_BOTH;
  if (source != 0 && source != signal)
    add_link (self, source, signal, relation);
  for (guint i = 0; i < n_sources; i++)
    if (sources[i] != source && sources[i] != signal && is_live (self, sources[i]))
      {
        add_link (self, sources[i], signal, LS_SIGNAL_RELATION_ABORT);
        hangs = TRUE;
      }
  return hangs;
}

/* Builds the tree. A signal that depends on no other is at the top level. A signal that others only abort is at the top level too
 * if it has dependents, since the tree does not show them below those others. */
static void
collect (Collector *self)
{
  guint32 n_signals = ls_state_get_n_signals (self->state);
  g_autofree guint8 *hangs = g_new0 (guint8, n_signals + 1);
  g_autofree guint8 *follows = g_new0 (guint8, n_signals + 1);
  Link none = { 0 };

  self->links = g_array_new (FALSE, FALSE, sizeof (Link));
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->first = g_new0 (guint32, n_signals + 1);
  self->last = g_new0 (guint32, n_signals + 1);
  g_array_append_val (self->links, none);

  for (guint32 signal = 1; signal <= n_signals; signal++)
    {
      const LsSignalState *data = ls_state_get_signal (self->state, signal);

      if (!ls_signal_row_is_shown (data))
        continue;
      self->n_signals++;
      self->is_changing |= data->dispatching;
      hangs[signal] = add_links (self, signal);
      follows[signal] = data->source != signal && is_live (self, data->source);
    }
  for (guint32 signal = 1; signal <= n_signals; signal++)
    if (!follows[signal] && (!hangs[signal] || self->first[signal] != 0) && is_live (self, signal))
      append_rows (self, signal, 0, 0, LS_SIGNAL_RELATION_NONE, LS_SIGNAL_TURN_NONE);
}

static void
collector_clear (Collector *self)
{
  g_clear_pointer (&self->links, g_array_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->last, g_free);
}

static const Row *
get_row (LsSignalTree *self,
         guint         position)
{
  return position < self->rows->len ? &g_array_index (self->rows, Row, position) : NULL;
}

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsSignalTree *self = user_data;
  const Row *row = get_row (self, gtk_list_item_get_position (item));
  LsState *state = ls_player_get_state (self->player);
  const LsSignalState *data = row != NULL ? ls_state_get_signal (state, row->signal) : NULL;
  guint32 selected = 0;
  LsSignalPlace place;

  if (data == NULL)
    return;
  place = (LsSignalPlace) {
    .parent = row->parent,
    .depth = row->depth,
    .relation = row->relation,
    .turn = row->turn,
    .is_linked = ls_player_get_selection (self->player, &selected) == LS_SELECTION_SIGNAL && selected == row->signal,
    .is_new = data->priority_record != G_MAXUINT64 && data->priority_record >= self->shown_from,
  };
  ls_signal_row_update (LS_SIGNAL_ROW (gtk_list_item_get_child (item)), self->player, row->signal, &place);
}

/* Selects the row of the selected signal. If the signal has several rows, the row that the user chose stays selected. */
static void
select_current (LsSignalTree *self)
{
  guint old = gtk_single_selection_get_selected (self->selection);
  guint selected = GTK_INVALID_LIST_POSITION;
  guint32 id = 0;

  if (ls_player_get_selection (self->player, &id) == LS_SELECTION_SIGNAL)
    {
      const Row *row = old != GTK_INVALID_LIST_POSITION ? get_row (self, old) : NULL;

      if (row != NULL && row->signal == id)
        selected = old;
      for (guint i = 0; i < self->rows->len && selected == GTK_INVALID_LIST_POSITION; i++)
        if (get_row (self, i)->signal == id)
          selected = i;
    }

  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection, selected);
  self->updating = FALSE;
  ls_row_list_update (GTK_LIST_VIEW (self->list));
}

/* Shows the clause and step of the latest record while a change runs through the tree. */
static void
show_clause (LsSignalTree *self,
             gboolean      is_changing)
{
  LsState *state = ls_player_get_state (self->player);
  gsize position = ls_state_get_position (state);
  LsRecord record = { 0 };

  if (is_changing && position > 0)
    ls_trace_get_record (ls_state_get_trace (state), position - 1, &record);
  ls_widget_show_clause (self->clause, record.clause, record.step);
}

static void
update_model (LsSignalTree *self)
{
  guint n_rows = self->rows->len;
  g_autofree guint32 *ids = g_new (guint32, MAX (n_rows, 1));

  for (guint i = 0; i < n_rows; i++)
    ids[i] = i + 1;
  self->updating = TRUE;
  ls_id_list_model_set_ids (self->model, ids, n_rows);
  self->updating = FALSE;
}

static void
update (LsSignalTree *self)
{
  LsState *state = self->player != NULL ? ls_player_get_state (self->player) : NULL;
  gsize position = state != NULL ? ls_state_get_position (state) : 0;
  g_autofree char *needle = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  Collector collector = { .state = state, .needle = needle };

  if (state == NULL)
    return;
  if (position != self->position)
    self->shown_from = position > self->position ? self->position : G_MAXUINT64;
  self->position = position;

  collect (&collector);
  g_array_set_size (self->rows, 0);
  g_array_append_vals (self->rows, collector.rows->data, collector.rows->len);
  update_model (self);
  select_current (self);
  show_clause (self, collector.is_changing);

  ls_widget_print (self->count, "%u", collector.n_signals);
  gtk_label_set_label (GTK_LABEL (self->empty), collector.n_signals == 0 ? _("No signals yet") : _("No such signal"));
  gtk_widget_set_visible (self->empty, self->rows->len == 0);
  gtk_widget_set_visible (self->search, collector.n_signals > N_WITHOUT_SEARCH || *needle != '\0');
  collector_clear (&collector);
}

static GtkWidget *
new_row (void)
{
  return g_object_new (LS_TYPE_SIGNAL_ROW, NULL);
}

static void
on_selected_changed (LsSignalTree *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  if (!self->updating && selected != GTK_INVALID_LIST_POSITION && self->player != NULL)
    ls_player_select (self->player, LS_SELECTION_SIGNAL, get_row (self, selected)->signal);
}

static void
on_search_stop (LsSignalTree *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static void
ls_signal_tree_dispose (GObject *object)
{
  LsSignalTree *self = LS_SIGNAL_TREE (object);

  ls_signal_tree_dispose_menu (self);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ls_signal_tree_parent_class)->dispose (object);
}

static void
ls_signal_tree_finalize (GObject *object)
{
  g_clear_pointer (&LS_SIGNAL_TREE (object)->rows, g_array_unref);

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
  gtk_widget_class_bind_template_child (widget_class, LsSignalTree, search);
  gtk_widget_class_bind_template_child (widget_class, LsSignalTree, clause);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stop);
}

static void
ls_signal_tree_init (LsSignalTree *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->shown_from = G_MAXUINT64;
  gtk_widget_init_template (GTK_WIDGET (self));

  ls_signal_tree_init_menu (self);
  self->model = ls_id_list_model_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->model)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected_changed), self, G_CONNECT_SWAPPED);
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->selection), new_row, NULL, update_row, self);
}

/**
 * ls_signal_tree_set_player:
 * @self: a tree
 * @player: the player to show
 *
 * Shows the signals at @player's position, now and after each move.
 */
void
ls_signal_tree_set_player (LsSignalTree *self,
                           LsPlayer     *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (select_current), self, G_CONNECT_SWAPPED);
  update (self);
}
