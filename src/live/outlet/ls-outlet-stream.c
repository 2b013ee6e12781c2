/* ls-outlet-stream.c: a trace that goes out
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-outlet-private.h"

#include "ls-record-members-private.h"
#include "ls-state-private.h"
#include "ls-world-records-private.h"

/* The trace has all records, so one that has no room in the ring is not lost: it waits there. Only where the trace has forgotten
 * it meanwhile, the watcher misses it, and is told anew what there is. */

/**
 * ls_outlet_stream_new:
 * @trace: what goes out; the stream holds no reference
 * @owns_trace: nobody else reads it, so it may forget what is sent
 * @start: µs of the system's monotonic clock at its time 0, %G_MAXUINT64 for a virtual clock
 *
 * Returns: (transfer full): a stream that has sent nothing
 */
LsOutletStream *
ls_outlet_stream_new (LsTrace  *trace,
                      gboolean  owns_trace,
                      guint64   start)
{
  LsOutletStream *self = g_new0 (LsOutletStream, 1);

  self->trace = trace;
  self->owns_trace = owns_trace;
  self->start = start;
  self->watched_from = ls_ring_writer_is_active;
  self->settled_for = self->watched_from;
  self->ring.event_fd = -1;
  self->texts = g_byte_array_new ();
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
ls_outlet_stream_free (LsOutletStream *self)
{
  ls_ring_writer_close (&self->ring);
  g_clear_pointer (&self->before, g_array_unref);
  g_byte_array_unref (self->texts);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* The ring */

/* Whether there is room for so many units, and for as many that may have to be skipped at the ring's end. What has none is not lost
 * yet, so the ring is not to count it. */
static gboolean
has_room (LsThread *ring,
          guint     n_units)
{
  guint64 n_used;

  if (ring->head + 2 * n_units <= ring->limit)
    return TRUE;
  n_used = ring->head + 2 * n_units - atomic_load_explicit (&ring->ring->tail, memory_order_acquire);
  return n_used <= ring->n_units;
}

static guint64
get_now (void)
{
  return ls_ring_writer_now ();
}

/* The time of a record on the system's clock, in ns. */
static guint64
get_time (LsOutletStream *self,
          const LsRecord *record)
{
  return self->start != G_MAXUINT64 ? (self->start + record->time) * 1000 : get_now ();
}

static gboolean
tell_stream (LsOutletStream *self)
{
  LsWireStream *record = ls_ring_writer_reserve (&self->ring, LS_WIRE_STREAM, 1);

  if (record == NULL)
    return FALSE;
  record->head.context = 0;
  record->head.source = 0;
  /* Nothing of what follows is earlier. */
  record->head.time = self->is_begun && self->start != G_MAXUINT64 ? self->start * 1000 : get_now ();
  record->start = self->start;
  record->n_kinds = LS_N_RECORD_KINDS;
  record->n_clauses = LS_N_CLAUSES;
  ls_ring_writer_commit (&self->ring);
  return TRUE;
}

/* Texts */

static gboolean
has_text (LsOutletStream *self,
          guint32         text)
{
  return text / 8 < self->texts->len && (self->texts->data[text / 8] & 1 << text % 8) != 0;
}

static void
note_text (LsOutletStream *self,
           guint32         text)
{
  const guint length = self->texts->len;

  if (text / 8 >= length)
    {
      g_byte_array_set_size (self->texts, MAX (text / 8 + 1, length * 2));
      memset (self->texts->data + length, 0, self->texts->len - length);
    }
  self->texts->data[text / 8] |= 1 << text % 8;
}

/* The length of a text as it is sent: a very long one ends earlier, between two characters. */
static gsize
get_sent_length (const char *text)
{
  gsize length = strlen (text);

  if (length <= LS_WIRE_MAX_STRING)
    return length;
  for (length = LS_WIRE_MAX_STRING; length > 0 && ((guchar) text[length] & 0xc0) == 0x80;)
    length--;
  return length;
}

/* Sends a text in parts, unless that was done. Returns FALSE where there is no room. */
static gboolean
send_text (LsOutletStream *self,
           guint32         number,
           guint64         time)
{
  const char *text = has_text (self, number) ? NULL : ls_trace_get_text (self->trace, number);
  const gsize length = text != NULL ? get_sent_length (text) : 0;
  gsize done = 0;

  if (text == NULL)
    return TRUE;
  /* All of it, or nothing. */
  if (!has_room (&self->ring, (length / LS_WIRE_STRING_PART + 1) * 8))
    return FALSE;
  do
    {
      const gsize part = MIN (length - done, LS_WIRE_STRING_PART);
      LsWireHead *head = ls_ring_writer_reserve (&self->ring, LS_WIRE_STRING,
                                               (sizeof *head + part + LS_WIRE_UNIT_BYTES) / LS_WIRE_UNIT_BYTES);

      if (head == NULL)
        return FALSE;
      head->context = done + part < length;
      head->source = number;
      head->time = time;
      memcpy (head + 1, text + done, part);
      ((char *) (head + 1))[part] = '\0';
      ls_ring_writer_commit (&self->ring);
      done += part;
    }
  while (done < length);
  note_text (self, number);
  return TRUE;
}

static gboolean
send_texts (LsOutletStream *self,
            const LsRecord *record,
            guint64         time)
{
  guint32 texts[LS_RECORD_MAX_TEXTS];
  const guint n = ls_record_get_texts (record, texts);

  for (guint i = 0; i < n; i++)
    if (!send_text (self, texts[i], time))
      return FALSE;
  return TRUE;
}

/* Records */

/* Sends the first of some records, those that are of one time. Returns how many; 0 where there is no room, or the trace has
 * forgotten them. */
static guint
send_some (LsOutletStream *self,
           const LsRecord *source,
           gsize           n_records,
           guint32         flags)
{
  const gboolean is_state = (flags & LS_WIRE_RECORDS_STATE) != 0;
  LsRecord records[LS_WIRE_MAX_RECORDS];
  LsWireRecords *head;
  guint64 time;
  guint n = 0;

  n_records = MIN (n_records, LS_WIRE_MAX_RECORDS);
  memcpy (records, source, n_records * sizeof *records);
  if (!is_state && ls_trace_get_start (self->trace) > self->position)
    return 0;
  time = is_state ? get_now () : get_time (self, records);
  while (n < n_records && (n == 0 || is_state || records[n].time == records[0].time) &&
         send_texts (self, &records[n], time))
    n++;
  if (n == 0 || !has_room (&self->ring, 1 + n) || (head = ls_ring_writer_reserve (&self->ring, LS_WIRE_RECORDS, 1 + n)) == NULL)
    return 0;
  head->head.context = 0;
  head->head.source = 0;
  head->head.time = time;
  head->n_records = n;
  head->flags = flags;
  head->reserved = 0;
  for (guint i = 0; i < n; i++)
    ls_record_encode_priorities (&records[i]);
  memcpy (head + 1, records, n * sizeof *records);
  ls_ring_writer_commit (&self->ring);
  return n;
}

/* Sends what there was at the position. Returns whether that is done. */
static gboolean
send_before (LsOutletStream *self)
{
  while (self->before != NULL && self->n_before < self->before->len)
    {
      const LsRecord *records = &g_array_index (self->before, LsRecord, self->n_before);
      const guint n = send_some (self, records, self->before->len - self->n_before,
                                 LS_WIRE_RECORDS_STATE | (self->n_before == 0 ? LS_WIRE_RECORDS_ANEW : 0));

      if (n == 0)
        return FALSE;
      self->n_before += n;
    }
  g_clear_pointer (&self->before, g_array_unref);
  return TRUE;
}

/* Sends what is new, as far as there is room. Returns whether that is all; if not, the outlet's thread is to go on. */
static gboolean
send_new (LsOutletStream *self)
{
  const gsize length = ls_trace_get_length (self->trace);

  self->is_behind = TRUE;
  if (!self->is_begun || ls_trace_get_start (self->trace) > self->position || !send_before (self))
    return FALSE;
  while (self->position < length)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (self->trace, self->position, &n_records);
      const guint n = send_some (self, records, MIN (n_records, length - self->position), 0);

      if (n == 0)
        return FALSE;
      self->position += n;
    }
  self->is_behind = FALSE;
  return TRUE;
}

/* Begins to tell a watcher who knows nothing: everything, if he was there when the trace began. */
static gboolean
begin (LsOutletStream *self)
{
  if (!ls_ring_writer_renew (&self->ring))
    return FALSE;
  g_clear_pointer (&self->before, g_array_unref);
  g_byte_array_set_size (self->texts, 0);
  self->position = 0;
  self->is_begun = self->watched_from == (int) ls_ring_writer_generation && ls_trace_get_start (self->trace) == 0;
  return tell_stream (self);
}

static gboolean
is_watched (LsOutletStream *self)
{
  const int active = atomic_load_explicit (&ls_ring_writer_is_active, memory_order_acquire);

  return active != 0 && ((self->ring.ring != NULL && self->ring.generation == (unsigned) active) || begin (self));
}

/* Sends what is new. On the thread of the trace's writer, which waits neither for the watcher nor for the outlet's thread. Returns
 * whether that is to go on. */
gboolean
ls_outlet_stream_send (LsOutletStream *self)
{
  gboolean was_behind, is_behind;

  if (pthread_mutex_trylock (&self->lock) != 0)
    {
      atomic_store (&self->settled_for, 0);
      return TRUE;
    }
  was_behind = self->is_behind;
  is_behind = is_watched (self) && !send_new (self);
  if (is_behind)
    atomic_store (&self->settled_for, 0);
  pthread_mutex_unlock (&self->lock);
  return is_behind && !was_behind;
}

/* Lists what there is at a position. */
static GArray *
list_state (LsState *state,
            gsize    position)
{
  ls_state_seek (state, position);
  return ls_world_list_records (ls_state_get_world (state));
}

/* Says anew what there is, where the watcher has come late or misses something. The lock is not held while that takes long. */
static void
begin_anew (LsOutletStream *self)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);
  gsize start;

  ls_state_seek (state, ls_trace_get_length (self->trace));
  pthread_mutex_lock (&self->lock);
  start = ls_trace_get_start (self->trace);
  if (is_watched (self))
    {
      const gsize length = ls_trace_get_length (self->trace);

      if (self->is_begun && start > self->position)
        atomic_fetch_add (&self->ring.ring->n_lost, length - self->position);
      g_clear_pointer (&self->before, g_array_unref);
      self->before = list_state (state, length);
      self->n_before = 0;
      self->position = length;
      self->is_begun = TRUE;
    }
  pthread_mutex_unlock (&self->lock);
}

/* Sends what had no room. On the outlet's thread, which leaves the lock alone where there is nothing to do: what is published
 * meanwhile is to go out at once, as the process may end. Returns whether that is all. */
gboolean
ls_outlet_stream_go_on (LsOutletStream *self)
{
  const int active = atomic_load_explicit (&ls_ring_writer_is_active, memory_order_acquire);
  gboolean is_done, needs_state;

  /* Nothing is forgotten: whoever finds the lock taken from now on says so afterwards. */
  if (atomic_exchange (&self->settled_for, active) == active)
    return TRUE;
  pthread_mutex_lock (&self->lock);
  is_done = !is_watched (self) || send_new (self);
  if (!is_done)
    atomic_store (&self->settled_for, 0);
  needs_state = !is_done && (!self->is_begun || ls_trace_get_start (self->trace) > self->position);
  pthread_mutex_unlock (&self->lock);
  if (needs_state)
    begin_anew (self);
  return is_done;
}

/* Drops what is old from a trace that nobody else reads. On the thread of its writer. */
void
ls_outlet_stream_forget (LsOutletStream *self)
{
  if (pthread_mutex_trylock (&self->lock) != 0)
    return;
  ls_trace_forget (self->trace, LS_OUTLET_KEPT_RECORDS);
  pthread_mutex_unlock (&self->lock);
}

/* Sends what has room, and counts the rest: the program or the trace ends. */
void
ls_outlet_stream_end (LsOutletStream *self)
{
  pthread_mutex_lock (&self->lock);
  if (is_watched (self) && !send_new (self) && self->is_begun)
    atomic_fetch_add (&self->ring.ring->n_lost, ls_trace_get_length (self->trace) - self->position);
  ls_ring_writer_close (&self->ring);
  pthread_mutex_unlock (&self->lock);
}

/* In a child, which has no part in the ring of its parent. */
void
ls_outlet_stream_on_fork (LsOutletStream *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->ring = (LsThread) { .event_fd = -1 };
}
