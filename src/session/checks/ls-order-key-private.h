/* ls-order-key-private.h: in which order lines or tasks come in a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/* A line of the log, or a task, as it comes in a run. */
typedef struct
{
  char    *text;
  guint    n_times;     /* it comes; 0 for never */
  gsize    position;    /* after which it has come first */
  guint64  time;
  guint32  task;        /* in whose turn that was, 0 for none */
  guint32  microtask;   /* that printed it, 0 for none */
  guint32  step;
} LsOrderRow;

typedef struct _LsOrderKey LsOrderKey;

LsOrderKey       *ls_order_key_new          (const char *const *rows,
                                             gboolean           rows_are_tasks,
                                             LsTrace           *trace);
void              ls_order_key_free         (LsOrderKey        *self);
guint             ls_order_key_get_n_coming (LsOrderKey        *self);
guint             ls_order_key_get_coming   (LsOrderKey        *self,
                                             guint              place);
const LsOrderRow *ls_order_key_get_row      (LsOrderKey        *self,
                                             guint              row);
char             *ls_order_key_find_fault   (LsOrderKey        *self,
                                             gsize              position,
                                             gboolean           has_ended);
char             *ls_order_key_find_mistake (LsOrderKey        *self,
                                             GArray            *given,
                                             guint             *first,
                                             guint             *second);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsOrderKey, ls_order_key_free)

G_END_DECLS
