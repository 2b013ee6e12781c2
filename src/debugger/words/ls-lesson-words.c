/* ls-lesson-words.c: what the parts of the window are called that a lesson points to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-words.h"

#include <glib/gi18n.h>

/**
 * ls_lesson_words_place:
 * @place: a part of the window
 *
 * Returns: (nullable): what it is called there
 */
const char *
ls_lesson_words_place (LsLessonPlaces place)
{
  static const struct { LsLessonPlaces place; const char *title; } titles[] = {
    { LS_LESSON_PLACE_STAGE, N_("Stage") },
    { LS_LESSON_PLACE_MAIN_THREAD, N_("Main Thread") },
    { LS_LESSON_PLACE_SIGNALS, N_("Signals") },
    { LS_LESSON_PLACE_WHY, N_("Why") },
    { LS_LESSON_PLACE_INSPECTOR, N_("Inspector") },
    { LS_LESSON_PLACE_TIMELINE, N_("Timeline") },
    { LS_LESSON_PLACE_EVENTS, N_("Events") },
    { LS_LESSON_PLACE_LOG, N_("Log") },
    { LS_LESSON_PLACE_PROGRAM, N_("Program") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    if (titles[i].place == place)
      return _(titles[i].title);
  return NULL;
}
