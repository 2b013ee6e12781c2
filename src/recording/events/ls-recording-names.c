/* ls-recording-names.c: what threads and functions of a recording are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-names-private.h"

#include <string.h>

#include "ls-recording-builder-private.h"

/* Returns (transfer full) (nullable) a text without what is no UTF-8, and not longer than texts are; NULL if it is empty. */
char *
ls_recording_clean_name (const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, strnlen (text, LS_RECORDING_MAX_TEXT)) : NULL;

  return valid != NULL && *valid != '\0' ? g_steal_pointer (&valid) : NULL;
}

/* Returns (nullable) "app.js:12", what a function without a name is called. @place: a text of the recording, "url:line:column" */
char *
ls_recording_dup_place_name (LsRecording *self,
                             guint32      place)
{
  const char *string = place != 0 ? ls_recording_get_text (self, place) : NULL;
  const char *file, *column;

  if (string == NULL || *string == '\0')
    return NULL;
  column = strrchr (string, ':');
  file = strrchr (string, '/');
  if (column == NULL || (file != NULL && column < file) || !g_ascii_isdigit (column[1]))
    return NULL;
  /* A page without a name of its own has that of its address. */
  file = file != NULL && file[1] != ':' ? file + 1 : string;
  return g_strndup (file, column - file);
}
