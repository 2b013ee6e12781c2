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
  LS_RECORD_MEMBER_NUMBER,
  LS_RECORD_MEMBER_TASK,
  LS_RECORD_MEMBER_QUEUE,
  LS_RECORD_MEMBER_SIGNAL,
  LS_RECORD_MEMBER_TIMER,
  LS_RECORD_MEMBER_MICROTASK,
  LS_RECORD_MEMBER_PROMISE,
  LS_RECORD_MEMBER_SCHEDULER,
  LS_RECORD_MEMBER_IDLE_CALLBACK,
  LS_RECORD_MEMBER_WAITER,
  LS_RECORD_MEMBER_MEMORY,
  LS_RECORD_MEMBER_SOURCE,
  LS_RECORD_MEMBER_AGENT,
  LS_RECORD_MEMBER_TEXT,
  LS_N_RECORD_MEMBERS
} LsRecordMember;

/* LsRecordMember of the members that differ: "text" is always a text. */
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
