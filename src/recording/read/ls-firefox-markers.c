/* ls-firefox-markers.c: makes events of a recording from the markers of one thread of Firefox
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <math.h>
#include <string.h>

#include "ls-chrome-number-private.h"
#include "ls-firefox-private.h"

/* How many slices of one name may be open. */
#define MAX_OPEN 4096

#define NS_PER_MS 1e6
#define MAX_MS 9e12

typedef struct
{
  LsRecordingBuilder *builder;
  LsRecordingFlows *flows;
  LsFirefoxThread *thread;
  LsFirefoxStrings *strings;
  gint64 origin;
  guint32 index;
  GHashTable *windows;

  /* Name → the markers that have begun, as a GArray of their numbers. */
  GHashTable *open;

  /* How many runs of microtasks are open, and how many microtasks have been in the innermost. */
  guint microtasks_depth;
  guint32 n_microtasks;
} Reader;

static gint64
to_time (Reader *self,
         double  ms)
{
  if (!isfinite (ms) || fabs (ms) > MAX_MS)
    return self->origin;

  /* Wraps where both are nonsense. */
  return (gint64) ((guint64) self->origin + (guint64) (gint64) llround (ms * NS_PER_MS));
}

static guint64
to_duration (double ms)
{
  return isfinite (ms) && ms > 0 && ms <= MAX_MS ? (guint64) llround (ms * NS_PER_MS) : 0;
}

static guint32
to_us (double ms)
{
  double us = ms * 1000;

  return us >= G_MAXUINT32 ? G_MAXUINT32 : us > 0 ? (guint32) us : 0;
}

static LsFirefoxMeaning
get_meaning (Reader  *self,
             guint32  name)
{
  return ls_firefox_strings_get_meaning (self->strings, name);
}

static guint32
get_number (Reader  *self,
            guint32  name)
{
  return ls_firefox_strings_get_number (self->strings, name, self->builder);
}

static const char *
get_text (Reader                *self,
          const LsFirefoxMarker *marker)
{
  if (marker->text != NULL)
    return marker->text;

  return ls_firefox_strings_get (self->strings, marker->text_index);
}

static guint32
intern (Reader     *self,
        const char *text)
{
  return ls_recording_builder_intern (self->builder, text, -1);
}

static LsRecordingEvent
make_event (Reader                *self,
            LsRecordingEventKind   kind,
            const LsFirefoxMarker *marker)
{
  return (LsRecordingEvent) {
    .time = (guint64) to_time (self, marker->start),
    .duration = marker->end == G_MAXDOUBLE ? LS_RECORDING_NO_END : to_duration (marker->end - marker->start),
    .thread = self->index,
    .kind = (guint8) kind,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN,
  };
}

static void
add_named (Reader                *self,
           LsRecordingEventKind   kind,
           const LsFirefoxMarker *marker)
{
  LsRecordingEvent event = make_event (self, kind, marker);

  event.text = get_number (self, marker->name);
  ls_recording_builder_add (self->builder, &event);
}

static void
add_task (Reader                *self,
          const LsFirefoxMarker *marker,
          gboolean               is_runnable)
{
  LsRecordingEvent event = make_event (self, LS_RECORDING_EVENT_TASK, marker);

  /* Of tasks the priority is a rank of Chromium's. */
  event.priority = LS_RECORDING_UNKNOWN;
  if (is_runnable)
    event.place = intern (self, get_text (self, marker));
  ls_recording_builder_add (self->builder, &event);
}

static void
add_timer (Reader                *self,
           const LsFirefoxMarker *marker)
{
  const char *text = get_text (self, marker);
  g_autofree char *function = NULL;
  g_autofree char *place = NULL;
  guint64 interval = 0;
  gboolean repeats = FALSE;
  LsRecordingEvent event = make_event (self, LS_RECORDING_EVENT_TIMER_FIRE, marker);

  /* Delays of the browser's own are no timers of the program. */
  if (text != NULL && !ls_firefox_parse_timer (text, &interval, &repeats, &function, &place))
    {
      event.kind = LS_RECORDING_EVENT_WORK;
      event.text = intern (self, text);
      ls_recording_builder_add (self->builder, &event);
      return;
    }

  event.value = interval < G_MAXUINT32 / 1000 ? (guint32) interval * 1000 : G_MAXUINT32;
  event.flags = repeats ? LS_RECORDING_EVENT_FLAG_REPEATING : LS_RECORDING_EVENT_FLAG_NONE;
  ls_recording_builder_add (self->builder, &event);

  if (place != NULL)
    {
      event = make_event (self, LS_RECORDING_EVENT_FUNCTION, marker);
      event.text = intern (self, function);
      event.place = intern (self, place);
      ls_recording_builder_add (self->builder, &event);
    }
}

static void
add_dom_event (Reader                *self,
               const LsFirefoxMarker *marker)
{
  const char *type = get_text (self, marker);
  LsRecordingEvent event = make_event (self, LS_RECORDING_EVENT_DISPATCH, marker);
  double arrival;

  event.text = intern (self, type);
  ls_recording_builder_add (self->builder, &event);
  if (type == NULL || !(marker->latency >= 0) || marker->end == G_MAXDOUBLE || !ls_firefox_is_input (type))
    return;

  arrival = marker->start - marker->latency;
  event = make_event (self, LS_RECORDING_EVENT_INPUT, marker);
  event.text = intern (self, type);
  event.time = (guint64) to_time (self, arrival);
  event.duration = to_duration (marker->end - arrival);
  event.value = to_us (marker->latency);
  event.other = to_us (marker->end - arrival);
  ls_recording_builder_add (self->builder, &event);
}

static void
add_user_timing (Reader                *self,
                 const LsFirefoxMarker *marker)
{
  LsRecordingEvent event = make_event (self, marker->is_measure ? LS_RECORDING_EVENT_MEASURE : LS_RECORDING_EVENT_MARK, marker);

  event.text = intern (self, get_text (self, marker));
  ls_recording_builder_add (self->builder, &event);
}

static void
add_script (Reader                *self,
            const LsFirefoxMarker *marker)
{
  const char *text = get_text (self, marker);
  g_autofree char *address = text != NULL ? ls_firefox_find_address (text) : NULL;
  LsRecordingEvent event = make_event (self, LS_RECORDING_EVENT_SCRIPT, marker);

  event.text = get_number (self, marker->name);
  event.place = intern (self, address);
  ls_recording_builder_add (self->builder, &event);
}

static void
add_microtasks (Reader                *self,
                const LsFirefoxMarker *marker)
{
  LsRecordingEvent event = make_event (self, LS_RECORDING_EVENT_MICROTASKS, marker);

  event.value = self->n_microtasks;
  ls_recording_builder_add (self->builder, &event);
}

/* A slice that has both ends, or an instant. */
static void
add_whole (Reader                *self,
           const LsFirefoxMarker *marker)
{
  gboolean is_instant = marker->phase == LS_FIREFOX_INSTANT;

  switch (get_meaning (self, marker->name))
    {
    case LS_FIREFOX_TASK:
      add_task (self, marker, FALSE);
      break;
    case LS_FIREFOX_RUNNABLE:
      add_task (self, marker, TRUE);
      break;
    case LS_FIREFOX_TIMER:
      add_timer (self, marker);
      break;
    case LS_FIREFOX_FRAME:
      add_named (self, LS_RECORDING_EVENT_FRAME_FIRE, marker);
      break;
    case LS_FIREFOX_MICROTASKS:
      add_microtasks (self, marker);
      break;
    case LS_FIREFOX_MICROTASK:
      self->n_microtasks++;
      if (self->microtasks_depth == 0)
        {
          self->n_microtasks = 1;
          add_microtasks (self, marker);
        }
      break;
    case LS_FIREFOX_DOM_EVENT:
      add_dom_event (self, marker);
      break;
    case LS_FIREFOX_USER_TIMING:
      add_user_timing (self, marker);
      break;
    case LS_FIREFOX_SCRIPT:
      add_script (self, marker);
      break;
    case LS_FIREFOX_LOADING:
      if (!is_instant)
        add_named (self, LS_RECORDING_EVENT_LOADING, marker);
      break;
    case LS_FIREFOX_RENDERING:
      if (!is_instant)
        add_named (self, LS_RECORDING_EVENT_RENDERING, marker);
      break;
    case LS_FIREFOX_GC:
      if (!is_instant)
        add_named (self, LS_RECORDING_EVENT_GC, marker);
      break;
    case LS_FIREFOX_NOTHING:
    default:
      break;
    }
}

static void
add_flow (Reader                *self,
          const LsFirefoxMarker *marker)
{
  guint64 flow = marker->flow;

  if (marker->flow_kind == LS_FIREFOX_FLOW_NONE || marker->is_between_processes)
    return;

  if (marker->flow_kind == LS_FIREFOX_FLOW_TEXT)
    {
      const char *text = flow <= G_MAXUINT32 ? ls_firefox_strings_get (self->strings, (guint32) flow) : NULL;

      if (text == NULL)
        return;
      flow = ls_chrome_hash (G_MAXUINT64, text, strlen (text));
    }
  ls_recording_flows_add (self->flows, flow, to_time (self, marker->start), self->index, get_number (self, marker->name),
                          marker->flow_ends);
}

/* A request is no work of the thread; only its end is an event there. */
static void
add_request (Reader                *self,
             const LsFirefoxMarker *marker)
{
  LsFirefoxMarker stop = *marker;
  LsRecordingEvent event;

  stop.start = marker->end;
  event = make_event (self, LS_RECORDING_EVENT_LOADING, &stop);
  event.text = intern (self, "Network");
  event.place = intern (self, marker->text);
  ls_recording_builder_add (self->builder, &event);
}

static void
count_window (Reader                *self,
              const LsFirefoxMarker *marker)
{
  if (marker->window != 0
      && (g_hash_table_size (self->windows) < MAX_OPEN || g_hash_table_contains (self->windows, &marker->window)))
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->windows, &marker->window));

      g_hash_table_insert (self->windows, g_memdup2 (&marker->window, sizeof marker->window), GUINT_TO_POINTER (n + 1));
    }
}

static void
begin (Reader  *self,
       guint32  name,
       guint    index)
{
  GArray *open = g_hash_table_lookup (self->open, GUINT_TO_POINTER (name));

  if (open == NULL)
    {
      open = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->open, GUINT_TO_POINTER (name), open);
    }
  if (open->len < MAX_OPEN)
    g_array_append_val (open, index);
  if (get_meaning (self, name) == LS_FIREFOX_MICROTASKS)
    {
      self->microtasks_depth++;
      self->n_microtasks = 0;
    }
}

static void
end (Reader                *self,
     const LsFirefoxMarker *marker)
{
  GArray *open = g_hash_table_lookup (self->open, GUINT_TO_POINTER (marker->name));
  LsFirefoxMarker whole;

  /* Its beginning is not in the profile. */
  if (open == NULL || open->len == 0)
    return;

  whole = g_array_index (self->thread->markers, LsFirefoxMarker, g_array_index (open, guint, open->len - 1));
  g_array_set_size (open, open->len - 1);
  whole.end = MAX (marker->end, whole.start);
  whole.phase = LS_FIREFOX_INTERVAL;
  add_whole (self, &whole);
  if (get_meaning (self, marker->name) == LS_FIREFOX_MICROTASKS)
    self->microtasks_depth--;
}

/* What has begun and does not end lasts to the end of the recording. */
static void
end_all (Reader *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GArray *open = value;

      for (guint i = 0; i < open->len; i++)
        {
          LsFirefoxMarker whole = g_array_index (self->thread->markers, LsFirefoxMarker, g_array_index (open, guint, i));

          whole.end = G_MAXDOUBLE;
          whole.phase = LS_FIREFOX_INTERVAL;
          add_whole (self, &whole);
        }
    }
}

static void
add_marker (Reader *self,
            guint   index)
{
  const LsFirefoxMarker *marker = &g_array_index (self->thread->markers, LsFirefoxMarker, index);

  count_window (self, marker);
  add_flow (self, marker);
  if (marker->is_stop)
    {
      add_request (self, marker);
      return;
    }
  if (get_meaning (self, marker->name) == LS_FIREFOX_NOTHING)
    return;

  switch ((LsFirefoxPhase) marker->phase)
    {
    case LS_FIREFOX_BEGIN:
      begin (self, marker->name, index);
      break;
    case LS_FIREFOX_END:
      end (self, marker);
      break;
    case LS_FIREFOX_INSTANT:
      {
        LsFirefoxMarker instant = *marker;

        instant.end = instant.start;
        add_whole (self, &instant);
        break;
      }
    case LS_FIREFOX_INTERVAL:
    default:
      add_whole (self, marker);
      break;
    }
}

static void
unref_array (gpointer data)
{
  g_array_unref (data);
}

/*< private >
 * ls_firefox_add_markers:
 * @builder: what is filled
 * @flows: where flows go
 * @thread: a thread whose markers are all there
 * @strings: the table of strings that it uses
 * @origin: when its process began, in ns
 * @windows: guint64 innerWindowID → how many markers are of it; what the thread has is added
 *
 * Makes events of the markers.
 */
void
ls_firefox_add_markers (LsRecordingBuilder *builder,
                        LsRecordingFlows   *flows,
                        LsFirefoxThread    *thread,
                        LsFirefoxStrings   *strings,
                        gint64              origin,
                        GHashTable         *windows)
{
  g_autoptr (GHashTable) open = g_hash_table_new_full (NULL, NULL, NULL, unref_array);
  Reader reader = {
    .builder = builder,
    .flows = flows,
    .thread = thread,
    .strings = strings,
    .origin = origin,
    .index = ls_recording_builder_get_thread (builder, thread->pid, thread->tid),
    .windows = windows,
    .open = open,
  };

  if (reader.index == LS_RECORDING_NO_THREAD)
    return;

  for (guint i = 0; i < thread->markers->len; i++)
    add_marker (&reader, i);
  end_all (&reader);
}
