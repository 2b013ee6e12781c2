/* fuzz-seeds.c: the inputs that are changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "fuzz-run.h"

#include <string.h>

/* Loads the seed @name of @target. Returns: (transfer full): it */
GByteArray *
fuzz_load_seed (const FuzzTarget *target,
                const char       *name)
{
  g_autofree char *path = strchr (name, '/') != NULL ? g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), name, NULL)
                                                     : g_build_filename (g_getenv ("G_TEST_SRCDIR"), "fuzz", "seeds", name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  if (!target->is_packed && g_str_has_suffix (name, ".gz"))
    {
      g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
      g_autoptr (GInputStream) memory = g_memory_input_stream_new_from_data (contents, (gssize) length, g_free);
      g_autoptr (GInputStream) stream = g_converter_input_stream_new (memory, converter);
      g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

      g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error);
      g_assert_no_error (error);
      length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (out));
      contents = g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (out));
    }
  return g_byte_array_new_take ((guint8 *) contents, length);
}
