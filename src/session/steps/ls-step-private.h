/* ls-step-private.h: what a step holds
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-step.h"

G_BEGIN_DECLS

/* The members of steps; each has one name in JSON. */
typedef enum
{
  LS_MEMBER_NONE = 0,
  LS_MEMBER_AS,
  LS_MEMBER_BODY,
  LS_MEMBER_CATCH,
  LS_MEMBER_CONTROLLER,
  LS_MEMBER_COUNT,
  LS_MEMBER_DELAY,
  LS_MEMBER_DISCRETE,
  LS_MEMBER_ELSE,
  LS_MEMBER_EQUALS,
  LS_MEMBER_EVENT,
  LS_MEMBER_EVERY,
  LS_MEMBER_EXPECTED,
  LS_MEMBER_FINALLY,
  LS_MEMBER_FULFILLED,
  LS_MEMBER_HANDLER,
  LS_MEMBER_HZ,
  LS_MEMBER_IDLE,
  LS_MEMBER_INDEX,
  LS_MEMBER_JAVASCRIPT,
  LS_MEMBER_KIND,
  LS_MEMBER_LENGTH,
  LS_MEMBER_LISTENER,
  LS_MEMBER_LOCK,
  LS_MEMBER_MEMORY,
  LS_MEMBER_MESSAGE,
  LS_MEMBER_MS,
  LS_MEMBER_NAME,
  LS_MEMBER_ONCE,
  LS_MEMBER_PLUS,
  LS_MEMBER_PRIORITY,
  LS_MEMBER_PRIORITY_SOURCE,
  LS_MEMBER_PROMISE,
  LS_MEMBER_QUEUE,
  LS_MEMBER_REASON,
  LS_MEMBER_REJECTED,
  LS_MEMBER_REPEAT,
  LS_MEMBER_REPLACEMENT,
  LS_MEMBER_SCHEDULER,
  LS_MEMBER_SIGNAL,
  LS_MEMBER_SIGNALS,
  LS_MEMBER_TEXT,
  LS_MEMBER_THEN,
  LS_MEMBER_TIMEOUT,
  LS_MEMBER_TIMER,
  LS_MEMBER_TIMES,
  LS_MEMBER_TO,
  LS_MEMBER_TYPE,
  LS_MEMBER_VALUE,
  LS_MEMBER_WORK_MS,
  LS_MEMBER_WORKER,
  LS_N_MEMBERS
} LsStepMember;

typedef enum
{
  LS_MEMBER_TYPE_TEXT,        /* any text */
  LS_MEMBER_TYPE_LABEL,       /* text that is not empty */
  LS_MEMBER_TYPE_DEFINE,      /* a name that the step gives to what it makes */
  LS_MEMBER_TYPE_REFER,       /* the name of something that a step makes */
  LS_MEMBER_TYPE_REFER_ALL,   /* an array of such names */
  LS_MEMBER_TYPE_PRIORITY,
  LS_MEMBER_TYPE_NUMBER,      /* 0 or more */
  LS_MEMBER_TYPE_POSITIVE,    /* more than 0 */
  LS_MEMBER_TYPE_COUNT,       /* whole, 0 or more */
  LS_MEMBER_TYPE_FLAG,
  LS_MEMBER_TYPE_QUEUE,
  LS_MEMBER_TYPE_EVENT,       /* "prioritychange" or "abort" */
  LS_MEMBER_TYPE_ANY_KIND,    /* "task" or "abort" */
  LS_MEMBER_TYPE_FUNCTION,    /* a body that the loop calls later */
  LS_MEMBER_TYPE_BLOCK,       /* a body that runs as part of the one with the step */
  LS_MEMBER_TYPE_SCALAR,      /* text, a number, true, false or null */
  LS_MEMBER_TYPE_OPERAND,     /* text or a whole number, which becomes an integer */
  LS_MEMBER_TYPE_ELEMENTS     /* the name of a kind of typed arrays */
} LsMemberType;

/* What a name can stand for. */
typedef enum
{
  LS_NAMED_CONTROLLER = 1 << 0,
  LS_NAMED_ABORT_CONTROLLER = 1 << 1,
  LS_NAMED_SIGNAL = 1 << 2,
  LS_NAMED_PROMISE = 1 << 3,
  LS_NAMED_LISTENER = 1 << 4,
  LS_NAMED_TIMER = 1 << 5,
  LS_NAMED_IDLE = 1 << 6,
  LS_NAMED_SCHEDULER = 1 << 7,
  LS_NAMED_VALUE = 1 << 8,
  LS_NAMED_MEMORY = 1 << 9,
  LS_NAMED_LOCK = 1 << 10,
  LS_NAMED_WORKER = 1 << 11,
  LS_NAMED_ANY_CONTROLLER = LS_NAMED_CONTROLLER | LS_NAMED_ABORT_CONTROLLER,
  LS_NAMED_ANY_SIGNAL = LS_NAMED_ANY_CONTROLLER | LS_NAMED_SIGNAL
} LsNamedKind;

enum
{
  LS_MEMBER_REQUIRED = 1 << 0,
  LS_MEMBER_OR_INHERIT = 1 << 1,
  LS_MEMBER_OR_MAIN = 1 << 2
};

typedef struct
{
  guint8  member;
  guint8  type;
  guint8  flags;
  guint16 kinds;
} LsMemberSpec;

typedef struct
{
  const char         *name;
  const LsMemberSpec *members;   /* up to LS_MEMBER_NONE */
} LsOpSpec;

typedef struct
{
  guint8   member;
  guint8   type;
  char    *text;      /* all types that are words; also a body's name, and numbers of SCALAR and OPERAND */
  char   **names;     /* REFER_ALL */
  double   number;    /* NUMBER, POSITIVE */
  guint64  count;     /* COUNT, FLAG; with text: PRIORITY, QUEUE, ELEMENTS */
  LsBody  *body;      /* FUNCTION, BLOCK, written in the step */
} LsStepValue;

struct _LsBody
{
  gatomicrefcount  ref_count;
  guint32          id;
  char            *name;
  char            *pointer;
  GPtrArray       *steps;
  gboolean         is_async;
};

struct _LsStep
{
  gatomicrefcount  ref_count;
  LsStepOp         op;
  char            *pointer;
  JsonNode        *json;
  guint            n_values;
  LsStepValue     *values;
};

const LsOpSpec    *ls_step_op_get_spec    (LsStepOp      op);
gboolean           ls_step_op_awaits      (LsStepOp      op);
const char        *ls_step_member_name    (LsStepMember  member);
const char        *ls_named_kind_words    (LsNamedKind   kinds);
const char        *ls_named_kind_expected (LsNamedKind   kinds);

LsBody            *ls_body_read           (LsJsonReader *reader,
                                           JsonNode     *node,
                                           const char   *name);
LsStep            *ls_step_read           (LsJsonReader *reader,
                                           JsonNode     *node);
const LsStepValue *ls_step_find_value     (LsStep       *self,
                                           LsStepMember  member);
const char        *ls_step_get_text       (LsStep       *self,
                                           LsStepMember  member);
double             ls_step_get_number     (LsStep       *self,
                                           LsStepMember  member,
                                           double        fallback);
guint64            ls_step_get_count      (LsStep       *self,
                                           LsStepMember  member,
                                           guint64       fallback);

G_END_DECLS
