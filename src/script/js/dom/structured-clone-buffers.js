/* structured-clone-buffers.js: array buffers and views on them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * realm.cloneBuffers:
 *
 *   makeBuffer (length, maxLength)    maxLength: undefined for a buffer that cannot be resized
 *   copyBuffer (buffer, context)      throws a DataCloneError
 *   maxLengthOf (buffer)              → a number, or undefined
 *   isDetached (buffer), transferBuffer (buffer), writeBytes (buffer, bytes)
 *   readView (view)                   → { name, Constructor, buffer, offset, length }, where the length is undefined if it follows
 *                                     that of the buffer; null if the view is out of bounds or its buffer detached
 *   bufferOf (view)
 *   typedArrays                       constructors by name
 */
(function (realm) {
  'use strict';

  const { isKind, valueOf, dataCloneError } = realm.cloneKinds;
  const { getterOf } = realm.properties;
  const { apply, getPrototypeOf } = Reflect;
  const ArrayBufferConstructor = ArrayBuffer,
    Uint8ArrayConstructor = Uint8Array,
    DataViewConstructor = DataView;
  const NONE = [];

  const isBufferDetached = getterOf(ArrayBuffer.prototype, 'detached');
  const isBufferResizable = getterOf(ArrayBuffer.prototype, 'resizable');
  const getBufferMaxLength = getterOf(ArrayBuffer.prototype, 'maxByteLength');
  const { resize: resizeBuffer, transfer: nativeTransfer } = ArrayBuffer.prototype;
  const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
  const getTypedArrayName = getterOf(TypedArrayPrototype, Symbol.toStringTag);
  const getTypedArrayBuffer = getterOf(TypedArrayPrototype, 'buffer');
  const getTypedArrayOffset = getterOf(TypedArrayPrototype, 'byteOffset');
  const getTypedArrayLength = getterOf(TypedArrayPrototype, 'length');
  const getDataViewBuffer = getterOf(DataView.prototype, 'buffer');
  const getDataViewOffset = getterOf(DataView.prototype, 'byteOffset');
  const getDataViewLength = getterOf(DataView.prototype, 'byteLength');
  const { set: typedArraySet, keys: typedArrayKeys } = TypedArrayPrototype;

  const typedArrays = { __proto__: null };

  for (const name of ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
      'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'])
    if (typeof globalThis[name] === 'function')
      typedArrays[name] = globalThis[name];

  /* ---- Buffers ---- */

  const detachedError = (context) => dataCloneError(context, 'An ArrayBuffer is detached and could not be cloned.');

  function makeBuffer(length, maxLength) {
    return maxLength === undefined ? new ArrayBufferConstructor(length)
      : new ArrayBufferConstructor(length, { __proto__: null, maxByteLength: maxLength });
  }

  function maxLengthOf(buffer) {
    return apply(isBufferResizable, buffer, NONE) ? apply(getBufferMaxLength, buffer, NONE) : undefined;
  }

  function isDetached(buffer) {
    return apply(isBufferDetached, buffer, NONE);
  }

  function transferBuffer(buffer) {
    return apply(nativeTransfer, buffer, NONE);
  }

  function writeBytes(buffer, bytes) {
    apply(typedArraySet, new Uint8ArrayConstructor(buffer), [bytes]);
  }

  function copyBuffer(buffer, context) {
    if (isDetached(buffer))
      throw detachedError(context);

    let copy;

    try {
      copy = makeBuffer(valueOf('buffer', buffer), maxLengthOf(buffer));
    } catch {
      throw dataCloneError(context, 'Data cannot be cloned, out of memory.');
    }
    writeBytes(copy, new Uint8ArrayConstructor(buffer));
    return copy;
  }

  /* ---- Views ---- */

  function isOutOfBounds(view, isDataView) {
    try {
      apply(isDataView ? getDataViewLength : typedArrayKeys, view, NONE);
      return false;
    } catch {
      return true;
    }
  }

  /* Whether the view's length follows its buffer's. The language does not tell, so this resizes the buffer and puts it back. */
  function isLengthTracking(view, buffer, isDataView, offset) {
    if (isKind(buffer, 'shared') || !apply(isBufferResizable, buffer, NONE))
      return false;

    const lengthOf = isDataView ? getDataViewLength : getTypedArrayLength;
    const size = valueOf('buffer', buffer),
      most = apply(getBufferMaxLength, buffer, NONE);
    const length = apply(lengthOf, view, NONE);

    if (size + 8 <= most) {
      apply(resizeBuffer, buffer, [size + 8]);

      const grew = apply(lengthOf, view, NONE) !== length;

      apply(resizeBuffer, buffer, [size]);
      return grew;
    }
    if (offset === size)
      return false;

    /* A view of fixed length is out of bounds without the bytes from the offset on, unless its length is 0. */
    if (length === 0)
      return false;

    const rest = new Uint8ArrayConstructor(new Uint8ArrayConstructor(buffer, offset));

    apply(resizeBuffer, buffer, [offset]);

    const stays = !isOutOfBounds(view, isDataView);

    apply(resizeBuffer, buffer, [size]);
    apply(typedArraySet, new Uint8ArrayConstructor(buffer, offset), [rest]);
    return stays;
  }

  function bufferOf(view) {
    return apply(apply(getTypedArrayName, view, NONE) === undefined ? getDataViewBuffer : getTypedArrayBuffer, view, NONE);
  }

  function readView(view) {
    const name = apply(getTypedArrayName, view, NONE);
    const isDataView = name === undefined;

    if (isOutOfBounds(view, isDataView))
      return null;

    const buffer = bufferOf(view);
    const offset = apply(isDataView ? getDataViewOffset : getTypedArrayOffset, view, NONE);

    return {
      __proto__: null,
      name,
      Constructor: isDataView ? DataViewConstructor : typedArrays[name],
      buffer,
      offset,
      length: isLengthTracking(view, buffer, isDataView, offset) ? undefined
        : apply(isDataView ? getDataViewLength : getTypedArrayLength, view, NONE),
    };
  }

  realm.cloneBuffers = {
    __proto__: null,
    makeBuffer,
    copyBuffer,
    maxLengthOf,
    isDetached,
    transferBuffer,
    writeBytes,
    readView,
    bufferOf,
    typedArrays,
    detachedError,
  };
})
