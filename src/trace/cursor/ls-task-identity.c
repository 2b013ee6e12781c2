/* ls-task-identity.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-task-identity-private.h"

struct _LsPostedGroup
{
  guint64        key;       /* the first member, which g_int64_hash() reads */
  guint32        count;
  LsPostedGroup *next;      /* another one of the same poster */
};

static guint64
mix (guint64 a,
     guint64 b)
{
  a ^= b + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (a << 6) + (a >> 2);
  a ^= a >> 30;
  a *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  a ^= a >> 27;
  a *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return a ^ a >> 31;
}

void
ls_task_identities_init (LsTaskIdentities *self)
{
  self->groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

void
ls_task_identities_clear (LsTaskIdentities *self)
{
  g_clear_pointer (&self->groups, g_hash_table_unref);
}

/* Counts one more task that @poster has posted under a name. @kind: the name, and what else the task has of its own, as a number
 * that is the same in all runs. Returns what the task is known by, an odd number. */
guint64
ls_task_identities_add (LsTaskIdentities *self,
                        guint64           kind,
                        LsTaskPoster     *poster)
{
  const guint64 key = mix (kind, poster->identity);
  LsPostedGroup *group = g_hash_table_lookup (self->groups, &key);

  if (group == NULL)
    {
      group = g_new0 (LsPostedGroup, 1);
      group->key = key;
      g_hash_table_add (self->groups, group);
      /* What nobody posts is counted to the end of the run. */
      if (poster->identity != 0)
        {
          group->next = poster->posted;
          poster->posted = group;
        }
    }
  return mix (key, ++group->count) | 1;
}

/* Forgets what a task has posted: one that is over posts nothing any more. From then on nobody posts. */
void
ls_task_identities_end_poster (LsTaskIdentities *self,
                               LsTaskPoster     *poster)
{
  while (poster->posted != NULL)
    {
      LsPostedGroup *group = poster->posted;

      poster->posted = group->next;
      g_hash_table_remove (self->groups, group);
    }
  poster->identity = 0;
}
