/* ls-hash-private.h: hashes of 128 bits, wide enough to tell all states apart
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** LsHash: the hash of a sequence of numbers. Zeroed memory is that of the empty sequence. */
typedef struct
{
  guint64 a, b;
} LsHash;

static inline guint64
ls_hash_scramble (guint64 x)
{
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* Appends a number. */
static inline void
ls_hash_mix (LsHash  *self,
             guint64  value)
{
  self->a = ls_hash_scramble (self->a * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + value + 1);
  self->b = ls_hash_scramble ((self->b ^ value) * G_GUINT64_CONSTANT (0xc2b2ae3d27d4eb4f) +
                              G_GUINT64_CONSTANT (0x165667b19e3779f9));
}

static inline void
ls_hash_mix_hash (LsHash       *self,
                  const LsHash *other)
{
  ls_hash_mix (self, other->a);
  ls_hash_mix (self, other->b);
}

/* Adds one of several hashes that have no order. */
static inline void
ls_hash_add (LsHash       *self,
             const LsHash *other)
{
  self->a += ls_hash_scramble (other->a ^ G_GUINT64_CONSTANT (0x2545f4914f6cdd1d));
  self->b += ls_hash_scramble (other->b + G_GUINT64_CONSTANT (0x9e6c63d0876a9a47));
}

static inline gboolean
ls_hash_equal (const LsHash *a,
               const LsHash *b)
{
  return a->a == b->a && a->b == b->b;
}

G_END_DECLS
