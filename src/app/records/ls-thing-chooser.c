/* ls-thing-chooser.c: chooses a task or a signal of the whole trace by name or number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-thing-chooser.h"

#include <glib/gi18n.h>

#include "ls-name-matcher.h"
#include "ls-text.h"
#include "ls-widget.h"

#define MAX_ROWS 60
#define MAX_EMPTY_SIGNALS 20         /* limit without a search, so that tasks are visible too */
#define CHUNK 512
#define SEARCH_TIME 4000             /* in µs, for each call */

/**
 * LsThingChooser:
 *
 * The chooser lists the signals and tasks of a trace, with a search by name and number. It searches while the main loop is idle,
 * and stops when it has as many rows as a person reads, so a million tasks do not delay a frame. It emits "chosen" with the user's
 * choice.
 */
struct _LsThingChooser
{
  GtkWidget   parent_instance;

  GtkWidget  *search;
  GtkWidget  *list;
  GtkWidget  *note;

  LsPlayer   *player;
  LsNameMatcher *matcher;
  gboolean    in_tasks;    /* whether the search has reached the tasks, which come after the signals */
  guint32     next;        /* next signal or task to look at */
  guint       n_rows;
  guint       search_idle;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsThingChooser, ls_thing_chooser, GTK_TYPE_WIDGET)

static void
append_row (LsThingChooser  *self,
            LsSelectionKind  kind,
            guint32          id,
            const char      *text)
{
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_set_data (G_OBJECT (row), "kind", GUINT_TO_POINTER (kind));
  g_object_set_data (G_OBJECT (row), "id", GUINT_TO_POINTER (id));
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
look_at_signal (LsThingChooser *self,
                LsState        *names,
                guint32         id)
{
  const LsSignalState *signal = ls_state_get_signal (names, id);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (signal == NULL || signal->id == 0 || signal->flags & LS_RECORD_FLAG_INTERNAL ||
      !ls_name_matcher_matches (self->matcher, ls_player_get_trace (self->player), id, signal->name))
    return;
  name = ls_text_format_signal (names, id);
  /* Translators: the name of a signal */
  text = g_strdup_printf (_("Signal “%s”"), name);
  append_row (self, LS_SELECTION_SIGNAL, id, text);
  self->n_rows++;
}

static void
look_at_task (LsThingChooser *self,
              LsState        *names,
              guint32         id)
{
  const LsTaskState *task = ls_state_get_task (names, id);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (task == NULL || task->status == LS_TASK_STATUS_NONE ||
      !ls_name_matcher_matches (self->matcher, ls_player_get_trace (self->player), id, task->name))
    return;
  name = ls_text_format_task (names, id);
  /* Translators: the number of a task, then its name */
  text = g_strdup_printf (_("Task %u “%s”"), id, name);
  append_row (self, LS_SELECTION_TASK, id, text);
  self->n_rows++;
}

static void
show_note (LsThingChooser *self,
           const char     *note)
{
  gtk_label_set_label (GTK_LABEL (self->note), note != NULL ? note : "");
  gtk_widget_set_visible (self->note, note != NULL);
}

static gboolean
search_cb (gpointer user_data)
{
  LsThingChooser *self = user_data;
  LsState *names = ls_player_get_names (self->player, ls_player_get_length (self->player));
  gint64 end = g_get_monotonic_time () + SEARCH_TIME;

  do
    {
      for (guint i = 0; i < CHUNK && self->n_rows < MAX_ROWS; i++)
        {
          guint32 last = self->in_tasks ? ls_state_get_n_tasks (names) : ls_state_get_n_signals (names);

          if (self->next > last ||
              (!self->in_tasks && ls_name_matcher_is_empty (self->matcher) && self->n_rows >= MAX_EMPTY_SIGNALS))
            {
              if (self->in_tasks)
                {
                  self->search_idle = 0;
                  show_note (self, self->n_rows == 0 ? _("Nothing is called so") : NULL);
                  return G_SOURCE_REMOVE;
                }
              self->in_tasks = TRUE;
              self->next = 1;
              continue;
            }
          if (self->in_tasks)
            look_at_task (self, names, self->next++);
          else
            look_at_signal (self, names, self->next++);
        }
      if (self->n_rows >= MAX_ROWS)
        {
          self->search_idle = 0;
          show_note (self, _("There may be more: search by name or number"));
          return G_SOURCE_REMOVE;
        }
    }
  while (g_get_monotonic_time () < end);

  return G_SOURCE_CONTINUE;
}

static void
update (LsThingChooser *self)
{
  GtkWidget *row;

  g_clear_handle_id (&self->search_idle, g_source_remove);
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  if (self->player == NULL)
    return;
  ls_name_matcher_set_text (self->matcher, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  self->in_tasks = FALSE;
  self->next = 1;
  self->n_rows = 0;
  if (ls_name_matcher_is_empty (self->matcher))
    append_row (self, LS_SELECTION_NONE, 0, _("Everything"));
  show_note (self, _("Searching…"));
  self->search_idle = g_idle_add (search_cb, self);
}

static void
on_row_activated (LsThingChooser *self,
                  GtkListBoxRow  *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kind")),
                 GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "id")));
}

/* The Return key chooses the first row. */
static void
on_activate (LsThingChooser *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);

  if (row != NULL)
    on_row_activated (self, row);
}

static void
on_map (LsThingChooser *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  update (self);
  gtk_widget_grab_focus (self->search);
}

static void
on_unmap (LsThingChooser *self)
{
  g_clear_handle_id (&self->search_idle, g_source_remove);
}

static void
ls_thing_chooser_dispose (GObject *object)
{
  LsThingChooser *self = LS_THING_CHOOSER (object);
  GtkWidget *child;

  g_clear_handle_id (&self->search_idle, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_thing_chooser_parent_class)->dispose (object);
}

static void
ls_thing_chooser_finalize (GObject *object)
{
  LsThingChooser *self = LS_THING_CHOOSER (object);

  ls_name_matcher_free (self->matcher);

  G_OBJECT_CLASS (ls_thing_chooser_parent_class)->finalize (object);
}

static void
ls_thing_chooser_class_init (LsThingChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_thing_chooser_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_thing_chooser_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", LS_TYPE_THING_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  G_TYPE_UINT, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-thing-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, LsThingChooser, search);
  gtk_widget_class_bind_template_child (widget_class, LsThingChooser, list);
  gtk_widget_class_bind_template_child (widget_class, LsThingChooser, note);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, ls_widget_close_popover);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_unmap);
}

static void
ls_thing_chooser_init (LsThingChooser *self)
{
  self->matcher = ls_name_matcher_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_thing_chooser_set_player:
 * @self: a chooser
 * @player: the player whose tasks and signals to offer
 *
 * Offers the tasks and signals of @player's whole trace, at any position.
 */
void
ls_thing_chooser_set_player (LsThingChooser *self,
                             LsPlayer       *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
}
