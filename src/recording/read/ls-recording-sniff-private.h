/* ls-recording-sniff-private.h: which format a recording has
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

#include "ls-recording.h"

G_BEGIN_DECLS

/*< private >
 * LsRecordingSniff:
 * @format: the format as far as it is known, %LS_RECORDING_FORMAT_NONE if nothing has told yet
 * @is_sure: no other bytes could tell otherwise
 * @has_begun: there was something else than space
 * @is_json: the file is an object or a list, the members of which tell
 * @first: the first bytes, which tell whether it is JSON
 * @n_first: how many of these there are
 * @n_bytes: how many bytes it has seen
 * @depth: how many objects and lists are open
 * @level: how many are open where members tell: of the outermost object, or of an event in a list
 * @is_object: what has been opened last at this level is an object
 * @has_objects: there was one
 * @has_other: there was something else than an object in a list
 * @in_string: within a text
 * @is_escaped: after a backslash
 * @is_key: the text is the name of a member that may tell
 * @last: the last character that is no space
 * @key: that name as it is written
 * @key_length: how long it is, or more than there is room for if it is too long
 *
 * Finds out the format of a recording from its bytes, unpacked, in pieces of any size. It keeps none of them, so the member that
 * tells may be anywhere. */
typedef struct
{
  LsRecordingFormat format;
  gboolean          is_sure;
  gboolean          has_begun;
  gboolean          is_json;
  guint8            first[16];
  guint             n_first;
  guint64           n_bytes;
  guint64           depth;
  guint             level;
  gboolean          is_object;
  gboolean          has_objects;
  gboolean          has_other;
  gboolean          in_string;
  gboolean          is_escaped;
  gboolean          is_key;
  char              last;
  char              key[96];
  gsize             key_length;
} LsRecordingSniff;

gboolean          ls_recording_sniff_feed (LsRecordingSniff *self,
                                           const guint8     *bytes,
                                           gsize             n_bytes);
void              ls_recording_sniff_end  (LsRecordingSniff *self);
LsRecordingFormat ls_recording_sniff_tell (LsRecordingSniff *self,
                                           const guint8     *bytes,
                                           gsize             n_bytes);

G_END_DECLS
