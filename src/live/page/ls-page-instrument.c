/* ls-page-instrument.c: the script that pages run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <string.h>

#include "loopscope-page-resources.h"

#define SCRIPTS "/io/github/loopscope/Loopscope/live/"
/* Of time in a millisecond. */
#define NODE_UNITS 1000
/* Where stacks are asked for. */
#define CALLERS_OF_STACK 8

static char *
read_script (const char *name)
{
  g_autofree char *path = g_strconcat (SCRIPTS, name, NULL);
  g_autoptr (GBytes) source = g_resource_lookup_data (loopscope_page_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert (source != NULL);
  return g_strndup (g_bytes_get_data (source, NULL), g_bytes_get_size (source));
}

/* Returns (transfer full) a file that is an expression and a semicolon, without the latter. */
static char *
read_expression (const char *name)
{
  char *text = read_script (name);

  *strrchr (text, ';') = '\0';
  return text;
}

static char *
make_script (const char          *binding,
             LsPageTransportKind  kind,
             LsPageWatchFlags     flags,
             gboolean             is_late)
{
  const gboolean is_node = kind == LS_PAGE_TRANSPORT_NODE, is_firefox = kind == LS_PAGE_TRANSPORT_FIREFOX;
  g_autofree char *main_part = read_script ("instrument.js");
  const guint n_callers = kind != LS_PAGE_TRANSPORT_CHROMIUM ? 0 : (flags & LS_PAGE_WATCH_STACKS) != 0 ? CALLERS_OF_STACK : 1;
  g_autofree char *stream = read_expression ("instrument-stream.js");
  g_autofree char *words = read_expression ("instrument-words.js");
  g_autofree char *promises = read_expression ("instrument-promises.js");
  g_autofree char *more = read_expression (is_node ? "instrument-node.js" : "instrument-page.js");
  g_autofree char *call = g_strdup_printf ("({ name: '%s', late: %d, isEmpty: %s, units: %u, stacks: %u, stream: %s, words: %s, promises: %s, more: %s });",
                                           binding, is_late, is_firefox && !is_late ? "isEmpty" : "null",
                                           is_node ? NODE_UNITS : 0, n_callers, stream, words, promises, more);
  g_autoptr (GString) script = g_string_new (main_part);

  g_string_replace (script, "(CONFIG);", call, 1);
  if (is_firefox)
    {
      g_autofree char *around = read_expression ("instrument-firefox.js");
      g_autofree char *name = g_strdup_printf ("'%s'", binding);
      g_autoptr (GString) whole = g_string_new (strstr (around, "(channel =>"));

      g_string_replace (whole, "NAME", name, 0);
      g_string_replace (whole, "SCRIPT;", script->str, 1);
      return ls_page_quote (whole->str);
    }
  return ls_page_quote (script->str);
}

/* Makes what pages run, or what Node.js does. */
void
ls_page_client_make_scripts (LsPageClient        *self,
                             LsPageTransportKind  kind)
{
  g_free (self->script);
  g_free (self->late_script);
  self->script = make_script (self->binding, kind, self->flags, FALSE);
  self->late_script = make_script (self->binding, kind, self->flags, TRUE);
}
