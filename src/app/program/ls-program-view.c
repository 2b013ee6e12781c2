/* ls-program-view.c: a session's program as rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-view.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-list-scroll.h"
#include "ls-place.h"
#include "ls-program-rows.h"
#include "ls-row-list.h"
#include "ls-widget.h"

/**
 * LsProgramView:
 *
 * Shows the main script, the named bodies and the actions of a session, with a row for each step. It marks the row of the statement
 * at the player's position, between turns that of the last statement that ran.
 */
struct _LsProgramView
{
  GtkBox       parent_instance;

  GtkWidget   *scroller;
  GtkWidget   *list;
  GtkWidget   *file;

  LsDebugger  *debugger;
  LsPlayer    *player;
  LsProgramRows *rows;
  guint        current;       /* place of the marked row, G_MAXUINT for none */
  gboolean     is_done;       /* the step of that row is over */
};

G_DEFINE_FINAL_TYPE (LsProgramView, ls_program_view, GTK_TYPE_BOX)

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsProgramView *self = user_data;
  GtkWidget *row = gtk_list_item_get_child (item);

  ls_widget_set_class (row, "current", gtk_list_item_get_position (item) == self->current);
  ls_widget_set_class (row, "done", gtk_list_item_get_position (item) == self->current && self->is_done);
}

/* Says in words what the marked row looks like. */
static void
update_description (LsProgramView *self)
{
  g_autoptr (LsIdItem) item = NULL;
  g_autofree char *words = NULL;
  g_autofree char *text = NULL;
  guint depth, line;

  if (self->current != G_MAXUINT)
    item = g_list_model_get_item (G_LIST_MODEL (self->rows), self->current);
  if (item != NULL)
    words = ls_program_rows_describe (self->rows, item, &depth, &line);
  if (words != NULL)
    text = g_strdup_printf (self->is_done ? _("The last step that ran: %s.") : _("The program is at the step: %s."), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

static void
update_current (LsProgramView *self)
{
  LsState *state = ls_player_get_state (self->player);
  gboolean done, is_moved;
  guint32 text = ls_place_find_current (state, &done);
  const char *pointer = text != 0 ? ls_trace_get_text (ls_state_get_trace (state), text) : NULL;
  guint place = 0;
  guint current = pointer != NULL && ls_program_rows_find (self->rows, pointer, &place) ? place : G_MAXUINT;

  if (current == self->current && done == self->is_done)
    return;
  is_moved = current != self->current;
  self->current = current;
  self->is_done = done;
  update_description (self);
  ls_row_list_update (GTK_LIST_VIEW (self->list));
  if (current != G_MAXUINT && is_moved)
    ls_list_scroll_to (self->scroller, G_LIST_MODEL (self->rows), current);
}

/* The current row may be among the rows that the model just added. */
static void
on_items_changed (LsProgramView *self,
                  guint          position)
{
  if (position > 0 && self->current == G_MAXUINT)
    update_current (self);
}

static void
update_program (LsProgramView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;

  self->current = G_MAXUINT;
  ls_program_rows_set_session (self->rows, ls_debugger_is_javascript (self->debugger) ? NULL : session);
  gtk_label_set_label (GTK_LABEL (self->file), name != NULL ? name : "");
  gtk_widget_set_visible (self->file, name != NULL);
  update_current (self);
}

static GtkWidget *
new_row (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *text = gtk_label_new (NULL);

  gtk_widget_add_css_class (row, "program-row");
  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_width_chars (GTK_LABEL (number), 3);
  gtk_widget_add_css_class (number, "line");
  gtk_widget_add_css_class (number, "numeric");
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "step");
  gtk_box_append (GTK_BOX (row), number);
  gtk_box_append (GTK_BOX (row), text);
  return row;
}

static void
bind_row (GtkListItem *item,
          gpointer     user_data)
{
  LsProgramView *self = user_data;
  guint depth, line;
  g_autofree char *words = ls_program_rows_describe (self->rows, gtk_list_item_get_item (item), &depth, &line);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *number = gtk_widget_get_first_child (row);
  GtkWidget *text = gtk_widget_get_last_child (row);
  g_autofree char *formatted = g_strdup_printf ("%u", line);
  gboolean is_title = line == 0;

  gtk_label_set_label (GTK_LABEL (number), is_title ? "" : formatted);
  gtk_label_set_label (GTK_LABEL (text), words);
  ls_widget_set_tooltip (text, words);
  ls_compat_label_list_item (row, words);
  gtk_widget_set_margin_start (text, depth * 14);
  gtk_widget_set_visible (number, !is_title);
  ls_widget_set_class (row, "role-title", is_title && depth > 0);
  ls_widget_set_class (row, "body-title", is_title && depth == 0);
}

static void
ls_program_view_dispose (GObject *object)
{
  LsProgramView *self = LS_PROGRAM_VIEW (object);

  g_clear_object (&self->rows);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_program_view_parent_class)->dispose (object);
}

static void
ls_program_view_class_init (LsProgramViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_program_view_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-program-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsProgramView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsProgramView, list);
  gtk_widget_class_bind_template_child (widget_class, LsProgramView, file);
}

static void
ls_program_view_init (LsProgramView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->current = G_MAXUINT;
  self->rows = ls_program_rows_new ();
  g_signal_connect_object (self->rows, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->rows), new_row, bind_row, update_row, self);
}

/**
 * ls_program_view_set_debugger:
 * @self: a view
 * @debugger: the debugger whose program to show
 *
 * Shows the program of @debugger's session, and the player's place in it.
 */
void
ls_program_view_set_debugger (LsProgramView *self,
                              LsDebugger    *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (update_program), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (update_current), self, G_CONNECT_SWAPPED);
  update_program (self);
}
