/* test262-watch.c: what is seen of a test, and whether that is how it passes (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-watch.h"

#include <string.h>

/* How a rejection goes on behind “Uncaught”. */
#define IN_PROMISE "(in promise) "

/**
 * test262_watch_see:
 * @self: what was seen before
 * @kind: what it is
 * @text: (nullable): something that a test prints, or does not catch
 *
 * Notes what counts for whether the test passes. Rejections that nothing handles do not.
 */
void
test262_watch_see (Test262Watch   *self,
                   LsRunnerOutput  kind,
                   const char     *text)
{
  const char *uncaught;

  if (text == NULL)
    return;

  switch (kind)
    {
    case LS_RUNNER_OUTPUT_LOG:
      if (g_str_equal (text, TEST262_COMPLETE))
        self->is_complete = TRUE;
      else if (self->failure == NULL && g_str_has_prefix (text, TEST262_FAILURE))
        self->failure = g_strdup (text + strlen (TEST262_FAILURE));
      break;

    case LS_RUNNER_OUTPUT_UNCAUGHT:
      uncaught = strstr (text, TEST262_UNCAUGHT);
      if (self->exception == NULL && uncaught != NULL && !g_str_has_prefix (uncaught + strlen (TEST262_UNCAUGHT), IN_PROMISE))
        self->exception = g_strdup (text);
      break;

    case LS_RUNNER_OUTPUT_EXCEPTION:
      if (self->exception == NULL)
        self->exception = g_strdup (text);
      break;

    case LS_RUNNER_OUTPUT_REJECTION:
    case LS_RUNNER_OUTPUT_INFO:
    case LS_RUNNER_OUTPUT_DEBUG:
    case LS_RUNNER_OUTPUT_WARN:
    case LS_RUNNER_OUTPUT_ERROR:
    case LS_RUNNER_OUTPUT_PAUSE:
    default:
      break;
    }
}

/* Whether the exception, as it is reported, is of the type. */
static gboolean
is_of_type (const char *exception,
            const char *type)
{
  const char *name = strstr (exception, TEST262_UNCAUGHT);

  name = name != NULL ? name + strlen (TEST262_UNCAUGHT) : exception;
  return g_str_has_prefix (name, type) && !g_ascii_isalnum (name[strlen (type)]);
}

/**
 * test262_watch_judge:
 * @self: what was seen
 * @metadata: what the test says of itself
 * @runner: the runner, which is at its end
 *
 * Returns: (transfer full) (nullable): why the test fails; %NULL if it passes
 */
char *
test262_watch_judge (const Test262Watch    *self,
                     const Test262Metadata *metadata,
                     LsRunner              *runner)
{
  if (metadata->negative_type != NULL)
    {
      if (self->exception == NULL)
        return g_strdup_printf ("expected an exception of the type %s", metadata->negative_type);
      return is_of_type (self->exception, metadata->negative_type) ? NULL : g_strdup (self->exception);
    }
  if (self->exception != NULL)
    return g_strdup (self->exception);
  if (self->failure != NULL)
    return g_strdup (self->failure);
  if (ls_runner_is_suspended (runner))
    return g_strdup ("the main agent is suspended for ever");
  if (test262_metadata_has_flag (metadata, "async") && !self->is_complete)
    return g_strdup ("the test has not been completed");
  return NULL;
}

void
test262_watch_clear (Test262Watch *self)
{
  g_clear_pointer (&self->exception, g_free);
  g_clear_pointer (&self->failure, g_free);
}
