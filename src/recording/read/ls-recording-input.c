/* ls-recording-input.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <zlib.h>

#include "ls-recording-input-private.h"

/* How many blocks there are: one is read, one is unpacked, and some wait for whichever is slower. */
#define N_BLOCKS 4

/* How many bytes of a file are read at once. The first of them may be a block as they are. */
#define PACKED_SIZE (128 * 1024)
G_STATIC_ASSERT (PACKED_SIZE <= LS_RECORDING_BLOCK);

/* Recordings shrink to a tenth or a thirtieth. What grows by more than this is made to fill the memory. */
#define MAX_RATIO 250
#define MIN_UNPACKED (G_GUINT64_CONSTANT (256) * 1024 * 1024)

typedef struct
{
  guint8  *bytes;
  gsize    n_bytes;
  guint64  n_read;   /* bytes of the file that it and those before it were made of */
  gboolean is_last;
} Block;

struct _LsRecordingInput
{
  GInputStream *stream;
  GCancellable *cancellable;
  GThread      *thread;
  GAsyncQueue  *empty;     /* Block */
  GAsyncQueue  *full;      /* Block */
  Block         blocks[N_BLOCKS];
  Block        *current;   /* what ls_recording_input_read() has returned */
  gint          is_stopped;
  guint64       n_read;

  /* Of the thread, until the last block is there. */
  guint64       n_packed;
  guint64       n_left;     /* of these, what is still to be unpacked */
  guint64       n_unpacked;
  gboolean      is_cut;
  char         *trouble;
  GError       *error;
};

/* Fills a block from the stream as it is. Returns FALSE at its end. */
static gboolean
copy (LsRecordingInput *self,
      Block            *block)
{
  gsize n_read = 0;
  gboolean is_well = g_input_stream_read_all (self->stream, block->bytes + block->n_bytes, LS_RECORDING_BLOCK - block->n_bytes,
                                              &n_read, self->cancellable, &self->error);

  block->n_bytes += n_read;
  self->n_packed += n_read;
  return is_well && block->n_bytes == LS_RECORDING_BLOCK;
}

/* Takes an empty block; NULL if nobody waits for it any more. */
static Block *
take_block (LsRecordingInput *self)
{
  Block *block = g_async_queue_pop (self->empty);

  if (g_atomic_int_get (&self->is_stopped))
    return NULL;

  block->n_bytes = 0;
  block->is_last = FALSE;
  return block;
}

static void
give_block (LsRecordingInput *self,
            Block            *block)
{
  block->n_read = self->n_packed - self->n_left;
  g_async_queue_push (self->full, block);
}

/* Whether the unpacked file is out of all proportion. */
static gboolean
is_bomb (LsRecordingInput *self)
{
  return self->n_unpacked > MIN_UNPACKED && self->n_unpacked / MAX_RATIO > self->n_packed;
}

/* Unpacks until the end. @packed has what has been read already. Returns the last block, or NULL if nobody waits. */
static Block *
unpack (LsRecordingInput *self,
        guint8           *packed,
        gsize             n_packed,
        Block            *block)
{
  z_stream zip = { .next_in = packed, .avail_in = (uInt) n_packed };
  gboolean is_at_end = FALSE;
  int result = inflateInit2 (&zip, 15 + 16);

  g_assert (result == Z_OK);

  while (block != NULL)
    {
      gsize before = block->n_bytes;

      if (zip.avail_in == 0)
        {
          gssize n_read = g_input_stream_read (self->stream, packed, PACKED_SIZE, self->cancellable, &self->error);

          if (n_read <= 0)
            {
              self->is_cut = !is_at_end;
              break;
            }
          self->n_packed += (guint64) n_read;
          zip.next_in = packed;
          zip.avail_in = (uInt) n_read;
        }

      /* One stream may follow another. Zeros fill what is left of a tape. */
      if (is_at_end && *zip.next_in == 0)
        {
          zip.next_in++;
          zip.avail_in--;
          continue;
        }
      if (is_at_end)
        {
          /* Both bytes of its mark may not have come together. What has another one is none of the file's data. */
          if (zip.next_in[0] != 0x1f || (zip.avail_in > 1 && zip.next_in[1] != 0x8b))
            break;
          inflateReset (&zip);
          is_at_end = FALSE;
        }

      zip.next_out = block->bytes + block->n_bytes;
      zip.avail_out = (uInt) (LS_RECORDING_BLOCK - block->n_bytes);
      result = inflate (&zip, Z_NO_FLUSH);
      block->n_bytes = LS_RECORDING_BLOCK - zip.avail_out;
      self->n_unpacked += block->n_bytes - before;

      if (result == Z_STREAM_END)
        is_at_end = TRUE;
      else if (result != Z_OK && result != Z_BUF_ERROR)
        {
          self->is_cut = TRUE;
          self->trouble = g_strdup_printf (_("The compressed data is damaged near byte %" PRIu64 " of the file. Loopscope shows "
                                             "what comes before."),
                                           self->n_packed - zip.avail_in);
          break;
        }

      if (is_bomb (self))
        {
          self->is_cut = TRUE;
          self->trouble = g_strdup_printf (_("The file unpacks to more than %d times its size. Loopscope reads only the first "
                                             "%" PRIu64 " MB."),
                                           MAX_RATIO, self->n_unpacked / (1024 * 1024));
          break;
        }

      if (block->n_bytes == LS_RECORDING_BLOCK)
        {
          self->n_left = zip.avail_in;
          give_block (self, block);
          block = take_block (self);
        }
    }

  self->n_left = 0;
  inflateEnd (&zip);
  return block;
}

static gpointer
run (gpointer data)
{
  LsRecordingInput *self = data;
  g_autofree guint8 *packed = g_malloc (PACKED_SIZE);
  Block *block = take_block (self);
  gsize n_read = 0;

  if (block == NULL)
    return NULL;

  if (g_input_stream_read_all (self->stream, packed, PACKED_SIZE, &n_read, self->cancellable, &self->error))
    {
      self->n_packed = n_read;
      if (n_read >= 2 && packed[0] == 0x1f && packed[1] == 0x8b)
        block = unpack (self, packed, n_read, block);
      else
        {
          memcpy (block->bytes, packed, n_read);
          block->n_bytes = n_read;
          while (n_read == PACKED_SIZE && block != NULL && copy (self, block))
            {
              give_block (self, block);
              block = take_block (self);
            }
        }
    }

  if (block != NULL)
    {
      block->is_last = TRUE;
      give_block (self, block);
    }
  return NULL;
}

/* Begins to read. @cancellable: (nullable): ends the reading. */
LsRecordingInput *
ls_recording_input_new (GInputStream *stream,
                        GCancellable *cancellable)
{
  LsRecordingInput *self = g_new0 (LsRecordingInput, 1);

  self->stream = g_object_ref (stream);
  g_set_object (&self->cancellable, cancellable);
  self->empty = g_async_queue_new ();
  self->full = g_async_queue_new ();
  for (guint i = 0; i < N_BLOCKS; i++)
    {
      self->blocks[i].bytes = g_malloc (LS_RECORDING_BLOCK);
      g_async_queue_push (self->empty, &self->blocks[i]);
    }
  self->thread = g_thread_new ("recording", run, self);

  return self;
}

/* Stops the thread, wherever it is; it ends with the block it is about to read. */
void
ls_recording_input_free (LsRecordingInput *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
  g_async_queue_push (self->empty, &self->blocks[0]);
  g_thread_join (self->thread);

  for (guint i = 0; i < N_BLOCKS; i++)
    g_free (self->blocks[i].bytes);
  g_async_queue_unref (self->empty);
  g_async_queue_unref (self->full);
  g_object_unref (self->stream);
  g_clear_object (&self->cancellable);
  g_free (self->trouble);
  g_clear_error (&self->error);
  g_free (self);
}

/* Waits for the next bytes, which stay until the next call. Returns NULL at the end, and sets @error if it could not be reached. */
const guint8 *
ls_recording_input_read (LsRecordingInput  *self,
                         gsize             *n_bytes,
                         GError           **error)
{
  *n_bytes = 0;
  if (self->current != NULL && self->current->is_last)
    {
      if (self->error != NULL)
        g_propagate_error (error, g_error_copy (self->error));
      return NULL;
    }

  if (self->current != NULL)
    g_async_queue_push (self->empty, self->current);
  self->current = g_async_queue_pop (self->full);
  self->n_read = self->current->n_read;
  *n_bytes = self->current->n_bytes;

  return self->current->bytes;
}

/* Returns how many bytes of the file have been read for what there is. */
guint64
ls_recording_input_get_n_read (LsRecordingInput *self)
{
  return self->n_read;
}

/* Whether the file ends too early as far as its packing tells. To be asked at the end. */
gboolean
ls_recording_input_is_cut (LsRecordingInput *self)
{
  return self->is_cut;
}

/* Returns a sentence on what is wrong with the packing, or NULL. To be asked at the end. */
const char *
ls_recording_input_get_trouble (LsRecordingInput *self)
{
  return self->trouble;
}
