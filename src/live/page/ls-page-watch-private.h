/* ls-page-watch-private.h: what the thread that speaks to a browser and its owner share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

#include "ls-page-browser-private.h"
#include "ls-page-program-private.h"
#include "ls-page-transport-private.h"
#include "ls-page-watch.h"
#include "ls-page-writer-private.h"

G_BEGIN_DECLS

typedef struct _LsPageClient LsPageClient;
typedef struct _LsPageFirefox LsPageFirefox;
typedef struct _LsPageSession LsPageSession;
typedef struct _LsPageScripts LsPageScripts;
typedef struct _LsPageText LsPageText;
typedef struct _LsPageTracing LsPageTracing;

/* What the thread has found out. Both threads use it, with the lock. */
typedef struct
{
  GMutex           lock;
  GPtrArray       *targets;          /* (element-type LsPageTarget) */
  char            *problem;
  LsPagePrediction prediction;
  guint64          n_lost;
  guint            n_closed;         /* workers that nobody was let into */
  gboolean         cannot_hold, cannot_photograph;
  guint            n_agents;
  guint32          main_agent;       /* of the trace: the document that was opened last in a page, 0 for none */
  gboolean         has_changed, has_ended;
  gboolean         is_node;
  gboolean         tells_held;       /* what is held has changed, and nobody has been told */
  guint            n_held;           /* pages and workers that are held */
  LsPageHeld       held;             /* before what the first of them is held */
  int              wait_status;      /* of a program that was started */
} LsPageReport;

/* A document or worker of a session. */
typedef struct
{
  LsPageClient *client;
  LsPageAgent  *agent;
  gint64        context;             /* the browser's number */
  guint64       expected;            /* number of the next event */
  guint         n_pulls;             /* how often the page has been asked for what waits, and has not answered */
} LsPageRealm;

/* What the browser calls a session: a page, a frame of another process or a worker that we are attached to. */
struct _LsPageSession
{
  LsPageClient *client;
  char         *id, *target, *kind, *title, *address;
  GPtrArray    *realms;              /* (element-type LsPageRealm) */
  LsPageScripts *scripts;
  guint64       ready_call;          /* the last command of those that set it up, 0 if it has been answered */
  guint         n_set_ups;
  gboolean      has_script;          /* Node.js has read one that is not its own */
  guint         n_releases;          /* how often it has been asked to begin since then */
  GSource      *again;               /* sets it up again */
  gboolean      is_closed;           /* nobody is let in */
  gboolean      is_worker, waits, is_ready, is_late;
  gboolean      has_crashed;         /* and told nothing since then */
  gboolean      is_held;
  gboolean      asks;                /* it waits for an answer to a dialog */
  guint         status;              /* with which the page came that was opened, 0 for any other */
  gboolean      awaits_status;       /* the browser tells what comes, until that one has */
  char         *opened;              /* the browser's name of what loads it, NULL until it is known */
  char         *came;                /* of what loaded the last document that came, NULL for none */
  guint         came_with;           /* its status */
  guint         n_silent_rounds;     /* of pulls, in which it has not answered the one before */
  guint         n_commands;          /* that are not answered */
  guint         n_leaving;           /* documents and workers that have not answered that they go on without us */
  gboolean      resumes_then;        /* it is paused, and goes on after them */
  GSource      *resuming;            /* or after this time */
  LsPageHeld    held;
};

/* What an answer of the browser is for. */
typedef enum
{
  LS_PAGE_CALL_PULL,
  LS_PAGE_CALL_READY,
  LS_PAGE_CALL_SESSION,           /* of WebDriver */
  LS_PAGE_CALL_CONNECT,           /* a script has been given a channel */
  LS_PAGE_CALL_NODE,              /* it has said whether it waits */
  LS_PAGE_CALL_NAVIGATE,
  LS_PAGE_CALL_CREATE,
  LS_PAGE_CALL_TARGETS,
  LS_PAGE_CALL_ACT,               /* what the user wants */
  LS_PAGE_CALL_STOP,              /* what follows from that in each page */
  LS_PAGE_CALL_SOURCE,            /* the text of a script, whose number is the context */
  LS_PAGE_CALL_TEXT,              /* the same for the user; the context is the number of what waits for it */
  LS_PAGE_CALL_LEAVE,
  LS_PAGE_CALL_PHOTOGRAPH
} LsPageCallKind;

typedef struct
{
  LsPageCallKind kind;
  gint64         context;
  guint64        act;             /* number of what the user wants, 0 for none */
  const LsPageRealm *realm;       /* that is to do it */
  guint          step;            /* of a photograph */
} LsPageCall;

/* How to speak to what is watched. */
typedef struct
{
  /* It is connected: begins to watch all that there is. */
  void    (*open)      (LsPageClient      *self);
  /* Sends a call. @session: (nullable): of what it is. @parameters: JSON without its braces */
  void    (*send)      (LsPageClient      *self,
                        const char        *session,
                        guint64            number,
                        const char        *method,
                        const char        *parameters);
  /* A message has come. */
  void    (*take)      (LsPageClient      *self,
                        const char        *text,
                        gsize              length);
  /* Before each round of pulls. */
  void    (*tick)      (LsPageClient      *self);
  /* Evaluates JavaScript where a realm is. Returns the number of the call, 0 where nothing can be evaluated now. */
  guint64 (*evaluate)  (LsPageSession     *session,
                        const LsPageRealm *realm,
                        const char        *expression);
  /* Asks a browser that was started to end, or one that was joined to go on without us. NULL: it does so by itself. */
  void    (*close)     (LsPageClient      *self);
  /* Has a page stop at the next statement, and lets it go on. NULL: no page can be held. */
  void    (*interrupt) (LsPageSession     *session);
  void    (*resume)    (LsPageSession     *session);
} LsPageProtocol;

/* Speaks to a browser. All of it belongs to a thread of its own, but for what is said to be the owner's. */
struct _LsPageClient
{
  LsPageWatch      *watch;           /* (unowned): the owner, which ends the thread before it goes */
  GThread          *thread;          /* the owner's */
  GMainContext     *context;
  GMainLoop        *loop;
  const LsPageProtocol *protocol;    /* Chromium's until what is connected is something else */
  LsPageBrowser    *browser;         /* NULL: joined */
  LsPageProgram    *program;         /* NULL: no Node.js was launched */
  char             *browser_address; /* NULL: launched */
  LsPageTransport  *transport;
  LsTrace          *trace;           /* (unowned): the owner's */
  LsPageWriter     *writer;
  LsPageReport     *report;          /* (unowned) */
  GHashTable       *sessions;        /* id → LsPageSession */
  GHashTable       *calls;           /* number → LsPageCall: that are to be answered */
  guint64           n_calls;
  gsize             n_script_bytes;  /* that scripts of all sessions keep */
  GHashTable       *texts;           /* number → LsPageText: that threads wait for */
  gint64            n_texts;
  int               has_ended;       /* (atomic): the thread has ended */
  LsPageFirefox    *firefox;         /* NULL: it is something else */
  char             *binding;
  char             *script, *late_script;   /* quoted */
  char             *address;         /* that is to be opened, NULL for none, or once it has been */
  char             *created;         /* the target that was made for it, NULL for any */
  GSource          *pulling, *writing, *stopping;
  guint             pull_at;         /* where the next round of pulls begins */
  guint             n_rounds;        /* of pulls */
  guint             n_leaving;       /* what the browser has not answered when it is left or is to end */
  LsPageWatchFlags  flags;
  gboolean          is_open, is_leaving;
  gboolean          is_over;         /* nothing is watched any more */
  gboolean          is_node;         /* what is watched is Node.js, whose main session has no name */
  gboolean          has_session;     /* of WebDriver */
  gboolean          is_stopped;      /* the owner wants no more */
  gboolean          waits_for_busy;  /* when it stops: a page was interrupted for the last time */
  gboolean          leaves_busy;     /* when it leaves: a page was interrupted to let go of the script */
  gboolean          holds;           /* each page stops before its next task */
  GStrv             names;           /* of tasks before which pages stop, NULL for none */
  LsPageTracing    *tracing;         /* a photograph that is being taken, NULL for none */
};

/* What the owner wants. */
typedef enum
{
  LS_PAGE_ACT_HOLD,
  LS_PAGE_ACT_STEP,
  LS_PAGE_ACT_LET_GO,
  LS_PAGE_ACT_BREAK,              /* names */
  LS_PAGE_ACT_PRIORITY,           /* of a task or signal */
  LS_PAGE_ACT_ABORT,              /* of a task or signal: text, the reason */
  LS_PAGE_ACT_POST,               /* agent, text, priority */
  LS_PAGE_ACT_TEXT,               /* wanted */
  LS_PAGE_ACT_PHOTOGRAPH          /* answer */
} LsPageActKind;

typedef struct
{
  LsPageClient  *client;
  LsPageActKind  kind;
  guint64        number;
  guint32        task, signal, agent;
  guint8         priority;        /* LsTaskPriority */
  char          *text;
  GStrv          names;
  LsPageText    *wanted;
  GTask         *answer;
} LsPageAct;

/* ls-page-watch.c */
LsPageClient  *ls_page_watch_get_client    (LsPageWatch      *self);
LsPageClient  *ls_page_watch_peek_client   (LsPageWatch      *self);
LsPageReport  *ls_page_watch_get_report    (LsPageWatch      *self);
void           ls_page_watch_set_to_hold   (LsPageWatch      *self,
                                            gboolean          is_to_hold);
void           ls_page_watch_tell_acted    (LsPageWatch      *self,
                                            guint64           act,
                                            const char       *why);
guint64        ls_page_watch_count_act     (LsPageWatch      *self);
void           ls_page_watch_tell_changed  (LsPageWatch      *self);
void           ls_page_watch_tell_ended    (LsPageWatch      *self);

/* ls-page-watch-acts.c: what LsPageWatch implements of LsLiveRun, and answers */
gboolean       ls_page_watch_can_hold      (LsLiveRun        *run);
void           ls_page_watch_hold          (LsLiveRun        *run);
void           ls_page_watch_step          (LsLiveRun        *run);
void           ls_page_watch_let_go        (LsLiveRun        *run);
gboolean       ls_page_watch_is_held       (LsLiveRun        *run);
guint32        ls_page_watch_get_held_task (LsLiveRun        *run);
void           ls_page_answer              (GTask            *task,
                                            LsPagePhotograph *photograph,
                                            GError           *error);

/* ls-page-address.c */
char          *ls_page_clean_address       (const char       *address,
                                            gboolean          is_full);
char          *ls_page_clean_text          (const char       *text,
                                            gsize             length);

/* How often pages are asked for what waits. */
#define LS_PAGE_PULL_MS 100
/* When the watch ends: after so many rounds without an answer a page is interrupted. */
#define LS_PAGE_MAX_LAST_SILENT_ROUNDS 2
/* How long pages may take to tell the rest when the watch ends, and then to let go of the script. */
#define LS_PAGE_LAST_MS 500
/* A page that has to be interrupted. */
#define LS_PAGE_LAST_BUSY_MS 3000

/* ls-page-client.c */
GSource       *ls_page_client_begin_timeout (LsPageClient    *self,
                                            guint             ms,
                                            GSourceFunc       callback);
void           ls_page_client_set_stopping (LsPageClient     *self,
                                            guint             ms);
LsPageClient  *ls_page_client_new          (LsPageWatch      *watch,
                                            LsPageReport     *report,
                                            LsTrace          *trace,
                                            LsPageWatchFlags  flags);
void           ls_page_client_make_scripts (LsPageClient     *self,
                                            LsPageTransportKind kind);
void           ls_page_client_start        (LsPageClient     *self);
void           ls_page_client_free         (LsPageClient     *self);
void           ls_page_client_stop         (LsPageClient     *self);
guint64        ls_page_client_call         (LsPageClient     *self,
                                            const char       *session,
                                            const char       *method,
                                            const char       *parameters,
                                            ...) G_GNUC_PRINTF (4, 5);
LsPageCall    *ls_page_client_expect       (LsPageClient     *self,
                                            guint64           call,
                                            LsPageCallKind    kind,
                                            gint64            context);
gboolean       ls_page_client_find_call    (LsPageClient     *self,
                                            gint64            number,
                                            LsPageCall       *call);
void           ls_page_client_report_closed (LsPageClient    *self);
void           ls_page_client_report       (LsPageClient     *self,
                                            const char       *problem);
void           ls_page_client_write_soon   (LsPageClient     *self);
char          *ls_page_quote               (const char       *text);

void           ls_page_client_write_all    (LsPageClient     *self);
gboolean       ls_page_client_take_answer  (LsPageClient     *self,
                                            LsPageSession    *session,
                                            const LsPageEnvelope *envelope,
                                            const LsPageCall *call);
void           ls_page_client_act          (LsPageClient     *self,
                                            LsPageAct        *act);
void           ls_page_client_drop_acts    (LsPageClient     *self);

/* ls-page-acts.c */
gboolean       ls_page_act_run             (gpointer          act);
void           ls_page_act_free            (gpointer          act);
void           ls_page_client_forget_acts  (LsPageClient     *self,
                                            const LsPageRealm *realm);
void           ls_page_session_debug       (LsPageSession    *self,
                                            LsPageRealm      *realm);
void           ls_page_session_on_paused   (LsPageSession    *self,
                                            gboolean          is_ours);
void           ls_page_session_on_resumed  (LsPageSession    *self);
void           ls_page_session_on_called   (LsPageSession    *self);
gboolean       ls_page_session_interrupt   (LsPageSession    *self);
void           ls_page_client_on_acted     (LsPageClient     *self,
                                            const LsPageEnvelope *envelope,
                                            guint64           act);
void           ls_page_client_report_held  (LsPageClient     *self);

/* ls-page-sessions.c */
void           ls_page_session_free        (gpointer          session);
void           ls_page_session_forget_realms (LsPageSession  *self,
                                            gint64            context);
void           ls_page_client_report_targets (LsPageClient   *self);
void           ls_page_session_report_crash (LsPageSession   *self);
gboolean       ls_page_client_update_target (LsPageClient    *self,
                                            JsonObject       *info);
LsPageSession *ls_page_client_add_session  (LsPageClient     *self,
                                            const char       *id,
                                            const char       *kind,
                                            JsonObject       *info);
char          *ls_page_dup_member          (JsonObject       *object,
                                            const char       *member,
                                            gsize             max);
gboolean       ls_page_is_plain            (const char       *id);

/* ls-page-devtools.c */
extern const LsPageProtocol ls_page_chromium;

void           ls_page_devtools_send       (LsPageClient     *self,
                                            const char       *session,
                                            guint64           number,
                                            const char       *method,
                                            const char       *parameters);
guint64        ls_page_devtools_evaluate   (LsPageSession    *session,
                                            const LsPageRealm *realm,
                                            const char       *expression);
void           ls_page_devtools_interrupt  (LsPageSession    *session);
void           ls_page_devtools_resume     (LsPageSession    *session);
void           ls_page_devtools_read       (LsPageClient     *self,
                                            LsPageSession    *session,
                                            const LsPageEnvelope *envelope,
                                            const char       *text,
                                            gsize             length);

/* ls-page-firefox.c */
extern const LsPageProtocol ls_page_firefox;

void           ls_page_firefox_free        (LsPageFirefox    *self);

/* ls-page-node.c */
extern const LsPageProtocol ls_page_node;

gboolean       ls_page_node_reads          (const char       *method);
void           ls_page_session_on_node_script (LsPageSession  *self,
                                            const char       *text,
                                            gsize             length);
void           ls_page_session_begin_node  (LsPageSession    *self);
void           ls_page_client_on_node_notice (LsPageClient   *self,
                                            LsPageSession    *session,
                                            const char       *method,
                                            JsonObject       *parameters);
gboolean       ls_page_session_on_node_paused (LsPageSession *self,
                                            const char       *reason);

/* ls-page-scripts.c */
LsPageScripts *ls_page_scripts_new         (gsize            *n_kept);
void           ls_page_scripts_free        (LsPageScripts    *self);
void           ls_page_scripts_forget      (LsPageScripts    *self);
gboolean       ls_page_scripts_take_more   (LsPageScripts    *self);
void           ls_page_scripts_add         (LsPageScripts    *self,
                                            JsonObject       *parameters);
gboolean       ls_page_scripts_find        (LsPageScripts    *self,
                                            const char       *address,
                                            guint             line,
                                            gboolean          is_full,
                                            gint64           *script,
                                            guint            *first_line);
char          *ls_page_read_source         (const char       *text,
                                            gsize             length);
void           ls_page_session_name_signal (LsPageSession    *self,
                                            LsPageRealm      *realm,
                                            guint32           signal,
                                            gint64            place);
void           ls_page_session_on_source   (LsPageSession    *self,
                                            gint64            script,
                                            const char       *text,
                                            gsize             length);

/* ls-page-text.c */
void           ls_page_text_give_up        (gpointer          text);
void           ls_page_client_find_text    (LsPageClient     *self,
                                            LsPageText       *text);
void           ls_page_client_take_text    (LsPageClient     *self,
                                            gint64            number,
                                            char             *source);

/* ls-page-leaving.c */
void           ls_page_client_leave_browser (LsPageClient    *self);

/* ls-page-realms.c */
LsPageRealm   *ls_page_session_find_realm  (LsPageSession    *self,
                                            gint64            context);
guint64        ls_page_session_command     (LsPageSession    *self,
                                            const LsPageRealm *realm,
                                            const char       *command);
void           ls_page_session_take_batch  (LsPageSession    *self,
                                            gint64            context,
                                            const char       *text,
                                            gsize             length);
void           ls_page_session_on_pulled   (LsPageSession    *self,
                                            const LsPageEnvelope *envelope,
                                            gint64            context);
void           ls_page_client_pull         (LsPageClient     *self);
void           ls_page_session_pull        (LsPageSession    *self);
void           ls_page_client_pull_last    (LsPageClient     *self);
gboolean       ls_page_client_is_pulling   (LsPageClient     *self);
gboolean       ls_page_client_is_awaiting_leave (LsPageClient *self);
gboolean       ls_page_client_interrupt_silent (LsPageClient  *self,
                                            guint             n_rounds);
gboolean       ls_page_session_is_pulling  (LsPageSession    *self);
void           ls_page_client_leave        (LsPageClient     *self);
LsPageAgent   *ls_page_session_find_agent  (LsPageSession    *self,
                                            gint64            context);

/* ls-page-tracing-config.c */
char          *ls_page_tracing_configure   (const char       *processes,
                                            gsize             length);

/* ls-page-tracing.c */
void           ls_page_client_photograph   (LsPageClient     *self,
                                            GTask            *task);
void           ls_page_client_end_tracing  (LsPageClient     *self);
gboolean       ls_page_client_on_tracing_notice (LsPageClient *self,
                                            const char       *method,
                                            const char       *text,
                                            gsize             length);
void           ls_page_client_on_tracing_answer (LsPageClient *self,
                                            LsPageSession    *session,
                                            const LsPageEnvelope *envelope,
                                            const LsPageCall *call,
                                            const char       *text,
                                            gsize             length);

G_END_DECLS
