/* ls-page-watch-private.h: what the thread that speaks to a browser and its owner share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-page-browser-private.h"
#include "ls-page-transport-private.h"
#include "ls-page-watch.h"
#include "ls-page-writer-private.h"

G_BEGIN_DECLS

typedef struct _LsPageClient LsPageClient;
typedef struct _LsPageSession LsPageSession;

/* What the thread has found out. Both threads use it, with the lock. */
typedef struct
{
  GMutex           lock;
  GPtrArray       *targets;          /* (element-type LsPageTarget) */
  char            *problem;
  LsPagePrediction prediction;
  guint64          n_lost;
  guint            n_agents;
  gboolean         has_changed, has_ended;
} LsPageReport;

/* A document or worker of a session. */
typedef struct
{
  LsPageAgent *agent;
  gint64       context;              /* the browser's number */
  guint64      expected;             /* number of the next event */
  gboolean     is_pulling;           /* the page has been asked for what waits */
} LsPageRealm;

/* What the browser calls a session: a page, a frame of another process or a worker that we are attached to. */
struct _LsPageSession
{
  LsPageClient *client;
  char         *id, *target, *kind, *title, *address;
  GPtrArray    *realms;              /* (element-type LsPageRealm) */
  guint64       ready_call;          /* the last command of those that set it up, 0 if it has been answered */
  guint         n_set_ups;
  GSource      *again;               /* sets it up again */
  gboolean      is_worker, waits, is_ready, is_late;
};

/* What an answer of the browser is for. */
typedef enum
{
  LS_PAGE_CALL_PULL,
  LS_PAGE_CALL_READY,
  LS_PAGE_CALL_NAVIGATE,
  LS_PAGE_CALL_CREATE
} LsPageCallKind;

typedef struct
{
  LsPageCallKind kind;
  gint64         context;
} LsPageCall;

/* Speaks to a browser. All of it belongs to a thread of its own, but for what is said to be the owner's. */
struct _LsPageClient
{
  LsPageWatch      *watch;           /* (unowned): the owner, which ends the thread before it goes */
  GThread          *thread;          /* the owner's */
  GMainContext     *context;
  GMainLoop        *loop;
  LsPageBrowser    *browser;         /* NULL: joined */
  char             *browser_address; /* NULL: launched */
  LsPageTransport  *transport;
  LsPageWriter     *writer;
  LsPageReport     *report;          /* (unowned) */
  GHashTable       *sessions;        /* id → LsPageSession */
  GHashTable       *calls;           /* number → LsPageCall: that are to be answered */
  guint64           n_calls;
  char             *binding;
  char             *script, *late_script;   /* quoted */
  char             *address;         /* that is to be opened, NULL for none, or once it has been */
  char             *created;         /* the target that was made for it, NULL for any */
  GSource          *pulling, *writing, *stopping;
  guint             pull_at;         /* where the next round of pulls begins */
  LsPageWatchFlags  flags;
  gboolean          is_open;
};

/* ls-page-watch.c */
void           ls_page_watch_tell_changed  (LsPageWatch      *self);
void           ls_page_watch_tell_ended    (LsPageWatch      *self);

/* ls-page-client.c */
LsPageClient  *ls_page_client_new          (LsPageWatch      *watch,
                                            LsPageReport     *report,
                                            LsTrace          *trace,
                                            LsPageWatchFlags  flags);
void           ls_page_client_start        (LsPageClient     *self);
void           ls_page_client_free         (LsPageClient     *self);
void           ls_page_client_stop         (LsPageClient     *self);
guint64        ls_page_client_call         (LsPageClient     *self,
                                            const char       *session,
                                            const char       *method,
                                            const char       *parameters,
                                            ...) G_GNUC_PRINTF (4, 5);
void           ls_page_client_expect       (LsPageClient     *self,
                                            guint64           call,
                                            LsPageCallKind    kind,
                                            gint64            context);
void           ls_page_client_report       (LsPageClient     *self,
                                            const char       *problem);
void           ls_page_client_write_soon   (LsPageClient     *self);
char          *ls_page_quote               (const char       *text);
char          *ls_page_clean_address       (const char       *address,
                                            gboolean          is_full);

/* ls-page-sessions.c */
void           ls_page_session_free        (gpointer          session);
void           ls_page_client_attach_all   (LsPageClient     *self,
                                            const char       *session);
void           ls_page_client_on_notice    (LsPageClient     *self,
                                            LsPageSession    *session,
                                            const LsPageEnvelope *envelope,
                                            const char       *text,
                                            gsize             length);
void           ls_page_client_on_answer    (LsPageClient     *self,
                                            LsPageSession    *session,
                                            const LsPageEnvelope *envelope,
                                            const LsPageCall *call,
                                            const char       *text,
                                            gsize             length);
void           ls_page_client_pull         (LsPageClient     *self);
gboolean       ls_page_client_is_pulling   (LsPageClient     *self);
void           ls_page_client_leave        (LsPageClient     *self);
void           ls_page_client_report_targets (LsPageClient   *self);

G_END_DECLS
