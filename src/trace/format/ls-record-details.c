/* ls-record-details.c: what each kind of record says, for its line
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-format-private.h"

#include <string.h>

#include "ls-trace-names-private.h"

/* As consoles call them. */
static const char *const log_levels[] = { "log", "info", "warn", "error", "debug" };

/* What a line is made of. */
typedef struct
{
  GString *line;
  LsTrace *trace;
  LsState *names;      /* nullable */
  const LsRecord *record;
} Formatter;

/* Two spaces, then the part. Knows %s and %u only, which makes it several times as fast as printf(). */
G_GNUC_PRINTF (2, 3)
static void
add (Formatter  *self,
     const char *format,
     ...)
{
  va_list args;
  const char *p = format;

  g_string_append_len (self->line, "  ", 2);
  va_start (args, format);
  while (*p != '\0')
    {
      const char *directive = strchr (p, '%');

      if (directive == NULL)
        {
          g_string_append (self->line, p);
          break;
        }
      g_string_append_len (self->line, p, directive - p);
      if (directive[1] == 'u')
        ls_record_append_number (self->line, va_arg (args, guint));
      else
        g_string_append (self->line, va_arg (args, const char *));
      p = directive + 2;
    }
  va_end (args);
}

static const char *
get_text (Formatter *self)
{
  const char *text = ls_trace_get_text (self->trace, self->record->text);

  return text != NULL ? text : "";
}

static void
add_named (Formatter  *self,
           const char *what,
           guint32     id)
{
  const char *name = get_text (self);

  if (*name != '\0')
    add (self, "%s %u “%s”", what, id, name);
  else
    add (self, "%s %u", what, id);
}

/* Whether the text of records of this kind is the name of the task. */
static gboolean
names_its_task (guint kind)
{
  return kind == LS_RECORD_TASK_POSTED || kind == LS_RECORD_TASK_QUEUED || kind == LS_RECORD_TASK_INCOMING ||
         kind == LS_RECORD_TASK_DELAYED || kind == LS_RECORD_TASK_REFUSED;
}

/* Adds the kind of a thing, its number and, if known, its name. */
static void
add_task (Formatter *self,
          guint32    id)
{
  const LsTaskState *task = self->names != NULL ? ls_state_get_task (self->names, id) : NULL;
  const char *name = NULL;
  const char *mark = "";

  if (names_its_task (self->record->kind))
    name = ls_trace_get_text (self->trace, self->record->text);
  if (name == NULL && task != NULL)
    name = ls_trace_get_text (self->trace, task->name);
  if ((task != NULL && task->is_continuation) || ls_record_is_continuation (self->record))
    mark = " ↻";

  if (name != NULL && *name != '\0')
    add (self, "task %u “%s%s”", id, name, mark);
  else
    add (self, "task %u%s", id, mark);
}

static void
add_signal (Formatter  *self,
            const char *relation,
            guint32     id)
{
  const LsSignalState *signal = self->names != NULL ? ls_state_get_signal (self->names, id) : NULL;
  const char *name = signal != NULL ? ls_trace_get_text (self->trace, signal->name) : NULL;

  if (id == 0)
    return;
  if (name != NULL)
    add (self, "%ssignal %u “%s”", relation, id, name);
  else
    add (self, "%ssignal %u", relation, id);
}

/* A queue, and its key in the scheduler's maps, as ls_names_queue() has it. */
static void
add_scheduler_queue (Formatter *self,
                     guint32    id)
{
  const LsQueueState *queue = self->names != NULL ? ls_state_get_queue (self->names, id) : NULL;
  const LsSignalState *signal;
  const char *name, *kind;

  if (queue == NULL)
    {
      add (self, "queue %u", id);
      return;
    }

  kind = queue->is_continuation ? "continuation" : "task";
  if (queue->signal == 0)
    {
      add (self, "queue %u (%s, %s)", id, ls_task_priority_to_string (queue->priority), kind);
      return;
    }
  signal = ls_state_get_signal (self->names, queue->signal);
  name = signal != NULL ? ls_trace_get_text (self->trace, signal->name) : NULL;
  if (name != NULL && *name != '\0')
    add (self, "queue %u (%s, %s)", id, name, kind);
  else if (signal != NULL && (signal->flags & LS_RECORD_FLAG_INTERNAL) != 0)
    add (self, "queue %u (fixed %s, %s)", id, ls_task_priority_to_string (signal->priority), kind);
  else
    add (self, "queue %u (signal %u, %s)", id, queue->signal, kind);
}

static void
add_priority (Formatter *self)
{
  if (self->record->priority < LS_N_TASK_PRIORITIES)
    add (self, "priority %s", ls_task_priority_to_string (self->record->priority));
}

static void
add_duration (Formatter  *self,
              const char *prefix,
              guint64     microseconds)
{
  g_autofree char *duration = ls_names_duration (microseconds);

  add (self, "%s%s", prefix, duration);
}

static void
add_rank (Formatter *self)
{
  const char *name = get_text (self);

  if (*name != '\0')
    add (self, "rank %u (%s)", self->record->level, name);
  else
    add (self, "rank %u", self->record->level);
}

static void
add_loop_record (Formatter *self)
{
  const LsRecord *record = self->record;

  switch (record->kind)
    {
    case LS_RECORD_LOOP_STARTED:
      add (self, "preset %s", get_text (self));
      add (self, "edition %s", ls_edition_to_string (record->value));
      add (self, "%s clock", ls_clock_kind_to_string (record->level));
      break;
    case LS_RECORD_PRESET_QUEUE:
      add (self, "%s", ls_queue_type_to_string (record->queue));
      add_rank (self);
      break;
    case LS_RECORD_PRESET_PRIORITY:
      add (self, "effective priority %u", record->value);
      add_rank (self);
      break;
    case LS_RECORD_PRESET_RULE:
      add (self, "%s", ls_preset_rule_to_string (record->subject));
      add (self, "%u", record->value);
      break;
    case LS_RECORD_SCHEDULER_CREATED:
      add_named (self, "scheduler", record->subject);
      break;
    case LS_RECORD_QUEUE_RELOADED:
      add (self, "%s", ls_queue_type_to_string (record->queue));
      add (self, record->value == 1 ? "%u task" : "%u tasks", record->value);
      break;
    case LS_RECORD_TURN_ENDED:
      add (self, "turn %u", record->value);
      break;
    case LS_RECORD_QUEUE_STARVED:
      add (self, "%s", ls_queue_type_to_string (record->queue));
      add (self, "waited %u ms", record->value);
      add (self, "rank %u", record->level);
      break;
    case LS_RECORD_WORK:
    case LS_RECORD_CLOCK_ADVANCED:
      add_duration (self, "", record->value);
      break;
    case LS_RECORD_STATEMENT:
      add (self, "statement %u", record->value);
      add (self, "%s", get_text (self));
      break;
    case LS_RECORD_LOG:
      if (record->level > 0 && record->level < G_N_ELEMENTS (log_levels))
        add (self, "%s", log_levels[record->level]);
      add (self, "%s", get_text (self));
      break;
    case LS_RECORD_ACTION:
      add_named (self, "action", record->subject);
      break;
    case LS_RECORD_ACTION_FINISHED:
      add (self, "action %u", record->subject);
      break;
    default:
      add (self, "%s", get_text (self));
      break;
    }
}

static void
add_task_record (Formatter *self)
{
  const LsRecord *record = self->record;

  add_task (self, record->subject);
  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      add_signal (self, "", record->object);
      add_priority (self);
      if (record->value > 0)
        add (self, "delay %u ms", record->value);
      else if (record->level == 1)
        add (self, "delay below 1 ms");
      break;
    case LS_RECORD_TASK_QUEUED:
      add_scheduler_queue (self, record->object);
      add (self, "enqueue order %u", record->value);
      break;
    case LS_RECORD_TASK_DUE:
    case LS_RECORD_TASK_INCOMING:
      add (self, "%s", ls_queue_type_to_string (record->queue));
      if (record->value > 0)
        add (self, "enqueue order %u", record->value);
      break;
    case LS_RECORD_TASK_DELAYED:
      add (self, "%s", ls_queue_type_to_string (record->queue));
      if (record->object != 0)
        add (self, "timer %u", record->object);
      add_duration (self, "in ", record->value);
      break;
    case LS_RECORD_TASK_SELECTED:
      if (record->object != 0)
        add_scheduler_queue (self, record->object);
      else
        add (self, "%s", ls_queue_type_to_string (record->queue));
      if (record->object != 0 && record->priority < LS_N_TASK_PRIORITIES)
        add (self, "effective priority %u", ls_effective_priority (record->priority, ls_record_is_continuation (record)));
      add (self, "rank %u", record->level);
      add (self, "turn %u", record->value);
      break;
    case LS_RECORD_TASK_STARTED:
      add_signal (self, "abort ← ", record->object);
      add_signal (self, "priority ← ", record->value);
      break;
    case LS_RECORD_TASK_REMOVED:
      add_signal (self, "by ", record->object);
      break;
    case LS_RECORD_TASK_REFUSED:
      add_signal (self, "aborted ", record->object);
      break;
    default:
      break;
    }
}

static void
add_signal_record (Formatter *self)
{
  const LsRecord *record = self->record;

  if (record->kind == LS_RECORD_SIGNAL_CREATED || record->kind == LS_RECORD_SIGNAL_NAMED)
    add_named (self, "signal", record->subject);
  else
    add_signal (self, "", record->subject);

  switch (record->kind)
    {
    case LS_RECORD_SIGNAL_CREATED:
      add_priority (self);
      add_signal (self, "source ", record->object);
      break;
    case LS_RECORD_SIGNAL_ABORT_SOURCE:
      add_signal (self, "depends on ", record->object);
      break;
    case LS_RECORD_SIGNAL_PRIORITY:
      add (self, "%s → %s", ls_task_priority_to_string (record->value), ls_task_priority_to_string (record->priority));
      add_signal (self, "follows ", record->object);
      break;
    case LS_RECORD_SIGNAL_PRIORITY_REFUSED:
      add_priority (self);
      break;
    case LS_RECORD_SIGNAL_ABORTED:
      add (self, "reason “%s”", get_text (self));
      add_signal (self, "follows ", record->object);
      break;
    case LS_RECORD_SIGNAL_LISTENERS:
      add (self, "%u for %s", record->value, get_text (self));
      break;
    case LS_RECORD_EVENT_BEGIN:
    case LS_RECORD_EVENT_END:
      add (self, "%s", get_text (self));
      break;
    default:
      break;
    }
}

static void
add_queue_record (Formatter *self)
{
  const LsRecord *record = self->record;

  add_scheduler_queue (self, record->subject);
  if (record->kind == LS_RECORD_QUEUE_CREATED)
    {
      add_signal (self, "", record->object);
      add (self, "scheduler %u", record->value);
    }
  add_priority (self);
}

static void
add_microtask_record (Formatter *self)
{
  const LsRecord *record = self->record;

  if (record->kind != LS_RECORD_MICROTASK_QUEUED)
    {
      add (self, "microtask %u", record->subject);
      if (record->kind == LS_RECORD_MICROTASK_STARTED)
        {
          add_signal (self, "abort ← ", record->object);
          add_signal (self, "priority ← ", record->value);
        }
      return;
    }

  add_named (self, "microtask", record->subject);
  add (self, "%s", ls_microtask_kind_to_string (record->value));
  if (record->object != 0)
    add (self, "promise %u", record->object);
}

static void
add_promise_record (Formatter *self)
{
  const LsRecord *record = self->record;

  if (record->kind == LS_RECORD_PROMISE_CREATED)
    {
      add_named (self, "promise", record->subject);
      if (record->object != 0)
        add (self, "of task %u", record->object);
      return;
    }

  add (self, "promise %u", record->subject);
  if (record->text != 0)
    add (self, "“%s”", get_text (self));
}

static void
add_timer_record (Formatter *self)
{
  const LsRecord *record = self->record;
  gboolean is_timer = record->kind <= LS_RECORD_TIMER_CLEARED;

  add_named (self, is_timer ? "timer" : "idle callback", record->subject);
  if (record->object != 0)
    add (self, "task %u", record->object);
  if (record->kind == LS_RECORD_TIMER_INSTALLED)
    add (self, "timeout %u ms", record->value);
  if (record->kind == LS_RECORD_TIMER_INSTALLED || record->kind == LS_RECORD_TIMER_FIRED)
    add (self, "nesting level %u", record->level);
  if (record->kind == LS_RECORD_IDLE_REQUESTED && record->value > 0)
    add (self, "timeout %u ms", record->value);
  if (record->kind == LS_RECORD_IDLE_FIRED)
    add (self, "%u ms remaining", record->value);
}

/* Where something is in shared memory. */
static void
add_place (Formatter *self,
           guint32    memory,
           guint32    byte_index)
{
  add (self, "memory %u", memory);
  add (self, "byte %u", byte_index);
}

static void
add_agent_record (Formatter *self)
{
  const LsRecord *record = self->record;

  if (record->kind == LS_RECORD_AGENT_CREATED)
    {
      add_named (self, "agent", record->subject);
      if (record->object != 0)
        add (self, "by agent %u", record->object);
      add (self, record->level != 0 ? "can block" : "cannot block");
      return;
    }

  add (self, "agent %u", record->subject);
  if (record->kind == LS_RECORD_AGENT_STATE)
    {
      add (self, "%s", ls_agent_state_to_string (record->level));
      if (record->level == LS_AGENT_STATE_WAITING)
        add_place (self, record->object, record->value);
    }
  else if (record->level > 0)
    {
      add (self, "choice %u", record->value);
      add (self, record->level < G_MAXUINT8 ? "of %u" : "of %u or more", record->level);
    }
}

static void
add_memory_record (Formatter *self)
{
  static const char *const removals[] = { "notified", "timed out", "agent ended" };
  const LsRecord *record = self->record;

  switch (record->kind)
    {
    case LS_RECORD_MEMORY_CREATED:
      add_named (self, "memory", record->subject);
      add (self, record->value == 1 ? "%u byte" : "%u bytes", record->value);
      break;
    case LS_RECORD_ATOMIC_OPERATION:
      if (record->subject != 0)
        {
          add_place (self, record->subject, record->object);
          add (self, "%s", ls_element_type_to_string (record->queue));
        }
      else if (record->object != 0)
        add (self, "agent %u", record->object);
      add (self, "%s", get_text (self));
      break;
    case LS_RECORD_WAITER_ADDED:
      add (self, record->level != 0 ? "waiter %u (promise)" : "waiter %u", record->subject);
      add_place (self, record->object, record->value);
      add (self, "%s", ls_element_type_to_string (record->queue));
      if (record->text != 0)
        add (self, "timeout %s", get_text (self));
      break;
    case LS_RECORD_WAITER_REMOVED:
      add (self, "waiter %u", record->subject);
      add_place (self, record->object, record->value);
      add (self, "%s", record->level < G_N_ELEMENTS (removals) ? removals[record->level] : "unknown");
      break;
    case LS_RECORD_NOTIFY:
    default:
      add_place (self, record->object, record->value);
      if (record->text != 0)
        add (self, "wakes %u of %s", record->subject, get_text (self));
      else
        add (self, "wakes %u", record->subject);
      break;
    }
}

void
ls_record_append_number (GString *line,
                         guint64  number)
{
  char digits[20];
  guint n = G_N_ELEMENTS (digits);

  do
    digits[--n] = '0' + number % 10;
  while ((number /= 10) > 0);
  g_string_append_len (line, digits + n, G_N_ELEMENTS (digits) - n);
}

void
ls_record_append_details (GString        *line,
                          LsTrace        *trace,
                          const LsRecord *record,
                          LsState        *names)
{
  Formatter formatter = { line, trace, names, record }, *self = &formatter;
  guint kind = record->kind;

  if (kind >= LS_RECORD_TASK_POSTED && kind <= LS_RECORD_TASK_REMOVED && kind != LS_RECORD_QUEUE_RELOADED)
    add_task_record (self);
  else if (kind == LS_RECORD_TASK_REFUSED)
    add_task_record (self);
  else if (kind >= LS_RECORD_QUEUE_CREATED && kind <= LS_RECORD_QUEUE_PRIORITY)
    add_queue_record (self);
  else if (kind >= LS_RECORD_SIGNAL_CREATED && kind <= LS_RECORD_EVENT_END)
    add_signal_record (self);
  else if (kind >= LS_RECORD_MICROTASK_QUEUED && kind <= LS_RECORD_MICROTASK_FINISHED)
    add_microtask_record (self);
  else if (kind >= LS_RECORD_PROMISE_CREATED && kind <= LS_RECORD_PROMISE_HANDLED)
    add_promise_record (self);
  else if (kind >= LS_RECORD_TIMER_INSTALLED && kind <= LS_RECORD_IDLE_CANCELLED)
    add_timer_record (self);
  else if (kind >= LS_RECORD_AGENT_CREATED && kind <= LS_RECORD_AGENT_STATE)
    add_agent_record (self);
  else if (kind >= LS_RECORD_MEMORY_CREATED && kind <= LS_RECORD_NOTIFY)
    add_memory_record (self);
  else
    add_loop_record (self);
}
