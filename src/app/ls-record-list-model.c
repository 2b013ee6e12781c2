/* ls-record-list-model.c: the records of a trace as a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-record-list-model.h"

#include "ls-text.h"

#define RECORDS_EACH_TIME 20000

struct _LsRecordItem
{
  GObject  parent_instance;
  gsize    position;
  LsRecord record;
};

G_DEFINE_FINAL_TYPE (LsRecordItem, ls_record_item, G_TYPE_OBJECT)

static void
ls_record_item_class_init (LsRecordItemClass *klass)
{
}

static void
ls_record_item_init (LsRecordItem *self)
{
}

/**
 * ls_record_item_get_position:
 * @self: an item
 *
 * Returns: the record's index in the trace
 */
gsize
ls_record_item_get_position (LsRecordItem *self)
{
  return self->position;
}

const LsRecord *
ls_record_item_get_record (LsRecordItem *self)
{
  return &self->record;
}

/**
 * LsRecordListModel:
 *
 * A #GListModel of a player's trace. Items are made when they are looked at, and what is new is announced once a frame.
 * With a filter it holds the records that match; it looks for them a part at a time when nothing else is to be done.
 */
struct _LsRecordListModel
{
  GObject       parent_instance;

  LsPlayer     *player;
  LsRecordMatchFunc match;     /* which records it holds, NULL for all */
  gpointer      match_data;
  char         *filter;        /* case-folded, NULL for none */
  GArray       *found;         /* (element-type guint32): where not all match, where the matching records are */
  gsize         scanned;       /* how far they have been looked for */
  guint         n_announced;
  guint         idle;
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsRecordListModel, ls_record_list_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static gboolean
is_selective (LsRecordListModel *self)
{
  return self->filter != NULL || self->match != NULL;
}

static gsize
get_position (LsRecordListModel *self,
              guint              index)
{
  return is_selective (self) ? g_array_index (self->found, guint32, index) : index;
}

static GType
ls_record_list_model_get_item_type (GListModel *model)
{
  return LS_TYPE_RECORD_ITEM;
}

static guint
ls_record_list_model_get_n_items (GListModel *model)
{
  return LS_RECORD_LIST_MODEL (model)->n_announced;
}

static gpointer
ls_record_list_model_get_item (GListModel *model,
                               guint       index)
{
  LsRecordListModel *self = LS_RECORD_LIST_MODEL (model);
  LsRecordItem *item;

  if (index >= self->n_announced)
    return NULL;
  item = g_object_new (LS_TYPE_RECORD_ITEM, NULL);
  item->position = get_position (self, index);
  ls_trace_get_record (ls_player_get_trace (self->player), item->position, &item->record);
  return item;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = ls_record_list_model_get_item_type;
  iface->get_n_items = ls_record_list_model_get_n_items;
  iface->get_item = ls_record_list_model_get_item;
}

static gboolean
matches (LsRecordListModel *self,
         gsize              position,
         const LsRecord    *record)
{
  LsTrace *trace;
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  if (self->match != NULL && !self->match (record, self->match_data))
    return FALSE;
  if (self->filter == NULL || strstr (ls_text_record_kind (record->kind), self->filter) != NULL)
    return TRUE;
  trace = ls_player_get_trace (self->player);
  text = ls_text_describe_record (ls_player_get_names (self->player, position + 1), trace, record);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, self->filter) != NULL;
}

static void
scan (LsRecordListModel *self)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize length = ls_player_get_length (self->player);
  gsize end = self->filter != NULL ? MIN (length, self->scanned + RECORDS_EACH_TIME) : length;

  while (self->scanned < end)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (trace, self->scanned, &n_records);

      n_records = MIN (n_records, end - self->scanned);
      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        {
          guint32 position = self->scanned + i;

          if (matches (self, position, &records[i]))
            g_array_append_val (self->found, position);
        }
      self->scanned += n_records;
    }
}

static gboolean idle_cb (gpointer user_data);

/* Looks at what is new. Returns how many items there are. */
static guint
count (LsRecordListModel *self)
{
  if (self->player == NULL)
    return 0;
  if (!is_selective (self))
    return MIN (ls_player_get_length (self->player), G_MAXUINT - 1);
  scan (self);
  if (self->scanned < ls_player_get_length (self->player) && self->idle == 0)
    self->idle = g_idle_add (idle_cb, self);
  return self->found->len;
}

static void
announce (LsRecordListModel *self)
{
  guint n_before = self->n_announced;

  self->n_announced = count (self);
  if (self->n_announced > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n_announced - n_before);
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
  guint n_before = self->n_announced;

  g_clear_handle_id (&self->idle, g_source_remove);
  self->scanned = 0;
  g_array_set_size (self->found, 0);
  self->n_announced = count (self);
  if (n_before > 0 || self->n_announced > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->n_announced);
}

static void
ls_record_list_model_dispose (GObject *object)
{
  LsRecordListModel *self = LS_RECORD_LIST_MODEL (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  self->n_announced = 0;

  G_OBJECT_CLASS (ls_record_list_model_parent_class)->dispose (object);
}

static void
ls_record_list_model_finalize (GObject *object)
{
  LsRecordListModel *self = LS_RECORD_LIST_MODEL (object);

  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->filter, g_free);

  G_OBJECT_CLASS (ls_record_list_model_parent_class)->finalize (object);
}

static void
ls_record_list_model_class_init (LsRecordListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_record_list_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_record_list_model_finalize;
}

static void
ls_record_list_model_init (LsRecordListModel *self)
{
  self->found = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/**
 * ls_record_list_model_new:
 * @match: (nullable): which records to list, %NULL for all
 * @user_data: for @match
 *
 * Returns: (transfer full): a new model, empty until it has a player
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
 * ls_record_list_model_refilter:
 * @self: a model
 *
 * Looks at all records again, because other ones match now.
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
 * @player: whose trace to list
 *
 * Lists @player's trace, and goes on with it.
 */
void
ls_record_list_model_set_player (LsRecordListModel *self,
                                 LsPlayer          *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "grew", G_CALLBACK (announce), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (restart), self, G_CONNECT_SWAPPED);
  restart (self);
}

/**
 * ls_record_list_model_set_filter:
 * @self: a model
 * @filter: (nullable): text that a record's kind or description must contain
 *
 * Lists only what matches.
 */
void
ls_record_list_model_set_filter (LsRecordListModel *self,
                                 const char        *filter)
{
  g_autofree char *folded = filter != NULL && *filter != '\0' ? g_utf8_casefold (filter, -1) : NULL;

  if (g_strcmp0 (folded, self->filter) == 0)
    return;
  g_free (self->filter);
  self->filter = g_steal_pointer (&folded);
  restart (self);
}

gboolean
ls_record_list_model_is_filtered (LsRecordListModel *self)
{
  return self->filter != NULL;
}

/**
 * ls_record_list_model_is_complete:
 * @self: a model
 *
 * Returns: whether all records have been looked at
 */
gboolean
ls_record_list_model_is_complete (LsRecordListModel *self)
{
  return !is_selective (self) || self->player == NULL || self->scanned >= ls_player_get_length (self->player);
}

/**
 * ls_record_list_model_find:
 * @self: a model
 * @position: a position of the trace
 *
 * Returns: the place of the last record before @position, %G_MAXUINT if there is none
 */
guint
ls_record_list_model_find (LsRecordListModel *self,
                           gsize              position)
{
  guint low = 0;
  guint high = self->n_announced;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_position (self, middle) < position)
        low = middle + 1;
      else
        high = middle;
    }

  return low > 0 ? low - 1 : G_MAXUINT;
}
