/* ls-timeline-scene.c: the state that the parts of a timeline share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-scene-private.h"

#include "ls-bisection-private.h"

/* Reading these takes some milliseconds of a frame. */
#define RECORDS_AT_ONCE 20000
#define RECORDS_EACH_FRAME 200000
/* The longest time to read in one frame, in µs. */
#define READING_TIME 3000
/* A run with fewer steps goes by time. It may have just begun. */
#define MIN_STEPS 2
/* So many times as long as the run does the axis get, to show when something is due. */
#define MAX_LONGER 4

/**
 * LsTimelineScene:
 *
 * What the parts of a timeline share: the player, the model of its trace, the axis, the rows and their order, and the selected
 * range of time. The scene emits "changed" when views have to draw again, "rows-changed" when it has other rows, and
 * "range-changed" when the range is another one. The settings keep which tracks to show; they know a signal by its name.
 *
 * The part for rows is in ls-timeline-rows.c, the part for ranges in ls-timeline-range.c.
 */
/* The names of LsTimelineUnit in the settings. */
static const char *const units[] = { "auto", "time", "step" };

G_DEFINE_FINAL_TYPE (LsTimelineScene, ls_timeline_scene, G_TYPE_OBJECT)

static void
emit_changed (LsTimelineScene *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
ls_timeline_scene_dispose (GObject *object)
{
  LsTimelineScene *self = LS_TIMELINE_SCENE (object);

  g_clear_object (&self->player);
  g_clear_object (&self->trace);
  g_clear_object (&self->model);
  g_clear_object (&self->axis);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_timeline_scene_parent_class)->dispose (object);
}

static void
ls_timeline_scene_finalize (GObject *object)
{
  LsTimelineScene *self = LS_TIMELINE_SCENE (object);

  g_array_unref (self->rows);
  g_ptr_array_unref (self->hidden);
  g_ptr_array_unref (self->pinned);
  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->folded);
  g_free (self->note);

  G_OBJECT_CLASS (ls_timeline_scene_parent_class)->finalize (object);
}

static void
ls_timeline_scene_class_init (LsTimelineSceneClass *klass)
{
  static const char *const names[] = { "changed", "rows-changed", "range-changed" };

  G_OBJECT_CLASS (klass)->dispose = ls_timeline_scene_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_timeline_scene_finalize;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], LS_TYPE_TIMELINE_SCENE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
load_unit (LsTimelineScene *self)
{
  g_autofree char *unit = g_settings_get_string (self->settings, "timeline-axis");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i], unit))
      self->unit = i;
}

static void
ls_timeline_scene_init (LsTimelineScene *self)
{
  self->model = ls_timeline_model_new ();
  self->axis = ls_time_axis_new ();
  self->settings = g_settings_new ("io.github.loopscope.Loopscope");
  self->rows = g_array_new (FALSE, FALSE, sizeof (LsTimelineRow));
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  self->pinned = g_ptr_array_new_with_free_func (g_free);
  self->order = g_ptr_array_new_with_free_func (g_free);
  self->folded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  load_unit (self);
  ls_timeline_scene_load_rows (self);
  g_signal_connect_object (self->axis, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
}

LsTimelineScene *
ls_timeline_scene_new (void)
{
  return g_object_new (LS_TYPE_TIMELINE_SCENE, NULL);
}

static guint64 get_end (LsTimelineScene *self);

/* The player */

/* Follows the position. While the session runs, it does so only if the position was visible, so that the user can look at
 * another part. */
static void
on_changed (LsTimelineScene *self)
{
  double now = ls_timeline_scene_get_now (self);
  double from = ls_time_axis_get_from (self->axis);
  gboolean running = ls_player_get_running (self->player);
  gboolean was_visible = self->now >= from && self->now <= from + ls_time_axis_get_span (self->axis);

  self->now = now;
  if (self->in_lesson)
    ls_time_axis_set_end (self->axis, get_end (self));
  if (!running || was_visible)
    ls_time_axis_reveal (self->axis, now, running);
  if (self->extending && self->has_range)
    ls_timeline_scene_extend_range (self, now);
  self->extending = FALSE;
  emit_changed (self);
}

static void
on_running_changed (LsTimelineScene *self)
{
  if (ls_player_get_running (self->player))
    ls_time_axis_reveal (self->axis, ls_timeline_scene_get_now (self), FALSE);
}

/* Forgets what the trace has dropped. The visible part stays where it is. */
static void
on_forgot (LsTimelineScene *self)
{
  gboolean has_other_tracks = ls_timeline_model_forget (self->model, ls_player_get_start (self->player));
  guint64 from, to;

  ls_time_axis_set_begin (self->axis, ls_timeline_model_get_start_time (self->model));
  if (ls_timeline_scene_get_range (self, &from, &to) && to <= ls_timeline_model_get_start_time (self->model))
    ls_timeline_scene_clear_range (self);
  if (has_other_tracks)
    ls_timeline_scene_make_rows (self);
  emit_changed (self);
}

static void
on_trace_changed (LsTimelineScene *self)
{
  LsRecording *recording;
  const guint *threads;
  guint n_threads;

  self->chosen_end = 0;
  ls_timeline_model_set_by_step (self->model, self->unit == LS_TIMELINE_UNIT_STEP);
  ls_timeline_model_set_trace (self->model, ls_player_get_trace (self->player));
  recording = ls_player_get_recording (self->player, &threads, &n_threads);
  ls_timeline_model_set_recording (self->model, recording, threads, n_threads);
  ls_timeline_scene_clear_range (self);
  ls_time_axis_reset (self->axis);
  self->now = ls_timeline_scene_get_now (self);
  ls_timeline_scene_read (self);
  ls_timeline_scene_make_rows (self);
  emit_changed (self);
}

/**
 * ls_timeline_scene_set_player:
 * @self: a scene without a player
 * @player: the player to show
 *
 * Shows @player's trace and position.
 */
void
ls_timeline_scene_set_player (LsTimelineScene *self,
                              LsPlayer        *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "grew", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "forgot", G_CALLBACK (on_forgot), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "running-changed", G_CALLBACK (on_running_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (on_trace_changed), self, G_CONNECT_SWAPPED);
  on_trace_changed (self);
}

/**
 * ls_timeline_scene_set_trace:
 * @self: a scene without a player
 * @trace: (nullable): the run to show, which does not grow any more
 * @axis: the axis, which several scenes may share; the caller sets its end
 * @by_step: whether steps take the place of time
 *
 * Shows a run that nobody plays. All of it counts as past.
 */
void
ls_timeline_scene_set_trace (LsTimelineScene *self,
                             LsTrace         *trace,
                             LsTimeAxis      *axis,
                             gboolean         by_step)
{
  g_return_if_fail (self->player == NULL);

  g_set_object (&self->trace, trace);
  if (axis != self->axis)
    {
      g_signal_handlers_disconnect_by_data (self->axis, self);
      g_set_object (&self->axis, axis);
      g_signal_connect_object (axis, "changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
    }
  ls_timeline_model_set_by_step (self->model, by_step);
  ls_timeline_model_set_trace (self->model, trace);
  emit_changed (self);
}

LsPlayer *
ls_timeline_scene_get_player (LsTimelineScene *self)
{
  return self->player;
}

LsTimelineModel *
ls_timeline_scene_get_model (LsTimelineScene *self)
{
  return self->model;
}

LsTimeAxis *
ls_timeline_scene_get_axis (LsTimelineScene *self)
{
  return self->axis;
}

/* Returns the time at which a step of a trace ended. */
static guint64
get_step_time (LsTrace *trace,
               guint32  step)
{
  LsRecord record;

  ls_trace_get_record (trace, MAX (ls_trace_find_step (trace, step), ls_trace_get_start (trace) + 1) - 1, &record);
  return record.time;
}

/* Returns whether most of the steps from @first to before @end ended at the same time. Times never go back, so such steps are
 * neighbours: they include the one in the middle, and the one at the end of the first or of the third quarter. */
static gboolean
most_steps_share_time (LsTrace *trace,
                       guint32  first,
                       guint32  end)
{
  const guint32 n = end - first;
  const guint32 middle = first + n / 2;
  const guint64 time = get_step_time (trace, middle);
  LsBisection before = { first, middle };
  LsBisection after = { middle, end };

  if (get_step_time (trace, first + n / 4) != time && get_step_time (trace, middle + n / 4) != time)
    return FALSE;
  while (ls_bisection_next (&before))
    ls_bisection_tell (&before, get_step_time (trace, before.middle) < time);
  while (ls_bisection_next (&after))
    ls_bisection_tell (&after, get_step_time (trace, after.middle) <= time);
  return 2 * (after.low - before.low) > n;
}

/* Whether a run, as far as it is shown, is longer than an instant. */
static gboolean
passes_time (LsTrace *trace)
{
  const guint32 first = ls_trace_get_step_at (trace, ls_trace_get_start (trace));
  const gsize length = ls_trace_get_length (trace);
  LsRecord last = { 0 };

  /* The step that is under way has no end yet. */
  if (length > ls_trace_get_start (trace))
    ls_trace_get_record (trace, length - 1, &last);
  return last.time > get_step_time (trace, first);
}

/* Chooses steps for a run most of whose steps share one instant, unless the user has chosen otherwise, because only their order is
 * visible then. While a run goes on, the scene asks again when it has become somewhat longer, or with @is_all where all has been
 * read. Returns whether the trace has to be read again. */
static gboolean
choose_axis (LsTimelineScene *self,
             gboolean         is_all)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gboolean by_step = self->unit == LS_TIMELINE_UNIT_STEP;

  if (self->unit == LS_TIMELINE_UNIT_AUTO && trace != NULL)
    {
      const guint32 first = ls_trace_get_step_at (trace, ls_trace_get_start (trace)) + 1;
      const guint32 end = ls_trace_get_step_at (trace, ls_player_get_length (self->player)) + 1;

      if (end == self->chosen_end || (!is_all && end > self->chosen_end && end - self->chosen_end < self->chosen_end / 8))
        return FALSE;
      self->chosen_end = end;
      by_step = end >= first + MIN_STEPS && most_steps_share_time (trace, first, end) && !(self->in_lesson && passes_time (trace));
    }
  if (by_step == ls_timeline_model_get_by_step (self->model))
    return FALSE;
  ls_timeline_model_set_by_step (self->model, by_step);
  ls_timeline_scene_clear_range (self);
  ls_time_axis_reset (self->axis);
  return TRUE;
}

/**
 * ls_timeline_scene_goes_by_step:
 * @self: a scene
 * @trace: a run
 *
 * Returns: whether the axis of a view of the whole run goes by step: because the user has chosen so, or by itself
 */
gboolean
ls_timeline_scene_goes_by_step (LsTimelineScene *self,
                                LsTrace         *trace)
{
  const guint32 first = ls_trace_get_step_at (trace, ls_trace_get_start (trace)) + 1;
  const guint32 end = ls_trace_get_n_steps (trace) + 1;

  if (self->unit != LS_TIMELINE_UNIT_AUTO)
    return self->unit == LS_TIMELINE_UNIT_STEP;
  return end >= first + MIN_STEPS && most_steps_share_time (trace, first, end);
}

/**
 * ls_timeline_scene_get_unit:
 * @self: a scene
 *
 * Returns: the unit of the axis that the user has chosen
 */
LsTimelineUnit
ls_timeline_scene_get_unit (LsTimelineScene *self)
{
  return self->unit;
}

/**
 * ls_timeline_scene_set_unit:
 * @self: a scene
 * @unit: the unit of the axis, also in other windows and sessions
 *
 * Sets the unit of the axis, and reads the trace again if the axis changes.
 */
void
ls_timeline_scene_set_unit (LsTimelineScene *self,
                            LsTimelineUnit   unit)
{
  if (self->unit == unit)
    return;
  self->unit = unit;
  g_settings_set_string (self->settings, "timeline-axis", units[unit]);
  if (self->player != NULL)
    on_trace_changed (self);
}

/**
 * ls_timeline_scene_set_in_lesson:
 * @self: a scene
 * @in_lesson: whether a page of a lesson talks about it
 *
 * Leaves out rows with nothing on them, and has an axis of time wherever time passes: lessons talk of times. The user's own choice
 * of rows and axis goes before that.
 */
void
ls_timeline_scene_set_in_lesson (LsTimelineScene *self,
                                 gboolean         in_lesson)
{
  if (self->in_lesson == in_lesson)
    return;
  self->in_lesson = in_lesson;
  if (self->player != NULL)
    on_trace_changed (self);
}

/**
 * ls_timeline_scene_get_note:
 * @self: a scene
 *
 * Returns: (nullable): what the bookmarks and notes at the position say; %NULL if there are none
 */
const char *
ls_timeline_scene_get_note (LsTimelineScene *self)
{
  return self->note;
}

/**
 * ls_timeline_scene_set_note:
 * @self: a scene
 * @note: (nullable): what the bookmarks and notes at the position say
 *
 * Sets the text that belongs to the position. The chart says it to assistive technology.
 */
void
ls_timeline_scene_set_note (LsTimelineScene *self,
                            const char      *note)
{
  if (g_strcmp0 (self->note, note) == 0)
    return;
  g_free (self->note);
  self->note = g_strdup (note);
  emit_changed (self);
}

/* Returns where the axis ends. It covers the whole run, including the part that is not read yet, so that nothing moves while the
 * model reads. In a lesson it goes on to where what waits for time at the position is due, unless that is far away. */
static guint64
get_end (LsTimelineScene *self)
{
  const LsTaskList *delayed = self->in_lesson ? ls_state_get_delayed_tasks (ls_player_get_state (self->player)) : NULL;
  guint64 end, farthest;

  if (ls_timeline_model_get_by_step (self->model))
    return ls_timeline_model_get_position_time (self->model, ls_player_get_length (self->player));
  end = ls_player_get_end_time (self->player);
  farthest = MAX_LONGER * end;
  for (guint32 id = delayed != NULL ? delayed->first : 0; id != 0;)
    {
      const LsTaskState *task = ls_state_get_task (ls_player_get_state (self->player), id);

      if (task->due_at <= farthest)
        end = MAX (end, task->due_at);
      id = task->next_delayed;
    }
  return end;
}

/**
 * ls_timeline_scene_read:
 * @self: a scene
 *
 * Reads as much of the trace as fits into one frame.
 *
 * Returns: whether there is more to read
 */
gboolean
ls_timeline_scene_read (LsTimelineScene *self)
{
  gboolean more;
  gint64 begun;
  gsize n_records = 0;

  if (self->player == NULL && self->trace == NULL)
    return FALSE;
  if (self->player != NULL)
    choose_axis (self, FALSE);
  begun = g_get_monotonic_time ();
  do
    {
      more = ls_timeline_model_read (self->model, self->player != NULL ? ls_player_get_length (self->player) : G_MAXSIZE,
                                     RECORDS_AT_ONCE);
      n_records += RECORDS_AT_ONCE;
    }
  while (more && n_records < RECORDS_EACH_FRAME && g_get_monotonic_time () - begun < READING_TIME);
  if (self->player == NULL)
    return more;
  more |= choose_axis (self, !more);
  ls_time_axis_set_begin (self->axis, ls_timeline_model_get_start_time (self->model));
  ls_time_axis_set_end (self->axis, get_end (self));
  ls_timeline_scene_update_rows (self);
  return more;
}

/**
 * ls_timeline_scene_get_now:
 * @self: a scene
 *
 * Returns: the time of the player's position, in µs
 */
double
ls_timeline_scene_get_now (LsTimelineScene *self)
{
  if (self->player == NULL)
    return self->trace != NULL ? LS_TIMELINE_MAX_TIME : 0;
  if (ls_timeline_model_get_by_step (self->model))
    return ls_timeline_model_get_position_time (self->model, ls_player_get_position (self->player));
  return MIN (ls_state_get_time (ls_player_get_state (self->player)), LS_TIMELINE_MAX_TIME);
}

/**
 * ls_timeline_scene_seek:
 * @self: a scene
 * @time: µs
 *
 * Moves the player to the end of the last step that was over by @time.
 */
void
ls_timeline_scene_seek (LsTimelineScene *self,
                        double           time)
{
  if (self->player == NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, ls_timeline_model_find_position (self->model, MAX (0, time)));
}
