/* ls-record-format.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-record-format-private.h"

#include <string.h>

#include "ls-character-private.h"
#include "ls-json-writer-private.h"
#include "ls-record-members-private.h"
#include "ls-trace-names-private.h"

#define KIND(k) (G_GUINT64_CONSTANT (1) << LS_RECORD_##k)

/* The kinds that have flags are among the first 64. */
G_STATIC_ASSERT (LS_RECORD_NOTIFY < 64);

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
  { LS_RECORD_FLAG_EVENT, "event", KIND (TASK_DELAYED) },
  { LS_RECORD_FLAG_THREW, "threw", KIND (TASK_FINISHED) | KIND (MICROTASK_FINISHED) },
  { LS_RECORD_FLAG_HELD, "held", KIND (TASK_SELECTED) },
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
  return record->kind < 64 && ((kinds >> record->kind) & 1) != 0;
}

static gboolean
has_flag (const LsRecord *record,
          guint           i)
{
  return (record->flags & flag_words[i].flag) != 0 && is_kind_of (record, flag_words[i].kinds);
}

/* Replaces line feeds and tabs of names and messages, which would break the line, and other control characters, which could steer a
 * terminal. In UTF-8 such characters have one byte or begin with C2 or E2. */
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

static void
append_flags (GString        *line,
              const LsRecord *record)
{
  /* The first word, "continuation", is shown as ↻. */
  for (guint i = 1; i < G_N_ELEMENTS (flag_words); i++)
    if (has_flag (record, i))
      {
        g_string_append (line, "  ");
        g_string_append (line, flag_words[i].word);
      }
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
  ls_record_append_number (line, record->time / 1000);
  g_string_append_len (line, fraction, sizeof fraction);
  g_string_append (line, " ms  #");
  ls_record_append_number (line, position);
  g_string_append (line, "  ");
  g_string_append (line, ls_record_kind_to_string (record->kind));
  ls_record_append_details (line, trace, record, names);
  append_flags (line, record);
  if (record->clause != LS_CLAUSE_NONE && record->clause < LS_N_CLAUSES)
    {
      g_string_append (line, " · ");
      g_string_append (line, ls_clause_get_source (record->clause));
      if (record->step > 0)
        {
          g_string_append (line, " step ");
          ls_record_append_number (line, record->step);
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
ls_record_is_continuation (const LsRecord *record)
{
  return has_flag (record, 0);
}

gboolean
ls_record_has_queue (const LsRecord *record)
{
  return is_kind_of (record, KINDS_WITH_QUEUE) || record->kind == LS_RECORD_SOURCE_ATTACHED;
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
  LsRecord record, written;
  LsJsonWriter json;

  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);
  g_return_val_if_fail (position < ls_trace_get_length (trace), NULL);

  ls_trace_get_record (trace, position, &record);
  written = record;
  ls_record_encode_priorities (&written);
  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_json_int (&json, "position", position);
  ls_json_time (&json, "time", record.time);
  ls_json_string (&json, "kind", ls_record_kind_to_string (record.kind));
  ls_json_int (&json, "subject", record.subject);
  ls_json_int (&json, "object", record.object);
  ls_json_int (&json, "value", written.value);
  ls_json_string (&json, "text", ls_trace_get_text (trace, record.text));
  ls_json_string (&json, "priority",
                  ls_task_priority_is_valid (record.priority) ? ls_task_priority_to_string (record.priority) : NULL);
  ls_json_string (&json, "queue",
                  ls_record_has_queue (&record) ? ls_queue_type_to_string (record.queue) : NULL);
  ls_json_int (&json, "level", written.level);
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
