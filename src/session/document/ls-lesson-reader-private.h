/* ls-lesson-reader-private.h: what reads the parts of a lesson
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-members-private.h"
#include "ls-lesson-private.h"

G_BEGIN_DECLS

#define LS_LESSON_MAX_TEXT 2000        /* characters of a paragraph, a question, an answer, a hint */
#define LS_LESSON_MAX_ROWS 12          /* of a question */
#define LS_LESSON_MAX_EXPECTATIONS 100

void       ls_lesson_read_moment      (LsJsonReader *reader,
                                       JsonNode     *node,
                                       gpointer      data);
gpointer   ls_lesson_read_expectation (LsJsonReader *reader,
                                       JsonNode     *node);
char      *ls_lesson_read_prose       (LsJsonReader *reader,
                                       JsonNode     *node,
                                       guint         maximum);
gpointer   ls_lesson_read_paragraph   (LsJsonReader *reader,
                                       JsonNode     *node);
JsonNode  *ls_lesson_read_actions     (LsJsonReader *reader,
                                       JsonObject   *object);
char     **ls_lesson_take_texts       (GPtrArray    *list);

/* In files of their own. */
gboolean   ls_lesson_read_keyed       (LsJsonReader *reader,
                                       JsonObject   *object,
                                       LsLessonPage *page);
void       ls_lesson_read_rows        (LsJsonReader *reader,
                                       JsonObject   *object,
                                       const char   *name,
                                       const char   *words,
                                       LsLessonPage *page);
GArray    *ls_lesson_read_schedule    (LsJsonReader *reader,
                                       JsonObject   *object);
void       ls_lesson_read_hints       (LsJsonReader *reader,
                                       JsonObject   *object,
                                       LsLessonPage *page);
void       ls_lesson_read_task        (LsJsonReader *reader,
                                       JsonNode     *node,
                                       gpointer      data);
void       ls_lesson_read_bars        (LsJsonReader *reader,
                                       JsonObject   *object,
                                       LsLessonPage *page);
void       ls_lesson_read_exercise    (LsJsonReader *reader,
                                       JsonNode     *node,
                                       gpointer      data);
void       ls_lesson_read_golf        (LsJsonReader *reader,
                                       JsonNode     *node,
                                       gpointer      data);

G_END_DECLS
