// SPDX-License-Identifier: GPL-3.0-or-later
// An empty loop would not do: V8 leaves no place in it where it could be interrupted.
let count = 0;
for (;;)
  count++;
