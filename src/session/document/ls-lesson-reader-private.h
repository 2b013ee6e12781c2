/* ls-lesson-reader-private.h: what reads the parts of a lesson
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-members-private.h"
#include "ls-lesson-private.h"

G_BEGIN_DECLS

/* How many characters a paragraph, a question, an answer or a hint has, and how many rows a question. */
#define LS_LESSON_MAX_TEXT 2000
#define LS_LESSON_MAX_ROWS 12

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
void       ls_lesson_read_hints       (LsJsonReader *reader,
                                       JsonObject   *object,
                                       LsLessonPage *page);
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
