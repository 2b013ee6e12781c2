/* ls-json-scan-private.h: finds where a JSON value ends, without reading it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*< private >
 * LS_JSON_SCAN_MAX_DEPTH:
 *
 * How deep a value may be nested. What is deeper is found to its end, but not to be read.
 */
#define LS_JSON_SCAN_MAX_DEPTH 256

/*< private >
 * LsJsonScanMember:
 *
 * The members of an object that a scan notes, if they are texts. */
typedef enum
{
  LS_JSON_SCAN_NAME = 0,
  LS_JSON_SCAN_CATEGORY,
  LS_JSON_SCAN_PHASE,
  LS_JSON_SCAN_OTHER
} LsJsonScanMember;

/*< private >
 * LS_N_JSON_SCAN_MEMBERS:
 *
 * How many members a scan notes.
 */
#define LS_N_JSON_SCAN_MEMBERS 3

/*< private >
 * LS_JSON_SCAN_KEPT:
 *
 * How many bytes of a member's text are kept when the others are dropped.
 */
#define LS_JSON_SCAN_KEPT 256

/*< private >
 * LS_JSON_SCAN_DROPPED:
 *
 * Where a text began that has been dropped.
 */
#define LS_JSON_SCAN_DROPPED G_MAXSIZE

/*< private >
 * LsJsonScan:
 * @start: where the value begins in the bytes
 * @pos: how far the scan has come
 * @string: where the text begins that goes on at @pos, after its quote
 * @depth: how many objects and arrays are open
 * @is_done: the value ends before @pos
 * @is_word: whether it is a number or a word
 * @in_string: whether @pos is within a text
 * @is_too_deep: there are more than 256 levels
 * @is_broken: brackets do not match
 * @before: the last character before @start that is no space, where bytes have been dropped
 * @member: to which member the value belongs that comes next, on the first level
 * @members: where the texts of members begin, 0 if there are none
 * @lengths: how long they are
 * @kept: copies of members that were found before bytes were dropped
 * @closes: bits: for each level, whether it is an object
 *
 * A scan of one value, which can go on when more bytes are there. */
typedef struct
{
  gsize            start;
  gsize            pos;
  gsize            string;
  guint            depth;
  gboolean         is_done;
  gboolean         is_word;
  gboolean         in_string;
  gboolean         is_too_deep;
  gboolean         is_broken;
  char             before;
  LsJsonScanMember member;
  gsize            members[LS_N_JSON_SCAN_MEMBERS];
  gsize            lengths[LS_N_JSON_SCAN_MEMBERS];
  char             kept[LS_N_JSON_SCAN_MEMBERS][LS_JSON_SCAN_KEPT];
  guint64          closes[LS_JSON_SCAN_MAX_DEPTH / 64];
} LsJsonScan;

/*< private >
 * LsJsonSplitMember:
 *
 * The members of a trace event. */
typedef enum
{
  LS_JSON_SPLIT_NAME = 0,
  LS_JSON_SPLIT_CATEGORY,
  LS_JSON_SPLIT_PHASE,
  LS_JSON_SPLIT_PID,
  LS_JSON_SPLIT_TID,
  LS_JSON_SPLIT_TIME,
  LS_JSON_SPLIT_DURATION,
  LS_JSON_SPLIT_ID,
  LS_JSON_SPLIT_ID2,
  LS_JSON_SPLIT_ARGS,
  LS_N_JSON_SPLIT_MEMBERS,
  LS_JSON_SPLIT_OTHER = LS_N_JSON_SPLIT_MEMBERS
} LsJsonSplitMember;

/*< private >
 * LsJsonPart:
 * @text: (nullable): the value as it is written; a text without its quotes
 * @length: how long it is
 * @type: the first character of the value: '"', '{', '[' or that of a number or a word
 *
 * The value of a member. */
typedef struct
{
  const char *text;
  gsize       length;
  char        type;
} LsJsonPart;

/*< private >
 * LsJsonSplit:
 *
 * The values of the members of a trace event. */
typedef struct
{
  LsJsonPart parts[LS_N_JSON_SPLIT_MEMBERS];
} LsJsonSplit;

gsize       ls_json_split           (LsJsonSplit      *self,
                                     const char       *bytes,
                                     gsize             n_bytes);

void        ls_json_scan_begin      (LsJsonScan       *self,
                                     gsize             start);
gboolean    ls_json_scan_run        (LsJsonScan       *self,
                                     const char       *bytes,
                                     gsize             n_bytes);
void        ls_json_scan_move       (LsJsonScan       *self,
                                     gsize             by);
void        ls_json_scan_drop       (LsJsonScan       *self,
                                     const char       *bytes,
                                     gsize             start);
const char *ls_json_scan_get_member (LsJsonScan       *self,
                                     const char       *bytes,
                                     LsJsonScanMember  member,
                                     gsize            *length);

G_END_DECLS
