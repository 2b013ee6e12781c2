/* ls-promise.h: promises
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-value.h"

G_BEGIN_DECLS

typedef struct _LsEventLoop LsEventLoop;

/**
 * LsPromiseState:
 * @LS_PROMISE_PENDING: not settled
 * @LS_PROMISE_FULFILLED: settled with a value
 * @LS_PROMISE_REJECTED: settled with a reason
 *
 * The state of a promise.
 */
typedef enum
{
  LS_PROMISE_PENDING = 0,
  LS_PROMISE_FULFILLED,
  LS_PROMISE_REJECTED
} LsPromiseState;

#define LS_TYPE_PROMISE (ls_promise_get_type ())

LS_AVAILABLE_IN_1_0
GType          ls_promise_get_type        (void) G_GNUC_CONST;
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_new             (LsEventLoop    *loop);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_new_resolved    (LsEventLoop    *loop,
                                           const LsValue  *value);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_new_rejected    (LsEventLoop    *loop,
                                           const LsValue  *reason);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_ref             (LsPromise      *self);
LS_AVAILABLE_IN_1_0
void           ls_promise_unref           (LsPromise      *self);
LS_AVAILABLE_IN_1_0
guint32        ls_promise_get_id          (LsPromise      *self);
LS_AVAILABLE_IN_1_0
LsPromiseState ls_promise_get_state       (LsPromise      *self);
LS_AVAILABLE_IN_1_0
const LsValue *ls_promise_get_result      (LsPromise      *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_promise_is_handled      (LsPromise      *self);
LS_AVAILABLE_IN_1_0
void           ls_promise_set_name        (LsPromise      *self,
                                           const char     *name);
LS_AVAILABLE_IN_1_0
void           ls_promise_resolve         (LsPromise      *self,
                                           const LsValue  *value);
LS_AVAILABLE_IN_1_0
void           ls_promise_reject          (LsPromise      *self,
                                           const LsValue  *reason);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_then            (LsPromise      *self,
                                           LsCallback      on_fulfilled,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_then_full       (LsPromise      *self,
                                           LsCallback      on_fulfilled,
                                           gpointer        fulfilled_data,
                                           GDestroyNotify  fulfilled_destroy,
                                           LsCallback      on_rejected,
                                           gpointer        rejected_data,
                                           GDestroyNotify  rejected_destroy);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_catch           (LsPromise      *self,
                                           LsCallback      on_rejected,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
LsPromise     *ls_promise_finally         (LsPromise      *self,
                                           LsCallback      on_finally,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
LS_AVAILABLE_IN_1_0
void           ls_promise_await           (LsPromise      *self,
                                           LsCallback      on_fulfilled,
                                           LsCallback      on_rejected,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPromise, ls_promise_unref)

G_END_DECLS
