/* SPDX-License-Identifier: LGPL-2.1-or-later */

#pragma once

/* The one header that a program using the library includes: every installed header, in the order of the folders. */

#include "ls-version.h"
