/* ls-lint-text.c: lints in sentences
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lint.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-trace-names-private.h"

/* What things are called without a number, with a number, and with number and name. */
static const struct
{
  const char *any;
  const char *number;
  const char *name;
} subject_formats[] = {
  [LS_LINT_SUBJECT_NONE] = { N_("something"), N_("thing %u%s"), N_("thing %u “%s%s”") },
  /* Translators: the number of a task, then a mark */
  [LS_LINT_SUBJECT_TASK] = { N_("a task"), N_("task %u%s"), N_("task %u “%s%s”") },
  [LS_LINT_SUBJECT_SIGNAL] = { N_("a signal"), N_("signal %u%s"), N_("signal %u “%s%s”") },
  [LS_LINT_SUBJECT_TIMER] = { N_("a timer"), N_("timer %u%s"), N_("timer %u “%s%s”") },
  [LS_LINT_SUBJECT_PROMISE] = { N_("a promise"), N_("promise %u%s"), N_("promise %u “%s%s”") },
  [LS_LINT_SUBJECT_MICROTASK] = { N_("a microtask"), N_("microtask %u%s"), N_("microtask %u “%s%s”") },
  [LS_LINT_SUBJECT_AGENT] = { N_("an agent"), N_("agent %u%s"), N_("agent %u “%s%s”") },
  [LS_LINT_SUBJECT_MEMORY] = { N_("shared memory"), N_("memory %u%s"), N_("memory %u “%s%s”") },
  [LS_LINT_SUBJECT_SOURCE] = { N_("a source"), N_("source %u%s"), N_("source %u “%s%s”") },
};

/* "task 12 “decode ↻”", "signal 3 “c1”", "promise 7". */
static char *
name_thing (LsTrace       *trace,
            LsLintSubject  subject,
            guint32        id,
            guint32        text,
            gboolean       is_continuation)
{
  const char *name = ls_trace_get_text (trace, text);
  const char *mark = is_continuation ? " ↻" : "";
  guint kind = (guint) subject < G_N_ELEMENTS (subject_formats) ? subject : LS_LINT_SUBJECT_NONE;
  g_autofree char *shown = NULL;

  if (subject == LS_LINT_SUBJECT_OPTION)
    {
      shown = ls_names_shorten (g_strdup (name != NULL ? name : ""));
      /* Translators: the name of an option */
      return g_strdup_printf (_("option “%s”"), shown);
    }
  if (id == 0)
    return g_strdup (_(subject_formats[kind].any));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (name == NULL || *name == '\0')
    return g_strdup_printf (_(subject_formats[kind].number), id, mark);
  shown = ls_names_shorten (g_strdup (name));
  return g_strdup_printf (_(subject_formats[kind].name), id, shown, mark);
#pragma GCC diagnostic pop
}

static char *
name_subject (const LsLint *self,
              LsTrace      *trace,
              guint32       id)
{
  return name_thing (trace, self->subject_kind, id, self->name, self->is_continuation);
}

static char *
name_other (const LsLint *self,
            LsTrace      *trace)
{
  return name_thing (trace, self->other_kind, self->other, self->other_name, FALSE);
}

/**
 * ls_lint_get_subject_name:
 * @self: a lint
 * @trace: the trace that it was found in
 *
 * Tells what the problem is about, for people.
 *
 * Returns: (transfer full): what it is about, such as "task 12 “decode”"
 */
char *
ls_lint_get_subject_name (const LsLint *self,
                          LsTrace      *trace)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  return name_subject (self, trace, self->id);
}

/**
 * ls_lint_get_title:
 * @self: a lint
 * @trace: the trace that it was found in
 *
 * Says the problem in a line.
 *
 * Returns: (transfer full): a line such as "Long task: task 12 “decode”, 3 times"
 */
char *
ls_lint_get_title (const LsLint *self,
                   LsTrace      *trace)
{
  g_autofree char *subject = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  subject = ls_lint_get_subject_name (self, trace);
  if (self->count > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s, %u time", "%s: %s, %u times", self->count),
                            ls_lint_kind_get_title (self->kind), subject, self->count);
  return g_strdup_printf (_("%s: %s"), ls_lint_kind_get_title (self->kind), subject);
}

static const char *
priority_of (guint8 priority)
{
  return ls_task_priority_is_valid (priority) ? ls_task_priority_to_string (priority) : C_("priority", "no");
}

static void
explain_starved (const LsLint *self,
                 LsTrace      *trace,
                 const char   *subject,
                 GString      *string)
{
  g_autofree char *waited = ls_names_say_duration (self->duration);
  g_autofree char *taken = ls_names_say_duration (self->other_duration);

  g_autofree char *other = name_other (self, trace);

  if (self->amount > 0 && self->other != 0)
    g_string_append_printf (string,
                            g_dngettext (GETTEXT_PACKAGE,
                                         "%s waited %s in the queue while %" PRIu64 " later task ran first for %s; the last one was %s.",
                                         "%s waited %s in the queue while %" PRIu64 " later tasks ran first for %s; the last one was %s.", self->amount),
                            subject, waited, self->amount, taken, other);
  else if (self->amount > 0)
    g_string_append_printf (string,
                            g_dngettext (GETTEXT_PACKAGE,
                                         "%s waited %s in the queue while %" PRIu64 " later task ran first for %s.",
                                         "%s waited %s in the queue while %" PRIu64 " later tasks ran first for %s.", self->amount),
                            subject, waited, self->amount, taken);
  else
    g_string_append_printf (string, _("%s waited %s in the queue, longer than the preset allows for this queue."), subject,
                            waited);
  g_string_append_c (string, ' ');
  if (ls_task_priority_is_valid (self->priority))
    g_string_append_printf (string, _("Its queue is %s, its priority %s."), ls_queue_type_to_string (self->queue),
                            priority_of (self->priority));
  else
    g_string_append_printf (string, _("Its queue is %s."), ls_queue_type_to_string (self->queue));
}

/* There are four sentences: the reason may be known or not, and the promise may have got a handler later or not. */
static void
explain_rejection (const LsLint *self,
                   LsTrace      *trace,
                   const char   *subject,
                   GString      *string)
{
  g_autofree char *message = ls_names_shorten (g_strdup (ls_trace_get_text (trace, self->message)));

  if (message != NULL && self->amount > 0)
    g_string_append_printf (string, _("%s was rejected with “%s” without a handler; one was added later."),
                            subject, message);
  else if (message != NULL)
    g_string_append_printf (string, _("%s was rejected with “%s” without a handler."), subject, message);
  else if (self->amount > 0)
    g_string_append_printf (string, _("%s was rejected without a handler; one was added later."), subject);
  else
    g_string_append_printf (string, _("%s was rejected without a handler."), subject);
}

static void
explain_option (const LsLint *self,
                LsTrace      *trace,
                GString      *string)
{
  const char *function = ls_options_owner_to_string (self->amount);
  const char *meant = ls_trace_get_text (trace, self->other_name);
  const char *place = ls_trace_get_text (trace, self->message);
  g_autofree char *name = name_subject (self, trace, self->id);

  if (place != NULL)
    /* Translators: option “NAME”, a place such as main.js:3, a function */
    g_string_append_printf (string, _("%s at %s is ignored: %s has no such option."), name, place, function);
  else
    /* Translators: option “NAME”, a function */
    g_string_append_printf (string, _("%s is ignored: %s has no such option."), name, function);
  if (meant != NULL)
    {
      g_string_append_c (string, ' ');
      g_string_append_printf (string, _("Did you mean “%s”?"), meant);
    }
}

/* A wait: how long, behind how many turns, and which of them took longest. */
static void
explain_wait (const LsLint *self,
              LsTrace      *trace,
              const char   *subject,
              GString      *string)
{
  g_autofree char *other = name_other (self, trace);
  g_autofree char *duration = ls_names_say_duration (self->duration);
  g_autofree char *longest = ls_names_say_duration (self->other_duration);

  if (self->kind == LS_LINT_NEVER_RAN)
    g_string_append_printf (string, self->is_continuation
                                      ? _("%s had waited %s when the recording ended, and had not come back.")
                                      : _("%s had waited %s when the recording ended, and had not run."), subject, duration);
  else if (self->kind == LS_LINT_LATE_CONTINUATION)
    g_string_append_printf (string, _("%s came back %s after the yield."), subject, duration);
  else
    g_string_append_printf (string, _("%s is user-blocking, and waited %s."), subject, duration);
  if (self->other == 0 || self->amount == 0)
    return;
  g_string_append_c (string, ' ');
  if (self->amount == 1)
    /* Translators: a task, how long */
    g_string_append_printf (string, _("Meanwhile, %s took %s."), other, longest);
  else
    /* Translators: how many, the one that took longest, how long */
    g_string_append_printf (string, g_dngettext (GETTEXT_PACKAGE,
                                                 "Meanwhile, %" PRIu64 " turn took place; the longest was %s, for %s.",
                                                 "Meanwhile, %" PRIu64 " turns took place; the longest was %s, for %s.",
                                                 self->amount), self->amount, other, longest);
}

/* What is said of GLib programs. */
static void
explain_source (const LsLint *self,
                LsTrace      *trace,
                const char   *subject,
                GString      *string)
{
  g_autofree char *other = name_other (self, trace);
  g_autofree char *duration = ls_names_say_duration (self->duration);
  g_autofree char *other_duration = ls_names_say_duration (self->other_duration);

  switch (self->kind)
    {
    case LS_LINT_LONG_DISPATCH:
      g_string_append_printf (string, _("The dispatch of %s took %s. Nothing else of its context could be dispatched, and a frame has 16.7 ms."),
                              subject, duration);
      break;
    case LS_LINT_MISSED_FRAMES:
      /* Translators: a source, how long, how often */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s has painted a frame %s too late: the display was refreshed %" PRIu64 " time without it.",
                                           "%s has painted a frame %s too late: the display was refreshed %" PRIu64 " times without it.", self->amount),
                              subject, duration, self->amount);
      g_string_append_c (string, ' ');
      if (self->other == self->worst_id)
        g_string_append_printf (string, _("Drawing it took %s."), other_duration);
      else
        /* Translators: a source, how long */
        g_string_append_printf (string, _("Meanwhile, the dispatch of %s took %s."), other, other_duration);
      break;
    case LS_LINT_STARVED_SOURCE:
      /* Translators: a source, how long, another source, how often, how long */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s was ready and waited %s, while %s was dispatched %" PRIu64 " time, for %s.",
                                           "%s was ready and waited %s, while %s was dispatched %" PRIu64 " times, for %s.", self->amount),
                              subject, duration, other, self->amount, other_duration);
      break;
    case LS_LINT_LATE_TIMEOUT:
      /* Translators: a source, its interval, how often, how late */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s has an interval of %s, and was late by more than that %" PRIu64 " time in a row, at worst by %s.",
                                           "%s has an interval of %s, and was late by more than that %" PRIu64 " times in a row, at worst by %s.",
                                           self->amount),
                              subject, other_duration, self->amount, duration);
      break;
    case LS_LINT_ENDLESS_IDLE:
      /* Translators: a source, how often, how long */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s was dispatched %" PRIu64 " time in %s, and the loop never slept: the processor is busy.",
                                           "%s was dispatched %" PRIu64 " times in %s, and the loop never slept: the processor is busy.",
                                           self->amount),
                              subject, self->amount, duration);
      break;
    case LS_LINT_WAKE_UPS:
      /* Translators: a source, how often, how long */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s woke the loop %" PRIu64 " time in a second, and kept it awake for %s in total.",
                                           "%s woke the loop %" PRIu64 " times in a second, and kept it awake for %s in total.",
                                           self->amount),
                              subject, self->amount, duration);
      break;
    case LS_LINT_LEAKED_SOURCES:
    default:
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%" PRIu64 " source like %s is attached, and was neither dispatched nor destroyed.",
                                           "%" PRIu64 " sources like %s are attached, and were neither dispatched nor destroyed: their number grows.",
                                           self->amount),
                              self->amount, subject);
      break;
    }
}

static void
explain_kind (const LsLint *self,
              LsTrace      *trace,
              const char   *subject,
              GString      *string)
{
  g_autofree char *other = name_other (self, trace);
  g_autofree char *duration = ls_names_say_duration (self->duration);
  g_autofree char *other_duration = ls_names_say_duration (self->other_duration);

  switch (self->kind)
    {
    case LS_LINT_STARVED_TASK:
      explain_starved (self, trace, subject, string);
      break;
    case LS_LINT_PRIORITY_INVERSION:
      g_string_append_printf (string,
                              _("Code with priority %s, which continues in %s, awaited a result of %s with priority %s. That task had waited %s behind all work of higher priority."),
                              priority_of (self->other_priority), other, subject, priority_of (self->priority), duration);
      break;
    case LS_LINT_CONTINUATION_STARVATION:
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s waited %s while %" PRIu64 " continuation of the same priority, %s, ran first for %s; the last one was %s. A continuation has a higher effective priority than a task that has not started.",
                                           "%s waited %s while %" PRIu64 " continuations of the same priority, %s, ran first for %s; the last one was %s. A continuation has a higher effective priority than a task that has not started.", self->amount),
                              subject, duration, self->amount, priority_of (self->priority), other_duration, other);
      break;
    case LS_LINT_LONG_TASK:
      g_string_append_printf (string,
                              self->amount == LS_LINT_YIELD_UNKNOWN
                                ? _("%s held the thread for %s, including microtasks. Nothing else could run, not even user input.")
                              : self->amount > 0
                                ? _("%s held the thread for %s, including microtasks, before it yielded. Nothing else could run, not even user input.")
                                : _("%s held the thread for %s, including microtasks, and did not yield. Nothing else could run, not even user input."),
                              subject, duration);
      break;
    case LS_LINT_UNUSED_SIGNAL:
      g_string_append_printf (string, _("No task was posted with %s, no signal depends on it, and it has no listeners."), subject);
      break;
    case LS_LINT_LATE_ABORT:
      if (self->subject_kind == LS_LINT_SUBJECT_TASK)
        {
          g_string_append_printf (string, _("%s was aborted after the work before the yield had taken %s: that work was in vain."),
                                  subject, duration);
          break;
        }
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s was aborted after its %" PRIu64 " task had completed: the abort changes nothing.",
                                           "%s was aborted after all its %" PRIu64 " tasks had completed: the abort changes nothing.", self->amount),
                              subject, self->amount);
      break;
    case LS_LINT_ABORTED_POST:
      g_string_append_printf (string, _("%s was posted with %s, which was already aborted: it never runs, and its promise is rejected at once."), subject, other);
      break;
    case LS_LINT_UNHANDLED_REJECTION:
      explain_rejection (self, trace, subject, string);
      break;
    case LS_LINT_RECURSIVE_SET_PRIORITY:
      g_string_append_printf (string, _("The priority of %s cannot be set to %s while it is changing: setPriority() throws a NotAllowedError."), subject, priority_of (self->priority));
      break;
    case LS_LINT_SHORT_DELAY:
      if (self->subject_kind == LS_LINT_SUBJECT_TIMER)
        g_string_append_printf (string, _("%s is an interval below 1 ms: it fires as often as the loop allows."), subject);
      else
        g_string_append_printf (string, _("%s was posted with a delay above 0 and below 1 ms: delays are rounded down to whole milliseconds, so it has none."), subject);
      break;
    case LS_LINT_CLAMPED_TIMER:
      g_string_append_printf (string, _("%s was set in a chain of timers: at nesting level %" PRIu64 " it got the shortest timeout there is, %s."), subject, self->amount, duration);
      break;
    case LS_LINT_ENDLESS_MICROTASKS:
      g_string_append_printf (string, _("After %s, %" PRIu64 " microtasks ran in a row for %s, before any other task."), subject, self->amount, duration);
      break;
    case LS_LINT_UNNOTIFIED_WAITER:
      /* Translators: an agent, a number, memory */
      g_string_append_printf (string, _("%s waits at element %u of %s, without a timeout, and nobody has notified it."), subject,
                              self->element, other);
      if (self->amount > 0)
        {
          g_string_append_c (string, ' ');
          g_string_append_printf (string,
                                  g_dngettext (GETTEXT_PACKAGE,
                                               "Earlier, %" PRIu64 " notification there found no waiting agent.",
                                               "Earlier, %" PRIu64 " notifications there found no waiting agent.", self->amount),
                                  self->amount);
        }
      break;
    case LS_LINT_IDLE_NOTIFY:
      /* Translators: an agent, how often, a number, memory */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s notified %" PRIu64 " time in a row at element %u of %s, although nobody waited and nothing had changed.",
                                           "%s notified %" PRIu64 " times in a row at element %u of %s, although nobody waited and nothing had changed.", self->amount),
                              subject, self->amount, self->element, other);
      break;
    case LS_LINT_LOCK_ACROSS_YIELD:
      /* Translators: an agent, a number, memory, how long */
      g_string_append_printf (string,
                              self->amount > 0
                                ? _("%s held the lock at element %u of %s when its task ended, and still holds it %s later.")
                                : _("%s held the lock at element %u of %s when its task ended, and released it %s later."),
                              subject, self->element, other, duration);
      break;
    case LS_LINT_SPINNING:
      /* Translators: an agent, how often, a number, memory, how long */
      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "%s repeated %" PRIu64 " operation with the same outcome, the last at element %u of %s, for %s without waiting.",
                                           "%s repeated %" PRIu64 " operations with the same outcome, the last at element %u of %s, for %s without waiting.", self->amount),
                              subject, self->amount, self->element, other, duration);
      break;
    case LS_LINT_UNKNOWN_OPTION:
      explain_option (self, trace, string);
      break;
    case LS_LINT_LATE_CONTINUATION:
    case LS_LINT_LATE_USER_BLOCKING:
    case LS_LINT_NEVER_RAN:
      explain_wait (self, trace, subject, string);
      break;
    case LS_LINT_LONG_DISPATCH:
    case LS_LINT_STARVED_SOURCE:
    case LS_LINT_LATE_TIMEOUT:
    case LS_LINT_ENDLESS_IDLE:
    case LS_LINT_WAKE_UPS:
    case LS_LINT_LEAKED_SOURCES:
    case LS_LINT_MISSED_FRAMES:
      explain_source (self, trace, subject, string);
      break;
    default:
      g_string_append_printf (string, _("%s is suspicious."), subject);
      break;
    }
}

/**
 * ls_lint_get_explanation:
 * @self: a lint
 * @trace: the trace that it was found in
 *
 * Whole sentences with names and times: what happened and when, and how often. What it stems from says
 * ls_lint_kind_get_reference(), what to do ls_lint_kind_get_advice().
 *
 * Returns: (transfer full): the text, in one line
 */
char *
ls_lint_get_explanation (const LsLint *self,
                         LsTrace      *trace)
{
  GString *string;
  g_autofree char *subject = NULL, *at = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (LS_IS_TRACE (trace), NULL);

  string = g_string_new (NULL);
  subject = name_subject (self, trace, self->worst_id);
  explain_kind (self, trace, subject, string);
  ls_names_capitalize (string, 0);
  at = ls_names_say_duration (self->time);
  g_string_append_c (string, ' ');
  if (self->count > 1 && self->total_duration > self->duration)
    {
      g_autofree char *total = ls_names_say_duration (self->total_duration);

      g_string_append_printf (string,
                              g_dngettext (GETTEXT_PACKAGE,
                                           "It occurred %u time, first at %s, for %s in total; this is the longest.",
                                           "It occurred %u times, first at %s, for %s in total; this is the longest.",
                                           self->count),
                              self->count, at, total);
    }
  else if (self->count > 1)
    g_string_append_printf (string, g_dngettext (GETTEXT_PACKAGE, "It occurred %u time, first at %s.",
                                                 "It occurred %u times, first at %s.", self->count), self->count, at);
  else
    g_string_append_printf (string, _("It occurred at %s."), at);
  /* Names and messages may have line feeds and the like. */
  for (gsize i = 0; i < string->len; i++)
    if ((guchar) string->str[i] < ' ' || string->str[i] == 0x7f)
      string->str[i] = ' ';

  return g_string_free (string, FALSE);
}
