/* ls-control.c: asks a program that is watched for something
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-control-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* The program has the same memory, and may write there what it likes. All that is read of it is which places are free. */
struct _LsControl
{
  LsWireControl *memory;
  guint32        attention;
};

/**
 * ls_control_new:
 * @fd: the memory that the program has sent, which stays the caller's
 * @error: return location for an error
 *
 * Returns: (transfer full): its control; %NULL with @error set if that is none
 */
LsControl *
ls_control_new (int      fd,
                GError **error)
{
  const int seals = fcntl (fd, F_GET_SEALS);
  LsControl *self;
  struct stat info;
  void *memory;

  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 || fstat (fd, &info) < 0 || info.st_size < LS_WIRE_CONTROL_BYTES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The program sent memory that is too small, or that it can shrink"));
      return NULL;
    }
  memory = mmap (NULL, LS_WIRE_CONTROL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _("The memory of a program cannot be mapped: %s"),
                   g_strerror (errno));
      return NULL;
    }
  self = g_new0 (LsControl, 1);
  self->memory = memory;
  return self;
}

/* Lets the program go on, and frees its control. */
void
ls_control_free (LsControl *self)
{
  ls_control_set_hold (self, FALSE, 0);
  munmap (self->memory, LS_WIRE_CONTROL_BYTES);
  g_free (self);
}

static void
note (LsControl *self)
{
  atomic_store_explicit (&self->memory->attention, ++self->attention, memory_order_release);
}

/* Sets whether the program's threads are to be held before their next dispatches: @all of them, and any that is going to dispatch
 * the source @at, an LS_WIRE_SOURCE() or 0. */
void
ls_control_set_hold (LsControl *self,
                     gboolean   all,
                     guint64    at)
{
  atomic_store_explicit (&self->memory->hold_at, at, memory_order_release);
  atomic_store_explicit (&self->memory->hold, all, memory_order_release);
  note (self);
}

/* Asks for something to be done with a source, an LS_WIRE_SOURCE(). Returns FALSE if so much was asked for already, and not done,
 * that there is no room. */
gboolean
ls_control_give (LsControl         *self,
                 LsWireCommandKind  kind,
                 guint64            source,
                 int                value)
{
  for (guint i = 0; i < LS_WIRE_N_COMMANDS; i++)
    {
      LsWireCommand *command = &self->memory->commands[i];

      if (atomic_load_explicit (&command->kind, memory_order_acquire) != LS_WIRE_COMMAND_NONE)
        continue;
      command->context = source >> 32;
      command->source = (guint32) source;
      command->value = value;
      atomic_store_explicit (&command->kind, kind, memory_order_release);
      note (self);
      return TRUE;
    }
  return FALSE;
}
