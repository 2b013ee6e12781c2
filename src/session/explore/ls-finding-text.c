/* ls-finding-text.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-finding-text.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *title;
  const char *explanation;
  const char *advice;
  LsClause    clause;        /* LS_N_CLAUSES if no specification speaks of it */
} FindingInfo;

static const FindingInfo infos[LS_N_FINDINGS] = {
  [LS_FINDING_DEADLOCK] = {
    N_("Deadlock"),
    N_("An agent is suspended for ever: everybody else has come to an end, and nobody is left to notify it."),
    N_("Look at its last wait: who should have notified it, and what did that agent do instead?"),
    LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT,
  },
  [LS_FINDING_LOST_WAKE_UP] = {
    N_("Lost wake-up"),
    N_("A notification found nobody just before the agent began to wait for it, and there is no other."),
    N_("Change the element before notifying, and wait for the value that was read: then the wait ends with “not-equal”."),
    LS_CLAUSE_ECMA_ATOMICS_NOTIFY,
  },
  [LS_FINDING_NEVER_RESOLVED] = {
    N_("Promise that is never resolved"),
    N_("What follows a waitAsync() of the agent never runs: everybody else has come to an end, and nobody is left to notify it."),
    N_("Look at who should have notified it, or give it a timeout."),
    LS_CLAUSE_ECMA_DO_WAIT,
  },
  [LS_FINDING_INVARIANT] = {
    N_("Expectation that does not hold"),
    N_("What the session expects of memory, of locks or of those who wait does not come true."),
    N_("Step through the schedule up to where it stops being true."),
    LS_CLAUSE_SESSION,
  },
  [LS_FINDING_OVERTAKING] = {
    N_("Overtaking"),
    N_("An agent that was woken found the way barred and went back to waiting, more often in a row than is allowed."),
    N_("A lock that is handed over to who was woken, such as the fair lock, lets nobody overtake."),
    LS_CLAUSE_ECMA_NOTIFY_WAITER,
  },
  [LS_FINDING_LOCK_LEFT_HELD] = {
    N_("Lock that is left held"),
    N_("An exception of the callback has left the lock held: nobody gets it any more."),
    N_("Unlock whatever happens, as in a finally block."),
    LS_N_CLAUSES,
  },
  [LS_FINDING_EARLY_UNLOCK] = {
    N_("Lock that is unlocked too early"),
    N_("The lock is unlocked while what it guards goes on asynchronously."),
    N_("Await what the callback returns before unlocking."),
    LS_N_CLAUSES,
  },
  [LS_FINDING_SPINS] = {
    N_("Agents that spin"),
    N_("All agents that can run do the same again and again, and nothing changes."),
    N_("Wait for a change instead of looking for it."),
    LS_CLAUSE_ECMA_FORWARD_PROGRESS,
  },
  [LS_FINDING_TOO_LONG] = {
    N_("Schedule that is too long"),
    N_("The agents take more steps than are allowed for one schedule. What comes after them was not looked at."),
    N_("Look for a loop without an end, or explore a smaller program."),
    LS_N_CLAUSES,
  },
};

/**
 * ls_finding_get_title:
 * @finding: what goes wrong
 *
 * Returns: (transfer none): its name, in the user's language
 */
const char *
ls_finding_get_title (LsFinding finding)
{
  g_return_val_if_fail ((guint) finding < LS_N_FINDINGS, NULL);

  return _(infos[finding].title);
}

/**
 * ls_finding_get_explanation:
 * @finding: what goes wrong
 *
 * Returns: (transfer none): what that means, in the user's language
 */
const char *
ls_finding_get_explanation (LsFinding finding)
{
  g_return_val_if_fail ((guint) finding < LS_N_FINDINGS, NULL);

  return _(infos[finding].explanation);
}

/**
 * ls_finding_get_advice:
 * @finding: what goes wrong
 *
 * Returns: (transfer none): what to do about it, in the user's language
 */
const char *
ls_finding_get_advice (LsFinding finding)
{
  g_return_val_if_fail ((guint) finding < LS_N_FINDINGS, NULL);

  return _(infos[finding].advice);
}

/**
 * ls_finding_get_clause:
 * @finding: what goes wrong
 * @clause: (out): where a specification speaks of it
 *
 * Returns: whether one does
 */
gboolean
ls_finding_get_clause (LsFinding  finding,
                       LsClause  *clause)
{
  g_return_val_if_fail ((guint) finding < LS_N_FINDINGS, FALSE);
  g_return_val_if_fail (clause != NULL, FALSE);

  *clause = infos[finding].clause;
  return *clause != LS_N_CLAUSES;
}
