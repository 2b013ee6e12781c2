// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What is around the script in Firefox, which calls this function in each document before its own scripts, or later in one that
// already runs. NAME is replaced by the name that instrument.js looks for, SCRIPT by instrument.js itself.
//
// A message is a number, by which a document is known even where Firefox gives it another name, and a batch. Where the document
// goes to sleep, or wakes up because the user has gone back to it, there is a word instead.
(channel => {
  'use strict';
  const global = globalThis;
  if (NAME in global) return; // it is there
  const id = Math.random();
  global[NAME] = text => channel(`${id} ${text}`);
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { get } = getOwnPropertyDescriptor(PageTransitionEvent.prototype, 'persisted');
  const tell = word => event => {
    if (apply(get, event, [])) channel(`${id} ${word}`);
  };
  addEventListener('pagehide', tell('sleeps'), true);
  addEventListener('pageshow', tell('wakes'), true);
  // What Firefox makes first of a page or frame is an empty document, in whose place another one comes, often with the same global
  // object: until something happens there, nobody has to know of it.
  const isEmpty = () => {
    const address = `${global.location}`;
    return address === '' || address === 'about:blank';
  };
  SCRIPT;
});
