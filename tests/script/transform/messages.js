// What JavaScriptCore quotes in messages is what the program wrote, or it is left out.
const o = {};

function show (f) {
  try { f (); } catch (e) { print ([e.name, e.message, Object.getOwnPropertyDescriptor (e, 'message').enumerable]); }
}

const print = typeof console === 'object' ? x => console.log (String (x)) : globalThis.print;

show (() => o.missing(async () => { await 1; return 2; }, 3));
show (() => o.missing(async function* () { yield await 1; }));
show (() => new o.missing(async () => { for await (const x of []) print (x); }));
show (() => [async () => { await 1; }].missing(1));
show (() => new (async () => {}) ());
show (() => __lsMissing);
show (() => __lsMissing ());
try { o.missing(async () => {}); } catch ({ message }) { print (typeof message); }
try { o.missing(async () => {}); } catch (e) {}
try { throw new Proxy ({}, { getOwnPropertyDescriptor () { throw 1; } }); } catch (e) { print (typeof e); }
try { throw null; } catch (e) { print (e); }
try { throw Object.freeze (new TypeError ("it is (In '__ls', 1)")); } catch (e) { print (e.message.length); }

(async () => { o.missing(async () => {}); }) ().catch (e => print (e.message));
Promise.resolve ().then (() => o.missing(async () => {})).then (undefined, e => print (e.message));
new Promise (() => o.missing(async () => {})).then (undefined, e => print (e.message));
