/* ls-watcher-programs.c: the programs that a watcher has to do with, and their rings
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-joinable-private.h"
#include "ls-watcher-private.h"

#include <fcntl.h>
#include <gio/gunixfdmessage.h>
#include <glib/gi18n-lib.h>
#include <time.h>
#include <unistd.h>

#include "ls-live-run-private.h"
#include "ls-source-private.h"

/* What a drain reads at most before other things have a turn. */
#define MAX_RECORDS 50000
#define BUSY_RECORDS 5000

/* How long a record may wait for the one that belongs to it. */
#define HELD_US 2000

#define MAX_PROCESSES 256
#define MAX_RINGS 4096

/* Times */

static guint64
get_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * G_GUINT64_CONSTANT (1000000000) + now.tv_nsec;
}

static guint64
get_ticks (void)
{
#ifdef __x86_64__
  return ls_wire_read_ticks ();
#else
  return 0;
#endif
}

/* Returns a process's time in ns of the system's clock. The ticks of all processors go on at one pace, which is measured here. */
static guint64
to_ns (const LsWatchedProgram *program,
       guint64                 time,
       double                  ns_per_tick)
{
  const double since = (double) (gint64) (time - program->time) * (program->is_tsc ? ns_per_tick : 1);

  /* A time of years is nonsense. */
  return program->monotonic + (guint64) (gint64) CLAMP (since, -1e17, 1e17);
}

static double
measure_tick (LsWatcher *self)
{
  const guint64 ticks = get_ticks (), ns = get_ns ();

  return ticks > self->ticks && ns > self->ns ? (double) (ns - self->ns) / (double) (ticks - self->ticks) : 1;
}

/* Begins to measure the processor's clock. */
void
ls_watcher_begin_clock (LsWatcher *self)
{
  self->ticks = get_ticks ();
  self->ns = get_ns ();
}

/* Rings */

void
ls_watched_ring_free (gpointer data)
{
  LsWatchedRing *self = data;

  ls_ring_reader_free (self->reader);
  if (self->event_fd >= 0)
    close (self->event_fd);
  g_free (self);
}

void
ls_watched_program_free (gpointer data)
{
  LsWatchedProgram *self = data;

  ls_clear_source (&self->source);
  /* A program that is held sees that the socket is closed, and goes on. */
  g_clear_pointer (&self->control, ls_control_free);
  g_clear_object (&self->socket);
  g_free (self->name);
  g_free (self);
}

/* Says why something is missing. The first reason counts. */
void
ls_watcher_set_problem (LsWatcher  *self,
                        const char *problem)
{
  g_mutex_lock (&self->lock);
  if (self->status.problem == NULL)
    self->status.problem = g_strdup (problem);
  g_mutex_unlock (&self->lock);
}

static void
look_for_next (LsWatchedRing *ring,
               double         ns_per_tick)
{
  guint64 time;

  ring->has_next = ls_ring_reader_peek (ring->reader, &time);
  if (ring->has_next)
    ring->next = to_ns (ring->program, time, ns_per_tick);
}

static LsWatchedRing *
find_first (LsWatcher *self)
{
  LsWatchedRing *first = NULL;

  for (guint i = 0; i < self->rings->len; i++)
    {
      LsWatchedRing *ring = g_ptr_array_index (self->rings, i);

      if (ring->has_next && (first == NULL || ring->next < first->next))
        first = ring;
    }
  return first;
}

/* Connections */

/* Returns (transfer full) what the system calls a thread of a process: by now, or when it said hello if it has ended since. */
static char *
read_name (guint              pid,
           const LsWireHello *hello)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/task/%u/comm", pid, hello->tid);
  g_autofree char *name = NULL;

  if (g_file_get_contents (path, &name, NULL, NULL) && g_utf8_validate (name, -1, NULL))
    return g_strchomp (g_steal_pointer (&name));
  g_free (name);
  name = g_strndup (hello->name, sizeof hello->name);
  return *name != '\0' && g_utf8_validate (name, -1, NULL) ? g_steal_pointer (&name) : g_strdup_printf ("%u", hello->tid);
}

/* Whether a write to a descriptor that a program has sent cannot wait. */
static gboolean
is_event_fd (int fd)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *target = fd >= 0 ? g_file_read_link (path, NULL) : NULL;

  return g_strcmp0 (target, "anon_inode:[eventfd]") == 0 && (fcntl (fd, F_GETFL) & O_NONBLOCK) != 0;
}

static void
add_ring (LsWatcher         *self,
          LsWatchedProgram  *program,
          const LsWireHello *hello,
          const int         *fds)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  LsRingReader *reader;
  LsWatchedRing *ring;

  if (self->rings->len >= MAX_RINGS)
    {
      ls_watcher_set_problem (self, _("The program has too many threads; some are not shown"));
      return;
    }
  reader = ls_ring_reader_new (fds[0], &error);
  if (reader == NULL)
    {
      ls_watcher_set_problem (self, error->message);
      return;
    }
  name = read_name (program->pid, hello);
  ring = g_new0 (LsWatchedRing, 1);
  ring->program = program;
  ring->reader = reader;
  ring->event_fd = is_event_fd (fds[1]) ? fcntl (fds[1], F_DUPFD_CLOEXEC, 0) : -1;
  ring->thread = ls_live_process_add_thread (program->process, name);
  g_ptr_array_add (self->rings, ring);
}

static const char *
find_name (gpointer user_data,
           guint64  address)
{
  return ls_symbols_find (user_data, address);
}

/* Whether another connection is of the same process: two libraries may tell of it. */
static gboolean
is_known_process (LsWatcher        *self,
                  LsWatchedProgram *program)
{
  for (guint i = 0; i < self->programs->len; i++)
    {
      const LsWatchedProgram *other = g_ptr_array_index (self->programs, i);

      if (other != program && other->pid == program->pid && other->process != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
begin_program (LsWatcher         *self,
               LsWatchedProgram  *program,
               const LsWireHello *hello,
               const int         *fds)
{
  g_autofree char *name = read_name (program->pid, hello);
  g_autoptr (GError) error = NULL;

  program->name = ls_joinable_complete_name (program->pid, name);
  program->is_tsc = hello->is_tsc != 0;
  program->time = hello->time;
  program->monotonic = MIN (hello->monotonic, get_ns ());
  program->symbols = ls_symbols_new (program->pid, fds[1]);
  program->process = ls_live_writer_add_process (self->writer, program->name, find_name, program->symbols);
  program->control = ls_control_new (fds[0], &error);
  if (program->control == NULL)
    ls_watcher_set_problem (self, error->message);
  g_ptr_array_add (self->symbols, program->symbols);
  ls_watcher_note_origin (self, program, hello);
  if (!is_known_process (self, program))
    {
      g_mutex_lock (&self->lock);
      self->status.n_processes++;
      g_mutex_unlock (&self->lock);
    }
  ls_watcher_apply_hold (self, program);
}

/* Takes the descriptors of a message: two at most, -1 for none. */
static void
take_descriptors (GSocketControlMessage **messages,
                  int                     n_messages,
                  int                    *descriptors)
{
  guint n = 0;

  for (int i = 0; i < n_messages; i++)
    {
      if (G_IS_UNIX_FD_MESSAGE (messages[i]))
        {
          int n_fds;
          g_autofree int *fds = g_unix_fd_message_steal_fds (G_UNIX_FD_MESSAGE (messages[i]), &n_fds);

          for (int j = 0; j < n_fds; j++)
            {
              if (n < 2)
                descriptors[n++] = fds[j];
              else
                close (fds[j]);
            }
        }
      g_object_unref (messages[i]);
    }
  g_free (messages);
}

/* Takes one message. Returns FALSE if there is no more to come. */
static gboolean
receive (LsWatcher        *self,
         LsWatchedProgram *program)
{
  LsWireHello hello;
  GInputVector part = { &hello, sizeof hello };
  GSocketControlMessage **messages = NULL;
  int n_messages = 0, flags = 0;
  g_autoptr (GError) error = NULL;
  const gssize n_read = g_socket_receive_message (program->socket, NULL, &part, 1, &messages, &n_messages, &flags, NULL, &error);
  int fds[2] = { -1, -1 };

  take_descriptors (messages, n_messages, fds);
  if (n_read == sizeof hello && hello.magic == LS_WIRE_MAGIC)
    {
      if (program->process == NULL && !hello.is_ring)
        begin_program (self, program, &hello, fds);
      else if (program->process != NULL && hello.is_ring && fds[0] >= 0)
        add_ring (self, program, &hello, fds);
    }
  for (guint i = 0; i < G_N_ELEMENTS (fds); i++)
    if (fds[i] >= 0)
      close (fds[i]);
  if (n_read < 0)
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  return n_read > 0;
}

/* Takes in whoever has connected, and all rings: records are to be in order across them. */
static void
receive_all (LsWatcher *self)
{
  while (self->listener != NULL && g_socket_condition_check (self->listener, G_IO_IN) != 0)
    {
      const guint n_programs = self->programs->len;

      ls_watcher_accept (self->listener, G_IO_IN, self);
      if (self->programs->len == n_programs)
        break;
    }
  for (guint i = 0; i < self->programs->len; i++)
    {
      LsWatchedProgram *program = g_ptr_array_index (self->programs, i);

      while (!program->is_cut && g_socket_condition_check (program->socket, G_IO_IN) != 0 && receive (self, program))
        ;
    }
}

/* What was started may only start others, as a shell does: so the first one that is there is what the watch is of. */
static void
note_name (LsWatcher *self)
{
  const char *name = NULL;

  for (guint i = 0; i < self->programs->len && name == NULL; i++)
    name = ((const LsWatchedProgram *) g_ptr_array_index (self->programs, i))->name;
  if (name == NULL || g_strcmp0 (name, self->status.name) == 0)
    return;
  g_mutex_lock (&self->lock);
  g_free (self->status.name);
  self->status.name = g_strdup (name);
  g_mutex_unlock (&self->lock);
}

static void
count_lost (LsWatcher *self)
{
  guint64 n_lost = self->n_lost;

  for (guint i = 0; i < self->rings->len; i++)
    n_lost += ((LsWatchedRing *) g_ptr_array_index (self->rings, i))->n_lost;
  ls_trace_set_n_lost (self->trace, n_lost);
  if (ls_live_writer_lacks_contexts (self->writer))
    ls_watcher_set_problem (self, _("There are more than 1,024 contexts: those that come later share an agent, or are not seen"));
  g_mutex_lock (&self->lock);
  self->status.n_lost = n_lost;
  self->status.main_agent = ls_live_writer_get_main_agent (self->writer);
  g_mutex_unlock (&self->lock);
}

/* Looks what the rings have by now. */
static void
look (LsWatcher *self)
{
  receive_all (self);
  for (guint i = 0; i < self->rings->len; i++)
    ls_ring_reader_look (((LsWatchedRing *) g_ptr_array_index (self->rings, i))->reader);
}

/* Writes what look() has found, in the order of times. Records of other threads may come later than that: these count as of the
 * time at which they are read. Returns whether there is more. */
static gboolean
write_found (LsWatcher *self)
{
  const double ns_per_tick = measure_tick (self);
  const gsize length = ls_trace_get_length (self->trace);
  guint n_records = 0;
  LsWatchedRing *ring;

  for (guint i = 0; i < self->rings->len; i++)
    look_for_next (g_ptr_array_index (self->rings, i), ns_per_tick);
  while (n_records < MAX_RECORDS && (ring = find_first (self)) != NULL)
    {
      LsRingRecord record;

      ls_ring_reader_take (ring->reader, &record);
      if (record.head.kind == LS_WIRE_SLEPT)
        record.sleep.began = to_ns (ring->program, record.sleep.began, ns_per_tick) / 1000;
      else if (record.head.kind == LS_WIRE_CALLED)
        record.call.began = to_ns (ring->program, record.call.began, ns_per_tick) / 1000;
      ls_live_writer_write (self->writer, ring->thread, &record, ring->next / 1000);
      if (record.head.kind == LS_WIRE_STREAM && ls_live_thread_is_foreign (ring->thread))
        ls_watcher_set_problem (self, _("The program uses another version of the library; what its event loops do is not shown"));
      look_for_next (ring, ns_per_tick);
      n_records++;
    }
  self->is_busy = n_records >= BUSY_RECORDS;
  for (guint i = self->rings->len; i-- > 0;)
    {
      ring = g_ptr_array_index (self->rings, i);
      ls_ring_reader_release (ring->reader);
      ring->n_lost = ls_ring_reader_get_lost (ring->reader);
      if (ls_ring_reader_is_broken (ring->reader))
        ls_watcher_set_problem (self, _("The program has written over its own recording; some of it is missing"));
      if (!ls_ring_reader_is_broken (ring->reader) && !ls_ring_reader_is_closed (ring->reader))
        continue;
      self->n_lost += ring->n_lost;
      g_ptr_array_remove_index_fast (self->rings, i);
    }
  ls_watcher_look_for_held (self, get_ns () / 1000);
  ls_live_writer_flush (self->writer, self->is_over ? G_MAXUINT64 : get_ns () / 1000 - HELD_US);
  ls_probe_publish (ls_trace_get_probe (self->trace));
  count_lost (self);
  note_name (self);
  if (ls_trace_get_length (self->trace) > length)
    {
      ls_trace_forget (self->trace, LS_LIVE_RUN_KEPT_RECORDS);
      ls_trace_tell_growth (self->trace);
      ls_watcher_tell (self, LS_WATCHER_CHANGED);
    }
  return n_records == MAX_RECORDS;
}

/* Writes what the rings have by now; where it is much, the rest has to wait for the next time. */
void
ls_watcher_drain (LsWatcher *self)
{
  look (self);
  write_found (self);
}

/* Writes all that the rings have by now, and nothing that the programs write meanwhile: they may write faster than this reads. */
void
ls_watcher_drain_all (LsWatcher *self)
{
  look (self);
  while (write_found (self))
    ;
}

/* A program is gone, or has left. Its rings outlive it: what they have is read. */
static void
on_gone (LsWatcher        *self,
         LsWatchedProgram *program)
{
  ls_watcher_drain_all (self);
  for (guint i = self->rings->len; i-- > 0;)
    {
      LsWatchedRing *ring = g_ptr_array_index (self->rings, i);

      if (ring->program != program)
        continue;
      self->n_lost += ring->n_lost;
      g_ptr_array_remove_index_fast (self->rings, i);
    }
  if (program->process != NULL)
    ls_live_writer_end_process (self->writer, program->process);
  g_ptr_array_remove (self->programs, program);
  /* Who was joined ends the watch; who was started is waited for. */
  if (self->pid != 0 && self->programs->len == 0)
    self->is_over = TRUE;
  ls_watcher_look_for_held (self, get_ns () / 1000);
}

/* Takes what a program has said until now, which is all that it is going to say. */
void
ls_watcher_finish_program (LsWatcher        *self,
                           LsWatchedProgram *program)
{
  on_gone (self, program);
}

static gboolean
receive_cb (GSocket      *socket,
            GIOCondition  condition,
            gpointer      user_data)
{
  LsWatchedProgram *program = user_data;
  LsWatcher *self = program->watcher;

  if (receive (self, program))
    {
      /* Whoever speaks wants to be heard before the next frame. */
      g_source_set_ready_time (self->draining, 0);
      return G_SOURCE_CONTINUE;
    }
  if (!ls_watcher_keep (self, program))
    on_gone (self, program);
  return G_SOURCE_REMOVE;
}

/* Watches who is at the other end of the socket. */
void
ls_watcher_add_program (LsWatcher *self,
                        GSocket   *socket,
                        guint      pid)
{
  LsWatchedProgram *program = g_new0 (LsWatchedProgram, 1);

  program->watcher = self;
  program->socket = g_object_ref (socket);
  program->pid = pid;
  program->source = g_socket_create_source (program->socket, G_IO_IN | G_IO_HUP, NULL);
  g_source_set_callback (program->source, G_SOURCE_FUNC (receive_cb), program, NULL);
  g_source_attach (program->source, self->context);
  g_ptr_array_add (self->programs, program);
}

gboolean
ls_watcher_accept (GSocket      *socket,
                   GIOCondition  condition,
                   gpointer      user_data)
{
  LsWatcher *self = user_data;
  g_autoptr (GSocket) connection = g_socket_accept (socket, NULL, NULL);
  g_autoptr (GCredentials) credentials = connection != NULL ? g_socket_get_credentials (connection, NULL) : NULL;

  /* Only programs of the same user, or of the system's, which may do so anyway. */
  if (credentials == NULL || self->programs->len >= MAX_PROCESSES ||
      (g_credentials_get_unix_user (credentials, NULL) != getuid () && g_credentials_get_unix_user (credentials, NULL) != 0))
    return G_SOURCE_CONTINUE;
  g_socket_set_blocking (connection, FALSE);
  ls_watcher_add_program (self, connection, g_credentials_get_unix_pid (credentials, NULL));
  return G_SOURCE_CONTINUE;
}
