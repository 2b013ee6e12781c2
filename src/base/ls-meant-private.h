/* ls-meant-private.h: finds the name that somebody meant who misspelt it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* What is longer is no misspelt name. */
#define LS_MEANT_MAX_LENGTH 40

/* Shorter beginnings say too little. */
#define LS_MEANT_MIN_BEGINNING 3

/* How many letters of @a to insert, delete, replace or exchange with the next one to make @b of it: optimal string alignment. Both
 * have at most LS_MEANT_MAX_LENGTH. */
static inline guint
ls_meant_distance (const char *a,
                   const char *b)
{
  guint rows[3][LS_MEANT_MAX_LENGTH + 1];
  const gsize n = strlen (b);

  for (gsize j = 0; j <= n; j++)
    rows[0][j] = j;
  for (gsize i = 1; a[i - 1] != '\0'; i++)
    {
      guint *row = rows[i % 3];
      const guint *last = rows[(i - 1) % 3];
      const guint *before = rows[(i + 1) % 3];

      row[0] = i;
      for (gsize j = 1; j <= n; j++)
        {
          row[j] = MIN (MIN (last[j] + 1, row[j - 1] + 1), last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1));
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
    }
  return rows[strlen (a) % 3][n];
}

/* Returns (nullable) the one of @names that somebody probably meant who wrote @word: a name that differs by a letter, then one that
 * begins so, then one that differs by more letters, as far as it is long enough for that. */
static inline const char *
ls_meant_find (const char        *word,
               const char *const *names)
{
  const char *meant = NULL;
  guint least = G_MAXUINT;

  if (strlen (word) > LS_MEANT_MAX_LENGTH)
    return NULL;
  for (guint i = 0; names[i] != NULL; i++)
    {
      const gsize length = strlen (names[i]);
      guint far;

      if (length > LS_MEANT_MAX_LENGTH)
        continue;
      far = 2 * ls_meant_distance (word, names[i]);
      if (far > 3 && strlen (word) >= LS_MEANT_MIN_BEGINNING && g_str_has_prefix (names[i], word))
        far = 3;
      if (far < least && far / 2 <= (length + 1) / 3)
        {
          least = far;
          meant = names[i];
        }
    }
  return meant;
}

G_END_DECLS
