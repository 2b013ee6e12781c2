/* toy-main.c: loopscope-cli with a toy in the place of JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

int cli_main (int   argc,
              char *argv[]);

#define main cli_main
#include "../../../src/cli/main.c"
#undef main

#include "toy-runtime.h"

int
main (int   argc,
      char *argv[])
{
  ls_program_runtime_register (&toy_runtime);
  return cli_main (argc, argv);
}
