/* threads.c: a thread computes, and tasks take in what it has found
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cc threads.c $(pkg-config --cflags --libs loopscope-1) -o threads
 */

#include <loopscope.h>

typedef struct
{
  LsScheduler *scheduler;
  GMainLoop   *main_loop;
} Search;

typedef struct
{
  Search *search;
  int     number;
} Found;

static void
show (gpointer data)
{
  Found *found = data;

  g_print ("found %d\n", found->number);
  if (found->number == 3)
    g_main_loop_quit (found->search->main_loop);
}

/* In a thread of its own. It may call only what says that any thread may. */
static gpointer
search_thread (gpointer data)
{
  Search *search = data;

  for (int i = 1; i <= 3; i++)
    {
      Found *found = g_new (Found, 1);

      *found = (Found) { search, i };
      ls_scheduler_post_from_thread (search->scheduler, LS_TASK_PRIORITY_USER_VISIBLE, show, found, g_free);
    }
  return NULL;
}

int
main (void)
{
  g_autoptr (GMainLoop) main_loop = g_main_loop_new (NULL, FALSE);
  Search search = { ls_scheduler_get_thread_default (), main_loop };
  GThread *thread = g_thread_new ("search", search_thread, &search);

  g_main_loop_run (main_loop);
  g_thread_join (thread);
  return 0;
}
