/* ls-why-chooser.c: chooses a task by name or number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-why-chooser.h"

#include <glib/gi18n.h>

#include "ls-name-matcher.h"
#include "ls-text.h"
#include "ls-widget.h"

/* The most rows that the list shows. A longer list does not help, since typing narrows it. */
#define MAX_ROWS 40
#define CHUNK 256
#define SEARCH_TIME 4000             /* µs that one part of a search may take */

/**
 * LsWhyChooser:
 *
 * Lists the tasks that have been posted, except the selected one. The user can search for a name or a number. The search continues
 * while the main loop is idle. The "chosen" signal hands over a task's number.
 */
struct _LsWhyChooser
{
  GtkWidget  parent_instance;

  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *empty;

  LsPlayer  *player;
  LsNameMatcher *matcher;
  guint32    last;         /* the task that the search read last */
  guint      n_rows;
  guint      searching;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsWhyChooser, ls_why_chooser, GTK_TYPE_WIDGET)

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

/* Searches a part of the tasks. Returns whether there are more. */
static gboolean
search_on (LsWhyChooser *self)
{
  LsState *state = ls_player_get_state (self->player);
  gint64 end = g_get_monotonic_time () + SEARCH_TIME;
  guint32 selected = 0;

  ls_player_get_selection (self->player, &selected);
  do
    for (guint i = 0; i < CHUNK; i++)
      {
        const LsTaskState *task;

        self->last = ls_state_find_next_task (state, self->last);
        if (self->last == 0)
          return FALSE;
        task = ls_state_get_task (state, self->last);
        if (task == NULL || task->status == LS_TASK_STATUS_NONE || self->last == selected ||
            !ls_name_matcher_matches (self->matcher, ls_state_get_trace (state), self->last, task->name))
          continue;
        append_row (self, state, self->last);
        if (++self->n_rows == MAX_ROWS)
          return FALSE;
      }
  while (g_get_monotonic_time () < end);
  return TRUE;
}

static void
end_search (LsWhyChooser *self)
{
  self->searching = 0;
  gtk_widget_set_visible (self->empty, self->n_rows == 0);
}

static gboolean
search_cb (gpointer user_data)
{
  LsWhyChooser *self = user_data;

  if (search_on (self))
    return G_SOURCE_CONTINUE;
  end_search (self);
  return G_SOURCE_REMOVE;
}

static void
update (LsWhyChooser *self)
{
  GtkWidget *row;

  g_clear_handle_id (&self->searching, g_source_remove);
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  ls_name_matcher_set_text (self->matcher, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  self->last = 0;
  self->n_rows = 0;
  gtk_widget_set_visible (self->empty, FALSE);
  if (search_on (self))
    self->searching = g_idle_add (search_cb, self);
  else
    end_search (self);
}

static void
on_row_activated (LsWhyChooser  *self,
                  GtkListBoxRow *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "task")));
}

/* Pressing Return chooses the first task. */
static void
on_activate (LsWhyChooser *self)
{
  GtkListBoxRow *row;

  while (self->n_rows == 0 && self->searching != 0)
    if (!search_on (self))
      {
        g_source_remove (self->searching);
        end_search (self);
      }
  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);
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
on_unmap (LsWhyChooser *self)
{
  g_clear_handle_id (&self->searching, g_source_remove);
}

static void
ls_why_chooser_dispose (GObject *object)
{
  LsWhyChooser *self = LS_WHY_CHOOSER (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_handle_id (&self->searching, g_source_remove);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_why_chooser_parent_class)->dispose (object);
}

static void
ls_why_chooser_finalize (GObject *object)
{
  LsWhyChooser *self = LS_WHY_CHOOSER (object);

  ls_name_matcher_free (self->matcher);

  G_OBJECT_CLASS (ls_why_chooser_parent_class)->finalize (object);
}

static void
ls_why_chooser_class_init (LsWhyChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_why_chooser_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_why_chooser_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", LS_TYPE_WHY_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-why-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWhyChooser, search);
  gtk_widget_class_bind_template_child (widget_class, LsWhyChooser, list);
  gtk_widget_class_bind_template_child (widget_class, LsWhyChooser, empty);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, ls_widget_close_popover);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
}

static void
ls_why_chooser_init (LsWhyChooser *self)
{
  self->matcher = ls_name_matcher_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_why_chooser_new:
 * @player: the player whose tasks to list
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
