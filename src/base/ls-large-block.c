/* ls-large-block.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-large-block-private.h"

#include <sys/mman.h>

/* Returns LS_LARGE_BLOCK_SIZE bytes, not zeroed. The function asks the kernel for one large page: a trace and a pool fill memory
 * record by record, and would spend more time in page faults than in their own code. */
gpointer
ls_large_block_new (void)
{
  const gsize size = LS_LARGE_BLOCK_SIZE;
  char *mapped = mmap (NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *block;

  if (mapped == MAP_FAILED)
    g_error ("Cannot allocate %" G_GSIZE_FORMAT " bytes", size);
  /* Keep only the aligned part. */
  block = (char *) (((guintptr) mapped + size - 1) & ~(guintptr) (size - 1));
  if (block != mapped)
    munmap (mapped, block - mapped);
  munmap (block + size, mapped + size - block);
#ifdef MADV_HUGEPAGE
  madvise (block, size, MADV_HUGEPAGE);
#endif
  return block;
}

void
ls_large_block_free (gpointer block)
{
  munmap (block, LS_LARGE_BLOCK_SIZE);
}

/* Gives the block's memory back to the kernel. The addresses stay valid: readers find zeros there. */
void
ls_large_block_discard (gpointer block)
{
  madvise (block, LS_LARGE_BLOCK_SIZE, MADV_DONTNEED);
}
