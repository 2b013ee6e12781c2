/* ls-script-view.c: a script as text, with its breakpoints and the current line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-script-view.h"

#include <glib/gi18n.h>

#include "ls-breakpoint-popover.h"
#include "ls-compat.h"
#include "ls-line-gutter.h"
#include "ls-script-indenter.h"
#include "ls-text-view.h"

#define CURRENT "ls-current"

/**
 * LsScriptView:
 *
 * Shows one LsScriptBuffer. The user can edit it, search it and set breakpoints in it.
 */
struct _LsScriptView
{
  GtkBox           parent_instance;

  GtkWidget       *scrolled;
  GtkWidget       *view;
  GtkWidget       *find_bar;
  GtkWidget       *popover;

  GtkSourceGutterRenderer *gutter;
  LsBreakpoints   *breakpoints;
  LsScriptBuffer  *buffer;
  GtkSourceMark   *current;         /* in @buffer, NULL for none */
  guint            line_to_show;
  gboolean         shows_top;       /* it is to be at the top */
  gint64           shown_at;        /* when the caller asked for that, in µs */
  guint            idle;
  guint            allocating;      /* the idle source that lays the view out */
};

G_DEFINE_FINAL_TYPE (LsScriptView, ls_script_view, GTK_TYPE_BOX)

static void on_page_size_changed (LsScriptView *self);

static void
update_scheme (LsScriptView *self)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
  g_autoptr (GtkSourceMarkAttributes) of_lines = gtk_source_mark_attributes_new ();
  GdkRGBA color;

  if (self->buffer != NULL)
    ls_text_view_use_scheme (GTK_SOURCE_BUFFER (self->buffer));
  ls_compat_lookup_color (GTK_WIDGET (self), "accent_bg_color", &color);
  color.alpha = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? 0.3 : 0.17;
  gtk_source_mark_attributes_set_background (attributes, &color);
  gtk_source_view_set_mark_attributes (GTK_SOURCE_VIEW (self->view), CURRENT, attributes, 10);
  color.alpha = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? 0.14 : 0.07;
  gtk_source_mark_attributes_set_background (of_lines, &color);
  gtk_source_view_set_mark_attributes (GTK_SOURCE_VIEW (self->view), LS_SCRIPT_BUFFER_LINES, of_lines, 5);
}

/* A text view that gets no size in a frame measures its lines, and scrolls, while it is drawn. That changes scroll bars, which have
 * no layout then. */
static void
lay_out (LsScriptView *self)
{
  gtk_widget_queue_allocate (self->view);
}

static void
update_current (LsScriptView *self)
{
  gboolean done = FALSE;
  guint line = self->buffer != NULL ? ls_script_buffer_get_current_line (self->buffer, &done) : 0;
  GtkTextIter iter;

  if (line == 0)
    {
      if (self->current != NULL)
        gtk_text_buffer_delete_mark (GTK_TEXT_BUFFER (self->buffer), GTK_TEXT_MARK (self->current));
      self->current = NULL;
      return;
    }
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, line - 1);
  if (self->current == NULL)
    self->current = gtk_source_buffer_create_source_mark (GTK_SOURCE_BUFFER (self->buffer), NULL, CURRENT, &iter);
  else
    gtk_text_buffer_move_mark (GTK_TEXT_BUFFER (self->buffer), GTK_TEXT_MARK (self->current), &iter);
}

/* Describes in words what the gutter draws: the current line and the breakpoints. */
static void
update_description (LsScriptView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean done = FALSE;
  guint line = self->buffer != NULL ? ls_script_buffer_get_current_line (self->buffer, &done) : 0;
  guint last = 0;
  const guint first = self->buffer != NULL ? ls_script_buffer_get_lines (self->buffer, &last) : 0;

  if (first > 0)
    /* Translators: of a page of a lesson, the first and the last line of the program */
    g_string_append_printf (text, _("The page is about lines %u to %u."), first, last);
  if (first > 0 && line > 0)
    g_string_append_c (text, ' ');
  if (line > 0)
    g_string_append_printf (text, done ? _("The last line that ran is %u.") : _("The program is at line %u."), line);
  for (guint i = 0; self->buffer != NULL && i < ls_breakpoints_get_n (self->breakpoints); i++)
    {
      const LsBreakpointState *breakpoint = ls_breakpoints_get (self->breakpoints, i);
      guint stops;

      if (!g_str_equal (breakpoint->script, ls_script_buffer_get_name (self->buffer)))
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      if (!breakpoint->enabled)
        g_string_append_printf (text, _("Disabled breakpoint at line %u."), breakpoint->line);
      else if (breakpoint->error != NULL)
        g_string_append_printf (text, _("The condition of the breakpoint at line %u fails: %s."),
                                breakpoint->line, breakpoint->error);
      else if (breakpoint->condition != NULL)
        g_string_append_printf (text, _("Breakpoint at line %u if %s."), breakpoint->line, breakpoint->condition);
      else
        g_string_append_printf (text, _("Breakpoint at line %u."), breakpoint->line);
      stops = breakpoint->run_line != 0 ? ls_script_buffer_from_run_line (self->buffer, breakpoint->run_line) : 0;
      if (stops != 0 && stops != breakpoint->line)
        {
          g_string_append_c (text, ' ');
          g_string_append_printf (text, _("It stops at line %u."), stops);
        }
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

static void
on_lines_changed (LsScriptView *self)
{
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self->view),
                              !ls_script_buffer_get_cut (self->buffer) && !ls_script_buffer_get_read_only (self->buffer));
  update_current (self);
  update_description (self);
}

/* Shows the error as a tooltip of the underlined text. */
static gboolean
on_query_tooltip (GtkWidget    *view,
                  int           x,
                  int           y,
                  gboolean      keyboard,
                  GtkTooltip   *tooltip,
                  LsScriptView *self)
{
  guint line = 0, column = 0;
  const char *message = self->buffer != NULL ? ls_script_buffer_get_syntax_error (self->buffer, &line, &column) : NULL;
  GtkTextIter iter;

  if (message == NULL)
    return FALSE;
  ls_text_view_get_tooltip_iter (GTK_TEXT_VIEW (view), x, y, keyboard, &iter);
  if (gtk_text_iter_get_line (&iter) + 1 != (int) line)
    return FALSE;
  gtk_tooltip_set_text (tooltip, message);
  return TRUE;
}

static void
on_line_activated (LsScriptView *self,
                   guint         line,
                   guint         button,
                   guint         state)
{
  if (button == GDK_BUTTON_SECONDARY || (button == GDK_BUTTON_PRIMARY && (state & GDK_SHIFT_MASK)))
    ls_script_view_edit_breakpoint (self, line);
  else if (button == GDK_BUTTON_PRIMARY)
    ls_script_view_toggle_breakpoint (self, line);
}

static gboolean
run_shortcut (GtkWidget *widget,
              GVariant  *args,
              gpointer   user_data)
{
  gtk_widget_activate_action (widget, "win.run-again", NULL);
  return TRUE;
}

/* Handles the key before the text view takes Return for a new line. */
static void
add_run_key (LsScriptView *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  static const guint keyvals[] = { GDK_KEY_Return, GDK_KEY_KP_Enter };

  for (guint i = 0; i < G_N_ELEMENTS (keyvals); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (keyvals[i], GDK_CONTROL_MASK),
                                                          gtk_callback_action_new (run_shortcut, NULL, NULL)));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->view, keys);
}

static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) breakpoints = g_menu_new ();
  g_autoptr (GMenu) search = g_menu_new ();

  g_menu_append (breakpoints, _("Toggle _Breakpoint"), "win.toggle-breakpoint");
  g_menu_append (breakpoints, _("_Condition…"), "win.edit-breakpoint");
  g_menu_append (breakpoints, _("Run to _This Line"), "win.run-to-cursor");
  g_menu_append (search, _("_Find…"), "win.find");
  g_menu_append (search, _("R_eplace…"), "win.replace");
  g_menu_append (search, _("_Go to Line…"), "win.go-to-line");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (breakpoints));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (search));
  return G_MENU_MODEL (menu);
}

static void
ls_script_view_dispose (GObject *object)
{
  LsScriptView *self = LS_SCRIPT_VIEW (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_handle_id (&self->allocating, g_source_remove);
  ls_script_view_set_buffer (self, NULL);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  if (self->view != NULL)
    {
      ls_find_bar_set_view (LS_FIND_BAR (self->find_bar), NULL);
      ls_text_view_drop_source (GTK_SCROLLED_WINDOW (self->scrolled));
    }
  self->gutter = NULL;
  self->view = NULL;
  g_clear_object (&self->breakpoints);

  G_OBJECT_CLASS (ls_script_view_parent_class)->dispose (object);
}

static void
ls_script_view_class_init (LsScriptViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_script_view_dispose;

  ls_text_view_init_schemes ();
  g_type_ensure (LS_TYPE_FIND_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-script-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsScriptView, scrolled);
  gtk_widget_class_bind_template_child (widget_class, LsScriptView, view);
  gtk_widget_class_bind_template_child (widget_class, LsScriptView, find_bar);
}

static gboolean
allocate_cb (gpointer user_data)
{
  LsScriptView *self = user_data;

  self->allocating = 0;
  gtk_widget_queue_allocate (self->view);
  return G_SOURCE_REMOVE;
}

/* Lays the view out again. A text view ignores a new size while it scrolls to a line, and would scroll past its end. It may also
 * scroll while GTK draws it, and then it does not draw a line without a layout. */
static void
on_scrolled (LsScriptView  *self,
             GtkAdjustment *vertical)
{
  if (self->allocating == 0 && (int) gtk_adjustment_get_page_size (vertical) != gtk_widget_get_height (self->view))
    self->allocating = g_idle_add_full (G_PRIORITY_HIGH_IDLE, allocate_cb, self, NULL);
}

static void
ls_script_view_init (LsScriptView *self)
{
  g_autoptr (GMenuModel) menu = make_menu ();
  GtkAdjustment *vertical;

  gtk_widget_init_template (GTK_WIDGET (self));
  vertical = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  gtk_text_view_set_extra_menu (GTK_TEXT_VIEW (self->view), menu);
  ls_text_view_follow_wrapping (GTK_TEXT_VIEW (self->view));
  ls_text_view_hold_offset (GTK_TEXT_VIEW (self->view));
  ls_find_bar_set_view (LS_FIND_BAR (self->find_bar), GTK_SOURCE_VIEW (self->view));
  self->popover = g_object_new (LS_TYPE_BREAKPOINT_POPOVER, NULL);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  add_run_key (self);
  ls_script_indenter_attach (GTK_SOURCE_VIEW (self->view));
  gtk_widget_set_has_tooltip (self->view, TRUE);
  g_signal_connect_object (self->view, "query-tooltip", G_CALLBACK (on_query_tooltip), self, 0);
  g_signal_connect_object (vertical, "notify::page-size", G_CALLBACK (on_page_size_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (vertical, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (update_scheme), self,
                           G_CONNECT_SWAPPED);
}

/**
 * ls_script_view_set_breakpoints:
 * @self: a view
 * @breakpoints: the breakpoints of its buffers
 *
 * Shows breakpoints, and lets the user set them.
 */
void
ls_script_view_set_breakpoints (LsScriptView  *self,
                                LsBreakpoints *breakpoints)
{
  g_return_if_fail (self->breakpoints == NULL);

  self->breakpoints = g_object_ref (breakpoints);
  self->gutter = ls_line_gutter_new (breakpoints);
  g_signal_connect_object (self->gutter, "line-activated", G_CALLBACK (on_line_activated), self, G_CONNECT_SWAPPED);
  gtk_source_gutter_insert (gtk_source_view_get_gutter (GTK_SOURCE_VIEW (self->view), GTK_TEXT_WINDOW_LEFT),
                            self->gutter, 0);
  ls_text_view_set_code (self->scrolled);
  g_signal_connect_object (breakpoints, "changed", G_CALLBACK (update_description), self, G_CONNECT_SWAPPED);
}

/**
 * ls_script_view_set_buffer:
 * @self: a view
 * @buffer: (nullable): the script to show
 *
 * Shows another script.
 */
void
ls_script_view_set_buffer (LsScriptView   *self,
                           LsScriptBuffer *buffer)
{
  if (self->buffer == buffer)
    return;
  if (self->buffer != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->buffer, on_lines_changed, self);
      g_signal_handlers_disconnect_by_func (self->buffer, lay_out, self);
      if (self->current != NULL)
        gtk_text_buffer_delete_mark (GTK_TEXT_BUFFER (self->buffer), GTK_TEXT_MARK (self->current));
      self->current = NULL;
    }
  g_set_object (&self->buffer, buffer);
  if (buffer == NULL)
    return;
  /* At another value the view would keep its top line, and look for it in a text whose lines have no height yet. */
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0);
  ls_text_view_set_buffer (GTK_TEXT_VIEW (self->view), GTK_TEXT_BUFFER (buffer));
  g_signal_connect_object (buffer, "lines-changed", G_CALLBACK (on_lines_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (buffer, "changed", G_CALLBACK (lay_out), self, G_CONNECT_SWAPPED);
  update_scheme (self);
  on_lines_changed (self);
  lay_out (self);
}

LsScriptBuffer *
ls_script_view_get_buffer (LsScriptView *self)
{
  return self->buffer;
}

GtkWidget *
ls_script_view_get_text_view (LsScriptView *self)
{
  return self->view;
}

/**
 * ls_script_view_get_cursor_line:
 * @self: a view
 *
 * Returns: the line of the cursor, from 1
 */
guint
ls_script_view_get_cursor_line (LsScriptView *self)
{
  GtkTextIter iter;

  if (self->buffer == NULL)
    return 1;
  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &iter,
                                    gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)));
  return gtk_text_iter_get_line (&iter) + 1;
}

static void
scroll_to (LsScriptView *self,
           guint         line)
{
  GtkTextIter iter;
  GdkRectangle place, visible;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, line - 1);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self->view), &iter, &place);
  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self->view), &visible);
  if (self->shows_top || visible.height <= 1 || place.y < visible.y + (line > 1 ? place.height : 0) ||
      place.y + 2 * place.height > visible.y + visible.height)
    {
      GtkTextMark *mark = gtk_text_buffer_create_mark (GTK_TEXT_BUFFER (self->buffer), NULL, &iter, TRUE);

      gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view), mark, self->shows_top ? 0 : 0.1, TRUE, 0,
                                    self->shows_top ? 0 : 0.35);
      gtk_text_buffer_delete_mark (GTK_TEXT_BUFFER (self->buffer), mark);
      lay_out (self);
    }
}

/* The view may have got a new size at the same time, and does not adjust its position for that. */
static gboolean
idle_cb (gpointer user_data)
{
  LsScriptView *self = user_data;

  self->idle = 0;
  if (self->buffer != NULL && self->line_to_show <= ls_script_buffer_get_n_lines (self->buffer))
    scroll_to (self, self->line_to_show);
  return G_SOURCE_REMOVE;
}

/* Keeps the displayed line visible when the pane gets its size a moment later. */
static void
on_page_size_changed (LsScriptView *self)
{
  /* Panes may come and go with the page of a lesson that shows lines. */
  const gint64 time = self->shows_top ? 2 * G_USEC_PER_SEC : G_USEC_PER_SEC / 2;

  if (self->line_to_show > 0 && self->idle == 0 && g_get_monotonic_time () - self->shown_at < time)
    self->idle = g_idle_add (idle_cb, self);
}

static void
show_line (LsScriptView *self,
           guint         line,
           gboolean      at_top)
{
  if (self->buffer == NULL)
    return;
  self->shows_top = at_top;
  scroll_to (self, line);
  self->line_to_show = line;
  self->shown_at = g_get_monotonic_time ();
  if (self->idle == 0)
    self->idle = g_idle_add (idle_cb, self);
}

/**
 * ls_script_view_show_line:
 * @self: a view
 * @line: a line, from 1
 *
 * Scrolls to a line if it is not visible. The cursor stays where it is.
 */
void
ls_script_view_show_line (LsScriptView *self,
                          guint         line)
{
  show_line (self, line, FALSE);
}

/**
 * ls_script_view_show_from:
 * @self: a view
 * @line: a line, from 1
 *
 * Scrolls so that a line is at the top, or as near as the text goes.
 */
void
ls_script_view_show_from (LsScriptView *self,
                          guint         line)
{
  show_line (self, line, TRUE);
}

/**
 * ls_script_view_go_to:
 * @self: a view
 * @line: a line, from 1
 * @column: a column, from 1; 0 for the first character that is not a space
 *
 * Moves the cursor to a place, and gives the focus to the text.
 */
void
ls_script_view_go_to (LsScriptView *self,
                      guint         line,
                      guint         column)
{
  GtkTextIter iter;

  if (self->buffer == NULL)
    return;
  ls_script_buffer_get_iter (self->buffer, &iter, line, column);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &iter);
  ls_script_view_show_line (self, gtk_text_iter_get_line (&iter) + 1);
  gtk_widget_grab_focus (self->view);
}

/**
 * ls_script_view_toggle_breakpoint:
 * @self: a view
 * @line: a line, from 1
 *
 * Toggles the breakpoint of a line. If the line has none, this applies to the first line with code below it. Adds a breakpoint if
 * there is none, enables a disabled one, and removes an enabled one.
 */
void
ls_script_view_toggle_breakpoint (LsScriptView *self,
                                  guint         line)
{
  const char *script;
  const LsBreakpointState *breakpoint;
  g_autofree char *text = NULL;

  if (self->buffer == NULL)
    return;
  script = ls_script_buffer_get_name (self->buffer);
  breakpoint = ls_breakpoints_find (self->breakpoints, script, line);
  if (breakpoint == NULL)
    {
      line = ls_script_buffer_find_code (self->buffer, line);
      breakpoint = ls_breakpoints_find (self->breakpoints, script, line);
    }
  if (breakpoint == NULL)
    {
      ls_breakpoints_add (self->breakpoints, script, line, ls_script_buffer_find_run_line (self->buffer, line));
      ls_script_buffer_settle_breakpoint (self->buffer, line);
      text = g_strdup_printf (_("Breakpoint at line %u"), line);
    }
  else if (!breakpoint->enabled)
    {
      ls_breakpoints_set_enabled (self->breakpoints, script, line, TRUE);
      text = g_strdup_printf (_("Breakpoint at line %u"), line);
    }
  else
    {
      ls_breakpoints_remove (self->breakpoints, script, line);
      text = g_strdup_printf (_("No breakpoint at line %u"), line);
    }
  ls_compat_announce (GTK_WIDGET (self), text);
}

/**
 * ls_script_view_edit_breakpoint:
 * @self: a view
 * @line: a line, from 1
 *
 * Asks when the breakpoint of a line stops. If there is none, sets one first.
 */
void
ls_script_view_edit_breakpoint (LsScriptView *self,
                                guint         line)
{
  const char *script;
  GtkTextIter iter;
  GdkRectangle place;
  graphene_point_t point = GRAPHENE_POINT_INIT_ZERO;
  int left, top;

  if (self->buffer == NULL)
    return;
  script = ls_script_buffer_get_name (self->buffer);
  if (ls_breakpoints_find (self->breakpoints, script, line) == NULL)
    {
      line = ls_script_buffer_find_code (self->buffer, line);
      ls_breakpoints_add (self->breakpoints, script, line, ls_script_buffer_find_run_line (self->buffer, line));
      ls_script_buffer_settle_breakpoint (self->buffer, line);
    }

  ls_script_view_show_line (self, line);
  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, line - 1);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self->view), &iter, &place);
  gtk_text_view_buffer_to_window_coords (GTK_TEXT_VIEW (self->view), GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &left,
                                         &top);
  if (!gtk_widget_compute_point (self->view, GTK_WIDGET (self), &GRAPHENE_POINT_INIT (left, top), &point))
    return;
  place = (GdkRectangle) { CLAMP (point.x, 0, gtk_widget_get_width (GTK_WIDGET (self))),
                           CLAMP (point.y, 0, gtk_widget_get_height (GTK_WIDGET (self))), 1, MAX (place.height, 1) };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &place);
  ls_breakpoint_popover_edit (LS_BREAKPOINT_POPOVER (self->popover), self->breakpoints, script, line);
}

LsFindBar *
ls_script_view_get_find_bar (LsScriptView *self)
{
  return LS_FIND_BAR (self->find_bar);
}
