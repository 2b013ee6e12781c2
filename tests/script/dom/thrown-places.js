// Where Chromium says that a value was thrown: at the `throw`, whatever the value is. Only errors know their place themselves.
const show = e => { log(e.type, e.message, e.filename, e.lineno, e.colno, typeof e.error); };
addEventListener('error', e => { show(e); if (e.error !== 'reported') e.preventDefault(); });

function thrower(value) {
  if (true)
    throw value;
}
const at = callback => setTimeout(callback);

at(() => { throw 'a string'; });
at(() => { thrower(1); });
at(() => {
  try { thrower(2); } catch (e) { throw e; }
});
at(() => { try { throw { a: 1 }; } finally { try { throw 3; } catch { } } });
at(() => { try { throw 4; } catch { } throw 5; });
at(() => { throw null; });
at(() => { throw undefined; });
at(() => { throw 6, NaN; });
at(() => { throw Symbol('s'); });
at(() => { throw Object.create(Error.prototype, { message: { value: 'no stack' } }); });
at(() => { [1].forEach(() => { throw 7; }); });
at(() => { ({ get x() { throw 8; } }).x; });
at(() => { class A { static { throw 9; } } });
at(() => { (function* () { throw 10; })().next(); });
at(() => { const t = new EventTarget(); t.addEventListener('x', () => { throw 11; }); t.dispatchEvent(new Event('x')); });
at(() => { const kept = (() => { try { thrower(12); } catch (e) { return e; } })(); at(() => { throw kept; }); });
at(() => { throw 'reported'; });
queueMicrotask(() => { throw 13; });

// Text that becomes code has places of its own, in the script from where it comes.
setTimeout('throw 20');
setTimeout('\n\n  throw new Error("in a text")');
setTimeout('{ let x = 1;\n if (x) throw { y: 2 }; }');
setTimeout('wrong text here');
setTimeout('nosuch()');
setTimeout('null.x');
setTimeout('setTimeout("throw 21")');
const interval = setInterval('clearInterval(interval); throw 22');
at(() => { eval('throw 23'); });
at(() => { (0, eval)(' throw 24'); });
at(() => { new Function('throw 25')(); });
setTimeout('throw "reported"');

// Rejections
at(async () => { throw 30; });
(async () => { await null; try { throw 31; } finally { log('finally'); } })();
at(() => { Promise.reject(32); });
at(() => { scheduler.postTask(() => { throw 33; }); });

// The text of functions stays what the program wrote.
log(`${thrower}`, (() => { throw 1 /* c */ ; }).toString(), String(class { m() { throw 1, 2 } }));

const worker = new Worker(function () {
  setTimeout(() => { throw 40; });
  setTimeout('throw 41');
  onerror = (...a) => { log(a.join()); };
});
worker.onerror = show;

throw 50;
