/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "ls-version.h"

/**
 * ls_check_version:
 * @major: the major version that is needed
 * @minor: the minor version that is needed
 * @micro: the micro version that is needed
 *
 * Checks the version of the library that the program runs with. It may be newer than the headers of the build, whose version is
 * %LS_MAJOR_VERSION and its neighbours.
 *
 * Returns: %TRUE if the running library is at least @major.@minor.@micro
 */
gboolean
ls_check_version (guint major,
                  guint minor,
                  guint micro)
{
  const guint needed[] = { major, minor, micro };
  const guint running[] = { LS_MAJOR_VERSION, LS_MINOR_VERSION, LS_MICRO_VERSION };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      if (needed[i] != running[i])
        return needed[i] < running[i];
    }

  return TRUE;
}

/**
 * ls_get_version:
 *
 * Gets the version of the library that the program runs with.
 *
 * Returns: (transfer none): the version, for instance "1.0.2"
 */
const char *
ls_get_version (void)
{
  return LS_VERSION_S;
}
