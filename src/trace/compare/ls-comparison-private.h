/* ls-comparison-private.h: the runs of a comparison, and how tasks are recognised
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-comparison.h"

G_BEGIN_DECLS

#define LS_COMPARISON_N_SIDES 2

/* A map from numbers to numbers with open addressing, which never shrinks. */
typedef struct
{
  guint64 *keys;       /* 0: free; keys are stored with 1 added */
  guint32 *values;
  gsize    n_keys;
  gsize    size;       /* a power of two */
} LsNumberMap;

/* A task that ran. */
typedef struct
{
  LsComparedTask data;
  gsize          selected;    /* position before it was taken */
  guint32        kind;        /* name and whether it is a continuation: shared by both sides */
  guint32        identity;    /* shared by both sides */
  guint32        sequence;    /* in the order of posting */
  guint32        match;       /* place in the order of the other side */
  guint32        row;
} LsComparedRun;

typedef struct
{
  guint32 name;       /* shared by both sides */
  gsize   position;
  guint32 text;
} LsComparedLine;

typedef struct
{
  LsTrace            *trace;
  gsize               start, end;
  GArray             *runs;     /* LsComparedRun */
  GArray             *lines;    /* LsComparedLine */
  LsComparisonTotals  totals;
} LsComparedSide;

/* Numbers that both sides share. */
typedef struct
{
  GHashTable  *names;          /* text → number */
  LsNumberMap  identities;     /* identity of a task that ran → number */
  guint32      n_identities;
} LsComparisonNames;

/* The tasks of a row, by their places in the runs; LS_COMPARISON_NONE where a side has none. */
typedef struct
{
  guint32 places[LS_COMPARISON_N_SIDES];
} LsComparedPlaces;

struct _LsComparison
{
  gatomicrefcount  ref_count;
  LsComparedSide   sides[LS_COMPARISON_N_SIDES];
  GArray          *rows;                             /* LsComparedPlaces */
  guint32          counts[LS_N_COMPARISON_KINDS];
  guint32          first;                            /* row of the first difference */
  guint32          n_same;                           /* how many tasks come before the orders part */
  gboolean         logs_differ;
  LsComparisonLog  log;
};

void                 ls_comparison_names_init  (LsComparisonNames    *self);
void                 ls_comparison_names_clear (LsComparisonNames    *self);
gboolean             ls_compared_side_read     (LsComparedSide       *self,
                                                LsComparisonNames    *names,
                                                GCancellable         *cancellable,
                                                GError              **error);

void                 ls_comparison_align       (LsComparison         *self,
                                                guint32               n_identities);
const LsComparedRun *ls_comparison_get_run     (LsComparison         *self,
                                                LsComparisonSide      side,
                                                guint32               index);
guint32              ls_comparison_get_n_same  (LsComparison         *self);
char                *ls_comparison_find_name   (LsComparison         *self,
                                                LsComparisonSide      side,
                                                const LsComparedTask *task);

G_END_DECLS
