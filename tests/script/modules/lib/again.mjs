// SPDX-License-Identifier: GPL-3.0-or-later
export * from './counter.mjs';
export { count, tag as renamed } from './counter.mjs';
import { increase, count as uninitialized } from './counter.mjs';

export async function* unused () {}
export const twice = n => n * 2;
export function early () { return 'early'; }
const odd = 'odd';
export { odd as 'a name' };
try {
  uninitialized;
} catch (e) {
  console.log ('again', e.name, typeof increase);
}
