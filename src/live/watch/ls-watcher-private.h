/* ls-watcher-private.h: the thread that watches programs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-control-private.h"
#include "ls-live-writer-private.h"
#include "ls-symbols-private.h"
#include "ls-trace.h"

G_BEGIN_DECLS

typedef struct _LsWatcher LsWatcher;
typedef struct _LsWatchedProgram LsWatchedProgram;

/* LsWatcherEvents: what has happened since it was told of last. */
typedef enum
{
  LS_WATCHER_CHANGED = 1 << 0,   /* the trace has more records */
  LS_WATCHER_ENDED = 1 << 1,     /* nothing more comes */
  LS_WATCHER_HELD = 1 << 2,      /* another thread is the one that is held, or none */
} LsWatcherEvents;

/* LsWatcherAction: what the maker may ask for. */
typedef enum
{
  LS_WATCHER_HOLD,
  LS_WATCHER_HOLD_AT,
  LS_WATCHER_STEP,
  LS_WATCHER_LET_GO,
  LS_WATCHER_COMMAND,
} LsWatcherAction;

/* Called on the thread that made the watcher. */
typedef void (*LsWatcherFunc) (LsWatcherEvents events,
                               gpointer        user_data);

/* What everybody may know of a watch. */
typedef struct
{
  guint    n_processes;
  guint64  n_lost;
  char    *problem;       /* (nullable): set once */
  char    *name;          /* (nullable): of the first program that is connected, or of the last one that was */
  int      wait_status;
  guint32  main_agent;
  gboolean is_held;
  gboolean is_joining;    /* a debugger is at work */
  guint64  held_order;    /* of the thread that has been held for longest */
  guint32  held_task;     /* that it is going to dispatch */
} LsWatcherStatus;

typedef struct
{
  LsWatchedProgram *program;
  LsRingReader     *reader;
  LsLiveThread     *thread;
  gboolean          has_next;
  guint64           next;     /* ns: time of the next record */
  guint64           n_lost;   /* as last asked for */
  int               event_fd; /* wakes the thread; -1 if nothing does */
  guint64           held;     /* LS_WIRE_HELD(), 0 while the thread runs */
  guint64           let_go;   /* the @held that a step has ended */
  guint64           held_order;
  guint32           held_task;
} LsWatchedRing;

/* A program that has connected: the one that was started, or one that it has started. */
struct _LsWatchedProgram
{
  LsWatcher     *watcher;     /* (unowned) */
  GSocket       *socket;
  GSource       *source;
  LsLiveProcess *process;     /* NULL until it has said who it is */
  LsSymbols     *symbols;     /* likewise */
  LsControl     *control;     /* likewise */
  guint          pid;
  char          *name;        /* NULL until it has said who it is */
  gboolean       is_tsc;
  guint64        time, monotonic;
  LsWireOrigin   origin;
  gboolean       is_cut;      /* it has closed its connection */
  guint          n_looks;     /* since then */
};

struct _LsWatcher
{
  /* Set before the thread begins */
  LsTrace      *trace;
  GMainContext *context;      /* of the thread */
  GMainContext *makers;       /* of the thread that made the watcher */
  LsWatcherFunc func;
  gpointer      user_data;
  GThread      *thread;
  GSubprocess  *subprocess;   /* NULL if none was started */
  GSocket      *listener;     /* NULL where nobody may connect */
  char         *folder, *path;
  char         *folder_of_program;  /* where it is started; NULL for where this one is */
  GStrv         environment;        /* that it gets; NULL for that of this one */
  /* They lead to a program that was joined, until the thread begins; NULL otherwise. */
  GSocket      *joined;       /* to the library that it carries */
  GSocket      *joined_used;  /* to the library that it uses */
  guint         pid;          /* of a program that is being joined, 0 if none is */

  /* The thread's own */
  LsLiveWriter *writer;
  GSource      *accepting, *draining;
  GCancellable *waiting;
  GPtrArray    *programs;     /* (element-type LsWatchedProgram): those that are connected */
  GPtrArray    *rings;        /* (element-type LsWatchedRing) */
  GPtrArray    *symbols;      /* (element-type LsSymbols): of all programs, also those that are gone */
  guint64       n_lost;       /* of rings that are gone */
  guint64       ticks, ns;    /* the processor's clock and that of the system, at the same moment */
  gboolean      is_over;      /* nothing more is going to be told */
  gboolean      has_ended;    /* the process that was started */
  guint         n_looks;
  gboolean      has_used;     /* the program that was joined has told what its event loops do */
  guint         n_drains;
  gboolean      is_busy;      /* the last drain had much to read */
  gboolean      holds_all;
  LsLiveProcess *hold_process; /* that is held at @hold_at, an LS_WIRE_SOURCE() */
  guint64       hold_at;
  guint         n_steps;      /* that are still to be done */
  guint64       n_held;       /* times that a thread was held */

  GMutex          lock;       /* of what follows */
  LsWatcherStatus status;
  LsWatcherEvents events;     /* that the maker is still to be told of */
  GSource        *telling;    /* NULL while there are none */
};

/* ls-watcher.c */
LsWatcher       *ls_watcher_new            (LsTrace            *trace,
                                            LsWatcherFunc       func,
                                            gpointer            user_data);
void             ls_watcher_free           (LsWatcher          *self);
void             ls_watcher_set_surroundings (LsWatcher       *self,
                                            const char         *folder,
                                            const char *const  *environment);
gboolean         ls_watcher_launch         (LsWatcher          *self,
                                            const char *const  *arguments,
                                            GError            **error);
gboolean         ls_watcher_join           (LsWatcher          *self,
                                            guint               pid,
                                            GError            **error);
LsWatcherEvents  ls_watcher_stop           (LsWatcher          *self);
void             ls_watcher_get_status     (LsWatcher          *self,
                                            LsWatcherStatus    *status);
char            *ls_watcher_dup_name       (LsWatcher          *self);
void             ls_watcher_tell           (LsWatcher          *self,
                                            LsWatcherEvents     events);

/* ls-watcher-actions.c */
void             ls_watcher_apply_hold     (LsWatcher          *self,
                                            LsWatchedProgram   *program);
void             ls_watcher_look_for_held  (LsWatcher          *self,
                                            guint64             time);
void             ls_watcher_act            (LsWatcher          *self,
                                            LsWatcherAction     action,
                                            LsWireCommandKind   kind,
                                            const LsLiveTarget *target,
                                            int                 value);

/* ls-watcher-background.c */
void             ls_watcher_note_origin    (LsWatcher          *self,
                                            LsWatchedProgram   *program,
                                            const LsWireHello  *hello);
gboolean         ls_watcher_keep           (LsWatcher          *self,
                                            LsWatchedProgram   *program);
gboolean         ls_watcher_goes_on        (LsWatcher          *self);
void             ls_watcher_look_at_background (LsWatcher      *self);

/* ls-watcher-programs.c */
void             ls_watcher_add_program    (LsWatcher          *self,
                                            GSocket            *socket,
                                            guint               pid);
void             ls_watcher_set_problem    (LsWatcher          *self,
                                            const char         *problem);
void             ls_watcher_begin_clock    (LsWatcher          *self);
void             ls_watcher_drain          (LsWatcher          *self);
void             ls_watcher_drain_all      (LsWatcher          *self);
gboolean         ls_watcher_accept         (GSocket            *socket,
                                            GIOCondition        condition,
                                            gpointer            user_data);
void             ls_watcher_finish_program (LsWatcher          *self,
                                            LsWatchedProgram   *program);
void             ls_watched_ring_free      (gpointer            ring);
void             ls_watched_program_free   (gpointer            program);

G_END_DECLS
