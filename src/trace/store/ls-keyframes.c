/* ls-keyframes.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-keyframes-private.h"

#include "ls-bisection-private.h"

#include <pthread.h>

#define FIRST_INTERVAL 16384
/* So many keyframes are cleaned up each time that records are dropped. */
#define FORGET_FRAMES 32
#define DEFAULT_BUDGET ((gsize) 256 * 1024 * 1024)

struct _LsKeyframes
{
  gsize account;         /* atomic: bytes in the tables of all keyframes and states of the trace */
  gsize due;             /* atomic: where the next keyframe is to be taken */

  pthread_mutex_t lock;  /* for what follows; tools that look for races know pthread's locks */
  GPtrArray *worlds;     /* owned LsWorld, by position */
  gsize start;           /* the records before this position are gone */
  LsWorldExtent extent;  /* of the world there */
  gsize forgotten;       /* keyframes up to this position have been cleaned up; those after it are next */
  gsize interval;        /* records between two */
  gsize budget;
};

static void
free_world (gpointer data)
{
  LsWorld *world = data;

  if (world == NULL)
    return;
  ls_world_clear (world);
  g_free (world);
}

LsKeyframes *
ls_keyframes_new (void)
{
  LsKeyframes *self = g_new0 (LsKeyframes, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->worlds = g_ptr_array_new_with_free_func (free_world);
  self->interval = FIRST_INTERVAL;
  self->budget = DEFAULT_BUDGET;
  self->due = FIRST_INTERVAL;

  return self;
}

void
ls_keyframes_free (LsKeyframes *self)
{
  g_ptr_array_unref (self->worlds);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* The account that all tables of the trace's states use. */
gsize *
ls_keyframes_get_account (LsKeyframes *self)
{
  return &self->account;
}

gsize
ls_keyframes_get_n_frames (LsKeyframes *self)
{
  gsize n_frames;

  pthread_mutex_lock (&self->lock);
  n_frames = self->worlds->len;
  pthread_mutex_unlock (&self->lock);

  return n_frames;
}

/* Lets keyframes take this many bytes more than twice what the state itself takes. */
void
ls_keyframes_set_budget (LsKeyframes *self,
                         gsize        n_bytes)
{
  pthread_mutex_lock (&self->lock);
  self->budget = n_bytes;
  pthread_mutex_unlock (&self->lock);
}

/* The position from which on a keyframe is wanted. */
gsize
ls_keyframes_get_due (LsKeyframes *self)
{
  return (gsize) g_atomic_pointer_get (&self->due);
}

static gsize
get_bytes (LsKeyframes *self)
{
  return (gsize) g_atomic_pointer_get (&self->account) + self->worlds->len * sizeof (LsWorld);
}

/* Drops every other keyframe and doubles the interval. The first one stays, as states begin with it. */
static void
thin_out (LsKeyframes *self)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (free_world);
  guint first_kept = self->start > 0 ? 0 : 1;

  for (guint i = 0; i < self->worlds->len; i++)
    if (i % 2 == first_kept)
      g_ptr_array_add (kept, g_steal_pointer (&self->worlds->pdata[i]));
    else
      free_world (self->worlds->pdata[i]);
  g_ptr_array_set_free_func (self->worlds, NULL);
  g_ptr_array_unref (self->worlds);
  self->worlds = g_steal_pointer (&kept);
  self->interval *= 2;
}

/* Keeps a copy of @world, unless another reader has taken this keyframe already, or the writer may have dropped records after
 * @begin from which @world was made. */
void
ls_keyframes_take (LsKeyframes   *self,
                   const LsWorld *world,
                   gsize          begin)
{
  LsWorld *copy;
  gsize last, budget;

  pthread_mutex_lock (&self->lock);
  if (world->position < self->due || begin < self->start)
    {
      pthread_mutex_unlock (&self->lock);
      return;
    }

  copy = g_new (LsWorld, 1);
  ls_world_init_copy (copy, world);
  g_ptr_array_add (self->worlds, copy);

  budget = self->budget + 2 * ls_world_get_bytes (world);
  while (get_bytes (self) > budget && self->worlds->len > 1)
    thin_out (self);

  last = ((LsWorld *) g_ptr_array_index (self->worlds, self->worlds->len - 1))->position;
  g_atomic_pointer_set (&self->due, MAX (last, world->position) + self->interval);
  pthread_mutex_unlock (&self->lock);
}

/* The last keyframe not after @position. Call with the lock held. */
static LsWorld *
find_world (LsKeyframes *self,
            gsize        position)
{
  LsBisection search = { 0, self->worlds->len };

  while (ls_bisection_next (&search))
    {
      LsWorld *world = g_ptr_array_index (self->worlds, search.middle);

      ls_bisection_tell (&search, world->position <= position);
    }

  return search.low > 0 ? g_ptr_array_index (self->worlds, search.low - 1) : NULL;
}

/* Makes @world, which must be empty, a copy of the last keyframe not after @position, or of the first one where records up to there
 * are gone. Returns FALSE and leaves @world alone where there is none after @not_before. */
gboolean
ls_keyframes_load (LsKeyframes *self,
                   gsize        position,
                   gsize        not_before,
                   LsWorld     *world)
{
  LsWorld *found;

  pthread_mutex_lock (&self->lock);
  found = find_world (self, MAX (position, self->start));
  if (found != NULL && found->position > not_before)
    ls_world_init_copy (world, found);
  else
    found = NULL;
  pthread_mutex_unlock (&self->lock);

  return found != NULL;
}

/* Drops from the next few keyframes what was over before the start. Callers hold the lock. */
static guint
forget_in_worlds (LsKeyframes *self,
                  guint64      time)
{
  LsWorldForgotten forgotten = { 0 };
  const LsWorld *first = g_ptr_array_index (self->worlds, 0);
  guint n_worlds = 0;

  for (guint i = 1; i < self->worlds->len && n_worlds < FORGET_FRAMES; i++)
    {
      LsWorld *world = g_ptr_array_index (self->worlds, i);

      if (world->position <= self->forgotten)
        continue;
      ls_world_forget (world, self->start, time, &self->extent, &forgotten);
      self->forgotten = world->position;
      n_worlds++;
    }
  /* Those were the last ones. */
  if (n_worlds < FORGET_FRAMES)
    self->forgotten = 0;
  ls_world_clear_forgotten (first, &forgotten);
  return n_worlds;
}

/* Records before @start are about to go: states begin with a copy of it from now on. @time is that of the record there. Each call
 * drops what was over by then from a few keyframes only, so that nobody waits long. Returns from how many. */
guint
ls_keyframes_forget (LsKeyframes   *self,
                     const LsWorld *start,
                     guint64        time)
{
  g_autoptr (GPtrArray) dropped = g_ptr_array_new_with_free_func (free_world);
  LsWorld *copy = g_new (LsWorld, 1);
  guint n_worlds, n_before = 0;

  ls_world_init_copy (copy, start);

  pthread_mutex_lock (&self->lock);
  self->start = start->position;
  ls_world_get_extent (start, &self->extent);
  while (n_before < self->worlds->len &&
         ((LsWorld *) g_ptr_array_index (self->worlds, n_before))->position <= start->position)
    g_ptr_array_add (dropped, g_steal_pointer (&self->worlds->pdata[n_before++]));
  if (n_before > 0)
    g_ptr_array_remove_range (self->worlds, 0, n_before);
  g_ptr_array_insert (self->worlds, 0, copy);
  n_worlds = forget_in_worlds (self, time);
  pthread_mutex_unlock (&self->lock);

  return n_worlds;
}

/* Counts the things that there had been at the start of the records that are left. */
void
ls_keyframes_get_start_extent (LsKeyframes   *self,
                               LsWorldExtent *extent)
{
  pthread_mutex_lock (&self->lock);
  *extent = self->extent;
  pthread_mutex_unlock (&self->lock);
}
