/* ls-record-format.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-format-private.h"

#include <string.h>

#include "ls-character-private.h"
#include "ls-json-writer-private.h"
#include "ls-trace-names-private.h"

#define KIND(k) (G_GUINT64_CONSTANT (1) << LS_RECORD_##k)

G_STATIC_ASSERT (LS_N_RECORD_KINDS <= 64);

/* Kinds whose member "queue" says something. */
#define KINDS_WITH_QUEUE (KIND (PRESET_QUEUE) | KIND (TASK_QUEUED) | KIND (TASK_INCOMING) | KIND (TASK_DELAYED) \
                          | KIND (TASK_DUE) | KIND (QUEUE_RELOADED) | KIND (TASK_SELECTED) | KIND (TIMER_INSTALLED) \
                          | KIND (QUEUE_STARVED))

/* A word for a flag, in the kinds of record in which the bit has that meaning. */
static const struct
{
  guint8 flag;
  const char *word;
  guint64 kinds;
} flag_words[] = {
  { LS_RECORD_FLAG_CONTINUATION, "continuation",
    KIND (TASK_POSTED) | KIND (TASK_QUEUED) | KIND (TASK_SELECTED) | KIND (QUEUE_CREATED) | KIND (TASK_REFUSED) },
  { LS_RECORD_FLAG_TASK_SIGNAL, "task-signal", KIND (SIGNAL_CREATED) },
  { LS_RECORD_FLAG_DEPENDENT, "dependent", KIND (SIGNAL_CREATED) },
  { LS_RECORD_FLAG_FIXED, "fixed", KIND (SIGNAL_CREATED) },
  { LS_RECORD_FLAG_CONTROLLER, "controller", KIND (SIGNAL_CREATED) },
  { LS_RECORD_FLAG_INTERNAL, "internal", KIND (SIGNAL_CREATED) },
  { LS_RECORD_FLAG_REPEATING, "repeating", KIND (TIMER_INSTALLED) },
  { LS_RECORD_FLAG_CLAMPED, "clamped", KIND (TIMER_INSTALLED) },
  { LS_RECORD_FLAG_DISCRETE, "discrete", KIND (TASK_INCOMING) },
  { LS_RECORD_FLAG_TIMER, "timer", KIND (TASK_DELAYED) },
  { LS_RECORD_FLAG_THREW, "threw", KIND (TASK_FINISHED) | KIND (MICROTASK_FINISHED) },
  { LS_RECORD_FLAG_DELAYED_WORK, "delayed-work", KIND (TASK_SELECTED) },
  { LS_RECORD_FLAG_STARVATION_GUARD, "starvation-guard", KIND (TASK_SELECTED) },
  { LS_RECORD_FLAG_FAIR_TURN, "fair-turn", KIND (TASK_SELECTED) },
  { LS_RECORD_FLAG_TIMED_OUT, "timed-out", KIND (IDLE_FIRED) },
  { LS_RECORD_FLAG_WROTE, "wrote", KIND (ATOMIC_OPERATION) },
  { LS_RECORD_FLAG_WIDE, "wide", KIND (ATOMIC_OPERATION) },
  { LS_RECORD_FLAG_LOCKED, "locked", KIND (ATOMIC_OPERATION) },
  { LS_RECORD_FLAG_UNLOCKED, "unlocked", KIND (ATOMIC_OPERATION) | KIND (NOTIFY) },
};

static gboolean
is_kind_of (const LsRecord *record,
            guint64         kinds)
{
  return record->kind < LS_N_RECORD_KINDS && ((kinds >> record->kind) & 1) != 0;
}

static gboolean
has_flag (const LsRecord *record,
          guint           i)
{
  return (record->flags & flag_words[i].flag) != 0 && is_kind_of (record, flag_words[i].kinds);
}

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

static void
append_number (GString *line,
               guint64  number)
{
  char digits[20];
  guint n = G_N_ELEMENTS (digits);

  do
    digits[--n] = '0' + number % 10;
  while ((number /= 10) > 0);
  g_string_append_len (line, digits + n, G_N_ELEMENTS (digits) - n);
}

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
        append_number (self->line, va_arg (args, guint));
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

/* Adds what kind of thing it is, its number and, if known, its name. */
static void
add_task (Formatter *self,
          guint32    id)
{
  const LsTaskState *task = self->names != NULL ? ls_state_get_task (self->names, id) : NULL;
  const char *name = NULL;
  const char *mark = "";

  if (is_kind_of (self->record, KIND (TASK_POSTED) | KIND (TASK_QUEUED) | KIND (TASK_INCOMING) | KIND (TASK_DELAYED)
                               | KIND (TASK_REFUSED)))
    name = ls_trace_get_text (self->trace, self->record->text);
  if (name == NULL && task != NULL)
    name = ls_trace_get_text (self->trace, task->name);
  if ((task != NULL && task->is_continuation) || has_flag (self->record, 0))
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
add_flags (Formatter *self)
{
  /* The first is shown as ↻. */
  for (guint i = 1; i < G_N_ELEMENTS (flag_words); i++)
    if (has_flag (self->record, i))
      add (self, "%s", flag_words[i].word);
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
        add (self, "effective priority %u", ls_effective_priority (record->priority, has_flag (record, 0)));
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

static void
add_details (Formatter *self)
{
  guint kind = self->record->kind;

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
  add_flags (self);
}

/* Line feeds and tabs of names and messages would break the line; other control characters could steer a terminal. The
 * trace's texts are UTF-8, in which such characters have one byte or begin with C2 or E2. */
static void
clean_line (GString *line)
{
  gsize length = 0;

  for (gsize i = 0; i < line->len; i++)
    {
      guchar c = line->str[i];

      if (c < ' ' || c == 0x7f)
        c = ' ';
      else if ((c == 0xc2 || c == 0xe2) && ls_character_is_unsafe (g_utf8_get_char (line->str + i)))
        {
          i = g_utf8_next_char (line->str + i) - line->str - 1;
          c = ' ';
        }
      line->str[length++] = c;
    }
  g_string_truncate (line, length);
}

void
ls_trace_write_line (GString        *line,
                     LsTrace        *trace,
                     gsize           position,
                     const LsRecord *record,
                     LsState        *names)
{
  guint rest = record->time % 1000;
  char fraction[] = { '.', '0' + rest / 100, '0' + rest / 10 % 10, '0' + rest % 10 };

  g_string_truncate (line, 0);
  append_number (line, record->time / 1000);
  g_string_append_len (line, fraction, sizeof fraction);
  g_string_append (line, " ms  #");
  append_number (line, position);
  g_string_append (line, "  ");
  g_string_append (line, ls_record_kind_to_string (record->kind));
  add_details (&(Formatter) { line, trace, names, record });
  if (record->clause != LS_CLAUSE_NONE && record->clause < LS_N_CLAUSES)
    {
      g_string_append (line, " · ");
      g_string_append (line, ls_clause_get_number (record->clause));
      if (record->step > 0)
        {
          g_string_append (line, " step ");
          append_number (line, record->step);
        }
    }
  clean_line (line);
}

guint
ls_record_list_flags (const LsRecord *record,
                      const char     *words[8])
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (flag_words) && n < 8; i++)
    if (has_flag (record, i))
      words[n++] = flag_words[i].word;
  return n;
}

gboolean
ls_record_has_queue (const LsRecord *record)
{
  return is_kind_of (record, KINDS_WITH_QUEUE);
}

/**
 * ls_trace_format_record:
 * @trace: a trace
 * @position: index of a record, less than the length
 * @names: (nullable): a state of @trace after the record, where names are looked up that the record does not bear
 *
 * A line such as "12.000 ms  #42  task-selected  task 8 “decode 1”  queue 3 (c1, task)  effective priority 4  rank 1
 * turn 8 · §2.4.3 step 6": time, position, kind, what the kind says, clause and step. May be called by any thread to
 * which @names belongs.
 *
 * Returns: (transfer full): the line, without a line feed
 */
char *
ls_trace_format_record (LsTrace *trace,
                        gsize    position,
                        LsState *names)
{
  GString *line;
  LsRecord record;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);
  g_return_val_if_fail (position < ls_trace_get_length (trace), NULL);

  ls_trace_get_record (trace, position, &record);
  line = g_string_new (NULL);
  ls_trace_write_line (line, trace, position, &record, names);

  return g_string_free (line, FALSE);
}

/**
 * ls_trace_record_to_json:
 * @trace: a trace
 * @position: index of a record, less than the length
 *
 * An object with these members in this order: position; time (milliseconds, with up to three decimals); kind (see
 * ls_record_kind_to_string()); subject, object, value (numbers, 0 for none); text (string or null); priority (string
 * or null); queue (queue type, or null in kinds without one); level (number); flags (array of words); clause (nick);
 * number (of the clause: "§2.4.3"); step. May be called by any thread.
 *
 * Returns: (transfer full): JSON in one line, without a line feed
 */
char *
ls_trace_record_to_json (LsTrace *trace,
                         gsize    position)
{
  LsRecord record;
  LsJsonWriter json;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);
  g_return_val_if_fail (position < ls_trace_get_length (trace), NULL);

  ls_trace_get_record (trace, position, &record);
  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_int (&json, "position", position);
  ls_json_time (&json, "time", record.time);
  ls_json_string (&json, "kind", ls_record_kind_to_string (record.kind));
  ls_json_int (&json, "subject", record.subject);
  ls_json_int (&json, "object", record.object);
  ls_json_int (&json, "value", record.value);
  ls_json_string (&json, "text", ls_trace_get_text (trace, record.text));
  ls_json_string (&json, "priority",
                  record.priority < LS_N_TASK_PRIORITIES ? ls_task_priority_to_string (record.priority) : NULL);
  ls_json_string (&json, "queue",
                  is_kind_of (&record, KINDS_WITH_QUEUE) ? ls_queue_type_to_string (record.queue) : NULL);
  ls_json_int (&json, "level", record.level);
  ls_json_begin (&json, "flags", '[', FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (flag_words); i++)
    if (has_flag (&record, i))
      ls_json_string (&json, NULL, flag_words[i].word);
  ls_json_end (&json, ']');
  ls_json_string (&json, "clause", ls_clause_get_nick (record.clause));
  ls_json_string (&json, "number", ls_clause_get_number (record.clause));
  ls_json_int (&json, "step", record.step);
  ls_json_end (&json, '}');

  return ls_json_writer_finish (&json);
}
