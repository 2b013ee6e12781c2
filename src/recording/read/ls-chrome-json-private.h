/* ls-chrome-json-private.h: one event of a JSON file
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-chrome-events-private.h"
#include "ls-json-scan-private.h"

G_BEGIN_DECLS

/*< private >
 * LsChromeJsonResult:
 *
 * What became of a text that should be an event. */
typedef enum
{
  LS_CHROME_JSON_EVENT,
  LS_CHROME_JSON_BROKEN,
  LS_CHROME_JSON_NO_TIME
} LsChromeJsonResult;

/*< private >
 * LsChromeJson:
 *
 * Reads events with yajl, one after the other. */
typedef struct _LsChromeJson LsChromeJson;

LsChromeJson       *ls_chrome_json_new       (void);
void                ls_chrome_json_free      (LsChromeJson *self);
LsChromeJsonResult  ls_chrome_json_read      (LsChromeJson *self,
                                              const char   *text,
                                              gsize         length);
LsChromeJsonResult  ls_chrome_json_read_split (LsChromeJson      *self,
                                               const LsJsonSplit *split,
                                               gboolean           with_args);
gboolean            ls_chrome_json_has_no_end (LsChromeJson *self);
gboolean            ls_chrome_json_ends_early (LsChromeJson *self);
LsChromeEvent      *ls_chrome_json_get_event (LsChromeJson *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChromeJson, ls_chrome_json_free)

G_END_DECLS
