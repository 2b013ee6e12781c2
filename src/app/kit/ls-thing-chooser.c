/* ls-thing-chooser.c: chooses a task or a signal by name or number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-thing-chooser.h"

#include <glib/gi18n.h>

#include "ls-name-matcher.h"
#include "ls-text.h"
#include "ls-widget.h"

/* The most rows that the list shows. A longer list does not help, since typing narrows it. */
#define MAX_ROWS 60
#define MAX_TASKS 40                 /* limit where there are only tasks */
#define MAX_EMPTY_SIGNALS 20         /* limit without a search, so that tasks are visible too */
#define CHUNK 256
#define SEARCH_TIME 4000             /* µs that one part of a search may take */

/**
 * LsThingChooser:
 *
 * Lists tasks, and signals before them, with a search by name and number. The search continues while the main loop is idle, and
 * stops when it has as many rows as a person reads, so a million tasks do not delay a frame. The "chosen" signal hands over what the
 * user chose.
 */
struct _LsThingChooser
{
  GtkBox      parent_instance;

  GtkWidget  *search;
  GtkWidget  *list;
  GtkWidget  *note;

  LsPlayer   *player;
  LsNameMatcher *matcher;
  gboolean    only_tasks;  /* whether to offer no signals, and only tasks of the position */
  gboolean    in_tasks;    /* whether the search has reached the tasks, which come after the signals */
  guint32     last;        /* the signal or task that the search looked at last */
  guint       n_rows;
  guint       searching;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsThingChooser, ls_thing_chooser, GTK_TYPE_BOX)

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
                LsState        *state,
                guint32         id)
{
  const LsSignalState *signal = ls_state_get_signal (state, id);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (signal == NULL || signal->id == 0 || signal->flags & LS_RECORD_FLAG_INTERNAL ||
      !ls_name_matcher_matches (self->matcher, ls_state_get_trace (state), id, signal->name))
    return;
  name = ls_text_format_signal (state, id);
  /* Translators: the name of a signal */
  text = g_strdup_printf (_("Signal “%s”"), name);
  append_row (self, LS_SELECTION_SIGNAL, id, text);
  self->n_rows++;
}

static void
look_at_task (LsThingChooser *self,
              LsState        *state,
              guint32         id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  guint32 selected = 0;

  if (self->only_tasks)
    ls_player_get_selection (self->player, &selected);
  if (task == NULL || task->status == LS_TASK_STATUS_NONE || id == selected ||
      !ls_name_matcher_matches (self->matcher, ls_state_get_trace (state), id, task->name))
    return;
  name = ls_text_format_task (state, id);
  if (self->only_tasks)
    text = g_strdup_printf ("%u  %s", id, name);
  else
    /* Translators: the number of a task, then its name */
    text = g_strdup_printf (_("Task %u “%s”"), id, name);
  append_row (self, LS_SELECTION_TASK, id, text);
  self->n_rows++;
}

/* Looks at the next signal or task. Returns whether to look at more. */
static gboolean
look_on (LsThingChooser *self,
         LsState        *state)
{
  if (!self->in_tasks)
    {
      gboolean has_enough = ls_name_matcher_is_empty (self->matcher) && self->n_rows >= MAX_EMPTY_SIGNALS;

      self->last = has_enough ? 0 : ls_state_find_next_signal (state, self->last);
      self->in_tasks = self->last == 0;
      if (!self->in_tasks)
        look_at_signal (self, state, self->last);
    }
  else
    {
      self->last = ls_state_find_next_task (state, self->last);
      if (self->last == 0)
        return FALSE;
      look_at_task (self, state, self->last);
    }
  return self->n_rows < (self->only_tasks ? MAX_TASKS : MAX_ROWS);
}

/* Searches for a few milliseconds. Returns whether there is more to do. */
static gboolean
search (LsThingChooser *self)
{
  LsState *state = self->only_tasks ? ls_player_get_state (self->player)
                                    : ls_player_get_names (self->player, ls_player_get_length (self->player));
  gint64 end = g_get_monotonic_time () + SEARCH_TIME;

  do
    for (guint i = 0; i < CHUNK; i++)
      if (!look_on (self, state))
        {
          g_clear_handle_id (&self->searching, g_source_remove);
          ls_widget_show_text (self->note, self->n_rows >= MAX_ROWS ? _("Search by name or number to find more")
                                           : self->n_rows > 0       ? NULL
                                           : self->only_tasks       ? _("No other task")
                                                                    : _("No match"));
          return FALSE;
        }
  while (g_get_monotonic_time () < end);
  return TRUE;
}

static gboolean
search_cb (gpointer user_data)
{
  return search (user_data);
}

static void
update (LsThingChooser *self)
{
  g_clear_handle_id (&self->searching, g_source_remove);
  ls_widget_remove_children (self->list);
  if (self->player == NULL)
    return;
  ls_name_matcher_set_text (self->matcher, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  self->in_tasks = self->only_tasks;
  self->last = 0;
  self->n_rows = 0;
  if (!self->only_tasks && ls_name_matcher_is_empty (self->matcher))
    append_row (self, LS_SELECTION_NONE, 0, _("Everything"));
  ls_widget_show_text (self->note, self->only_tasks ? NULL : _("Searching…"));
  if (search (self))
    self->searching = g_idle_add (search_cb, self);
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
  GtkListBoxRow *row;

  while (self->n_rows == 0 && self->searching != 0)
    search (self);
  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);
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
  g_clear_handle_id (&self->searching, g_source_remove);
}

static void
ls_thing_chooser_dispose (GObject *object)
{
  LsThingChooser *self = LS_THING_CHOOSER (object);

  g_clear_handle_id (&self->searching, g_source_remove);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_thing_chooser_parent_class)->dispose (object);
}

static void
ls_thing_chooser_finalize (GObject *object)
{
  ls_name_matcher_free (LS_THING_CHOOSER (object)->matcher);

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
 * @only_tasks: whether to offer only the tasks that have been posted at @player's position, except the selected one
 *
 * Offers tasks and signals. Unless @only_tasks is set, these are those of @player's whole trace, at any position.
 */
void
ls_thing_chooser_set_player (LsThingChooser *self,
                             LsPlayer       *player,
                             gboolean        only_tasks)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  self->only_tasks = only_tasks;
  if (only_tasks)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Tasks"), -1);
}
