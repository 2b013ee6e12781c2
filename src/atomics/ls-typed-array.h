/* ls-typed-array.h: views of shared memory as integers of one size, and the conversion of numbers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-shared-memory.h"

G_BEGIN_DECLS

/**
 * LS_LENGTH_TRACKING:
 *
 * The length of an array that follows the length of its memory.
 */
#define LS_LENGTH_TRACKING G_MAXUINT64

/**
 * LsTypedArray:
 * @memory: (transfer none): the memory of the array
 * @type: the type of its elements
 * @byte_offset: the offset of its first element, in bytes
 * @length: the number of elements, or %LS_LENGTH_TRACKING
 *
 * A view of shared memory. It holds no reference: the memory has to outlive it.
 */
typedef struct
{
  LsSharedMemory *memory;
  LsElementType   type;
  gsize           byte_offset;
  guint64         length;
} LsTypedArray;

#define LS_TYPE_TYPED_ARRAY (ls_typed_array_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_typed_array_get_type (void);

LS_AVAILABLE_IN_1_0
gboolean    ls_typed_array_init          (LsTypedArray        *self,
                                          LsSharedMemory      *memory,
                                          LsElementType        type,
                                          guint64              byte_offset,
                                          guint64              length,
                                          GError             **error);
LS_AVAILABLE_IN_1_0
guint64     ls_typed_array_get_length    (const LsTypedArray  *self);

LS_AVAILABLE_IN_1_0
gsize       ls_element_type_get_size     (LsElementType        type);
LS_AVAILABLE_IN_1_0
gboolean    ls_element_type_is_big       (LsElementType        type);
LS_AVAILABLE_IN_1_0
gboolean    ls_element_type_is_waitable  (LsElementType        type);
LS_AVAILABLE_IN_1_0
gint64      ls_element_type_wrap         (LsElementType        type,
                                          gint64               value);
LS_AVAILABLE_IN_1_0
gint64      ls_element_type_from_number  (LsElementType        type,
                                          double               number);
LS_AVAILABLE_IN_1_0
char       *ls_element_type_format       (LsElementType        type,
                                          gint64               value);

LS_AVAILABLE_IN_1_0
double      ls_to_integer_or_infinity    (double               number);
LS_AVAILABLE_IN_1_0
gboolean    ls_to_index                  (double               number,
                                          guint64             *index,
                                          GError             **error);
LS_AVAILABLE_IN_1_0
double      ls_to_wait_timeout           (double               number);
LS_AVAILABLE_IN_1_0
guint64     ls_to_notify_count           (double               number);

G_END_DECLS
