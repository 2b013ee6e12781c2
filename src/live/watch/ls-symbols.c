/* ls-symbols.c: what the functions of a program that runs are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-symbols-private.h"

#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* The longest copy of a program's maps that is read. */
#define MAX_MAPS (16 << 20)

/* How often the modules of a program are read again because an address lies in none. */
#define MAX_REPORTS 64

struct _LsSymbols
{
  guint       pid;
  Dwfl       *dwfl;        /* NULL if the program's modules cannot be read */
  guint       n_reports;
  GHashTable *names;       /* char * or NULL, by addresses */
};

/* A program can map what would keep its reader waiting for ever. Only regular files are read. */
static int
find_elf (Dwfl_Module  *module,
          void        **user_data,
          const char   *name,
          Dwarf_Addr    base,
          char        **file_name,
          Elf         **elf)
{
  struct stat info;

  if (*name == '/' && (stat (name, &info) < 0 || !S_ISREG (info.st_mode)))
    return -1;
  return dwfl_linux_proc_find_elf (module, user_data, name, base, file_name, elf);
}

/* Separate debug symbols are taken where they are installed. None are fetched from a network. */
static const Dwfl_Callbacks callbacks = {
  .find_elf = find_elf,
  .find_debuginfo = dwfl_build_id_find_debuginfo,
};

/* Reads which modules the program has by now; those that it had stay known. */
static gboolean
report (LsSymbols *self)
{
  if (self->dwfl == NULL || self->n_reports >= MAX_REPORTS)
    return FALSE;
  self->n_reports++;
  dwfl_report_begin_add (self->dwfl);
  return dwfl_linux_proc_report (self->dwfl, self->pid) == 0 && dwfl_report_end (self->dwfl, NULL, NULL) == 0;
}

/* Reads which modules the program had when it began. */
static gboolean
report_maps (LsSymbols *self,
             int        fd)
{
  g_autofree char *maps = NULL;
  struct stat info;
  FILE *file;
  int status;

  if (self->dwfl == NULL || fd < 0 || fstat (fd, &info) < 0 || info.st_size <= 0 || info.st_size > MAX_MAPS)
    return FALSE;
  maps = g_malloc (info.st_size);
  if (pread (fd, maps, info.st_size, 0) != info.st_size)
    return FALSE;
  file = fmemopen (maps, info.st_size, "r");
  if (file == NULL)
    return FALSE;
  dwfl_report_begin_add (self->dwfl);
  status = dwfl_linux_proc_maps_report (self->dwfl, file);
  fclose (file);
  return status == 0 && dwfl_report_end (self->dwfl, NULL, NULL) == 0;
}

/* Returns (transfer full) the names in the process @pid. @maps: a file with a copy of its /proc/PID/maps, or -1 */
LsSymbols *
ls_symbols_new (guint pid,
                int   maps)
{
  LsSymbols *self = g_new0 (LsSymbols, 1);

  self->pid = pid;
  self->names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->dwfl = dwfl_begin (&callbacks);
  if (!report_maps (self, maps))
    report (self);
  return self;
}

void
ls_symbols_free (LsSymbols *self)
{
  g_clear_pointer (&self->dwfl, dwfl_end);
  g_hash_table_unref (self->names);
  g_free (self);
}

/* Interpreters call by libffi: what it is called says nothing. */
static gboolean
is_of_interpreters (const char *file)
{
  g_autofree char *base = g_path_get_basename (file);

  return g_str_has_prefix (base, "libffi.so");
}

/* Returns (transfer full) (nullable): a function's name, or that of a file and a place there. */
static char *
look_up (LsSymbols *self,
         guint64    address)
{
  Dwfl_Module *module = dwfl_addrmodule (self->dwfl, address);
  g_autofree char *base = NULL;
  GElf_Off offset = 0;
  Dwarf_Addr start;
  const char *name, *file;
  GElf_Sym symbol;

  if (module == NULL && report (self))
    module = dwfl_addrmodule (self->dwfl, address);
  if (module == NULL)
    return NULL;
  file = dwfl_module_info (module, NULL, &start, NULL, NULL, NULL, NULL, NULL);
  if (file != NULL && is_of_interpreters (file))
    return NULL;
  name = dwfl_module_addrinfo (module, address, &offset, &symbol, NULL, NULL, NULL);
  if (name != NULL && g_utf8_validate (name, -1, NULL) && (offset == 0 || offset < symbol.st_size))
    return g_strdup (name);
  if (file == NULL || !g_utf8_validate (file, -1, NULL))
    return NULL;
  base = g_path_get_basename (file);
  return g_strdup_printf ("%s+%#" G_GINT64_MODIFIER "x", base, (guint64) (address - start));
}

/**
 * ls_symbols_find:
 * @self: the names of a program
 * @address: of a function there
 *
 * The first look at a module reads its table of symbols, which may take some ten milliseconds.
 *
 * Returns: (transfer none) (nullable): what the function is called; %NULL if it lies in no file, as what interpreters make does,
 *   or if interpreters only call by it
 */
const char *
ls_symbols_find (LsSymbols *self,
                 guint64    address)
{
  gpointer name;

  if (address == 0 || self->dwfl == NULL)
    return NULL;
  if (!g_hash_table_lookup_extended (self->names, &address, NULL, &name))
    {
      name = look_up (self, address);
      g_hash_table_insert (self->names, g_memdup2 (&address, sizeof address), name);
    }
  return name;
}
