/* ls-firefox-parser-private.h: where in a profile of Firefox the parser is
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <yajl/yajl_parse.h>

#include "ls-firefox-profile-private.h"
#include "ls-json-shortener-private.h"
#include "ls-recording-parser-private.h"

G_BEGIN_DECLS

#define LS_FIREFOX_MAX_DEPTH 256
#define LS_FIREFOX_MAX_COLUMNS 16

/*< private >
 * LsFirefoxPlace:
 *
 * In which object or array of the file the parser is.
 */
typedef enum
{
  IN_NOTHING,
  IN_PROFILE,
  IN_META,
  IN_PAGES,
  IN_PAGE,
  IN_SHARED,
  IN_PROFILES,
  IN_THREADS,
  IN_THREAD,
  IN_MARKERS,
  IN_SCHEMA,
  IN_DATA,
  IN_ROW,
  IN_PAYLOAD,
  IN_COLUMN,
  IN_STRINGS
} LsFirefoxPlace;

/*< private >
 * LsFirefoxKey:
 *
 * The members that mean something, wherever they are.
 */
typedef enum
{
  KEY_NONE,
  KEY_META,
  KEY_PAGES,
  KEY_SHARED,
  KEY_PROCESSES,
  KEY_THREADS,
  KEY_MARKERS,
  KEY_SCHEMA,
  KEY_DATA,
  KEY_STRINGS,
  KEY_NAME,
  KEY_START_TIME,
  KEY_END_TIME,
  KEY_PHASE,
  KEY_PROCESS_NAME,
  KEY_PROCESS_TYPE,
  KEY_PID,
  KEY_TID,
  KEY_PRODUCT,
  KEY_MISC,
  KEY_URL,
  KEY_WINDOW,
  KEY_EMBEDDER,
  KEY_TYPE,
  KEY_EVENT_TYPE,
  KEY_LATENCY,
  KEY_ENTRY_TYPE,
  KEY_FLOW,
  KEY_URI,
  KEY_STATUS
} LsFirefoxKey;

/*< private >
 * LsFirefoxLevel:
 * @place: what it is
 * @key: the member whose value comes next; of a column, what it has
 * @index: the number of the value that comes next
 */
typedef struct
{
  guint8 place;
  guint8 key;
  guint32 index;
} LsFirefoxLevel;

/*< private >
 * LsFirefoxParser:
 * @parser: what the loader knows
 * @builder: what is filled
 * @profile: what has been read
 * @yajl: the tokeniser
 * @shortener: takes out of texts what is too long for it
 * @levels: where the parser is
 * @depth: how many levels there are
 * @n_skipped: how many more levels there are that mean nothing
 * @is_too_deep: whether the file was given up for its depth
 * @is_broken: whether the file was given up
 * @is_done: whether the outermost object is whole
 * @n_read: bytes
 * @thread: the thread that is being read
 * @columns: what each element of a marker is, in a profile as the browser writes it
 * @row: such a marker
 * @window: of the document that is being read
 * @embedder: likewise
 * @url: likewise
 * @product: (nullable): what the browser calls itself
 * @version: (nullable): its version, such as "rv:153.0"
 */
typedef struct
{
  LsRecordingParser parser;
  LsRecordingBuilder *builder;
  LsFirefoxProfile *profile;
  yajl_handle yajl;
  LsJsonShortener shortener;
  LsFirefoxLevel levels[LS_FIREFOX_MAX_DEPTH];
  guint depth;
  guint n_skipped;
  gboolean is_too_deep;
  gboolean is_broken;
  gboolean is_done;
  guint64 n_read;
  LsFirefoxThread *thread;
  guint8 columns[LS_FIREFOX_MAX_COLUMNS];
  LsFirefoxMarker row;
  guint64 window;
  guint64 embedder;
  char *url;
  char *product;
  char *version;
} LsFirefoxParser;

/* ls-firefox-values.c */
LsFirefoxLevel *ls_firefox_parser_get_level     (LsFirefoxParser *self);
LsFirefoxKey    ls_firefox_parser_get_key       (LsFirefoxParser *self);
void            ls_firefox_parser_pass_value    (LsFirefoxParser *self);
void            ls_firefox_parser_reset_columns (LsFirefoxParser *self);
void            ls_firefox_parser_set_text      (LsFirefoxParser *self,
                                                 const char      *text,
                                                 gsize            n_bytes);
void            ls_firefox_parser_set_number    (LsFirefoxParser *self,
                                                 const char      *text,
                                                 gsize            n_bytes);
void            ls_firefox_parser_set_nothing   (LsFirefoxParser *self);
void            ls_firefox_parser_set_key       (LsFirefoxParser *self,
                                                 const char      *text,
                                                 gsize            n_bytes);

G_END_DECLS
