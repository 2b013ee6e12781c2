/* ls-preset-button.c: the preset of a session, in the header bar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-preset-button.h"

#include <glib/gi18n.h>

#include "ls-menu.h"
#include "ls-preset-table.h"
#include "ls-preset.h"
#include "ls-widget.h"

/**
 * LsPresetButton:
 *
 * A button that names the preset of the session and lists all presets, with a sentence for each. If the user chooses one, the
 * button activates "win.preset".
 */
struct _LsPresetButton
{
  AdwBin     parent_instance;

  GtkWidget *button;
  GtkWidget *popover;
  GtkWidget *list;

  char      *preset;      /* of the session */
};

G_DEFINE_FINAL_TYPE (LsPresetButton, ls_preset_button, ADW_TYPE_BIN)

static GtkWidget *
new_label (const char *text,
           const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
new_row (const LsPreset *preset)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *check = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_box_append (GTK_BOX (texts), new_label (_(preset->title), NULL));
  gtk_box_append (GTK_BOX (texts), new_label (_(preset->summary), "caption"));
  gtk_widget_add_css_class (gtk_widget_get_last_child (texts), "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), check);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, _(preset->title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(preset->summary), -1);
  return row;
}

/* Makes the rows for the first user who wants them. */
static void
fill (LsPresetButton *self)
{
  const char *const *names = ls_settings_list_presets ();

  if (gtk_widget_get_first_child (self->list) != NULL)
    return;
  for (guint i = 0; names[i] != NULL; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), new_row (ls_preset_lookup (names[i])));
}

static void
show_checks (LsPresetButton *self)
{
  const char *const *names = ls_settings_list_presets ();
  GtkListBoxRow *row;

  for (guint i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    {
      gboolean is_chosen = g_strcmp0 (names[i], self->preset) == 0;

      gtk_widget_set_opacity (gtk_widget_get_last_child (gtk_list_box_row_get_child (row)), is_chosen ? 1 : 0);
      gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_SELECTED, is_chosen, -1);
      if (is_chosen)
        gtk_widget_grab_focus (GTK_WIDGET (row));
    }
}

static void
on_show (LsPresetButton *self)
{
  fill (self);
  show_checks (self);
}

static void
on_row_activated (LsPresetButton *self,
                  GtkListBoxRow  *row)
{
  const char *name = ls_settings_list_presets ()[gtk_list_box_row_get_index (row)];

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_widget_activate_action (GTK_WIDGET (self), "win.preset", "s", name);
}

static void
ls_preset_button_finalize (GObject *object)
{
  g_free (LS_PRESET_BUTTON (object)->preset);

  G_OBJECT_CLASS (ls_preset_button_parent_class)->finalize (object);
}

static void
ls_preset_button_class_init (LsPresetButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_preset_button_finalize;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-preset-button.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPresetButton, button);
  gtk_widget_class_bind_template_child (widget_class, LsPresetButton, popover);
  gtk_widget_class_bind_template_child (widget_class, LsPresetButton, list);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ls_preset_button_init (LsPresetButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
show (LsPresetButton *self,
      const char     *preset,
      const char     *text)
{
  g_autofree char *label = NULL;

  if (g_strcmp0 (gtk_menu_button_get_label (GTK_MENU_BUTTON (self->button)), text) == 0)
    return;
  g_free (self->preset);
  self->preset = g_strdup (preset);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), text);
  /* Translators: a preset */
  label = g_strdup_printf (_("Preset: %s"), text);
  ls_menu_name_button (self->button, label);
}

/**
 * ls_preset_button_update:
 * @self: a button
 * @settings: the settings of the session
 *
 * Shows the preset of the session.
 */
void
ls_preset_button_update (LsPresetButton   *self,
                         const LsSettings *settings)
{
  const char *title = ls_settings_get_preset_title (settings);
  /* Translators: a preset whose ranks the session has changed */
  g_autofree char *changed = ls_settings_has_overrides (settings) ? g_strdup_printf (_("%s, changed"), title) : NULL;

  show (self, settings->preset, changed != NULL ? changed : title);
  ls_widget_set_tooltip (self->button, _("How the event loop chooses"));
}

/**
 * ls_preset_button_show_recorded:
 * @self: a button
 * @preset: (nullable): the name of the preset that what was recorded is compared with, %NULL if no preset is like it
 *
 * Shows a preset that nobody can change, and why.
 */
void
ls_preset_button_show_recorded (LsPresetButton *self,
                                const char     *preset)
{
  const LsPreset *data = preset != NULL ? ls_preset_lookup (preset) : NULL;

  show (self, preset, data != NULL ? _(data->title) : C_("preset", "None"));
  ls_widget_set_tooltip (self->button, data != NULL ? _("As Recorded. “What If” Compares It With Others")
                                                    : _("No Preset Describes What Was Recorded"));
}
