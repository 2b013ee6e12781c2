/* library.h: GLib's headers, parsed once for all files of the library
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <gio/gio.h>
#include <glib-object.h>
#include <glib.h>
#include <string.h>
