/* ls-runner-driver-private.h: how the agents of a run are driven
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent-cluster.h"
#include "ls-agent-threads-private.h"
#include "ls-interpreter-private.h"
#include "ls-program-runtime.h"

G_BEGIN_DECLS

typedef struct _LsRunner LsRunner;
typedef struct _LsRunnerDriver LsRunnerDriver;

/*< private >
 * LsRunnerDriverClass:
 * @start: posts what the program begins with. The interpreter of the main agent exists by then
 * @step: does one step. Returns %FALSE if there was nothing to do or the run is over; @wait: whether it waits for the clock
 *   until something is due
 * @run: (nullable): does some steps in a row, the fastest way that there is, one at least and none after @end, in µs of the
 *   monotonic clock, if they take long. Returns %FALSE if the run is over; without it @step is called
 * @enter: (nullable): calls @func where steps cost least
 * @halt: (nullable): stops whatever runs on other threads before the run is marked as stopped
 * @stop: ends all agents
 * @free: frees the driver, after @stop and after the loop
 * @get_time: the time of the run in µs, on whatever thread the caller is
 * @is_idle_until: whether what happens next is a wake-up after @time
 * @get_probe: (nullable): where records of the session itself go; without it to the probe of the loop
 * @dup_schedule_problem: (nullable): see ls_runner_dup_schedule_problem()
 * @adapt_host: (nullable): changes what the interpreters call
 * @adapt_program_host: (nullable): changes what a runtime calls
 * @is_running: (nullable): whether the present agent may go on; without it the state of the run says so
 * @note_step: (nullable): counts a callback that an agent has run
 * @stop_program: (nullable): ends the run, from an agent: @message says why
 * @add_worker: adds an agent. Returns %NULL where there is no room for it; exists where there are several agents
 */
typedef struct
{
  gboolean  (*start)                (LsRunnerDriver    *self,
                                     GError           **error);
  gboolean  (*step)                 (LsRunnerDriver    *self,
                                     gboolean           wait);
  gboolean  (*run)                  (LsRunnerDriver    *self,
                                     gint64             end);
  void      (*enter)                (LsRunnerDriver    *self,
                                     void             (*func) (gpointer data),
                                     gpointer           data);
  void      (*halt)                 (LsRunnerDriver    *self);
  void      (*stop)                 (LsRunnerDriver    *self);
  void      (*free)                 (LsRunnerDriver    *self);
  guint64   (*get_time)             (LsRunnerDriver    *self);
  gboolean  (*is_idle_until)        (LsRunnerDriver    *self,
                                     guint64            time);
  LsProbe  *(*get_probe)            (LsRunnerDriver    *self);
  char     *(*dup_schedule_problem) (LsRunnerDriver    *self);
  void      (*adapt_host)           (LsRunnerDriver    *self,
                                     LsInterpreterHost *host);
  void      (*adapt_program_host)   (LsRunnerDriver    *self,
                                     LsProgramHost     *host);
  gboolean  (*is_running)           (LsRunnerDriver    *self);
  void      (*note_step)            (LsRunnerDriver    *self);
  void      (*stop_program)         (LsRunnerDriver    *self,
                                     const char        *message);
  LsAgent  *(*add_worker)           (LsRunnerDriver    *self,
                                     const char        *name,
                                     LsAgentFlags       flags,
                                     LsAgentFunc        func,
                                     gpointer           user_data,
                                     GDestroyNotify     destroy);
} LsRunnerDriverClass;

/*< private >
 * LsRunnerDriver:
 * @klass: what it does
 * @runner: (unowned): whose run it drives
 *
 * One agent on the thread of the runner, a cluster of agents of which one runs at a time, a thread for each agent, or no agent at
 * all where a recording is shown. A new driver makes the loop of the main agent. */
struct _LsRunnerDriver
{
  const LsRunnerDriverClass *klass;
  LsRunner                  *runner;
};

LsRunnerDriver *ls_single_driver_new          (LsRunner       *runner);
LsRunnerDriver *ls_cluster_driver_new         (LsRunner       *runner);
LsAgentCluster *ls_cluster_driver_get_cluster (LsRunnerDriver *driver);
LsRunnerDriver *ls_threads_driver_new         (LsRunner       *runner);
LsRunnerDriver *ls_recording_driver_new       (LsRunner       *runner);
LsRunnerDriver *ls_live_driver_new            (LsRunner       *runner);

G_END_DECLS
