/* dom-exception.js: DOMException
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { idl, hooks } = realm;
  const { construct, setPrototypeOf } = Reflect;
  const ErrorConstructor = Error;
  const TypeErrorConstructor = TypeError;
  const { check, stamp, toDOMString } = idl;

  /* Constant, name, code. An entry without a name is only of historical interest. */
  const legacy = [
  ['INDEX_SIZE_ERR', 'IndexSizeError', 1],
  ['DOMSTRING_SIZE_ERR', null, 2],
  ['HIERARCHY_REQUEST_ERR', 'HierarchyRequestError', 3],
  ['WRONG_DOCUMENT_ERR', 'WrongDocumentError', 4],
  ['INVALID_CHARACTER_ERR', 'InvalidCharacterError', 5],
  ['NO_DATA_ALLOWED_ERR', null, 6],
  ['NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError', 7],
  ['NOT_FOUND_ERR', 'NotFoundError', 8],
  ['NOT_SUPPORTED_ERR', 'NotSupportedError', 9],
  ['INUSE_ATTRIBUTE_ERR', 'InUseAttributeError', 10],
  ['INVALID_STATE_ERR', 'InvalidStateError', 11],
  ['SYNTAX_ERR', 'SyntaxError', 12],
  ['INVALID_MODIFICATION_ERR', 'InvalidModificationError', 13],
  ['NAMESPACE_ERR', 'NamespaceError', 14],
  ['INVALID_ACCESS_ERR', 'InvalidAccessError', 15],
  ['VALIDATION_ERR', null, 16],
  ['TYPE_MISMATCH_ERR', 'TypeMismatchError', 17],
  ['SECURITY_ERR', 'SecurityError', 18],
  ['NETWORK_ERR', 'NetworkError', 19],
  ['ABORT_ERR', 'AbortError', 20],
  ['URL_MISMATCH_ERR', 'URLMismatchError', 21],
  ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError', 22],
  ['TIMEOUT_ERR', 'TimeoutError', 23],
  ['INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError', 24],
  ['DATA_CLONE_ERR', 'DataCloneError', 25],
];
  const constants = { __proto__: null };
  const codes = { __proto__: null };

  for (let i = 0; i < legacy.length; i++) {
    const entry = legacy[i];

    constants[entry[0]] = entry[2];
    if (entry[1] !== null)
      codes[entry[1]] = entry[2];
  }

  class DOMExceptionImpl extends idl.Impl {
    constructor(message, name) {
      super();
      this.message = message;
      this.name = name;
    }
  }

  /* Makes a platform object that is an Error, too, and has an Error's stack. */
  function makeException(impl, newTarget) {
    const error = construct(ErrorConstructor, [], DOMException);

    if (newTarget !== undefined && newTarget !== DOMException)
      setPrototypeOf(error, idl.prototypeFor(DOMException, newTarget));
    return stamp(error, impl);
  }

  const DOMException = idl.defineInterface('DOMException', function DOMException(message = '', name = 'Error') {
    if (new.target === undefined)
      throw idl.calledWithoutNew('DOMException');
    const context = "Failed to construct 'DOMException'";

    message = toDOMString(message, context);
    return makeException(new DOMExceptionImpl(message, toDOMString(name, context)), new.target);
  }, class {
    get code() {
      const code = codes[check(this, DOMExceptionImpl).name];

      return code === undefined ? 0 : code;
    }
  }, { Kind: DOMExceptionImpl, attributes: ['code', 'name', 'message'], constants });

  setPrototypeOf(DOMException.prototype, ErrorConstructor.prototype);

  function newDOMException(message, name) {
    return makeException(new DOMExceptionImpl(message, name), undefined);
  }

  class QuotaExceededErrorImpl extends DOMExceptionImpl {
    constructor(message, quota, requested) {
      super(message, 'QuotaExceededError');
      this.quota = quota;
      this.requested = requested;
    }
  }

  const quotaOptions = idl.dictionary('QuotaExceededErrorOptions', {
    quota: [idl.toDouble, null],
    requested: [idl.toDouble, null],
  });

  const QuotaExceededError = idl.defineInterface('QuotaExceededError', function QuotaExceededError(message = '', options =
    undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('QuotaExceededError');
    const context = "Failed to construct 'QuotaExceededError'";

    message = toDOMString(message, context);

    const { quota, requested } = quotaOptions(options, context);

    return makeException(new QuotaExceededErrorImpl(message, quota, requested), new.target);
  }, undefined, { parent: DOMException, Kind: QuotaExceededErrorImpl, attributes: ['quota', 'requested'] });

  realm.copyDOMException = (impl) => (impl instanceof QuotaExceededErrorImpl
    ? makeException(new QuotaExceededErrorImpl(impl.message, impl.quota, impl.requested), QuotaExceededError)
    : newDOMException(impl.message, impl.name));

  realm.DOMException = DOMException;
  realm.DOMExceptionImpl = DOMExceptionImpl;
  realm.newDOMException = newDOMException;

  /* The engine calls this for exceptions of its own, such as the reason of a timeout. */
  hooks.makeException = (name, message) => (name === 'TypeError' ? new TypeErrorConstructor(message)
    : newDOMException(message, name));
})
