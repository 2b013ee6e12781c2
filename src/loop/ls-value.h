/* ls-value.h: the values of callbacks and promises
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
 * @LS_VALUE_STRING: a reference-counted string
 * @LS_VALUE_EXCEPTION: a [struct@Exception]
 * @LS_VALUE_PROMISE: a [struct@Promise]
 * @LS_VALUE_OBJECT: a [class@GObject.Object]
 * @LS_VALUE_BOXED: anything else, see [struct@Boxed]
 *
 * The type of a [struct@Value].
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
 * @ref_count: the number of values that share it
 * @data: data of the host
 * @destroy: (nullable): called with @data when the last value is cleared
 * @to_string: (nullable): returns a description, which the caller frees
 *
 * A value of a language host. A runtime keeps the values of its language in promises with it.
 */
typedef struct
{
  guint          ref_count;
  gpointer       data;
  GDestroyNotify destroy;
  char        *(*to_string) (gpointer data);
} LsBoxed;

#define LS_TYPE_BOXED (ls_boxed_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_boxed_get_type (void);

/**
 * LsValue:
 * @type: what it is
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

#define LS_TYPE_VALUE (ls_value_get_type ())

/**
 * LS_VALUE_INIT:
 *
 * `undefined`
 */
#define LS_VALUE_INIT { LS_VALUE_UNDEFINED, { 0 } }

LS_AVAILABLE_IN_1_0
GType    ls_value_get_type      (void) G_GNUC_CONST;
LS_AVAILABLE_IN_1_0
LsValue *ls_value_new           (void);
LS_AVAILABLE_IN_1_0
LsValue *ls_value_dup           (const LsValue *self);
LS_AVAILABLE_IN_1_0
void     ls_value_free          (LsValue       *self);
LS_AVAILABLE_IN_1_0
LsValueType  ls_value_get_value_type (const LsValue *self);
LS_AVAILABLE_IN_1_0
double       ls_value_get_number    (const LsValue *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_value_get_boolean   (const LsValue *self);
LS_AVAILABLE_IN_1_0
const char  *ls_value_get_string    (const LsValue *self);
LS_AVAILABLE_IN_1_0
LsException *ls_value_get_exception (const LsValue *self);
LS_AVAILABLE_IN_1_0
LsPromise   *ls_value_get_promise   (const LsValue *self);
LS_AVAILABLE_IN_1_0
GObject     *ls_value_get_object    (const LsValue *self);
LS_AVAILABLE_IN_1_0
void     ls_value_get_gvalue    (const LsValue *self,
                                 GValue        *gvalue);
LS_AVAILABLE_IN_1_0
void     ls_value_set_gvalue    (LsValue       *self,
                                 const GValue  *gvalue);
LS_AVAILABLE_IN_1_0
void     ls_value_set_undefined (LsValue       *self);
LS_AVAILABLE_IN_1_0
void     ls_value_set_number    (LsValue       *self,
                                 double         number);
LS_AVAILABLE_IN_1_0
void     ls_value_set_boolean   (LsValue       *self,
                                 gboolean       boolean);
LS_AVAILABLE_IN_1_0
void     ls_value_set_string    (LsValue       *self,
                                 const char    *string);
LS_AVAILABLE_IN_1_0
void     ls_value_set_exception (LsValue       *self,
                                 LsException   *exception);
LS_AVAILABLE_IN_1_0
void     ls_value_take_exception (LsValue      *self,
                                 LsException   *exception);
LS_AVAILABLE_IN_1_0
void     ls_value_set_promise   (LsValue       *self,
                                 LsPromise     *promise);
LS_AVAILABLE_IN_1_0
void     ls_value_set_object    (LsValue       *self,
                                 gpointer       object);
LS_AVAILABLE_IN_1_0
void     ls_value_set_boxed     (LsValue       *self,
                                 LsBoxed       *boxed);
LS_AVAILABLE_IN_1_0
LsBoxed *ls_boxed_new           (gpointer       data,
                                 GDestroyNotify destroy,
                                 char        *(*to_string) (gpointer data));
LS_AVAILABLE_IN_1_0
LsBoxed *ls_boxed_ref           (LsBoxed       *self);
LS_AVAILABLE_IN_1_0
void     ls_boxed_unref         (LsBoxed       *self);
LS_AVAILABLE_IN_1_0
void     ls_value_copy          (const LsValue *self,
                                 LsValue       *copy);
LS_AVAILABLE_IN_1_0
void     ls_value_clear         (LsValue       *self);
LS_AVAILABLE_IN_1_0
gboolean ls_value_identical     (const LsValue *a,
                                 const LsValue *b);
LS_AVAILABLE_IN_1_0
char    *ls_value_to_string     (const LsValue *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsValue, ls_value_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsValue, ls_value_free)

/**
 * LsCompletion:
 * @LS_COMPLETION_NORMAL: the callback returned; the result is the returned value
 * @LS_COMPLETION_THROW: the callback threw; the result is the exception
 *
 * How a callback ended (a completion record of ECMAScript).
 */
typedef enum
{
  LS_COMPLETION_NORMAL = 0,
  LS_COMPLETION_THROW = 1
} LsCompletion;

/**
 * LsCallback:
 * @argument: the argument of the call: the value or reason of a promise, the time remaining in ms of an idle callback;
 *   `undefined` for tasks and timers
 * @result: `undefined` at the call; the callback sets it to the value that it returns or throws
 * @user_data: the data that was given with the callback
 *
 * A function of the program. The engine calls it on the loop's thread.
 *
 * Returns: how the callback ended
 */
typedef LsCompletion (*LsCallback) (const LsValue *argument,
                                    LsValue       *result,
                                    gpointer       user_data);

G_END_DECLS
