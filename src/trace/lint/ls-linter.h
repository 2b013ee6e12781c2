/* ls-linter.h: looks for lints in a trace
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-lint.h"

G_BEGIN_DECLS

/**
 * LsLintLimits:
 * @starved: how long a task must have waited in µs to be starved, at least half of it for tasks that were queued later:
 *   50 ms
 * @starved_background: the same for background tasks, which are meant to wait: 1 s. Idle callbacks are never starved
 * @starved_recorded: as @starved, in a recording, where the machine and the browser have other work as well: 200 ms
 * @continuations: how long continuations of its own priority must have kept a task waiting, in µs: a frame, 16.667 ms
 * @continuations_background: the same for background tasks: 100 ms
 * @late_continuation: how long a continuation may wait, in µs: 50 ms; of background ones as long as @starved_background
 * @user_blocking: how long a user-blocking task may wait, in µs: 100 ms
 * @long_task: how long a turn may last, in µs: 50 ms, as in the Long Tasks API
 * @long_dispatch: how long the dispatch of a GLib source may take, in µs: a frame, 16.667 ms
 * @starved_source: how long a GLib source that is ready may wait while another one is dispatched again and again, in µs: 100 ms
 * @busy_idle: how long an idle source of GLib may keep its loop from sleeping, in µs: 1 s
 * @wake_ups: how often a second a timeout of GLib may wake its loop and do nothing: 10
 * @microtasks: how many microtasks a turn may have: 10,000
 * @notifications: how often in a row an agent may notify at a place where nobody waits and nothing has changed: 10
 * @spins: how many operations in a row an agent may do that it has done before, with the same outcome, without waiting or changing
 *   anything: 500
 * @is_measured: whether the program was made from a recording, so that waits are judged as in one: by @starved_recorded,
 *   @late_continuation and @user_blocking, and tasks that had not run at the end
 * @lints_per_kind: how many lints of a kind are kept: 10,000; more are only counted
 *
 * From when on something is a lint. A limit that is zeroed is not given, and is as above. The structure may grow into its padding,
 * which is to be zeroed.
 */
typedef struct
{
  guint64 starved;
  guint64 starved_background;
  guint64 starved_recorded;
  guint64 continuations;
  guint64 continuations_background;
  guint64 late_continuation;
  guint64 user_blocking;
  guint64 long_task;
  guint64 long_dispatch;
  guint64 starved_source;
  guint64 busy_idle;
  guint32 wake_ups;
  guint32 microtasks;
  guint32 notifications;
  guint32 spins;
  guint32 lints_per_kind;
  gboolean is_measured;

  /*< private >*/
  gpointer padding[8];
} LsLintLimits;

#define LS_TYPE_LINT_LIMITS (ls_lint_limits_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_lint_limits_get_type (void);

/**
 * LS_LINT_LIMITS_INIT: (skip)
 *
 * The limits that count where none is given.
 */

#define LS_LINT_LIMITS_INIT \
  { \
    .starved = 50000, .starved_background = 1000000, .starved_recorded = 200000, \
    .continuations = 16667, .continuations_background = 100000, .late_continuation = 50000, .user_blocking = 100000, \
    .long_task = 50000, .long_dispatch = 16667, .starved_source = 100000, .busy_idle = 1000000, .wake_ups = 10, \
    .microtasks = 10000, .notifications = 10, .spins = 500, .lints_per_kind = 10000, \
  }

#define LS_TYPE_LINTER (ls_linter_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsLinter, ls_linter, LS, LINTER, GObject)

/* Properties: n-lints (guint, notified once for each call that found some or counted one more), trace. */

LS_AVAILABLE_IN_1_0
LsLinter     *ls_linter_new             (LsTrace            *trace,
                                         const LsLintLimits *limits);
LS_AVAILABLE_IN_1_0
LsTrace      *ls_linter_get_trace       (LsLinter           *self);
LS_AVAILABLE_IN_1_0
gboolean      ls_linter_advance         (LsLinter           *self,
                                         gsize               max_records);
LS_AVAILABLE_IN_1_0
void          ls_linter_finish          (LsLinter           *self);
LS_AVAILABLE_IN_1_0
gboolean      ls_linter_get_finished    (LsLinter           *self);
LS_AVAILABLE_IN_1_0
gsize         ls_linter_get_position    (LsLinter           *self);
LS_AVAILABLE_IN_1_0
guint         ls_linter_get_n_lints     (LsLinter           *self);
LS_AVAILABLE_IN_1_0
const LsLint *ls_linter_get_lint        (LsLinter           *self,
                                         guint               index);
LS_AVAILABLE_IN_1_0
LsLint       *ls_linter_dup_lint        (LsLinter           *self,
                                         guint               index);
LS_AVAILABLE_IN_1_0
guint         ls_linter_get_n_of_kind   (LsLinter           *self,
                                         LsLintKind          kind);
LS_AVAILABLE_IN_1_0
guint64       ls_linter_get_n_left_out  (LsLinter           *self);
LS_AVAILABLE_IN_1_0
guint64       ls_linter_get_n_forgotten (LsLinter         *self);
LS_AVAILABLE_IN_1_0
guint64       ls_linter_get_serial      (LsLinter           *self);

G_END_DECLS
