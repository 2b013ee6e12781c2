/* ls-page-program-private.h: a program of Node.js that is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A Node.js that waits for its inspector before it runs the first statement of its script. It has the standard streams of this
 * process; only what Node.js itself says of the inspector is taken out of its standard error. */
typedef struct _LsPageProgram LsPageProgram;

/* Its inspector listens at a WebSocket of this machine. */
typedef void (*LsPageFoundFunc)        (gpointer      user_data,
                                        const char   *address);

/* It is over, and all that it wrote has been passed on. */
typedef void (*LsPageProgramEndedFunc) (gpointer      user_data);

typedef struct
{
  LsPageFoundFunc        found;
  LsPageProgramEndedFunc ended;
  gpointer               user_data;
} LsPageProgramEvents;

LsPageProgram *ls_page_program_launch     (const char *const          *arguments,
                                           const char                 *folder,
                                           const char *const          *environment,
                                           GError                    **error);
void           ls_page_program_free       (LsPageProgram              *self);
void           ls_page_program_start      (LsPageProgram              *self,
                                           const LsPageProgramEvents  *events);
void           ls_page_program_end        (LsPageProgram              *self);
gboolean       ls_page_program_has_ended  (LsPageProgram              *self);
int            ls_page_program_get_status (LsPageProgram              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPageProgram, ls_page_program_free)

G_END_DECLS
