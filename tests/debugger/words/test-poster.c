/* test-poster.c: where a page that is watched has posted its tasks, as the window says it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-page-writer-private.h"
#include "ls-poster.h"
#include "ls-recorded-place.h"
#include "ls-wait-causes.h"

typedef struct
{
  LsTrace      *trace;
  LsPageWriter *writer;
  LsPageAgent  *agent;
  LsState      *state;
} Fixture;

static gint64
take_stack (Fixture    *self,
            const char *stack)
{
  return ls_page_writer_take_stack (self->writer, stack, strlen (stack), FALSE);
}

/* Two tasks: the first one has a place, the second one its callers as well. The first one yields. The third one has none. */
static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->trace = ls_trace_new ();
  self->writer = ls_page_writer_new (ls_trace_get_probe (self->trace));
  self->agent = ls_page_writer_add_agent (self->writer);
  const gint64 name = ls_page_writer_intern (self->writer, "work", 4);
  const LsPageEvent events[] = {
    { .kind = LS_PAGE_EVENT_BEGIN, .fields = { 1000000, 10, 0, 0, 0 } },
    { .kind = LS_PAGE_EVENT_POST, .time = 10, .fields = { 1, -1, 0, 0, name, 0, take_stack (self, "at load (http://page/js/a.js?x:3:7)") } },
    { .kind = LS_PAGE_EVENT_POST, .time = 10,
      .fields = { 2, -1, 0, 0, name, 0, take_stack (self, "at http://page/js/a.js:4:1\nat start (http://page/js/b.js:9:2)") } },
    { .kind = LS_PAGE_EVENT_POST, .time = 10, .fields = { 3, -1, 0, 0, name, 0, 0 } },
    { .kind = LS_PAGE_EVENT_RUN, .time = 20, .fields = { 1, LS_PAGE_TASK_SCHEDULER } },
    { .kind = LS_PAGE_EVENT_YIELD, .time = 20, .fields = { 4, 1, take_stack (self, "at work (http://page/js/a.js:8:5)") } },
    { .kind = LS_PAGE_EVENT_END, .time = 20, .fields = { 1, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    ls_page_agent_add_event (self->agent, &events[i]);
  ls_page_agent_rest (self->agent);
  ls_page_writer_write (self->writer, G_MAXUINT64);
  self->state = ls_state_new (self->trace);
  ls_state_seek (self->state, G_MAXSIZE);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  ls_state_unref (self->state);
  ls_page_writer_free (self->writer);
  g_object_unref (self->trace);
}

static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  g_assert_cmpstr (ls_recorded_place_of_post (self->state, 1), ==, "http://page/js/a.js:3:7");
  g_assert_cmpstr (ls_recorded_place_of_post (self->state, 2), ==, "http://page/js/a.js:4:1");
  g_assert_null (ls_recorded_place_of_post (self->state, 3));
  g_assert_null (ls_recorded_place_of_code (self->state, 1));
  /* Where it yields, its code goes on. */
  g_assert_cmpstr (ls_recorded_place_of_code (self->state, 4), ==, "http://page/js/a.js:8:5");
  g_assert_null (ls_recorded_place_of_post (self->state, 4));
}

static void
assert_described (Fixture    *self,
                  guint32     task,
                  const char *expected)
{
  g_autofree char *text = ls_poster_describe (self->state, task);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_descriptions (Fixture       *self,
                   gconstpointer  data)
{
  assert_described (self, 1, "Posted by the function “load”\nPosted at 1 ms");
  assert_described (self, 2, "http://page/js/a.js:4:1\nstart (http://page/js/b.js:9:2)\nPosted at 1 ms");
  assert_described (self, 3, "Posted at 1 ms");
  assert_described (self, 4, "Posted by the function “work”\nPosted by work at 2 ms");
  assert_described (self, 99, NULL);
}

/* Why a task has waited also says who has posted it. */
static void
test_waits (Fixture       *self,
            gconstpointer  data)
{
  static const char *const ends[] = { " “load” has posted it, in http://page/js/a.js:3:7.", " It was posted in http://page/js/a.js:4:1.",
                                      "has not run." };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (LsWaitCauses) causes = ls_wait_causes_new (self->trace, i + 1);
      g_autofree char *title = NULL;

      g_assert_nonnull (causes);
      title = ls_wait_causes_get_title (causes);
      g_test_message ("%s", title);
      g_assert_true (g_str_has_suffix (title, ends[i]));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/poster/places", Fixture, NULL, set_up, test_places, tear_down);
  g_test_add ("/poster/descriptions", Fixture, NULL, set_up, test_descriptions, tear_down);
  g_test_add ("/poster/waits", Fixture, NULL, set_up, test_waits, tear_down);

  return g_test_run ();
}
