/* ls-expectation-describe.c: what an expectation says in words
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-expectation-private.h"

#include "ls-trace-names-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* Returns “a”, “b”, or a word for none. */
char *
ls_expectation_quote_all (const char *const *lines)
{
  /* Translators: what ends a text in quotation marks and begins the next */
  g_autofree char *joined = g_strjoinv (_("”, “"), (char **) lines);

  return *lines != NULL ? g_strdup_printf (_("“%s”"), joined) : g_strdup (C_("found", "nothing"));
}

/* Adds the lines of a text to @lines, each without blanks at its end. */
void
ls_expectation_split_line (const char *text,
                           GPtrArray  *lines)
{
  g_auto (GStrv) parts = g_strsplit (text, "\n", -1);

  if (parts[0] == NULL)
    g_ptr_array_add (lines, g_strdup (""));
  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (lines, g_strchomp (g_strdup (parts[i])));
}

static char *
describe_signal (LsExpectation *self)
{
  g_autofree char *text = NULL;

  if (self->priority == LS_TASK_PRIORITY_NONE)
    text = g_strdup_printf (self->aborted ? _("Signal “%s” is aborted") : _("Signal “%s” is not aborted"), self->name);
  else
    text = g_strdup_printf (self->aborted == -1 ? _("Signal “%s” has priority %s")
                            : self->aborted     ? _("Signal “%s” has priority %s and is aborted")
                                                : _("Signal “%s” has priority %s and is not aborted"),
                            self->name, ls_task_priority_to_string (self->priority));
  /* Translators: a sentence, such as “Signal “c” is aborted” */
  return self->has_step ? g_strdup_printf (_("At step %u: %s"), self->number, text) : g_steal_pointer (&text);
}

static char *
describe_memory (LsExpectation *self)
{
  g_autofree char *value = NULL;

  if (self->minimum == self->maximum)
    value = g_strdup_printf ("%" PRId64, self->minimum);
  else if (self->minimum == G_MININT64)
    value = g_strdup_printf (C_("value", "at most %" PRId64), self->maximum);
  else if (self->maximum == G_MAXINT64)
    value = g_strdup_printf (C_("value", "at least %" PRId64), self->minimum);
  else
    value = g_strdup_printf (C_("value", "from %" PRId64 " to %" PRId64), self->minimum, self->maximum);
  /* Translators: the name of shared memory, the index of an element, and a number or “at most 5” */
  return g_strdup_printf (self->flag ? _("%s[%" PRIu64 "] is always %s") : _("%s[%" PRIu64 "] is %s"), self->name, self->index,
                          value);
}

static char *
describe_posted (LsExpectation *self)
{
  const char *priority = self->priority != LS_TASK_PRIORITY_NONE ? ls_task_priority_to_string (self->priority) : NULL;
  g_autofree char *text = NULL;

  if (self->name != NULL && priority != NULL && self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s” with priority %s and signal “%s”"), self->name, priority,
                            self->signal);
  else if (self->name != NULL && priority != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s” with priority %s"), self->name, priority);
  else if (self->name != NULL && self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s” with signal “%s”"), self->name, self->signal);
  else if (self->name != NULL)
    text = g_strdup_printf (_("An action posts a task named “%s”"), self->name);
  else if (priority != NULL && self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task with priority %s and signal “%s”"), priority, self->signal);
  else if (priority != NULL)
    text = g_strdup_printf (_("An action posts a task with priority %s"), priority);
  else if (self->signal != NULL)
    text = g_strdup_printf (_("An action posts a task with signal “%s”"), self->signal);
  else
    text = g_strdup (_("An action posts a task"));
  /* Translators: a sentence, such as “An action posts a task”, and the least delay of the task */
  return self->number > 0 ? g_strdup_printf (_("%s, with a delay of at least %u ms"), text, self->number)
                          : g_steal_pointer (&text);
}

static char *
describe_waited (LsExpectation *self)
{
  g_autofree char *least = ls_names_say_duration (self->least);
  g_autofree char *most = ls_names_say_duration (self->most);

  if (self->most == G_MAXUINT64)
    /* Translators: a task, and a time such as “16 ms” */
    return g_strdup_printf (_("“%s” waits %s at least"), self->name, least);
  if (self->least == 0)
    /* Translators: a task, and a time such as “16 ms” */
    return g_strdup_printf (_("“%s” waits %s at most"), self->name, most);
  /* Translators: a task, and two times such as “16 ms” */
  return g_strdup_printf (_("“%s” waits %s at least and %s at most"), self->name, least, most);
}

static char *
describe_longest_turn (LsExpectation *self)
{
  g_autofree char *least = ls_names_say_duration (self->least);
  g_autofree char *most = ls_names_say_duration (self->most);

  if (self->most == G_MAXUINT64)
    return g_strdup_printf (_("The longest turn takes %s at least"), least);
  if (self->least == 0)
    return g_strdup_printf (_("The longest turn takes %s at most"), most);
  return g_strdup_printf (_("The longest turn takes %s at least and %s at most"), least, most);
}

static char *
describe_missed_frames (LsExpectation *self)
{
  if (self->most == 0)
    return g_strdup (_("No frame is missed"));
  if (self->most == G_MAXUINT64)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame is missed at least", "%u frames are missed at least",
                                         self->least),
                            (guint) self->least);
  if (self->least == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame is missed at most", "%u frames are missed at most", self->most),
                            (guint) self->most);
  return g_strdup_printf (_("From %u to %u frames are missed"), (guint) self->least, (guint) self->most);
}

static char *
describe_holders (LsExpectation *self)
{
  const guint64 bound = self->most != G_MAXUINT64 ? self->most : self->least;
  g_autofree char *place = g_strdup_printf ("%s[%" PRIu64 "]", self->name, self->index);

  if (self->least > 0 && self->most != G_MAXUINT64)
    /* Translators: two numbers, and a place in shared memory such as cells[0] */
    return g_strdup_printf (_("From %u to %u agents hold the lock at %s at once"), (guint) self->least, (guint) self->most, place);
  if (self->most != G_MAXUINT64)
    /* Translators: a number, and a place in shared memory such as cells[0] */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "At most %u agent holds the lock at %s at once",
                                         "At most %u agents hold the lock at %s at once", bound),
                            (guint) bound, place);
  /* Translators: a number, and a place in shared memory such as cells[0] */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "At least %u agent holds the lock at %s at once",
                                       "At least %u agents hold the lock at %s at once", bound),
                          (guint) bound, place);
}

static char *
describe_agent (LsExpectation *self)
{
  g_autofree char *text = NULL;

  /* Translators: an agent, and “running”, “runnable”, “waiting”, “idle” or “ended” */
  text = g_strdup_printf (_("Agent “%s” is %s"), self->name, self->state);
  /* Translators: a sentence, such as “Signal “c” is aborted” */
  return self->has_step ? g_strdup_printf (_("At step %u: %s"), self->number, text) : g_steal_pointer (&text);
}

/* Returns the title of an expectation, or what it expects in words. */
char *
ls_expectation_describe (LsExpectation *self)
{
  g_autofree char *lines = self->lines != NULL ? ls_expectation_quote_all ((const char *const *) self->lines) : NULL;

  if (self->title != NULL && *self->title != '\0')
    return g_strdup (self->title);

  switch (self->kind)
    {
    case LS_EXPECTATION_LOG:
      return g_strdup_printf (_("The log is %s"), lines);
    case LS_EXPECTATION_LOG_CONTAINS:
      return g_strdup_printf (_("The log contains %s"), lines);
    case LS_EXPECTATION_ORDER:
      return g_strdup_printf (_("Tasks start in the order %s"), lines);
    case LS_EXPECTATION_RAN:
      return g_strdup_printf (_("The task “%s” runs"), self->name);
    case LS_EXPECTATION_NOT_RAN:
      return g_strdup_printf (_("The task “%s” does not run"), self->name);
    case LS_EXPECTATION_RESULT:
      /* Translators: the second %s is “fulfilled”, “rejected” or “pending” */
      return g_strdup_printf (_("The result of “%s” is %s"), self->name, self->state);
    case LS_EXPECTATION_NEXT:
      return self->has_step ? g_strdup_printf (_("At step %u, the next task is “%s”"), self->number, self->name)
                            : g_strdup_printf (_("The next task is “%s”"), self->name);
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u rejection is not handled", "%u rejections are not handled",
                                           self->number),
                              self->number);
    case LS_EXPECTATION_FINISHED:
      return g_strdup (self->flag ? _("The run finishes") : _("The run does not finish"));
    case LS_EXPECTATION_SIGNAL:
      return describe_signal (self);
    case LS_EXPECTATION_POSTED:
      return describe_posted (self);
    case LS_EXPECTATION_MEMORY:
      return describe_memory (self);
    case LS_EXPECTATION_UNLOCKED:
      return g_strdup_printf (_("The lock “%s” is free"), self->name);
    case LS_EXPECTATION_NOBODY_WAITS:
      return g_strdup (self->flag ? _("No agent is left waiting") : _("An agent is left waiting"));
    case LS_EXPECTATION_WAITED:
      return describe_waited (self);
    case LS_EXPECTATION_UNCAUGHT:
      return *self->lines != NULL ? g_strdup_printf (_("Nothing catches the errors %s"), lines)
                                  : g_strdup (_("All errors are caught"));
    case LS_EXPECTATION_LONGEST_TURN:
      return describe_longest_turn (self);
    case LS_EXPECTATION_MISSED_FRAMES:
      return describe_missed_frames (self);
    case LS_EXPECTATION_NEVER:
      return g_strdup_printf (_("The log has no line %s"), lines);
    case LS_EXPECTATION_HOLDERS:
      return describe_holders (self);
    case LS_EXPECTATION_AGENT:
      return describe_agent (self);
    default:
      g_return_val_if_reached (NULL);
    }
}
