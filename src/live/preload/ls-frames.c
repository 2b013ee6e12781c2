/* ls-frames.c: hears the phases of GTK's frame clocks
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <dlfcn.h>
#include <glib-object.h>

/* A hook of the signals that GdkFrameClock emits at the beginning of each phase hears all clocks of GTK 3 and 4. It is no handler
 * that a program could find, and goes with the first phase after its watcher has gone. */

#define PHASE_BITS 4

typedef struct
{
  GType  (*type_from_name)    (const char *name);
  guint  (*lookup)            (const char *name,
                               GType       type);
  gulong (*add_emission_hook) (guint               signal,
                               GQuark              detail,
                               GSignalEmissionHook hook,
                               gpointer            data,
                               GDestroyNotify      notify);
} Signals;

typedef void (*GetRefreshInfo) (void   *clock,
                                gint64  base_time,
                                gint64 *refresh_interval,
                                gint64 *presentation_time);

static GetRefreshInfo get_refresh_info;
static _Atomic unsigned hooked;      /* the generation whose watcher hears of frames */

static void *
find_in (const char *library,
         const char *name)
{
  void *handle = dlopen (library, RTLD_LAZY | RTLD_NOLOAD);
  void *function = handle != NULL ? dlsym (handle, name) : NULL;

  if (handle != NULL)
    dlclose (handle);
  return function;
}

static void
tell_phase (LsThread    *thread,
            LsWirePhase  phase,
            void        *clock)
{
  gint64 interval = 0, presentation;
  LsContext *context;
  LsWireFrame *record;

  if (phase == LS_WIRE_PHASE_AFTER_PAINT && get_refresh_info != NULL)
    get_refresh_info (clock, 0, &interval, &presentation);
  context = ls_watched_get_context (thread, thread->loop_context);
  record = ls_ring_writer_reserve (thread, LS_WIRE_FRAME, 1);
  if (record == NULL)
    return;
  record->head.context = context->number;
  record->head.source = phase;
  record->head.time = ls_ring_writer_now ();
  record->clock = (uintptr_t) clock;
  record->interval = interval > 0 && interval < G_MAXINT ? (uint32_t) interval : 0;
  record->reserved = 0;
  ls_ring_writer_commit (thread);
}

/* Returns whether it wants to hear of more. */
static gboolean
on_phase (GSignalInvocationHint *hint,
          guint                  n_values,
          const GValue          *values,
          gpointer               data)
{
  const unsigned generation = (unsigned) ((uintptr_t) data >> PHASE_BITS);
  LsThread *thread;

  if (!IS_WATCHED || generation != ls_ring_writer_generation)
    return FALSE;
  thread = ls_ring_writer_get_thread ();
  if (thread != NULL && thread->n_dispatches > 0)
    tell_phase (thread, (uintptr_t) data & ((1u << PHASE_BITS) - 1), values[0].data[0].v_pointer);
  return TRUE;
}

/* There is a frame clock: hears it from now on. */
void
ls_frames_listen (void)
{
  static const char *const names[LS_WIRE_N_PHASES] = {
    [LS_WIRE_PHASE_FLUSH_EVENTS] = "flush-events", [LS_WIRE_PHASE_BEFORE_PAINT] = "before-paint", [LS_WIRE_PHASE_UPDATE] = "update",
    [LS_WIRE_PHASE_LAYOUT] = "layout", [LS_WIRE_PHASE_PAINT] = "paint", [LS_WIRE_PHASE_AFTER_PAINT] = "after-paint",
    [LS_WIRE_PHASE_RESUME_EVENTS] = "resume-events",
  };
  static Signals signals;
  const unsigned generation = ls_ring_writer_generation;
  unsigned before = atomic_load_explicit (&hooked, memory_order_relaxed);
  GType type;

  if (before == generation || !atomic_compare_exchange_strong (&hooked, &before, generation))
    return;
  signals.type_from_name = (__typeof__ (signals.type_from_name)) find_in ("libgobject-2.0.so.0", "g_type_from_name");
  signals.lookup = (__typeof__ (signals.lookup)) find_in ("libgobject-2.0.so.0", "g_signal_lookup");
  signals.add_emission_hook = (__typeof__ (signals.add_emission_hook)) find_in ("libgobject-2.0.so.0", "g_signal_add_emission_hook");
  if (signals.type_from_name == NULL || signals.lookup == NULL || signals.add_emission_hook == NULL ||
      (type = signals.type_from_name ("GdkFrameClock")) == 0)
    return;
  get_refresh_info = (GetRefreshInfo) find_in ("libgtk-4.so.1", "gdk_frame_clock_get_refresh_info");
  if (get_refresh_info == NULL)
    get_refresh_info = (GetRefreshInfo) find_in ("libgdk-3.so.0", "gdk_frame_clock_get_refresh_info");
  for (unsigned i = 0; i < LS_WIRE_N_PHASES; i++)
    {
      const guint signal = signals.lookup (names[i], type);

      if (signal != 0)
        signals.add_emission_hook (signal, 0, on_phase, (gpointer) ((uintptr_t) generation << PHASE_BITS | i), NULL);
    }
}
