/* ls-lesson-bars-reader.c: reads which tasks the learner is to place in time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-reader-private.h"

#include <glib/gi18n-lib.h>

/* As near as that a bar has to be where the run has it, unless the lesson says how near. */
#define DEFAULT_TOLERANCE_MS 1

static const LsJsonMember tolerance_member = { .name = "toleranceMs", .type = LS_JSON_COUNT, .maximum = 1000 };

/* Reads names of tasks whose bars are to be placed, and how near that has to be. The run knows where they are. */
void
ls_lesson_read_bars (LsJsonReader *reader,
                     JsonObject   *object,
                     LsLessonPage *page)
{
  guint32 tolerance = DEFAULT_TOLERANCE_MS;

  page->rows_are_bars = TRUE;
  ls_lesson_read_rows (reader, object, "bars", NC_("list", "tasks"), page);
  ls_json_read_member (reader, object, &tolerance_member, &tolerance);
  page->tolerance = (guint64) tolerance * 1000;
}
