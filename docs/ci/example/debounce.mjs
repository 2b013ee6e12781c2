/* SPDX-License-Identifier: GPL-3.0-or-later */
// Calls a function once a burst of calls is over.
export function debounce(callback, wait, { signal } = {}) {
  let timer;

  signal?.addEventListener('abort', () => clearTimeout(timer));
  return (...parameters) => {
    clearTimeout(timer);
    if (!signal?.aborted)
      timer = setTimeout(callback, wait, ...parameters);
  };
}
