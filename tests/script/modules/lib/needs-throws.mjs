// SPDX-License-Identifier: GPL-3.0-or-later
import './throws.mjs';
console.log ('never');
