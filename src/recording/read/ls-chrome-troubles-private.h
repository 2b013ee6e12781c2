/* ls-chrome-troubles-private.h: what is wrong with a file of trace events
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/*< private >
 * LS_CHROME_MAX_TEXT:
 *
 * How many bytes a text of an event has at most. A longer one is left out.
 */
#define LS_CHROME_MAX_TEXT (1024 * 1024)

/*< private >
 * LS_CHROME_MAX_ITEM:
 *
 * How many bytes an event has at most. A longer one is left out.
 */
#define LS_CHROME_MAX_ITEM (16 * 1024 * 1024)

/*< private >
 * LsChromeTrouble:
 * @LS_CHROME_TROUBLE_BROKEN: an event that is no JSON
 * @LS_CHROME_TROUBLE_TIME: an event without a time
 * @LS_CHROME_TROUBLE_DURATION: an event that ends before it begins
 * @LS_CHROME_TROUBLE_NO_DURATION: an event that should have a duration and has none
 * @LS_CHROME_TROUBLE_DEPTH: an event that is nested too deep
 * @LS_CHROME_TROUBLE_LENGTH: an event that is too long
 * @LS_CHROME_TROUBLE_TEXT: an event with a text that is too long
 * @LS_CHROME_TROUBLE_NO_EVENT: a value among the events that is none
 * @LS_CHROME_TROUBLE_GARBAGE: a character that does not belong there
 * @LS_CHROME_TROUBLE_AFTER_END: a character after the end
 * @LS_CHROME_TROUBLE_LIST: another list of events
 *
 * What can be wrong with a file, without its being useless. Each gets a line, however often it occurs. */
typedef enum
{
  LS_CHROME_TROUBLE_BROKEN,
  LS_CHROME_TROUBLE_TIME,
  LS_CHROME_TROUBLE_DURATION,
  LS_CHROME_TROUBLE_NO_DURATION,
  LS_CHROME_TROUBLE_DEPTH,
  LS_CHROME_TROUBLE_LENGTH,
  LS_CHROME_TROUBLE_TEXT,
  LS_CHROME_TROUBLE_NO_EVENT,
  LS_CHROME_TROUBLE_GARBAGE,
  LS_CHROME_TROUBLE_AFTER_END,
  LS_CHROME_TROUBLE_LIST,
  LS_N_CHROME_TROUBLES
} LsChromeTrouble;

/*< private >
 * LsChromeTroubles:
 *
 * How often each trouble occurs, and at which byte for the first time. Begins with zeros. */
typedef struct
{
  guint64 n[LS_N_CHROME_TROUBLES];
  guint64 first[LS_N_CHROME_TROUBLES];
} LsChromeTroubles;

void ls_chrome_troubles_note     (LsChromeTroubles       *self,
                                  LsChromeTrouble         trouble,
                                  guint64                 offset);
void ls_chrome_troubles_complain (const LsChromeTroubles *self,
                                  LsRecordingBuilder     *builder);

G_END_DECLS
