/* ls-coroutine-private.h: what an agent of a model runs on
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _LsCoroutine LsCoroutine;

typedef void (*LsCoroutineFunc) (gpointer data);

/**
 * LsCoroutineClass:
 * @resume: runs the function until it yields or returns; called by who has the baton
 * @yield: gives the baton back; called by the function
 * @free: frees the vehicle, whose function has returned, was never resumed, or will not go on
 *
 * A way to run functions in turns.
 */
typedef struct
{
  void (*resume) (LsCoroutine *self);
  void (*yield)  (LsCoroutine *self);
  void (*free)   (LsCoroutine *self);
} LsCoroutineClass;

/** LsCoroutine: embedded by the kinds. */
struct _LsCoroutine
{
  const LsCoroutineClass *klass;
  LsCoroutineFunc         func;
  gpointer              data;
  gboolean              is_started;
  gboolean              has_returned;
  gboolean              can_be_abandoned;
};

LsCoroutine *ls_coroutine_new_fiber  (LsCoroutineFunc func,
                                  gpointer      data);
LsCoroutine *ls_coroutine_new_thread (const char   *name,
                                  LsCoroutineFunc func,
                                  gpointer      data);

static inline void
ls_coroutine_resume (LsCoroutine *self)
{
  self->klass->resume (self);
}

static inline void
ls_coroutine_yield (LsCoroutine *self)
{
  self->klass->yield (self);
}

static inline void
ls_coroutine_free (LsCoroutine *self)
{
  self->klass->free (self);
}

G_END_DECLS
