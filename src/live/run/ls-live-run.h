/* ls-live-run.h: what happens elsewhere while it is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-trace.h"

G_BEGIN_DECLS

#define LS_TYPE_LIVE_RUN (ls_live_run_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_INTERFACE (LsLiveRun, ls_live_run, LS, LIVE_RUN, GObject)

/**
 * LsLiveRunInterface:
 * @parent_interface: the interface's parent
 * @stop: implements ls_live_run_stop()
 * @has_ended: implements ls_live_run_has_ended()
 * @get_trace: implements ls_live_run_get_trace()
 * @get_main_agent: implements ls_live_run_get_main_agent()
 * @get_n_lost: implements ls_live_run_get_n_lost()
 * @dup_problem: implements ls_live_run_dup_problem()
 * @can_hold: implements ls_live_run_can_hold(); %NULL where all that is watched can be held
 * @hold: implements ls_live_run_hold()
 * @step: implements ls_live_run_step()
 * @let_go: implements ls_live_run_let_go()
 * @is_held: implements ls_live_run_is_held()
 * @is_to_hold: implements ls_live_run_is_to_hold()
 * @get_held_task: implements ls_live_run_get_held_task()
 *
 * What a watch implements: all of it, but for @can_hold.
 */
struct _LsLiveRunInterface
{
  GTypeInterface parent_interface;

  void      (*stop)           (LsLiveRun *self);
  gboolean  (*has_ended)      (LsLiveRun *self);
  LsTrace  *(*get_trace)      (LsLiveRun *self);
  guint32   (*get_main_agent) (LsLiveRun *self);
  guint64   (*get_n_lost)     (LsLiveRun *self);
  char     *(*dup_problem)    (LsLiveRun *self);
  gboolean  (*can_hold)       (LsLiveRun *self);
  void      (*hold)           (LsLiveRun *self);
  void      (*step)           (LsLiveRun *self);
  void      (*let_go)         (LsLiveRun *self);
  gboolean  (*is_held)        (LsLiveRun *self);
  gboolean  (*is_to_hold)     (LsLiveRun *self);
  guint32   (*get_held_task)  (LsLiveRun *self);
};

/* Signals: changed (), held (), ended (), on the thread that made the watch. */

LS_AVAILABLE_IN_1_0
void      ls_live_run_stop           (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
gboolean  ls_live_run_has_ended      (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
LsTrace  *ls_live_run_get_trace      (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
guint32   ls_live_run_get_main_agent (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
guint64   ls_live_run_get_n_lost     (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
char     *ls_live_run_dup_problem    (LsLiveRun *self);

LS_AVAILABLE_IN_1_0
gboolean  ls_live_run_can_hold       (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
void      ls_live_run_hold           (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
void      ls_live_run_step           (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
void      ls_live_run_let_go         (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
gboolean  ls_live_run_is_held        (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
gboolean  ls_live_run_is_to_hold     (LsLiveRun *self);
LS_AVAILABLE_IN_1_0
guint32   ls_live_run_get_held_task  (LsLiveRun *self);

G_END_DECLS
