// SPDX-License-Identifier: GPL-3.0-or-later
export const one = 2;
