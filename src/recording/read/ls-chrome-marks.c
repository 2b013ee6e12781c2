/* ls-chrome-marks.c: what the recording helper says
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>
#include <yajl/yajl_tree.h>

#include "ls-chrome-map-private.h"

#define PREFIX "loopscope."
#define MAX_DETAIL 4096
#define MAX_SIGNALS 64

static const struct
{
  const char           *name;
  LsRecordingEventKind  kind;
} helper_marks[] = {
  { PREFIX "signal", LS_RECORDING_EVENT_SIGNAL },
  { PREFIX "priority", LS_RECORDING_EVENT_PRIORITY },
  { PREFIX "any", LS_RECORDING_EVENT_ANY },
  { PREFIX "controller", LS_RECORDING_EVENT_CONTROLLER },
};

static yajl_val
get (yajl_val    object,
     const char *member)
{
  const char *path[] = { member, NULL };

  return yajl_tree_get (object, path, yajl_t_any);
}

/* A signal's number, or 0. */
static guint64
get_signal (yajl_val value)
{
  return YAJL_IS_INTEGER (value) && YAJL_GET_INTEGER (value) > 0 ? (guint64) YAJL_GET_INTEGER (value) : 0;
}

static guint8
get_priority (yajl_val value)
{
  LsTaskPriority priority;

  return YAJL_IS_STRING (value) && ls_task_priority_from_string (YAJL_GET_STRING (value), &priority) ? priority
                                                                                                      : LS_TASK_PRIORITY_NONE;
}

static guint32
intern_signals (LsRecordingBuilder *builder,
                yajl_val            from)
{
  g_autoptr (GString) list = NULL;

  if (!YAJL_IS_ARRAY (from))
    return 0;

  list = g_string_new (NULL);
  for (gsize i = 0; i < MIN (YAJL_GET_ARRAY (from)->len, MAX_SIGNALS); i++)
    if (get_signal (YAJL_GET_ARRAY (from)->values[i]) != 0)
      g_string_append_printf (list, "%s%" G_GUINT64_FORMAT, list->len > 0 ? "," : "",
                              get_signal (YAJL_GET_ARRAY (from)->values[i]));

  return ls_recording_builder_intern (builder, list->str, (gssize) list->len);
}

/* Makes of a mark of the helper what it says. Returns FALSE if it is none, or does not say it well: it is like any other then. */
gboolean
ls_chrome_map_mark (LsRecordingBuilder *builder,
                    LsChromeEvent      *event,
                    LsRecordingEvent   *made)
{
  LsRecordingEventKind kind = LS_RECORDING_EVENT_NONE;
  g_autofree char *json = NULL;
  char message[128];
  gsize length;
  const char *detail = ls_chrome_event_get_text (event, LS_CHROME_ARG_DETAIL, &length);
  yajl_val tree, priority, label;
  guint64 signal;

  for (guint i = 0; i < G_N_ELEMENTS (helper_marks); i++)
    if (strlen (helper_marks[i].name) == event->name_length && memcmp (helper_marks[i].name, event->name, event->name_length) == 0)
      kind = helper_marks[i].kind;
  if (kind == LS_RECORDING_EVENT_NONE || detail == NULL || length > MAX_DETAIL)
    return FALSE;

  json = g_strndup (detail, length);
  tree = yajl_tree_parse (json, message, sizeof message);
  signal = YAJL_IS_OBJECT (tree) ? get_signal (get (tree, "signal")) : 0;
  if (signal == 0)
    {
      yajl_tree_free (tree);
      return FALSE;
    }

  priority = get (tree, "priority");
  label = get (tree, "label");
  made->kind = kind;
  made->id = signal;
  made->priority = get_priority (priority);
  if (YAJL_IS_STRING (label))
    made->text = ls_recording_builder_intern (builder, YAJL_GET_STRING (label), -1);
  if (kind == LS_RECORDING_EVENT_SIGNAL)
    {
      const yajl_val own = get (tree, "ownPriority");

      if (YAJL_IS_STRING (priority) || YAJL_IS_TRUE (own))
        made->flags |= LS_RECORDING_EVENT_FLAG_NO_SIGNAL_PRIORITY;
      /* A helper that says this marks controllers, too. */
      made->value = YAJL_IS_TRUE (own) || YAJL_IS_FALSE (own);
    }
  if (kind == LS_RECORDING_EVENT_ANY)
    {
      made->value = (guint32) get_signal (priority);
      made->place = intern_signals (builder, get (tree, "from"));
    }

  yajl_tree_free (tree);
  return TRUE;
}
