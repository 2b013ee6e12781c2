/* ls-script-interrupt.c: ends calls of JavaScriptCore that never ask whether they may go on
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* JavaScriptCore asks the watchdog wherever JavaScript runs, but not while it matches a regular expression, and a match may take
 * years. So each thread with a realm gets a signal after some processor time. The handler leaves a match by siglongjmp(), to where
 * C entered JavaScriptCore last. This is safe where the thread is in code that JavaScriptCore has compiled: such code holds no lock
 * and calls nobody. Compiled code is what lies in no file.
 *
 * What is skipped are JavaScriptCore's frames alone. Where C that JavaScript has called is among the callers, it returns first, and
 * its native then jumps to the entry before. The virtual machine is in no state to go on: nobody enters it any more, and its memory
 * is lost.
 *
 * Expressions with look-behind or some back references are interpreted, by code in JavaScriptCore's file, which may hold a lock.
 * That cannot be left. Whoever has set a last resort ends the process then.
 *
 * A call that fills memory in one go does not ask either. It is left, or the process ended, where the memory is a twentieth beyond
 * its limit. */

#include "ls-script-realm-private.h"

#include "ls-script-memory-private.h"
#include "ls-script.h"

#include <glib/gi18n-lib.h>

#ifdef __linux__
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#endif

/* The time between two looks at a thread, in ns of its processor time. */
#define LOOK_INTERVAL 20000000

/* How long a call that cannot be left may take, in µs of processor time. Everything else asks each 10 ms. */
#define MAX_CALL (10 * G_USEC_PER_SEC)

static LsScriptLastResort *last_resort;
static const char *last_words, *last_words_for_memory;

/* Jumps to where C has entered JavaScriptCore: nothing of JavaScriptCore may run any more. */
void
ls_script_interrupt_leave (LsScriptRealm *self)
{
  siglongjmp (self->entry->place, 1);
}

/* C is about to enter JavaScriptCore. */
void
ls_script_interrupt_begin_entry (LsScriptRealm *self,
                                 LsScriptEntry *entry)
{
  entry->outer = self->entry;
  self->entry = entry;
}

/* C is back from JavaScriptCore, in one way or the other. */
void
ls_script_interrupt_end_entry (LsScriptRealm *self)
{
  self->entry = self->entry->outer;
  if (self->is_abandoned && !self->is_stopped && self->interrupted_after == 0)
    ls_script_watchdog_stop_for_memory (self);
  else if (self->is_abandoned && !self->is_stopped)
    ls_script_watchdog_stop_match (self, self->interrupted_after);
}

/* JSObjectCallAsFunction() that can be left. Returns NULL where it was. */
JSValueRef
ls_script_interrupt_call (LsScriptRealm    *self,
                          JSObjectRef       function,
                          gsize             n_arguments,
                          const JSValueRef  arguments[],
                          JSValueRef       *exception)
{
  LsScriptEntry entry;
  JSValueRef volatile result = NULL;

  ls_script_interrupt_begin_entry (self, &entry);
  if (sigsetjmp (entry.place, 0) == 0)
    result = JSObjectCallAsFunction (self->context, function, NULL, n_arguments, arguments, exception);
  else
    *exception = NULL;
  ls_script_interrupt_end_entry (self);
  return result;
}

/* ls_jsc_evaluate() that can be left. */
void
ls_script_interrupt_evaluate (LsScriptRealm *self,
                              JSStringRef    code,
                              const char    *url,
                              JSValueRef    *exception)
{
  LsScriptEntry entry;

  ls_script_interrupt_begin_entry (self, &entry);
  if (sigsetjmp (entry.place, 0) == 0)
    ls_jsc_evaluate (self->context, code, url, exception);
  else
    *exception = NULL;
  ls_script_interrupt_end_entry (self);
}

/**
 * ls_script_set_last_resort:
 * @func: (nullable): ends the process; called in a signal handler, on the thread of the program
 *
 * Says what is to be done about a program that is in a call which can neither be interrupted nor left.
 */
void
ls_script_set_last_resort (LsScriptLastResort *func)
{
  /* There is no translating in a signal handler. */
  last_words = _("The program was stopped: a call that cannot be interrupted ran for more than 10 s");
  last_words_for_memory = _("The program was stopped: a call that cannot be interrupted took more memory than the program may");
  last_resort = func;
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define MAX_FILES 512

/* Where the code of files lies in memory. Handlers read while files are added; none is taken out. */
static struct
{
  guintptr begin, end;
} files[MAX_FILES];
static guint n_files;

static gboolean
is_in_file (guintptr place)
{
  const guint n = __atomic_load_n (&n_files, __ATOMIC_ACQUIRE);

  for (guint i = 0; i < n; i++)
    if (place >= files[i].begin && place < files[i].end)
      return TRUE;
  return n == MAX_FILES;
}

static int
add_file (struct dl_phdr_info *info,
          size_t               size,
          void                *data)
{
  for (guint i = 0; i < info->dlpi_phnum && n_files < MAX_FILES; i++)
    {
      const guintptr begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, end = begin + info->dlpi_phdr[i].p_memsz;

      if (info->dlpi_phdr[i].p_type != PT_LOAD || (info->dlpi_phdr[i].p_flags & PF_X) == 0 || begin == end ||
          (is_in_file (begin) && is_in_file (end - 1)))
        continue;
      files[n_files].begin = begin;
      files[n_files].end = end;
      __atomic_store_n (&n_files, n_files + 1, __ATOMIC_RELEASE);
    }
  return n_files == MAX_FILES;
}

/* The process may have loaded libraries since the last realm was made. */
static void
find_files (void)
{
  static GMutex lock;

  g_mutex_lock (&lock);
  dl_iterate_phdr (add_file, NULL);
  g_mutex_unlock (&lock);
}

static guintptr
get_place (const ucontext_t *context)
{
#ifdef __x86_64__
  return context->uc_mcontext.gregs[REG_RIP];
#else
  return context->uc_mcontext.pc;
#endif
}

static void
look (int        number,
      siginfo_t *info,
      void      *context)
{
  LsScriptRealm *self = ls_script_realm_get_current ();
  gboolean takes_too_much;
  gint64 pause;

  if (self == NULL || self->entry == NULL || self->is_abandoned || self->suspended_cpu != 0)
    return;
  pause = ls_script_watchdog_get_pause (self);
  takes_too_much = pause >= LOOK_INTERVAL / 1000 &&
                   ls_script_get_memory () > self->host->memory_before + self->host->max_memory / 20 * 21;
  if (!takes_too_much && pause < (self->words[LS_SCRIPT_WORD_MATCHING] != 0 ? ls_script_watchdog_get_max_match_time () : MAX_CALL))
    return;
  if (!is_in_file (get_place (context)))
    {
      self->is_abandoned = TRUE;
      self->interrupted_after = takes_too_much ? 0 : pause;
      ls_script_interrupt_leave (self);
    }
  if ((takes_too_much || pause >= MAX_CALL) && last_resort != NULL)
    last_resort (takes_too_much ? last_words_for_memory : last_words);
}

/* Installs the handler, once. Returns the number of its signal, 0 if somebody else has it. */
static int
install (void)
{
  static gsize once;
  static int number;

  if (g_once_init_enter (&once))
    {
      struct sigaction old, action = { .sa_sigaction = look, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER };

      if (sigaction (SIGRTMIN + 5, NULL, &old) == 0 && old.sa_handler == SIG_DFL &&
          sigaction (SIGRTMIN + 5, &action, NULL) == 0)
        number = SIGRTMIN + 5;
      g_once_init_leave (&once, 1);
    }
  return number;
}

/* Has somebody look at the realm now and then, on this thread, which is to run it. */
void
ls_script_interrupt_watch (LsScriptRealm *self)
{
  const struct itimerspec interval = { { 0, LOOK_INTERVAL }, { 0, LOOK_INTERVAL } };
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = install () };
  timer_t timer;

  find_files ();
  event.sigev_notify_thread_id = (int) syscall (SYS_gettid);
  if (event.sigev_signo == 0 || timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0)
    return;
  timer_settime (timer, 0, &interval, NULL);
  self->looks = timer;
  self->is_looked_at = TRUE;
}

void
ls_script_interrupt_unwatch (LsScriptRealm *self)
{
  if (self->is_looked_at)
    timer_delete (self->looks);
  self->is_looked_at = FALSE;
}

#else

void
ls_script_interrupt_watch (LsScriptRealm *self)
{
}

void
ls_script_interrupt_unwatch (LsScriptRealm *self)
{
}

#endif
