/* ls-late.c: gets between a program that runs already and GLib
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* A library that was there at the start stands before GLib because the dynamic linker found it first. When a debugger puts it in,
 * calls between libraries are bound to GLib's functions already: their slots in the global offset tables are pointed to ours,
 * as the linker would have done. */

#if defined __x86_64__
#define CALL_SLOT R_X86_64_JUMP_SLOT
#define DATA_SLOT R_X86_64_GLOB_DAT
#elif defined __aarch64__
#define CALL_SLOT R_AARCH64_JUMP_SLOT
#define DATA_SLOT R_AARCH64_GLOB_DAT
#endif

int ls_late_is_on;

#ifdef CALL_SLOT
static unsigned long long n_adds;  /* modules that were loaded when it was looked last */

typedef struct
{
  uintptr_t          base;
  const ElfW (Sym)  *symbols;
  const char        *names;
  uintptr_t          relro;        /* what was made read-only after the start: whole pages up to the end */
  uintptr_t          relro_end;
} Module;

static void
set_slot (const Module  *module,
          void         **slot,
          void          *function)
{
  const uintptr_t size = sysconf (_SC_PAGESIZE), page = (uintptr_t) slot & -size;
  const gboolean is_fixed = (uintptr_t) slot >= module->relro && (uintptr_t) slot < module->relro_end;

  if (*slot == function || (is_fixed && mprotect ((void *) page, size, PROT_READ | PROT_WRITE) < 0))
    return;
  __atomic_store_n (slot, function, __ATOMIC_RELEASE);
  if (is_fixed)
    mprotect ((void *) page, size, PROT_READ);
}

static void
patch_table (const Module      *module,
             const ElfW (Rela) *table,
             size_t             n)
{
  for (size_t i = 0; table != NULL && i < n; i++)
    {
      const unsigned type = ELF64_R_TYPE (table[i].r_info), index = ELF64_R_SYM (table[i].r_info);
      const char *name;
      void *function;

      /* What a module defines itself stays its own. */
      if ((type != CALL_SLOT && type != DATA_SLOT) || index == 0 || module->symbols[index].st_shndx != SHN_UNDEF)
        continue;
      name = module->names + module->symbols[index].st_name;
      if (strncmp (name, "g_", 2) != 0 && strcmp (name, "poll") != 0 && strcmp (name, "ppoll") != 0)
        continue;
      function = ls_preload_find_own (name);
      if (function != NULL)
        set_slot (module, (void **) (module->base + table[i].r_offset), function);
    }
}

static int
patch_module (struct dl_phdr_info *info,
              size_t               size,
              void                *data)
{
  static const char *const others[] = { "ld-linux", "linux-vdso", "libc.so" };
  Module module = { .base = info->dlpi_addr };
  const ElfW (Rela) *table = NULL, *calls = NULL;
  size_t table_size = 0, calls_size = 0;

  if (info->dlpi_addr == ls_preload_get_base ())
    return 0;
  for (unsigned i = 0; i < G_N_ELEMENTS (others); i++)
    if (strstr (info->dlpi_name, others[i]) != NULL)
      return 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];

      if (header->p_type == PT_GNU_RELRO)
        {
          module.relro = module.base + header->p_vaddr;
          module.relro_end = (module.relro + header->p_memsz) & -(uintptr_t) sysconf (_SC_PAGESIZE);
        }
      for (const ElfW (Dyn) *entry = header->p_type == PT_DYNAMIC ? (const void *) (module.base + header->p_vaddr) : NULL;
           entry != NULL && entry->d_tag != DT_NULL; entry++)
        {
          /* The loader has made addresses of them, or not. */
          void *place = (void *) (entry->d_un.d_ptr < module.base ? module.base + entry->d_un.d_ptr : entry->d_un.d_ptr);

          switch (entry->d_tag)
            {
            case DT_RELA:
              table = place;
              break;
            case DT_RELASZ:
              table_size = entry->d_un.d_val;
              break;
            case DT_JMPREL:
              calls = place;
              break;
            case DT_PLTRELSZ:
              calls_size = entry->d_un.d_val;
              break;
            case DT_SYMTAB:
              module.symbols = place;
              break;
            case DT_STRTAB:
              module.names = place;
              break;
            default:
              break;
            }
        }
    }
  if (module.symbols == NULL || module.names == NULL)
    return 0;
  patch_table (&module, table, table_size / sizeof *table);
  patch_table (&module, calls, calls_size / sizeof *calls);
  return 0;
}

static int
count_adds (struct dl_phdr_info *info,
            size_t               size,
            void                *data)
{
  *(unsigned long long *) data = info->dlpi_adds;
  return 1;
}

/* The program may have loaded more modules. A look takes some time, so they get rare. */
void
ls_late_look_again (void)
{
  static unsigned n_calls;

  n_calls++;
  if ((n_calls & (n_calls - 1)) == 0 || n_calls % 1024 == 0)
    ls_late_patch ();
}

/* Does it for all modules, and again when there are more of them. */
void
ls_late_patch (void)
{
  const char *where = getenv ("LOOPSCOPE_TRACE");
  unsigned long long n_now = 0;

  if (!ls_late_is_on && (where == NULL || strncmp (where, "late:", strlen ("late:")) != 0 || ls_preload_get_base () == 0))
    return;
  ls_late_is_on = 1;
  dl_iterate_phdr (count_adds, &n_now);
  if (n_now == n_adds)
    return;
  n_adds = n_now;
  dl_iterate_phdr (patch_module, NULL);
}
#else
void
ls_late_look_again (void)
{
}

void
ls_late_patch (void)
{
}
#endif
