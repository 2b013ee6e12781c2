/* ls-stage-flights.h: chips that fly from where they were to where they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_STAGE_FLIGHTS (ls_stage_flights_get_type ())
G_DECLARE_FINAL_TYPE (LsStageFlights, ls_stage_flights, LS, STAGE_FLIGHTS, GtkWidget)

void  ls_stage_flights_remember  (LsStageFlights *self,
                                  GtkWidget      *page);
void  ls_stage_flights_take_off  (LsStageFlights *self,
                                  GtkWidget      *page,
                                  guint           duration);
void  ls_stage_flights_finish    (LsStageFlights *self);
guint ls_stage_flights_get_count (LsStageFlights *self);

G_END_DECLS
