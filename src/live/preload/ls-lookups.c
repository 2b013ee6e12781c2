/* ls-lookups.c: hears what interpreters call
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <dlfcn.h>
#include <gmodule.h>

/* Interpreters (Python, GJS) have GObject-Introspection look GLib's functions up by their names, with g_module_symbol(), instead of
 * having the loader bind them. They get ours, as the loader would have found them. */

#undef g_module_symbol

typedef gboolean (*LookUp) (GModule *module, const char *name, gpointer *symbol);

static gboolean look_up_first (GModule *module, const char *name, gpointer *symbol);

static LookUp real_look_up = look_up_first;

/* An interpreter loads the library without letting others see its functions. */
static gboolean
look_up_first (GModule    *module,
               const char *name,
               gpointer   *symbol)
{
  void *library = dlopen ("libgmodule-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
  LookUp found = (LookUp) dlsym (library != NULL ? library : RTLD_NEXT, "g_module_symbol");

  if (library != NULL)
    dlclose (library);
  if (found == NULL)
    {
      *symbol = NULL;
      return FALSE;
    }
  __atomic_store_n (&real_look_up, found, __ATOMIC_RELAXED);
  return found (module, name, symbol);
}

static gboolean
is_of_glib (const void *function)
{
  const char *file;
  Dl_info info;

  if (dladdr (function, &info) == 0 || info.dli_fname == NULL)
    return FALSE;
  file = strrchr (info.dli_fname, '/');
  file = file != NULL ? file + 1 : info.dli_fname;
  return strncmp (file, "libglib-2.0.", strlen ("libglib-2.0.")) == 0 || strncmp (file, "libgio-2.0.", strlen ("libgio-2.0.")) == 0;
}

EXPORT gboolean
g_module_symbol (GModule    *module,
                 const char *name,
                 gpointer   *symbol)
{
  const gboolean found = __atomic_load_n (&real_look_up, __ATOMIC_RELAXED) (module, name, symbol);
  void *own;

  NEED_GLIB ();
  if (found && ls_preload_default_context != NULL && strncmp (name, "g_", 2) == 0 && is_of_glib (*symbol) &&
      (own = ls_preload_find_own (name)) != NULL)
    *symbol = own;
  return found;
}
