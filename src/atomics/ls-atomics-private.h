/* ls-atomics-private.h: the checks of Atomics
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent.h"
#include "ls-atomics.h"
#include "ls-waiter-table-private.h"

G_BEGIN_DECLS

gboolean ls_validate_integer_typed_array (const LsTypedArray  *array,
                                          gboolean             waitable,
                                          GError             **error);
gboolean ls_validate_atomic_access       (const LsTypedArray  *array,
                                          guint64              index,
                                          gsize               *byte_index,
                                          GError             **error);
gint64   ls_typed_array_get              (const LsTypedArray  *array,
                                          gsize                byte_index);
gint64   ls_atomics_operate              (const LsTypedArray  *array,
                                          guint64              index,
                                          LsOperationKind      kind,
                                          gint64               value,
                                          gint64               replacement,
                                          GError             **error);
guint64  ls_notify_list                  (const LsWaiterList  *wl,
                                          guint64              count,
                                          const LsOperation   *operation);

G_END_DECLS
