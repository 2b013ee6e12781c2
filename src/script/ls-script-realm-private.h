/* ls-script-realm-private.h: a program's JavaScript world on an event loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <setjmp.h>
#include <time.h>

#include "ls-agent.h"
#include "ls-atomics.h"
#include "ls-program-runtime.h"
#include "ls-script-machine-private.h"
#include "ls-script-transformer-private.h"

G_BEGIN_DECLS

typedef struct _LsScriptRealm LsScriptRealm;
typedef struct _LsScriptExtension LsScriptExtension;

/* Indices of the words that C and the prelude share, see docs/javascript.md. */
typedef enum
{
  LS_SCRIPT_WORD_EVENTS,
  LS_SCRIPT_WORD_EVENTS_LIMIT,
  LS_SCRIPT_WORD_ENQUEUED,
  LS_SCRIPT_WORD_BEGUN,
  LS_SCRIPT_WORD_STATEMENT,
  LS_SCRIPT_WORD_STATEMENT_LIMIT,
  LS_SCRIPT_WORD_DEPTH,
  /* 7 is free. */
  LS_SCRIPT_WORD_LAST_PROMISE = 8,
  LS_SCRIPT_WORD_REJECTIONS,
  LS_SCRIPT_WORD_MATCHING,
  LS_SCRIPT_WORD_SLOT,
  LS_SCRIPT_WORD_ABORT_SOURCE,
  LS_SCRIPT_WORD_PRIORITY_SOURCE,
  LS_SCRIPT_WORD_ACCEPTED,
  LS_SCRIPT_N_WORDS = 16
} LsScriptWord;

/* Functions of the prelude that C calls. */
typedef enum
{
  LS_SCRIPT_HOOK_RUN_JOBS,
  LS_SCRIPT_HOOK_RUN_TASK,
  LS_SCRIPT_HOOK_SETTLE_TASK,
  LS_SCRIPT_HOOK_FIRE_SIGNAL,
  LS_SCRIPT_HOOK_TIMER,
  LS_SCRIPT_HOOK_IDLE,
  LS_SCRIPT_HOOK_LOOP_TASK,
  LS_SCRIPT_HOOK_NOTIFY_REJECTIONS,
  LS_SCRIPT_HOOK_REPORT_EXCEPTION,
  LS_SCRIPT_HOOK_REPORT_SYNTAX_ERROR,
  LS_SCRIPT_HOOK_MAKE_EXCEPTION,
  LS_SCRIPT_HOOK_INSPECT,
  LS_SCRIPT_HOOK_BEGIN_SCRIPT,
  LS_SCRIPT_HOOK_ADD_SCRIPT,
  LS_SCRIPT_HOOK_POST_CODE,
  LS_SCRIPT_HOOK_YIELD,
  LS_SCRIPT_HOOK_SETTLE_WAIT,
  LS_SCRIPT_HOOK_GROW_BLOCK,
  LS_SCRIPT_HOOK_RECEIVE,
  LS_SCRIPT_HOOK_RECEIVE_AT_PORT,
  LS_SCRIPT_N_HOOKS
} LsScriptHook;

#define LS_SCRIPT_N_EVENTS 8192

/* Indices of the cells: operand, replacement, result. */
#define LS_SCRIPT_N_CELLS 3

/* The text around a task's code. All of it is on the first line and after the last one. */
#define LS_SCRIPT_BODY_PREFIX "(async function(){"
#define LS_SCRIPT_BODY_PREFIX_LENGTH (sizeof LS_SCRIPT_BODY_PREFIX - 1)
#define LS_SCRIPT_BODY_SUFFIX "\n})"

/**
 * LsScriptSlot:
 *
 * A slot in the prelude's table of posted tasks, as the engine refers to it.
 */
typedef struct
{
  LsScriptRealm *realm;
  guint32        slot;
  guint32        promise;
  gboolean       is_settled; /* the prelude has settled the promise itself; the engine follows */
} LsScriptSlot;

typedef struct _LsScriptHandle LsScriptHandle;

/* LsScriptHandle: a signal, and its controller if it has one, for a JavaScript object. */
struct _LsScriptHandle
{
  LsScriptRealm     *realm;         /* (nullable): %NULL once the realm has gone */
  GHashTable        *orphans;       /* of the machine */
  LsAbortSignal     *signal;        /* (owned) */
  LsAbortController *controller;    /* (owned) (nullable) */
  JSObjectRef        object;
  guint              listeners[2];
  gboolean           is_named;
};

/* A statement of the transformed program. */
typedef struct
{
  guint32 function;
  guint32 place;      /* number of the text, once it is known */
  guint32 script;
  guint32 line;
  guint32 column;
} LsScriptStatement;

typedef struct _LsScriptSource LsScriptSource;

/* LsScriptBlock: the copy of a shared memory that a realm has. */
typedef struct
{
  LsScriptRealm  *realm;        /* (nullable): %NULL once the realm has gone */
  GHashTable     *orphans;      /* of the machine */
  LsSharedMemory *memory;       /* (owned) */
  JSObjectRef     object;
  JSObjectRef     buffer;       /* protected once other agents know the block */
  guint8         *bytes;        /* JavaScriptCore owns these bytes; they do not move */
  gsize           length;       /* length of @bytes */
  gboolean        is_posted;    /* other agents know the block */
  guint8         *seen;         /* (owned) (nullable): the bytes at the last copy, when the agent has a thread of its own */
  guint64         version;      /* the version of @memory at the last copy */
} LsScriptBlock;

/* A place in shared memory while an operation is done there. */
typedef struct
{
  LsScriptRealm *realm;
  LsScriptBlock *block;
  LsTypedArray   array;
  gsize          size;
  LsAgent       *previous;
} LsScriptPlace;

typedef struct _LsScriptLink LsScriptLink;
typedef struct _LsScriptMessage LsScriptMessage;
typedef struct _LsScriptPort LsScriptPort;
typedef struct _LsScriptPorts LsScriptPorts;
typedef struct _LsScriptPipes LsScriptPipes;

/* LsScriptWorkers: the links of a realm to the realms of other agents. */
typedef struct
{
  LsScriptLink    *own;             /* (nullable): to the creator of this realm, if the realm is a worker's */
  GPtrArray       *links;           /* LsScriptLink: to the workers that this realm has made, by number from 1 */
  GPtrArray       *early;           /* LsScriptMessage: came before the worker was open */
  LsScriptMessage *outgoing;        /* (nullable): the message that is being written */
  LsScriptMessage *incoming;        /* (nullable): the message that is being read */
  LsScriptPorts   *ports;
  gboolean         has_run;         /* the worker's script has run */
  gboolean         is_opening;      /* a task will open the worker */
  guint32          opening_turn;    /* when that was posted */
  gboolean         is_open;         /* messages of the creator arrive */
  gboolean         is_closing;
  guint32          closing_turn;
} LsScriptWorkers;

/* A script that the realm has loaded, or code that the program has compiled. */
struct _LsScriptSource
{
  char   *url;
  GArray *map;        /* guint32 pairs: offset in the code, offset in the source */
  GArray *code_lines; /* guint32: offsets of the lines of the code */
  GArray *source_lines;
};

/**
 * LsScriptExtension:
 * @files: (array zero-terminated=1): paths of resources, written like the files of the prelude. They run after the prelude, in the
 *   realm of each agent
 * @create: (nullable): makes natives for @files, as members of @host, which is their `realm.host`. It returns data that the realm
 *   keeps for the extension, (nullable). It runs on the agent's thread, before any file
 * @free: (nullable): frees the data that @create returned, before the realm ends
 *
 * What a host adds to all programs of a process. Its files may start agents, so each program runs on a cluster or on threads, even
 * if it does not name `Worker`.
 */
struct _LsScriptExtension
{
  const char *const *files;
  gpointer         (*create) (LsScriptRealm *realm,
                              JSObjectRef    host);
  void             (*free)   (gpointer       data);
};

/* What a text is parsed as: by its content, as a module, or as a script, in which import and export are errors. */
typedef enum
{
  LS_SCRIPT_GOAL_ANY,
  LS_SCRIPT_GOAL_MODULE,
  LS_SCRIPT_GOAL_SCRIPT
} LsScriptGoal;

typedef struct _LsScriptEntry LsScriptEntry;

/* Where C has entered JavaScriptCore, for ls-script-interrupt.c. */
struct _LsScriptEntry
{
  sigjmp_buf     place;
  LsScriptEntry *outer;  /* (nullable) */
};

struct _LsScriptRealm
{
  LsProgramHost      *host;
  const LsScriptExtension *extension; /* (nullable) */
  gpointer            extension_data; /* (nullable): the extension's data for this realm */
  LsEventLoop        *loop;
  LsScheduler        *scheduler;
  LsProbe            *probe;         /* (nullable) */

  LsScriptMachine    *machine;
  JSContextGroupRef   group;         /* of @machine */
  JSGlobalContextRef  context;
  JSObjectRef         hooks[LS_SCRIPT_N_HOOKS];
  JSClassRef          handle_class;

  gint32             *words;
  gint32             *events;
  GPtrArray          *slots;         /* LsScriptSlot */
  GArray             *job_ids;       /* guint32 ring: numbers of the waiting jobs, in a trace */
  guint               first_job_id;
  GArray             *statements;    /* LsScriptStatement */
  guint               n_functions;
  GPtrArray          *sources;       /* LsScriptSource */
  GPtrArray          *codes;         /* JSStringRef: the code to run, one for each script */
  GPtrArray          *syntax_errors; /* (nullable) char *: the syntax error of each script, with its place */
  GPtrArray          *requests;      /* (nullable) char **: the specifiers of the modules that each script imports */
  GArray             *are_modules;   /* gboolean: whether each script is a module */
  char              **last_requests; /* (nullable): those of the script that was rewritten last */
  gboolean            last_is_module;
  JSObjectRef        *functions;     /* (nullable): functions of the host's codes, protected */
  LsAbortSignal      *adopting;      /* (nullable): the signal that the prelude posts the present code with */
  GHashTable         *results;       /* number → LsPromise: the promise that gets the result of a task */
  guint               last_result;
  LsScriptRequest    *first_script;  /* (nullable): the request to rewrite the first script while the realm is made */
  GPtrArray          *protected;     /* JSValueRef: kept until the realm ends */
  GPtrArray          *garbage;       /* LsScriptHandle: handles whose objects are gone */
  GHashTable         *handles;       /* handles that are alive */
  GHashTable         *handles_by_id; /* number of a signal → its handle */
  GHashTable         *kept;          /* values that the engine holds */
  GHashTable         *exceptions;    /* LsException → JSValueRef */
  LsAgent            *agent;         /* (owned): the agent that runs this realm */
  LsScriptWorkers    *workers;
  JSClassRef          block_class;
  JSGlobalContextRef  verifying;     /* (nullable): the context in which matches are verified */
  JSObjectRef         verify;        /* the function of @verifying that does it, protected */
  gint64             *cells;         /* the values of BigInts for natives */
  GHashTable         *blocks;        /* LsScriptBlock: blocks that are alive */
  GPtrArray          *posted;        /* LsScriptBlock: blocks that other agents know */
  guint64             given_at;      /* steps of the cluster at the last copy of the posted blocks */
  gboolean            is_taking;
  gboolean            reads_plainly; /* for an explorer: the program may read memory without an operation */
  gboolean            is_in_scope;   /* for an explorer: a function of a lock runs, … */
  LsAgentMark         mark;          /* … and began at this mark */
  guint32             statement;     /* the present statement of this callback, for records */
  guint32             last_statement; /* number in the program of the last statement that has a record */
  guint32             current_job;   /* number of the running job, in a trace */
  guint64             n_counted;     /* statements of this callback that the host has counted */

  LsScriptRealm      *outer;         /* the realm of the thread before, while the prelude loads */
  guint               depth;         /* nested calls into JavaScript */
  JSObjectRef         enter;         /* a function that calls @entered */
  void              (*entered) (gpointer data);
  gpointer            entered_data;
  gboolean            is_stopped;
  gboolean            is_ending;       /* the watchdog has been told that the program is stopped */
  LsScriptEntry      *entry;         /* (nullable): the innermost */
  gboolean            is_abandoned;  /* the program was stopped within JavaScriptCore, which nobody may enter any more */
  gint64              interrupted_after; /* µs; 0: for its memory */
  gboolean            is_looked_at;  /* @looks is a timer */
  timer_t             looks;
  gboolean            is_checking;   /* a microtask checkpoint runs */
  char               *stop_message;
  guint32             turn;          /* the turn in which @turn_cpu was read */
  gint64              turn_cpu;      /* µs */
  guint32             progress;      /* progress of the program at the last look */
  gint64              progress_cpu;  /* µs: the time of the last progress */
  gint64              asked_cpu;     /* µs: the time when the watchdog last asked whether the program may go on */
  gint64              suspended_cpu; /* µs: the time when work began that is no part of the program; 0 if there is none */
};

/* Defines a native with @n arguments, which returns %NULL for undefined. @self is the realm that has called it. */
#define LS_SCRIPT_NATIVE(name, n) LS_SCRIPT_DEFINE_NATIVE (name, n, , )

/* Defines a native that calls JavaScriptCore more than once. Each call takes the lock, unless the thread holds it already.
 * Taking the lock costs more than most of the calls. */
#define LS_SCRIPT_LOCKED_NATIVE(name, n) LS_SCRIPT_DEFINE_NATIVE (name, n, JSLock (context);, JSUnlock (context);)

#define LS_SCRIPT_DEFINE_NATIVE(name, n, lock, unlock)                                                          \
  static inline JSValueRef name ## _run (LsScriptRealm *self, JSContextRef context, size_t n_arguments,         \
                                         const JSValueRef arguments[], JSValueRef *exception);                  \
  static JSValueRef name (JSContextRef context, JSObjectRef function, JSObjectRef this_object, size_t n_arguments, \
                          const JSValueRef arguments[], JSValueRef *exception)                                  \
  {                                                                                                             \
    LsScriptRealm *self;                                                                                        \
    JSValueRef result = NULL;                                                                                   \
                                                                                                                \
    lock                                                                                                        \
    self = ls_script_realm_enter_native ();                                                                     \
    if ((int) n_arguments >= n)                                                                                 \
      result = name ## _run (self, context, n_arguments, arguments, exception);                                 \
    if (G_UNLIKELY (self->is_abandoned))                                                                        \
      ls_script_interrupt_leave (self);                                                                         \
    unlock                                                                                                      \
    return result;                                                                                              \
  }                                                                                                             \
  static inline JSValueRef name ## _run (LsScriptRealm *self, JSContextRef context, size_t n_arguments,         \
                                         const JSValueRef arguments[], JSValueRef *exception)

/* The last row of a table has no name. */
typedef struct
{
  const char                     *name;
  JSObjectCallAsFunctionCallback  callback;
} LsScriptNative;

/* ls-script-interrupt.c */
void           ls_script_interrupt_leave     (LsScriptRealm           *self) G_GNUC_NORETURN;
void           ls_script_interrupt_begin_entry (LsScriptRealm         *self,
                                              LsScriptEntry           *entry);
void           ls_script_interrupt_end_entry (LsScriptRealm           *self);
JSValueRef     ls_script_interrupt_call      (LsScriptRealm           *self,
                                              JSObjectRef              function,
                                              gsize                    n_arguments,
                                              const JSValueRef         arguments[],
                                              JSValueRef              *exception);
void           ls_script_interrupt_evaluate  (LsScriptRealm           *self,
                                              JSStringRef              code,
                                              const char              *url,
                                              JSValueRef              *exception);
void           ls_script_interrupt_watch     (LsScriptRealm           *self);
void           ls_script_interrupt_unwatch   (LsScriptRealm           *self);

/* ls-script-realm.c */
LsScriptRealm *ls_script_realm_get_current   (void);
LsScriptRealm *ls_script_realm_new           (LsProgramHost           *host,
                                              const LsScriptExtension *extension,
                                              GError                 **error);
void           ls_script_realm_free          (gpointer                 data);
void           ls_script_realm_enter         (gpointer                 realm,
                                              void                   (*func) (gpointer data),
                                              gpointer                 data);
LsScriptRealm *ls_script_realm_enter_native  (void);
JSValueRef     ls_script_realm_call          (LsScriptRealm           *self,
                                              LsScriptHook             hook,
                                              gsize                    n_arguments,
                                              const JSValueRef         arguments[]);
void           ls_script_realm_stop          (LsScriptRealm           *self,
                                              const char              *message);
void           ls_script_realm_begin_loading (LsScriptRealm           *self);
void           ls_script_realm_end_loading   (LsScriptRealm           *self);
void           ls_script_realm_evaluate      (LsScriptRealm           *self,
                                              JSStringRef              code,
                                              const char              *url);
JSValueRef     ls_script_realm_string        (LsScriptRealm           *self,
                                              const char              *string);
void           ls_script_realm_to_ls_value   (LsScriptRealm           *self,
                                              JSValueRef               value,
                                              LsValue                 *result);
void           ls_script_realm_protect       (LsScriptRealm           *self,
                                              JSValueRef               value);
JSValueRef     ls_script_realm_from_ls_value (LsScriptRealm           *self,
                                              const LsValue           *value);
void           ls_script_realm_add_natives   (LsScriptRealm           *self,
                                              JSObjectRef              object,
                                              const LsScriptNative    *natives);

/* ls-script-prelude.c */
gboolean       ls_script_prelude_load        (LsScriptRealm           *self,
                                              GError                 **error);
gboolean       ls_script_prelude_run         (LsScriptRealm           *self,
                                              JSContextRef             context,
                                              const char *const        files[],
                                              JSObjectRef              realm,
                                              GError                 **error);
void           ls_script_prelude_set_runtime (LsScriptRealm           *self,
                                              JSContextRef             context,
                                              JSObjectRef              realm);
JSObjectRef    ls_script_prelude_evaluate    (LsScriptRealm           *self,
                                              JSContextRef             context,
                                              const char              *file,
                                              GError                 **error);

/* ls-script-events.c */
void           ls_script_events_flush        (LsScriptRealm           *self);
void           ls_script_events_begin_callback (LsScriptRealm         *self);
void           ls_script_events_check_statement (LsScriptRealm        *self);
char          *ls_script_events_get_name     (LsScriptRealm           *self,
                                              JSValueRef               given);

/* ls-script-watchdog.c */
void           ls_script_watchdog_arm        (LsScriptRealm           *self);
void           ls_script_watchdog_check      (LsScriptRealm           *self);
void           ls_script_watchdog_forgive     (LsScriptRealm           *self,
                                              gint64                   time);
void           ls_script_watchdog_enter      (LsScriptRealm           *self);
void           ls_script_watchdog_suspend    (LsScriptRealm           *self);
gint64         ls_script_watchdog_resume     (LsScriptRealm           *self);
gint64         ls_script_watchdog_get_pause  (LsScriptRealm           *self);
gint64         ls_script_watchdog_get_max_match_time (void);
void           ls_script_watchdog_check_memory (LsScriptRealm         *self,
                                              guint64                  more);
void           ls_script_watchdog_stop_for_memory (LsScriptRealm      *self);
void           ls_script_watchdog_stop_match (LsScriptRealm           *self,
                                              gint64                   time);

/* The natives of each part, and the classes of the objects that they make. */
extern const LsScriptNative ls_script_host_natives[], ls_script_regexps_natives[], ls_script_scheduler_natives[],
                            ls_script_signals_natives[], ls_script_timers_natives[], ls_script_codes_natives[],
                            ls_script_atomics_natives[], ls_script_workers_natives[], ls_script_messages_natives[],
                            ls_script_ports_natives[];
extern const JSClassDefinition ls_script_handle_class, ls_script_block_class;

/* ls-script-blocks.c */
void           ls_script_realm_give_memory   (LsScriptRealm           *self);
void           ls_script_realm_take_memory   (LsScriptRealm           *self);
JSObjectRef    ls_script_realm_find_buffer   (LsScriptRealm           *self,
                                              LsSharedMemory          *memory);
LsScriptBlock *ls_script_block_get           (LsScriptRealm           *self,
                                              JSValueRef               value);
void           ls_script_block_post          (LsScriptBlock           *block);
JSValueRef     ls_script_block_adopt         (LsScriptRealm           *self,
                                              LsSharedMemory          *memory,
                                              JSObjectRef              buffer);
JSValueRef     ls_script_block_new           (LsScriptRealm           *self,
                                              LsSharedMemory          *memory,
                                              JSObjectRef              buffer,
                                              gsize                    length);
void           ls_script_block_free          (gpointer                 data);
void           ls_script_realm_observe_memory (const LsScriptRealm    *self);
gboolean       ls_script_place_begin         (LsScriptPlace           *self,
                                              LsScriptRealm           *realm,
                                              JSValueRef               block,
                                              JSValueRef               type,
                                              JSValueRef               byte_index);
void           ls_script_place_end           (LsScriptPlace           *self);

/* ls-script-reads.c */
gboolean       ls_script_may_read_plainly    (const char              *text);

/* ls-script-workers.c */
LsScriptWorkers *ls_script_workers_new       (LsScriptRealm           *realm);
void           ls_script_workers_free        (LsScriptWorkers         *self);
const char    *ls_script_workers_get_script  (LsScriptWorkers         *self,
                                              const char             **source);
gboolean       ls_script_workers_is_module   (LsScriptWorkers         *self);
double         ls_script_workers_get_created (LsScriptWorkers         *self);
gboolean       ls_script_workers_is_over     (LsScriptRealm           *realm);
LsAgent       *ls_script_workers_get_agent   (LsScriptWorkers         *self,
                                              guint                    number);
LsAgent       *ls_script_workers_get_creator (LsScriptWorkers         *self);
void           ls_script_workers_start       (LsScriptRealm           *realm);
void           ls_script_workers_open_busy   (LsScriptRealm           *realm);
JSValueRef     ls_script_workers_finish      (LsScriptRealm           *self,
                                              GError                  *error,
                                              JSValueRef               result,
                                              JSValueRef              *exception);

/* ls-script-ports.c */
LsScriptPorts *ls_script_ports_new           (LsScriptRealm           *realm,
                                              LsScriptPipes           *pipes);
void           ls_script_ports_free          (LsScriptPorts           *self);
LsScriptPipes *ls_script_ports_share         (LsScriptPorts           *self);
void           ls_script_pipes_unref         (LsScriptPipes           *self);

/* ls-script-regexps.c */
void           ls_script_regexps_free        (LsScriptRealm           *self);

/* ls-script-host.c */
JSValueRef     ls_script_realm_throw_stop    (LsScriptRealm           *self,
                                              JSValueRef              *exception);

/* ls-script-signals.c */
LsScriptHandle *ls_script_handle_get         (LsScriptRealm           *self,
                                              JSValueRef               value);
void           ls_script_handle_free         (LsScriptHandle          *self);
JSValueRef     ls_script_handle_adopt        (LsScriptRealm           *self,
                                              LsAbortSignal           *signal);

/* ls-script-transform.c */
gboolean       ls_script_is_plain_program    (LsProgramHost           *host);
void           ls_script_begin_transform     (LsScriptRealm           *self,
                                              const char              *source,
                                              LsScriptGoal             goal,
                                              const char              *options,
                                              const GArray            *breakpoints);
JSStringRef    ls_script_transform           (LsScriptRealm           *self,
                                              const char              *url,
                                              const char              *source,
                                              gboolean                 is_body,
                                              LsScriptGoal             goal,
                                              const char              *options,
                                              const GArray            *breakpoints,
                                              GError                 **error);
gboolean       ls_script_may_go_on           (gpointer                 realm);
gboolean       ls_script_locate              (LsScriptRealm           *self,
                                              const char              *url,
                                              guint                   *line,
                                              guint                   *column);

void           ls_script_refine              (LsScriptRealm           *self,
                                              const char              *url,
                                              gboolean                 is_reference,
                                              guint                   *line,
                                              guint                   *column);

/* ls-script-codes.c */
char          *ls_script_code_wrap           (const char              *source);
gboolean       ls_script_prepare_codes       (LsScriptRealm           *self,
                                              GError                 **error);
void           ls_script_free_codes          (LsScriptRealm           *self);
void           ls_script_yield_by_hand       (gpointer                 realm,
                                              const char              *signal,
                                              const char              *priority);
void           ls_script_post_code           (gpointer                 realm,
                                              guint                    code,
                                              const LsPostTaskOptions *options,
                                              LsPromise               *result);

/* ls-script-check.c */
void           ls_script_check               (const char              *source,
                                              const char              *script,
                                              GTask                   *task);

/* ls-script-program.c */
void           ls_script_register_extended   (const LsScriptExtension *extension);
LsScriptGoal   ls_script_get_goal            (const char              *name);
void           ls_script_add_kind            (gpointer                 json,
                                              const char              *script,
                                              LsScriptGoal             goal);
char          *ls_script_make_options        (LsScriptRealm           *self,
                                              const char              *name,
                                              gboolean                 is_body,
                                              LsScriptGoal             goal,
                                              GArray                  *breakpoints);
void           ls_script_begin_first_script  (LsScriptRealm           *self);
JSStringRef    ls_script_prepare_script      (LsScriptRealm           *self,
                                              const char              *name,
                                              const char              *text,
                                              LsScriptGoal             goal,
                                              GError                 **error);
JSStringRef    ls_script_prepare_module      (LsScriptRealm           *self,
                                              const char              *name,
                                              GError                 **error);
gboolean       ls_script_prepare_scripts     (LsScriptRealm           *self,
                                              GError                 **error);

G_END_DECLS
