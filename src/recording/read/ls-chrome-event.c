/* ls-chrome-event.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-chrome-events-private.h"
#include "ls-chrome-number-private.h"
#include "ls-name-map-private.h"

/* How many bytes all texts of an event have at most, and how many frames are looked at. */
#define MAX_TEXTS (64 * 1024)
#define MAX_FRAMES 1000

#define FRAMES "data.frames["
#define SCRIPT_INFO "animation_frame_script_timing_info."

static const struct
{
  const char  *path;
  LsChromeArg  arg;
} paths[] = {
  { "data.allottedMilliseconds", LS_CHROME_ARG_ALLOTTED },
  { "animation_frame_timing_info.blocking_duration_ms", LS_CHROME_ARG_BLOCKING_DURATION },
  { SCRIPT_INFO "class_like_name", LS_CHROME_ARG_CLASS_LIKE_NAME },
  { "data.columnNumber", LS_CHROME_ARG_COLUMN },
  { "data.delay", LS_CHROME_ARG_DELAY },
  { "data.detail", LS_CHROME_ARG_DETAIL },
  { "detail", LS_CHROME_ARG_DETAIL },
  { "data.documentLoaderURL", LS_CHROME_ARG_DOCUMENT_URL },
  { "fileName", LS_CHROME_ARG_FILE_NAME },
  { "data.frame", LS_CHROME_ARG_FRAME },
  { "beginData.frame", LS_CHROME_ARG_FRAME },
  { "frame", LS_CHROME_ARG_FRAME },
  { "data.functionName", LS_CHROME_ARG_FUNCTION },
  { "data.id", LS_CHROME_ARG_ID },
  { "data.interactionId", LS_CHROME_ARG_INTERACTION },
  { SCRIPT_INFO "invoker_type", LS_CHROME_ARG_INVOKER },
  { "data.isLoadingMainFrame", LS_CHROME_ARG_IS_MAIN_FRAME },
  { "data.isMainFrame", LS_CHROME_ARG_IS_MAIN_FRAME },
  { "data.isInPrimaryMainFrame", LS_CHROME_ARG_IS_MAIN_FRAME },
  { "data.isOutermostMainFrame", LS_CHROME_ARG_IS_OUTERMOST },
  { "labels", LS_CHROME_ARG_LABELS },
  { "data.lineNumber", LS_CHROME_ARG_LINE },
  { "data.message", LS_CHROME_ARG_MESSAGE },
  { "microtask_count", LS_CHROME_ARG_MICROTASKS },
  { "name", LS_CHROME_ARG_NAME },
  { "data.parent", LS_CHROME_ARG_PARENT },
  { "data.priority", LS_CHROME_ARG_PRIORITY },
  { "data.processingEnd", LS_CHROME_ARG_PROCESSING_END },
  { "data.processingStart", LS_CHROME_ARG_PROCESSING_START },
  { "data.processId", LS_CHROME_ARG_PROCESS_ID },
  { SCRIPT_INFO "property_like_name", LS_CHROME_ARG_PROPERTY_LIKE_NAME },
  { "sequence_manager_task.queue_name", LS_CHROME_ARG_QUEUE_NAME },
  { "sequence_manager_task.priority", LS_CHROME_ARG_QUEUE_PRIORITY },
  { "data.singleShot", LS_CHROME_ARG_SINGLE_SHOT },
  { "src_file", LS_CHROME_ARG_SOURCE_FILE },
  { "src_func", LS_CHROME_ARG_SOURCE_FUNCTION },
  { "src_line", LS_CHROME_ARG_SOURCE_LINE },
  { SCRIPT_INFO "source_location_function_name", LS_CHROME_ARG_SCRIPT_FUNCTION },
  { SCRIPT_INFO "source_location_url", LS_CHROME_ARG_SCRIPT_URL },
  { "data.stackTrace[0].columnNumber", LS_CHROME_ARG_STACK_COLUMN },
  { "data.stackTrace[0].functionName", LS_CHROME_ARG_STACK_FUNCTION },
  { "data.stackTrace[0].lineNumber", LS_CHROME_ARG_STACK_LINE },
  { "data.stackTrace[0].url", LS_CHROME_ARG_STACK_URL },
  { "beginData.stackTrace[0].columnNumber", LS_CHROME_ARG_STACK_COLUMN },
  { "beginData.stackTrace[0].functionName", LS_CHROME_ARG_STACK_FUNCTION },
  { "beginData.stackTrace[0].lineNumber", LS_CHROME_ARG_STACK_LINE },
  { "beginData.stackTrace[0].url", LS_CHROME_ARG_STACK_URL },
  { "beginData.startLine", LS_CHROME_ARG_START_LINE },
  { "data.startTime", LS_CHROME_ARG_START_TIME },
  { "startTime", LS_CHROME_ARG_START_TIME },
  { "data.taskId", LS_CHROME_ARG_TASK_ID },
  { "data.timedOut", LS_CHROME_ARG_TIMED_OUT },
  { "data.timeout", LS_CHROME_ARG_TIMEOUT },
  { "data.timerId", LS_CHROME_ARG_TIMER_ID },
  { "data.timeStamp", LS_CHROME_ARG_TIME_STAMP },
  { "data.traceId", LS_CHROME_ARG_TRACE_ID },
  { "data.type", LS_CHROME_ARG_TYPE },
  { "data.url", LS_CHROME_ARG_URL },
  { "beginData.url", LS_CHROME_ARG_URL },
  { "data.workerThreadId", LS_CHROME_ARG_WORKER_THREAD },
  { "data.executionAsyncId", LS_CHROME_ARG_EXECUTION_ASYNC_ID },
  { "data.triggerAsyncId", LS_CHROME_ARG_TRIGGER_ASYNC_ID },
  { "node", LS_CHROME_ARG_NODE },
};

static const LsNameMap *
get_paths (void)
{
  static LsNameMap map;
  static gsize is_filled;

  if (g_once_init_enter (&is_filled))
    {
      for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
        ls_name_map_add (&map, paths[i].path, paths[i].arg);
      g_once_init_leave (&is_filled, 1);
    }

  return &map;
}

/* Prepares an event for the first time. */
void
ls_chrome_event_init (LsChromeEvent *self)
{
  memset (self, 0, sizeof *self);
  self->frames = g_array_new (FALSE, TRUE, sizeof (LsChromeFrame));
  self->texts = g_string_sized_new (1024);
  self->duration = -1;
}

/* Frees what an event has, not the event. */
void
ls_chrome_event_clear (LsChromeEvent *self)
{
  g_clear_pointer (&self->frames, g_array_unref);
  if (self->texts != NULL)
    g_string_free (g_steal_pointer (&self->texts), TRUE);
}

/* Makes an event empty. */
void
ls_chrome_event_reset (LsChromeEvent *self)
{
  self->name = self->category = "";
  self->name_length = self->category_length = 0;
  self->phase = '\0';
  self->pid = self->tid = 0;
  self->time = 0;
  self->duration = -1;
  self->id_scope = LS_CHROME_ID_NONE;
  self->id = 0;
  self->present = 0;
  g_array_set_size (self->frames, 0);
  g_string_truncate (self->texts, 0);
}

/* Copies a text to where it stays until the event is reset; a long one is cut. Returns its place. */
static gsize
keep_text (LsChromeEvent *self,
           const char    *text,
           gsize         *length)
{
  gsize place = self->texts->len;

  *length = MIN (*length, MAX_TEXTS - MIN (place, MAX_TEXTS));
  g_string_append_len (self->texts, text, *length);

  return place;
}

/* Finds the frame that a path such as "data.frames[2].url" is about. Returns what follows, or NULL. */
static const char *
find_frame (LsChromeEvent  *self,
            const char     *path,
            gsize           length,
            LsChromeFrame **frame,
            gsize          *rest)
{
  gsize i = strlen (FRAMES);
  guint index = 0;

  if (length <= i || memcmp (path, FRAMES, i) != 0)
    return NULL;

  for (; i < length && g_ascii_isdigit (path[i]) && index < MAX_FRAMES; i++)
    index = index * 10 + path[i] - '0';
  if (index >= MAX_FRAMES || i + 2 >= length || path[i] != ']' || path[i + 1] != '.')
    return NULL;

  if (index >= self->frames->len)
    g_array_set_size (self->frames, index + 1);
  *frame = &g_array_index (self->frames, LsChromeFrame, index);
  *rest = length - (i + 2);
  return path + i + 2;
}

static gboolean
is_name (const char *text,
         gsize       length,
         const char *name)
{
  return length == strlen (name) && memcmp (text, name, length) == 0;
}

/* Sets the argument of that path, such as "data.taskId" or "data.stackTrace[0].url", to a text. Those that mean nothing are ignored. */
void
ls_chrome_event_set_text (LsChromeEvent *self,
                          const char    *path,
                          gsize          path_length,
                          const char    *text,
                          gsize          length)
{
  LsChromeValue *value;
  LsChromeFrame *frame;
  const char *name;
  guint arg;
  gsize rest;

  if ((name = find_frame (self, path, path_length, &frame, &rest)) != NULL)
    {
      if (is_name (name, rest, "url"))
        {
          frame->url_length = length;
          frame->url = keep_text (self, text, &frame->url_length);
        }
      else if (is_name (name, rest, "parent"))
        frame->has_parent = TRUE;
      return;
    }

  if (!ls_name_map_find (get_paths (), path, path_length, &arg))
    return;

  value = &self->args[arg];
  *value = (LsChromeValue) { .length = length, .is_text = TRUE };
  value->text = keep_text (self, text, &value->length);
  ls_chrome_parse_number (text, length, &value->number, &value->integer);
  self->present |= G_GUINT64_CONSTANT (1) << arg;
}

/* Sets the argument of that path to a number, which is @integer if it is a whole one; booleans are 0 and 1. */
void
ls_chrome_event_set_number (LsChromeEvent *self,
                            const char    *path,
                            gsize          path_length,
                            double         number,
                            guint64        integer)
{
  LsChromeFrame *frame;
  const char *name;
  guint arg;
  gsize rest;

  if ((name = find_frame (self, path, path_length, &frame, &rest)) != NULL)
    {
      if (is_name (name, rest, "processId"))
        frame->pid = integer;
      else if (is_name (name, rest, "isOutermostMainFrame"))
        {
          frame->is_outermost = number != 0;
          frame->knows_outermost = TRUE;
        }
      return;
    }

  if (!ls_name_map_find (get_paths (), path, path_length, &arg))
    return;

  self->args[arg] = (LsChromeValue) { .number = number, .integer = integer };
  self->present |= G_GUINT64_CONSTANT (1) << arg;
}

/* Sets the id to a text, such as "0x4b" or any other. */
void
ls_chrome_event_set_id_text (LsChromeEvent   *self,
                             LsChromeIdScope  scope,
                             const char      *text,
                             gsize            length)
{
  double number;

  self->id_scope = scope;
  if (!ls_chrome_parse_number (text, length, &number, &self->id))
    self->id = ls_chrome_hash (G_MAXUINT64, text, length);
}

/* Says whether the event has an argument. */
gboolean
ls_chrome_event_has (LsChromeEvent *self,
                     LsChromeArg    arg)
{
  return (self->present & (G_GUINT64_CONSTANT (1) << arg)) != 0;
}

/* Returns an argument as a number, 0 if there is none. */
double
ls_chrome_event_get_number (LsChromeEvent *self,
                            LsChromeArg    arg)
{
  return ls_chrome_event_has (self, arg) ? self->args[arg].number : 0;
}

/* Returns an argument as a whole number, 0 if there is none. */
guint64
ls_chrome_event_get_integer (LsChromeEvent *self,
                             LsChromeArg    arg)
{
  return ls_chrome_event_has (self, arg) ? self->args[arg].integer : 0;
}

/* Returns an argument as a text of @length bytes, which need not be UTF-8; NULL if it is none. */
const char *
ls_chrome_event_get_text (LsChromeEvent *self,
                          LsChromeArg    arg,
                          gsize         *length)
{
  const LsChromeValue *value = &self->args[arg];

  *length = 0;
  if (!ls_chrome_event_has (self, arg) || !value->is_text)
    return NULL;

  *length = value->length;
  return self->texts->str + value->text;
}
