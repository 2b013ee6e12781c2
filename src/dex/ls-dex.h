/* ls-dex.h: promises, and what gives them, as futures of libdex
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <libdex.h>
#include <loopscope.h>

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
DexFuture *ls_dex_await_promise          (LsPromise               *promise);
LS_AVAILABLE_IN_1_0
DexFuture *ls_dex_post_task              (LsScheduler             *scheduler,
                                          const LsPostTaskOptions *options,
                                          LsCallback               function,
                                          gpointer                 function_data,
                                          GDestroyNotify           function_destroy);
LS_AVAILABLE_IN_1_0
DexFuture *ls_dex_yield                  (LsScheduler             *scheduler,
                                          const LsYieldOptions    *options);
LS_AVAILABLE_IN_1_0
LsPromise *ls_dex_promise_new_for_future (LsEventLoop             *loop,
                                          DexFuture               *future);

G_END_DECLS
