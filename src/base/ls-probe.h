/* ls-probe.h: through which an engine reports, without knowing who listens
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record.h"

G_BEGIN_DECLS

typedef struct _LsProbe LsProbe;

/**
 * LsProbe:
 * @cursor: where the next record goes
 * @end: one past the last place at @cursor
 * @refill: called when @cursor has reached @end; must leave room for a record at least
 * @intern: gives the number of a string in the listener's table, 1 or more; the string is copied
 * @publish: what was written so far may be read by others; called once at the end of each step of the loop
 *
 * The listener's side of an engine: a place to write records to. The listener embeds this struct in its own. All
 * members are used by the engine's thread only.
 */
struct _LsProbe
{
  LsRecord *cursor;
  LsRecord *end;
  void    (*refill)  (LsProbe    *probe);
  guint32 (*intern)  (LsProbe    *probe,
                      const char *string);
  void    (*publish) (LsProbe    *probe);
};

/**
 * ls_probe_reserve: (skip)
 * @probe: a probe
 *
 * Takes the place of the next record, to be filled in at once: writing it in place costs half of writing it elsewhere
 * and copying it.
 *
 * Returns: (transfer none): where the record goes
 */
static inline LsRecord *
ls_probe_reserve (LsProbe *probe)
{
  if (G_UNLIKELY (probe->cursor == probe->end))
    probe->refill (probe);
  return probe->cursor++;
}

/**
 * ls_probe_emit:
 * @probe: (nullable): a probe; nothing happens without one
 * @record: what to report; copied
 *
 * Writes a record.
 */
static inline void
ls_probe_emit (LsProbe        *probe,
               const LsRecord *record)
{
  if (probe != NULL)
    *ls_probe_reserve (probe) = *record;
}

/**
 * ls_probe_intern:
 * @probe: (nullable): a probe
 * @string: (nullable): a string
 *
 * Returns: the string's number for #LsRecord.text; 0 without a probe or a string
 */
static inline guint32
ls_probe_intern (LsProbe    *probe,
                 const char *string)
{
  return probe != NULL && string != NULL ? probe->intern (probe, string) : 0;
}

/**
 * ls_probe_publish:
 * @probe: (nullable): a probe
 *
 * Lets readers on other threads see what was written.
 */
static inline void
ls_probe_publish (LsProbe *probe)
{
  if (probe != NULL)
    probe->publish (probe);
}

G_END_DECLS
