/* ls-session-live.c: a session that shows what runs elsewhere
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-live.h"

#include "ls-session-private.h"

/**
 * ls_session_new_for_live_run:
 * @live_run: what happens elsewhere
 * @title: what the session is called, such as the name of the program that is watched
 *
 * Makes a session that shows a program or a page while it runs: its run is the trace of @live_run, and grows with it. The session
 * has no program of its own and no actions, and cannot be saved; its trace can. Its copies share @live_run.
 *
 * Returns: (transfer full): the session
 */
LsSession *
ls_session_new_for_live_run (LsLiveRun  *live_run,
                             const char *title)
{
  LsSessionOrigin origin = { 0 };
  g_autofree char *valid = NULL;
  LsSession *self;

  g_return_val_if_fail (LS_IS_LIVE_RUN (live_run), NULL);
  g_return_val_if_fail (title != NULL, NULL);

  valid = g_utf8_make_valid (title, -1);
  self = ls_session_new ();
  ls_session_set_title (self, valid);
  origin.live_run = g_object_ref (live_run);
  ls_session_set_origin (self, &origin);
  return self;
}

/**
 * ls_session_get_live_run:
 * @self: a session
 *
 * Gets the program or page that the session watches.
 *
 * Returns: (transfer none) (nullable): what it shows; %NULL for a session that is not of [ctor@Session.new_for_live_run]
 */
LsLiveRun *
ls_session_get_live_run (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->origin != NULL ? self->origin->live_run : NULL;
}
