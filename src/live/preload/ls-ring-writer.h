/* ls-ring-writer.h: the rings of a program that is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <string.h>
#include <time.h>

#include "ls-wire.h"

#define LIKELY(x) __builtin_expect (!!(x), 1)
#define UNLIKELY(x) __builtin_expect (!!(x), 0)

/* What a thread has. */
typedef struct
{
  LsWireRing *ring;
  uint8_t    *units;
  uint64_t    head;                /* own copy */
  uint64_t    limit;               /* of the head, as far as it is known that there is room */
  uint32_t    n_units;
  unsigned    generation;          /* of the connection that the ring was made for */
  void       *loop_context;        /* the innermost GMainContext that iterates on this thread */
  unsigned    n_dispatches;        /* that are under way in it */
  void       *last_context;        /* LsContext: that was asked for last, NULL before */
  uint32_t    ended;               /* the source that the watcher has heard of last that it ended */
  uint32_t    ended_context;       /* whose: LS_WIRE_CONTEXT_USE */
  uint64_t    looked;              /* when it was looked last whether somebody watches */
  uint64_t    woke_at;             /* when it woke up that has slept, before it has looked what is ready; else 0 */
  int         n_polled;            /* what poll() has said last */
  uint32_t    attention;           /* the control's, when there was nothing more to do */
  uint32_t    n_steps;             /* the ring's, as far as they were taken */
  uint32_t    n_held;
  int         event_fd;            /* wakes the thread; -1 if it has none */
} LsThread;

extern _Atomic int ls_ring_writer_is_active;      /* somebody watches: the generation, 0 while nobody does */
extern _Atomic int ls_ring_writer_socket;
extern int      ls_ring_writer_has_tsc;
extern _Atomic unsigned ls_ring_writer_generation;
extern _Atomic int ls_ring_writer_may_rejoin;    /* LsWireOrigin of a connection that could be made to the watcher, 0 for none */
extern LsWireControl *ls_ring_writer_control;  /* never NULL */
extern __thread LsThread *ls_ring_writer_own __attribute__ ((tls_model ("initial-exec")));

void      ls_ring_writer_start       (const char *where,
                                      int         counts_ticks);
void      ls_ring_writer_begin       (int         socket);
int       ls_ring_writer_move_up     (int         fd);
void      ls_ring_writer_end         (void);
int       ls_ring_writer_check       (void);
int       ls_ring_writer_connect_again (void);
LsThread *ls_ring_writer_make_thread (void);
int       ls_ring_writer_renew       (LsThread   *self);
void      ls_ring_writer_close       (LsThread   *self);
int       ls_ring_writer_make_room   (LsThread   *self,
                                      unsigned    n_units);
uint32_t  ls_ring_writer_tell_text   (const char *text);
void      ls_ring_writer_wake        (void);
void      ls_ring_writer_wait        (LsThread   *self,
                                      int         milliseconds);
void      ls_ring_writer_calm        (LsThread   *self);

/* ls-commands.c */
void      ls_commands_undo           (void);
void      ls_commands_on_fork        (void);

static inline uint64_t
ls_ring_writer_now (void)
{
  struct timespec now;

#ifdef __x86_64__
  if (LIKELY (ls_ring_writer_has_tsc))
    return ls_wire_read_ticks ();
#endif
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* Returns NULL if there is no memory for a ring. */
static inline LsThread *
ls_ring_writer_get_thread (void)
{
  LsThread *thread = ls_ring_writer_own;

  if (LIKELY (thread != NULL && thread->generation == atomic_load_explicit (&ls_ring_writer_generation, memory_order_relaxed)))
    return thread;
  return ls_ring_writer_make_thread ();
}

/* Returns the place of a record, which ls_ring_writer_commit() makes known. NULL if there is no room: then one more is lost. */
static inline void *
ls_ring_writer_reserve (LsThread *self,
                      unsigned  kind,
                      unsigned  n_units)
{
  uint32_t place = self->head & (self->n_units - 1);
  const unsigned n_skipped = place + n_units > self->n_units ? self->n_units - place : 0;
  LsWireHead *head;

  if (UNLIKELY (self->head + n_skipped + n_units > self->limit) && !ls_ring_writer_make_room (self, n_skipped + n_units))
    return NULL;
  if (UNLIKELY (n_skipped > 0))
    {
      *(LsWireHead *) (self->units + (size_t) place * LS_WIRE_UNIT_BYTES) = (LsWireHead) { .kind = LS_WIRE_SKIP };
      self->head += n_skipped;
      place = 0;
    }
  self->head += n_units;
  head = (LsWireHead *) (self->units + (size_t) place * LS_WIRE_UNIT_BYTES);
  head->kind = kind;
  head->n_units = n_units;
  return head;
}

static inline void
ls_ring_writer_commit (LsThread *self)
{
  atomic_store_explicit (&self->ring->head, self->head, memory_order_release);
}
