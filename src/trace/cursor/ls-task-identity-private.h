/* ls-task-identity-private.h: by what a task is known again in another run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The tasks of one name that one task posted. */
typedef struct _LsPostedGroup LsPostedGroup;

/* Who posts: the task whose turn it is, or nobody. */
typedef struct
{
  guint64        identity;  /* of the task, 0 for nobody */
  LsPostedGroup *posted;    /* by it so far */
} LsTaskPoster;

/*< private >
 * LsTaskIdentities:
 *
 * Numbers are others in each run. A task is known again by its name, by who posted it, and as which one of those that this one
 * posted under that name. The identity is one number made of all that, so that nothing is kept of tasks that are over.
 */
typedef struct
{
  GHashTable *groups;       /* (element-type LsPostedGroup) */
} LsTaskIdentities;

void    ls_task_identities_init        (LsTaskIdentities *self);
void    ls_task_identities_clear       (LsTaskIdentities *self);
guint64 ls_task_identities_add         (LsTaskIdentities *self,
                                        guint64           kind,
                                        LsTaskPoster     *poster);
void    ls_task_identities_end_poster  (LsTaskIdentities *self,
                                        LsTaskPoster     *poster);

G_END_DECLS
