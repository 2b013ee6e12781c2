/* ls-session-live.c: a session that shows a program that runs elsewhere
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-live.h"

#include "ls-session-private.h"

/**
 * ls_session_new_for_watch:
 * @watch: what watches the program
 * @title: what the session is called, such as the program's name
 *
 * Makes a session that shows a program while it runs: its run is the trace of @watch, and grows with it. The session has no program
 * of its own and no actions, and cannot be saved; its trace can. Its copies share @watch.
 *
 * Returns: (transfer full): the session
 */
LsSession *
ls_session_new_for_watch (LsWatch    *watch,
                          const char *title)
{
  LsSessionOrigin origin = { 0 };
  g_autofree char *valid = NULL;
  LsSession *self;

  g_return_val_if_fail (LS_IS_WATCH (watch), NULL);
  g_return_val_if_fail (title != NULL, NULL);

  valid = g_utf8_make_valid (title, -1);
  self = ls_session_new ();
  ls_session_set_title (self, valid);
  origin.watch = g_object_ref (watch);
  ls_session_set_origin (self, &origin);
  return self;
}

/**
 * ls_session_get_watch:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): what watches the program that it shows; %NULL for a session that is not of
 *   [ctor@Session.new_for_watch]
 */
LsWatch *
ls_session_get_watch (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->origin != NULL ? self->origin->watch : NULL;
}
