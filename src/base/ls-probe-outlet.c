/* ls-probe-outlet.c: who else gets what engines report
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-probe-outlet-private.h"

const LsProbeOutlet *ls_probe_outlet;
