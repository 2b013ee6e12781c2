/* ls-chrome-map.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-chrome-map-private.h"
#include "ls-chrome-number-private.h"

/* Versions of Chromium from this one on are known to record yields. */
#define FIRST_WITH_YIELDS 132

static guint32
intern (LsRecordingBuilder *builder,
        LsChromeEvent      *event,
        LsChromeArg         arg)
{
  gsize length;
  const char *text = ls_chrome_event_get_text (event, arg, &length);

  return ls_recording_builder_intern (builder, text, (gssize) length);
}

static guint8
get_priority (LsChromeEvent *event)
{
  gsize length;
  const char *text = ls_chrome_event_get_text (event, LS_CHROME_ARG_PRIORITY, &length);

  for (guint i = LS_TASK_PRIORITY_BACKGROUND; text != NULL && i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    {
      const char *name = ls_task_priority_to_string (i);

      if (strlen (name) == length && memcmp (name, text, length) == 0)
        return i;
    }

  return LS_TASK_PRIORITY_NONE;
}

/* "url:line:column", with as many of these as there are. */
static guint32
intern_place (LsRecordingBuilder *builder,
              LsChromeEvent      *event,
              LsChromeArg         url,
              LsChromeArg         line,
              LsChromeArg         column)
{
  char numbers[64] = "";
  g_autoptr (GString) place = NULL;
  gsize length;
  const char *text = ls_chrome_event_get_text (event, url, &length);

  if (text == NULL || length == 0)
    return 0;

  if (ls_chrome_event_get_integer (event, line) > 0 && ls_chrome_event_get_integer (event, column) > 0)
    g_snprintf (numbers, sizeof numbers, ":%" PRIu64 ":%" PRIu64, ls_chrome_event_get_integer (event, line),
                ls_chrome_event_get_integer (event, column));
  else if (ls_chrome_event_get_integer (event, line) > 0)
    g_snprintf (numbers, sizeof numbers, ":%" PRIu64, ls_chrome_event_get_integer (event, line));

  /* The line is worth more than the end of an endless URL. */
  place = g_string_new_len (text, (gssize) MIN (length, LS_RECORDING_MAX_TEXT - sizeof numbers));
  g_string_append (place, numbers);
  return ls_recording_builder_intern (builder, place->str, (gssize) place->len);
}

/* Who did it: the innermost frame of the stack. */
static void
map_stack (LsRecordingBuilder *builder,
           LsChromeCounts     *counts,
           LsChromeEvent      *event,
           LsRecordingEvent   *made)
{
  if (!ls_chrome_event_has (event, LS_CHROME_ARG_STACK_URL) && !ls_chrome_event_has (event, LS_CHROME_ARG_STACK_FUNCTION))
    return;

  made->text = intern (builder, event, LS_CHROME_ARG_STACK_FUNCTION);
  made->place = intern_place (builder, event, LS_CHROME_ARG_STACK_URL, LS_CHROME_ARG_STACK_LINE, LS_CHROME_ARG_STACK_COLUMN);
  counts->n_stacks++;
}

/* The delay in µs, of ms. */
static void
map_delay (LsChromeEvent    *event,
           LsRecordingEvent *made)
{
  if (ls_chrome_event_has (event, LS_CHROME_ARG_DELAY))
    made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_DELAY) * 1000);
  else
    made->flags |= LS_RECORDING_EVENT_FLAG_DELAY_UNKNOWN;
}

static void
map_scheduler (LsRecordingBuilder *builder,
               LsChromeCounts     *counts,
               LsChromeEvent      *event,
               LsRecordingEvent   *made)
{
  gboolean has_id = ls_chrome_event_has (event, LS_CHROME_ARG_TASK_ID);

  made->id = has_id ? ls_chrome_event_get_integer (event, LS_CHROME_ARG_TASK_ID) + 1 : 0;
  made->priority = get_priority (event);
  if (made->priority == LS_TASK_PRIORITY_NONE && made->kind != LS_RECORDING_EVENT_ABORT &&
      made->kind != LS_RECORDING_EVENT_ABORT_YIELD)
    counts->n_without_priority++;
  map_stack (builder, counts, event, made);

  switch (made->kind)
    {
    case LS_RECORDING_EVENT_POST:
      counts->n_posts++;
      map_delay (event, made);
      break;
    case LS_RECORDING_EVENT_RUN:
      counts->n_runs++;
      counts->n_runs_with_id += has_id;
      map_delay (event, made);
      break;
    case LS_RECORDING_EVENT_YIELD:
    case LS_RECORDING_EVENT_CONTINUE:
      counts->n_yields++;
      break;
    default:
      break;
    }
}

static void
map_task (LsRecordingBuilder *builder,
          LsChromeCounts     *counts,
          LsChromeEvent      *event,
          const LsChromeSpec *spec,
          LsRecordingEvent   *made)
{
  gsize length, function_length;
  const char *name = ls_chrome_event_get_text (event, LS_CHROME_ARG_QUEUE_NAME, &length);
  const char *file, *function;

  counts->n_tasks++;
  made->priority = LS_RECORDING_UNKNOWN;
  made->flags |= spec->is_inner ? LS_RECORDING_EVENT_FLAG_INNER : 0;

  if (name != NULL)
    {
      counts->n_queues++;
      made->text = ls_recording_builder_intern (builder, name, (gssize) length);
      made->queue = ls_chrome_queue_from_name (name, length);
      name = ls_chrome_event_get_text (event, LS_CHROME_ARG_QUEUE_PRIORITY, &length);
      if (name != NULL)
        made->priority = ls_chrome_rank_from_name (name, length);
    }

  file = ls_chrome_event_get_text (event, LS_CHROME_ARG_SOURCE_FILE, &length);
  function = ls_chrome_event_get_text (event, LS_CHROME_ARG_SOURCE_FUNCTION, &function_length);
  if (file != NULL && function != NULL)
    {
      g_autofree char *place = g_strdup_printf ("%.*s %.*s", (int) length, file, (int) function_length, function);

      made->place = ls_recording_builder_intern (builder, place, -1);
    }
  else if (file != NULL)
    made->place = ls_recording_builder_intern (builder, file, (gssize) length);
}

static void
map_input (LsRecordingBuilder *builder,
           LsChromeCounts     *counts,
           LsChromeEvent      *event,
           LsRecordingEvent   *made)
{
  double arrival = ls_chrome_event_get_number (event, LS_CHROME_ARG_TIME_STAMP);

  counts->n_inputs++;
  made->id = ls_chrome_event_get_integer (event, LS_CHROME_ARG_INTERACTION);
  made->text = intern (builder, event, LS_CHROME_ARG_TYPE);
  if (!ls_chrome_event_has (event, LS_CHROME_ARG_TIME_STAMP))
    return;

  if (ls_chrome_event_has (event, LS_CHROME_ARG_PROCESSING_START))
    made->value = ls_chrome_saturate ((ls_chrome_event_get_number (event, LS_CHROME_ARG_PROCESSING_START) - arrival) * 1000);
  if (ls_chrome_event_has (event, LS_CHROME_ARG_PROCESSING_END))
    made->other = ls_chrome_saturate ((ls_chrome_event_get_number (event, LS_CHROME_ARG_PROCESSING_END) - arrival) * 1000);
}

/* "Scheduler.yield", "TimerHandler:setTimeout", or what kind of call it was. */
static guint32
intern_invoker (LsRecordingBuilder *builder,
                LsChromeEvent      *event)
{
  g_autofree char *name = NULL;
  gsize length, class_length;
  const char *property = ls_chrome_event_get_text (event, LS_CHROME_ARG_PROPERTY_LIKE_NAME, &length);
  const char *class_name = ls_chrome_event_get_text (event, LS_CHROME_ARG_CLASS_LIKE_NAME, &class_length);

  if (length == 0 && class_length == 0)
    return intern (builder, event, LS_CHROME_ARG_INVOKER);
  if (class_length == 0)
    return ls_recording_builder_intern (builder, property, (gssize) length);
  if (length == 0)
    return ls_recording_builder_intern (builder, class_name, (gssize) class_length);

  name = g_strdup_printf ("%.*s.%.*s", (int) class_length, class_name, (int) length, property);
  return ls_recording_builder_intern (builder, name, -1);
}

/* A slice that is called by the event's own name, with a URL. */
static void
map_named (LsRecordingBuilder *builder,
           LsChromeEvent      *event,
           LsRecordingEvent   *made)
{
  made->text = ls_recording_builder_intern (builder, event->name, (gssize) event->name_length);
  made->place = intern_place (builder, event, LS_CHROME_ARG_URL, LS_CHROME_ARG_LINE, LS_CHROME_ARG_COLUMN);
  if (made->place == 0)
    made->place = intern (builder, event, LS_CHROME_ARG_FILE_NAME);
}

static gboolean
map_mark (LsRecordingBuilder *builder,
          LsChromeCounts     *counts,
          LsChromeEvent      *event,
          LsRecordingEvent   *made)
{
  gboolean is_time_stamp = event->name_length == strlen ("TimeStamp") && memcmp (event->name, "TimeStamp", event->name_length) == 0;
  gsize length;
  const char *message = ls_chrome_event_get_text (event, LS_CHROME_ARG_MESSAGE, &length);

  if (is_time_stamp && message != NULL)
    {
      made->text = ls_recording_builder_intern (builder, message, (gssize) length);
      return TRUE;
    }

  /* The browser's own marks have no start time; of these only some are wanted. */
  if (!is_time_stamp && !ls_chrome_event_has (event, LS_CHROME_ARG_START_TIME) &&
      !ls_chrome_is_milestone (event->name, event->name_length))
    return FALSE;

  if (ls_chrome_map_mark (builder, event, made))
    counts->n_helper_marks++;
  else
    {
      made->text = ls_recording_builder_intern (builder, event->name, (gssize) event->name_length);
      made->place = intern (builder, event, LS_CHROME_ARG_DETAIL);
    }
  return TRUE;
}

static void
map_timer (LsRecordingBuilder *builder,
           LsChromeCounts     *counts,
           LsChromeEvent      *event,
           LsRecordingEvent   *made)
{
  made->id = ls_chrome_event_get_integer (event, LS_CHROME_ARG_TIMER_ID);
  made->other = intern (builder, event, LS_CHROME_ARG_FRAME);

  if (made->kind != LS_RECORDING_EVENT_TIMER_INSTALL)
    return;

  made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_TIMEOUT) * 1000);
  if (ls_chrome_event_has (event, LS_CHROME_ARG_SINGLE_SHOT) && ls_chrome_event_get_integer (event, LS_CHROME_ARG_SINGLE_SHOT) == 0)
    made->flags |= LS_RECORDING_EVENT_FLAG_REPEATING;
  map_stack (builder, counts, event, made);
}

static void
map_frame (LsRecordingBuilder *builder,
           LsChromeCounts     *counts,
           LsChromeEvent      *event,
           LsRecordingEvent   *made)
{
  made->id = ls_chrome_event_get_integer (event, LS_CHROME_ARG_ID);
  made->other = intern (builder, event, LS_CHROME_ARG_FRAME);
  map_stack (builder, counts, event, made);

  if (made->kind == LS_RECORDING_EVENT_IDLE_REQUEST)
    made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_TIMEOUT) * 1000);
  if (made->kind == LS_RECORDING_EVENT_IDLE_FIRE)
    {
      made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_ALLOTTED) * 1000);
      if (ls_chrome_event_get_integer (event, LS_CHROME_ARG_TIMED_OUT) != 0)
        made->flags |= LS_RECORDING_EVENT_FLAG_TIMED_OUT;
    }
}

/* Makes an event of the recording. Returns FALSE if it is not worth it. */
gboolean
ls_chrome_map (LsRecordingBuilder *builder,
               LsChromeCounts     *counts,
               LsChromeEvent      *event,
               const LsChromeSpec *spec,
               guint32             thread,
               LsRecordingEvent   *made)
{
  *made = (LsRecordingEvent) {
    .time = (guint64) event->time,
    .thread = thread,
    .kind = spec->kind,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN,
  };
  if (event->phase == 'X')
    made->duration = event->duration >= 0 ? (guint64) event->duration : LS_RECORDING_NO_END;
  else if (strchr ("BbS", event->phase) != NULL)
    made->duration = LS_RECORDING_NO_END;

  switch (made->kind)
    {
    case LS_RECORDING_EVENT_TASK:
      map_task (builder, counts, event, spec, made);
      break;
    case LS_RECORDING_EVENT_POST:
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_ABORT:
    case LS_RECORDING_EVENT_YIELD:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_ABORT_YIELD:
      map_scheduler (builder, counts, event, made);
      break;
    case LS_RECORDING_EVENT_TIMER_INSTALL:
    case LS_RECORDING_EVENT_TIMER_REMOVE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
      map_timer (builder, counts, event, made);
      break;
    case LS_RECORDING_EVENT_FRAME_REQUEST:
    case LS_RECORDING_EVENT_FRAME_CANCEL:
    case LS_RECORDING_EVENT_FRAME_FIRE:
    case LS_RECORDING_EVENT_IDLE_REQUEST:
    case LS_RECORDING_EVENT_IDLE_CANCEL:
    case LS_RECORDING_EVENT_IDLE_FIRE:
      map_frame (builder, counts, event, made);
      break;
    case LS_RECORDING_EVENT_MESSAGE_POST:
    case LS_RECORDING_EVENT_MESSAGE:
      made->id = ls_chrome_event_get_integer (event, LS_CHROME_ARG_TRACE_ID);
      map_stack (builder, counts, event, made);
      break;
    case LS_RECORDING_EVENT_MICROTASKS:
      made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_MICROTASKS));
      break;
    case LS_RECORDING_EVENT_FUNCTION:
      made->text = intern (builder, event, LS_CHROME_ARG_FUNCTION);
      made->place = intern_place (builder, event, LS_CHROME_ARG_URL, LS_CHROME_ARG_LINE, LS_CHROME_ARG_COLUMN);
      break;
    case LS_RECORDING_EVENT_INVOKER:
      made->text = intern (builder, event, LS_CHROME_ARG_SCRIPT_FUNCTION);
      made->place = intern (builder, event, LS_CHROME_ARG_SCRIPT_URL);
      made->other = intern_invoker (builder, event);
      break;
    case LS_RECORDING_EVENT_DISPATCH:
      counts->n_dispatches++;
      made->text = intern (builder, event, LS_CHROME_ARG_TYPE);
      break;
    case LS_RECORDING_EVENT_INPUT:
      map_input (builder, counts, event, made);
      break;
    case LS_RECORDING_EVENT_LONG_FRAME:
      made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_BLOCKING_DURATION) * 1000);
      break;
    case LS_RECORDING_EVENT_MARK:
      return map_mark (builder, counts, event, made);
    case LS_RECORDING_EVENT_MEASURE:
      made->text = ls_recording_builder_intern (builder, event->name, (gssize) event->name_length);
      made->place = intern (builder, event, LS_CHROME_ARG_DETAIL);
      break;
    default:
      map_named (builder, event, made);
      break;
    }

  return TRUE;
}

/* The version of Chromium, or 0 if the recording does not say it. */
static guint64
find_version (LsRecordingBuilder *builder)
{
  static const char *const keys[] = { "user-agent", "browser" };
  static const char *const products[] = { "Chrome/", "Chrome ", "Chromium/", "Chromium " };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint j = 0; j < G_N_ELEMENTS (products); j++)
      {
        const char *text = ls_recording_builder_get_info (builder, keys[i]);
        const char *found = text != NULL ? strstr (text, products[j]) : NULL;

        if (found != NULL)
          return g_ascii_strtoull (found + strlen (products[j]), NULL, 10);
      }
  return 0;
}

/* Says what the recording cannot tell: what is nowhere in it, though every recording of its kind has it. */
void
ls_chrome_list_lacks (LsRecordingBuilder   *builder,
                      const LsChromeCounts *counts)
{
  gboolean has_scheduler = counts->n_posts + counts->n_runs + counts->n_yields > 0;

  if (counts->n_tasks == 0)
    ls_recording_builder_add_lack (builder, _("The recording lacks the tasks of loops (category "
                                              "disabled-by-default-devtools.timeline): Loopscope shows each callback as a task of "
                                              "its own."));
  else if (counts->n_queues == 0)
    ls_recording_builder_add_lack (builder, _("The recording does not say which queue a task was in (categories toplevel and "
                                              "scheduler): Loopscope infers queues from what ran."));
  if (counts->n_runs > 0 && counts->n_runs_with_id == 0)
    ls_recording_builder_add_lack (builder, _("This version of Chromium records neither when tasks are posted nor which task is "
                                              "which: nobody can say how long they waited."));
  else if (counts->n_runs > 0 && counts->n_posts == 0)
    ls_recording_builder_add_lack (builder, _("The recording does not say when tasks were posted: nobody can say how long they "
                                              "waited."));
  if (counts->n_without_priority > 0)
    ls_recording_builder_add_lack (builder, _("The recording does not say the priority of every task: Loopscope infers it from its "
                                              "run, or assumes user-visible."));
  /* A page need not yield. */
  if (counts->n_posts > 0 && counts->n_yields == 0 && find_version (builder) < FIRST_WITH_YIELDS)
    ls_recording_builder_add_lack (builder, _("The recording has no yields. Versions of Chromium before 2024 do not record them."));
  if (has_scheduler && counts->n_stacks == 0)
    ls_recording_builder_add_lack (builder, _("The recording does not say which functions posted tasks (category "
                                              "disabled-by-default-devtools.timeline.stack)."));
  if (has_scheduler && counts->n_helper_marks == 0)
    ls_recording_builder_add_lack (builder, _("The recording lacks signals: Loopscope infers when priorities changed. With the "
                                              "recording helper, the page says so."));
  if (counts->n_dispatches > 0 && counts->n_inputs == 0)
    ls_recording_builder_add_lack (builder, _("The recording does not say how long input waited."));
}
