/* ls-text-block.c: a paragraph whose text changes in each frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-text-block.h"

#include "ls-compat.h"

/* The default minimum width, in characters. */
#define MIN_CHARS 6
#define NATURAL_CHARS 24
/* The number of widths for which a block remembers its height. */
#define N_HEIGHTS 4

/**
 * LsTextBlock:
 *
 * Looks like a GtkLabel with wrapped lines, for texts that change with each frame of a run. A label lays such a text out some ten
 * times after each change, and has the window laid out too. This widget lays a text out once, at its present width. It asks for
 * another size only if the new text needs another height. Its width does not depend on the text: it takes the width that a pane
 * gives it. Its properties "line-height" and "font-features" replace those of the style, because GTK does not tell widgets of them.
 */
struct _LsTextBlock
{
  GtkWidget    parent_instance;

  char        *text;
  double       line_height;
  char        *font_features;   /* NULL for the font's own */
  PangoLayout *layout;          /* NULL until it is needed */
  int          min_chars, natural_chars;
  int          minimum, natural;/* widths in pixels, -1 if not yet measured */
  int          layout_width;    /* of @layout, -1 if not yet laid out */
  int          widths[N_HEIGHTS];   /* the widths of @heights */
  int          heights[N_HEIGHTS];
  guint        n_heights;
  gboolean     has_old_sizes;   /* GTK may remember the sizes of older texts */
  guint        tick;
  guint        n_layouts;
};

enum
{
  PROP_0,
  PROP_LABEL,
  PROP_LINE_HEIGHT,
  PROP_FONT_FEATURES,
  PROP_MIN_CHARS,
  PROP_NATURAL_CHARS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LsTextBlock, ls_text_block, GTK_TYPE_WIDGET)

static PangoLayout *
get_layout (LsTextBlock *self)
{
  PangoAttrList *attributes;

  if (self->layout != NULL)
    return self->layout;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  attributes = pango_attr_list_new ();
  /* A name that is broken has no hyphen in it. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  if (self->line_height > 0)
    pango_attr_list_insert (attributes, pango_attr_line_height_new (self->line_height));
  if (self->font_features != NULL)
    pango_attr_list_insert (attributes, pango_attr_font_features_new (self->font_features));
  pango_layout_set_attributes (self->layout, attributes);
  pango_attr_list_unref (attributes);
  return self->layout;
}

static void
lay_out (LsTextBlock *self,
         int          width)
{
  if (self->layout_width == width)
    return;
  pango_layout_set_width (get_layout (self), width * PANGO_SCALE);
  self->layout_width = width;
  self->n_layouts++;
}

static int
get_height (LsTextBlock *self,
            int          width)
{
  guint place = self->n_heights % N_HEIGHTS;

  for (guint i = 0; i < MIN (self->n_heights, N_HEIGHTS); i++)
    if (self->widths[i] == width)
      return self->heights[i];
  lay_out (self, width);
  pango_layout_get_pixel_size (self->layout, NULL, &self->heights[place]);
  self->widths[place] = width;
  self->n_heights++;
  return self->heights[place];
}

/* Returns the number of lines at a width at which none wraps. */
static guint
count_paragraphs (const char *text)
{
  guint n = 1;

  while ((text = strchr (text, '\n')) != NULL)
    {
      text++;
      n++;
    }
  return n;
}

/* Returns the present width, or the minimum width before GTK has allocated one. */
static int
get_own_width (LsTextBlock *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)), self->minimum);
}

static void
ensure_widths (LsTextBlock *self)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *metrics;
  int each;

  if (self->minimum >= 0)
    return;
  metrics = pango_context_get_metrics (context, NULL, NULL);
  each = MAX (pango_font_metrics_get_approximate_char_width (metrics),
              pango_font_metrics_get_approximate_digit_width (metrics));
  self->minimum = PANGO_PIXELS_CEIL (each * self->min_chars);
  self->natural = PANGO_PIXELS_CEIL (each * MAX (self->min_chars, self->natural_chars));
  pango_font_metrics_unref (metrics);
}

static void
ls_text_block_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  LsTextBlock *self = LS_TEXT_BLOCK (widget);

  ensure_widths (self);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = self->minimum;
      *natural = self->natural;
      return;
    }
  /* Without a width GTK asks for the least height. However wide a box is, it may give its children their natural width, so that is
   * the height there. The answer must not depend on the present width. */
  *minimum = *natural = get_height (self, for_size < 0 ? self->natural : MAX (for_size, self->minimum));
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsTextBlock *self = LS_TEXT_BLOCK (widget);

  self->tick = 0;
  self->has_old_sizes = FALSE;
  gtk_widget_queue_resize (widget);
  return G_SOURCE_REMOVE;
}

static void
ls_text_block_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  LsTextBlock *self = LS_TEXT_BLOCK (widget);

  /* GTK may have given it the height of an older text. It cannot ask for another size during an allocation. */
  if (self->has_old_sizes && get_height (self, MAX (width, self->minimum)) != height && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (widget, tick_cb, NULL, NULL);
}

static void
ls_text_block_map (GtkWidget *widget)
{
  LsTextBlock *self = LS_TEXT_BLOCK (widget);

  GTK_WIDGET_CLASS (ls_text_block_parent_class)->map (widget);

  if (self->has_old_sizes)
    gtk_widget_queue_resize (widget);
  self->has_old_sizes = FALSE;
}

static GtkSizeRequestMode
ls_text_block_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ls_text_block_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  LsTextBlock *self = LS_TEXT_BLOCK (widget);
  GdkRGBA color;

  if (*self->text == '\0' || gtk_widget_get_width (widget) <= 0)
    return;
  lay_out (self, get_own_width (self));
  ls_compat_get_color (widget, &color);
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
}

static void
forget_layout (LsTextBlock *self)
{
  g_clear_object (&self->layout);
  self->minimum = self->natural = self->layout_width = -1;
  self->n_heights = 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
ls_text_block_css_changed (GtkWidget         *widget,
                           GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ls_text_block_parent_class)->css_changed (widget, change);

  forget_layout (LS_TEXT_BLOCK (widget));
}

static void
ls_text_block_system_setting_changed (GtkWidget        *widget,
                                      GtkSystemSetting  setting)
{
  GTK_WIDGET_CLASS (ls_text_block_parent_class)->system_setting_changed (widget, setting);

  forget_layout (LS_TEXT_BLOCK (widget));
}

static void
ls_text_block_direction_changed (GtkWidget        *widget,
                                 GtkTextDirection  previous)
{
  GTK_WIDGET_CLASS (ls_text_block_parent_class)->direction_changed (widget, previous);

  forget_layout (LS_TEXT_BLOCK (widget));
}

static void
ls_text_block_get_property (GObject    *object,
                            guint       property,
                            GValue     *value,
                            GParamSpec *pspec)
{
  if (property == PROP_LABEL)
    g_value_set_string (value, LS_TEXT_BLOCK (object)->text);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
ls_text_block_set_property (GObject      *object,
                            guint         property,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  LsTextBlock *self = LS_TEXT_BLOCK (object);

  switch (property)
    {
    case PROP_LABEL:
      ls_text_block_set_text (self, g_value_get_string (value));
      return;
    case PROP_LINE_HEIGHT:
      self->line_height = g_value_get_double (value);
      break;
    case PROP_FONT_FEATURES:
      g_free (self->font_features);
      self->font_features = g_value_dup_string (value);
      break;
    case PROP_MIN_CHARS:
      self->min_chars = g_value_get_int (value);
      break;
    case PROP_NATURAL_CHARS:
      self->natural_chars = g_value_get_int (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
    }
  forget_layout (self);
}

static void
ls_text_block_dispose (GObject *object)
{
  LsTextBlock *self = LS_TEXT_BLOCK (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_object (&self->layout);

  G_OBJECT_CLASS (ls_text_block_parent_class)->dispose (object);
}

static void
ls_text_block_finalize (GObject *object)
{
  g_free (LS_TEXT_BLOCK (object)->text);
  g_free (LS_TEXT_BLOCK (object)->font_features);

  G_OBJECT_CLASS (ls_text_block_parent_class)->finalize (object);
}

static void
ls_text_block_class_init (LsTextBlockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ls_text_block_get_property;
  object_class->set_property = ls_text_block_set_property;
  object_class->dispose = ls_text_block_dispose;
  object_class->finalize = ls_text_block_finalize;
  widget_class->measure = ls_text_block_measure;
  widget_class->size_allocate = ls_text_block_size_allocate;
  widget_class->get_request_mode = ls_text_block_get_request_mode;
  widget_class->map = ls_text_block_map;
  widget_class->snapshot = ls_text_block_snapshot;
  widget_class->css_changed = ls_text_block_css_changed;
  widget_class->system_setting_changed = ls_text_block_system_setting_changed;
  widget_class->direction_changed = ls_text_block_direction_changed;

  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, "", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LINE_HEIGHT] = g_param_spec_double ("line-height", NULL, NULL, 0, 10, 0, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_FONT_FEATURES] = g_param_spec_string ("font-features", NULL, NULL, NULL,
                                                        G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_MIN_CHARS] = g_param_spec_int ("min-chars", NULL, NULL, 1, 1000, MIN_CHARS,
                                                 G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_NATURAL_CHARS] = g_param_spec_int ("natural-chars", NULL, NULL, 1, 1000, NATURAL_CHARS,
                                                     G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
ls_text_block_init (LsTextBlock *self)
{
  self->text = g_strdup ("");
  self->min_chars = MIN_CHARS;
  self->natural_chars = NATURAL_CHARS;
  self->minimum = self->natural = self->layout_width = -1;
}

/**
 * ls_text_block_set_text:
 * @self: a block
 * @text: (nullable): the text to show
 *
 * Shows @text.
 */
void
ls_text_block_set_text (LsTextBlock *self,
                        const char  *text)
{
  gboolean is_alike, is_seen;
  int height;

  g_return_if_fail (LS_IS_TEXT_BLOCK (self));

  text = text != NULL ? text : "";
  if (g_str_equal (text, self->text))
    return;
  is_alike = gtk_widget_get_width (GTK_WIDGET (self)) > 0 && self->minimum >= 0 &&
             count_paragraphs (text) == count_paragraphs (self->text);
  is_seen = gtk_widget_get_mapped (GTK_WIDGET (self));
  height = is_alike && is_seen ? get_height (self, get_own_width (self)) : 0;
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->text, -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LABEL]);

  if (self->layout != NULL)
    pango_layout_set_text (self->layout, self->text, -1);
  self->layout_width = -1;
  self->n_heights = 0;
  if (!is_alike || (is_seen && get_height (self, get_own_width (self)) != height))
    {
      self->has_old_sizes = FALSE;
      gtk_widget_queue_resize (GTK_WIDGET (self));
      return;
    }
  /* The height stays the same, or the block is invisible and checks its height when it becomes visible. */
  self->has_old_sizes = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ls_text_block_get_n_layouts:
 * @self: a block
 *
 * Returns: how often the block laid a text out
 */
guint
ls_text_block_get_n_layouts (LsTextBlock *self)
{
  return self->n_layouts;
}
