/* ls-timeline-chart.c: the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-chart-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"
#include "ls-text.h"

/* The pointer hits things up to this far away, in pixels. */
#define NEAR 4.0

/**
 * LsTimelineChart:
 *
 * The chart has a row for each track, with the track's name and the drawings of its layers. Pinned rows stay at the top, and the
 * others scroll. The playhead is the player's position. For assistive technology the chart is a slider that says the time, the step
 * and the running task. It cannot describe the spans; the table of events does that. ls-timeline-input.c handles the pointer and
 * the keyboard.
 */
enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

static gboolean set_value (GtkAccessible *accessible,
                           double         value);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsTimelineChart, ls_timeline_chart, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL)
                               ls_compat_add_accessible_range (g_define_type_id, set_value))

static double
get_row_height (LsTimelineChart *self)
{
  return ls_timeline_get_row_height (GTK_WIDGET (self));
}

/* Returns the number of rows that stay at the top. */
guint
ls_timeline_chart_count_pinned (LsTimelineChart *self)
{
  guint n_rows, n_pinned = 0;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);

  while (n_pinned < n_rows && rows[n_pinned].pinned)
    n_pinned++;
  return n_pinned;
}

static double
get_scroll (LsTimelineChart *self)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];

  return adjustment != NULL ? floor (gtk_adjustment_get_value (adjustment)) : 0;
}

/**
 * ls_timeline_chart_get_row_y:
 * @self: a chart
 * @row: index of a row
 *
 * Returns: the top of the row, in pixels; rows that are not pinned are visible only below the pinned ones
 */
double
ls_timeline_chart_get_row_y (LsTimelineChart *self,
                             guint            row)
{
  return row * get_row_height (self) - (row < ls_timeline_chart_count_pinned (self) ? 0 : get_scroll (self));
}

/* Size and scrolling */

static void
ls_timeline_chart_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);
  guint n_rows = 3;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 200;
      *natural = 800;
      return;
    }
  if (self->scene != NULL)
    ls_timeline_scene_get_rows (self->scene, &n_rows);
  *minimum = ceil (get_row_height (self));
  *natural = ceil (get_row_height (self) * CLAMP (n_rows, 3, 30));
}

static gboolean configure_cb (GtkWidget     *widget,
                              GdkFrameClock *clock,
                              gpointer       user_data);

static void
configure_adjustments (LsTimelineChart *self,
                       gboolean         is_allocating)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  guint n_rows = 0, n_pinned = 0;
  double row_height = get_row_height (self);
  double page, upper;

  if (adjustment == NULL)
    return;
  if (self->scene != NULL)
    {
      ls_timeline_scene_get_rows (self->scene, &n_rows);
      n_pinned = ls_timeline_chart_count_pinned (self);
    }
  page = MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - n_pinned * row_height);
  upper = MAX (page, (n_rows - n_pinned) * row_height);
  /* A scroll bar that appears or disappears changes sizes. During an allocation no widget may do that: GTK would draw the widgets
     above without an allocation. The chart waits for the next frame. */
  if (is_allocating &&
      (upper > page) != (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment)))
    {
      if (self->configure_tick == 0)
        self->configure_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), configure_cb, NULL, NULL);
      return;
    }
  gtk_adjustment_configure (adjustment, gtk_adjustment_get_value (adjustment), 0, upper, row_height, page * 0.9, page);
}

static gboolean
configure_cb (GtkWidget     *widget,
              GdkFrameClock *clock,
              gpointer       user_data)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);

  self->configure_tick = 0;
  configure_adjustments (self, FALSE);
  return G_SOURCE_REMOVE;
}

static void
ls_timeline_chart_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  configure_adjustments (LS_TIMELINE_CHART (widget), TRUE);
}

static void
set_adjustment (LsTimelineChart *self,
                GtkOrientation   orientation,
                GtkAdjustment   *adjustment)
{
  GtkAdjustment **place = &self->adjustments[orientation];

  if (*place != NULL)
    g_signal_handlers_disconnect_by_func (*place, gtk_widget_queue_draw, self);
  g_clear_object (place);
  if (adjustment == NULL)
    return;
  *place = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    configure_adjustments (self, FALSE);
}

static void
ls_timeline_chart_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->adjustments[id == PROP_HADJUSTMENT ? GTK_ORIENTATION_HORIZONTAL
                                                                          : GTK_ORIENTATION_VERTICAL]);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, GTK_SCROLL_MINIMUM);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
    }
}

static void
ls_timeline_chart_set_property (GObject      *object,
                                guint         id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  switch (id)
    {
    case PROP_HADJUSTMENT:
    case PROP_VADJUSTMENT:
      set_adjustment (LS_TIMELINE_CHART (object),
                      id == PROP_HADJUSTMENT ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL,
                      g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
    }
}

/* Hit testing */

/* Returns the span at a time, or one very close to it. */
static const LsSpan *
find_span (const LsSpanList *spans,
           double            time,
           double            tolerance)
{
  guint n = ls_span_list_get_n (spans);
  guint index = ls_span_list_find (spans, MAX (0, time - tolerance));
  const LsSpan *best = NULL;

  for (guint i = index; i < n && i < index + 8; i++)
    {
      const LsSpan *span = ls_span_list_get (spans, i);

      if (span->start > time + tolerance)
        break;
      if (best == NULL || span->start <= time)
        best = span;
    }
  return best;
}

/**
 * ls_timeline_chart_hit:
 * @self: a chart
 * @x: pixels
 * @y: pixels
 * @hit: (out caller-allocates): return location for what is at the place
 *
 * Finds the row, span or mark at a place.
 */
void
ls_timeline_chart_hit (LsTimelineChart *self,
                       double           x,
                       double           y,
                       LsTimelineHit   *hit)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  guint n_rows, n_pinned = ls_timeline_chart_count_pinned (self);
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);
  double row_height = get_row_height (self);
  const GArray *marks;
  double left, width, tolerance;
  guint index;

  *hit = (LsTimelineHit) { .row = -1, .mark = G_MAXUINT32 };
  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  hit->time = ls_time_axis_to_time (axis, x - left, width);
  hit->is_name = x < left || x >= left + width;
  index = floor (MAX (0, y < n_pinned * row_height ? y : y + get_scroll (self)) / row_height);
  if (y < 0 || index >= n_rows)
    return;
  hit->row = index;
  hit->track = rows[index].track;
  if (hit->is_name)
    return;

  tolerance = NEAR * ls_time_axis_get_span (axis) / width;
  if (hit->track == LS_TIMELINE_ROW_SIGNALS)
    {
      marks = ls_timeline_model_get_signal_marks (model);
    }
  else
    {
      const LsTrack *track = ls_timeline_model_get_track (model, hit->track);

      hit->span = find_span (track->spans, hit->time, tolerance);
      marks = track->marks;
    }
  index = ls_time_marks_find (marks, MAX (0, hit->time - tolerance));
  if (index < marks->len && g_array_index (marks, LsTimeMark, index).time <= hit->time + tolerance)
    hit->mark = g_array_index (marks, LsTimeMark, index).record;
  /* A span wins over a mark, since it is hard to hit between marks. On rows of signals the mark wins. */
  if (hit->mark != G_MAXUINT32 &&
      (hit->track == LS_TIMELINE_ROW_SIGNALS || ls_timeline_model_get_track (model, hit->track)->kind == LS_TRACK_SIGNAL))
    hit->span = NULL;
  if (hit->span != NULL)
    hit->mark = G_MAXUINT32;
}

static gboolean
on_query_tooltip (LsTimelineChart *self,
                  int              x,
                  int              y,
                  gboolean         keyboard,
                  GtkTooltip      *tooltip)
{
  LsTimelineHit hit;
  g_autofree char *text = NULL;

  if (self->scene == NULL || keyboard)
    return FALSE;
  ls_timeline_chart_hit (self, x, y, &hit);
  text = ls_timeline_describe_hit (self->scene, &hit);
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* The playhead */

/**
 * ls_timeline_chart_describe:
 * @self: a chart
 *
 * Returns: (transfer full): the playhead's position in words
 */
char *
ls_timeline_chart_describe (LsTimelineChart *self)
{
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);
  LsState *state = ls_player_get_state (player);
  guint32 running = ls_state_get_busy_task (state);
  g_autofree char *time = ls_text_format_time (ls_state_get_time (state));
  g_autofree char *name = running != 0 ? ls_text_format_task (state, running) : NULL;
  g_autofree char *text = NULL;

  if (name != NULL)
    /* Translators: a position: the time, the number of the step, the name of the task that runs */
    text = g_strdup_printf (_("%s, step %u, running %s"), time, ls_player_get_step (player), name);
  else
    text = g_strdup_printf (_("%s, step %u"), time, ls_player_get_step (player));
  if (ls_timeline_scene_get_note (self->scene) == NULL)
    return g_steal_pointer (&text);
  /* Translators: a position in words, then the text of the bookmark or note there */
  return g_strdup_printf (_("%s. Note: %s"), text, ls_timeline_scene_get_note (self->scene));
}

static void
update_accessible (LsTimelineChart *self)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);
  g_autofree char *text = NULL;
  g_autofree char *queued = NULL;
  g_autofree char *both = NULL;

  if (player == NULL)
    return;
  text = ls_timeline_chart_describe (self);
  queued = ls_timeline_model_format_queued (model, MAX (ls_state_get_current_agent (ls_player_get_state (player)), 1),
                                            ls_timeline_scene_get_now (self->scene));
  /* Translators: a position in words, then how many tasks are queued there */
  both = g_strdup_printf (_("%s. %s"), text, queued);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  MAX (1.0, ls_timeline_model_get_end (model)),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, ls_timeline_scene_get_now (self->scene),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both,
                                  -1);
}

static gboolean
set_value (GtkAccessible *accessible,
           double         value)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (accessible);

  if (self->scene == NULL || ls_timeline_scene_get_player (self->scene) == NULL)
    return FALSE;
  ls_timeline_scene_seek (self->scene, value);
  return TRUE;
}

/**
 * ls_timeline_chart_seek_soon:
 * @self: a chart
 * @time: time in µs
 *
 * Goes to @time in the next frame.
 */
void
ls_timeline_chart_seek_soon (LsTimelineChart *self,
                             double           time)
{
  ls_timeline_seek_soon (GTK_WIDGET (self), self->scene, time);
}

int
ls_timeline_chart_get_cursor (LsTimelineChart *self)
{
  return self->cursor;
}

/**
 * ls_timeline_chart_set_cursor:
 * @self: a chart
 * @row: index of a row, or -1
 *
 * Sets the row that the keyboard acts on, and scrolls to it.
 */
void
ls_timeline_chart_set_cursor (LsTimelineChart *self,
                              int              row)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  int n_pinned = ls_timeline_chart_count_pinned (self);
  double row_height = get_row_height (self);
  g_autofree char *name = NULL;
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);

  self->cursor = CLAMP (row, -1, (int) n_rows - 1);
  if (self->cursor >= n_pinned && adjustment != NULL)
    gtk_adjustment_clamp_page (adjustment, (self->cursor - n_pinned) * row_height,
                               (self->cursor - n_pinned + 1) * row_height);
  if (self->cursor >= 0)
    {
      name = ls_timeline_scene_format_row (self->scene, rows[self->cursor].track);
      ls_compat_announce (GTK_WIDGET (self), name);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
read_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);

  if (ls_timeline_scene_read (self->scene))
    {
      gtk_widget_queue_draw (widget);
      return G_SOURCE_CONTINUE;
    }
  self->read_tick = 0;
  g_signal_emit_by_name (self->scene, "changed");
  return G_SOURCE_REMOVE;
}

static void
on_changed (LsTimelineChart *self)
{
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);

  if (player != NULL && self->read_tick == 0 &&
      ls_timeline_model_get_n_read (ls_timeline_scene_get_model (self->scene)) < ls_player_get_length (player))
    self->read_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), read_cb, NULL, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_accessible (self);
}

static void
on_rows_changed (LsTimelineChart *self)
{
  guint n_rows;

  ls_timeline_scene_get_rows (self->scene, &n_rows);
  self->cursor = MIN (self->cursor, (int) n_rows - 1);
  configure_adjustments (self, FALSE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
ls_timeline_chart_css_changed (GtkWidget         *widget,
                               GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ls_timeline_chart_parent_class)->css_changed (widget, change);
  ls_layout_cache_clear (LS_TIMELINE_CHART (widget)->texts);
  gtk_widget_queue_resize (widget);
}

static void
ls_timeline_chart_system_setting_changed (GtkWidget        *widget,
                                          GtkSystemSetting  setting)
{
  GTK_WIDGET_CLASS (ls_timeline_chart_parent_class)->system_setting_changed (widget, setting);
  ls_layout_cache_clear (LS_TIMELINE_CHART (widget)->texts);
  gtk_widget_queue_resize (widget);
}

static void
ls_timeline_chart_dispose (GObject *object)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (object);

  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  g_clear_object (&self->scene);

  G_OBJECT_CLASS (ls_timeline_chart_parent_class)->dispose (object);
}

static void
ls_timeline_chart_finalize (GObject *object)
{
  g_array_unref (LS_TIMELINE_CHART (object)->links);

  G_OBJECT_CLASS (ls_timeline_chart_parent_class)->finalize (object);
}

static void
ls_timeline_chart_class_init (LsTimelineChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ls_timeline_chart_dispose;
  object_class->finalize = ls_timeline_chart_finalize;
  object_class->get_property = ls_timeline_chart_get_property;
  object_class->set_property = ls_timeline_chart_set_property;
  widget_class->snapshot = ls_timeline_chart_snapshot;
  widget_class->measure = ls_timeline_chart_measure;
  widget_class->size_allocate = ls_timeline_chart_size_allocate;
  widget_class->css_changed = ls_timeline_chart_css_changed;
  widget_class->system_setting_changed = ls_timeline_chart_system_setting_changed;

  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  ls_timeline_install_keys (widget_class);
}

static void
ls_timeline_chart_init (LsTimelineChart *self)
{
  self->texts = ls_layout_cache_new (GTK_WIDGET (self));
  self->links = g_array_new (FALSE, FALSE, sizeof (LsTimelineLink));
  self->cursor = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Position in time"), -1);
  ls_timeline_add_gestures (self);
}

/**
 * ls_timeline_chart_set_scene:
 * @self: a chart without a scene
 * @scene: the scene to show
 *
 * Shows @scene.
 */
void
ls_timeline_chart_set_scene (LsTimelineChart *self,
                             LsTimelineScene *scene)
{
  g_return_if_fail (self->scene == NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scene, "rows-changed", G_CALLBACK (on_rows_changed), self, G_CONNECT_SWAPPED);
  on_rows_changed (self);
}
