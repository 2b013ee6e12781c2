// SPDX-License-Identifier: GPL-3.0-or-later
await 0;
throw new Error ('thrown');
