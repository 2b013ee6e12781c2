/* test262-trail.c: in which of its statements a test of ECMAScript's test suite fails
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-trail.h"

#include <string.h>

#include "test262-watch.h"

/* Where the main agent is while it runs a test. */
typedef struct
{
  const char *name;          /* of the test's script */
  gsize       position;      /* of the next record */
  guint32     agent;
  guint       depth;
  const char *calls[256];    /* by depth: the statement, (nullable) */
  const char *place;         /* (nullable): of the last statement of the test's own, with what that calls in the harness */
} Trail;

static void
trail_look_back (Trail *self)
{
  const gsize length = strlen (self->name);

  for (guint i = self->depth + 1; i-- > 0;)
    if (self->calls[i] != NULL && strncmp (self->calls[i], self->name, length) == 0 && self->calls[i][length] == ':')
      {
        self->place = self->calls[i];
        return;
      }
}

/* Returns: whether this is what is wrong with the test */
static gboolean
trail_follow (Trail          *self,
              const LsRecord *record,
              const char     *text)
{
  switch (record->kind)
    {
    case LS_RECORD_EXCEPTION:
      return TRUE;

    case LS_RECORD_LOG:
      return text != NULL && g_str_has_prefix (text, TEST262_FAILURE);

    case LS_RECORD_AGENT_RUN:
      self->agent = record->subject;
      return FALSE;

    case LS_RECORD_STATEMENT:
      if (self->agent != 1)
        return FALSE;
      /* The first of a callback. */
      if (record->value == 1)
        {
          trail_look_back (self);
          memset (self->calls, 0, sizeof self->calls);
        }
      self->depth = record->level;
      self->calls[self->depth] = text;
      return FALSE;

    default:
      return FALSE;
    }
}

/* Follows the new records of a run.
 *
 * Returns: whether they come to what is wrong with the test */
static gboolean
trail_go_on (Trail   *self,
             LsTrace *trace)
{
  const gsize end = ls_trace_get_length (trace);

  self->position = MAX (self->position, ls_trace_get_start (trace));
  while (self->position < end)
    {
      gsize n_records;
      const LsRecord *records = ls_trace_peek_records (trace, self->position, &n_records);

      for (gsize i = 0; i < n_records; i++)
        if (trail_follow (self, &records[i], ls_trace_get_text (trace, records[i].text)))
          return TRUE;
      self->position += n_records;
    }
  return FALSE;
}

/**
 * test262_find_place:
 * @session: the harness and a test that fails
 * @name: the test's script
 * @options: how it has run
 * @cancellable: ends the search
 *
 * What the suite throws is no error, and does not say where it comes from: the test runs again, with its statements told of.
 *
 * Returns: (transfer full) (nullable): the place of the statement of the test's own in which it fails
 */
char *
test262_find_place (LsSession       *session,
                    const char      *name,
                    LsRunnerOptions  options,
                    GCancellable    *cancellable)
{
  Trail trail = { .name = name, .agent = 1 };
  g_autoptr (LsRunner) runner = NULL;
  gboolean goes_on;

  options.without_trace = FALSE;
  options.output = NULL;
  runner = ls_runner_new (session, &options, NULL);
  if (runner == NULL)
    return NULL;
  do
    goes_on = ls_runner_step (runner, cancellable);
  while (!trail_go_on (&trail, ls_runner_get_trace (runner)) && goes_on);
  trail_look_back (&trail);
  return g_strdup (trail.place);
}
