/* ls-signal-link-private.h: the links between signals and their dependents
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _LsAbortSignal LsAbortSignal;
typedef struct _LsSignalLink LsSignalLink;

/**
 * LsSignalLink:
 *
 * A link between a source and a signal that depends on it. It is in the lists of both, in the order in which the links were made.
 * A link keeps neither signal alive (the weak sets of DOM and §3.3); the signal that goes first removes it.
 */
struct _LsSignalLink
{
  LsAbortSignal *source, *dependent;                     /* (unowned) */
  LsSignalLink  *next_dependent, *previous_dependent;    /* of the same source */
  LsSignalLink  *next_source, *previous_source;          /* of the same dependent */
};

/** LsSignalLinks: the two lists of a signal for one kind of link. */
typedef struct
{
  LsSignalLink *first_dependent, *last_dependent;
  LsSignalLink *first_source, *last_source;
  guint         n_dependents;
} LsSignalLinks;

void       ls_signal_links_connect         (LsSignalLinks *source_links,
                                            LsAbortSignal *source,
                                            LsSignalLinks *dependent_links,
                                            LsAbortSignal *dependent);
void       ls_signal_links_disconnect      (LsSignalLinks *source_links,
                                            LsSignalLinks *dependent_links,
                                            LsSignalLink  *link);
GPtrArray *ls_signal_links_hold_dependents (LsSignalLinks *self);

G_END_DECLS
