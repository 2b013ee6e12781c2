/* ls-timeline-tracks.c: chooses the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-tracks.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-widget.h"

/* The list shows at most this many rows. There may be thousands of signals, and the search finds each of them. */
#define MAX_ROWS 60

/**
 * LsTimelineTracks:
 *
 * The chooser lists all tracks, including those of signals. The user chooses which tracks are shown, which are pinned to the top,
 * and what the axis shows.
 */
struct _LsTimelineTracks
{
  GtkPopover       parent_instance;

  GtkWidget       *search;
  GtkWidget       *list;
  GtkWidget       *more;
  GtkWidget       *units[LS_TIMELINE_UNIT_STEP + 1];

  LsTimelineScene *scene;
  gboolean         updating;
};

G_DEFINE_FINAL_TYPE (LsTimelineTracks, ls_timeline_tracks, GTK_TYPE_POPOVER)

static guint
get_track (GtkWidget *button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "track"));
}

static void
on_shown (LsTimelineTracks *self,
          GtkCheckButton   *button)
{
  ls_timeline_scene_set_hidden (self->scene, get_track (GTK_WIDGET (button)), !gtk_check_button_get_active (button));
}

static void
on_pinned (LsTimelineTracks *self,
           GtkToggleButton  *button)
{
  ls_timeline_scene_set_pinned (self->scene, get_track (GTK_WIDGET (button)), gtk_toggle_button_get_active (button));
}

static GtkWidget *
make_row (LsTimelineTracks *self,
          guint             track,
          const char       *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *check = gtk_check_button_new_with_label (name);
  GtkWidget *pin = gtk_toggle_button_new ();
  g_autofree char *label = g_strdup_printf (_("Pin %s to the top"), name);

  gtk_widget_set_hexpand (check, TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !ls_timeline_scene_is_hidden (self->scene, track));
  g_object_set_data (G_OBJECT (check), "track", GUINT_TO_POINTER (track));
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_shown), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), check);

  gtk_button_set_icon_name (GTK_BUTTON (pin), "view-pin-symbolic");
  gtk_widget_add_css_class (pin, "flat");
  ls_widget_set_tooltip (pin, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (pin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (pin), ls_timeline_scene_is_pinned (self->scene, track));
  gtk_widget_set_visible (pin, track != LS_TIMELINE_ROW_SIGNALS);
  g_object_set_data (G_OBJECT (pin), "track", GUINT_TO_POINTER (track));
  g_signal_connect_object (pin, "toggled", G_CALLBACK (on_pinned), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), pin);
  return row;
}

static void
update (LsTimelineTracks *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *wanted = g_utf8_casefold (text, -1);
  guint n_tracks, n_shown = 0, n_more = 0;
  GtkWidget *child;
  g_autofree char *more = NULL;

  while ((child = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_box_remove (GTK_BOX (self->list), child);
  if (self->scene == NULL)
    return;
  n_tracks = ls_timeline_model_get_n_tracks (ls_timeline_scene_get_model (self->scene));
  for (guint track = 0; track < n_tracks; track++)
    {
      g_autofree char *name = NULL;
      g_autofree char *folded = NULL;

      if (!ls_timeline_scene_has_row (self->scene, track))
        continue;
      name = ls_timeline_scene_format_row (self->scene, track);
      folded = g_utf8_casefold (name, -1);
      if (strstr (folded, wanted) == NULL)
        continue;
      if (n_shown == MAX_ROWS)
        {
          n_more++;
          continue;
        }
      gtk_box_append (GTK_BOX (self->list), make_row (self, track, name));
      n_shown++;
    }
  more = n_shown == 0 ? g_strdup (_("No match"))
                      : g_strdup_printf (ngettext ("%u more: search to find it", "%u more: search to find them", n_more),
                                         n_more);
  gtk_label_set_label (GTK_LABEL (self->more), more);
  gtk_widget_set_visible (self->more, n_shown == 0 || n_more > 0);
}

static void
on_unit (LsTimelineTracks *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->units); i++)
    if (!self->updating && gtk_check_button_get_active (GTK_CHECK_BUTTON (self->units[i])))
      ls_timeline_scene_set_unit (self->scene, i);
}

static void
on_show (LsTimelineTracks *self)
{
  self->updating = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->units[ls_timeline_scene_get_unit (self->scene)]), TRUE);
  self->updating = FALSE;
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  update (self);
}

static void
on_reset (LsTimelineTracks *self)
{
  ls_timeline_scene_reset_rows (self->scene);
  update (self);
}

static void
ls_timeline_tracks_dispose (GObject *object)
{
  g_clear_object (&LS_TIMELINE_TRACKS (object)->scene);

  G_OBJECT_CLASS (ls_timeline_tracks_parent_class)->dispose (object);
}

static void
ls_timeline_tracks_class_init (LsTimelineTracksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_tracks_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-timeline-tracks.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTimelineTracks, search);
  gtk_widget_class_bind_template_child (widget_class, LsTimelineTracks, list);
  gtk_widget_class_bind_template_child (widget_class, LsTimelineTracks, more);
  gtk_widget_class_bind_template_child_full (widget_class, "unit_auto", FALSE,
                                             G_STRUCT_OFFSET (LsTimelineTracks, units[LS_TIMELINE_UNIT_AUTO]));
  gtk_widget_class_bind_template_child_full (widget_class, "unit_time", FALSE,
                                             G_STRUCT_OFFSET (LsTimelineTracks, units[LS_TIMELINE_UNIT_TIME]));
  gtk_widget_class_bind_template_child_full (widget_class, "unit_step", FALSE,
                                             G_STRUCT_OFFSET (LsTimelineTracks, units[LS_TIMELINE_UNIT_STEP]));
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, ls_widget_close_popover);
  gtk_widget_class_bind_template_callback (widget_class, on_unit);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
ls_timeline_tracks_init (LsTimelineTracks *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_timeline_tracks_set_scene:
 * @self: a chooser without a scene
 * @scene: the scene whose tracks to choose
 *
 * Lets the user choose among the tracks of @scene.
 */
void
ls_timeline_tracks_set_scene (LsTimelineTracks *self,
                              LsTimelineScene  *scene)
{
  g_return_if_fail (self->scene == NULL);

  self->scene = g_object_ref (scene);
}
