/* ls-watch.h: watches the main loops of a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-live-run.h"

G_BEGIN_DECLS

#define LS_TYPE_WATCH (ls_watch_get_type ())
LS_AVAILABLE_IN_1_0
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

#define LS_TYPE_WATCH_PROGRAM (ls_watch_program_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_watch_program_get_type (void);

LS_AVAILABLE_IN_1_0
LsWatchProgram *ls_watch_program_copy (const LsWatchProgram *self);
LS_AVAILABLE_IN_1_0
void        ls_watch_program_free     (LsWatchProgram      *self);
LS_AVAILABLE_IN_1_0
GPtrArray  *ls_watch_list_programs    (void);
LS_AVAILABLE_IN_1_0
GPtrArray  *ls_watch_list_others      (void);
LS_AVAILABLE_IN_1_0
char       *ls_watch_explain_debugger (void);

LS_AVAILABLE_IN_1_0
LsWatch    *ls_watch_new              (void);
LS_AVAILABLE_IN_1_0
void        ls_watch_set_surroundings (LsWatch             *self,
                                       const char          *folder,
                                       const char *const   *environment);
LS_AVAILABLE_IN_1_0
gboolean    ls_watch_launch           (LsWatch             *self,
                                       const char *const   *arguments,
                                       GError             **error);
LS_AVAILABLE_IN_1_0
gboolean    ls_watch_join             (LsWatch             *self,
                                       guint                pid,
                                       GError             **error);
LS_AVAILABLE_IN_1_0
gboolean    ls_watch_is_joining       (LsWatch             *self);
LS_AVAILABLE_IN_1_0
int         ls_watch_get_wait_status  (LsWatch             *self);
LS_AVAILABLE_IN_1_0
char       *ls_watch_dup_name         (LsWatch             *self);
LS_AVAILABLE_IN_1_0
guint       ls_watch_get_n_processes  (LsWatch             *self);

LS_AVAILABLE_IN_1_0
gboolean    ls_watch_hold_at          (LsWatch             *self,
                                       guint32              task,
                                       GError             **error);
LS_AVAILABLE_IN_1_0
gboolean    ls_watch_set_priority     (LsWatch             *self,
                                       guint32              task,
                                       int                  priority,
                                       GError             **error);
LS_AVAILABLE_IN_1_0
int         ls_watch_get_priority     (LsWatch             *self,
                                       guint32              task,
                                       gboolean            *found);
LS_AVAILABLE_IN_1_0
gboolean    ls_watch_remove           (LsWatch             *self,
                                       guint32              task,
                                       GError             **error);
LS_AVAILABLE_IN_1_0
gboolean    ls_watch_run_now          (LsWatch             *self,
                                       guint32              task,
                                       GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsWatchProgram, ls_watch_program_free)

G_END_DECLS
