/* ls-signal-link.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-signal-link-private.h"

/* Connects two signals, unless they are connected already: the sets of DOM hold each signal once. */
void
ls_signal_links_connect (LsSignalLinks *source_links,
                         LsAbortSignal *source,
                         LsSignalLinks *dependent_links,
                         LsAbortSignal *dependent)
{
  LsSignalLink *link;

  for (link = dependent_links->first_source; link != NULL; link = link->next_source)
    if (link->source == source)
      return;

  link = g_new (LsSignalLink, 1);
  *link = (LsSignalLink) { .source = source,
                           .dependent = dependent,
                           .previous_dependent = source_links->last_dependent,
                           .previous_source = dependent_links->last_source };
  if (source_links->last_dependent != NULL)
    source_links->last_dependent->next_dependent = link;
  else
    source_links->first_dependent = link;
  source_links->last_dependent = link;
  source_links->n_dependents++;
  if (dependent_links->last_source != NULL)
    dependent_links->last_source->next_source = link;
  else
    dependent_links->first_source = link;
  dependent_links->last_source = link;
}

void
ls_signal_links_disconnect (LsSignalLinks *source_links,
                            LsSignalLinks *dependent_links,
                            LsSignalLink  *link)
{
  if (link->previous_dependent != NULL)
    link->previous_dependent->next_dependent = link->next_dependent;
  else
    source_links->first_dependent = link->next_dependent;
  if (link->next_dependent != NULL)
    link->next_dependent->previous_dependent = link->previous_dependent;
  else
    source_links->last_dependent = link->previous_dependent;
  source_links->n_dependents--;
  if (link->previous_source != NULL)
    link->previous_source->next_source = link->next_source;
  else
    dependent_links->first_source = link->next_source;
  if (link->next_source != NULL)
    link->next_source->previous_source = link->previous_source;
  else
    dependent_links->last_source = link->previous_source;
  g_free (link);
}

/* Returns the current dependents, in order, each with a reference: the code that runs next may make and drop signals. */
GPtrArray *
ls_signal_links_hold_dependents (LsSignalLinks *self)
{
  GPtrArray *dependents = g_ptr_array_new_full (self->n_dependents, g_object_unref);

  for (LsSignalLink *link = self->first_dependent; link != NULL; link = link->next_dependent)
    g_ptr_array_add (dependents, g_object_ref (link->dependent));
  return dependents;
}
