/* ls-firefox-names.c: what the markers of Firefox mean
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-firefox-private.h"

static const struct
{
  const char *name;
  LsFirefoxMeaning meaning;
} meanings[] = {
  { "CC", LS_FIREFOX_GC },
  { "CCSlice", LS_FIREFOX_GC },
  { "DOMEvent", LS_FIREFOX_DOM_EVENT },
  { "DisplayList", LS_FIREFOX_RENDERING },
  { "DisplayListResources", LS_FIREFOX_RENDERING },
  { "GCMajor", LS_FIREFOX_GC },
  { "GCMinor", LS_FIREFOX_GC },
  { "GCSlice", LS_FIREFOX_GC },
  { "HTMLParserTreeOps", LS_FIREFOX_LOADING },
  { "LongTask", LS_FIREFOX_TASK },
  { "Perform microtasks", LS_FIREFOX_MICROTASKS },
  { "Reflow (interruptible)", LS_FIREFOX_RENDERING },
  { "Reflow (sync)", LS_FIREFOX_RENDERING },
  { "RefreshDriverTick", LS_FIREFOX_RENDERING },
  { "RunMicroTask", LS_FIREFOX_MICROTASK },
  { "Runnable", LS_FIREFOX_RUNNABLE },
  { "ScriptCompileMainThread", LS_FIREFOX_SCRIPT },
  { "ScriptExecution", LS_FIREFOX_SCRIPT },
  { "ScriptInstantiation", LS_FIREFOX_SCRIPT },
  { "Styles", LS_FIREFOX_RENDERING },
  { "UserTiming", LS_FIREFOX_USER_TIMING },
  { "ViewManagerFlush", LS_FIREFOX_RENDERING },
  { "WrDisplayList", LS_FIREFOX_RENDERING },
  { "requestAnimationFrame callbacks", LS_FIREFOX_FRAME },
  { "setInterval callback", LS_FIREFOX_TIMER },
  { "setTimeout callback", LS_FIREFOX_TIMER },
};

/* What a person does, as events of the DOM. In alphabetical order. */
static const char * const inputs[] = {
  "auxclick",
  "beforeinput",
  "click",
  "contextmenu",
  "dblclick",
  "dragend",
  "dragstart",
  "drop",
  "input",
  "keydown",
  "keypress",
  "keyup",
  "mousedown",
  "mousemove",
  "mouseup",
  "pointercancel",
  "pointerdown",
  "pointermove",
  "pointerup",
  "touchcancel",
  "touchend",
  "touchmove",
  "touchstart",
  "wheel",
};

/*< private >
 * ls_firefox_find_meaning:
 * @name: a marker's name
 *
 * Returns: what the marker is about
 */
LsFirefoxMeaning
ls_firefox_find_meaning (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (meanings); i++)
    if (strcmp (meanings[i].name, name) == 0)
      return meanings[i].meaning;

  return LS_FIREFOX_NOTHING;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (a, *(const char * const *) b);
}

/*< private >
 * ls_firefox_is_input:
 * @event_type: the type of a DOM event
 *
 * Returns: whether a person causes such events
 */
gboolean
ls_firefox_is_input (const char *event_type)
{
  return bsearch (event_type, inputs, G_N_ELEMENTS (inputs), sizeof inputs[0], compare_names) != NULL;
}

/* "FUNCTION (URL:LINE)" or "FUNCTION (URL:LINE:COLUMN)" */
static void
parse_function (const char  *text,
                char       **function,
                char       **place)
{
  const char *open = strstr (text, " (");
  gsize length = strlen (text);

  /* The last one: names of functions may have brackets, addresses have no blanks. */
  for (const char *next = open; next != NULL; next = strstr (next + 1, " ("))
    open = next;

  if (open == NULL || text[length - 1] != ')')
    {
      *function = g_strdup (text);
      return;
    }

  *function = g_strndup (text, (gsize) (open - text));
  *place = g_strndup (open + 2, length - (gsize) (open + 2 - text) - 1);
}

/*< private >
 * ls_firefox_parse_timer:
 * @text: such as "setTimeout handler with interval 60ms: start (http://localhost/app.js:21)"
 * @interval: (out): ms
 * @repeats: (out): whether it is an interval
 * @function: (out) (nullable): the callback's name; %NULL if it has none
 * @place: (out) (nullable): where it is
 *
 * Returns: whether the text is that of a timer of the program
 */
gboolean
ls_firefox_parse_timer (const char  *text,
                        guint64     *interval,
                        gboolean    *repeats,
                        char       **function,
                        char       **place)
{
  static const char words[] = " with interval ";
  const char *found = strstr (text, words);
  char *after;

  *interval = 0;
  *function = NULL;
  *place = NULL;
  *repeats = g_str_has_prefix (text, "setInterval ");
  if (found == NULL || (!*repeats && !g_str_has_prefix (text, "setTimeout ")))
    return FALSE;

  *interval = g_ascii_strtoull (found + strlen (words), &after, 10);
  if (g_str_has_prefix (after, "ms: "))
    parse_function (after + strlen ("ms: "), function, place);
  if (*function != NULL && **function == '<')
    g_clear_pointer (function, g_free);
  return TRUE;
}

/*< private >
 * ls_firefox_find_address:
 * @text: such as `<script src="http://localhost/app.js">`
 *
 * Returns: (nullable) (transfer full): the address in it
 */
char *
ls_firefox_find_address (const char *text)
{
  const char *scheme = strstr (text, "://");
  const char *begin = scheme;
  gsize length;

  if (scheme == NULL)
    return NULL;

  while (begin > text && (g_ascii_isalnum (begin[-1]) || begin[-1] == '-' || begin[-1] == '+' || begin[-1] == '.'))
    begin--;
  length = strcspn (begin, " \"<>");
  return length > 0 ? g_strndup (begin, length) : NULL;
}
