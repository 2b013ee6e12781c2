/* ls-record-members-private.h: what the numbers in records are of
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-record.h"

G_BEGIN_DECLS

/* Identifiers count within their own kind of thing; texts are numbers of the trace's table. */
typedef enum
{
  LS_MEMBER_NUMBER,
  LS_MEMBER_TASK,
  LS_MEMBER_QUEUE,
  LS_MEMBER_SIGNAL,
  LS_MEMBER_TIMER,
  LS_MEMBER_MICROTASK,
  LS_MEMBER_PROMISE,
  LS_MEMBER_SCHEDULER,
  LS_MEMBER_IDLE_CALLBACK,
  LS_MEMBER_WAITER,
  LS_MEMBER_MEMORY,
  LS_MEMBER_SOURCE,
  LS_MEMBER_AGENT,
  LS_MEMBER_TEXT,
  LS_N_MEMBERS
} LsMember;

/* LsMember of the members that differ: "text" is always a text. */
typedef struct
{
  guint8 subject, object, value;
} LsRecordMembers;

#define LS_RECORD_MAX_TEXTS 3

LsRecordMembers ls_record_get_members       (const LsRecord *record);
guint           ls_record_get_texts         (const LsRecord *record,
                                             guint32        *texts);
void            ls_record_encode_priorities (LsRecord *record);
void            ls_record_decode_priorities (LsRecord *record);

G_END_DECLS
