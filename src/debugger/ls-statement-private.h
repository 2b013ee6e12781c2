/* ls-statement-private.h: the statements of a trace, and what called them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-trace.h"

G_BEGIN_DECLS

/* How many records away a suspended call may go on. */
#define LS_STATEMENT_MAX_SUSPENDED (1 << 16)

/* A statement that ran; value 0 for none. */
typedef struct
{
  guint32 function;
  guint32 activation;   /* 0 if it cannot be suspended */
  guint32 value;
  guint32 text;
  guint8  level;
  guint8  suspends;     /* whether it may be, before its next statement */
} LsStatement;

void     ls_statement_read                (LsStatement    *statement,
                                           const LsRecord *record);
gboolean ls_statement_is_step             (LsTrace        *trace,
                                           guint32         text);
gsize    ls_statement_find_in_activation  (LsTrace        *trace,
                                           guint32         activation,
                                           guint           level,
                                           gsize           index);
gsize    ls_statement_find_entry          (LsTrace        *trace,
                                           guint32         activation,
                                           gsize           index);
gsize    ls_statement_find_caller         (LsTrace        *trace,
                                           gsize           index);
gsize    ls_statement_find_last_outermost (LsTrace        *trace,
                                           gsize           index);
gboolean ls_statement_is_in_callback      (LsTrace        *trace,
                                           gsize           from,
                                           gsize           to);

G_END_DECLS
