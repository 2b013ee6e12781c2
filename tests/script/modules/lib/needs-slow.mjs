// SPDX-License-Identifier: GPL-3.0-or-later
import './slow.mjs';
console.log ('needs slow');
