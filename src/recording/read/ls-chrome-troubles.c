/* ls-chrome-troubles.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-chrome-troubles-private.h"
#include "ls-json-scan-private.h"

/* Notes that something is wrong at byte @offset of the file. */
void
ls_chrome_troubles_note (LsChromeTroubles *self,
                         LsChromeTrouble   trouble,
                         guint64           offset)
{
  if (self->n[trouble]++ == 0)
    self->first[trouble] = offset;
}

/* Adds a line for each trouble to the problems. */
void
ls_chrome_troubles_complain (const LsChromeTroubles *self,
                             LsRecordingBuilder     *builder)
{
  for (guint i = 0; i < LS_N_CHROME_TROUBLES; i++)
    {
      guint64 n = self->n[i], first = self->first[i];
      g_autofree char *what = NULL;

      if (n == 0)
        continue;

      switch ((LsChromeTrouble) i)
        {
        case LS_CHROME_TROUBLE_BROKEN:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event is not JSON. Loopscope leaves it out.",
                                            "%" PRIu64 " events are not JSON. Loopscope leaves them out.", n), n);
          break;
        case LS_CHROME_TROUBLE_TIME:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event has no time, or one that is not a number. Loopscope leaves it out.",
                                            "%" PRIu64 " events have no time, or one that is not a number. Loopscope leaves them "
                                            "out.", n),
                                  n);
          break;
        case LS_CHROME_TROUBLE_DURATION:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event has a duration below 0. Loopscope shows it without one.",
                                            "%" PRIu64 " events have durations below 0. Loopscope shows them without.", n), n);
          break;
        case LS_CHROME_TROUBLE_NO_DURATION:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event does not say how long it takes.",
                                            "%" PRIu64 " events do not say how long they take.", n), n);
          break;
        case LS_CHROME_TROUBLE_DEPTH:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event is nested more than %d levels deep. Loopscope leaves it out.",
                                            "%" PRIu64 " events are nested more than %d levels deep. Loopscope leaves them out.", n),
                                  n, LS_JSON_SCAN_MAX_DEPTH);
          break;
        case LS_CHROME_TROUBLE_LENGTH:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event is longer than %d MB. Loopscope leaves it out.",
                                            "%" PRIu64 " events are longer than %d MB. Loopscope leaves them out.", n),
                                  n, LS_CHROME_MAX_ITEM / (1024 * 1024));
          break;
        case LS_CHROME_TROUBLE_TEXT:
          what = g_strdup_printf (ngettext ("%" PRIu64 " event has a text longer than %d MB. Loopscope leaves the text out.",
                                            "%" PRIu64 " events have texts longer than %d MB. Loopscope leaves the texts out.", n),
                                  n, LS_CHROME_MAX_TEXT / (1024 * 1024));
          break;
        case LS_CHROME_TROUBLE_NO_EVENT:
          what = g_strdup_printf (ngettext ("%" PRIu64 " value in the list of events is not an event.",
                                            "%" PRIu64 " values in the list of events are not events.", n), n);
          break;
        case LS_CHROME_TROUBLE_GARBAGE:
          what = g_strdup_printf (ngettext ("%" PRIu64 " character does not belong to JSON.",
                                            "%" PRIu64 " characters do not belong to JSON.", n), n);
          break;
        case LS_CHROME_TROUBLE_AFTER_END:
          what = g_strdup_printf (ngettext ("%" PRIu64 " character comes after the end. Loopscope ignores it.",
                                            "%" PRIu64 " characters come after the end. Loopscope ignores them.", n), n);
          break;
        case LS_CHROME_TROUBLE_LIST:
          what = g_strdup_printf (ngettext ("The file has %" PRIu64 " more list of events. Loopscope shows those of both.",
                                            "The file has %" PRIu64 " more lists of events. Loopscope shows those of all.", n), n);
          break;
        case LS_N_CHROME_TROUBLES:
        default:
          g_assert_not_reached ();
        }

      if (n == 1)
        ls_recording_builder_complain (builder, _("%s It is at byte %" PRIu64 "."), what, first);
      else
        ls_recording_builder_complain (builder, _("%s The first is at byte %" PRIu64 "."), what, first);
    }
}
