/* ls-lesson-edit-private.h: changes of what a session teaches
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-lesson-private.h"

G_BEGIN_DECLS

/* What is changed. */
typedef enum
{
  LS_LESSON_EDIT_BEGIN,     /* the session gets a lesson with this page */
  LS_LESSON_EDIT_TEXT,      /* a text of the session: its title or description */
  LS_LESSON_EDIT_MEMBER,    /* a member of the lesson, such as its minutes */
  LS_LESSON_EDIT_PAGE,      /* a page becomes another */
  LS_LESSON_EDIT_INSERT,    /* a page comes before this one, or after the last */
  LS_LESSON_EDIT_REMOVE,    /* a page goes */
  LS_LESSON_EDIT_MOVE       /* a page goes to another place */
} LsLessonEditKind;

/* A change of the lesson of a session. */
typedef struct
{
  LsLessonEditKind  kind;
  guint             page;
  guint             to;
  const char       *member;
  JsonNode         *value;  /* (nullable): what there is then */
} LsLessonEdit;

gboolean  ls_session_edit_lesson      (LsSession           *session,
                                       const LsLessonEdit  *edit,
                                       GError             **error);
JsonNode *ls_session_peek_lesson_json (LsSession           *session);
JsonNode *ls_session_peek_lesson_page (LsSession           *session,
                                       guint                page);
JsonNode *ls_lesson_page_peek         (JsonNode            *page,
                                       const char          *path);
JsonNode *ls_lesson_page_with         (JsonNode            *page,
                                       const char          *path,
                                       JsonNode            *value);
void      ls_lesson_page_set          (JsonNode           **page,
                                       const char          *path,
                                       JsonNode            *value);
char     *ls_lesson_edit_dup_reason   (const GError        *error);

G_END_DECLS
