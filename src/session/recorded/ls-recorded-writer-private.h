/* ls-recorded-writer-private.h: what writes the program of a recording shares
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-conversion-private.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

/* What promises are called that are going to be rejected. */
#define LS_RECORDED_ABORTED "aborted"

/* More do not fit into a session: a yield and a work have five JSON values. */
#define LS_RECORDED_MAX_STEPS (LS_JSON_MAX_VALUES * 2 / 5)

/* A body that is to be written. */
typedef struct
{
  char    *name;
  guint32  item;      /* of a continuation: the body begins with its yield; else LS_RECORDED_NONE */
  guint32  unit;      /* LS_RECORDED_NONE: there is nothing but that yield */
  guint32  span;      /* only this script of the unit, which is to yield; else LS_RECORDED_NONE */
  guint64  since;     /* for how many µs code of the program has run before that, without a yield */
} LsRecordedBody;

typedef struct
{
  LsConversion              *conversion;
  LsRecordedThread          *thread;
  const LsConversionOptions *options;
  LsJsonWriter               writer;
  GArray                    *bodies;      /* LsRecordedBody: what has been referred to so far */
  GHashTable                *names;       /* name of a body → how often it was wanted */
  GHashTable                *signals;     /* likewise */
  GString                   *pointer;     /* of the body that is being written */
  guint64                    n_steps;
  guint                      n_steps_here;
  gboolean                   has_yield_options;
} LsRecordedWriter;

gboolean ls_recorded_is_left_out     (LsRecordedWriter     *self,
                                      guint32               unit);
gboolean ls_recorded_is_wanted       (LsRecordedWriter     *self,
                                      const LsRecordedItem *item);
void     ls_recorded_begin_step      (LsRecordedWriter     *self,
                                      const char           *op);
void     ls_recorded_end_step        (LsRecordedWriter     *self);
void     ls_recorded_write_loop_post (LsRecordedWriter     *self,
                                      const char           *queue,
                                      guint32               unit,
                                      guint64               delay);
void     ls_recorded_write_post      (LsRecordedWriter     *self,
                                      guint32               item);
void     ls_recorded_write_work      (LsRecordedWriter     *self,
                                      guint64               duration);
void     ls_recorded_write_yield     (LsRecordedWriter     *self,
                                      guint32               index);
void     ls_recorded_write_async     (LsRecordedWriter     *self,
                                      const LsRecordedBody *body,
                                      guint32               root);
void     ls_recorded_write_op        (LsRecordedWriter     *self,
                                      const LsRecordedOp   *op);
guint32  ls_recorded_write_script    (LsRecordedWriter     *self,
                                      const LsRecordedBody *body);
guint32  ls_recorded_write_unit      (LsRecordedWriter     *self,
                                      guint32               index);
void     ls_recorded_write_body      (LsRecordedWriter     *self,
                                      guint                 index);

G_END_DECLS
