/* ls-text.c: names and describes the things of a trace for people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-text.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <langinfo.h>
#include <string.h>

#include "ls-character-private.h"
#include "ls-place.h"
#include "ls-trace-names-private.h"

#define MAX_LENGTH 240

/**
 * ls_text_format_time:
 * @time: microseconds
 *
 * Returns: (transfer full): @time in milliseconds, or in seconds from ten seconds on
 */
char *
ls_text_format_time (guint64 time)
{
  if (time == LS_TIME_NEVER)
    return g_strdup ("–");
  if (time >= 10 * G_USEC_PER_SEC)
    /* Translators: a time in seconds */
    return g_strdup_printf (_("%.2f s"), time / (double) G_USEC_PER_SEC);
  /* Two decimals that are 0 say nothing. */
  if ((time + 5) / 10 % 100 == 0)
    /* Translators: a time in milliseconds */
    return g_strdup_printf (_("%" PRIu64 " ms"), (time + 5) / 1000);
  /* Translators: a time in milliseconds */
  return g_strdup_printf (_("%.2f ms"), time / 1000.0);
}

/**
 * ls_text_format_duration:
 * @duration: microseconds
 *
 * Returns: (transfer full): @duration in a suitable unit, with three digits or a few more
 */
char *
ls_text_format_duration (guint64 duration)
{
  if (duration == 0)
    return g_strdup (_("0 ms"));
  if (duration < 1000)
    /* Translators: a duration in microseconds */
    return g_strdup_printf (_("%" PRIu64 " µs"), duration);
  if (duration < 10 * G_USEC_PER_SEC)
    {
      const guint64 hundredths = (duration + 5) / 10;
      const guint64 tenths = (duration + 50) / 100;

      if (duration >= 100000 || (duration < 10000 ? hundredths % 100 : tenths % 10) == 0)
        /* Translators: a duration in milliseconds */
        return g_strdup_printf (_("%.0f ms"), duration / 1000.0);
      return duration < 10000 ? g_strdup_printf (_("%.2f ms"), hundredths / 100.0) : g_strdup_printf (_("%.1f ms"), tenths / 10.0);
    }
  if (duration < 600 * (guint64) G_USEC_PER_SEC)
    /* Translators: a duration in seconds */
    return g_strdup_printf (_("%.1f s"), duration / (double) G_USEC_PER_SEC);
  /* Translators: a duration in minutes */
  return g_strdup_printf (_("%.0f min"), duration / (60.0 * G_USEC_PER_SEC));
}

/* Returns (transfer full) a whole number of any length with the thousands separator of the locale, or a narrow space if the locale
 * has none. */
char *
ls_text_format_number (const char *digits)
{
  const char *separator = nl_langinfo (THOUSEP);
  g_autofree char *utf8 = *separator != '\0' ? g_locale_to_utf8 (separator, -1, NULL, NULL, NULL) : NULL;
  gsize length = strspn (digits, "0123456789");
  GString *text;

  if (digits[length] != '\0')
    return g_strdup (digits);
  text = g_string_new (NULL);
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (text, utf8 != NULL ? utf8 : "\u202f");
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

/* Returns (transfer full) @count in the form that ls_text_format_number() gives it. */
char *
ls_text_format_count (guint64 count)
{
  g_autofree char *digits = g_strdup_printf ("%" PRIu64, count);

  return ls_text_format_number (digits);
}

/**
 * ls_text_shorten:
 * @text: (nullable): a name or a text of a program
 *
 * Shortens a text for display. Layout of a text takes time even if a view cuts the text off later, and programs can make names of
 * any length and any characters. Characters that begin another line or change the direction of the text around them become spaces.
 *
 * Returns: (transfer full) (nullable): @text or its beginning, on one line
 */
char *
ls_text_shorten (const char *text)
{
  const char *end = text;
  GString *shown;
  gsize before_last = 0;
  guint n = 0;

  if (text == NULL)
    return NULL;
  shown = g_string_new (NULL);
  for (; n < MAX_LENGTH && *end != '\0'; n++, end = g_utf8_next_char (end))
    {
      gunichar c = g_utf8_get_char (end);

      before_last = shown->len;
      g_string_append_unichar (shown, ls_character_is_unsafe (c) ? ' ' : c);
    }
  if (*end != '\0')
    {
      g_string_truncate (shown, before_last);
      g_string_append (shown, "…");
    }
  return g_string_free (shown, FALSE);
}

/* Returns NULL for no name and for an empty one. */
static char *
dup_name (LsState *state,
          guint32  text)
{
  g_autofree char *name = text != 0 ? ls_text_shorten (ls_trace_get_text (ls_state_get_trace (state), text)) : NULL;

  return name != NULL && *name != '\0' ? g_steal_pointer (&name) : NULL;
}

/**
 * ls_text_format_task:
 * @state: a state
 * @task: a task
 *
 * Returns: (transfer full): the task's name, or its number if it has none; a mark follows if it is a continuation
 */
char *
ls_text_format_task (LsState *state,
                     guint32  task)
{
  const LsTaskState *data = ls_state_get_task (state, task);
  g_autofree char *name = data != NULL ? dup_name (state, data->name) : NULL;

  if (name == NULL)
    {
      LsPlace place;

      if (data == NULL || data->posted_record == G_MAXUINT64 ||
          !ls_place_of_record (&place, ls_state_get_trace (state), data->posted_record))
        return g_strdup_printf (_("Task %u"), task);
      /* Translators: a task without a name, by the line of the program that posted it */
      return g_strdup_printf (data->is_continuation ? _("line %u ↻") : _("line %u"), place.line);
    }
  if (data->is_continuation)
    return g_strdup_printf ("%s ↻", name);
  return g_steal_pointer (&name);
}

/**
 * ls_text_no_signal:
 * @state: a state
 *
 * Returns: (transfer none): what a queue without a signal is called: its priority is fixed, or a recording does not tell of one
 */
const char *
ls_text_no_signal (LsState *state)
{
  return ls_state_is_recorded (state) ? C_("queue", "no recorded signal") : C_("queue", "fixed priority");
}

/**
 * ls_text_format_signal:
 * @state: a state
 * @signal: a signal
 *
 * Returns: (transfer full): the signal's name, or its number if it has none, with “inferred” where no recording tells of it
 */
char *
ls_text_format_signal (LsState *state,
                       guint32  signal)
{
  const LsSignalState *data = ls_state_get_signal (state, signal);
  char *name = data != NULL ? dup_name (state, data->name) : NULL;

  if (name != NULL)
    return name;
  /* Translators: the number of a signal that a recording does not tell of */
  return g_strdup_printf (ls_state_infers_signal (state, signal) ? _("Signal %u (inferred)") : _("Signal %u"), signal);
}

/**
 * ls_text_format_timer:
 * @state: a state
 * @timer: a timer
 *
 * Returns: (transfer full): the timer's name, or its number if it has none
 */
char *
ls_text_format_timer (LsState *state,
                      guint32  timer)
{
  const LsTimerState *data = ls_state_get_timer (state, timer);
  char *name = data != NULL ? dup_name (state, data->name) : NULL;

  return name != NULL ? name : g_strdup_printf (_("Timer %u"), timer);
}

/**
 * ls_text_format_microtask:
 * @state: a state
 * @microtask: a microtask
 *
 * Returns: (transfer full): the microtask's name, or what it does if it has none, with its number
 */
char *
ls_text_format_microtask (LsState *state,
                          guint32  microtask)
{
  const LsMicrotaskState *data = ls_state_get_microtask_state (state, microtask);
  g_autofree char *name = data != NULL ? dup_name (state, data->name) : NULL;

  if (name != NULL && ls_names_get_skipped (state, microtask) == NULL)
    return g_strdup_printf ("%s #%u", name, microtask);
  return ls_names_say_microtask (state, microtask);
}

/**
 * ls_text_get_task_priority:
 * @state: a state
 * @task: a task
 *
 * Returns: the priority of @task. While it is queued, this is the priority of its queue, otherwise the priority that it was posted
 * with or ran at
 */
LsTaskPriority
ls_text_get_task_priority (LsState *state,
                           guint32  task)
{
  const LsTaskState *data = ls_state_get_task (state, task);
  const LsQueueState *queue;

  if (data == NULL)
    return LS_TASK_PRIORITY_NONE;
  queue = data->status == LS_TASK_STATUS_QUEUED && data->queue != 0 ? ls_state_get_queue (state, data->queue) : NULL;
  return queue != NULL ? queue->priority : data->priority;
}

/**
 * ls_text_describe_task:
 * @state: a state
 * @task: a task
 *
 * Returns: (transfer full): what assistive technology says of @task: number, name, kind and priority, and whether it is next
 */
char *
ls_text_describe_task (LsState *state,
                       guint32  task)
{
  const LsTaskState *data = ls_state_get_task (state, task);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *name = NULL;
  LsTaskPriority priority;

  g_string_printf (text, _("Task %u"), task);
  if (data == NULL)
    return g_string_free (g_steal_pointer (&text), FALSE);

  name = dup_name (state, data->name);
  if (name != NULL)
    g_string_append_printf (text, ", %s", name);
  if (data->is_continuation)
    g_string_append_printf (text, ", %s", C_("task", "continuation"));
  priority = ls_text_get_task_priority (state, task);
  if (priority != LS_TASK_PRIORITY_NONE)
    g_string_append_printf (text, ", %s", ls_task_priority_to_string (priority));
  if (data->status == LS_TASK_STATUS_RUNNING)
    g_string_append_printf (text, ", %s", C_("task", "running"));
  else if (ls_state_get_next_task (state) == task)
    g_string_append_printf (text, ", %s", C_("task", "next"));

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_text_task_status:
 * @status: a status
 *
 * Returns: the name of the status
 */
const char *
ls_text_task_status (LsTaskStatus status)
{
  switch (status)
    {
    case LS_TASK_STATUS_POSTED:
      return C_("task", "posted");
    case LS_TASK_STATUS_DELAYED:
      return C_("task", "delayed");
    case LS_TASK_STATUS_QUEUED:
      return C_("task", "queued");
    case LS_TASK_STATUS_INCOMING:
      return C_("task", "incoming");
    case LS_TASK_STATUS_RUNNING:
      return C_("task", "running");
    case LS_TASK_STATUS_FINISHED:
      return C_("task", "finished");
    case LS_TASK_STATUS_REMOVED:
      return C_("task", "removed");
    case LS_TASK_STATUS_NONE:
    default:
      return C_("task", "not posted yet");
    }
}

/**
 * ls_text_task_status_now:
 * @state: a state
 * @task: a task of it
 *
 * Says what the stage shows: between two turns a task has finished, though its turn ends with the next step.
 *
 * Returns: the name of the status of @task
 */
const char *
ls_text_task_status_now (LsState *state,
                         guint32  task)
{
  const LsTaskState *data = ls_state_get_task (state, task);

  if (data == NULL)
    return ls_text_task_status (LS_TASK_STATUS_NONE);
  if (data->status == LS_TASK_STATUS_RUNNING && task == ls_state_get_running_task (state) && ls_state_get_busy_task (state) == 0)
    return ls_text_task_status (LS_TASK_STATUS_FINISHED);
  return ls_text_task_status (data->status);
}

/**
 * ls_text_record_kind:
 * @kind: a kind of record
 *
 * Returns: its nick, such as "task-posted", which the command line also prints
 */
const char *
ls_text_record_kind (LsRecordKind kind)
{
  const char *string = ls_record_kind_to_string (kind);

  return string != NULL ? string : "?";
}

static void
append_number (GString    *text,
               const char *name,
               guint64     value)
{
  g_string_append_printf (text, "%s%s%s%" G_GUINT64_FORMAT, text->len > 0 ? " · " : "", name, *name != '\0' ? " " : "",
                          value);
}

static void
append_word (GString    *text,
             const char *word)
{
  if (word != NULL && *word != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", word);
}

static void
append_owned (GString *text,
              char    *word)
{
  append_word (text, word);
  g_free (word);
}

static void
describe_task_record (GString        *text,
                      LsState        *state,
                      LsTrace        *trace,
                      const LsRecord *record)
{
  g_autofree char *name = ls_text_format_task (state, record->subject);

  g_string_append_printf (text, "%u %s", record->subject, name);
  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      if (record->object != 0)
        append_owned (text, ls_text_format_signal (state, record->object));
      if (record->value > 0)
        append_owned (text, ls_text_format_time ((guint64) record->value * 1000));
      break;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
      append_number (text, _("order"), record->value);
      break;
    case LS_RECORD_TASK_DELAYED:
      if ((record->flags & LS_RECORD_FLAG_EVENT) != 0)
        append_word (text, _("until an event"));
      else
        append_owned (text, ls_text_format_time (record->value));
      break;
    case LS_RECORD_TASK_SELECTED:
      append_number (text, _("turn"), record->value);
      break;
    case LS_RECORD_TASK_REMOVED:
      if (record->object != 0)
        append_owned (text, ls_text_format_signal (state, record->object));
      break;
    case LS_RECORD_TASK_FINISHED:
      if (record->flags & LS_RECORD_FLAG_THREW)
        append_word (text, _("threw"));
      break;
    default:
      break;
    }
  if (record->kind != LS_RECORD_TASK_STARTED && record->priority != LS_TASK_PRIORITY_NONE &&
      (record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING || record->kind == LS_RECORD_TASK_POSTED) &&
      record->kind != LS_RECORD_TASK_FINISHED && record->kind != LS_RECORD_TASK_REMOVED &&
      record->kind != LS_RECORD_TASK_DUE)
    append_word (text, ls_task_priority_to_string (record->priority));
}

static void
describe_agent_record (GString        *text,
                       const LsRecord *record,
                       const char     *string)
{
  if (record->kind == LS_RECORD_ATOMIC_OPERATION && record->subject == 0)
    {
      append_word (text, string);
      if (record->object != 0)
        append_number (text, _("agent"), record->object);
      return;
    }
  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_AGENT_CREATED:
      append_number (text, _("agent"), record->subject);
      append_word (text, string);
      if (record->object != 0)
        append_number (text, _("by agent"), record->object);
      break;
    case LS_RECORD_AGENT_RUN:
      append_number (text, _("agent"), record->subject);
      if (record->level > 0)
        append_number (text, _("choice"), record->value);
      break;
    case LS_RECORD_AGENT_STATE:
      append_number (text, _("agent"), record->subject);
      append_word (text, ls_agent_state_to_string (record->level));
      break;
    case LS_RECORD_MEMORY_CREATED:
      append_number (text, _("memory"), record->subject);
      append_word (text, string);
      append_number (text, _("bytes"), record->value);
      break;
    case LS_RECORD_ATOMIC_OPERATION:
      append_word (text, string);
      append_number (text, _("memory"), record->subject);
      append_number (text, _("byte"), record->object);
      break;
    case LS_RECORD_WAITER_ADDED:
    case LS_RECORD_WAITER_REMOVED:
      append_number (text, _("waiter"), record->subject);
      append_number (text, _("memory"), record->object);
      append_number (text, _("byte"), record->value);
      append_word (text, string);
      break;
    case LS_RECORD_NOTIFY:
    default:
      append_number (text, _("memory"), record->object);
      append_number (text, _("byte"), record->value);
      append_number (text, _("woken"), record->subject);
      break;
    }
}

/**
 * ls_text_describe_record:
 * @state: a state that knows the names, at @record's position or a later one
 * @trace: the trace that contains @record
 * @record: a record
 *
 * Returns: (transfer full): the details of @record beside its kind, on one line
 */
char *
ls_text_describe_record (LsState        *state,
                         LsTrace        *trace,
                         const LsRecord *record)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *string = record->text != 0 ? ls_text_shorten (ls_trace_get_text (trace, record->text)) : NULL;
  const LsRecordKind kind = record->kind;

  if (kind == LS_RECORD_QUEUE_RELOADED || kind == LS_RECORD_QUEUE_STARVED || kind == LS_RECORD_PRESET_QUEUE)
    {
      append_word (text, ls_queue_type_to_string (record->queue));
      append_word (text, string);
      if (record->value > 0)
        append_number (text, "", record->value);
    }
  else if (kind >= LS_RECORD_TASK_POSTED && kind <= LS_RECORD_TASK_REMOVED)
    describe_task_record (text, state, trace, record);
  else if (kind >= LS_RECORD_SIGNAL_CREATED && kind <= LS_RECORD_EVENT_END)
    {
      append_owned (text, ls_text_format_signal (state, record->subject));
      if (kind != LS_RECORD_SIGNAL_CREATED && kind != LS_RECORD_SIGNAL_NAMED)
        append_word (text, string);
      if (kind == LS_RECORD_SIGNAL_LISTENERS)
        append_number (text, "", record->value);
      if ((kind == LS_RECORD_SIGNAL_CREATED || kind == LS_RECORD_SIGNAL_PRIORITY || kind == LS_RECORD_SIGNAL_PRIORITY_REFUSED) &&
          record->priority != LS_TASK_PRIORITY_NONE)
        append_word (text, ls_task_priority_to_string (record->priority));
    }
  else if (kind >= LS_RECORD_QUEUE_CREATED && kind <= LS_RECORD_QUEUE_PRIORITY)
    {
      g_string_append_printf (text, _("Queue %u"), record->subject);
      if (kind == LS_RECORD_QUEUE_CREATED)
        append_owned (text, record->object != 0 ? ls_text_format_signal (state, record->object)
                                                : g_strdup (C_("queue", "static")));
      if (kind != LS_RECORD_QUEUE_REMOVED)
        append_word (text, ls_task_priority_to_string (record->priority));
    }
  else if (kind >= LS_RECORD_MICROTASK_QUEUED && kind <= LS_RECORD_MICROTASK_FINISHED)
    append_owned (text, ls_text_format_microtask (state, record->subject));
  else if (kind >= LS_RECORD_PROMISE_CREATED && kind <= LS_RECORD_PROMISE_HANDLED)
    {
      g_string_append_printf (text, _("Promise %u"), record->subject);
      append_word (text, string);
    }
  else if (kind >= LS_RECORD_TIMER_INSTALLED && kind <= LS_RECORD_TIMER_CLEARED)
    {
      append_owned (text, ls_text_format_timer (state, record->subject));
      if (kind == LS_RECORD_TIMER_INSTALLED)
        append_owned (text, ls_text_format_time ((guint64) record->value * 1000));
      if (kind != LS_RECORD_TIMER_CLEARED)
        append_number (text, _("nesting level"), record->level);
      if (record->flags & LS_RECORD_FLAG_CLAMPED && kind == LS_RECORD_TIMER_INSTALLED)
        append_word (text, _("clamped"));
    }
  else if (kind == LS_RECORD_WORK || kind == LS_RECORD_CLOCK_ADVANCED)
    {
      append_owned (text, ls_text_format_time (record->value));
      append_word (text, string);
    }
  else if (kind == LS_RECORD_FRAME)
    {
      append_owned (text, ls_text_format_time (record->value));
      if (record->level > 0)
        append_owned (text, g_strdup_printf (ngettext ("%u frame missed", "%u frames missed", record->level), record->level));
    }
  else if (kind == LS_RECORD_TASK_ORIGIN)
    {
      append_owned (text, ls_text_format_task (state, record->subject));
      append_word (text, string);
      append_word (text, ls_trace_get_text (ls_state_get_trace (state), record->value));
    }
  else if (kind == LS_RECORD_TASK_PLACE)
    {
      append_owned (text, ls_text_format_task (state, record->subject));
      append_word (text, string);
      append_word (text, ls_trace_get_text (ls_state_get_trace (state), record->object));
    }
  else if (kind >= LS_RECORD_AGENT_CREATED && kind <= LS_RECORD_NOTIFY)
    describe_agent_record (text, record, string);
  else if (kind == LS_RECORD_TASK_RAISED)
    {
      append_owned (text, ls_text_format_task (state, record->subject));
      append_word (text, ls_task_priority_to_string (record->priority));
    }
  else if (kind == LS_RECORD_PRESET_RULE)
    append_number (text, ls_preset_rule_to_string (record->subject), record->value);
  else if (kind == LS_RECORD_TURN_ENDED)
    append_number (text, _("turn"), record->value);
  else
    append_word (text, string);

  return g_string_free (g_steal_pointer (&text), FALSE);
}
