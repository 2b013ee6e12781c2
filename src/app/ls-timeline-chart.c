/* ls-timeline-chart.c: the tracks of a timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-chart.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ls-compat.h"
#include "ls-text.h"
#include "ls-timeline-layers.h"

/* How far a pointer may be from what it points at. */
#define NEAR 4.0

/**
 * LsTimelineChart:
 *
 * A row for each track, with its name and what its layers draw. The rows that are pinned stay at the top, the others scroll.
 * The playhead is the player's position: to assistive technology the chart is a slider that says time, step and what runs.
 * It cannot say what the spans are; the table of events is its twin for that. What the pointer and the keyboard do is in
 * ls-timeline-input.c.
 */
struct _LsTimelineChart
{
  GtkWidget        parent_instance;

  LsTimelineScene *scene;
  LsLayoutCache   *texts;
  GtkAdjustment   *adjustments[2];       /* by #GtkOrientation */
  GArray          *links;                /* (element-type LsTimelineLink): of the selected task */
  gsize            links_read;           /* records that were known when they were found */
  guint32          links_task;
  int              cursor;               /* row, -1 for none */

  double           seek_time;            /* where to go with the next frame */
  guint            seek_tick;
  guint            read_tick;
  gboolean         more;
};

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

G_DEFINE_FINAL_TYPE_WITH_CODE (LsTimelineChart, ls_timeline_chart, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

static double
get_row_height (LsTimelineChart *self)
{
  return ls_timeline_get_row_height (GTK_WIDGET (self));
}

static guint
count_pinned (LsTimelineChart *self)
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
 * Returns: where it is, in pixels; rows that are not pinned are only seen below those that are
 */
double
ls_timeline_chart_get_row_y (LsTimelineChart *self,
                             guint            row)
{
  return row * get_row_height (self) - (row < count_pinned (self) ? 0 : get_scroll (self));
}

/* Drawing */

static void
draw_row (LsTimelinePainter   *painter,
          const LsTimelineRow *row,
          double               y)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (painter->scene);
  const LsTrack *track;

  if (row->track == LS_TIMELINE_ROW_SIGNALS)
    {
      ls_timeline_draw_marks (painter, ls_timeline_model_get_signal_marks (model), y);
      return;
    }
  track = ls_timeline_model_get_track (model, row->track);
  if (track->kind == LS_TRACK_SIGNAL)
    {
      ls_timeline_draw_signal (painter, track, y);
      return;
    }
  if (track->kind == LS_TRACK_IDLE)
    ls_timeline_draw_gaps (painter, y);
  ls_timeline_draw_tasks (painter, track, y);
  ls_timeline_draw_marks (painter, track->marks, y);
}

static void
draw_name (LsTimelineChart     *self,
           LsTimelinePainter   *painter,
           guint                index,
           const LsTimelineRow *row,
           double               y)
{
  int whole = gtk_widget_get_width (painter->widget);
  double width = whole - painter->width;
  double x = painter->left > 0 ? 0 : painter->width;
  g_autofree char *name = ls_timeline_scene_format_row (self->scene, row->track);
  g_autofree char *text = NULL;
  GdkRGBA color = painter->color;
  GdkRGBA line = painter->color;

  if (row->track == LS_TIMELINE_ROW_SIGNALS)
    text = g_strdup_printf ("%s %s", ls_timeline_scene_is_expanded (self->scene) ? "▾" : "▸", name);
  else
    text = row->pinned ? g_strdup_printf ("⚲ %s", name) : g_steal_pointer (&name);
  color.alpha *= painter->high_contrast ? 1 : 0.75;
  line.alpha *= painter->high_contrast ? 0.6 : 0.12;
  if ((int) index == self->cursor && gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    {
      GdkRGBA accent = painter->accent;

      accent.alpha *= 0.18;
      ls_timeline_painter_fill (painter, 0, y, whole, painter->row_height - 1, &accent);
    }
  ls_timeline_painter_draw_text (painter, text, x + 10, y, MAX (4, width - 16), painter->row_height, &color);
  ls_timeline_painter_fill (painter, 0, y + painter->row_height - 1, whole, 1, &line);
}

static void
draw_range (LsTimelineChart   *self,
            LsTimelinePainter *painter)
{
  int height = gtk_widget_get_height (painter->widget);
  GdkRGBA color = painter->accent;
  guint64 from, to;
  double left, right;

  if (!ls_timeline_scene_get_range (self->scene, &from, &to))
    return;
  left = MAX (ls_timeline_painter_to_x (painter, from), painter->left - 2);
  right = MIN (ls_timeline_painter_to_x (painter, to), painter->left + painter->width + 2);
  if (right < left)
    return;
  ls_timeline_painter_fill (painter, left, 0, 1, height, &color);
  ls_timeline_painter_fill (painter, right - 1, 0, 1, height, &color);
  color.alpha *= 0.15;
  ls_timeline_painter_fill (painter, left, 0, right - left, height, &color);
}

static void
update_links (LsTimelineChart *self,
              guint32          task)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);

  if (task == self->links_task && ls_timeline_model_get_n_read (model) == self->links_read)
    return;
  g_array_unref (self->links);
  self->links = ls_timeline_collect_links (model, task);
  self->links_task = task;
  self->links_read = ls_timeline_model_get_n_read (model);
}

static void
draw_links (LsTimelineChart   *self,
            LsTimelinePainter *painter)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  double from = ls_time_axis_get_from (axis);
  g_autoptr (GArray) of_tracks = g_array_new (FALSE, FALSE, sizeof (LsTimelineLink));
  double places[LS_N_TRACKS];

  for (guint kind = 0; kind < LS_N_TRACKS; kind++)
    places[kind] = NAN;
  for (guint i = 0; i < n_rows; i++)
    {
      if (rows[i].track >= LS_N_TRACKS)
        continue;
      places[rows[i].track] = ls_timeline_chart_get_row_y (self, i);
      if (rows[i].pinned)
        ls_timeline_collect_track_links (model, rows[i].track, MAX (0, from), from + ls_time_axis_get_span (axis),
                                         of_tracks);
    }
  update_links (self, painter->selected);
  ls_timeline_draw_links (painter, of_tracks, places);
  ls_timeline_draw_links (painter, self->links, places);
}

/* Those of a part of the rows that can be seen. */
static void
draw_rows (LsTimelineChart   *self,
           LsTimelinePainter *painter,
           guint              first,
           guint              end,
           gboolean           names)
{
  guint n_rows;
  const LsTimelineRow *rows = ls_timeline_scene_get_rows (self->scene, &n_rows);
  int height = gtk_widget_get_height (painter->widget);

  for (guint i = first; i < MIN (end, n_rows); i++)
    {
      double y = ls_timeline_chart_get_row_y (self, i);

      if (y + painter->row_height < 0 || y > height)
        continue;
      if (names)
        draw_name (self, painter, i, &rows[i], y);
      else
        draw_row (painter, &rows[i], y);
    }
}

static void
ls_timeline_chart_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);
  int height = gtk_widget_get_height (widget);
  LsTimelinePainter painter;
  graphene_rect_t area;
  guint n_pinned;
  double pinned;

  if (self->scene == NULL)
    return;
  ls_timeline_painter_init (&painter, widget, snapshot, self->scene, self->texts);
  n_pinned = count_pinned (self);
  pinned = n_pinned * painter.row_height;
  area = GRAPHENE_RECT_INIT (painter.left, 0, painter.width, height);

  draw_rows (self, &painter, 0, n_pinned, TRUE);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, pinned, gtk_widget_get_width (widget), height));
  draw_rows (self, &painter, n_pinned, G_MAXUINT, TRUE);
  gtk_snapshot_pop (snapshot);

  gtk_snapshot_push_clip (snapshot, &area);
  draw_range (self, &painter);
  draw_rows (self, &painter, 0, n_pinned, FALSE);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (painter.left, pinned, painter.width, height));
  draw_rows (self, &painter, n_pinned, G_MAXUINT, FALSE);
  gtk_snapshot_pop (snapshot);
  draw_links (self, &painter);
  ls_timeline_painter_fill (&painter, floor (ls_timeline_painter_to_x (&painter, painter.now)) - 1, 0, 2, height,
                            &painter.accent);
  gtk_snapshot_pop (snapshot);
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

static void
configure_adjustments (LsTimelineChart *self)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  guint n_rows = 0, n_pinned = 0;
  double row_height = get_row_height (self);
  double page;

  if (adjustment == NULL)
    return;
  if (self->scene != NULL)
    {
      ls_timeline_scene_get_rows (self->scene, &n_rows);
      n_pinned = count_pinned (self);
    }
  page = MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - n_pinned * row_height);
  gtk_adjustment_configure (adjustment, gtk_adjustment_get_value (adjustment), 0,
                            MAX (page, (n_rows - n_pinned) * row_height), row_height, page * 0.9, page);
}

static void
ls_timeline_chart_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  configure_adjustments (LS_TIMELINE_CHART (widget));
}

static void
set_adjustment (LsTimelineChart *self,
                GtkOrientation   orientation,
                GtkAdjustment   *adjustment)
{
  GtkAdjustment **place = &self->adjustments[orientation];

  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, self);
  g_clear_object (place);
  if (adjustment == NULL)
    return;
  *place = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    configure_adjustments (self);
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

/* What is where */

/* The span at a time, or one that is hardly beside it. */
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
 * @hit: (out caller-allocates): what is there
 *
 * Finds what is at a place.
 */
void
ls_timeline_chart_hit (LsTimelineChart *self,
                       double           x,
                       double           y,
                       LsTimelineHit   *hit)
{
  LsTimelineModel *model = ls_timeline_scene_get_model (self->scene);
  LsTimeAxis *axis = ls_timeline_scene_get_axis (self->scene);
  guint n_rows, n_pinned = count_pinned (self);
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
  /* What ran is hard to hit between marks, a signal's priority is everywhere. */
  if (hit->mark != G_MAXUINT32 && hit->track >= LS_N_TRACKS)
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
 * Returns: (transfer full): where the playhead is, in words
 */
char *
ls_timeline_chart_describe (LsTimelineChart *self)
{
  LsPlayer *player = ls_timeline_scene_get_player (self->scene);
  LsState *state = ls_player_get_state (player);
  guint32 running = ls_state_get_running_task (state);
  g_autofree char *time = ls_text_format_time (ls_state_get_time (state));
  g_autofree char *name = running != 0 ? ls_text_format_task (state, running) : NULL;

  if (name != NULL)
    /* Translators: a position: time, number of the step, name of the task that runs */
    return g_strdup_printf (_("%s, step %u, running %s"), time, ls_player_get_step (player), name);
  return g_strdup_printf (_("%s, step %u"), time, ls_player_get_step (player));
}

static void
update_accessible (LsTimelineChart *self)
{
  g_autofree char *text = NULL;

  if (ls_timeline_scene_get_player (self->scene) == NULL)
    return;
  text = ls_timeline_chart_describe (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  MAX (1.0, ls_timeline_model_get_end (ls_timeline_scene_get_model (self->scene))),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, ls_timeline_scene_get_now (self->scene),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

static gboolean
seek_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (widget);

  self->seek_tick = 0;
  ls_timeline_scene_seek (self->scene, self->seek_time);
  return G_SOURCE_REMOVE;
}

/**
 * ls_timeline_chart_seek_soon:
 * @self: a chart
 * @time: µs
 *
 * Goes to @time with the next frame. Pointers tell of more places than can be gone to.
 */
void
ls_timeline_chart_seek_soon (LsTimelineChart *self,
                             double           time)
{
  self->seek_time = time;
  if (self->seek_tick == 0)
    self->seek_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), seek_cb, NULL, NULL);
}

int
ls_timeline_chart_get_cursor (LsTimelineChart *self)
{
  return self->cursor;
}

/**
 * ls_timeline_chart_set_cursor:
 * @self: a chart
 * @row: a row
 *
 * Sets the row that the keyboard is about, and scrolls to it.
 */
void
ls_timeline_chart_set_cursor (LsTimelineChart *self,
                              int              row)
{
  GtkAdjustment *adjustment = self->adjustments[GTK_ORIENTATION_VERTICAL];
  int n_pinned = count_pinned (self);
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
  configure_adjustments (self);
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

  if (self->seek_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->seek_tick);
  if (self->read_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->read_tick);
  self->seek_tick = self->read_tick = 0;
  set_adjustment (self, GTK_ORIENTATION_HORIZONTAL, NULL);
  set_adjustment (self, GTK_ORIENTATION_VERTICAL, NULL);
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_data (self->scene, self);
  g_clear_object (&self->scene);

  G_OBJECT_CLASS (ls_timeline_chart_parent_class)->dispose (object);
}

static void
ls_timeline_chart_finalize (GObject *object)
{
  LsTimelineChart *self = LS_TIMELINE_CHART (object);

  g_array_unref (self->links);
  ls_layout_cache_free (self->texts);

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
  self->texts = ls_layout_cache_new ();
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
 * @scene: what to show
 *
 * Shows @scene.
 */
void
ls_timeline_chart_set_scene (LsTimelineChart *self,
                             LsTimelineScene *scene)
{
  g_return_if_fail (self->scene == NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_swapped (scene, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (scene, "rows-changed", G_CALLBACK (on_rows_changed), self);
  on_rows_changed (self);
}

LsTimelineScene *
ls_timeline_chart_get_scene (LsTimelineChart *self)
{
  return self->scene;
}
