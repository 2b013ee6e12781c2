/* ls-appearance.c: how the user wants windows to look
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-appearance.h"

#include "ls-compat.h"

/**
 * LsAppearance:
 *
 * Makes all windows look as the settings say, at once: light or dark, with animations or still, with larger or smaller text, and
 * programs in a font of one's own.
 */
struct _LsAppearance
{
  GObject         parent_instance;

  GSettings      *settings;
  GtkCssProvider *font;
  gboolean        is_still;     /* animations were turned off here */
  double          zoom;         /* of text: 1 for the system's size */
  double          scale;        /* of a presentation, 1 without one */
};

G_DEFINE_FINAL_TYPE (LsAppearance, ls_appearance, G_TYPE_OBJECT)

static void
update_color_scheme (LsAppearance *self)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      (AdwColorScheme) g_settings_get_enum (self->settings, "color-scheme"));
}

/* Animations that the system has turned off stay off. */
static void
update_animations (LsAppearance *self)
{
  GtkSettings *toolkit = gtk_settings_get_default ();
  gboolean still = !g_settings_get_boolean (self->settings, "animations");

  if (toolkit == NULL || still == self->is_still)
    return;
  self->is_still = still;
  if (still)
    g_object_set (toolkit, "gtk-enable-animations", FALSE, NULL);
  else
    gtk_settings_reset_property (toolkit, "gtk-enable-animations");
}

/* The toolkit makes text as large as this setting says. It is the system's, until there is a zoom. */
static void
update_zoom (LsAppearance *self)
{
  GtkSettings *toolkit = gtk_settings_get_default ();
  double zoom = g_settings_get_double (self->settings, "text-zoom") * self->scale;
  int dpi = 0;

  if (toolkit == NULL || zoom == self->zoom)
    return;
  self->zoom = zoom;
  gtk_settings_reset_property (toolkit, "gtk-xft-dpi");
  if (zoom == 1)
    return;
  g_object_get (toolkit, "gtk-xft-dpi", &dpi, NULL);
  if (dpi <= 0)
    dpi = 96 * PANGO_SCALE;
  g_object_set (toolkit, "gtk-xft-dpi", (int) (dpi * zoom), NULL);
}

static void
append_family (GString    *css,
               const char *family)
{
  g_string_append (css, "font-family: \"");
  for (const char *c = family; *c != '\0'; c++)
    {
      /* A quote in the name of a font would end it. */
      if (*c == '"' || *c == '\\')
        g_string_append_c (css, '\\');
      if ((guchar) *c >= ' ')
        g_string_append_c (css, *c);
    }
  g_string_append (css, "\"; ");
}

static char *
make_css (const char *name)
{
  PangoFontDescription *font = pango_font_description_from_string (name);
  PangoFontMask set = pango_font_description_get_set_fields (font);
  GString *css = g_string_new ("textview.script { ");

  if (set & PANGO_FONT_MASK_FAMILY && pango_font_description_get_family (font) != NULL)
    append_family (css, pango_font_description_get_family (font));
  if (set & PANGO_FONT_MASK_SIZE && pango_font_description_get_size (font) > 0)
    {
      char size[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (size, sizeof size, "%.2f", CLAMP (pango_font_description_get_size (font) / (double) PANGO_SCALE, 4, 96));
      g_string_append_printf (css, "font-size: %s%s; ", size,
                              pango_font_description_get_size_is_absolute (font) ? "px" : "pt");
    }
  if (set & PANGO_FONT_MASK_WEIGHT)
    g_string_append_printf (css, "font-weight: %d; ", CLAMP ((int) pango_font_description_get_weight (font), 100, 900));
  if (set & PANGO_FONT_MASK_STYLE && pango_font_description_get_style (font) != PANGO_STYLE_NORMAL)
    g_string_append (css, "font-style: italic; ");
  g_string_append (css, "}");
  pango_font_description_free (font);
  return g_string_free (css, FALSE);
}

static void
update_font (LsAppearance *self)
{
  g_autofree char *name = g_settings_get_string (self->settings, "editor-font");
  g_autofree char *css = *name != '\0' ? make_css (name) : g_strdup ("");

  ls_compat_load_css (self->font, css);
}

static void
ls_appearance_dispose (GObject *object)
{
  LsAppearance *self = LS_APPEARANCE (object);

  if (self->font != NULL && gdk_display_get_default () != NULL)
    gtk_style_context_remove_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (self->font));
  g_clear_object (&self->font);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_appearance_parent_class)->dispose (object);
}

static void
ls_appearance_class_init (LsAppearanceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_appearance_dispose;
}

static void
ls_appearance_init (LsAppearance *self)
{
  self->zoom = 1;
  self->scale = 1;
}

/**
 * ls_appearance_new:
 * @settings: the application's settings
 *
 * Returns: what follows @settings for as long as it lives
 */
LsAppearance *
ls_appearance_new (GSettings *settings)
{
  LsAppearance *self = g_object_new (LS_TYPE_APPEARANCE, NULL);

  self->settings = g_object_ref (settings);
  self->font = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (self->font),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  g_signal_connect_object (settings, "changed::color-scheme", G_CALLBACK (update_color_scheme), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::animations", G_CALLBACK (update_animations), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::editor-font", G_CALLBACK (update_font), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::text-zoom", G_CALLBACK (update_zoom), self, G_CONNECT_SWAPPED);
  update_color_scheme (self);
  update_animations (self);
  update_zoom (self);
  update_font (self);
  return self;
}

/**
 * ls_appearance_set_scale:
 * @self: an appearance
 * @scale: how much larger a presentation shows text, 1 without one
 *
 * Changes the size of text in all windows, for as long as something is presented.
 */
void
ls_appearance_set_scale (LsAppearance *self,
                         double        scale)
{
  self->scale = scale;
  update_zoom (self);
}
