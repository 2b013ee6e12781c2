/* ls-script-comments-private.h: the comments of a script that say what a run shows
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-json-private.h"
#include "ls-session.h"

G_BEGIN_DECLS

/* How the value of a comment is read. */
typedef enum
{
  LS_SCRIPT_VALUE_LINE,      /* a line of text; all comments of the word are one expectation */
  LS_SCRIPT_VALUE_NAMES,     /* names of tasks */
  LS_SCRIPT_VALUE_EACH,      /* names of tasks, each an expectation */
  LS_SCRIPT_VALUE_WAIT,      /* NAME <= NUMBER ms, or >= */
  LS_SCRIPT_VALUE_TIME,      /* <= NUMBER ms, or >= */
  LS_SCRIPT_VALUE_NUMBER,    /* <= NUMBER, or >= */
  LS_SCRIPT_VALUE_RESULT,    /* NAME STATE VALUE */
  LS_SCRIPT_VALUE_FLAG,      /* true or false */
  /* Of claims only. */
  LS_SCRIPT_VALUE_POSTED,    /* NAME PRIORITY signal NAME >= NUMBER ms, any of them */
  LS_SCRIPT_VALUE_ABORTED,   /* the name of a signal that is aborted */
  LS_SCRIPT_VALUE_INTACT,    /* of one that is not */
  LS_SCRIPT_VALUE_PRIORITY,  /* NAME PRIORITY, and whether that signal is aborted */
  LS_SCRIPT_VALUE_CELL,      /* NAME[INDEX] = NUMBER, or <= or >= */
  LS_SCRIPT_VALUE_LOCK,      /* NAME[INDEX] <= NUMBER, or >= */
  LS_SCRIPT_VALUE_AGENT,     /* NAME STATE */
  LS_SCRIPT_VALUE_COUNT      /* NUMBER */
} LsScriptValue;

/* What the numbers of a bound are. */
typedef enum
{
  LS_SCRIPT_BOUND_TIME,      /* ms, with a unit */
  LS_SCRIPT_BOUND_NUMBER,    /* 0 or more */
  LS_SCRIPT_BOUND_INTEGER    /* any whole number, which may be equal as well */
} LsScriptBound;

/* A word at the beginning of a comment or of a claim, and the member of an expectation that it stands for. */
typedef struct
{
  const char        *word;
  const char        *member;
  LsExpectationKind  kind;
  LsScriptValue      value;
} LsScriptWord;

/* A comment that begins with one of the words. Places are bytes of the text. */
typedef struct
{
  const LsScriptWord *word;
  gsize               start;    /* of the comment */
  gsize               value;    /* of what follows the word, behind one blank */
  gsize               end;      /* of that, without blanks at the end */
  guint               line;
} LsScriptComment;

/* All words; the last one is NULL. */
extern const LsScriptWord ls_script_words[];

LsScript *ls_session_get_only_script  (LsSession         *session);
GArray   *ls_script_read_comments     (LsScript          *script,
                                       GError           **error);
char     *ls_script_comment_dup_line  (const char        *text,
                                       gsize              length);
char     *ls_script_comment_quote     (const char        *line);
char     *ls_script_comment_write     (const char        *line);
char     *ls_script_comment_write_result (const char      *value);
char     *ls_script_comment_next_name (const char       **value,
                                       const char        *end);
char     *ls_script_comment_write_names (char            **names);

/* In a file of their own. */
JsonNode *ls_script_value_read         (LsScriptValue      kind,
                                        const char        *text,
                                        const char       **expected);
JsonNode *ls_script_value_read_bounds  (const char        *text,
                                        LsScriptBound      kind);
char     *ls_script_value_write_bounds (guint64            least,
                                        guint64            most,
                                        LsScriptBound      kind);

G_END_DECLS
