/* ls-page-writer-private.h: makes a trace of what the scripts in pages tell
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-page-batch-private.h"
#include "ls-page-places-private.h"
#include "ls-page-watch.h"
#include "ls-probe.h"

G_BEGIN_DECLS

typedef struct _LsPageWriter LsPageWriter;

/* A document or a worker: an agent of the trace. */
typedef struct _LsPageAgent LsPageAgent;

/* A task that waits in the model. */
typedef struct
{
  guint32  task;                  /* of the trace */
  guint32  text;                  /* of the trace: its name, 0 for none */
  guint    effective_priority;    /* LS_N_EFFECTIVE_PRIORITIES: a timer */
  gboolean is_delayed;            /* or was */
  double   due_in, age;           /* ms */
} LsPageWaiting;

/* What a page or worker that is held stands still before. */
typedef struct
{
  LsPageTaskKind kind;            /* LS_N_PAGE_TASKS: not known */
  guint32        agent;           /* of the trace */
  guint32        task;            /* of the trace, 0 for what is none */
  guint32        text;            /* of the trace: its name, 0 for none */
} LsPageHeld;

LsPageWriter *ls_page_writer_new           (LsProbe             *probe);
void          ls_page_writer_free          (LsPageWriter        *self);
void          ls_page_writer_set_preset    (LsPageWriter        *self,
                                            const char          *name);
LsPageAgent  *ls_page_writer_add_agent     (LsPageWriter        *self);
gint64        ls_page_writer_intern        (LsPageWriter        *self,
                                            const char          *text,
                                            gsize                length);
gint64        ls_page_writer_take_stack    (LsPageWriter        *self,
                                            const char          *stack,
                                            gsize                length,
                                            gboolean             is_full);
const LsPagePlace *ls_page_writer_get_place (LsPageWriter       *self,
                                            gint64               number);
gboolean      ls_page_writer_write         (LsPageWriter        *self,
                                            guint64              before);
guint         ls_page_writer_get_n_agents  (LsPageWriter        *self);
guint32       ls_page_writer_get_main_agent (LsPageWriter       *self);
guint64       ls_page_writer_get_n_lost    (LsPageWriter        *self);
void          ls_page_writer_get_prediction (LsPageWriter       *self,
                                            LsPagePrediction    *prediction);

void          ls_page_agent_add_event      (LsPageAgent         *self,
                                            const LsPageEvent   *event);
void          ls_page_agent_name_signal    (LsPageAgent         *self,
                                            guint32              signal,
                                            const char          *name);
void          ls_page_agent_rest           (LsPageAgent         *self);
void          ls_page_agent_lose           (LsPageAgent         *self,
                                            guint64              n_events);
void          ls_page_agent_end            (LsPageAgent         *self);
void          ls_page_agent_leave          (LsPageAgent         *self);
gboolean      ls_page_agent_is_late        (LsPageAgent         *self);
guint32       ls_page_agent_get_number     (LsPageAgent         *self);
gboolean      ls_page_agent_get_held       (LsPageAgent         *self,
                                            LsPageHeld          *held);
guint32       ls_page_agent_find_task      (LsPageAgent         *self,
                                            guint32              task);
guint32       ls_page_agent_find_signal    (LsPageAgent         *self,
                                            guint32              signal);
guint32       ls_page_agent_get_signal_of  (LsPageAgent         *self,
                                            guint32              task,
                                            gboolean             for_priority);

/* ls-page-waiting.c */
void          ls_page_agent_list_waiting   (LsPageAgent         *self,
                                            GArray              *waiting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageWriter, ls_page_writer_free)

G_END_DECLS
