// The classes and symbols of explicit resource management.
console.log (DisposableStack.name, DisposableStack.length, SuppressedError.length, Object.getOwnPropertyNames (DisposableStack.prototype).join (), Object.getOwnPropertyNames (SuppressedError.prototype).join ());
console.log (DisposableStack.prototype.dispose === DisposableStack.prototype[Symbol.dispose], DisposableStack.prototype.dispose.name, AsyncDisposableStack.prototype[Symbol.asyncDispose].name, DisposableStack.prototype.use.length);
try { DisposableStack () } catch (e) { console.log (e.name) }
try { DisposableStack.prototype.use.call ({}) } catch (e) { console.log (e.name) }
console.log (Object.getOwnPropertyNames (DisposableStack).join (), new SuppressedError (1, 2, 'm').message, Object.keys (new SuppressedError (1, 2)).length);
console.log (Object.getOwnPropertyDescriptor (globalThis, 'DisposableStack').enumerable, Symbol.dispose.toString (), Symbol.dispose.description, String (DisposableStack));
