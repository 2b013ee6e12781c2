/* ls-atomics-stage.c: agents, shared memory and who waits where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-atomics-stage.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "ls-agent-card.h"
#include "ls-cell-row.h"
#include "ls-id-list-model.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* The stage shows cards for this many agents. It only counts the others. */
#define MAX_AGENTS 48

/* The cards have this height at most, in pixels, so that the memory below them is seen: some two lines of them. */
#define MAX_CARDS_HEIGHT 230

/**
 * LsAtomicsStage:
 *
 * The stage for agents and shared memory. It shows what each agent does. It also lists the places in shared memory that agents have
 * used, each with its value, last writer and waiters. The list of places is virtual.
 */
struct _LsAtomicsStage
{
  GtkBox         parent_instance;

  GtkWidget     *stack;
  GtkWidget     *agents_scroller;
  GtkWidget     *agents_box;
  GtkWidget     *agents;
  GtkWidget     *more_agents;
  GtkWidget     *titles;
  GtkWidget     *no_cells;
  GtkWidget     *place_title;
  GtkWidget     *value_title;
  GtkWidget     *cells;

  LsPlayer      *player;    /* weak: the window owns the player */
  LsIdListModel *model;
  GtkSizeGroup  *places;
  GtkSizeGroup  *values;
  GtkSizeGroup  *cards;
  guint          tick;      /* fits the height of the cards in the next frame */
  GPtrArray     *bound;     /* list items on screen */
  GArray        *rows;      /* of Place: the places that the list shows */
  guint          n_cells;   /* number of places when rows was filled */
  LsTrace       *trace;     /* trace when rows was filled: only compared, never read */
};

/* A place in shared memory. */
typedef struct
{
  guint32 memory;
  guint32 byte_index;
} Place;

G_DEFINE_FINAL_TYPE (LsAtomicsStage, ls_atomics_stage, GTK_TYPE_BOX)

/* Gives the cards the height of their lines, up to a limit: then they scroll. What a scrolled window asks for by itself does not
 * depend on its width. */
static void
fit_cards (LsAtomicsStage *self)
{
  int width = gtk_widget_get_width (self->agents_scroller);
  int height;

  if (width == 0)
    return;
  gtk_widget_measure (self->agents_box, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  height = MIN (height, MAX_CARDS_HEIGHT);
  if (gtk_scrolled_window_get_min_content_height (GTK_SCROLLED_WINDOW (self->agents_scroller)) != height)
    gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->agents_scroller), height);
}

static gboolean
fit_cb (GtkWidget     *widget,
        GdkFrameClock *clock,
        gpointer       user_data)
{
  LsAtomicsStage *self = LS_ATOMICS_STAGE (widget);

  self->tick = 0;
  fit_cards (self);
  return G_SOURCE_REMOVE;
}

/* GTK calls this during an allocation, when no widget may change its size. */
static void
on_width_changed (LsAtomicsStage *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), fit_cb, NULL, NULL);
}

static void
update_row (LsAtomicsStage *self,
            GtkListItem    *item)
{
  LsIdItem *id = gtk_list_item_get_item (item);
  const Place *place;

  if (self->player == NULL || id == NULL || ls_id_item_get_id (id) > self->rows->len)
    return;
  place = &g_array_index (self->rows, Place, ls_id_item_get_id (id) - 1);
  ls_cell_row_update (LS_CELL_ROW (gtk_list_item_get_child (item)), self->player, place->memory, place->byte_index);
}

static void
on_setup (LsAtomicsStage *self,
          GtkListItem    *item)
{
  gtk_list_item_set_activatable (item, FALSE);
  gtk_list_item_set_child (item, ls_cell_row_new (self->places, self->values));
}

static void
on_bind (LsAtomicsStage *self,
         GtkListItem    *item)
{
  g_ptr_array_add (self->bound, item);
  update_row (self, item);
}

static void
on_unbind (LsAtomicsStage *self,
           GtkListItem    *item)
{
  g_ptr_array_remove_fast (self->bound, item);
}

static void
ls_atomics_stage_dispose (GObject *object)
{
  LsAtomicsStage *self = LS_ATOMICS_STAGE (object);

  g_clear_weak_pointer (&self->player);
  g_clear_object (&self->model);
  g_clear_object (&self->places);
  g_clear_object (&self->values);
  g_clear_object (&self->cards);

  G_OBJECT_CLASS (ls_atomics_stage_parent_class)->dispose (object);
}

static void
ls_atomics_stage_finalize (GObject *object)
{
  LsAtomicsStage *self = LS_ATOMICS_STAGE (object);

  g_ptr_array_unref (self->bound);
  g_array_unref (self->rows);

  G_OBJECT_CLASS (ls_atomics_stage_parent_class)->finalize (object);
}

static void
ls_atomics_stage_class_init (LsAtomicsStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_atomics_stage_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_atomics_stage_finalize;

  g_type_ensure (LS_TYPE_AGENT_CARD);
  g_type_ensure (LS_TYPE_CELL_ROW);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-atomics-stage.ui");
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, stack);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, agents_scroller);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, agents_box);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, agents);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, more_agents);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, titles);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, no_cells);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, place_title);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, value_title);
  gtk_widget_class_bind_template_child (widget_class, LsAtomicsStage, cells);
}

static void
ls_atomics_stage_init (LsAtomicsStage *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkNoSelection) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->bound = g_ptr_array_new ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (Place));
  self->model = ls_id_list_model_new ();
  self->places = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->values = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->cards = gtk_size_group_new (GTK_SIZE_GROUP_BOTH);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->agents_scroller)), "notify::page-size",
                           G_CALLBACK (on_width_changed), self, G_CONNECT_SWAPPED);
  gtk_size_group_add_widget (self->places, self->place_title);
  gtk_size_group_add_widget (self->values, self->value_title);

  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, G_CONNECT_SWAPPED);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->model)));
  gtk_list_view_set_model (GTK_LIST_VIEW (self->cells), GTK_SELECTION_MODEL (selection));
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->cells), factory);
}

static guint
count_cells (LsState *state)
{
  guint n_cells = 0;

  for (guint32 memory = 1; memory <= ls_state_get_n_memories (state); memory++)
    {
      const LsMemoryState *data = ls_state_get_memory (state, memory);

      n_cells += data != NULL ? data->n_cells : 0;
    }
  return n_cells;
}

static void
list_rows (LsAtomicsStage *self,
           LsState        *state)
{
  g_array_set_size (self->rows, 0);
  for (guint32 memory = 1; memory <= ls_state_get_n_memories (state); memory++)
    {
      guint n_cells = 0;
      const guint32 *cells = ls_state_list_cells (state, memory, &n_cells);

      for (guint i = 0; i < n_cells; i++)
        {
          Place place = { memory, cells[i] };

          g_array_append_val (self->rows, place);
        }
    }
}

static void
show_cells (LsAtomicsStage *self,
            LsState        *state)
{
  guint n_cells = count_cells (state);

  if (n_cells != self->n_cells || ls_state_get_trace (state) != self->trace)
    {
      g_autofree guint32 *ids = NULL;

      list_rows (self, state);
      ids = g_new (guint32, MAX (self->rows->len, 1));
      for (guint i = 0; i < self->rows->len; i++)
        ids[i] = i + 1;
      self->n_cells = n_cells;
      self->trace = ls_state_get_trace (state);
      ls_id_list_model_set_ids (self->model, ids, self->rows->len);
    }
  for (guint i = 0; i < self->bound->len; i++)
    update_row (self, g_ptr_array_index (self->bound, i));
  gtk_widget_set_visible (self->titles, n_cells > 0);
  gtk_label_set_label (GTK_LABEL (self->no_cells), ls_state_is_recorded (state) ? _("Recordings do not tell of shared memory")
                                                                                : _("No memory accessed yet"));
}

static void
show_agents (LsAtomicsStage *self,
             LsPlayer       *player,
             LsSession      *session)
{
  guint32 n_agents = ls_state_get_n_agents (ls_player_get_state (player));
  GtkWidget *card = gtk_widget_get_first_child (self->agents);

  for (guint32 agent = 1; agent <= MIN (n_agents, MAX_AGENTS); agent++)
    {
      if (card == NULL)
        {
          card = g_object_new (LS_TYPE_AGENT_CARD, NULL);
          ls_wrap_box_append (LS_WRAP_BOX (self->agents), card);
          gtk_size_group_add_widget (self->cards, card);
        }
      ls_agent_card_set_agent (LS_AGENT_CARD (card), player, session, agent);
      card = gtk_widget_get_next_sibling (card);
    }
  ls_widget_remove_rest (card);
  gtk_widget_set_visible (self->more_agents, n_agents > MAX_AGENTS);
  if (n_agents > MAX_AGENTS)
    ls_widget_print (self->more_agents, ngettext ("%u more agent", "%u more agents", n_agents - MAX_AGENTS), n_agents - MAX_AGENTS);
  fit_cards (self);
}

/**
 * ls_atomics_stage_update:
 * @self: a stage
 * @player: the player to show
 * @session: (nullable): the session whose programs the agents run
 *
 * Shows the agents and the memory at the player's position.
 */
void
ls_atomics_stage_update (LsAtomicsStage *self,
                         LsPlayer       *player,
                         LsSession      *session)
{
  LsState *state = ls_player_get_state (player);
  gboolean is_empty = ls_state_get_n_agents (state) == 0 && ls_state_get_n_memories (state) == 0;

  g_set_weak_pointer (&self->player, player);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), is_empty ? "empty" : "atomics");
  show_agents (self, player, session);
  show_cells (self, state);
}
