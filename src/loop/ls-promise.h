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

GType          ls_promise_get_type        (void) G_GNUC_CONST;
LsPromise     *ls_promise_new             (LsEventLoop    *loop);
LsPromise     *ls_promise_new_resolved    (LsEventLoop    *loop,
                                           const LsValue  *value);
LsPromise     *ls_promise_new_rejected    (LsEventLoop    *loop,
                                           const LsValue  *reason);
LsPromise     *ls_promise_ref             (LsPromise      *self);
void           ls_promise_unref           (LsPromise      *self);
guint32        ls_promise_get_id          (LsPromise      *self);
LsPromiseState ls_promise_get_state       (LsPromise      *self);
const LsValue *ls_promise_get_result      (LsPromise      *self);
gboolean       ls_promise_is_handled      (LsPromise      *self);
void           ls_promise_set_name        (LsPromise      *self,
                                           const char     *name);
void           ls_promise_resolve         (LsPromise      *self,
                                           const LsValue  *value);
void           ls_promise_reject          (LsPromise      *self,
                                           const LsValue  *reason);
LsPromise     *ls_promise_then            (LsPromise      *self,
                                           LsCallback      on_fulfilled,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
LsPromise     *ls_promise_then_full       (LsPromise      *self,
                                           LsCallback      on_fulfilled,
                                           gpointer        fulfilled_data,
                                           GDestroyNotify  fulfilled_destroy,
                                           LsCallback      on_rejected,
                                           gpointer        rejected_data,
                                           GDestroyNotify  rejected_destroy);
LsPromise     *ls_promise_catch           (LsPromise      *self,
                                           LsCallback      on_rejected,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
LsPromise     *ls_promise_finally         (LsPromise      *self,
                                           LsCallback      on_finally,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);
void           ls_promise_await           (LsPromise      *self,
                                           LsCallback      on_fulfilled,
                                           LsCallback      on_rejected,
                                           gpointer        user_data,
                                           GDestroyNotify  destroy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPromise, ls_promise_unref)

G_END_DECLS
