/* ls-atomics.h: the Atomics of ECMAScript, in a model and on threads
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-promise.h"
#include "ls-typed-array.h"
#include "ls-wait-result.h"

G_BEGIN_DECLS

LS_AVAILABLE_IN_1_0
/**
 * LS_NOTIFY_ALL:
 *
 * A count for all waiters.
 */
#define LS_NOTIFY_ALL G_MAXUINT64

gint64        ls_atomics_load             (const LsTypedArray  *array,
                                           guint64              index,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_store            (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_add              (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_sub              (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_and              (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_or               (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_xor              (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_exchange         (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gint64        ls_atomics_compare_exchange (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               expected,
                                           gint64               replacement,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
gboolean      ls_atomics_is_lock_free     (double               size);
LS_AVAILABLE_IN_1_0
gboolean      ls_atomics_pause            (GError             **error);

LS_AVAILABLE_IN_1_0
LsWaitResult  ls_atomics_wait             (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           double               timeout,
                                           GCancellable        *cancellable,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
LsWaitResult  ls_atomics_wait_async       (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           double               timeout,
                                           LsPromise          **promise,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
LsWaitResult  ls_atomics_wait_async_full  (const LsTypedArray  *array,
                                           guint64              index,
                                           gint64               value,
                                           double               timeout,
                                           LsWaitResolveFunc    resolve,
                                           gpointer             user_data,
                                           GDestroyNotify       destroy,
                                           gboolean            *is_async,
                                           GError             **error);
LS_AVAILABLE_IN_1_0
guint64       ls_atomics_notify           (const LsTypedArray  *array,
                                           guint64              index,
                                           guint64              count,
                                           GError             **error);

G_END_DECLS
