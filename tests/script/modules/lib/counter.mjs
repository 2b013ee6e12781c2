// SPDX-License-Identifier: GPL-3.0-or-later
import { count as seen, early } from './again.mjs';

export let count = 0;
export function increase () {
  count++;
  return this;
}
export default class {}
export class Shape {}
export const tag = (strings, value) => strings.raw[0] + value;
export const self = () => typeof seen;
console.log ('counter', early ());
