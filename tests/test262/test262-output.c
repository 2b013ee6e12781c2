/* test262-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-output.h"

#include "ls-cli.h"

/* Passes on what a test prints; what it does not catch is for the caller to judge. */
void
test262_print (LsRunnerOutput  kind,
               const char     *text)
{
  if (kind == LS_RUNNER_OUTPUT_WARN || kind == LS_RUNNER_OUTPUT_ERROR)
    ls_cli_write_error (text);
  else if (kind == LS_RUNNER_OUTPUT_LOG || kind == LS_RUNNER_OUTPUT_INFO || kind == LS_RUNNER_OUTPUT_DEBUG)
    {
      ls_cli_write (text, -1);
      ls_cli_write ("\n", 1);
    }
}

/* Tells the user something on standard error. */
void
test262_message (const char *text)
{
  ls_cli_program_error ("test262-runner: %s", text);
}
