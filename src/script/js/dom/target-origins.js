/* target-origins.js: which target origins postMessage() takes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 *   realm.isTargetOrigin (text)   tells whether a text is an absolute URL with an origin that messages can go to
 */
(function (realm) {
  'use strict';

  const { blink } = realm.options;
  const { apply } = Reflect;
  const { charCodeAt, slice, toLowerCase } = String.prototype;

  const at = (text, index) => apply(charCodeAt, text, [index]);

  /* A URL of one of these schemes has a host. */
  const specialSchemes = { __proto__: null, 'http': true, 'https': true, 'ws': true, 'wss': true, 'ftp': true };

  /* No host contains one of these. Controls come before them, and URLs escape a space. */
  const forbidden = {
    __proto__: null,
    35: true,
    37: true,
    47: true,
    58: true,
    60: true,
    62: true,
    63: true,
    64: true,
    91: true,
    92: true,
    93: true,
    94: true,
    124: true,
    127: true
  };

  /* Returns the value of a hexadecimal digit, or -1. */
  function hexDigit(code) {
    const lower = code | 32;

    return code >= 48 && code <= 57 ? code - 48 : lower >= 97 && lower <= 102 ? lower - 87 : -1;
  }

  /* Tells whether a URL has a host and a port that can be parsed. from: the end of the scheme */
  function hasValidHost(scheme, url, from) {
    const { length } = url;
    let start = from,
      end, port = -1,
      isAddress = false;

    if (specialSchemes[scheme] !== true)
      return true;
    for (; start < length; start++) {
      const code = at(url, start);

      if (code !== 47 && code !== 92)
        break;
    }
    for (end = start; end < length; end++) {
      const code = at(url, end);

      if (code === 47 || code === 92 || code === 63 || code === 35)
        break;
      /* Credentials stand before this character. */
      if (code === 64) {
        start = end + 1;
        port = -1;
      } else if (code === 58 && port < 0 && !(isAddress && at(url, start) === 91))
        port = end;
      else if (code === 91)
        isAddress = true;
      else if (code === 93)
        isAddress = false;
    }

    const hostEnd = port < 0 ? end : port;
    let number = 0;

    if (hostEnd === start)
      return false;
    for (let i = port + 1; port >= 0 && i < end; i++) {
      const digit = at(url, i) - 48;

      if (!(digit >= 0 && digit <= 9) || (number = number * 10 + digit) > 65535)
        return false;
    }
    if (at(url, start) === 91)
      return at(url, hostEnd - 1) === 93;
    for (let i = start; i < hostEnd; i++) {
      let code = at(url, i);

      if (code === 37) {
        const high = hexDigit(at(url, i + 1)),
          low = hexDigit(at(url, i + 2));

        if (high >= 0 && low >= 0) {
          code = high * 16 + low;
          i += 2;
        }
      }
      if (code < 32 || forbidden[code] === true)
        return false;
    }
    return true;
  }

  /* In Chromium a URL of another scheme has no origin, and a message to it is not sent. */
  const originSchemes = {
    __proto__: null,
    'http': true,
    'https': true,
    'ws': true,
    'wss': true,
    'ftp': true,
    'file': true,
    'blob': true,
    'filesystem': true,
    'chrome': true,
    'chrome-extension': true
  };

  /* Tells whether a URL has an origin that messages can go to. from: the end of the scheme */
  function hasOrigin(scheme, url, from) {
    if (blink && originSchemes[scheme] !== true)
      return false;
    if (scheme === 'blob' && blink)
      return isURL(apply(slice, url, [from]));
    return hasValidHost(scheme, url, from);
  }

  /* Tells whether a text is an absolute URL, which begins with a scheme, and has an origin. */
  function isURL(text) {
    for (let i = 0; i < text.length; i++) {
      const code = at(text, i),
        lower = code | 32;

      if (lower >= 97 && lower <= 122)
        continue;
      if (i > 0 && code === 58)
        return hasOrigin(apply(toLowerCase, apply(slice, text, [0, i]), []), text, i + 1);
      if (i === 0 || !(code >= 48 && code <= 57 || code === 43 || code === 45 || code === 46))
        return false;
    }
    return false;
  }

  /* Controls and spaces around a URL do not belong to it. */
  function trimURL(text) {
    let start = 0,
      end = text.length;

    while (start < end && at(text, start) <= 32)
      start++;
    while (end > start && at(text, end - 1) <= 32)
      end--;
    return apply(slice, text, [start, end]);
  }

  realm.isTargetOrigin = (text) => isURL(trimURL(text));
})
