// Resources are disposed of in reverse order when their block ends, however it ends, and all errors are told of.
const r = (n, t) => ({ [Symbol.dispose] () { console.log ('dispose ' + n); if (t) throw new Error (t); }, n });
const ra = (n, t) => ({ async [Symbol.asyncDispose] () { console.log ('begin ' + n); await 0; console.log ('end ' + n); if (t) throw new Error (t); }, n });
{ using a = r ('a'), b = null, c = r ('c'); console.log ('body', a.n, c.n); }
function f () { using x = r ('x'); return 'returned'; }
console.log (f ());
try { using y = r ('y', 'first'); using z = r ('z', 'second'); throw new Error ('body'); } catch (e) { console.log (e.name, e.error.message, e.suppressed.name, e.suppressed.error.message, e.suppressed.suppressed.message, e instanceof SuppressedError); }
for (using i of [r (1), r (2)]) { if (i.n === 2) break; console.log ('loop', i.n); }
l: for (using j = r ('j'), k = { i: 0, [Symbol.dispose] () { console.log ('k', this.i) } }; k.i < 3; k.i++) { if (k.i === 1) continue l; }
async function g () { await using p = ra ('p'), q = r ('q'); using s = r ('s'); await using n = null; console.log ('async body'); return 5; }
g ().then (v => console.log (v));
async function h () { try { await using t = ra ('t', 'async'); throw 1; } catch (e) { console.log (e.error.message, e.suppressed); } }
h ();
(async () => { for await (await using w of [ra ('w1'), ra ('w2')]) console.log ('for await', w.n); })();
try { using bad = {}; } catch (e) { console.log (e.name); }
try { using bad = 5; } catch (e) { console.log (e.name); }
var using = 1; console.log (using + 1);
for (const of of [using]) console.log (of);
class S { static { using u = r ('static'); } }
const stack = new DisposableStack (); stack.use (r ('s1')); stack.adopt (5, v => console.log ('adopt', v)); stack.defer (() => console.log ('defer')); const m = stack.move (); console.log (stack.disposed, m.disposed); m.dispose (); m.dispose (); try { m.use (r (1)) } catch (e) { console.log (e.name) }
const as = new AsyncDisposableStack (); as.use (ra ('as')); as.disposeAsync ().then (() => console.log ('as done', as.disposed));
function* gen () { try { yield 1 } finally { console.log ('gen closed') } } { using it = gen (); it.next (); }
console.log (String (stack), Object.prototype.toString.call (as), f.toString ());
