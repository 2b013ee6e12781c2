// Where browsers place errors.
addEventListener('error', (event) => {
  log(event.lineno + ':' + event.colno, event.filename, event.error.name);
  event.preventDefault();
});
const at = (f) => scheduler.postTask(() => { try { f(); } catch (e) { reportError(e); } });
let o = {}, n = null, k = 0;
at(() => { nobody; });
at(() => { nobody(); });
at(() => { o.a.b.c; });
at(() => { o.f(); });
at(() => { o.a.f(1, 2); });
at(() => { throw new Error('new'); });
at(() => { throw Error('call'); });
at(() => { n.x(); });
at(() => { n[0]; });
at(() => { o['f'](); });
at(() => { new k(); });
at(() => { k(); });
at(() => { [].reduce((a, b) => a); });
at(() => { JSON.parse('{'); });
at(() => { new Array(-1); });
at(() => { k.toFixed(101); });
at(() => { o
  .a
  .b; });
setTimeout(async () => {
  try { await null; o.missing(); } catch (e) { reportError(e); }
  for await (const x of [1]) try { x.y.z; } catch (e) { reportError(e); }
});
