/* ls-cell-row.c: a place in shared memory, its value and who waits there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-cell-row.h"

#include <glib/gi18n.h>

#include "ls-atomics-text.h"
#include "ls-text.h"
#include "ls-typed-array.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* A row names this many waiters. It only counts the others. */
#define MAX_WAITERS 12

/**
 * LsCellRow:
 *
 * A place in shared memory at the player's position. The row shows the place's name, its value and its last writer. For a lock it
 * shows the holder. It lists the waiters in the order in which they will be woken.
 */
struct _LsCellRow
{
  GtkBox     parent_instance;

  GtkWidget *place_box;
  GtkWidget *place;
  GtkWidget *type;
  GtkWidget *value_box;
  GtkWidget *value;
  GtkWidget *writer_box;
  GtkWidget *writer;
  GtkWidget *waiters;
};

G_DEFINE_FINAL_TYPE (LsCellRow, ls_cell_row, GTK_TYPE_BOX)

static void
ls_cell_row_class_init (LsCellRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-cell-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, place_box);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, place);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, type);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, value_box);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, value);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, writer_box);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, writer);
  gtk_widget_class_bind_template_child (widget_class, LsCellRow, waiters);
}

static void
ls_cell_row_init (LsCellRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_cell_row_new:
 * @places: the size group that gives the places of all rows the same width
 * @values: the size group that gives the values of all rows the same width
 *
 * Returns: a row
 */
GtkWidget *
ls_cell_row_new (GtkSizeGroup *places,
                 GtkSizeGroup *values)
{
  LsCellRow *self = g_object_new (LS_TYPE_CELL_ROW, NULL);

  gtk_size_group_add_widget (places, self->place_box);
  gtk_size_group_add_widget (values, self->value_box);
  return GTK_WIDGET (self);
}

/* Says which agent holds the lock, or wrote the value. */
static char *
describe_writer (LsState           *state,
                 const LsCellState *cell)
{
  g_autofree char *name = NULL;

  if (cell->lock_owner != 0)
    {
      name = ls_atomics_text_format_agent (state, cell->lock_owner);
      /* Translators: the agent that holds a lock */
      return g_strdup_printf (_("held by %s"), name);
    }
  if (cell->is_lock)
    return g_strdup (C_("lock", "free"));
  if (cell->writer == 0)
    return g_strdup (_("never written"));
  name = ls_atomics_text_format_agent (state, cell->writer);
  /* Translators: the agent that wrote a value */
  return g_strdup_printf (_("by %s"), name);
}

static void
show_waiter (LsCellRow           *self,
             LsState             *state,
             const LsWaiterState *waiter,
             GtkWidget          **label)
{
  guint64 now = ls_state_get_time (state);
  g_autofree char *name = ls_atomics_text_format_agent (state, waiter->agent);
  g_autofree char *since = ls_text_format_time (now - MIN (now, waiter->since));
  g_autofree char *text = NULL;

  if (*label == NULL)
    {
      *label = gtk_label_new (NULL);
      gtk_label_set_ellipsize (GTK_LABEL (*label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (*label), 30);
      gtk_widget_add_css_class (*label, "waiter");
      ls_wrap_box_append (LS_WRAP_BOX (self->waiters), *label);
    }
  if (waiter->is_async)
    /* Translators: an agent that waits with Atomics.waitAsync(), and since when */
    text = g_strdup_printf (_("%s (async) · %s"), name, since);
  else
    /* Translators: an agent that waits, and since when */
    text = g_strdup_printf (_("%s · %s"), name, since);
  gtk_label_set_label (GTK_LABEL (*label), text);
  ls_atomics_text_set_agent_class (*label, waiter->agent);
}

static void
show_waiters (LsCellRow         *self,
              LsState           *state,
              const LsCellState *cell)
{
  GtkWidget *label = gtk_widget_get_first_child (self->waiters);
  const LsWaiterState *waiter;
  guint32 id = cell->first_waiter;
  guint n_shown = 0;

  while (n_shown < MAX_WAITERS && id != 0 && (waiter = ls_state_get_waiter (state, id)) != NULL)
    {
      show_waiter (self, state, waiter, &label);
      label = gtk_widget_get_next_sibling (label);
      id = waiter->next;
      n_shown++;
    }
  if (cell->n_waiting > n_shown)
    {
      if (label == NULL)
        {
          label = gtk_label_new (NULL);
          ls_wrap_box_append (LS_WRAP_BOX (self->waiters), label);
        }
      gtk_widget_add_css_class (label, "waiter");
      ls_widget_print (label, ngettext ("%u more", "%u more", cell->n_waiting - n_shown),
                       cell->n_waiting - n_shown);
      ls_atomics_text_set_agent_class (label, 0);
      label = gtk_widget_get_next_sibling (label);
    }
  ls_widget_remove_rest (label);
}

/**
 * ls_cell_row_update:
 * @self: a row
 * @player: the player that the memory belongs to
 * @memory: a block of shared memory
 * @byte_index: a place in the block, in bytes
 *
 * Shows the place at the player's position.
 */
void
ls_cell_row_update (LsCellRow *self,
                    LsPlayer  *player,
                    guint32    memory,
                    guint32    byte_index)
{
  LsState *state = ls_player_get_state (player);
  const LsCellState *data = ls_state_get_cell (state, memory, byte_index);
  gsize position = ls_state_get_position (state);
  g_autofree char *place = NULL;
  g_autofree char *value = NULL;
  g_autofree char *writer = NULL;
  g_autofree char *type = NULL;

  if (data == NULL)
    return;
  place = ls_atomics_text_format_place (state, data->memory, data->byte_index);
  value = ls_element_type_format (data->type, data->value);
  writer = describe_writer (state, data);
  gtk_label_set_label (GTK_LABEL (self->place), place);
  ls_widget_set_tooltip (self->place, place);
  /* Translators: a place in shared memory that is a lock; %s is a type, such as Int32Array */
  type = data->is_lock ? g_strdup_printf (_("lock, %s"), ls_element_type_to_string (data->type))
                       : g_strdup (ls_element_type_to_string (data->type));
  gtk_label_set_label (GTK_LABEL (self->type), type);
  gtk_label_set_label (GTK_LABEL (self->value), value);
  gtk_label_set_label (GTK_LABEL (self->writer), writer);
  ls_widget_set_tooltip (self->writer, writer);
  ls_atomics_text_set_agent_class (self->writer_box, data->is_lock ? data->lock_owner : data->writer);
  ls_widget_set_class (self->value, "changed", data->written_record != G_MAXUINT64 && data->written_record + 1 == position);
  show_waiters (self, state, data);

  /* Translators: a place in shared memory, its value, the agent that wrote it or holds the lock, and how many agents wait there */
  ls_widget_name (GTK_WIDGET (self), ngettext ("%s is %s, %s, %u waiter", "%s is %s, %s, %u waiters", data->n_waiting), place, value,
                  writer, data->n_waiting);
}
