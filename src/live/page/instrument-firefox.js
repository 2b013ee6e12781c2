// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What is around the script in Firefox, which calls this function in each document before its own scripts, or later in one that
// already runs. NAME is replaced by the name that instrument.js looks for, SCRIPT by instrument.js itself.
//
// A message is a number, by which a document is known even where Firefox gives it another name, and a batch; or a word, where the
// document goes to sleep. When it wakes up because the user has gone back to it, the channel is dead: what it has to tell waits for
// another one.
(channel => {
  'use strict';
  const global = globalThis;
  if (NAME in global) return; // it is there
  const MAX_WAITING = 1000000;
  const id = Math.random();
  let waiting = '';
  const send = text => {
    if (channel) channel(`${id} ${text}`);
    else if (waiting.length < MAX_WAITING) waiting = `${waiting}${text}\n`;
  };
  global[NAME] = send;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { get } = getOwnPropertyDescriptor(PageTransitionEvent.prototype, 'persisted');
  const on = (type, react) => addEventListener(type, event => {
    if (apply(get, event, [])) react();
  }, true);
  on('pagehide', () => send('sleeps'));
  on('pageshow', () => channel = null);
  // What Firefox makes first of a page or frame is an empty document, in whose place another one comes, often with the same global
  // object: until something happens there, nobody has to know of it.
  const isEmpty = () => {
    const address = `${global.location}`;
    return address === '' || address === 'about:blank';
  };
  SCRIPT;
  const commands = global[NAME];
  commands.connect = given => {
    const text = `${id} ${waiting}${commands.drain()}`;
    channel = given;
    waiting = '';
    return text;
  };
});
