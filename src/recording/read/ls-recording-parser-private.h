/* ls-recording-parser-private.h: what reads one format
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/*< private >
 * LsRecordingParser:
 * @feed: takes the next bytes of the file, in pieces of any size, already unpacked; FALSE and an error if it is no such file
 * @end: there are no more bytes; @is_cut: whether the file ends too early as far as its container knows (a gzip stream without its
 *   end). FALSE and an error if it is no such file
 * @free: frees the parser
 *
 * Reads one format into a builder. The parser complains to the builder of what it cannot read, marks a file that is cut, and
 * returns errors for what is no recording only. The first member of each parser's struct is this one. */
typedef struct _LsRecordingParser LsRecordingParser;

struct _LsRecordingParser
{
  gboolean (*feed) (LsRecordingParser  *self,
                    const guint8       *bytes,
                    gsize               n_bytes,
                    GError            **error);
  gboolean (*end)  (LsRecordingParser  *self,
                    gboolean            is_cut,
                    GError            **error);
  void     (*free) (LsRecordingParser  *self);
};

LsRecordingParser *ls_chrome_parser_new   (LsRecordingBuilder *builder);
LsRecordingParser *ls_perfetto_parser_new (LsRecordingBuilder *builder);
LsRecordingParser *ls_firefox_parser_new  (LsRecordingBuilder *builder);

G_END_DECLS
