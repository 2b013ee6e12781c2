/* ls-json-memory-private.h: memory for yajl, which does not ask whether it got any
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>
#include <yajl/yajl_common.h>

G_BEGIN_DECLS

static inline void *
ls_json_memory_allocate (void   *data,
                         size_t  size)
{
  return g_malloc (size);
}

static inline void *
ls_json_memory_reallocate (void   *data,
                           void   *memory,
                           size_t  size)
{
  return g_realloc (memory, size);
}

static inline void
ls_json_memory_free (void *data,
                     void *memory)
{
  g_free (memory);
}

/* Where there is no memory, the process ends with GLib's message. */
static yajl_alloc_funcs ls_json_memory = { ls_json_memory_allocate, ls_json_memory_reallocate, ls_json_memory_free, NULL };

G_END_DECLS
