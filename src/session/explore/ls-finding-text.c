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
    N_("An agent is suspended forever: all others have ended, and none is left to notify it."),
    N_("Look at its last wait: which agent should have notified it, and what did that agent do instead?"),
    LS_CLAUSE_ECMA_SUSPEND_THIS_AGENT,
  },
  [LS_FINDING_LOST_WAKE_UP] = {
    N_("Lost wake-up"),
    N_("A notification came just before the agent started to wait for it, and no other follows."),
    N_("Change the element before notifying, and pass the value that was read to wait(): it then returns “not-equal”."),
    LS_CLAUSE_ECMA_ATOMICS_NOTIFY,
  },
  [LS_FINDING_NEVER_RESOLVED] = {
    N_("Promise never resolved"),
    N_("The code after a waitAsync() of the agent never runs: all others have ended, and none is left to notify it."),
    N_("Find the agent that should have notified it, or add a timeout."),
    LS_CLAUSE_ECMA_DO_WAIT,
  },
  [LS_FINDING_INVARIANT] = {
    N_("Failed expectation"),
    N_("An expectation of the session about memory, locks or waiting agents fails."),
    N_("Step through the schedule to the point where it fails."),
    LS_CLAUSE_SESSION,
  },
  [LS_FINDING_OVERTAKING] = {
    N_("Overtaking"),
    N_("A woken agent was overtaken and went back to waiting, more times in a row than the limit allows."),
    N_("Use a lock that is handed over to the woken agent, such as the fair lock."),
    LS_CLAUSE_ECMA_NOTIFY_WAITER,
  },
  [LS_FINDING_LOCK_LEFT_HELD] = {
    N_("Lock left held"),
    N_("An exception in the callback left the lock held: no agent can acquire it any more."),
    N_("Unlock in a finally block."),
    LS_N_CLAUSES,
  },
  [LS_FINDING_EARLY_UNLOCK] = {
    N_("Lock released too early"),
    N_("The lock is released while the work that it guards continues asynchronously."),
    N_("Await the result of the callback before unlocking."),
    LS_N_CLAUSES,
  },
  [LS_FINDING_SPINS] = {
    N_("Spinning agents"),
    N_("All runnable agents repeat the same operations, and nothing changes."),
    N_("Wait for a change instead of polling."),
    LS_CLAUSE_ECMA_FORWARD_PROGRESS,
  },
  [LS_FINDING_TOO_LONG] = {
    N_("Schedule too long"),
    N_("The agents take more steps than the limit for one schedule. Later steps were not explored."),
    N_("Look for an endless loop, or explore a smaller program."),
    LS_N_CLAUSES,
  },
};

/**
 * ls_finding_get_title:
 * @finding: what goes wrong
 *
 * Gets what people call a kind of finding.
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
 * Tells what a kind of finding means.
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
 * Tells what to do about a kind of finding.
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
 * Tells where a specification speaks of a kind of finding.
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
