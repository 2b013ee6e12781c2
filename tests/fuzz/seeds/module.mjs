// SPDX-License-Identifier: GPL-3.0-or-later
import one, { two as second, 'a b' as third } from './one.mjs';
import * as all from './all.mjs';
export { second as default, third as 'c d' };
export * from './more.mjs';
export const x = await one, { y = 1 } = all;
export async function f() { return second(x); }
export class C { static m() { return import.meta.url; } }
let n = 0;
export { n };
n++;
{ using r = null; await using s = undefined; }
const lazy = await import('./lazy.mjs');
