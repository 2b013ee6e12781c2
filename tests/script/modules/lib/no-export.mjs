// SPDX-License-Identifier: GPL-3.0-or-later
import { nothing } from './quick.mjs';
console.log ('never');
