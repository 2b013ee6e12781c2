// SPDX-License-Identifier: GPL-3.0-or-later
export * from './one.mjs';
export * from './other-one.mjs';
