/* ls-live-run.c: what happens elsewhere while it is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-run-private.h"

/**
 * LsLiveRun:
 *
 * A run that is not ours: of a program ([class@Watch]) or of the pages of a browser ([class@PageWatch]), as somebody sees it who
 * looks at it. Its trace grows while it goes on, and any thread may read the trace. All else belongs to the thread that made the
 * watch, where signals are emitted too.
 */

enum
{
  CHANGED,
  HELD,
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_INTERFACE (LsLiveRun, ls_live_run, G_TYPE_OBJECT)

static void
ls_live_run_default_init (LsLiveRunInterface *interface)
{
  /**
   * LsLiveRun::changed:
   * @self: a live run
   *
   * The trace has more records, or there are other programs or pages.
   */
  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_LIVE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsLiveRun::held:
   * @self: a live run
   *
   * Something is held before it goes on, something else is, or nothing any more.
   */
  signals[HELD] = g_signal_new ("held", LS_TYPE_LIVE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsLiveRun::ended:
   * @self: a live run
   *
   * What was watched is over, or nobody watches it any more, and all that it told is in the trace.
   */
  signals[ENDED] = g_signal_new ("ended", LS_TYPE_LIVE_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

void
ls_live_run_emit_changed (LsLiveRun *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

void
ls_live_run_emit_held (LsLiveRun *self)
{
  g_signal_emit (self, signals[HELD], 0);
}

void
ls_live_run_emit_ended (LsLiveRun *self)
{
  g_signal_emit (self, signals[ENDED], 0);
}

/**
 * ls_live_run_stop:
 * @self: a live run
 *
 * Watches no more. What was watched goes on, if it is not over and was not started for the watch alone. [signal@LiveRun::ended]
 * is emitted once all that was told is in the trace: when this returns, or later.
 */
void
ls_live_run_stop (LsLiveRun *self)
{
  g_return_if_fail (LS_IS_LIVE_RUN (self));

  LS_LIVE_RUN_GET_IFACE (self)->stop (self);
}

/**
 * ls_live_run_has_ended:
 * @self: a live run
 *
 * Tells whether the run is over.
 *
 * Returns: whether nothing more comes: from [signal@LiveRun::ended] on
 */
gboolean
ls_live_run_has_ended (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), TRUE);

  return LS_LIVE_RUN_GET_IFACE (self)->has_ended (self);
}

/**
 * ls_live_run_get_trace:
 * @self: a live run
 *
 * Gets the trace of what was seen until now.
 *
 * Returns: (transfer none): what was seen until now. It grows while the run goes on, and any thread may read it.
 */
LsTrace *
ls_live_run_get_trace (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), NULL);

  return LS_LIVE_RUN_GET_IFACE (self)->get_trace (self);
}

/**
 * ls_live_run_get_main_agent:
 * @self: a live run
 *
 * Tells which agent people look at first.
 *
 * Returns: the agent of the trace that people look at first, such as the default context of a program; 0 as long as nobody knows
 */
guint32
ls_live_run_get_main_agent (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), 0);

  return LS_LIVE_RUN_GET_IFACE (self)->get_main_agent (self);
}

/**
 * ls_live_run_get_n_lost:
 * @self: a live run
 *
 * Counts the events that are not in the trace.
 *
 * Returns: how many events are not in the trace, because they were too many
 */
guint64
ls_live_run_get_n_lost (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), 0);

  return LS_LIVE_RUN_GET_IFACE (self)->get_n_lost (self);
}

/**
 * ls_live_run_dup_problem:
 * @self: a live run
 *
 * Tells why something is missing.
 *
 * Returns: (transfer full) (nullable): a sentence that says why something is missing
 */
char *
ls_live_run_dup_problem (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), NULL);

  return LS_LIVE_RUN_GET_IFACE (self)->dup_problem (self);
}

/**
 * ls_live_run_can_hold:
 * @self: a live run
 *
 * Tells whether [method@LiveRun.hold] can do anything.
 *
 * Returns: whether what is watched can be held. Where somebody finds out later that it cannot, [signal@LiveRun::held] tells.
 */
gboolean
ls_live_run_can_hold (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), FALSE);

  return LS_LIVE_RUN_GET_IFACE (self)->can_hold == NULL || LS_LIVE_RUN_GET_IFACE (self)->can_hold (self);
}

/**
 * ls_live_run_hold:
 * @self: a live run
 *
 * Holds all that is watched: each thread before its next dispatch, each page and worker before its next task. What runs is not
 * interrupted. [signal@LiveRun::held] tells when something is held. Time goes on meanwhile.
 *
 * What is held goes on as soon as it is let go, the watch stops, or this process ends in any way.
 */
void
ls_live_run_hold (LsLiveRun *self)
{
  g_return_if_fail (LS_IS_LIVE_RUN (self));

  LS_LIVE_RUN_GET_IFACE (self)->hold (self);
}

/**
 * ls_live_run_step:
 * @self: a live run
 *
 * Lets what is held do one thing, and holds it again.
 */
void
ls_live_run_step (LsLiveRun *self)
{
  g_return_if_fail (LS_IS_LIVE_RUN (self));

  LS_LIVE_RUN_GET_IFACE (self)->step (self);
}

/**
 * ls_live_run_let_go:
 * @self: a live run
 *
 * Lets all that is held go on.
 */
void
ls_live_run_let_go (LsLiveRun *self)
{
  g_return_if_fail (LS_IS_LIVE_RUN (self));

  LS_LIVE_RUN_GET_IFACE (self)->let_go (self);
}

/**
 * ls_live_run_is_held:
 * @self: a live run
 *
 * Tells whether something is held at this moment.
 *
 * Returns: whether something is held at this moment
 */
gboolean
ls_live_run_is_held (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), FALSE);

  return LS_LIVE_RUN_GET_IFACE (self)->is_held (self);
}

/**
 * ls_live_run_is_to_hold:
 * @self: a live run
 *
 * Tells whether something is held, or is to be.
 *
 * Returns: whether something is held, or is to be as soon as it comes to something before which it can be.
 *   [signal@LiveRun::held] tells when that changes.
 */
gboolean
ls_live_run_is_to_hold (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), FALSE);

  return LS_LIVE_RUN_GET_IFACE (self)->is_to_hold (self);
}

/**
 * ls_live_run_get_held_task:
 * @self: a live run
 *
 * Tells before which task something is held.
 *
 * Returns: the task of the trace before which something is held; 0 for none, or one that is not known
 */
guint32
ls_live_run_get_held_task (LsLiveRun *self)
{
  g_return_val_if_fail (LS_IS_LIVE_RUN (self), 0);

  return LS_LIVE_RUN_GET_IFACE (self)->get_held_task (self);
}
