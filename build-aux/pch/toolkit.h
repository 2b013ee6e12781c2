/* toolkit.h: the toolkit's headers, parsed once for all files of the application
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtk/gtk.h>
