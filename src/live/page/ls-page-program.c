/* ls-page-program.c: a program of Node.js that is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-program-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n-lib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "ls-page-transport-private.h"
#include "ls-source-private.h"

/* How long a program that nobody watches any more may take to end by itself, as one does that had Ctrl+C as well, and then at a
 * request of the system. */
#define END_MS 1000
#define TERMINATE_MS 1000
#define READ_SIZE 4096
/* A line of Node.js itself is shorter. */
#define MAX_NOTICE 1000

/* What Node.js says of its inspector, in the order in which it can. Each counts once: a program may write the like. */
typedef enum
{
  NOTICE_LISTENING,
  NOTICE_ATTACHED,
  NOTICE_WAITING,
  NOTICE_ENDING,
  NOTICE_HELP,         /* follows the first and the last */
  N_NOTICES
} Notice;

static const char *const notices[N_NOTICES] = {
  [NOTICE_LISTENING] = "Debugger listening on ",
  [NOTICE_ATTACHED] = "Debugger attached.\n",
  [NOTICE_WAITING] = "Waiting for the debugger to disconnect...\n",
  [NOTICE_ENDING] = "Debugger ending on ",
  [NOTICE_HELP] = "For help, see: https://nodejs.org/",
};

struct _LsPageProgram
{
  GSubprocess         *process;
  int                  from;           /* its standard error; -1: closed */
  GSource             *reading, *ending;
  GCancellable        *cancellable;
  LsPageProgramEvents  events;
  GString             *line;           /* that has not been passed on */
  gboolean             is_in_line;     /* its beginning has been */
  gboolean             is_open[N_NOTICES];
  gboolean             has_ended;
  guint                n_requests;     /* to end */
};

/* Standard error */

static void
pass_on (const char *text,
         gsize       length)
{
  while (length > 0)
    {
      const gssize n = write (STDERR_FILENO, text, length);

      if (n < 0 && errno != EINTR)
        return;
      text += MAX (n, 0);
      length -= MAX (n, 0);
    }
}

static void
find_address (LsPageProgram *self,
              const char    *rest)
{
  g_autofree char *text = g_strndup (rest, strcspn (rest, "\n"));
  g_autofree char *address = ls_page_address_parse (text, NULL);

  if (address != NULL)
    self->events.found (self->events.user_data, address);
}

/* Returns where a notice begins in a line, which may be after what the program has written; its end if there is none. */
static gsize
find_notice (LsPageProgram *self,
             const char    *line,
             gsize          length)
{
  for (guint i = 0; i < N_NOTICES; i++)
    {
      const char *found = self->is_open[i] ? g_strstr_len (line, length, notices[i]) : NULL;

      if (found == NULL)
        continue;
      self->is_open[i] = FALSE;
      if (i == NOTICE_LISTENING || i == NOTICE_ENDING)
        self->is_open[NOTICE_HELP] = TRUE;
      if (i == NOTICE_LISTENING)
        find_address (self, found + strlen (notices[i]));
      return found - line;
    }
  return length;
}

/* Returns whether the beginning of a line is that of a notice. */
static gboolean
may_become_notice (LsPageProgram *self)
{
  const GString *line = self->line;

  for (guint i = 0; i < N_NOTICES && line->len < MAX_NOTICE; i++)
    if (self->is_open[i] && strncmp (line->str, notices[i], MIN (line->len, strlen (notices[i]))) == 0)
      return TRUE;
  return FALSE;
}

static void
take_line (LsPageProgram *self,
           gboolean       is_whole)
{
  const gsize n = is_whole ? find_notice (self, self->line->str, self->line->len) : self->line->len;

  if (!is_whole && !self->is_in_line && may_become_notice (self))
    return;
  pass_on (self->line->str, n);
  self->is_in_line = (self->is_in_line || n > 0) && (!is_whole || n < self->line->len);
  g_string_truncate (self->line, 0);
}

static void
take (LsPageProgram *self,
      const char    *data,
      gsize          length)
{
  while (length > 0)
    {
      const char *end = memchr (data, '\n', length);
      const gsize n = end != NULL ? (gsize) (end + 1 - data) : length;

      g_string_append_len (self->line, data, n);
      take_line (self, end != NULL);
      data += n;
      length -= n;
    }
}

/* Returns whether more may come. */
static gboolean
read_some (LsPageProgram *self)
{
  char buffer[READ_SIZE];
  const gssize n = read (self->from, buffer, sizeof buffer);

  if (n > 0)
    take (self, buffer, n);
  return n > 0 || (n < 0 && errno == EINTR);
}

static gboolean
read_cb (int          fd,
         GIOCondition condition,
         gpointer     user_data)
{
  LsPageProgram *self = user_data;

  if (read_some (self) || errno == EAGAIN)
    return G_SOURCE_CONTINUE;
  ls_clear_source (&self->reading);
  return G_SOURCE_REMOVE;
}

/* The end */

static void
ended_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  LsPageProgram *self = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_finish (G_SUBPROCESS (object), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  /* What it has started may still hold the pipe, and is not waited for. */
  while (read_some (self))
    ;
  pass_on (self->line->str, self->line->len);
  g_string_truncate (self->line, 0);
  ls_clear_source (&self->reading);
  self->has_ended = TRUE;
  self->events.ended (self->events.user_data);
}

static gboolean
end_cb (gpointer user_data)
{
  LsPageProgram *self = user_data;

  ls_clear_source (&self->ending);
  if (self->n_requests++ == 0)
    {
      g_subprocess_send_signal (self->process, SIGTERM);
      self->ending = g_timeout_source_new (TERMINATE_MS);
      g_source_set_callback (self->ending, end_cb, self, NULL);
      g_source_attach (self->ending, g_main_context_get_thread_default ());
    }
  else
    {
      g_subprocess_force_exit (self->process);
    }
  return G_SOURCE_REMOVE;
}

/* Public */

/* Starts Node.js by whichever of its names there is. @all: its arguments, of which the first is its name */
static GSubprocess *
spawn (GSubprocessLauncher  *launcher,
       GPtrArray            *all,
       GError              **error)
{
  static const char *const names[] = { "node", "nodejs" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) problem = NULL;
      GSubprocess *process;

      all->pdata[0] = (gpointer) names[i];
      process = g_subprocess_launcher_spawnv (launcher, (const char *const *) all->pdata, &problem);
      if (process != NULL)
        return process;
      if (!g_error_matches (problem, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("There is no Node.js: expected node or nodejs in PATH"));
  return NULL;
}

/**
 * ls_page_program_launch:
 * @arguments: (array zero-terminated=1): a script and its arguments, or options of Node.js before it
 * @folder: (nullable): the working directory, %NULL for that of this process
 * @environment: (nullable) (array zero-terminated=1): its environment, %NULL for that of this process
 * @error: return location for an error
 *
 * Starts Node.js with its inspector on a free port of the loopback.
 *
 * Returns: (transfer full) (nullable): the program, or %NULL with @error set
 */
LsPageProgram *
ls_page_program_launch (const char *const  *arguments,
                        const char         *folder,
                        const char *const  *environment,
                        GError            **error)
{
  g_autoptr (LsPageProgram) self = g_new0 (LsPageProgram, 1);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_INHERIT |
                                                                        G_SUBPROCESS_FLAGS_SEARCH_PATH_FROM_ENVP);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  int from[2];

  self->from = -1;
  self->line = g_string_new (NULL);
  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < N_NOTICES; i++)
    self->is_open[i] = i != NOTICE_HELP;
  if (folder != NULL)
    g_subprocess_launcher_set_cwd (launcher, folder);
  if (environment != NULL)
    g_subprocess_launcher_set_environ (launcher, (char **) environment);
  if (!g_unix_open_pipe (from, FD_CLOEXEC, error))
    return NULL;
  self->from = from[0];
  g_subprocess_launcher_take_stderr_fd (launcher, from[1]);
  g_unix_set_fd_nonblocking (self->from, TRUE, NULL);
  g_ptr_array_add (all, NULL);
  /* Nobody else learns the address. The script of Node.js knows these, and takes them away from the program. */
  g_ptr_array_add (all, (gpointer) "--inspect-publish-uid=stderr");
  g_ptr_array_add (all, (gpointer) "--inspect-brk=127.0.0.1:0");
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer) arguments[i]);
  g_ptr_array_add (all, NULL);
  self->process = spawn (launcher, all, error);
  return self->process != NULL ? g_steal_pointer (&self) : NULL;
}

/* A program that has not ended goes on, if it writes nothing to its standard error. */
void
ls_page_program_free (LsPageProgram *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  ls_clear_source (&self->reading);
  ls_clear_source (&self->ending);
  if (self->from >= 0)
    close (self->from);
  g_clear_object (&self->process);
  g_string_free (self->line, TRUE);
  g_free (self);
}

/**
 * ls_page_program_start:
 * @self: a program
 * @events: what to call, in the default main context of this thread
 *
 * From now on, what the program writes is passed on.
 */
void
ls_page_program_start (LsPageProgram             *self,
                       const LsPageProgramEvents *events)
{
  self->events = *events;
  self->reading = g_unix_fd_source_new (self->from, G_IO_IN | G_IO_HUP);
  g_source_set_callback (self->reading, G_SOURCE_FUNC (read_cb), self, NULL);
  g_source_attach (self->reading, g_main_context_get_thread_default ());
  g_subprocess_wait_async (self->process, self->cancellable, ended_cb, self);
}

/* Ends the program soon, unless it does so by itself. */
void
ls_page_program_end (LsPageProgram *self)
{
  if (self->has_ended || self->ending != NULL || self->n_requests > 0)
    return;
  self->ending = g_timeout_source_new (END_MS);
  g_source_set_callback (self->ending, end_cb, self, NULL);
  g_source_attach (self->ending, g_main_context_get_thread_default ());
}

gboolean
ls_page_program_has_ended (LsPageProgram *self)
{
  return self->has_ended;
}

/* Returns how the program ended, as waitpid() says it; 0 as long as it has not. */
int
ls_page_program_get_status (LsPageProgram *self)
{
  return self->has_ended ? g_subprocess_get_status (self->process) : 0;
}
