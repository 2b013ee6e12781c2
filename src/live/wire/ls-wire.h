/* ls-wire.h: what a program that is watched and its watcher share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <stdatomic.h>
#include <stdint.h>

/* Each thread of the program that has something to tell has a ring in a memfd, which it sends over a SOCK_SEQPACKET socket. The
 * thread is the only one who writes, the watcher the only one who reads. A trace that the program makes itself has a ring of its
 * own as well, whichever thread writes the trace. Records are units of 32 bytes in the byte order of the
 * machine. Neither side waits for the other: where the ring is full, the program drops a record and counts it. The watcher trusts
 * nothing that it reads. */

#define LS_WIRE_MAGIC 0x3557534cu   /* LSW5 */
#define LS_WIRE_UNIT_BYTES 32
#define LS_WIRE_HEADER_BYTES 4096
#define LS_WIRE_MAX_UNITS (1u << 20)
#define LS_WIRE_MAX_TEXT 200        /* bytes of a text without its end */
#define LS_WIRE_NO_INTERVAL UINT32_MAX
#define LS_WIRE_CONTROL_BYTES 4096
#define LS_WIRE_N_COMMANDS 64

/*
 * LsWireKind:
 * @LS_WIRE_SKIP: nothing, up to the end of the ring
 * @LS_WIRE_TEXT: source = the number that other records call the text by; the text follows the head
 * @LS_WIRE_CONTEXT: a context appears, or another one has its number now; LsWireContext
 * @LS_WIRE_ATTACHED: a source was attached to a context; LsWireSource
 * @LS_WIRE_FOUND: a source was attached at some time before, nobody knows when and by whom; LsWireSource
 * @LS_WIRE_BEGIN: the dispatch of a source begins; LsWireDispatch
 * @LS_WIRE_END: it ends; LsWireDispatch with @stays
 * @LS_WIRE_SLEPT: the loop has slept in poll(), and wakes up now; LsWireSleep
 * @LS_WIRE_DESTROYED: LsWireChange
 * @LS_WIRE_PRIORITY: a source has the priority @value now; LsWireChange
 * @LS_WIRE_NAMED: a source has the name @text now; LsWireChange
 * @LS_WIRE_READY_TIME: a source is due at another time, or at none any more; LsWireReadyTime
 * @LS_WIRE_READY: what a source has waited for has come, at this time or, where it is not exact, before; LsWireReady
 * @LS_WIRE_RETURNED: a source was attached that is to tell that a GTask has returned; LsWireSource with the task's source tag as
 *   @data, and as @caller who has returned it, 0 where that was in libgio
 * @LS_WIRE_FRAME: a phase of a frame of GTK's begins, and the one before it is over; source = LsWirePhase; LsWireFrame
 * @LS_WIRE_CALLED: what was called at once has returned; source = a text, or 0; LsWireCall
 * @LS_WIRE_STREAM: the ring is that of a trace which the program makes itself, and no thread's; LsWireStream
 * @LS_WIRE_STRING: source = the number by which records of the stream call a text, context = 1 if it goes on in the next record of
 *   this kind; this part of the text follows the head, and is over before a byte 0
 * @LS_WIRE_RECORDS: records of the stream; LsWireRecords
 *
 * What a record tells.
 */
typedef enum
{
  LS_WIRE_SKIP,
  LS_WIRE_TEXT,
  LS_WIRE_CONTEXT,
  LS_WIRE_ATTACHED,
  LS_WIRE_FOUND,
  LS_WIRE_BEGIN,
  LS_WIRE_END,
  LS_WIRE_SLEPT,
  LS_WIRE_DESTROYED,
  LS_WIRE_PRIORITY,
  LS_WIRE_NAMED,
  LS_WIRE_READY_TIME,
  LS_WIRE_READY,
  LS_WIRE_RETURNED,
  LS_WIRE_CALLED,
  LS_WIRE_FRAME,
  LS_WIRE_STREAM,
  LS_WIRE_STRING,
  LS_WIRE_RECORDS,
  LS_WIRE_N_KINDS
} LsWireKind;

/* What sort of source it is. */
typedef enum
{
  LS_WIRE_SORT_CUSTOM,
  LS_WIRE_SORT_IDLE,
  LS_WIRE_SORT_TIMEOUT,
  LS_WIRE_SORT_CHILD,
  LS_WIRE_SORT_IO,
  LS_WIRE_SORT_FD,
  LS_WIRE_SORT_SIGNAL,
  LS_WIRE_N_SORTS
} LsWireSort;

/* What GdkFrameClock does for a frame, in this order. */
typedef enum
{
  LS_WIRE_PHASE_FLUSH_EVENTS,
  LS_WIRE_PHASE_BEFORE_PAINT,
  LS_WIRE_PHASE_UPDATE,
  LS_WIRE_PHASE_LAYOUT,
  LS_WIRE_PHASE_PAINT,
  LS_WIRE_PHASE_AFTER_PAINT,
  LS_WIRE_PHASE_RESUME_EVENTS,
  LS_WIRE_N_PHASES
} LsWirePhase;

/* The beginning of each record. A source is its context and its id there, which GLib gives only once. */
typedef struct
{
  uint8_t  kind;
  uint8_t  n_units;
  uint16_t context;
  uint32_t source;
  uint64_t time;        /* of the program's clock; LsWireHello says how it goes */
} LsWireHead;

typedef struct
{
  LsWireHead head;
  uint64_t   pointer;
  uint16_t   is_default;
  uint16_t   use;       /* how many contexts have had its number before it, and are gone */
  uint32_t   tid;       /* of the thread that told */
} LsWireContext;

typedef struct
{
  LsWireHead head;
  uint64_t   callback;
  uint64_t   caller;    /* where it was attached, 0 where nobody knows */
  uint32_t   name;      /* text, 0 for none */
  uint32_t   interval;  /* ms until it is due, LS_WIRE_NO_INTERVAL for none */
  int32_t    priority;
  uint8_t    sort;      /* LsWireSort */
  uint8_t    reserved[3];
  uint64_t   functions; /* its GSourceFuncs */
  uint64_t   data;
} LsWireSource;

typedef struct
{
  LsWireHead head;
  uint64_t   due;       /* at the end: µs of the system's monotonic clock when a timeout is due again, 0 for none */
  int32_t    priority;
  uint32_t   stays;     /* whether the source goes on to exist */
} LsWireDispatch;

typedef struct
{
  LsWireHead head;
  uint64_t   began;     /* of the same clock */
  int32_t    timeout;   /* ms, -1 for none */
  int32_t    result;    /* of poll() */
} LsWireSleep;

typedef struct
{
  LsWireHead head;
  uint64_t   caller;
  int32_t    value;
  uint32_t   text;
} LsWireChange;

typedef struct
{
  LsWireHead head;
  int64_t    ready_time; /* µs of the system's monotonic clock; 0 at once, -1 never */
  uint64_t   caller;
} LsWireReadyTime;

typedef struct
{
  LsWireHead head;
  uint32_t   is_exact;   /* the loop slept until then, and nothing was ready before */
  uint32_t   reserved[3];
} LsWireReady;

typedef struct
{
  LsWireHead head;
  uint64_t   began;      /* of the same clock */
  uint64_t   function;   /* 0 where nobody knows */
} LsWireCall;

typedef struct
{
  LsWireHead head;
  uint64_t   clock;
  uint32_t   interval;   /* µs between two refreshes of the display; 0 where that is unknown, and but after painting */
  uint32_t   reserved;
} LsWireFrame;

typedef struct
{
  LsWireHead head;
  uint64_t   start;       /* µs of the system's monotonic clock when the stream's time was 0; UINT64_MAX if its clock is virtual */
  uint32_t   n_kinds;     /* of records that the program knows: another version's are not understood */
  uint32_t   n_clauses;
} LsWireStream;

/*
 * LsWireRecordsFlags:
 * @LS_WIRE_RECORDS_STATE: the records did not happen, but say what there is
 * @LS_WIRE_RECORDS_ANEW: what the stream has told before does not count any more
 */
typedef enum
{
  LS_WIRE_RECORDS_STATE = 1 << 0,
  LS_WIRE_RECORDS_ANEW = 1 << 1,
} LsWireRecordsFlags;

/* The records follow, a unit each, as an LsRecord of the library is. All are of the same time. */
typedef struct
{
  LsWireHead head;
  uint32_t   n_records;
  uint32_t   flags;       /* LsWireRecordsFlags */
  uint64_t   reserved;
} LsWireRecords;

#define LS_WIRE_MAX_RECORDS 7              /* in one LsWireRecords */
#define LS_WIRE_MAX_STRING (1u << 16)      /* bytes of a text that has parts */
#define LS_WIRE_STRING_PART 200            /* bytes in one of them */

/* The beginning of a ring's memory. The writer has the first two lines, the reader the third. */
typedef struct
{
  uint32_t magic, pid, tid, n_units;
  _Alignas (64) _Atomic uint64_t head;      /* units written so far */
  _Atomic uint64_t n_lost;
  _Atomic uint64_t held;                    /* LS_WIRE_HELD() of the source that the thread is held before, 0 for none */
  _Atomic uint32_t is_closed;
  _Alignas (64) _Atomic uint64_t tail;      /* units read so far */
  _Atomic uint32_t n_steps;                 /* times that the thread was let go for one dispatch */
} LsWireRing;

#define LS_WIRE_SOURCE(context, source) ((uint64_t) (context) << 32 | (source))

/* A context for LS_WIRE_SOURCE() where something is to be done with a source: none that has its number later is meant. */
#define LS_WIRE_CONTEXT_USE(context, use) ((uint32_t) (use) << 16 | (context))

/* A thread is held for the @n_th time, before a dispatch. */
#define LS_WIRE_HELD(n, context, source) (1ull << 63 | ((uint64_t) (n) & 0x7fff) << 48 | LS_WIRE_SOURCE (context, source))

/*
 * LsWireCommandKind:
 * @LS_WIRE_COMMAND_NONE: nothing, or somebody has taken it
 * @LS_WIRE_COMMAND_PRIORITY: the source gets the priority @value
 * @LS_WIRE_COMMAND_REMOVE: the source is destroyed
 * @LS_WIRE_COMMAND_RUN: the source is dispatched as soon as its loop can
 *
 * What the watcher asks for. The thread whose context it is does it, between two dispatches or while it sleeps.
 */
typedef enum
{
  LS_WIRE_COMMAND_NONE,
  LS_WIRE_COMMAND_PRIORITY,
  LS_WIRE_COMMAND_REMOVE,
  LS_WIRE_COMMAND_RUN,
  LS_WIRE_N_COMMAND_KINDS
} LsWireCommandKind;

typedef struct
{
  _Atomic uint32_t kind;                    /* LsWireCommandKind; written last */
  uint32_t         context, source;
  int32_t          value;
} LsWireCommand;

/* A process has one, which all its threads look at before each dispatch. The watcher writes; a thread takes commands. */
typedef struct
{
  uint32_t magic;
  _Alignas (64) _Atomic uint32_t attention; /* another number whenever the rest has changed */
  _Atomic uint32_t hold;                    /* whether all threads are to be held before their next dispatches */
  _Atomic uint64_t hold_at;                 /* LS_WIRE_SOURCE() of one that is not to be dispatched, 0 for none */
  _Alignas (64) LsWireCommand commands[LS_WIRE_N_COMMANDS];
} LsWireControl;

/*
 * LsWireOrigin:
 * @LS_WIRE_ORIGIN_START: the library was loaded, or a watcher has come
 * @LS_WIRE_ORIGIN_CUT: the program had closed its connection, perhaps with all its descriptors
 * @LS_WIRE_ORIGIN_FORK: a program that was watched has made it, and it goes on without another program
 *
 * How a process came to connect.
 */
typedef enum
{
  LS_WIRE_ORIGIN_START,
  LS_WIRE_ORIGIN_CUT,
  LS_WIRE_ORIGIN_FORK
} LsWireOrigin;

/* What comes over the socket: one for the process, with the memory of its control and with a memfd that has its /proc/self/maps;
 * then one for each ring, with its memory and an eventfd that wakes its thread. One byte means that the watcher should look. */
typedef struct
{
  uint32_t magic;
  uint32_t is_ring;
  uint32_t pid, tid;
  uint32_t is_tsc;                          /* the clock counts the processor's ticks, and ns otherwise */
  uint32_t origin;                          /* LsWireOrigin */
  uint64_t time, monotonic;                 /* of the clock, and in ns, at the same moment */
  char     name[16];                        /* of the thread that tells */
} LsWireHello;

#ifdef __x86_64__
/* Returns what the processor has counted: __rdtsc() of <x86intrin.h>, a header that takes most of a second to compile. */
static inline uint64_t
ls_wire_read_ticks (void)
{
  return __builtin_ia32_rdtsc ();
}
#endif

_Static_assert (sizeof (LsWireHead) == 16, "a head is half a unit");
_Static_assert (sizeof (LsWireContext) == 32 && sizeof (LsWireDispatch) == 32 && sizeof (LsWireSleep) == 32 &&
                sizeof (LsWireChange) == 32 && sizeof (LsWireReadyTime) == 32 && sizeof (LsWireReady) == 32 &&
                sizeof (LsWireCall) == 32 && sizeof (LsWireFrame) == 32 && sizeof (LsWireSource) == 64, "records fill their units");
_Static_assert (sizeof (LsWireStream) == 32 && sizeof (LsWireRecords) == 32, "records fill their units");
_Static_assert (sizeof (LsWireRing) <= LS_WIRE_HEADER_BYTES, "the header has a page");
_Static_assert (sizeof (LsWireControl) <= LS_WIRE_CONTROL_BYTES, "the control has a page");
