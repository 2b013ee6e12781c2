/* ls-trace-cursor-private.h: follows what runs in each agent's loop while records go by
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-id-map-private.h"
#include "ls-state.h"

G_BEGIN_DECLS

/* Records of agents with greater numbers are taken for those of the agent before. */
#define LS_TRACE_CURSOR_MAX_AGENTS 4096

/* The turn of a task: from its selection to the next one, or to the record that ends it. */
typedef struct
{
  guint32 task;             /* 0 between turns */
  guint8  priority;         /* that the task was selected with; LS_TASK_PRIORITY_NONE between turns */
  guint8  queue;            /* LsQueueType */
  guint8  is_continuation;
  guint8  is_whole;         /* the cursor has read its beginning */
  guint8  in_callback;      /* the task's own callback, or that of a microtask, has begun and not ended */
  gsize   position;         /* of the record that selected the task */
  guint64 began_at;         /* µs; where the turn is not whole: when the cursor began */
  guint64 ended_at;         /* µs: the end of the last callback so far */
  guint64 elsewhere;        /* µs before @ended_at in which other loops of the thread ran */
  guint64 elsewhere_after;  /* the same after @ended_at */
  guint64 left_at;          /* µs: when another agent went on, LS_TIME_NEVER if none has since */
  guint64 woke_at;          /* µs: when time had gone on in the loop last, as it slept; also between turns */
} LsCursorTurn;

/*< private >
 * LsTraceCursor:
 *
 * Reads a trace record by record and keeps whose turn it is in each agent's loop, and since when. All that reads traces
 * forwards is built on it. It remembers one turn for each agent.
 *
 * A reader that keeps more for each loop gives the cursor the address of that block. Where another agent goes on, the cursor
 * puts the block away and fills it with what the reader had there for that agent, or with zeros. Neither the cursor nor the
 * block may move between ls_trace_cursor_init() and ls_trace_cursor_clear().
 */
typedef struct
{
  LsCursorTurn turn;         /* of the agent whose records go by */
  LsCursorTurn over;         /* the turn that ended last */
  guint32      agent;        /* whose records go by */
  LsIdMap      loops;        /* by agent: an LsCursorTurn and the reader's block; out of date for @agent */
  gpointer     block;        /* (nullable): the reader's, for @agent */
  gsize        block_size;
} LsTraceCursor;

void          ls_trace_cursor_init       (LsTraceCursor  *self,
                                          gpointer        block,
                                          gsize           block_size);
void          ls_trace_cursor_clear      (LsTraceCursor  *self);
void          ls_trace_cursor_begin_at   (LsTraceCursor  *self,
                                          LsState        *state,
                                          guint64         time);
void          ls_trace_cursor_show_agent (LsTraceCursor  *self,
                                          guint32         agent);
LsCursorTurn *ls_trace_cursor_next_other (LsTraceCursor  *self,
                                          guint32        *i,
                                          gpointer       *block);

/* Ends the turn of the agent whose records go by, if there is one: it is in @over then, and TRUE is returned. */
static inline gboolean
ls_trace_cursor_end_turn (LsTraceCursor *self)
{
  const gboolean had_turn = self->turn.task != 0;

  if (had_turn)
    self->over = self->turn;
  self->turn = (LsCursorTurn) { .priority = LS_TASK_PRIORITY_NONE, .left_at = LS_TIME_NEVER, .woke_at = self->turn.woke_at };
  return had_turn;
}

static inline void
ls_trace_cursor_end_callback (LsTraceCursor *self,
                              guint64        time)
{
  self->turn.in_callback = FALSE;
  self->turn.ended_at = time;
  self->turn.elsewhere += self->turn.elsewhere_after;
  self->turn.elsewhere_after = 0;
}

/* Whether the records after this one are of another agent. */
static inline gboolean
ls_trace_cursor_wants_switch (const LsTraceCursor *self,
                              const LsRecord      *record)
{
  return record->kind == LS_RECORD_AGENT_RUN && record->subject != self->agent && record->subject != 0 &&
         record->subject < LS_TRACE_CURSOR_MAX_AGENTS;
}

/* Takes a record at @position of the trace into account. This comes before whatever else the reader does with it. Returns whether a
 * turn ended with the record. It is in @over until the next one ends. */
static inline gboolean
ls_trace_cursor_advance (LsTraceCursor  *self,
                         const LsRecord *record,
                         gsize           position)
{
  LsCursorTurn *turn = &self->turn;
  gboolean has_ended = FALSE;

  switch (record->kind)
    {
    case LS_RECORD_TASK_SELECTED:
      if (turn->task != 0)
        {
          self->over = *turn;
          has_ended = TRUE;
        }
      *turn = (LsCursorTurn) {
        .task = record->subject,
        .priority = record->priority,
        .queue = record->queue,
        .is_continuation = (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0,
        .is_whole = TRUE,
        .position = position,
        .began_at = record->time,
        .ended_at = record->time,
        .left_at = LS_TIME_NEVER,
        .woke_at = turn->woke_at,
      };
      return has_ended;
    case LS_RECORD_TURN_ENDED:
      /* A recording knows when the loop was done with a task. An engine says so when it finds that no other turn follows. */
      if (G_UNLIKELY (record->clause == LS_CLAUSE_RECORDED))
        ls_trace_cursor_end_callback (self, record->time);
      return ls_trace_cursor_end_turn (self);
    case LS_RECORD_TASK_STARTED:
    case LS_RECORD_MICROTASK_STARTED:
      turn->in_callback = TRUE;
      break;
    case LS_RECORD_TASK_FINISHED:
    case LS_RECORD_MICROTASK_FINISHED:
      ls_trace_cursor_end_callback (self, record->time);
      break;
    case LS_RECORD_CLOCK_ADVANCED:
      /* Time before the cursor began does not belong to the turn. */
      turn->woke_at = record->time;
      turn->elsewhere_after += MIN (record->value, record->time > turn->began_at ? record->time - turn->began_at : 0);
      break;
    case LS_RECORD_AGENT_RUN:
      if (ls_trace_cursor_wants_switch (self, record))
        {
          turn->left_at = record->time;
          ls_trace_cursor_show_agent (self, record->subject);
        }
      /* The next record says whether time has passed for this agent. */
      return FALSE;
    default:
      break;
    }
  turn->left_at = LS_TIME_NEVER;
  return FALSE;
}

G_END_DECLS
