/* ls-departures.h: where a recorded loop chose otherwise than the preset
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

/**
 * LS_DEPARTURES_MAX_KEPT:
 *
 * How many departures are kept one by one. More are only counted.
 */
#define LS_DEPARTURES_MAX_KEPT 10000

/**
 * LsDepartureReason:
 * @LS_DEPARTURE_PRIORITY_CHANGE: the priority of one of the two changed while it waited, and the recording does not say when
 * @LS_DEPARTURE_DELAY_LATE: the delay of the expected task had just ended: the browser notices up to 3 ms late
 * @LS_DEPARTURE_JUST_QUEUED: the expected task was queued less than 1 ms before: the browser may have chosen already
 * @LS_DEPARTURE_ANTI_STARVATION: one of the two was delayed before: the browser takes turns with immediate work of the same rank
 * @LS_DEPARTURE_FRAME: the browser raises the priority of frames that wait long, or after input
 * @LS_DEPARTURE_RANK: the recording says that the queue had another rank then than in the preset's table
 * @LS_DEPARTURE_IDLE_PERIOD: an idle task ran, for which the browser had kept some time
 * @LS_DEPARTURE_INTERNAL: a task of the browser's own ran, whose delay and rank are not in the recording
 * @LS_DEPARTURE_OTHER: none of these
 *
 * The likely reason for a choice that the preset would not have made.
 */
typedef enum
{
  LS_DEPARTURE_PRIORITY_CHANGE,
  LS_DEPARTURE_DELAY_LATE,
  LS_DEPARTURE_JUST_QUEUED,
  LS_DEPARTURE_ANTI_STARVATION,
  LS_DEPARTURE_FRAME,
  LS_DEPARTURE_RANK,
  LS_DEPARTURE_IDLE_PERIOD,
  LS_DEPARTURE_INTERNAL,
  LS_DEPARTURE_OTHER
} LsDepartureReason;

/**
 * LS_N_DEPARTURE_REASONS:
 *
 * How many values [enum@DepartureReason] has.
 */
#define LS_N_DEPARTURE_REASONS (LS_DEPARTURE_OTHER + 1)

/**
 * LsDeparture:
 * @position: the position just before the task was selected
 * @time: loop time in µs
 * @agent: whose loop it was
 * @chosen: the task that was selected
 * @expected: the task that the preset would have selected
 * @reason: [enum@DepartureReason]
 * @chosen_rank: the rank of the one in the preset's table
 * @expected_rank: the rank of the other
 *
 * A choice that the preset would not have made.
 */
typedef struct
{
  guint64 position;
  guint64 time;
  guint32 agent;
  guint32 chosen;
  guint32 expected;
  guint8 reason;
  guint8 chosen_rank;
  guint8 expected_rank;
} LsDeparture;

#define LS_TYPE_DEPARTURE (ls_departure_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_departure_get_type (void);

#define LS_TYPE_DEPARTURES (ls_departures_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsDepartures, ls_departures, LS, DEPARTURES, GObject)

LS_AVAILABLE_IN_1_0
LsDepartures      *ls_departures_new               (LsTrace           *trace);
LS_AVAILABLE_IN_1_0
LsTrace           *ls_departures_get_trace         (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
gboolean           ls_departures_advance           (LsDepartures      *self,
                                                    gsize              max_records);
LS_AVAILABLE_IN_1_0
gsize              ls_departures_get_position      (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
guint64            ls_departures_get_n_choices     (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
guint64            ls_departures_get_n_unknown     (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
guint64            ls_departures_get_n_departures  (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
guint64            ls_departures_get_n_of_reason   (LsDepartures      *self,
                                                    LsDepartureReason  reason);
LS_AVAILABLE_IN_1_0
guint              ls_departures_get_n_kept        (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
const LsDeparture *ls_departures_get               (LsDepartures      *self,
                                                    guint              index);
LS_AVAILABLE_IN_1_0
LsDeparture       *ls_departures_dup               (LsDepartures      *self,
                                                    guint              index);
LS_AVAILABLE_IN_1_0
char              *ls_departures_get_sentence      (LsDepartures      *self,
                                                    guint              index);
LS_AVAILABLE_IN_1_0
char              *ls_departures_to_text           (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
char              *ls_departures_to_json           (LsDepartures      *self);
LS_AVAILABLE_IN_1_0
const char        *ls_departure_reason_to_string   (LsDepartureReason  reason);
LS_AVAILABLE_IN_1_0
const char        *ls_departure_reason_get_sentence (LsDepartureReason reason);

G_END_DECLS
