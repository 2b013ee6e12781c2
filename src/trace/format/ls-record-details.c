/* ls-record-details.c: what each kind of record says, for its line
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-format-private.h"

#include "ls-trace-names-private.h"

/* What is behind the kind of a record, in parts between “|”. A part that begins with “?” or “!” and a letter is there only if that
 * is so, or not so: is_so() knows the letters. “%” and a letter stand for what the record says: append_word() knows them. A kind
 * without an entry has its text alone. */
static const char *const details[LS_N_RECORD_KINDS] = {
  [LS_RECORD_LOOP_STARTED] = "preset %t|edition %e|?oexperiments %h|%c clock",
  [LS_RECORD_PRESET_QUEUE] = "%q|rank %l%m",
  [LS_RECORD_PRESET_PRIORITY] = "effective priority %v|rank %l%m",
  [LS_RECORD_PRESET_RULE] = "%r|%v",
  [LS_RECORD_SCHEDULER_CREATED] = "scheduler %s%n",
  [LS_RECORD_TASK_POSTED] = "%T|?o%O|?ppriority %p|?vdelay %v ms|!v?1delay below 1 ms",
  [LS_RECORD_TASK_QUEUED] = "%T|%K|enqueue order %v",
  [LS_RECORD_TASK_INCOMING] = "%T|%q|?osource %o|?venqueue order %v",
  [LS_RECORD_TASK_DELAYED] = "%T|%q|?o!qtimer %o|?o?qsource %o|?euntil an event|!ein %d",
  [LS_RECORD_TASK_DUE] = "%T|%q|?venqueue order %v",
  [LS_RECORD_QUEUE_RELOADED] = "%q|%v task%x",
  [LS_RECORD_TASK_SELECTED] = "%T|?o%K|!o%q|?o?peffective priority %E|rank %l|turn %v",
  [LS_RECORD_TASK_STARTED] = "%T|?oabort ← %O|?vpriority ← %V",
  [LS_RECORD_TASK_FINISHED] = "%T",
  [LS_RECORD_TASK_REMOVED] = "%T|?oby %O",
  [LS_RECORD_TURN_ENDED] = "turn %v",
  [LS_RECORD_QUEUE_CREATED] = "%Q|?o%O|scheduler %v|?ppriority %p",
  [LS_RECORD_QUEUE_REMOVED] = "%Q|?ppriority %p",
  [LS_RECORD_QUEUE_PRIORITY] = "%Q|?ppriority %p",
  [LS_RECORD_SIGNAL_CREATED] = "signal %s%n|?ppriority %p|?osource %O",
  [LS_RECORD_SIGNAL_ABORT_SOURCE] = "?s%S|?odepends on %O",
  [LS_RECORD_SIGNAL_NAMED] = "signal %s%n",
  [LS_RECORD_SIGNAL_PRIORITY] = "?s%S|%P → %p|?ofollows %O",
  [LS_RECORD_SIGNAL_PRIORITY_REFUSED] = "?s%S|?ppriority %p",
  [LS_RECORD_SIGNAL_ABORTED] = "?s%S|reason “%t”|?ofollows %O",
  [LS_RECORD_SIGNAL_FINALIZED] = "?s%S",
  [LS_RECORD_SIGNAL_LISTENERS] = "?s%S|%v for %t",
  [LS_RECORD_EVENT_BEGIN] = "?s%S|%t",
  [LS_RECORD_EVENT_END] = "?s%S|%t",
  [LS_RECORD_MICROTASK_QUEUED] = "microtask %s%n|%k|?opromise %o",
  [LS_RECORD_MICROTASK_STARTED] = "microtask %s|?oabort ← %O|?vpriority ← %V",
  [LS_RECORD_MICROTASK_FINISHED] = "microtask %s",
  [LS_RECORD_PROMISE_CREATED] = "promise %s%n|?oof task %o",
  [LS_RECORD_PROMISE_FULFILLED] = "promise %s|?t“%t”",
  [LS_RECORD_PROMISE_REJECTED] = "promise %s|?t“%t”",
  [LS_RECORD_PROMISE_UNHANDLED] = "promise %s|?t“%t”",
  [LS_RECORD_PROMISE_HANDLED] = "promise %s|?t“%t”",
  [LS_RECORD_TIMER_INSTALLED] = "timer %s%n|?otask %o|timeout %v ms|nesting level %l",
  [LS_RECORD_TIMER_FIRED] = "timer %s%n|?otask %o|nesting level %l",
  [LS_RECORD_TIMER_CLEARED] = "timer %s%n|?otask %o",
  [LS_RECORD_IDLE_REQUESTED] = "idle callback %s%n|?otask %o|?vtimeout %v ms",
  [LS_RECORD_IDLE_FIRED] = "idle callback %s%n|?otask %o|%v ms remaining",
  [LS_RECORD_IDLE_CANCELLED] = "idle callback %s%n|?otask %o",
  [LS_RECORD_QUEUE_STARVED] = "%q|waited %v ms|rank %l",
  [LS_RECORD_WORK] = "%d|?t%t",
  [LS_RECORD_CLOCK_ADVANCED] = "%d",
  [LS_RECORD_STATEMENT] = "statement %v|%t",
  [LS_RECORD_LOG] = "?g%g|%t",
  [LS_RECORD_ACTION] = "action %s%n",
  [LS_RECORD_ACTION_FINISHED] = "action %s",
  [LS_RECORD_TASK_REFUSED] = "%T|?oaborted %O",
  [LS_RECORD_AGENT_CREATED] = "agent %s%n|?oby agent %o|?lcan block|!lcannot block",
  [LS_RECORD_AGENT_RUN] = "agent %s|?lchoice %v|?l!fof %l|?fof %l or more",
  [LS_RECORD_AGENT_STATE] = "agent %s|%a|?wmemory %o|?wbyte %v",
  [LS_RECORD_MEMORY_CREATED] = "memory %s%n|%v byte%x",
  [LS_RECORD_ATOMIC_OPERATION] = "?smemory %s|?sbyte %o|?s%y|!s?oagent %o|%t",
  [LS_RECORD_WAITER_ADDED] = "?lwaiter %s (promise)|!lwaiter %s|memory %o|byte %v|%y|?ttimeout %t",
  [LS_RECORD_WAITER_REMOVED] = "waiter %s|memory %o|byte %v|%u",
  [LS_RECORD_TASK_RAISED] = "%T|priority %p|?o%K|?vawaited by %B",
  [LS_RECORD_NOTIFY] = "memory %o|byte %v|?twakes %s of %t|!twakes %s",
  [LS_RECORD_OPTION_UNKNOWN] = "%w|“%t”|?vmeant “%W”",
  [LS_RECORD_SOURCE_ATTACHED] = "source %s%n|%f|priority %i|?ointerval %o ms",
  [LS_RECORD_SOURCE_DESTROYED] = "source %s",
  [LS_RECORD_TASK_ORIGIN] = "%T|?oby %A|?tin %t|?vthread “%W”",
  [LS_RECORD_TASK_PLACE] = "%T|?tin %t|?oat “%J”",
  [LS_RECORD_TASKS_DEFERRED] = "?s%T|?vfor %d|!vover",
  [LS_RECORD_FRAME] = "clock %s|?v%d since it was due|?l%l missed",
};

/* As consoles call them. */
static const char *const log_levels[] = { "log", "info", "warn", "error", "debug" };

/* Why somebody does not wait any more. */
static const char *const removals[] = { "notified", "timed out", "agent ended" };

/* What a line is made of. */
typedef struct
{
  GString *line;
  LsTrace *trace;
  LsState *names;      /* nullable */
  const LsRecord *record;
} Formatter;

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

static const char *
get_text (Formatter *self)
{
  const char *text = ls_trace_get_text (self->trace, self->record->text);

  return text != NULL ? text : "";
}

/* Appends something between marks, unless there is nothing. */
static void
append_between (Formatter  *self,
                const char *before,
                const char *text,
                const char *mark,
                const char *after)
{
  if (text == NULL || *text == '\0')
    return;
  g_string_append (self->line, before);
  g_string_append (self->line, text);
  g_string_append (self->line, mark);
  g_string_append (self->line, after);
}

static void
append_numbered (Formatter  *self,
                 const char *what,
                 guint32     id)
{
  g_string_append (self->line, what);
  g_string_append_c (self->line, ' ');
  ls_record_append_number (self->line, id);
}

/* Whether the text of records of this kind is the name of the task. */
static gboolean
names_its_task (guint kind)
{
  return kind == LS_RECORD_TASK_POSTED || kind == LS_RECORD_TASK_QUEUED || kind == LS_RECORD_TASK_INCOMING ||
         kind == LS_RECORD_TASK_DELAYED || kind == LS_RECORD_TASK_REFUSED;
}

static void
append_task (Formatter *self,
             guint32    id)
{
  const LsTaskState *task = self->names != NULL ? ls_state_get_task (self->names, id) : NULL;
  const char *name = NULL;
  const char *mark = (task != NULL && task->is_continuation) || ls_record_is_continuation (self->record) ? " ↻" : "";

  if (names_its_task (self->record->kind))
    name = ls_trace_get_text (self->trace, self->record->text);
  if (name == NULL && task != NULL)
    name = ls_trace_get_text (self->trace, task->name);
  append_numbered (self, "task", id);
  if (name != NULL && *name != '\0')
    append_between (self, " “", name, mark, "”");
  else
    g_string_append (self->line, mark);
}

static void
append_signal (Formatter *self,
               guint32    id)
{
  const LsSignalState *signal = self->names != NULL ? ls_state_get_signal (self->names, id) : NULL;

  append_numbered (self, "signal", id);
  append_between (self, " “", signal != NULL ? ls_trace_get_text (self->trace, signal->name) : NULL, "", "”");
}

/* A queue, and its key in the scheduler's maps, as ls_names_queue() has it. */
static void
append_queue (Formatter *self,
              guint32    id)
{
  const LsQueueState *queue = self->names != NULL ? ls_state_get_queue (self->names, id) : NULL;
  const LsSignalState *signal;
  const char *name, *kind;

  append_numbered (self, "queue", id);
  if (queue == NULL)
    return;
  kind = queue->is_continuation ? ", continuation)" : ", task)";
  signal = queue->signal != 0 ? ls_state_get_signal (self->names, queue->signal) : NULL;
  name = signal != NULL ? ls_trace_get_text (self->trace, signal->name) : NULL;
  if (queue->signal == 0)
    append_between (self, " (", ls_task_priority_to_string (queue->priority), "", kind);
  else if (name != NULL && *name != '\0')
    append_between (self, " (", name, "", kind);
  else if (signal != NULL && (signal->flags & LS_RECORD_FLAG_INTERNAL) != 0)
    append_between (self, " (fixed ", ls_task_priority_to_string (signal->priority), "", kind);
  else
    {
      append_numbered (self, " (signal", queue->signal);
      g_string_append (self->line, kind);
    }
}

static void
append_duration (Formatter *self,
                 guint64    microseconds)
{
  g_autofree char *duration = ls_names_duration (microseconds);

  g_string_append (self->line, duration);
}

static void
append_experiments (GString *line,
                    guint32  experiments)
{
  g_autofree char *names = ls_experiments_to_string (experiments & LS_EXPERIMENTS_ALL);

  g_string_append (line, names != NULL ? names : "unknown");
}

/* Appends what a letter stands for: small ones for numbers and words, capital ones for things with their names. */
static void
append_word (Formatter *self,
             char       letter)
{
  const LsRecord *record = self->record;
  GString *line = self->line;

  switch (letter)
    {
    case 's': ls_record_append_number (line, record->subject); break;
    case 'o': ls_record_append_number (line, record->object); break;
    case 'v': ls_record_append_number (line, record->value); break;
    case 'l': ls_record_append_number (line, record->level); break;
    case 't': g_string_append (line, get_text (self)); break;
    case 'n': append_between (self, " “", get_text (self), "", "”"); break;
    case 'm': append_between (self, " (", get_text (self), "", ")"); break;
    case 'd': append_duration (self, record->value); break;
    case 'w': g_string_append (line, ls_options_owner_to_string (record->level)); break;
    case 'x': g_string_append (line, record->value == 1 ? "" : "s"); break;
    case 'a': g_string_append (line, ls_agent_state_to_string (record->level)); break;
    case 'c': g_string_append (line, ls_clock_kind_to_string (record->level)); break;
    case 'e': g_string_append (line, ls_edition_to_string (record->value)); break;
    case 'f': g_string_append (line, ls_source_sort_to_string (record->level)); break;
    case 'i': g_string_append_printf (line, "%d", (gint32) record->value); break;
    case 'g': g_string_append (line, log_levels[record->level]); break;
    case 'h': append_experiments (line, record->object); break;
    case 'k': g_string_append (line, ls_microtask_kind_to_string (record->value)); break;
    case 'p': g_string_append (line, ls_task_priority_to_string (record->priority)); break;
    case 'q': g_string_append (line, ls_queue_type_to_string (record->queue)); break;
    case 'r': g_string_append (line, ls_preset_rule_to_string (record->subject)); break;
    case 'u': g_string_append (line, record->level < G_N_ELEMENTS (removals) ? removals[record->level] : "unknown"); break;
    case 'y': g_string_append (line, ls_element_type_to_string (record->queue)); break;
    case 'W': append_between (self, "", ls_trace_get_text (self->trace, record->value), "", ""); break;
    case 'J': append_between (self, "", ls_trace_get_text (self->trace, record->object), "", ""); break;
    case 'P': g_string_append (line, ls_task_priority_to_string (record->value)); break;
    case 'E': ls_record_append_number (line, ls_effective_priority (record->priority, ls_record_is_continuation (record))); break;
    case 'A': append_task (self, record->object); break;
    case 'B': append_task (self, record->value); break;
    case 'T': append_task (self, record->subject); break;
    case 'S': append_signal (self, record->subject); break;
    case 'O': append_signal (self, record->object); break;
    case 'V': append_signal (self, record->value); break;
    case 'Q': append_queue (self, record->subject); break;
    case 'K': append_queue (self, record->object); break;
    default: g_assert_not_reached ();
    }
}

static gboolean
is_so (const LsRecord *record,
       char            letter)
{
  switch (letter)
    {
    case 's': return record->subject != 0;
    case 'o': return record->object != 0;
    case 'v': return record->value != 0;
    case 'l': return record->level != 0;
    case 't': return record->text != 0;
    case 'p': return ls_task_priority_is_valid (record->priority);
    case '1': return record->level == 1;
    case 'f': return record->level == G_MAXUINT8;
    case 'g': return record->level > 0 && record->level < G_N_ELEMENTS (log_levels);
    case 'w': return record->level == LS_AGENT_STATE_WAITING;
    case 'q': return ls_queue_type_is_of_sources (record->queue);
    case 'e': return (record->flags & LS_RECORD_FLAG_EVENT) != 0;
    default: g_assert_not_reached ();
    }
}

void
ls_record_append_details (GString        *line,
                          LsTrace        *trace,
                          const LsRecord *record,
                          LsState        *names)
{
  Formatter self = { line, trace, names, record };
  const char *p = record->kind < LS_N_RECORD_KINDS && details[record->kind] != NULL ? details[record->kind] : "%t";

  while (*p != '\0')
    {
      gboolean is_there = TRUE;

      for (; *p == '?' || *p == '!'; p += 2)
        is_there = is_there && is_so (record, p[1]) == (*p == '?');
      if (is_there)
        g_string_append_len (line, "  ", 2);
      while (*p != '\0' && *p != '|')
        {
          const char *text = p;

          while (*p != '\0' && *p != '|' && *p != '%')
            p++;
          if (is_there)
            g_string_append_len (line, text, p - text);
          if (*p != '%')
            continue;
          if (is_there)
            append_word (&self, p[1]);
          p += 2;
        }
      p += *p == '|';
    }
}
