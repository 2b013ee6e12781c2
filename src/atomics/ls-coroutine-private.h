/* ls-coroutine-private.h: the coroutines of agents of a model
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
 * @resume: runs the function until it yields or returns; the caller has the baton
 * @yield: gives the baton back; the function calls it
 * @free: frees the coroutine; its function has returned, was never resumed, or will not go on
 *
 * A way to run functions in turns.
 */
typedef struct
{
  void (*resume) (LsCoroutine *self);
  void (*yield)  (LsCoroutine *self);
  void (*free)   (LsCoroutine *self);
} LsCoroutineClass;

/** LsCoroutine: a kind of coroutine embeds it. */
struct _LsCoroutine
{
  const LsCoroutineClass *klass;
  LsCoroutineFunc         func;
  gpointer                data;
  gboolean                is_started;
  gboolean                has_returned;
  gboolean                can_be_abandoned;
};

LsCoroutine *ls_coroutine_new_fiber  (LsCoroutineFunc  func,
                                      gpointer         data);
LsCoroutine *ls_coroutine_new_thread (const char      *name,
                                      LsCoroutineFunc  func,
                                      gpointer         data);

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
