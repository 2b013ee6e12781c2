/* ls-plain-type-private.h: GTypes of structures that have nothing of their own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

/* Defines the GType of a structure. A copy has the same members: what they point to belongs to whoever it belonged to. */
#define LS_DEFINE_PLAIN_TYPE(TypeName, type_name) \
  static TypeName * \
  type_name##_copy_plain (TypeName *self) \
  { \
    return g_memdup2 (self, sizeof *self); \
  } \
  \
  G_DEFINE_BOXED_TYPE (TypeName, type_name, type_name##_copy_plain, g_free)
