/* ls-watch.h: watches the main loops of a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-live-run.h"

G_BEGIN_DECLS

#define LS_TYPE_WATCH (ls_watch_get_type ())
G_DECLARE_FINAL_TYPE (LsWatch, ls_watch, LS, WATCH, GObject)

/**
 * LsWatchProgram:
 * @pid: its number
 * @name: what the system calls it, valid UTF-8
 * @command: with its arguments, valid UTF-8
 *
 * A program that runs and can be joined.
 */
typedef struct
{
  guint pid;
  char *name;
  char *command;
} LsWatchProgram;

void        ls_watch_program_free     (LsWatchProgram      *self);
GPtrArray  *ls_watch_list_programs    (void);
GPtrArray  *ls_watch_list_others      (void);
char       *ls_watch_explain_debugger (void);

LsWatch    *ls_watch_new              (void);
void        ls_watch_set_surroundings (LsWatch             *self,
                                       const char          *folder,
                                       const char *const   *environment);
gboolean    ls_watch_launch           (LsWatch             *self,
                                       const char *const   *arguments,
                                       GError             **error);
gboolean    ls_watch_join             (LsWatch             *self,
                                       guint                pid,
                                       GError             **error);
gboolean    ls_watch_is_joining       (LsWatch             *self);
int         ls_watch_get_wait_status  (LsWatch             *self);
guint       ls_watch_get_n_processes  (LsWatch             *self);

gboolean    ls_watch_hold_at          (LsWatch             *self,
                                       guint32              task,
                                       GError             **error);
gboolean    ls_watch_set_priority     (LsWatch             *self,
                                       guint32              task,
                                       int                  priority,
                                       GError             **error);
int         ls_watch_get_priority     (LsWatch             *self,
                                       guint32              task,
                                       gboolean            *found);
gboolean    ls_watch_remove           (LsWatch             *self,
                                       guint32              task,
                                       GError             **error);
gboolean    ls_watch_run_now          (LsWatch             *self,
                                       guint32              task,
                                       GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsWatchProgram, ls_watch_program_free)

G_END_DECLS
