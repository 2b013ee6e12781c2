/* ls-comparison-timeline.c: two runs over time, one below the other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-comparison-timeline-private.h"

#include <glib/gi18n.h>
#include <math.h>


/* The most rows of the comparison to look at in a frame, and the most rows of a run to show. */
#define ROWS_EACH_FRAME 4000
#define MAX_ROWS 48
/* The pointer hits bars up to this far away, in pixels. */
#define NEAR 4.0
#define ZOOM_STEP 1.25
#define PAN_PART 0.15

/**
 * LsComparisonTimeline:
 *
 * Shows two runs over the same time, this one above the changed one, with the same tracks in the same order. A mark is below the
 * bars of tasks that ran at another place in the order or at another priority, or in one of the runs only. The task of the row that
 * is selected in the table has a frame in both runs, and a line links the two. The timeline reads the runs in parts, one in each
 * frame. The table says the same to assistive technology. The timeline emits "row-selected" when the user clicks a task.
 */
G_DEFINE_FINAL_TYPE (LsComparisonTimeline, ls_comparison_timeline, GTK_TYPE_WIDGET)

static double
get_row_height (LsComparisonTimeline *self)
{
  return ls_timeline_get_row_height (GTK_WIDGET (self));
}

/* The top of a row of a run, in pixels. Each run has a title above its rows. */
double
ls_comparison_timeline_get_row_y (LsComparisonTimeline *self,
                                  LsComparisonSide      side,
                                  guint                 row)
{
  return (side * (self->rows->len + 1) + 1 + row) * get_row_height (self);
}

/* Returns the track of a row, NULL if the run has none. */
const LsTrack *
ls_comparison_timeline_get_track (LsComparisonTimeline *self,
                                  LsComparisonSide      side,
                                  guint                 index)
{
  const LsComparisonTimelineRow *row = get_row (self, index);
  const LsTimelineAgent *agent = ls_timeline_model_find_agent (get_model (self, side), row->agent);

  return agent != NULL ? ls_timeline_model_get_track (get_model (self, side), agent->first_track + row->kind) : NULL;
}

static guint
find_row (LsComparisonTimeline *self,
          guint32               agent,
          guint                 kind)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (get_row (self, i)->agent == agent && get_row (self, i)->kind == kind)
      return i;
  return G_MAXUINT;
}

/* Makes a row for each track on which one of the runs has something. */
static void
make_rows (LsComparisonTimeline *self)
{
  for (LsComparisonSide side = 0; side < LS_COMPARISON_TIMELINE_N_SIDES; side++)
    for (guint i = 0; i < ls_timeline_model_get_n_agents (get_model (self, side)); i++)
      {
        const LsTimelineAgent *agent = ls_timeline_model_get_agent (get_model (self, side), i);

        for (guint kind = 0; kind < LS_TRACK_MICROTASKS; kind++)
          {
            const LsTrack *track = ls_timeline_model_get_track (get_model (self, side), agent->first_track + kind);
            const LsComparisonTimelineRow row = { agent->id, kind };
            guint place = 0;

            if (ls_span_list_is_empty (track->spans) || find_row (self, agent->id, kind) != G_MAXUINT ||
                self->rows->len == MAX_ROWS)
              continue;
            while (place < self->rows->len && (get_row (self, place)->agent < agent->id ||
                                               (get_row (self, place)->agent == agent->id &&
                                                get_row (self, place)->kind < kind)))
              place++;
            g_array_insert_val (self->rows, place, row);
          }
      }
  for (LsComparisonSide side = 0; side < LS_COMPARISON_TIMELINE_N_SIDES; side++)
    for (guint i = 0; i < self->rows->len; i++)
      g_ptr_array_add (self->sides[side].marks, g_array_new (FALSE, FALSE, sizeof (LsComparisonTimelineMark)));
  self->has_rows = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
mark (LsComparisonTimeline *self,
      LsComparisonSide      side,
      guint32               task)
{
  LsTimelineModel *model = get_model (self, side);
  const LsTimelineTask *data = ls_timeline_model_get_task (model, task);
  const LsSpan *span = task != 0 ? ls_timeline_model_get_task_span (model, task) : NULL;
  const guint row = span != NULL ? find_row (self, data->agent, data->track) : G_MAXUINT;

  LsComparisonTimelineMark found;

  if (row == G_MAXUINT)
    return;
  found.start = span->start;
  found.end = span->end != LS_TIME_NEVER ? span->end : ls_timeline_model_get_end (model);
  g_array_append_val (g_ptr_array_index (self->sides[side].marks, row), found);
  self->sides[side].n_marked++;
}

/* Looks at some more rows of the comparison. Returns whether there are others. */
static gboolean
mark_some (LsComparisonTimeline *self)
{
  const guint32 n_rows = ls_comparison_get_n_rows (self->comparison);
  const guint32 end = MIN (n_rows, self->n_looked + ROWS_EACH_FRAME);

  for (; self->n_looked < end; self->n_looked++)
    {
      LsComparisonRow row;

      ls_comparison_get_row (self->comparison, self->n_looked, &row);
      /* Where only the time is another one, the bars show it. */
      if (row.kind < LS_COMPARISON_PRIORITY)
        continue;
      mark (self, LS_COMPARISON_LEFT, row.left.task);
      mark (self, LS_COMPARISON_RIGHT, row.right.task);
    }
  return self->n_looked < n_rows;
}

/* Reads a part of both runs, and then of the comparison. */
static gboolean
read_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsComparisonTimeline *self = LS_COMPARISON_TIMELINE (widget);
  gboolean more = FALSE;
  guint64 end = 0;

  for (LsComparisonSide side = 0; side < LS_COMPARISON_TIMELINE_N_SIDES; side++)
    {
      more = more || ls_timeline_scene_read (self->sides[side].scene);
      end = MAX (end, ls_timeline_model_get_end (get_model (self, side)));
    }
  ls_time_axis_set_end (self->axis, end);
  if (!more && !self->has_rows)
    make_rows (self);
  if (!more)
    more = mark_some (self);
  gtk_widget_queue_draw (widget);
  if (more)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* Gets the tasks of the selected row, 0 for none. */
void
ls_comparison_timeline_get_selected (LsComparisonTimeline *self,
                                     guint32               tasks[LS_COMPARISON_TIMELINE_N_SIDES])
{
  LsComparisonRow row, other;

  tasks[0] = tasks[1] = 0;
  if (self->selected == LS_COMPARISON_NONE || self->comparison == NULL)
    return;
  ls_comparison_get_row (self->comparison, self->selected, &row);
  if (row.other_row != LS_COMPARISON_NONE)
    {
      ls_comparison_get_row (self->comparison, row.other_row, &other);
      if (row.left.task == 0)
        row.left = other.left;
      else
        row.right = other.right;
    }
  tasks[LS_COMPARISON_LEFT] = row.left.task;
  tasks[LS_COMPARISON_RIGHT] = row.right.task;
}

static void
ls_comparison_timeline_measure (GtkWidget      *widget,
                                GtkOrientation  orientation,
                                int             for_size,
                                int            *minimum,
                                int            *natural,
                                int            *minimum_baseline,
                                int            *natural_baseline)
{
  LsComparisonTimeline *self = LS_COMPARISON_TIMELINE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 160;
      *natural = 400;
    }
  else
    {
      *minimum = *natural = ceil (ls_comparison_timeline_get_row_y (self, LS_COMPARISON_RIGHT, self->rows->len));
    }
}

/* Pointers and keys */

/* Returns the span at a place, NULL if there is none. */
static const LsSpan *
find_span (LsComparisonTimeline *self,
           double                x,
           double                y,
           LsComparisonSide     *side)
{
  const int line = floor (y / get_row_height (self));
  const int n_lines = self->rows->len + 1;
  double left, width, near;
  const LsTrack *track;
  guint64 time;
  guint index;

  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  if (line < 0 || line >= LS_COMPARISON_TIMELINE_N_SIDES * n_lines || line % n_lines == 0 || x < left || x > left + width)
    return NULL;
  *side = line / n_lines;
  track = ls_comparison_timeline_get_track (self, *side, line % n_lines - 1);
  if (track == NULL || track->kind >= LS_TRACK_MICROTASKS)
    return NULL;
  near = NEAR * ls_time_axis_get_span (self->axis) / width;
  time = MAX (0, ls_time_axis_to_time (self->axis, x - left, width));
  index = ls_span_list_find (track->spans, time > near ? time - near : 0);
  if (index >= ls_span_list_get_n (track->spans) || ls_span_list_get (track->spans, index)->start > time + near)
    return NULL;
  /* Of two that are near, the one below the pointer. */
  if (ls_span_list_get (track->spans, index)->end < time && index + 1 < ls_span_list_get_n (track->spans) &&
      ls_span_list_get (track->spans, index + 1)->start <= time)
    index++;
  return ls_span_list_get (track->spans, index);
}

/**
 * ls_comparison_timeline_hit:
 * @self: a timeline
 * @x: pixels
 * @y: pixels
 *
 * Returns: the row of the comparison whose task ran at the place, %LS_COMPARISON_NONE if there is none
 */
guint32
ls_comparison_timeline_hit (LsComparisonTimeline *self,
                            double                x,
                            double                y)
{
  LsComparisonSide side = LS_COMPARISON_LEFT;
  const LsSpan *span = self->has_rows ? find_span (self, x, y, &side) : NULL;

  return span != NULL ? ls_comparison_find_row_at (self->comparison, side, (gsize) span->record + 1) : LS_COMPARISON_NONE;
}

static void
on_pressed (LsComparisonTimeline *self,
            int                   n_press,
            double                x,
            double                y)
{
  const guint32 row = ls_comparison_timeline_hit (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (row != LS_COMPARISON_NONE)
    g_signal_emit_by_name (self, "row-selected", row);
}

static gboolean
on_query_tooltip (LsComparisonTimeline *self,
                  int                   x,
                  int                   y,
                  gboolean              keyboard,
                  GtkTooltip           *tooltip)
{
  const guint32 row = keyboard ? self->selected : ls_comparison_timeline_hit (self, x, y);
  g_autofree char *text = row != LS_COMPARISON_NONE ? ls_comparison_timeline_describe (self, row) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
on_motion (LsComparisonTimeline *self,
           double                x,
           double                y)
{
  self->pointer_x = x;
}

/* With Control the wheel zooms, and to the side it pans. Else it scrolls the rows. */
static gboolean
on_scroll (LsComparisonTimeline     *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *controller)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (state & GDK_CONTROL_MASK)
    ls_time_axis_zoom (self->axis, pow (ZOOM_STEP, -dy),
                       ls_timeline_to_time (GTK_WIDGET (self), self->sides[0].scene, self->pointer_x));
  else if (state & GDK_SHIFT_MASK || dx != 0)
    ls_time_axis_pan (self->axis, (dx != 0 ? dx : dy) * 0.04 * ls_time_axis_get_span (self->axis));
  else
    return FALSE;
  return TRUE;
}

static gboolean
on_key (GtkWidget *widget,
        GVariant  *arguments,
        gpointer   user_data)
{
  LsComparisonTimeline *self = LS_COMPARISON_TIMELINE (widget);
  const double middle = ls_time_axis_get_from (self->axis) + ls_time_axis_get_span (self->axis) / 2;

  switch (g_variant_get_uint32 (arguments))
    {
    case GDK_KEY_w:
      ls_time_axis_zoom (self->axis, ZOOM_STEP, middle);
      break;
    case GDK_KEY_s:
      ls_time_axis_zoom (self->axis, 1 / ZOOM_STEP, middle);
      break;
    case GDK_KEY_a:
    case GDK_KEY_d:
      ls_time_axis_pan (self->axis, (g_variant_get_uint32 (arguments) == GDK_KEY_a ? -PAN_PART : PAN_PART) *
                                      ls_time_axis_get_span (self->axis));
      break;
    default:
      ls_time_axis_fit (self->axis);
      break;
    }
  return TRUE;
}

static void
ls_comparison_timeline_css_changed (GtkWidget         *widget,
                                    GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ls_comparison_timeline_parent_class)->css_changed (widget, change);
  ls_layout_cache_clear (LS_COMPARISON_TIMELINE (widget)->texts);
  gtk_widget_queue_resize (widget);
}

static void
ls_comparison_timeline_system_setting_changed (GtkWidget        *widget,
                                               GtkSystemSetting  setting)
{
  GTK_WIDGET_CLASS (ls_comparison_timeline_parent_class)->system_setting_changed (widget, setting);
  ls_layout_cache_clear (LS_COMPARISON_TIMELINE (widget)->texts);
  gtk_widget_queue_resize (widget);
}

static void
ls_comparison_timeline_dispose (GObject *object)
{
  LsComparisonTimeline *self = LS_COMPARISON_TIMELINE (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  for (guint i = 0; i < LS_COMPARISON_TIMELINE_N_SIDES; i++)
    {
      g_clear_object (&self->sides[i].scene);
      g_clear_pointer (&self->sides[i].marks, g_ptr_array_unref);
    }
  g_clear_object (&self->axis);
  self->has_rows = FALSE;

  G_OBJECT_CLASS (ls_comparison_timeline_parent_class)->dispose (object);
}

static void
ls_comparison_timeline_finalize (GObject *object)
{
  g_array_unref (LS_COMPARISON_TIMELINE (object)->rows);

  G_OBJECT_CLASS (ls_comparison_timeline_parent_class)->finalize (object);
}

static void
ls_comparison_timeline_class_init (LsComparisonTimelineClass *klass)
{
  static const guint keys[] = { GDK_KEY_w, GDK_KEY_s, GDK_KEY_a, GDK_KEY_d, GDK_KEY_f };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_comparison_timeline_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_comparison_timeline_finalize;
  widget_class->snapshot = ls_comparison_timeline_snapshot;
  widget_class->measure = ls_comparison_timeline_measure;
  widget_class->css_changed = ls_comparison_timeline_css_changed;
  widget_class->system_setting_changed = ls_comparison_timeline_system_setting_changed;

  g_signal_new ("row-selected", LS_TYPE_COMPARISON_TIMELINE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i], 0, on_key, "u", keys[i]);
  gtk_widget_class_set_css_name (widget_class, "comparisontimeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ls_comparison_timeline_init (LsComparisonTimeline *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->axis = ls_time_axis_new ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (LsComparisonTimelineRow));
  self->texts = ls_layout_cache_new (GTK_WIDGET (self));
  self->selected = LS_COMPARISON_NONE;
  for (guint i = 0; i < LS_COMPARISON_TIMELINE_N_SIDES; i++)
    {
      self->sides[i].scene = ls_timeline_scene_new ();
      self->sides[i].marks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
      ls_timeline_scene_set_trace (self->sides[i].scene, NULL, self->axis, FALSE);
    }
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (self->axis, "changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Both runs over time"), -1);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

/**
 * ls_comparison_timeline_set_comparison:
 * @self: a timeline
 * @comparison: (nullable): the comparison to show
 *
 * Shows both runs of a comparison, and reads them in the next frames.
 */
void
ls_comparison_timeline_set_comparison (LsComparisonTimeline *self,
                                       LsComparison         *comparison)
{
  gboolean by_step = FALSE;

  if (comparison != NULL)
    ls_comparison_ref (comparison);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  self->comparison = comparison;
  self->selected = LS_COMPARISON_NONE;
  self->n_looked = 0;
  self->has_rows = FALSE;
  g_array_set_size (self->rows, 0);
  ls_time_axis_reset (self->axis);
  /* Both have the same axis, so it goes by step if one of them needs it. */
  for (LsComparisonSide side = 0; comparison != NULL && side < LS_COMPARISON_TIMELINE_N_SIDES; side++)
    by_step = by_step || ls_timeline_scene_goes_by_step (self->sides[side].scene, ls_comparison_get_trace (comparison, side));
  for (LsComparisonSide side = 0; side < LS_COMPARISON_TIMELINE_N_SIDES; side++)
    {
      g_ptr_array_set_size (self->sides[side].marks, 0);
      self->sides[side].n_marked = 0;
      ls_timeline_scene_set_trace (self->sides[side].scene, comparison != NULL ? ls_comparison_get_trace (comparison, side) : NULL,
                                   self->axis, by_step);
    }
  if (comparison != NULL && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), read_cb, NULL, NULL);
  if (comparison == NULL && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * ls_comparison_timeline_set_row:
 * @self: a timeline
 * @row: a row of the comparison, or %LS_COMPARISON_NONE
 *
 * Shows where the task of a row ran in both runs.
 */
void
ls_comparison_timeline_set_row (LsComparisonTimeline *self,
                                guint32               row)
{
  guint32 tasks[LS_COMPARISON_TIMELINE_N_SIDES];
  g_autofree char *text = NULL;

  if (self->selected == row || self->comparison == NULL)
    return;
  self->selected = row;
  ls_comparison_timeline_get_selected (self, tasks);
  for (LsComparisonSide side = LS_COMPARISON_TIMELINE_N_SIDES; side-- > 0;)
    {
      const LsSpan *span = tasks[side] != 0 ? ls_timeline_model_get_task_span (get_model (self, side), tasks[side]) : NULL;

      if (span != NULL)
        ls_time_axis_reveal (self->axis, span->start, FALSE);
    }
  text = row != LS_COMPARISON_NONE ? ls_comparison_timeline_describe (self, row) : NULL;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ls_comparison_timeline_get_scene:
 * @self: a timeline
 * @side: one of the runs
 *
 * Returns: (transfer none): the scene of the run; both have the same axis
 */
LsTimelineScene *
ls_comparison_timeline_get_scene (LsComparisonTimeline *self,
                                  LsComparisonSide      side)
{
  return self->sides[side].scene;
}

/* Returns whether the timeline has read both runs and the comparison. */
gboolean
ls_comparison_timeline_is_read (LsComparisonTimeline *self)
{
  return self->has_rows && self->tick == 0;
}

/* Returns the number of rows of each run. */
guint
ls_comparison_timeline_get_n_rows (LsComparisonTimeline *self)
{
  return self->rows->len;
}

/* Returns the number of tasks of a run that have a mark. */
guint
ls_comparison_timeline_get_n_marked (LsComparisonTimeline *self,
                                     LsComparisonSide      side)
{
  return self->sides[side].n_marked;
}

/**
 * ls_comparison_timeline_get_place:
 * @self: a timeline
 * @side: one of the runs
 * @task: a task of that run
 * @place: (out caller-allocates): the place of its bar, in pixels; it may be outside of the visible part
 *
 * Returns: whether the task has a bar
 */
gboolean
ls_comparison_timeline_get_place (LsComparisonTimeline *self,
                                  LsComparisonSide      side,
                                  guint32               task,
                                  graphene_rect_t      *place)
{
  LsTimelineModel *model = get_model (self, side);
  const LsTimelineTask *data = ls_timeline_model_get_task (model, task);
  const LsSpan *span = data != NULL ? ls_timeline_model_get_task_span (model, task) : NULL;
  const guint row = span != NULL ? find_row (self, data->agent, data->track) : G_MAXUINT;
  double left, width, from, to;

  if (row == G_MAXUINT)
    return FALSE;
  ls_timeline_get_area (GTK_WIDGET (self), &left, &width);
  from = ls_time_axis_to_x (self->axis, span->start, width);
  to = ls_time_axis_to_x (self->axis, span->end != LS_TIME_NEVER ? span->end : ls_timeline_model_get_end (model), width);
  *place = GRAPHENE_RECT_INIT (left + from, ls_comparison_timeline_get_row_y (self, side, row), MAX (3, to - from),
                               get_row_height (self));
  return TRUE;
}
