/* ls-task-popover.c: all tasks of a queue, or all queues of a lane, to search through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-popover.h"

#include <glib/gi18n.h>

#include "ls-id-list-model.h"
#include "ls-text.h"
#include "ls-widget.h"

/* A search may delay a frame by this long, in µs. */
#define SEARCH_TIME 4000
#define SEARCH_CHUNK 256

/**
 * LsTaskPopover:
 *
 * The popover lists a queue's tasks or a lane's queues as they were when it opened. Only items on screen have row widgets, and a
 * search runs in the background, so the list can have any length.
 */
struct _LsTaskPopover
{
  GtkPopover     parent_instance;

  GtkWidget     *search;
  GtkWidget     *list;
  GtkWidget     *count;

  LsPlayer      *player;        /* weak: the window owns the player */
  gboolean       lists_queues;
  GArray        *ids;           /* all items */
  GArray        *found;         /* items that match, during a search */
  guint          n_searched;
  char          *needle;
  guint          searching;
  LsIdListModel *model;
};

G_DEFINE_FINAL_TYPE (LsTaskPopover, ls_task_popover, GTK_TYPE_POPOVER)

/* Returns the text of a row, which a search looks through. */
static char *
format_row (LsTaskPopover *self,
            guint32        id)
{
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *name = NULL;

  if (self->lists_queues)
    {
      const LsQueueState *queue = ls_state_get_queue (state, id);
      guint n_tasks = queue != NULL ? queue->tasks.length : 0;

      name = queue != NULL && queue->signal != 0 ? ls_text_format_signal (state, queue->signal)
                                                 : g_strdup (ls_text_no_signal (state));
      /* Translators: a queue's name, and how many tasks it has */
      return g_strdup_printf (ngettext ("%s · %u task", "%s · %u tasks", n_tasks), name, n_tasks);
    }
  else
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      /* The row says what the chip says: the number, unless the name consists of it, and the name. */
      name = ls_text_format_task (state, id);
      return task != NULL && task->name != 0 ? g_strdup_printf ("%u  %s", id, name) : g_steal_pointer (&name);
    }
}

static gboolean
row_matches (LsTaskPopover *self,
             guint32        id)
{
  g_autofree char *text = format_row (self, id);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, self->needle) != NULL;
}

static void
show_count (LsTaskPopover *self)
{
  guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  guint n_all = self->ids->len;
  g_autofree char *count = NULL;

  if (self->searching != 0)
    count = g_strdup_printf (_("%u found so far…"), n_shown);
  else if (n_shown == n_all && self->lists_queues)
    count = g_strdup_printf (ngettext ("%u queue", "%u queues", n_all), n_all);
  else if (n_shown == n_all)
    count = g_strdup_printf (ngettext ("%u task", "%u tasks", n_all), n_all);
  else if (self->lists_queues)
    count = g_strdup_printf (_("%u of %u queues"), n_shown, n_all);
  else
    count = g_strdup_printf (_("%u of %u tasks"), n_shown, n_all);
  gtk_label_set_label (GTK_LABEL (self->count), count);
}

/* Continues the search for as long as a frame allows. Returns whether there is more to search. */
static gboolean
search_on (LsTaskPopover *self)
{
  gint64 deadline = g_get_monotonic_time () + SEARCH_TIME;

  while (self->player != NULL && self->n_searched < self->ids->len)
    {
      guint end = MIN (self->n_searched + SEARCH_CHUNK, self->ids->len);

      for (; self->n_searched < end; self->n_searched++)
        {
          guint32 id = g_array_index (self->ids, guint32, self->n_searched);

          if (row_matches (self, id))
            g_array_append_val (self->found, id);
        }
      if (g_get_monotonic_time () >= deadline)
        break;
    }
  ls_id_list_model_set_ids (self->model, (const guint32 *) self->found->data, self->found->len);
  return self->player != NULL && self->n_searched < self->ids->len;
}

static gboolean
search_cb (gpointer user_data)
{
  LsTaskPopover *self = LS_TASK_POPOVER (user_data);
  gboolean more = search_on (self);

  if (!more)
    self->searching = 0;
  show_count (self);
  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
update_list (LsTaskPopover *self)
{
  g_clear_handle_id (&self->searching, g_source_remove);
  if (self->player == NULL)
    return;

  g_clear_pointer (&self->needle, g_free);
  self->needle = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_array_set_size (self->found, 0);
  self->n_searched = 0;
  if (*self->needle == '\0')
    ls_id_list_model_set_ids (self->model, (const guint32 *) self->ids->data, self->ids->len);
  else if (search_on (self))
    self->searching = g_idle_add_full (G_PRIORITY_LOW, search_cb, self, NULL);
  show_count (self);
}

static void
activate (LsTaskPopover *self,
          guint          position)
{
  guint32 id = ls_id_list_model_get_id (self->model, position);

  if (id == 0)
    return;
  if (self->player != NULL)
    ls_player_select (self->player, self->lists_queues ? LS_SELECTION_QUEUE : LS_SELECTION_TASK, id);
  gtk_popover_popdown (GTK_POPOVER (self));
}

/* The Return key in the search entry activates the first match. */
static void
on_search_activate (LsTaskPopover *self)
{
  activate (self, 0);
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
  guint32 id = ls_id_list_model_get_id (self->model, gtk_list_item_get_position (item));
  g_autofree char *text = self->player != NULL ? format_row (self, id) : NULL;

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text != NULL ? text : "");
}

/* Stops the search: it looks through the list that the popover showed while it was open. */
static void
on_closed (LsTaskPopover *self)
{
  g_clear_handle_id (&self->searching, g_source_remove);
}

static void
ls_task_popover_dispose (GObject *object)
{
  LsTaskPopover *self = LS_TASK_POPOVER (object);

  g_clear_handle_id (&self->searching, g_source_remove);
  g_clear_weak_pointer (&self->player);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ls_task_popover_parent_class)->dispose (object);
}

static void
ls_task_popover_finalize (GObject *object)
{
  LsTaskPopover *self = LS_TASK_POPOVER (object);

  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->needle, g_free);

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
  gtk_widget_class_bind_template_callback (widget_class, update_list);
  gtk_widget_class_bind_template_callback (widget_class, ls_widget_close_popover);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_closed);
  gtk_widget_class_bind_template_callback (widget_class, activate);
}

static void
ls_task_popover_init (LsTaskPopover *self)
{
  GtkListItemFactory *factory;
  g_autoptr (GtkSelectionModel) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  self->ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->found = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->model = ls_id_list_model_new ();
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->model))));
  factory = gtk_signal_list_item_factory_new ();
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, G_CONNECT_DEFAULT);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
  g_object_unref (factory);
}

/**
 * ls_task_popover_get_for_button:
 * @button: a menu button without another popover
 *
 * Returns the popover of @button. Callers call it when @button needs its popover, since there are many such buttons and users press
 * few of them.
 *
 * Returns: (transfer none): the popover of @button, a new one if @button has none
 */
LsTaskPopover *
ls_task_popover_get_for_button (GtkMenuButton *button)
{
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  if (popover == NULL)
    {
      popover = GTK_POPOVER (g_object_new (LS_TYPE_TASK_POPOVER, NULL));
      gtk_menu_button_set_popover (button, GTK_WIDGET (popover));
    }
  return LS_TASK_POPOVER (popover);
}

static void
begin_list (LsTaskPopover *self,
            LsPlayer      *player,
            gboolean       lists_queues)
{
  const char *label = lists_queues ? _("Search queues") : _("Search tasks");

  g_set_weak_pointer (&self->player, player);
  /* The model must drop its rows first, since it would mistake rows of the other kind for rows of this kind. */
  ls_id_list_model_set_ids (self->model, NULL, 0);
  self->lists_queues = lists_queues;
  g_array_set_size (self->ids, 0);
  g_object_set (self->search, "placeholder-text", label, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  lists_queues ? _("Queues of the lane") : _("Tasks of the queue"), -1);
}

static void
end_list (LsTaskPopover *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  update_list (self);
}

/**
 * ls_task_popover_set_tasks:
 * @self: a popover
 * @player: the player that the tasks belong to
 * @tasks: (nullable): the tasks of a queue
 *
 * Lists the tasks that @tasks holds now.
 */
void
ls_task_popover_set_tasks (LsTaskPopover    *self,
                           LsPlayer         *player,
                           const LsTaskList *tasks)
{
  LsState *state = ls_player_get_state (player);
  guint32 task = tasks != NULL ? tasks->first : 0;

  begin_list (self, player, FALSE);
  for (; task != 0; task = ls_state_get_task (state, task)->next)
    g_array_append_val (self->ids, task);
  end_list (self);
}

/**
 * ls_task_popover_set_queue:
 * @self: a popover
 * @player: the player that the queue belongs to
 * @queue: a scheduler task queue
 *
 * Lists the tasks that @queue has now.
 */
void
ls_task_popover_set_queue (LsTaskPopover *self,
                           LsPlayer      *player,
                           guint32        queue)
{
  const LsQueueState *data = ls_state_get_queue (ls_player_get_state (player), queue);

  ls_task_popover_set_tasks (self, player, data != NULL ? &data->tasks : NULL);
}

typedef struct
{
  guint32 order;
  guint32 queue;
} OrderedQueue;

static int
compare_queues (gconstpointer a,
                gconstpointer b)
{
  const OrderedQueue *queue_a = a;
  const OrderedQueue *queue_b = b;

  return queue_a->order < queue_b->order ? -1 : queue_a->order > queue_b->order;
}

/**
 * ls_task_popover_set_lane:
 * @self: a popover
 * @player: the player that the queues belong to
 * @effective_priority: an effective priority
 *
 * Lists the scheduler task queues with @effective_priority that have tasks now. The queue with the oldest task comes first.
 */
void
ls_task_popover_set_lane (LsTaskPopover *self,
                          LsPlayer      *player,
                          guint          effective_priority)
{
  LsState *state = ls_player_get_state (player);
  g_autoptr (GArray) queues = g_array_new (FALSE, FALSE, sizeof (OrderedQueue));
  const LsQueueState *data;

  for (guint32 queue = ls_state_get_first_runnable_queue (state, effective_priority); queue != 0;
       queue = data->next_runnable)
    {
      OrderedQueue ordered = { .queue = queue };

      data = ls_state_get_queue (state, queue);
      ordered.order = ls_state_get_task (state, data->tasks.first)->enqueue_order;
      g_array_append_val (queues, ordered);
    }
  g_array_sort (queues, compare_queues);

  begin_list (self, player, TRUE);
  for (guint i = 0; i < queues->len; i++)
    g_array_append_val (self->ids, g_array_index (queues, OrderedQueue, i).queue);
  end_list (self);
}

/**
 * ls_task_popover_get_n_shown:
 * @self: a popover
 *
 * Returns: the number of rows that match the search so far
 */
guint
ls_task_popover_get_n_shown (LsTaskPopover *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->model));
}
