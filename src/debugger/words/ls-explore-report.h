/* ls-explore-report.h: the results of an exploration in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-exploration.h"

G_BEGIN_DECLS

char *ls_explore_report_format_agent    (const LsFoundSchedule *found);
char *ls_explore_report_format_length   (LsExploration         *exploration,
                                         const LsFoundSchedule *found);
char *ls_explore_report_dup_message     (const LsFoundSchedule *found);
char *ls_explore_report_format_progress (LsExploration         *exploration);
char *ls_explore_report_format_verdict  (LsExploration         *exploration);
char *ls_explore_report_format_extent   (LsExploration         *exploration);
char *ls_explore_report_format_schedule (const LsFoundSchedule *found);
char *ls_explore_report_to_text         (LsExploration         *exploration);

G_END_DECLS
