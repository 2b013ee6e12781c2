/* ls-recording-sniffer.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>
#include <zlib.h>

#include "ls-recording-sniff-private.h"
#include "ls-recording-sniffer-private.h"

/* How much of the unpacked file is kept. */
#define BEGINNING (64 * 1024)

/* How much of a file is looked at in the search of a member that tells. */
#define MAX_SEEN (G_GUINT64_CONSTANT (1024) * 1024 * 1024)

struct _LsRecordingSniffer
{
  LsRecordingSniff  sniff;
  guint8            magic[2];
  guint             n_magic;
  gboolean          is_packed;
  gboolean          is_unpacked;   /* there is nothing more to unpack */
  z_stream          zip;
  guint64           n_seen;        /* bytes, unpacked */
  GByteArray       *beginning;
  guint8           *buffer;
};

LsRecordingSniffer *
ls_recording_sniffer_new (void)
{
  LsRecordingSniffer *self = g_new0 (LsRecordingSniffer, 1);

  self->beginning = g_byte_array_new ();
  return self;
}

void
ls_recording_sniffer_free (LsRecordingSniffer *self)
{
  if (self->is_packed)
    inflateEnd (&self->zip);
  g_byte_array_unref (self->beginning);
  g_free (self->buffer);
  g_free (self);
}

/* Whether what has been seen is enough. Of members that may be somebody else's the first one does. */
static gboolean
is_done (LsRecordingSniffer *self)
{
  if (self->n_seen > MAX_SEEN)
    return TRUE;
  return self->beginning->len == BEGINNING && (self->sniff.is_sure || self->sniff.format != LS_RECORDING_FORMAT_NONE);
}

static void
take_unpacked (LsRecordingSniffer *self,
               const guint8       *bytes,
               gsize               n_bytes)
{
  g_byte_array_append (self->beginning, bytes, (guint) MIN (n_bytes, BEGINNING - self->beginning->len));
  ls_recording_sniff_feed (&self->sniff, bytes, n_bytes);
  self->n_seen += n_bytes;
}

static void
unpack (LsRecordingSniffer *self,
        const guint8       *bytes,
        gsize               n_bytes)
{
  gboolean is_full = FALSE;

  if (self->buffer == NULL)
    self->buffer = g_malloc (BEGINNING);
  self->zip.next_in = (guint8 *) bytes;
  self->zip.avail_in = (uInt) n_bytes;

  while ((self->zip.avail_in > 0 || is_full) && !self->is_unpacked && !is_done (self))
    {
      int result;
      gsize n;

      self->zip.next_out = self->buffer;
      self->zip.avail_out = BEGINNING;
      result = inflate (&self->zip, Z_NO_FLUSH);
      n = BEGINNING - self->zip.avail_out;
      is_full = self->zip.avail_out == 0;
      take_unpacked (self, self->buffer, n);

      /* Another stream may follow. What comes before damage is there to be read. */
      if (result == Z_STREAM_END)
        inflateReset (&self->zip);
      else if (result != Z_OK && !(result == Z_BUF_ERROR && self->zip.avail_in == 0))
        self->is_unpacked = TRUE;
    }
}

/* Takes the next bytes of the file. Returns whether more of them could tell more. */
gboolean
ls_recording_sniffer_feed (LsRecordingSniffer *self,
                           const guint8       *bytes,
                           gsize               n_bytes)
{
  while (self->n_magic < 2 && n_bytes > 0)
    {
      self->magic[self->n_magic++] = *bytes++;
      n_bytes--;
      if (self->n_magic < 2)
        continue;
      self->is_packed = self->magic[0] == 0x1f && self->magic[1] == 0x8b && inflateInit2 (&self->zip, 15 + 16) == Z_OK;
      if (self->is_packed)
        unpack (self, self->magic, 2);
      else
        take_unpacked (self, self->magic, 2);
    }
  if (n_bytes > 0 && self->is_packed)
    unpack (self, bytes, n_bytes);
  else if (n_bytes > 0)
    take_unpacked (self, bytes, n_bytes);
  return !is_done (self) && !self->is_unpacked;
}

/* There are no more bytes, or nobody wants to read them. @is_whole: these were all
 *
 * Returns: the format, %LS_RECORDING_FORMAT_NONE if the file is no recording. What does not tell though it is longer than anything
 *   else may be is left to whoever reads it: it is said to be Chromium's */
LsRecordingFormat
ls_recording_sniffer_end (LsRecordingSniffer *self,
                          gboolean            is_whole)
{
  if (self->n_magic == 1)
    take_unpacked (self, self->magic, 1);
  if (!is_whole && !self->sniff.is_sure && self->sniff.format == LS_RECORDING_FORMAT_NONE &&
      (self->sniff.level == 1 || self->sniff.has_objects))
    return LS_RECORDING_FORMAT_CHROME;

  ls_recording_sniff_end (&self->sniff);
  return ls_recording_sniff_tell (&self->sniff, self->beginning->data, self->beginning->len);
}

/* Whether the file is packed with gzip. */
gboolean
ls_recording_sniffer_is_packed (LsRecordingSniffer *self)
{
  return self->is_packed;
}

/* Returns the first 64 kB of the file, unpacked, or what of them has been seen. */
const guint8 *
ls_recording_sniffer_peek_beginning (LsRecordingSniffer *self,
                                     gsize              *n_bytes)
{
  *n_bytes = self->beginning->len;
  return self->beginning->len > 0 ? self->beginning->data : (const guint8 *) "";
}
