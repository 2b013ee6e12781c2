/* ls-cli-names.c: the names of a program's API that somebody probably meant
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ls-cli.h"
#include "ls-meant-private.h"

/* Names that programs find, and that are about scheduling. */
static const char *const globals[] = {
  "scheduler", "Scheduler", "TaskController", "TaskSignal", "TaskPriorityChangeEvent", "AbortController", "AbortSignal",
  "setTimeout", "clearTimeout", "setInterval", "clearInterval", "queueMicrotask", "requestAnimationFrame", "requestIdleCallback",
  "cancelIdleCallback", "structuredClone", "performance", "console", "Worker", "MessageChannel", "EventTarget",
  "DOMException", "SharedArrayBuffer", "Atomics", "Promise", "work", "log", NULL
};

static const char *const methods[] = {
  "postTask", "yield", "setPriority", "abort", "throwIfAborted", "addEventListener", "removeEventListener", "dispatchEvent",
  "postMessage", "timeRemaining", "timeout", NULL
};

#define NO_VARIABLE "Can't find variable: "
#define NO_FUNCTION " is not a function"

/* Returns (nullable) what was probably meant by the name of which the message of an error says that there is no such thing. */
const char *
ls_cli_find_meant_name (const char *message)
{
  const char *found = strstr (message, NO_VARIABLE);
  const char *begin;
  g_autofree char *name = NULL;

  if (found != NULL)
    return ls_meant_find (found + strlen (NO_VARIABLE), globals);

  found = strstr (message, NO_FUNCTION);
  if (found == NULL)
    return NULL;
  while (found > message && found[-1] == ' ')
    found--;
  for (begin = found; begin > message && (g_ascii_isalnum (begin[-1]) || begin[-1] == '_' || begin[-1] == '$'); begin--)
    ;
  if (begin == message || begin[-1] != '.')
    return NULL;
  name = g_strndup (begin, found - begin);
  return ls_meant_find (name, methods);
}
