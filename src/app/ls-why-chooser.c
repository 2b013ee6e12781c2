/* ls-why-chooser.c: chooses a task by name or number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-why-chooser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-text.h"

/* Longer lists are no help: typing narrows them. */
#define MAX_ROWS 40

/**
 * LsWhyChooser:
 *
 * The tasks that have been posted, but for the selected one, with a search by name and number. "chosen" hands over a task's
 * number.
 */
struct _LsWhyChooser
{
  GtkWidget  parent_instance;

  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *empty;

  LsPlayer  *player;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsWhyChooser, ls_why_chooser, GTK_TYPE_WIDGET)

static gboolean
matches (LsState           *state,
         const LsTaskState *task,
         const char        *needle)
{
  const char *name = task->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), task->name) : NULL;
  g_autofree char *number = g_strdup_printf ("%u", task->id);
  g_autofree char *folded = name != NULL ? g_utf8_casefold (name, -1) : NULL;

  return g_str_has_prefix (number, needle) || (folded != NULL && strstr (folded, needle) != NULL);
}

static void
append_row (LsWhyChooser *self,
            LsState      *state,
            guint32       task)
{
  g_autofree char *name = ls_text_format_task (state, task);
  g_autofree char *text = g_strdup_printf ("%u  %s", task, name);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_append (GTK_LIST_BOX (self->list), label);
  g_object_set_data (G_OBJECT (gtk_widget_get_parent (label)), "task", GUINT_TO_POINTER (task));
}

static void
update (LsWhyChooser *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *needle = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  guint32 selected = 0;
  GtkWidget *row;
  guint n_rows = 0;

  ls_player_get_selection (self->player, &selected);
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint32 id = 0; n_rows < MAX_ROWS && (id = ls_state_find_next_task (state, id)) != 0;)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      if (task == NULL || task->status == LS_TASK_STATUS_NONE || id == selected || !matches (state, task, needle))
        continue;
      append_row (self, state, id);
      n_rows++;
    }
  gtk_widget_set_visible (self->empty, n_rows == 0);
}

static void
on_row_activated (LsWhyChooser  *self,
                  GtkListBoxRow *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "task")));
}

/* Return takes the first one. */
static void
on_activate (LsWhyChooser *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);

  if (row != NULL)
    on_row_activated (self, row);
}

static void
on_map (LsWhyChooser *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  update (self);
  gtk_widget_grab_focus (self->search);
}

static void
ls_why_chooser_dispose (GObject *object)
{
  LsWhyChooser *self = LS_WHY_CHOOSER (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_why_chooser_parent_class)->dispose (object);
}

static void
ls_why_chooser_class_init (LsWhyChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_why_chooser_dispose;

  signals[CHOSEN] = g_signal_new ("chosen", LS_TYPE_WHY_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-why-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWhyChooser, search);
  gtk_widget_class_bind_template_child (widget_class, LsWhyChooser, list);
  gtk_widget_class_bind_template_child (widget_class, LsWhyChooser, empty);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
}

static void
ls_why_chooser_init (LsWhyChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_why_chooser_new:
 * @player: whose tasks to offer
 *
 * Returns: a list of the tasks at @player's position
 */
GtkWidget *
ls_why_chooser_new (LsPlayer *player)
{
  LsWhyChooser *self = g_object_new (LS_TYPE_WHY_CHOOSER, NULL);

  self->player = g_object_ref (player);
  return GTK_WIDGET (self);
}
