/* ls-comparison-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-comparison-private.h"

#include <string.h>

#include "ls-task-identity-private.h"
#include "ls-trace-cursor-private.h"

/* Reads which tasks a run ran, and by what they are known again in the other run: see LsTaskIdentities. */

/* Identifiers count from 1. A record at position n that names one far above n is corrupt. */
#define ID_SLACK 1024
#define FIRST_SIZE 1024

/* A task that has been posted. */
typedef struct
{
  guint64 posted_at;
  guint64 queued_at;
  guint64 identity;
  guint32 name;         /* text */
  guint32 kind;
  guint32 sequence;
  guint8  is_known;     /* and not over */
  guint8  is_continuation;
  guint8  is_of_scheduler;
} Posted;

/* The loop of an agent. */
typedef struct
{
  LsTaskPoster  poster;          /* the task whose turn it is */
  LsComparedRun next;            /* the run of that task, until it has started */
} Loop;

typedef struct
{
  LsComparedSide    *side;
  LsComparisonNames *names;
  Posted            *tasks;
  gsize              n_tasks;
  guint32           *shared_names;   /* by text; 0: not looked up yet */
  gsize              n_texts;
  gsize              position;
  LsTaskIdentities   identities;
  Loop               loop;           /* of the agent whose records go by */
  LsTraceCursor      cursor;
  guint32            n_posted;
} Reader;

static gsize
hash_number (guint64 key)
{
  key ^= key >> 32;
  key *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  key ^= key >> 29;
  key *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return key ^ key >> 32;
}

static gsize
find_place (const LsNumberMap *self,
            guint64            key)
{
  gsize i = hash_number (key) & (self->size - 1);

  while (self->keys[i] != 0 && self->keys[i] != key + 1)
    i = (i + 1) & (self->size - 1);
  return i;
}

static void
number_map_clear (LsNumberMap *self)
{
  g_free (self->keys);
  g_free (self->values);
  *self = (LsNumberMap) { 0 };
}

static void
grow (LsNumberMap *self)
{
  LsNumberMap larger = { .size = self->size > 0 ? self->size * 2 : FIRST_SIZE, .n_keys = self->n_keys };

  larger.keys = g_new0 (guint64, larger.size);
  larger.values = g_new (guint32, larger.size);
  for (gsize i = 0; i < self->size; i++)
    if (self->keys[i] != 0)
      {
        gsize place = find_place (&larger, self->keys[i] - 1);

        larger.keys[place] = self->keys[i];
        larger.values[place] = self->values[i];
      }
  number_map_clear (self);
  *self = larger;
}

/* Finds the value of @key. Where there is none it is @value from now on, and FALSE is returned. Keys are less than 2⁶⁴ − 1. */
static gboolean
number_map_take (LsNumberMap *self,
                 guint64      key,
                 guint32      value,
                 guint32     *found)
{
  gsize i;

  if (self->n_keys * 2 >= self->size)
    grow (self);
  i = find_place (self, key);
  if (self->keys[i] != 0)
    {
      *found = self->values[i];
      return TRUE;
    }

  self->keys[i] = key + 1;
  self->values[i] = value;
  self->n_keys++;
  *found = value;
  return FALSE;
}

void
ls_comparison_names_init (LsComparisonNames *self)
{
  *self = (LsComparisonNames) { 0 };
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
}

void
ls_comparison_names_clear (LsComparisonNames *self)
{
  g_clear_pointer (&self->names, g_hash_table_unref);
  number_map_clear (&self->identities);
}

/* The number of a text that both sides share, from 1; 0 for no text. */
static guint32
share_name (Reader  *self,
            guint32  text)
{
  const char *string = text != 0 ? ls_trace_get_text (self->side->trace, text) : NULL;

  if (string == NULL)
    return 0;
  if (text >= self->n_texts)
    {
      gsize n = MAX (MAX (self->n_texts * 2, FIRST_SIZE), (gsize) text + 1);

      self->shared_names = g_renew (guint32, self->shared_names, n);
      memset (self->shared_names + self->n_texts, 0, (n - self->n_texts) * sizeof (guint32));
      self->n_texts = n;
    }
  if (self->shared_names[text] == 0)
    {
      gpointer known = g_hash_table_lookup (self->names->names, string);

      if (known == NULL)
        {
          known = GUINT_TO_POINTER (g_hash_table_size (self->names->names) + 1);
          g_hash_table_insert (self->names->names, (gpointer) string, known);
        }
      self->shared_names[text] = GPOINTER_TO_UINT (known);
    }
  return self->shared_names[text];
}

/* The number of an identity that both sides share, from 1. */
static guint32
share_identity (Reader  *self,
                guint64  identity)
{
  LsComparisonNames *names = self->names;
  guint32 number;

  /* All identities are odd. */
  if (!number_map_take (&names->identities, identity >> 1, names->n_identities + 1, &number))
    names->n_identities++;
  return number;
}

static Posted *
take (Reader  *self,
      guint32  id)
{
  if (id == 0 || id > self->position + ID_SLACK)
    return NULL;
  if (id >= self->n_tasks)
    {
      gsize n = MAX (MAX (self->n_tasks * 2, FIRST_SIZE), (gsize) id + 1);

      self->tasks = g_renew (Posted, self->tasks, n);
      memset (self->tasks + self->n_tasks, 0, (n - self->n_tasks) * sizeof (Posted));
      self->n_tasks = n;
    }
  return &self->tasks[id];
}

/* The task that a record is about. The record may be the first to name it. NULL for a task that runs, or for a corrupt number. */
static Posted *
take_task (Reader         *self,
           const LsRecord *record)
{
  const gboolean is_running = record->subject == self->cursor.turn.task && record->kind != LS_RECORD_TASK_SELECTED;
  Posted *task = !is_running ? take (self, record->subject) : NULL;

  if (task == NULL || (task->is_known && record->kind != LS_RECORD_TASK_POSTED))
    return task;

  *task = (Posted) {
    .posted_at = record->time,
    .queued_at = LS_TIME_NEVER,
    .name = record->text,
    .sequence = self->n_posted++,
    .is_known = TRUE,
    .is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0,
  };
  /* Kinds of tasks are even, those of continuations odd. */
  task->kind = share_name (self, record->text) * 2 + task->is_continuation;
  task->identity = ls_task_identities_add (&self->identities, task->kind, &self->loop.poster);
  return task;
}

static void
end_turn (Reader *self)
{
  if (self->cursor.over.task < self->n_tasks)
    self->tasks[self->cursor.over.task].is_known = FALSE;
  ls_task_identities_end_poster (&self->identities, &self->loop.poster);
}

static void
on_selected (Reader         *self,
             const LsRecord *record)
{
  Posted *task = take_task (self, record);

  if (task == NULL)
    return;

  self->loop.poster.identity = task->identity;
  self->loop.next = (LsComparedRun) {
    .data = {
      .task = record->subject,
      .name = task->name,
      .priority = ls_task_priority_is_valid (record->priority) ? record->priority : LS_TASK_PRIORITY_NONE,
      .queue_type = record->queue,
      .is_continuation = task->is_continuation,
      .posted_at = task->posted_at,
    },
    .selected = self->position,
    .kind = task->kind,
    .identity = share_identity (self, task->identity),
    .sequence = task->sequence,
    .match = LS_COMPARISON_NONE,
  };
}

static void
add_wait (LsComparisonWaits    *self,
          const LsComparedTask *task)
{
  self->n_tasks++;
  self->total += task->wait;
  if (self->longest_task != 0 && task->wait <= self->longest)
    return;
  self->longest = task->wait;
  self->longest_task = task->task;
  self->longest_position = task->position;
}

static void
on_started (Reader         *self,
            const LsRecord *record)
{
  LsComparedSide *side = self->side;
  const Posted *task;
  LsComparedRun *run = &self->loop.next;

  if (record->subject == 0 || record->subject != self->cursor.turn.task || run->data.task != record->subject)
    return;
  task = &self->tasks[record->subject];
  run->data.position = self->position + 1;
  run->data.started_at = record->time;
  run->data.wait = task->queued_at <= record->time ? record->time - task->queued_at : 0;
  run->data.index = side->runs->len;
  if (self->position >= side->start)
    {
      g_array_append_val (side->runs, *run);
      add_wait (&side->totals.waits[run->data.priority], &run->data);
      add_wait (&side->totals.all, &run->data);
    }
  /* Only once. */
  run->data.task = 0;
}

static void
read_record (Reader         *self,
             const LsRecord *record)
{
  LsComparedSide *side = self->side;
  Posted *task;

  if (ls_trace_cursor_advance (&self->cursor, record, self->position))
    end_turn (self);

  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
      task = take_task (self, record);
      if (task != NULL)
        task->is_of_scheduler = TRUE;
      break;
    case LS_RECORD_TASK_DELAYED:
      take_task (self, record);
      break;
    case LS_RECORD_TASK_DUE:
      task = take_task (self, record);
      if (task != NULL && !task->is_of_scheduler)
        task->queued_at = record->time;
      break;
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
      task = take_task (self, record);
      if (task != NULL)
        task->queued_at = record->time;
      break;
    case LS_RECORD_TASK_SELECTED:
      on_selected (self, record);
      break;
    case LS_RECORD_TASK_STARTED:
      on_started (self, record);
      break;
    case LS_RECORD_TASK_REMOVED:
      if (record->subject != self->cursor.turn.task && record->subject < self->n_tasks && self->tasks[record->subject].is_known)
        {
          self->tasks[record->subject].is_known = FALSE;
          side->totals.n_removed += self->position >= side->start;
        }
      break;
    case LS_RECORD_LOG:
      if (self->position >= side->start)
        {
          LsComparedLine line = {
            .name = share_name (self, record->text), .text = record->text, .position = self->position + 1
          };

          g_array_append_val (side->lines, line);
        }
      break;
    default:
      break;
    }
}

/* Reads a side whose trace, start and end are set. */
gboolean
ls_compared_side_read (LsComparedSide     *self,
                       LsComparisonNames  *names,
                       GCancellable       *cancellable,
                       GError            **error)
{
  Reader reader = { .side = self, .names = names };
  guint64 start_time = 0, end_time = 0;
  gboolean ok = TRUE;

  ls_trace_cursor_init (&reader.cursor, &reader.loop, sizeof reader.loop);
  ls_task_identities_init (&reader.identities);
  self->end = MIN (self->end, ls_trace_get_length (self->trace));
  self->start = MIN (self->start, self->end);
  self->runs = g_array_new (FALSE, FALSE, sizeof (LsComparedRun));
  self->lines = g_array_new (FALSE, FALSE, sizeof (LsComparedLine));

  while (reader.position < self->end)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (self->trace, reader.position, &n_records);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          ok = FALSE;
          break;
        }
      n_records = MIN (n_records, self->end - reader.position);
      for (gsize i = 0; i < n_records; i++)
        {
          read_record (&reader, &records[i]);
          reader.position++;
          if (reader.position == self->start)
            start_time = records[i].time;
        }
      end_time = records[n_records - 1].time;
    }

  self->totals.time = end_time > start_time ? end_time - start_time : 0;
  self->totals.n_log_lines = self->lines->len;
  ls_trace_cursor_clear (&reader.cursor);
  ls_task_identities_clear (&reader.identities);
  g_free (reader.tasks);
  g_free (reader.shared_names);
  return ok;
}
