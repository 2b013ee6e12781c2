/* ls-timeline-recording.c: what a recording tells beside the records of its trace, as tracks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timeline-model-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-bisection-private.h"
#include "ls-text.h"

/* Events may say that more of them are open than a browser nests: the others of a moment are left out. */
#define MAX_OPEN 256

void
ls_timeline_events_init (LsTimelineEvents *self)
{
  *self = (LsTimelineEvents) { 0 };
  self->work = g_array_new (FALSE, FALSE, sizeof (LsTimelineOpenEvent));
  self->measures = g_array_new (FALSE, FALSE, sizeof (LsTimelineOpenEvent));
  self->inputs = g_array_new (FALSE, FALSE, sizeof (LsTimelineInput));
}

void
ls_timeline_events_clear (LsTimelineEvents *self)
{
  g_array_unref (self->work);
  g_array_unref (self->measures);
  g_array_unref (self->inputs);
}

/**
 * ls_timeline_model_set_recording:
 * @self: a model
 * @recording: (nullable): the recording that the model's trace was made of
 * @threads: (array length=n_threads): which threads of it the agents are, in the order of their numbers
 * @n_threads: how many there are
 *
 * Fills the tracks that only recordings have. Call it after ls_timeline_model_set_trace(), before anything is read.
 */
void
ls_timeline_model_set_recording (LsTimelineModel *self,
                                 LsRecording     *recording,
                                 const guint     *threads,
                                 guint            n_threads)
{
  g_set_object (&self->recording, recording);
  g_array_set_size (self->threads, 0);
  if (recording != NULL)
    g_array_append_vals (self->threads, threads, n_threads);
}

static guint64
get_end (LsTimelineModel        *self,
         const LsRecordingEvent *event)
{
  const guint64 end = event->duration == LS_RECORDING_NO_END || event->duration > G_MAXINT64
                        ? ls_recording_get_duration (self->recording)
                        : event->time + event->duration;

  return MIN (end / 1000, LS_TIMELINE_MAX_TIME);
}

/* Events */

static const LsRecordingEvent *
peek_events (LsTimelineModel *self,
             guint32          agent,
             gsize           *n_events)
{
  *n_events = 0;
  if (self->recording == NULL || agent == 0 || agent > self->threads->len)
    return NULL;
  return ls_recording_peek_events (self->recording, g_array_index (self->threads, guint, agent - 1), n_events);
}

/* Adds what the innermost of the @open events did from @from to @to. */
static void
add_part (LsTrack                   *track,
          const LsTimelineOpenEvent *event,
          guint64                   *from,
          guint64                    to)
{
  if (to > *from)
    {
      ls_span_list_begin (track->spans, *from, 0, event->event);
      ls_span_list_end (track->spans, to);
    }
  *from = MAX (*from, to);
}

/* Events lie in one another: at each moment the track shows the innermost one. Ends those that are over by @time. */
static void
close_events (LsTrack *track,
              GArray  *open,
              guint64 *from,
              guint64  time)
{
  while (open->len > 0)
    {
      const LsTimelineOpenEvent *last = &g_array_index (open, LsTimelineOpenEvent, open->len - 1);

      if (last->end > time)
        {
          add_part (track, last, from, time);
          break;
        }
      add_part (track, last, from, last->end);
      g_array_set_size (open, open->len - 1);
    }
  *from = MAX (*from, time);
}

static void
open_event (LsTrack *track,
            GArray  *open,
            guint64 *from,
            guint64  time,
            guint64  end,
            guint32  index)
{
  const LsTimelineOpenEvent event = { end, index };

  close_events (track, open, from, time);
  if (open->len < MAX_OPEN)
    g_array_append_val (open, event);
}

/* Adds an event that may overlap the one before it: the part of it that does is not seen. Returns whether that leaves something. */
static gboolean
add_event (LsTrack *track,
           guint64  time,
           guint64  end,
           guint32  index)
{
  const guint n = ls_span_list_get_n (track->spans);

  if (n > 0 && ls_span_list_get (track->spans, n - 1)->end >= end)
    return FALSE;
  ls_span_list_begin (track->spans, time, 0, index);
  ls_span_list_end (track->spans, end);
  return TRUE;
}

/* Adds an input. Several events come of one, such as pointerup and click: their listeners run one after the other. */
static void
add_input (LsTrack                *track,
           GArray                 *inputs,
           const LsRecordingEvent *event,
           guint64                 time,
           guint64                 end,
           guint32                 index)
{
  const LsTimelineInput input = { index, time + event->value, time + MAX (event->other, event->value) };
  LsTimelineInput *last;

  if (add_event (track, time, end, index))
    {
      g_array_append_val (inputs, input);
      return;
    }
  last = &g_array_index (inputs, LsTimelineInput, inputs->len - 1);
  if (input.done == input.begun)
    return;
  last->begun = last->done == last->begun ? input.begun : MIN (last->begun, input.begun);
  last->done = MAX (last->done, input.done);
}

static void
read_event (LsTimelineModel        *self,
            LsTimelineReader       *agent,
            const LsRecordingEvent *event,
            guint32                 index)
{
  LsTimelineEvents *events = &agent->events;
  LsTrack *const *tracks = (LsTrack *const *) &self->tracks->pdata[agent->base.first_track];
  const guint64 time = MIN (event->time / 1000, LS_TIMELINE_MAX_TIME);
  const guint64 end = get_end (self, event);

  switch ((LsRecordingEventKind) event->kind)
    {
    case LS_RECORDING_EVENT_INPUT:
      add_input (tracks[LS_TRACK_INPUT], events->inputs, event, time, end, index);
      break;
    case LS_RECORDING_EVENT_LONG_FRAME:
      add_event (tracks[LS_TRACK_FRAMES], time, end, index);
      break;
    case LS_RECORDING_EVENT_TASK:
      if (end - time > LS_TIMELINE_LONG_TASK)
        add_event (tracks[LS_TRACK_LONG_TASKS], time, end, index);
      break;
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_LOADING:
    case LS_RECORDING_EVENT_RENDERING:
    case LS_RECORDING_EVENT_GC:
      open_event (tracks[LS_TRACK_BROWSER], events->work, &events->work_time, time, end, index);
      break;
    case LS_RECORDING_EVENT_MEASURE:
      open_event (tracks[LS_TRACK_TIMINGS], events->measures, &events->measures_time, time, end, index);
      break;
    case LS_RECORDING_EVENT_MARK:
      {
        const LsTimeMark mark = { time, index };

        g_array_append_val (tracks[LS_TRACK_TIMINGS]->marks, mark);
      }
      break;
    default:
      break;
    }
}

/* Reads the next events of the agents that the model knows. Returns whether there are more. */
gboolean
ls_timeline_model_read_events (LsTimelineModel *self,
                               gsize            max_events)
{
  gboolean has_more = FALSE;

  /* Steps have no room for what lasts. */
  if (self->recording == NULL || self->by_step)
    return FALSE;
  for (guint i = 0; i < self->agents->len; i++)
    {
      LsTimelineReader *agent = g_ptr_array_index (self->agents, i);
      gsize n_events;
      const LsRecordingEvent *list = peek_events (self, agent->base.id, &n_events);
      LsTimelineEvents *events = &agent->events;
      const gboolean is_new = events->n_read < n_events;

      n_events = MIN (n_events, G_MAXUINT32 - 1);
      for (gsize n = 0; n < max_events && events->n_read < n_events; n++, events->n_read++)
        read_event (self, agent, &list[events->n_read], events->n_read);
      if (events->n_read < n_events)
        {
          has_more = TRUE;
        }
      else if (is_new)
        {
          LsTrack *const *tracks = (LsTrack *const *) &self->tracks->pdata[agent->base.first_track];

          close_events (tracks[LS_TRACK_BROWSER], events->work, &events->work_time, LS_TIMELINE_MAX_TIME);
          close_events (tracks[LS_TRACK_TIMINGS], events->measures, &events->measures_time, LS_TIMELINE_MAX_TIME);
        }
    }
  return has_more;
}

/**
 * ls_timeline_model_get_event:
 * @self: a model
 * @track: a track of a recording
 * @event: subject of a span of it, or record of a mark
 *
 * Returns: (nullable): the event of the recording
 */
const LsRecordingEvent *
ls_timeline_model_get_event (LsTimelineModel *self,
                             const LsTrack   *track,
                             guint32          event)
{
  gsize n_events;
  const LsRecordingEvent *events = peek_events (self, track->agent, &n_events);

  return event < n_events ? &events[event] : NULL;
}

/**
 * ls_timeline_model_get_listeners:
 * @self: a model
 * @track: the track of input
 * @event: subject of a span of it
 * @begun: (out): when the first listener began, in µs
 * @done: (out): when the last one was done, in µs
 *
 * Gets when the listeners ran of an input, and of the other events that its span has.
 *
 * Returns: whether there is such an input
 */
gboolean
ls_timeline_model_get_listeners (LsTimelineModel *self,
                                 const LsTrack   *track,
                                 guint32          event,
                                 guint64         *begun,
                                 guint64         *done)
{
  const LsTimelineReader *agent = g_hash_table_lookup (self->agents_by_id, GUINT_TO_POINTER (track->agent));
  const GArray *inputs = agent != NULL ? agent->events.inputs : NULL;
  LsBisection search = { 0, inputs != NULL ? inputs->len : 0 };
  const LsTimelineInput *found;

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, g_array_index (inputs, LsTimelineInput, search.middle).event < event);
  if (inputs == NULL || search.low >= inputs->len)
    return FALSE;
  found = &g_array_index (inputs, LsTimelineInput, search.low);
  *begun = found->begun;
  *done = found->done;
  return found->event == event;
}

/**
 * ls_timeline_model_get_work:
 * @self: a model
 * @track: the track of what a browser did
 * @event: subject of a span of it
 *
 * Returns: what kind of work the event is
 */
LsTimelineWork
ls_timeline_model_get_work (LsTimelineModel *self,
                            const LsTrack   *track,
                            guint32          event)
{
  const LsRecordingEvent *data = ls_timeline_model_get_event (self, track, event);

  switch (data != NULL ? (LsRecordingEventKind) data->kind : LS_RECORDING_EVENT_NONE)
    {
    case LS_RECORDING_EVENT_RENDERING:
      return LS_TIMELINE_WORK_RENDERING;
    case LS_RECORDING_EVENT_LOADING:
      return LS_TIMELINE_WORK_LOADING;
    case LS_RECORDING_EVENT_GC:
      return LS_TIMELINE_WORK_GC;
    default:
      return LS_TIMELINE_WORK_SCRIPT;
    }
}

/* Words */

/* What people know, by the names that browsers give it in recordings. */
static const struct
{
  const char *name;
  const char *words;
} works[] = {
  { "Layout", NC_("browser work", "Layout") },
  { "UpdateLayoutTree", NC_("browser work", "Style") },
  { "RecalculateStyles", NC_("browser work", "Style") },
  { "PrePaint", NC_("browser work", "Pre-paint") },
  { "Paint", NC_("browser work", "Paint") },
  { "Layerize", NC_("browser work", "Layers") },
  { "Commit", NC_("browser work", "Commit") },
  { "HitTest", NC_("browser work", "Hit test") },
  { "ParseHTML", NC_("browser work", "Parse HTML") },
  { "ParseAuthorStyleSheet", NC_("browser work", "Parse style sheet") },
  { "EvaluateScript", NC_("browser work", "Evaluate script") },
  { "v8.compile", NC_("browser work", "Compile script") },
  { "v8.compileModule", NC_("browser work", "Compile module") },
  { "v8.evaluateModule", NC_("browser work", "Evaluate module") },
  { "MinorGC", NC_("browser work", "Minor garbage collection") },
  { "MajorGC", NC_("browser work", "Major garbage collection") },
};

static char *
format_text (LsTimelineModel *self,
             guint32          text)
{
  const char *raw = text != 0 ? ls_recording_get_text (self->recording, text) : NULL;

  return raw != NULL && *raw != '\0' ? ls_text_shorten (raw) : NULL;
}

static char *
format_work (LsTimelineModel        *self,
             const LsRecordingEvent *event)
{
  const char *raw = event->text != 0 ? ls_recording_get_text (self->recording, event->text) : NULL;

  for (guint i = 0; raw != NULL && i < G_N_ELEMENTS (works); i++)
    if (strcmp (raw, works[i].name) == 0)
      return g_strdup (g_dpgettext2 (NULL, "browser work", works[i].words));
  return format_text (self, event->text);
}

/**
 * ls_timeline_model_format_event:
 * @self: a model
 * @track: a track of a recording
 * @event: subject of a span of it, or record of a mark
 *
 * Returns: (transfer full) (nullable): what the event is called, %NULL if it has no name
 */
char *
ls_timeline_model_format_event (LsTimelineModel *self,
                                const LsTrack   *track,
                                guint32          event)
{
  const LsRecordingEvent *data = ls_timeline_model_get_event (self, track, event);

  if (data == NULL)
    return NULL;
  switch ((LsRecordingEventKind) data->kind)
    {
    case LS_RECORDING_EVENT_LONG_FRAME:
    case LS_RECORDING_EVENT_TASK:
      return ls_text_format_time (get_end (self, data) - data->time / 1000);
    case LS_RECORDING_EVENT_SCRIPT:
    case LS_RECORDING_EVENT_LOADING:
    case LS_RECORDING_EVENT_RENDERING:
    case LS_RECORDING_EVENT_GC:
      return format_work (self, data);
    default:
      return format_text (self, data->text);
    }
}

/* Adds the three parts of the time from an input to the next frame. */
static void
describe_input (LsTimelineModel        *self,
                const LsTrack          *track,
                guint32                 index,
                const LsRecordingEvent *event,
                guint64                 duration,
                GString                *text)
{
  const guint64 start = event->time / 1000;
  guint64 begun = start, done = start;
  guint64 delay;
  g_autofree char *before = NULL;
  g_autofree char *during = NULL;
  g_autofree char *after = NULL;

  ls_timeline_model_get_listeners (self, track, index, &begun, &done);
  done = MIN (done - start, duration);
  delay = MIN (begun - start, done);
  before = ls_text_format_time (delay);
  during = ls_text_format_time (done - delay);
  after = ls_text_format_time (duration - done);
  /* Translators: how long an input event waited for its listeners */
  g_string_append_printf (text, _("\nWaited %s for its listeners"), before);
  /* Translators: how long the listeners of an input event ran */
  g_string_append_printf (text, _("\nListeners took %s"), during);
  /* Translators: how long it took from the listeners of an input event to the frame that showed their effect */
  g_string_append_printf (text, _("\nNext frame %s later"), after);
}

/**
 * ls_timeline_model_describe_event:
 * @self: a model
 * @track: a track of a recording
 * @event: subject of a span of it, or record of a mark
 *
 * Returns: (transfer full) (nullable): what is to be said of the event, in lines
 */
char *
ls_timeline_model_describe_event (LsTimelineModel *self,
                                  const LsTrack   *track,
                                  guint32          event)
{
  const LsRecordingEvent *data = ls_timeline_model_get_event (self, track, event);
  g_autofree char *name = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *start = NULL;
  g_autofree char *lasted = NULL;
  g_autofree char *place = NULL;
  g_autoptr (GString) text = NULL;
  guint64 duration;

  if (data == NULL)
    return NULL;
  duration = get_end (self, data) - MIN (data->time / 1000, get_end (self, data));
  name = ls_timeline_model_format_event (self, track, event);
  kind = ls_timeline_model_format_kind (self, ls_timeline_model_find_agent (self, track->agent)->first_track + track->kind);
  start = ls_text_format_time (data->time / 1000);
  lasted = ls_text_format_time (duration);
  text = g_string_new (kind);
  if (name != NULL && data->kind != LS_RECORDING_EVENT_LONG_FRAME && data->kind != LS_RECORDING_EVENT_TASK)
    g_string_printf (text, "%s · %s", name, kind);
  if (data->kind == LS_RECORDING_EVENT_MARK)
    {
      g_string_append_printf (text, "\n%s", start);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  g_string_append_printf (text, "\n%s %s", data->kind == LS_RECORDING_EVENT_INPUT ? _("Arrived at") : _("Started at"), start);
  g_string_append_printf (text, "\n%s %s", _("Lasted"), lasted);
  switch ((LsRecordingEventKind) data->kind)
    {
    case LS_RECORDING_EVENT_INPUT:
      describe_input (self, track, event, data, duration, text);
      if (data->id != 0)
        g_string_append (text, _("\nCounts for the page’s interaction to next paint (INP)"));
      break;
    case LS_RECORDING_EVENT_LONG_FRAME:
      if (data->value > 0)
        {
          g_autofree char *blocked = ls_text_format_time (data->value);

          /* Translators: for how long a frame kept the thread from reacting to input */
          g_string_append_printf (text, _("\nBlocked the thread for %s"), blocked);
        }
      break;
    case LS_RECORDING_EVENT_TASK:
      {
        g_autofree char *over = ls_text_format_time (duration - LS_TIMELINE_LONG_TASK);

        /* Translators: by how much a task was longer than 50 ms */
        g_string_append_printf (text, _("\nLonger than 50 ms by %s: input waits meanwhile"), over);
      }
      break;
    default:
      place = format_text (self, data->place);
      if (place != NULL)
        g_string_append_printf (text, "\n%s", place);
      break;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
