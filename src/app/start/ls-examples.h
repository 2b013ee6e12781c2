/* ls-examples.h: the groups of the examples, and what each shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The groups of examples, in the order of the welcome page. */
typedef enum
{
  LS_EXAMPLES_TASKS,
  LS_EXAMPLES_SIGNALS,
  LS_EXAMPLES_EVENT_LOOP,
  LS_EXAMPLES_AGENTS,
  LS_EXAMPLES_JAVASCRIPT,
  LS_EXAMPLES_OTHER,

  LS_N_EXAMPLE_GROUPS
} LsExampleGroup;

const char *ls_examples_get_group_title       (LsExampleGroup   group);
const char *ls_examples_get_group_description (LsExampleGroup   group);
guint       ls_examples_lookup                (const char      *name,
                                               LsExampleGroup  *group,
                                               const char     **summary);

G_END_DECLS
