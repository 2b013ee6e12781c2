/* loop-fixture.h: a loop with the records and the notes of its callbacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-event-loop.h"
#include "test-probe.h"

G_BEGIN_DECLS

typedef struct
{
  TestProbe   *probe;
  LsEventLoop *loop;
  GString     *log;          /* the names of the callbacks that ran, each with a space after it */
  guint        n_made;       /* the number of notes that the loop was given, … */
  guint        n_destroyed;  /* … and of those whose destroy notify ran */
} LoopFixture;

typedef LsCompletion (*LoopFixtureFunc) (LoopFixture *f,
                                         gpointer     data);

void     loop_fixture_set_up    (LoopFixture     *f,
                                 gconstpointer    preset);
void     loop_fixture_tear_down (LoopFixture     *f,
                                 gconstpointer    preset);
void     loop_fixture_init      (LoopFixture     *f,
                                 LsClockKind      clock,
                                 const LsPreset  *preset);
void     loop_fixture_end       (LoopFixture     *f);
gpointer loop_fixture_note      (LoopFixture     *f,
                                 const char      *name);
gpointer loop_fixture_action    (LoopFixture     *f,
                                 const char      *name,
                                 LoopFixtureFunc  func,
                                 gpointer         data);
guint32  loop_fixture_post      (LoopFixture     *f,
                                 LsQueueType      queue,
                                 guint64          delay,
                                 const char      *name);
guint32  loop_fixture_timeout   (LoopFixture     *f,
                                 gint32           timeout,
                                 const char      *name);
char    *loop_fixture_run       (LoopFixture     *f);

/* The callback and the destroy notify of loop_fixture_note() and loop_fixture_action(). */
LsCompletion loop_fixture_call    (const LsValue *argument,
                                   LsValue       *result,
                                   gpointer       note);
void         loop_fixture_destroy (gpointer       note);

#define NOTE(f, name) loop_fixture_call, loop_fixture_note (f, name), loop_fixture_destroy
#define ACTION(f, name, func, data) loop_fixture_call, loop_fixture_action (f, name, func, data), loop_fixture_destroy

G_END_DECLS
