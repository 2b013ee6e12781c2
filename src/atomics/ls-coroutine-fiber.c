/* ls-coroutine-fiber.c: a coroutine with a stack of its own, on the same thread
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-coroutine-private.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define HAS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_TSAN 1
#endif
#endif

#ifdef HAS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef HAS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

/* Only the pages in use take memory. */
#define STACK_SIZE (1024 * 1024)

/* How many stacks a thread keeps for its next fibers. */
#define N_SPARE_STACKS 64

typedef struct
{
  LsCoroutine base;
  ucontext_t  context;      /* the context of the fiber */
  ucontext_t  resumer;
  guint8     *stack;        /* (owned): lies above its guard page */
#ifdef HAS_ASAN
  void       *fake_stack;
  const void *resumer_stack;
  size_t      resumer_stack_size;
#endif
#ifdef HAS_TSAN
  void       *tsan_fiber;
  void       *tsan_resumer;
#endif
} LsFiber;

typedef struct
{
  guint8 *stacks[N_SPARE_STACKS];
  guint   n;
} SpareStacks;

static void
stack_unmap (guint8 *stack)
{
  const gsize guard = sysconf (_SC_PAGESIZE);

  munmap (stack - guard, STACK_SIZE + guard);
}

static void
spare_stacks_free (gpointer data)
{
  SpareStacks *spare = data;

  while (spare->n > 0)
    stack_unmap (spare->stacks[--spare->n]);
  g_free (spare);
}

static SpareStacks *
get_spare_stacks (void)
{
  static GPrivate private = G_PRIVATE_INIT (spare_stacks_free);
  SpareStacks *spare = g_private_get (&private);

  if (spare == NULL)
    {
      spare = g_new0 (SpareStacks, 1);
      g_private_set (&private, spare);
    }
  return spare;
}

static guint8 *
stack_new (void)
{
  SpareStacks *spare = get_spare_stacks ();
  const gsize guard = sysconf (_SC_PAGESIZE);
  guint8 *memory;

  if (spare->n > 0)
    return spare->stacks[--spare->n];
  memory = mmap (NULL, STACK_SIZE + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    g_error ("There is no room for the stack of an agent");
  mprotect (memory, guard, PROT_NONE);
  return memory + guard;
}

static void
stack_free (guint8 *stack)
{
  SpareStacks *spare = get_spare_stacks ();

#ifdef HAS_ASAN
  /* Functions that did not return have left poisoned memory. */
  ASAN_UNPOISON_MEMORY_REGION (stack, STACK_SIZE);
#endif
  if (spare->n < N_SPARE_STACKS)
    spare->stacks[spare->n++] = stack;
  else
    stack_unmap (stack);
}

/* Leaves the fiber and gives the baton back. */
static void
fiber_switch_back (LsFiber *self)
{
#ifdef HAS_ASAN
  __sanitizer_start_switch_fiber (self->base.has_returned ? NULL : &self->fake_stack, self->resumer_stack,
                                  self->resumer_stack_size);
#endif
#ifdef HAS_TSAN
  __tsan_switch_to_fiber (self->tsan_resumer, 0);
#endif
  swapcontext (&self->context, &self->resumer);
#ifdef HAS_ASAN
  __sanitizer_finish_switch_fiber (self->fake_stack, &self->resumer_stack, &self->resumer_stack_size);
#endif
}

/* The first function of a fiber: makecontext() passes ints. */
static void
fiber_main (guint high,
            guint low)
{
  LsFiber *self = (LsFiber *) (guintptr) ((guint64) high << 32 | low);

#ifdef HAS_ASAN
  __sanitizer_finish_switch_fiber (NULL, &self->resumer_stack, &self->resumer_stack_size);
#endif
  self->base.func (self->base.data);
  self->base.has_returned = TRUE;
  fiber_switch_back (self);
  g_assert_not_reached ();
}

static void
fiber_resume (LsCoroutine *base)
{
  LsFiber *self = (LsFiber *) base;
#ifdef HAS_ASAN
  void *fake_stack;
#endif

  if (!base->is_started)
    {
      const guint64 address = (guintptr) self;

      base->is_started = TRUE;
      self->stack = stack_new ();
      getcontext (&self->context);
      self->context.uc_stack.ss_sp = self->stack;
      self->context.uc_stack.ss_size = STACK_SIZE;
      self->context.uc_link = NULL;
      makecontext (&self->context, (void (*) (void)) fiber_main, 2, (guint) (address >> 32), (guint) address);
#ifdef HAS_ASAN
      /* Or each switch would clear the shadow of a whole stack: nothing else asks for the size, and stack_free() clears it. */
      self->context.uc_stack.ss_size = 0;
#endif
#ifdef HAS_TSAN
      self->tsan_fiber = __tsan_create_fiber (0);
#endif
    }
#ifdef HAS_ASAN
  __sanitizer_start_switch_fiber (&fake_stack, self->stack, STACK_SIZE);
#endif
#ifdef HAS_TSAN
  self->tsan_resumer = __tsan_get_current_fiber ();
  __tsan_switch_to_fiber (self->tsan_fiber, 0);
#endif
  swapcontext (&self->resumer, &self->context);
#ifdef HAS_ASAN
  __sanitizer_finish_switch_fiber (fake_stack, NULL, NULL);
#endif
}

static void
fiber_yield (LsCoroutine *base)
{
  fiber_switch_back ((LsFiber *) base);
}

static void
fiber_free (LsCoroutine *base)
{
  LsFiber *self = (LsFiber *) base;

  if (self->stack != NULL)
    stack_free (self->stack);
#ifdef HAS_TSAN
  if (self->tsan_fiber != NULL)
    __tsan_destroy_fiber (self->tsan_fiber);
#endif
  g_free (self);
}

static const LsCoroutineClass fiber_class = { fiber_resume, fiber_yield, fiber_free };

/* Makes a coroutine: a function on a stack of its own, which runs when somebody resumes it. */
LsCoroutine *
ls_coroutine_new_fiber (LsCoroutineFunc func,
                        gpointer        data)
{
  LsFiber *self = g_new0 (LsFiber, 1);

  self->base.klass = &fiber_class;
  self->base.func = func;
  self->base.data = data;
  self->base.can_be_abandoned = TRUE;
  return &self->base;
}
