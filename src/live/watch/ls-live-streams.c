/* ls-live-streams.c: traces that programs make themselves, as parts of one
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"
#include "ls-record-members-private.h"
#include "ls-trace-outlet-private.h"

#include <string.h>

/* A program that uses the library tells records as they are, of a trace of its own. Here they are other agents', and their things
 * have other numbers. Nothing of that is believed: what cannot be in a record is left out, and what it names without having told of
 * it is unknown to the state as well. */

/* Numbers are given out in blocks, so that there is a place for each block and not for each thing. */
#define BLOCK 16
#define MAX_BLOCKS (1u << 22)
#define MAX_STREAM_TEXTS (1u << 20)
#define MAX_EARLY 256
#define MAX_TEXT_BYTES ((gsize) 256 << 20)

/**
 * ls_live_stream_new:
 * @process: whose trace it is
 * @number: of the stream in the process, from 1
 *
 * Returns: (transfer full): a stream of which nothing is known yet
 */
LsLiveStream *
ls_live_stream_new (LsLiveProcess *process,
                    guint          number)
{
  LsLiveStream *self = g_new0 (LsLiveStream, 1);

  self->process = process;
  self->number = number;
  self->part = g_string_new (NULL);
  self->early = g_array_new (FALSE, FALSE, sizeof (LsRecord));
  ls_id_map_init (&self->texts, sizeof (guint32));
  ls_id_map_init (&self->agents, sizeof (guint32));
  for (guint i = 0; i < LS_RECORD_MEMBER_AGENT; i++)
    ls_id_map_init (&self->blocks[i], sizeof (guint32));
  return self;
}

static void
clear_numbers (LsLiveStream *self)
{
  ls_id_map_clear (&self->agents);
  ls_id_map_init (&self->agents, sizeof (guint32));
  for (guint i = 0; i < LS_RECORD_MEMBER_AGENT; i++)
    {
      ls_id_map_clear (&self->blocks[i]);
      ls_id_map_init (&self->blocks[i], sizeof (guint32));
    }
}

void
ls_live_stream_free (LsLiveStream *self)
{
  clear_numbers (self);
  ls_id_map_clear (&self->texts);
  g_string_free (self->part, TRUE);
  g_array_unref (self->early);
  g_free (self);
}

/* Texts */

static void
on_string (LsLiveStream       *self,
           const LsRingRecord *record)
{
  const char *text = (const char *) record->bytes + sizeof record->head;
  const gsize n_bytes = (gsize) record->head.n_units * LS_WIRE_UNIT_BYTES - sizeof record->head;
  const guint32 number = record->head.source;
  guint32 *place;

  if (self->part_number != number)
    g_string_set_size (self->part, 0);
  self->part_number = number;
  if (self->part->len <= LS_WIRE_MAX_STRING)
    g_string_append_len (self->part, text, strnlen (text, n_bytes));
  if (record->head.context != 0)
    return;
  self->part_number = 0;
  if (number != 0 && self->texts.n_items < MAX_STREAM_TEXTS && self->n_text_bytes < MAX_TEXT_BYTES &&
      ls_id_map_get (&self->texts, number) == NULL && g_utf8_validate (self->part->str, self->part->len, NULL))
    {
      self->n_text_bytes += self->part->len;
      place = ls_id_map_add (&self->texts, number);
      *place = ls_probe_intern (self->process->writer->probe, self->part->str);
    }
  g_string_set_size (self->part, 0);
}

static guint32
get_text (LsLiveStream *self,
          guint32       number)
{
  const guint32 *text = ls_id_map_get (&self->texts, number);

  return text != NULL ? *text : 0;
}

/* Agents */

/* Returns what the agent of a stream is called that the program calls @text, a text of the trace, or does not name. */
static guint32
name_agent (LsLiveStream *self,
            guint32       text)
{
  g_autoptr (GString) string = g_string_new (self->process->name);
  LsTrace *trace = ls_trace_from_probe (self->process->writer->probe);
  const char *name = text != 0 && trace != NULL ? ls_trace_get_text (trace, text) : NULL;

  g_string_append_printf (string, ": %s", name != NULL ? name : "event loop");
  if (self->number > 1)
    g_string_append_printf (string, " %u", self->number);
  if (self->n_begun > 1)
    g_string_append_printf (string, " (%u)", self->n_begun);
  return ls_probe_intern (self->process->writer->probe, string->str);
}

/* Returns the trace's agent; 0 where there are too many. */
static guint32
get_agent (LsLiveStream *self,
           guint32       number,
           guint32       name)
{
  LsLiveWriter *writer = self->process->writer;
  const guint32 *known = ls_id_map_get (&self->agents, number);
  guint32 *place, agent;

  if (number == 0)
    return 0;
  if (known != NULL)
    return *known;
  agent = ls_live_writer_add_agent (writer, name_agent (self, name));
  if (agent == 0)
    return 0;
  place = ls_id_map_add (&self->agents, number);
  *place = agent;
  if (writer->first_stream_agent == 0)
    writer->first_stream_agent = agent;
  return agent;
}

/* The program has lost records and says anew what there is. The agents that there were tell nothing any more. */
static void
begin_anew (LsLiveStream *self)
{
  const guint32 *agent;
  guint32 number;

  for (guint32 i = 0; (agent = ls_id_map_next (&self->agents, &i, &number)) != NULL;)
    ls_live_writer_add_for (self->process->writer, *agent,
                            (LsRecord) { .kind = LS_RECORD_AGENT_STATE, .subject = *agent, .level = LS_AGENT_STATE_ENDED,
                                         .priority = LS_TASK_PRIORITY_NONE, .clause = LS_CLAUSE_RECORDED });
  clear_numbers (self);
  g_array_set_size (self->early, 0);
  self->agent = 0;
}

/* Numbers */

static guint32 *
get_last (LsLiveWriter   *writer,
          LsRecordMember  member)
{
  return member == LS_RECORD_MEMBER_TASK ? &writer->n_tasks : &writer->last_numbers[member];
}

/* Returns what a thing has as its number in the trace. */
static guint32
translate (LsLiveStream   *self,
           LsRecordMember  member,
           guint32         number)
{
  guint32 *block, *last;

  if (member == LS_RECORD_MEMBER_NUMBER || number == 0)
    return number;
  if (member == LS_RECORD_MEMBER_TEXT)
    return get_text (self, number);
  if (member == LS_RECORD_MEMBER_AGENT)
    return get_agent (self, number, 0);
  block = ls_id_map_get (&self->blocks[member], (number - 1) / BLOCK + 1);
  if (block == NULL)
    {
      last = get_last (self->process->writer, member);
      if (self->blocks[member].n_items >= MAX_BLOCKS || *last > G_MAXUINT32 - BLOCK)
        return 0;
      block = ls_id_map_add (&self->blocks[member], (number - 1) / BLOCK + 1);
      *block = *last;
      *last += BLOCK;
      if (member == LS_RECORD_MEMBER_TASK)
        ls_live_targets_add_foreign (&self->process->writer->targets, *block + 1, BLOCK);
    }
  return *block + (number - 1) % BLOCK + 1;
}

/* Records */

/* Whether a record may be in a trace at all. */
static gboolean
is_valid (const LsRecord *record)
{
  return record->kind > LS_RECORD_NONE && record->kind < LS_N_RECORD_KINDS && record->clause < LS_N_CLAUSES &&
         (record->queue < LS_N_QUEUE_TYPES || ls_queue_type_is_of_sources (record->queue)) &&
         (ls_task_priority_is_valid (record->priority) || record->priority == LS_TASK_PRIORITY_NONE) &&
         record->kind != LS_RECORD_SOURCE_ATTACHED && record->kind != LS_RECORD_SOURCE_DESTROYED;
}

/* The time of the stream that is now. */
static guint64
get_own_time (LsLiveStream *self)
{
  const guint64 now = self->process->writer->now + self->process->writer->start;

  return now - MIN (now, self->start);
}

/* A record that says what there is, and not what has happened. Returns whether it says something. */
static gboolean
adapt_state (LsLiveStream *self,
             LsRecord     *record)
{
  guint64 due;

  switch (record->kind)
    {
    case LS_RECORD_TASK_SELECTED:
      return record->subject != 0;
    case LS_RECORD_TURN_ENDED:
      return FALSE;
    case LS_RECORD_LOG:
      return record->text != 0;
    case LS_RECORD_TASK_DELAYED:
      due = record->time + record->value;
      if (self->start != G_MAXUINT64 && record->value < G_MAXUINT32)
        record->value = due - MIN (due, get_own_time (self));
      record->clause = LS_CLAUSE_INFERRED_DUE;
      return TRUE;
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
      record->clause = LS_CLAUSE_INFERRED_DUE;
      return TRUE;
    default:
      return TRUE;
    }
}

static void
write_translated (LsLiveStream *self,
                  guint32       agent,
                  LsRecord      record)
{
  const LsRecordMembers members = ls_record_get_members (&record);

  record.subject = translate (self, members.subject, record.subject);
  record.object = translate (self, members.object, record.object);
  record.value = translate (self, members.value, record.value);
  record.text = get_text (self, record.text);
  ls_live_writer_add_for (self->process->writer, agent, record);
}

/* The agent is the first one, or there was one before. */
static void
write_early (LsLiveStream *self,
             guint32       agent)
{
  for (guint i = 0; i < self->early->len; i++)
    write_translated (self, agent, g_array_index (self->early, LsRecord, i));
  g_array_set_size (self->early, 0);
}

static void
write_record (LsLiveStream *self,
              LsRecord      record,
              guint32       flags)
{
  guint32 agent;

  ls_record_decode_priorities (&record);
  if (!is_valid (&record) || ((flags & LS_WIRE_RECORDS_STATE) != 0 && !adapt_state (self, &record)))
    return;
  /* The agents of all programs run at the same time: no one of them has a baton. */
  if (record.kind == LS_RECORD_AGENT_CREATED)
    {
      agent = get_agent (self, record.subject, get_text (self, record.text));
      if (agent != 0)
        write_early (self, agent);
      return;
    }
  if (record.kind == LS_RECORD_AGENT_RUN)
    {
      self->agent = record.subject;
      return;
    }
  /* A cluster may have its memory before its agents, whose names come with them. */
  if (record.kind == LS_RECORD_MEMORY_CREATED && self->agents.n_items == 0 && self->early->len < MAX_EARLY)
    {
      g_array_append_val (self->early, record);
      return;
    }
  if (record.kind == LS_RECORD_LOOP_STARTED)
    record.flags |= LS_RECORD_FLAG_RECORDED;
  agent = get_agent (self, self->agent != 0 ? self->agent : 1, 0);
  if (agent == 0)
    return;
  write_early (self, agent);
  write_translated (self, agent, record);
}

static void
on_records (LsLiveStream       *self,
            const LsRingRecord *record)
{
  const guint n = MIN (record->records.n_records, record->head.n_units - 1u);
  const guint32 flags = record->records.flags;

  if (!self->is_known)
    return;
  if ((flags & LS_WIRE_RECORDS_ANEW) != 0 && self->has_records)
    {
      self->n_begun++;
      begin_anew (self);
    }
  self->has_records = TRUE;
  for (guint i = 0; i < n; i++)
    {
      LsRecord copy;

      memcpy (&copy, record->bytes + (i + 1) * LS_WIRE_UNIT_BYTES, sizeof copy);
      write_record (self, copy, flags);
    }
}

/* Writes what a stream tells. The writer's time is that of the record. */
void
ls_live_stream_write (LsLiveStream       *self,
                      const LsRingRecord *record)
{
  switch (record->head.kind)
    {
    case LS_WIRE_STREAM:
      /* What another version of the library calls by these numbers is not known. */
      self->is_known = record->stream.n_kinds == LS_N_RECORD_KINDS && record->stream.n_clauses == LS_N_CLAUSES;
      self->is_foreign = !self->is_known;
      self->start = record->stream.start;
      self->n_begun = MAX (self->n_begun, 1);
      break;
    case LS_WIRE_STRING:
      on_string (self, record);
      break;
    default:
      on_records (self, record);
      break;
    }
}
