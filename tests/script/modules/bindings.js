// Names of imports are live, functions are there before any code runs, and cycles find each other.
import fallback, { count, increase as add, Shape, tag, self as me } from './lib/counter.mjs';
import * as everything from './lib/counter.mjs';
import { count as again, twice, renamed, 'a name' as odd } from './lib/again.mjs';

export { count as mine };
export * from './lib/again.mjs';
export default function () { return 'hoisted'; }
export const { a, b: [c] } = { a: 1, b: [2] };

console.log (count, fallback.name, typeof Shape, this, typeof arguments);
console.log (add (), (add) (), add?.(), count, again, everything.count);
console.log (tag`x${1}`, twice (21), renamed, odd, me ());

const tryTo = f => {
  try {
    console.log ('fine', f ());
  } catch (e) {
    console.log (e.name, e instanceof TypeError ? '' : e.message);
  }
};
tryTo (() => { count = 5; });
tryTo (() => { everything.count = 5; });
tryTo (() => { delete everything.count; });
tryTo (() => { everything.other = 5; });
tryTo (() => Object.defineProperty (everything, 'count', { value: 6 }));
tryTo (() => Object.isSealed (everything) && !Object.isFrozen (everything));
console.log (Object.keys (everything).join (), Object.prototype.toString.call (everything), Reflect.getPrototypeOf (everything));
console.log (JSON.stringify (Object.getOwnPropertyDescriptor (everything, 'count')), 'count' in everything, 'no' in everything);
console.log (everything === await import ('./lib/counter.mjs'), eval ('count'));
{
  const count = 'shadow';
  console.log (count, (f => f (1)) (add => add + 1));
}
console.log (({ count }).count, [count] [0], `${count}`);
import ('./bindings.js').then (own => console.log (Object.keys (own).join (), own.default (), own.default.name, own.mine, own.a, own.c));
