/* ls-recording-reading.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>

#include "ls-recording-reading-private.h"

#include "ls-recording-reader.h"

/* Makes what reads the file as Firefox's, beside what reads it as Chromium's. */
static void
begin_other (LsRecordingReading *self)
{
  self->other_builder = ls_recording_builder_new (LS_RECORDING_FORMAT_FIREFOX);
  self->other_parser = ls_firefox_parser_new (self->other_builder);
}

static void
refuse (gboolean   is_empty,
        GError   **error)
{
  g_set_error_literal (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT,
                       is_empty ? _("Found an empty file, expected a recording of a browser or of Node.js")
                                : _("Found a file of an unknown format, expected a recording of a browser or of Node.js"));
}

/* Makes the parser that the first bytes ask for. */
static gboolean
begin (LsRecordingReading  *self,
       const guint8        *bytes,
       gsize                n_bytes,
       GError             **error)
{
  const gboolean is_open = ls_recording_sniff_feed (&self->sniff, bytes, n_bytes);
  LsRecordingFormat format;

  if (is_open && n_bytes > 0 && (self->sniff.is_json || !self->sniff.has_begun))
    {
      self->builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
      self->parser = ls_chrome_parser_new (self->builder);
      /* A profile is an object, no list. */
      if (self->sniff.level != 2)
        begin_other (self);
      return TRUE;
    }

  if (is_open)
    ls_recording_sniff_end (&self->sniff);
  format = ls_recording_sniff_tell (&self->sniff, bytes, n_bytes);
  if (format == LS_RECORDING_FORMAT_NONE && self->sniff.is_json && self->sniff.level == 1)
    format = LS_RECORDING_FORMAT_CHROME;
  if (format == LS_RECORDING_FORMAT_NONE)
    {
      refuse (n_bytes == 0, error);
      return FALSE;
    }

  self->builder = ls_recording_builder_new (format);
  if (format == LS_RECORDING_FORMAT_PERFETTO)
    self->parser = ls_perfetto_parser_new (self->builder);
  else if (format == LS_RECORDING_FORMAT_FIREFOX)
    self->parser = ls_firefox_parser_new (self->builder);
  else
    self->parser = ls_chrome_parser_new (self->builder);
  return TRUE;
}

static void
drop_other (LsRecordingReading *self)
{
  if (self->other_parser != NULL)
    self->other_parser->free (self->other_parser);
  self->other_parser = NULL;
  g_clear_pointer (&self->other_builder, ls_recording_builder_free);
}

/* Reads the file as what it is by all that is known, and as nothing else. */
static void
settle (LsRecordingReading *self)
{
  if (self->other_parser != NULL && self->sniff.format == LS_RECORDING_FORMAT_FIREFOX)
    {
      LsRecordingBuilder *builder = self->builder;
      LsRecordingParser *parser = self->parser;

      self->builder = self->other_builder;
      self->parser = self->other_parser;
      self->other_builder = builder;
      self->other_parser = parser;
    }
  drop_other (self);
}

/* Takes the next bytes. Returns FALSE and an error if they are those of no recording. */
gboolean
ls_recording_reading_feed (LsRecordingReading  *self,
                           const guint8        *bytes,
                           gsize                n_bytes,
                           GError             **error)
{
  if (self->parser == NULL)
    {
      if (!begin (self, bytes, n_bytes, error))
        return FALSE;
    }
  else if (self->other_parser != NULL && !ls_recording_sniff_feed (&self->sniff, bytes, n_bytes))
    settle (self);

  if (self->other_parser != NULL && !self->other_parser->feed (self->other_parser, bytes, n_bytes, NULL))
    drop_other (self);
  return self->parser->feed (self->parser, bytes, n_bytes, error);
}

/* There are no more bytes. Returns FALSE and an error if there was nothing but space. */
gboolean
ls_recording_reading_end (LsRecordingReading  *self,
                          GError             **error)
{
  if (self->parser == NULL || !self->sniff.has_begun)
    {
      refuse (self->parser == NULL, error);
      return FALSE;
    }
  settle (self);
  return TRUE;
}

void
ls_recording_reading_clear (LsRecordingReading *self)
{
  drop_other (self);
  if (self->parser != NULL)
    self->parser->free (self->parser);
  self->parser = NULL;
  g_clear_pointer (&self->builder, ls_recording_builder_free);
}
