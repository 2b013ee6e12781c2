/* ls-timeline.c: when which priority had its turn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline.h"

#include <glib/gi18n.h>

#include "ls-choices.h"
#include "ls-forgotten.h"
#include "ls-mark-popover.h"
#include "ls-menu.h"
#include "ls-text-block.h"
#include "ls-timeline-chart.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-minimap.h"
#include "ls-timeline-ruler.h"
#include "ls-timeline-tracks.h"

/**
 * LsTimeline:
 *
 * The timeline shows a run over time. It has a ruler, a chart with a row for each track, and a minimap of the whole run below them.
 * They share a scene. If the user selects a range of time, a bar says what happened in it.
 */
struct _LsTimeline
{
  GtkBox           parent_instance;

  GtkWidget       *ruler;
  GtkWidget       *tracks_button;
  GtkWidget       *chart;
  GtkWidget       *forgotten;
  GtkWidget       *totals_bar;
  GtkWidget       *totals;
  GtkWidget       *minimap;
  GtkWidget       *menu;               /* the menu of a track */
  GtkWidget       *marks;              /* the popover */
  GtkWidget       *focus;              /* weak: the widget that had the focus before the popover opened */

  LsDebugger      *debugger;
  LsTimelineScene *scene;
};

G_DEFINE_FINAL_TYPE (LsTimeline, ls_timeline, GTK_TYPE_BOX)

static void
on_range_changed (LsTimeline *self)
{
  g_autofree char *text = ls_timeline_scene_describe_range (self->scene);

  gtk_widget_set_visible (self->totals_bar, text != NULL);
  if (text != NULL)
    gtk_label_set_label (GTK_LABEL (self->totals), text);
}

/* Tells the user that the trace no longer keeps its beginning, and how many bookmarks and notes are there. */
static void
update_forgotten (LsTimeline *self)
{
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);
  LsSession *session = self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;
  guint n_marks = 0;

  if (player == NULL)
    return;
  ls_forgotten_show (player, self->forgotten);
  if (session == NULL || ls_player_get_start (player) == 0)
    return;
  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    n_marks += ls_player_has_forgotten_step (player, ls_session_get_bookmark (session, i)->step);
  for (guint i = 0; i < ls_session_get_n_notes (session); i++)
    n_marks += ls_player_has_forgotten_step (player, ls_session_get_note (session, i)->step);
  if (n_marks > 0)
    {
      g_autofree char *text = ls_forgotten_describe (player);
      g_autofree char *marks = g_strdup_printf (ngettext ("%u bookmark or note there", "%u bookmarks and notes there",
                                                          n_marks), n_marks);
      g_autofree char *both = g_strdup_printf ("%s · %s", text, marks);

      ls_text_block_set_text (LS_TEXT_BLOCK (self->forgotten), both);
    }
}

static void
zoom_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ls_timeline_zoom (LS_TIMELINE (widget)->scene, g_str_equal (name, "timeline.zoom-in") ? 1.5 : 1 / 1.5);
}

static void
fit_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  ls_time_axis_fit (ls_timeline_scene_get_axis (LS_TIMELINE (widget)->scene));
}

static void
zoom_to_selection_action (GtkWidget  *widget,
                          const char *name,
                          GVariant   *parameter)
{
  ls_timeline_scene_zoom_to_selection (LS_TIMELINE (widget)->scene);
}

static void
clear_range_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  ls_timeline_scene_clear_range (LS_TIMELINE (widget)->scene);
}

static void
copy_totals_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  g_autofree char *text = ls_timeline_scene_describe_range (LS_TIMELINE (widget)->scene);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* The menu of the tracks' names */

static gboolean
has_track (LsTimeline *self,
           guint       track)
{
  return track == LS_TIMELINE_ROW_SIGNALS ||
         track < ls_timeline_model_get_n_tracks (ls_timeline_scene_get_model (self->scene));
}

static void
pin_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  LsTimeline *self = LS_TIMELINE (widget);
  guint track = g_variant_get_uint32 (parameter);

  if (has_track (self, track))
    ls_timeline_scene_set_pinned (self->scene, track, !ls_timeline_scene_is_pinned (self->scene, track));
}

static void
hide_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsTimeline *self = LS_TIMELINE (widget);
  guint track = g_variant_get_uint32 (parameter);

  if (has_track (self, track))
    ls_timeline_scene_set_hidden (self->scene, track, TRUE);
}

static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsTimeline *self = LS_TIMELINE (widget);
  guint track;
  int direction;

  g_variant_get (parameter, "(ui)", &track, &direction);
  if (has_track (self, track))
    ls_timeline_scene_move (self->scene, track, direction < 0 ? -1 : 1);
}

static GMenuModel *
make_menu (LsTimeline *self,
           guint       track)
{
  GMenu *menu = g_menu_new ();
  gboolean is_pinned = ls_timeline_scene_is_pinned (self->scene, track);

  if (track != LS_TIMELINE_ROW_SIGNALS)
    ls_menu_append (menu, is_pinned ? _("_Unpin") : _("_Pin to the Top"), "timeline.pin", g_variant_new_uint32 (track));
  if (ls_timeline_scene_can_move (self->scene, track))
    {
      ls_menu_append (menu, _("Move _Up"), "timeline.move", g_variant_new ("(ui)", track, -1));
      ls_menu_append (menu, _("Move _Down"), "timeline.move", g_variant_new ("(ui)", track, 1));
    }
  ls_menu_append (menu, _("_Hide"), "timeline.hide", g_variant_new_uint32 (track));
  return G_MENU_MODEL (menu);
}

static void
show_menu (LsTimeline *self,
           double      x,
           double      y)
{
  g_autoptr (GMenuModel) menu = NULL;
  graphene_point_t place;
  LsTimelineHit hit;

  ls_timeline_chart_hit (LS_TIMELINE_CHART (self->chart), x, y, &hit);
  if (hit.row < 0 ||
      !gtk_widget_compute_point (self->chart, GTK_WIDGET (self), &GRAPHENE_POINT_INIT (x, y), &place))
    return;
  menu = make_menu (self, hit.track);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { place.x, place.y, 1, 1 });
  ls_menu_popup (self->menu, menu);
}

static void
on_secondary (LsTimeline *self,
              int         n_press,
              double      x,
              double      y)
{
  show_menu (self, x, y);
}

/* With the keyboard, the menu is about the row of the cursor. */
static void
menu_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsTimeline *self = LS_TIMELINE (widget);
  int row = ls_timeline_chart_get_cursor (LS_TIMELINE_CHART (self->chart));
  double left, width;

  if (row < 0)
    return;
  ls_timeline_get_area (self->chart, &left, &width);
  show_menu (self, left > 0 ? 10 : width + 10,
             ls_timeline_chart_get_row_y (LS_TIMELINE_CHART (self->chart), row) +
             ls_timeline_get_row_height (self->chart) / 2);
}

static void
on_edit_mark (LsTimeline *self,
              guint       step)
{
  ls_timeline_edit_marks (self, step, FALSE);
}

/* The popover's entry is gone. The focus returns to the timeline, so that actions such as undo apply to the session again. */
static void
on_marks_closed (LsTimeline *self)
{
  if (!gtk_widget_in_destruction (GTK_WIDGET (self)))
    gtk_widget_grab_focus (self->focus != NULL && gtk_widget_get_mapped (self->focus) ? self->focus : self->chart);
  g_clear_weak_pointer (&self->focus);
}

/* The chart takes the focus for the whole timeline. */
static gboolean
ls_timeline_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (LS_TIMELINE (widget)->chart);
}

static void
ls_timeline_dispose (GObject *object)
{
  LsTimeline *self = LS_TIMELINE (object);

  g_clear_weak_pointer (&self->focus);
  g_clear_object (&self->scene);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_timeline_parent_class)->dispose (object);
}

static void
ls_timeline_class_init (LsTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_dispose;
  widget_class->grab_focus = ls_timeline_grab_focus;

  g_type_ensure (LS_TYPE_MARK_POPOVER);
  g_type_ensure (LS_TYPE_TIMELINE_CHART);
  g_type_ensure (LS_TYPE_TIMELINE_MINIMAP);
  g_type_ensure (LS_TYPE_TIMELINE_RULER);
  g_type_ensure (LS_TYPE_TIMELINE_TRACKS);
  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, ruler);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, tracks_button);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, chart);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, forgotten);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, totals_bar);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, totals);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, minimap);
  gtk_widget_class_bind_template_child (widget_class, LsTimeline, marks);
  gtk_widget_class_bind_template_callback (widget_class, on_edit_mark);
  gtk_widget_class_bind_template_callback (widget_class, on_marks_closed);

  gtk_widget_class_install_action (widget_class, "timeline.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "timeline.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "timeline.fit", NULL, fit_action);
  gtk_widget_class_install_action (widget_class, "timeline.zoom-to-selection", NULL, zoom_to_selection_action);
  gtk_widget_class_install_action (widget_class, "timeline.clear-range", NULL, clear_range_action);
  gtk_widget_class_install_action (widget_class, "timeline.copy-totals", NULL, copy_totals_action);
  gtk_widget_class_install_action (widget_class, "timeline.pin", "u", pin_action);
  gtk_widget_class_install_action (widget_class, "timeline.hide", "u", hide_action);
  gtk_widget_class_install_action (widget_class, "timeline.move", "(ui)", move_action);
  gtk_widget_class_install_action (widget_class, "timeline.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "timeline.menu", NULL);
  gtk_widget_class_set_css_name (widget_class, "timeline");
}

static void
ls_timeline_init (LsTimeline *self)
{
  GtkGesture *secondary = gtk_gesture_click_new ();

  self->scene = ls_timeline_scene_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_timeline_ruler_set_scene (LS_TIMELINE_RULER (self->ruler), self->scene);
  ls_timeline_chart_set_scene (LS_TIMELINE_CHART (self->chart), self->scene);
  ls_timeline_minimap_set_scene (LS_TIMELINE_MINIMAP (self->minimap), self->scene);
  ls_timeline_tracks_set_scene (LS_TIMELINE_TRACKS (gtk_menu_button_get_popover (GTK_MENU_BUTTON (self->tracks_button))),
                                self->scene);
  g_signal_connect_object (self->scene, "range-changed", G_CALLBACK (on_range_changed), self, G_CONNECT_SWAPPED);

  self->menu = gtk_popover_menu_new_from_model (NULL);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (secondary, "pressed", G_CALLBACK (on_secondary), self);
  gtk_widget_add_controller (self->chart, GTK_EVENT_CONTROLLER (secondary));
}

/**
 * ls_timeline_set_player:
 * @self: a timeline
 * @player: the player whose trace to show
 *
 * Shows @player's trace and position.
 */
void
ls_timeline_set_player (LsTimeline *self,
                        LsPlayer   *player)
{
  ls_timeline_scene_set_player (self->scene, player);
  g_signal_connect_object (player, "forgot", G_CALLBACK (update_forgotten), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (update_forgotten), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_choices_of (player), "found", G_CALLBACK (gtk_widget_queue_draw), self->chart, G_CONNECT_SWAPPED);
  update_forgotten (self);
}

/**
 * ls_timeline_set_debugger:
 * @self: a timeline
 * @debugger: the debugger whose session has the marks
 *
 * Also shows the bookmarks and notes of @debugger's session.
 */
void
ls_timeline_set_debugger (LsTimeline *self,
                          LsDebugger *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  ls_timeline_ruler_set_debugger (LS_TIMELINE_RULER (self->ruler), debugger);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (update_forgotten), self, G_CONNECT_SWAPPED);
}

/**
 * ls_timeline_get_scene:
 * @self: a timeline
 *
 * Returns: (transfer none): the scene that the timeline's parts share
 */
LsTimelineScene *
ls_timeline_get_scene (LsTimeline *self)
{
  return self->scene;
}

/**
 * ls_timeline_edit_marks:
 * @self: a timeline
 * @step: a step
 * @focus_note: whether to focus the note instead of the bookmark
 *
 * Opens the popover that edits the marks of a step, at the place of the step.
 */
void
ls_timeline_edit_marks (LsTimeline *self,
                        guint32     step,
                        gboolean    focus_note)
{
  graphene_rect_t bounds;
  double x;

  if (self->debugger == NULL || ls_debugger_get_session (self->debugger) == NULL ||
      !gtk_widget_compute_bounds (self->ruler, GTK_WIDGET (self), &bounds))
    return;
  if (!gtk_widget_get_visible (self->marks))
    g_set_weak_pointer (&self->focus, gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))));
  if (!ls_timeline_ruler_get_place (LS_TIMELINE_RULER (self->ruler), step, &x))
    x = bounds.size.width / 2;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->marks),
                               &(GdkRectangle) { x, bounds.origin.y, 1, MAX (1, bounds.size.height) });
  ls_mark_popover_edit (LS_MARK_POPOVER (self->marks), self->debugger, step, focus_note);
}

/**
 * ls_timeline_show_task:
 * @self: a timeline
 * @task: a task
 *
 * Scrolls to the time when @task ran, if it has run.
 */
void
ls_timeline_show_task (LsTimeline *self,
                       guint32     task)
{
  const LsSpan *span = ls_timeline_model_get_task_span (ls_timeline_scene_get_model (self->scene), task);

  if (span != NULL)
    ls_time_axis_reveal (ls_timeline_scene_get_axis (self->scene), span->start, FALSE);
}
