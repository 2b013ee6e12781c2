/* ls-plain-type-private.h: GTypes of structures that are copied as they are, or not at all
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

/* Defines the GType of a structure that g_atomic_rc_box_new0() makes, and type_name_release(), which drops a reference. A copy is
 * the same structure with one more reference, for languages that keep it longer than its owner. clear() frees what is in it. */
#define LS_DEFINE_COUNTED_TYPE(TypeName, type_name, clear) \
  static TypeName * \
  type_name##_acquire (TypeName *self) \
  { \
    return g_atomic_rc_box_acquire (self); \
  } \
  \
  static void \
  type_name##_release (TypeName *self) \
  { \
    g_atomic_rc_box_release_full (self, (GDestroyNotify) clear); \
  } \
  \
  G_DEFINE_BOXED_TYPE (TypeName, type_name, type_name##_acquire, type_name##_release)
