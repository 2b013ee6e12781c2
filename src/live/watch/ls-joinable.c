/* ls-joinable.c: programs that run and can be watched from now on
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-joinable-private.h"
#include "ls-watch.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A program that carries the library listens at RUNTIME_DIR/loopscope/PID while nobody watches, and one that uses libloopscope at
 * PID-library there. A program may do both. Where LOOPSCOPE_TRACE names another path, that takes the place of the first. */

#define LIBRARY_NAME "libloopscope-preload"
#define GLIB_NAME "libglib-2.0"
#define RING_NAME "memfd:loopscope"     /* what a program has told a watcher */
#define SUFFIX "-library"
#define MAX_LISTED 1000
#define MAX_NAME 15                     /* bytes that the system keeps of a name */
#define MAX_WORDS 4                     /* of a command line that may be a name */

/* gdb puts the library into a program. The thread that is stopped must not hold a lock of the loader's or of malloc(), so it has
 * to be the main thread, in poll() or where that begins. The symbols of libc are all that is needed: those of all libraries take
 * seconds. */
static const char script[] =
  "import gdb, os, signal, threading\n"
  "def polls():\n"
  "    return gdb.selected_thread().num == 1 and 'poll' in (gdb.selected_frame().name() or '')\n"
  "gdb.execute('set auto-solib-add off')\n"
  "gdb.execute('attach %u', to_string=True)\n"
  "gdb.execute('sharedlibrary libc', to_string=True)\n"
  "gdb.execute('sharedlibrary libdl', to_string=True)\n"
  "gdb.execute('thread 1', to_string=True)\n"
  "if not polls():\n"
  "    stops = [gdb.Breakpoint(name) for name in ('poll', 'ppoll')]\n"
  "    for stop in stops:\n"
  "        stop.thread = 1\n"
  "    timer = threading.Timer(10, os.kill, (os.getpid(), signal.SIGINT))\n"
  "    timer.daemon = True\n"
  "    timer.start()\n"
  "    gdb.execute('continue', to_string=True)\n"
  "    timer.cancel()\n"
  "    for stop in stops:\n"
  "        stop.delete()\n"
  "if polls():\n"
  "    gdb.execute('call (int)setenv(\"LOOPSCOPE_TRACE\",\"late:%s\",1)', to_string=True)\n"
  "    handle = gdb.parse_and_eval('(void*)dlopen(\"%s\",2)')\n"
  "    print('loopscope: loaded' if int(handle) else 'loopscope: refused')\n"
  "else:\n"
  "    print('loopscope: busy')\n"
  "gdb.execute('detach', to_string=True)\n";

/**
 * ls_watch_program_copy:
 * @self: a program
 *
 * Copies what is known of a program.
 *
 * Returns: (transfer full): the copy
 */
LsWatchProgram *
ls_watch_program_copy (const LsWatchProgram *self)
{
  LsWatchProgram *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (LsWatchProgram, 1);
  copy->pid = self->pid;
  copy->name = g_strdup (self->name);
  copy->command = g_strdup (self->command);
  return copy;
}

/**
 * ls_watch_program_free:
 * @self: (transfer full): a program
 *
 * Frees it.
 */
void
ls_watch_program_free (LsWatchProgram *self)
{
  g_free (self->name);
  g_free (self->command);
  g_free (self);
}

G_DEFINE_BOXED_TYPE (LsWatchProgram, ls_watch_program, ls_watch_program_copy, ls_watch_program_free)

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_runtime_dir (), "loopscope", NULL);
}

static gboolean
is_socket (const char *path)
{
  struct stat info;

  return lstat (path, &info) == 0 && S_ISSOCK (info.st_mode) && info.st_uid == geteuid ();
}

/* Returns (transfer full) (nullable) a variable of the environment that a process was started with. @name: ends with "=" */
static char *
read_variable (guint       pid,
               const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/environ", pid);
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  for (const char *variable = text; variable < text + length; variable += strlen (variable) + 1)
    if (g_str_has_prefix (variable, name))
      return g_strdup (variable + strlen (name));
  return NULL;
}

/* Returns (transfer full) where a program listens that carries the library, or @uses it, if it does where all do. */
static char *
get_usual_path (guint    pid,
                gboolean uses)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *name = g_strdup_printf ("%u%s", pid, uses ? SUFFIX : "");

  return g_build_filename (folder, name, NULL);
}

/* Returns (transfer full) where a program listens that carries the library, or @uses it. */
static char *
get_path (guint    pid,
          gboolean uses)
{
  g_autofree char *path = get_usual_path (pid, uses);
  g_autofree char *where = is_socket (path) ? NULL : read_variable (pid, "LOOPSCOPE_TRACE=");
  g_autofree char *other = where != NULL && g_str_has_prefix (where, "listen:/")
                             ? g_strconcat (where + strlen ("listen:"), uses ? SUFFIX : "", NULL) : NULL;

  return other != NULL && is_socket (other) ? g_steal_pointer (&other) : g_steal_pointer (&path);
}

static gboolean
exists (guint pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u", pid);

  return pid != 0 && g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* Whether the process exists and is the user's. */
static gboolean
is_ours (guint pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u", pid);
  struct stat info;

  return stat (path, &info) == 0 && info.st_uid == geteuid ();
}

/* Returns (transfer full) a text from the process's folder, its lines made one. */
static char *
read_text (guint       pid,
           const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/%s", pid, name);
  g_autofree char *text = NULL;
  gsize length = 0;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return g_strdup ("");
  for (gsize i = 0; i < length; i++)
    if ((guchar) text[i] < ' ')
      text[i] = ' ';
  g_strchomp (text);
  return g_utf8_make_valid (text, -1);
}

/* Returns the process that listens at a place of that name in the folder; 0 for other names. */
static guint
parse_name (const char *name)
{
  g_autofree char *number = g_strdup (name);
  guint64 pid;

  if (g_str_has_suffix (number, SUFFIX))
    number[strlen (number) - strlen (SUFFIX)] = '\0';
  return g_ascii_string_to_unsigned (number, 10, 1, G_MAXINT, &pid, NULL) ? pid : 0;
}

static gboolean
has_program (GPtrArray *programs,
             guint      pid)
{
  for (guint i = 0; i < programs->len; i++)
    if (((LsWatchProgram *) g_ptr_array_index (programs, i))->pid == pid)
      return TRUE;
  return FALSE;
}

/* Whether somebody listens at a path, by the kernel's list of sockets. @end: the path as a line there ends with it */
static gboolean
is_listening (const char *sockets,
              const char *end)
{
  /* Those that are connected have the path as well. */
  for (const char *found = strstr (sockets, end); found != NULL; found = strstr (found + 1, end))
    {
      const char *begin = g_strrstr_len (sockets, found - sockets, "\n");

      /* The flag of those that listen. Between being bound and that, nobody can connect. */
      if (begin != NULL && g_strstr_len (begin, found - begin, " 00010000 ") != NULL)
        return TRUE;
    }
  return FALSE;
}

static int
compare_programs (gconstpointer a,
                  gconstpointer b)
{
  const LsWatchProgram *one = *(LsWatchProgram *const *) a, *other = *(LsWatchProgram *const *) b;

  return (one->pid > other->pid) - (one->pid < other->pid);
}

/* Whether the process has mapped a file with such a name. */
static gboolean
has_library (guint       pid,
             const char *name)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/maps", pid);
  g_autofree char *maps = NULL;

  return g_file_get_contents (path, &maps, NULL, NULL) && strstr (maps, name) != NULL;
}

/* Whether the process carries the library, and that is not ready: somebody watches it, or has just left. @sockets (nullable): the
 * kernel's list */
static gboolean
is_busy (guint       pid,
         const char *sockets)
{
  g_autofree char *path = get_path (pid, FALSE);
  g_autofree char *line = g_strconcat (" ", path, "\n", NULL);

  return !(is_socket (path) && (sockets == NULL || is_listening (sockets, line))) && has_library (pid, LIBRARY_NAME);
}

/* Returns (transfer full) what a program is called: the system cuts names, which the command line may have whole, that of a script
 * after its interpreter's. @name: (transfer full): what the system says */
static char *
complete_name (char       *name,
               const char *command)
{
  const gboolean is_cut = strlen (name) == MAX_NAME;
  g_auto (GStrv) words = g_strsplit (command, " ", MAX_WORDS + 1);

  for (guint i = 0; *name != '\0' && i < MAX_WORDS && words[i] != NULL && (i == 0 || is_cut); i++)
    {
      g_autofree char *base = g_path_get_basename (words[i]);

      if (!g_str_has_prefix (base, name))
        continue;
      g_free (name);
      return g_steal_pointer (&base);
    }
  return name;
}

/* Returns (transfer full) what a program is called. @name: what the system says, which cuts names */
char *
ls_joinable_complete_name (guint       pid,
                           const char *name)
{
  g_autofree char *command = read_text (pid, "cmdline");

  return complete_name (g_strdup (name), command);
}

static LsWatchProgram *
describe_program (guint pid)
{
  LsWatchProgram *program = g_new0 (LsWatchProgram, 1);

  program->pid = pid;
  program->command = read_text (pid, "cmdline");
  program->name = complete_name (read_text (pid, "comm"), program->command);
  return program;
}

/* Returns (transfer full) (element-type LsWatchProgram) the programs of this user that wait for a watcher. */
GPtrArray *
ls_joinable_list (void)
{
  GPtrArray *programs = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_watch_program_free);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *sockets = NULL;
  const char *name;

  /* Without the kernel's list, what is left behind by programs that crashed could not be told from others. */
  if (dir == NULL || !g_file_get_contents ("/proc/net/unix", &sockets, NULL, NULL))
    return programs;
  while ((name = g_dir_read_name (dir)) != NULL && programs->len < MAX_LISTED)
    {
      const guint pid = parse_name (name);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *line = g_strconcat (" ", path, "\n", NULL);

      if (pid == 0 || !is_socket (path))
        continue;
      if (!exists (pid))
        g_unlink (path);
      if (!is_ours (pid) || !is_listening (sockets, line) || has_program (programs, pid) || is_busy (pid, sockets))
        continue;
      g_ptr_array_add (programs, describe_program (pid));
    }
  g_ptr_array_sort (programs, compare_programs);
  return programs;
}

/* Whether the process has mapped GLib, and not the library that tells of it. */
static gboolean
uses_glib_alone (guint pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/maps", pid);
  g_autofree char *maps = NULL;

  return g_file_get_contents (path, &maps, NULL, NULL) && strstr (maps, GLIB_NAME) != NULL && strstr (maps, LIBRARY_NAME) == NULL;
}

/* Returns (transfer full) (element-type LsWatchProgram) the programs of this user that use GLib and carry nothing of ours. */
GPtrArray *
ls_joinable_list_others (void)
{
  GPtrArray *programs = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_watch_program_free);
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL && programs->len < MAX_LISTED)
    {
      guint64 pid;

      if (g_ascii_string_to_unsigned (name, 10, 1, G_MAXINT, &pid, NULL) && pid != (guint64) getpid () && is_ours (pid) &&
          uses_glib_alone (pid))
        g_ptr_array_add (programs, describe_program (pid));
    }
  g_ptr_array_sort (programs, compare_programs);
  return programs;
}

/* Returns (transfer full) (nullable) why no debugger can join programs here: NULL if one may. @scope: (nullable): what
 * kernel.yama.ptrace_scope says, NULL where there is none */
char *
ls_joinable_explain_scope (const char *scope,
                           gboolean    is_root)
{
  const int number = scope != NULL ? atoi (scope) : 0;

  /* 1 and 2 leave it to whoever may do everything, 3 to nobody. */
  if (number <= 0 || (number < 3 && is_root))
    return NULL;
  return g_strdup_printf (_("The system does not allow a debugger to join them: kernel.yama.ptrace_scope is %d"), number);
}

char *
ls_joinable_explain_debugger (void)
{
  g_autofree char *gdb = g_find_program_in_path ("gdb");
  g_autofree char *scope = NULL;

  if (gdb == NULL)
    return g_strdup (_("gdb is needed to join them, and is not installed"));
  g_file_get_contents ("/proc/sys/kernel/yama/ptrace_scope", &scope, NULL, NULL);
  return ls_joinable_explain_scope (scope, geteuid () == 0);
}

static gboolean
is_traced (guint pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/status", pid);
  g_autofree char *status = NULL;
  const char *line = NULL;

  if (g_file_get_contents (path, &status, NULL, NULL))
    line = strstr (status, "\nTracerPid:\t");
  return line != NULL && line[strlen ("\nTracerPid:\t")] != '0';
}

/* Whether a process stands still, by a signal or a debugger: it would answer nobody. */
static gboolean
is_stopped (guint pid)
{
  g_autofree char *stat = read_text (pid, "stat");
  const char *name = strrchr (stat, ')');

  return name != NULL && name[1] == ' ' && g_ascii_toupper (name[2]) == 'T';
}

/* Whether somebody watches a program that uses libloopscope and has listened: its socket keeps the path. */
static gboolean
is_watched (guint pid)
{
  g_autofree char *path = get_path (pid, TRUE);
  g_autofree char *line = g_strconcat (" ", path, "\n", NULL);
  g_autofree char *sockets = NULL;

  return g_file_get_contents ("/proc/net/unix", &sockets, NULL, NULL) && strstr (sockets, line) != NULL;
}

/* Whether a program can be joined. @listens: (out): it waits for that, and needs no debugger */
gboolean
ls_joinable_check (guint     pid,
                   gboolean *listens,
                   GError  **error)
{
  g_autofree char *path = get_path (pid, FALSE), *other = get_path (pid, TRUE);

  if (!exists (pid))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("No process has the ID %u"), pid);
      return FALSE;
    }
  if (is_ours (pid) && is_stopped (pid))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                   is_traced (pid) ? _("A debugger is attached to program %u")
                                   : _("Program %u is stopped: it has to go on before it can be joined"),
                   pid);
      return FALSE;
    }
  *listens = is_ours (pid) && (is_socket (path) || is_socket (other)) && !is_busy (pid, NULL);
  if (*listens)
    return TRUE;
  if (!is_ours (pid) && geteuid () != 0)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, _("Program %u belongs to another user"), pid);
  else if (pid == (guint) getpid ())
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("A program cannot watch itself"));
  else if (is_traced (pid))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, _("A debugger is attached to program %u"), pid);
  else if (!has_library (pid, GLIB_NAME))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _("Program %u does not use GLib, or you may not inspect it"), pid);
  else if (has_library (pid, RING_NAME) || is_watched (pid))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, _("Somebody watches program %u already"), pid);
  else if (has_library (pid, LIBRARY_NAME))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _("Program %u carries the library, but lets nobody join: start it with LOOPSCOPE_TRACE=listen"), pid);
  else
    return TRUE;
  return FALSE;
}

static GSocket *
connect_to (guint        pid,
            const char  *path,
            GError     **error)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_SEQPACKET, G_SOCKET_PROTOCOL_DEFAULT, error);
  g_autoptr (GCredentials) credentials = NULL;

  if (socket == NULL)
    return NULL;
  g_socket_set_blocking (socket, FALSE);
  if (!g_socket_connect (socket, address, NULL, error))
    {
      g_prefix_error (error, _("Program %u cannot be joined: "), pid);
      return NULL;
    }
  credentials = g_socket_get_credentials (socket, NULL);
  if (credentials == NULL || g_credentials_get_unix_user (credentials, NULL) != geteuid ())
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, _("Program %u belongs to another user"), pid);
      return NULL;
    }
  if (g_credentials_get_unix_pid (credentials, NULL) != (pid_t) pid)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY, _("Another program than %u listens at %s"), pid, path);
      return NULL;
    }
  return g_steal_pointer (&socket);
}

/* Returns (transfer full) (nullable) a connection to a program that uses libloopscope, if it listens by now. */
GSocket *
ls_joinable_connect_used (guint pid)
{
  g_autofree char *path = get_path (pid, TRUE);

  return is_socket (path) ? connect_to (pid, path, NULL) : NULL;
}

/* Makes connections to a program that listens: at one place, or at both; NULL where it does not. */
gboolean
ls_joinable_connect (guint     pid,
                     GSocket **carried,
                     GSocket **used,
                     GError  **error)
{
  g_autofree char *path = get_path (pid, FALSE), *other = get_path (pid, TRUE);
  const gboolean has_other = is_socket (other), has_own = is_socket (path) || !has_other;

  *carried = has_own ? connect_to (pid, path, error) : NULL;
  *used = NULL;
  if (has_own && *carried == NULL)
    return FALSE;
  /* The event loops of one that has main contexts as well may be joined a little later. */
  if (has_other)
    *used = connect_to (pid, other, has_own ? NULL : error);
  return has_own || *used != NULL;
}

/* Returns (transfer full) the command that puts @library into a program. */
char **
ls_joinable_get_gdb (guint        pid,
                     const char  *library,
                     GError     **error)
{
  g_autofree char *gdb = g_find_program_in_path ("gdb");
  g_autofree char *folder = get_folder ();
  g_autofree char *path = get_usual_path (pid, FALSE);
  g_autofree char *code = NULL;
  const char *arguments[] = { gdb, "-nx", "-batch", "-iex", "set auto-load off", "-iex", "set debuginfod enabled off", "-ex", NULL, NULL };

  if (gdb == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _("Program %u does not carry the library. To join it, install gdb"), pid);
      return NULL;
    }
  /* Both go into texts of a script. */
  if (strpbrk (library, "\"'\\\n") != NULL || strpbrk (path, "\"'\\\n") != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME, _("The path has characters that gdb does not take: %s"), library);
      return NULL;
    }
  g_mkdir (folder, 0700);
  code = g_strdup_printf (script, pid, path, library);
  arguments[8] = code;
  {
    g_autofree char *quoted = g_strescape (code, NULL);
    g_autofree char *command = g_strdup_printf ("python exec(\"%s\")", quoted);

    arguments[8] = command;
    return g_strdupv ((char **) arguments);
  }
}

/* Returns (transfer full) (nullable) why gdb could not put the library into a program; NULL if it could. @output: what gdb said */
char *
ls_joinable_explain (guint       pid,
                     const char *output)
{
  if (strstr (output, "loopscope: loaded") != NULL)
    return NULL;
  if (strstr (output, "loopscope: busy") != NULL)
    return g_strdup_printf (_("The main thread of program %u never sleeps, so gdb cannot load the library into it"), pid);
  if (strstr (output, "loopscope: refused") != NULL)
    return g_strdup_printf (_("Program %u could not load the library"), pid);
  if (strstr (output, "ptrace: ") != NULL)
    return g_strdup_printf (_("The system does not allow tracing program %u: see kernel.yama.ptrace_scope"), pid);
  return g_strdup_printf (_("gdb could not load the library into program %u"), pid);
}
