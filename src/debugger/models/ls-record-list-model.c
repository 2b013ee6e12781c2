/* ls-record-list-model.c: the records of a trace as a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-record-list-model.h"

#include "ls-bisection-private.h"
#include "ls-record-item-private.h"
#include "ls-record-walk-private.h"
#include "ls-trace-reader.h"

#define RECORDS_EACH_FRAME 200000

/* A list that keeps no more rows than a view has widgets counts as gone. */
#define N_OF_VIEW 512

/**
 * LsRecordListModel:
 *
 * A list model of the records in a player's trace. The model makes an item when a view asks for it, and announces new records once
 * a frame unless a view holds them back. While anybody has a reference to an item, the model returns that item for its place, since
 * a list view keeps rows whose items are the same. With a filter, the list holds the records that match; the model looks for them
 * in parts while the main loop is idle. With a match function, which must be fast, the model looks for matches as the trace grows.
 * Records that the trace drops leave the list at its beginning.
 *
 * When a run drops all listed records at once, a list of all records puts the next records in their places. The model emits
 * "renewed" and changes no items. Views keep their widgets and update the items that they have.
 */
struct _LsRecordListModel
{
  GObject       parent_instance;

  LsPlayer     *player;
  LsRecordMatchFunc match;     /* selects the records to list, NULL for all */
  gpointer      match_data;
  LsRecordFilter *filter;      /* NULL for all */
  LsTraceReader *reader;       /* lets @filter read */
  GHashTable   *items;         /* (element-type gsize LsRecordItem): living items by position, not owned */
  gsize         start;         /* the record of the first item, in a list of all records */
  gsize         end;           /* the same for the record after the last item, if the player has not announced it yet; else 0 */
  GArray       *found;         /* (element-type gsize): the positions of the records that @match accepts */
  gsize         scanned;       /* the position up to which @match has looked */
  guint         n_announced;
  guint         first;         /* the index in the list at which the window begins … */
  guint         size;          /* … and the most items that it has */
  guint         idle;
  gboolean      is_held;       /* the model does not announce new records */
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsRecordListModel, ls_record_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* Returns the position of the record that an item of the list stands for, without making the item. */
gsize
ls_record_list_model_get_position (LsRecordListModel *self,
                                   guint              index)
{
  gsize position = self->start + self->first + index;

  if (self->filter != NULL)
    ls_record_filter_get_match (self->filter, self->first + index, &position);
  else if (self->match != NULL)
    position = g_array_index (self->found, gsize, self->first + index);
  return position;
}

/* Makes an item of this model stand for the record at a position. */
static void
set_position (LsRecordListModel *self,
              LsRecordItem      *item,
              gsize              position)
{
  LsRecordWalk walk = { ls_player_get_trace (self->player), position, G_MAXSIZE };

  /* The trace may have dropped the record, or the player may have another trace, before the model has heard of it. */
  ls_record_item_set (item, self->items, position, ls_record_walk_next (&walk));
}

static GType
ls_record_list_model_get_item_type (GListModel *model)
{
  return LS_TYPE_RECORD_ITEM;
}

static guint
get_n_listed (LsRecordListModel *self)
{
  return MIN (self->n_announced - MIN (self->first, self->n_announced), self->size);
}

static guint
ls_record_list_model_get_n_items (GListModel *model)
{
  return get_n_listed (LS_RECORD_LIST_MODEL (model));
}

static gpointer
ls_record_list_model_get_item (GListModel *model,
                               guint       index)
{
  LsRecordListModel *self = LS_RECORD_LIST_MODEL (model);
  LsRecordItem *item;
  gsize position;

  if (index >= get_n_listed (self))
    return NULL;
  position = ls_record_list_model_get_position (self, index);
  item = g_hash_table_lookup (self->items, GSIZE_TO_POINTER (position));
  if (item != NULL)
    return g_object_ref (item);
  item = g_object_new (LS_TYPE_RECORD_ITEM, NULL);
  set_position (self, item, position);
  return item;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = ls_record_list_model_get_item_type;
  iface->get_n_items = ls_record_list_model_get_n_items;
  iface->get_item = ls_record_list_model_get_item;
}

static void
scan (LsRecordListModel *self)
{
  gsize start = MAX (self->scanned, ls_player_get_start (self->player));
  LsRecordWalk walk = { ls_player_get_trace (self->player), start,
                        MIN (ls_player_get_length (self->player), start + RECORDS_EACH_FRAME) };
  const LsRecord *record;

  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (self->match (record, self->match_data))
      {
        gsize position = walk.position - 1;

        g_array_append_val (self->found, position);
      }
  self->scanned = walk.position;
}

static gboolean idle_cb (gpointer user_data);

/* Looks at new records. Returns the number of items. */
static guint
count (LsRecordListModel *self)
{
  if (self->player == NULL)
    return 0;
  if (self->filter != NULL)
    return MIN (ls_record_filter_get_n_matches (self->filter), G_MAXUINT - 1);
  if (self->match == NULL)
    return MIN (MAX (ls_player_get_length (self->player), self->end) - self->start, G_MAXUINT - 1);
  scan (self);
  if (self->scanned < ls_player_get_length (self->player) && self->idle == 0)
    self->idle = g_idle_add (idle_cb, self);
  return self->found->len;
}

static void
announce (LsRecordListModel *self)
{
  guint n_before = get_n_listed (self);

  if (self->is_held)
    return;
  self->n_announced = count (self);
  if (get_n_listed (self) > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, get_n_listed (self) - n_before);
}

static gboolean
idle_cb (gpointer user_data)
{
  LsRecordListModel *self = user_data;

  self->idle = 0;
  announce (self);
  return G_SOURCE_REMOVE;
}

static void
restart (LsRecordListModel *self)
{
  guint n_before = get_n_listed (self);

  g_clear_handle_id (&self->idle, g_source_remove);
  ls_record_items_clear (self->items);
  self->scanned = 0;
  self->end = 0;
  self->start = ls_player_get_start (self->player);
  g_array_set_size (self->found, 0);
  self->n_announced = count (self);
  if (n_before > 0 || get_n_listed (self) > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, get_n_listed (self));
}

/* Puts the next records in the places of those that the trace has dropped. */
static void
renew (LsRecordListModel *self,
       gsize              start)
{
  guint n_before = get_n_listed (self);
  gsize n_left = self->n_announced - MIN (start - self->start, self->n_announced);
  gsize n_there = ls_trace_get_length (ls_player_get_trace (self->player)) - start;

  ls_record_items_clear (self->items);
  self->start = start;
  self->n_announced = MIN (MAX (n_left, self->size < G_MAXUINT ? n_before : self->n_announced), n_there);
  self->first = self->size < G_MAXUINT ? self->n_announced - MIN (n_before, self->n_announced) : 0;
  self->end = start + self->n_announced;
  if (get_n_listed (self) < n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), get_n_listed (self), n_before - get_n_listed (self), 0);
  g_signal_emit_by_name (self, "renewed");
  g_signal_emit_by_name (self, "progress");
}

static void
on_forgot (LsRecordListModel *self)
{
  gsize start = ls_player_get_start (self->player);
  guint n_before = get_n_listed (self);
  guint n_removed;
  gsize n_dropped = 0;

  if (ls_record_list_model_renews (self, start))
    {
      renew (self, start);
      return;
    }
  if (self->filter != NULL)
    {
      /* The filter cannot read the records that the trace has dropped, so it skips them. */
      if (ls_record_filter_get_position (self->filter) < start)
        ls_record_filter_advance (self->filter, 1, NULL);
      n_dropped = ls_record_filter_get_n_matches (self->filter);
      ls_record_filter_forget (self->filter, start);
      n_dropped -= ls_record_filter_get_n_matches (self->filter);
    }
  else if (self->match != NULL)
    {
      while (n_dropped < self->found->len && g_array_index (self->found, gsize, n_dropped) < start)
        n_dropped++;
      if (n_dropped > 0)
        g_array_remove_range (self->found, 0, n_dropped);
    }
  else
    {
      n_dropped = start - self->start;
    }
  self->start = start;

  n_dropped = MIN (n_dropped, self->n_announced);
  self->n_announced -= n_dropped;
  n_removed = MIN (n_dropped - MIN (n_dropped, self->first), n_before);
  self->first -= MIN (n_dropped, self->first);
  if (n_removed > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, get_n_listed (self) - (n_before - n_removed));
  g_signal_emit_by_name (self, "progress");
}

static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  return ls_record_filter_advance (LS_RECORD_LIST_MODEL (user_data)->filter, max_records, NULL);
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsRecordListModel *self = user_data;

  if (is_new)
    return;
  announce (self);
  g_signal_emit_by_name (self, "progress");
}

/* Applies the filter of the last trace to the new one. */
static void
on_trace_changed (LsRecordListModel *self)
{
  if (self->filter != NULL)
    {
      LsRecordFilterSpec spec;
      LsRecordFilter *filter;

      ls_record_filter_get_spec (self->filter, &spec);
      filter = ls_record_filter_new (ls_player_get_trace (self->player), &spec);
      g_object_unref (self->filter);
      self->filter = filter;
      ls_trace_reader_wake (self->reader);
    }
  restart (self);
}

static void
ls_record_list_model_dispose (GObject *object)
{
  LsRecordListModel *self = LS_RECORD_LIST_MODEL (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->filter);
  g_clear_object (&self->player);
  self->n_announced = 0;

  G_OBJECT_CLASS (ls_record_list_model_parent_class)->dispose (object);
}

static void
ls_record_list_model_finalize (GObject *object)
{
  LsRecordListModel *self = LS_RECORD_LIST_MODEL (object);

  ls_record_items_clear (self->items);
  g_hash_table_unref (self->items);
  g_clear_pointer (&self->found, g_array_unref);

  G_OBJECT_CLASS (ls_record_list_model_parent_class)->finalize (object);
}

static void
ls_record_list_model_class_init (LsRecordListModelClass *klass)
{
  /* The model has looked at records, or the list has grown; the items stand for other records now. */
  static const char *const names[] = { "progress", "renewed" };

  G_OBJECT_CLASS (klass)->dispose = ls_record_list_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_record_list_model_finalize;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], LS_TYPE_RECORD_LIST_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_record_list_model_init (LsRecordListModel *self)
{
  self->items = g_hash_table_new (NULL, NULL);
  self->found = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->size = G_MAXUINT;
}

/**
 * ls_record_list_model_new:
 * @match: (nullable): a function that selects the records to list, %NULL for all
 * @user_data: data for @match
 *
 * Returns: (transfer full): a new model, empty until the caller sets a player
 */
LsRecordListModel *
ls_record_list_model_new (LsRecordMatchFunc match,
                          gpointer          user_data)
{
  LsRecordListModel *self = g_object_new (LS_TYPE_RECORD_LIST_MODEL, NULL);

  self->match = match;
  self->match_data = user_data;
  return self;
}

/**
 * ls_record_list_model_set_held:
 * @self: a model
 * @held: whether to hold back the announcement of new records
 *
 * Lets a view update its rows less often than once a frame. When @held is %FALSE, the model announces at once what it has held
 * back.
 */
void
ls_record_list_model_set_held (LsRecordListModel *self,
                               gboolean           held)
{
  if (self->is_held == held)
    return;
  self->is_held = held;
  announce (self);
}

/**
 * ls_record_list_model_refilter:
 * @self: a model
 *
 * Looks at all records again. The caller has changed which records match.
 */
void
ls_record_list_model_refilter (LsRecordListModel *self)
{
  if (self->player != NULL)
    restart (self);
}

/**
 * ls_record_list_model_set_player:
 * @self: a model
 * @player: the player with the trace to list
 *
 * Lists @player's trace and follows it as it grows.
 */
void
ls_record_list_model_set_player (LsRecordListModel *self,
                                 LsPlayer          *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "grew", G_CALLBACK (announce), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "forgot", G_CALLBACK (on_forgot), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (on_trace_changed), self, G_CONNECT_SWAPPED);
  restart (self);
}

/**
 * ls_record_list_model_set_spec:
 * @self: a model that has no match function
 * @spec: (nullable): the filter for the records to list; %NULL for all
 *
 * Lists only the records that match.
 */
void
ls_record_list_model_set_spec (LsRecordListModel        *self,
                               const LsRecordFilterSpec *spec)
{
  g_return_if_fail (self->match == NULL && self->player != NULL);

  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->filter);
  if (spec != NULL)
    {
      self->filter = ls_record_filter_new (ls_player_get_trace (self->player), spec);
      self->reader = ls_trace_reader_new (self->player, advance_cb, changed_cb, self);
    }
  restart (self);
}

/**
 * ls_record_list_model_get_filter:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the filter that looks for matching records, %NULL if the model lists all
 */
LsRecordFilter *
ls_record_list_model_get_filter (LsRecordListModel *self)
{
  return self->filter;
}

/**
 * ls_record_list_model_is_complete:
 * @self: a model
 *
 * Returns: whether the model has looked at all records
 */
gboolean
ls_record_list_model_is_complete (LsRecordListModel *self)
{
  if (self->player == NULL)
    return TRUE;
  if (self->filter != NULL)
    return ls_record_filter_get_position (self->filter) >= ls_player_get_length (self->player);
  return self->match == NULL || self->scanned >= ls_player_get_length (self->player);
}

/**
 * ls_record_list_model_get_n_found:
 * @self: a model
 *
 * Returns: the number of records for the list, including those outside its window
 */
guint
ls_record_list_model_get_n_found (LsRecordListModel *self)
{
  return self->n_announced;
}

/**
 * ls_record_list_model_get_first:
 * @self: a model
 *
 * Returns: the index of the record that the window begins with, 0 without a window
 */
guint
ls_record_list_model_get_first (LsRecordListModel *self)
{
  return self->first;
}

/**
 * ls_record_list_model_set_window:
 * @self: a model
 * @first: the index of the record to begin with
 * @size: the number of records to list, %G_MAXUINT for all from there
 *
 * Lists only a part of the records, for views that make their widgets step by step.
 */
void
ls_record_list_model_set_window (LsRecordListModel *self,
                                 guint              first,
                                 guint              size)
{
  GListModel *model = G_LIST_MODEL (self);
  guint begin = self->first;
  guint end = begin + get_n_listed (self);
  guint new_begin = MIN (first, self->n_announced);
  guint new_end = new_begin + MIN (size, self->n_announced - new_begin);

  if (begin == end || new_begin == new_end || new_begin >= end || new_end <= begin)
    {
      self->first = new_begin;
      self->size = size;
      if (begin < end || new_begin < new_end)
        g_list_model_items_changed (model, 0, end - begin, new_end - new_begin);
      return;
    }

  self->first = new_begin;
  self->size = end - new_begin;
  if (new_begin != begin)
    g_list_model_items_changed (model, 0, MAX (new_begin, begin) - begin, MAX (new_begin, begin) - new_begin);
  self->size = size;
  if (new_end != end)
    g_list_model_items_changed (model, MIN (new_end, end) - new_begin, end - MIN (new_end, end), new_end - MIN (new_end, end));
}

/**
 * ls_record_list_model_renews:
 * @self: a model
 * @start: the first record that the trace keeps
 *
 * Returns: whether the items stay and stand for other records when the trace drops those before @start
 */
gboolean
ls_record_list_model_renews (LsRecordListModel *self,
                             gsize              start)
{
  return self->player != NULL && self->filter == NULL && self->match == NULL && ls_player_get_running (self->player) &&
         get_n_listed (self) > 0 && start > self->start + self->first &&
         self->start + self->first + get_n_listed (self) < start + N_OF_VIEW &&
         start < ls_trace_get_length (ls_player_get_trace (self->player));
}

/**
 * ls_record_list_model_update_item:
 * @self: a model
 * @item: an item of it
 * @index: its index in the list
 *
 * Makes @item stand for the record at its place.
 */
void
ls_record_list_model_update_item (LsRecordListModel *self,
                                  LsRecordItem      *item,
                                  guint              index)
{
  gsize position = ls_record_list_model_get_position (self, index);

  if (ls_record_item_has_place (item, position))
    return;
  set_position (self, item, position);
}

/**
 * ls_record_list_model_find:
 * @self: a model
 * @position: a position of the trace
 *
 * Returns: the index of the last listed record before @position, %G_MAXUINT if there is none
 */
guint
ls_record_list_model_find (LsRecordListModel *self,
                           gsize              position)
{
  LsBisection search = { 0, get_n_listed (self) };

  if (self->filter != NULL)
    {
      gsize found = ls_record_filter_find (self->filter, position, NULL);

      search.low = MIN (found - MIN (found, self->first), search.high);
    }
  else
    while (ls_bisection_next (&search))
      ls_bisection_tell (&search, ls_record_list_model_get_position (self, search.middle) < position);
  return search.low > 0 ? search.low - 1 : G_MAXUINT;
}
