/* ls-line-gutter.c: line numbers, with the breakpoints and the current line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-line-gutter.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

#define PADDING 5
#define MARK 4           /* additional width for the mark of a condition */
#define ARROW 7

/**
 * LsLineGutter:
 *
 * Shows the numbers of a script's lines. A breakpoint is a tag behind the number. The tag is filled; it has another colour and a
 * sign if the breakpoint has a condition, is red if the condition is invalid, and only an outline if the breakpoint is disabled.
 * The current line has an arrow, and a line with an error has a red number. The gutter emits "line-activated" when the user clicks
 * a number.
 */
struct _LsLineGutter
{
  GtkSourceGutterRendererText  parent_instance;

  LsBreakpoints               *breakpoints;
  guint                        n_digits;
  int                          number_width;

  /* valid while GTK draws a frame */
  GdkRGBA                      color;
  GdkRGBA                      accent;
  GdkRGBA                      accent_text;
  GdkRGBA                      conditional;
  GdkRGBA                      error;
  GdkRGBA                      refused;
};

G_DEFINE_FINAL_TYPE (LsLineGutter, ls_line_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

static LsScriptBuffer *
get_buffer (LsLineGutter *self)
{
  GtkSourceBuffer *buffer = gtk_source_gutter_renderer_get_buffer (GTK_SOURCE_GUTTER_RENDERER (self));

  return LS_IS_SCRIPT_BUFFER (buffer) ? LS_SCRIPT_BUFFER (buffer) : NULL;
}

static void
update_width (LsLineGutter *self)
{
  LsScriptBuffer *buffer = get_buffer (self);
  guint n_digits = 2;

  if (buffer == NULL)
    return;
  for (guint rest = ls_script_buffer_get_n_lines (buffer); rest >= 100; rest /= 10)
    n_digits++;
  if (n_digits == self->n_digits)
    return;
  self->n_digits = n_digits;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Returns (transfer full) a number of a line. It comes from the font of the program's letters, whatever the language of the window:
 * see ls_text_view_set_code(). */
static PangoLayout *
make_number (LsLineGutter *self,
             const char   *text,
             gboolean      bold)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_language_new (pango_language_from_string ("en")));
  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

static void
ls_line_gutter_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  LsLineGutter *self = LS_LINE_GUTTER (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      g_autofree char *digits = g_strnfill (MAX (self->n_digits, 2), '8');
      g_autoptr (PangoLayout) layout = make_number (self, digits, FALSE);

      pango_layout_get_pixel_size (layout, &self->number_width, NULL);
      *minimum = *natural = self->number_width + MARK + 2 * PADDING + ARROW;
    }
  else
    {
      *minimum = *natural = 0;
    }
  *minimum_baseline = *natural_baseline = -1;
}

static void
on_lines_changed (LsLineGutter *self)
{
  update_width (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ls_line_gutter_change_buffer (GtkSourceGutterRenderer *renderer,
                              GtkSourceBuffer         *old_buffer)
{
  LsLineGutter *self = LS_LINE_GUTTER (renderer);
  LsScriptBuffer *buffer = get_buffer (self);

  if (old_buffer != NULL)
    g_signal_handlers_disconnect_by_func (old_buffer, on_lines_changed, self);
  if (buffer != NULL)
    {
      g_signal_connect_object (buffer, "changed", G_CALLBACK (on_lines_changed), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (buffer, "lines-changed", G_CALLBACK (on_lines_changed), self, G_CONNECT_SWAPPED);
      on_lines_changed (self);
    }
}

static void
ls_line_gutter_begin (GtkSourceGutterRenderer *renderer,
                      GtkSourceGutterLines    *lines)
{
  LsLineGutter *self = LS_LINE_GUTTER (renderer);
  GtkWidget *widget = GTK_WIDGET (self);

  ls_compat_get_color (widget, &self->color);
  ls_compat_lookup_color (widget, "accent_bg_color", &self->accent);
  ls_compat_lookup_color (widget, "accent_fg_color", &self->accent_text);
  ls_compat_lookup_color (widget, "conditional_bg_color", &self->conditional);
  ls_compat_lookup_color (widget, "error_color", &self->error);
  ls_compat_lookup_color (widget, "destructive_bg_color", &self->refused);
}

/* Draws a tag that points at the text. */
static void
append_tag (GtkSnapshot   *snapshot,
            const GdkRGBA *color,
            gboolean       filled,
            gboolean       to_left,
            float          x,
            float          y,
            float          width,
            float          height)
{
  float point = MIN (6, width / 4);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x - 1, y - 1, width + 2, height + 2));

  if (to_left)
    {
      cairo_translate (cr, 2 * x + width, 0);
      cairo_scale (cr, -1, 1);
    }
  cairo_move_to (cr, x + 2, y + 1);
  cairo_line_to (cr, x + width - point, y + 1);
  cairo_line_to (cr, x + width, y + height / 2);
  cairo_line_to (cr, x + width - point, y + height - 1);
  cairo_line_to (cr, x + 2, y + height - 1);
  cairo_close_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
  if (filled)
    cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
append_arrow (GtkSnapshot   *snapshot,
              const GdkRGBA *color,
              gboolean       filled,
              gboolean       to_left,
              float          x,
              float          y,
              float          height)
{
  float middle = y + height / 2;
  float from = to_left ? x + ARROW - 1 : x + 1;
  float to = to_left ? x + 1 : x + ARROW - 1;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, y, ARROW, height));

  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
  cairo_move_to (cr, from, middle - 5);
  cairo_line_to (cr, to, middle);
  cairo_line_to (cr, from, middle + 5);
  cairo_close_path (cr);
  cairo_set_line_width (cr, 1.2);
  if (filled)
    cairo_fill (cr);
  else
    cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
append_number (LsLineGutter  *self,
               GtkSnapshot   *snapshot,
               guint          number,
               const GdkRGBA *color,
               gboolean       bold,
               const char    *sign,
               float          x,
               float          y,
               float          width,
               float          height)
{
  char text[16];
  g_autoptr (PangoLayout) layout = NULL;
  int text_width, text_height;

  g_snprintf (text, sizeof text, "%u%s", number, sign);
  layout = make_number (self, text, bold);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x + width - text_width, y + (height - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

/* Returns the sign behind the number of a line that stops only on a condition. */
static const char *
get_sign (const LsBreakpointState *breakpoint)
{
  if (breakpoint == NULL || breakpoint->condition == NULL)
    return "";
  return breakpoint->error != NULL ? "!" : "?";
}

static void
ls_line_gutter_snapshot_line (GtkSourceGutterRenderer *renderer,
                              GtkSnapshot             *snapshot,
                              GtkSourceGutterLines    *lines,
                              guint                    line)
{
  LsLineGutter *self = LS_LINE_GUTTER (renderer);
  LsScriptBuffer *buffer = get_buffer (self);
  const LsBreakpointState *breakpoint;
  gboolean to_left = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  GdkRGBA color = self->color;
  gboolean is_current;
  gboolean done = FALSE;
  double y, height;
  int width;
  float number_x;

  if (buffer == NULL)
    return;
  width = gtk_widget_get_width (GTK_WIDGET (self));
  number_x = (to_left ? ARROW : 0) + PADDING + MARK;
  /* The number of a wrapped line stands at its first row. */
  ls_compat_get_line_extent (lines, line, &y, &height);
  breakpoint = ls_breakpoints_find (self->breakpoints, ls_script_buffer_get_name (buffer), line + 1);
  is_current = ls_script_buffer_get_current_line (buffer, &done) == line + 1;

  if (breakpoint != NULL)
    {
      const GdkRGBA *tag = breakpoint->error != NULL       ? &self->refused
                           : breakpoint->condition != NULL ? &self->conditional
                                                           : &self->accent;

      append_tag (snapshot, tag, breakpoint->enabled, to_left, to_left ? ARROW - 2 : 1, y,
                  width - ARROW + 1, height);
      if (breakpoint->enabled)
        color = self->accent_text;
    }
  else if (ls_script_buffer_get_error_line (buffer) == line + 1)
    {
      color = self->error;
    }
  else if (!is_current)
    {
      color.alpha *= 0.7;
    }
  if (is_current)
    append_arrow (snapshot, &self->accent, !done, to_left, to_left ? 0 : width - ARROW, y, height);
  append_number (self, snapshot, line + 1, &color, is_current || breakpoint != NULL,
                 get_sign (breakpoint), number_x, y, self->number_width, height);
}

static gboolean
ls_line_gutter_query_activatable (GtkSourceGutterRenderer *renderer,
                                  GtkTextIter             *iter,
                                  GdkRectangle            *area)
{
  return TRUE;
}

static void
ls_line_gutter_activate (GtkSourceGutterRenderer *renderer,
                         GtkTextIter             *iter,
                         GdkRectangle            *area,
                         guint                    button,
                         GdkModifierType          state,
                         int                      n_presses)
{
  if (n_presses == 1)
    g_signal_emit_by_name (renderer, "line-activated", gtk_text_iter_get_line (iter) + 1, button, (guint) state);
}

static void
ls_line_gutter_dispose (GObject *object)
{
  g_clear_object (&LS_LINE_GUTTER (object)->breakpoints);

  G_OBJECT_CLASS (ls_line_gutter_parent_class)->dispose (object);
}

/* Says what the arrow means. */
static gboolean
ls_line_gutter_query_tooltip (GtkWidget  *widget,
                              int         x,
                              int         y,
                              gboolean    keyboard,
                              GtkTooltip *tooltip)
{
  GtkTextView *view = GTK_TEXT_VIEW (gtk_source_gutter_renderer_get_view (GTK_SOURCE_GUTTER_RENDERER (widget)));
  LsScriptBuffer *buffer = LS_SCRIPT_BUFFER (gtk_text_view_get_buffer (view));
  gboolean done;
  GtkTextIter iter;

  gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_LEFT, x, y, &x, &y);
  gtk_text_view_get_line_at_y (view, &iter, y, NULL);
  if (keyboard || ls_script_buffer_get_current_line (buffer, &done) != (guint) gtk_text_iter_get_line (&iter) + 1)
    return FALSE;
  gtk_tooltip_set_text (tooltip, done ? _("What ran last ended at this line") : _("The program has come to this line"));
  return TRUE;
}

static void
ls_line_gutter_class_init (LsLineGutterClass *klass)
{
  GtkSourceGutterRendererClass *renderer_class = GTK_SOURCE_GUTTER_RENDERER_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_line_gutter_dispose;
  GTK_WIDGET_CLASS (klass)->measure = ls_line_gutter_measure;
  renderer_class->begin = ls_line_gutter_begin;
  renderer_class->snapshot_line = ls_line_gutter_snapshot_line;
  renderer_class->change_buffer = ls_line_gutter_change_buffer;
  renderer_class->query_activatable = ls_line_gutter_query_activatable;
  GTK_WIDGET_CLASS (klass)->query_tooltip = ls_line_gutter_query_tooltip;
  renderer_class->activate = ls_line_gutter_activate;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);

  /**
   * LsLineGutter::line-activated:
   * @self: a gutter
   * @line: the line, from 1
   * @button: the button of the mouse
   * @state: GdkModifierType
   *
   * The user clicked the number of @line.
   */
  g_signal_new ("line-activated", LS_TYPE_LINE_GUTTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}

static void
ls_line_gutter_init (LsLineGutter *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Line numbers and breakpoints"),
                                  -1);
}

/**
 * ls_line_gutter_new:
 * @breakpoints: the breakpoints to show
 *
 * Returns: (transfer floating): a renderer for the gutter of a view whose buffers are LsScriptBuffer
 */
GtkSourceGutterRenderer *
ls_line_gutter_new (LsBreakpoints *breakpoints)
{
  LsLineGutter *self = g_object_new (LS_TYPE_LINE_GUTTER, NULL);

  self->breakpoints = g_object_ref (breakpoints);
  g_signal_connect_object (breakpoints, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_SOURCE_GUTTER_RENDERER (self);
}
