// DOMException.
const attempt = (what, f) => { try { log(what, f()); } catch (e) { log(what, e.name); } };

const e = new DOMException('m', 'AbortError');
log(e.name, e.message, e.code, String(e), Object.prototype.toString.call(e));
log(e instanceof Error, e instanceof DOMException, Object.getPrototypeOf(DOMException.prototype) === Error.prototype, Object.getPrototypeOf(DOMException) === Function.prototype);
log(DOMException.length, new DOMException().name, JSON.stringify(new DOMException().message), new DOMException().code);
log(new DOMException(null).message, new DOMException(undefined, undefined).name, new DOMException('x', 'Odd').code, new DOMException('x', 'constructor').code);
log(Object.hasOwn(e, 'name'), Object.hasOwn(e, 'message'), Object.hasOwn(e, 'code'), Object.hasOwn(e, 'toString'), typeof e.stack, Object.keys(e).length);
attempt('no new', () => DOMException());
attempt('name of another', () => Object.getOwnPropertyDescriptor(DOMException.prototype, 'name').get.call({}));
attempt('code of an error', () => Object.getOwnPropertyDescriptor(DOMException.prototype, 'code').get.call(new Error()));
attempt('toString of the prototype', () => DOMException.prototype.toString());
attempt('message is a symbol', () => new DOMException(Symbol()));
Object.defineProperty(e, 'name', { value: 'Other' }); log(e.code, String(e));

const codes = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7,
  NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12,
  InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18,
  NetworkError: 19, AbortError: 20, URLMismatchError: 21, TimeoutError: 23, InvalidNodeTypeError: 24,
  DataCloneError: 25, ValidationError: 0, DOMStringSizeError: 0, NotAllowedError: 0, EncodingError: 0, DataError: 0,
};
log(Object.keys(codes).filter(name => new DOMException('', name).code !== codes[name]).join() || 'all codes');
const constants = [];
for (const k of Object.getOwnPropertyNames(DOMException)) if (/_ERR$/.test(k)) constants.push(k + '=' + DOMException[k]);
log(constants.length, constants.join(' '));
log(constants.every(c => { const k = c.split('=')[0]; const d = Object.getOwnPropertyDescriptor(DOMException.prototype, k), s = Object.getOwnPropertyDescriptor(DOMException, k);
  return d.value === s.value && !d.writable && d.enumerable && !d.configurable && !s.writable && s.enumerable && !s.configurable; }));

class Sub extends DOMException { constructor() { super('sub', 'DataError'); } }
const s = new Sub(); log(s instanceof Sub, s instanceof Error, s.message, s.name, String(s));
