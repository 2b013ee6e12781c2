/* page-writer-fixture.h: a writer of pages, and what it has written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-page-places-private.h"
#include "ls-page-writer-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

typedef struct
{
  LsTrace      *trace;
  LsPageWriter *writer;
  LsPageAgent  *agent;
  gboolean      is_full;      /* addresses are kept whole */
} Fixture;

/* The first event of a document */
#define BEGIN "1,0,1000000,10,0,0,\"http://page/\""

void  set_up       (Fixture       *self,
                    gconstpointer  data);
void  tear_down    (Fixture       *self,
                    gconstpointer  data);
/* What a batch is read with. */
gint64 text_cb     (gpointer           user_data,
                    LsPageEventKind    kind,
                    guint              field,
                    const char        *text,
                    gsize              length);
void  event_cb     (gpointer           user_data,
                    const LsPageEvent *event);
void  tell         (Fixture       *self,
                    const char    *batch);
char *list_kinds   (LsTrace       *trace,
                    const char    *prefix);
void  list_details (Fixture       *self,
                    const char    *kind,
                    const char    *expected);

G_END_DECLS
