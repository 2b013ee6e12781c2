/* test-places.h: everywhere a window can be: its panes and its dialogs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-window-util.h"

G_BEGIN_DECLS

typedef void (*TestPlaceFunc) (LsWindow   *window,
                               GtkWidget  *place,
                               const char *name);

void       test_places_foreach_pane   (LsWindow      *window,
                                       TestPlaceFunc  func);
void       test_places_foreach_dialog (LsWindow      *window,
                                       TestPlaceFunc  func);
guint      test_places_get_n_dialogs  (void);
const char *test_places_open_dialog   (LsWindow      *window,
                                       guint          i);
GtkWidget *test_places_open_popover   (LsWindow      *window,
                                       GHashTable    *seen,
                                       const char   **name);

G_END_DECLS
