/* ls-page-watch-report.c: what the thread that watches pages has found out, for the owner
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

/**
 * ls_page_watch_is_node:
 * @self: a watch
 *
 * Tells whether Node.js is watched, and no browser.
 *
 * Returns: whether it is of a Node.js: one that was started, or one that has been joined by now. It has no priorities, and takes no
 *   tasks
 */
gboolean
ls_page_watch_is_node (LsPageWatch *self)
{
  LsPageReport *report = ls_page_watch_get_report (self);
  gboolean is_node;

  g_mutex_lock (&report->lock);
  is_node = report->is_node;
  g_mutex_unlock (&report->lock);
  return is_node;
}

/**
 * ls_page_watch_can_photograph:
 * @self: a watch
 *
 * Tells whether [method@PageWatch.photograph_async] can do anything.
 *
 * Returns: whether what is watched says what is in its own queues, as Chromium alone does
 */
gboolean
ls_page_watch_can_photograph (LsPageWatch *self)
{
  LsPageReport *report = ls_page_watch_get_report (self);
  gboolean can_photograph;

  g_mutex_lock (&report->lock);
  can_photograph = !report->cannot_photograph;
  g_mutex_unlock (&report->lock);
  return can_photograph;
}

/**
 * ls_page_watch_get_wait_status:
 * @self: a watch
 *
 * Tells how the program of Node.js ended.
 *
 * Returns: how the program ended that ls_page_watch_launch_node() has started, as waitpid() says it; 0 as long as it has not
 */
int
ls_page_watch_get_wait_status (LsPageWatch *self)
{
  LsPageReport *report = ls_page_watch_get_report (self);
  int status;

  g_mutex_lock (&report->lock);
  status = report->wait_status;
  g_mutex_unlock (&report->lock);
  return status;
}

/**
 * ls_page_watch_get_n_agents:
 * @self: a watch
 *
 * Counts the documents and workers that have told something.
 *
 * Returns: how many documents and workers have told something
 */
guint
ls_page_watch_get_n_agents (LsPageWatch *self)
{
  LsPageReport *report = ls_page_watch_get_report (self);
  guint n_agents;

  g_mutex_lock (&report->lock);
  n_agents = report->n_agents;
  g_mutex_unlock (&report->lock);
  return n_agents;
}

/**
 * ls_page_watch_get_n_closed:
 * @self: a watch
 *
 * Counts the workers that cannot be watched.
 *
 * Returns: how many workers there were that the browser lets nobody into
 */
guint
ls_page_watch_get_n_closed (LsPageWatch *self)
{
  LsPageReport *report = ls_page_watch_get_report (self);
  guint n_closed;

  g_mutex_lock (&report->lock);
  n_closed = report->n_closed;
  g_mutex_unlock (&report->lock);
  return n_closed;
}

/**
 * ls_page_watch_get_prediction:
 * @self: a watch
 * @prediction: (out): how often the specification's model expected what the browser did
 *
 * Compares the model with the browser, for all pages and workers until now.
 */
void
ls_page_watch_get_prediction (LsPageWatch      *self,
                              LsPagePrediction *prediction)
{
  LsPageReport *report = ls_page_watch_get_report (self);

  g_mutex_lock (&report->lock);
  *prediction = report->prediction;
  g_mutex_unlock (&report->lock);
}
