/* ls-signal-link-private.h: which signal depends on which
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
 * One relation between a source and a signal that depends on it, in the lists of both, each in the order in which the
 * relations were made. It keeps neither alive (DOM's and §3.3's weak sets); whoever goes first takes it away.
 */
struct _LsSignalLink
{
  LsAbortSignal *source, *dependent;                     /* (unowned) */
  LsSignalLink  *next_dependent, *previous_dependent;    /* of the same source */
  LsSignalLink  *next_source, *previous_source;          /* of the same dependent */
};

/** LsSignalLinks: the ends of a signal's two lists for one kind of relation. */
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
