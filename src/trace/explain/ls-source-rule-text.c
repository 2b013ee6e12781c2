/* ls-source-rule-text.c: why one source of a GLib program goes before another, in a sentence
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

static char *
say_attached (LsExplanationTense  tense,
              const char         *name,
              const char         *other)
{
  switch (tense)
    {
    case LS_EXPLANATION_PAST:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s was dispatched first: it was attached before %s, which has the same priority."), name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s is dispatched first: it was attached before %s, which has the same priority."), name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a source of GLib, the one it waits for twice */
      return g_strdup_printf (_("%s waits for %s: both have the same priority, and %s was attached first."), other, name, name);
    case LS_EXPLANATION_SO_FAR:
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s is dispatched next: it was attached before %s, which has the same priority."), name, other);
    }
}

static char *
say_iteration (LsExplanationTense  tense,
               const char         *name,
               const char         *other)
{
  switch (tense)
    {
    case LS_EXPLANATION_PAST:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s was dispatched first: %s became ready after this iteration had begun, and had to wait for the next one."),
                              name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s is dispatched first: %s became ready after this iteration had begun, and has to wait for the next one."),
                              name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a source of GLib, the one it waits for */
      return g_strdup_printf (_("%s waits for %s: it became ready after that iteration had begun, and waits for the next one."), other,
                              name);
    case LS_EXPLANATION_SO_FAR:
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s is dispatched next: %s became ready after this iteration had begun, and waits for the next one."),
                              name, other);
    }
}

static char *
say_readiness (LsExplanationTense  tense,
               const char         *name,
               const char         *other)
{
  switch (tense)
    {
    case LS_EXPLANATION_PAST:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s was dispatched first: %s was ready too late for this iteration (inferred)."), name, other);
    case LS_EXPLANATION_TOLD:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s is dispatched first: %s was ready too late for this iteration (inferred)."), name, other);
    case LS_EXPLANATION_WAITING:
      /* Translators: a source of GLib, the one it waits for */
      return g_strdup_printf (_("%s waits for %s: it was ready too late for this iteration (inferred)."), other, name);
    case LS_EXPLANATION_SO_FAR:
    case LS_EXPLANATION_PRESENT:
    default:
      /* Translators: two sources of GLib */
      return g_strdup_printf (_("%s is dispatched next: %s was ready too late for this iteration (inferred)."), name, other);
    }
}

/* Says why @name goes before @other, for a reason that only sources have. */
char *
ls_source_rule_say (LsExplanationTense  tense,
                    LsReason            reason,
                    const char         *name,
                    const char         *other)
{
  switch (reason)
    {
    case LS_REASON_ATTACHED:
      return say_attached (tense, name, other);
    case LS_REASON_ITERATION:
      return say_iteration (tense, name, other);
    default:
      return say_readiness (tense, name, other);
    }
}

/* Says that no other source is ready. */
char *
ls_source_rule_say_only (LsExplanationTense  tense,
                         const char         *name)
{
  if (tense == LS_EXPLANATION_PAST)
    return g_strdup_printf (_("%s was dispatched: no other source of its loop was known to be ready."), name);
  if (tense == LS_EXPLANATION_TOLD)
    return g_strdup_printf (_("%s is dispatched: no other source of its loop is known to be ready."), name);
  return g_strdup_printf (_("%s is dispatched next: no other source of its loop is known to be ready."), name);
}
