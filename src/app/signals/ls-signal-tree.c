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
#include "ls-trace-growth-private.h"
#include "ls-widget.h"

/* Rows that are deeper are indented by this depth. */
#define MAX_DEPTH 6
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
 * The tree of the controllers and signals that are alive at the player's position. Each signal has one row: below the source of its
 * priority, else below the first of those whose abort aborts it. The row links to the other sources. While a change of priority
 * runs through the tree, the rows say which signal it has reached and which comes next. A label names the clause.
 */
G_DEFINE_FINAL_TYPE (LsSignalTree, ls_signal_tree, GTK_TYPE_BOX)

/* The place of a signal among the others, by their numbers. 0 is none. */
typedef struct
{
  guint32 parent;
  guint32 first;      /* dependent */
  guint32 last;       /* dependent */
  guint32 next;       /* dependent of the same parent */
  guint8  relation;   /* to the parent */
  guint8  is_live : 1;
  guint8  is_done : 1;
  guint8  has_due : 1;  /* one of its dependents waits for its turn in a change of priority */
} Node;

typedef struct
{
  LsState     *state;
  Node        *nodes;        /* by signal */
  GArray      *rows;
  guint        n_signals;
  gboolean     is_changing;  /* a change of priority runs through the tree */
  const char  *needle;       /* casefolded */
} Collector;

static gboolean
is_live (Collector *self,
         guint32    signal)
{
  return signal != 0 && signal <= ls_state_get_n_signals (self->state) && self->nodes[signal].is_live;
}

/* Returns whether a dependent still waits for its turn in a change of priority. Its priority differs from its source's only
 * then. */
static gboolean
is_due (Collector *self,
        guint32    signal)
{
  const LsSignalState *data = ls_state_get_signal (self->state, signal);

  return self->nodes[signal].relation & LS_SIGNAL_RELATION_PRIORITY &&
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

/* Finds the signal below which the tree shows @signal. */
static void
find_parent (Collector *self,
             guint32    signal)
{
  const LsSignalState *data = ls_state_get_signal (self->state, signal);
  Node *node = &self->nodes[signal];
  guint n_sources = 0;
  const guint32 *sources = ls_state_get_abort_sources (self->state, signal, &n_sources);

  if (data->source != signal && is_live (self, data->source))
    {
      node->parent = data->source;
      node->relation = LS_SIGNAL_RELATION_PRIORITY;
    }
  for (guint i = 0; i < n_sources; i++)
    if (sources[i] != signal && is_live (self, sources[i]) && (node->parent == 0 || node->parent == sources[i]))
      {
        node->parent = sources[i];
        node->relation |= LS_SIGNAL_RELATION_ABORT;
      }
}

static void
link_to_parent (Collector *self,
                guint32    signal)
{
  Node *parent = &self->nodes[self->nodes[signal].parent];

  if (parent->last != 0)
    self->nodes[parent->last].next = signal;
  else
    parent->first = signal;
  parent->last = signal;
}

static void
append_row (Collector *self,
            guint32    signal,
            guint      depth)
{
  const Node *node = &self->nodes[signal];
  Row row = { .signal = signal, .parent = node->parent, .depth = MIN (depth, MAX_DEPTH), .relation = node->relation };

  if (is_due (self, signal))
    {
      /* The change reaches the dependents of a signal in the order of the rows. */
      row.turn = self->nodes[node->parent].has_due ? LS_SIGNAL_TURN_LATER : LS_SIGNAL_TURN_NEXT;
      self->nodes[node->parent].has_due = TRUE;
      self->is_changing = TRUE;
    }
  if (matches (self, signal))
    g_array_append_val (self->rows, row);
}

/* Appends the rows of @root and of all below it. A chain of dependents can be long, so the function does not call itself. */
static void
append_tree (Collector *self,
             guint32    root)
{
  guint32 signal = root;
  guint depth = 0;

  for (;;)
    {
      Node *node = &self->nodes[signal];

      node->is_done = TRUE;
      append_row (self, signal, depth);
      if (node->first != 0 && !self->nodes[node->first].is_done)
        {
          signal = node->first;
          depth++;
          continue;
        }
      while (signal != root && (self->nodes[signal].next == 0 || self->nodes[self->nodes[signal].next].is_done))
        {
          signal = self->nodes[signal].parent;
          depth--;
        }
      if (signal == root)
        return;
      signal = self->nodes[signal].next;
    }
}

/* Builds the tree. A signal that depends on no other is at the top level. */
static void
collect (Collector *self)
{
  guint32 n_signals = ls_state_get_n_signals (self->state);

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->nodes = g_new0 (Node, n_signals + 1);
  for (guint32 signal = 1; signal <= n_signals; signal++)
    {
      const LsSignalState *data = ls_state_get_signal (self->state, signal);

      self->nodes[signal].is_live = ls_signal_row_is_shown (data);
      self->n_signals += self->nodes[signal].is_live;
      self->is_changing |= self->nodes[signal].is_live && data->dispatching;
    }
  for (guint32 signal = 1; signal <= n_signals; signal++)
    if (self->nodes[signal].is_live)
      {
        find_parent (self, signal);
        if (self->nodes[signal].parent != 0)
          link_to_parent (self, signal);
      }
  for (guint32 signal = 1; signal <= n_signals; signal++)
    if (self->nodes[signal].is_live && self->nodes[signal].parent == 0)
      append_tree (self, signal);
  /* A file can make signals depend on each other in a circle. */
  for (guint32 signal = 1; signal <= n_signals; signal++)
    if (self->nodes[signal].is_live && !self->nodes[signal].is_done)
      append_tree (self, signal);
}

static void
collector_clear (Collector *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->nodes, g_free);
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

/* Selects the row of the selected signal. */
static void
select_current (LsSignalTree *self)
{
  guint selected = GTK_INVALID_LIST_POSITION;
  guint32 id = 0;

  if (ls_player_get_selection (self->player, &id) == LS_SELECTION_SIGNAL)
    for (guint i = 0; i < self->rows->len && selected == GTK_INVALID_LIST_POSITION; i++)
      if (get_row (self, i)->signal == id)
        selected = i;

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

static void update (LsSignalTree *self);

static gboolean
late_cb (gpointer user_data)
{
  LsSignalTree *self = user_data;

  self->is_late = TRUE;
  update (self);
  self->is_late = FALSE;
  self->late_source = 0;
  return G_SOURCE_REMOVE;
}

/* Returns whether the rows stay for now because one of them has the focus. A run that begins anew has no signals until it is back
 * at the position. Rows that went away would leave the focus to another controller, whose menu the next key opens. Whether the run
 * goes back is known a moment later. */
static gboolean
keeps_rows (LsSignalTree    *self,
            const Collector *collector)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (collector->rows->len >= self->rows->len || focus == NULL || !gtk_widget_is_ancestor (focus, self->list))
    return FALSE;
  if (ls_player_is_pending (self->player))
    return TRUE;
  if (collector->n_signals > 0 || self->is_late)
    return FALSE;
  if (self->late_source == 0)
    self->late_source = g_idle_add (late_cb, self);
  return TRUE;
}

static void
update (LsSignalTree *self)
{
  LsState *state = self->player != NULL ? ls_player_get_state (self->player) : NULL;
  gsize position = state != NULL ? ls_state_get_position (state) : 0;
  g_autofree char *needle = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  Collector collector = { .state = state, .needle = needle };
  gboolean is_recorded, is_of_glib, is_told;

  if (state == NULL)
    return;
  is_recorded = ls_state_is_recorded (state);
  is_told = ls_state_is_of_node (state) || ls_trace_is_of_page (ls_state_get_trace (state));
  is_of_glib = ls_state_is_of_glib (state);
  gtk_widget_set_visible (self->add, !is_of_glib);
  if (position != self->position)
    self->shown_from = position > self->position ? self->position : G_MAXUINT64;
  self->position = position;

  collect (&collector);
  if (keeps_rows (self, &collector))
    {
      collector_clear (&collector);
      return;
    }
  g_array_set_size (self->rows, 0);
  g_array_append_vals (self->rows, collector.rows->data, collector.rows->len);
  update_model (self);
  select_current (self);
  show_clause (self, collector.is_changing);

  gtk_label_set_label (GTK_LABEL (self->empty), collector.n_signals > 0 ? _("No match")
                                                : is_of_glib            ? _("GLib’s main loops have no task signals.")
                                                : is_told               ? _("No signals yet")
                                                : is_recorded           ? _("No signals yet. Pages with the recording helper record "
                                                                            "them; for other pages, Loopscope infers them.")
                                                                        : _("No signals yet"));
  ls_widget_set_tooltip (self->add, is_recorded && is_told ? _("You Cannot Add Signals to What Is Watched")
                                    : is_recorded          ? _("You Cannot Add Signals to a Recording")
                                                           : _("Add a Signal at This Position"));
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

  g_clear_handle_id (&self->late_source, g_source_remove);
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
  gtk_widget_class_bind_template_child (widget_class, LsSignalTree, add);
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
