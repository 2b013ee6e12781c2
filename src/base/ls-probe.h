/* ls-probe.h: the interface through which an engine reports
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record.h"

G_BEGIN_DECLS

#define LS_TYPE_PROBE (ls_probe_get_type ())

typedef struct _LsProbe LsProbe;

/**
 * LsProbe:
 * @cursor: the place of the next record
 * @end: one past the last place that @cursor may have
 * @refill: the engine calls it when @cursor has reached @end; it must leave room for at least one record
 * @intern: returns the number of a string in the listener's table, 1 or more; copies the string
 * @publish: lets other threads read the records that are written; the engine calls it once at the end of each step of the loop
 * @owner: (nullable): the object that the probe is part of, which ls_probe_ref() keeps alive; %NULL where the listener sees to it
 *   itself that the probe lives long enough
 *
 * The listener of an engine, which writes its records here without knowing who listens. The listener embeds this struct in its
 * own. Only the engine's thread uses the members.
 */
struct _LsProbe
{
  LsRecord *cursor;
  LsRecord *end;
  void    (*refill)  (LsProbe    *probe);
  guint32 (*intern)  (LsProbe    *probe,
                      const char *string);
  void    (*publish) (LsProbe    *probe);
  GObject  *owner;
};

LS_AVAILABLE_IN_1_0
GType    ls_probe_get_type (void);
LS_AVAILABLE_IN_1_0
LsProbe *ls_probe_ref      (LsProbe *probe);
LS_AVAILABLE_IN_1_0
void     ls_probe_unref    (LsProbe *probe);

/**
 * ls_probe_reserve: (skip)
 * @probe: a probe
 *
 * Reserves the place of the next record. The caller fills it in at once: writing a record in place costs half of writing it
 * elsewhere and copying it.
 *
 * Returns: (transfer none): the place of the record
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
 * @probe: (nullable): a probe, or %NULL to do nothing
 * @record: the record; the function copies it
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
 * Returns: the string's number for the text of a [struct@Record]; 0 without a probe or a string
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
 * Lets other threads read the records that are written.
 */
static inline void
ls_probe_publish (LsProbe *probe)
{
  if (probe != NULL)
    probe->publish (probe);
}

G_END_DECLS
