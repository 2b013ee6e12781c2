// Values that could break who prints them: nothing of the program's runs, and nothing throws.
const {proxy,revoke}=Proxy.revocable(()=>{},{}); revoke();
const evil=[
 proxy, new Proxy({}, new Proxy({},{get(){throw 1}})), Object.create(new Proxy({},{getPrototypeOf(){throw 1},get(){throw 2},getOwnPropertyDescriptor(){throw 3}})),
 {get [Symbol.toStringTag](){throw 1}}, {get constructor(){throw 1}}, {constructor:proxy}, {constructor:5}, Object.setPrototypeOf(()=>{},null),
 Object.setPrototypeOf(new Map([[1,2]]),null), Object.setPrototypeOf([1],null), Object.create(Map.prototype), Object.create(Date.prototype), Object.create(RegExp.prototype), Object.create(Promise.prototype),
 Object.create(Uint8Array.prototype), Object.create(Error.prototype), Object.defineProperty(new Error('x'),'stack',{get(){throw 1}}), Object.defineProperty(new Error('x'),'message',{get(){throw 1}}),
 Object.assign(new Error('x'),{name:Symbol('q'),stack:{}}), Object.assign(new Error('m'),{message:{}}), new Error('x',{cause:new Error('c')}), new AggregateError([1,new Error('in')],'agg'),
 Object.create({},{a:{get(){throw 1},enumerable:true}}), Object.freeze([1,,3]), new Proxy([1,2,3],{get(){throw 1},has(){throw 1},ownKeys(){throw 1},getOwnPropertyDescriptor(){throw 1}}),
 new Proxy(class Q{},{}), Array.from({length:3},function(){return arguments}), Object.assign(Object.create(Array.prototype),{length:5}), undefined,
 Map.prototype, Promise.prototype, Symbol.prototype, Date.prototype, Function.prototype, Array.prototype, Error.prototype, RegExp.prototype, Uint8Array.prototype,
 new (class extends Promise{})(()=>{}), new (class extends Uint8Array{})(2), function(){}.bind(), Object.bind(null), Symbol, Math.max, async function*ag(){}, class extends null{}, Object(Symbol()),
 {__proto__:{__proto__:null}}, {['__proto__']:1}, {'':1,'a b':2,1:3,'-1':4,[Symbol()]:5, a1:{}}, [,'a'].concat([,]), new Array(3).fill(undefined), [null,undefined,-0,NaN,1n,'\n'],
 structure(), new Set([[1,2],{a:{b:{c:1}}}]), new Map([[{a:1},new Map([[1,new Map([[2,new Map()]])]])]]), new Date(8.64e15+1), Object.assign(new Date(0),{a:1}), Object.assign(/x/g,{b:2}), Object.assign(new String('abc'),{z:1}), [new String('x')],
];
function structure(){ const a={}; a.b={a}; a.c=[a,a.b]; a.m=new Map([[a,a.b]]); return a }
for (const value of evil) { if (!Error.isError(value)) console.log(value); console.log([value]); }

for (const f of ['dir', 'dirxml']) for (const value of evil) try { if (!Error.isError(value)) console[f](value); } catch (e) { log('threw', f, e); }

// What is big is cut. Each has a callback of its own, as a callback may not take long.
setTimeout(() => { console.log(Array.from({ length: 120 }, (_, i) => i)); console.log(new Set(Array.from({ length: 102 }, (_, i) => i)).size, [new Array(1e6)], { s: 'x'.repeat(10003) }.s.length); });
setTimeout(() => { console.log(['x'.repeat(10001)].length, ['x'.repeat(10002)]); });
setTimeout(() => { let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; console.log(deep); console.dir(deep, { depth: 3 }); });
setTimeout(() => { console.log(new Uint8Array(1e6).length, new ArrayBuffer(60), new Uint8Array(200)); });
setTimeout(() => { const million = []; for (let i = 0; i < 1e6; i++) million[i] = i; console.log(million); });
setTimeout(() => { const sparse = []; sparse[4294967294] = 1; console.log(sparse.length); console.log(Object.assign([], { 5: 1, a: 2 })); });
setTimeout(() => { console.log(10n ** 100n); });
