/* ls-recording-pages.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-pages-private.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The address sanitizer watches what malloc() gives, to the byte. */
#ifdef __SANITIZE_ADDRESS__
#define HAS_PAGES 0
#else
#define HAS_PAGES 1
#endif

/*< private >
 * ls_recording_pages_resize:
 * @pages: (nullable): memory from here, of @n_old_bytes
 * @n_old_bytes: its length, 0 for none
 * @n_bytes: the length that is wanted, more than 0
 *
 * Makes memory longer or shorter. malloc() keeps for others what was given back to it, and copies what grows, as long as it thinks
 * that this is not much; in a process that has run for a while 32 MB are not much. Here pages come from the system and go back
 * to it, and none is copied. What is new takes no memory before it is written. On any thread.
 *
 * Returns: the memory, perhaps in another place; %NULL if there is not enough, and @pages is as it was
 */
gpointer
ls_recording_pages_resize (gpointer pages,
                           gsize    n_old_bytes,
                           gsize    n_bytes)
{
  gpointer resized;

  if (!HAS_PAGES)
    return realloc (pages, n_bytes);

  if (pages == NULL)
    resized = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  else
    resized = mremap (pages, n_old_bytes, n_bytes, MREMAP_MAYMOVE);
  return resized != MAP_FAILED ? resized : NULL;
}

/*< private >
 * ls_recording_pages_free:
 * @pages: (nullable): memory from here
 * @n_bytes: its length
 *
 * Gives it back.
 */
void
ls_recording_pages_free (gpointer pages,
                         gsize    n_bytes)
{
  if (!HAS_PAGES)
    free (pages);
  else if (pages != NULL)
    munmap (pages, n_bytes);
}
