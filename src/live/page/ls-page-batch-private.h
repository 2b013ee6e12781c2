/* ls-page-batch-private.h: what the script in a page tells
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The numbers are those of instrument.js. */
typedef enum
{
  LS_PAGE_EVENT_BEGIN = 1,    /* origin in µs, units a millisecond, kind, late, address */
  LS_PAGE_EVENT_POST,         /* task, priority or -1, signal, delay in ms, name, poster, stack */
  LS_PAGE_EVENT_YIELD,        /* task, poster, stack */
  LS_PAGE_EVENT_RUN,          /* task, kind */
  LS_PAGE_EVENT_END,          /* task, how, result or reason */
  LS_PAGE_EVENT_GONE,         /* task: the promise of a yield is rejected */
  LS_PAGE_EVENT_TIMER,        /* task, kind, delay in ms, name, poster, stack */
  LS_PAGE_EVENT_CLEAR,        /* task */
  LS_PAGE_EVENT_SIGNAL,       /* signal, priority or -1, aborted, is a controller's, stack */
  LS_PAGE_EVENT_ANY,          /* signal, priority source or 0, priority or -1, aborted, stack */
  LS_PAGE_EVENT_SOURCE,       /* signal, one that it depends on for abort */
  LS_PAGE_EVENT_TIMEOUT,      /* signal, ms */
  LS_PAGE_EVENT_ABORT,        /* signal, reason, poster */
  LS_PAGE_EVENT_ABORTED,      /* signal */
  LS_PAGE_EVENT_PRIORITY,     /* signal, new priority or -1, old one, poster */
  LS_PAGE_EVENT_CHANGED,      /* signal, done */
  LS_PAGE_EVENT_LISTENER,     /* signal, 0 prioritychange, 1 abort */
  LS_PAGE_EVENT_LISTENED,     /* signal */
  LS_PAGE_EVENT_STATE,        /* signal, priority, aborted: late only */
  LS_PAGE_EVENT_CALLBACK,     /* task, name: something begins that nobody has told of */
  LS_PAGE_EVENT_SETTLED,      /* task, how, result or reason: of an async callback */
  LS_PAGE_EVENT_RAN,          /* task, kind: a run and its end in one, at the same time, without result */
  LS_PAGE_EVENT_PLAIN,        /* task, name, poster, signal: a post without other options */
  /* Short events: each is one number, which says what has happened and the time since the event before. The rest is as it was, or
   * follows from it. */
  LS_PAGE_EVENT_POST_AGAIN,   /* a plain post, of the next number; the rest is as for the last plain one */
  LS_PAGE_EVENT_YIELD_NEXT,   /* a yield, of the next number, by what last began, in the microtasks after it */
  LS_PAGE_EVENT_RUN_NEXT,     /* the next number after that of what last began, and the same kind */
  LS_PAGE_EVENT_RAN_NEXT,     /* likewise, and its end */
  LS_PAGE_EVENT_END_NEXT,     /* the end of what last began, without result */
  LS_PAGE_EVENT_HELD,         /* task, kind: the page stands still before it */
  LS_PAGE_EVENT_REST,         /* no script tells it: nothing runs at this moment */
  LS_PAGE_EVENT_NAMED,        /* likewise: signal, name */
  LS_N_PAGE_EVENTS
} LsPageEventKind;

typedef enum
{
  LS_PAGE_TASK_SCHEDULER = 0,
  LS_PAGE_TASK_CONTINUATION,
  LS_PAGE_TASK_TIMER,
  LS_PAGE_TASK_INTERVAL,
  LS_PAGE_TASK_FRAME,
  LS_PAGE_TASK_IDLE,
  LS_PAGE_TASK_MICROTASK,
  LS_PAGE_TASK_MESSAGE,
  LS_PAGE_TASK_IMMEDIATE,
  LS_N_PAGE_TASKS
} LsPageTaskKind;

typedef enum
{
  LS_PAGE_AGENT_PAGE = 0,
  LS_PAGE_AGENT_FRAME,
  LS_PAGE_AGENT_WORKER,
  LS_PAGE_AGENT_NODE,
  LS_N_PAGE_AGENTS
} LsPageAgentKind;

#define LS_PAGE_EVENT_MAX_FIELDS 7

/* The first of the short events is -1 where no time has passed, the second -2, and so on; -9 is the first, a unit later. */
#define LS_PAGE_FIRST_SHORT LS_PAGE_EVENT_POST_AGAIN
#define LS_PAGE_LAST_SHORT LS_PAGE_EVENT_END_NEXT
#define LS_PAGE_SHORT_STEP 8

typedef struct
{
  guint64 time;                                 /* units of the page */
  gint64  fields[LS_PAGE_EVENT_MAX_FIELDS];     /* texts: numbers that the caller gave them */
  guint8  kind;                                 /* LsPageEventKind */
} LsPageEvent;

/* Returns a number for a text of @length bytes that follow no end. */
typedef gint64 (*LsPageTextFunc)  (gpointer           user_data,
                                   LsPageEventKind    kind,
                                   guint              field,
                                   const char        *text,
                                   gsize              length);
typedef void   (*LsPageEventFunc) (gpointer           user_data,
                                   const LsPageEvent *event);

gboolean ls_page_event_has_stack (LsPageEventKind kind,
                                  guint           field);
gboolean ls_page_batch_read (const char      *text,
                             gsize            length,
                             LsPageTextFunc   take_text,
                             LsPageEventFunc  take_event,
                             gpointer         user_data,
                             guint64         *first);

/* The members of a message that are needed to know what it is. All are NULL or 0 where it lacks them. */
typedef struct
{
  char   *method, *session, *name, *payload, *value;
  char   *worker, *message;     /* a message of a worker of Node.js, which has a message of its own in it */
  char   *exception;            /* what a script threw, with its stack */
  char   *channel, *realm;      /* of a message of Firefox, and where it comes from */
  char   *error;                /* what Firefox says of a call that it refused */
  gsize   payload_length, value_length, message_length;
  gint64  id, context;
  gboolean has_error;           /* the browser refused the call, or the script threw */
} LsPageEnvelope;

gboolean ls_page_envelope_read  (LsPageEnvelope *self,
                                 const char     *text,
                                 gsize           length);
void     ls_page_envelope_clear (LsPageEnvelope *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LsPageEnvelope, ls_page_envelope_clear)

G_END_DECLS
