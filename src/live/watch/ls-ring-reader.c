/* ls-ring-reader.c: the watcher's end of a ring
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-ring-reader-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* The program that writes may be anything, and may write at any time. Each number is read once, and looked at before it is used.
 * The memory can neither shrink nor grow: the kernel sees to that. */
struct _LsRingReader
{
  LsWireRing   *ring;
  const guint8 *units;
  gsize         n_bytes;
  guint32       n_units;
  guint64       tail;        /* units that were taken */
  guint64       head;        /* units that are written, as far as it was looked */
  guint32       n_steps;
  gboolean      is_broken;
};

/**
 * ls_ring_reader_new:
 * @fd: the ring's memory, which stays the caller's
 * @error: return location for an error
 *
 * Returns: (transfer full): a reader; %NULL with @error set if that is no ring
 */
LsRingReader *
ls_ring_reader_new (int      fd,
                    GError **error)
{
  g_autoptr (LsRingReader) self = g_new0 (LsRingReader, 1);
  const int needed = F_SEAL_SHRINK;
  const int seals = fcntl (fd, F_GET_SEALS);
  struct stat info;
  void *memory;

  if (seals < 0 || (seals & needed) != needed || fstat (fd, &info) < 0 ||
      info.st_size < LS_WIRE_HEADER_BYTES || info.st_size > LS_WIRE_HEADER_BYTES + (goffset) LS_WIRE_MAX_UNITS * LS_WIRE_UNIT_BYTES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The program sent memory that is no ring"));
      return NULL;
    }
  memory = mmap (NULL, info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _("The memory of a ring cannot be mapped: %s"),
                   g_strerror (errno));
      return NULL;
    }
  self->ring = memory;
  self->n_bytes = info.st_size;
  self->units = (const guint8 *) memory + LS_WIRE_HEADER_BYTES;
  self->n_units = *(volatile guint32 *) &self->ring->n_units;
  if (self->ring->magic != LS_WIRE_MAGIC || self->n_units < LS_RING_MAX_RECORD_UNITS ||
      (self->n_units & (self->n_units - 1)) != 0 || self->n_units > (self->n_bytes - LS_WIRE_HEADER_BYTES) / LS_WIRE_UNIT_BYTES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The program sent memory that is no ring"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
ls_ring_reader_free (LsRingReader *self)
{
  if (self->ring != NULL)
    munmap (self->ring, self->n_bytes);
  g_free (self);
}

/* Looks how much is written by now. */
void
ls_ring_reader_look (LsRingReader *self)
{
  self->head = atomic_load_explicit (&self->ring->head, memory_order_acquire);
  if (self->head - self->tail > self->n_units)
    self->is_broken = TRUE;
}

/* Lets the program write over what was taken. */
void
ls_ring_reader_release (LsRingReader *self)
{
  atomic_store_explicit (&self->ring->tail, self->tail, memory_order_release);
}

static const guint8 *
get_unit (LsRingReader *self)
{
  return self->units + (gsize) (self->tail & (self->n_units - 1)) * LS_WIRE_UNIT_BYTES;
}

/* Gets the @time of the next record, in the program's clock. Returns FALSE where there is none that was looked for. */
gboolean
ls_ring_reader_peek (LsRingReader *self,
                     guint64      *time)
{
  while (!self->is_broken && self->tail != self->head)
    {
      LsWireHead head;
      const guint32 n_left = self->n_units - (self->tail & (self->n_units - 1));

      memcpy (&head, get_unit (self), sizeof head);
      if (head.kind == LS_WIRE_SKIP && self->head - self->tail >= n_left)
        {
          self->tail += n_left;
          continue;
        }
      *time = head.time;
      return TRUE;
    }
  return FALSE;
}

/* Takes the record that ls_ring_reader_peek() has found. One that cannot be becomes LS_WIRE_SKIP, and the ring is broken. */
void
ls_ring_reader_take (LsRingReader *self,
                     LsRingRecord *record)
{
  const guint32 n_left = self->n_units - (self->tail & (self->n_units - 1));
  static const guint8 n_units[LS_WIRE_N_KINDS] = {
    [LS_WIRE_CONTEXT] = 1, [LS_WIRE_ATTACHED] = 2, [LS_WIRE_FOUND] = 2, [LS_WIRE_BEGIN] = 1, [LS_WIRE_END] = 1,
    [LS_WIRE_SLEPT] = 1, [LS_WIRE_DESTROYED] = 1, [LS_WIRE_PRIORITY] = 1, [LS_WIRE_NAMED] = 1,
    [LS_WIRE_READY_TIME] = 1, [LS_WIRE_RETURNED] = 2, [LS_WIRE_CALLED] = 1, [LS_WIRE_FRAME] = 1,
    [LS_WIRE_READY] = 1, [LS_WIRE_STREAM] = 1,
  };
  LsWireHead head;

  memcpy (&head, get_unit (self), sizeof head);
  if (head.kind == LS_WIRE_SKIP || head.kind >= LS_WIRE_N_KINDS || head.n_units == 0 || head.n_units > LS_RING_MAX_RECORD_UNITS ||
      head.n_units > n_left || head.n_units > self->head - self->tail ||
      (n_units[head.kind] != 0 && n_units[head.kind] != head.n_units))
    {
      self->is_broken = TRUE;
      memset (record, 0, sizeof record->head);
      return;
    }
  memcpy (record->bytes, get_unit (self), (gsize) head.n_units * LS_WIRE_UNIT_BYTES);
  record->head = head;
  self->tail += head.n_units;
}

/* Returns how many records the program had no room for. */
guint64
ls_ring_reader_get_lost (LsRingReader *self)
{
  return atomic_load_explicit (&self->ring->n_lost, memory_order_relaxed);
}

/* Returns before which dispatch the thread is held, as LS_WIRE_HELD() says it; 0 if it is not, or if it has written more than was
 * taken. */
guint64
ls_ring_reader_get_held (LsRingReader *self)
{
  const guint64 held = atomic_load_explicit (&self->ring->held, memory_order_acquire);

  if ((held >> 63) == 0 || atomic_load_explicit (&self->ring->head, memory_order_acquire) != self->tail)
    return 0;
  return held;
}

/* Lets a thread go that is held, for one dispatch. It may have to be woken. */
void
ls_ring_reader_step (LsRingReader *self)
{
  atomic_store_explicit (&self->ring->n_steps, ++self->n_steps, memory_order_release);
}

/* Returns whether the program wrote what no program of ours writes. Nothing more is read then. */
gboolean
ls_ring_reader_is_broken (LsRingReader *self)
{
  return self->is_broken;
}

/* Returns whether the thread is over, and everything was read. */
gboolean
ls_ring_reader_is_closed (LsRingReader *self)
{
  return atomic_load_explicit (&self->ring->is_closed, memory_order_acquire) != 0 &&
         atomic_load_explicit (&self->ring->head, memory_order_acquire) == self->tail;
}

/* Returns (transfer none) the text of a record of the kind LS_WIRE_TEXT; NULL if it has no end or is not valid UTF-8. */
const char *
ls_ring_record_get_text (const LsRingRecord *record)
{
  const char *text = (const char *) record->bytes + sizeof record->head;
  const gsize n_bytes = (gsize) record->head.n_units * LS_WIRE_UNIT_BYTES - sizeof record->head;

  if (memchr (text, '\0', n_bytes) == NULL || !g_utf8_validate (text, -1, NULL))
    return NULL;
  return text;
}
