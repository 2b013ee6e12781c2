/* ls-lesson-form.h: what a lesson's file has, as its author types it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* How a value of the file is typed. */
typedef enum
{
  LS_LESSON_FORM_TEXT,         /* one text, as it is */
  LS_LESSON_FORM_PARAGRAPHS,   /* texts, with empty lines between them */
  LS_LESSON_FORM_LINES,        /* texts, each on a line */
  LS_LESSON_FORM_CLAIM,        /* an expectation */
  LS_LESSON_FORM_CLAIMS,       /* expectations, each on a line */
  LS_LESSON_FORM_MOMENT,       /* a moment: “step 4”, “turn 2” or “75 ms” */
  LS_LESSON_FORM_RANGE         /* two numbers of lines: “5-12” */
} LsLessonForm;

LsLessonForm  ls_lesson_form_from_name (const char    *name);
gboolean      ls_lesson_form_is_long   (LsLessonForm   form);
char         *ls_lesson_form_write     (LsLessonForm   form,
                                        JsonNode      *value);
JsonNode     *ls_lesson_form_read      (LsLessonForm   form,
                                        const char    *text,
                                        GError       **error);

G_END_DECLS
