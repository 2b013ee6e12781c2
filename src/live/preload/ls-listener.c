/* ls-listener.c: lets a watcher join a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-listener.h"

#include "ls-ring-writer.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* The program makes no thread for it: its main loop waits for watchers as well. While somebody watches, nobody else can. */

_Atomic int ls_listener_fd = -1, ls_listener_is_on;
int ls_listener_has_joined;
const char *ls_listener_suffix = "";

static struct sockaddr_un address = { .sun_family = AF_UNIX };
static int has_own_path;        /* rather than one by the process's number */
static struct stat own;         /* the file that it has made there */

static int
is_set (const char *variable)
{
  const char *value = getenv (variable);

  return value != NULL && *value == '/';
}

/* Finds the folder in which watchers look, and makes it. It is in that of g_get_user_runtime_dir(), which is the user's cache where
 * nobody has logged in, as in a container. Returns FALSE if there is none. */
static int
find_folder (char   *folder,
             size_t  size)
{
  const int is_runtime = is_set ("XDG_RUNTIME_DIR"), is_cache = !is_runtime && is_set ("XDG_CACHE_HOME");
  char parent[sizeof address.sun_path];

  if (!is_runtime && !is_cache && !is_set ("HOME"))
    return 0;
  if (snprintf (parent, sizeof parent, "%s%s", getenv (is_runtime ? "XDG_RUNTIME_DIR" : is_cache ? "XDG_CACHE_HOME" : "HOME"),
                is_runtime || is_cache ? "" : "/.cache") >= (int) sizeof parent ||
      snprintf (folder, size, "%s/loopscope", parent) >= (int) size)
    return 0;
  if (!is_runtime)
    mkdir (parent, 0700);
  return mkdir (folder, 0700) == 0 || errno == EEXIST;
}

/* @path: NULL for the one where programs of this user are looked for. Where there is no place, nobody can join. */
void
ls_listener_set_path (const char *path)
{
  has_own_path = path != NULL && strlen (path) + strlen (ls_listener_suffix) < sizeof address.sun_path;
  if (has_own_path)
    strcat (strcpy (address.sun_path, path), ls_listener_suffix);
  ls_listener_is_on = has_own_path || (path == NULL && (is_set ("XDG_RUNTIME_DIR") || is_set ("XDG_CACHE_HOME") || is_set ("HOME")));
}

static int
find_path (void)
{
  char folder[sizeof address.sun_path];

  if (has_own_path)
    return 1;
  return find_folder (folder, sizeof folder) &&
         snprintf (address.sun_path, sizeof address.sun_path, "%s/%d%s", folder, (int) getpid (), ls_listener_suffix) <
           (int) sizeof address.sun_path;
}

/* Removes a socket that its program has left behind. Whoever listens does not notice the question: it is of the wrong type. */
static void
remove_left (void)
{
  struct stat there;
  int fd;

  if (lstat (address.sun_path, &there) < 0 || !S_ISSOCK (there.st_mode))
    return;
  fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect (fd, (struct sockaddr *) &address, sizeof address) < 0 && errno == ECONNREFUSED)
    unlink (address.sun_path);
  if (fd >= 0)
    close (fd);
}

/* Returns a socket that listens at the path, -1 if that belongs to somebody else. Nobody else may connect: the mode is set before
 * there is anybody who listens. */
static int
listen_at_path (void)
{
  const int fd = socket (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  if (fd < 0)
    return -1;
  remove_left ();
  if (bind (fd, (struct sockaddr *) &address, sizeof address) == 0)
    {
      if (lstat (address.sun_path, &own) == 0 && chmod (address.sun_path, 0600) == 0 && listen (fd, 1) == 0)
        return fd;
      unlink (address.sun_path);
    }
  close (fd);
  return -1;
}

/* Returns whether a watcher can join from now on. A program that has the environment of another one, which listens at the path that
 * this names, listens where all do. */
int
ls_listener_open (void)
{
  const int saved = errno;
  int fd = find_path () ? listen_at_path () : -1;

  if (fd < 0 && has_own_path)
    {
      ls_listener_set_path (NULL);
      fd = ls_listener_is_on && find_path () ? listen_at_path () : -1;
    }
  errno = saved;
  if (fd < 0)
    {
      ls_listener_is_on = 0;
      return 0;
    }
  ls_listener_fd = ls_ring_writer_move_up (fd);
  return 1;
}

/* @unlinks: the file goes away as well, if it is still the program's own */
void
ls_listener_close (int unlinks)
{
  struct stat there;

  if (ls_listener_fd < 0)
    return;
  close (ls_listener_fd);
  ls_listener_fd = -1;
  if (unlinks && lstat (address.sun_path, &there) == 0 && there.st_dev == own.st_dev && there.st_ino == own.st_ino)
    unlink (address.sun_path);
}

/* Lets in who waits. Returns whether somebody watches from now on. */
int
ls_listener_accept (void)
{
  const int fd = accept4 (ls_listener_fd, NULL, NULL, SOCK_CLOEXEC);
  struct ucred peer;
  socklen_t length = sizeof peer;

  if (fd < 0)
    return 0;
  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0 || (peer.uid != geteuid () && peer.uid != 0))
    {
      close (fd);
      return 0;
    }
  ls_listener_close (1);
  ls_listener_has_joined = 1;
  ls_ring_writer_begin (ls_ring_writer_move_up (fd));
  return ls_ring_writer_is_active;
}
