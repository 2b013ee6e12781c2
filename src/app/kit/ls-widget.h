/* ls-widget.h: helpers to show a text, a tooltip or a colour
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-state.h"

G_BEGIN_DECLS

void ls_widget_wrap            (GtkWidget  *label);
void ls_widget_hide_when_empty (GtkWidget  *label);
void ls_widget_show_text       (GtkWidget  *label,
                                const char *text);
void ls_widget_show_prose     (GtkWidget  *label,
                               const char *text);
void ls_widget_show_clause    (GtkWidget  *label,
                               LsClause    clause,
                               guint       step);
void ls_widget_remove_children (GtkWidget *widget);
void ls_widget_close_popover   (GtkWidget  *widget);
gboolean ls_widget_is_cut      (GtkWidget  *label);
void ls_widget_tell_when_cut   (GtkWidget  *label);
void ls_widget_set_tooltip     (GtkWidget  *widget,
                                const char *text);
void ls_widget_set_obstacle    (GtkWidget  *widget,
                                const char *obstacle);
void ls_widget_set_class       (GtkWidget  *widget,
                                const char *name,
                                gboolean    set);
void ls_widget_set_priority    (GtkWidget  *widget,
                                guint       priority);
void ls_widget_set_signal      (GtkWidget  *widget,
                                LsState    *state,
                                guint32     signal);
void ls_widget_set_button_label (GtkButton  *button,
                                 const char *label);
void ls_widget_name            (GtkWidget  *widget,
                                const char *format,
                                ...) G_GNUC_PRINTF (2, 3);
void ls_widget_print           (GtkWidget  *label,
                                const char *format,
                                ...) G_GNUC_PRINTF (2, 3);
void ls_widget_remove_rest     (GtkWidget  *child);
int  ls_widget_measure_height  (GtkWidget  *widget,
                                int         width);

G_END_DECLS
