/* ls-value.h: what callbacks return and promises carry
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-exception.h"

G_BEGIN_DECLS

typedef struct _LsPromise LsPromise;

/**
 * LsValueType:
 * @LS_VALUE_UNDEFINED: no value
 * @LS_VALUE_NUMBER: a number
 * @LS_VALUE_BOOLEAN: true or false
 * @LS_VALUE_STRING: a string, shared
 * @LS_VALUE_EXCEPTION: an [struct@Exception]
 * @LS_VALUE_PROMISE: an [struct@Promise]
 * @LS_VALUE_OBJECT: a #GObject
 * @LS_VALUE_BOXED: anything else, see [struct@Boxed]
 *
 * What an [struct@Value] holds.
 */
typedef enum
{
  LS_VALUE_UNDEFINED = 0,
  LS_VALUE_NUMBER,
  LS_VALUE_BOOLEAN,
  LS_VALUE_STRING,
  LS_VALUE_EXCEPTION,
  LS_VALUE_PROMISE,
  LS_VALUE_OBJECT,
  LS_VALUE_BOXED
} LsValueType;

/**
 * LsBoxed:
 * @ref_count: how many values share it
 * @data: the host's
 * @destroy: (nullable): called with @data when the last value is cleared
 * @to_string: (nullable): gives a description, to be freed
 *
 * A host's own value. A language runtime keeps its values in promises with it.
 */
typedef struct
{
  guint          ref_count;
  gpointer       data;
  GDestroyNotify destroy;
  char        *(*to_string) (gpointer data);
} LsBoxed;

/**
 * LsValue:
 *
 * A value with its type. Zeroed memory is `undefined`. Use it on the loop's thread only.
 */
typedef struct
{
  LsValueType type;
  union
  {
    double       number;
    gboolean     boolean;
    char        *string;    /* GRefString */
    LsException *exception;
    LsPromise   *promise;
    GObject     *object;
    LsBoxed     *boxed;
  } as;
} LsValue;

/**
 * LS_VALUE_INIT:
 *
 * `undefined`
 */
#define LS_VALUE_INIT { LS_VALUE_UNDEFINED, { 0 } }

void     ls_value_set_undefined (LsValue       *self);
void     ls_value_set_number    (LsValue       *self,
                                 double         number);
void     ls_value_set_boolean   (LsValue       *self,
                                 gboolean       boolean);
void     ls_value_set_string    (LsValue       *self,
                                 const char    *string);
void     ls_value_set_exception (LsValue       *self,
                                 LsException   *exception);
void     ls_value_take_exception (LsValue      *self,
                                 LsException   *exception);
void     ls_value_set_promise   (LsValue       *self,
                                 LsPromise     *promise);
void     ls_value_set_object    (LsValue       *self,
                                 gpointer       object);
void     ls_value_set_boxed     (LsValue       *self,
                                 LsBoxed       *boxed);
LsBoxed *ls_boxed_new           (gpointer       data,
                                 GDestroyNotify destroy,
                                 char        *(*to_string) (gpointer data));
LsBoxed *ls_boxed_ref           (LsBoxed       *self);
void     ls_boxed_unref         (LsBoxed       *self);
void     ls_value_copy          (const LsValue *self,
                                 LsValue       *copy);
void     ls_value_clear         (LsValue       *self);
gboolean ls_value_identical     (const LsValue *a,
                                 const LsValue *b);
char    *ls_value_to_string     (const LsValue *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsValue, ls_value_clear)

/**
 * LsCompletion:
 * @LS_COMPLETION_NORMAL: the callback returned; the result is its value
 * @LS_COMPLETION_THROW: the callback threw; the result is what it threw
 *
 * How a callback ended (ECMAScript's completion records).
 */
typedef enum
{
  LS_COMPLETION_NORMAL = 0,
  LS_COMPLETION_THROW = 1
} LsCompletion;

/**
 * LsCallback:
 * @argument: what it is called with: a promise's value or reason, an idle callback's time remaining in ms; `undefined`
 *   for tasks and timers
 * @result: (out): `undefined` at the call; the callback sets it to what it returns or throws
 * @user_data: what was given with the callback
 *
 * Program code, as the engine calls it. It runs on the loop's thread.
 *
 * Returns: how it ended
 */
typedef LsCompletion (*LsCallback) (const LsValue *argument,
                                    LsValue       *result,
                                    gpointer       user_data);

G_END_DECLS
