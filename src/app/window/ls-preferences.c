/* ls-preferences.c: what the user prefers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-preferences.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-speed.h"

/**
 * LsPreferences:
 *
 * The settings that people change, each in force at once. (The toolkit's own window for them is deprecated in newer
 * versions.)
 */
struct _LsPreferences
{
  GtkBox     parent_instance;

  GtkWidget *color_scheme;
  GtkWidget *font;
  GtkWidget *reset_font;
  GtkWidget *wrap;
  GtkWidget *animations;
  GtkWidget *speed;
  GtkWidget *restore;
  GtkWidget *steps;
  GtkWidget *time;
  GtkWidget *records;
  GtkWidget *kept;

  GSettings *settings;
  gboolean   loading;
};

G_DEFINE_FINAL_TYPE (LsPreferences, ls_preferences, GTK_TYPE_BOX)

/* In the order in which the list shows them. */
static const char *const schemes[] = { "default", "light", "dark" };

static void
update (LsPreferences *self)
{
  g_autofree char *scheme = g_settings_get_string (self->settings, "color-scheme");
  g_autofree char *font = g_settings_get_string (self->settings, "editor-font");
  g_autofree char *speed = g_settings_get_string (self->settings, "run-speed");
  const char *const *speeds = ls_speed_list ();

  self->loading = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_equal (schemes[i], scheme))
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->color_scheme), i);
  for (guint i = 0; speeds[i] != NULL; i++)
    if (g_str_equal (speeds[i], speed))
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->speed), i);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->font), *font != '\0' ? font : _("Follow system"));
  gtk_widget_set_visible (self->reset_font, *font != '\0');
  self->loading = FALSE;
}

static void
on_scheme_selected (LsPreferences *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->color_scheme));

  if (!self->loading && self->settings != NULL && selected < G_N_ELEMENTS (schemes))
    g_settings_set_string (self->settings, "color-scheme", schemes[selected]);
}

static void
on_speed_selected (LsPreferences *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->speed));

  if (!self->loading && self->settings != NULL && selected < g_strv_length ((char **) ls_speed_list ()))
    {
      const char *speed = ls_speed_list ()[selected];

      g_settings_set_string (self->settings, "run-speed", speed);
      g_signal_emit_by_name (self, "speed-chosen", speed);
    }
}

static void
on_font_chosen (const char *font,
                gpointer    user_data)
{
  g_autoptr (LsPreferences) self = user_data;

  if (font != NULL && self->settings != NULL)
    g_settings_set_string (self->settings, "editor-font", font);
}

static void
on_font_activated (LsPreferences *self)
{
  g_autofree char *font = g_settings_get_string (self->settings, "editor-font");

  ls_compat_choose_font (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Code Font"),
                         *font != '\0' ? font : "Monospace 11", on_font_chosen, g_object_ref (self));
}

static void
on_reset_font (LsPreferences *self)
{
  g_settings_reset (self->settings, "editor-font");
}

static void
ls_preferences_dispose (GObject *object)
{
  LsPreferences *self = LS_PREFERENCES (object);

  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_preferences_parent_class)->dispose (object);
}

static void
ls_preferences_class_init (LsPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_preferences_dispose;

  g_signal_new ("speed-chosen", LS_TYPE_PREFERENCES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, color_scheme);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, font);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, reset_font);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, wrap);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, animations);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, speed);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, restore);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, steps);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, time);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, records);
  gtk_widget_class_bind_template_child (widget_class, LsPreferences, kept);
  gtk_widget_class_bind_template_callback (widget_class, on_scheme_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_speed_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_font_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_reset_font);
}

static void
ls_preferences_init (LsPreferences *self)
{
  const char *const *speeds = ls_speed_list ();
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->loading = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; speeds[i] != NULL; i++)
    gtk_string_list_take (titles, ls_speed_describe (speeds[i]));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->speed), G_LIST_MODEL (titles));
}

static gboolean
to_adjustment (GValue   *value,
               GVariant *variant,
               gpointer  user_data)
{
  g_value_set_double (value, g_variant_get_int64 (variant));
  return TRUE;
}

static GVariant *
from_adjustment (const GValue       *value,
                 const GVariantType *type,
                 gpointer            user_data)
{
  return g_variant_new_int64 (g_value_get_double (value));
}

static void
bind_number (LsPreferences *self,
             const char    *key,
             GtkWidget     *button)
{
  g_settings_bind_with_mapping (self->settings, key, gtk_spin_button_get_adjustment (GTK_SPIN_BUTTON (button)), "value",
                                G_SETTINGS_BIND_DEFAULT, to_adjustment, from_adjustment, NULL, NULL);
}

/**
 * ls_preferences_new:
 * @settings: the application's settings
 *
 * Returns: (transfer floating): the content of a dialog
 */
GtkWidget *
ls_preferences_new (GSettings *settings)
{
  LsPreferences *self = g_object_new (LS_TYPE_PREFERENCES, NULL);

  self->settings = g_object_ref (settings);
  g_settings_bind (settings, "wrap-lines", self->wrap, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "animations", self->animations, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "restore-sessions", self->restore, "active", G_SETTINGS_BIND_DEFAULT);
  bind_number (self, "step-budget", self->steps);
  bind_number (self, "time-budget", self->time);
  bind_number (self, "record-budget", self->records);
  bind_number (self, "keep-records", self->kept);
  g_signal_connect_object (settings, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
