// SPDX-License-Identifier: GPL-3.0-or-later
export function then (resolve) { resolve ({ thenable: 1 }); }
