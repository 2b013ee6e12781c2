/* ls-preload.c: finds GLib in a program that is watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>

/* The library links nothing but libc, and looks for GLib where the program has it: a child that is no GLib program does not even
 * connect. */

LsGlib ls_glib;
int ls_preload_is_ready;
GMainContext *ls_preload_default_context;
uintptr_t ls_preload_text_begin, ls_preload_text_end;
const void *ls_preload_callback_funcs;

typedef struct
{
  uintptr_t place, begin, end;
} Text;

static int
find_text (struct dl_phdr_info *info,
           size_t               size,
           void                *data)
{
  Text *text = data;

  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];
      const uintptr_t begin = info->dlpi_addr + header->p_vaddr;

      if (header->p_type == PT_LOAD && (header->p_flags & PF_X) != 0 && text->place >= begin &&
          text->place < begin + header->p_memsz)
        {
          text->begin = begin;
          text->end = begin + header->p_memsz;
          return 1;
        }
    }
  return 0;
}

/* Finds where the functions of the library lie that @function is of. */
gboolean
ls_preload_find_text (const void *function,
                      uintptr_t  *begin,
                      uintptr_t  *end)
{
  Text text = { .place = (uintptr_t) function };

  if (dl_iterate_phdr (find_text, &text) == 0)
    return FALSE;
  *begin = text.begin;
  *end = text.end;
  return TRUE;
}

static Dl_info own;
static void *own_handle;

static void
find_own (void)
{
  if (dladdr ((void *) ls_preload_start, &own) != 0)
    own_handle = dlopen (own.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

/* Returns where this library lies, 0 if the loader does not say. */
uintptr_t
ls_preload_get_base (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;

  pthread_once (&once, find_own);
  return own_handle != NULL ? (uintptr_t) own.dli_fbase : 0;
}

/* Returns (nullable) the function of this library that stands before GLib's. */
void *
ls_preload_find_own (const char *name)
{
  void *function = ls_preload_get_base () != 0 ? dlsym (own_handle, name) : NULL;
  Dl_info info;

  return function != NULL && dladdr (function, &info) != 0 && info.dli_fbase == own.dli_fbase ? function : NULL;
}

static gboolean
do_nothing (gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* Which way to keep functions is GLib's own. */
static void
find_callback_funcs (void)
{
  GSource *source = ls_glib.g_idle_source_new ();

  ls_glib.g_source_set_callback (source, do_nothing, NULL, NULL);
  ls_preload_callback_funcs = source->callback_funcs;
  ls_glib.g_source_unref (source);
}

/* Another thread may have held a lock. */
static void
on_fork (void)
{
  ls_kinds_on_fork ();
  ls_ready_on_fork ();
  ls_watched_on_fork ();
}

/* Returns whether GLib is there. */
gboolean
ls_preload_start (void)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  void *glib;

  pthread_mutex_lock (&lock);
  glib = ls_preload_is_ready ? NULL : dlopen ("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (glib != NULL)
    {
#define X(name) ls_glib.name = (__typeof__ (ls_glib.name)) dlsym (glib, #name);
      GLIB_FUNCTIONS (X)
#undef X
      ls_preload_find_text ((const void *) ls_glib.g_source_attach, &ls_preload_text_begin, &ls_preload_text_end);
      ls_ring_writer_start (getenv ("LOOPSCOPE_TRACE"), 1);
      if (ls_ring_writer_is_active || ls_listener_is_on)
        {
          find_callback_funcs ();
          ls_preload_default_context = ls_glib.g_main_context_default ();
          pthread_atfork (NULL, NULL, on_fork);
          ls_ready_start ();
          ls_kinds_patch ();
          if (ls_ring_writer_is_active)
            ls_kinds_hear_ends ();
          ls_late_patch ();
          /* Nobody has a loop yet that could. */
          if (!ls_ring_writer_is_active)
            ls_listener_open ();
        }
      ls_preload_is_ready = TRUE;
    }
  pthread_mutex_unlock (&lock);
  return ls_preload_is_ready;
}

/* A program may load GLib late, and call it by addresses that it has looked up. A look costs microseconds, so they get rare. */
void
ls_preload_look_again (void)
{
  static unsigned n_calls;

  n_calls++;
  if ((n_calls & (n_calls - 1)) == 0 || n_calls % 64 == 0)
    ls_preload_start ();
}

__attribute__ ((constructor)) static void
start (void)
{
  ls_preload_start ();
}

__attribute__ ((destructor)) static void
end (void)
{
  if (ls_ring_writer_own != NULL)
    atomic_store (&ls_ring_writer_own->ring->is_closed, 1);
  ls_listener_close (1);
}
