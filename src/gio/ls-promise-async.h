/* ls-promise-async.h: promises and GIO's asynchronous functions
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-promise.h"
#include "ls-scheduler.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
void     ls_promise_await_async         (LsPromise               *self,
                                         GCancellable            *cancellable,
                                         GAsyncReadyCallback      callback,
                                         gpointer                 user_data);
LS_AVAILABLE_IN_1_0
LsValue *ls_promise_await_finish        (LsPromise               *self,
                                         GAsyncResult            *result,
                                         GError                 **error);
LS_AVAILABLE_IN_1_0
void     ls_promise_resolve_with_result (GObject                 *source,
                                         GAsyncResult            *result,
                                         gpointer                 promise);
LS_AVAILABLE_IN_1_0
void     ls_scheduler_post_task_async   (LsScheduler             *self,
                                         const LsPostTaskOptions *options,
                                         LsCallback               function,
                                         gpointer                 function_data,
                                         GDestroyNotify           function_destroy,
                                         GCancellable            *cancellable,
                                         GAsyncReadyCallback      callback,
                                         gpointer                 user_data);
LS_AVAILABLE_IN_1_0
LsValue *ls_scheduler_post_task_finish  (LsScheduler             *self,
                                         GAsyncResult            *result,
                                         GError                 **error);

G_END_DECLS
