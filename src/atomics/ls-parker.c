/* ls-parker.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-parker-private.h"

#ifdef __linux__
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

/* How often a thread looks before it sleeps: that takes about as long as going to sleep and being woken. */
#define N_LOOKS 100

#ifdef __linux__

/* Sleeps while the word has the value @bits. @deadline: monotonic time in µs, or -1. Returns FALSE where the deadline has passed.
 * */
static gboolean
parker_sleep (LsParker *self,
              guint32   bits,
              gint64    deadline)
{
  const struct timespec time = { .tv_sec = deadline / G_USEC_PER_SEC, .tv_nsec = deadline % G_USEC_PER_SEC * 1000 };

  if (syscall (SYS_futex, &self->bits, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, bits, deadline < 0 ? NULL : &time, NULL,
               FUTEX_BITSET_MATCH_ANY) == 0)
    return TRUE;
  return errno != ETIMEDOUT;
}

/* Wakes the thread, which may have left by now, and whose stack may be gone. The kernel finds sleepers by the address alone, and
 * another thread that sleeps there looks again. */
static void
parker_wake (LsParker *self)
{
  syscall (SYS_futex, &self->bits, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
}

#else

static GMutex sleep_mutex;
static GCond sleep_cond;

static gboolean
parker_sleep (LsParker *self,
              guint32   bits,
              gint64    deadline)
{
  gboolean in_time = TRUE;

  g_mutex_lock (&sleep_mutex);
  if (__atomic_load_n (&self->bits, __ATOMIC_SEQ_CST) == bits)
    {
      if (deadline < 0)
        g_cond_wait (&sleep_cond, &sleep_mutex);
      else
        in_time = g_cond_wait_until (&sleep_cond, &sleep_mutex, deadline);
    }
  g_mutex_unlock (&sleep_mutex);
  return in_time;
}

static void
parker_wake (LsParker *self)
{
  g_mutex_lock (&sleep_mutex);
  g_cond_broadcast (&sleep_cond);
  g_mutex_unlock (&sleep_mutex);
}

#endif

static inline void
parker_relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile ("yield");
#endif
}

/* Sleeps until a bit of @mask is set, or the monotonic time @deadline (in µs, -1 for never) has come. Returns the bits of @mask
 * that are set. */
guint
ls_parker_wait (LsParker *self,
                guint     mask,
                gint64    deadline)
{
  guint32 bits = __atomic_load_n (&self->bits, __ATOMIC_ACQUIRE);

  for (guint i = 0; i < N_LOOKS && (bits & mask) == 0; i++)
    {
      parker_relax ();
      bits = __atomic_load_n (&self->bits, __ATOMIC_ACQUIRE);
    }
  while ((bits & mask) == 0)
    {
      if ((bits & LS_PARKER_SLEEPING) == 0)
        {
          bits = __atomic_or_fetch (&self->bits, LS_PARKER_SLEEPING, __ATOMIC_ACQ_REL);
          continue;
        }
      if (!parker_sleep (self, bits, deadline))
        {
          bits = __atomic_load_n (&self->bits, __ATOMIC_ACQUIRE);
          break;
        }
      bits = __atomic_load_n (&self->bits, __ATOMIC_ACQUIRE);
    }
  return bits & mask;
}

/* Sets @bit and wakes the thread. With LS_PARKER_NOTIFIED the parker may be gone when this returns. */
void
ls_parker_unpark (LsParker     *self,
                  LsParkerBits  bit)
{
  if ((__atomic_fetch_or (&self->bits, bit, __ATOMIC_ACQ_REL) & LS_PARKER_SLEEPING) != 0)
    parker_wake (self);
}
