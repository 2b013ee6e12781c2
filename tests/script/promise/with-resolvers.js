// Promise.withResolvers() and Promise.try().
addEventListener('unhandledrejection', e => e.preventDefault());
const w = Promise.withResolvers(); log(Object.keys(w).join(), Object.getPrototypeOf(w) === Object.prototype, w.promise instanceof Promise); w.promise.then(v => log('with', v)); w.resolve(9); w.reject(8);
Promise.try(() => 3).then(v => log('try', v)); Promise.try((...a) => a.join(), 1, 2).then(v => log('args', v)); Promise.try(() => { throw 4; }).catch(v => log('try threw', v)); Promise.try(5).catch(e => log('try', e.constructor.name)); Promise.try(() => Promise.reject(6)).catch(v => log('try rejected', v)); Promise.try(() => ({ then(f) { f(7); } })).then(v => log('try thenable', v));
try { Promise.try.call(undefined, () => {}); } catch (e) { log(e.constructor.name); }
{ const l = []; class S extends Promise { constructor(e) { l.push('new'); super(e); } } const p = S.try(() => { l.push('call'); }); log(l.join(), p instanceof S); }
